"""An index notes by which rules its facts were read; other rules need another number."""

from __future__ import annotations

import json
from pathlib import Path

from eywa_fs.facts import readings
from eywa_fs.facts.engine.rules import load
from eywa_fs.facts.extraction import LANGUAGES, language
from eywa_fs.hashing import text_fingerprint

KNOWN = (19, "82faa86a1e0f8369b81881aa0e865686")
"""``readings.RULES``, and the fingerprint of what is read by them in the sentences below."""
NOON = 1_700_000_000_000
DATA = Path(__file__).parents[1] / "data"


def _sentences() -> list[str]:
    """The examples of every rule, and what is said in the talks of ``tests/data``."""
    rules = [rule for code in LANGUAGES for rule in load(language(code))]
    loops = sorted(DATA.glob("loop_*.jsonl"))
    told = [json.loads(line) for p in loops for line in p.read_bytes().splitlines()]
    examples = [example.text for rule in rules for example in rule.examples]
    return [*examples, *(line["say"] for line in told if "say" in line)]


def test_what_is_read_changes_only_with_the_version() -> None:
    """Where this fails, a message is read differently, or an example was added.

    Put the fingerprint that is told into ``KNOWN``. Raise ``RULES`` once after each release: at the
    first change since then that reads an old message differently; not for new examples alone.
    """
    sentences = _sentences()
    assert len(sentences) > 450
    read = [readings.read_content(sentence, NOON) for sentence in sentences]
    assert (readings.RULES, text_fingerprint("\n".join(read))) == KNOWN
