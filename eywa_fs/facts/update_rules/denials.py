"""The opposite of an old value, and facts that exclude each other."""

from __future__ import annotations

import re

from eywa_fs.facts import slots
from eywa_fs.facts.afu import Afu
from eywa_fs.facts.decisions import Decision
from eywa_fs.facts.update_rules.case import Case
from eywa_fs.facts.values import narrower_liking, same_liking
from eywa_fs.language.script import fold

_NO_EMPLOYER = re.compile(
    r"\b(?:retired|unemployed|laid off|made redundant|between jobs|resigned)\b|^(?:my |"
    r"the )?job$|^work(?:ing)?$"
    r"|退休|失业|待业|下岗|被裁|被优化|辞职|离职|裸辞|^工作$|^上班$"
)


_PARTED = re.compile(r"\b(?:divorced|split up|broke(?:n)? up|separated|single)\b|离婚|分手|单身")


def negated(case: Case) -> tuple[Decision, ...]:
    new = case.new
    if new.predicate == "stopped" and not new.negated:
        stopped = [old for old in case.rivals if not old.negated and _is_stopped(case, old)]
        return case.replace([*stopped, *ended_with(case)], "ended")
    opposed = [old for old in case.rivals if _is_opposite(case, old)]
    if not opposed:
        return ()
    ids = tuple(old.atomic_id for old in opposed)
    if new.negated and case.cues.has("false_belief", "retraction"):
        return (Decision("retract", "false_belief", ids),)
    if new.negated and all(old.type == "plan" for old in opposed):
        return (Decision("retract", "plan_called_off", ids, absorbed=True),)
    return case.replace(opposed, "negated" if new.negated else "affirmed")


def _is_opposite(case: Case, old: Afu) -> bool:
    new = case.new
    if new.negated == old.negated or not slots.near(new.predicate, old.predicate):
        return False
    if new.predicate == old.predicate and (slots.denies_all(new) or slots.denies_all(old)):
        return True
    if new.predicate == "prefers":
        return same_liking(new.object, old.object)
    if new.attribute == old.attribute == "partner" and slots.stage(new.object):
        return slots.stage(new.object) == slots.stage(old.object)
    return case.same_thing(old)


def _is_stopped(case: Case, old: Afu) -> bool:
    return old.predicate not in {"stopped", "visited", "met"} and case.same_thing(old)


def ended_with(case: Case) -> list[Afu]:
    """Facts of other slots that the new value ends: retiring ends the job, parting the marriage."""
    value = fold(case.new.object)
    ended: frozenset[str] = frozenset()
    if case.new.predicate in {"works_as", "other", "stopped"} and _NO_EMPLOYER.search(value):
        ended = frozenset({"works_at", "works_as"})
    elif case.new.predicate in {"relation", "other"} and _PARTED.search(value):
        ended = frozenset({"spouse"})
    elif case.new.predicate == "spouse":
        return [old for old in case.rivals if _is_courtship(old)]
    return [
        old
        for old in case.rivals
        if old.predicate in ended and not old.negated and not slots.same_slot(case.new, old)
    ]


def _is_courtship(old: Afu) -> bool:
    """Whether ``old`` is what a marriage ends: going out with somebody, being engaged."""
    stage = slots.stage(old.object) if old.predicate == "relation" else None
    return stage in ("dating", "engaged") and not old.negated


def excluded(case: Case) -> tuple[Decision, ...]:
    clash = tuple(
        old.atomic_id
        for old in case.rivals
        if (slots.exclusive(case.new, old) and case.same_thing(old))
        or _likes_part_of_disliked(case.new, old)
    )
    return (Decision("append_conflict", "exclusive", clash),) if clash else ()


def _likes_part_of_disliked(new: Afu, old: Afu) -> bool:
    """Whether one dislikes a whole of which the other likes a part (plums, and sour plums)."""
    if {new.predicate, old.predicate} != {"prefers"} or new.negated == old.negated:
        return False
    liked, disliked = (old, new) if new.negated else (new, old)
    return narrower_liking(liked.object, disliked.object)
