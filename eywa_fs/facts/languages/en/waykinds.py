"""What the objects of ``ways.py`` must be."""

from __future__ import annotations

from collections.abc import Callable

from eywa_fs.facts.languages.en.morphology import verb_form
from eywa_fs.facts.languages.en.phrases import Phrase, head
from eywa_fs.facts.languages.en.rules_jobs import is_job
from eywa_fs.facts.languages.en.words.gazetteer import COUNTRIES, TOWNS
from eywa_fs.facts.languages.en.words.grammar import (
    BE,
    MODALS,
    MONTHS,
    NUMBER_WORDS,
    SUBJECT_PRONOUNS,
    TIME_NOUNS,
    WEEKDAYS,
)
from eywa_fs.facts.languages.en.words.lists import words
from eywa_fs.facts.languages.en.words.people import CHILDREN, LANGUAGES, NOT_NAMES, PETS, ROLES
from eywa_fs.facts.languages.en.words.predicatives import NATIONS
from eywa_fs.facts.languages.en.words.things import (
    APPS,
    BODY,
    CONDITIONS,
    DIETS,
    FOOD,
    JOBS,
    LIGHT_NOUNS,
    OWNED,
    SCHOOL_WORDS,
    SUBJECTS_STUDIED,
    WORK_FIELDS,
    WORKPLACES,
    is_treatment,
)
from eywa_fs.facts.languages.en.words.trades import JOB_PEOPLE, MORE_FIELDS, MORE_WORKPLACES

#: Taken as written, not cut to a noun phrase.
VERBATIM = frozenset({"said", "value", "deed", "body", "role", "tie", "trip", "todo", "pursuit"})
PLACING = frozenset({"of", "near", "outside", "above", "behind", "opposite", "in", "by", "off"})
_POINTING = words(
    """it them him her this that these those you your me us someone somebody everyone everybody
    something anything everything nothing nobody anyone one ones there here which what mine"""
)


def _plain(phrase: Phrase) -> bool:
    """Whether a phrase is a thing of its own: no pronoun, no mere time, not too long."""
    return (
        len(phrase) <= 6
        and head(phrase) not in LIGHT_NOUNS | TIME_NOUNS
        and not any(t.low in _POINTING or t.low in SUBJECT_PRONOUNS for t in phrase)
    )


def _capital(phrase: Phrase) -> bool:
    first = phrase[0]
    return first.is_capital and first.low not in WEEKDAYS | MONTHS | NOT_NAMES


def _any_of(*lists: frozenset[str]) -> Callable[[Phrase], bool]:
    known = frozenset().union(*lists)
    return lambda phrase: any(token.low in known for token in phrase)


_PLACES = WORKPLACES | MORE_WORKPLACES


#: Places that people go to oftener than they work there.
_FREQUENTED = words(
    """gym pub bar school university hospital library church park museum shop store zoo airport
    station hotel restaurant cafe café cinema casino market prison academy group army navy band
    surgery practice campsite motel marina salon spa"""
)


def _firm(phrase: Phrase) -> bool:
    """A workplace by its noun, or an employer by its capital."""
    if not _plain(phrase) or _any_of(FOOD, PETS)(phrase[-1:]):
        return False
    noun = head(phrase)
    trader = noun == "'s" and len(phrase) > 1 and phrase[-2].low in JOBS
    place = noun in _PLACES or noun.removesuffix("s") in _PLACES or trader
    branch = len(phrase) > 1 and phrase[0].text.isupper()
    if {t.low for t in phrase} & (TOWNS | COUNTRIES) and not (place or branch):
        return False
    return place or noun.endswith(("works", "yard", "shop", "house", "firm")) or _employer(phrase)


def _employer(phrase: Phrase) -> bool:
    return _capital(phrase) and phrase[0].low not in LANGUAGES | APPS and len(phrase) <= 5


def _trade(phrase: Phrase) -> bool:
    """An occupation: a known noun, "lollipop lady", or a title in small letters."""
    if len(phrase) > 5 or not _plain(phrase) or phrase[0].low in _NO_TRADE:
        return False
    if phrase[-1].low in ("student", "students", "pupil"):
        return False
    people = len(phrase) > 1 and phrase[-1].low in JOB_PEOPLE and phrase[0].low not in _MANNERLY
    noun = phrase[-1].low
    several = noun.endswith("es") and (noun[:-2] in JOBS or noun[:-3] + "man" in JOBS)
    return is_job(phrase) or people or several


_NO_TRADE = words("feel look want do go be get work wear make sound seem become say for so much")
_MANNERLY = words("good nice big lovely young old happy busy lucky new different changed grown")


def _field(phrase: Phrase) -> bool:
    return len(phrase) <= 4 and (
        phrase[-1].low in WORK_FIELDS | MORE_FIELDS or phrase[0].low in WORK_FIELDS | MORE_FIELDS
    )


def _deed(phrase: Phrase) -> bool:
    form = verb_form(phrase[0].low)
    return form is not None and len(phrase) > 1 and not _any_of(_POINTING)(phrase)


#: People are called so, too.
_NAMES_TOO = words("basil rosemary olive ginger sage clementine cherry candy honey saffron sorrel")


def _person(phrase: Phrase) -> bool:
    things = (FOOD | OWNED | _PLACES) - _NAMES_TOO
    known = phrase[0].low in NATIONS | things or phrase[0].low.removesuffix("s") in things
    return _capital(phrase) and len(phrase) <= 3 and not (phrase[0].text.isupper() or known)


def _tie(phrase: Phrase) -> bool:
    """ "seeing Felix", not "seeing progress"."""
    return any(t.is_capital for t in phrase[1:])


def _trip(phrase: Phrase) -> bool:
    """ "off to the coast": where to, not what to do."""
    at = next((i for i, t in enumerate(phrase) if t.low in _TOWARDS), -1) + 1
    at += int(at < len(phrase) and phrase[at].low == "to")
    at += int(at < len(phrase) and phrase[at].low in ("the", "my", "our"))
    goal = phrase[at] if 0 < at < len(phrase) else None
    return goal is not None and (goal.is_capital or verb_form(goal.low) is None)


_TOWARDS = words("to over up down back out across around round")


def _named(phrase: Phrase) -> bool:
    """A name of a place: every word of weight has its capital."""
    return _capital(phrase) and all(t.is_capital or t.low in _SMALL for t in phrase)


_TOWNSFOLK = words(
    """brummie scouser geordie mancunian londoner glaswegian cockney aussie kiwi yank texan mackem
    liverpudlian dubliner berliner parisian muscovite yorkshireman yorkshirewoman ulsterman
    lancastrian highlander islander mackem newfie torontonian sydneysider melburnian hoosier"""
)
#: Towns that are common words in small letters.
_WORDS_TOO = words("reading nice split cork rugby hull bath derby stoke queens leith")


def _school(phrase: Phrase) -> bool:
    """A school by its noun or by its saint."""
    saintly = phrase[0].text in ("St", "St.", "Saint") and len(phrase) > 1
    return _any_of(SCHOOL_WORDS)(phrase) or saintly


_SMALL = words("of the and in on upon le la de del di san near 's - ' &")


def _pursuit(phrase: Phrase) -> bool:
    """An activity or a group to do it with, no whole clause."""
    return _plain(phrase) and not any(t.low in BE | MODALS for t in phrase)


def _todo(phrase: Phrase) -> bool:
    form = verb_form(phrase[0].low)
    return form is not None and form[1] == "base" and _deed(phrase)


_BEFALLING = words(
    "bypass amputation transplant mastectomy operation op surgery fall accident crash"
)


def _condition(phrase: Phrase) -> bool:
    ending = phrase[-1].low.endswith(("itis", "osis", "emia", "aemia", "algia", "opathy", "phobia"))
    return _any_of(CONDITIONS)(phrase) or ending


def _thing(phrase: Phrase) -> bool:
    return _plain(phrase) and phrase[-1].low not in NUMBER_WORDS | ROLES


def _tool(phrase: Phrase) -> bool:
    known = _any_of(APPS, OWNED)(phrase) or any(t.is_capital for t in phrase)
    return len(phrase) <= 4 and known and not _any_of(ROLES, FOOD)(phrase)


_HELPERS = words(
    "builder plumber electrician mechanic contact kin producer drummer singer sponsor pa worker"
)


KINDS: dict[str, Callable[[Phrase], bool]] = {
    "said": lambda phrase: not _any_of(words("you your"))(phrase),
    "value": lambda phrase: not _any_of(words("you your"))(phrase),
    "deed": _deed,
    "np": _thing,
    "firm": _firm,
    "place": lambda phrase: _capital(phrase) and len(phrase) <= 5,
    "town": lambda phrase: _capital(phrase) and _any_of(TOWNS, COUNTRIES)(phrase),
    "home": lambda phrase: len(phrase) <= 8 and not _any_of(_POINTING - {"us"})(phrase),
    "trade": _trade,
    "field": _field,
    "site": lambda phrase: _plain(phrase) and head(phrase) in _PLACES - _FREQUENTED,
    "title": lambda phrase: _plain(phrase) and not _capital(phrase),
    "person": _person,
    "condition": _condition,
    "ailment": lambda phrase: _condition(phrase) or phrase[-1].low in _BEFALLING,
    "body": _any_of(BODY),
    "drug": lambda phrase: any(is_treatment(t.low) for t in phrase),
    "food": _any_of(FOOD, DIETS),
    "eaten": lambda phrase: _any_of(FOOD, DIETS)(phrase) and _plain(phrase),
    "uneaten": lambda phrase: _plain(phrase) and not _any_of(FOOD, DIETS)(phrase),
    "diet": lambda phrase: phrase[0].low in DIETS or phrase[0].low.endswith("-free"),
    "pet": _any_of(PETS),
    "tool": _tool,
    "language": _any_of(LANGUAGES),
    "subject": lambda phrase: _any_of(LANGUAGES, SUBJECTS_STUDIED)(phrase) or _thing(phrase),
    "tie": _tie,
    "trip": _trip,
    "school": _school,
    "people": lambda phrase: (
        _capital(phrase)
        and len(phrase) == 1
        and (phrase[0].low in NATIONS | _TOWNSFOLK or phrase[0].low.endswith(("ian", "ese")))
    ),
    "anytown": lambda phrase: len(phrase) == 1 and phrase[0].low in TOWNS - _WORDS_TOO,
    "discipline": _any_of(LANGUAGES, SUBJECTS_STUDIED),
    "named": lambda phrase: _named(phrase) and len(phrase) <= 5,
    "native": lambda phrase: _capital(phrase) and len(phrase) <= 3,
    "pursuit": _pursuit,
    "todo": _todo,
    "children": _any_of(CHILDREN),
    "role": _any_of(ROLES | _HELPERS),
}
