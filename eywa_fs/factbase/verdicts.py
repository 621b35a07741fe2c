"""Verdicts on conflicts. Truth side: a verdict is a record before it has any effect."""

from __future__ import annotations

from eywa_fs.clock import Clock
from eywa_fs.errors import BadRequest
from eywa_fs.facts.readings import VERDICT
from eywa_fs.model.records import Anchor, Record, Scope
from eywa_fs.truth.codec import encode_record
from eywa_fs.truth.journal import Journal, new_event_id
from eywa_fs.truth.layout import Layout


def write_verdict(
    journal: Journal,
    layout: Layout,
    scope: Scope,
    *,
    kept: str | None,
    dropped: str | None,
    operator: str,
    reason: str,
    clock: Clock,
    max_record_bytes: int,
) -> Anchor:
    """Append a verdict to the user's decisions, durably.

    Args:
        kept: atomic id of the fact that stands.
        dropped: atomic id of the fact that gives way; ``None`` lets both stand.

    Raises:
        BadRequest: neither is named, or both are the same.
        TruthWriteError: nothing was decided.
    """
    if kept is None and dropped is None:
        raise BadRequest("a verdict names the fact that stands, or the one that goes, or both")
    if kept == dropped:
        raise BadRequest("a fact cannot both stand and go")
    now = clock()
    record = Record(
        event_id=new_event_id(now),
        tenant_id=scope.tenant_id,
        user_id=scope.user_id,
        session_id="decisions",
        role="system",
        content=reason or _words(kept, dropped),
        timestamp=now,
        meta={"kind": VERDICT, "kept": kept, "dropped": dropped, "operator": operator},
    )
    line = encode_record(record, max_bytes=max_record_bytes)
    return journal.append_lines(layout.decisions_file(scope, now), [line])[0]


def _words(kept: str | None, dropped: str | None) -> str:
    if dropped is None:
        return f"{kept} and the facts it conflicts with all stand"
    return f"{dropped} gives way to {kept}" if kept else f"{dropped} was wrong"
