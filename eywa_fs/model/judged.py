"""What the arbiter says of facts, as a caller gets it; each fact with its proved records."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from eywa_fs.model.degraded import Degraded
from eywa_fs.model.facts import Fact
from eywa_fs.model.plain import AsDict


@dataclass(frozen=True, slots=True)
class JudgedFact(AsDict):
    """A fact, and where the arbiter puts it.

    Attributes:
        layer: ``truth``, ``candidate`` or ``clue``.
        version: which truth of its kind it is, from 1 on; 0 for what never was one.
        status: of a truth ``active``, ``overridden`` or ``revoked``; of others ``active``,
            ``expired``, ``rejected``, or ``promoted`` among the candidates that became truths.
        score: 0 to 100; rule: what decided.
        source_trace: the id under which the verdict is explained and replayed.
        expires_at: of a candidate: when it expires unless something speaks for it (epoch ms).
        evidence: citations of all records and decisions that speak for it, proved.
    """

    fact: Fact
    layer: str
    version: int
    status: str
    score: int
    rule: str
    source_trace: str
    expires_at: int | None
    evidence: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class JudgedFacts(AsDict):
    """Facts of one layer; ``dropped`` and ``degraded`` as of :class:`Facts`."""

    facts: tuple[JudgedFact, ...]
    dropped: Mapping[str, int]
    degraded: tuple[Degraded, ...] = ()


@dataclass(frozen=True, slots=True)
class Decision(AsDict):
    """One decision of the arbiter, with all that it was made from.

    Attributes:
        at: time of the record that caused it (epoch ms); signals: kinds of what had been said for
            and against the fact by then, with the event ids.
        verdict: the layer, standing, action, rule, score by part, evidence, rivals and the state
            before.
    """

    trace_id: str
    at: int
    event_id: str
    signals: tuple[tuple[str, str], ...]
    verdict: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Explained(AsDict):
    """A fact with the whole course of what was decided about it, oldest first.

    ``proposal``: what was proposed, and by which rule, model or program.
    """

    judged: JudgedFact
    proposal: Mapping[str, object]
    decisions: tuple[Decision, ...]


@dataclass(frozen=True, slots=True)
class Replayed(AsDict):
    """A decision made again from the files.

    Attributes:
        same: it came out as the trace id says.
        problem: why not; ``""`` where it did.
        explained: how it comes out now; ``None`` where nothing leads to it any more.
    """

    trace_id: str
    same: bool
    problem: str
    decision: Decision | None
    explained: Explained | None


@dataclass(frozen=True, slots=True)
class Traced(AsDict):
    """What came in under the trace id of a request: ids of the records that were written; and the
    facts that they say or that they changed."""

    events: tuple[str, ...]
    explained: tuple[Explained, ...]


@dataclass(frozen=True, slots=True)
class Node(AsDict):
    """An entity: ``key``, its names, its kind, how many relations away it is, and the citations of
    what makes its names one."""

    key: str
    names: tuple[str, ...]
    kind: str
    hops: int
    merged_by: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Relation(AsDict):
    """A fact between two entities, which are given by their keys; or, with a ``role``, that the
    target is the source's ("mother"), as the subject of the fact says."""

    source: str
    target: str
    fact: Fact
    role: str = ""


@dataclass(frozen=True, slots=True)
class FactGraph(AsDict):
    """Entities and relations, each relation proved; ``dropped``, ``degraded`` as of facts."""

    nodes: tuple[Node, ...]
    relations: tuple[Relation, ...]
    dropped: Mapping[str, int]
    degraded: tuple[Degraded, ...] = ()
