"""Values behind a label: "Allergies: latex, dust", "ring me on 0555 010 203"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from eywa_fs.facts.languages.en.clauses import Clause
from eywa_fs.facts.languages.en.discourse import USER, Discourse
from eywa_fs.facts.languages.en.drafts import Draft, drafts
from eywa_fs.facts.languages.en.phrases import is_value, trimmed
from eywa_fs.facts.languages.en.portraits import kin_at, traits_of
from eywa_fs.facts.languages.en.roles import role_at
from eywa_fs.facts.languages.en.tokens import Token
from eywa_fs.facts.languages.en.words.grammar import NUMBER_WORDS
from eywa_fs.facts.languages.en.words.lists import words
from eywa_fs.facts.languages.en.words.people import CHILDREN, PETS

#: The last word before a colon -> predicate and whether the values are denied.
_LABELS = {
    "allergies": ("allergic_to", False),
    "allergy": ("allergic_to", False),
    "intolerances": ("allergic_to", False),
    "name": ("name", False),
    "age": ("age", False),
    "job": ("works_as", False),
    "occupation": ("works_as", False),
    "profession": ("works_as", False),
    "employer": ("works_at", False),
    "diet": ("diet", False),
    "likes": ("prefers", False),
    "loves": ("prefers", False),
    "favourites": ("prefers", False),
    "favorites": ("prefers", False),
    "faves": ("prefers", False),
    "hobbies": ("prefers", False),
    "interests": ("prefers", False),
    "dislikes": ("prefers", True),
    "hates": ("prefers", True),
    "birthday": ("birthday", False),
    "dob": ("birthday", False),
    "languages": ("speaks", False),
    "pets": ("has_pet", False),
    "kids": ("has_child", False),
    "children": ("has_child", False),
    "siblings": ("sibling", False),
    "hometown": ("from", False),
    "address": ("contact", False),
    "medication": ("health", False),
    "meds": ("health", False),
    "conditions": ("health", False),
}
#: Heads of a self-portrait in keywords ("Me: 41, electrician, two sons").
_PORTRAITS = words("me myself")
_NOTHING = words("none no n/a nil unknown tbd tbc")
#: Words that mark a number or address as a way to reach somebody.
_REACHING = words(
    """reach call text ring email e-mail mail contact message phone number mobile cell landline
    line handle whatsapp ping write on at"""
)
#: A number of one of these is not the speaker's.
_ORGANISATIONS = words(
    """support helpline hotline customer service reception desk restaurant hotel clinic surgery
    company bank office them they their it order booking reference ticket account invoice serial
    flight parcel tracking"""
)


def read_labels(tokens: Sequence[Token], bare: Clause, discourse: Discourse) -> list[Draft]:
    """The facts of a sentence that lists values behind a label."""
    at = next((i for i, t in enumerate(tokens[:7]) if t.low in (":", "=")), -1)
    portrait = _portrait(tokens, at, bare, discourse) if at > 0 else []
    if portrait:
        return portrait
    if at < 1 or tokens[at - 1].low not in _LABELS or len(tokens) < at + 2:
        return []
    owner = role_at(tokens, 0, discourse)
    if owner is None and at > 2:
        return []
    predicate, denied = _LABELS[tokens[at - 1].low]
    if tokens[at - 1].low == "address":
        whole = bare.without_verb(tokens)
        place = trimmed(tokens[at + 1 :])
        return drafts(whole, predicate, [place] if 0 < len(place) < 12 else [], negated=False)
    parts: list[list[Token]] = [[]]
    for token in tokens[at + 1 :]:
        if token.low in (",", "/", "and", "&"):
            parts.append([])
        else:
            parts[-1].append(token)
    found = [p for p in (trimmed(part) for part in parts if part) if is_value(p)]
    found = [p for p in found if p[0].low not in _NOTHING and len(p) <= 5]
    clause = bare.without_verb(tokens)
    if predicate in ("has_child", "has_pet"):
        found = [p for p in found if p[0].is_capital or p[0].low in NUMBER_WORDS | CHILDREN | PETS]
    out = drafts(clause, predicate, found, negated=denied)
    return [replace(draft, subject=owner[0]) for draft in out] if owner else out


def _portrait(tokens: Sequence[Token], at: int, bare: Clause, discourse: Discourse) -> list[Draft]:
    role = kin_at(tokens, 0, discourse)
    owner = role[0] if role and role[1] == at else None
    if at == 1 and tokens[0].low in _PORTRAITS:
        owner = USER
    if owner is None:
        return []
    clause = bare.without_verb(tokens)
    parts: list[list[Token]] = [[]]
    for token in tokens[at + 1 :]:
        if token.low in (",", "and", "."):
            parts.append([])
        else:
            parts[-1].append(token)
    told = [trait for part in parts if part for trait in traits_of(part)]
    found = [d for predicate, value in told for d in drafts(clause, predicate, [value])]
    return [replace(draft, subject=owner, negated=False) for draft in found]


def contact_values(tokens: Sequence[Token]) -> list[tuple[int, tuple[Token, ...]]]:
    """Every phone number (six digits or more) and mail address, with its position."""
    found: list[tuple[int, tuple[Token, ...]]] = []
    digits: list[Token] = []
    begin = 0
    for at, token in enumerate([*tokens, None]):
        low = token.low if token else ""
        if token and not digits and low.isalpha() and not low[0].isdecimal():
            continue
        numeric = low[:1].isdecimal() and low.replace("-", "").isdecimal()
        if token and (numeric or (low[:1] == "+" and low[1:].isdecimal())):
            begin = begin if digits else at
            digits.append(token)
            continue
        if token and digits and low in ("-", "(", ")"):
            digits.append(token)
            continue
        while digits and not digits[-1].is_word:
            digits.pop()
        long_enough = sum(sum(c.isdecimal() for c in t.text) for t in digits) >= 7
        if long_enough and (len(digits) > 1 or digits[0].low[0] in "0+"):
            found.append((begin, tuple(digits)))
        digits = []
        if token and "@" in low[1:]:
            found.append((at, (token,)))
    return found


#: A number of somebody who is not named is nobody's.
_THEIRS = frozenset({"his", "her", "their"})
_RINGING = words("ring call text email phone message contact")
_CORRECTING = words("sorry oops no mean meant typo wait correction actually")


def read_contact(tokens: Sequence[Token], bare: Clause, discourse: Discourse) -> list[Draft]:
    """Numbers and addresses of the speaker or of the person whose number it is."""
    values = contact_values(tokens)
    if not values:
        return []
    first = values[0][0]
    before = [token.low for token in tokens[:first]]
    known = {token.low for token in tokens}
    corrected = known & _CORRECTING and all(w in _CORRECTING | {",", "ah", "oh"} for w in before)
    labelled = 0 < first <= 6 and before[-1] == ":" and not known & _ORGANISATIONS
    if not set(before) & _REACHING and not corrected and not labelled:
        return []
    mine = bool({"me", "my", "i", "'m"} & set(before))
    owner = USER
    for at in range(first):
        role = role_at(tokens, at, discourse)
        if role is None or role[1] >= first:
            continue
        rung = at and tokens[at - 1].low in _RINGING
        if rung or tokens[role[1]].low == "'s" or tokens[at].low not in ("my", "our"):
            owner = role[0]
    if owner == USER and not mine and (known & _ORGANISATIONS or _THEIRS & set(before)):
        return []
    called = set(before) & (_REACHING - {"on", "at"})
    if owner == USER and not (mine or called or corrected or labelled):
        return []
    clause = bare.without_verb(tokens)
    found: list[Draft] = []
    last = first
    for at, value in values:
        if at and tokens[at - 1].low in ("not", "from", "was"):
            continue
        owner = _owner_between(tokens, last, at, discourse) or owner
        last = at
        told = drafts(clause, "contact", [value], negated=False)
        found += [replace(draft, subject=owner) for draft in told]
    return found


def _owner_between(tokens: Sequence[Token], last: int, at: int, discourse: Discourse) -> str:
    """Whose a further number is ("... and my husband's is 0555 ...")."""
    for begin in range(last + 1, at):
        role = role_at(tokens, begin, discourse)
        if role and role[1] < at and tokens[role[1]].low in ("'s", ":", "is", "on"):
            return role[0]
    return ""
