"""Own-written life stories for the tests of updates, replay and timelines."""

from __future__ import annotations

from datetime import date
from typing import Any

from factbase.lives import objects

from eywa_fs.factbase.answers import answer
from eywa_fs.facts.afu import Afu, day_start, store
from eywa_fs.facts.decisions import Ruling, Statement
from eywa_fs.facts.model import Candidate
from eywa_fs.facts.readings import read_message, timeline_record
from eywa_fs.facts.replay import FactState, ModelTurn, TimelineRecord, Turn, apply
from eywa_fs.model.records import Anchor, Record

U = "user"
ASKED = day_start(date(2025, 3, 12)) + 9 * 3_600_000
"""When the questions about these stories are asked."""


def at(day: str, hour: int = 9) -> int:
    """Epoch ms of ``day`` at ``hour`` UTC."""
    return day_start(date.fromisoformat(day)) + hour * 3_600_000


def say(subject: str, predicate: str, value: str, **more: Any) -> Candidate:
    """A candidate; ``since`` and ``until`` are days, ``no`` negates, ``maybe`` makes it unsure."""
    days = {"since": "valid_from", "until": "valid_to"}
    options: dict[str, Any] = {
        days[key]: date.fromisoformat(more.pop(key)) for key in list(more) if key in days
    }
    options |= {"negated": more.pop("no", False), "sure": not more.pop("maybe", False)}
    return Candidate(subject, predicate, value, rule="test", **options, **more)


def phrase(said: Candidate) -> str:
    """``act subject predicate not object``: what there is of it; a statement has no act."""
    act, no = "" if said.act == "state" else said.act, "not" if said.negated else ""
    return " ".join(filter(None, (act, said.subject, said.predicate, no, said.object)))


def stored(item: Candidate, event_id: str, when: int, session: str = "s") -> Afu:
    return store(
        item, tenant_id="t", user_id="u", session_id=session, event_id=event_id, observed_at=when
    )


def turn(event_id: str, when: str | int, *items: Candidate, session: str = "s") -> Turn:
    """One message as the rules read it."""
    time = at(when) if isinstance(when, str) else when
    placed = [
        Statement(stored(item, event_id, time, session), item.act, item.old, item.begun_by)
        for item in items
    ]
    return Turn(event_id, time, session, tuple(placed))


def model(event_id: str, when: str, *items: Candidate, rulings: Any = (), **more: Any) -> ModelTurn:
    """One message as a model read it; ``rulings``: (fact, action, target) each."""
    facts = tuple(stored(item, event_id, at(when)) for item in items)
    return ModelTurn(
        event_id, at(when), "s", facts, tuple(Ruling(*ruling) for ruling in rulings),
        decision_id=f"d-{event_id}", **more,
    )  # fmt: skip


def tell(*told: tuple[Any, ...]) -> FactState:
    """The state after ``(day, candidate, ...)`` messages with ids e1, e2, ..., in one session."""
    return apply(turns(*told))


def turns(*told: tuple[Any, ...]) -> list[TimelineRecord]:
    return [turn(f"e{i}", day, *items) for i, (day, *items) in enumerate(told, 1)]


def told(state: FactState, text: str, *found: str) -> list[str]:
    """The values that answer a question; ``found``: event ids that its words were found in."""
    return objects(answer(state, text, ASKED, found=found).facts)


def standing(state: FactState) -> dict[str, str]:
    """``"object@event" -> status``; a denial's object starts with "not "."""
    return {
        f"{'not ' if f.negated else ''}{f.object}@{f.source_event_id}": f.status
        for f in state.facts
    }


def acts(state: FactState) -> list[tuple[str, str, str]]:
    """``(event, action, reason)`` of the audit, plain appends left out."""
    return [(e.source_event_id, e.action, e.reason) for e in state.audit if e.action != "append"]


def now(state: FactState, day: str) -> list[str]:
    """Objects of the facts that hold on ``day``."""
    from eywa_fs.facts.timeline import current

    return objects(current(state, at(day, 12)))


def read(number: int, text: str, when: int, session: str) -> TimelineRecord | None:
    """What the rules read in one user's message."""
    record = Record(f"e{number}", "t", "u", session, "user", text, when)
    reading = read_message(record, Anchor("f", "", 1, 1, 0, 1, f"sha256:{number}"))
    return timeline_record(reading) if reading is not None else None


def heard(*said: tuple[str | int, str], session: str = "") -> FactState:
    """The state after one user's messages, ``(day, text)``, each in a session of its own if none
    is named."""
    found = (
        read(number, text, at(when) if isinstance(when, str) else when, session or f"s{number}")
        for number, (when, text) in enumerate(said)
    )
    return apply([one for one in found if one is not None])


def ended(*said: str) -> list[str]:
    """The values of facts that end when one user says these messages, a month apart."""
    state = heard(*((f"2024-{month:02}-10", text) for month, text in enumerate(said, 1)))
    targets = [state.get(e.target_atomic_id) for e in state.audit if e.action == "supersede"]
    return [fact.object for fact in targets if fact is not None]
