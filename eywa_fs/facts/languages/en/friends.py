"""Who is a friend of the speaker, told in passing."""

from __future__ import annotations

from collections.abc import Sequence

from eywa_fs.facts.languages.en.clauses import Clause
from eywa_fs.facts.languages.en.drafts import Draft, drafts
from eywa_fs.facts.languages.en.names import name_at
from eywa_fs.facts.languages.en.subjects import SPEAKER
from eywa_fs.facts.languages.en.tokens import Token
from eywa_fs.facts.languages.en.words.grammar import BE
from eywa_fs.facts.languages.en.words.lists import words
from eywa_fs.facts.languages.en.words.people import FRIENDS

_CLOSE = FRIENDS | words("bestie")


def read_friends(tokens: Sequence[Token], bare: Clause) -> list[Draft]:
    """ "My oldest friend, Orla, ...", "Orla has become a good mate": whom the speaker has."""
    clause = bare.without_verb(tokens, SPEAKER)
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
