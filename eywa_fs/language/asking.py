"""What time a question asks for: the present, a course of changes, what was before, or a time of
the past. Learned from labelled questions; ``scripts/learn_asking.py`` makes the weights."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, Final, Literal

from eywa_fs.language.script import fold, is_chinese

Weights = Mapping[str, Sequence[float]]
"""Of each gram, one a kind; of "" those that every text has."""
Asks = Literal["now", "course", "former", "time"]
KINDS: Final[tuple[Asks, ...]] = ("now", "course", "former", "time")
_TOKEN: Final = re.compile(r"[a-z']+|\d+|[\u4e00-\u9fff]|\?")
_READ: Final = 2000
"""Characters that are read of a text, its last ones: a question stands at the end."""
_STEM, _LONGEST, _REACH, _SCALE = 4, 3, 5, 3.0
"""Letters of a word's stem, tokens of the longest n-gram (one more in Chinese, where a token is one
character), distance of two tokens that count as a pair, and length of a text's vector: chosen by
scoring the questions of each writer with the weights learned from the others'."""


def asks(text: str, *, timed: bool = True) -> Asks:
    """The time that a question in English or Chinese asks for; "now" where nothing tells it.

    Args:
        text: the question; of a long text its end.
        timed: whether it may ask for a past time; not where it names none that is known: then what
            is left has to be twice as probable as the present ("when did I move?" is neither).
    """
    odds = _shares(text[-_READ:])
    best = max(KINDS if timed else KINDS[:3], key=lambda kind: odds[kind])
    return best if timed or odds[best] >= 2 * odds["now"] else "now"


def shares(text: str, weights: Weights | None = None) -> dict[Asks, float]:
    """How probable each time is, in sum 1: a multinomial logistic regression on :func:`grams`, by
    the weights of the text's language or by others."""
    known = weights or _weights("zh" if is_chinese(text) else "en")
    found = [known[gram] for gram in sorted(grams(text)) if gram in known]
    scale = scale_of(len(found) or 1)
    sums = [sum(row[k] for row in found) * scale + known[""][k] for k in range(len(KINDS))]
    parts = [math.exp(each - max(sums)) for each in sums]
    return {kind: part / sum(parts) for kind, part in zip(KINDS, parts, strict=True)}


def scale_of(count: Any) -> Any:
    """What each of so many grams of a text counts: texts of all lengths weigh alike."""
    return _SCALE / count**0.5


def grams(text: str) -> frozenset[str]:
    """Its tokens ("#" for a number, "<" and ">" for the ends), stems, runs of up to three tokens,
    and pairs of tokens that stand near each other ("have … lived")."""
    folded = fold(text).replace("’", "'")
    tokens = ["#" if t.isdigit() else t for t in _TOKEN.findall(folded)]
    longest = _LONGEST + is_chinese(text)
    found = {t[:_STEM] + "~" for t in tokens if len(t) > _STEM}
    tokens = ["<", *tokens, ">"]
    for start, token in enumerate(tokens):
        found.update(" ".join(tokens[start : start + n]) for n in range(1, longest + 1))
        found.update(f"{token} … {other}" for other in tokens[start + 2 : start + _REACH + 1])
    return frozenset(found)


_shares = lru_cache(maxsize=64)(shares)


@cache
def _weights(code: str) -> Weights:
    text = files("eywa_fs.language").joinpath(f"asking/{code}.tsv").read_text(encoding="utf-8")
    rows = (line.split("\t") for line in text.splitlines()[1:])  # behind the heading
    return {row[0]: tuple(map(float, row[1:])) for row in rows}
