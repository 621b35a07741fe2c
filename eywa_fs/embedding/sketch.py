"""Sketches: what is kept of a vector beside another that is near it, in one byte a number.

A vector ``v`` is kept as its difference from the other vector ``g``, in even steps::

    v ~ g + step q,   q = round((v - g) / step) in -127..127,   step = max |v - g| / 127

so that no number is off by more than half a step. Each model's part of a vector is sketched for
itself. Two models' 768 numbers take 776 bytes; as float32 they take 3,072.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import numpy as np

from eywa_fs.errors import DependencyUnavailable

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from eywa_fs.embedding.protocol import Part

LEVELS: Final = 127
"""Steps to either side. With 8 in all (four bits) one in five of the ten best of a search was
another, with 127 one in a hundred (docs/decisions/0010-lanes.md)."""

_STEP = np.dtype("<f4")


def size(parts: Sequence[Part]) -> int:
    """Bytes of a sketch: a step for each model, and a byte for each number of the vector."""
    return _STEP.itemsize * len(parts) + parts[-1].stop


def encode(
    vectors: NDArray[np.float32], bases: NDArray[np.float32], parts: Sequence[Part]
) -> list[bytes]:
    """Sketch each vector beside its base: float32, shape (count, dimension), row by row."""
    steps = np.zeros((len(vectors), len(parts)), _STEP)
    levels = np.zeros((len(vectors), parts[-1].stop), np.int8)
    for number, part in enumerate(parts):
        here = slice(part.start, part.stop)
        apart = vectors[:, here] - bases[:, here]
        steps[:, number] = np.abs(apart).max(axis=1) / LEVELS
        step = steps[:, number, None]
        exact = np.divide(apart, step, out=np.zeros_like(apart), where=step > 0)
        levels[:, here] = np.clip(np.rint(exact), -LEVELS, LEVELS)
    return [first.tobytes() + second.tobytes() for first, second in zip(steps, levels, strict=True)]


def decode(
    sketches: Sequence[bytes], bases: NDArray[np.float32], parts: Sequence[Part]
) -> NDArray[np.float32]:
    """The vectors as far as their sketches tell; an empty sketch says that it is the base.
    ``DependencyUnavailable`` where a sketch is not as long as sketches are."""
    vectors = bases.copy()
    rows = [number for number, sketch in enumerate(sketches) if sketch]
    if not rows:
        return vectors
    length = size(parts)
    if any(len(sketches[number]) != length for number in rows):
        raise DependencyUnavailable(
            "a sketch of a vector is damaged; run 'eywa repair --apply' to derive it anew"
        )
    table = np.frombuffer(b"".join(sketches[number] for number in rows), np.uint8)
    table = table.reshape(len(rows), length)
    head = _STEP.itemsize * len(parts)
    steps = np.ascontiguousarray(table[:, :head]).view(_STEP)
    levels = table[:, head:].view(np.int8)
    for number, part in enumerate(parts):
        here = slice(part.start, part.stop)
        vectors[rows, here] += steps[:, number, None] * levels[:, here]
    return vectors
