"""Replay of a user's records in event time: from turns and verdicts to facts, links and audit.

The state is a function of the **set** of records: they are sorted by (timestamp, event id) before
anything is decided, so neither the order in which they arrived nor the size of the batches can
change it. A late record of an older time enters the chain at its place.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from eywa_fs.facts.afu import Afu, merged_evidence
from eywa_fs.facts.changes import changes
from eywa_fs.facts.cues import NO_CUES, Cues
from eywa_fs.facts.decisions import DEFAULT_POLICY, Action, Decision, Known, Policy, Reason
from eywa_fs.facts.identity import NAMING, NO_NAMES, Names, names_of
from eywa_fs.facts.implied import Source, implied
from eywa_fs.facts.references import decide_references
from eywa_fs.facts.updates import decide

LinkKind = Literal["conflict", "overlay"]
Operator = Literal["system", "rule", "llm", "human"]


@dataclass(frozen=True, slots=True)
class Turn:
    """One record as the update layer sees it.

    Args:
        event_id, timestamp: identity and event time (ms).
        facts: what was extracted from it, in text order.
        cues: its discourse cues.
        role: only ``user`` turns create, change or confirm facts.
        operator: who read the facts out of the record.
        source: the record itself, for values that only the known facts give a meaning.
    """

    event_id: str
    timestamp: int
    facts: tuple[Afu, ...] = ()
    cues: Cues = NO_CUES
    role: str = "user"
    operator: Operator = "rule"
    source: Source | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """A decision of a person (or of an arbiter) on facts, itself a record of the truth.

    Args:
        event_id, timestamp: of the decision record.
        kept: atomic id that stands, or ``None``.
        dropped: atomic id that gives way: superseded by ``kept``, or retracted without one.
            ``None`` with ``kept`` settles all open conflicts of ``kept`` as "both stand".
        operator: who decided.
    """

    event_id: str
    timestamp: int
    kept: str | None
    dropped: str | None
    operator: Operator = "human"


TimelineRecord = Turn | Verdict


@dataclass(frozen=True, slots=True)
class Link:
    """A relation of two stored facts: in open conflict, or one covers the other for a while."""

    kind: LinkKind
    source: str
    target: str


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """One update action. Where a message acts without a fact of its own, source equals target.

    Args:
        action, reason, operator: what, why, who.
        source_atomic_id, target_atomic_id: the acting fact and the fact acted on.
        source_event_id: the record that caused it.
        trace_id: deterministic, the same in every replay.
        at: event time (ms).
    """

    action: Action
    reason: Reason
    operator: Operator
    source_atomic_id: str
    target_atomic_id: str
    source_event_id: str
    trace_id: str
    at: int


@dataclass(frozen=True, slots=True)
class FactState:
    """Everything that follows from a set of records of one user.

    Args:
        facts: in event-time order; merged restatements live in ``evidence``.
        links: open conflicts and overlays between them.
        audit: every action, in event-time order.
        records: the input, sorted; kept so that a late record can be replayed at its place.
        unread: event ids of messages that tell of a change which acted on nothing; what they name
            is in doubt.
    """

    facts: tuple[Afu, ...] = ()
    links: tuple[Link, ...] = ()
    audit: tuple[AuditEntry, ...] = ()
    records: tuple[TimelineRecord, ...] = ()
    unread: tuple[str, ...] = ()

    def active(self) -> tuple[Afu, ...]:
        """Facts whose standing is ``active``."""
        return tuple(fact for fact in self.facts if fact.status == "active")

    def unread_turns(self) -> tuple[Turn, ...]:
        """The messages of :attr:`unread`, in event-time order."""
        wanted = frozenset(self.unread)
        return tuple(r for r in self.records if isinstance(r, Turn) and r.event_id in wanted)

    def get(self, atomic_id: str) -> Afu | None:
        """The stored fact with this id, if any."""
        return next((fact for fact in self.facts if fact.atomic_id == atomic_id), None)


def apply(records: Iterable[TimelineRecord], policy: Policy = DEFAULT_POLICY) -> FactState:
    """The state that follows from ``records`` in any order; repeated event ids count once."""
    ordered = _ordered(records)
    working = _Working(policy)
    for record in ordered:
        working.step(record)
    return working.freeze(ordered)


def extend(
    state: FactState, records: Iterable[TimelineRecord], policy: Policy = DEFAULT_POLICY
) -> FactState:
    """``state`` with more records; equal to :func:`apply` on all of them together.

    Records later than everything in ``state`` are folded in; an older one replays the whole chain.
    """
    added = _ordered(records)
    if not added:
        return state
    if state.records and _place(added[0]) <= _place(state.records[-1]):
        return apply([*state.records, *added], policy)
    known = {record.event_id for record in state.records}
    fresh = tuple(record for record in added if record.event_id not in known)
    working = _Working(policy, state)
    for record in fresh:
        working.step(record)
    return working.freeze((*state.records, *fresh))


def _place(record: TimelineRecord) -> tuple[int, str]:
    return record.timestamp, record.event_id


def _ordered(records: Iterable[TimelineRecord]) -> tuple[TimelineRecord, ...]:
    """Sorted by (timestamp, event id); of records with one event id the first one stays.

    Two different records of one id and time are told apart by what they say: any fixed order will
    do, as long as it is not that of their arrival.
    """
    unique: dict[str, TimelineRecord] = {}
    for record in sorted(records, key=_place):
        first = unique.setdefault(record.event_id, record)
        if first is not record and first.timestamp == record.timestamp:
            unique[record.event_id] = min(first, record, key=repr)
    return tuple(sorted(unique.values(), key=_place))


class _Working:
    """The mutable state of one replay."""

    def __init__(self, policy: Policy, state: FactState | None = None) -> None:
        state = state or FactState()
        self._policy = policy
        self._facts = {fact.atomic_id: fact for fact in state.facts}
        self._naming: list[Afu] = []
        self._names = NO_NAMES
        self._links = list(state.links)
        self._audit = list(state.audit)
        self._unread = list(state.unread)
        self._stated_end = {
            fact.atomic_id: fact.validity_end_at
            for record in state.records
            if isinstance(record, Turn)
            for fact in record.facts
        }

    def freeze(self, records: Sequence[TimelineRecord]) -> FactState:
        return FactState(
            tuple(self._facts.values()),
            tuple(self._links),
            tuple(self._audit),
            tuple(records),
            tuple(self._unread),
        )

    def step(self, record: TimelineRecord) -> None:
        """Carry out one record."""
        if isinstance(record, Verdict):
            self._judge(record)
        elif record.role == "user":
            self._take(record)

    def _take(self, turn: Turn) -> None:
        self._stated_end.update((fact.atomic_id, fact.validity_end_at) for fact in turn.facts)
        settled: set[str] = set()
        for fact in turn.facts:
            if fact.atomic_id in self._facts:
                continue
            for decision in decide(fact, self._known(), turn.cues, self._policy):
                self._carry_out(decision, turn, fact)
                settled.update(decision.targets)
        if turn.cues.found:
            decisions = decide_references(
                turn.cues,
                turn.event_id,
                turn.timestamp,
                self._known(),
                self._policy,
                frozenset(settled),
                turn.facts,
            )
            for decision in decisions:
                self._carry_out(decision, turn, None)
                settled.update(decision.targets)
        self._take_implied(turn, frozenset(settled))

    def _take_implied(self, turn: Turn, settled: frozenset[str]) -> None:
        """What the message means for earlier facts without stating one in full."""
        if turn.source is None or not changes(turn.cues.text):
            return
        known, policy = self._known(), self._policy
        steps = implied(
            turn.cues, turn.event_id, turn.timestamp, turn.source, known, settled, policy
        )
        if not steps and not settled:
            self._unread.append(turn.event_id)
        for step in steps:
            if step.fact is None or step.fact.atomic_id not in self._facts:
                self._carry_out(step.decision, turn, step.fact)

    def _known(self) -> Known:
        facts = list(self._facts.values())
        overlays: dict[str, tuple[str, ...]] = {}
        for link in self._links:
            if link.kind == "overlay":
                overlays[link.source] = (*overlays.get(link.source, ()), link.target)
        return Known(
            active=[fact for fact in facts if fact.status == "active"],
            closed=[fact for fact in facts if fact.status != "active"],
            conflicts=frozenset(
                frozenset((link.source, link.target))
                for link in self._links
                if link.kind == "conflict"
            ),
            overlays=overlays,
            names=self._names_now(),
        )

    def _names_now(self) -> Names:
        """Names from the facts so far; they change only with a fact that gives one."""
        naming = [f for f in self._facts.values() if f.predicate in NAMING]
        if naming != self._naming:
            self._naming, self._names = naming, names_of(naming)
        return self._names

    def _carry_out(self, decision: Decision, turn: Turn, new: Afu | None) -> None:
        if new is not None and decision.action != "merge" and not decision.absorbed:
            new = self._facts.setdefault(new.atomic_id, new)
        for target in decision.targets:
            self._act(decision, self._facts[target], turn, new)
        if decision.reason == "temporary":
            self._link("overlay", new, decision.overlays)
        if decision.action == "append_conflict":
            self._link("conflict", new, decision.targets)
        source = new.atomic_id if new else ""
        for target in decision.targets or (source,):
            self._record(decision.action, decision.reason, turn, source or target, target)

    def _act(self, decision: Decision, old: Afu, turn: Turn, new: Afu | None) -> None:
        """Give ``old`` the standing that the decision says."""
        if decision.action == "merge":
            ids = [new.atomic_id] if new else []
            evidence = merged_evidence(old.evidence, ids, turn.event_id)
            self._facts[old.atomic_id] = replace(
                old, evidence=evidence, validity_end_at=_merged_end(old, new)
            )
        elif decision.action == "retract":
            end = _retracted_end(old, turn.timestamp)
            self._close(old, "retracted", None, end, turn.timestamp)
            if decision.reason != "plan_called_off":
                self._reopen(old, turn)
        elif decision.action == "supersede":
            self._supersede(decision, old, turn, new)

    def _supersede(self, decision: Decision, old: Afu, turn: Turn, new: Afu | None) -> None:
        if decision.successor is not None or new is None:
            ended = max(old.validity_start_at, turn.timestamp)
            end = ended if old.validity_end_at is None else min(ended, old.validity_end_at)
            self._close(old, "superseded", decision.successor, end, turn.timestamp)
            return
        if decision.reason == "corrected" and not new.stated_start:
            start = min(old.validity_start_at, new.validity_start_at)
            self._facts[new.atomic_id] = replace(
                self._facts[new.atomic_id], validity_start_at=start
            )
        end_of_old = superseded_end(decision.reason, old, new)
        self._close(old, "superseded", new.atomic_id, end_of_old, turn.timestamp)

    def _reopen(self, false: Afu, record: TimelineRecord) -> None:
        """What a false fact had replaced never ended."""
        for fact in list(self._facts.values()):
            if fact.superseded_by != false.atomic_id:
                continue
            self._facts[fact.atomic_id] = replace(
                fact,
                status="active",
                superseded_by=None,
                validity_end_at=self._stated_end.get(fact.atomic_id),
                temporal_scope="current",
                updated_at=record.timestamp,
            )
            self._record("append", "restored", record, fact.atomic_id, fact.atomic_id)

    def _close(
        self,
        old: Afu,
        status: Literal["superseded", "retracted"],
        successor: str | None,
        end: int | None,
        at: int,
    ) -> None:
        self._facts[old.atomic_id] = replace(
            old,
            status=status,
            superseded_by=successor,
            validity_end_at=end,
            temporal_scope="historical",
            updated_at=at,
        )
        self._links = [
            link
            for link in self._links
            if link.kind != "conflict" or old.atomic_id not in (link.source, link.target)
        ]

    def _link(self, kind: LinkKind, new: Afu | None, targets: Iterable[str]) -> None:
        if new is not None:
            self._links.extend(Link(kind, new.atomic_id, target) for target in targets)

    def _judge(self, verdict: Verdict) -> None:
        """Carry out a verdict; one about facts that are not there changes nothing."""
        kept = self._facts.get(verdict.kept or "")
        dropped = self._facts.get(verdict.dropped or "")
        if dropped is not None and dropped.status == "active":
            if kept is not None and kept.status == "active" and kept != dropped:
                end = superseded_end("verdict", dropped, kept)
                self._close(dropped, "superseded", kept.atomic_id, end, verdict.timestamp)
                self._record("supersede", "verdict", verdict, kept.atomic_id, dropped.atomic_id)
            elif verdict.kept is None:
                end = _retracted_end(dropped, verdict.timestamp)
                self._close(dropped, "retracted", None, end, verdict.timestamp)
                self._reopen(dropped, verdict)
                self._record("retract", "verdict", verdict, dropped.atomic_id, dropped.atomic_id)
        elif kept is not None and verdict.dropped is None:
            for link in [x for x in self._links if kept.atomic_id in (x.source, x.target)]:
                if link.kind == "conflict":
                    self._links.remove(link)
                    self._record("append", "verdict", verdict, link.source, link.target)

    def _record(
        self, action: Action, reason: Reason, record: TimelineRecord, source: str, target: str
    ) -> None:
        parts = (record.event_id, action, reason, source, target)
        digest = hashlib.sha256("\x00".join(parts).encode()).hexdigest()
        self._audit.append(
            AuditEntry(
                action,
                reason,
                record.operator,
                source,
                target,
                record.event_id,
                "tr_" + digest,
                record.timestamp,
            )
        )


def superseded_end(reason: Reason, old: Afu, new: Afu) -> int | None:
    """End of a superseded fact's validity (ms).

    A corrected value never held. A plan keeps its planned period. Anything else ends where the new
    value starts; where that lies before its own start, when the new value was said.
    """
    if reason == "corrected":
        return old.validity_start_at
    if old.type == "plan":
        return (
            old.validity_end_at if old.stated_end else max(old.validity_start_at, new.observed_at)
        )
    start = new.validity_start_at
    end = start if start > old.validity_start_at else max(old.validity_start_at, new.observed_at)
    return end if old.validity_end_at is None else min(end, old.validity_end_at)


def _merged_end(old: Afu, new: Afu | None) -> int | None:
    """A restatement may add the end that was open until then."""
    if new is None or not new.stated_end or old.validity_end_at is not None:
        return old.validity_end_at
    return max(old.validity_start_at, new.validity_end_at or 0)


def _retracted_end(old: Afu, at: int) -> int:
    """What is taken back held, as far as anybody knew, until then; a planned period stays."""
    if old.type == "plan" and old.validity_end_at is not None:
        return old.validity_end_at
    end = max(old.validity_start_at, at)
    return end if old.validity_end_at is None else min(end, old.validity_end_at)
