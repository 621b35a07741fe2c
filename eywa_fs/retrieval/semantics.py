"""From a query's text to per-model similarity scores."""

from __future__ import annotations

import threading
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from eywa_fs.embedding.cached import CachedEmbedder
from eywa_fs.embedding.protocol import Part
from eywa_fs.errors import DependencyUnavailable
from eywa_fs.hashing import text_fingerprint
from eywa_fs.index.exact import CompactVectors
from eywa_fs.retrieval import style
from eywa_fs.retrieval.aim import MAPPED, aim, towards_answers
from eywa_fs.retrieval.fusion import ModelScores
from eywa_fs.retrieval.intent import QueryProfile
from eywa_fs.retrieval.weights import FusionConfig

Vector = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class AimedQuery:
    """A query as the models see it.

    Attributes:
        vector: aimed, float64; a model's part of it is compared with its part of a stored one.
        models: the parts of the models that read the query, and what each counts in the fusion.
        unread: those of the models that do not.
    """

    vector: NDArray[np.float64]
    models: tuple[tuple[Part, float], ...]
    unread: tuple[Part, ...] = ()

    def of(self, part: Part) -> NDArray[np.float64]:
        """One model's part of the vector."""
        return self.vector[part.start : part.stop]

    def foreign(self, vectors: CompactVectors) -> NDArray[np.bool_] | None:
        """Which rows are read by a model that does not read the query: they are in another script.
        ``None`` where all read it."""
        read = [vectors.known(part.start, part.stop) for part in self.unread]
        return np.logical_or.reduce(read) if read else None


@dataclass(frozen=True, slots=True)
class ScopeStatistics:
    """What the vectors of a scope have in common: their mean, and a sample to tell scores from."""

    mean: NDArray[np.float64]
    sample: Vector

    def spread(self, part: Part, query: NDArray[np.floating[Any]]) -> tuple[float, float]:
        """Mean and deviation of the sample's scores for one model's part of a query."""
        scores = self.sample[:, part.start : part.stop] @ query
        known = scores[scores != 0]
        return (float(known.mean()), float(known.std())) if len(known) else (0.0, 0.0)


class QueryAim:
    """Aims queries. Threads may share it."""

    def __init__(self, embedder: CachedEmbedder, config: FusionConfig) -> None:
        self._embedder = embedder
        self._config = config
        self._styles: dict[bool, NDArray[np.float64] | None] = {}
        self._mutex = threading.Lock()

    def aimed(
        self, vector: Vector, profile: QueryProfile, mean: NDArray[np.float64] | None
    ) -> AimedQuery:
        """Take out of a query's vector what all questions and all documents share.

        Args:
            mean: of the scope's vectors, float64, shape (dimension,).
        """
        common = self._style(profile.chinese)
        aimed = aim(vector.astype(np.float64), mean, common, profile, self._config)
        models, unread = [], []
        for part in self._embedder.parts:
            here = slice(part.start, part.stop)
            if vector[here].any():
                if part.name == MAPPED and profile.is_question:
                    aimed[here] = towards_answers(aimed[here])
                models.append((part, self._config.share(part.name)))
            else:
                unread.append(part)
                aimed[here] = 0
        return AimedQuery(aimed, tuple(models), tuple(unread))

    def _style(self, chinese: bool) -> NDArray[np.float64] | None:
        """The mean vector of generic questions; kept in the cache."""
        with self._mutex:
            if chinese not in self._styles:
                found = self._load_style(style.CHINESE if chinese else style.ENGLISH)
                self._styles[chinese] = None if found is None else found.astype(np.float64)
            return self._styles[chinese]

    def _load_style(self, questions: tuple[str, ...]) -> Vector | None:
        name = text_fingerprint("style of a question\x00" + "\x00".join(questions))
        identity = self._embedder.identity
        cache = self._embedder.cache
        with suppress(DependencyUnavailable):
            known = cache.get_many(identity.key, [name]).get(name)
            if known is not None and known.shape == (identity.dimension,):
                return known
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
    """Each model's similarity of every row; NaN where it has no vector of the row, whose similarity
    to whatever is asked is 0.

    Args:
        scope: give it when ``vectors`` are only the nearest of a large scope, so that scores are
            measured against the scope and not against each other.
    """
    if not query.models:
        return {}
    found = {}
    aimed = {part: query.of(part).astype(np.float32) for part, _ in query.models}
    every = vectors.scores([(part.start, own) for part, own in aimed.items()])
    for (part, own), scores in zip(aimed.items(), every, strict=True):
        spread = (None, None) if scope is None else scope.spread(part, own)
        known = np.where(scores == 0, np.nan, scores)
        found[part.name] = ModelScores(known.astype(np.float64), *spread)
    return found


def combined(query: AimedQuery, scope: ScopeStatistics | None) -> Vector:
    """One vector whose inner product orders documents as the models' weighted scores together do.

    The fusion adds ``share / deviation * score`` over the models; the inner product of
    concatenated vectors is that same sum, so a nearest-neighbour index can answer it.
    """
    vector = np.zeros(len(query.vector))
    for part, share in query.models:
        deviation = 1.0 if scope is None else scope.spread(part, query.of(part))[1] or 1.0
        vector[part.start : part.stop] = share / deviation * query.of(part)
    norm = float(np.linalg.norm(vector))
    return (vector / norm if norm else vector).astype(np.float32)
