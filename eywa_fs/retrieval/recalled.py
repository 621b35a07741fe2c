"""What a recall gives: candidates with raw scores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from eywa_fs.generations.generation import Generation
from eywa_fs.generations.known import Seen
from eywa_fs.governance.memories import Memories
from eywa_fs.model.degraded import Degraded
from eywa_fs.model.results import Strategy
from eywa_fs.retrieval.columns import Columns
from eywa_fs.retrieval.fusion import Candidates
from eywa_fs.retrieval.intent import QueryProfile
from eywa_fs.retrieval.newest import About, Model
from eywa_fs.retrieval.tail import Tail
from eywa_fs.retrieval.weights import FusionConfig
from eywa_fs.retrieval.wordsearch import WordScores


@dataclass(slots=True)
class Recalled:
    """Candidates with raw scores, and how the recall went.

    Attributes:
        seen: the user's files and what the catalog says of them.
        memories: what is decided about the user's records.
        now: when it was asked, epoch milliseconds.
        strategy: how it was searched: a question for the talk itself by its times alone.
        pinned: ids of the first documents of pinned records, where these were asked for.
        config: the constants of the ranking, with the floor of the embedder.
        about: what the query is about.
        models: where the vectors of each model lie, and how much it counts; none without vectors.
        words: what was found by words, and how rare they are; ``None`` without words.
        generation: what was asked; ``None`` without an index.
    """

    profile: QueryProfile
    terms: list[str]
    columns: Columns
    candidates: Candidates
    tail: Tail
    seen: Seen
    memories: Memories
    now: int
    config: FusionConfig
    strategy: Strategy = "auto"
    pinned: Sequence[str] = ()
    about: About = "past"
    models: Sequence[Model] = ()
    words: WordScores | None = None
    generation: Generation | None = None
    degraded: list[Degraded] = field(default_factory=list)
    latency: dict[str, float] = field(default_factory=dict)
