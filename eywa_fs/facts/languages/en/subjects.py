"""Who or what a clause is about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from eywa_fs.facts.languages.en.discourse import USER, Discourse
from eywa_fs.facts.languages.en.morphology import verb_form
from eywa_fs.facts.languages.en.names import name_at
from eywa_fs.facts.languages.en.positions import acts_here, looks_finite, lows
from eywa_fs.facts.languages.en.roles import role_at, role_head
from eywa_fs.facts.languages.en.tokens import Token
from eywa_fs.facts.languages.en.words.grammar import BE, HAVE, MODALS, NUMBER_WORDS
from eywa_fs.facts.languages.en.words.lists import words
from eywa_fs.facts.languages.en.words.people import BARE_KIN, PETS, PLURAL_ROLES


@dataclass(frozen=True, slots=True)
class Subject:
    """Who a clause is about and how it was said.

    ``kind``: ``user``, ``person``, ``thing``; ``direct`` is false for resolved pronouns.
    """

    names: tuple[str, ...]
    kind: str
    end: int
    direct: bool = True
    denies: bool = False
    mention: tuple[Token, ...] = ()


#: Who speaks, where a rule of its own found that the words are about them.
SPEAKER = Subject((USER,), "user", 0)


def subject_at(tokens: Sequence[Token], at: int, discourse: Discourse) -> Subject | None:
    """The subject that begins at a position, or ``None``."""
    if at >= len(tokens):
        return None
    if tokens[at].low in ("neither", "both") and at + 3 < len(tokens):
        joint = subject_at(tokens, at + 1, discourse)
        if joint and len(joint.names) > 1:
            denies = tokens[at].low == "neither"
            return Subject(joint.names, joint.kind, joint.end, joint.direct, denies)
    first = _single(tokens, at, discourse)
    if first is None:
        return None
    end = first.end
    if first.kind == "person" and first.direct:
        end = _past_modifier(tokens, end)
        first = replace(first, end=end)
    if end + 1 < len(tokens) and tokens[end].low in ("and", "&", "nor"):
        if first.kind == "person" and first.direct:
            discourse.note(first.names[0])
        second = _single(tokens, end + 1, discourse) or _second_role(tokens, at, end + 1)
        if second and second.kind != "thing" and first.kind != "thing":
            names = (*first.names, *(n for n in second.names if n not in first.names))
            kind = "user" if USER in names else "person"
            return Subject(names, kind, second.end, first.direct and second.direct)
    return first


def _past_modifier(tokens: Sequence[Token], at: int) -> int:
    """Past a place behind a person ("Ada from upstairs is ...") to the verb."""
    if at >= len(tokens) or tokens[at].low not in _PLACING:
        return at
    for end in range(at + 1, min(at + 7, len(tokens))):
        low = tokens[end].low
        if low in BE or low in HAVE or low in MODALS:
            return end
        form = verb_form(low)
        told = form is not None and form[1] in ("third", "past")
        if end > at + 1 and (told or lows(tokens, end, 2) == ["no", "longer"]):
            return end
        if not tokens[end].is_word and low not in ("-", "'s"):
            return at
    return at


_PLACING = words("from at in next upstairs downstairs opposite across two on over")


def _second_role(tokens: Sequence[Token], at: int, begin: int) -> Subject | None:
    """The uncle in "my aunt and uncle"."""
    role = role_head(tokens, begin) if begin < len(tokens) else None
    if role is None or tokens[at].low not in ("my", "our"):
        return None
    return Subject((f"{USER}'s {role[0]}",), "person", role[1])


def _single(tokens: Sequence[Token], at: int, discourse: Discourse) -> Subject | None:
    low = tokens[at].low
    following = tokens[at + 1].low if at + 1 < len(tokens) else ""
    if low in ("i", "we", "me"):
        if low == "me" and following in BARE_KIN and (own := role_at(tokens, at, discourse)):
            return Subject((own[0],), "person", own[1])
        if low == "me" and following not in ("and", "&"):
            return None
        if low == "we" and following == "both" and len(discourse.people) == 1:
            return Subject((USER, discourse.people[0][0]), "user", at + 2)
        return Subject((USER,), "user", at + 1)
    if low in ("both", "neither", "all", "none") and lows(tokens, at + 1, 2) == ["of", "us"]:
        return Subject((USER,), "user", at + 3, denies=low in ("neither", "none"))
    nobody = low in ("nobody", "none", "neither") or lows(tokens, at, 2) == ["no", "one"]
    if nobody and (household := _of_household(tokens, at, discourse)):
        return household
    if low == "the" and lows(tokens, at + 1, 3) == ["two", "of", "us"]:
        return Subject((USER,), "user", at + 4)
    if low in ("ours", "mine") and discourse.animal:
        return Subject((f"{USER}'s {discourse.animal}",), "person", at + 1, direct=False)
    if low in ("he", "she"):
        person = discourse.meant(low, tokens[at].start) or _named_behind(tokens, at, discourse)
        if person is None and discourse.animal and not discourse.people:
            return Subject((f"{USER}'s {discourse.animal}",), "person", at + 1, direct=False)
        if person is None:
            return None
        return Subject((person[0],), "person", at + 1, direct=False, mention=person[1])
    if low in ("both", "all") and following in ("my", "our"):
        at += 1
        low = following
    role = role_at(tokens, at, discourse)
    if role:
        names = (role[0],)
        end = _past_remark(tokens, role[1])
        return Subject(names, "person", end, low not in ("his", "her", "their"))
    if at == 0 and low in _HEADLINED and acts_here(tokens, 1):
        return Subject((f"{USER}'s {low}",), "person", 1)
    name = name_at(tokens, at)
    if name is None:
        return None
    end = name[1]
    if lows(tokens, end, 1) == ["the"] and set(lows(tokens, end + 1, 1)) & PETS:
        end += 2
    return Subject((name[0],), "person", _past_apposition(tokens, end, discourse))


#: Kin named without "my" where a message drops what goes without saying ("Wife's from Graz").
_HEADLINED = words(
    """wife husband missus hubby girlfriend boyfriend partner fiance fiancee fiancé fiancée son
    daughter brother sister flatmate housemate roommate boss landlord landlady eldest youngest
    stepson stepdaughter nephew niece aunt uncle cousin mother father grandmother grandfather
    mother-in-law father-in-law sister-in-law brother-in-law stepmum stepdad neighbour neighbor"""
)


def _of_household(tokens: Sequence[Token], at: int, discourse: Discourse) -> Subject | None:
    """ "Nobody in our house", "none of the kids": a denial for those who are named."""
    begin = at + 1 + (tokens[at].low == "no")
    low = lows(tokens, begin, 3)
    ours = low[:1] == ["in"] and low[1:2] in (["our"], ["my"], ["this"])
    if ours and low[2:] and low[2] in ("house", "household", "family", "home"):
        return Subject((USER,), "user", begin + 3, denies=True)
    if low[:1] == ["of"] and begin + 1 < len(tokens):
        role = role_at(tokens, begin + 1, discourse)
        if role and role[0].split()[-1] in PLURAL_ROLES:
            return Subject((role[0],), "person", role[1], denies=True)
    return None


def _named_behind(
    tokens: Sequence[Token], at: int, discourse: Discourse
) -> tuple[str, tuple[Token, ...]] | None:
    """Whom a pronoun means that is only then made clear ("He's in Year 4, my lad")."""
    person = discourse.meant(tokens[at].low)
    if person is None or not person[1]:
        return None
    begin = next((i for i, t in enumerate(tokens) if t.start == person[1][0].start), 0)
    set_off = begin > at and tokens[begin - 1].low in (",", "-", "—", "–", "(")
    return person if set_off and tokens[begin].low in ("my", "our") else None


def _past_remark(tokens: Sequence[Token], at: int) -> int:
    """Past what stands between commas behind a person (", a keen angler, has ...")."""
    if at + 3 >= len(tokens) or tokens[at].low != ",":
        return at
    for end in range(at + 2, min(at + 8, len(tokens) - 1)):
        if tokens[end].low == ",":
            return end + 1 if looks_finite(tokens, end + 1) else at
        if not tokens[end].is_word or tokens[end].low in _NO_REMARKS | BE | HAVE | MODALS:
            return at
    return at


_NO_REMARKS = words("i we he she they who and or but")


def _past_apposition(tokens: Sequence[Token], at: int, discourse: Discourse) -> int:
    """Past ", our spaniel," behind a name."""
    if at + 3 >= len(tokens) or tokens[at].low != ",":
        return at
    aged = tokens[at + 1].low.isdecimal() or tokens[at + 1].low in NUMBER_WORDS
    if aged and tokens[at + 2].low == ",":
        return at + 3 if looks_finite(tokens, at + 3) else at
    if tokens[at + 1].low not in ("my", "our"):
        return at
    role = role_at(tokens, at + 1, discourse)
    end = role[1] if role else at + 3 if tokens[at + 2].low in PETS else at
    closed = end > at and end + 1 < len(tokens) and tokens[end].low == ","
    return end + 1 if closed and looks_finite(tokens, end + 1) else at


def is_plural(subject: Subject) -> bool:
    """Whether the subject takes a plural verb."""
    return len(subject.names) > 1 or subject.names[0].split()[-1] in PLURAL_ROLES
