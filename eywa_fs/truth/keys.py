"""Idempotency keys, read from the truth itself, so that nothing deletable decides about a retry.

In memory we keep, per scope, which keys stand where, and how far each file was read; only bytes
that came since are looked at. A key is unique in a scope (tenant and user).
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import NamedTuple

from eywa_fs.errors import KeyReused, TruthWriteError
from eywa_fs.hashing import content_hash, short_key
from eywa_fs.lru import Lru
from eywa_fs.model.records import Anchor, Record, Scope
from eywa_fs.truth.codec import records_in
from eywa_fs.truth.index_folder import alone
from eywa_fs.truth.journal import Journal
from eywa_fs.truth.layout import Layout
from eywa_fs.truth.reader import UNSEEN, file_state, resolve

_MARK = b'"idempotencyKey"'
_MAX_SCOPES = 32


class Carrier(NamedTuple):
    """The record that first carried a key: where it stands, and a hash of its role and content."""

    anchor: Anchor
    said: str


@dataclass(slots=True)
class _Known:
    carriers: dict[str, Carrier] = field(default_factory=dict)
    read: dict[str, tuple[int, int, int]] = field(default_factory=dict)  # inode, offset, lines


class KeyRegister:
    """Finds the record that first carried a key. Threads may share it."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._scopes: Lru[Scope, _Known] = Lru(_MAX_SCOPES)
        self._mutex = threading.Lock()

    @contextmanager
    def held(self, scope: Scope) -> Iterator[None]:
        """Hold the scope's keys against everybody else while looking and writing."""
        name = f"locks/{short_key(scope.tenant_id, scope.user_id)}.lock"
        undone = "a record with an idempotency key needs a writable .index folder"
        with (
            self._mutex,
            alone(self._layout, name, busy=None, undone=undone, failure=TruthWriteError),
        ):
            yield

    def find(self, scope: Scope, keys: list[str]) -> dict[str, Carrier]:
        """Who first carried each key that was ever used; call it inside :meth:`held`."""
        known = self._scopes.get(scope) or self._scopes.put(scope, _Known())
        found = self._found(scope, known, keys)
        if all(resolve(self._layout, scope, one.anchor).status == "ok" for one in found.values()):
            return found
        # A file was rewritten: look at all of it again.
        return self._found(scope, self._scopes.put(scope, _Known()), keys)

    def _found(self, scope: Scope, known: _Known, keys: list[str]) -> dict[str, Carrier]:
        """Those of the keys that are known once what is new was read."""
        for truth in self._layout.scope_files(scope):
            if truth.kind != "session":
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
                        carrier = Carrier(line.anchor(truth.rel), _said(record))
                        known.carriers.setdefault(record.idempotency_key, carrier)
                known.read[truth.rel] = (state.inode, offset, lines)
        return {key: known.carriers[key] for key in keys if key in known.carriers}


def _said(record: Record) -> str:
    return content_hash(f"{record.role}\n{record.content}".encode())


def write_once(
    journal: Journal, register: KeyRegister, records: Sequence[Record], *, same: bool
) -> list[Anchor]:
    """Write those records whose key is new in their scope.

    Args:
        same: a key that was used before has to come with the same role and content; otherwise what
            it came with first stands.

    Returns:
        The anchor of each record, in order: of a key that was used before, the first one's.

    Raises:
        KeyReused: nothing was written in that scope. Others as of :meth:`Journal.write`.
    """
    anchors: dict[int, Anchor] = {}
    for scope in dict.fromkeys(record.scope for record in records):
        mine = [n for n, record in enumerate(records) if record.scope == scope]
        keys = {n: key for n in mine if (key := records[n].idempotency_key) is not None}
        with register.held(scope):
            known = register.find(scope, [*keys.values()])
            first = {key: n for n, key in reversed(keys.items()) if key not in known}
            for n, key in keys.items() if same else ():
                one = first.get(key)
                if one == n:  # the first that carries it
                    continue
                earlier = known[key].said if one is None else _said(records[one])
                if earlier != _said(records[n]):
                    raise KeyReused(key)
            fresh = [n for n in mine if n not in keys or first.get(keys[n]) == n]
            written = journal.write([records[n] for n in fresh])
            anchors |= zip(fresh, written, strict=True)
            anchors |= {
                n: known[key].anchor if key in known else anchors[first[key]]
                for n, key in keys.items()
            }
    return [anchors[n] for n in range(len(records))]
