"""One user's decisions about records, read from the files themselves: what is decided next goes by
this, and what a version said stands here. The index is not asked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import chain
from operator import is_
from typing import Final

from eywa_fs.errors import NotFound, TruthReadError
from eywa_fs.governance.changes import MARK, Change, Place, change_from, revision
from eywa_fs.governance.decided import Decided, change_in, decided_in
from eywa_fs.governance.memories import Memories, memories_of
from eywa_fs.governance.replay import Standing, steps
from eywa_fs.lru import Lru
from eywa_fs.model.records import Anchor, Record, Scope, is_citation
from eywa_fs.truth.citations import find_message, find_messages, messages, read_cited
from eywa_fs.truth.codec import record_at, records_in
from eywa_fs.truth.layout import Layout
from eywa_fs.truth.reader import FileState, file_state

_EXPIRES = b'"expiresAt"'
_NEAR = 3
_STANDINGS: Final[Lru[tuple[str, Scope, str], tuple[list[Change], Sequence[Change], Standing]]] = (
    Lru(10_000)
)
"""What records came to lately, with the changes they came to that by."""


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
        self._files: list[Decided] = []
        for truth in map(layout.parse, self._read):
            with suppress(FileNotFoundError):
                self._files += [decided_in(layout, truth)] if truth is not None else []

    @property
    def changes(self) -> Iterator[Change]:
        """The decisions that count, in the order in which they were written."""
        return chain.from_iterable(one.changes for one in self._files)

    def _of(self, event_id: str) -> Sequence[Change]:
        """Those about one record."""
        found = [one.of[event_id] for one in self._files if event_id in one.of]
        return found[0] if len(found) == 1 else tuple(chain.from_iterable(found))

    def is_current(self) -> bool:
        """Whether the user's decisions files are as they were when this was made."""
        return self._read == _states(self._layout, self.scope)

    def is_decided(self, event_id: str) -> bool:
        """Whether anything was decided about a record."""
        return any(event_id in one.of for one in self._files)

    def with_key(self, key: str | None) -> list[Change]:
        """The decisions that were made with an idempotency key, in their order."""
        return [one for one in self.changes if one.idempotency_key == key] if key else []

    def targets(self, names: Iterable[str]) -> dict[str, Target]:
        """The records of some names, each of its name; the files are read once for those that
        nothing was decided about. Errors as of :meth:`target`."""
        given = dict.fromkeys(names)
        new = [n for n in given if not is_citation(n) and not self.is_decided(n)]
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
        found = next(map(self._at, self._of(name)[:1]), None)
        if found is not None and found.record.event_id == name:
            return found
        try:
            return Target(*find_message(self._layout, self.scope, event_id=name))
        except NotFound:
            raise NotFound(self._nothing(name)) from None

    def of(self, target: Target) -> list[Change]:
        """What is decided about a record, and when its own line says it expires."""
        return [*target.first(), *self._of(target.record.event_id)]

    def standing(self, target: Target, *, as_written: bool = False) -> Standing:
        """What a record is now; ``as_written``: what it was before anything was decided."""
        name, anchor, first = target.record.event_id, target.anchor, target.first()
        own: Sequence[Change] = () if as_written else self._of(name)
        if not own and not first:
            place = Place(anchor.file_path, anchor.line_start, anchor.byte_start)
            return Standing(name, place)
        key = (str(self._layout.root), self.scope, name)
        known, then, standing = _STANDINGS.get(key) or (first, (), None)
        later = own[len(then) :]
        if standing is None or not (
            known == first
            and len(then) <= len(own)
            and all(map(is_, then, own))
            and all(change.version > standing.version for change in later)
        ):
            standing, later = None, [*first, *own]
        now = [standing, *(after for _, after in steps(name, later, standing))][-1]
        assert now is not None  # there was a change, or it is what is known
        return _STANDINGS.put(key, (first, own, now))[2]

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
