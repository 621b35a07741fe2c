"""Statements with "be": what somebody is, where they are, how old, married to whom ..."""

from __future__ import annotations

from dataclasses import replace

from eywa_fs.facts.languages.en.clauses import Clause
from eywa_fs.facts.languages.en.drafts import Draft, drafts
from eywa_fs.facts.languages.en.morphology import verb_form
from eywa_fs.facts.languages.en.nounphrases import noun_phrase, noun_phrases
from eywa_fs.facts.languages.en.phrases import head, is_value, trimmed
from eywa_fs.facts.languages.en.rules_jobs import read_job
from eywa_fs.facts.languages.en.rules_self import read_fan, read_name, read_visit
from eywa_fs.facts.languages.en.rules_states import read_state
from eywa_fs.facts.languages.en.rules_ties import read_company, read_relation
from eywa_fs.facts.languages.en.subjects import is_plural
from eywa_fs.facts.languages.en.tokens import Token
from eywa_fs.facts.languages.en.verbphrases import verb_phrase
from eywa_fs.facts.languages.en.words.grammar import (
    ADVERBS,
    MONTHS,
    NUMBER_WORDS,
    ORDINALS,
    WEEKDAYS,
)
from eywa_fs.facts.languages.en.words.lists import words
from eywa_fs.facts.languages.en.words.people import CHILDREN, LANGUAGES, PETS
from eywa_fs.facts.languages.en.words.predicatives import NATIONS, OPENINGS
from eywa_fs.facts.languages.en.words.things import (
    AIDS,
    APPS,
    DIETS,
    FOOD,
    OWNED,
    SCHOOL_WORDS,
    SUBJECTS_STUDIED,
    TREATMENTS,
)

_PLAIN_HEALTH = words(
    """pregnant diabetic asthmatic epileptic autistic dyslexic deaf blind anaemic anemic
    colourblind colorblind colour-blind color-blind coeliac celiac hypothyroid left-handed
    right-handed short-sighted nearsighted farsighted long-sighted bipolar prediabetic
    pre-diabetic immunocompromised dyspraxic hypermobile lactose-intolerant vaccinated concussed"""
)
_GROUPS = words("choir band team orchestra club society union league union")
_STUDENT_YEARS = words("year grade semester term form")
_READING = words("doing studying reading taking")
_AGE_UNITS = words("years year months month weeks week")


def read_be(clause: Clause) -> list[Draft]:
    """The facts of a clause whose verb is "be"; empty when it says nothing lasting."""
    rest = clause.rest
    if not rest or clause.group is None:
        return []
    found = _complement(clause, rest)
    said = {(d.predicate, tuple(t.low for t in d.object)) for d in found}
    for part in _further(rest):
        held = clause.group.negated and _is_held_against(rest, part)
        denial = replace(clause.group, negations=clause.group.negations + int(held))
        for draft in _complement(replace(clause, group=denial), part):
            key = (draft.predicate, tuple(t.low for t in draft.object))
            if (
                draft.predicate != "name"
                and key not in said
                and draft.predicate not in _ONCE & {p for p, _ in said}
            ):
                found.append(draft)
                said.add(key)
    return found


#: What one clause says once: "I'm a cook and a waiter" is divided by its own rule.
_ONCE = frozenset({"age", "works_as", "name", "relation", "friend"})


def _further(rest: tuple[Token, ...]) -> list[tuple[Token, ...]]:
    """The complements behind the first: "34, from Oulu and vegan"."""
    cuts = [i for i, t in enumerate(rest) if t.low in (",", "and", "but")]
    parts = []
    for at, cut in enumerate(cuts[:6]):
        end = cuts[at + 1] if at + 1 < len(cuts) else len(rest)
        begin = cut + 1
        while begin < end and rest[begin].low in ADVERBS:
            begin += 1
        if begin < end and rest[begin].low != "not":
            parts.append(rest[begin:end])
    return parts


def _is_held_against(rest: tuple[Token, ...], part: tuple[Token, ...]) -> bool:
    """Whether "just" or "but" sets this part against what was denied ("not vegan, just veggie")."""
    at = next(i for i, t in enumerate(rest) if t is part[0])
    return any(t.low in ("just", "only", "but", "merely") for t in rest[max(0, at - 2) : at])


def _complement(clause: Clause, rest: tuple[Token, ...]) -> list[Draft]:
    assert clause.group is not None
    if rest[0].low in ("raised", "brought") and "by" in [t.low for t in rest[1:3]]:
        at = next((i for i, t in enumerate(rest) if t.low in ("in", "on")), len(rest))
        place = noun_phrase(rest, at + 1) if at < len(rest) else ()
        return drafts(clause, "from", [place] if place else [], span="none")
    if [t.low for t in rest[:2]] in (["in", "hospital"], ["in", "rehab"]):
        return drafts(clause, "health", [rest[:2]])
    past = clause.group.tense == "past" and "perfect" not in clause.group.aspect
    found = _opening(clause, rest)
    if found is not None:
        return found
    if (
        rest[0].low in ("free", "available", "busy", "around", "away")
        and len(rest) > 2
        and (rest[1].low in ("on", "at", "after", "from", "until", "till", "next", "this"))
    ):
        predicate = "schedule" if rest[0].low in ("busy", "away") else "can"
        return drafts(clause, predicate, [verb_phrase(rest, 0, words=6)], span="plan")
    if rest[0].low in ("convinced", "adamant", "certain") and len(rest) > 3:
        at = 1 + (rest[1].low == "that")
        claim = verb_phrase(rest, at, words=8)
        while claim and claim[0].low in ("the", "a", "an"):
            claim = claim[1:]
        if len(claim) > 2:
            return drafts(clause, "believes", [claim])
    if rest[0].low == "allowed" and clause.group.negated and len(rest) > 1 and rest[1].low != "to":
        barred = noun_phrases(rest, 1)
        edible = any(t.low in FOOD for phrase in barred for t in phrase)
        return drafts(clause, "diet" if edible else "must_not", barred, negated=edible)
    company = read_company(clause, rest)
    rules = (
        read_visit,
        read_relation,
        _off_and_on,
        _age,
        read_name,
        read_fan,
        _diet,
        _health,
        _studies,
        _counted,
        read_job,
        read_state,
    )
    for rule in (*rules, _nation):
        got = rule(clause, rest)
        if got:
            got = got + company
            return got if not past else [_over(draft) for draft in got]
    return company


def _over(draft: Draft) -> Draft:
    return replace(draft, span="over" if draft.span == "state" else draft.span)


def _opening(clause: Clause, rest: tuple[Token, ...]) -> list[Draft] | None:
    assert clause.group is not None
    low = tuple(token.low for token in rest[:5])
    past = clause.group.tense == "past"
    for parts, predicate, reverse in OPENINGS:
        if low[: len(parts)] != parts:
            continue
        if parts == ("from",) and rest[1:2] and "to" in low[2:] and not rest[1].is_capital:
            return []
        if parts == ("born", "on") and not _names_day(rest[2:6]):
            predicate = "born_in"
        if parts == ("born", "at") and (low[2:3] and low[2] in NUMBER_WORDS | {"half", "quarter"}):
            return []
        if predicate in ("lives_in", "from", "born_in", "works_at", "works_as", "birthday"):
            within = frozenset({"of", "near", "in"})
            phrase = noun_phrase(rest, len(parts), prepositions=within)
            phrase = _between(rest, len(parts)) or phrase
            if phrase and phrase[0].low.isdecimal() and len(phrase) > 2 and phrase[1].low == "in":
                return drafts(clause, predicate, [phrase[:1], phrase[2:]], span="none")
            found = [phrase] if is_value(phrase) else []
            if len(phrase) > 2 and phrase[-2].low == "in" and phrase[-1].low.isdecimal():
                found = [phrase[:-2], phrase[-1:]]
        elif predicate in ("spouse", "relation", "name"):
            one = noun_phrase(rest, len(parts))
            found = [one] if is_value(one) else []
            predicate = "relation" if past and predicate == "spouse" else predicate
        else:
            found = noun_phrases(rest, len(parts))
        if predicate == "can" and found and not found[0][0].low.endswith("ing"):
            return []
        span = "over" if past and predicate in ("lives_in", "works_at", "works_as") else "state"
        if predicate in ("born_in", "from", "birthday"):
            span = "none"
        return drafts(
            clause,
            predicate,
            found,
            negated=clause.group.negated != reverse,
            span="over" if span == "over" else "none" if span == "none" else "state",
        )
    return None


def _between(rest: tuple[Token, ...], at: int) -> tuple[Token, ...]:
    """The whole of "a train between A and B", which the "and" does not divide."""
    begin = next((i for i in range(at + 1, min(at + 4, len(rest))) if rest[i].low == "between"), 0)
    if not begin or begin + 3 >= len(rest) or rest[begin + 2].low != "and":
        return ()
    return trimmed(rest[at : begin + 4])


def _names_day(tokens: tuple[Token, ...]) -> bool:
    """Whether "born on" goes on to a day: elsewhere it tells a place ("on a ferry")."""
    known = MONTHS | WEEKDAYS | ORDINALS
    return any(t.low in known or t.low[:1].isdecimal() or "day" in t.low for t in tokens)


def _off_and_on(clause: Clause, rest: tuple[Token, ...]) -> list[Draft]:
    """ "I'm off caffeine", "on metformin", "at Siemens", "in the choir"."""
    assert clause.group is not None
    if len(rest) < 2:
        return []
    phrases = noun_phrases(rest, 1)
    low = [t.low for t in rest]
    if low[0] == "off" and {low[1], low[2] if low[1] == "on" and low[2:] else ""} & WEEKDAYS:
        return drafts(clause, "schedule", [trimmed(rest, leading=False)])
    if low[:3] == ["the", "one", "with"]:
        return drafts(clause, "has", noun_phrases(rest, 3))
    schools = ("school", "college", "uni", "university", "sixth", "kindergarten", "nursery")
    if (
        low[0] == "in"
        and (low[1] in schools or (low[2:3] and low[2] in schools))
        and low[1] not in ("a", "the", "my", "front")
    ):
        return drafts(clause, "studies_at", [noun_phrase(rest, 1)])
    if low[:2] == ["off", "to"] and low[2:3] and not rest[2].is_capital and verb_form(low[2]):
        return []
    if low[:2] == ["off", "to"]:
        return drafts(clause, "plans_to", [noun_phrase(rest, 2)], span="plan")
    shifts = {"shift", "shifts", "nights", "earlies", "lates", "days"}
    if rest[0].low in ("off", "on", "onto") and phrases and {t.low for t in phrases[0]} & shifts:
        out = drafts(clause, "schedule", phrases[:1], span="over" if low[0] == "off" else "begins")
        for at in range(2, len(rest) - 1):
            if low[at] in ("onto", "on") and low[0] == "off":
                out += drafts(clause, "schedule", [noun_phrase(rest, at + 1)], span="begins")
                break
        return out
    if low[0] == "in" and {t.low for t in (phrases[0] if phrases else ())} & _GROUPS:
        return drafts(clause, "other", [rest[: 1 + len(phrases[0]) + 1]])
    if low[:2] == ["back", "on"] and phrases:
        return _off_and_on(clause, rest[1:])
    if rest[0].low == "off" and phrases and any(t.low in FOOD for t in phrases[0]):
        return drafts(clause, "diet", phrases, negated=not clause.group.negated)
    device = phrases and rest[1].low in ("a", "an") and _is_device(phrases[0])
    if rest[0].low == "on" and device and clause.subject and clause.subject.kind != "thing":
        return drafts(clause, "uses", phrases[:1])
    if rest[0].low == "on" and phrases and phrases[0][0].low in APPS and len(phrases[0]) == 1:
        return drafts(clause, "uses", phrases[:1])
    if rest[0].low == "on" and phrases:
        words = {t.low for t in phrases[0]}
        if words & TREATMENTS:
            return drafts(clause, "health", phrases)
        if words & DIETS or ("diet" in words and len(phrases[0]) > 1):
            return drafts(clause, "diet", phrases[:1])
        if words & {"shift", "shifts", "nights", "earlies", "lates"}:
            return drafts(clause, "schedule", phrases)
    doing = next((i for i, t in enumerate(low) if i > 1 and t in _READING), 0)
    if low[0] == "at" and rest[1].is_capital and doing:
        place = noun_phrase(rest[:doing], 1)
        subjects = noun_phrases(rest, doing + 1)[:2]
        if place and subjects and any(t.low in SUBJECTS_STUDIED for t in subjects[0]):
            at_school = drafts(clause, "studies_at", [place])
            return at_school + drafts(clause, "studies", subjects)
    if rest[0].low == "at" and phrases and any(t.low in SCHOOL_WORDS for t in phrases[0]):
        return drafts(clause, "studies_at", [noun_phrase(rest, 1)])
    return []


def _is_device(phrase: tuple[Token, ...]) -> bool:
    """Whether "on a ..." tells what is in use: no home afloat, no trip."""
    low = {t.low for t in phrase}
    branded = len(phrase) == 1 and phrase[0].is_capital
    return bool(branded or low & (AIDS | OWNED | {"pump"})) and not low & _AFLOAT


_AFLOAT = words("boat houseboat narrowboat barge yacht ship farm train bus plane island")


def _age(clause: Clause, rest: tuple[Token, ...]) -> list[Draft]:
    subject = clause.subject
    if subject is None or subject.kind == "thing":
        return []
    first = rest[0]
    group = clause.group
    if group is not None and (group.tense == "past" or "together" in group.adverbs):
        return []
    if any(t.low in ("pregnant", "sober", "clean") for t in clause.tokens):
        return []
    if subject.kind == "user" and clause.tokens[clause.opening].low == "we":
        return []
    several = _ages(rest) if is_plural(subject) else ()
    if several:
        return drafts(clause, "age", [several])
    if not (first.low.isdecimal() or first.low in NUMBER_WORDS):
        return []
    if (
        len(rest) > 1
        and rest[1].low in _AGE_UNITS
        and (len(rest) == 2 or rest[2].low in ("old", "of", "now", "and", ","))
    ):
        whole = len(rest) == 2 or rest[2].low not in ("old", "of") or "year" not in rest[1].low
        return drafts(clause, "age", [rest[: 1 + whole]])
    if (len(rest) > 1 and rest[1].low in ("cm", "m", "ft", "feet", "foot", "tall")) or (
        first.low.endswith(("cm", "ft")) and first.low[0].isdecimal()
    ):
        return drafts(clause, "other", [verb_phrase(rest, 0, words=4)])
    tail = [
        t
        for t in rest[1:]
        if t.low not in ("now", "already", "today", "this", "in", "next", "year", "but", "and")
    ]
    numeric = first.low.isdecimal() and 0 < int(first.low) <= 120
    if [t.low for t in rest[1:4]] == ["and", "a", "half"]:
        return drafts(clause, "age", [rest[:4]])
    if rest[1:] and rest[1].low in ("and", "but", ",", "going"):
        tail = []
    if (numeric or first.low in NUMBER_WORDS) and not tail and first.low not in ("one", "couple"):
        return drafts(clause, "age", [rest[:1]])
    return []


def _counted(clause: Clause, rest: tuple[Token, ...]) -> list[Draft]:
    """ "I'm 63, two grown-up daughters, one cat": who belongs to the speaker."""
    phrase = noun_phrase(rest)
    counted = rest[0].low in NUMBER_WORDS or rest[0].low.isdecimal()
    if not counted or len(phrase) < 2 or rest[0] is clause.rest[0]:
        return []
    if phrase[-1].low in CHILDREN:
        return drafts(clause, "has_child", [phrase], negated=False)
    return drafts(clause, "has_pet", [phrase], negated=False) if phrase[-1].low in PETS else []


def _ages(rest: tuple[Token, ...]) -> tuple[Token, ...]:
    """The ages of several people: "seven and nine", "3, 5 and 11"."""
    end = count = 0
    while end < len(rest) and end < 8:
        low = rest[end].low
        number = low.isdecimal() or low in NUMBER_WORDS
        if not number and low not in ("and", ",", "&"):
            break
        count += number
        end += 1
    return trimmed(rest[:end]) if count > 1 else ()


def _diet(clause: Clause, rest: tuple[Token, ...]) -> list[Draft]:
    phrase = noun_phrase(rest)
    counted = any(t.low in ("of", "us", "them") for t in phrase)
    if phrase and any(t.low in DIETS for t in phrase) and len(phrase) <= 4 and not counted:
        value = tuple(t for t in phrase if t.low not in ("strict", "lifelong", "committed"))
        return drafts(clause, "diet", [value])
    return []


def _health(clause: Clause, rest: tuple[Token, ...]) -> list[Draft]:
    subject = clause.subject
    if subject is None or subject.kind == "thing":
        return []
    phrase = noun_phrase(rest)
    if phrase and (
        phrase[0].low in _PLAIN_HEALTH
        or head(phrase) in _PLAIN_HEALTH
        or head(phrase) in ("intolerant", "positive", "coeliac")
    ):
        return drafts(clause, "health", [phrase])
    return []


def _studies(clause: Clause, rest: tuple[Token, ...]) -> list[Draft]:
    """ "in year 9", "in my second year of law"."""
    if rest[0].low != "in" or len(rest) < 2:
        return []
    phrase = noun_phrase(rest, 1)
    if phrase and any(t.low in _STUDENT_YEARS for t in phrase) and len(phrase) <= 6:
        return drafts(clause, "studies", [phrase])
    return []


_NATIVES = words("lad lass girl boy man woman native")


def _nation(clause: Clause, rest: tuple[Token, ...]) -> list[Draft]:
    subject = clause.subject
    if subject is None or subject.kind == "thing":
        return []
    if rest[0].low in ("a", "an") and len(rest) > 1 and rest[1].low in NATIONS:
        rest = rest[1:]
    home = trimmed(rest[1:-1]) if rest[0].low in ("a", "an") and rest[-1].low in _NATIVES else ()
    if home and len(home) <= 3 and all(t.is_capital and not t.text.isupper() for t in home):
        return drafts(clause, "from", [home])
    if rest[0].low in NATIONS and (
        len(rest) == 1 or not rest[1].is_word or rest[1].low in ("and", "but", "by", "born")
    ):
        return drafts(clause, "from", [rest[:1]])
    half = rest[0].low.startswith("half-") or rest[0].low == "half"
    if half and len(rest) > 1 and (rest[1].low in LANGUAGES or rest[1].low in NATIONS):
        return drafts(clause, "from", [verb_phrase(rest, 0, words=4)])
    return []
