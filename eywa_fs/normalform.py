"""Unicode normal forms of long texts, in a time that grows as the text does."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import Final, Literal

_MOST: Final = 4096
"""Characters that are brought into order at once: marks that follow each other are sorted in a
time that grows with the square of their number."""


def normal(form: Literal["NFC", "NFD", "NFKC"], text: str) -> str:
    """``text`` in a normal form; of marks without end on one letter, in parts of that."""
    if len(text) <= _MOST or text.isascii():
        return unicodedata.normalize(form, text)
    return "".join(unicodedata.normalize(form, part) for part in _parts(text))


def _parts(text: str) -> Iterator[str]:
    start = 0
    while len(text) - start > _MOST:
        end = start + _MOST
        while end > start and not _begins(text[end]):
            end -= 1
        end = end if end > start else start + _MOST
        yield text[start:end]
        start = end
    yield text[start:]


def _begins(char: str) -> bool:
    """Whether a character never becomes a part of what stands before it."""
    first = unicodedata.normalize("NFKD", char)[0]
    return not (unicodedata.category(first).startswith("M") or "\u1160" <= first <= "\u11ff")
