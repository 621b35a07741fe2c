"""Statements with "be": what somebody is, where they are, how old, married to whom ..."""

from __future__ import annotations

from dataclasses import replace

from eywa_fs.facts.languages.en.clauses import Clause
from eywa_fs.facts.languages.en.drafts import Draft, drafts
from eywa_fs.facts.languages.en.morphology import verb_form
from eywa_fs.facts.languages.en.phrases import (
    head,
    is_value,
    noun_phrase,
    noun_phrases,
    verb_phrase,
)
from eywa_fs.facts.languages.en.rules_jobs import read_job
from eywa_fs.facts.languages.en.tokens import Token
from eywa_fs.facts.languages.en.words.grammar import NUMBER_WORDS
from eywa_fs.facts.languages.en.words.lists import words
from eywa_fs.facts.languages.en.words.people import (
    ACQUAINTANCES,
    CHILDREN,
    FRIENDS,
    LANGUAGES,
    PARTNERS,
    PETS,
    SIBLINGS,
    SWEETHEARTS,
)
from eywa_fs.facts.languages.en.words.things import (
    DIETS,
    FOOD,
    SCHOOL_WORDS,
    TREATMENTS,
)

#: be + this sequence of words -> predicate, polarity as said (+) or reversed (!).
OPENINGS: tuple[tuple[str, str, str], ...] = (
    ("allergic to", "allergic_to", "+"),
    ("fluent in", "speaks", "+"),
    ("born in", "born_in", "+"),
    ("born at", "born_in", "+"),
    ("born and raised in", "from", "+"),
    ("born on", "birthday", "+"),
    ("raised in", "from", "+"),
    ("brought up in", "from", "+"),
    ("originally from", "from", "+"),
    ("from", "from", "+"),
    ("form", "from", "+"),
    ("based in", "lives_in", "+"),
    ("based at", "lives_in", "+"),
    ("based out of", "lives_in", "+"),
    ("living in", "lives_in", "+"),
    ("employed by", "works_at", "+"),
    ("employed at", "works_at", "+"),
    ("employed as", "works_as", "+"),
    ("diagnosed with", "health", "+"),
    ("addicted to", "prefers", "+"),
    ("obsessed with", "prefers", "+"),
    ("fond of", "prefers", "+"),
    ("keen on", "prefers", "+"),
    ("partial to", "prefers", "+"),
    ("crazy about", "prefers", "+"),
    ("mad about", "prefers", "+"),
    ("mad on", "prefers", "+"),
    ("mad for", "prefers", "+"),
    ("hooked on", "prefers", "+"),
    ("sold on", "prefers", "+"),
    ("big on", "prefers", "+"),
    ("huge on", "prefers", "+"),
    ("passionate about", "prefers", "+"),
    ("a fan of", "prefers", "+"),
    ("a big fan of", "prefers", "+"),
    ("a huge fan of", "prefers", "+"),
    ("a massive fan of", "prefers", "+"),
    ("much of a fan of", "prefers", "+"),
    ("a sucker for", "prefers", "+"),
    ("a lover of", "prefers", "+"),
    ("a devotee of", "prefers", "+"),
    ("into", "prefers", "+"),
    ("sick of", "prefers", "!"),
    ("fed up with", "prefers", "!"),
    ("intolerant to", "health", "+"),
    ("sensitive to", "health", "+"),
    ("recovering from", "health", "+"),
    ("scared of", "other", "+"),
    ("afraid of", "other", "+"),
    ("terrified of", "other", "+"),
    ("good at", "can", "+"),
    ("great at", "can", "+"),
    ("bad at", "can", "!"),
    ("rubbish at", "can", "!"),
    ("terrible at", "can", "!"),
    ("hopeless at", "can", "!"),
    ("useless at", "can", "!"),
    ("married to", "spouse", "+"),
    ("engaged to", "relation", "+"),
    ("dating", "relation", "+"),
    ("called", "name", "+"),
    ("named", "name", "+"),
    ("subscribed to", "uses", "+"),
    ("a firm believer in", "believes", "+"),
    ("a believer in", "believes", "+"),
    ("convinced of", "believes", "+"),
)
_OPENINGS = sorted(
    ((tuple(text.split()), predicate, sign == "!") for text, predicate, sign in OPENINGS),
    key=lambda row: -len(row[0]),
)
_MARITAL = words("married single divorced engaged widowed separated unmarried")
_PLAIN_HEALTH = words(
    """pregnant diabetic asthmatic epileptic autistic dyslexic deaf blind anaemic anemic
    colourblind colorblind colour-blind color-blind coeliac celiac hypothyroid left-handed
    right-handed short-sighted nearsighted farsighted long-sighted bipolar prediabetic
    pre-diabetic immunocompromised dyspraxic hypermobile lactose-intolerant vaccinated concussed"""
)
_NATIONS = words(
    """american british english scottish welsh irish canadian australian french german spanish
    italian portuguese dutch belgian swiss austrian polish czech hungarian romanian bulgarian
    greek turkish russian ukrainian swedish norwegian danish finnish icelandic brazilian mexican
    argentinian colombian chilean peruvian indian pakistani bangladeshi nepali chinese taiwanese
    japanese korean vietnamese thai filipino indonesian malaysian singaporean egyptian moroccan
    nigerian ghanaian kenyan ethiopian somali israeli iranian iraqi syrian lebanese cuban
    jamaican croatian serbian slovenian estonian latvian lithuanian maltese"""
)
_GROUPS = words("choir band team orchestra club society union league union")
_STUDENT_YEARS = words("year grade semester term form")
_AGE_UNITS = words("years year months month weeks week")


def read_be(clause: Clause) -> list[Draft]:
    """The facts of a clause whose verb is "be"; empty when it says nothing lasting."""
    rest = clause.rest
    if not rest or clause.group is None:
        return []
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
    company = _company(clause, rest)
    for rule in (_relation, _off_and_on, _age, _diet, _health, _studies, read_job, _nation):
        got = rule(clause, rest)
        if got:
            got = got + company
            return got if not past else [_over(draft) for draft in got]
    return company


def _company(clause: Clause, rest: tuple[Token, ...]) -> list[Draft]:
    """Children and animals in tow ("a widower with two sons")."""
    for at, token in enumerate(rest[:-1]):
        if token.low != "with":
            continue
        out: list[Draft] = []
        for phrase in noun_phrases(rest, at + 1):
            counted = (
                phrase[0].low in NUMBER_WORDS
                or phrase[0].low[:1].isdigit()
                or (rest[at + 1].low in ("a", "an"))
            )
            noun = head(phrase)
            if counted and noun in CHILDREN:
                out += drafts(clause, "has_child", [phrase])
            elif counted and noun in PETS:
                out += drafts(clause, "has_pet", [phrase])
        return out
    return []


def _over(draft: Draft) -> Draft:
    return replace(draft, span="over" if draft.span == "state" else draft.span)


def _opening(clause: Clause, rest: tuple[Token, ...]) -> list[Draft] | None:
    assert clause.group is not None
    low = tuple(token.low for token in rest[:5])
    past = clause.group.tense == "past"
    for parts, predicate, reverse in _OPENINGS:
        if low[: len(parts)] != parts:
            continue
        if predicate in ("lives_in", "from", "born_in", "works_at", "works_as", "birthday"):
            phrase = noun_phrase(rest, len(parts), prepositions=frozenset({"of", "near", "in"}))
            if phrase and phrase[0].low.isdigit() and len(phrase) > 2 and phrase[1].low == "in":
                return drafts(clause, predicate, [phrase[:1], phrase[2:]], span="none")
            found = [phrase] if is_value(phrase) else []
            if len(phrase) > 2 and phrase[-2].low == "in" and phrase[-1].low.isdigit():
                found = [phrase[:-2], phrase[-1:]]
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


def _relation(clause: Clause, rest: tuple[Token, ...]) -> list[Draft]:
    """ "Wen is my cousin"; "we're married"; "he's my boss"."""
    if rest[0].low == "retired" and (len(rest) == 1 or rest[1].low in ("now", "and", "since")):
        return drafts(clause, "other", [rest[:1]])
    if rest[0].low in _MARITAL:
        if (
            rest[0].low == "single"
            and len(rest) > 1
            and rest[1].low.isalpha()
            and (rest[1].low not in ("and", "again", "now", "but", "at", "for", "since"))
        ):
            return []
        return drafts(clause, "relation", [rest[:1]])
    subject = clause.subject
    if subject is None or subject.kind == "thing":
        return []
    if rest[0].low in ("my", "our") and len(rest) > 1 and subject.kind == "person":
        phrase = noun_phrase(rest)
        if head(phrase) in FRIENDS:
            named = subject.mention or clause.tokens[clause.opening : subject.end]
            named = tuple(t for t in named if t.is_capital)
            return [
                replace(d, subject="user", object=tuple(named))
                for d in drafts(clause, "friend", [phrase])
                if named and named[0].is_capital
            ] or drafts(clause, "relation", [phrase])
        known = ACQUAINTANCES | SIBLINGS | PARTNERS | SWEETHEARTS | CHILDREN
        if head(phrase) in known or (phrase and phrase[-1].low in known):
            return drafts(clause, "relation", [phrase])
    return []


def _off_and_on(clause: Clause, rest: tuple[Token, ...]) -> list[Draft]:
    """ "I'm off caffeine", "on metformin", "at Siemens", "in the choir"."""
    assert clause.group is not None
    if len(rest) < 2:
        return []
    phrases = noun_phrases(rest, 1)
    low = [t.low for t in rest]
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
    if rest[0].low == "off" and phrases and any(t.low in FOOD for t in phrases[0]):
        return drafts(clause, "diet", phrases, negated=not clause.group.negated)
    if rest[0].low == "on" and phrases:
        words = {t.low for t in phrases[0]}
        if words & TREATMENTS:
            return drafts(clause, "health", phrases)
        if words & DIETS or "diet" in words:
            return drafts(clause, "diet", phrases[:1])
        if words & {"shift", "shifts", "nights", "earlies", "lates"}:
            return drafts(clause, "schedule", phrases)
    if rest[0].low == "at" and phrases and any(t.low in SCHOOL_WORDS for t in phrases[0]):
        return drafts(clause, "studies_at", [noun_phrase(rest, 1)])
    return []


def _age(clause: Clause, rest: tuple[Token, ...]) -> list[Draft]:
    subject = clause.subject
    if subject is None or subject.kind == "thing":
        return []
    first = rest[0]
    if clause.group is not None and clause.group.tense == "past":
        return []
    if not (first.low.isdigit() or first.low in NUMBER_WORDS):
        return []
    if (
        len(rest) > 1
        and rest[1].low in _AGE_UNITS
        and len(rest) > 2
        and rest[2].low in ("old", "of")
    ):
        return drafts(clause, "age", [rest[:1]])
    if (len(rest) > 1 and rest[1].low in ("cm", "m", "ft", "feet", "foot", "tall")) or (
        first.low.endswith(("cm", "ft")) and first.low[0].isdigit()
    ):
        return drafts(clause, "other", [verb_phrase(rest, 0, words=4)])
    tail = [
        t
        for t in rest[1:]
        if t.low not in ("now", "already", "today", "this", "in", "next", "year", "but", "and")
    ]
    numeric = first.low.isdigit() and 0 < int(first.low) <= 120
    if (numeric or first.low in NUMBER_WORDS) and not tail and first.low not in ("one", "couple"):
        return drafts(clause, "age", [rest[:1]])
    return []


def _diet(clause: Clause, rest: tuple[Token, ...]) -> list[Draft]:
    phrase = noun_phrase(rest)
    if phrase and any(t.low in DIETS for t in phrase) and len(phrase) <= 4:
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


def _nation(clause: Clause, rest: tuple[Token, ...]) -> list[Draft]:
    subject = clause.subject
    if subject is None or subject.kind == "thing":
        return []
    if rest[0].low in _NATIONS and (
        len(rest) == 1 or not rest[1].is_word or rest[1].low in ("and", "but", "by", "born")
    ):
        return drafts(clause, "from", [rest[:1]])
    half = rest[0].low.startswith("half-") or rest[0].low == "half"
    if half and len(rest) > 1 and (rest[1].low in LANGUAGES or rest[1].low in _NATIONS):
        return drafts(clause, "from", [verb_phrase(rest, 0, words=4)])
    return []
