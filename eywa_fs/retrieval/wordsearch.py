"""BM25 over a scope: from the word index, and over documents that no index holds yet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from math import log
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from eywa_fs.generations.generation import Generation
from eywa_fs.index.bm25 import rank_tokens
from eywa_fs.model.documents import IndexDocument
from eywa_fs.model.results import Filters
from eywa_fs.retrieval.fusion import OWN_FIELD_BOOST, words_ceiling

if TYPE_CHECKING:
    from eywa_fs.index.words import OpenWords


RARE_IN = 200
"""A word of at most one in so many documents is rare (docs/retrieval.md has what others gave)."""

RARE_FEW = 4
"""Documents of a small memory that may hold a rare word."""


@dataclass(slots=True)
class WordScores:
    """BM25 scores by document id, what the index knows of the terms, and the ceiling.

    ``index``: the word index that was asked, if any.
    """

    scores: dict[str, float] = field(default_factory=dict)
    frequencies: dict[str, int] = field(default_factory=dict)
    documents: int = 0
    index: OpenWords | None = None

    def ceiling(self, terms: Sequence[str]) -> float:
        """The score no document can exceed."""
        if not self.documents:
            return 0.0
        return words_ceiling([self.frequencies.get(term, 0) for term in terms], self.documents)


def search_index(
    generation: Generation,
    tenant_id: str,
    key: str,
    terms: Sequence[str],
    filters: Filters,
    limit: int,
) -> WordScores:
    """The best matches of the word index.

    Raises:
        DependencyUnavailable: it is damaged or gone.
    """
    from eywa_fs.index.words import WordFilter

    words = generation.words(tenant_id).opened()
    if not terms:
        return WordScores(documents=words.count, index=words)
    found = words.search(
        key,
        terms,
        limit=limit,
        filters=WordFilter(
            session_keys=filters.session_ids or None,
            roles=filters.roles or None,
            source_types=filters.source_types or None,
            tags=filters.tags or None,
            time_from_ms=filters.time_from,
            time_to_ms=filters.time_to,
        ),
        field_boosts={"window": 1.0, "own": OWN_FIELD_BOOST},
    )
    return WordScores(
        scores=dict(found),
        frequencies=words.doc_freqs(terms, "window"),
        documents=words.count,
        index=words,
    )


def search_tail(
    documents: Sequence[IndexDocument], terms: Sequence[str], indexed: WordScores
) -> WordScores:
    """Score documents that are not indexed, on the scale of the index.

    Terms are as rare as in the index and the tail together, so that scores of both compare.
    """
    windows = [_terms(document.word_fields, "window") for document in documents]
    owns = [_terms(document.word_fields, "own") for document in documents]
    here = {term: sum(term in words for words in map(set, windows)) for term in terms}
    total = WordScores(
        frequencies={term: indexed.frequencies.get(term, 0) + here[term] for term in terms},
        documents=indexed.documents + len(documents),
    )
    idf = {term: _idf(total.frequencies[term], total.documents) for term in terms}
    scores: NDArray[np.float64] = rank_tokens(terms, windows, idf=idf)
    scores = scores + OWN_FIELD_BOOST * rank_tokens(terms, owns, idf=idf)
    total.scores = {
        document.row.doc_id: float(score)
        for document, score in zip(documents, scores, strict=True)
        if score > 0
    }
    return total


def merged(indexed: WordScores, tail: WordScores) -> WordScores:
    """Both together; the tail's counts cover the index's."""
    scores = indexed.scores | tail.scores
    return WordScores(scores, tail.frequencies, tail.documents, indexed.index)


@dataclass(frozen=True, slots=True)
class Rarity:
    """How rare terms are, in the index of a tenant and in what of a user is not indexed yet."""

    index: OpenWords | None
    tail: Sequence[IndexDocument] = ()

    def rare(self, terms: Collection[str]) -> frozenset[str]:
        """Those terms that few records hold in their own words.

        Raises:
            DependencyUnavailable: the index is damaged or gone.
        """
        documents = len(self.tail)
        found: Mapping[str, int] = {}
        if self.index is not None:
            documents += self.index.count
            found = self.index.doc_freqs(terms, "own")
        fresh = Counter(term for d in self.tail for term in set(_terms(d.word_fields, "own")))
        most = max(RARE_FEW, documents // RARE_IN)
        return frozenset(term for term in terms if found.get(term, 0) + fresh[term] <= most)


def _terms(fields: Mapping[str, str], name: str) -> list[str]:
    return fields.get(name, "").split()


def _idf(frequency: int, documents: int) -> float:
    """As Lucene and tantivy: ``ln(1 + (N - n + 0.5) / (n + 0.5))``, never negative."""
    return log(1 + (documents - frequency + 0.5) / (frequency + 0.5))
