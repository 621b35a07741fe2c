"""Ages told in passing: "my aunt, sixty-two, ...", "she's learning to drive at 47", "aged nine"."""

from __future__ import annotations

from collections.abc import Sequence

from eywa_fs.facts.languages.en.clauses import Clause
from eywa_fs.facts.languages.en.discourse import USER, Discourse
from eywa_fs.facts.languages.en.drafts import Draft, drafts
from eywa_fs.facts.languages.en.roles import role_at
from eywa_fs.facts.languages.en.subjects import Subject
from eywa_fs.facts.languages.en.tokens import Token
from eywa_fs.facts.languages.en.words.grammar import NUMBER_WORDS
from eywa_fs.facts.languages.en.words.lists import words
from eywa_fs.facts.languages.en.words.people import CHILDREN, PETS

_OLDEST = 115
#: From here on "at NUMBER" is no hour of the day.
_NO_HOUR = 25
_TENS = words("thirty forty fifty sixty seventy eighty ninety")
_ENDED = words("die pass lose bury")


def read_ages(
    tokens: Sequence[Token], parts: Sequence[Clause], discourse: Discourse
) -> list[Draft]:
    """The ages a sentence tells beside what it is about.

    Args:
        tokens: the words of the sentence.
        parts: its clauses.
        discourse: who has been talked about.
    """
    found = _apposed(tokens, parts[0], discourse) or _at_the_age(tokens, parts)
    return found + _of_years(tokens, parts[0])


def _of_years(tokens: Sequence[Token], bare: Clause) -> list[Draft]:
    """ "A stepson of fourteen", "twins of six": the age of a child or an animal one has."""
    found: list[Draft] = []
    for at in range(len(tokens) - 2):
        noun = tokens[at].low
        if tokens[at + 1].low != "of" or noun not in CHILDREN | PETS or not _years(tokens[at + 2]):
            continue
        follow = tokens[at + 3].low if at + 3 < len(tokens) else ","
        before = {t.low for t in tokens[max(0, at - 3) : at]}
        own = before & {"my", "our", "a", "an", "two", "twin"} and follow in _CLOSING
        if own:
            clause = bare.without_verb(tokens, Subject((f"{USER}'s {noun}",), "person", at))
            found += drafts(clause, "age", [(tokens[at + 2],)], negated=False)
    return found


def _apposed(tokens: Sequence[Token], bare: Clause, discourse: Discourse) -> list[Draft]:
    """ "My son, 12, and my daughter, 9": the number between commas behind a person."""
    found: list[Draft] = []
    end = 0
    for at in range(len(tokens) - 2):
        if at < end or tokens[at].low not in ("my", "our"):
            continue
        role = role_at(tokens, at, discourse)
        if role is None or role[1] + 1 >= len(tokens) or tokens[role[1]].low != ",":
            continue
        end = role[1] + 1
        follow = tokens[end + 1].low if end + 1 < len(tokens) else ","
        if _years(tokens[end]) and follow in (",", "and", ")", "."):
            whose = Subject((role[0],), "person", role[1])
            clause = bare.without_verb(tokens, whose)
            found += drafts(clause, "age", [(tokens[end],)], negated=False)
    return found


def _at_the_age(tokens: Sequence[Token], parts: Sequence[Clause]) -> list[Draft]:
    """ "At 61 my uncle is ...", "learning to drive at 47", "came third, aged nine"."""
    for at in range(len(tokens) - 1):
        low, number = tokens[at].low, tokens[at + 1]
        years = _years(number)
        if low not in ("at", "aged", "age") or not years:
            continue
        follow = tokens[at + 2].low if at + 2 < len(tokens) else ","
        clause = next((p for p in parts if p.end >= number.end), parts[-1])
        clause = clause if clause.subject else parts[0]
        if clause.subject is None and at == 0:
            clause = next((p for p in parts if p.subject), clause)
        if clause.subject is None or clause.subject.kind == "thing" or clause.group is None:
            return []
        if low == "at" and years < _NO_HOUR:
            return []
        if (low == "at" or clause.subject.kind == "user") and not _is_told_now(clause):
            return []
        closed = follow in _CLOSING or (at == 0 and number is not tokens[-1])
        if not closed or clause.group.lemma in _ENDED or clause.group.negated:
            return []
        return drafts(clause, "age", [(number,)], negated=False)
    return []


_CLOSING = frozenset({",", ".", ")", "(", "!", "—", "–", "-", ":", "and", "but"})


def _is_told_now(clause: Clause) -> bool:
    """Whether the clause tells of these days: what one did at thirty is no age."""
    group = clause.group
    return group is not None and (group.tense != "past" or "perfect" in group.aspect)


def _years(token: Token) -> int:
    """The age in a token, 0 where there is none; a word for it counts from twenty on."""
    low = token.low
    if low.isdecimal():
        return int(low) if 0 < int(low) <= _OLDEST else 0
    if low.split("-")[0] in _TENS:
        return _NO_HOUR
    return 1 if low in NUMBER_WORDS - {"one"} else 0
