"""What the main verb of a clause says: tastes, possessions, habits, changes, events."""

from __future__ import annotations

from dataclasses import replace

from eywa_fs.facts.certainty import Modality
from eywa_fs.facts.languages.en.clauses import Clause
from eywa_fs.facts.languages.en.drafts import Draft, drafts
from eywa_fs.facts.languages.en.frames import read_frame
from eywa_fs.facts.languages.en.phrases import (
    Phrase,
    head,
    is_value,
    noun_phrase,
    noun_phrases,
    verb_phrase,
)
from eywa_fs.facts.languages.en.rules_change import read_change
from eywa_fs.facts.languages.en.rules_habits import (
    read_abstention,
    read_hours,
    read_regular,
    read_rhythm,
    read_split,
    read_turning,
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
from eywa_fs.facts.languages.en.subjects import role_at
from eywa_fs.facts.languages.en.words.lists import words
from eywa_fs.facts.languages.en.words.people import ROLES
from eywa_fs.facts.languages.en.words.things import (
    HOBBY_VERBS,
    WORKPLACES,
)
from eywa_fs.facts.languages.en.words.verbs import EVENTS, MENTAL

_LOOKING_AHEAD = words("move sell join retire quit leave marry emigrate relocate adopt resign")
BOOKING = words("book reserve sign register enter enrol enroll schedule arrange")
#: Told in the present with a date ahead, these are on a timetable.
_TIMETABLED = words("fly land leave arrive travel move return sail drive go")


def read_verb(clause: Clause, *, future: bool) -> list[Draft]:
    """The facts of a clause with a main verb.

    Args:
        clause: the clause; its group is not the copula.
        future: a date of the clause lies ahead, so that "I'm flying to Oslo" is a plan.
    """
    group = clause.group
    assert group is not None
    parting = group.lemma == "get" and [t.low for t in clause.rest[:2]] == ["a", "divorce"]
    if parting and not group.negated and not group.modal:
        return drafts(clause, "relation", [clause.rest[1:2]], span="begins")
    soon = future or (group.lemma in _LOOKING_AHEAD and not group.negated)
    if group.lemma == "get" and clause.rest and clause.rest[0].low in ("married", "a", "an", "rid"):
        soon = True
    if future and group.is_past and group.lemma in BOOKING:
        at = next((i for i, t in enumerate(clause.rest[:3]) if t.low in ("for", "on")), -1)
        direct = group.lemma in ("book", "reserve", "schedule", "arrange")
        booked = noun_phrases(clause.rest, 0 if direct else at + 1)[:1]
        return drafts(clause, "plans_to", booked, span="plan", modality=Modality.INTENDED)
    if (
        soon
        and "progressive" in group.aspect
        and (group.tense == "present" and "perfect" not in group.aspect)
    ):
        phrase = verb_phrase(clause.tokens, group.verb)
        if is_value(phrase) and group.lemma not in ("think", "feel", "wonder"):
            return drafts(clause, "plans_to", [phrase], span="plan", modality=Modality.INTENDED)
    wedding = group.lemma == "get" and clause.rest and clause.rest[0].low == "married"
    if future and (group.lemma in _TIMETABLED or wedding) and group.form in ("base", "third"):
        phrase = verb_phrase(clause.tokens, group.verb)
        if not group.aspect and len(phrase) > 1:
            return drafts(clause, "plans_to", [phrase], span="plan", modality=Modality.INTENDED)
    outing = _outing(clause) or _naming(clause)
    if outing:
        return outing
    contrast = _only(clause)
    if contrast:
        return read_verb(contrast[0], future=future) + read_verb(contrast[1], future=future)
    for rule in (
        read_change,
        read_phase,
        read_abstention,
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
    found = _anything(clause)
    return [_used_to(draft) for draft in found] if "used_to" in group.aspect else found


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
    goal = noun_phrase(rest, 1) if rest and rest[0].low == "to" else ()
    if "perfect" in group.aspect or not goal or head(goal) not in _EVENTS_GONE_TO:
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


def _used_to(draft: Draft) -> Draft:
    return replace(draft, span="over")


_OFTEN = words(
    "every daily weekly mondays tuesdays wednesdays thursdays fridays saturdays "
    "sundays weekends often regularly twice"
)
_DEGREES = words(
    """degree phd master's masters mba thesis dissertation apprenticeship training course diploma
    school university college novel manuscript marathon internship doctorate bachelor's"""
)
_GOT = words(
    """married engaged divorced promoted fired hired sacked separated vaccinated my our baptised
    baptized burgled mugged"""
)


def _paid(phrase: Phrase) -> bool:
    return [t.low for t in phrase[:2]] == ["get", "paid"]


def _employer_in(clause: Clause) -> Phrase:
    """The workplace in "fixes engines for the navy"."""
    rest = clause.rest
    for at, token in enumerate(rest):
        if at and token.low == "for" and at + 1 < len(rest):
            place = noun_phrase(rest, at + 1)
            if any(t.low in WORKPLACES for t in place):
                return place
    return ()


def noun_end(phrase: Phrase) -> Phrase:
    """A verb phrase up to its first "for"."""
    end = next((i for i, t in enumerate(phrase) if t.low == "for"), len(phrase))
    return phrase[:end]


_LOST = (
    words(
        "job phone keys wallet passport weight kg kilos pounds stone licence license bag purse ring"
    )
    | ROLES
)
_NOT_HOBBIES = words("away off out into late low over across through up the a an")


def _anything(clause: Clause) -> list[Draft]:
    """Events of weight, and what others (or the speaker, habitually) do: the verb phrase itself."""
    group, subject = clause.group, clause.subject
    assert group is not None
    if subject is None or subject.kind == "thing":
        return []
    phrase = verb_phrase(clause.tokens, group.verb)
    at_work = _employer_in(clause)
    if at_work and group.form == "third" and not group.negated:
        return drafts(clause, "works_as", [noun_end(phrase)]) + drafts(
            clause, "works_at", [at_work]
        )
    if not is_value(phrase) or any(t.low in ("you", "your", "it", "this", "that") for t in phrase):
        return []
    after = clause.rest[0].low if clause.rest else ""
    if len(phrase) == 1 and group.lemma in ("go", "come", "get"):
        return []
    if subject.kind == "person" and after in ("me", "us"):
        return []
    if "progressive" in group.aspect and after in ("for", "since") and group.lemma != "work":
        return []
    simple_past = group.tense == "past" and "used_to" not in group.aspect
    if simple_past or "perfect" in group.aspect:
        if "progressive" in group.aspect or group.negated:
            return []
        lasting = (
            group.lemma in EVENTS
            or (
                group.lemma in ("finish", "complete", "submit", "do")
                and any(t.low in _DEGREES for t in clause.rest)
                and not (
                    group.lemma == "do"
                    and any(t.low in ("training", "course") for t in clause.rest)
                )
            )
            or (
                group.lemma == "get"
                and after in _GOT
                and (subject.kind == "user" or after not in ("my", "our"))
            )
        )
        if group.lemma == "lose" and not {t.low for t in clause.rest} & _LOST:
            return []
        if lasting and (len(phrase) > 1 or subject.kind == "person"):
            return drafts(clause, "other", [phrase], span="event")
        return []
    if "passive" in group.aspect or _paid(phrase):
        return drafts(clause, "other", [phrase], span="event") if _paid(phrase) else []
    if "used_to" in group.aspect and group.lemma in ("say", "tell", "think", "joke", "ask"):
        return []
    if "used_to" in group.aspect and group.lemma not in ("be", "have"):
        return drafts(clause, "other", [phrase])
    habitual = (
        group.lemma == "do"
        and subject.kind == "person"
        and clause.rest
        and (clause.rest[0].low in ("the", "all", "our", "my"))
    )
    if habitual and not group.is_past:
        return drafts(clause, "other", [phrase])
    often = any(t.low in _OFTEN for t in clause.tokens)
    if clause.lead in ("while", "as") and len(phrase) < 2:
        return []
    if group.lemma in HOBBY_VERBS and subject.kind == "user" and not group.aspect:
        plain = not clause.rest or not {t.low for t in clause.rest[:2]} & _NOT_HOBBIES
        return drafts(clause, "other", [phrase]) if plain and not group.negated else []
    if group.lemma == "go" and often and "progressive" not in group.aspect:
        return drafts(clause, "other", [phrase])
    if (
        group.lemma == "name"
        or group.lemma in MENTAL
        or ("progressive" in group.aspect and subject.kind == "user")
    ):
        return []
    if "used_to" in group.aspect:
        return drafts(clause, "other", [phrase])
    if "progressive" in group.aspect:
        return []
    if len(phrase) < 2:
        return []
    return drafts(clause, "other", [phrase])
