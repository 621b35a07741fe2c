"""A new value in a slot that holds one, for good or for a while."""

from __future__ import annotations

import re

from eywa_fs.facts import slots
from eywa_fs.facts.afu import Afu
from eywa_fs.facts.decisions import Decision
from eywa_fs.facts.update_rules.case import EVENTS, Case, same_activity
from eywa_fs.facts.update_rules.denials import ended_with, other_authority
from eywa_fs.facts.update_rules.plans import is_moved_plan
from eywa_fs.facts.values import figure_of, same_count, tokens, value_class, value_classes
from eywa_fs.language.script import fold


def single(case: Case) -> tuple[Decision, ...]:
    new = case.new
    if new.negated:
        return ()
    ended = ended_with(case)
    if not slots.holds_one(new):
        return case.replace(ended, "ended")
    if case.is_past():
        return (Decision("append", "earlier_time"),)
    olds = [old for old in case.rivals if slots.same_slot(new, old) and not old.negated]
    if new.predicate == "contact" and "@" not in new.attribute:
        olds = olds[-1:]  # not said which: the one that was told last
    if not olds:
        return _same_time(case) or case.replace(ended, "ended")
    ids = tuple(old.atomic_id for old in olds)
    if case.is_additive() and not slots.is_stable(new) and not case.arrives():
        return (Decision("append", "addition"),)
    if all(_is_other_address(case, old) for old in olds):
        return (Decision("append", "addition"),)
    if other_authority(case, olds):
        return (Decision("append_conflict", "exclusive", ids),)
    if slots.is_stable(new) or any(_is_younger(new, old) for old in olds):
        return (Decision("append_conflict", "stable_value", ids),)
    if case.is_temporary():
        return (Decision("append", "temporary", overlays=ids),)
    return case.replace([*olds, *ended], "newer_value")


def _is_younger(new: Afu, old: Afu) -> bool:
    """Whether an age lies below the one known before: nobody grows younger."""
    if new.predicate != "age":
        return False
    later, earlier = figure_of(_years(new)), figure_of(_years(old))
    return later is not None and earlier is not None and later < earlier


def _years(fact: Afu) -> str:
    return _YEARS_OLD.sub("", fold(fact.object)).strip()


_YEARS_OLD = re.compile(r" ?(?:years? old|years?)$|周?岁$")


def _is_other_address(case: Case, old: Afu) -> bool:
    """Whether a contact is one more: labelled, where the old one is not, and nothing says "new"."""
    changes = case.cues.has("switch", "now", "correction", "ending", "back")
    other = case.new.attribute != old.attribute and "@" in case.new.attribute
    return case.new.predicate == "contact" and other and not changes


def _same_time(case: Case) -> tuple[Decision, ...]:
    """Two values for one slot in one message: a conflict where both cannot be meant."""
    new = case.new
    clash = tuple(
        old.atomic_id
        for old in case.siblings
        if slots.same_slot(new, old) and not old.negated and not old.stated_end
    )
    impossible = slots.is_stable(new) or new.predicate == "age" or case.cues.has("hedge")
    return (Decision("append_conflict", "same_time", clash),) if clash and impossible else ()


def temporary(case: Case) -> tuple[Decision, ...]:
    """A value for a while, where the slot holds many: it covers what it stands in for."""
    new = case.new
    if not case.is_temporary() or new.type == "plan" or new.predicate in EVENTS or new.negated:
        return ()
    covered = tuple(
        old.atomic_id
        for old in case.rivals
        if not old.negated
        and slots.near(new.predicate, old.predicate)
        and (is_other_level(new, old) or same_activity(new, old))
    )
    return (Decision("append", "temporary", overlays=covered),)


def other_level(case: Case) -> tuple[Decision, ...]:
    new = case.new
    if new.negated or case.is_past() or case.is_additive():
        return ()
    if new.predicate == "health" and (case.cues.has("recovery") or _is_well(new)):
        healed = [
            old
            for old in case.rivals
            if old.predicate == "health" and tokens(old.object) & tokens(new.object)
        ]
        ill = [old for old in case.rivals if old.predicate == "health" and not old.attribute]
        if healed or len(ill) == 1:
            return case.replace(healed or ill, "recovered")
    moved = [old for old in case.rivals if old.type == "plan" and is_moved_plan(case, old)]
    if moved:
        return case.replace(moved, "plan_moved")
    if new.predicate in {"visited", "met", "plans_to", "wants"}:
        return ()
    olds = [old for old in case.rivals if not old.negated and is_other_level(new, old)]
    return case.replace(olds, "other_level")


def _shifts(new: Afu, old: Afu) -> bool:
    """Whether both are shifts that one works: the night, then the day."""
    return value_class(new.object) == value_class(old.object) == "shift"


def _is_well(fact: Afu) -> bool:
    return _WELL.fullmatch(fold(fact.object)) is not None


#: Values under ``health`` that only say that one is not ill any more.
_WELL = re.compile(
    r"(?:(?:perfectly|completely|fully|all) )?(?:sound|well|better|healed|recovered|healthy|cured|"
    r"clear|fine|fit)(?: again)?|all[- ]clear|clean bill of health|(?:全|都|完全)?(?:好了|康复了?|"
    r"痊愈了?|没事了?|正常了?)"
)


def is_other_level(new: Afu, old: Afu) -> bool:
    if not slots.near(new.predicate, old.predicate):
        return False
    if slots.is_variant(new, old):
        return True
    if new.predicate == old.predicate and (same_count(new.object, old.object) or _shifts(new, old)):
        return True
    thing = new.subject != "user" and new.predicate in {"schedule", "other"}
    if thing and new.predicate == old.predicate == "schedule":
        return bool(value_classes(new.object) & value_classes(old.object))
    return thing and slots.same_kind_of_value(new, old)
