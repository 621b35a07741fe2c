"""Own-written life stories for the update and timeline tests."""

from __future__ import annotations

from datetime import date

from eywa_fs.facts.afu import Afu, day_start, store
from eywa_fs.facts.cues import detect
from eywa_fs.facts.implied import Source
from eywa_fs.facts.model import TYPE_OF_PREDICATE, Candidate, FactType
from eywa_fs.facts.replay import FactState, Turn, apply
from eywa_fs.facts.slots import attribute_of

#: subject, predicate, object; then any of "not", "from=YYYY-MM-DD", "to=YYYY-MM-DD", "type=...".
Line = tuple[str, ...]


def at(day: str, hour: int = 9) -> int:
    """Epoch ms of ``day`` at ``hour`` UTC."""
    return day_start(date.fromisoformat(day)) + hour * 3_600_000


def fact(text: str, event_id: str, when: int, line: Line, certainty: float = 0.9) -> Afu:
    """A stored fact as an extractor would have read it from ``text``."""
    subject, predicate, value, *marks = line
    options = dict(mark.split("=") for mark in marks if "=" in mark)
    kind: FactType = options.get("type", TYPE_OF_PREDICATE.get(predicate, "fact"))  # type: ignore[assignment]
    candidate = Candidate(
        subject=subject,
        predicate=predicate,
        object=value,
        negated="not" in marks,
        type=kind,
        certainty=float(options.get("certainty", certainty)),
        valid_from=date.fromisoformat(options["from"]) if "from" in options else None,
        valid_to=date.fromisoformat(options["to"]) if "to" in options else None,
        start=0,
        end=0,
    )
    return store(
        candidate,
        tenant_id="t",
        user_id="u",
        session_id="s",
        event_id=event_id,
        observed_at=when,
        context=text,
        attribute=attribute_of(predicate, value, text),
    )


def turn(event_id: str, day: str, text: str, *lines: Line) -> Turn:
    """A user turn with its facts and cues."""
    when = at(day)
    facts = tuple(fact(text, event_id, when, line) for line in lines)
    return Turn(event_id, when, facts, detect(text), source=Source(text, "s"))


def tell(*events: tuple[str, str, list[Line]]) -> FactState:
    """The state after ``(day, text, facts)`` events, with ids e1, e2, ..."""
    turns = [turn(f"e{i}", day, text, *lines) for i, (day, text, lines) in enumerate(events, 1)]
    return apply(turns)


def standing(state: FactState) -> dict[str, str]:
    """``"object@event" -> status``; a denial's object starts with "not "."""
    return {
        f"{'not ' if f.negated else ''}{f.object}@{f.source_event_id}": f.status
        for f in state.facts
    }


def acts(state: FactState, *kinds: str) -> list[tuple[str, str, str]]:
    """``(event, action, target event)`` of the audit, plain appends left out."""
    source = {f.atomic_id: f.source_event_id for f in state.facts}
    wanted = kinds or ("supersede", "retract", "merge", "append_conflict")
    return [
        (e.source_event_id, e.action, source[e.target_atomic_id])
        for e in state.audit
        if e.action in wanted
    ]
