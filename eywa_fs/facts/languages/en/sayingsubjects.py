"""Whom or what a paraphrase of ``sayings.py`` is about."""

from __future__ import annotations

import re
from collections.abc import Sequence

from eywa_fs.facts.languages.en.discourse import USER, Discourse
from eywa_fs.facts.languages.en.matches import tokens_within
from eywa_fs.facts.languages.en.morphology import verb_form
from eywa_fs.facts.languages.en.positions import looks_finite
from eywa_fs.facts.languages.en.roles import role_at
from eywa_fs.facts.languages.en.subjects import Subject, subject_at
from eywa_fs.facts.languages.en.tokens import Token
from eywa_fs.facts.languages.en.unnamed import left_unnamed, opening_subject
from eywa_fs.facts.languages.en.words.grammar import (
    BE,
    MONTHS,
    NUMBER_WORDS,
    SUBJECT_PRONOUNS,
    WEEKDAYS,
)
from eywa_fs.facts.languages.en.words.people import BARE_KIN


def subject_in(
    match: re.Match[str], tokens: Sequence[Token], offset: int, discourse: Discourse
) -> Subject | None:
    """The person in the group ``s``, the speaker where there is none; else the thing in ``t``.

    Args:
        match: of a paraphrase in a sentence.
        tokens: of the sentence.
        offset: place of the sentence in the message.
        discourse: who has been talked about.

    Returns:
        ``None`` where the words are about nobody that a fact can be told of.
    """
    groups = match.groupdict()
    if "h" in groups:
        thing = re.sub(r"^(?:my|our|the) ", "", match.group("h"))
        return Subject((f"{USER}'s {thing}",), "thing", 0)
    if "t" in groups:
        return _thing(match, tokens, offset)
    if not groups.get("s"):
        behind = match.start() > 0 and ({"s", "w"} & set(groups))
        opening = opening_subject(tokens, discourse) if behind else None
        joined = "w" in groups or match.group().lstrip().startswith(("and ", "but ", ","))
        known = joined and opening is not None and opening.kind == "person"
        known = known and opening is not None and looks_finite(tokens, opening.end)
        if joined and opening is None and tokens[0].low in ("he", "she", "they"):
            return None
        if known:
            return opening
        first = next((i for i, t in enumerate(tokens) if t.start - offset >= match.start()), 0)
        return left_unnamed(tokens, first, discourse)
    first, last = match.span("s")
    at = next((i for i, t in enumerate(tokens) if t.start - offset == first), -1)
    if at < 0:
        return None
    if tokens[at].low in ("me", "us"):
        return Subject((USER,), "user", at + 1)
    if tokens[at].low == "my" and match.group("s") == "my":
        return Subject((USER,), "user", at + 1)
    if tokens[at].low in ("his", "her", "their") and match.group("s") == tokens[at].low:
        meant = discourse.meant(tokens[at].low, tokens[at].start)
        return Subject((meant[0],), "person", at + 1, direct=False) if meant else None
    spelt = _misspelt(tokens[at], at)
    if spelt:
        return spelt
    found = subject_at(tokens, at, discourse)
    if found is None:
        role = role_at(tokens, at, discourse)
        found = Subject((role[0],), "person", role[1]) if role else None
    if found is None or found.kind == "thing":
        return None
    return found if tokens[found.end - 1].end - offset <= last else None


def _misspelt(token: Token, at: int) -> Subject | None:
    """The owner in "grannys 80th", written without its apostrophe."""
    low = token.low.removesuffix("s")
    known = low in BARE_KIN and low != token.low
    return Subject((f"{USER}'s {low}",), "person", at + 1) if known else None


def _thing(match: re.Match[str], tokens: Sequence[Token], offset: int) -> Subject | None:
    """The thing in the group ``t``, under the name by which facts call it."""
    words = tokens_within(match, "t", tokens, offset)
    if not words:
        return None
    mine = any(word.low in ("my", "our") for word in words[:2])
    while words and words[0].low in ("my", "our", "the", "and", "a", "an", "but", "so"):
        words = words[1:]
    while words and words[-1].low in ("'s", "on", "at", "in"):
        words = words[:-1]
    form = verb_form(words[0].low) if words else None
    if words and words[0].low in ("last", "first", "final", "opening"):
        return None
    if any((verb_form(t.low) or ("", ""))[1] in ("third", "past", "both") for t in words[1:]):
        return None
    if form and form[1] in ("past", "both", "participle"):
        return None
    grouped = words and words[-1].low in _GROUPED
    if form and form[1] != "ing" and not words[0].is_capital and not grouped:
        return None
    if not words or len(words) > 4 or any(_unfit(t) for t in words):
        return None
    named = _written(words)
    return Subject((f"{USER}'s {named}" if mine else named,), "thing", 0)


_GROUPED = frozenset(
    "club group class practice night team school training run shift bus train man woman".split()  # noqa: SIM905
)
_UNTIMED = frozenset(
    """most coming going getting a an has have had
    that this which who there what everyone n't not home off in out away back closed shut open
    late early busy free mostly only then except never always just maybe""".split()  # noqa: SIM905
)


def _unfit(token: Token) -> bool:
    """Whether a word cannot stand in the name of a thing that keeps time."""
    return (
        token.low in SUBJECT_PRONOUNS | WEEKDAYS | MONTHS | BE | NUMBER_WORDS
        or token.low in _UNTIMED
        or (not token.is_word and token.low != "'s")
    )


def _written(words: Sequence[Token]) -> str:
    out: list[str] = []
    for token in words:
        if out and token.low in ("'s", "'"):
            out[-1] += token.text
        else:
            out.append(token.text)
    return " ".join(out)
