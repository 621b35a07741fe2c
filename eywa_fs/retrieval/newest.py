"""Which record is the user's newest word on what another one is about. Pure.

Two records are about the same thing when enough speaks for it: that they are closer to each other
than the query's candidates usually are, that they share words that few records hold, that the newer
one bears on the query, tells of a change, and that both name a number or a day. Or when the newer
one is among the best answers to the query, fits it better than the older one, and tells of a
change; or when it stands right behind the older one and corrects it. Nothing is left out of an
answer for it: the newer record is put beside the older one.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import isnan, nan
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from eywa_fs.clock import DAY_MS
from eywa_fs.retrieval.telling import Telling

Floats = NDArray[np.float32]
Model = tuple[int, int, float]
"""Where a model's unit vector lies in a stored one, and how much it counts."""

PROGRAM: Final = 0
"""Who says what no person with a name says."""

LOOKED_AT: Final = 50
"""Best candidates of a query among which newer words are looked for: others do not bear on it."""

ENOUGH: Final = 8
"""Records with a vector from which on it can be told what is close among them."""

ENOUGH_POINTS: Final = 2.2
"""What has to speak for two records being about the same thing: their closeness, in standard
deviations above the mean of the candidates, and the points below. These were chosen on four lives
and 80 life stories (docs/retrieval.md)."""

RARE, RARE_ASKED, SHARED = 0.8, 0.4, 0.2
"""Points for each of up to two rare words that both hold, of up to two that are the query's own
(every candidate may have those: they say little), and of up to three of any words but these."""

CHANGE, NUMBERED = 1.0, 0.4
"""Points for a newer record that tells of a change, and for numbers or days in both."""

BEHIND: Final = 0.6
"""Points taken for each natural logarithm of the newer one's place among the candidates: a state of
what the query asks for is among its first ones."""

CLOSE_ALONE: Final = 2.0
"""Closeness that is enough where words cannot be compared."""

ALIKE: Final = 1.5
"""Closeness of a correction that only tells of a change to what stands right before it."""

LEADING: Final = 3
"""Best candidates that can be newer than a record with which they share no rare word: two states
of one thing are often told in quite other words, and both answer the question."""

BETTER, BEARS = 1.1, 0.2
"""How much better than the older record they have to fit the query, and which part of their score
that one has to reach: what hardly bears on the query is no state of what it asks for."""

REPLY_MS: Final = DAY_MS // 144
"""Ten minutes: what a program says in them is about the user's message before it, if the two share
a word; and a person corrects in them what they said last."""

SHARED_ALONE: Final = 0.3
"""Part of the shorter record's words that are rare ones of both, where vectors cannot."""

_ONE_THREAD: Final = 4 * 65_536
"""Multiplications up to which OpenBLAS starts no thread (``interface/gemm.c``)."""

About = Literal["present", "happened", "past"]
"""What a query is about: how things are; something that happened once, at a time it does not name;
a course of things, how they were, or a time of the past."""

_MOST_BY_WORDS = 2 * (RARE + RARE_ASKED) + 3 * SHARED
_MOST = _MOST_BY_WORDS + CHANGE + NUMBERED


@dataclass(frozen=True, slots=True)
class Said:
    """Records as they are compared with each other, an array each; those that are given first.

    Attributes:
        at: event time (ms).
        by: number of the person who said it; 0 is a program, whose word the user's replaces and
            that replaces nobody's.
        user: whether that is the user.
        file: number of the file where it stands: a file is one session.
        place: its place among the candidates, from 0.
        score: how well it fits the query.
        certain: it fits the query better than records fit by chance.
    """

    at: NDArray[np.int64]
    by: NDArray[np.int64]
    user: NDArray[np.bool_]
    file: NDArray[np.int64]
    place: NDArray[np.int64]
    score: NDArray[np.float64]
    certain: NDArray[np.bool_]


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
    if spread > 0:
        summed /= spread
    if len(known) == count:
        return summed
    found[known[:, None], known] = summed
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
        about: what the query is about. Where it is not the present, only corrections count, and
            in what happened also a newer record with another number.
        asked: the terms of the query.
    """

    def __init__(
        self,
        said: Said,
        given: int,
        close: NDArray[np.float64],
        about: About = "present",
        asked: Collection[str] = (),
    ) -> None:
        at, by, score = said.at[:given, None], said.by[:given, None], said.score[:given, None]
        later, program = said.at - at, by == PROGRAM
        talk = (said.file == said.file[:given, None]) & (abs(later) <= REPLY_MS)
        self._about, self._asked = about, frozenset(asked)
        self._reply = program & talk & (later <= 0)
        fits = (BETTER * score > 0) & (BETTER * score <= said.score) & (score >= BEARS * said.score)
        both = said.certain[:given, None] & said.certain & (said.place < LEADING)
        close, behind = close[:given], BEHIND * np.log1p(said.place)
        self._leads = both & fits & (abs(later) >= DAY_MS) & (close >= 0)
        self._before = _said_before(said)
        self._newest_first = np.argsort(-said.at, kind="stable")
        who = (said.by != PROGRAM) & ((by == said.by) | (program & said.user))
        when = (at > 0) & np.where(program, said.at > 0, later > 0)
        near = ~(close - behind < ENOUGH_POINTS - _MOST)
        # As Python's own numbers, which are compared pair by pair.
        self._close: list[list[float]] = close.tolist()
        self._behind: list[float] = behind.tolist()
        if about == "present":
            near |= self._reply | self._leads
        elif about == "happened":
            near &= ~program
        self._possible = who & when & (near & (about != "past") | (talk & (later > 0)))

    def deciding(self) -> list[int]:
        """Those whose words decide, as they may be replaced or be the newest word: worth reading
        from their files."""
        old, new = np.nonzero(self._possible)
        return sorted({*old.tolist(), *new.tolist()})

    def newest(
        self,
        told: Mapping[int, Telling],
        rare: frozenset[str] | None,
        mute: Collection[int] = (),
    ) -> dict[int, int]:
        """For each given record the newest one about the same thing, if any; for what a program
        said the user's newest, before or behind it: a program may repeat the user wrongly.

        Args:
            told: what the records tell that may be named.
            rare: those of their words that few records hold; ``None`` when not known.
            mute: records that are never the newest word.
        """
        found = {}
        able = {new for new, telling in told.items() if telling.own or not telling.words}
        able.difference_update(mute)
        for old, possible in enumerate(self._possible):
            for new in self._newest_first[possible[self._newest_first]].tolist():
                if old in told and new in able and self._replaced(old, new, told, rare):
                    found[old] = new
                    break
        return found

    def _replaced(
        self, old: int, new: int, told: Mapping[int, Telling], rare: frozenset[str] | None
    ) -> bool:
        if self._corrected(old, new, told):
            return True
        if self._about == "present":
            if self._answered(old, new, told):
                return True
            if told[new].changes and self._leads[old, new]:
                return True
        elif self._about == "past" or not (
            told[old].numbered and told[new].numbered and told[new].changes
        ):
            return False
        return self._about_the_same(old, new, told[old], told[new], rare)

    def _answered(self, old: int, new: int, told: Mapping[int, Telling]) -> bool:
        """Whether a program's record answers the user's."""
        return bool(self._reply[old, new]) and not told[old].words.isdisjoint(told[new].words)

    def _corrected(self, old: int, new: int, told: Mapping[int, Telling]) -> bool:
        """Whether what a person said last before it is corrected; or what a program replied."""
        before = self._before[new]
        if before not in told or (before != old and not self._answered(old, before, told)):
            return False
        first, then = told[before], told[new]
        if then.mistaken:
            return True
        if not (first.numbered and then.numbered):
            return False
        if then.objects or then.brief:
            return True
        close = self._close[before][new] if before < len(self._close) else nan
        return then.changes and close >= ALIKE

    def _about_the_same(
        self, old: int, new: int, first: Telling, then: Telling, rare: frozenset[str] | None
    ) -> bool:
        close = self._close[old][new]
        if rare is None:
            return close >= CLOSE_ALONE
        points = (
            close
            - self._behind[new]
            + CHANGE * then.changes
            + NUMBERED * (first.numbered and then.numbered)
        )
        if points < ENOUGH_POINTS - _MOST_BY_WORDS:
            return False
        shared = first.words & then.own
        few = shared & rare
        if isnan(close):
            return len(few) > 0 and len(few) >= SHARED_ALONE * min(
                len(first.words), len(then.words)
            )
        of_query = few & self._asked
        points += (
            RARE * min(len(few) - len(of_query), 2)
            + RARE_ASKED * min(len(of_query), 2)
            + SHARED * min(len(shared - self._asked), 3)
        )
        return bool(shared) and points >= ENOUGH_POINTS


def _said_before(said: Said) -> list[int]:
    """Which of the records each one's speaker said last before it in the same talk; -1: none."""
    later = said.at - said.at[:, None]
    same = (said.by == said.by[:, None]) & (said.file == said.file[:, None])
    before = same & (said.by != PROGRAM) & (said.at[:, None] > 0) & (later > 0)
    before &= later <= REPLY_MS
    last = np.where(before, said.at[:, None], -1)
    found = last.argmax(axis=0) if len(last) else np.zeros(0, int)
    return [int(n) if before[n, new] else -1 for new, n in enumerate(found)]
