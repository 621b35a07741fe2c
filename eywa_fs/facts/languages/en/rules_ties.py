"""Ties said with "be": "Wen is my cousin", "we're married", "a widower with two sons"."""

from __future__ import annotations

from dataclasses import replace

from eywa_fs.facts.languages.en.clauses import Clause
from eywa_fs.facts.languages.en.drafts import Draft, drafts
from eywa_fs.facts.languages.en.names import name_at
from eywa_fs.facts.languages.en.nounphrases import noun_phrase, noun_phrases
from eywa_fs.facts.languages.en.phrases import head
from eywa_fs.facts.languages.en.tokens import Token
from eywa_fs.facts.languages.en.words.grammar import NUMBER_WORDS
from eywa_fs.facts.languages.en.words.lists import words
from eywa_fs.facts.languages.en.words.people import (
    ACQUAINTANCES,
    CHILDREN,
    FRIENDS,
    LANGUAGES,
    OTHER_KIN,
    PARTNERS,
    PETS,
    SIBLINGS,
    SWEETHEARTS,
)
from eywa_fs.facts.languages.en.words.predicatives import NATIONS

_PARENTHOOD = words(
    """dad mum mom father mother parent grandfather grandmother grandpa grandma granddad grandad
    aunt uncle godfather godmother stepmother stepfather stepdad stepmum"""
)
_MARITAL = words("married single divorced engaged widowed separated unmarried")


def read_company(clause: Clause, rest: tuple[Token, ...]) -> list[Draft]:
    """Children and animals in tow ("a widower with two sons")."""
    for at, token in enumerate(rest[:-1]):
        if token.low != "with":
            continue
        out: list[Draft] = []
        for phrase in noun_phrases(rest, at + 1):
            before = next(i for i, t in enumerate(rest) if t is phrase[0]) - 1
            counted = (
                phrase[0].low in NUMBER_WORDS
                or phrase[0].low[:1].isdigit()
                or (rest[before].low in ("a", "an"))
            )
            noun = head(phrase)
            if counted and noun in CHILDREN:
                out += drafts(clause, "has_child", [phrase])
            elif counted and noun in PETS:
                out += drafts(clause, "has_pet", [phrase])
        return out
    return []


def read_relation(clause: Clause, rest: tuple[Token, ...]) -> list[Draft]:
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
    if rest[0].low in ("a", "an") and len(rest) > 1:
        kin = noun_phrase(rest)
        if len(kin) == 1 and kin[0].low in _PARENTHOOD:
            return drafts(clause, "relation", [kin])
    role = subject.names[0].removeprefix("user's ")
    first = rest is clause.rest or rest[0] is clause.rest[0]
    told = first and role in ACQUAINTANCES - {"team", "band"} and rest[0].is_capital
    if len(subject.names) == 1 and told:
        name = name_at(rest, 0)
        follow = rest[name[1]].low if name and name[1] < len(rest) else ","
        if name and rest[0].low not in NATIONS | LANGUAGES and follow in (",", "from", "at", "and"):
            words = clause.tokens[clause.opening : subject.end]
            value = tuple(t for t in words if t.low in role.split())
            return [replace(d, subject=name[0]) for d in drafts(clause, "relation", [value])]
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
        known = OTHER_KIN | ACQUAINTANCES | SIBLINGS | PARTNERS | SWEETHEARTS | CHILDREN
        if head(phrase) in known or (phrase and phrase[-1].low in known):
            return drafts(clause, "relation", [phrase])
    return []
