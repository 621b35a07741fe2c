"""Deciding about records: what is asked is checked against what is, written in one append, and
only then of any effect."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from eywa_fs.errors import BadRequest, InvalidRecord, NotFound, TruthReadError, VersionConflict
from eywa_fs.factbase.decisions import By
from eywa_fs.governance.changes import Change, Op, Part, Place, commit_meta, meta_of
from eywa_fs.governance.ledger import Ledger, Target
from eywa_fs.governance.replay import Standing, after
from eywa_fs.model.records import Anchor, Record, Scope
from eywa_fs.model.versions import Version
from eywa_fs.truth.codec import encode_record
from eywa_fs.truth.folder_names import check_id
from eywa_fs.truth.journal import Audited, new_event_id

if TYPE_CHECKING:
    from eywa_fs.memory.parts import Parts

MOST_CHANGES: Final = 10_000
"""Decisions of one transaction: they are one write."""

_UNWRITTEN: Final = Anchor("", "", 1, 1, 0, 0, "")


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
class _Planned:
    """A decision that can be made: the record with the text it then has, and what it then is."""

    asked: Asked
    of: Place
    record: Record
    before: Standing
    standing: Standing


class Changer:
    """Plans and writes decisions about records. Threads may share it."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def ledger(self, scope: Scope) -> Ledger:
        """What is decided about a user's records, as the files say now."""
        return Ledger(self._parts.layout, scope)

    def preview(self, scope: Scope, asked: Sequence[Asked], by: By) -> Version:
        """The version that the last of some decisions would make after the others; errors as of
        :meth:`write`. Nothing is written."""
        planned = _plan(self.ledger(scope), asked)[-1]
        return _version(
            planned.asked.op, planned.record, planned.standing, planned.before.state,
            by=by, at=self._parts.clock(), citation="",
        )  # fmt: skip

    def write(
        self, scope: Scope, asked: Sequence[Asked], by: By, *, key: str | None, together: str = ""
    ) -> list[Version]:
        """Make decisions, all or none of them; the versions they make.

        Args:
            key: idempotency key: where a decision has it, nothing is written and the versions that
                were made then are given.
            together: id of the transaction they are; without one there is a single decision.

        Raises:
            NotFound, VersionConflict, BadRequest, InvalidRecord: nothing was decided.
            TruthWriteError: the disk refused; nothing was decided.
        """
        if key is not None:
            check_id(key, "idempotency_key")
        with self._parts.keys.held(scope):
            ledger = self.ledger(scope)
            made = [c.decision_id for c in ledger.changes if key and c.idempotency_key == key]
            if not made and asked:
                made = self._append(scope, _plan(ledger, asked), by, key, together)
                ledger = self.ledger(scope)
        return versions_of(ledger, made)

    def write_new(self, scope: Scope, record: Record) -> Version | None:
        """Write a record, unless the user has one of its id or with its idempotency key; ``None``
        then. Errors as of :meth:`Journal.write`."""
        parts = self._parts
        with parts.keys.held(scope):
            ledger, key = self.ledger(scope), record.idempotency_key
            if any(key and change.idempotency_key == key for change in ledger.changes):
                return None
            try:
                target = ledger.target(record.event_id)
            except NotFound:
                [anchor] = parts.journal.write([record])
                parts.background.hint(anchor.file_path)
                target = Target(record, anchor)
            else:
                if not key or target.record.idempotency_key != key:
                    return None
        return history(self.ledger(scope), target)[0][1]

    def _append(
        self, scope: Scope, planned: Sequence[_Planned], by: By, key: str | None, together: str
    ) -> list[str]:
        """Write the lines of decisions, then say so in the audit trail; the decisions' ids."""
        now, count = self._parts.clock(), len(planned)
        ids = [new_event_id(now) for _ in planned]
        lines = []
        for number, (name, item) in enumerate(zip(ids, planned, strict=True)):
            part = Part(together, count + 1, number) if together else None
            lines.append(
                self._line(scope, name, now, _content(item, by), _meta(item, by, part), by, key)
            )
        if together:
            meta = commit_meta(Part(together, count + 1, count))
            words = f"transaction {together}: {count} decisions"
            lines.append(self._line(scope, new_event_id(now), now, words, meta, by, None))
        path = self._parts.layout.decisions_file(scope, now)
        anchors = self._parts.journal.append_lines(path, lines)
        self._parts.journal.audit_all(
            _audited(scope, item, anchor, by)
            for item, anchor in zip(planned, anchors, strict=False)
        )
        self._parts.background.hint(path)
        return ids

    def _line(
        self,
        scope: Scope,
        name: str,
        now: int,
        content: str,
        meta: Mapping[str, Any],
        by: By,
        key: str | None,
    ) -> bytes:
        record = Record(
            event_id=name,
            tenant_id=scope.tenant_id,
            user_id=scope.user_id,
            session_id="decisions",
            role="system",
            content=content,
            timestamp=now,
            request_id=by.request_id,
            idempotency_key=key,
            meta={**meta, "trace_id": by.trace_id} if by.trace_id else meta,
        )
        return encode_record(record, max_bytes=self._parts.layout.max_record_bytes)


def _audited(scope: Scope, item: _Planned, anchor: Anchor, by: By) -> tuple[str, str, Audited]:
    """What the audit trail says of a decision."""

    def brief(standing: Standing) -> dict[str, Any]:
        return {"version": standing.version, "state": standing.state}

    about: Audited = {
        "reason": by.reason,
        "operator": by.operator,
        "scope": scope,
        "request_id": by.request_id,
        "trace_id": by.trace_id,
        "before": brief(item.before),
        "after": brief(item.standing) | {"decision": anchor.citation},
    }
    return f"memory_{item.asked.op}", item.record.event_id, about


def new_transaction_id() -> str:
    """A new id: ``tx_`` and 80 random bits."""
    return f"tx_{os.urandom(10).hex()}"


def versions_of(ledger: Ledger, decisions: Iterable[str]) -> list[Version]:
    """The versions that some decisions made, in their order, as the files say."""
    wanted = list(decisions)
    ids = set(wanted)
    found: dict[str, Version] = {}
    for target in ledger.targets(c.target for c in ledger.changes if c.decision_id in ids).values():
        found |= dict(history(ledger, target))
    return [found[name] for name in wanted if name in found]


def history(ledger: Ledger, target: Target) -> list[tuple[str, Version]]:
    """All versions of a record, oldest first, each with the id of the decision that made it."""
    first = ledger.standing(target).of
    before = Standing(target.record.event_id, first)
    said = target.record
    found = []
    by = By(said.speaker or said.role)
    own = _version(
        "add", said, replace(before, expires_at=said.expires_at), "", by=by, at=said.timestamp,
        citation=target.anchor.citation,
    )  # fmt: skip
    found.append((said.event_id, own))
    for change, standing in ledger.steps(target):
        if change.op != "add":
            version = _decided(ledger, target, change, standing, before.state)
            found.append((change.decision_id, version))
        before = standing
    return found


def _decided(
    ledger: Ledger, target: Target, change: Change, standing: Standing, before: str
) -> Version:
    by = By(change.operator, change.reason, change.request_id)
    try:
        record, _ = ledger.text(target, standing.text)
    except TruthReadError:
        record = None
    version = _version(
        change.op, record or target.record, standing, before, by=by, at=change.at,
        citation=change.anchor.citation,
    )  # fmt: skip
    together = change.tx.id if change.tx is not None else ""
    return replace(version, transaction=together, text=record.content if record else None)


def _version(
    op: str, record: Record, standing: Standing, before: str, *, by: By, at: int, citation: str
) -> Version:
    return Version(
        event_id=standing.event_id,
        number=standing.version,
        op=op,
        state=standing.state,
        before=before,
        operator=by.operator,
        at=at,
        reason=by.reason,
        request_id=by.request_id or "",
        text=record.content,
        tags=record.tags,
        speaker=record.speaker,
        citation=citation,
        pinned=standing.pinned,
        expires_at=standing.expires_at,
    )


def _plan(ledger: Ledger, asked: Sequence[Asked]) -> list[_Planned]:
    """Each decision checked against what its record is by then; raises what :meth:`Changer.write`
    raises."""
    if len(asked) > MOST_CHANGES:
        raise BadRequest(f"{len(asked)} decisions at once: at most {MOST_CHANGES} are one write")
    targets = ledger.targets(one.event_id for one in asked)
    now: dict[str, tuple[Target, Standing, Record]] = {}
    made: dict[tuple[str, int], Record] = {}
    planned = []
    for one in asked:
        target = targets[one.event_id]
        name = target.record.event_id
        if name not in now:
            standing = ledger.standing(target)
            now[name] = target, standing, _current(ledger, target, standing)
        target, standing, record = now[name]
        if one.expected_version not in (None, standing.version):
            raise VersionConflict(name, standing.version, one.expected_version or 0)
        _refuse(one, name, standing)
        if one.op == "restore" and one.restores is not None:
            kept = made.get((name, one.restores))
            changed = kept or ledger.text(target, standing.texts[one.restores][0])[0]
        else:
            changed = _changed(record, one)
        change = Change(
            "", 0, _UNWRITTEN, name, one.op, standing.version + 1, standing.of,
            expires_at=one.expires_at, restores=one.restores,
        )  # fmt: skip
        later = after(standing, change)
        planned.append(_Planned(one, standing.of, changed, standing, later))
        now[name] = target, later, changed
        made[name, later.version] = changed
    return planned


def _current(ledger: Ledger, target: Target, standing: Standing) -> Record:
    """The record with its text; where that is not what was decided, with its own: an update or a
    version brought back mends it."""
    try:
        return ledger.text(target, standing.text)[0]
    except TruthReadError:
        return target.record


def _refuse(asked: Asked, name: str, standing: Standing) -> None:
    """Raise ``BadRequest`` for what would change nothing, or cannot be done to a record now."""
    state, number = standing.state, standing.version
    already = {
        "delete": state == "soft_deleted",
        "archive": state == "archived",
        "unarchive": state == "active",
        "pin": standing.pinned,
        "unpin": not standing.pinned,
        "expire": asked.expires_at == standing.expires_at,
    }
    if already.get(asked.op):
        raise BadRequest(f"{name} is so already (version {number}): nothing was decided")
    if asked.op == "restore":
        if asked.restores is None and state != "soft_deleted":
            raise BadRequest(f"{name} is not deleted: name the version to bring back")
        if asked.restores is not None and asked.restores not in standing.texts:
            raise BadRequest(f"{name} has versions 1 to {number}, not {asked.restores}")
    elif state == "soft_deleted":
        raise BadRequest(
            f"{name} is deleted (version {number}): 'eywa undelete {name}' brings it back first"
        )


def _changed(record: Record, asked: Asked) -> Record:
    """The record with the text, tags and speaker it has after a decision."""
    if asked.op != "update":
        return record
    if not asked.content.strip():
        raise InvalidRecord("content is empty: a record needs some text; 'delete' takes it back")
    if asked.tags is not None and not all(isinstance(tag, str) for tag in asked.tags):
        raise InvalidRecord(f"tags are {asked.tags!r}: give a list of strings")
    if asked.speaker is not None:
        check_id(asked.speaker, "speaker")
    return replace(
        record,
        content=asked.content,
        speaker=record.speaker if asked.speaker is None else asked.speaker,
        tags=record.tags if asked.tags is None else tuple(asked.tags),
    )


def _meta(item: _Planned, by: By, part: Part | None) -> dict[str, Any]:
    return meta_of(
        item.asked.op,
        item.record,
        item.of,
        version=item.standing.version,
        operator=by.operator,
        reason=by.reason,
        expires_at=item.asked.expires_at,
        restores=item.asked.restores,
        tx=part,
    )


def _content(item: _Planned, by: By) -> str:
    """What the line says: of an update the text, else why, or what in words."""
    if item.asked.op == "update":
        return item.record.content
    return by.reason.strip() or f"{item.asked.op} {item.record.event_id}"
