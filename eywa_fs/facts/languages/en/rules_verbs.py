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
from eywa_fs.facts.languages.en.subjects import USER, Subject, role_at
from eywa_fs.facts.languages.en.words.grammar import MONTHS, NUMBER_WORDS, TIME_NOUNS
from eywa_fs.facts.languages.en.words.lists import words
from eywa_fs.facts.languages.en.words.people import ROLES
from eywa_fs.facts.languages.en.words.things import (
    HOBBY_VERBS,
    OWNED,
    WORKPLACES,
)
from eywa_fs.facts.languages.en.words.verbs import EVENTS, MENTAL

_LOOKING_AHEAD = words("move sell join retire quit leave marry emigrate relocate adopt resign")
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
    parting = group.lemma == "get" and [t.low for t in clause.rest[:2]] == ["a", "divorce"]
    if parting and not group.negated and not group.modal:
        return drafts(clause, "relation", [clause.rest[1:2]], span="begins")
    steps = ("go", "move", "step", "promote", "rise")
    raised = read_change(clause) if group.lemma in steps else []
    if raised and raised[0].predicate == "works_as":
        return raised
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
        at_work = clause.rest and clause.rest[0].low in ("at", "with", "as", "work", "working")
        begins = group.lemma in ("start", "begin") and at_work
        if not group.aspect and len(phrase) > 1 and not begins:
            return drafts(clause, "plans_to", [phrase], span="plan", modality=Modality.INTENDED)
    outing = _outing(clause) or _naming(clause) or _giving(clause)
    if outing:
        return outing
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
    if group.lemma not in ("give", "leave", "pass", "hand") or group.negated or group.modal:
        return []
    if not group.is_past or "progressive" in group.aspect:
        return []
    if rest[:1] and rest[0].low == "me":
        thing = noun_phrase(rest, 1)
        given = len(rest) > 1 and rest[1].low in ("his", "her", "their", "a", "an")
        if given and head(thing) in OWNED:
            mine = replace(clause, subject=Subject((USER,), "user", clause.body))
            return drafts(mine, "owns", [thing], span="begins")
        return []
    middle = next((i for i, t in enumerate(rest) if t.low == "to" and i), 0)
    role = role_at(rest, middle + 1) if middle and middle + 1 < len(rest) else None
    thing = noun_phrase(rest[:middle])
    if role is None or rest[0].low not in ("my", "our", "the") or head(thing) not in OWNED:
        return []
    return [replace(d, subject=role[0]) for d in drafts(clause, "owns", [thing], span="begins")]


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


#: What one does with a rhythm is a habit, though the verb alone tells nothing.
_DAILY = words(
    "make take bring call ring phone email send watch read visit meet walk set keep help text cook"
)
_LOST = (
    words(
        "job phone keys wallet passport weight kg kilos pounds stone licence license bag purse ring"
    )
    | ROLES
)
_COUNTED = words(
    "run climb do complete finish write win build make publish swim cycle walk sail play read"
)


def _has_lasted(clause: Clause) -> bool:
    """ "I've voted Green since 1989", "I've run 14 marathons": a record or a lasting habit."""
    group, rest = clause.group, clause.rest
    assert group is not None
    low = [t.low for t in rest]
    numbered = low[:1] and (low[0][:1].isdigit() or low[0] in NUMBER_WORDS) and len(low) > 1
    if numbered and group.lemma in _COUNTED and low[1] not in TIME_NOUNS | {"of", "more"}:
        return True
    at = next((i for i, word in enumerate(low) if word == "since"), 0)
    dated = at and low[at + 1 : at + 2] and (low[at + 1][:1].isdigit() or low[at + 1] in _EVER)
    return bool(dated) and group.lemma not in MENTAL - {"follow", "read", "watch", "support"}


_EVER = MONTHS | words("childhood school uni university i before christmas easter lockdown")
#: "I've never ..." of these tells something lasting.
_TRIED = words("watch read live work visit own use study play move wear meet")
_COMPARING = words("so such this that it more better happier worse as like thought him her them")
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
        if "never" in group.adverbs and group.aspect == {"perfect"} and len(phrase) > 1:
            felt = group.lemma in MENTAL - _TRIED or {t.low for t in clause.rest} & _COMPARING
            return [] if felt else drafts(clause, "other", [phrase], negated=True)
        if "progressive" in group.aspect or group.negated:
            return []
        if group.aspect == {"perfect"} and _has_lasted(clause) and len(phrase) > 1:
            return drafts(clause, "other", [phrase])
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
        if group.lemma == "retire" and clause.rest and after in ("the", "my", "our", "a", "that"):
            return []
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
    if group.lemma in ("watch", "trust", "follow", "read") and group.negated and not group.aspect:
        pointing = {t.low for t in clause.rest[:2]} & {"the", "my", "his", "her", "a", "an"}
        return [] if pointing else drafts(clause, "prefers", noun_phrases(clause.rest))
    habitual = (
        group.lemma == "do"
        and subject.kind == "person"
        and clause.rest
        and (clause.rest[0].low in ("the", "all", "our", "my"))
    )
    if habitual and not group.is_past:
        return drafts(clause, "other", [phrase])
    often = any(t.low in _OFTEN for t in clause.tokens)
    if often and group.lemma in _DAILY and not group.aspect and not group.negated:
        return drafts(clause, "other", [phrase]) if len(phrase) > 2 else []
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
