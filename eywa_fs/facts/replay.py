"""Replay of a user's records in event time: from what was read and decided to facts and audit.

The state is a function of the **set** of records: they are sorted by time before anything is
decided, so that neither their order of arrival nor the size of batches can change it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import replace

from eywa_fs.facts.afu import Afu, Status, merged_evidence
from eywa_fs.facts.decisions import (
    Action,
    AuditEntry,
    Decided,
    Decision,
    FactState,
    Link,
    ModelTurn,
    Outcome,
    Ruling,
    Statement,
    TimelineRecord,
    Turn,
)
from eywa_fs.facts.identity import key_of
from eywa_fs.facts.known import Known, Rejections
from eywa_fs.facts.model import USER
from eywa_fs.facts.sessions import Sessions
from eywa_fs.facts.update import decide, end_of, judged
from eywa_fs.language.script import fold

__all__ = [
    "AuditEntry", "Decided", "FactState", "Link", "ModelTurn", "TimelineRecord", "Turn",
    "apply", "extend"]  # fmt: skip


def apply(records: Iterable[TimelineRecord]) -> FactState:
    """The state that follows from ``records`` in any order; a record counts once."""
    ordered = _ordered(records)
    return _replayed(FactState(), ordered, ordered)


def extend(state: FactState, records: Iterable[TimelineRecord]) -> FactState:
    """``state`` with more records; equal to :func:`apply` on all of them together. An older record,
    a rejection or another reading of a known message replays the whole chain."""
    added = _ordered(records)
    if not added:
        return state
    known = {record.event_id for record in state.records}
    follows = not state.records or _place(added[0]) > _place(state.records[-1])
    rejects = any(isinstance(r, Decided) and r.rejects for r in added)
    if rejects or not follows or any(record.event_id in known for record in added):
        return apply((*state.records, *added))
    return _replayed(state, added, (*state.records, *added))


def _replayed(
    state: FactState, steps: Sequence[TimelineRecord], records: tuple[TimelineRecord, ...]
) -> FactState:
    working = _Working(state, records)
    for record in steps:
        working.step(record)
    facts, maybe = working.known.facts.values(), working.known.maybe.values()
    links, audit = tuple(working.links), tuple(working.audit)
    return FactState(tuple(facts), tuple(maybe), links, audit, records)


def _place(record: TimelineRecord) -> tuple[int, int, str, str]:
    """By time; then messages before decisions, the rules' reading (who speaks) before a model's."""
    if isinstance(record, Decided):
        return record.timestamp, 1, record.event_id, ""
    last = f"~{record.decision_id}" if isinstance(record, ModelTurn) else record.content_hash
    return record.timestamp, 0, record.event_id, last


def _ordered(records: Iterable[TimelineRecord]) -> tuple[TimelineRecord, ...]:
    """Sorted by place; of several records of one kind and id, of messages also of the same bytes,
    one stays: the latest reading of a model, the earliest of anything else, whatever the order of
    their arrival. Messages of other bytes may share an id: some programs count in each session."""
    unique: dict[tuple[str, str, str], TimelineRecord] = {}
    for record in records:
        hashed = record.content_hash if isinstance(record, Turn) else ""
        name = (type(record).__name__, record.event_id, hashed)
        unique[name] = min(unique.get(name, record), record, key=_precedence)
    return tuple(sorted(unique.values(), key=_place))


def _precedence(record: TimelineRecord) -> tuple[int, str, str]:
    if isinstance(record, ModelTurn):
        return -record.decided_at, record.decision_id, repr(record)
    return record.timestamp, "", repr(record)


class _Working:
    """The mutable state of one replay of ``records``, of which those in ``state`` are done."""

    def __init__(self, state: FactState, records: Sequence[TimelineRecord]) -> None:
        self.known = Known((*state.facts, *state.candidates))
        self.links = list(state.links)
        self.audit = list(state.audit)
        models = {r.event_id: r.content_hash for r in records if isinstance(r, ModelTurn)}
        turns = {r.event_id: r.content_hash for r in records if isinstance(r, Turn)}
        self._models = {e for e, hashed in models.items() if turns.get(e, hashed) == hashed}
        self._rejections = Rejections(records)
        self._sessions = Sessions()
        for record in state.records:
            self._hear(record)

    def step(self, record: TimelineRecord) -> None:
        """Carry out one record."""
        self._hear(record)
        if isinstance(record, Decided):
            self._decided(record)
        elif isinstance(record, ModelTurn):
            if record.event_id in self._models:
                self._judged(record)
        elif record.event_id not in self._models and not self._sessions.in_play(record):
            for said in record.said:
                if said.act not in ("play", "unplay"):
                    self._take(said, record)

    def _hear(self, record: TimelineRecord) -> None:
        is_model = isinstance(record, ModelTurn)
        if not isinstance(record, Decided) and is_model == (record.event_id in self._models):
            self.known.heard(record.session_id, record.timestamp, record.event_id)
        self._sessions.hear(record)

    def _of_speaker(self, said: Statement, by: Afu) -> Statement | None:
        """A statement of somebody who is not the user: of themself, where they are known (their
        relatives are nobody's, and a correction could mean anything); ``None`` for nobody's. What
        "I'm Groot" tells is the user's, unless it names somebody who is known."""
        subject, speaker = key_of(said.fact.subject), self.known.called(fold(by.object))
        if subject == USER and said.fact.predicate == "name":
            return None
        if not speaker and by.rule.endswith(".am-called"):
            return said
        who = speaker if subject == USER else said.fact.subject
        if not who or said.act == "correct" or subject.startswith("@"):
            return None
        return replace(said, fact=replace(said.fact, subject=who))

    def _judged(self, turn: ModelTurn) -> None:
        for number, fact in enumerate(turn.facts):
            rulings = [ruling for ruling in turn.rulings if ruling.fact == number]
            self._take(Statement(fact), turn, rulings)
        loose = [ruling for ruling in turn.rulings if ruling.fact is None]
        self._carry_out(judged(None, loose, self.known), None, turn)

    def _take(
        self, said: Statement, record: TimelineRecord, rulings: Sequence[Ruling] = ()
    ) -> None:
        """Store what a statement says, if it is new and nobody rejected it, and what it does."""
        if by := self._sessions.other(record):
            if (told := self._of_speaker(said, by)) is None:
                return
            said = told
        new, decided_at = said.fact, record.decided_at if isinstance(record, Decided) else None
        if said.act == "state":
            old = self.known.facts.get(new.atomic_id)
            if old is not None and (decided_at is None or old.status != "retracted"):
                return
            if self._reject(new, record, decided_at):
                return
            if new.atomic_id in self.known.maybe:
                if not new.sure:
                    return
                self.known.drop_maybe(new.atomic_id)
        by_judge = rulings and new.sure
        outcome = judged(new, rulings, self.known) if by_judge else decide(said, self.known)
        made = outcome.fact
        if made is None or said.act == "state" or not self._reject(made, record, decided_at):
            self._carry_out(outcome, new, record)

    def _reject(self, new: Afu, record: TimelineRecord, decided_at: int | None) -> bool:
        """Store ``new`` as never said, if somebody rejected it; a candidate is left out."""
        at = self._rejections.of(new, decided_at)
        if at is None:
            return False
        if new.sure:
            start = new.validity_start_at
            self.known.put(replace(new, status="retracted", validity_end_at=start, updated_at=at))
            self._record("append", "new", record, new.atomic_id, new.atomic_id)
        return True

    def _carry_out(self, outcome: Outcome, said: Afu | None, record: TimelineRecord) -> None:
        new = outcome.fact
        if new is not None:
            self.known.put(new)
        for decision in outcome.decisions:
            source = said if new is None and decision.action == "merge" else new
            heir = new.atomic_id if new is not None else None
            self._act(decision, record, said, decision.heir or heir)
            name = source.atomic_id if source is not None else decision.target
            self._record(decision.action, decision.reason, record, name, decision.target)
        if new is not None and not outcome.decisions:
            self._record("append", outcome.reason, record, new.atomic_id, new.atomic_id)

    def _act(
        self, decision: Decision, record: TimelineRecord, said: Afu | None, heir: str | None
    ) -> None:
        name = decision.target
        if name in self.known.maybe:  # confirmed, or taken back: no longer a candidate
            self.known.drop_maybe(name)
            return
        old = self.known.facts[name]
        if decision.action == "merge":
            self.known.put(_restated(old, said, record.event_id))
        elif decision.action == "append":
            self._reopen(old, record)
        elif decision.action == "append_conflict" and heir is not None:
            self.links.append(Link(heir, name))
        elif decision.action == "retract":
            end = max(old.validity_start_at, record.timestamp)
            if old.validity_end_at is not None:
                end = old.validity_end_at if old.type == "plan" else min(end, old.validity_end_at)
            self._close(old, "retracted", None, end, record)
        elif decision.action == "supersede":
            end = decision.end or max(old.validity_start_at, record.timestamp)
            self._close(old, "superseded", heir or old.superseded_by, end, record)

    def _close(
        self, old: Afu, status: Status, heir: str | None, end: int, record: TimelineRecord
    ) -> None:
        event, at = record.event_id, record.timestamp
        closed = replace(
            old, status=status, superseded_by=heir, validity_end_at=end, ended_by=event,
            updated_at=at)  # fmt: skip
        self.known.put(closed)
        self.links = [x for x in self.links if old.atomic_id not in (x.source, x.target)]
        if status == "retracted" or (closed.never_held and closed.type != "plan"):
            self._pass_on(old, closed, record)

    def _pass_on(self, before: Afu, closed: Afu, record: TimelineRecord) -> None:
        """What a fact that never held had ended goes to its successor, or holds again."""
        name = closed.superseded_by or before.superseded_by
        heir = self.known.facts.get(name or "")
        for fact in self.known.predecessors(closed.atomic_id):
            if fact.type == closed.type == "plan":  # it was moved before it was called off
                continue
            if heir is not None and not heir.negated and heir.slot == fact.slot:
                open_again = replace(fact, validity_end_at=fact.said_end_at)
                end = end_of(open_again, heir)
                self.known.put(replace(fact, superseded_by=name, validity_end_at=end))
            else:
                self._reopen(fact, record)

    def _reopen(self, fact: Afu, record: TimelineRecord) -> None:
        """Let a fact hold as if nothing had ended it."""
        end, at = fact.said_end_at, record.timestamp
        again = replace(fact, status="active", superseded_by=None, ended_by="", updated_at=at)
        self.known.put(replace(again, validity_end_at=end))
        if fact.superseded_by is not None:
            self._record("append", "restored", record, fact.atomic_id, fact.atomic_id)

    def _decided(self, decided: Decided) -> None:
        fact, target = decided.fact, self.known.find(decided.target)
        if decided.kind == "assert" and fact is not None:
            self._take(Statement(fact), decided)
        elif decided.kind == "supersede" and fact is not None:
            ruling = Ruling(0, "supersede", decided.target, decided.reason or "decided")
            self._take(Statement(fact), decided, [ruling])
        elif decided.rejects:
            if target is not None and target.atomic_id == decided.target:
                self._record("retract", decided.kind, decided, target.atomic_id, target.atomic_id)
        elif decided.kind == "confirm":
            if maybe := self.known.maybe.get(decided.target or ""):
                self._take(Statement(replace(maybe, sure=True)), decided)
        elif decided.kind == "verdict":
            self._verdict(decided, self.known.find(decided.kept), target)

    def _verdict(self, verdict: Decided, kept: Afu | None, dropped: Afu | None) -> None:
        """Settle a conflict: the last verdict counts, and what it keeps holds again. One about
        facts that are not there, were never said or are over changes nothing."""
        if kept is None or not (kept.status == "active" or kept.superseded_by):
            return
        if verdict.target is None:
            for link in [x for x in self.links if kept.atomic_id in (x.source, x.target)]:
                self.links.remove(link)
                self._record("append", "verdict", verdict, link.source, link.target)
        elif dropped is not None and dropped.status == "active" and kept != dropped:
            if kept.superseded_by:
                self._reopen(kept, verdict)
            end = end_of(dropped, kept)
            self._close(dropped, "superseded", kept.atomic_id, end, verdict)
            self._record("supersede", "verdict", verdict, kept.atomic_id, dropped.atomic_id)

    def _record(
        self, action: Action, reason: str, record: TimelineRecord, source: str, target: str
    ) -> None:
        event, who, at = record.event_id, record.operator, record.timestamp
        digest = hashlib.sha256("\x00".join((event, action, reason, source, target)).encode())
        trace = "tr_" + digest.hexdigest()
        self.audit.append(AuditEntry(action, reason, who, source, target, event, trace, at))


def _restated(old: Afu, new: Afu | None, event_id: str) -> Afu:
    """``old`` with a restatement: it may name the start or the end that was open until then."""
    if new is None:
        return replace(old, evidence=merged_evidence(old, (), (event_id,)))
    old = replace(old, evidence=merged_evidence(old, (new.atomic_id,), (new.source_event_id,)))
    if new.stated_start and not old.stated_start and new.validity_start_at < old.validity_start_at:
        old = replace(old, validity_start_at=new.validity_start_at, stated_start=True)
    if new.stated_end and old.validity_end_at is None and new.validity_end_at is not None:
        end = max(old.validity_start_at, new.validity_end_at)
        old = replace(old, validity_end_at=end, said_end_at=end, stated_end=True)
    return old
