"""What a search takes and gives."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from eywa_fs.model.degraded import Degraded
from eywa_fs.model.facts import Fact
from eywa_fs.model.plain import AsDict, fields_of
from eywa_fs.model.records import Anchor, Record, SourceType

Strategy = Literal["auto", "exact", "semantic", "temporal", "hybrid"]
Proof = Literal["ok", "mismatch", "missing"]
"""Of a record that was served with a hash: its bytes still have it; have another; there is none."""
STRATEGIES: tuple[Strategy, ...] = get_args(Strategy)


@dataclass(frozen=True, slots=True)
class Filters:
    """What a hit must satisfy; an empty field asks nothing.

    Args:
        session_ids, roles, source_types: any of these.
        tags: at least one of these.
        time_from, time_to: epoch milliseconds, half-open ``[from, to)``.
    """

    session_ids: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    source_types: tuple[SourceType, ...] = ()
    time_from: int | None = None
    time_to: int | None = None


@dataclass(frozen=True, slots=True)
class Hit:
    """One record that answers, proved against its file when it was returned.

    Attributes:
        text: the record's content as the truth holds it now.
        score: fused score, comparable within one result only.
        citation: ``path:line``.
        sources: score each source contributed (``words``, ``vectors``, ``time``, ``recency`` …).
        why: why it was found, in a few words.
        sealed: the line carries its own ids and a fitting ``contentHash``.
        outdated: why what it says is no longer so; empty for a record nothing is known against.
        partly: values it says that hold no more, where others that it says do.
        newer: citation of the later record of the same side that most probably replaced it, which
            may name one itself; empty if there is none, or the query is not about the present.
        certain: it fits better than records fit by chance (docs/retrieval.md, the floor).
        version: number of the record's current version; 1: nobody decided anything about it.
        span: characters of the text, from and to, that were found; (0, 0) is not known.
    """

    event_id: str
    text: str
    score: float
    citation: str
    anchor: Anchor
    sources: Mapping[str, float]
    why: str
    record: Record
    source_type: SourceType
    sealed: bool
    outdated: str = ""
    partly: tuple[str, ...] = ()
    newer: str = ""
    certain: bool = True
    version: int = 1
    span: tuple[int, int] = (0, 0)

    @property
    def is_older(self) -> bool:
        """Whether a newer record about the same thing is all that is known against it."""
        return bool(self.newer) and not self.outdated and not self.partly

    def as_dict(self) -> dict[str, Any]:
        return self.record.as_dict() | fields_of(self, "record", "span")


@dataclass(frozen=True, slots=True)
class Lag:
    """How far the index is behind: bytes, and seconds since the oldest file with some changed."""

    bytes: int = 0
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class RetrievalResult:
    """A ranking of records, every one of them verified.

    Attributes:
        degraded: reasons why the answer may be worse than usual; empty when all parts worked.
        verified: hits whose bytes were proved; equals ``len(hits)``.
        dropped: candidates refused because their bytes no longer fit, by reason.
        latency_ms: stage → milliseconds, ``total`` among them.
        lag: how much of the scope was not indexed yet (it was searched all the same).
        facts: what the user's facts answer to the query, best first (oldest first for a history).
        time_intent: what the query asks for: ``current_state``, ``history_trace``, ``time_slice``;
            empty where facts were not asked.
        newer: records that hits name as ``newer`` and that are not among the hits, proved like
            these.
        pinned: the user's pinned records, proved like these, oldest first; only where asked for.
        seen: how the search found the user's files and index, for what answers along with it; of no
            meaning to a caller.
        apart_from_time: event ids of the records that fit best where the time that the query names
            counts nothing, for the same; not proved.
    """

    hits: tuple[Hit, ...]
    degraded: tuple[Degraded, ...]
    verified: int
    dropped: Mapping[str, int]
    trace_id: str
    request_id: str
    latency_ms: Mapping[str, float]
    strategy: str
    intent: str
    lag: Lag = field(default_factory=Lag)
    facts: tuple[Fact, ...] = ()
    time_intent: str = ""
    newer: tuple[Hit, ...] = ()
    pinned: tuple[Hit, ...] = ()
    seen: Any = field(default=None, repr=False, compare=False)
    apart_from_time: tuple[str, ...] = field(default=(), repr=False, compare=False)

    @property
    def nothing_certain(self) -> bool:
        """Whether there are hits and none of them fits better than chance."""
        return bool(self.hits) and not any(hit.certain for hit in self.hits)

    def as_dict(self) -> dict[str, Any]:
        return fields_of(self, "seen", "apart_from_time") | {
            "nothing_certain": self.nothing_certain
        }


@dataclass(frozen=True, slots=True)
class Citation(AsDict):
    """A numbered source of a context block."""

    number: int
    citation: str
    event_id: str
    anchor: Anchor
    _hidden = ("anchor",)


@dataclass(frozen=True, slots=True)
class Context(AsDict):
    """What :meth:`EywaMemory.before_llm` gives: text for a system prompt, and its sources; and of
    the search for these what a :class:`RetrievalResult` says."""

    context: str
    citations: tuple[Citation, ...]
    trace_id: str
    degraded: tuple[Degraded, ...] = ()
    tokens: int = 0
    dropped: Mapping[str, int] = field(default_factory=dict)
    lag: Lag = field(default_factory=Lag)
    strategy: str = ""
    intent: str = ""
    time_intent: str = ""
    verified: int = 0
    latency_ms: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Accepted:
    """What :meth:`EywaMemory.after_llm` gives once both messages are durable."""

    accepted: bool
    mode: str
    trace_id: str
    anchors: tuple[Anchor, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        citations = [anchor.citation for anchor in self.anchors]
        return fields_of(self, "anchors") | {"citations": citations}
