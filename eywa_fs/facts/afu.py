"""The atomic fact unit (AFU): one stored assertion with its time, its source and its standing.

An AFU never changes: :mod:`eywa_fs.facts.update` makes a version with a new standing. Times are
epoch milliseconds (UTC), intervals are half-open ``[start, end)``."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import Any, Literal

from eywa_fs.facts.model import PREDICATES, Candidate, FactType
from eywa_fs.facts.values import PREGNANT, value_hash

Status = Literal["active", "superseded", "retracted"]

DAY_MS = 86_400_000
_NINE_MONTHS_MS = 280 * DAY_MS
OPEN_PAST_MS = -62_135_596_800_000
"""Start of a fact that is over and whose beginning nobody named ("used to ..."): 0001-01-01, so
that a question about any earlier time still reaches it."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What else said the same, in event-time order."""

    atomic_ids: tuple[str, ...] = ()
    event_ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Afu:
    """One stored fact. What is not named here is as in :class:`~eywa_fs.facts.model.Candidate`.

    Attributes:
        source_event_id, source_anchor: the record that said it, and where its bytes are.
        observed_at: when it was said; validity_start_at, validity_end_at: when it holds.
        said_end_at: its end by its own words and their restatements, before anything ended it.
        stated_start, stated_end: whether the text itself named the start and the end.
        status: ``superseded``: ended, by a newer value or by being said to be over; it holds until
            ``validity_end_at``, which may lie in the future. ``retracted``: taken back.
        superseded_by: the newer value, if there is one; ended_by: the record that ended it.
        updated_at: event time of the last change of standing; evidence: merged restatements.
    """

    atomic_id: str
    tenant_id: str
    user_id: str
    session_id: str
    subject: str
    predicate: str
    object: str
    object_hash: str
    negated: bool
    source_event_id: str
    source_anchor: Any
    observed_at: int
    validity_start_at: int
    validity_end_at: int | None
    said_end_at: int | None
    stated_start: bool
    stated_end: bool
    updated_at: int
    rule: str = ""
    sure: bool = True
    kind: str = ""
    span: tuple[int, int] = (0, 0)
    said: str = ""
    status: Status = "active"
    superseded_by: str | None = None
    ended_by: str = ""
    evidence: Evidence = field(default_factory=Evidence)

    def __post_init__(self) -> None:
        if self.validity_end_at is not None and self.validity_end_at < self.validity_start_at:
            raise ValueError(f"{self.atomic_id}: validity ends before it starts")

    @property
    def type(self) -> FactType:
        """Coarse kind, from the predicate."""
        return PREDICATES[self.predicate].type

    @property
    def slot(self) -> str:
        """The place it takes: facts of one slot compete, see ``facts/model.py``."""
        return PREDICATES[self.predicate].slot

    @property
    def never_held(self) -> bool:
        """Whether its validity is empty: a slip that was corrected, a plan that never began."""
        return self.validity_end_at == self.validity_start_at

    def holds_at(self, at: int) -> bool:
        """Whether ``at`` (ms) lies in the validity interval, whatever the standing."""
        ended = self.validity_end_at is not None and self.validity_end_at <= at
        return self.validity_start_at <= at and not ended

    def holds_within(self, start: int, end: int) -> bool:
        """Whether the validity interval and ``[start, end)`` (ms) share any time."""
        if self.never_held or self.validity_start_at >= end:
            return False
        return self.validity_end_at is None or self.validity_end_at > start

    @property
    def is_ahead(self) -> bool:
        """Whether it speaks of a time to come: a plan, or an appointment with its day."""
        dated = self.stated_start and self.validity_start_at > self.observed_at
        return self.type == "plan" or (dated and self.slot in ("schedule", "other"))


def stands(fact: Afu, at: int) -> bool:
    """Whether ``fact`` is so at ``at`` (ms): sure, not taken back, and ``at`` in its validity. What
    lies ahead stands from the day it was told until its time is over."""
    if not fact.sure or fact.status == "retracted":
        return False
    if not fact.is_ahead:
        return fact.holds_at(at)
    over = fact.validity_end_at is not None and fact.validity_end_at <= at
    return fact.status == "active" and fact.observed_at <= at and not over


def atomic_id(tenant_id: str, user_id: str, candidate: Candidate, source_event_id: str) -> str:
    """``"af_"`` + SHA-256 over tenant, user, subject, predicate, object, polarity, source event,
    each behind its length. Decision records name facts by this: it must never change."""
    said = (candidate.subject, candidate.predicate, candidate.object)
    parts = (tenant_id, user_id, *said, "1" if candidate.negated else "0", source_event_id)
    encoded = [part.encode() for part in parts]
    whole = b"".join(f"{len(part)}:".encode() + part for part in encoded)
    return "af_" + hashlib.sha256(whole).hexdigest()


def store(
    candidate: Candidate, *, tenant_id: str, user_id: str, session_id: str, event_id: str,
    observed_at: int, anchor: Any = None,
) -> Afu:  # fmt: skip
    """The AFU of a candidate, active and unlinked. It holds from when it was said, unless the text
    says otherwise; with a past end and no start, from :data:`OPEN_PAST_MS`. The candidate's
    inclusive days become ``[first 00:00, last + 1 day)``."""
    start = day_start(candidate.valid_from) if candidate.valid_from else None
    end = day_start(candidate.valid_to) + DAY_MS if candidate.valid_to else None
    if start is None:
        start = OPEN_PAST_MS if end is not None and end <= observed_at else observed_at
    if end is None and candidate.predicate == "health" and PREGNANT.search(candidate.object):
        end = start + _NINE_MONTHS_MS
    if end is not None and end < start:
        end = start
    return Afu(
        atomic_id(tenant_id, user_id, candidate, event_id), tenant_id, user_id, session_id,
        candidate.subject, candidate.predicate, candidate.object, value_hash(candidate.object),
        candidate.negated, event_id, anchor, observed_at,
        validity_start_at=start, validity_end_at=end, said_end_at=end,
        stated_start=candidate.valid_from is not None, stated_end=candidate.valid_to is not None,
        updated_at=observed_at, rule=candidate.rule, sure=candidate.sure, kind=candidate.kind,
        span=(candidate.start, candidate.end), said=candidate.said)  # fmt: skip


def merged_evidence(old: Afu, atomic_ids: tuple[str, ...], event_ids: tuple[str, ...]) -> Evidence:
    """The evidence of ``old`` with more restatements; nothing is listed twice, nor itself."""
    known, seen = old.evidence.atomic_ids, old.evidence.event_ids
    ids = [i for i in dict.fromkeys(atomic_ids) if i not in known and i != old.atomic_id]
    events = [e for e in dict.fromkeys(event_ids) if e not in seen and e != old.source_event_id]
    return Evidence((*known, *ids), (*seen, *events))


def day_start(day: date) -> int:
    """Epoch milliseconds of ``day`` 00:00 UTC."""
    return (day - date(1970, 1, 1)) // timedelta(milliseconds=1)


def day_of(at: int) -> date:
    """UTC calendar day of ``at`` (ms)."""
    return (datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=at)).date()


def day_after(at: int) -> int:
    """Start (ms) of the UTC day after the one that contains ``at``."""
    return at - at % DAY_MS + DAY_MS
