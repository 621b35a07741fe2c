"""Whom or what a way of ``ways.py`` is about."""

from __future__ import annotations

import re
from collections.abc import Sequence

from eywa_fs.facts.languages.en.discourse import USER, Discourse
from eywa_fs.facts.languages.en.matches import tokens_within
from eywa_fs.facts.languages.en.roles import role_at
from eywa_fs.facts.languages.en.subjects import SPEAKER, Subject, subject_at
from eywa_fs.facts.languages.en.tokens import Token
from eywa_fs.facts.languages.en.unnamed import left_unnamed, opening_subject
from eywa_fs.facts.languages.en.words.grammar import ADVERBS, BE, HAVE
from eywa_fs.facts.languages.en.words.lists import words
from eywa_fs.facts.languages.en.words.predicatives import NATIONS
from eywa_fs.facts.languages.en.words.things import (
    APPOINTMENTS,
    BODY,
    CONDITIONS,
    FOOD,
    JOBS,
    OWNED,
    WORKPLACES,
)


def subject_in(
    match: re.Match[str],
    tokens: Sequence[Token],
    offset: int,
    discourse: Discourse,
    *,
    inherits: bool,
) -> Subject | None:
    """The person in the group ``s``, the thing in the group ``t``, or the speaker.

    Args:
        match: of a way in a sentence.
        tokens: of the sentence.
        offset: place of the sentence in the message.
        discourse: who has been talked about.
        inherits: whether the way goes on about whom the sentence opens with.

    Returns:
        ``None`` where the words are about nobody that a fact can be told of.
    """
    groups = match.groupdict()
    if groups.get("t"):
        return _thing(tokens_within(match, "t", tokens, offset), discourse)
    if groups.get("s") and not _only_adverbs(match["s"]):
        return _person(match, tokens, offset, discourse)
    joined = inherits or ("s" in groups and _JOINING.match(match.group()))
    if match.start() > 0 and joined:
        opening = opening_subject(tokens, discourse)
        if opening is not None and opening.names[0].lower() in NATIONS:
            return SPEAKER
        if opening is not None:
            return opening if opening.kind != "thing" else None
        if tokens[0].low in _OTHERS:
            return None
    if not groups.get("s"):
        first = next((i for i, t in enumerate(tokens) if t.start - offset >= match.start()), 0)
        return left_unnamed(tokens, first, discourse)
    return SPEAKER


def _only_adverbs(said: str) -> bool:
    """Whether what stands for a person is none ("fully", "also just")."""
    return all(word.endswith("ly") or word in ADVERBS for word in said.split())


_JOINING = re.compile(r"[\s,–—-]*(?:and|but|so|then)\b|,")
_OTHERS = words("they you he she it this that these those there everyone people my our the")


def _person(
    match: re.Match[str], tokens: Sequence[Token], offset: int, discourse: Discourse
) -> Subject | None:
    first, last = match.span("s")
    at = next((i for i, t in enumerate(tokens) if t.start - offset == first), -1)
    if at < 0:
        return None
    said = match["s"]
    if said in _POSSESSIVES:
        return Subject((USER,), "user", at + 1)
    if said in ("his", "her", "him"):
        meant = discourse.meant("her" if said == "her" else "his", tokens[at].start)
        return Subject((meant[0],), "person", at + 1, direct=False) if meant else None
    found = subject_at(tokens, at, discourse)
    if found is None or tokens[found.end - 1].end - offset > last:
        role = role_at(tokens, at, discourse)
        found = Subject((role[0],), "person", role[1]) if role else found
    if found is not None and found.names[0].lower() in NATIONS:
        return None
    if found is None or found.kind == "thing" or (at == 0 and tokens[0].low in _COMMON):
        return None
    joint = opening_subject(tokens, discourse) if at else None
    if joint is not None and joint.end == found.end and len(joint.names) > 1:
        found = joint
    between = [t.low for t in tokens[found.end :] if t.end - offset <= last]
    whole = tokens[found.end - 1].end - offset <= last and _LIGHT.issuperset(between)
    return found if whole else None


#: Nouns that open a sentence with a capital without being names.
_COMMON = (
    FOOD
    | CONDITIONS
    | BODY
    | OWNED
    | WORKPLACES
    | JOBS
    | APPOINTMENTS
    | words(
        "blood invoices bookings orders complaints enquiries inquiries urgent emergencies praise"
    )
)
#: What may stand between a person and the words of a row.
_LIGHT = (ADVERBS | BE | HAVE | {"been", "got"}) - words(
    "almost nearly never hardly rarely not n't was were had"
)
_POSSESSIVES = frozenset({"my", "our", "me", "us"})


def _thing(said: tuple[Token, ...], discourse: Discourse) -> Subject | None:
    """A thing under the name by which facts call it: "our gate code" is ``user's gate code``."""
    owner = ""
    if 0 < len(said) <= 2 and said[-1].low in _AT_HOME and said[0].low in ("the", said[-1].low):
        owner = f"{USER}'s "
    while said and said[0].low in _DETERMINERS:
        if said[0].low in ("my", "our"):
            owner = f"{USER}'s "
        elif said[0].low in ("his", "her"):
            meant = discourse.meant(said[0].low, said[0].start)
            if meant is None:
                return None
            owner = f"{meant[0]}'s "
        said = said[1:]
    if said and said[-1].low == "'s":
        said = said[:-1]
    if (
        not said
        or said[0].low in _NO_THINGS
        or any(t.low in _UNFIT or not (t.is_word or t.low == "'s") for t in said)
    ):
        return None
    name = ""
    for token in said:
        name += token.text if token.low in ("'s", "'") else f" {token.text}"
    return Subject((owner + name.strip(),), "thing", 0)


#: What everybody has one of: "the boiler", "Rent" are the speaker's.
_AT_HOME = words(
    """boiler hoover dishwasher fridge freezer oven hob kettle telly router shower heating car van
    bike rent mortgage passport visa lease contract tenancy roof lift printer laptop"""
)
_NO_THINGS = words("coming going getting being back flying leaving moving last first final opening")
_DETERMINERS = words("my our the a an his her and but so")
_UNFIT = words(
    """i we you he she it they that this which who what there everyone is are was were and or not
    n't if when so because a an has have had been said told says me us
    monday tuesday wednesday thursday friday saturday sunday"""
)
