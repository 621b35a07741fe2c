"""Lane ``l1_fact_summary``: what belongs together in a user's month.

The spans of a month are cut into windows of at most :data:`WINDOW_SPANS`, a function of the month's
files alone, so that the same files give the same windows however they were read. Inside a window
the spans that share most words are grouped, up to :data:`GROUP_SPANS` together; each group is one
document, whose vector is the mean of its spans' vectors (nothing is embedded twice). When raw text
leaves the vector index with age, these documents stand in for it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import log
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

WINDOW_SPANS: Final = 256
"""Most spans that are grouped among themselves. A month, and not each file for itself: a talk of
two turns would lose one of them, and one line a day could not be thinned out at all."""

GROUP_SPANS: Final = 3
"""Most spans a group holds: a mean of more vectors says too little of each."""

GROUP_SHARE: Final = 0.58
"""Groups wanted per span, so that a window needs about 42 % fewer vectors."""

NEIGHBOUR_BONUS: Final = 0.2
"""Added to the likeness of spans in neighbouring lines of a file, half of it to those two lines
apart: an answer shares few words with its question."""


@dataclass(frozen=True, slots=True)
class Span:
    """A span of a record: its index terms with the speaker's name, and the record's file and
    line."""

    terms: tuple[str, ...]
    file: str
    line: int


def groups(spans: Sequence[Span]) -> list[tuple[int, ...]]:
    """The spans of a whole month (by day and place in the file), by their number, that belong
    together, window by window."""
    found = []
    for first, last in windows(len(spans)):
        found += [
            tuple(first + number for number in members) for members in _joined(spans[first:last])
        ]
    return found


def windows(spans: int) -> list[tuple[int, int]]:
    """Where each window of a month of so many spans begins and ends: as few windows as suffice, of
    one size to within a span."""
    count = -(-spans // WINDOW_SPANS)
    edges = [spans * number // count for number in range(count + 1)] if count else []
    return list(pairwise(edges))


def wanted_groups(spans: int) -> int:
    """How many groups a window of so many spans has."""
    return max(1, int(GROUP_SHARE * spans + 0.5))


def _joined(spans: Sequence[Span]) -> list[tuple[int, ...]]:
    """Join the likest spans of a window first, until few enough groups are left.

    Likeness is rounded so that no last bit of a platform's arithmetic decides; equal pairs are
    joined nearest first, then earliest first.
    """
    first, second = np.triu_indices(len(spans), 1)
    likeness = np.round(_likeness(spans)[first, second], 6)
    order = np.lexsort((second - first, -likeness))
    of = list(range(len(spans)))
    members = {number: [number] for number in of}
    wanted = wanted_groups(len(spans))
    for a, b in zip(first[order].tolist(), second[order].tolist(), strict=True):
        if len(members) <= wanted:
            break
        keep, drop = sorted((of[a], of[b]))
        if keep == drop or len(members[keep]) + len(members[drop]) > GROUP_SPANS:
            continue
        for number in members[drop]:
            of[number] = keep
        members[keep] += members.pop(drop)
    return [tuple(sorted(found)) for _, found in sorted(members.items())]


def rarity(texts: Sequence[Iterable[str]]) -> dict[str, float]:
    """What each term of some texts weighs: the more, the fewer of them have it."""
    known = Counter(term for terms in texts for term in set(terms))
    return {term: log(1 + len(texts) / number) for term, number in sorted(known.items())}


def _likeness(spans: Sequence[Span]) -> NDArray[np.float64]:
    """Cosine of tf-idf weights, and the bonus of neighbours; shape (spans, spans)."""
    rare = rarity([span.terms for span in spans])
    place = {term: number for number, term in enumerate(rare)}
    weights = np.zeros((len(spans), len(place)))
    for row, span in enumerate(spans):
        for term, number in Counter(span.terms).items():
            weights[row, place[term]] = (1 + log(number)) * rare[term]
    lengths = np.linalg.norm(weights, axis=1, keepdims=True)
    weights /= np.where(lengths > 0, lengths, 1.0)
    files = {path: number for number, path in enumerate(sorted({span.file for span in spans}))}
    file = np.array([files[span.file] for span in spans])
    line = np.array([span.line for span in spans])
    apart = np.where(file[:, None] == file, np.abs(line[:, None] - line), 0)
    bonus = NEIGHBOUR_BONUS * ((apart == 1) + 0.5 * (apart == 2))
    found: NDArray[np.float64] = weights @ weights.T + bonus
    return found
