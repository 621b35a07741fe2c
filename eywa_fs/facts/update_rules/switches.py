"""One value gives way to another where the slot holds many."""

from __future__ import annotations

import re
from collections.abc import Sequence

from eywa_fs.facts import slots
from eywa_fs.facts.afu import Afu
from eywa_fs.facts.decisions import Decision
from eywa_fs.facts.identity import bare
from eywa_fs.facts.update_rules.case import EVENTS, Case, mentions, same_activity
from eywa_fs.facts.values import (
    contains,
    counted,
    overlap,
    same_value,
    tokens,
    value_class,
    value_classes,
)


def switched(case: Case) -> tuple[Decision, ...]:
    new = case.new
    if case.is_past() or new.predicate in EVENTS:
        return ()
    if passed := _passed_levels(case):
        return case.replace(passed, "other_level")
    if case.is_additive() and not new.negated:
        return ()
    olds = [
        old
        for old in case.rivals
        if not old.negated
        and old.predicate not in EVENTS
        and (slots.near(new.predicate, old.predicate) or _same_role(new, old))
        and not _is_feat(new, old)
        and (new.type == "plan") == (old.type == "plan")
        and not same_value(new.object, old.object)
        and (new.predicate != "health" or new.attribute == old.attribute)
    ]
    if new.negated:
        return case.replace(_ended_arrangements(case, olds), "ended")
    with_them = case.ended_events()
    gone = [old for old in olds if _is_left(case, old) or old.source_event_id in with_them]
    if gone:
        return case.replace(gone, "switched")
    if new.predicate == "studies" and _CHANGED_SUBJECT.search(case.cues.text):
        return case.replace([old for old in olds if old.predicate == "studies"], "switched")
    if case.cues.has("back") and (heads := _heads(case, olds)):
        return case.replace(heads, "returned")
    if case.cues.has("switch", "amount", "postponement", "completion", "back", "now"):
        return case.replace(_taken_over(case, olds), "switched")
    return ()


def _passed_levels(case: Case) -> list[Afu]:
    """Lower levels that the message names beside the new one ("B1 也拿到了，A2 ...")."""
    if value_class(case.new.object) != "level" or case.new.negated:
        return []
    return [
        old
        for old in case.rivals
        if old.predicate == case.new.predicate
        and not old.negated
        and "level" in value_classes(old.object)
        and mentions(case.cues.text, old)
    ]


#: One studies many things, but changes from one degree to another.
_CHANGED_SUBJECT = re.compile(
    r"\b(?:switch|chang|swap|transferr)\w* (?:my |his |her |their )?(?:degrees?|majors?|courses?)\b"
    r"|(?:转|换|改)了?专业"
)


def handed_over(case: Case) -> tuple[Decision, ...]:
    """A role or a thing that passes from one person to another ("the new treasurer is ...")."""
    new = case.new
    group = _POSSESSIONS if new.predicate in _POSSESSIONS else slots.OFFICES
    if new.negated or new.predicate not in group or new.subject == "user" or case.is_additive():
        return ()
    if case.is_past():
        return ()
    given = _is_given(case)
    if not given and (group is _POSSESSIONS or not case.cues.near(new.object, "switch", "now")):
        return ()
    holders = [
        old
        for old in case.known.active
        if old.predicate in group
        and not old.negated
        and old.source_event_id != new.source_event_id
        and not case.known.names.same_subject(old.subject, new.subject)
        and (same_value(old.object, new.object) or (given and contains(old.object, new.object)))
    ]
    return case.replace(holders[-1:], "handed_over")


def _is_given(case: Case) -> bool:
    """Whether a part of the message gives the new value to the new subject, in that order."""
    receiver, thing = bare(case.new.subject), case.new.object
    return any(
        contains(part, thing) and contains(part[verb.end() :], receiver)
        for part in _PARTS.split(case.cues.text)
        if (verb := _GIVEN.search(part)) is not None
    )


_PARTS = re.compile(r"[,;.!?，。；！？…]+")

_GIVEN = re.compile(
    r"\b(?:gave|given|giving|handed|handing|passed|passing|sold|donated|(?:went|gone)(?= to\b))\b"
    r"|[让送转交传卖留]给"
)
#: Predicates of what can change hands.
_POSSESSIONS = frozenset({"owns", "has", "has_pet"})


def _ended_arrangements(case: Case, olds: Sequence[Afu]) -> list[Afu]:
    """Arrangements for a day that a denial for that day ends ("not on Wednesdays any more")."""
    if not case.cues.has("ending"):
        return []
    days = {word for word in tokens(case.cues.text) if value_class(word) == "weekday"}
    return [
        old
        for old in olds
        if days & tokens(old.object) and old.predicate in {"schedule", "other", "uses"}
    ]


def _same_role(new: Afu, old: Afu) -> bool:
    """Whether both are what somebody does or has as a means: a commute by bus, then an own car."""
    means = {"owns", "uses", "has", "other", "schedule"}
    return new.predicate in means and old.predicate in means


def _is_feat(new: Afu, old: Afu) -> bool:
    """Whether one is an arrangement and the other a thing won: a diploma ends no course."""
    pair = {new.predicate, old.predicate}
    return "schedule" in pair and bool(pair & {"has", "owns"})


def _is_left(case: Case, old: Afu) -> bool:
    """Whether the message names ``old`` as what goes, or names it beside a switch or an ending."""
    if any(cue.leaving and contains(cue.leaving, old.object) for cue in case.cues.of("switch")):
        return True
    if case.cues.has("back") and old.type == "constraint":
        return contains(case.cues.text, old.object)
    if any(mentions(cue.part, old) for cue in case.cues.of("unchanged")):
        return False
    if any(mentions(cue.part, old) for cue in case.cues.of("ending")):
        return True
    comes = case.arrives() or case.cues.near(case.new.object, "now")
    return comes and mentions(case.cues.text, old)


def _taken_over(case: Case, olds: Sequence[Afu]) -> list[Afu]:
    """The value that a change without a named loser replaces, if it is clear which.

    Same topic (words shared by the two sentences), and either an explicit arrival ("switched to X")
    or two values of one class (amounts, weekdays).
    """
    new = case.new
    arrives = case.arrives()
    moves = case.cues.has("amount", "postponement", "completion") or new.predicate == "schedule"
    kinds = value_classes(new.object) if moves else frozenset()
    alike = [
        old
        for old in olds
        if (arrives and old.predicate == new.predicate and _may_serve_alike(new, old))
        or (kinds & value_classes(old.object) and not _is_done(new, old) and _measure_one(new, old))
    ]
    said = tokens(new.context) | tokens(new.object)
    related = [old for old in alike if said & (tokens(old.context) | tokens(old.object))]
    if related:
        return [max(related, key=lambda old: _closeness(new, old))]
    if len(alike) == 1:
        return alike
    return [old for old in olds if new.predicate != "health" and same_activity(new, old)][-1:]


def _is_done(new: Afu, old: Afu) -> bool:
    """Whether one is what happened and the other what one has: an exam sat is no certificate."""
    means = {"has", "owns", "uses"}
    pair = {new.predicate, old.predicate}
    return "other" in pair and bool(pair & means)


def _measure_one(new: Afu, old: Afu) -> bool:
    """Whether two figures can be of one thing: boxes are not weighed in pounds."""
    units, others = counted(new.object), counted(old.object)
    return not units or not others or bool(units & others)


def _may_serve_alike(new: Afu, old: Afu) -> bool:
    """Whether two things can be for one purpose: a new phone takes no place of a notebook's."""
    return bool(new.attribute) == bool(old.attribute) or bool(
        tokens(new.context) & (tokens(old.context) | tokens(old.object))
    )


def _closeness(new: Afu, old: Afu) -> tuple[float, int, int, str]:
    """How likely ``old`` is what ``new`` replaces: alike objects, shared words, recency."""
    said = tokens(new.context) | tokens(new.object)
    shared = len(said & (tokens(old.context) | tokens(old.object)))
    return (overlap(new.object, old.object), shared, old.observed_at, old.atomic_id)


def _heads(case: Case, olds: Sequence[Afu]) -> list[Afu]:
    """Active successors of an older, superseded value that is said again."""
    successor = {fact.atomic_id: fact.superseded_by for fact in case.known.closed}
    active = {old.atomic_id: old for old in olds}
    heads: list[Afu] = []
    for fact in case.known.closed:
        if fact.negated or not same_value(fact.object, case.new.object):
            continue
        head = fact.superseded_by
        while head is not None and head not in active:
            head = successor.get(head)
        if head is not None and active[head] not in heads:
            heads.append(active[head])
    return heads
