"""From a rule that fits a clause to candidates: subject, object, polarity, dates, certainty."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Final

from eywa_fs.facts.certainty import Directness, Modality, certainty
from eywa_fs.facts.languages.zh import (
    dates,
    gates,
    objects,
    rules_bodies,
    rules_deeds,
    rules_dues,
    rules_events,
    rules_hours,
    rules_intent,
    rules_life,
    rules_lives,
    rules_regimes,
    rules_self,
    rules_shifts,
    rules_states,
    rules_things,
    rules_ties,
    rules_trades,
    rules_ways,
    rules_wishes,
    subjects,
)
from eywa_fs.facts.languages.zh import frame as frames
from eywa_fs.facts.languages.zh.conditions import Situation, holds
from eywa_fs.facts.languages.zh.frame import Frame, View
from eywa_fs.facts.languages.zh.rule import SLOTS, Rule, expand
from eywa_fs.facts.languages.zh.segment import Clause
from eywa_fs.facts.languages.zh.state import State
from eywa_fs.facts.languages.zh.subjects import USER, Topic
from eywa_fs.facts.model import PREDICATES, TYPE_OF_PREDICATE, Candidate, FactType
from eywa_fs.language.sieve import Sieve

#: Tried in this order; the first rule that yields something ends a clause.
RULES: Final[tuple[Rule, ...]] = (
    *rules_ways.LISTS,
    *rules_shifts.SHIFTS,
    *rules_intent.STANDING,
    *rules_self.IDENTITY,
    *rules_intent.DUTY,
    *rules_self.BODY,
    *rules_regimes.MEDICINE,
    *rules_self.MEALS,
    *rules_intent.SCHEDULE,
    *rules_events.HABIT,
    *rules_things.CHANGE,
    *rules_life.HOME,
    *rules_life.STUDY,
    *rules_life.WORK,
    *rules_events.WORKPLACE,
    *rules_ties.PEOPLE,
    *rules_intent.INTENT,
    *rules_things.ABILITY,
    *rules_self.FOOD,
    *rules_things.THINGS,
    *rules_ties.TRAVEL,
    *rules_self.TASTE,
    *rules_self.BELIEF,
    *rules_events.EVENTS,
    *rules_bodies.BODIES,
    *rules_hours.HOURS,
    *rules_trades.TRADES,
    *rules_lives.LIVES,
    *rules_ways.WAYS,
    *rules_states.STATES,
)
#: Asked where these read nothing and the clause does not go on with the one before.
LAST_RULES: Final[tuple[Rule, ...]] = (
    *rules_shifts.NEW_WAYS,
    *rules_dues.DUES,
    *rules_regimes.REGIMES,
    *rules_wishes.WISHES,
    *rules_deeds.DEEDS,
)
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
#: A town next to a job or a subject says where, not for whom.
_GIVEN_UP: Final = re.compile(r"原本|本来|原来|当初")
_TOWN: Final = expand(r"(?:(?:<PLACE>)+|镇上|县里|村里|乡里|区里|市里|省里|城里|老家|乡下|街上)$")
_FOLLOW: Final = frozenset({"works_as", "studies"})
#: Things of a household or an undertaking, nobody's in particular.
#: Where one works does not eat: who does is left out.
_NOT_A_MOUTH: Final = re.compile(r"(?:公司|单位|部门|学校|食堂|小区|宿舍|车间|医院|店里?|厂里?)$")
#: The groups that a rule's ``refuse`` looks at.
_VALUES: Final = frozenset({"o", "old", "new", "works_as"})
_IMPERSONAL: Final = re.compile(r"预算|密码|[证件货]码$")
_TOGETHER: Final = re.compile("合伙|搭伙|合开|一起开|一块开|一起做|一块做")
#: Words that say what came about only with their 了.
_NEEDS_END: Final = re.compile("^[走没离掰]$|好多$|(?:总算|终于)过$")
#: What is often said of people and things that come up in passing.
_NEEDS_SUBJECT: Final = frozenset({"age", "schedule", "visited", "works_as"})
#: What somebody means to do isn't carried over from the sentence before to somebody else.
_MEANT: Final = frozenset({"plans_to", "wants", "started"})
_INTENDED: Final = frozenset({"plans_to", "must", "must_not"})
_IS_PET: Final = expand("^用户的(?:<PET>)$")
#: Nobody intends to: an illness is found, a wife has a name.
_FOUND_OUT: Final = re.compile("查出|确诊|诊断|(?:老公|老婆|媳妇|丈夫|妻子|爱人|太太)(?:是|叫)")
_CALLS_ME: Final = re.compile("(?:叫|喊|称呼|呼)我")


def situation_of(clause: Clause, frame: Frame, sentence: str, state: State) -> Situation:
    named = [m for m in state.moments if clause.start <= m.start < clause.end]
    if not named and not state.latest:
        inside = [m for m in state.moments if m.end <= clause.start]
        near = [m for m in inside if m.start >= state.sentence_start]
        named = near
    return Situation(
        frame=frame,
        sentence=sentence,
        named=tuple(named),
        latest=tuple(state.latest),
        planned=next(
            (
                c
                for c in state.found
                if c.predicate == "plans_to" and c.start >= state.sentence_start
            ),
            None,
        ),
        standing=state.standing,
        ironic=gates.is_ironic(sentence, clause.mark),
        unknown=state.unknown,
        said_before=any(c.start >= state.sentence_start for c in state.found),
    )


def apply_rules(
    rules: tuple[Rule, ...], clause: Clause, frame: Frame, situation: Situation, state: State
) -> list[Candidate]:
    tried = _worth(rules, frame.text)
    first = [one for one in tried if not one[0].fallback]
    last = [one for one in tried if one[0].fallback]
    return first_of(first, clause, frame, situation, state) or first_of(
        last, clause, frame, situation, state
    )


def first_of(
    rules: Sequence[tuple[Rule, re.Pattern[str]]],
    clause: Clause,
    frame: Frame,
    situation: Situation,
    state: State,
) -> list[Candidate]:
    """What the first rule says that fits a view of the clause and says anything."""
    for view in frame.views:
        if view.at >= len(frame.text):
            continue
        for rule, pattern in rules:
            match = pattern.match(frame.text, view.at)
            if match is None or not holds(rule.needs, match, view, situation):
                continue
            if rule.amid and not expand(rule.amid).search(situation.sentence):
                continue
            found = _candidates(rule, match, view, clause, situation, state)
            if found:
                return found
    return []


def _worth(rules: tuple[Rule, ...], text: str) -> Sequence[tuple[Rule, re.Pattern[str]]]:
    """The rules that can match in a text, with their patterns."""
    if rules is RULES:
        return _all_rules().worth(text)
    if rules is LAST_RULES:
        return _last_rules().worth(text)
    return [(rule, expand(rule.pattern)) for rule in rules]


@cache
def _all_rules() -> Sieve[Rule]:
    return Sieve.of_written(((rule, rule.pattern) for rule in RULES), SLOTS)


@cache
def _last_rules() -> Sieve[Rule]:
    return Sieve.of_written(((rule, rule.pattern) for rule in LAST_RULES), SLOTS)


def _candidates(
    rule: Rule, match: re.Match[str], view: View, clause: Clause, situation: Situation, state: State
) -> list[Candidate]:
    negated = (view.negations % 2 == 1) != rule.negated
    if rule.predicate == "prefers" and situation.ironic:
        return []
    if rule.predicate == "plans_to" and situation.ironic and not situation.frame.topic.explicit:
        return []
    if rule.predicate in ("wants", "plans_to") and _GIVEN_UP.search(situation.frame.text):
        return []
    if rule.predicate in _NEEDS_SUBJECT and _unplaced(clause, situation, state):
        return []
    found: list[Candidate] = []
    more = {name.rstrip("2") for name, value in match.groupdict().items() if value} - {"o", "s"}
    for name, value in match.groupdict().items():
        if not value or name in ("thing", "s", "companion"):
            continue
        begin, end = match.span(name)
        if rule.refuse and expand(rule.refuse).search(value) and name in _VALUES:
            return []
        predicate = rule.predicate
        if (
            predicate in ("works_at", "studies_at")
            and more & _FOLLOW
            and _TOWN.match(value)
            and name == "o"
        ):
            continue
        base = name.rstrip("2")
        if base in PREDICATES:
            predicate = base
        sub = rule
        if name == "old" and predicate == "works_at" and _TOWN.match(value):
            continue
        if name in ("old", "new"):
            found += _changed(rule, name, match, clause, situation, state)
            continue
        found += facts_of(predicate, begin, end, negated, sub, clause, situation, state, match)
    return found


def _unplaced(clause: Clause, situation: Situation, state: State) -> bool:
    """Whether a clause names no subject and the sentence before it was not understood either.

    Its subject is as likely somebody whom the reader did not recognise.
    """
    named = state.named_in == clause.sentence and USER not in situation.frame.topic.names
    known = situation.frame.topic.explicit or situation.said_before or named
    return not known and clause.start != state.sentence_start


def _changed(
    rule: Rule, name: str, match: re.Match[str], clause: Clause, situation: Situation, state: State
) -> list[Candidate]:
    """A value that went or came on the day of the change."""
    named = situation.named
    day = (named[0].last if name == "old" else named[0].first) if named else state.today
    begin, end = match.span(name)
    made = facts_of(rule.predicate, begin, end, False, rule, clause, situation, state, match)
    if name == "old":
        return [replace(c, valid_from=None, valid_to=day) for c in made]
    return [replace(c, valid_from=day, valid_to=None) for c in made]


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
        for subject in _subjects(frame.topic, rule, match, clause, state):
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


def _subjects(
    topic: Topic, rule: Rule, match: re.Match[str] | None, clause: Clause, state: State
) -> list[str]:
    groups = match.groupdict() if match else {}
    if match and rule.predicate == "name" and _CALLS_ME.search(match.group()):
        return [USER]  # whoever does so: the name is mine
    thing = groups.get("thing")
    if not thing or not match:
        names = list(topic.names)
        if rule.predicate == "has_pet":  # pets keep no pets: their people do
            names = [USER if _IS_PET.search(name) else name for name in names]
        if rule.predicate == "name" and match and "我" in match.group():
            return [USER]  # whoever calls one so, it is one's own name
        if (
            rule.predicate in _MEANT
            and not topic.explicit
            and clause.start == state.sentence_start
            and state.previous is not None
        ):
            names = [name for name in names if name == USER]
        if topic.companion and rule.predicate == "works_as" and _TOGETHER.search(clause.text):
            names.append(topic.companion)
        if groups.get("companion") and match and rule.predicate == "lives_in":
            written = state.original[clause.start : clause.end]
            other, _ = subjects.read(
                clause.text, match.start("companion"), written, state.topic, state.known
            )
            names += list(other.names) if other else []
        return list(dict.fromkeys(names))
    begin, end = objects.trim(clause.text, *match.span("thing"))
    written = state.original[clause.start + begin : clause.start + end]
    if rule.predicate in ("schedule", "contact"):
        return [written]
    if not topic.explicit and _IMPERSONAL.search(written):
        return [written]
    return [
        f"{subjects.USERS}{written}" if name == USER else f"{name}的{written}"
        for name in topic.names
    ]


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
