"""What animals and children are called and who is a friend, told in passing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from eywa_fs.facts.languages.en.clauses import Clause
from eywa_fs.facts.languages.en.drafts import Draft, drafts
from eywa_fs.facts.languages.en.names import name_at
from eywa_fs.facts.languages.en.subjects import USER, Discourse, Subject
from eywa_fs.facts.languages.en.tokens import Token
from eywa_fs.facts.languages.en.words.grammar import BE
from eywa_fs.facts.languages.en.words.lists import words
from eywa_fs.facts.languages.en.words.people import CHILDREN, FRIENDS, PETS

_CALLED = words("called named christened")
_CLOSE = FRIENDS | words("bestie")


def read_namings(tokens: Sequence[Token], bare: Clause, discourse: Discourse) -> list[Draft]:
    """ "A puppy named Rusty", "we called him Rusty": the name of an animal or a child."""
    found: list[Draft] = []
    others = bare.subject is not None and bare.subject.kind == "person"
    for at in range(1, len(tokens) - 1):
        token, before = tokens[at], tokens[at - 1].low
        own = not others and token.low in _CALLED and before in PETS | CHILDREN
        if own and not _is_anothers(tokens, at - 1):
            found += _name(tokens, at + 1, f"{USER}'s {before}", bare)
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
    clause = replace(
        bare, subject=Subject((whose,), "person", at), group=None, tokens=tuple(tokens)
    )
    return drafts(clause, "name", [tuple(tokens[at : name[1]])], negated=False, span="none")


def read_friends(tokens: Sequence[Token], bare: Clause) -> list[Draft]:
    """ "My oldest friend, Orla, ...", "Orla has become a good mate": whom the speaker has."""
    clause = replace(bare, subject=Subject((USER,), "user", 0), group=None, tokens=tuple(tokens))
    for at, token in enumerate(tokens):
        if token.low not in _CLOSE:
            continue
        mine = {t.low for t in tokens[max(0, at - 3) : at]} & {"my", "our"}
        comma = at + 1 < len(tokens) and tokens[at + 1].low == ","
        name = name_at(tokens, at + 1 + comma) if mine else None
        if name:
            return _friend(clause, tokens[at + 1 + comma : name[1]])
        name = name_at(tokens, 0) or name_at(tokens, 1)
        begin = 0 if name_at(tokens, 0) else 1
        if name and at <= _REACH and _is_said_of(tokens[name[1] : at + 1], tokens[at + 1 :]):
            return _friend(clause, tokens[begin : name[1]])
    return []


def _friend(clause: Clause, value: Sequence[Token]) -> list[Draft]:
    return drafts(clause, "friend", [tuple(value)], negated=False)


#: How far behind the name the word may stand.
_REACH = 12
_BECOMING = BE | words("become became turned remains stayed remained")


def _is_said_of(said: Sequence[Token], rest: Sequence[Token]) -> bool:
    """Whether the words between a name and "friend" make it one of the speaker's."""
    low = [t.low for t in said]
    verb = next((i for i, w in enumerate(low) if w in _BECOMING), -1)
    if verb < 0 or {",", "not", "n't", "no"} & set(low):
        return False
    follow = rest[0].low if rest else "."
    behind = set(low[verb + 1 :])
    closed = follow in (".", ",", "!", "since", "now", "by", "these")
    return bool({"my", "our"} & behind) or (bool({"a", "an"} & behind) and (closed or not rest))
