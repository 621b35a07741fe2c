"""How certain a fact is, computed from the words that carry it.

There is no model behind the number; it is a product of a base for how the fact was said and one
factor for each thing that weakens it. The constants are a documented convention (ordered by
judgement, not fitted): they rank facts and let a caller set a threshold.
"""

from __future__ import annotations

from enum import Enum

#: A plain, direct statement. Not 1: even a plain statement can be a slip.
PLAIN = 0.95
#: Each hedge ("I think", "probably", 好像) multiplies the certainty by this.
HEDGE_FACTOR = 0.75
#: No hedging goes below this: the text still said it.
FLOOR = 0.2


class Modality(Enum):
    """How the sentence presents its content; the value is the factor applied."""

    ASSERTED = 1.0
    #: Said by or about a third party ("she says", 听说).
    REPORTED = 0.85
    #: A declared intention or obligation: sure as such, open as an event.
    INTENDED = 0.9
    #: A wish.
    WISHED = 0.85


class Directness(Enum):
    """How much the reader had to supply; the value is the factor applied."""

    #: Subject and value are both in the clause.
    EXPLICIT = 1.0
    #: The subject was dropped or is a pronoun resolved from the sentence before.
    ELLIPTIC = 0.92
    #: The value follows from a turn of phrase.
    IMPLIED = 0.8


def certainty(
    *,
    modality: Modality = Modality.ASSERTED,
    directness: Directness = Directness.EXPLICIT,
    hedges: int = 0,
    questioned: bool = False,
) -> float:
    """The certainty of one fact.

    Args:
        modality: how the content is presented.
        directness: how much had to be inferred.
        hedges: number of hedging words in the clause; counted up to three.
        questioned: a statement that ends in a question mark; counts as one more hedge.

    Returns:
        ``PLAIN * modality * directness * HEDGE_FACTOR ** hedges``, at least :data:`FLOOR`, rounded
        to three places.
    """
    weak = min(max(hedges, 0) + int(questioned), 3)
    value = PLAIN * modality.value * directness.value * HEDGE_FACTOR**weak
    return round(max(value, FLOOR), 3)
