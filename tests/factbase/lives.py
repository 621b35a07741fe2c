"""Memories for tests of facts: quick ones that need no embedder, and what people tell them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from eywa_fs.embedding.cached import CachedEmbedder, EmbeddingCache
from eywa_fs.embedding.protocol import MissingEmbedder
from eywa_fs.facts.afu import Afu
from eywa_fs.facts.model import Candidate
from eywa_fs.memory import EywaMemory
from eywa_fs.memory.parts import Parts, part
from eywa_fs.model.facts import Fact

DAY = 86_400_000
DAY_0 = 1_750_032_000_000
"""2025-06-16, a Monday, 00:00 UTC in epoch milliseconds."""

HOME_EN = ("I live in Turku.", "I moved to Oulu.", "I moved to Vaasa.")
HOME_ZH = ("我住在大同。", "我搬到了银川。", "我搬到了酒泉。")
PLACES_EN = ("Turku", "Oulu", "Vaasa")
PLACES_ZH = ("大同", "银川", "酒泉")


class QuickParts(Parts):
    """Parts without an embedder."""

    @part
    def embedder(self: Parts) -> CachedEmbedder:
        cache = EmbeddingCache(self.layout.index / "embeddings.db")
        return CachedEmbedder(MissingEmbedder("none in this test"), cache)


class QuickMemory(EywaMemory):
    """A memory that has no embedder: no vector store starts, and facts need neither."""

    _made_of = QuickParts


MakeQuick = Callable[..., QuickMemory]
"""The fixture ``open_quick``: takes a root and what ``EywaMemory`` takes."""


def drafts(texts: Iterable[str], **fields: Any) -> list[dict[str, Any]]:
    """One user message a day at nine, from ``DAY_0`` on."""
    return [
        {"content": text, "timestamp": at(day), "event_id": f"e{day}", **fields}
        for day, text in enumerate(texts)
    ]


def at(day: int, hour: int = 9) -> int:
    """Epoch milliseconds of an hour some days after ``DAY_0``."""
    return DAY_0 + day * DAY + hour * 3_600_000


def objects(facts: Iterable[Fact | Afu | Candidate]) -> list[str]:
    """What the facts say, in order; what they deny starts with "not "."""
    return [f"not {fact.object}" if fact.negated else fact.object for fact in facts]
