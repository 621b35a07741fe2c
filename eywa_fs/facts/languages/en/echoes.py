"""Short answers that repeat a statement for somebody else: "... and neither do I"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from eywa_fs.facts.languages.en.discourse import Discourse
from eywa_fs.facts.languages.en.drafts import Draft
from eywa_fs.facts.languages.en.subjects import subject_at
from eywa_fs.facts.languages.en.tokens import Token
from eywa_fs.facts.languages.en.words.grammar import ADVERBS, BE, DO, HAVE, MODALS, TRAILERS

_AUXILIARIES = BE | DO | HAVE | MODALS


def without_echo(
    tokens: Sequence[Token], discourse: Discourse
) -> tuple[list[Token], tuple[str, ...]]:
    """A sentence without "so does my sister" at its end, and for whom it is repeated."""
    for at in range(2, len(tokens) - 2):
        if tokens[at].low not in ("neither", "nor", "so") or (
            tokens[at + 1].low not in _AUXILIARIES
        ):
            continue
        subject = subject_at(tokens, at + 2, discourse)
        if subject is None:
            continue
        rest = [t for t in tokens[subject.end :] if t.is_word]
        if any(t.low not in ADVERBS and t.low not in TRAILERS for t in rest):
            continue
        end = at
        while end > 0 and (tokens[end - 1].low in ("and", "but") or not tokens[end - 1].is_word):
            end -= 1
        return list(tokens[:end]), subject.names
    return list(tokens), ()


def echoed(found: Sequence[Draft], names: Sequence[str]) -> list[Draft]:
    """The facts of the last clause again, for the people of an echo."""
    if not found:
        return []
    last = [d for d in found if d.clause is found[-1].clause]
    return [replace(draft, subject=name) for name in names for draft in last]
