"""The atomic fact unit (AFU): one stored assertion with its time, its source and its standing.

A value only. An AFU never changes; :func:`dataclasses.replace` gives the version with a new
standing, and :mod:`eywa_fs.facts.updates` decides which. Times are epoch milliseconds (UTC),
intervals are half-open ``[start, end)``.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import Any, Literal

from eywa_fs.facts.model import Candidate, FactType
from eywa_fs.facts.values import tokens
from eywa_fs.language.script import fold

Status = Literal["active", "superseded", "retracted"]
TemporalScope = Literal["current", "historical", "forecast"]

DAY_MS = 86_400_000
#: Start of a fact that is known to be over and whose beginning nobody named ("used to ..."):
#: 0001-01-01, so that a question about any earlier time still reaches it.
OPEN_PAST_MS = -62_135_596_800_000


@dataclass(frozen=True, slots=True)
class Evidence:
    """What else said the same: atomic ids and event ids of restatements, in event-time order."""

    atomic_ids: tuple[str, ...] = ()
    event_ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Afu:
    """One stored fact.

    Args:
        atomic_id: immutable identity, see :func:`atomic_id`.
        tenant_id, user_id, session_id: the namespace; a chain never leaves its tenant and user.
        type, subject, predicate, object, negated, certainty: as the language pack read them.
        object_hash: ``sha256:`` of the normalised object; equal for spellings of one value.
        source_event_id: the record that said it.
        source_anchor: where its bytes are; opaque here, carried along.
        context: the sentence it was read from, for resolving later references ("that offer").
        attribute: narrows the predicate to one slot ("phone", "favourite colour"), or "".
        status, superseded_by: standing; only ``superseded`` facts name a successor.
        observed_at: when it was said.
        validity_start_at, validity_end_at: when it holds (``None`` = open).
        stated_start, stated_end: whether the text itself named the start and the end.
        temporal_scope: relative to ``observed_at`` until closed, ``historical`` from then on.
        created_at, updated_at: event times of creation and of the last change of standing.
        evidence: merged restatements.
    """

    atomic_id: str
    tenant_id: str
    user_id: str
    session_id: str
    type: FactType
    subject: str
    predicate: str
    object: str
    object_hash: str
    negated: bool
    certainty: float
    source_event_id: str
    source_anchor: Any
    observed_at: int
    validity_start_at: int
    validity_end_at: int | None
    created_at: int
    updated_at: int
    context: str = ""
    attribute: str = ""
    status: Status = "active"
    superseded_by: str | None = None
    temporal_scope: TemporalScope = "current"
    stated_start: bool = False
    stated_end: bool = False
    evidence: Evidence = field(default_factory=Evidence)

    def __post_init__(self) -> None:
        if self.validity_end_at is not None and self.validity_end_at < self.validity_start_at:
            raise ValueError(f"{self.atomic_id}: validity ends before it starts")

    def holds_at(self, at: int) -> bool:
        """Whether ``at`` (ms) lies in the validity interval, whatever the standing."""
        ended = self.validity_end_at is not None and self.validity_end_at <= at
        return self.validity_start_at <= at and not ended

    def holds_within(self, start: int, end: int) -> bool:
        """Whether the validity interval and ``[start, end)`` (ms) share any time."""
        closed = self.validity_end_at
        if closed is not None and closed <= self.validity_start_at:
            return False
        return self.validity_start_at < end and (closed is None or closed > start)


def atomic_id(
    tenant_id: str,
    user_id: str,
    candidate: Candidate,
    source_event_id: str,
) -> str:
    """``"af_"`` + SHA-256 over tenant, user, subject, predicate, object, polarity, source event.

    Fields are length-prefixed, so that no two different tuples give the same bytes.
    """
    parts = (
        tenant_id,
        user_id,
        candidate.subject,
        candidate.predicate,
        candidate.object,
        "1" if candidate.negated else "0",
        source_event_id,
    )
    digest = hashlib.sha256()
    for part in parts:
        data = part.encode()
        digest.update(f"{len(data)}:".encode())
        digest.update(data)
    return "af_" + digest.hexdigest()


def object_hash(text: str) -> str:
    """``"sha256:"`` + hash of the normalised object: folded, stemmed, order of words ignored."""
    normal = " ".join(sorted(tokens(text))) or fold(text).strip()
    return "sha256:" + hashlib.sha256(normal.encode()).hexdigest()


def store(
    candidate: Candidate,
    *,
    tenant_id: str,
    user_id: str,
    session_id: str,
    event_id: str,
    observed_at: int,
    anchor: Any = None,
    context: str = "",
    attribute: str = "",
) -> Afu:
    """The AFU of a candidate, active and unlinked.

    ``validity_start_at`` defaults to ``observed_at``; a fact with an end and no start reaches back
    to :data:`OPEN_PAST_MS`. The candidate's inclusive days become ``[first 00:00, last + 1 day)``.
    """
    start = day_start(candidate.valid_from) if candidate.valid_from else None
    end = day_start(candidate.valid_to) + DAY_MS if candidate.valid_to else None
    if start is None:
        start = OPEN_PAST_MS if end is not None and end <= day_after(observed_at) else observed_at
    if end is not None and end < start:
        end = start
    fact = Afu(
        atomic_id=atomic_id(tenant_id, user_id, candidate, event_id),
        tenant_id=tenant_id,
        user_id=user_id,
        session_id=session_id,
        type=candidate.type,
        subject=candidate.subject,
        predicate=candidate.predicate,
        object=candidate.object,
        object_hash=object_hash(candidate.object),
        negated=candidate.negated,
        certainty=candidate.certainty,
        source_event_id=event_id,
        source_anchor=anchor,
        observed_at=observed_at,
        validity_start_at=start,
        validity_end_at=end,
        created_at=observed_at,
        updated_at=observed_at,
        context=context,
        attribute=attribute,
        temporal_scope=_first_scope(start, end, observed_at),
        stated_start=candidate.valid_from is not None,
        stated_end=candidate.valid_to is not None,
    )
    return fact


def day_start(day: date) -> int:
    """Epoch milliseconds of ``day`` 00:00 UTC."""
    return (day - date(1970, 1, 1)) // timedelta(milliseconds=1)


def day_of(at: int) -> date:
    """UTC calendar day of ``at`` (ms)."""
    return (datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=at)).date()


def merged_evidence(evidence: Evidence, atomic_ids: Sequence[str], event_id: str) -> Evidence:
    """``evidence`` with one more restatement; nothing is listed twice."""
    ids = evidence.atomic_ids + tuple(i for i in atomic_ids if i not in evidence.atomic_ids)
    seen = event_id in evidence.event_ids
    return Evidence(ids, evidence.event_ids if seen else (*evidence.event_ids, event_id))


def day_after(at: int) -> int:
    """Start (ms) of the UTC day after the one that contains ``at``."""
    return at - at % DAY_MS + DAY_MS


def _first_scope(start: int, end: int | None, observed_at: int) -> TemporalScope:
    if end is not None and end <= observed_at:
        return "historical"
    return "forecast" if start > observed_at else "current"
