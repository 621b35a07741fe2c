"""Statements that name no subject: which of them can only be the writer's own."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from eywa_fs.facts.languages.zh.leads import begins
from eywa_fs.facts.languages.zh.subjects import FULL, Found, nick_at
from eywa_fs.facts.languages.zh.tokens import lexicon, patterns

_P: Final = patterns("dropped")
LONGEST: Final = 160
"""Characters of a message that may leave its subject out: longer ones tell of several people."""


@dataclass(slots=True)
class Told:
    """What a message has told before a clause.

    Attributes:
        start, end: the message.
        names: of people it introduced.
        of_others: it had a subject that is not the writer, or that cannot be told.
        mine: it had the writer for a subject, said as 我.
        last: whom its last clause with a subject is about.
    """

    start: int = 0
    end: int = 0
    names: set[str] = field(default_factory=set)
    of_others: bool = False
    mine: bool = False
    last: str = "user"


def own_at(low: str, at: int, end: int, told: Told) -> Found | None:
    """The writer, where a clause without a subject tells an event of one's own life."""
    if not _free(low, at, end, told):
        return None
    head = _P["head"].match(low, at, end)
    if head is not None:
        return Found("user", head.end(1), head=at)
    return None if _P["event"].match(low, at, end) is None else Found("user", at)


def called(low: str, at: int, told: Told) -> Found | None:
    """The only person that the message names so far, a relative of the writer's, where a clause
    says what "she" is called."""
    if low[at] not in "他她" or not low.startswith(("叫", "名叫", "的名字"), at + 1):
        return None
    kin, before = lexicon("kin"), range(told.start, at)
    found = [(n, size) for n in before if (size := kin.at(low, n, at))]
    found = [(n, size) for n, size in found if not any(m < n < m + more for m, more in found)]
    others = any(lexicon(name).within(low[told.start : at]) for name in ("people", "animals"))
    first, size = found[0] if len(found) == 1 and not others else (0, 0)
    word = low[first : first + size]
    mine = size and low[:first].endswith(("我", "我的"))
    return Found(f"用户的{FULL.get(word, word)}", at + 1) if mine else None


def may_tell_of(low: str, start: int, at: int, end: int) -> bool:
    """Whether a clause without a subject tells a name or an age that may be that of something or
    somebody else between ``start`` and it."""
    if not _P["told"].match(low, at, end):
        return False
    said = low[start:at]
    two = (lexicon(name).at(said, n) > 1 for name in ("animals", "kin") for n in range(len(said)))
    return bool(_P["else"].search(said)) or lexicon("people").within(said) or any(two)


def brings(low: str, at: int, end: int) -> bool:
    """Whether a clause names a person behind its subject, or as its topic by an unknown word."""
    known = begins(low, at, end) or lexicon("places").at(low, at, end)
    if not known and _P["topical"].match(low, at, end):
        return True
    kin, people = lexicon("kin"), lexicon("people")
    return bool(_P["guest"].search(low, at, end)) or any(
        kin.at(low, n, end) > (low[n - 1] not in "我俺咱")
        or (people.at(low, n, end) and not lexicon("roles").at(low, n, end))
        for n in range(at, end)
    )


def of_relative(low: str, at: int, found: Found, told: Told) -> bool:
    """Whether somebody said without 我 may be a relative's ("我姐结婚了，老公是医生")."""
    if low[at] in "我咱俺家" or "用户的" not in found.who or told.last in ("user", found.who):
        return False
    spouse = _P["spouse"].search(found.who)
    return bool(spouse) or not lexicon("unique").closes(told.last)


def person_at(low: str, at: int, end: int) -> bool:
    """Whether a clause begins with a person who is not the writer, and no newborn child."""
    known = lexicon("people").at(low, at, end) or lexicon("kin").at(low, at, end)
    named = nick_at(low, at, end) and not low[at].isascii()  # "CNY"
    return bool(known or named) and low[at] != "宝"


def of_another(low: str, at: int, end: int, told: Told) -> bool:
    """Whether a clause whose subject cannot be told may be about somebody else."""
    if low.startswith(("医生", "大夫"), at):
        return False  # what they change is the patient's
    if told.mine or _P["thing"].match(low, at, end):
        return person_at(low, at, end)
    return end - at > 4


def _free(low: str, at: int, end: int, told: Told) -> bool:
    """Whether nobody but the writer can be meant."""
    short = told.end - told.start <= LONGEST and not told.of_others
    return short and _P["told-to"].search(low, at, end) is None
