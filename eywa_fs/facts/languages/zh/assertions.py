"""What the rules say of a clause: the first that fits and says anything speaks for it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from eywa_fs.facts.languages.zh.candidates import facts_of
from eywa_fs.facts.languages.zh.conditions import holds
from eywa_fs.facts.languages.zh.frame import Frame, View
from eywa_fs.facts.languages.zh.rule import Rule, expand
from eywa_fs.facts.languages.zh.rulebook import worth
from eywa_fs.facts.languages.zh.segment import Clause
from eywa_fs.facts.languages.zh.situation import Situation
from eywa_fs.facts.languages.zh.state import State
from eywa_fs.facts.languages.zh.subjects import USER
from eywa_fs.facts.model import PREDICATES, Candidate

_GIVEN_UP: Final = re.compile(r"原本|本来|原来|当初")
#: A town next to a job or a subject says where, not for whom.
_TOWN: Final = expand(r"(?:(?:<PLACE>)+|镇上|县里|村里|乡里|区里|市里|省里|城里|老家|乡下|街上)$")
_FOLLOW: Final = frozenset({"works_as", "studies"})
#: The groups that a rule's ``refuse`` looks at.
_VALUES: Final = frozenset({"o", "old", "new", "works_as"})
#: What is often said of people and things that come up in passing.
_NEEDS_SUBJECT: Final = frozenset({"age", "schedule", "visited", "works_as"})


def apply_rules(
    rules: tuple[Rule, ...], clause: Clause, frame: Frame, situation: Situation, state: State
) -> list[Candidate]:
    """What a table of rules says of a clause, its fallback rules asked last."""
    tried = worth(rules, frame.text)
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
