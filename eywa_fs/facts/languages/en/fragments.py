"""Clauses without a written subject: dropped "I", bare predicates, verdicts, instructions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from eywa_fs.facts.languages.en.clauses import Clause
from eywa_fs.facts.languages.en.discourse import USER
from eywa_fs.facts.languages.en.drafts import Draft, drafts
from eywa_fs.facts.languages.en.morphology import verb_form
from eywa_fs.facts.languages.en.news import read_news
from eywa_fs.facts.languages.en.nounphrases import noun_phrase, noun_phrases
from eywa_fs.facts.languages.en.roles import role_at
from eywa_fs.facts.languages.en.rules_jobs import is_job
from eywa_fs.facts.languages.en.subjects import SPEAKER
from eywa_fs.facts.languages.en.timevalues import contact_value
from eywa_fs.facts.languages.en.tokens import Token
from eywa_fs.facts.languages.en.verbgroups import VerbGroup, verb_group_at
from eywa_fs.facts.languages.en.verbphrases import verb_phrase
from eywa_fs.facts.languages.en.words.grammar import (
    BE,
    DETERMINERS,
    MODALS,
    NUMBER_WORDS,
    ORDINALS,
)
from eywa_fs.facts.languages.en.words.lists import words
from eywa_fs.facts.languages.en.words.things import DIETS, FOOD, GENRES, JOBS

#: Base forms that open a statement with "I" left out rather than a request.
_STATING = words("love hate prefer adore loathe detest live work speak own dislike despise")
#: Past forms that open talk about this minute or about somebody else.
#: "Don't eat meat" tells of the speaker; most other "don't" tell the hearer what not to do.
_HABITS = words(
    """eat drink like love want own smoke drive swim have live work believe speak enjoy hate need
    cook"""
)
_NOT_OPENING = words("be do think know feel see say tell hear mean guess look seem fix")
_BARE_BE = words(
    """allergic born raised originally based fluent married engaged divorced single pregnant
    widowed left-handed right-handed deaf blind colour-blind dyspraxic autistic epileptic separated
    short-sighted long-sighted housebound teetotal bilingual unemployed self-employed
    diabetic asthmatic vegan vegetarian pescatarian coeliac celiac dyslexic obsessed terrified
    scared currently lactose addicted"""
)


def dropped_subject(clause: Clause) -> Clause | None:
    """The clause with "I" put back ("Gave up crisps"), or ``None`` when none was dropped."""
    tokens, at = clause.tokens, clause.opening
    low = tokens[at].low
    start = at
    while start > 0 and tokens[start - 1].low in ("never", "finally", "just", "still", "already"):
        start -= 1
    following = tokens[at + 1].low if at + 1 < len(tokens) else ""
    form = verb_form(low)
    if low == "not" and following in _BARE_BE:
        return _with(clause, VerbGroup("be", "base", at, at + 1, negations=1))
    if (low in ("do", "have", "ca", "can", "wo") and following == "n't") or (
        low in ("never", "not") and form is None
    ):
        group = verb_group_at(tokens, start)
        base = low == "do" or (low == "never" and group is not None and group.form == "base")
        if group is None or (base and group.lemma not in _HABITS):
            return None
        return _with(clause, group)
    if low in _BARE_BE and not (
        low == "married" and at + 1 < len(tokens) and tokens[at + 1].is_capital
    ):
        return _with(clause, VerbGroup("be", "base", at, at))
    if low == "been":
        group = verb_group_at(tokens, start)
        return _with(clause, group) if group else None
    if form is None:
        return None
    lemma, kind = form
    if clause.lead in (",", "and") and (kind == "ing" or low in _STATING):
        return None
    if kind == "third":
        return None
    if kind == "base":
        if (
            low in _STATING and following not in BE and following not in ("and", "or", ",", "&")
        ) or (
            low == "have"
            and (following[:1].isdigit() or following in ("two", "three", "four", "no"))
        ):
            group = verb_group_at(tokens, start)
            return _with(clause, group) if group else None
        return None
    if lemma in _NOT_OPENING or len(tokens) - at < 2:
        return None
    group = verb_group_at(tokens, start)
    if group is None:
        return None
    if kind == "ing" and following != "to" and _is_gerund_subject(tokens, group.after):
        return None
    if kind == "participle" and not group.aspect:
        group = replace(group, aspect=frozenset({"perfect"}))
    if kind == "ing":
        going_to = low == "going" and following == "to" and at + 2 < len(tokens)
        if going_to and verb_form(tokens[at + 2].low):
            inner = verb_group_at(tokens, at + 2)
            return _with(clause, replace(inner, modal="plan")) if inner else None
        group = replace(group, aspect=group.aspect | {"progressive"}, tense="present")
    return _with(clause, group)


def _is_gerund_subject(tokens: Sequence[Token], after: int) -> bool:
    """Whether the sentence is about an activity ("Running a shop isn't easy")."""
    for token in tokens[after:]:
        if token.low in BE | MODALS and token.low not in ("'d", "'s"):
            return True
        form = verb_form(token.low)
        if form is not None and form[0] in _EFFECTS and form[1] != "base":
            return True
    return False


_EFFECTS = words("make take help take give keep bring require need mean do feel seem look get")


def _with(clause: Clause, group: VerbGroup) -> Clause:
    subject = replace(SPEAKER, end=clause.opening)
    return replace(clause, subject=subject, group=group, dropped_subject=True)


def read_fragment(clause: Clause) -> list[Draft]:
    """The facts of a clause that has no verb of its own."""
    at = clause.opening
    at -= int(at > 0 and clause.tokens[at - 1].low == "no")
    tokens = clause.tokens[at:]
    for rule in (
        read_news,
        _fan,
        _preferred,
        _none_for_me,
        _limit,
        _called,
        _number,
        _down_from,
        _student,
        _trade,
    ):
        found = rule(clause, tokens)
        if found:
            return found
    return []


def _student(clause: Clause, tokens: Sequence[Token]) -> list[Draft]:
    """ "Third-year law at Graz here": year, subject and school without a verb."""
    year = tokens[0].low
    if not year.endswith(("-year", "-yr")) or year.split("-")[0] not in ORDINALS:
        return []
    subject = noun_phrase(tokens, 1)
    at = next((i for i, t in enumerate(tokens) if t.low == "at"), -1)
    school = noun_phrase(tokens, at + 1) if at > 0 else ()
    if not subject or not school or not school[0].is_capital:
        return []
    return drafts(clause, "studies", [subject], negated=False) + drafts(
        clause, "studies_at", [school], negated=False
    )


def _trade(clause: Clause, tokens: Sequence[Token]) -> list[Draft]:
    """ "Freelance illustrator, mostly books", "Deckhand on a ferry": a job without a verb."""
    end = next((i for i, t in enumerate(tokens) if t.low in _AFTER_TRADES), len(tokens))
    title = tuple(tokens[:end])
    if not all(t.is_word for t in title) or (title[-1:] and title[-1].low == "volunteer"):
        return []
    acting = any(verb_form(t.low) and t.low not in _KINDS_OF_JOB for t in title[:-1])
    if not 0 < len(title) <= 4 or acting or clause.opening:
        return []
    follow = tokens[end].low if end < len(tokens) else ""
    plural = title[-1].low.endswith("s") and title[-1].low not in JOBS
    if plural or not is_job(title) or title[0].low in DETERMINERS or follow in ("", ":", "?"):
        return []
    if follow == "," and len(title) == 1:
        return []
    if end + 1 < len(tokens) and (
        tokens[end + 1].low[:1].isdigit() or tokens[end + 1].low in NUMBER_WORDS | _HOURLY
    ):
        return []
    found = drafts(clause, "works_as", [title], negated=False)
    if follow in ("at", "for", "with"):
        place = noun_phrase(tokens, end + 1, prepositions=frozenset({"of", "in"}))
        found += drafts(clause, "works_at", [place] if place else [], negated=False)
    return found


_AFTER_TRADES = words(", at for with in here since by : ?")


_KINDS_OF_JOB = words("freelance retired trained qualified supply trainee rescue record film")
_HOURLY = words("half quarter noon midnight lunchtime a an me")


_FAN_WORDS = words(
    """big huge massive not a much of never been lifelong such the biggest major total proper"""
)
_FANS = words("fan lover nerd geek enthusiast buff addict fanatic aficionado junkie")


def _fan(clause: Clause, tokens: Sequence[Token]) -> list[Draft]:
    """ "Big fan of ...", "not much of a fan of ...", "huge opera fan here"."""
    low = [token.low for token in tokens[:8]]
    at = next((i for i, word in enumerate(low) if word in _FANS), -1)
    if at < 1:
        return []
    negated = bool({"not", "never"} & set(low[:at]))
    if low[at + 1 : at + 2] == ["of"] and set(low[:at]) <= _FAN_WORDS:
        return drafts(clause, "prefers", noun_phrases(tokens, at + 2), negated=negated)
    begin = next((i for i, word in enumerate(low) if word not in _FAN_WORDS), at)
    after = tokens[at + 1].low if at + 1 < len(tokens) else ","
    ends = after in ("here", ",", "myself", "btw", "lol")
    if 0 < begin < at and ends:
        return drafts(clause, "prefers", [tuple(tokens[begin:at])], negated=negated)
    return []


def _preferred(clause: Clause, tokens: Sequence[Token]) -> list[Draft]:
    """ "Trains over planes any day"."""
    low = [token.low for token in tokens]
    at = low.index("over") if "over" in low else -1
    tail = " ".join(low[-2:])
    if not 0 < at < 4 or tail not in ("any day", "every time", "any time"):
        return []
    return drafts(clause, "prefers", noun_phrases(tokens[:at]), negated=False)


def _none_for_me(clause: Clause, tokens: Sequence[Token]) -> list[Draft]:
    """ "No dairy for me": a habit of leaving out."""
    low = [token.low for token in tokens]
    if low[:2] == ["no", "more"] and low[-2:] == ["for", "me"] and len(low) < 8:
        ended = noun_phrases(tokens, 2)
        edible = [p for p in ended if any(t.low in FOOD | DIETS for t in p)]
        return drafts(clause, "diet", edible, negated=True) or drafts(
            clause, "stopped", ended, negated=False, span="begins"
        )
    others = "for" in low and not {"me", "us", "mine", "ours"} & set(low[low.index("for") :])
    if others or low[:1] != ["no"] or len(low) < 2 or low[1] in ("more", "idea", "one", "need"):
        return []
    found = noun_phrases(tokens, 1)
    edible = [p for p in found if any(t.low in FOOD | DIETS for t in p)]
    if edible and ("me" in low or "please" in low):
        return drafts(clause, "diet", edible, negated=True)
    if found and low[-2:] == ["for", "me"] and any(t.low in GENRES for t in found[0]):
        return drafts(clause, "prefers", found, negated=True)
    return []


def _limit(clause: Clause, tokens: Sequence[Token]) -> list[Draft]:
    """ "No more than two coffees a day": a ban on what goes beyond."""
    low = [token.low for token in tokens[:4]]
    if low[:3] == ["no", "more", "than"] and len(tokens) > 3:
        value = verb_phrase(tokens, 3, words=9)
        value = tuple(tokens[1:3]) + value
        if any(t.low[:1].isdigit() for t in value) or tokens[3].low in (
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "ten",
            "a",
            "an",
            "half",
        ):
            return drafts(clause, "must_not", [value], negated=False)
    return []


def _called(clause: Clause, tokens: Sequence[Token]) -> list[Draft]:
    """ "Off caffeine since March"."""
    if tokens[0].low == "off" and len(tokens) > 1:
        found = [p for p in noun_phrases(tokens, 1) if any(t.low in FOOD for t in p)]
        return drafts(clause, "diet", found, negated=True)
    return []


def _number(clause: Clause, tokens: Sequence[Token]) -> list[Draft]:
    """ "Mum's landline: 01632 960 001": a number or address behind its label."""
    label = [t.low for t in tokens[:8]]
    kinds = {"number", "mobile", "landline", "phone", "cell", "email", "e-mail"} & set(label)
    if not kinds:
        return []
    value = contact_value(tokens)
    if not value:
        return []
    role = role_at(tokens, 0)
    if role is None and tokens[0].low in ("his", "her", "their"):
        return []
    owner = role[0] if role else USER
    return [replace(d, subject=owner) for d in drafts(clause, "contact", [value], negated=False)]


def _down_from(clause: Clause, tokens: Sequence[Token]) -> list[Draft]:
    """ "Up from 71 in May": an earlier measurement."""
    low = [t.low for t in tokens[:3]]
    if low[:2] in (["down", "from"], ["up", "from"]) and low[2:] and low[2][:1].isdigit():
        return drafts(clause, "health", [noun_phrase(tokens, 2)], span="event")
    return []
