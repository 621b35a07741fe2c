"""Routines and turns of life: hours, classes, what one never does, ages, separations."""

from __future__ import annotations

from dataclasses import replace

from eywa_fs.facts.languages.en.clauses import Clause
from eywa_fs.facts.languages.en.discourse import USER
from eywa_fs.facts.languages.en.drafts import Draft, Span, drafts
from eywa_fs.facts.languages.en.nounphrases import noun_phrase
from eywa_fs.facts.languages.en.phrases import trimmed
from eywa_fs.facts.languages.en.timevalues import time_value
from eywa_fs.facts.languages.en.verbphrases import verb_phrase
from eywa_fs.facts.languages.en.words.grammar import MONTHS, NUMBER_WORDS, WEEKDAYS
from eywa_fs.facts.languages.en.words.lists import words
from eywa_fs.facts.languages.en.words.things import (
    APPOINTMENTS,
    TREATMENTS,
)
from eywa_fs.facts.languages.en.words.verbs import SPLITTING

_NEVER_DONE = words("smoke gamble vape fly vote gossip bet hunt fish camp snore diet")


def read_abstention(clause: Clause) -> list[Draft]:
    """ "I don't gamble": a habit denied without an object."""
    group = clause.group
    assert group is not None
    never = "never" in group.adverbs and group.aspect == {"perfect"}
    if not group.negated or group.lemma not in _NEVER_DONE:
        return []
    if (group.is_past or group.aspect) and not never:
        return []
    if clause.rest and clause.rest[0].is_word and clause.rest[0].low not in _AFTER_HABITS:
        return []
    return drafts(clause, "other", [(clause.tokens[group.verb],)])


_VICES = words("smoke vape gamble snore")


def read_vice(clause: Clause) -> list[Draft]:
    """ "I vape", "my dad snores": a habit told by the bare verb."""
    group = clause.group
    assert group is not None
    told = group.lemma in _VICES and group.form in ("base", "third") and not group.aspect
    ends = not clause.rest or not clause.rest[0].is_word or clause.rest[0].low in _AFTER_HABITS
    if not told or group.negated or group.modal or not ends:
        return []
    return drafts(clause, "other", [(clause.tokens[group.verb],)])


_AFTER_HABITS = words("so because anymore any at and but since though either ever")


def read_split(clause: Clause) -> list[Draft]:
    """ "We split in the summer", "my parents separated": the end of a couple."""
    group, subject = clause.group, clause.subject
    assert group is not None
    if group.lemma not in SPLITTING or group.negated or subject is None or not group.is_past:
        return []
    first = clause.rest[0].low if clause.rest else ""
    if first not in ("", ",", "up", "in", "last", "two", "three", "this", "when", "after", "years"):
        return []
    names = (USER,) if USER in subject.names else subject.names
    alone = replace(clause, subject=replace(subject, names=names))
    verb = clause.tokens[group.verb : group.after + (first == "up")]
    return drafts(alone, "relation", [tuple(verb)], span="begins")


def read_rhythm(clause: Clause) -> list[Draft]:
    """ "The cleaner comes on alternate Fridays": when somebody comes or works."""
    group, rest, subject = clause.group, clause.rest, clause.subject
    assert group is not None
    if group.lemma not in ("come", "visit", "call") or group.is_past or group.aspect or not rest:
        return []
    value = time_value(rest)
    routine = (
        any(t.low in WEEKDAYS and t.low.endswith("s") for t in value) or rest[0].low == "every"
    )
    person = subject is not None and subject.kind == "person"
    return drafts(clause, "schedule", [value]) if value and routine and person else []


_SHIFT_ENDS = words("start finish begin")


def read_hours(clause: Clause) -> list[Draft]:
    """ "I start at six": hours of work."""
    group, rest = clause.group, clause.rest
    assert group is not None
    clocked = (
        group.lemma in _SHIFT_ENDS
        and not group.is_past
        and len(rest) > 1
        and rest[0].low == "at"
        and (rest[1].low[:1].isdigit() or rest[1].low in NUMBER_WORDS)
    )
    return drafts(clause, "schedule", [verb_phrase(clause.tokens, group.verb)]) if clocked else []


def read_turning(clause: Clause) -> list[Draft]:
    """ "My gran turns ninety on 4 May": an age and the day it is reached."""
    group, rest = clause.group, clause.rest
    assert group is not None
    if group.lemma != "turn" or not rest or group.negated:
        return []
    if clause.lead in ("since", "when", "after", "before", "until"):
        return []
    if not (rest[0].low.isdigit() or rest[0].low in NUMBER_WORDS):
        return []
    found = drafts(clause, "age", [rest[:1]], span="begins")
    at = next((i for i, t in enumerate(rest) if t.low == "on"), -1)
    day = noun_phrase(rest, at + 1) if at > 0 else ()
    known = any(t.low in MONTHS | WEEKDAYS or t.low[:1].isdigit() for t in day)
    if known and not (group.is_past and not {t.low for t in day} & MONTHS):
        found += drafts(clause, "birthday", [day], span="none")
    return found


def read_regular(clause: Clause) -> list[Draft]:
    """Classes and shifts with their weekday ("having judo on Fridays")."""
    group = clause.group
    assert group is not None
    if group.negated or group.lemma not in ("have", "take", "start", "do", "attend", "get", "go"):
        return []
    rest = clause.rest
    low = [t.low for t in rest]
    kept = APPOINTMENTS if group.lemma == "take" else APPOINTMENTS | TREATMENTS
    day = next(
        (i for i, t in enumerate(low) if (t in WEEKDAYS and t.endswith("s")) or t == "every"), -1
    )
    lesson = next((i for i in range(max(day, 0)) if low[i] in kept), -1)
    standing = group.lemma == "have" and not group.is_past and day > 1 and low[day - 1] == "on"
    standing = standing and "," not in low[:day]
    if lesson < 0 and standing and day <= 4 and low[0] not in ("to", "a", "no", "it", "them"):
        return drafts(clause, "schedule", [trimmed(rest[: day + 1])])
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
    if any(t.low == "," for t in value):
        return []
    span: Span = "begins" if group.lemma == "start" else "state"
    kind = "change" if group.lemma == "start" else ""
    return drafts(clause, "schedule", [value], span=span, kind=kind)
