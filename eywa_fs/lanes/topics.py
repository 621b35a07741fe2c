"""Lane ``l2_topic_summary``: what a user's month was about, in a fifth of its words or less.

The spans of a month, as lane L1 takes them, are cut into blocks of a few neighbouring lines of one
file; blocks that share rare words are joined into topics (average linkage). A topic's text are its
most telling sentences, best first. All of it is a function of the month's files and of words alone,
so that it is the same however and wherever it was made.

Across months, :func:`threads` joins topics that are about the same, and :func:`labels` names them;
both see only the sentences that were proved when they were asked for, so nothing of them is stored.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log, sqrt
from typing import TYPE_CHECKING, Final

import numpy as np

from eywa_fs.lanes.summary import Span, sentences, windows
from eywa_fs.language import stopwords
from eywa_fs.language.script import CJK, fold
from eywa_fs.language.tokens import index_terms, query_terms

if TYPE_CHECKING:
    from numpy.typing import NDArray


BLOCK_SPANS: Final = 4
"""Most spans of a block: an answer shares few words with its question, but belongs to it."""

WINDOW_SPANS: Final = 2048
"""Most spans whose blocks are compared with each other."""

LIKENESS: Final = 0.1
"""Mean cosine of the rare words of two topics from which on they are one."""

SENTENCE_SHARE: Final = 0.2
"""Most of a topic's characters that its text takes (specified: 0.10 to 0.25)."""

MIN_SENTENCES: Final = 5
"""A topic of fewer has no sentence that is a fifth of it."""

LABEL_TERMS: Final = 4
"""Most words that name a thread."""

PHRASE_CHARS: Final = range(2, 7)
"""Lengths of Chinese that can name a thread; there is no dictionary, so whatever is longer than
two must be said twice."""

_WORD: Final = re.compile(rf"[^\W\d_{CJK}](?:[^\W_{CJK}]|['’-](?=[^\W_{CJK}]))+|[{CJK}]{{2,}}")
_HAN: Final = re.compile(f"[{CJK}]")


@dataclass(frozen=True, slots=True)
class Topic:
    """Spans (by their number) about one thing, and what tells most of them.

    ``sentences`` are ``(number of the span, start, end)``: characters of its record's content, the
    most telling first.
    """

    members: tuple[int, ...]
    sentences: tuple[tuple[int, int, int], ...]


def topics(spans: Sequence[Span]) -> list[Topic]:
    """The topics of a whole month; what is too little to be one is in none.

    Args:
        spans: all of it, by day and place in the file.
    """
    found = []
    for first, last in windows(len(spans), WINDOW_SPANS):
        part = spans[first:last]
        terms = [_meaningful(span) for span in part]
        blocks = _blocks(part)
        said = [[term for n in block for term in terms[n]] for block in blocks]
        rarity = _rarity(said)
        for joined in _joined(_weights(said, rarity), LIKENESS):
            members = sorted(n for block in joined for n in blocks[block])
            chosen = _telling([part[n] for n in members], [terms[n] for n in members], rarity)
            if chosen:
                told = tuple((first + members[n], start, end) for n, start, end in chosen)
                found.append(Topic(tuple(first + n for n in members), told))
    return found


def threads(texts: Sequence[str]) -> list[list[int]]:
    """Which topics, by their number, are about the same; each thread in the order given.

    Args:
        texts: the sentences of each topic.
    """
    found = []
    for first, last in windows(len(texts), WINDOW_SPANS // BLOCK_SPANS):
        said = [query_terms(text) for text in texts[first:last]]
        joined = _joined(_weights(said, _rarity(said)), LIKENESS)
        found += [[first + n for n in members] for members in joined]
    return found


def labels(texts: Sequence[Sequence[str]]) -> list[tuple[str, ...]]:
    """A few words that name each thread: often in its sentences, seldom in those of the others.

    Args:
        texts: the sentences of each thread.
    """
    counted = [Counter(word for text in thread for word in _phrases(text)) for thread in texts]
    spread = Counter(word for count in counted for word in count)
    named = []
    for count in counted:
        rated = {
            word: round(number * log(1 + len(texts) / spread[word]) ** 2, 6)
            for word, number in count.items()
            if number > 1 or len(word) == PHRASE_CHARS[0] or not _HAN.match(word)
        }
        named.append(_distinct(sorted(rated, key=lambda w: (-rated[w], -len(w), w)), count))
    return named


def _blocks(spans: Sequence[Span]) -> list[list[int]]:
    found: list[list[int]] = []
    for number, span in enumerate(spans):
        if found and len(found[-1]) < BLOCK_SPANS and spans[found[-1][-1]].file == span.file:
            found[-1].append(number)
        else:
            found.append([number])
    return found


def _meaningful(span: Span) -> list[str]:
    kept = set(query_terms(span.text))
    return [term for term in span.terms if term in kept]


def _rarity(documents: Sequence[Sequence[str]]) -> dict[str, float]:
    """idf² of the terms that more than one document has.

    Squared, because many half-common words of small talk otherwise outweigh the few that a topic
    is told by, and a talk of months becomes one topic.
    """
    known = Counter(term for terms in documents for term in set(terms))
    return {t: log(len(documents) / df) ** 2 for t, df in sorted(known.items()) if df > 1}


def _weights(
    documents: Sequence[Sequence[str]], rarity: Mapping[str, float]
) -> NDArray[np.float64]:
    """Each document as its terms' weights, a row of length 1 or 0."""
    place = {term: number for number, term in enumerate(rarity)}
    found = np.zeros((len(documents), len(place)))
    for row, terms in enumerate(documents):
        for term, number in Counter(terms).items():
            if term in place:
                found[row, place[term]] = (1 + log(number)) * rarity[term]
    lengths = np.linalg.norm(found, axis=1, keepdims=True)
    return found / np.where(lengths > 0, lengths, 1.0)


def _joined(weights: NDArray[np.float64], enough: float) -> list[list[int]]:
    """Join the likest first, by the mean likeness of their members, while they are like enough.

    Likeness is rounded so that no last bit of a platform's arithmetic decides; the first of equal
    pairs is joined.
    """
    likeness = np.round(weights @ weights.T, 6)
    np.fill_diagonal(likeness, -1.0)
    members = {number: [number] for number in range(len(weights))}
    while len(members) > 1:
        a, b = sorted(divmod(int(likeness.argmax()), len(likeness)))
        if likeness[a, b] < enough:
            break
        size, more = len(members[a]), len(members[b])
        row = np.round((size * likeness[a] + more * likeness[b]) / (size + more), 6)
        row[(likeness[a] < 0) | (likeness[b] < 0)] = -1.0
        likeness[a], likeness[:, a] = row, row
        likeness[b], likeness[:, b] = -1.0, -1.0
        members[a] += members.pop(b)
    return [sorted(found) for _, found in sorted(members.items())]


def _telling(
    spans: Sequence[Span], terms: Sequence[Sequence[str]], rarity: Mapping[str, float]
) -> list[tuple[int, int, int]]:
    """Sentences with much of what the topic's spans share and other topics lack, as many as
    :data:`SENTENCE_SHARE` lets in; what one has said counts half for the next (as in SumBasic:
    Nenkova and Vanderwende, 2005)."""
    places = [(n, *place) for n, span in enumerate(spans) for place in sentences(span.text)]
    if len(places) < MIN_SENTENCES:
        return []
    known = Counter(term for found in terms for term in set(found))
    value = {t: log(1 + n) * (0.01 + rarity.get(t, 0.0)) for t, n in known.items()}
    said = [index_terms(spans[n].text[start:end]) for n, start, end in places]
    left = SENTENCE_SHARE * sum(end - start for _, start, end in places)
    chosen: list[tuple[int, int, int]] = []
    waiting = list(range(len(places)))
    while waiting:
        waiting = [n for n in waiting if places[n][2] - places[n][1] <= left]
        if not waiting:
            break
        worth = [sum(value.get(t, 0.0) for t in sorted(set(said[n]))) for n in waiting]
        rated = [round(w / sqrt(len(said[n]) + 3), 6) for w, n in zip(worth, waiting, strict=True)]
        best = waiting.pop(rated.index(max(rated)))
        number, start, end = places[best]
        left -= end - start
        chosen.append((number, spans[number].start + start, spans[number].start + end))
        for term in set(said[best]) & value.keys():
            value[term] /= 2
    return chosen


def _phrases(text: str) -> Iterable[str]:
    """What could name a thing in a sentence, each once: words, and pieces of Chinese."""
    found = set()
    for word in _WORD.findall(fold(text)):
        if not _HAN.match(word):
            if len(word) > 2 and word.isalpha() and word not in stopwords.ENGLISH:
                found.add(word)
            continue
        for size in PHRASE_CHARS:
            for start in range(len(word) - size + 1):
                piece = word[start : start + size]
                if not (piece[0] in stopwords.CHINESE or piece[-1] in stopwords.CHINESE):
                    found.add(piece)
    return found


def _distinct(words: Sequence[str], count: Counter[str]) -> tuple[str, ...]:
    """The first few that say something of their own."""
    kept: list[str] = []
    stems: set[tuple[str, ...]] = set()
    for word in words:
        whole = word
        if _HAN.match(word):
            longer = (w for w in words if word in w and 10 * count[w] >= 8 * count[word])
            whole = max(longer, key=lambda w: (len(w), w))
        stem = tuple(index_terms(whole))
        if stem in stems or any(_overlap(whole, other) for other in kept):
            continue
        stems.add(stem)
        kept.append(whole)
        if len(kept) == LABEL_TERMS:
            break
    return tuple(kept)


def _overlap(word: str, other: str) -> bool:
    """Whether two Chinese pieces are parts of one phrase."""
    return bool(_HAN.match(word) and {*index_terms(word)} & {*index_terms(other)})
