"""What "have" says: animals, relatives, illnesses, appointments, things."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from eywa_fs.facts.languages.en.clauses import Clause
from eywa_fs.facts.languages.en.discourse import USER
from eywa_fs.facts.languages.en.drafts import Draft, drafts
from eywa_fs.facts.languages.en.nounphrases import noun_phrase, noun_phrases
from eywa_fs.facts.languages.en.phrases import Phrase, head
from eywa_fs.facts.languages.en.tokens import Token
from eywa_fs.facts.languages.en.words.grammar import DETERMINERS, MONTHS, NUMBER_WORDS, WEEKDAYS
from eywa_fs.facts.languages.en.words.lists import words
from eywa_fs.facts.languages.en.words.people import (
    CHILDREN,
    FRIENDS,
    LANGUAGES,
    PARTNERS,
    PET_PHRASES,
    PETS,
    ROLES,
    SIBLINGS,
)
from eywa_fs.facts.languages.en.words.things import (
    APPOINTMENTS,
    CONDITIONS,
    FOOD,
    HAD,
    LIGHT_NOUNS,
    OWNED,
    TREATMENTS,
    WORKPLACES,
)


def read_having(clause: Clause) -> list[Draft]:
    group = clause.group
    assert group is not None
    got = "got" in group.adverbs
    held = group.lemma == "get" and clause.tokens[group.verb].low == "got"
    held = held and group.aspect == {"perfect"}
    if group.lemma != "have" and not held and not (group.lemma == "get" and group.tense == "past"):
        return []
    if "progressive" in group.aspect:
        return []
    rest = clause.rest
    if got and rest and rest[0].low == "got":
        rest = rest[1:]
    if rest and rest[0].low in ("myself", "himself", "herself", "ourselves", "themselves"):
        rest = rest[1:]
    if not rest:
        return []
    none = rest[0].low in ("no", "zero")
    if rest[0].low == "been" or any(t.low == "in" and n.low == "common" for t, n in pairwise(rest)):
        return []
    attitude = _attitude(clause, rest, none)
    if attitude:
        return attitude
    out: list[Draft] = []
    for phrase in noun_phrases(rest, 1 if none else 0, prepositions=frozenset({"of", "in", "for"})):
        out += _one_possession(clause, phrase, none, acquired=group.lemma == "get" and not held)
    return out


_LOOKS = words(
    """hair eyes beard moustache mustache freckles dreadlocks curls dimples braces glasses scars
    moles wings limp stutter lisp accent"""
)
#: "have a(n) X to/of/for ..." -> predicate and whether it denies.
_ATTITUDES = {
    **dict.fromkeys(("aversion", "dislike", "hatred", "distaste", "disdain"), ("prefers", True)),
    **dict.fromkeys(("fear", "phobia", "horror", "terror"), ("other", False)),
    **dict.fromkeys(("love", "passion", "preference", "weakness", "fondness"), ("prefers", False)),
    **dict.fromkeys(("allergy", "intolerance"), ("allergic_to", False)),
}


def _attitude(clause: Clause, rest: tuple[Token, ...], none: bool) -> list[Draft]:
    """ "I have a deep fear of heights", "a mild allergy to dust"."""
    group = clause.group
    assert group is not None
    for at, token in enumerate(rest[:6]):
        if (
            token.low in _ATTITUDES
            and at + 2 < len(rest)
            and rest[at + 1].low in ("to", "of", "for")
        ):
            predicate, denies = _ATTITUDES[token.low]
            found = noun_phrases(rest, at + 2)
            negated = (group.negated != none) != denies
            return drafts(clause, predicate, found, negated=negated)
    return []


def _one_possession(clause: Clause, phrase: Phrase, none: bool, *, acquired: bool) -> list[Draft]:
    group = clause.group
    assert group is not None
    negated = group.negated != none
    if none and phrase[-1].low == "truck" and any(t.low == "with" for t in clause.rest):
        return []
    if phrase[-1].low == "left" and len(phrase) > 1:
        phrase = phrase[:-1]
    noun = head(phrase)
    tail = next((i for i, t in enumerate(phrase) if i and t.low in ("in", "for")), None)
    short = phrase[:tail] if noun in CHILDREN | SIBLINGS | PETS else phrase
    low = {t.low for t in phrase}
    pair = " ".join(t.low for t in phrase[-2:])
    past_event = group.tense == "past" and "perfect" not in group.aspect
    lasting = past_event and "used_to" not in group.aspect
    if noun == "job" and not acquired and not group.is_past and not none:
        return _job(clause, phrase)
    if noun in PETS or pair in PET_PHRASES or noun in ("pet", "pets"):
        return drafts(
            clause, "has_pet", [short], negated=negated, span="begins" if acquired else "state"
        )
    if acquired and noun in HAD and (phrase[-1].low in HAD):
        return drafts(clause, "has", [short], negated=negated, span="begins")
    if acquired and noun not in OWNED:
        return []
    if noun in CHILDREN or noun.endswith(("-year-old", "-year-olds", "-month-old")):
        return drafts(clause, "has_child", [short], negated=negated)
    if noun in SIBLINGS:
        there = _away(clause, phrase[len(short) + 1 :], noun) if not negated else []
        return drafts(clause, "sibling", [short], negated=negated) + there
    if noun in PARTNERS:
        return drafts(clause, "spouse", [short], negated=negated)
    if noun in FRIENDS and len(phrase) > 1:
        return drafts(clause, "friend", [short], negated=negated)
    if noun in ROLES and len(phrase) == 1 and noun.endswith(("s", "family")):
        return []
    if noun in ROLES:
        there = _away(clause, phrase[(tail or len(phrase)) + 1 :], noun) if not negated else []
        return drafts(clause, "relation", [short], negated=negated) + there
    if low & CONDITIONS or (low & TREATMENTS and (lasting or not low & APPOINTMENTS)):
        return drafts(
            clause, "health", [short], negated=negated, span="event" if lasting else "state"
        )
    if all(t.low in NUMBER_WORDS or t.low in ("in", "all", "total") for t in phrase):
        return []
    if noun in LIGHT_NOUNS or phrase[-1].low in LIGHT_NOUNS:
        return []
    if low & APPOINTMENTS:
        return (
            []
            if group.is_past or not _determined(clause, phrase)
            else drafts(clause, "schedule", [short], span="plan", kind="plan")
        )
    if phrase[0].low in LIGHT_NOUNS:
        return []
    if lasting or (phrase[0].low.endswith("ing") and len(phrase) == 1):
        return []
    if low & FOOD and not low & OWNED:
        return drafts(clause, "diet", [short], negated=negated) if negated and not none else []
    named = phrase[0].is_capital and phrase[0].low not in LANGUAGES | WEEKDAYS | MONTHS
    indefinite = _before(clause, phrase) in ("a", "an", "two", "three")
    if noun in OWNED or (named and indefinite and len(phrase) <= 3):
        return drafts(clause, "owns", [short], negated=negated)
    kept = noun in HAD or noun in _LOOKS or noun in WORKPLACES
    return drafts(clause, "has", [short], negated=negated) if kept else []


def _away(clause: Clause, place: Phrase, noun: str) -> list[Draft]:
    """ "I've a cousin in Leeds": where one of the speaker's people lives."""
    speaking = clause.subject is not None and clause.subject.kind == "user"
    if not speaking or not place or not all(t.is_capital for t in place):
        return []
    return [replace(d, subject=f"{USER}'s {noun}") for d in drafts(clause, "lives_in", [place])]


def _job(clause: Clause, phrase: Phrase) -> list[Draft]:
    """ "I have a job at the mill", "a job as a porter"."""
    rest = clause.rest
    at = next((i for i, t in enumerate(rest) if t is phrase[-1]), len(rest)) + 1
    at = next((i for i, t in enumerate(rest) if t.low == "job"), at) + 1
    if at + 1 >= len(rest) or rest[at].low not in ("at", "in", "with", "as"):
        return []
    predicate = "works_as" if rest[at].low == "as" else "works_at"
    value = noun_phrase(rest, at + 1)
    return drafts(clause, predicate, [value] if value else [])


def _before(clause: Clause, phrase: Phrase) -> str:
    at = next(i for i, t in enumerate(clause.tokens) if t is phrase[0])
    return clause.tokens[at - 1].low if at else ""


def _determined(clause: Clause, phrase: Phrase) -> bool:
    """Whether an article, number or possessive stands before (or begins) a phrase."""
    at = next(i for i, t in enumerate(clause.tokens) if t is phrase[0])
    words = {t.low for t in clause.tokens[max(0, at - 2) : at + 1]}
    return bool(words & (DETERMINERS | NUMBER_WORDS)) or phrase[0].low[:1].isdigit()
