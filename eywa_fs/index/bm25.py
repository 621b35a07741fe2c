"""BM25 without an index, for the few documents no index has yet.

``BM25Plus`` of rank-bm25 with delta = 0: its idf, ln((N + 1) / n), stays positive where Okapi's
turns zero or negative (a term in half of a tiny corpus or more), and without the added delta a
document with no term of the query scores 0. k1 and b are tantivy's, so that the two scores are of
one kind.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

K1 = 1.2
B = 0.75


def rank_tokens(
    query_tokens: Sequence[str],
    documents_tokens: Sequence[Sequence[str]],
    *,
    idf: Mapping[str, float] | None = None,
) -> NDArray[np.float64]:
    """Score each document for a query; repeated query tokens count each time.

    Args:
        idf: inverse document frequency by term, where a larger collection is known; else it is
            taken from ``documents_tokens``.

    Returns:
        float64, shape (len(documents_tokens),); 0 where no token of the query occurs.
    """
    if not query_tokens or not any(documents_tokens):
        return np.zeros(len(documents_tokens))
    from rank_bm25 import BM25Plus

    corpus = [list(tokens) for tokens in documents_tokens]
    ranking = BM25Plus(corpus, k1=K1, b=B, delta=0)
    if idf is not None:
        ranking.idf = dict(idf)
    scores: NDArray[np.float64] = ranking.get_scores(list(query_tokens))
    return scores
