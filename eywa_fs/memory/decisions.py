"""What can be decided about a record: by a memory at once, by a transaction at its end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Unpack

from eywa_fs.memory.arguments import check_strings
from eywa_fs.memory.surface import Reasoned
from eywa_fs.model.versions import Asked, Version


class Of(Reasoned, total=False):
    """Arguments of every decision and transaction.

    With ``idempotency_key`` the same key decides once and gives what it made the first time ever
    after; for another decision it is refused (``KeyReused``).
    """

    idempotency_key: str | None


class Deciding(Of, total=False):
    """Arguments of every decision about one record.

    With ``expected_version`` nothing is decided unless that is the record's version. With
    ``transaction`` the decision takes effect when that is committed; who and why are then those it
    was begun with, and ``idempotency_key`` is of the decision while that is open.
    """

    expected_version: int | None
    transaction: str | None


class Decisions:
    """Each decision makes a version. What it raises: see :class:`Versioning`."""

    def update(
        self,
        event_id: str,
        content: str,
        *,
        speaker: str | None = None,
        tags: Sequence[str] | None = None,
        **of: Unpack[Deciding],
    ) -> Version:
        """Give a record another text: it is found by its new words and by its old ones no more, and
        facts are read from the new ones. Its session, role and time stay. ``speaker``, ``tags``:
        other ones than it has."""
        said = None if tags is None else check_strings("tags", tags)
        return self._decide(Asked(event_id, "update", content, speaker, said), of)

    def delete(self, event_id: str, **of: Unpack[Deciding]) -> Version:
        """Take a record back: it is not found, and what it said is no fact, until ``restore``."""
        return self._decide(Asked(event_id, "delete"), of)

    def restore(self, event_id: str, version: int | None = None, **of: Unpack[Deciding]) -> Version:
        """Undo a deletion, or bring back the text of a version, as a new version. ``version``: its
        number; ``None`` undoes the deletion and leaves the text. What was archived is so again."""
        return self._decide(Asked(event_id, "restore", restores=version), of)

    def archive(self, event_id: str, **of: Unpack[Deciding]) -> Version:
        """Put a record aside: it is found only by searches that ask for archived ones."""
        return self._decide(Asked(event_id, "archive"), of)

    def unarchive(self, event_id: str, **of: Unpack[Deciding]) -> Version:
        """Undo :meth:`archive`."""
        return self._decide(Asked(event_id, "unarchive"), of)

    def pin(self, event_id: str, **of: Unpack[Deciding]) -> Version:
        """Have a record stand in every block of ``before_llm``, up to a share of it."""
        return self._decide(Asked(event_id, "pin"), of)

    def unpin(self, event_id: str, **of: Unpack[Deciding]) -> Version:
        """Undo :meth:`pin`."""
        return self._decide(Asked(event_id, "unpin"), of)

    def confirm(self, event_id: str, **of: Unpack[Deciding]) -> Version:
        """Say that a record is still right; ``get`` tells when that was."""
        return self._decide(Asked(event_id, "confirm"), of)

    def expire(self, event_id: str, expires_at: int | None, **of: Unpack[Deciding]) -> Version:
        """Set the time from which on a record is not found. ``expires_at``: epoch milliseconds;
        ``None``: never."""
        return self._decide(Asked(event_id, "expire", expires_at=expires_at), of)

    def _decide(self, asked: Asked, of: Deciding) -> Version:
        raise NotImplementedError
