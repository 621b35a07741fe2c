"""What a fact that is over says about one that still holds: "sold the Volvo" ends the car."""

from __future__ import annotations

from eywa_fs.facts import slots
from eywa_fs.facts.afu import Afu
from eywa_fs.facts.decisions import Decision
from eywa_fs.facts.update_rules.case import EVENTS, Case
from eywa_fs.facts.values import contains


def departed(case: Case) -> tuple[Decision, ...]:
    """A value that the message says is over today ends the fact that holds it."""
    new = case.new
    if new.negated or new.stated_start or not new.stated_end or not case.is_past():
        return ()
    if new.predicate in EVENTS or not case.cues.near(new.object, "ending", "switch"):
        return ()
    return case.replace([old for old in case.rivals if _is_it(case, old)][-1:], "ended")


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
