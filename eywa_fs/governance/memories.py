"""The records of one user that somebody decided on, as a search needs them; kept until they change.

A user without such decisions has :data:`NONE`, which hides nothing and costs nothing.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from eywa_fs.governance.changes import Change, change_of, in_decisions, in_order
from eywa_fs.governance.replay import Standing, replay
from eywa_fs.lru import Lru
from eywa_fs.model.documents import doc_id
from eywa_fs.model.readings import Reading
from eywa_fs.model.records import Anchor, Scope
from eywa_fs.truth.layout import Layout

_KEPT_SCOPES = 256
UNKNOWN: Final = 2
"""Answers of which nothing is known that are counted along with the known ones, one for each
outcome (Laplace's rule of succession), so that one answer says little."""
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True, eq=False)
class Memories:
    """What is decided about the records of one user.

    Attributes:
        standings: by event id; records that are not there are as their own line says.
        changes: the decisions, in the order in which they were written.
        idle: lines of updates without effect (docs/format.md, transactions).
        ends: when records expire, in order: between two of them nothing is hidden or shown.
        useful: how useful records were in earlier answers, by event id, -1 to 1.
    """

    standings: Mapping[str, Standing] = field(default_factory=dict)
    changes: Sequence[Change] = ()
    idle: Sequence[Anchor] = ()
    ends: Sequence[int] = ()
    useful: Mapping[str, float] = field(default_factory=dict)
    _kept: dict[str, tuple[int, Any]] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.changes)

    def version(self, event_id: str) -> int:
        """The number of a record's current version."""
        standing = self.standings.get(event_id)
        return 1 if standing is None else standing.version

    def hides(self, event_id: str, anchor: Anchor, now_ms: int, *, archived: bool = False) -> bool:
        """Whether a line is not to be shown as the text of a record: the record is deleted, put
        aside or expired, or has another text by now."""
        standing = self.standings.get(event_id)
        if standing is None:
            return in_decisions(anchor.file_path)
        return not standing.is_shown(now_ms, archived=archived) or not _is_text(standing, anchor)

    def hidden_documents(
        self, scope: Scope, now_ms: int, *, archived: bool = False
    ) -> Sequence[str]:
        """How the ids of documents of lines begin that :meth:`hides`, as far as these did not
        move."""
        return self._until_an_end(
            f"documents {archived}",
            now_ms,
            lambda: [first_id(scope, *line)[:-1] for line in self._lines(now_ms, archived)],
        )

    def hidden_ids(self, now_ms: int) -> frozenset[str]:
        """Event ids of records that are deleted, put aside or expired."""
        return self._until_an_end(
            "ids",
            now_ms,
            lambda: frozenset(n for n, one in self.standings.items() if not one.is_shown(now_ms)),
        )

    def _until_an_end(self, name: str, now_ms: int, make: Callable[[], _T]) -> _T:
        """What is made of the standings at a time, made again when something has expired since."""
        ended = bisect_right(self.ends, now_ms)
        kept = self._kept.get(name)
        if kept is None or kept[0] != ended:
            kept = self._kept[name] = (ended, make())
        made: _T = kept[1]
        return made

    def _lines(self, now_ms: int, archived: bool) -> Iterator[tuple[str, int]]:
        """Path and first byte of the lines that are hidden."""
        for line in self.idle:
            yield line.file_path, line.byte_start
        for standing in self.standings.values():
            shown = standing.is_shown(now_ms, archived=archived)
            for text in {line for line, _ in standing.texts.values()}:
                if not (shown and text == standing.text):
                    yield _begin(standing, text)

    def pinned_lines(self, now_ms: int) -> list[tuple[str, int]]:
        """Path and first byte of the text of each pinned record that is shown."""
        return [
            _begin(standing, standing.text)
            for standing in self.standings.values()
            if standing.pinned and standing.is_shown(now_ms)
        ]


NONE = Memories()


def first_id(scope: Scope, path: str, byte_start: int) -> str:
    """Id of the first document of a line."""
    return doc_id(scope, "l0_recent_chunk", path, byte_start, 0)


def _begin(standing: Standing, line: Anchor | None) -> tuple[str, int]:
    if line is None:
        return standing.of.file_path, standing.of.byte_start
    return line.file_path, line.byte_start


def _is_text(standing: Standing, anchor: Anchor) -> bool:
    """Whether an anchor is of the line that has a record's text. A record's own line may have
    moved within its folder, and of two with the same id both are meant."""
    if standing.text is None:
        return not in_decisions(anchor.file_path)
    text = standing.text
    return (anchor.file_path, anchor.byte_start, anchor.content_hash) == (
        text.file_path, text.byte_start, text.content_hash,
    )  # fmt: skip


def memories_of(changes: Iterable[Change]) -> Memories:
    """What some decisions come to."""
    given = in_order(list(changes))
    standings = replay(given)
    used = {line for item in standings.values() for line, _ in item.texts.values()}
    idle = [item.anchor for item in given if item.op == "update" and item.anchor not in used]
    ends = sorted(one.expires_at for one in standings.values() if one.expires_at is not None)
    return Memories(standings, given, idle, ends, usefulness(given)) if given else NONE


def usefulness(changes: Iterable[Change]) -> Mapping[str, float]:
    """How useful records were, by event id: above -1 and below 1; the others are at 0.

    ``(useful - useless) / (useful + useless + UNKNOWN)`` over all feedback on a record.
    """
    said: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for change in changes:
        if change.op == "feedback":
            said[change.target][change.useful] += 1
    return {
        name: (good - bad) / (good + bad + UNKNOWN)
        for name, (bad, good) in said.items()
        if good != bad
    }


class MemoryStates:
    """Keeps what the decisions about each user's records come to. Threads may share it."""

    def __init__(self) -> None:
        self._kept: Lru[Scope, tuple[object, Memories]] = Lru(_KEPT_SCOPES)

    def of(
        self,
        scope: Scope,
        indexed: tuple[Reading, ...],
        tail: Sequence[Reading] = (),
        void: Collection[str] = (),
    ) -> Memories:
        """What is decided on a user's records.

        Args:
            indexed: what the catalog has of decisions, the same object while nothing changed.
            tail: what was read in the files beyond it.
            void: files of which nothing indexed counts.
        """
        fresh = tuple(reading for reading in tail if reading.kind == "memory")
        if not indexed and not fresh:
            return NONE
        key = (indexed, fresh, frozenset(void))
        kept = self._kept.get(scope)
        if kept is not None and kept[0] == key:
            return kept[1]
        believed = [r for r in indexed if r.anchor.file_path not in void]
        return self._kept.put(scope, (key, replayed(scope, [*believed, *fresh])))[1]


def replayed(scope: Scope, readings: Iterable[Reading]) -> Memories:
    """What the decisions among some readings come to; what is of another's file does not count."""
    return memories_of(
        change
        for reading in readings
        if reading.kind == "memory" and Layout.is_of(reading.anchor.file_path, scope)
        for change in [change_of(reading)]
        if change is not None
    )
