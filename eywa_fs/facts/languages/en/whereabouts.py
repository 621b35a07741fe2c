"""Where one's people live, said without "live": "my sister's in Perth", "Mum in Cork"."""

from __future__ import annotations

from collections.abc import Sequence

from eywa_fs.facts.languages.en.clauses import Clause
from eywa_fs.facts.languages.en.discourse import USER, Discourse
from eywa_fs.facts.languages.en.drafts import Draft, drafts
from eywa_fs.facts.languages.en.nounphrases import noun_phrase
from eywa_fs.facts.languages.en.phrases import Phrase
from eywa_fs.facts.languages.en.portraits import kin_at
from eywa_fs.facts.languages.en.subjects import Subject
from eywa_fs.facts.languages.en.tokens import Token
from eywa_fs.facts.languages.en.words.grammar import (
    MONTHS,
    NUMBER_WORDS,
    SEASONS,
    TIME_NOUNS,
    WEEKDAYS,
)
from eywa_fs.facts.languages.en.words.lists import words

_AWAY = words("out over up down back still now")
#: With a time behind it a stay is a visit.
_VISITING = (
    WEEKDAYS | MONTHS | SEASONS | TIME_NOUNS | words("until till for this today tonight tomorrow")
) - {"year", "years"}
_NO_PLACES = words("ward year level class room form grade hospital court")


def read_whereabouts(clause: Clause) -> list[Draft]:
    """ "My brother's over in Perth": a person of the speaker's in a place with a name."""
    group, subject = clause.group, clause.subject
    if group is None or subject is None or subject.kind != "person":
        return []
    if group.lemma != "be" or group.modal or group.tense == "past" or group.aspect:
        return []
    rest = clause.rest
    at = next((i for i, t in enumerate(rest[:3]) if t.low not in _AWAY), 0)
    place = _named_place(rest, at)
    return drafts(clause, "lives_in", [place]) if place else []


def read_kin_in_places(tokens: Sequence[Token], bare: Clause, discourse: Discourse) -> list[Draft]:
    """ "Gran in Ayr, Uncle in Bray": who is where, without a verb."""
    found: list[Draft] = []
    counted = ""
    if not any(token.low in ("in", "from") for token in tokens):
        return []
    for at in range(len(tokens) - 2):
        if at and tokens[at - 1].low not in (",", "and", ";", ":"):
            continue
        person = kin_at(tokens, at, discourse)
        if tokens[at].low in _ANOTHER and counted:
            person = (counted, at + 1 + (tokens[at + 1].low == "one"))
        if person is None or person[1] >= len(tokens):
            continue
        counted = person[0] if tokens[at].low in NUMBER_WORDS else counted
        whose = Subject((person[0],), "person" if person[0] != USER else "user", person[1])
        clause = bare.without_verb(tokens, whose)
        place = _named_place(tokens, person[1])
        found += drafts(clause, "lives_in", [place] if place else [], negated=False)
        origin = _named_origin(tokens, person[1])
        found += drafts(clause, "from", [origin] if origin else [], negated=False)
    return found


_ANOTHER = words("one another other the")


def _named_origin(tokens: Sequence[Token], at: int) -> Phrase:
    """The place behind "from", said of somebody without a verb."""
    if at + 1 >= len(tokens) or tokens[at].low != "from":
        return ()
    place = noun_phrase(tokens, at + 1)
    named = 0 < len(place) <= 3 and all(t.is_capital or not t.is_word for t in place)
    after = [t.low for t in tokens if t.start >= place[-1].end][:1] if named else []
    return place if named and after in ([], [","], ["and"], ["."]) else ()


def _named_place(tokens: Sequence[Token], at: int) -> Phrase:
    """The place behind "in"; empty for a visit, a ward or a school year."""
    if at + 1 >= len(tokens) or tokens[at].low != "in":
        return ()
    place = noun_phrase(tokens, at + 1)
    if not place or not place[0].is_capital or len(place) > 3:
        return ()
    after = [t.low for t in tokens if t.start >= place[-1].end][:4]
    words_of_place = {t.low for t in place}
    if words_of_place & (_NO_PLACES | _VISITING) or set(after) & _VISITING:
        return ()
    return place if all(t.is_capital or not t.is_word for t in place) else ()
