"""Many texts looked for in many bytes at once: plain, JSON-escaped and as UTF-16. Pure.

Of each text a few pieces are looked for, so that memory is bounded and a text that was cut is
found as well. A piece is known by eight or sixteen of its bytes, which numpy compares at every
place; what fits is then compared in full.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable
from typing import Final

import numpy as np
from numpy.typing import NDArray

PIECE: Final = 64
"""Characters of a piece at most."""
MOST_PIECES: Final = 8
"""Pieces of one text; of a longer text they are spread evenly."""
SHORTEST: Final = 8
"""Bytes: fewer stand anywhere by chance. A form that has fewer is not looked for."""
LONGEST: Final = 12 * PIECE
"""Bytes of a piece at most, each character escaped as two halves."""
HALVES: Final = "surrogatepass"
"""How a text is encoded in which half a character stands."""

_WORD: Final = re.compile("[A-Za-z_]+")
_MIX: Final = np.uint64(0x9E3779B97F4A7C15)
_MIX_2: Final = np.uint64(0xC2B2AE3D27D4EB4F)

Words = NDArray[np.uint64]


def pieces(text: str) -> list[str]:
    """The pieces of a text that are looked for; those of white space left out."""
    if len(text) <= PIECE:
        starts = [0]
    else:
        number = min(MOST_PIECES, -(-len(text) // PIECE))
        starts = [(len(text) - PIECE) * k // (number - 1) for k in range(number)]
    found = [text[start : start + PIECE] for start in starts]
    return [piece for piece in dict.fromkeys(found) if piece.strip()]


def forms(piece: str) -> set[bytes]:
    """How a piece may stand in a file; half a character as such, and as a question mark."""
    texts = {piece, *(json.dumps(piece, ensure_ascii=ascii)[1:-1] for ascii in (True, False))}
    ways = [(text, "utf-8") for text in texts]
    ways += [(piece, "utf-16-le"), (piece, "utf-16-be")]
    return {text.encode(way, halves) for text, way in ways for halves in ("replace", HALVES)}


class Needles:
    """Pieces that are looked for. ``short``: how many were given that stand anywhere by chance: too
    short, or a single word of the Latin alphabet, as names of columns and kinds are."""

    def __init__(self, given: Iterable[str]) -> None:
        self.short = 0
        self._pieces: dict[str, int] = {}
        self._by_key: dict[int, dict[bytes, list[tuple[bytes, int, int]]]] = {8: {}, 16: {}}
        for piece in dict.fromkeys(given):
            if len(piece.encode("utf-8", HALVES)) < SHORTEST or _WORD.fullmatch(piece):
                self.short += 1
            else:
                self._add(piece)
        self._tables = {size: _Table(size, keys) for size, keys in self._by_key.items() if keys}

    def __len__(self) -> int:
        return len(self._pieces)

    def some(self, numbers: Collection[int]) -> Needles:
        """A few of these pieces alone, numbered anew in the same order."""
        return Needles(piece for piece, number in self._pieces.items() if number in numbers)

    def found_in(self, data: bytes, known: Collection[int] = ()) -> set[int]:
        """Which pieces stand in ``data``; those in ``known`` are passed over."""
        found: set[int] = set()
        for size, table in self._tables.items():
            keys = self._by_key[size]
            for place in table.places(data):
                for form, offset, number in keys.get(data[place : place + size], ()):
                    if number in found or number in known or place < offset:
                        continue
                    if data.startswith(form, place - offset):
                        found.add(number)
        return found

    def _add(self, piece: str) -> None:
        number = self._pieces[piece] = len(self._pieces)
        for form in forms(piece):
            if len(form) < SHORTEST:  # three Chinese characters have six bytes as UTF-16
                continue
            size = 16 if len(form) >= 16 else 8
            keys = self._by_key[size]
            last = len(form) - size
            places = {form[at : at + size]: at for at in (0, last // 2, last)}
            key = min(places, key=lambda one: len(keys.get(one, ())))
            keys.setdefault(key, []).append((form, places[key], number))


class _Table:
    """The keys of one size, to be compared with every place of a block of bytes."""

    def __init__(self, size: int, keys: Collection[bytes]) -> None:
        self._size = size
        values = _mixed(np.frombuffer(b"".join(keys), "<u8").reshape(-1, size // 8))
        self._sorted = np.unique(values)
        bits = min(26, len(values).bit_length() + 6)  # so that few places are looked up in full
        self._shift = np.uint64(64 - bits)
        self._marked = np.zeros(1 << bits, np.bool_)
        self._marked[values >> self._shift] = True

    def places(self, data: bytes) -> list[int]:
        """Where a key stands, or (one time in 2**64) something of the same hash."""
        found: list[NDArray[np.int64]] = []
        for shift in range(8):
            count = (len(data) - shift) // 8
            if count * 8 < self._size:
                continue
            words = np.frombuffer(data, "<u8", count, shift)
            mixed = words * _MIX
            if self._size == 16:
                mixed = mixed[:-1] ^ words[1:] * _MIX_2
            near = np.flatnonzero(self._marked[mixed >> self._shift])
            at = np.searchsorted(self._sorted, mixed[near])
            at[at == len(self._sorted)] = 0
            found.append(near[self._sorted[at] == mixed[near]] * 8 + shift)
        return np.sort(np.concatenate(found)).tolist() if found else []


def _mixed(words: Words) -> Words:
    mixed: Words = words[:, 0] * _MIX
    if words.shape[1] == 2:
        mixed = mixed ^ words[:, 1] * _MIX_2
    return mixed
