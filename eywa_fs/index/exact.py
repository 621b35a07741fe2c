"""Exact search of a scope: its vectors in memory, at half the bytes of float32.

Up to some ten thousand vectors a product with all of them is faster than the graph of the vector
store, misses nothing, and any filter is a choice of rows.

A vector is kept as whole numbers of 16 bits and the step between them, the largest of a vector
being 32,767 steps. Over unit vectors of 384 random numbers an inner product was off by 8e-6 at
most, less than a ten-thousandth of its standard deviation; float16 was off by six times as much,
and takes twenty times as long to make into float32 again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Self

import numpy as np
from numpy.typing import NDArray

LEVELS = 32_767
"""Steps from zero to the largest number of a vector: what 16 bits hold."""

BLOCK = 128
"""Vectors made into float32 at a time: they stay in the processor's cache."""

SCORED = 256
"""The same for scoring, in whole rows: twice as fast as each model's part of a row by itself."""

ROOM = 64
"""Rows in whose multiples joined vectors are allocated: memory is taken again by the next join of
a scope that grows by a row at a time, where pieces that grow by a row fit into no hole."""

EVERY = 32
"""Of a vector of 384 numbers 12 are looked at to tell it from zeros: one of 32,767 steps or so is 0
by chance."""

TINY = np.finfo(np.float32).tiny
"""Smaller steps have no inverse: such a vector is all zeros."""

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class CompactVectors:
    """Vectors by row number: ``levels`` are int16, shape (n, dimension), ``steps`` float32, shape
    (n,), NaN for a row without a vector."""

    levels: NDArray[np.int16] = field(default_factory=lambda: np.zeros((0, 0), np.int16))
    steps: Floats = field(default_factory=lambda: np.zeros(0, np.float32))

    @classmethod
    def of(cls, vectors: Floats) -> Self:
        """Keep vectors: float32, shape (n, dimension), rows of NaN where there is none."""
        levels = np.empty(vectors.shape, np.int16)
        steps = np.empty(len(vectors), np.float32)
        for start in range(0, len(vectors), BLOCK):
            rows = slice(start, start + BLOCK)
            block = vectors[rows]
            largest = np.maximum(block.max(axis=1, initial=0), -block.min(axis=1, initial=0))
            step = largest / np.float32(LEVELS)
            known = np.isfinite(step)
            factor = np.divide(1, step, out=np.zeros_like(step), where=step >= TINY)
            scaled = block * factor[:, None]
            scaled[~known] = 0
            levels[rows] = np.rint(scaled, out=scaled)
            steps[rows] = np.where(known, step, np.float32(np.nan))
        return cls(levels, steps)

    def __len__(self) -> int:
        return len(self.steps)

    @property
    def nbytes(self) -> int:
        return self.levels.nbytes + self.steps.nbytes

    def take(self, chosen: NDArray[np.bool_]) -> Self:
        """The rows of a mask."""
        return type(self)(self.levels[chosen], self.steps[chosen])

    def at(self, numbers: NDArray[np.int64]) -> Floats:
        """The vectors of some rows: float32, shape (n, dimension), NaN rows where unknown."""
        found: Floats = self.levels[numbers] * self.steps[numbers, None]
        return found

    def join(self, other: Self) -> Self:
        """Both, the other's rows last; either may be empty."""
        if not len(self) or not len(other):
            return self if len(self) else other
        rows = len(self) + len(other)
        size = -(-rows // ROOM) * ROOM
        levels = np.empty((size, self.levels.shape[1]), np.int16)[:rows]
        steps = np.empty(size, np.float32)[:rows]
        np.concatenate([self.levels, other.levels], out=levels)
        np.concatenate([self.steps, other.steps], out=steps)
        return type(self)(levels, steps)

    def scores(self, queries: Sequence[tuple[int, Floats]]) -> list[Floats]:
        """The inner products of each row with some queries, each of which comes with the place in
        a vector at which its numbers begin: float32, shape (n,) each, NaN without a vector."""
        first = min(start for start, _ in queries)
        last = max(start + len(query) for start, query in queries)
        found = [np.empty(len(self), np.float32) for _ in queries]
        block = np.empty((SCORED, last - first), np.float32)
        for begin in range(0, len(self), SCORED):
            rows = slice(begin, begin + SCORED)
            levels = self.levels[rows, first:last]
            part = block[: len(levels)]
            np.copyto(part, levels)
            for scores, (start, query) in zip(found, queries, strict=True):
                scores[rows] = part[:, start - first : start - first + len(query)] @ query
        for scores in found:
            scores *= self.steps
        return found

    def known(self, start: int, stop: int) -> NDArray[np.bool_]:
        """Which rows have numbers between two places: one in :data:`EVERY` is looked at."""
        return np.asarray(self.levels[:, start:stop:EVERY].any(axis=1))

    def mean(self) -> NDArray[np.float64] | None:
        """The mean of the rows that have a vector; ``None`` when none has."""
        known = ~np.isnan(self.steps)
        count = int(known.sum())
        if not count:
            return None
        total = np.zeros(self.levels.shape[1])
        steps = np.where(known, self.steps, np.float32(0))[:, None]
        for first in range(0, len(self), BLOCK):
            rows = slice(first, first + BLOCK)
            total += (self.levels[rows] * steps[rows]).sum(axis=0, dtype=np.float64)
        mean: NDArray[np.float64] = total / count
        return mean
