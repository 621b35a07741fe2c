"""Birthdays and ages told in passing: "it's Tim's birthday on 3 May", "at 52 I ..."."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from eywa_fs.facts.certainty import Directness
from eywa_fs.facts.languages.en.clauses import Clause
from eywa_fs.facts.languages.en.discourse import USER, Discourse
from eywa_fs.facts.languages.en.drafts import Draft, drafts
from eywa_fs.facts.languages.en.names import name_at
from eywa_fs.facts.languages.en.nounphrases import noun_phrase
from eywa_fs.facts.languages.en.roles import role_at
from eywa_fs.facts.languages.en.tokens import Token
from eywa_fs.facts.languages.en.words.grammar import MONTHS, NUMBER_WORDS, ORDINALS
from eywa_fs.facts.languages.en.words.lists import words

_DECADES = words("twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth")


def read_occasion(tokens: Sequence[Token], bare: Clause, discourse: Discourse) -> list[Draft]:
    """A birthday with its day, or the speaker's age before "I"; empty when none is told."""
    return _birthday(tokens, bare, discourse) or _at_age(tokens, bare)


def _birthday(tokens: Sequence[Token], bare: Clause, discourse: Discourse) -> list[Draft]:
    begin = 2 if [t.low for t in tokens[:2]] in (["it", "'s"], ["it", "is"]) else -1
    if begin < 0 or len(tokens) < begin + 4:
        return []
    person = role_at(tokens, begin, discourse) or name_at(tokens, begin)
    if [t.low for t in tokens[begin : begin + 2]] == ["my", "birthday"]:
        person = (USER, begin + 1)
    if person is None:
        return []
    at = person[1] + (tokens[person[1]].low == "'s" if person[1] < len(tokens) else 0)
    if at + 2 >= len(tokens) or not (tokens[at].low == "birthday" or tokens[at].low in _DECADES):
        return []
    if tokens[at + 1].low not in ("on", "in"):
        return []
    day = noun_phrase(tokens, at + 2, prepositions=frozenset({"of"}))
    named = any(t.low in MONTHS or t.low in ORDINALS or t.low[:1].isdecimal() for t in day)
    if not named:
        return []
    if person[0] != USER:
        discourse.note(person[0], tokens[begin : person[1]])
    clause = bare.without_verb(tokens)
    return [replace(d, subject=person[0]) for d in drafts(clause, "birthday", [day], negated=False)]


def _at_age(tokens: Sequence[Token], bare: Clause) -> list[Draft]:
    for at in range(len(tokens) - 2):
        number = tokens[at + 1].low
        numeric = number.isdecimal() and 13 <= int(number) <= 110
        worded = "-" in number and number in NUMBER_WORDS
        after = tokens[at + 2].low
        if tokens[at + 2].low == "," and at + 3 < len(tokens):
            after = tokens[at + 3].low
        if tokens[at].low == "at" and (numeric or worded) and after in ("i", "i'm"):
            follow = [t.low for t in tokens[at + 3 : at + 6]]
            if {"was", "had", "moved", "left", "started", "got", "met", "lost"} & set(follow):
                return []
            clause = bare.without_verb(tokens)
            value = (tokens[at + 1],)
            return drafts(clause, "age", [value], negated=False, directness=Directness.IMPLIED)
    return []
