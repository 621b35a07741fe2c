"""News told without a subject or a verb: "Meet Olive, our whippet", "Scan on Friday"."""

from __future__ import annotations

from collections.abc import Sequence

from eywa_fs.facts.languages.en.clauses import Clause
from eywa_fs.facts.languages.en.drafts import Draft, Span, drafts
from eywa_fs.facts.languages.en.nounphrases import noun_phrase, noun_phrases
from eywa_fs.facts.languages.en.phrases import head
from eywa_fs.facts.languages.en.tokens import Token
from eywa_fs.facts.languages.en.words.grammar import NUMBER_WORDS
from eywa_fs.facts.languages.en.words.lists import words
from eywa_fs.facts.languages.en.words.people import PETS
from eywa_fs.facts.languages.en.words.things import APPS, DIETS, FOOD, SCHOOL_WORDS

_NOT_TAKEN = words("hold speaker list spot team shift shifts nights project phone bus train")
_STANDINGS = words("permanent redundant captain head manager partner supervisor editor chair lead")
_NO_EMPLOYERS = words("beach sea festival gym camp hotel resort conference pool home party")
_LASTING_STATES = words("married sober clean vegan vegetarian divorced single retired smoke-free")
_UNITS = words("day days week weeks month months year years")


def read_news(clause: Clause, tokens: Sequence[Token]) -> list[Draft]:
    """The facts of a fragment that tells news; empty when it tells none."""
    for rule in (
        _put_on,
        _made,
        _back_on,
        _newcomer,
        _coming_of_age,
        _new_home,
        _day_at,
        _anniversary,
        _presented,
    ):
        found = rule(clause, tokens)
        if found:
            return found
    return []


def _put_on(clause: Clause, tokens: Sequence[Token]) -> list[Draft]:
    """ "They've put me on a beta blocker": a treatment by persons not named."""
    low = [token.low for token in tokens]
    for at in range(len(low) - 3):
        if (
            low[at] in ("put", "started", "kept")
            and low[at + 1] in ("me", "us")
            and (low[at + 2] == "on")
        ):
            found = noun_phrases(tokens, at + 3)
            found = [p for p in found if not {t.low for t in p} & _NOT_TAKEN]
            diet = any(t.low in DIETS | {"diet"} for p in found for t in p)
            kind = "diet" if diet else "health"
            return drafts(clause, kind, found, negated=False, span="begins")
    return []


def _made(clause: Clause, tokens: Sequence[Token]) -> list[Draft]:
    """ "They've made me permanent", "they made me team lead"."""
    low = [token.low for token in tokens]
    for at in range(len(low) - 2):
        if low[at] == "made" and low[at + 1] == "me" and "they" in low[:at]:
            value = noun_phrase(tokens, at + 2)
            if not value or len(value) > 3 or value[-1].low not in _STANDINGS:
                return []
            job = value[-1].low not in ("permanent", "redundant")
            return drafts(clause, "works_as" if job else "other", [value], negated=False)
    return []


def _back_on(clause: Clause, tokens: Sequence[Token]) -> list[Draft]:
    """ "Back on Instagram": a service taken up again."""
    if [t.low for t in tokens[:2]] not in (["back", "on"], ["back", "to"]):
        return []
    value = noun_phrase(tokens, 2)
    named = value and value[0].low in APPS
    return drafts(clause, "uses", [value], negated=False, span="begins") if named else []


def _newcomer(clause: Clause, tokens: Sequence[Token]) -> list[Draft]:
    """ "And now two ferrets", "a pup called Fig": an animal without a verb."""
    low = [token.low for token in tokens]
    opening = [t.low for t in clause.tokens[: clause.opening + 1]]
    counted = low[0] in ("a", "an", "another") or low[0] in NUMBER_WORDS
    if not counted or not ("now" in opening or {"called", "named"} & set(low)):
        return []
    found = [p for p in noun_phrases(tokens) if any(t.low in PETS for t in p)]
    return drafts(clause, "has_pet", found[:1], negated=False)


def _coming_of_age(clause: Clause, tokens: Sequence[Token]) -> list[Draft]:
    """ "Forty tomorrow": said of oneself."""
    low = [token.low for token in tokens]
    if len(low) != 2 or low[1] not in ("today", "tomorrow"):
        return []
    adult = (low[0].isdecimal() and 18 <= int(low[0]) <= 110) or (
        low[0].split("-")[0] in ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty")
    )
    return drafts(clause, "age", [(tokens[0],)], negated=False, span="begins") if adult else []


def _new_home(clause: Clause, tokens: Sequence[Token]) -> list[Draft]:
    """ "First night in the new flat in Leith"."""
    low = [token.low for token in tokens]
    for at in range(2, len(low) - 2):
        if low[at] in ("flat", "house", "place", "apartment") and low[at + 1] == "in":
            place = noun_phrase(tokens, at + 2)
            if low[at - 1] == "new" and place and place[0].is_capital:
                return drafts(clause, "lives_in", [place], negated=False, span="begins")
    return []


def _day_at(clause: Clause, tokens: Sequence[Token]) -> list[Draft]:
    """ "Last day at the mill", "first week with the new firm"."""
    low = [token.low for token in tokens[:5]]
    at = 1 + (low[:1] == ["my"])
    first = " ".join(low[at - 1 : at])
    if first not in ("first", "last", "final") or low[at : at + 1] not in (["day"], ["week"]):
        return []
    if low[at + 1 : at + 2] not in (["at"], ["with"]):
        return []
    place = noun_phrase(tokens, at + 2)
    if not place or {t.low for t in place} & SCHOOL_WORDS or head(place) in _NO_EMPLOYERS:
        return []
    span: Span = "begins" if first == "first" else "over"
    return drafts(clause, "works_at", [place], negated=False, span=span, kind="change")


def _anniversary(clause: Clause, tokens: Sequence[Token]) -> list[Draft]:
    """ "Eight months sober today": a state and since when it lasts."""
    low = [token.low for token in tokens[:5]]
    if len(low) < 3 or low[1] not in _UNITS:
        return []
    if not (low[0][:1].isdecimal() or low[0] in NUMBER_WORDS):
        return []
    if low[2] in ("without", "off"):
        shunned = [p for p in noun_phrases(tokens, 3) if any(t.low in FOOD for t in p)]
        return drafts(clause, "diet", shunned, negated=True)
    at = 2 + (low[2] == "of") + (low[2:4] == ["of", "being"])
    if at >= len(low) or low[at] not in _LASTING_STATES:
        return []
    ties = low[at] in ("married", "divorced", "single")
    predicate = "relation" if ties else "other" if low[at] == "retired" else "diet"
    return drafts(clause, predicate, [(tokens[at],)], negated=False)


def _presented(clause: Clause, tokens: Sequence[Token]) -> list[Draft]:
    """ "Meet Olive, our new whippet", "say hello to ..."."""
    low = [token.low for token in tokens]
    at = 1 if low[0] in ("meet", "introducing", "welcome") else 0
    if low[:1] == ["say"] and len(low) > 3 and low[1] in ("hi", "hello") and low[2] == "to":
        at = 3
    if not at or at >= len(tokens) or not tokens[at].is_capital:
        return []
    name = noun_phrase(tokens, at)
    after = at + len(name)
    if not name or after + 2 >= len(tokens) or low[after] != ",":
        return []
    kind = noun_phrases(tokens, after + 1)
    if kind and any(t.low in PETS for t in kind[0]) and low[after + 1] in ("our", "my", "a", "an"):
        return drafts(clause, "has_pet", [name], negated=False)
    return []
