"""Words of time that stand before a verb, and what they say of its tense."""

from __future__ import annotations

from typing import Final, Literal, get_args

from eywa_fs.facts.languages.zh.tokens import patterns

When = Literal["past", "year", "episode", "now", "someday", "future"]
"""``past``: a state that was ("以前"). ``year``: a state or an event of then. ``episode``: of a day
or two, says nothing lasting ("昨天", "今晚"). ``now``: nothing. ``future``: a time to come;
``someday``: one that is not named."""

_PATTERNS: Final = tuple((kind, patterns("times")[kind]) for kind in get_args(When))


def time_at(low: str, start: int, end: int) -> tuple[int, When] | None:
    """Length and meaning of the expression of time that begins at ``start``; None: none does."""
    best: tuple[int, When] | None = None
    for kind, pattern in _PATTERNS:
        match = pattern.match(low, start, end)
        if match is not None and match.end() - start > (best[0] if best else 0):
            best = match.end() - start, kind
    return best
