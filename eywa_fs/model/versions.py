"""Versions of a record: what was decided about it, one after the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from eywa_fs.model.plain import AsDict, fields_of
from eywa_fs.model.records import Record, Scope

Op = Literal[
    "add", "update", "delete", "restore", "archive", "unarchive", "pin", "unpin", "expire",
    "confirm", "commit", "erased", "feedback",
]  # fmt: skip
"""``add``: the record's own line, where that says when it expires; ``commit``: the last line of a
transaction; ``erased``: a line that was erased since; ``feedback``: a record was of use in an
answer, or was not."""


@dataclass(frozen=True, slots=True)
class By:
    """Who decides, and why; ``request_id`` and ``trace_id`` are the caller's names for what the
    decision belongs to."""

    operator: str
    reason: str = ""
    request_id: str | None = None
    trace_id: str | None = None


def decision_record(
    scope: Scope,
    name: str,
    words: str,
    meta: Mapping[str, Any],
    now: int,
    by: By,
    key: str | None = None,
) -> Record:
    """A decision as a record: ``name`` is its event id, ``words`` say it to people, ``meta`` to the
    programs that read it."""
    return Record(
        event_id=name,
        tenant_id=scope.tenant_id,
        user_id=scope.user_id,
        session_id="decisions",
        role="system",
        content=words,
        timestamp=now,
        request_id=by.request_id,
        idempotency_key=key,
        meta=meta if by.trace_id is None else {**meta, "trace_id": by.trace_id},
    )


@dataclass(frozen=True, slots=True)
class Asked:
    """One decision that is asked for; ``speaker`` and ``tags`` of an update, ``None``: as they
    were. Other attributes as of :class:`~eywa_fs.memory.versioning.Versioning`'s arguments."""

    event_id: str
    op: Op
    content: str = ""
    speaker: str | None = None
    tags: Sequence[str] | None = None
    restores: int | None = None
    expires_at: int | None = None
    expected_version: int | None = None


@dataclass(frozen=True, slots=True)
class Version(AsDict):
    """One version of a record. Number 1 is the record's own line (``op`` ``add``); each decision
    about it makes the next.

    Attributes:
        op: ``add``, ``update``, ``delete``, ``restore``, ``archive``, ``unarchive``, ``pin``,
            ``unpin``, ``expire`` or ``confirm``.
        state, before: ``active``, ``archived`` or ``soft_deleted``, after and before it.
        operator, at, reason, request_id: who decided, when (epoch milliseconds), why, in answer to
            which request of the caller's.
        text, tags, speaker: what the record says in this version; the text is ``None`` where its
            line was changed behind the memory's back.
        citation: where the decision stands (``path:line``); empty while a transaction is open.
        transaction: id of the transaction it was part of; empty for none.
    """

    event_id: str
    number: int
    op: str
    state: str
    before: str
    operator: str
    at: int
    reason: str
    request_id: str
    text: str | None
    tags: tuple[str, ...]
    speaker: str | None
    citation: str
    pinned: bool = False
    expires_at: int | None = None
    transaction: str = ""


@dataclass(frozen=True, slots=True)
class Noted(AsDict):
    """What was said about the use of records: their event ids, and where each line stands
    (``path:line``)."""

    useful: bool
    event_ids: tuple[str, ...]
    citations: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Remembered:
    """A record as it is now.

    Attributes:
        record: with its current text.
        citation: where that text stands.
        version: number of its last version.
        state: ``active``, ``archived`` or ``soft_deleted``.
        expired: its time is over: it is not found.
        confirmed_at: when somebody last said that it is right, epoch milliseconds.
    """

    record: Record
    citation: str
    version: int
    state: str
    pinned: bool
    expires_at: int | None
    expired: bool
    confirmed_at: int | None

    def as_dict(self) -> dict[str, Any]:
        return self.record.as_dict() | fields_of(self, "record")


@dataclass(frozen=True, slots=True)
class Comparison(AsDict):
    """Two versions of a record side by side.

    Attributes:
        diff: unified difference of the texts as they are shown; empty where they are the same.
        changed: other fields that differ, each with its values in ``a`` and in ``b``.
        masked: which of ``text`` and ``speaker`` differ in what is masked in them.
        unread: which of ``a`` and ``b`` have a line that was changed: its text is not compared.
    """

    event_id: str
    a: int
    b: int
    diff: str
    changed: Mapping[str, tuple[Any, Any]] = field(default_factory=dict)
    masked: tuple[str, ...] = ()
    unread: tuple[int, ...] = ()
