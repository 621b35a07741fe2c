"""BM25 over a scope: from the word index, and over documents that no index holds yet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import log
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from eywa_fs.index.word_query import own_boost
from eywa_fs.model.documents import IndexDocument

if TYPE_CHECKING:
    from eywa_fs.index.words import OpenWords

K1: Final = 1.2
B: Final = 0.75
"""Saturation of a term's frequency, and how far a document's length counts: tantivy's."""


@dataclass
class WordScores:
    """BM25 scores by document id, and what the index knows of the terms.

    Attributes:
        frequencies: documents that hold a term in their window.
        documents: how many documents there are.
        index: the word index that was asked, if any.
        scope_key: whose documents these are; the index holds those of others, too.
        tail: of the user's documents those that no index holds yet.
    """

    scores: dict[str, float] = field(default_factory=dict)
    frequencies: dict[str, int] = field(default_factory=dict)
    documents: int = 0
    index: OpenWords | None = None
    scope_key: str = ""
    tail: Sequence[IndexDocument] = ()

    def ceiling(self, terms: Sequence[str]) -> float:
        """The score that no document can exceed for a query with these terms.

        An unknown term counts as the rarest there is, so that a query whose words the memory has
        never seen keeps a low score.
        """
        if not self.documents:
            return 0.0
        return (1 + K1) * sum(
            (1 + own_boost(term)) * _idf(self.frequencies.get(term, 0), self.documents)
            for term in terms
        )

    def weight(self, term: str) -> float:
        """How rare a term is in the own words of the scope's documents: 1 for one of a single
        document, and about 0 for one of all. What others say has no part in it."""
        held = self._fresh[term]
        if self.index is not None:
            held += self.index.scope_freq(self.scope_key, term)
        return max(1 - log(max(held, 1)) / log(2 + self._size), 0.0)

    @cached_property
    def _size(self) -> int:
        """How many documents the scope has."""
        if self.index is None:
            return len(self.tail)
        indexed = self.index.doc_freqs([self.scope_key], "scope_key")
        return indexed.get(self.scope_key, 0) + len(self.tail)

    @cached_property
    def _fresh(self) -> Counter[str]:
        """In how many documents of the tail each term stands."""
        return Counter(term for d in self.tail for term in set(_terms(d.word_fields, "own")))


def with_tail(
    indexed: WordScores, documents: Sequence[IndexDocument], terms: Sequence[str]
) -> WordScores:
    """What the index found, and the scores of documents that it does not hold.

    In each field terms are as rare as in the index and the tail together, so that scores of both
    compare.
    """
    windows = [_terms(document.word_fields, "window") for document in documents]
    owns = [_terms(document.word_fields, "own") for document in documents]
    own_frequencies = {} if indexed.index is None else indexed.index.doc_freqs(terms, "own")
    frequencies = _together(indexed.frequencies, windows, terms)
    own_frequencies = _together(own_frequencies, owns, terms)
    count = indexed.documents + len(documents)
    idf = {term: _idf(frequencies[term], count) for term in terms}
    own_idf = {term: own_boost(term) * _idf(own_frequencies[term], count) for term in terms}
    scores = bm25(windows, idf) + bm25(owns, own_idf)
    found = {
        document.row.doc_id: float(score)
        for document, score in zip(documents, scores, strict=True)
        if score > 0
    }
    return replace(
        indexed,
        scores=indexed.scores | found,
        frequencies=frequencies,
        documents=count,
        tail=documents,
    )


def _together(
    indexed: Mapping[str, int], documents: Sequence[Sequence[str]], terms: Sequence[str]
) -> dict[str, int]:
    """In how many documents each term stands, of the index and of these."""
    here = Counter(term for words in documents for term in set(words))
    return {term: indexed.get(term, 0) + here[term] for term in terms}


def bm25(documents: Sequence[Sequence[str]], idf: Mapping[str, float]) -> NDArray[np.float64]:
    """The BM25 score of each document, given as its terms, for a query of these terms."""
    lengths = np.array([len(terms) for terms in documents])
    scores = np.zeros(len(documents))
    if not lengths.any():
        return scores
    room = K1 * (1 - B + B * lengths / (lengths.sum() / len(documents)))
    for term, weight in idf.items():
        counts = np.array([terms.count(term) for terms in documents])
        scores += weight * (counts * (K1 + 1) / (room + counts))
    return scores


def _terms(fields: Mapping[str, str], name: str) -> list[str]:
    return fields.get(name, "").split()


def _idf(frequency: int, documents: int) -> float:
    """As Lucene and tantivy: ``ln(1 + (N - n + 0.5) / (n + 0.5))``, never negative."""
    return log(1 + (documents - frequency + 0.5) / (frequency + 0.5))
