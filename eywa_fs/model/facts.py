"""Facts as a caller gets them: each one with the record that proves it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from eywa_fs.model.degraded import Degraded
from eywa_fs.model.plain import AsDict
from eywa_fs.model.records import Anchor, Seal

FactStatus = Literal["active", "superseded", "retracted"]
AtTime = Literal["holds", "ahead", "over", "unsure"]
TimeIntent = Literal["current_state", "history_trace", "time_slice"]


@dataclass(frozen=True, slots=True)
class Fact(AsDict):
    """One assertion, the record it was read from, and how it stands.

    Attributes:
        atomic_id: immutable name of the fact, a function of what it says and where.
        subject: ``user``, a name, or a role such as ``user's sister``.
        predicate: one of the closed vocabulary (docs/facts.md).
        object: the value, as the record says it.
        negated: the record denies the value.
        rule: what read it: a rule's id (``en.home.live``), ``model:NAME``, or ``host``.
        said: the words of the record that say it.
        sure: false for a candidate: not said outright, and nothing else agrees (yet).
        status: ``active``; ``superseded`` by a newer value; ``retracted``.
        superseded_by: atomic id of the newer value.
        at_time: how it stands now, or at ``as_of``, whatever time a question names: it ``holds``;
            ``ahead``: its time comes later; ``over``: its time is over, or it was taken back;
            ``unsure``: a candidate. A superseded fact still holds until ``valid_to``.
        ended_by: citation of the record that ended it; ``None`` while none did.
        observed_at: when it was said; epoch milliseconds, as all times here.
        valid_from, valid_to: half-open interval in which it holds; ``None`` is open.
        citation, anchor, event_id: the record, proved against its file when the fact was served.
        seal: of the line of the record, as of :class:`~eywa_fs.model.records.Record`: ``broken``
            where its text does not fit the hash in it; ``none`` for Markdown too.
        restated_by: event ids of records that say the same.
        in_conflict: another fact contradicts it and nothing has settled which one stands.
    """

    atomic_id: str
    type: str
    subject: str
    predicate: str
    object: str
    negated: bool
    rule: str
    said: str
    sure: bool
    status: FactStatus
    superseded_by: str | None
    at_time: AtTime
    observed_at: int
    valid_from: int | None
    valid_to: int | None
    citation: str
    anchor: Anchor
    event_id: str
    text: str
    seal: Seal
    ended_by: str | None = None
    restated_by: tuple[str, ...] = ()
    in_conflict: bool = False
    _hidden = ("anchor",)


@dataclass(frozen=True, slots=True)
class Facts(AsDict):
    """Facts that answer a question or a filter, each proved.

    Attributes:
        facts: best first; in the order of time for a history.
        time_intent: what the question asks for: now, the course of time, or a period.
        dropped: facts refused because the bytes of their record no longer fit, by reason.
        degraded: reasons why facts may be missing.
    """

    facts: tuple[Fact, ...]
    time_intent: TimeIntent
    dropped: Mapping[str, int]
    degraded: tuple[Degraded, ...] = ()

    def by_predicate(self) -> dict[str, list[Fact]]:
        """The facts of each predicate, in their order."""
        found: dict[str, list[Fact]] = {}
        for fact in self.facts:
            found.setdefault(fact.predicate, []).append(fact)
        return found


@dataclass(frozen=True, slots=True)
class Conflict(AsDict):
    """Two facts that cannot both stand and that no rule could settle."""

    left: Fact
    right: Fact


@dataclass(frozen=True, slots=True)
class Related(AsDict):
    """A fact about something that other facts are about too, and over how many shared people or
    things it was reached."""

    fact: Fact
    hops: int
