"""How the word lists of this package are written down."""

from __future__ import annotations


def words(text: str) -> frozenset[str]:
    """A set of single words from a block of text."""
    return frozenset(text.split())


def phrases(text: str) -> frozenset[str]:
    """A set of comma-separated phrases; line breaks count as spaces."""
    parts = text.split(",")
    return frozenset(" ".join(part.split()) for part in parts if part.strip())
