"""What the main verb of a clause says: tastes, possessions, habits, changes, events."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from eywa_fs.facts.certainty import Modality
from eywa_fs.facts.languages.en.clauses import Clause
from eywa_fs.facts.languages.en.discourse import USER
from eywa_fs.facts.languages.en.drafts import Draft, drafts
from eywa_fs.facts.languages.en.frames import read_frame
from eywa_fs.facts.languages.en.nounphrases import noun_phrase, noun_phrases
from eywa_fs.facts.languages.en.phrases import head, is_value
from eywa_fs.facts.languages.en.roles import role_at
from eywa_fs.facts.languages.en.rules_change import read_change
from eywa_fs.facts.languages.en.rules_deeds import read_deed
from eywa_fs.facts.languages.en.rules_habits import (
    read_abstention,
    read_hours,
    read_regular,
    read_rhythm,
    read_split,
    read_turning,
    read_vice,
)
from eywa_fs.facts.languages.en.rules_having import read_having
from eywa_fs.facts.languages.en.rules_phase import read_phase, read_tool
from eywa_fs.facts.languages.en.rules_tastes import (
    read_denied_skill,
    read_eating,
    read_exception,
    read_liking,
    read_wish,
)
from eywa_fs.facts.languages.en.subjects import Subject
from eywa_fs.facts.languages.en.verbphrases import verb_phrase
from eywa_fs.facts.languages.en.words.grammar import (
    MONTHS,
    NUMBER_WORDS,
    WEEKDAYS,
)
from eywa_fs.facts.languages.en.words.lists import words
from eywa_fs.facts.languages.en.words.things import (
    OWNED,
    WORKPLACES,
)

_LOOKING_AHEAD = words("move sell join retire quit leave marry emigrate relocate adopt resign")
_COPULAS = frozenset({"is", "are", "was", "were"})
BOOKING = words("book reserve sign register enter enrol enroll schedule arrange")
#: Told in the present with a date ahead, these are on a timetable.
_TIMETABLED = words(
    "fly land leave arrive travel move return sail drive go start begin graduate retire"
)


def read_verb(clause: Clause, *, future: bool) -> list[Draft]:
    """The facts of a clause with a main verb.

    Args:
        clause: the clause; its group is not the copula.
        future: a date of the clause lies ahead, so that "I'm flying to Oslo" is a plan.
    """
    group = clause.group
    assert group is not None
    if group.form == "third" and clause.dropped_subject:
        return []
    home = _left_home(clause)
    if home:
        return home
    parting = group.lemma == "get" and [t.low for t in clause.rest[:2]] == ["a", "divorce"]
    if parting and not group.negated and not group.modal:
        return drafts(clause, "relation", [clause.rest[1:2]], span="begins")
    steps = ("go", "move", "step", "promote", "rise")
    raised = read_change(clause) if group.lemma in steps else []
    if raised and raised[0].predicate == "works_as":
        return raised
    called_off = group.negated and "progressive" in group.aspect and _is_called_off(clause)
    soon = future or called_off or (group.lemma in _LOOKING_AHEAD and not group.negated)
    if group.lemma == "get" and clause.rest and clause.rest[0].low in ("married", "a", "an", "rid"):
        soon = True
    if future and group.is_past and group.lemma in BOOKING:
        at = next((i for i, t in enumerate(clause.rest[:3]) if t.low in ("for", "on")), -1)
        direct = group.lemma in ("book", "reserve", "schedule", "arrange")
        booked = noun_phrases(clause.rest, 0 if direct else at + 1)[:1]
        booked = [p for p in booked if p[0].low not in WEEKDAYS | MONTHS]
        return drafts(clause, "plans_to", booked, span="plan", modality=Modality.INTENDED)
    if (
        soon
        and "progressive" in group.aspect
        and (group.tense == "present" and "perfect" not in group.aspect)
    ):
        phrase = verb_phrase(clause.tokens, group.verb)
        real = group.lemma not in ("think", "feel", "wonder", "expect")
        real = real and _COPULAS.isdisjoint([t.low for t in phrase])
        if is_value(phrase) and real and not _begins_work(clause):
            return drafts(clause, "plans_to", [phrase], span="plan", modality=Modality.INTENDED)
    wedding = group.lemma == "get" and clause.rest and clause.rest[0].low == "married"
    if future and (group.lemma in _TIMETABLED or wedding) and group.form in ("base", "third"):
        phrase = verb_phrase(clause.tokens, group.verb)
        if not group.aspect and len(phrase) > 1 and not _begins_work(clause):
            return drafts(clause, "plans_to", [phrase], span="plan", modality=Modality.INTENDED)
    outing = _outing(clause) or _naming(clause) or _giving(clause)
    if outing:
        return outing
    clause = _without_self(clause)
    contrast = _only(clause)
    if contrast:
        return read_verb(contrast[0], future=future) + read_verb(contrast[1], future=future)
    for rule in (
        read_change,
        read_phase,
        read_abstention,
        read_vice,
        read_exception,
        read_rhythm,
        read_split,
        read_hours,
        read_tool,
        read_turning,
        read_regular,
        read_liking,
        read_having,
        read_eating,
        read_wish,
        read_frame,
        read_denied_skill,
    ):
        found = rule(clause)
        if found:
            return [_used_to(draft) for draft in found] if "used_to" in group.aspect else found
    found = read_deed(clause)
    return [_used_to(draft) for draft in found] if "used_to" in group.aspect else found


def _left_home(clause: Clause) -> list[Draft]:
    """ "We left Riga in 2009", "left Cork at nineteen": a household or a young one moves away."""
    group, rest = clause.group, clause.rest
    if group is None or group.lemma != "leave" or not group.is_past or group.negated:
        return []
    place = noun_phrase(rest)
    if not place or not all(t.is_capital for t in place) or place[-1].low in WORKPLACES:
        return []
    after = [t.low for t in rest if t.start >= place[-1].end][:2]
    young = (
        after[:1] == ["at"]
        and after[1:]
        and (after[1].isdecimal() or after[1].split("-")[0] in NUMBER_WORDS)
    )
    household = clause.body > 0 and clause.tokens[clause.body - 1].low == "we"
    return drafts(clause, "lives_in", [place], span="over") if young or household else []


def _is_called_off(clause: Clause) -> bool:
    """ "We're not coming this Christmas", "I'm not running after all": a plan that is none."""
    low = [t.low for t in clause.rest]
    after_all = any(pair == ("after", "all") for pair in pairwise(low))
    ahead = any(a in ("this", "next") and b in _PERIODS for a, b in pairwise(low))
    return after_all or ahead


_PERIODS = words("christmas easter summer winter spring autumn year weekend month week season")


def _begins_work(clause: Clause) -> bool:
    """ "Starting at the mill on Monday": a job with its first day, no mere intention."""
    group, rest = clause.group, clause.rest
    working = bool(rest) and rest[0].low in ("at", "with", "as", "work", "working")
    return group is not None and group.lemma in ("start", "begin") and working


_EVENTS_GONE_TO = words(
    """wedding reunion concert festival conference funeral party match game gig fair show retreat
    camp ceremony graduation exhibition seminar workshop"""
)


def _outing(clause: Clause) -> list[Draft]:
    """ "I'm (not) going to the reunion": no date is needed to know that it lies ahead."""
    group, rest = clause.group, clause.rest
    assert group is not None
    if group.lemma != "go" or "progressive" not in group.aspect or group.tense == "past":
        return []
    back = int(bool(rest) and rest[0].low == "back")
    goal = noun_phrase(rest, back + 1) if rest[back:] and rest[back].low == "to" else ()
    shunned = group.negated and bool(goal) and goal[0].is_capital
    if "perfect" in group.aspect or not goal:
        return []
    if head(goal) not in _EVENTS_GONE_TO and not shunned:
        return []
    phrase = verb_phrase(clause.tokens, group.verb)
    return drafts(clause, "plans_to", [phrase], span="plan", modality=Modality.INTENDED)


def _naming(clause: Clause) -> list[Draft]:
    """ "We named the puppy Biscuit", "we call our son Bo"."""
    group, rest = clause.group, clause.rest
    assert group is not None
    if group.lemma not in ("name", "call") or group.negated or not rest:
        return []
    role = role_at(rest, 0)
    if role is None or role[1] >= len(rest) or not rest[role[1]].is_capital:
        return []
    value = noun_phrase(rest, role[1])
    if not 0 < len(value) <= 2:
        return []
    return [replace(d, subject=role[0]) for d in drafts(clause, "name", [value], span="none")]


def _giving(clause: Clause) -> list[Draft]:
    """ "I gave my drum kit to my nephew", "my uncle gave me his van": who has it now."""
    group, rest = clause.group, clause.rest
    assert group is not None
    if group.lemma not in _HANDING or group.negated or group.modal:
        return []
    if not group.is_past or "progressive" in group.aspect:
        return []
    kin = role_at(rest, 0) if rest[:1] and rest[0].low in ("my", "our") else None
    if kin and kin[1] < len(rest) and rest[kin[1]].low in ("a", "an"):
        new = noun_phrase(rest, kin[1])
        owned = drafts(clause, "owns", [new] if head(new) in OWNED else [], span="begins")
        return [replace(d, subject=kin[0]) for d in owned]
    if rest[:1] and rest[0].low == "me" and group.lemma in ("give", "leave", "pass", "hand"):
        thing = noun_phrase(rest, 1)
        given = len(rest) > 1 and rest[1].low in ("his", "her", "their", "a", "an")
        if given and head(thing) in OWNED:
            mine = replace(clause, subject=Subject((USER,), "user", clause.body))
            return drafts(mine, "owns", [thing], span="begins")
        return []
    if group.lemma not in ("give", "leave", "pass", "hand"):
        return []
    middle = next((i for i, t in enumerate(rest) if t.low == "to" and i), 0)
    role = role_at(rest, middle + 1) if middle and middle + 1 < len(rest) else None
    thing = noun_phrase(rest[:middle])
    if role is None or rest[0].low not in ("my", "our", "the") or head(thing) not in OWNED:
        return []
    return [replace(d, subject=role[0]) for d in drafts(clause, "owns", [thing], span="begins")]


_HANDING = words("give leave pass hand buy get send order build make")


def _only(clause: Clause) -> tuple[Clause, Clause] | None:
    """ "I don't own a car, just a moped" as a denial and a statement."""
    group = clause.group
    assert group is not None
    tokens = clause.tokens
    for at in range(group.after + 1, len(tokens) - 1):
        if tokens[at].low == "," and tokens[at + 1].low in ("just", "only") and group.negated:
            affirmed = replace(
                clause,
                tokens=(*tokens[: group.after], *tokens[at + 2 :]),
                group=replace(group, negations=0),
            )
            return replace(clause, tokens=tokens[:at]), affirmed
    return None


_SELF = words("myself ourselves himself herself themselves")


def _without_self(clause: Clause) -> Clause:
    """ "Bought himself a ...": for whom says nothing of what."""
    group, rest = clause.group, clause.rest
    if group is None or len(rest) < 2 or rest[0].low not in _SELF:
        return clause
    if group.lemma not in ("buy", "get", "order", "build", "make"):
        return clause
    return replace(
        clause, tokens=(*clause.tokens[: group.after], *clause.tokens[group.after + 1 :])
    )


def _used_to(draft: Draft) -> Draft:
    return replace(draft, span="over")
