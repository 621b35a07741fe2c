"""Lane ``l1_fact_summary``: what belongs together in a stretch of a session day, in few sentences.

A session-day file is cut into windows of :data:`WINDOW_LINES` lines by line number alone, so that
the same file gives the same windows however it was read. Inside a window the spans that share most
words are grouped, up to :data:`GROUP_SPANS` together; each group is one document. Its vector is
the mean of its spans' vectors (nothing is embedded twice), its text some of its sentences. When
raw text leaves the vector index with age, these documents stand in for it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import log, sqrt
from typing import Final

from eywa_fs.language.tokens import index_terms

WINDOW_LINES: Final = 16
"""Lines of a file that are grouped among themselves. Eight or a whole file measured alike."""

GROUP_SPANS: Final = 3
"""Most spans a group holds: a mean of more vectors says too little of each."""

GROUP_SHARE: Final = 0.58
"""Groups wanted per span, so that a window needs about 40 % fewer vectors."""

SENTENCE_SHARE: Final = 0.45
"""Share of a group's sentences that make its text (specified: 0.35 to 0.55)."""

_SENTENCE: Final = re.compile(
    r"[^。！？!?；;\n.]*(?:\.(?!\s|$)[^。！？!?；;\n.]*)*[。！？!?；;\n.]*\s*"
)
_FIGURE: Final = re.compile(r"\d|(?<=\s)[A-Z][a-z]")


@dataclass(frozen=True, slots=True)
class Span:
    """A span of a record: its text as embedded, where it starts in the record, its index terms
    with the speaker's name, and the record's line."""

    text: str
    start: int
    terms: tuple[str, ...]
    line: int


@dataclass(frozen=True, slots=True)
class Group:
    """Spans (by their number) that belong together, and the sentences that stand for them.

    ``sentences`` has for each member the chosen character ranges of its record's content.
    """

    members: tuple[int, ...]
    sentences: tuple[tuple[tuple[int, int], ...], ...]


def windows(spans: Sequence[Span]) -> list[tuple[int, list[Group]]]:
    """The groups of a whole file, window by window.

    Args:
        spans: all of it, in file order.

    Returns:
        The number of each window's first span, and its groups (which count from there).
    """
    found = []
    first = 0
    for last in range(1, len(spans) + 1):
        if last == len(spans) or _window(spans[last]) != _window(spans[first]):
            found.append((first, summaries(spans[first:last])))
            first = last
    return found


def wanted_groups(spans: int) -> int:
    """How many groups a window of so many spans has."""
    return max(1, int(GROUP_SHARE * spans + 0.5))


def summaries(spans: Sequence[Span]) -> list[Group]:
    """The groups of one window, ordered by their first span; nothing for an empty window."""
    if not spans:
        return []
    rarity = _rarity(spans)
    return [
        Group(members, _chosen_sentences([spans[n] for n in members], rarity))
        for members in group(spans)
    ]


def group(spans: Sequence[Span]) -> list[tuple[int, ...]]:
    """Join the most similar spans first, until few enough groups are left.

    Similarity is the cosine of tf-idf weights within the window, rounded so that no last bit of a
    platform's arithmetic decides; equal pairs are joined nearest first, then earliest first.
    """
    weights = _weights(spans, _rarity(spans))
    pairs = sorted(
        (-round(_cosine(weights[a], weights[b]), 6), b - a, a, b)
        for a, b in combinations(range(len(spans)), 2)
    )
    of = list(range(len(spans)))
    size = Counter(of)
    left, wanted = len(spans), wanted_groups(len(spans))
    for _, _, a, b in pairs:
        if left <= wanted:
            break
        first, second = of[a], of[b]
        if first == second or size[first] + size[second] > GROUP_SPANS:
            continue
        keep, drop = min(first, second), max(first, second)
        of = [keep if name == drop else name for name in of]
        size[keep] += size.pop(drop)
        left -= 1
    return [
        tuple(number for number, name in enumerate(of) if name == first)
        for first in sorted(set(of))
    ]


def sentences(text: str) -> list[tuple[int, int]]:
    """Character ranges of the sentences of a text, without surrounding blanks."""
    found = []
    for match in _SENTENCE.finditer(text):
        piece = match.group()
        if piece.strip():
            start = match.start() + len(piece) - len(piece.lstrip())
            found.append((start, start + len(piece.strip())))
    return found


def _chosen_sentences(
    spans: Sequence[Span], rarity: Mapping[str, float]
) -> tuple[tuple[tuple[int, int], ...], ...]:
    """The sentences that tell most for their length; the first of equals."""
    found = [(n, *place) for n, span in enumerate(spans) for place in sentences(span.text)]
    scored = []
    for number, (n, start, end) in enumerate(found):
        sentence = spans[n].text[start:end]
        terms = index_terms(sentence)
        weight = sum(rarity.get(term, 0.0) for term in set(terms)) / sqrt(len(terms) + 3)
        scored.append((-round(weight * (1.2 if _FIGURE.search(sentence) else 1.0), 6), number))
    kept = sorted(
        number for _, number in sorted(scored)[: max(1, int(SENTENCE_SHARE * len(found)))]
    )
    chosen: list[list[tuple[int, int]]] = [[] for _ in spans]
    for number in kept[: len(found)]:
        n, start, end = found[number]
        chosen[n].append((spans[n].start + start, spans[n].start + end))
    return tuple(tuple(ranges) for ranges in chosen)


def _window(span: Span) -> int:
    return (span.line - 1) // WINDOW_LINES


def _rarity(spans: Sequence[Span]) -> dict[str, float]:
    known = Counter(term for span in spans for term in sorted(set(span.terms)))
    return {term: log(1 + len(spans) / number) for term, number in known.items()}


def _weights(spans: Sequence[Span], rarity: Mapping[str, float]) -> list[dict[str, float]]:
    found = []
    for span in spans:
        counts = Counter(span.terms)
        weights = {term: (1 + log(number)) * rarity[term] for term, number in counts.items()}
        norm = sqrt(sum(value * value for value in weights.values())) or 1.0
        found.append({term: value / norm for term, value in weights.items()})
    return found


def _cosine(first: Mapping[str, float], second: Mapping[str, float]) -> float:
    if len(second) < len(first):
        first, second = second, first
    return sum(value * second[term] for term, value in first.items() if term in second)
