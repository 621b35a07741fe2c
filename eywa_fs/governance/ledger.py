"""One user's decisions about records, read from the files themselves: what is decided next goes by
this, and what a version said stands here. The index is not asked."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from difflib import get_close_matches

from eywa_fs.errors import NotFound, TruthReadError
from eywa_fs.governance.changes import (
    MARK,
    Change,
    Place,
    change_from,
    change_of,
    erased_reading,
    revision,
)
from eywa_fs.governance.memories import Memories, memories_of
from eywa_fs.governance.replay import Standing, effective, steps
from eywa_fs.model.records import Anchor, Record, Scope, is_citation
from eywa_fs.truth.citations import find_message, find_messages, messages, read_cited
from eywa_fs.truth.codec import record_at, records_in
from eywa_fs.truth.layout import Layout, TruthPath
from eywa_fs.truth.reader import FileState, Line, file_state

_EXPIRES = b'"expiresAt"'
_NEAR = 3


@dataclass(frozen=True, slots=True)
class Target:
    """A record that is decided about: its own line, and where that stands."""

    record: Record
    anchor: Anchor

    def first(self) -> list[Change]:
        """When its own line says that it expires, as a change."""
        change = change_from(self.record, self.anchor)
        return [] if change is None else [change]


class Ledger:
    """The decisions about one user's records as they stand in the files when this is made.
    ``TruthReadError`` where a decisions file cannot be read."""

    def __init__(self, layout: Layout, scope: Scope) -> None:
        self._layout = layout
        self.scope = scope
        self._read = _states(layout, scope)
        self.changes = effective(_decisions(layout, scope))
        self._of: dict[str, list[Change]] = defaultdict(list)
        for change in self.changes:
            self._of[change.target].append(change)

    def is_current(self) -> bool:
        """Whether the user's decisions files are as they were when this was made."""
        return self._read == _states(self._layout, self.scope)

    def is_decided(self, event_id: str) -> bool:
        """Whether anything was decided about a record."""
        return event_id in self._of

    def with_key(self, key: str | None) -> list[Change]:
        """The decisions that were made with an idempotency key, in their order."""
        return [change for change in self.changes if key and change.idempotency_key == key]

    def targets(self, names: Iterable[str]) -> dict[str, Target]:
        """The records of some names, each of its name; the files are read once for those that
        nothing was decided about. Errors as of :meth:`target`."""
        given = dict.fromkeys(names)
        new = [n for n in given if not is_citation(n) and n not in self._of]
        found = find_messages(self._layout, self.scope, new) if len(new) > 1 else {}
        return {n: Target(*found[n]) if n in found else self.target(n) for n in given}

    def target(self, name: str) -> Target:
        """The record of an event id or citation (of its own line, or of one of its updates).

        Raises:
            NotFound: there is none; near ids are named. BadRequest: no citation.
            ScopeForbidden: the citation is of another tenant or user.
        """
        if is_citation(name):
            record, anchor = read_cited(self._layout, self.scope, name)
            revised = revision(record)
            if revised is None:
                return Target(record, anchor)
            name = revised.event_id
        found = self._at(self._of[name][0]) if name in self._of else None
        if found is not None and found.record.event_id == name:
            return found
        try:
            return Target(*find_message(self._layout, self.scope, event_id=name))
        except NotFound:
            raise NotFound(self._nothing(name)) from None

    def of(self, target: Target) -> list[Change]:
        """What is decided about a record, and when its own line says it expires."""
        return [*target.first(), *self._of.get(target.record.event_id, ())]

    def standing(self, target: Target, *, as_written: bool = False) -> Standing:
        """What a record is now; ``as_written``: what it was before anything was decided."""
        changes = target.first() if as_written else self.of(target)
        after = list(steps(target.record.event_id, changes))
        if after:
            return after[-1][1]
        anchor = target.anchor
        place = Place(anchor.file_path, anchor.line_start, anchor.byte_start)
        return Standing(target.record.event_id, place)

    def steps(self, target: Target) -> list[tuple[Change, Standing]]:
        """The decisions about a record by version, each with what the record was after it."""
        return list(steps(target.record.event_id, self.of(target)))

    def text(self, target: Target, line: Anchor | None) -> tuple[Record, Anchor]:
        """The record with the text that stands in a line: ``None`` is its own. ``TruthReadError``
        where the line is not what was decided, or cannot be read."""
        if line is None:
            return target.record, target.anchor
        record = record_at(self._layout, self.scope, line)
        revised = None if record is None else revision(record)
        if revised is not None:
            return revised, line
        raise TruthReadError(
            f"the text of {target.record.event_id} in {line.citation} is not what was decided: it "
            "does not fit the hash in its own line; 'eywa revert' brings back another version, "
            "'eywa verify --deep' names such lines"
        )

    def _at(self, change: Change) -> Target | None:
        """The record at the place that a decision names."""
        truth = self._layout.parse(change.of.file_path)
        if truth is None or truth.kind != "session":
            return None
        before = change.of.line - 1
        with suppress(FileNotFoundError):
            lines = records_in(self._layout, truth, change.of.byte_start, before)
            for line, record in lines:
                return Target(record, line.anchor(truth.rel)) if record is not None else None
        return None

    def _nothing(self, name: str) -> str:
        ids = [event_id for event_id, _ in messages(self._layout, self.scope)]
        near = [one for one in ids if one.startswith(name)][:_NEAR]
        near = near or get_close_matches(name, ids, _NEAR)
        meant = f"; did you mean {', '.join(near)}?" if near else ""
        return f"there is no message {name!r} of this user{meant}"


def states(layout: Layout, scope: Scope) -> Memories:
    """What all records of a user are that were decided on, or say when they expire.
    ``TruthReadError`` where a file cannot be read."""
    expiring = _readings(layout, scope, "session", _EXPIRES)
    return memories_of([*expiring, *_decisions(layout, scope)])


def _states(layout: Layout, scope: Scope) -> dict[str, FileState | None]:
    files = (truth for truth in layout.scope_files(scope) if truth.kind == "decisions")
    return {truth.rel: file_state(layout, truth.rel) for truth in files}


def _decisions(layout: Layout, scope: Scope) -> list[Change]:
    return [*_readings(layout, scope, "decisions", MARK)]


def _readings(layout: Layout, scope: Scope, kind: str, mark: bytes) -> Iterator[Change]:
    for truth in layout.scope_files(scope):
        if truth.kind != kind:
            continue
        with suppress(FileNotFoundError):
            for line, record in records_in(layout, truth, marked=mark):
                change = change_in(line, record, truth)
                if change is not None:
                    yield change


def change_in(line: Line, record: Record | None, truth: TruthPath) -> Change | None:
    """What a line of a session or decisions file decides about a record, or when the record in it
    expires; ``record`` is what the line holds, ``None`` is none."""
    decisions = truth.kind == "decisions"
    if record is not None:
        told = decisions or record.expires_at is not None
        return change_from(record, line.anchor(truth.rel)) if told else None
    erased = decisions and erased_reading(line.data, truth.scope, line.anchor(truth.rel))
    return change_of(erased) if erased else None
