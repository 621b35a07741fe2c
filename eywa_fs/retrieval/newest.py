"""Which record is the user's newest word on what an older one is about. Pure.

Nothing here knows the world or a language: two records are about the same thing when they are
closer to each other than the query's candidates usually are, and share words that the memory does
not hold everywhere. Nothing is left out of an answer for it: the newer record is put beside the
older one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Model = tuple[int, int, float]
"""Where a model's unit vector lies in a stored one, and how much it counts."""

LOOKED_AT: Final = 50
"""Best candidates of a query among which newer words are looked for: others do not bear on it."""

ENOUGH: Final = 8
"""Records with a vector from which on it can be told what is close among them."""

CLOSE: Final = 1.0
"""Standard deviations above the mean similarity of the candidates. This and the next three were
chosen on 24 life stories (docs/retrieval.md)."""

SHARED: Final = 0.05
"""Least likeness of words beside that closeness, of 1 for the same words."""

CLOSE_ALONE: Final = 2.0
"""The same as :data:`CLOSE` where words cannot be compared."""

SHARED_ALONE: Final = 0.2
"""The same as :data:`SHARED` where vectors cannot be compared."""


@dataclass(frozen=True, slots=True)
class Said:
    """A record as it is compared with others.

    Attributes:
        at: event time (ms).
        side: who said it, in which role.
        terms: words that carry meaning; ``None`` for a record that is not to be given.
    """

    at: int
    side: tuple[str, str]
    terms: frozenset[str] | None = None


def closeness(vectors: Floats, models: Sequence[Model]) -> NDArray[np.float64]:
    """How similar each two records are: standard deviations above the mean of all pairs.

    Args:
        vectors: shape (n, dimension); rows of NaN where unknown.
        models: the shares of the models add up to anything above 0.

    Returns:
        Shape (n, n), NaN where it cannot be told: no vector, or too few of them.
    """
    count = len(vectors)
    found = np.full((count, count), np.nan)
    known = np.flatnonzero(np.isfinite(vectors).all(axis=1)) if vectors.size else np.zeros(0, int)
    total = sum(share for _, _, share in models)
    if len(known) < ENOUGH or total <= 0:
        return found
    pairs = np.triu_indices(len(known), 1)
    summed = np.zeros((len(known), len(known)))
    for start, stop, share in models:
        part = vectors[known, start:stop]
        similar = (part @ part.T).astype(np.float64)
        spread = float(similar[pairs].std())
        if spread > 0:
            summed += share / total * (similar - similar[pairs].mean()) / spread
    spread = float(summed[pairs].std())
    found[np.ix_(known, known)] = summed / spread if spread > 0 else summed
    return found


def may_be_newer(said: Sequence[Said], given: int, close: NDArray[np.float64]) -> list[int]:
    """Those behind the first ``given`` whose words decide: worth reading from their files."""
    return [
        new
        for new in range(given, len(said))
        if any(_may_follow(said, old, new, close) for old in range(given))
    ]


def newest(
    said: Sequence[Said],
    given: int,
    close: NDArray[np.float64],
    rarity: Mapping[str, float] | None,
) -> dict[int, int]:
    """For each of the first ``given`` records the newest one about the same thing, if any.

    Args:
        said: the records given, then the others looked at; all bear on the query.
        close: see :func:`closeness`.
        rarity: weight of a term, 0 for one that all records hold; ``None`` when not known.
    """
    found = {}
    for old in range(given):
        followers = [
            new
            for new in range(len(said))
            if _may_follow(said, old, new, close)
            and said[new].terms is not None
            and _about_the_same(said[old], said[new], float(close[old, new]), rarity)
        ]
        if followers:
            found[old] = max(followers, key=lambda new: (said[new].at, -new))
    return found


def _may_follow(said: Sequence[Said], old: int, new: int, close: NDArray[np.float64]) -> bool:
    """Whether one side said the second after the first, and it is not too far from it."""
    first, second = said[old], said[new]
    later = 0 < first.at < second.at and first.side == second.side
    return later and not close[old, new] < CLOSE


def _about_the_same(
    first: Said, second: Said, close: float, rarity: Mapping[str, float] | None
) -> bool:
    if rarity is None:
        return close >= CLOSE_ALONE
    shared = likeness(first.terms or frozenset(), second.terms or frozenset(), rarity)
    if np.isnan(close):
        return shared >= SHARED_ALONE
    return close >= CLOSE and shared >= SHARED


def likeness(first: frozenset[str], second: frozenset[str], rarity: Mapping[str, float]) -> float:
    """How much of their words two records share, rare ones counting more: 0 to 1."""

    def weight(terms: frozenset[str]) -> float:
        return sum(rarity.get(term, 0.0) for term in terms)

    whole = weight(first) * weight(second)
    return weight(first & second) / sqrt(whole) if whole > 0 else 0.0
