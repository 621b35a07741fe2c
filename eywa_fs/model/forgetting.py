"""What forgetting did, or would do, and what that changes for answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from eywa_fs.model.plain import fields_of


@dataclass(frozen=True, slots=True)
class Forgotten:
    """A record that is put aside.

    Attributes:
        op: ``archive`` or ``expire``; of an undoing ``unarchive`` or ``expire``.
        by: ``policy:NAME``, ``compaction:light`` or ``compaction:medium``; of an undoing who asked.
        why: in words.
        score: what was left of it by its half-life, 0 to 1; ``None`` where that is not why.
        answered: of a dry run: whether a search for its most telling words finds what it says in
            another record that stays; ``None`` where that was not looked at.
    """

    tenant_id: str
    user_id: str
    event_id: str
    citation: str
    session_id: str
    op: Literal["archive", "unarchive", "expire"]
    by: str
    why: str
    score: float | None = None
    answered: bool | None = None


@dataclass(frozen=True, slots=True)
class CompactedDay:
    """A day of a session that loses something.

    Attributes:
        records: those that are found on it before; ``going``: of them, those that go.
        quality: share of all that was ever said on it that stays, by the weight of its terms.
    """

    tenant_id: str
    user_id: str
    session_id: str
    day: str
    records: int
    going: int
    quality: float


@dataclass(frozen=True, slots=True)
class ForgetReport:
    """What a run of forgetting did, or would do, or what its undoing did.

    Attributes:
        run: its name, for ``undo`` and ``eywa audit list --trace``; empty where nothing was
            decided.
        dry_run: nothing was written.
        looked_at: records that were looked at.
        records: those that go.
        days: of a compaction.
        facts_lost, facts_back: of records with an end: facts that hold no more without them, and
            facts that hold again because what had ended them is gone.
        searched: of a dry run: records that a search was made for.
        left: of an undoing: event ids of records that somebody decided about since; they stay.
        problems: users that were left out, and why.
    """

    run: str
    dry_run: bool
    looked_at: int
    records: tuple[Forgotten, ...] = ()
    days: tuple[CompactedDay, ...] = ()
    facts_lost: tuple[str, ...] = ()
    facts_back: tuple[str, ...] = ()
    searched: int = 0
    left: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()

    @property
    def unanswered(self) -> tuple[Forgotten, ...]:
        """Records of which nothing that stays says what they say."""
        return tuple(one for one in self.records if one.answered is False)

    def as_dict(self) -> dict[str, Any]:
        return fields_of(self) | {"unanswered": len(self.unanswered)}
