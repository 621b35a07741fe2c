"""Correcting records and taking them back: versions, transactions, undoing; what was of use."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from difflib import unified_diff
from functools import partial
from typing import TYPE_CHECKING, Unpack

from eywa_fs.errors import BadRequest, NotFound, TruthReadError
from eywa_fs.memory.decisions import Deciding, Decisions, Of
from eywa_fs.memory.surface import DEFAULT_SESSION, Reasoned, Surface, Whose, by_whom
from eywa_fs.model.records import Draft, Scope, is_citation, with_trace
from eywa_fs.model.versions import Asked, Comparison, Noted, Remembered, Version

if TYPE_CHECKING:
    from eywa_fs.governance.replay import Standing
    from eywa_fs.memory.transactions import Transaction

_COMPARED = ("tags", "speaker", "state", "pinned", "expires_at")
TIMEOUT_S = 60.0
"""Seconds after which a transaction that was not ended is rolled back."""


class Versioning(Surface, Decisions):
    """Decisions about records: each makes a version, is a record of the truth itself, written and
    synced before any effect, and effective at the very next search.

    A record is named by its event id or its citation. Every decision raises

    - ``NotFound``: no such record of this user, or no such transaction;
    - ``VersionConflict``: it is at another version than ``expected_version``;
    - ``BadRequest``: it would change nothing, or cannot be done to the record as it is;
    - ``TruthWriteError``: the disk refused; nothing was decided.
    """

    def get(self, event_id: str, *, as_written: bool = False, **of: Unpack[Whose]) -> Remembered:
        """A record as it is now, also one that is deleted: its state says so.

        Args:
            as_written: as its own line has it, whatever was decided about it since.

        Raises:
            NotFound: there is no such record. TruthReadError: its text is not what was decided.
        """
        ledger = self._parts.changer.ledger(self._scope(of))
        target = ledger.target(event_id)
        standing = ledger.standing(target, as_written=as_written)
        record, anchor = ledger.text(target, standing.text)
        expires = standing.expires_at
        return Remembered(
            record=self._parts.redaction.shown(record),
            citation=anchor.citation,
            version=standing.version,
            state=standing.state,
            pinned=standing.pinned,
            expires_at=expires,
            expired=expires is not None and expires <= self._parts.clock(),
            confirmed_at=standing.confirmed_at,
        )

    def upsert(
        self,
        event_id: str,
        content: str,
        *,
        role: str = "user",
        session_id: str = DEFAULT_SESSION,
        timestamp: int | None = None,
        speaker: str | None = None,
        tags: Sequence[str] | None = None,
        **of: Unpack[Of],
    ) -> Version:
        """Update the record of this id, or write it where there is none. ``role``, ``session_id``,
        ``timestamp``: of a new record; those of one that is there stay. Where nothing would differ
        nothing is decided, and the version is the one that it has; with an idempotency key it is
        decided all the same."""
        scope = self._scope(of)
        if is_citation(event_id):  # of a record that is there: none can be written under that name
            with suppress(NotFound):
                return self._brought_to(scope, event_id, content, speaker, tags, of)
        draft = Draft(
            content=content, role=role, tenant_id=scope.tenant_id, user_id=scope.user_id,
            session_id=session_id, timestamp=timestamp, event_id=event_id, speaker=speaker,
            tags=tags or (), request_id=of.get("request_id"),
            idempotency_key=of.get("idempotency_key"), meta=with_trace(None, of.get("trace_id")),
        )  # fmt: skip
        written = self._parts.changer.write_new(scope, draft)
        if written is not None:
            return self._shown(scope, written)[0]
        return self._brought_to(scope, event_id, content, speaker, tags, of)

    def _brought_to(
        self, scope: Scope, name: str, content: str, speaker: str | None,
        tags: Sequence[str] | None, of: Of,
    ) -> Version:  # fmt: skip
        """The version of a record that says this: the one it has, or that of an update."""
        if of.get("idempotency_key") is None and self._is_so(scope, name, content, speaker, tags):
            return self.versions(name, tenant_id=scope.tenant_id, user_id=scope.user_id)[-1]
        return self.update(name, content, speaker=speaker, tags=tags, **of)

    def _is_so(
        self, scope: Scope, name: str, content: str, speaker: str | None,
        tags: Sequence[str] | None,
    ) -> bool:  # fmt: skip
        """Whether a record has the text that is asked for, and what else is."""
        ledger = self._parts.changer.ledger(scope)
        target = ledger.target(name)
        standing = ledger.standing(target)
        try:
            said = ledger.text(target, standing.text)[0]
        except TruthReadError:
            return False
        return (
            standing.state == "active"
            and said.content == content
            and speaker in (None, said.speaker)
            and (tags is None or tuple(tags) == tuple(said.tags))
        )

    def versions(self, event_id: str, **of: Unpack[Whose]) -> list[Version]:
        """All versions of a record, oldest first. ``NotFound``: there is no such record."""
        return self._shown(self._scope(of), *self._history(event_id, **of))

    def _history(self, event_id: str, **of: Unpack[Whose]) -> list[Version]:
        from eywa_fs.memory.changing import history

        ledger = self._parts.changer.ledger(self._scope(of))
        return [version for _, version in history(ledger, ledger.target(event_id))]

    def compare(self, event_id: str, a: int, b: int, **of: Unpack[Whose]) -> Comparison:
        """What differs between two versions of a record.

        Raises:
            NotFound: there is no such record. BadRequest: it has no such version.
        """
        found = {v.number: v for v in self._history(event_id, **of)}
        for number in (a, b):
            if number not in found:
                known = ", ".join(map(str, found))
                raise BadRequest(f"{event_id} has no version {number}; it has {known}")
        pair = found[a], found[b]
        unread = tuple(dict.fromkeys(one.number for one in pair if one.text is None))
        first, second = self._shown(self._scope(of), *pair)
        masked = tuple(
            name
            for name in ("text", "speaker")
            if not (unread and name == "text")
            and _hidden(name, pair[0], first) != _hidden(name, pair[1], second)
        )
        old, new = ((version.text or "").split("\n") for version in (first, second))
        told = () if unread else unified_diff(old, new, f"version {a}", f"version {b}", lineterm="")
        diff = "\n".join(told)
        pairs = {name: (getattr(first, name), getattr(second, name)) for name in _COMPARED}
        changed = {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}
        return Comparison(first.event_id, a, b, diff, changed, masked, unread)

    def states(
        self, event_ids: Sequence[str] | None = None, **of: Unpack[Whose]
    ) -> Mapping[str, Standing]:
        """What each record is that something was decided about or that says when it expires, by
        event id; the others are active, at version 1.

        Args:
            event_ids: ask for these only, whatever they are, and for no others.

        Raises:
            NotFound: there is no such record. TruthReadError: a file cannot be read.
        """
        from eywa_fs.governance.ledger import states

        if event_ids is None:
            return states(self.layout, self._scope(of)).standings
        ledger = self._parts.changer.ledger(self._scope(of))
        return {n: ledger.standing(one) for n, one in ledger.targets(event_ids).items()}

    def feedback(self, about: str, *, useful: bool, **of: Unpack[Reasoned]) -> Noted:
        """Say that a record was of use in an answer, or was not; with the setting
        ``retrieval.feedback`` later searches put it a little higher or lower (docs/retrieval.md).

        Args:
            about: a record's event id or citation, or the trace id of an answer of this object
                (one of its last thousands): then all records that it gave are meant.

        Raises:
            NotFound: there is no such record of this user, and no such answer is remembered.
            TruthWriteError: nothing was noted.
        """
        from eywa_fs.truth.citations import find_message

        scope = self._scope(of)
        names = self._parts.answers.get((scope, about)) or ()
        if not names:
            cited = {"citation": about} if is_citation(about) else {"event_id": about}
            names = (find_message(self.layout, scope, **cited)[0].event_id,)
        by = by_whom(of)
        anchors = self._parts.changer.note(scope, names, useful, by)
        return Noted(useful, names, tuple(anchor.citation for anchor in anchors))

    def transaction(self, *, timeout_s: float = TIMEOUT_S, **of: Unpack[Of]) -> Transaction:
        """Several decisions that take effect together, or not at all::

            with memory.transaction(user_id="ana") as tx:
                tx.update(first, "...")
                tx.delete(second)

        They are written at the end, in one append; an error inside leaves nothing.

        Args:
            timeout_s: seconds after which it is rolled back.
        """
        from eywa_fs.memory.transactions import Transaction

        scope, by, key = self._scope(of), by_whom(of), of.get("idempotency_key")
        known = self._parts.transactions
        return Transaction(
            lambda: known.begin(scope, by, key=key, timeout_s=timeout_s),
            lambda name, asked: self._shown(scope, known.add(name, scope, asked))[0],
            lambda name: self._shown(scope, *known.commit(name, scope)),
            lambda name: known.rollback(name, scope),
        )

    def begin(self, *, timeout_s: float = TIMEOUT_S, **of: Unpack[Of]) -> str:
        """Begin a transaction; its id, for the ``transaction`` of decisions, :meth:`commit` and
        :meth:`rollback`. It is of this object and lives in memory: when the object is closed
        nothing of it is left. ``timeout_s``: seconds after which it is rolled back."""
        scope, by, key = self._scope(of), by_whom(of), of.get("idempotency_key")
        return self._parts.transactions.begin(scope, by, key=key, timeout_s=timeout_s)

    def commit(self, transaction: str, **of: Unpack[Whose]) -> list[Version]:
        """Make all decisions of a transaction; the versions they made.

        Raises:
            NotFound: it is not open (any more). VersionConflict, BadRequest: somebody decided
            otherwise meanwhile; nothing of it was decided, and it is over.
        """
        scope = self._scope(of)
        return self._shown(scope, *self._parts.transactions.commit(transaction, scope))

    def rollback(self, transaction: str, **of: Unpack[Whose]) -> None:
        """Forget a transaction; ``NotFound`` where it is not open."""
        scope = self._scope(of)
        self._parts.transactions.rollback(transaction, scope)

    def _decide(self, asked: Asked, of: Deciding) -> Version:
        scope = self._scope(of)
        asked = replace(asked, expected_version=of.get("expected_version"))
        transaction, key = of.get("transaction"), of.get("idempotency_key")
        if transaction is not None:
            planned = self._parts.transactions.add(transaction, scope, asked, key)
            return self._shown(scope, planned)[0]
        made = self._parts.changer.write(scope, [asked], by_whom(of), key=key)
        if not made:
            raise NotFound(f"what was decided about {asked.event_id} stands there no more")
        return self._shown(scope, made[-1])[0]

    def _shown(self, scope: Scope, *versions: Version) -> list[Version]:
        """Versions with their texts as a caller may see them."""
        shown = partial(self._parts.redaction.shown_text, scope.tenant_id)
        return [_masked(version, shown) for version in versions]


def _masked(version: Version, shown: Callable[[str], str]) -> Version:
    return replace(
        version,
        text=version.text and shown(version.text),
        speaker=version.speaker and shown(version.speaker),
        operator=shown(version.operator),
        reason=shown(version.reason),
    )


def _hidden(name: str, version: Version, shown: Version) -> list[str]:
    """The characters of a field that a caller may not see."""
    pair = getattr(version, name) or "", getattr(shown, name) or ""
    return [own for own, given in zip(*pair, strict=True) if own != given]
