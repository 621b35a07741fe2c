"""Decisions on facts by people and host agents. Truth side: each is a record before its effect.

An assertion and a replacement name the record they quote. The quote is looked for in the bytes that
stand there at that moment; without it nothing is decided.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from datetime import date
from typing import Any

from eywa_fs.clock import Clock
from eywa_fs.errors import BadRequest, InvalidRecord
from eywa_fs.factbase.wording import predicate_of
from eywa_fs.facts.afu import atomic_id
from eywa_fs.facts.journal import (
    ASSERTION,
    CONFIRMATION,
    REJECTION,
    SUPERSESSION,
    VERDICT,
    fact_value,
)
from eywa_fs.facts.model import Candidate
from eywa_fs.facts.readings import is_misshapen
from eywa_fs.model.records import NOWHERE, Anchor, Record, Scope
from eywa_fs.model.versions import By, decision_record
from eywa_fs.truth.codec import encode_record
from eywa_fs.truth.journal import Journal, new_event_id
from eywa_fs.truth.layout import Layout

Day = date | str | None
"""A day, as such or in ISO form; ``None``: not said."""


@dataclass(frozen=True, slots=True)
class Decided:
    """A decision as it was written, and the atomic id of the fact that was asserted, took another's
    place, or was rejected."""

    atomic_id: str
    anchor: Anchor

    @property
    def citation(self) -> str:
        """``path:line`` of the decision record."""
        return self.anchor.citation


@dataclass(frozen=True, slots=True)
class Claim:
    """What is asserted, and the words of a record that say it."""

    subject: str
    predicate: str
    object: str
    quote: str
    negated: bool = False
    valid_from: Day = None
    valid_to: Day = None

    def candidate(self) -> Candidate:
        """The same as a fact without a place; ``BadRequest`` where there is no such predicate, a
        text is empty, or a day is none."""
        predicate = predicate_of(self.predicate)
        for name in ("subject", "object", "quote"):
            if not getattr(self, name).strip():
                raise BadRequest(f"{name} is empty: a fact has a subject, a value and a quote")
        first, last = _day("valid_from", self.valid_from), _day("valid_to", self.valid_to)
        if first is not None and last is not None and last < first:
            raise BadRequest(f"valid_to {last} lies before valid_from {first}")
        return Candidate(
            self.subject.strip(), predicate, self.object.strip(), self.negated, first, last
        )


class DecisionWriter:
    """Appends decisions to the users' decisions files, durably, then says so in the audit trail.

    Every method raises ``TruthWriteError`` when nothing was decided.
    """

    def __init__(self, journal: Journal, layout: Layout, *, clock: Clock) -> None:
        self._journal = journal
        self._layout = layout
        self._clock = clock

    def assertion(
        self,
        scope: Scope,
        claim: Claim,
        quoted: tuple[Record, Anchor],
        by: By,
        target: str | None = None,
    ) -> Decided:
        """Write that ``claim`` is so, and takes the place of the fact ``target`` if there is one.
        ``BadRequest`` where the quote does not stand in the record, or the claim is none.

        Args:
            quoted: the record that says it; the fact counts from its time.
        """
        record, anchor = quoted
        quote = claim.quote.strip()
        start = record.content.find(quote)
        candidate = replace(claim.candidate(), start=start, end=start + len(quote))
        if start < 0:
            raise BadRequest(
                f"the quote does not stand in {anchor.citation}: give its words letter by letter"
            )
        meta: dict[str, Any] = {
            "kind": ASSERTION if target is None else SUPERSESSION,
            "fact": fact_value(candidate, quote),
            "source": asdict(anchor),
            "event_id": record.event_id,
            "said_at": record.timestamp,
            "session_id": record.session_id,
        }
        if target is not None:
            meta["target"] = target
        words = f"{candidate.subject} {candidate.predicate} {candidate.object}"
        name = atomic_id(scope.tenant_id, scope.user_id, candidate, record.event_id)
        return Decided(name, self._write(scope, words, meta | {"reason": by.reason}, by, name))

    def rejection(self, scope: Scope, target: str, by: By) -> Decided:
        """Write that the fact ``target`` was never said."""
        meta = {"kind": REJECTION, "target": target, "reason": by.reason}
        return Decided(target, self._write(scope, f"{target} was wrong", meta, by, target))

    def confirmation(self, scope: Scope, target: str, by: By) -> Decided:
        """Write that the fact ``target`` is so."""
        meta = {"kind": CONFIRMATION, "target": target, "reason": by.reason}
        return Decided(target, self._write(scope, f"{target} is so", meta, by, target))

    def verdict(self, scope: Scope, *, kept: str | None, dropped: str | None, by: By) -> Anchor:
        """Write which of two facts stands; ``BadRequest`` where neither is named, or both are the
        same.

        Args:
            kept: atomic id of the fact that stands.
            dropped: atomic id of the fact that gives way; ``None`` lets both stand.
        """
        if kept is None and dropped is None:
            raise BadRequest("a verdict names the fact that stands, or the one that goes, or both")
        if kept == dropped:
            raise BadRequest("a fact cannot both stand and go")
        meta = {"kind": VERDICT, "kept": kept, "dropped": dropped}
        return self._write(scope, _words(kept, dropped), meta, by, dropped or kept or "")

    def _write(
        self, scope: Scope, words: str, meta: Mapping[str, Any], by: By, target: str
    ) -> Anchor:
        """Append a decision on the fact ``target``; ``words`` say it where no reason was given."""
        now = self._clock()
        meta = {**meta, "operator": by.operator}
        record = decision_record(scope, new_event_id(now), by.reason or words, meta, now, by)
        line = encode_record(record, max_bytes=self._layout.max_record_bytes)
        if is_misshapen(record, NOWHERE):
            raise InvalidRecord(
                f"the decision on {target} cannot be written, nobody could read it: give an "
                "operator, and texts as strings"
            )
        [anchor] = self._journal.append_lines(self._layout.decisions_file(scope, now), [line])
        self._journal.audit(
            f"fact_{meta['kind']}",
            target,
            reason=by.reason,
            operator=by.operator,
            scope=scope,
            request_id=by.request_id,
            trace_id=by.trace_id,
            after={"decision": anchor.citation},
        )
        return anchor


def _day(name: str, value: Day) -> date | None:
    if value is None or isinstance(value, date):
        return value
    try:
        return date.fromisoformat(value)
    except ValueError:
        raise BadRequest(f"{name} is {value!r}: give a day as YYYY-MM-DD") from None


def _words(kept: str | None, dropped: str | None) -> str:
    if dropped is None:
        return f"{kept} and the facts it conflicts with all stand"
    return f"{dropped} gives way to {kept}" if kept else f"{dropped} was wrong"
