"""What speaks for and against each fact, gathered from a replayed state. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations, product
from typing import Final

from eywa_fs.arbiter.model import STATEMENTS, Signal, SignalKind
from eywa_fs.facts.afu import Afu, day_of
from eywa_fs.facts.decisions import (
    AuditEntry,
    Decided,
    FactState,
    ModelTurn,
    TimelineRecord,
    Turn,
)
from eywa_fs.facts.identity import Names, is_one, key_of, names_of
from eywa_fs.facts.model import PREDICATES
from eywa_fs.facts.timeline import is_temporary
from eywa_fs.facts.values import contains

Line = tuple[str, ...]
"""What versions follow each other in: subject and slot, and the value where several can hold."""
_REPLACES: Final = frozenset({"corrected", "switched", "newer_value", "negated", "affirmed"})
"""Reasons for which a statement of the user puts a value in the place of an older one."""
_EDGE: Final = 8
"""Of many values in one place, each is held against so many of the first and of the last ones."""
_ENDS: Final[Mapping[str, SignalKind]] = {
    "supersede": "ended", "retract": "revoked", "append": "restored",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Case:
    """One fact with all that speaks for and against it, in the order of the replay."""

    fact: Afu
    line: Line
    signals: tuple[Signal, ...]

    @property
    def began(self) -> int:
        """Place in the replay of what said it first."""
        return self.signals[0].rank if self.signals else -1


def cases(state: FactState) -> dict[str, Case]:
    """Every fact and candidate of a state with its signals, by atomic id."""
    found = _Gathered(state)
    names = names_of(state.facts)
    return {
        fact.atomic_id: Case(fact, line_of(fact, names), found.signals(fact.atomic_id))
        for fact in (*state.facts, *state.candidates)
    }


def line_of(fact: Afu, names: Names) -> Line:
    """The line of versions that a fact belongs to."""
    subject = min(names.keys(fact.subject))
    if PREDICATES[fact.predicate].cardinality == "one" and is_one(fact.subject):
        return subject, fact.slot
    return subject, fact.slot, fact.object_hash


class _Gathered:
    """The signals of every fact of one state."""

    def __init__(self, state: FactState) -> None:
        self._records: dict[str, TimelineRecord] = {}
        self._rank: dict[str, int] = {}
        for rank, record in enumerate(state.records):
            self._rank.setdefault(record.event_id, rank)
            self._records[record.event_id] = record
        self._signals: dict[str, list[Signal]] = defaultdict(list)
        self._state = state
        self._said = _readings(state.records)
        self._replacing = {
            entry.source_atomic_id
            for entry in state.audit
            if entry.action == "supersede"
            and entry.operator == "rule"
            and entry.reason in _REPLACES
            and not self._is_flip(entry)
        }
        for fact in (*state.facts, *state.candidates):
            self._statements(fact)
        for entry in state.audit:
            self._entry(entry)
        for record in state.records:
            if isinstance(record, Decided) and record.kind == "confirm":
                self._call(record, record.target)
        self._rejected()
        self._contradictions()

    def signals(self, name: str) -> tuple[Signal, ...]:
        """Of one fact, in the order of the replay."""
        found = dict.fromkeys(self._signals[name])
        return tuple(sorted(found, key=lambda s: (s.rank, s.at, _ORDER.index(s.kind), s.about)))

    def _statements(self, fact: Afu) -> None:
        for name in (fact.atomic_id, *fact.evidence.atomic_ids):
            readings = self._said.get(name, ())
            for record, said in readings:
                self._statement(fact, said, record.event_id, self._kind(record, said, name))
            if not readings and name == fact.atomic_id:  # a correction that took an older name
                self._statement(fact, fact, fact.source_event_id, "corrected")

    def _kind(self, record: TimelineRecord, said: Afu, name: str) -> SignalKind:
        if isinstance(record, Decided):
            return "overrode" if record.kind == "supersede" else "asserted"
        if not said.sure:
            return "hedged"
        if isinstance(record, ModelTurn):
            return "read"
        return "corrected" if name in self._replacing else "said"

    def _statement(self, fact: Afu, said: Afu, record: str, kind: SignalKind) -> None:
        event, at = said.source_event_id, said.observed_at
        rank = self._rank.get(record, 0)
        signal = Signal(kind, event, rank, at, _occasion(said), said.source_anchor)
        self._signals[fact.atomic_id].append(signal)

    def _entry(self, entry: AuditEntry) -> None:
        """What an update did to its target."""
        record = self._records.get(entry.source_event_id)
        settles = isinstance(record, Decided) and entry.reason == "verdict"
        if settles and entry.action == "supersede" and isinstance(record, Decided):
            self._call(record, entry.source_atomic_id)
        if settles and entry.action == "append":
            pair = entry.source_atomic_id, entry.target_atomic_id
            for one, other in (pair, pair[::-1]):
                self._put(one, "settled", entry.source_event_id, entry.at, other, entry.operator)
        elif self._is_flip(entry):
            pair = entry.source_atomic_id, entry.target_atomic_id
            for one, other in (pair, pair[::-1]):
                self._put(one, "contradicted", entry.source_event_id, entry.at, other, "")
        elif entry.action in ("supersede", "retract") or entry.reason == "restored":
            kind, target = _ENDS[entry.action], entry.target_atomic_id
            heir = entry.source_atomic_id if entry.source_atomic_id != target else ""
            self._put(target, kind, entry.source_event_id, entry.at, heir, entry.operator)

    def _is_flip(self, entry: AuditEntry) -> bool:
        """Whether yes and no were said of one thing in one session on one day: no change of mind
        but a contradiction."""
        pair = [self._state.get(name) for name in (entry.source_atomic_id, entry.target_atomic_id)]
        said = {_occasion(fact) for fact in pair if fact is not None}
        return entry.reason in ("negated", "affirmed") and len(said) == 1

    def _call(self, record: Decided, target: str | None) -> None:
        fact = self._state.get(target or "")
        if fact is not None:
            signal = Signal(
                "confirmed", record.event_id, self._rank[record.event_id], record.timestamp,
                anchor=record.anchor, by=record.operator,
            )  # fmt: skip
            self._signals[fact.atomic_id].append(signal)

    def _put(self, target: str, kind: SignalKind, event: str, at: int, about: str, by: str) -> None:
        rank = self._rank.get(event, 0)
        self._signals[target].append(Signal(kind, event, rank, at, about=about, by=by))

    def _rejected(self) -> None:
        """Facts that were taken back by the rejection of another that said the same. The first of
        them keeps what the others said: they were one until then."""
        first: dict[tuple[object, ...], str] = {}
        by_time = {
            r.decided_at: r for r in self._state.records if isinstance(r, Decided) and r.rejects
        }
        for fact in self._state.facts:
            signals = self._signals[fact.atomic_id]
            record = by_time.get(fact.updated_at)
            known = any(signal.kind == "revoked" for signal in signals)
            if fact.status == "retracted" and not known and record is not None:
                at, by = record.decided_at, record.operator
                self._put(fact.atomic_id, "revoked", record.event_id, at, "", by)
            if fact.status == "retracted" and record is not None:
                value = key_of(fact.subject), fact.slot, fact.object_hash, fact.negated
                one = first.setdefault((*value, record.event_id), fact.atomic_id)
                if one != fact.atomic_id:
                    said = [s for s in self._signals[fact.atomic_id] if s.kind in STATEMENTS]
                    self._signals[one] += said

    def _contradictions(self) -> None:
        facts = self._state
        pairs = [(facts.get(link.source), facts.get(link.target)) for link in facts.links]
        pairs += self._overruled()
        settled = {
            frozenset((entry.source_atomic_id, entry.target_atomic_id))
            for entry in facts.audit
            if entry.reason == "verdict"
        }
        for one, other in [*pairs, *(p[::-1] for p in pairs), *_overlapping(facts.facts)]:
            if one is None or other is None:
                continue
            if frozenset((one.atomic_id, other.atomic_id)) in settled:
                continue
            later = max(one, other, key=lambda fact: (fact.observed_at, self._began(fact)))
            event, at, rank = later.source_event_id, later.observed_at, self._began(later)
            self._signals[one.atomic_id].append(
                Signal("contradicted", event, rank, at, about=other.atomic_id)
            )

    def _began(self, fact: Afu) -> int:
        """Place in the replay of what said a fact first: of one that somebody asserted that is the
        decision, as the record that it quotes may give no fact by itself."""
        said = (s.rank for s in self._signals[fact.atomic_id] if s.kind in STATEMENTS)
        return min(said, default=0)

    def _overruled(self) -> Iterator[tuple[Afu | None, Afu | None]]:
        """Facts that a model put in the place of others: nobody said that those are over."""
        for entry in self._state.audit:
            apart = entry.source_atomic_id != entry.target_atomic_id
            if entry.action == "supersede" and entry.operator == "llm" and apart:
                names = entry.source_atomic_id, entry.target_atomic_id
                yield self._state.get(names[0]), self._state.get(names[1])


_ORDER: Final[Sequence[SignalKind]] = (
    "hedged", "read", "asserted", "said", "corrected", "overrode", "confirmed",
    "contradicted", "settled", "ended", "revoked", "restored",
)  # fmt: skip


def _occasion(fact: Afu) -> str:
    """Session and day in which a fact was said."""
    return f"{fact.session_id} {day_of(fact.observed_at)}"


def _readings(records: Iterable[TimelineRecord]) -> Mapping[str, list[tuple[TimelineRecord, Afu]]]:
    """Who read a fact, by its atomic id; of a message that a model read, only the model."""
    by_model = {record.event_id for record in records if isinstance(record, ModelTurn)}
    found: dict[str, list[tuple[TimelineRecord, Afu]]] = defaultdict(list)
    for record in records:
        if isinstance(record, Turn) and record.event_id in by_model:
            continue
        for fact in record.facts:
            found[fact.atomic_id].append((record, fact))
    return found


def _overlapping(facts: Sequence[Afu]) -> Iterator[tuple[Afu, Afu]]:
    """Facts, each with another that takes the same place at the same time; of many in one place,
    each with the first and the last ones only."""
    slots: dict[tuple[str, str], list[Afu]] = defaultdict(list)
    for fact in facts:
        if _takes_one_place(fact):
            slots[key_of(fact.subject), fact.slot].append(fact)
    for held in slots.values():
        few = [*held[:_EDGE], *held[max(_EDGE, len(held) - _EDGE) :]]
        for left, right in [*permutations(few, 2), *product(held[_EDGE:-_EDGE], few)]:
            if _at_one_time(left, right) and not _says_the_other(left, right):
                yield left, right


def _takes_one_place(fact: Afu) -> bool:
    one = PREDICATES[fact.predicate].cardinality == "one" and is_one(fact.subject)
    held = fact.status != "retracted" and not fact.never_held
    return one and held and not fact.negated and not is_temporary(fact)


def _says_the_other(left: Afu, right: Afu) -> bool:
    """Whether one value is the other, or says it in more words."""
    return contains(left.object, right.object) or contains(right.object, left.object)


def _at_one_time(left: Afu, right: Afu) -> bool:
    ends = [fact.validity_end_at for fact in (left, right)]
    return (ends[0] is None or right.validity_start_at < ends[0]) and (
        ends[1] is None or left.validity_start_at < ends[1]
    )
