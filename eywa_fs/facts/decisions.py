"""Values of update and replay: what is said and decided, and the state that follows from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any, Literal

from eywa_fs.facts.afu import Afu
from eywa_fs.facts.model import Act

Action = Literal["append", "supersede", "retract", "merge", "append_conflict"]


@dataclass(frozen=True, slots=True)
class Statement:
    """One thing a message says: the fact as it would be stored (for acts, what they name), and
    what it does, see :class:`~eywa_fs.facts.model.Candidate`."""

    fact: Afu
    act: Act = "state"
    old: str = ""
    begun_by: date | None = None
    by_name: bool = False


@dataclass(frozen=True, slots=True)
class Ruling:
    """A decision of a model's judge on one of its facts, or (``fact`` ``None``) on a known one."""

    fact: int | None
    action: str
    target: str | None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Decision:
    """One action on one known fact or candidate; ``append`` with a target restores it. ``end``:
    where a superseded one ends (ms); 0: when the record was said. ``heir``: what takes its place,
    where it is not the new fact."""

    action: Action
    reason: str
    target: str
    end: int = 0
    heir: str | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What becomes of a statement: the fact to store (or none), and what it does to others."""

    fact: Afu | None = None
    decisions: tuple[Decision, ...] = ()
    reason: str = "new"


@dataclass(frozen=True, slots=True)
class Turn:
    """One message of the user as the rules read it: its statements in text order; the time in ms;
    the hash of the bytes that were read."""

    event_id: str
    timestamp: int
    session_id: str
    said: tuple[Statement, ...] = ()
    content_hash: str = ""
    operator: str = "rule"

    @property
    def facts(self) -> tuple[Afu, ...]:
        """What it asserts."""
        return tuple(item.fact for item in self.said if item.act == "state")


@dataclass(frozen=True, slots=True)
class ModelTurn:
    """One message as a model read it, and what the judge ruled: takes the place of the rules'
    reading of the same bytes. ``decided_at``, ``decision_id``: of the decision record; the latest
    one of a message counts."""

    event_id: str
    timestamp: int
    session_id: str
    facts: tuple[Afu, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    content_hash: str = ""
    decided_at: int = 0
    decision_id: str = ""
    operator: str = "llm"


@dataclass(frozen=True, slots=True)
class Decided:
    """A decision of a person or a host agent, itself a record of the truth.

    Attributes:
        timestamp: of an ``assert``, that of the record it quotes.
        kind: ``assert``: ``fact`` is so, and acts as any statement. ``supersede``: ``fact`` takes
            the place of ``target``. ``reject``: ``target`` was never said. ``verdict``: ``target``
            gives way to ``kept``; without a target, all that is in conflict with ``kept`` stands.
            ``confirm``: ``target`` is so; a candidate becomes a fact, and acts as one.
        decided_at: time of the decision record (ms); anchor: where its bytes are.
    """

    event_id: str
    timestamp: int
    kind: Literal["assert", "supersede", "reject", "verdict", "confirm"]
    decided_at: int
    target: str | None = None
    kept: str | None = None
    fact: Afu | None = None
    operator: str = "human"
    reason: str = ""
    anchor: Any = None

    @property
    def facts(self) -> tuple[Afu, ...]:
        """What it asserts."""
        return () if self.fact is None else (self.fact,)

    @property
    def rejects(self) -> bool:
        """Whether its target was never said: a verdict that keeps nothing says so, too."""
        return self.kind == "reject" or (self.kind == "verdict" and self.kept is None)


TimelineRecord = Turn | ModelTurn | Decided


@dataclass(frozen=True, slots=True)
class Link:
    """Two stored facts in open conflict; ``source`` was said later."""

    source: str
    target: str


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """One update action: what, why, who; by which fact and record, on which fact, when (ms). Where
    a message acts without a fact, source equals target; every replay gives the same trace id."""

    action: Action
    reason: str
    operator: str
    source_atomic_id: str
    target_atomic_id: str
    source_event_id: str
    trace_id: str
    at: int


@dataclass(frozen=True)
class FactState:
    """Everything that follows from a set of records of one user, in event-time order.

    Attributes:
        facts: sure ones; ``candidates``: what nothing has confirmed; ``links``: open conflicts.
        records: the input, sorted; kept so that a late record can be replayed at its place.
    """

    facts: tuple[Afu, ...] = ()
    candidates: tuple[Afu, ...] = ()
    links: tuple[Link, ...] = ()
    audit: tuple[AuditEntry, ...] = ()
    records: tuple[TimelineRecord, ...] = ()

    def get(self, atomic_id: str) -> Afu | None:
        """The fact or candidate with this id, or the fact it was merged into."""
        return self._by_id.get(atomic_id)

    def chain(self, fact: Afu) -> Mapping[str, Afu]:
        """A fact, what took its place, and what those took the place of, by atomic id: the same
        mapping for each of them."""
        return self._chains[fact.atomic_id]

    @cached_property
    def _chains(self) -> Mapping[str, Mapping[str, Afu]]:
        chains = {fact.atomic_id: {fact.atomic_id: fact} for fact in self._by_id.values()}
        for fact in self.facts:
            heir = self.get(fact.superseded_by or "") or fact
            small, large = sorted((chains[fact.atomic_id], chains[heir.atomic_id]), key=len)
            if small is not large:
                large |= small
                chains |= dict.fromkeys(small, large)
        return chains

    @cached_property
    def _by_id(self) -> Mapping[str, Afu]:
        merged = {name: fact for fact in self.facts for name in fact.evidence.atomic_ids}
        return merged | {fact.atomic_id: fact for fact in (*self.candidates, *self.facts)}
