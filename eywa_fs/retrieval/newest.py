"""Which record is the user's newest word on what another one is about. Pure.

Two records are about the same thing when they are closer to each other than the query's candidates
usually are, and share a word that few records of the memory hold; or when the newer one is among
the best answers to the query, fits it better than the older one, and tells of a change. Nothing is
left out of an answer for it: the newer record is put beside the older one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from eywa_fs.language.stopwords import CHINESE
from eywa_fs.language.tokens import query_terms

Floats = NDArray[np.float32]
Model = tuple[int, int, float]
"""Where a model's unit vector lies in a stored one, and how much it counts."""

USER: Final = "user:"
"""What the name of a user begins with."""

LOOKED_AT: Final = 50
"""Best candidates of a query among which newer words are looked for: others do not bear on it."""

ENOUGH: Final = 8
"""Records with a vector from which on it can be told what is close among them."""

CLOSE: Final = 1.5
"""Standard deviations above the mean similarity of the candidates, beside one rare word that both
records hold. This and the next three were chosen on 24 life stories (docs/retrieval.md)."""

CLOSE_AND_FITTING: Final = 1.0
"""The same for a newer record that fits the query as well as the older one."""

CLOSE_ALONE: Final = 2.0
"""The same where words cannot be compared."""

LEADING: Final = 3
"""Best candidates that can be newer than a record with which they share no rare word: two states
of one thing are often told in quite other words, and both answer the question."""

BETTER, BEARS = 1.1, 0.2
"""How much better than the older record they have to fit the query, and which part of their score
that one has to reach: what hardly bears on the query is no state of what it asks for."""

DAY_MS: Final = 86_400_000
TALK_MS: Final = DAY_MS // 4
"""Within a talk people go on about a thing; what they say then is newer only where it is as close
as words alone would have to be."""

REPLY_MS: Final = DAY_MS // 144
"""Ten minutes: what a program says in them is about the user's message before it."""

SHARED_ALONE: Final = 0.3
"""Part of the shorter record's words that are rare ones of both, where vectors cannot be compared.
"""


COMPARED: Final = 20_000
"""Characters of a record whose words are compared with another's."""

_FUNCTION: Final = frozenset(CHINESE)


@dataclass(frozen=True, slots=True)
class Said:
    """A record as it is compared with others.

    Attributes:
        at: event time (ms).
        by: the person who said it: the user, or somebody with a name; ``""`` for a program, whose
            word the user's replaces and that replaces nobody's.
        score: how well it fits the query.
        file: where it stands: a file is one session.
        terms: words that carry meaning; ``None`` for a record that is not to be given.
        changed: its words tell that something is other than it was.
        certain: it fits the query better than records fit by chance.
    """

    at: int
    by: str
    score: float
    file: str = ""
    terms: frozenset[str] | None = None
    changed: bool = False
    certain: bool = True


def words_of(text: str) -> frozenset[str]:
    """The terms of a text that can tell what it is about; of a long one, those of its beginning.

    A bigram with a function character in it is rare by chance.
    """
    terms = query_terms(text[:COMPARED])
    return frozenset(term for term in terms if not _FUNCTION.intersection(term))


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
    pairs = _pairs(len(known))
    summed = np.zeros((len(known), len(known)))
    for start, stop, share in models:
        part = vectors[known, start:stop]
        similar = (part @ part.T).astype(np.float64)
        of_pairs = similar.take(pairs)
        spread = float(of_pairs.std())
        if spread > 0:
            summed += share / total * (similar - of_pairs.mean()) / spread
    spread = float(summed.take(pairs).std())
    found[np.ix_(known, known)] = summed / spread if spread > 0 else summed
    return found


@lru_cache(maxsize=2 * LOOKED_AT)
def _pairs(count: int) -> NDArray[np.int64]:
    """Where each two of ``count`` stand in a flattened table of all pairs."""
    rows, columns = np.triu_indices(count, 1)
    return (rows * count + columns).astype(np.int64)


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
    rare: frozenset[str] | None,
) -> dict[int, int]:
    """For each of the first ``given`` records the newest one about the same thing, if any; for what
    a program said the user's newest, before or behind it: a program may repeat the user wrongly.

    Args:
        said: the records given, then the others looked at; all bear on the query.
        close: see :func:`closeness`.
        rare: those of the terms that few records hold; ``None`` when not known.
    """
    found = {}
    for old in range(given):
        followers = [
            new
            for new in range(len(said))
            if said[new].terms is not None
            and _may_follow(said, old, new, close)
            and _about_the_same(said, old, new, float(close[old, new]), rare)
        ]
        if followers:
            found[old] = max(followers, key=lambda new: (said[new].at, -new))
    return found


def _may_follow(said: Sequence[Said], old: int, new: int, close: NDArray[np.float64]) -> bool:
    """Whether the second was said after the first, by who may, and is not too far from it."""
    first, second = said[old], said[new]
    if first.at <= 0 or second.at <= (first.at if first.by else 0) or not second.by:
        return False
    if first.by != second.by and (first.by or not second.by.startswith(USER)):
        return False
    if _is_reply(first, second):
        return True
    return not close[old, new] < (0 if _leads(said, old, new) else _enough(first, second))


def _is_reply(first: Said, second: Said) -> bool:
    return not first.by and first.file == second.file and 0 <= first.at - second.at <= REPLY_MS


def _leads(said: Sequence[Said], old: int, new: int) -> bool:
    """Whether both answer, the second one better, and on another day."""
    first, second = said[old], said[new]
    fits = 0 < BETTER * first.score <= second.score and first.score >= BEARS * second.score
    answer = first.certain and second.certain
    return answer and new < LEADING and fits and abs(second.at - first.at) >= DAY_MS


def _enough(first: Said, second: Said) -> float:
    return CLOSE_AND_FITTING if second.score >= first.score else CLOSE


def _about_the_same(
    said: Sequence[Said], old: int, new: int, close: float, rare: frozenset[str] | None
) -> bool:
    first, second = said[old], said[new]
    if _is_reply(first, second):
        return True
    if second.changed and close >= 0 and _leads(said, old, new):
        return True
    if rare is None:
        return close >= CLOSE_ALONE
    ours, theirs = first.terms or frozenset(), second.terms or frozenset()
    shared = len(ours & theirs & rare)
    if np.isnan(close):
        return shared > 0 and shared >= SHARED_ALONE * min(len(ours), len(theirs))
    in_talk = first.by and second.at - first.at < TALK_MS
    return shared > 0 and close >= (CLOSE_ALONE if in_talk else _enough(first, second))
