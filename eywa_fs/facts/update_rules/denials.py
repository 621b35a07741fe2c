"""The opposite of an old value, and facts that exclude each other."""

from __future__ import annotations

import re
from collections.abc import Sequence

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
    unsure = any(case.uncertain(old) for old in opposed)
    never = case.cues.has("false_belief", "retraction") or (_never_was(case) and not unsure)
    if other_authority(case, opposed):
        return (Decision("append_conflict", "exclusive", ids),)
    if new.negated and never:
        return (Decision("retract", "false_belief", ids),)
    if new.negated and all(old.type == "plan" for old in opposed):
        return (Decision("retract", "plan_called_off", ids, absorbed=True),)
    return case.replace(opposed, "negated" if new.negated else "affirmed")


def _never_was(case: Case) -> bool:
    """Whether what is denied does not end by itself: without a word of an end it never was so."""
    lasting = case.new.predicate == "allergic_to" or slots.is_stable(case.new)
    return lasting and not case.cues.has("ending", "recovery", "now") and not _outgrown(case)


def other_authority(case: Case, opposed: Sequence[Afu]) -> bool:
    """Whether somebody says so, and somebody else said the opposite: one of them is wrong."""
    said = _SAID.search(case.cues.text)
    if said is None or (case.new.subject == "user" and case.new.type != "constraint"):
        return False
    before = [_SAID.search(fold(old.context)) for old in opposed]
    return all(match is not None and match[0] != said[0] for match in before)


#: Who vouches for a statement: "the nurse says", 医生说.
_SAID = re.compile(
    r"\b[a-z]+ (?:says|said|reckons|insists|claims|swears|thinks)\b(?! (?:the|my|our)\b)"
    r"|\b(?:says|said|reckons|insists|claims|swears) (?:the|my|our) [a-z]+"
    r"|[\u4e00-\u9fff]{1,3}(?:说|讲|认为|坚持|觉得)(?!是|过|好)"
)


def _outgrown(case: Case) -> bool:
    return _OUTGROWN.search(case.cues.text) is not None


_OUTGROWN = re.compile(
    r"\b(?:outgr\w+|gr[eo]wn? out of|used to|desensiti\w+)\b|脱敏|以前|不再|好了"
)


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
    return case.same_thing(old) or (new.negated and _is_head_of(new, old))


def _is_head_of(denial: Afu, old: Afu) -> bool:
    """Whether a thing is denied by the head of its name alone ("boat" of a "houseboat")."""
    head = fold(denial.object)
    if len(head) < 4 or not head.isascii() or denial.predicate not in {"owns", "has"}:
        return False
    return fold(old.object).endswith(head)


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
    elif _moves_out(case):
        return [
            old
            for old in case.rivals
            if old.predicate == "relation"
            and not old.negated
            and _LIVES_THERE.search(fold(old.object))
        ]
    return [
        old
        for old in case.rivals
        if old.predicate in ended and not old.negated and not slots.same_slot(case.new, old)
    ]


def _moves_out(case: Case) -> bool:
    """Whether somebody else moved away for good, not about the house that is shared."""
    new = case.new
    if new.predicate != "moved_to" or new.subject == "user" or case.is_temporary():
        return False
    return _WITHIN.search(fold(new.object)) is None


#: Whoever carries such a role lives in the user's home.
_LIVES_THERE = re.compile(
    r"\b(?:(?:flat|house|room|suite)-?mates?|lodgers?|sub-?tenants?)\b|室友|舍友|房客|租客|合租"
)
_WITHIN = re.compile(
    r"\b(?:room|attic|upstairs|downstairs|basement|loft|in|ours?|my)\b|房间|卧|楼[上下]|我家|我这"
)


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
