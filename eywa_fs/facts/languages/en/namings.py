"""What animals and children are called, told in passing."""

from __future__ import annotations

from collections.abc import Sequence

from eywa_fs.facts.languages.en.clauses import Clause
from eywa_fs.facts.languages.en.discourse import USER, Discourse
from eywa_fs.facts.languages.en.drafts import Draft, drafts
from eywa_fs.facts.languages.en.names import name_at
from eywa_fs.facts.languages.en.subjects import Subject
from eywa_fs.facts.languages.en.tokens import Token
from eywa_fs.facts.languages.en.words.lists import words
from eywa_fs.facts.languages.en.words.people import CHILDREN, PET_PHRASES, PETS

_CALLED = words("called named christened calling naming dubbed")


def read_namings(tokens: Sequence[Token], bare: Clause, discourse: Discourse) -> list[Draft]:
    """ "A puppy named Rusty", "we called him Rusty": the name of an animal or a child."""
    found: list[Draft] = []
    others = bare.subject is not None and bare.subject.kind == "person"
    for at in range(1, len(tokens) - 1):
        token, before = tokens[at], tokens[at - 1].low
        own = not others and token.low in _CALLED and before in PETS | CHILDREN
        if own and not _is_anothers(tokens, at - 1):
            pair = f"{tokens[at - 2].low} {before}" if at > 1 else ""
            kind = pair if pair in PET_PHRASES else before
            found += _name(tokens, at + 1, f"{USER}'s {kind}", bare)
        spoken = token.low in ("him", "her", "them", "it") and before in _CALLED
        whose = _named_one(token.low, discourse) if spoken else None
        if whose:
            found += _name(tokens, at + 1, whose, bare)
    return found


def _named_one(pronoun: str, discourse: Discourse) -> str | None:
    """Whom "we named her" means: the child or the animal spoken of last."""
    person = discourse.meant(pronoun) if pronoun in ("him", "her") else None
    if person and person[0].removeprefix(f"{USER}'s ") in CHILDREN:
        return person[0]
    return f"{USER}'s {discourse.animal}" if discourse.animal else None


def _is_anothers(tokens: Sequence[Token], noun: int) -> bool:
    """Whether the animal is somebody else's ("her dog called Bo", "my aunt's cat called Flo")."""
    before = {t.low for t in tokens[max(0, noun - 3) : noun]}
    return bool(before & {"his", "her", "their", "'s", "your"})


def _name(tokens: Sequence[Token], at: int, whose: str, bare: Clause) -> list[Draft]:
    name = name_at(tokens, at)
    if name is None:
        return []
    clause = bare.without_verb(tokens, Subject((whose,), "person", at))
    return drafts(clause, "name", [tuple(tokens[at : name[1]])], negated=False, span="none")
