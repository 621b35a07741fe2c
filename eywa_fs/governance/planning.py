"""What some decisions about records would make of them, checked one by one; nothing is written."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from eywa_fs.errors import BadRequest, InvalidRecord, NotFound, TruthReadError, VersionConflict
from eywa_fs.governance.changes import Change
from eywa_fs.governance.ledger import Ledger, Target
from eywa_fs.governance.replay import Standing, after
from eywa_fs.model.records import NOWHERE, Record
from eywa_fs.model.versions import Asked
from eywa_fs.truth.folder_names import check_id

MOST_CHANGES: Final = 10_000
"""Decisions of one transaction: they are one write."""


@dataclass(frozen=True, slots=True)
class Planned:
    """A decision that can be made: the record with the text it then has, and what it then is."""

    asked: Asked
    record: Record
    before: Standing
    standing: Standing


class Plan:
    """Decisions in their order, each checked against what its record is after those before it.
    ``ledger``: what was decided so far."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self.decisions: list[Planned] = []
        self._now: dict[str, tuple[Target, Standing, Record]] = {}
        self._made: dict[tuple[str, int], Record] = {}

    def add(self, *asked: Asked) -> None:
        """Plan more decisions; where one cannot be made, it and those behind it are left out.

        Raises:
            NotFound: no such record. VersionConflict: it is at another version. BadRequest: it
                would change nothing, or cannot be done. InvalidRecord: no text.
        """
        if len(self.decisions) + len(asked) > MOST_CHANGES:
            raise BadRequest(f"more than {MOST_CHANGES} decisions at once are not one write")
        targets = self.ledger.targets(one.event_id for one in asked)
        for one in asked:
            self._add(one, targets[one.event_id])

    def _add(self, one: Asked, target: Target) -> None:
        name = target.record.event_id
        if name not in self._now:
            standing = self.ledger.standing(target)
            self._now[name] = target, standing, _current(self.ledger, target, standing)
        target, standing, record = self._now[name]
        if one.expected_version not in (None, standing.version):
            raise VersionConflict(name, standing.version, one.expected_version or 0)
        _refuse(one, name, standing)
        if one.op == "restore" and one.restores is not None:
            kept = self._made.get((name, one.restores))
            changed = kept or self.ledger.text(target, standing.texts[one.restores][0])[0]
        else:
            changed = _changed(record, one)
        change = Change(
            "", 0, NOWHERE, name, one.op, standing.version + 1, standing.of,
            expires_at=one.expires_at, restores=one.restores,
        )  # fmt: skip
        later = after(standing, change)
        self.decisions.append(Planned(one, changed, standing, later))
        self._now[name] = target, later, changed
        self._made[name, later.version] = changed


def is_repeat(ledger: Ledger, change: Change, asked: Asked, reason: str) -> bool:
    """Whether a decision that was made is the one that is asked for now. ``TruthReadError`` where
    the text that it brought is not what was decided."""
    try:
        target = ledger.target(asked.event_id)
    except NotFound:
        return False
    made = (change.target, change.op, change.restores, change.expires_at, change.reason)
    wanted = (target.record.event_id, asked.op, asked.restores, asked.expires_at, reason)
    if made != wanted or asked.expected_version not in (None, change.version - 1):
        return False
    if asked.op != "update":
        return True
    before = Standing(target.record.event_id, change.of)
    for one, standing in ledger.steps(target):
        if one.decision_id == change.decision_id:
            said = _changed(_current(ledger, target, before), asked)
            has = ledger.text(target, standing.text)[0]
            return (said.content, said.speaker, said.tags) == (has.content, has.speaker, has.tags)
        before = standing
    return False


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
            f"{name} is deleted (version {number}): restore it first ('eywa undelete {name}')"
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
