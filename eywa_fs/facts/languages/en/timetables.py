"""What stands beside a day or an hour without a rule of its own: "Chapel 10:30 Sundays".

A time expression is found first; what is left of its part of the sentence says whose or what time
it is: a thing ("Biopsy's on the 21st", "Bins: Tuesdays"), or the speaker ("mornings only").
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from eywa_fs.facts.certainty import Directness
from eywa_fs.facts.languages.en.clauses import Clause
from eywa_fs.facts.languages.en.discourse import USER, Discourse
from eywa_fs.facts.languages.en.drafts import Draft, drafts
from eywa_fs.facts.languages.en.morphology import verb_form
from eywa_fs.facts.languages.en.roles import role_at
from eywa_fs.facts.languages.en.subjects import SPEAKER, Subject
from eywa_fs.facts.languages.en.tokens import Token
from eywa_fs.facts.languages.en.words.grammar import (
    ADVERBS,
    BE,
    HAVE,
    MODALS,
    NUMBER_WORDS,
    PREPOSITIONS,
    SUBJECT_PRONOUNS,
    TIME_NOUNS,
    WEEKDAYS,
)
from eywa_fs.facts.languages.en.words.lists import words
from eywa_fs.facts.languages.en.words.things import APPOINTMENTS, RECURRING_THINGS
from eywa_fs.facts.languages.en.words.timetables import KEPT, ROUNDS, TIME

_LONGEST = 400
_TIME = re.compile(TIME)
_ROUNDS = re.compile(ROUNDS)
_BREAKS = ",;:—–…()"


def read_timetables(
    tokens: Sequence[Token], text: str, offset: int, discourse: Discourse, known: Sequence[Draft]
) -> list[Draft]:
    """Times of things and people in a sentence, beyond what is ``known`` of it.

    Args:
        tokens: of the sentence.
        text: the sentence as written; ``offset`` is its place in the message.
        discourse: who has been talked about.
        known: what other rules read in the sentence; no word is taken twice.
    """
    low = text.lower().replace("’", "'")
    if not tokens or len(low) != len(text) or len(low) > _LONGEST or "?" in low:
        return []
    if tokens[0].low in _SUPPOSING:
        return []
    taken = {token.start for draft in known for token in draft.object}
    found: list[Draft] = []
    for match in _TIME.finditer(low):
        value = _within(tokens, offset, match.start("o"), match.end("o"))
        if not value or taken & {t.start for t in value} or _is_no_day(value):
            continue
        found += _of_thing(tokens, value, discourse)
    if sum(character.isdecimal() for character in low) > 6:
        return found
    for match in _ROUNDS.finditer(low):
        value = _within(tokens, offset, match.start("o"), match.end("o"))
        if value and not taken & {t.start for t in value} and not _continues(tokens, value):
            clause = Clause(tuple(tokens), "", _opening(tokens, discourse), None, 0, 0, 0)
            found += _schedule(clause, value)
    return found


_SUPPOSING = words("if unless imagine suppose supposing when once until before after")


def _within(tokens: Sequence[Token], offset: int, first: int, last: int) -> tuple[Token, ...]:
    return tuple(t for t in tokens if first <= t.start - offset and t.end - offset <= last)


def _is_no_day(value: Sequence[Token]) -> bool:
    """ "Sat", "sun" and "may" in small letters are no days."""
    return any(t.low in _AMBIGUOUS and not t.is_capital for t in value)


_AMBIGUOUS = words("sat sun mon wed may march")


def _schedule(clause: Clause, value: tuple[Token, ...]) -> list[Draft]:
    return drafts(
        clause,
        "schedule",
        [value],
        negated=False,
        span="plan",
        directness=Directness.IMPLIED,
    )


def _of_thing(
    tokens: Sequence[Token], value: tuple[Token, ...], discourse: Discourse
) -> list[Draft]:
    """The time of the thing in front of it."""
    at = next(i for i, t in enumerate(tokens) if t is value[0])
    while at and tokens[at - 1].low in _LEADING:
        at -= 1
    if not at:
        return []
    labelled = tokens[at - 1].low in (":", "=", "—", "–", "-")
    end = at - 1 if labelled else at
    begin = end
    while begin and tokens[begin - 1].low not in _BREAKS and not _joins(tokens, begin - 1):
        begin -= 1
    said = list(tokens[begin:end])
    told = bool(said) and said[-1].low in KEPT and not _is_run(said)
    while said and said[-1].low in KEPT | ADVERBS and not _is_run(said):
        said.pop()
    if labelled and (told or begin or len(said) > 4):
        return []
    behind = next((t for t in tokens if t.start >= value[-1].end), None)
    if behind is not None and behind.low in _GOES_ON:
        return []
    weak = value[0].low in ("at", "tonight", "tomorrow") or tokens[at].low == "by"
    subject = _named(said, discourse, known=not (told or labelled) or weak)
    if subject is None:
        return []
    clause = Clause(tuple(tokens), "", subject, None, 0, 0, 0)
    return _schedule(clause, value)


def _continues(tokens: Sequence[Token], value: tuple[Token, ...]) -> bool:
    """Whether the days are the end of a list ("Mondays and Fridays only")."""
    at = next(i for i, t in enumerate(tokens) if t is value[0])
    return at > 1 and tokens[at - 1].low == "and" and tokens[at - 2].low in WEEKDAYS


_LEADING = words("on at from by every each the for in now is are 's always")
_GOES_ON = words("was were is 's are i we he she they would will can could last ago flight train")


def _is_run(said: Sequence[Token]) -> bool:
    """Whether "run" is a race or an errand: "the school run", "Great North Run"."""
    several = said[-2:-1] and said[-2].low.endswith("s")
    return said[-1].low == "run" and not several


def _joins(tokens: Sequence[Token], at: int) -> bool:
    return tokens[at].low in ("and", "but", "so", "because", "plus", "then", "since", "cos")


def _named(said: list[Token], discourse: Discourse, *, known: bool) -> Subject | None:
    """A thing by the name under which facts call it, or ``None`` for what is none.

    Args:
        said: the words in front of the time.
        discourse: who has been talked about.
        known: the thing must be one of those that keep time; nothing else says that it does.
    """
    while said and said[0].low in _OPENERS:
        said = said[1:]
    owner = ""
    role = role_at(said, 0, discourse) if said else None
    if role and role[1] < len(said) and said[role[1]].low == "'s":
        owner, said = f"{role[0]}'s ", said[role[1] + 1 :]
    elif role:
        return None
    elif said and said[0].low in ("my", "our"):
        owner, said = f"{USER}'s ", said[1:]
    elif said and said[0].low in ("his", "her"):
        meant = discourse.meant(said[0].low)
        if meant is None:
            return None
        owner, said = f"{meant[0]}'s ", said[1:]
    while said and said[0].low in ("the", "a", "an", "new", "next", "second"):
        said = said[1:]
    if len(said) > 7 or any(_unfit(t, i) for i, t in enumerate(said)):
        return None
    end = next((i for i, t in enumerate(said) if i and t.low in PREPOSITIONS), len(said))
    said = said[:end]
    if not said or said[-1].low in _ROLES_OF_TIME:
        return None
    if said[-1].low in _HOURS:
        said = said[:-1] if said[-2:-1] and said[-2].low != "opening" else said[:-2]
        if not said:
            return Subject((USER,), "user", 0)
    elif known and not {t.low for t in said} & _KEEPING_TIME:
        return None
    name = ""
    for token in said:
        name += token.text if token.low in ("'s", "'", "-", "/") else f" {token.text}"
    return Subject((owner + name.strip(),), "thing", 0)


_OPENERS = (ADVERBS - {"once", "twice"}) | words(
    "and but so also btw fyi ok right well reminder remember yes update then hi hello oh no hang"
)
_HOURS = words("hours times shifts shift rota")
_KEEPING_TIME = (
    APPOINTMENTS
    | RECURRING_THINGS
    | words(
        """cleaner gardener carer carers plumber electrician plasterer engineer physio chiropodist
        hairdresser haircut biopsy colonoscopy endoscopy chapel church mass temple mosque cubs
        brownies scouts guides beavers nativity panto final finals final semi play recital
        christening baptism funeral wake viva hand-in mock mocks theory practical mot jab boosters
        smear ultrasound swimming ballet judo karate taekwondo piano violin flute guitar trumpet
        drums football cricket rugby netball hockey athletics gymnastics bell-ringing tango salsa
        ukulele zumba aerobics bridge bingo quiz darts chess market stall completion survey
        exchange skip removal delivery harvest prom disco fete fayre assembly sports-day inset
        half-term camp pick-up pickup drop-off dropoff ceilidh dialysis chemo radiotherapy op
        operation speech"""
    )
)
#: A person or a day is no thing that keeps time; birthdays have a predicate of their own.
_ROLES_OF_TIME = words("birthday birthdays bday weekend week day days hen stag holiday timetable")
_NOTHINGS = words(
    """back off out home away due up down closed open shut free busy here there born as or ones it
    this that these those last until till left over all both each what which who half meet see
    call text ring come coming going leaving flying arriving why how when someone somebody
    everyone nobody nothing anything something not n't done sorted booked ready early late only
    just maybe probably ideally preferably hopefully thanks please cheers more first one before
    after stops me him her them us give make let dinner party packed if than storm"""
)


def _unfit(token: Token, at: int) -> bool:
    """Whether a word cannot stand in the name of a thing that keeps time."""
    low = token.low
    if low in ("'s", "'", "-", "/"):
        return at == 0
    form = verb_form(low)
    finite = form is not None and form[1] in ("past", "both") and low not in _KEEPING_TIME
    acting = form is not None and at == 0 and low not in _KEEPING_TIME
    return (
        not token.is_word
        or finite
        or acting
        or low in SUBJECT_PRONOUNS | BE | HAVE | MODALS | _NOTHINGS
        or low in TIME_NOUNS | WEEKDAYS | NUMBER_WORDS
        or (at == 0 and low in PREPOSITIONS)
        or low[:1].isdigit()
    )


def _opening(tokens: Sequence[Token], discourse: Discourse) -> Subject:
    """Whom a sentence is about that says no more than hours."""
    role = role_at(tokens, 0, discourse)
    if role:
        return Subject((role[0],), "person", role[1])
    meant = discourse.meant(tokens[0].low) if tokens[0].low in ("he", "she") else None
    return Subject((meant[0],), "person", 0, direct=False) if meant else SPEAKER
