"""What a fact that is over says about one that still holds: "sold the Volvo" ends the car."""

from __future__ import annotations

from eywa_fs.facts import slots
from eywa_fs.facts.afu import Afu
from eywa_fs.facts.changes import changes
from eywa_fs.facts.decisions import Decision
from eywa_fs.facts.update_rules.case import EVENTS, Case
from eywa_fs.facts.values import contains, same_value


def over(case: Case) -> tuple[Decision, ...]:
    """A known value told again, but as one that is over, by a message that tells of an ending."""
    new = case.new
    if not _is_past_only(case) or not any(c.kind == "ends" for c in changes(case.cues.text)):
        return ()
    same = [old for old in case.rivals if _is_it(case, old) and _is_restated(new, old)][-1:]
    ids = tuple(old.atomic_id for old in same if not case.uncertain(old))
    return (Decision("supersede", "ended", ids, absorbed=True),) if ids else ()


def departed(case: Case) -> tuple[Decision, ...]:
    """A value that the message says is over today ends the fact that holds it."""
    if not _is_past_only(case) or not case.cues.near(case.new.object, "ending", "switch"):
        return ()
    return case.replace([old for old in case.rivals if _is_it(case, old)][-1:], "ended")


def _is_past_only(case: Case) -> bool:
    """Whether all that the new fact says of its time is that it is over."""
    new = case.new
    if new.negated or new.stated_start or not new.stated_end or not case.is_past():
        return False
    return new.predicate not in EVENTS


def _is_restated(new: Afu, old: Afu) -> bool:
    """Whether the new fact is the old one with an end, and says nothing beyond it."""
    return new.predicate == old.predicate and same_value(new.object, old.object)


def rearranged(case: Case) -> tuple[Decision, ...]:
    """A new time for a thing replaces the user's arrangement that is about it, and vice versa."""
    new = case.new
    if new.predicate != "schedule" or new.negated or case.is_past() or case.is_temporary():
        return ()
    if case.is_additive() or not case.cues.has("postponement", "switch", "now", "correction"):
        return ()
    olds = [
        old
        for old in case.known.active
        if old.predicate == "schedule"
        and not old.negated
        and old.source_event_id != new.source_event_id
        and "user" in {old.subject, new.subject}
        and old.subject != new.subject
        and (_is_about(old, new.subject) or _is_about(new, old.subject))
    ]
    return case.replace(olds[-1:], "switched")


def _is_about(fact: Afu, thing: str) -> bool:
    """Whether an arrangement of the user's is about ``thing``."""
    return fact.subject == "user" != thing and (
        contains(fact.object, thing) or contains(fact.context, thing)
    )


def _is_it(case: Case, old: Afu) -> bool:
    open_ended = old.validity_end_at is None and not old.negated and old.predicate not in EVENTS
    return open_ended and slots.near(case.new.predicate, old.predicate) and case.same_thing(old)
