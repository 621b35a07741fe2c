"""What the main verb of a clause says: tastes, possessions, habits, changes, events."""

from __future__ import annotations

from dataclasses import replace

from eywa_fs.facts.certainty import Modality
from eywa_fs.facts.languages.en.clauses import Clause
from eywa_fs.facts.languages.en.drafts import Draft, Span, drafts
from eywa_fs.facts.languages.en.frames import read_frame
from eywa_fs.facts.languages.en.morphology import verb_form
from eywa_fs.facts.languages.en.phrases import (
    Phrase,
    activities,
    head,
    is_value,
    noun_phrase,
    noun_phrases,
    trimmed,
    verb_phrase,
)
from eywa_fs.facts.languages.en.rules_change import read_change
from eywa_fs.facts.languages.en.rules_having import read_having
from eywa_fs.facts.languages.en.words.grammar import WEEKDAYS
from eywa_fs.facts.languages.en.words.lists import words
from eywa_fs.facts.languages.en.words.things import (
    APPOINTMENTS,
    DIETS,
    FOOD,
    GENRES,
    LIGHT_NOUNS,
    TAKEN_LIGHTLY,
    WORKPLACES,
)
from eywa_fs.facts.languages.en.words.verbs import DISLIKING, EVENTS, LIKING, MENTAL

_LOOKING_AHEAD = words("join retire quit leave marry emigrate relocate adopt resign")
BOOKING = words("book reserve sign register enter enrol enroll schedule arrange")
_SKILLS_DENIED = words(
    """drive swim cook ski skate dance sing knit sew cycle bake speak read sail surf code"""
)
_EATING = words("eat drink touch consume have do take")


def read_verb(clause: Clause, *, future: bool) -> list[Draft]:
    """The facts of a clause with a main verb.

    Args:
        clause: the clause; its group is not the copula.
        future: a date of the clause lies ahead, so that "I'm flying to Oslo" is a plan.
    """
    group = clause.group
    assert group is not None
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
    for rule in (
        read_change,
        _regular,
        _liking,
        read_having,
        _eating,
        _wanting,
        read_frame,
        _denied_skill,
    ):
        found = rule(clause)
        if found:
            return [_used_to(draft) for draft in found] if "used_to" in group.aspect else found
    found = _anything(clause)
    return [_used_to(draft) for draft in found] if "used_to" in group.aspect else found


def _used_to(draft: Draft) -> Draft:
    return replace(draft, span="over")


def _regular(clause: Clause) -> list[Draft]:
    """Classes and shifts with their weekday ("having judo on Fridays")."""
    group = clause.group
    assert group is not None
    if group.negated or group.lemma not in ("have", "take", "start", "do", "attend", "get", "go"):
        return []
    rest = clause.rest
    low = [t.low for t in rest]
    day = next(
        (i for i, t in enumerate(low) if (t in WEEKDAYS and t.endswith("s")) or t == "every"), -1
    )
    lesson = next((i for i in range(max(day, 0)) if low[i] in APPOINTMENTS), -1)
    if lesson < 0 or (group.is_past and group.lemma not in ("start",)):
        return []
    begin = lesson
    while begin > 0 and low[begin - 1] not in (
        "a",
        "an",
        "the",
        "my",
        "our",
        "taking",
        "having",
        "to",
    ):
        begin -= 1
    value = trimmed(rest[begin : min(day + 2, len(rest))], leading=True)
    span: Span = "begins" if group.lemma == "start" else "state"
    kind = "change" if group.lemma == "start" else ""
    return drafts(clause, "schedule", [value], span=span, kind=kind)


def _liking(clause: Clause) -> list[Draft]:
    group = clause.group
    assert group is not None
    disliking = group.lemma in DISLIKING
    if not (disliking or group.lemma in LIKING):
        return []
    if group.tense == "past" and "used_to" not in group.aspect and "perfect" not in group.aspect:
        return []
    rest = clause.rest
    if not rest or rest[0].low in ("it", "that", "how", "when", "this", "what", "your", "these"):
        return []
    if rest[0].low == "the" and (
        clause.dropped_subject or head(noun_phrase(rest)) in TAKEN_LIGHTLY
    ):
        return []
    if group.lemma == "prefer" and any(t.low in ("to", "over") for t in rest[1:]):
        at = next(i for i, t in enumerate(rest) if i and t.low in ("to", "over"))
        found = noun_phrases(rest[:at])
    elif rest[0].low == "to" and len(rest) > 1:
        found = activities(rest, 1)
    elif rest[0].low.endswith("ing") and verb_form(rest[0].low):
        found = activities(rest, 0)
    else:
        found = noun_phrases(rest)
        found = [p for p in found if head(p) not in LIGHT_NOUNS or len(p) > 1]
    if group.lemma == "fancy" and not group.negated:
        return []
    return drafts(clause, "prefers", found, negated=group.negated != disliking)


def _eating(clause: Clause) -> list[Draft]:
    group = clause.group
    assert group is not None
    if group.lemma not in _EATING or (
        group.tense == "past" and "used_to" not in group.aspect and ("perfect" not in group.aspect)
    ):
        return []
    rest = clause.rest
    if group.lemma == "do":
        phrases = noun_phrases(rest)
        words = {t.low for p in phrases for t in p}
        if words & DIETS:
            return drafts(clause, "diet", phrases)
        if group.negated and words & (GENRES | FOOD):
            return drafts(clause, "prefers", phrases)
        return []
    if group.lemma == "drink" and (
        not rest or not rest[0].is_word or rest[0].low in ("anymore", "any", "at", "alcohol")
    ):
        verb = clause.tokens[group.verb : group.after]
        alcohol = noun_phrases(rest)[:1] if rest and rest[0].low == "alcohol" else [tuple(verb)]
        return drafts(clause, "diet", alcohol) if group.negated else []
    none = bool(rest) and rest[0].low == "no"
    phrases = noun_phrases(rest, 1 if none else 0)
    phrases = [p for p in phrases if any(t.low in FOOD | DIETS for t in p)]
    if group.negated or none:
        return drafts(clause, "diet", phrases, negated=group.negated != none)
    habitual = group.form in ("base", "third") and "progressive" not in group.aspect
    if habitual and group.lemma in ("eat", "drink"):
        return drafts(clause, "diet", phrases, kind="fact")
    return []


def _wanting(clause: Clause) -> list[Draft]:
    """ "I want a dog", "dreaming of a garden": wishes with a noun."""
    group = clause.group
    assert group is not None
    rest = clause.rest
    if group.tense == "past" and "perfect" not in group.aspect:
        return []
    if group.lemma == "want" and rest:
        if rest[0].low in ("you", "to", "it", "that", "this", "your", "the", "me"):
            return []
        found = [p for p in noun_phrases(rest) if head(p) not in LIGHT_NOUNS - {"dog"}]
        return drafts(clause, "wants", found, span="plan", modality=Modality.WISHED)
    if group.lemma == "dream" and rest and rest[0].low == "of":
        phrase = verb_phrase(rest, 1)
        return drafts(
            clause,
            "wants",
            [phrase] if is_value(phrase) else [],
            span="plan",
            modality=Modality.WISHED,
        )
    return []


def _denied_skill(clause: Clause) -> list[Draft]:
    """ "I don't ski": said of an ability, not of this minute."""
    group = clause.group
    assert group is not None
    if not group.negated or group.lemma not in _SKILLS_DENIED:
        return []
    if group.tense == "past" or "progressive" in group.aspect:
        return []
    return drafts(clause, "can", [verb_phrase(clause.tokens, group.verb)])


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
    simple_past = group.tense == "past" and "used_to" not in group.aspect
    if simple_past or "perfect" in group.aspect:
        if "progressive" in group.aspect or group.negated:
            return []
        lasting = (
            group.lemma in EVENTS
            or (
                group.lemma in ("finish", "complete", "submit", "do")
                and any(t.low in _DEGREES for t in clause.rest)
            )
            or (group.lemma == "get" and clause.rest and clause.rest[0].low in _GOT)
        )
        if lasting and (len(phrase) > 1 or subject.kind == "person"):
            return drafts(clause, "other", [phrase], span="event")
        return []
    if "passive" in group.aspect or _paid(phrase):
        return drafts(clause, "other", [phrase], span="event") if _paid(phrase) else []
    if "used_to" in group.aspect and group.lemma not in ("be", "have", "think"):
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
