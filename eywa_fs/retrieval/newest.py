"""Which record is the user's newer word on what another one is about. Pure.

Two records are about the same thing when enough speaks for it: few of the person's other records
are closer to either in meaning; they share words that few records hold; both name a value of one
kind; the newer one tells of a change, bears on the query, and time has passed between them. Or when
the newer one says right behind the older one that this was a mistake. Nothing is left out of an
answer for it: the newer record is put beside the older one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import isnan
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

AMONG: Final = 13
"""Other records that a person is taken to have at least, as many of them closer in proportion: of
few, few are closer by chance to what has nothing to do with either."""

ENOUGH_POINTS: Final = 2.0
"""What has to speak for two records being about the same thing, in the points below. These were
fitted to labelled pairs of seven sets, one left out at a time (docs/retrieval.md)."""

CLOSER_TO_OLDER, CLOSER_TO_NEWER = 1.0, 0.75
"""Points taken for each natural logarithm of 1 and the person's other records that are closer to
the older one than the newer one is; and that are closer to the newer one than the older one is."""

SHARED, MOST_SHARED, NOT_KNOWN = 1.0, 3.0, 0.5
"""Points for the weight of the words that both hold (1 for a word of one record, 0 for one of all),
the most weight that counts, and the weight of a word whose frequency cannot be asked."""

CHANGE, KIND = 1.0, 1.0
"""Points for a newer record that tells of a change, and for values of one kind in both."""

BEHIND: Final = 0.4
"""Points taken for each natural logarithm of the newer one's place among the candidates: a state of
what the query asks for is among its first ones."""

APART: Final = 0.45
"""Points for each natural logarithm of 1 and the days between them: most of what somebody says next
in one talk goes on with what was said."""

HIT: Final = 1.0
"""Points by which a record that is given anyway goes before one that would have to be brought."""

CERTAIN, LEAST = 100.0, 0.01
"""Points for what somebody says was a mistake, which nothing outweighs; and for the message that a
program answered, which every newer word outweighs."""

SHARED_ALONE: Final = 0.3
"""Weight of the shared words, as a part of the shorter record's number of words, that is enough
where there are no vectors."""

REPLY_MS: Final = DAY_MS // 144
"""Ten minutes: what a program says in them behind the user's message is about this, if the two
share a word; and a person says in them that what they said last was a mistake."""

ANSWERED, CORRECTED = 1, 2
"""Lines of a session from a message to its answer, and to the same person's next one at most."""

_ONE_THREAD: Final = 4 * 65_536
"""Multiplications up to which OpenBLAS starts no thread (``interface/gemm.c``)."""

About = Literal["present", "happened", "past"]
"""What a query is about: how things are; something that happened once, at a time it does not name;
a course of things, how they were, or a time of the past."""

_MOST = SHARED * MOST_SHARED + CHANGE + KIND


@dataclass(frozen=True, slots=True)
class Said:
    """Records as they are compared with each other, an array each; those that are given first.

    Attributes:
        at: event time (ms).
        by: number of the person who said it; 0 is a program, whose word the user's replaces and
            that replaces nobody's.
        user: whether that is the user.
        session: number of the session it was said in.
        line: its line there, of all days.
        place: its place among the candidates, from 0.
    """

    at: NDArray[np.int64]
    by: NDArray[np.int64]
    user: NDArray[np.bool_]
    session: NDArray[np.int64]
    line: NDArray[np.int64]
    place: NDArray[np.int64]


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
        about: what the query is about. Where it is not the present, only what was a mistake counts,
            and in what happened also a newer record with another value of one kind.
    """

    def __init__(
        self, said: Said, given: int, close: NDArray[np.float64], about: About = "present"
    ) -> None:
        at, by = said.at[:given, None], said.by[:given, None]
        later, program = said.at - at, by == PROGRAM
        lines = said.line - said.line[:given, None]
        talk = (said.session == said.session[:given, None]) & (abs(later) <= REPLY_MS)
        self._about: About = about
        self._at: list[int] = said.at.tolist()
        self._reply = program & talk & (later <= 0) & (lines == -ANSWERED)
        self._next = ~program & talk & (later > 0) & (lines > 0) & (lines <= CORRECTED)
        self._next &= by == said.by
        self._newest_first = np.argsort(-said.at, kind="stable")
        who = (said.by != PROGRAM) & ((by == said.by) | (program & said.user))
        when = (at > 0) & np.where(program & (self._reply | (later > 0)), said.at > 0, later > 0)
        gone = np.log1p(np.maximum(later, 0) / DAY_MS)
        points = APART * gone - BEHIND * np.log1p(said.place) - _closer(close, given, said.by)
        # As Python's own numbers, which are compared pair by pair.
        self._points: list[list[float]] = points.tolist()
        near = ~(points < ENOUGH_POINTS - _MOST) & (later > 0)
        if about == "happened":
            near &= ~program
        self._possible = who & when & ((near & (about != "past")) | self._next)
        if about == "present":
            self._possible |= who & when & self._reply

    def deciding(self) -> list[int]:
        """Those whose words decide, as they may be replaced or be the newest word: worth reading
        from their files."""
        old, new = np.nonzero(self._possible)
        return sorted({*old.tolist(), *new.tolist()})

    def newer(
        self,
        told: Mapping[int, Telling],
        weight: Callable[[str], float],
        silent: Callable[[int], bool] = lambda _: False,
        answers: Callable[[int], bool] = lambda _: False,
        now: int = 0,
        apart: Callable[[Telling, Telling], bool] = lambda _, __: False,
    ) -> dict[int, int]:
        """For each given record the one for which most speaks of those that may have replaced it,
        if any; for what a program said the user's behind it, or else the one it answers: a program
        may repeat it wrongly. What has a newer word of its own says so itself.

        Args:
            told: what the records tell that may be named.
            weight: of a word that several of them hold, at most 1; asked of few.
            silent: whether a record is never the newer word.
            answers: whether a record may be about what a program said right before it.
            now: when it is asked (ms): what holds for one occasion is no newer word once that is
                over.
            apart: whether two records are about different things, by the identifiers they hold;
                what says that it was a mistake may well give another one.
        """
        found = {}
        for old, possible in enumerate(self._possible):
            if old not in told:
                continue
            best = 0.0
            for new in self._newest_first[possible[self._newest_first]].tolist():
                if new not in told:
                    continue
                points = self._speaks(old, new, told, weight, answers)
                if points <= best or silent(new):
                    continue
                over = self._at[new] + told[new].occasion_days * DAY_MS < now
                past = (over and told[new].excepts(told[old])) or apart(told[old], told[new])
                if points >= CERTAIN or not past:
                    found[old], best = new, points
        return found

    def _speaks(
        self,
        old: int,
        new: int,
        told: Mapping[int, Telling],
        weight: Callable[[str], float],
        answers: Callable[[int], bool],
    ) -> float:
        """What speaks for a record having replaced another one; 0 where it is not enough."""
        first, then = told[old], told[new]
        corrects = self._next[old, new] and then.corrects(first)
        if corrects and not (then.may_answer and answers(new)):
            return CERTAIN
        shared = first.words & then.words
        if self._reply[old, new]:
            figures = not first.numbers or not first.numbers.isdisjoint(then.numbers)
            return LEAST if figures and shared & then.own else 0.0
        if self._about == "past":
            return 0.0
        points = self._points[old][new]
        most = SHARED * min(len(shared), MOST_SHARED) + CHANGE + KIND
        if points + most < ENOUGH_POINTS or then.foreign:
            return 0.0
        own = shared & then.own
        if shared and not own:
            return 0.0  # only what it quotes is about the same thing
        kinds = not first.kinds.isdisjoint(then.kinds)
        if self._about == "happened" and not (kinds and then.changes):
            return 0.0
        weighs = sum(map(weight, own))
        if isnan(points):
            enough = SHARED_ALONE * min(len(first.words), len(then.words))
            return weighs if weighs >= enough else 0.0
        points += SHARED * min(weighs, MOST_SHARED) + CHANGE * then.changes + KIND * kinds
        if points < ENOUGH_POINTS:
            return 0.0
        return points + HIT if new < len(self._points) else points


def _closer(close: NDArray[np.float64], given: int, by: NDArray[np.int64]) -> NDArray[np.float64]:
    """Points taken of each pair for other records that are closer to one of both, of few for as
    many as it would be of :data:`AMONG`; NaN where it cannot be told."""
    told = close.copy()
    np.fill_diagonal(told, np.nan)  # what is the same is not closer
    people = by != PROGRAM
    closer = [
        (told[:given, people][:, None, :] > told[:given, :, None]).sum(axis=2),
        (told[:, people][None, :, :] > told[:given, :, None]).sum(axis=2),
    ]
    others = int((people & ~np.isnan(told).all(axis=1)).sum()) - 2
    of_each = max(1.0, AMONG / max(others, 1))
    older, newer = np.log1p(closer[0] * of_each), np.log1p(closer[1] * of_each)
    taken = CLOSER_TO_OLDER * older + CLOSER_TO_NEWER * newer
    return np.where(np.isnan(close[:given]), np.nan, taken)
