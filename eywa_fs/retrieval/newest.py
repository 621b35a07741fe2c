"""Which record is the user's newest word on what another one is about. Pure.

Two records are about the same thing when they are closer to each other than the query's candidates
usually are, and share a word that few records of the memory hold; or when the newer one is among
the best answers to the query, fits it better than the older one, and tells of a change. Nothing is
left out of an answer for it: the newer record is put beside the older one.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
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

PROGRAM: Final = 0
"""Who says what no person with a name says."""

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
"""Ten minutes: what a program says in them is about the user's message before it, if the two share
a word."""

SHARED_ALONE: Final = 0.3
"""Part of the shorter record's words that are rare ones of both, where vectors cannot."""

COMPARED: Final = 20_000
"""Characters of a record whose words are compared with another's."""

_ONE_THREAD: Final = 4 * 65_536
"""Multiplications up to which OpenBLAS starts no thread (``interface/gemm.c``)."""

_FUNCTION: Final = frozenset(CHINESE)


@dataclass(frozen=True, slots=True)
class Said:
    """Records as they are compared with each other, an array each; those that are given first.

    Attributes:
        at: event time (ms).
        by: number of the person who said it; 0 is a program, whose word the user's replaces and
            that replaces nobody's.
        user: whether that is the user.
        file: number of the file where it stands: a file is one session.
        score: how well it fits the query.
        certain: it fits the query better than records fit by chance.
    """

    at: NDArray[np.int64]
    by: NDArray[np.int64]
    user: NDArray[np.bool_]
    file: NDArray[np.int64]
    score: NDArray[np.float64]
    certain: NDArray[np.bool_]


def words_of(text: str) -> frozenset[str]:
    """The terms of a text that can tell what it is about; of a long one, those of its beginning.

    A bigram with a function character in it is rare by chance.
    """
    terms = query_terms(text[:COMPARED])
    return frozenset(term for term in terms if not _FUNCTION.intersection(term))


def closeness(vectors: Floats, models: Sequence[Model]) -> NDArray[np.float64]:
    """How similar each two records are: standard deviations above the mean of all pairs, shape
    (n, n), NaN where it cannot be told: no vector (a row of NaN), or too few of them."""
    count = len(vectors)
    found = np.full((count, count), np.nan)
    known = np.flatnonzero(np.isfinite(vectors[:, 0])) if vectors.size else np.zeros(0, int)
    total = sum(share for _, _, share in models)
    if len(known) < ENOUGH or total <= 0:
        return found
    pairs = _pairs(len(known))
    summed = np.zeros((len(known), len(known)))
    for start, stop, share in models:
        similar = _products(vectors[known, start:stop])
        spread = float(similar.take(pairs).std(dtype=np.float64))
        if spread > 0:
            summed += similar * (share / total / spread)
    of_pairs = summed.take(pairs)
    summed -= of_pairs.mean()
    spread = float(of_pairs.std())
    found[np.ix_(known, known)] = summed / spread if spread > 0 else summed
    return found


def _products(rows: Floats) -> Floats:
    """The inner products of each two rows, so few at a time that OpenBLAS keeps each call in this
    thread: on a busy machine the threads it would start wait for each other up to 60 ms."""
    found = np.empty((len(rows), len(rows)), np.float32)
    step = max(_ONE_THREAD // max(rows.size, 1), 1)
    for start in range(0, len(rows), step):
        np.matmul(rows[start : start + step], rows.T, out=found[start : start + step])
    return found


@lru_cache(maxsize=2 * LOOKED_AT)
def _pairs(count: int) -> NDArray[np.int64]:
    """Where each two of ``count`` stand in a flattened table of all pairs."""
    rows, columns = np.triu_indices(count, 1)
    return (rows * count + columns).astype(np.int64)


class Pairs:
    """How each record that is given (a row) stands to each that is looked at (a column).

    Args:
        said: all of them; they bear on the query.
        given: how many of them are given.
        close: see :func:`closeness`.
    """

    def __init__(self, said: Said, given: int, close: NDArray[np.float64]) -> None:
        at, by, score = said.at[:given, None], said.by[:given, None], said.score[:given, None]
        later, program = said.at - at, by == PROGRAM
        same_file = said.file == said.file[:given, None]
        self._reply = program & same_file & (later <= 0) & (later >= -REPLY_MS)
        fits = (BETTER * score > 0) & (BETTER * score <= said.score) & (score >= BEARS * said.score)
        both = said.certain[:given, None] & said.certain & (np.arange(len(said.at)) < LEADING)
        self._leads = both & fits & (abs(later) >= DAY_MS)
        self._enough = np.where(said.score >= score, CLOSE_AND_FITTING, CLOSE)
        self._in_talk = ~program & (later < TALK_MS)
        self._close = close[:given]
        self._newest_first = np.argsort(-said.at, kind="stable")
        who = (said.by != PROGRAM) & ((by == said.by) | (program & said.user))
        when = (at > 0) & np.where(program, said.at > 0, later > 0)
        far = self._close < np.where(self._leads, 0, self._enough)
        self._possible = who & when & (self._reply | ~far)

    def undecided(self) -> list[int]:
        """Those behind the given ones whose words decide: worth reading from their files."""
        given = len(self._possible)
        return [given + n for n in np.flatnonzero(self._possible[:, given:].any(axis=0)).tolist()]

    def newest(
        self,
        terms: Mapping[int, frozenset[str]],
        changed: Collection[int],
        rare: frozenset[str] | None,
        mute: Collection[int] = (),
    ) -> dict[int, int]:
        """For each given record the newest one about the same thing, if any; for what a program
        said the user's newest, before or behind it: a program may repeat the user wrongly.

        Args:
            terms: those that carry meaning, of the records that may be named.
            changed: records whose words tell that something is other than it was.
            rare: those of the terms that few records hold; ``None`` when not known.
            mute: records that are never the newest word.
        """
        found = {}
        able = terms.keys() - mute
        for old, possible in enumerate(self._possible):
            for new in self._newest_first[possible[self._newest_first]].tolist():
                if new in able and self._about_the_same(old, new, terms, new in changed, rare):
                    found[old] = new
                    break
        return found

    def _about_the_same(
        self,
        old: int,
        new: int,
        terms: Mapping[int, frozenset[str]],
        changed: bool,
        rare: frozenset[str] | None,
    ) -> bool:
        close = self._close[old, new]
        if self._reply[old, new] and not terms[old].isdisjoint(terms[new]):
            return True
        if changed and close >= 0 and self._leads[old, new]:
            return True
        if rare is None:
            return bool(close >= CLOSE_ALONE)
        ours, theirs = terms[old], terms[new]
        shared = len(ours & theirs & rare)
        if np.isnan(close):
            return shared > 0 and shared >= SHARED_ALONE * min(len(ours), len(theirs))
        wanted = CLOSE_ALONE if self._in_talk[old, new] else self._enough[old, new]
        return shared > 0 and bool(close >= wanted)
