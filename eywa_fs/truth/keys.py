"""Idempotency keys, read from the truth itself, so that nothing deletable decides about a retry.

In memory we keep, per scope, which keys stand where, and how far each file was read; only bytes
that came since are looked at. A key is unique in a scope (tenant and user), and is of one request:
of a record, of several records that were written together, or of decisions.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass, field
from itertools import product
from typing import Literal, NamedTuple, get_args

from eywa_fs.errors import KeyReused, PartialAppend, TruthWriteError
from eywa_fs.hashing import content_hash, short_key
from eywa_fs.lru import Lru
from eywa_fs.model.records import NOWHERE, Anchor, Draft, Record, Scope
from eywa_fs.truth.codec import decode_record, encode_record, records_in
from eywa_fs.truth.index_folder import alone
from eywa_fs.truth.layout import Layout
from eywa_fs.truth.reader import UNSEEN, file_state, resolve, with_versions

_MARK = b'"idempotencyKey"'
_MAX_SCOPES = 32

Use = Literal["record", "part", "decision"]
"""What a key is of: a record, a request that wrote several, a decision."""


class Carrier(NamedTuple):
    """The line that first carried a key: where it stands, the id, session, role and time of its
    record, a hash of what was asked for, and how many records its request wrote, 0 where it is no
    part."""

    anchor: Anchor
    event_id: str
    session_id: str
    role: str
    timestamp: int
    said: str
    records: int

    def fits(self, draft: Draft, said: str) -> bool:
        """Whether it is what a draft asks for. ``said``: as of :func:`_said` of its record."""
        own = (self.event_id, self.timestamp)
        asked = zip((draft.event_id, draft.timestamp), own, strict=True)
        return said == self.said and all(given in (None, has) for given, has in asked)


@dataclass(slots=True)
class _Known:
    carriers: dict[tuple[Use, str], Carrier] = field(default_factory=dict)
    read: dict[str, tuple[int, int, int]] = field(default_factory=dict)  # inode, offset, lines


class KeyRegister:
    """Finds the record that first carried a key. Threads may share it."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._scopes: Lru[Scope, _Known] = Lru(_MAX_SCOPES)

    def held(self, scope: Scope) -> AbstractContextManager[object]:
        """Hold the scope's keys against everybody else while looking and writing, in a ``with``
        that an interrupt ends like any other."""
        name = f"locks/{short_key(scope.tenant_id, scope.user_id)}.lock"
        undone = "a decision, or a record with an idempotency key, needs a writable .index folder"
        return alone(self._layout, name, busy=None, undone=undone, failure=TruthWriteError)

    def find(self, scope: Scope, keys: Iterable[str]) -> dict[str, Carrier]:
        """Who first carried each key that was ever a record's; call it inside :meth:`held`."""
        return {key: one for (use, key), one in self.used(scope, keys).items() if use == "record"}

    def used(self, scope: Scope, keys: Iterable[str]) -> dict[tuple[Use, str], Carrier]:
        """Who first carried each key, by what it was ever used for; call it inside :meth:`held`."""
        wanted = [*product(get_args(Use), keys)]
        if not wanted:
            return {}
        known = self._scopes.get(scope) or self._scopes.put(scope, _Known())
        found = self._look_up(scope, known, wanted)
        if all(resolve(self._layout, scope, one.anchor).status == "ok" for one in found.values()):
            return found
        known = self._scopes.put(scope, _Known())  # a file was rewritten: look at all of it again
        return self._look_up(scope, known, wanted)

    def refuse_used(self, scope: Scope, keys: Iterable[str], *uses: Use) -> None:
        """Raise ``KeyReused`` where a key is of something of another kind; inside :meth:`held`."""
        for use, key in self.used(scope, keys):
            if use in uses:
                raise KeyReused(key)

    def carrier(self, record: Record) -> Carrier:
        """A record that is not written yet as it would be read; errors as of ``encode_record``."""
        truth = Layout.parse(Layout.session_file(record.scope, record.session_id, record.timestamp))
        assert truth is not None  # the layout made the path
        most = self._layout.max_record_bytes
        line = encode_record(record, max_bytes=most).removesuffix(b"\n")
        return _carrier(decode_record(line, truth, 0, max_bytes=most), NOWHERE)

    def as_written(self, carriers: Mapping[int, Carrier]) -> dict[int, Anchor]:
        """The anchors of some lines as they were given when these were written."""
        told = with_versions(self._layout, (one.anchor for one in carriers.values()))
        return {n: told[one.anchor] for n, one in carriers.items()}

    def _look_up(
        self, scope: Scope, known: _Known, keys: Sequence[tuple[Use, str]]
    ) -> dict[tuple[Use, str], Carrier]:
        """Those of the keys that are known once what is new was read."""
        for truth in self._layout.scope_files(scope):
            if truth.kind not in ("session", "decisions"):
                continue
            state = file_state(self._layout, truth.rel)
            if state is None:
                continue
            inode, offset, lines = known.read.get(truth.rel, (state.inode, 0, 0))
            if inode != state.inode or state.size < offset:
                known.read.pop(truth.rel, None)
                offset, lines = 0, 0
            if state.size <= offset and state != UNSEEN:
                continue
            with suppress(FileNotFoundError):
                for line, record in records_in(self._layout, truth, offset, lines, marked=_MARK):
                    offset, lines = line.byte_end + 1, line.number
                    if record is not None and record.idempotency_key is not None:
                        carrier = _carrier(record, line.anchor(truth.rel))
                        kind: Use = "record" if truth.kind == "session" else "decision"
                        _note(known.carriers, kind, record, carrier)
                known.read[truth.rel] = (state.inode, offset, lines)
        return {key: known.carriers[key] for key in keys if key in known.carriers}


class DryKeys(KeyRegister):
    """Keys as they would be if what is :meth:`put` were written. Nothing is locked: a lock is a
    file. For one thread."""

    def __init__(self, layout: Layout) -> None:
        super().__init__(layout)
        self._put: dict[Scope, dict[tuple[Use, str], Carrier]] = {}

    def held(self, scope: Scope) -> AbstractContextManager[object]:
        return nullcontext()

    def used(self, scope: Scope, keys: Iterable[str]) -> dict[tuple[Use, str], Carrier]:
        keys, put = [*keys], self._put.get(scope, {})
        would = {name: put[name] for name in product(get_args(Use), keys) if name in put}
        return would | super().used(scope, keys)

    def as_written(self, carriers: Mapping[int, Carrier]) -> dict[int, Anchor]:
        return {n: one.anchor for n, one in carriers.items()}

    def put(self, records: Sequence[Record]) -> list[Anchor]:
        """Take records as written, nowhere; errors as of ``encode_record``."""
        for record in records:
            put = self._put.setdefault(record.scope, {})
            _note(put, "record", record, self.carrier(record))
        return [NOWHERE] * len(records)


def _note(
    carriers: dict[tuple[Use, str], Carrier], kind: Use, record: Record, carrier: Carrier
) -> None:
    carriers.setdefault((kind, str(record.idempotency_key)), carrier)
    if record.part_of is not None:
        carriers.setdefault(("part", record.part_of[0]), carrier)


def _carrier(record: Record, anchor: Anchor) -> Carrier:
    parts = record.part_of[1] if record.part_of else 0
    return Carrier(
        anchor, record.event_id, record.session_id, record.role, record.timestamp, _said(record),
        parts,
    )  # fmt: skip


def _said(record: Record) -> str:
    """A hash of what a record, as it is read, was asked to hold, but for its id and time; what
    names the request itself, as which it came, is left out."""
    meta = {key: item for key, item in (record.meta or {}).items() if key != "trace_id"}
    said = (
        record.role, record.content, record.session_id, record.speaker, record.agent_id,
        record.tags, meta, record.expires_at,
    )  # fmt: skip
    return content_hash(json.dumps(said, sort_keys=True).encode())


def write_once(
    write: Callable[[Sequence[Record]], list[Anchor]],
    register: KeyRegister,
    records: Sequence[Record],
    asked: Sequence[Draft | None],
) -> list[Anchor]:
    """Write those records whose key is new in their scope.

    Args:
        write: writes records, as :meth:`Journal.write`.
        asked: of each record what was asked for: a key that was used before has to come with the
            same; ``None``: what it came with first stands.

    Returns:
        The anchor of each record, in order: of a key that was used before, the first one's.

    Raises:
        KeyReused: nothing was written in that scope. Others as of ``write``;
            PartialAppend also where another scope's were written before.
    """
    anchors: dict[int, Anchor] = {}
    for scope in dict.fromkeys(record.scope for record in records):
        mine = [n for n, record in enumerate(records) if record.scope == scope]
        keys = {n: key for n in mine if (key := records[n].idempotency_key) is not None}
        with register.held(scope):
            whole = {part[0] for n in mine if (part := records[n].part_of) is not None}
            used = register.used(scope, {*keys.values(), *whole})
            known = {key: one for (use, key), one in used.items() if use == "record"}
            first = {key: n for n, key in reversed(keys.items()) if key not in known}
            own = {n: draft for n in keys if (draft := asked[n]) is not None}
            _refuse_others(register, records, own, used, first)
            fresh = [n for n in mine if n not in keys or first.get(keys[n]) == n]
            try:
                written = write([records[n] for n in fresh])
            except TruthWriteError as error:
                some = error.anchors if isinstance(error, PartialAppend) else []
                durable = anchors | {n: at for n, at in zip(fresh, some, strict=False) if at}
                if not durable:
                    raise
                durable |= {n: known[key].anchor for n, key in keys.items() if key in known}
                every = [durable.get(n) for n in range(len(records))]
                raise PartialAppend(str(error), every) from error
            anchors |= zip(fresh, written, strict=True)
            anchors |= {n: anchors[first[key]] for n, key in keys.items() if key in first}
            anchors |= register.as_written(
                {n: known[key] for n, key in keys.items() if key in known}
            )
    return [anchors[n] for n in range(len(records))]


def _refuse_others(
    register: KeyRegister,
    records: Sequence[Record],
    asked: Mapping[int, Draft],
    used: Mapping[tuple[Use, str], Carrier],
    first: Mapping[str, int],
) -> None:
    """Raise ``KeyReused`` where a key of a record that is ``asked`` for, or of the request that it
    is a part of, is of another request. One that was cut off is the same: what is missing is
    written.
    ``first``: which record carries a new key first."""
    for n, draft in asked.items():
        key = str(records[n].idempotency_key)
        if first.get(key) != n:
            known = used.get(("record", key)) or register.carrier(records[first[key]])
            if not known.fits(draft, register.carrier(records[n]).said):
                raise KeyReused(key)
    for n in asked:
        key, parts = records[n].part_of or (str(records[n].idempotency_key), None)
        others = ("part", "decision") if parts is None else ("record", "decision")
        cut_off = used.get(("part", key))
        differs = cut_off is not None and cut_off.records != parts
        if differs or any((use, key) in used for use in others):
            raise KeyReused(key)
