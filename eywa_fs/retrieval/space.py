"""All that reads and compares vectors of one model: no vector of another gets in between."""

from __future__ import annotations

from eywa_fs.config import Settings
from eywa_fs.embedding.cached import CachedEmbedder
from eywa_fs.retrieval.floor import floor_for
from eywa_fs.retrieval.nearest import LargeScopes
from eywa_fs.retrieval.scopes import ScopeReader
from eywa_fs.retrieval.semantics import QueryAim
from eywa_fs.retrieval.weights import fusion_config


class Space:
    """The vectors of one embedder. Threads may share it.

    Attributes:
        embedder: what made the vectors, and makes those of queries.
        config: constants of the ranking, with this embedder's floor.
        scopes: columns of small scopes.
        aim, large: aims queries; recalls from large scopes.
    """

    def __init__(self, embedder: CachedEmbedder, settings: Settings) -> None:
        retrieval = settings.retrieval
        floor = floor_for(embedder.identity.embedder, retrieval.floor)
        self.embedder = embedder
        self.config = fusion_config(retrieval.intent_weights, floor)
        self.scopes = ScopeReader(embedder, budget_bytes=settings.vectors.cache_mb << 20)
        self.aim = QueryAim(embedder, self.config)
        self.large = LargeScopes(self.scopes, self.aim, settings)
