"""The facts of one scope, replayed from what was read in its records."""

from __future__ import annotations

import threading
from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Self

from eywa_fs.catalog import docs, files, readings
from eywa_fs.catalog.files import FileRow
from eywa_fs.clock import Clock
from eywa_fs.errors import DependencyUnavailable, EywaError
from eywa_fs.facts.readings import timeline_record
from eywa_fs.facts.replay import FactState, ModelTurn, TimelineRecord, Turn, apply, extend
from eywa_fs.generations.generation import Generation
from eywa_fs.generations.known import Seen
from eywa_fs.governance.changes import change_of
from eywa_fs.governance.memories import NONE, Memories, replayed
from eywa_fs.governance.replay import Standing
from eywa_fs.lru import Lru
from eywa_fs.model.degraded import Degraded, refuse_unread
from eywa_fs.model.documents import scope_key
from eywa_fs.model.readings import Reading
from eywa_fs.model.records import Scope
from eywa_fs.retrieval.tail import Tail, TailReader
from eywa_fs.truth.layout import Layout

_KEPT_SCOPES = 256
_STAGE = 32
"""Records between two kept stages of a scope's past: a question about the past replays fewer."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """A scope's facts at a moment (epoch ms): the one that was asked about, or now; why some may
    be missing, and how many are for their file is gone."""

    state: FactState
    at: int
    degraded: tuple[Degraded, ...] = ()
    gone: int = 0

    def whole(self) -> Self:
        """Itself; ``TruthReadError`` as of :func:`refuse_unread`."""
        refuse_unread(self.degraded)
        return self


@dataclass(frozen=True, slots=True, eq=False)
class _Known:
    """What the catalog's readings come to, kept until the scope changes."""

    opening: int
    version: tuple[int, int]
    readings: tuple[Reading, ...]
    state: FactState
    memories: Memories = NONE
    hidden: frozenset[str] = frozenset()
    """Records that lent no words to the state."""


class FactStates:
    """Fact states by scope, kept in memory and brought up to date. Threads may share it.

    Derived twice over: the catalog holds what was read in each record, and the state is replayed
    from that; what is not indexed yet, decisions included, is read from the files on the spot. The
    clock says which records are expired."""

    def __init__(
        self, current: Callable[[], Generation | None], tails: TailReader, clock: Clock
    ) -> None:
        self._current = current
        self._tails = tails
        self._clock = clock
        self._kept: Lru[Scope, _Known] = Lru(_KEPT_SCOPES)
        self._tailed: Lru[Scope, tuple[object, FactState, Memories]] = Lru(_KEPT_SCOPES)
        self._mutex = threading.Lock()
        self._stages_of: Sequence[TimelineRecord] = ()
        self._stages: dict[int, FactState] = {}

    def load(self, scope: Scope, *, before: int | None = None, seen: Seen | None = None) -> Loaded:
        """The facts of one scope.

        Args:
            before: epoch milliseconds; records at or after it do not exist for this answer.
            seen: what the search that this goes with saw of the scope: it is not looked at again.
        """
        problems: list[Degraded] = []
        known, covered = self._known(scope, problems, seen)
        tail = self._tails.read(scope, covered, None if seen is None else seen.look)
        problems += tail.degraded
        state = known.state
        gone = 0
        if tail.vanished:
            gone = sum(fact.source_anchor.file_path in tail.vanished for fact in state.facts)
        if tail.reread or tail.vanished or tail.readings:
            state = self._with_tail(scope, known, tail)
        if before is not None:
            state = self._past(state, before)
        at = self._clock() if before is None else before
        return Loaded(state, at, tuple(dict.fromkeys(problems)), gone)

    def _with_tail(self, scope: Scope, known: _Known, tail: Tail) -> FactState:
        """The catalog's state and what was read in the tail; kept until either changes."""
        void = frozenset(tail.reread | tail.vanished)
        now = self._clock()
        signature = (known, void, tuple(reading.anchor for reading in tail.readings))
        before = self._tailed.get(scope)
        if before is not None and before[0] == (signature, before[2].hidden_ids(now)):
            return before[1]
        memories = known.memories
        if void or _decide(tail.readings):
            kept = [r for r in known.readings if r.anchor.file_path not in void]
            every = [*kept, *tail.readings]
            memories = replayed(scope, every)
            state = apply(_records(every, memories, now))
        else:
            state = extend(known.state, _records(tail.readings, memories, now))
        made = (signature, memories.hidden_ids(now))
        return self._tailed.put(scope, (made, state, memories))[1]

    def _past(self, state: FactState, before: int) -> FactState:
        """``state`` as it was before a time: replayed from the nearest stage kept of its past."""
        records = state.records
        count = bisect_left(records, before, key=lambda record: record.timestamp)
        if count == len(records):
            return state
        with self._mutex:
            if self._stages_of is not records:
                self._stages_of, self._stages = records, {0: FactState()}
            stages = self._stages
        start = max(known for known in tuple(stages) if known <= count)  # others may add
        past = stages[start]
        for end in range(start - start % _STAGE + _STAGE, count + 1, _STAGE):
            past = stages[end] = extend(past, records[len(past.records) : end])
        return extend(past, records[len(past.records) : count])

    def _known(
        self, scope: Scope, problems: list[Degraded], seen: Seen | None
    ) -> tuple[_Known, Mapping[str, FileRow]]:
        nothing = _Known(0, (0, 0), (), FactState())
        if seen is not None:
            version = (seen.known.version, seen.known.removals)
            kept = self._fitting(scope, seen.known.opening, version)
            if kept is not None and kept.version == version:
                return self._at(scope, kept, self._clock()), seen.known.files
        try:
            generation = self._current()
            if generation is None:
                return nothing, {}
            key = scope_key(scope)
            with generation.catalog().read() as connection:
                version = docs.scope_version(connection, key)
                covered = files.of_scope(connection, key)
                kept = self._fitting(scope, generation.opening, version)
                if kept is not None and kept.version == version:
                    return self._at(scope, kept, self._clock()), covered
                after = kept.version[0] if kept is not None else 0
                fresh = readings.of_scope(connection, key, after=after)
            _refuse_foreign(scope, fresh)
        except EywaError as error:
            problems.append(Degraded("facts", "from_files", error))
            return nothing, {}
        if kept is None:
            kept = nothing
        known = self._extended(scope, kept, fresh, (generation.opening, version))
        return self._kept.put(scope, known), covered

    def _extended(
        self,
        scope: Scope,
        kept: _Known,
        fresh: Sequence[Reading],
        found: tuple[int, tuple[int, int]],
    ) -> _Known:
        """What is kept and what was read since; a decision about a record replays it all."""
        every, now = (*kept.readings, *fresh), self._clock()
        if _decide(fresh):
            memories = replayed(scope, every)
            state = apply(_records(every, memories, now))
            return _Known(*found, every, state, memories, memories.hidden_ids(now))
        kept = self._at(scope, kept, now)
        state = extend(kept.state, _records(fresh, kept.memories, now))
        return _Known(*found, every, state, kept.memories, kept.hidden)

    def _at(self, scope: Scope, kept: _Known, now: int) -> _Known:
        """What is kept, replayed where a record has expired since."""
        hidden = kept.memories.hidden_ids(now)
        if hidden == kept.hidden:
            return kept
        state = apply(_records(kept.readings, kept.memories, now))
        known = _Known(kept.opening, kept.version, kept.readings, state, kept.memories, hidden)
        return self._kept.put(scope, known)

    def _fitting(self, scope: Scope, opening: int, version: tuple[int, int]) -> _Known | None:
        """What is kept of a scope, if it can be extended to ``version``."""
        kept = self._kept.get(scope)
        if kept is None or kept.opening != opening or kept.version[1] != version[1]:
            return None
        return kept if kept.version[0] <= version[0] else None


def _refuse_foreign(scope: Scope, found: Sequence[Reading]) -> None:
    """Raise where the catalog holds what was read in another's file: no row of it is believed."""
    if not all(Layout.is_of(path, scope) for path in {r.anchor.file_path for r in found}):
        raise DependencyUnavailable(
            "the catalog's readings are damaged: some are of files outside this tenant and user; "
            "run 'eywa repair --apply' to derive them anew"
        )


def _decide(found: Sequence[Reading]) -> bool:
    """Whether any of it says something about a record, rather than about what is so."""
    return any(reading.kind == "memory" for reading in found)


def _records(found: Sequence[Reading], memories: Memories, now: int) -> Iterable[TimelineRecord]:
    """What was read, without what stands in lines that are not (or no longer) a record's text."""
    records = ((reading, timeline_record(reading)) for reading in map(_spoken, found) if reading)
    return [
        record
        for reading, record in records
        if record is not None
        and _is_own(reading, record)
        and not (memories and _is_hidden(record, reading, memories, now))
    ]


def _spoken(reading: Reading) -> Reading | None:
    """A reading; of a decision about a record, what is read in the text that it brings."""
    if reading.kind != "memory":
        return reading
    change = change_of(reading)
    return None if change is None else change.turn(reading.scope)


def _is_hidden(record: TimelineRecord, reading: Reading, memories: Memories, now: int) -> bool:
    """Whether the words that it was read in, or that it quotes, are not to be found any more."""
    if isinstance(record, Turn):
        return memories.hides(reading.event_id, reading.anchor, now)
    if record.facts:
        return any(memories.hides(f.source_event_id, f.source_anchor, now) for f in record.facts)
    standing = memories.standings.get(record.event_id) if isinstance(record, ModelTurn) else None
    if standing is None or not isinstance(record, ModelTurn):
        return False
    return not (_says(standing, record.content_hash) and standing.is_shown(now))


def _says(standing: Standing, content_hash: str) -> bool:
    """Whether a record has the text that stands in the bytes with this hash. Of its own line only
    the place is known: it is meant by each hash that is of no update."""
    if standing.text is not None:
        return standing.text.content_hash == content_hash
    updates = (line for line, _ in standing.texts.values() if line is not None)
    return all(line.content_hash != content_hash for line in updates)


def _is_own(reading: Reading, record: TimelineRecord) -> bool:
    """Whether the facts of a record cite files of its own scope; what a model read cites another
    record than its own."""
    if reading.kind != "facts" or not isinstance(record, Turn):
        return True
    return all(Layout.is_of(f.source_anchor.file_path, reading.scope) for f in record.facts)
