"""People told by their role: "my sister's partner", bare "Dad", "the kids"."""

from __future__ import annotations

from collections.abc import Sequence

from eywa_fs.facts.languages.en.discourse import USER, Discourse
from eywa_fs.facts.languages.en.morphology import verb_form
from eywa_fs.facts.languages.en.names import name_at
from eywa_fs.facts.languages.en.positions import acts_here, looks_finite, lows
from eywa_fs.facts.languages.en.tokens import Token
from eywa_fs.facts.languages.en.words.grammar import (
    ADVERBS,
    BE,
    DETERMINERS,
    DO,
    HAVE,
    MODALS,
    NUMBER_WORDS,
)
from eywa_fs.facts.languages.en.words.lists import phrases
from eywa_fs.facts.languages.en.words.people import (
    ACQUAINTANCES,
    ADVISERS,
    BARE_KIN,
    HELPERS,
    HOUSEHOLD,
    ROLE_MODIFIERS,
    ROLES,
    TITLES,
)
from eywa_fs.facts.languages.en.words.things import APPS, OWNED


def role_at(
    tokens: Sequence[Token], at: int, discourse: Discourse | None = None
) -> tuple[str, int] | None:
    """A role path ("my sister's partner", bare "Dad", "the kids") and the position after it."""
    low = tokens[at].low
    path: str | None = None
    end = at
    if low in ("my", "our", "me") or (
        low in ("his", "her", "their") and discourse and discourse.meant(low, tokens[at].start)
    ):
        meant = discourse.meant(low, tokens[at].start) if discourse else None
        owner = USER if low in ("my", "our", "me") or meant is None else meant[0]
        start = at + 1
        if (
            start + 2 < len(tokens)
            and tokens[start].low == "other"
            and tokens[start + 1].low == "half"
        ):
            return f"{owner}'s other half", start + 2
        head = role_head(tokens, start) or _glossed(tokens, start)
        if head is None:
            return _own_by_name(tokens, start) if low == "our" else None
        path, end = f"{owner}'s {head[0]}", head[1]
        name = name_at(tokens, end) if end < len(tokens) else None
        if name and low in ("my", "our", "his", "her", "their"):
            return name
        if end + 1 < len(tokens) and tokens[end].low == ",":
            name = name_at(tokens, end + 1)
            if name and name[1] < len(tokens) and tokens[name[1]].low == ",":
                return name[0], name[1] + 1
    elif low in ADVISERS and at + 1 < len(tokens) and tokens[at + 1].low in _SAYS:
        path, end = f"user's {low}", at + 1
    elif low in BARE_KIN and low in TITLES and (titled := name_at(tokens, at)):
        path, end = titled
    elif low in BARE_KIN and _bare_kin_here(tokens, at):
        path, end = f"user's {low}", at + 1
    elif low == "the" and (helper := _of_the_house(tokens, at + 1)):
        path, end = f"user's {helper[0]}", helper[1]
    else:
        name = name_at(tokens, at)
        if name is None:
            return None
        if not _owner_follows(tokens, name[1]):
            return None
        path, end = name
    if lows(tokens, end, 2) == ["'s", "side"]:
        family = lows(tokens, end + 2, 3) == ["of", "the", "family"]
        return f"{path}'s side", end + (5 if family else 2)
    while _owner_follows(tokens, end):
        head = role_head(tokens, end + 1)
        if head is None:
            return None
        mark = "'" if tokens[end].low == "'" else "'s"
        path, end = f"{path}{mark} {head[0]}", head[1]
        named = name_at(tokens, end) if end < len(tokens) else None
        if named:
            return named
        if end + 1 < len(tokens) and tokens[end].low == ",":
            named = name_at(tokens, end + 1)
            if named and named[1] < len(tokens) and tokens[named[1]].low == ",":
                return named[0], named[1] + 1
    return (path, end) if path else None


def role_head(tokens: Sequence[Token], at: int) -> tuple[str, int] | None:
    """A role noun with its modifiers from a position on, and the position after it."""
    if " ".join(lows(tokens, at, 2)) in _ROLE_PAIRS:
        return " ".join(lows(tokens, at, 2)), at + 2
    for end in range(at, min(at + 4, len(tokens))):
        low = tokens[end].low
        if low in ROLES:
            follow = tokens[end + 1].low if end + 1 < len(tokens) else ""
            if follow in ROLES and follow not in BARE_KIN:
                continue
            head = " ".join(t.low for t in tokens[at : end + 1])
            return head, end + 1
        ordinal = low in ROLE_MODIFIERS or low[:1].isdigit() or low in NUMBER_WORDS
        acting = low.endswith("ing") and verb_form(low) is not None
        kind = low.endswith(("-old", "er", "est", "ing")) and not acting
        if not (ordinal or kind or _of_some_kind(tokens, end)):
            return None
        if low.endswith(("-year-old", "-month-old")) and looks_finite(tokens, end + 1):
            return " ".join(t.low for t in tokens[at : end + 1]), end + 1
    return None


#: People called by two words of which neither is a role.
_ROLE_PAIRS = phrases(
    """little one, little ones, little fella, little man, little lady, little guy, middle one,
    youngest one, eldest one, oldest one, wee one, wee man, old man, old lady, better half,
    other half, au pair, significant other, old dear, plus one"""
)


def _of_some_kind(tokens: Sequence[Token], at: int) -> bool:
    """Whether a noun says which acquaintance the next word means ("choir director")."""
    if at + 1 >= len(tokens) or tokens[at + 1].low not in ACQUAINTANCES:
        return False
    low = tokens[at].low
    plain = low.isalpha() and low not in BE | HAVE | DO | MODALS | ADVERBS | DETERMINERS
    return plain and (verb_form(low) or ("", "base"))[1] == "base"


def _own_by_name(tokens: Sequence[Token], at: int) -> tuple[str, int] | None:
    """The name in "our Doris", said of one's own people and animals."""
    name = name_at(tokens, at)
    if name is None or name[1] >= len(tokens) or tokens[at].low in OWNED | APPS:
        return None
    after = tokens[name[1]].low
    form = verb_form(after)
    acts = form is not None and form[1] in ("third", "past", "both")
    return name if acts or after in BE | HAVE | MODALS | {"and", "'s"} else None


def _of_the_house(tokens: Sequence[Token], at: int) -> tuple[str, int] | None:
    """The person in "the kids", "the new lodger", and the position after the word."""
    if lows(tokens, at, 2) in (["old", "man"], ["old", "dear"]) and acts_here(tokens, at + 2):
        return " ".join(lows(tokens, at, 2)), at + 2
    at += int(at < len(tokens) and tokens[at].low in ("new", "old"))
    known = at < len(tokens) and tokens[at].low in HOUSEHOLD | ADVISERS | HELPERS
    return (tokens[at].low, at + 1) if known else None


_SAYS = frozenset(("says", "said", "told", "tells", "reckons", "wants", "put"))


def _glossed(tokens: Sequence[Token], at: int) -> tuple[str, int] | None:
    """A word for a person that the message itself explains ("my lola (grandma)")."""
    for mark in range(at + 1, min(at + 4, len(tokens) - 2)):
        if (
            tokens[mark].low == "("
            and tokens[mark + 2].low == ")"
            and tokens[mark + 1].low in ROLES
        ):
            return " ".join(t.text for t in tokens[at:mark]), mark + 3
    return None


def _bare_kin_here(tokens: Sequence[Token], at: int) -> bool:
    follow = tokens[at + 1].low if at + 1 < len(tokens) else ""
    capital = tokens[at].is_capital
    return capital or follow in BE | HAVE | DO | MODALS or verb_form(follow) is not None


def _owner_follows(tokens: Sequence[Token], end: int) -> bool:
    """Whether ``'s`` at this position is a possessive before a role noun."""
    if end + 1 >= len(tokens) or tokens[end].low not in ("'s", "'"):
        return False
    return role_head(tokens, end + 1) is not None
