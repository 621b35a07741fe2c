"""From a query's text to per-model similarity scores."""

from __future__ import annotations

import threading
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from eywa_fs.embedding.cached import CachedEmbedder
from eywa_fs.embedding.protocol import Part
from eywa_fs.errors import DependencyUnavailable
from eywa_fs.hashing import text_fingerprint
from eywa_fs.index.exact import CompactVectors
from eywa_fs.retrieval import style
from eywa_fs.retrieval.fusion import FusionConfig, ModelScores, aim
from eywa_fs.retrieval.intent import QueryProfile

Vector = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class AimedQuery:
    """A query as each model sees it: its part of a document vector, and the aimed vector."""

    parts: tuple[tuple[Part, NDArray[np.float64]], ...]


@dataclass(frozen=True, slots=True)
class ScopeStatistics:
    """What the vectors of a scope have in common: their mean, and a sample to tell scores from."""

    mean: NDArray[np.float64]
    sample: Vector


def statistics(vectors: Vector) -> ScopeStatistics | None:
    """Of a sample of a scope's vectors; ``None`` without any."""
    if not len(vectors):
        return None
    return ScopeStatistics(vectors.mean(axis=0, dtype=np.float64), vectors)


class QueryEmbedder:
    """Embeds queries part by part. Threads may share it."""

    def __init__(self, embedder: CachedEmbedder) -> None:
        self._embedder = embedder
        self._styles: dict[bool, Vector | None] = {}
        self._mutex = threading.Lock()

    def embed(self, query: str) -> Vector:
        """The query's vector, one unit vector a model.

        Raises:
            DependencyUnavailable: the embedder is missing or failing.
        """
        return self._embedder.embed_query(query)

    def aimed(
        self,
        vector: Vector,
        profile: QueryProfile,
        mean: NDArray[np.float64] | None,
        config: FusionConfig,
    ) -> AimedQuery:
        """Take out of each model's part what all questions and all documents share.

        Args:
            mean: of the scope's vectors, float64, shape (dimension,).
        """
        style_vector = self._style(profile.chinese)
        found = []
        for part in self._embedder.parts:
            aimed = aim(
                vector[part.start : part.stop].astype(np.float64),
                None if mean is None else mean[part.start : part.stop],
                _part_of(style_vector, part),
                profile,
                config,
            )
            found.append((part, aimed))
        return AimedQuery(tuple(found))

    def _style(self, chinese: bool) -> Vector | None:
        """The mean vector of generic questions, part by part of unit vectors; kept in the cache."""
        with self._mutex:
            if chinese not in self._styles:
                self._styles[chinese] = self._load_style(chinese)
            return self._styles[chinese]

    def _load_style(self, chinese: bool) -> Vector | None:
        questions = style.questions(chinese)
        name = text_fingerprint("style of a question\x00" + "\x00".join(questions))
        identity = self._embedder.identity
        cache = self._embedder.cache
        try:
            known = cache.get_many(identity.key, [name]).get(name)
            if known is not None and known.shape == (identity.dimension,):
                return known
        except DependencyUnavailable:
            pass
        try:
            vectors = [self._embedder.embed_query(question) for question in questions]
            mean: Vector = np.stack(vectors).mean(axis=0, dtype=np.float64).astype(np.float32)
            cache.put_many(identity.key, {name: mean})
        except DependencyUnavailable:
            return None
        return mean


def score_all(
    query: AimedQuery, vectors: CompactVectors, scope: ScopeStatistics | None
) -> dict[str, ModelScores]:
    """Each model's similarity of every row; NaN where a row has no vector.

    Args:
        scope: give it when ``vectors`` are only the nearest of a large scope, so that scores are
            measured against the scope and not against each other.
    """
    if not query.parts:
        return {}
    found = {}
    all_scores = vectors.all_scores([(p.start, a.astype(np.float32)) for p, a in query.parts])
    for (part, aimed), scores in zip(query.parts, all_scores, strict=True):
        if scope is None:
            found[part.name] = ModelScores(scores.astype(np.float64))
        else:
            sampled = scope.sample[:, part.start : part.stop] @ aimed.astype(np.float32)
            found[part.name] = ModelScores(
                scores.astype(np.float64), float(sampled.mean()), float(sampled.std())
            )
    return found


def combined(
    query: AimedQuery,
    profile: QueryProfile,
    scope: ScopeStatistics | None,
    config: FusionConfig,
    dimension: int,
) -> Vector:
    """One vector whose inner product orders documents as the models' weighted scores together do.

    The fusion adds ``share / deviation * score`` over the models; the inner product of
    concatenated vectors is that same sum, so a nearest-neighbour index can answer it.
    """
    vector = np.zeros(dimension)
    for part, aimed in query.parts:
        share = config.model_shares.get(part.name, (1.0, 1.0))[1 if profile.chinese else 0]
        deviation = 1.0
        if scope is not None:
            deviation = float((scope.sample[:, part.start : part.stop] @ aimed).std()) or 1.0
        vector[part.start : part.stop] = share / deviation * aimed
    norm = float(np.linalg.norm(vector))
    return (vector / norm if norm else vector).astype(np.float32)


def shares(
    query: AimedQuery | None, profile: QueryProfile, config: FusionConfig
) -> list[tuple[int, int, float]]:
    """Where each model's part lies in a stored vector, and what it counts in the fusion."""
    number = 1 if profile.chinese else 0
    return [
        (part.start, part.stop, config.model_shares.get(part.name, (1.0, 1.0))[number])
        for part, _ in (query.parts if query is not None else ())
    ]


def _part_of(vector: Vector | None, part: Part) -> NDArray[np.float64] | None:
    return None if vector is None else vector[part.start : part.stop].astype(np.float64)
