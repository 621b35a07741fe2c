"""What one says of oneself with "be": name, whereabouts, enthusiasm."""

from __future__ import annotations

from eywa_fs.facts.languages.en.clauses import Clause
from eywa_fs.facts.languages.en.drafts import Draft, drafts
from eywa_fs.facts.languages.en.names import name_at
from eywa_fs.facts.languages.en.nounphrases import noun_phrase
from eywa_fs.facts.languages.en.phrases import trimmed
from eywa_fs.facts.languages.en.tokens import Token
from eywa_fs.facts.languages.en.words.grammar import (
    MONTHS,
    NUMBER_WORDS,
    SEASONS,
    TIME_NOUNS,
    WEEKDAYS,
)
from eywa_fs.facts.languages.en.words.lists import words
from eywa_fs.facts.languages.en.words.people import LANGUAGES
from eywa_fs.facts.languages.en.words.predicatives import NATIONS
from eywa_fs.facts.languages.en.words.things import DIETS, FOOD, SCHOOL_WORDS


def read_visit(clause: Clause, rest: tuple[Token, ...]) -> list[Draft]:
    """ "I've been to Malta", "we were in Malta for two weeks last autumn"."""
    group = clause.group
    assert group is not None
    everywhere = [t.low for t in rest[:2]] == ["to", "every"] and any(t.is_capital for t in rest)
    if len(rest) < 2 or not (rest[1].is_capital or everywhere):
        return []
    place = noun_phrase(rest, 1, prepositions=frozenset({"of", "in"} if everywhere else {"of"}))
    counted = next((i for i, t in enumerate(place) if i and t.low in NUMBER_WORDS), None)
    place = place[:counted]
    if not place or {t.low for t in place} & _CALENDAR or clause.subject is None:
        return []
    if rest[0].low == "to" and "perfect" in group.aspect:
        return drafts(clause, "visited", [place], span="event")
    stay = any(t.low in TIME_NOUNS | MONTHS | SEASONS for t in rest[2:])
    now = any(t.low == "now" for t in clause.tokens[: group.verb])
    settled = now and clause.lead in ("but", "and", "so") and group.tense == "present"
    if rest[0].low == "in" and settled and not group.negated:
        return drafts(clause, "lives_in", [place], span="begins", kind="change")
    since = any(t.low in ("since", "for") for t in rest[2:])
    if rest[0].low == "in" and "perfect" in group.aspect and since and not group.negated:
        return drafts(clause, "lives_in", [place])
    lasting = since or any(t.low in TIME_NOUNS for t in rest[2:])
    if rest[0].low == "at" and "perfect" in group.aspect and lasting and not group.negated:
        school = {t.low for t in place} & SCHOOL_WORDS
        return drafts(clause, "studies_at" if school else "works_at", [place])
    years = rest[0].low == "in" and any(t.low in ("years", "decade", "decades") for t in rest[2:])
    if years and group.tense == "past" and not group.negated:
        return drafts(clause, "lives_in", [place], span="over")
    if rest[0].low in ("in", "at") and group.tense == "past" and stay:
        return drafts(clause, "visited", [place], span="event")
    return []


_CALENDAR = WEEKDAYS | MONTHS | TIME_NOUNS


def read_name(clause: Clause, rest: tuple[Token, ...]) -> list[Draft]:
    """ "I'm Ines", said alone or before a comma."""
    subject, group = clause.subject, clause.group
    if subject is None or subject.kind != "user" or group is None or group.is_past:
        return []
    if clause.dropped_subject or rest[0].low.endswith(("ish", "ese")):
        return []
    name = name_at(rest, 0)
    if name is None or {t.low for t in rest[: name[1]]} & (NATIONS | LANGUAGES | _CREEDS | DIETS):
        return []
    follow = rest[name[1]].low if name[1] < len(rest) else ""
    if follow not in ("", ",", "and", "from", "(", "-", "by"):
        return []
    return drafts(clause, "name", [rest[: name[1]]], span="none")


_CREEDS = words(
    """catholic protestant christian muslim jewish hindu buddhist sikh atheist agnostic mormon
    lutheran orthodox anglican quaker methodist baptist asian african european latina latino
    hispanic arab scottish gay lesbian bi queer trans democrat republican libra scorpio
    sagittarius capricorn aquarius pisces aries taurus gemini cancer leo virgo"""
)


_FANS = words("fan lover nerd geek enthusiast buff addict fanatic aficionado junkie freak")


def read_fan(clause: Clause, rest: tuple[Token, ...]) -> list[Draft]:
    """ "I'm a huge tea drinker", "a bit of a film buff"."""
    phrase = noun_phrase(rest)
    if len(phrase) < 2 or phrase[-1].low not in _FANS | {"drinker", "eater"}:
        return []
    liked = trimmed([t for t in phrase[:-1] if t.low not in _DEGREES and not t.low.endswith("st")])
    if not liked or (phrase[-1].low in ("drinker", "eater") and liked[-1].low not in FOOD):
        return []
    return drafts(clause, "prefers", [liked])


_DEGREES = words(
    "huge big massive total real major complete real bit lifelong keen heavy fussy picky"
)
