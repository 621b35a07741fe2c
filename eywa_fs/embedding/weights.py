"""How much each model of the default ensemble counts for a query, by the query's script."""

from __future__ import annotations

LATIN_SHARE = 0.8
"""From this share of Latin letters on, a query counts as one the English model can read."""
ENGLISH_WEIGHTS = (2.0, 1.0)
"""E5 and MiniLM. Cosines of E5 lie close together (about 0.7 to 0.95), those of MiniLM spread over
0 to 1, so equal weights would leave the ranking to MiniLM. Chosen on development data."""
OTHER_WEIGHTS = (1.0, 0.0)
"""MiniLM's vocabulary is English: in other scripts its part is noise and is left out."""


def weights_for(query: str) -> tuple[float, float]:
    """Weights of (multilingual, English) model for ``query``; without letters both count."""
    letters = [char for char in query if char.isalpha()]
    latin = sum(char < "\u0250" for char in letters)
    if not letters or latin >= LATIN_SHARE * len(letters):
        return ENGLISH_WEIGHTS
    return OTHER_WEIGHTS
