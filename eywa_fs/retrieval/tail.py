"""The un-indexed tail of a scope: what its files hold beyond what the catalog covers.

It is derived on the spot, by the same rules as the index, so a record is found by the very next
search. Without a catalog the tail is everything.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from eywa_fs.catalog.files import FileRow
from eywa_fs.errors import TruthReadError
from eywa_fs.lru import Lru
from eywa_fs.model.degraded import Degraded, truth_changed
from eywa_fs.model.documents import IndexDocument
from eywa_fs.model.readings import Behind, Reading
from eywa_fs.model.records import Scope
from eywa_fs.model.results import Lag
from eywa_fs.truth.layout import Layout, TruthPath
from eywa_fs.truth.looking import Look, Looker
from eywa_fs.truth.reader import FileState, file_state

Derive = Callable[[TruthPath, FileRow | None], Behind]
"""From a file and what the catalog knows of it to what is missing. Raises ``FileNotFoundError``
or ``TruthReadError``."""

_CACHED_FILES = 512
_COVERED_SCOPES = 256


@dataclass(slots=True)
class Tail:
    """What the files hold beyond the index.

    Attributes:
        documents, readings: derived now, in file order.
        reread: files whose indexed documents must not be used: the file changed under them.
        vanished: files the index knows that are gone.
        lag: how far behind the index is.
    """

    documents: list[IndexDocument] = field(default_factory=list)
    readings: list[Reading] = field(default_factory=list)
    reread: set[str] = field(default_factory=set)
    vanished: set[str] = field(default_factory=set)
    degraded: list[Degraded] = field(default_factory=list)
    lag: Lag = field(default_factory=Lag)


class TailReader:
    """Reads tails, keeping what was derived until the file changes again. Threads may share it."""

    def __init__(
        self,
        layout: Layout,
        derive: Derive,
        *,
        clock: Callable[[], int],
        max_bytes: int,
    ) -> None:
        self._layout = layout
        self._derive = derive
        self._clock = clock
        self._max_bytes = max_bytes
        self._looker = Looker(layout)
        self._derived: Lru[str, tuple[FileState, int, Behind]] = Lru(_CACHED_FILES)
        self._covered: Lru[Scope, tuple[Look, Mapping[str, FileRow]]] = Lru(_COVERED_SCOPES)

    def look(self, scope: Scope) -> Look:
        """The files of a scope as they are now."""
        return self._looker.look(scope)

    def read(self, scope: Scope, known: Mapping[str, FileRow], look: Look | None = None) -> Tail:
        """The tail of one scope.

        Args:
            known: the catalog's rows of the scope's files; empty without a catalog.
            look: of the same search.
        """
        tail = Tail()
        budget = self._max_bytes
        waiting = 0
        oldest: int | None = None
        look = look or self.look(scope)
        covered = self._covered.get(scope)
        if covered is not None and covered[0] is look and covered[1] is known:
            return tail
        there = {truth.rel for truth in look.files}
        tail.vanished = {p for p in known if p not in there and not file_state(self._layout, p)}
        pending = [
            (truth, state)
            for truth, state in zip(look.files, look.states, strict=True)
            if not _covers(known.get(truth.rel), state)
        ]
        if not pending and not tail.vanished:
            self._covered.put(scope, (look, known))
        for truth, state in sorted(pending, key=_first_read):
            row = known.get(truth.rel)
            behind = max(0, state.size - (row.committed_offset if row else 0))
            budget -= behind if truth.kind != "decisions" else 0
            if budget < 0:
                tail.degraded.append(
                    Degraded("tail", "truncated", "too many bytes are not indexed yet")
                )
                break
            found = self._documents(truth, state, row, tail)
            if found is not None and (found.documents or found.readings or found.reread):
                tail.documents += found.documents
                tail.readings += found.readings
                waiting += behind
                oldest = min(oldest or state.mtime_ns, state.mtime_ns)
                if found.reread:
                    tail.reread.add(truth.rel)
        # Markdown is there to be edited; its sections are read anew.
        changed = sum(known[path].kind != "longterm" for path in tail.reread | tail.vanished)
        tail.degraded += truth_changed(changed)
        if oldest is not None:
            tail.lag = Lag(waiting, max(0.0, self._clock() / 1000 - oldest / 1e9))
        return tail

    def forget(self, path: str) -> None:
        """Derive this file again next time."""
        self._derived.drop(path)

    def _documents(
        self, truth: TruthPath, state: FileState, row: FileRow | None, tail: Tail
    ) -> Behind | None:
        offset = row.committed_offset if row else 0
        cached = self._derived.get(truth.rel)
        if cached is not None and cached[:2] == (state, offset):
            return cached[2]
        try:
            found = self._derive(truth, row)
        except FileNotFoundError:
            return None
        except TruthReadError as error:
            tail.degraded.append(Degraded("truth", "unreadable", error))
            return None
        self._derived.put(truth.rel, (state, offset, found))
        return found


def _first_read(pending: tuple[TruthPath, FileState]) -> tuple[bool, int]:
    """Decisions first, whatever they take: without them what was deleted would be found again;
    then the newest file."""
    truth, state = pending
    return truth.kind != "decisions", -state.mtime_ns


def _covers(row: FileRow | None, state: FileState) -> bool:
    return row is not None and (row.size, row.mtime_ns, row.inode) == state
