"""Deciding about records: what is asked is checked against what is, written in one append, and
only then of any effect."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from eywa_fs.errors import KeyReused, NotFound, TruthReadError
from eywa_fs.governance.changes import Change, Part, check_line, commit_meta, feedback_meta, meta_of
from eywa_fs.governance.ledger import Ledger, Target
from eywa_fs.governance.planning import Plan, Planned, is_repeat
from eywa_fs.governance.replay import Standing
from eywa_fs.model.records import Anchor, Draft, Record, Scope
from eywa_fs.model.versions import Asked, By, Version, decision_record
from eywa_fs.truth.codec import encode_record
from eywa_fs.truth.folder_names import check_id
from eywa_fs.truth.journal import Audited, new_event_id
from eywa_fs.truth.layout import Layout

if TYPE_CHECKING:
    from eywa_fs.memory.parts import Parts


class Changer:
    """Plans and writes decisions about records. Threads may share it."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def ledger(self, scope: Scope) -> Ledger:
        """What is decided about a user's records, as the files say now."""
        return Ledger(self._parts.layout, scope)

    def refuse_used(self, scope: Scope, key: str) -> None:
        """Raise ``KeyReused`` where a key of decisions is that of records."""
        with self._parts.keys.held(scope):
            self._parts.keys.refuse_used(scope, [key], "record", "part")

    def preview(self, planned: Planned, by: By) -> Version:
        """The version that a decision would make. Nothing is written."""
        return _version(
            planned.asked.op, planned.record, planned.standing, planned.before.state,
            by=by, at=self._parts.clock(), citation="",
        )  # fmt: skip

    def write(
        self, scope: Scope, asked: Sequence[Asked], by: By, *, key: str | None, together: str = ""
    ) -> list[Version]:
        """Make decisions, all or none of them; the versions they make.

        Args:
            key: idempotency key: where decisions have it, they have to be these, or none is asked
                for; nothing is written and the versions that were made then are given.
            together: id of the transaction they are; without one there is a single decision.

        Raises:
            KeyReused, NotFound, VersionConflict, BadRequest, InvalidRecord: nothing was decided.
            TruthWriteError: the disk refused; nothing was decided.
        """
        if key is not None:
            check_id(key, "idempotency_key")
        with self._parts.keys.held(scope):
            ledger = self.ledger(scope)
            before = ledger.with_key(key)
            if asked and not before:
                self._parts.keys.refuse_used(scope, [key] if key else [], "record", "part")
                return self._append(scope, _planned(ledger, asked), by, key, together)
            if asked:
                refuse_others(ledger, before, asked, by, together)
        return versions_of(ledger, [change.decision_id for change in before])

    def write_new(self, scope: Scope, draft: Draft) -> Version | None:
        """Write a record, unless the user has one of its id; ``None`` then, but for the one that
        was written with the same idempotency key. Errors as of :func:`write_once`."""
        parts, key = self._parts, draft.idempotency_key
        record = parts.journal.prepare(draft)
        with parts.keys.held(scope):
            ledger = self.ledger(scope)
            known = parts.keys.find(scope, [key] if key else [])
            if known and not known[key or ""].fits(draft, parts.keys.carrier(record).said):
                raise KeyReused(key or "")
            try:
                target = ledger.target(record.event_id)
            except NotFound:
                parts.keys.refuse_used(scope, [key] if key else [], "part", "decision")
                [anchor] = parts.journal.write([record])
                parts.background.hint(anchor.file_path)
                target = Target(record, anchor)
            else:
                if not known:
                    return None
        return history(self.ledger(scope), target)[0][1]

    def note(self, scope: Scope, names: Sequence[str], useful: bool, by: By) -> list[Anchor]:
        """Write of each record whether it was of use; where the lines stand. ``TruthWriteError``:
        nothing was written."""
        now, word = self._parts.clock(), "useful" if useful else "not useful"
        lines = [
            self._line(
                scope, new_event_id(now), now, by.reason.strip() or f"{name} was {word}",
                feedback_meta(name, useful, by), by, None,
            )
            for name in names
        ]  # fmt: skip
        path = self._parts.layout.decisions_file(scope, now)
        anchors = self._parts.journal.append_lines(path, lines)
        about = _about(scope, by)
        self._parts.journal.audit_all(
            ("memory_feedback", name, {**about, "after": {"useful": useful, "line": at.citation}})
            for name, at in zip(names, anchors, strict=True)
        )
        self._parts.background.hint(path)
        return anchors

    def _append(
        self, scope: Scope, planned: Sequence[Planned], by: By, key: str | None, together: str
    ) -> list[Version]:
        """Write the lines of decisions, then say so in the audit trail; the versions they make."""
        now, count = self._parts.clock(), len(planned)
        ids = [new_event_id(now) for _ in planned]
        lines = []
        for number, (name, item) in enumerate(zip(ids, planned, strict=True)):
            part = Part(together, count + 1, number) if together else None
            meta = meta_of(item.asked, item.record, item.before.of, item.standing.version, by, part)
            lines.append(self._line(scope, name, now, _content(item, by), meta, by, key))
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
        return [
            replace(
                _version(
                    item.asked.op, item.record, item.standing, item.before.state, by=by, at=now,
                    citation=anchor.citation,
                ),
                transaction=together,
            )
            for item, anchor in zip(planned, anchors, strict=False)
        ]  # fmt: skip

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
        layout = self._parts.layout
        record = decision_record(scope, name, content, meta, now, by, key)
        line = encode_record(record, max_bytes=layout.max_record_bytes)
        truth = Layout.parse(layout.decisions_file(scope, now))
        assert truth is not None  # the layout made the path
        check_line(line, truth, max_bytes=layout.max_record_bytes)
        return line


def _audited(scope: Scope, item: Planned, anchor: Anchor, by: By) -> tuple[str, str, Audited]:
    """What the audit trail says of a decision."""

    def brief(standing: Standing) -> dict[str, Any]:
        return {"version": standing.version, "state": standing.state}

    about: Audited = {
        **_about(scope, by),
        "before": brief(item.before),
        "after": brief(item.standing) | {"decision": anchor.citation},
    }
    return f"memory_{item.asked.op}", item.record.event_id, about


def _about(scope: Scope, by: By) -> Audited:
    """What the audit trail says of who decided about whose records."""
    return {
        "reason": by.reason, "operator": by.operator, "scope": scope,
        "request_id": by.request_id, "trace_id": by.trace_id,
    }  # fmt: skip


def _planned(ledger: Ledger, asked: Sequence[Asked]) -> list[Planned]:
    plan = Plan(ledger)
    plan.add(*asked)
    return plan.decisions


def refuse_others(
    ledger: Ledger, made: Sequence[Change], asked: Sequence[Asked], by: By, together: str
) -> None:
    """Raise ``KeyReused`` unless the decisions that were made with a key, in the transaction
    ``together`` if there is one, are those that are asked for."""
    same = len(made) == len(asked) and all(
        is_repeat(ledger, change, one, by.reason)
        and together == (change.tx.id if change.tx is not None else "")
        for change, one in zip(made, asked, strict=True)
    )
    if not same:
        raise KeyReused(made[0].idempotency_key)


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
        text=record.content if standing.sound else None,
        tags=record.tags,
        speaker=record.speaker,
        citation=citation,
        pinned=standing.pinned,
        expires_at=standing.expires_at,
    )


def _content(item: Planned, by: By) -> str:
    """What the line says: of an update the text, else why, or what in words."""
    if item.asked.op == "update":
        return item.record.content
    return by.reason.strip() or f"{item.asked.op} {item.record.event_id}"
