"""Changes from one thing to another: "switched from X to Y", "swapped X for Y"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from eywa_fs.facts.languages.en.clauses import Clause
from eywa_fs.facts.languages.en.discourse import USER
from eywa_fs.facts.languages.en.drafts import Draft, drafts
from eywa_fs.facts.languages.en.morphology import verb_form
from eywa_fs.facts.languages.en.names import names_place
from eywa_fs.facts.languages.en.nounphrases import noun_phrase
from eywa_fs.facts.languages.en.phrases import Phrase, head, trimmed
from eywa_fs.facts.languages.en.rules_jobs import is_job
from eywa_fs.facts.languages.en.timevalues import time_value
from eywa_fs.facts.languages.en.tokens import Token
from eywa_fs.facts.languages.en.words.grammar import BE, WEEKDAYS
from eywa_fs.facts.languages.en.words.lists import words
from eywa_fs.facts.languages.en.words.people import ROLES
from eywa_fs.facts.languages.en.words.things import (
    APPS,
    DIETS,
    FOOD,
    JOBS,
    LIGHT_NOUNS,
    MONEY_THINGS,
    OWNED,
    SCHOOL_WORDS,
    SUBJECTS_STUDIED,
    WORKPLACES,
)

_CHANGES = words(
    """switch move migrate change go convert relocate emigrate jump upgrade downgrade defect
    transition graduate trade transfer"""
)


_NO_SUBSTITUTE = (LIGHT_NOUNS - FOOD) | {"year", "years", "months", "good"}
_DROPPING = words("ditch swap trade drop dump ditched replace exchange substitute forsake")


def read_change(clause: Clause) -> list[Draft]:
    """ "switched from X to Y", "swapped X for Y", "moved from X to Y"."""
    group = clause.group
    assert group is not None
    rest = clause.rest
    low = [token.low for token in rest]
    stepping = group.lemma in ("go", "move", "step", "promote", "rise")
    if stepping and not group.negated and low[:1] == ["from"]:
        raised = _from_job_to_job(clause)
        if raised:
            return raised
    if not (group.is_past or "progressive" in group.aspect) or group.negated:
        return []
    if group.lemma in _CHANGES and "from" in low and "to" in low[low.index("from") :]:
        begin = low.index("from")
        middle = low.index("to", begin)
        old, new = noun_phrase(rest[:middle], begin + 1), noun_phrase(rest, middle + 1)
        place = (
            group.lemma in ("move", "migrate", "relocate", "emigrate")
            and old
            and old[0].is_capital
            and (new and new[0].is_capital)
            and begin == 0
            and not {t.low for t in new} & SCHOOL_WORDS
        )
        if old and new and place:
            return drafts(clause, "lives_in", [old], span="over") + drafts(
                clause, "moved_to", [new], span="begins"
            )
        moved = trimmed(rest[:begin])
        if old and new and moved and rest[0].low in ("the", "my", "our", "all"):
            owner = f"{clause.subject.names[0] if clause.subject else 'user'}'s"
            named = f"{owner} {' '.join(t.low for t in moved)}"
            both = drafts(clause, "other", [old], span="over") + drafts(
                clause, "other", [new], span="begins"
            )
            return [replace(d, subject=named) for d in both]
        kinds = {t.low for t in old + new} & (APPS | OWNED | DIETS | FOOD)
        stranger = clause.subject is not None and clause.subject.kind == "person"
        bodily = group.lemma == "go" or (group.lemma == "move" and stranger)
        if old and new and (not bodily or len(kinds) > 1):
            return _old_and_new(clause, old, new)
    link = "for" if "for" in low else "with" if group.lemma in ("replace", "swap") else ""
    if group.lemma in _DROPPING and link in low:
        middle = low.index(link)
        old, new = noun_phrase(rest[:middle]), noun_phrase(rest, middle + 1)
        if new and new[-1].low == "one" and len(new) > 1:
            new = new[:-1]
        if old and new and head(new) not in _NO_SUBSTITUTE:
            return _old_and_new(clause, old, new)
    if (
        group.lemma in ("ditch", "drop", "dump")
        and "for" not in low
        and rest
        and (rest[0].is_capital)
    ):
        return drafts(clause, "uses", [noun_phrase(rest)], span="over")
    if (group.lemma == "switch" and low[:1] == ["to"]) or low[:2] == ["over", "to"]:
        new = noun_phrase(rest, low.index("to") + 1)
        return drafts(clause, _kind_of_change(new), [new] if new else [], span="begins")
    if group.lemma == "go" and low[:1] and low[0] in DIETS:
        return drafts(clause, "diet", [rest[:1]], span="begins")
    return []


def _old_and_new(clause: Clause, old: Phrase, new: Phrase) -> list[Draft]:
    """What was given up and what came instead; empty where it cannot be told of which kind."""
    capital = old[0].is_capital and new[0].is_capital
    if capital and (names_place(old) or names_place(new)):
        return drafts(clause, "lives_in", [old], span="over") + drafts(
            clause, "moved_to", [new], span="begins"
        )
    if {head(old), head(new)} <= _DWELLINGS:
        return drafts(clause, "lives_in", [old], span="over") + drafts(
            clause, "lives_in", [new], span="begins"
        )
    if {t.low for t in old + new} & _NOT_USED:
        return []
    predicate = _kind_of_change(old + new)
    return drafts(clause, predicate, [old], span="over") + drafts(
        clause, predicate, [new], span="begins"
    )


_DWELLINGS = words(
    """flat house cottage bungalow room studio apartment bedsit caravan farmhouse houseboat
    narrowboat terrace semi maisonette penthouse loft condo hostel dorm"""
)
#: People one swaps with and places of work: neither is a thing in use.
_NOT_USED = (WORKPLACES - OWNED) | ROLES | {"desk", "it"}


def _from_job_to_job(clause: Clause) -> list[Draft]:
    """ "I go from deputy to head of the kitchen": both jobs, before and after."""
    rest = clause.rest
    middle = next((i for i, t in enumerate(rest) if t.low == "to" and i > 1), 0)
    old, new = noun_phrase(rest[:middle], 1), noun_phrase(rest, middle + 1)
    if not middle or not old or not new or not (is_job(old) or is_job(new)):
        return []
    return drafts(clause, "works_as", [old], span="over") + drafts(
        clause, "works_as", [new], span="begins"
    )


_RESCHEDULING = words("bump shunt move shift change switch reschedule push bring postpone delay")
_REPRICING = words("raise increase lower cut reduce double put drop bump")


def read_repriced(clause: Clause) -> list[Draft]:
    """ "The landlord put the rent up to 900": a new amount of something regular."""
    low = [token.low for token in clause.tokens]
    verb = next((i for i, w in enumerate(low) if (verb_form(w) or ("",))[0] in _REPRICING), -1)
    end = next((i for i in range(max(verb, 0), len(low) - 1) if low[i] == "to"), -1)
    if verb < 0 or end < 0 or clause.group is None:
        return []
    if not clause.group.is_past and "progressive" not in clause.group.aspect:
        return []
    noun = [t for t in clause.tokens[verb + 1 : end] if t.low in MONEY_THINGS]
    value = noun_phrase(clause.tokens, end + 1)
    if not noun or not any(t.low[:1].isdigit() for t in value):
        return []
    bare = clause.without_verb()
    found = drafts(bare, "other", [value], negated=False, span="begins")
    return [replace(draft, subject=f"{USER}'s {noun[-1].text}") for draft in found]


def read_rescheduled(clause: Clause) -> list[Draft]:
    """ "Zumba has moved from Mondays to Fridays", "they've shifted the rehearsal to 8pm"."""
    tokens = clause.tokens[clause.opening :]
    verb = next(
        (i for i, t in enumerate(tokens) if (verb_form(t.low) or ("",))[0] in _RESCHEDULING), -1
    )
    middle = next((i for i in range(max(verb, 0), len(tokens) - 1) if tokens[i].low == "to"), -1)
    value = time_value(tokens[middle + 1 :]) if verb > 0 and middle > 0 else ()
    if not value:
        return []
    noun = [t for t in tokens[:verb] if t.low not in _AUXILIARIES]
    moved = list(tokens[verb + 1 : middle])
    if noun and (noun[0].low in ("they", "we", "i", "he", "she") or _is_thing(moved)):
        noun = moved
    begin = next((i for i, t in enumerate(noun) if t.low == "from"), len(noun))
    thing = trimmed(noun[:begin])
    opening = (verb_form(thing[0].low) or ("", ""))[1] if thing else ""
    verbal = opening and (opening != "ing" or len(thing) > 1)
    if clause.subject is not None and clause.subject.kind == "person" and noun is not moved:
        return []
    if (
        not 0 < len(thing) <= 4
        or thing[0].low in ("up", "back", "forward")
        or (verbal and not _is_name_of_group(thing))
    ):
        return []
    subject = " ".join(t.text for t in thing)
    if noun[0].low in ("my", "our"):
        subject = f"{USER}'s {subject}"
    value = _without_period(value)
    at = next((i for i in range(verb, middle) if tokens[i].low == "from"), -1)
    old = trimmed(tokens[at + 1 : middle]) if at > 0 else ()
    bare = clause.without_verb()
    found = drafts(bare, "schedule", [old], negated=False, span="over") if old else []
    found += drafts(bare, "schedule", [value], negated=False, span="begins")
    return [replace(draft, subject=subject) for draft in found]


def _is_thing(moved: Sequence[Token]) -> bool:
    """Whether a noun follows the verb: somebody moves something ("the club moved training to")."""
    if not moved or moved[0].low in BE | WEEKDAYS | _AUXILIARIES:
        return False
    noun = trimmed(moved[: next((i for i, t in enumerate(moved) if t.low == "from"), None)])
    return 0 < len(noun) <= 4 and noun[0].low not in ("back", "forward", "over", "again", "it")


def _without_period(value: Phrase) -> Phrase:
    """The new time without when it was changed ("Sundays last week")."""
    at = next((i for i, t in enumerate(value) if i and t.low in ("last", "this", "next")), None)
    return value[:at] if at and value[at - 1].low in WEEKDAYS else value


def _is_name_of_group(thing: Phrase) -> bool:
    """Whether what opens like a verb is a compound: "swim club", "run group"."""
    return len(thing) == 2 and thing[1].low in _GATHERINGS


_GATHERINGS = words(
    "club group class practice night team squad league choir training lesson lessons session school"
)
_AUXILIARIES = words("has have had 've 's been is are was were being got now just will be")


_COURSES = words("degree course apprenticeship major diploma")


def _kind_of_change(words: Phrase) -> str:
    low = {token.low for token in words}
    if low & (SUBJECTS_STUDIED | _COURSES):
        return "studies"
    if low & DIETS:
        return "diet"
    if low & FOOD:
        return "prefers"
    if low & {"shift", "shifts", "nights", "days", "earlies", "lates"}:
        return "schedule"
    if any(token.low.endswith("ing") or token.low in JOBS for token in words):
        return "other"
    return "uses"
