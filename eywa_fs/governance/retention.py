"""What a policy of forgetting comes to for one record. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Literal

from eywa_fs.clock import DAY_MS
from eywa_fs.config import ForgettingPolicy
from eywa_fs.governance.present import Present
from eywa_fs.model.records import Record


@dataclass(frozen=True, slots=True)
class Due:
    """A record whose time is over.

    Attributes:
        why: in words.
        score: what was left of it, 0 to 1; ``None`` where it had an end.
        expires_at: of ``expire``: since when it has expired (epoch ms).
    """

    op: Literal["archive", "expire"]
    why: str
    score: float | None = None
    expires_at: int | None = None


def policy_for(policies: Sequence[ForgettingPolicy], record: Record) -> ForgettingPolicy | None:
    """The first policy that fits a record."""
    return next((policy for policy in policies if _fits(policy, record)), None)


def _fits(policy: ForgettingPolicy, record: Record) -> bool:
    return (
        (not policy.tags or any(tag in policy.tags for tag in record.tags))
        and (not policy.roles or record.role in policy.roles)
        and (
            not policy.sessions
            or any(fnmatchcase(record.session_id, pattern) for pattern in policy.sessions)
        )
    )


def due(
    policy: ForgettingPolicy, present: Present, *, used_at: int, needed: bool, now_ms: int
) -> Due | None:
    """What a policy does to an active record now; ``None``: nothing.

    Ages count from what is known to have been, never from a time ahead: a clock that was set back
    makes records younger.

    Args:
        used_at: when an answer last cited it (epoch ms); 0: never.
        needed: a fact stands on it: it does not fade, but it may have an end.
    """
    if present.standing.pinned:
        return None
    if policy.ttl_days is not None:
        over = present.record.timestamp + int(policy.ttl_days * DAY_MS)
        if over > now_ms or present.has_end:
            return None
        return Due("expire", f"older than {policy.ttl_days:g} d", None, over)
    if policy.half_life_days is None or needed:
        return None
    last = max(present.record.timestamp, present.decided_at, used_at)
    age = max(0, now_ms - last) / DAY_MS
    score = 0.5 ** (age / policy.half_life_days)
    if score >= policy.floor:
        return None
    return Due("archive", f"nobody came back to it for {age:.0f} days", score)
