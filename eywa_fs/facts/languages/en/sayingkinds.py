"""What the objects of ``sayings.py`` must be."""

from __future__ import annotations

from collections.abc import Callable

from eywa_fs.facts.languages.en.morphology import verb_form
from eywa_fs.facts.languages.en.phrases import Phrase, head
from eywa_fs.facts.languages.en.rules_jobs import is_job
from eywa_fs.facts.languages.en.words.grammar import MONTHS, SUBJECT_PRONOUNS, TIME_NOUNS, WEEKDAYS
from eywa_fs.facts.languages.en.words.people import LANGUAGES, PETS
from eywa_fs.facts.languages.en.words.things import (
    APPS,
    BODY,
    CONDITIONS,
    DIETS,
    FOOD,
    LIGHT_NOUNS,
    OWNED,
    SCHOOL_WORDS,
    SUBJECTS_STUDIED,
    WORKPLACES,
    is_treatment,
)


def _capital(phrase: Phrase) -> bool:
    return phrase[0].is_capital and phrase[0].low not in WEEKDAYS | MONTHS | LANGUAGES


def _any_of(*lists: frozenset[str]) -> Callable[[Phrase], bool]:
    known = frozenset().union(*lists)
    return lambda phrase: any(token.low in known for token in phrase)


def _thing_named(phrase: Phrase) -> bool:
    first = phrase[0].low
    return (
        head(phrase) not in LIGHT_NOUNS | TIME_NOUNS
        and len(phrase) <= 6
        and first not in ("someone", "somebody", "everyone", "everybody", "everything", "nothing")
        and not any(t.low in SUBJECT_PRONOUNS | {"me", "us", "him", "them"} for t in phrase)
    )


def _deed(phrase: Phrase) -> bool:
    form = verb_form(phrase[0].low)
    return form is not None and form[1] in ("base", "ing") and len(phrase) > 1


_NO_HOMES = frozenset(
    "work hospital shape touch bed home prison church court cloud clouds denial hope style".split()  # noqa: SIM905
)
#: What an object must be.
KINDS: dict[str, Callable[[Phrase], bool]] = {
    "any": _thing_named,
    "said": lambda phrase: bool(phrase),
    "time": lambda phrase: bool(phrase),
    "weight": lambda phrase: bool(phrase),
    "claim": lambda phrase: len(phrase) > 3 and any(verb_form(t.low) for t in phrase),
    "vp": _deed,
    "deed": lambda phrase: phrase[0].low.endswith("ing") or _any_of(FOOD)(phrase),
    "food": _any_of(FOOD, DIETS),
    "condition": lambda phrase: (
        _any_of(CONDITIONS)(phrase) or phrase[-1].low.endswith(("itis", "osis", "emia", "aemia"))
    ),
    "drug": lambda phrase: any(is_treatment(token.low) for token in phrase),
    "dose": lambda phrase: len(phrase) > 1,
    "body": _any_of(BODY),
    "person": _capital,
    "friend": _capital,
    "place": lambda phrase: _capital(phrase) and len(phrase) <= 5,
    "home": lambda phrase: (
        len(phrase) <= 7
        and not any(t.low in FOOD for t in phrase)
        and head(phrase) not in LIGHT_NOUNS | TIME_NOUNS
        and not (len(phrase) == 1 and phrase[0].low in SCHOOL_WORDS | _NO_HOMES)
    ),
    "firm": lambda phrase: (
        (_capital(phrase) or head(phrase) in WORKPLACES or phrase[-1].low in WORKPLACES)
        and not _any_of(FOOD, APPS)(phrase)
    ),
    "job": is_job,
    "title": lambda phrase: (
        len(phrase) <= 6
        and head(phrase) not in LIGHT_NOUNS | TIME_NOUNS
        and (verb_form(phrase[0].low) or ("", ""))[1] not in ("third", "past")
    ),
    "language": _any_of(LANGUAGES),
    "subject": _any_of(LANGUAGES, SUBJECTS_STUDIED),
    "pet": _any_of(PETS),
    "tool": lambda phrase: (
        len(phrase) <= 4
        and (
            any(t.is_capital and t.low not in WEEKDAYS | MONTHS | LANGUAGES for t in phrase)
            or any(t.low[:1].isdigit() for t in phrase[1:])
            or _any_of(APPS, OWNED)(phrase)
        )
        and not _any_of(WORKPLACES)(phrase)
    ),
    "number": lambda phrase: True,
}
