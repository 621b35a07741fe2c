"""From the words a rule took for a value to candidates: object, subject, dates, certainty."""

from __future__ import annotations

import re
from typing import Final

from eywa_fs.facts.certainty import Directness, Modality, certainty
from eywa_fs.facts.languages.zh import dates, objects
from eywa_fs.facts.languages.zh import frame as frames
from eywa_fs.facts.languages.zh.bearers import bearers_of
from eywa_fs.facts.languages.zh.frame import Frame
from eywa_fs.facts.languages.zh.rule import Rule
from eywa_fs.facts.languages.zh.segment import Clause
from eywa_fs.facts.languages.zh.situation import Situation
from eywa_fs.facts.languages.zh.state import State
from eywa_fs.facts.languages.zh.subjects import USER
from eywa_fs.facts.model import TYPE_OF_PREDICATE, Candidate, FactType

_LISTED: Final = frozenset(
    [
        "prefers",
        "speaks",
        "has_pet",
        "allergic_to",
        "diet",
        "uses",
        "owns",
        "has",
        "visited",
        "must_not",
        "can",
        "friend",
        "health",
        "works_as",
        "sibling",
        "has_child",
    ]
)
#: A happening said of a day to come is a plan.
_BECOMES_PLAN: Final = frozenset(
    [
        "moved_to",
        "visited",
        "works_at",
        "studies_at",
        "spouse",
        "health",
        "met",
        "owns",
        "has_pet",
        "relation",
    ]
)
#: What these hold is a thing or a being, so a clause in front of the noun is no part of the value.
_CONCRETE: Final = frozenset({"has_pet", "owns", "uses", "has", "friend", "has_child", "sibling"})
#: Where one works does not eat: who does is left out.
_NOT_A_MOUTH: Final = re.compile(r"(?:公司|单位|部门|学校|食堂|小区|宿舍|车间|医院|店里?|厂里?)$")
#: Words that say what came about only with their 了.
_NEEDS_END: Final = re.compile("^[走没离掰]$|好多$|(?:总算|终于)过$")
_INTENDED: Final = frozenset({"plans_to", "must", "must_not"})
#: Nobody intends to: an illness is found, a wife has a name.
_FOUND_OUT: Final = re.compile("查出|确诊|诊断|(?:老公|老婆|媳妇|丈夫|妻子|爱人|太太)(?:是|叫)")


def facts_of(
    predicate: str,
    begin: int,
    end: int,
    negated: bool,
    rule: Rule,
    clause: Clause,
    situation: Situation,
    state: State,
    match: re.Match[str] | None = None,
) -> list[Candidate]:
    """The facts of a value, one for each thing it lists and each subject it is said of."""
    frame = situation.frame
    text = clause.text
    future = situation.future and not frame.changed and not frame.past
    when = rule.when
    if (
        future
        and predicate in _BECOMES_PLAN
        and (predicate != "health" or when == "event")
        and rule.when != "plan"
        and match
        and not negated
        and not _FOUND_OUT.search(match.group())
    ):
        at_value = predicate == "relation"
        start = match.start("o") if at_value else match.start()
        predicate, when, begin, end = "plans_to", "plan", start, match.end()
    spans = [(begin, end)]
    if not rule.bare and predicate in _LISTED:
        spans = objects.parts(text, begin, end)
    low, high = dates.bounds(when, list(situation.named), text, state.today, past=frame.past)
    if negated and frame.changed and when == "state" and low is None:
        low, high = state.today, None
    if situation.standing and predicate == "prefers":
        low = high = None
    kind = _kind(predicate, rule, situation)
    found = []
    for first, last in spans:
        if predicate in ("plans_to", "wants"):
            first = _behind_time(text, first, last)
        if predicate in _CONCRETE:
            first = objects.bare_noun(text, first, last, any_clause=predicate == "has_pet")
        if predicate == "schedule" and match and not rule.needs & {"clock"}:
            first = _with_time(text, first, last, situation.frame)
        first, last = objects.trim(text, first, last)
        if predicate == "works_at" and last - first > 2 and text[last - 1] in "里上":
            last -= 1
        if not objects.is_value(text[first:last]):
            continue
        if _NEEDS_END.search(text[first:last]) and text[last : last + 1] == "了":
            last += 1  # one character says little; as it was said, it says what came about
        value = state.original[clause.start + first : clause.start + last]
        if rule.needs & {"future_before"} and situation.planned is not None:
            low, high = situation.planned.valid_from, situation.planned.valid_to
        begins = low
        if state.today and not situation.named and high is None and dates.back(value, state.today):
            begins = None  # the length is the value ("five months pregnant"), no date
        for subject in bearers_of(frame.topic, rule, match, clause, state):
            eats_not = predicate == "diet" and _NOT_A_MOUTH.search(subject)
            found.append(
                Candidate(
                    subject=USER if eats_not else subject,
                    predicate=predicate,
                    object=value,
                    negated=negated,
                    type=kind,
                    certainty=_certainty(predicate, frame),
                    valid_from=begins,
                    valid_to=high,
                    start=clause.start,
                    end=clause.end,
                )
            )
    return found


def _behind_time(text: str, first: int, last: int) -> int:
    """A plan without the date in front of it."""
    while (match := frames.TIME.match(text, first, last)) and match.end() < last - 1:
        first = match.end()
    return first


def _with_time(text: str, first: int, last: int, frame: Frame) -> int:
    """What recurs together with the times that were stripped in front of it."""
    for view in reversed(frame.views):
        at = view.at
        while at < first and (time := frames.TIME.match(text, at, last)):
            at = max(time.end(), at + 1)
            at += text[at : at + 1] in ("、", "和", "到")
        if view.at < first <= at:
            return view.at
    return first


def _kind(predicate: str, rule: Rule, situation: Situation) -> FactType:
    if predicate == rule.predicate and rule.kind is not None:
        return rule.kind
    if predicate == "schedule" and situation.future:
        return "plan"
    return TYPE_OF_PREDICATE.get(predicate, "fact")


def _certainty(predicate: str, frame: Frame) -> float:
    modality = Modality.ASSERTED
    if predicate in _INTENDED:
        modality = Modality.INTENDED
    elif predicate == "wants":
        modality = Modality.WISHED
    directness = Directness.EXPLICIT if frame.topic.explicit else Directness.ELLIPTIC
    return certainty(modality=modality, directness=directness, hedges=frame.hedges)


def flat_fact(
    subject: str, predicate: str, clause: Clause, begin: int, end: int, state: State
) -> Candidate:
    """A flat statement without date or polarity of its own."""
    begin, end = objects.trim(clause.text, begin, end)
    return Candidate(
        subject=subject,
        predicate=predicate,
        object=state.original[clause.start + begin : clause.start + end],
        negated=False,
        type=TYPE_OF_PREDICATE.get(predicate, "fact"),
        certainty=certainty(),
        valid_from=None,
        valid_to=None,
        start=clause.start,
        end=clause.end,
    )
