"""The facts of one scope, replayed from what was read in its records."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from eywa_fs.catalog import docs, files, readings
from eywa_fs.catalog.files import FileRow
from eywa_fs.errors import EywaError
from eywa_fs.facts.readings import timeline_record
from eywa_fs.facts.replay import FactState, TimelineRecord, apply, extend
from eywa_fs.generations.generation import Generation
from eywa_fs.model.documents import scope_key
from eywa_fs.model.readings import Reading
from eywa_fs.model.records import Scope
from eywa_fs.retrieval.tail import TailReader

_KEPT_SCOPES = 64


@dataclass(frozen=True, slots=True)
class Loaded:
    """A scope's facts, and why some may be missing."""

    state: FactState
    degraded: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Known:
    """What the catalog's readings come to, kept until the scope changes."""

    generation: int
    version: tuple[int, int]
    readings: tuple[Reading, ...]
    state: FactState


class FactStates:
    """Fact states by scope, kept in memory and brought up to date. Threads may share it.

    Derived twice over: the catalog holds what was read in each record, and the state is replayed
    from that; what is not indexed yet is read from the files on the spot.

    Args:
        current: gives the open generation, or ``None``.
        tails: reads what the files hold beyond the catalog, decisions included.
    """

    def __init__(self, current: Callable[[], Generation | None], tails: TailReader) -> None:
        self._current = current
        self._tails = tails
        self._kept: OrderedDict[Scope, _Known] = OrderedDict()
        self._mutex = threading.Lock()

    def load(self, scope: Scope, *, before: int | None = None) -> Loaded:
        """The facts of one scope.

        Args:
            before: epoch milliseconds; records at or after it do not exist for this answer.
        """
        problems: list[str] = []
        known, covered = self._known(scope, problems)
        tail = self._tails.read(scope, covered)
        problems += tail.degraded
        base, state = list(known.readings), known.state
        if tail.reread:
            base = [r for r in base if r.anchor.file_path not in tail.reread]
            state = apply(_records(base))
        if tail.readings:
            state = extend(state, _records(tail.readings))
        if before is not None and any(r.timestamp >= before for r in state.records):
            state = apply(r for r in state.records if r.timestamp < before)
        return Loaded(state, tuple(dict.fromkeys(problems)))

    def _known(self, scope: Scope, problems: list[str]) -> tuple[_Known, dict[str, FileRow]]:
        nothing = _Known(0, (0, 0), (), FactState())
        try:
            generation = self._current()
            if generation is None:
                return nothing, {}
            key = scope_key(scope)
            with generation.catalog().read() as connection:
                version = docs.scope_version(connection, key)
                covered = files.of_scope(connection, key)
                kept = self._fitting(scope, generation.number, version)
                if kept is not None and kept.version == version:
                    return kept, covered
                after = kept.version[0] if kept is not None else 0
                fresh = readings.of_scope(connection, key, after=after)
        except EywaError as error:
            problems.append(f"facts_from_files: {error}")
            return nothing, {}
        before = kept.readings if kept is not None else ()
        state = extend(kept.state if kept is not None else FactState(), _records(fresh))
        known = _Known(generation.number, version, (*before, *fresh), state)
        with self._mutex:
            self._kept[scope] = known
            self._kept.move_to_end(scope)
            while len(self._kept) > _KEPT_SCOPES:
                self._kept.popitem(last=False)
        return known, covered

    def _fitting(self, scope: Scope, generation: int, version: tuple[int, int]) -> _Known | None:
        """What is kept of a scope, if it can be extended to ``version``."""
        with self._mutex:
            kept = self._kept.get(scope)
        if kept is None or kept.generation != generation or kept.version[1] != version[1]:
            return None
        return kept if kept.version[0] <= version[0] else None


def _records(found: Sequence[Reading]) -> Iterable[TimelineRecord]:
    return [record for reading in found if (record := timeline_record(reading)) is not None]
