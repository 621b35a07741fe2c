"""Places, and organisations that are called by a place or a name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from eywa_fs.facts.engine.clauses import Token
from eywa_fs.facts.languages.en import words
from eywa_fs.facts.languages.en.phrases import closed, noun_phrase
from eywa_fs.facts.languages.en.verbs import is_adverb
from eywa_fs.facts.languages.en.words import NOT_NAMES, POINTERS, lexicon, word_set

_INSIDE_NAMES: Final = word_set("of the de la le du da del von van der den upon and & - .")
_NO_PLACES: Final = word_set("""i ai god english american asian european african western japanese
chinese spanish italian french german indian mexican christianity islam buddhism christian muslim
catholic jewish""")
_HOMES: Final = word_set("""flat apartment house studio condo cottage farm village town city suburb
suburbs countryside dorm trailer cabin island ranch mountains woods bungalow townhouse houseboat
loft country duplex farmhouse desert midwest south north""")
_TELLING_HOMES: Final = word_set("""farm suburbs countryside dorm trailer cabin houseboat mountains
woods desert midwest""")
"""Kinds of homes that say something by themselves."""
_OWN_PEOPLE: Final = word_set("""wife husband partner girlfriend boyfriend fiance fiancee kids
children son daughter sister brother parents mum mom dad family closer nearer""")
_PLACED: Final = word_set("st saint san santa fort mount lake")
_A_WHILE: Final = word_set("summer winter autumn weekend week weeks days month months season")
_ORGANISED: Final = word_set("""university college school institute hospital company bank government
army navy military industry daycare preschool marines office city state county""")


def place(tokens: Sequence[Token], at: int) -> int:
    """A place by its name, or a home of a kind ("a small village near Évora")."""
    if at >= len(tokens):
        return at
    if tokens[at].low in ("near", "outside"):  # no place without the word
        end = named_place(tokens, at + 1)
        return end if end > at + 1 else at
    end = _known_place(tokens, at)
    if end == at:
        end = _capitals(tokens, at)
        if end > at and (
            tokens[at].low in _NO_PLACES or (tokens[at].low in NOT_NAMES and end == at + 1)
        ):
            return at
    if end == at:
        return _home(tokens, at)
    if end < len(tokens) and tokens[end].low in ("'s", "university", "time"):
        return at
    if tokens[0].lemma in ("move", "shift") and tokens[end : end + 1] and tokens[end].low == "for":
        return at if any(t.low in _A_WHILE for t in tokens[end + 1 : end + 4]) else end
    while end + 1 < len(tokens) and tokens[end].low == ",":
        more = _known_place(tokens, end + 1)
        if more == end + 1:
            break
        end = more
    return end


def _known_place(tokens: Sequence[Token], at: int) -> int:
    for size in (3, 2, 1):
        if at + size <= len(tokens):
            said = " ".join(t.low for t in tokens[at : at + size])
            if said in lexicon("places") or said.replace(" ", "-") in lexicon("places"):
                return max(at + size, _capitals(tokens, at))  # "Lincoln Park"
    return at


def _capitals(tokens: Sequence[Token], at: int) -> int:
    """Where a run of words with capital letters ends ("New York", "Isle of Wight")."""
    end = at
    while end < len(tokens) and end - at < 6:
        token = tokens[end]
        if (
            token.text[0].isupper() and token.low != "i"
            and token.low not in words.WEEKDAYS | words.MONTHS
        ) or (
            end > at and token.low in _INSIDE_NAMES and end + 1 < len(tokens) and (tokens[end +
            1].text[0].isupper() and tokens[end + 1].low != "i" and token.low != "and")
        ):  # fmt: skip
            end += 1
        else:
            break
    return end


def _home(tokens: Sequence[Token], at: int) -> int:
    end = noun_phrase(tokens, at, 5)
    if end == at or tokens[end - 1].low not in _HOMES or not closed(tokens, end):
        return at
    if any(t.low in ("bigger", "smaller", "better") for t in tokens[at:end]):
        return at
    if end + 1 < len(tokens) and tokens[end].low in ("in", "near", "outside", "by", "of", "on"):
        more = end + 1
        while more < len(tokens) and tokens[more].low in ("the", "a", "an"):
            more += 1
        last = place(tokens, more)
        if last == more and tokens[end].low != "of":
            last = noun_phrase(tokens, more, 4)
        return last if last > more else end
    return end if end > at + 1 or tokens[at].low in _TELLING_HOMES else at


def home(tokens: Sequence[Token], at: int) -> int:
    """A place one moves to, where it is a known one, a home of a kind, or more is told of living
    there; firms, teams and tools are moved to as well."""
    end = place(tokens, at)
    if end == at or not (closed(tokens, end) or tokens[end].low in words.TIME_WORDS):
        return at
    said, behind = [t.low for t in tokens[at:end]], [t.low for t in tokens[end:]]
    known = said[0] in ("near", "outside") or tokens[at].text.islower() or _listed(said)
    known = known or said[0] in _PLACED or ("," in said and _listed(said[-1:]))
    told = "house" in (tokens[1].low, *behind) or tokens[0].lemma in ("relocate", "emigrate")
    origin = tokens[1].low == "from" and _known_place(tokens, 2) > 2
    lived = any(t.lemma == "live" or t.low in _OWN_PEOPLE for t in tokens[end:])
    role = "as" in behind and "soon" not in behind
    return end if (known or told or origin or lived) and not role else at


def town(tokens: Sequence[Token], at: int) -> int:
    """A name that is written like a town's, as those of firms, teams and tools are as well."""
    end = place(tokens, at)
    if end == at or not (closed(tokens, end) or tokens[end].low in words.TIME_WORDS):
        return at
    named = all(t.text.istitle() or t.low in _INSIDE_NAMES for t in tokens[at:end])
    return end if named and home(tokens, at) == at else at


def _listed(said: Sequence[str]) -> bool:
    return not lexicon("places").isdisjoint((" ".join(said), "-".join(said)))


def named_place(tokens: Sequence[Token], at: int) -> int:
    """A place by its name only."""
    end = place(tokens, at)
    said = [t for t in tokens[at:end] if t.low not in ("near", "outside")]
    return end if said and (said[0].text[0].isupper() or _known_place(tokens, at) > at) else at


def organisation(tokens: Sequence[Token], at: int) -> int:
    """An employer or a school: by its name, or of a kind ("local bank")."""
    if at >= len(tokens) or is_adverb(tokens[at].low) or tokens[at].low in POINTERS:
        return at
    end = _capitals(tokens, at)
    if (said := " ".join(t.low for t in tokens[at:end])) in lexicon("places") or len(said) == 1:
        return at  # "works in Manchester" names no employer
    common = tokens[at].low in NOT_NAMES and end == at + 1
    inside = at and tokens[at - 1].low == "in"  # a town, a field of work
    if end > at and not common and not inside and tokens[at].low not in _NO_PLACES:
        own = end < len(tokens) and tokens[end].low == "'s"  # "Sainsbury's"
        if own and (end + 1 == len(tokens) or closed(tokens, end + 1)):
            return end + 1
        if end < len(tokens) and tokens[end].low in _ORGANISED | lexicon("workplaces"):
            return end + 1
        return end if closed(tokens, end) else at
    stop = end = noun_phrase(tokens, at, 5)
    if end == at or not closed(tokens, end):
        return at
    called = next((n for n in range(at + 1, end) if tokens[n].low in ("called", "named")), end)
    end, head = called, tokens[called - 1].low
    kinds = _ORGANISED | lexicon("workplaces")
    kind = head in kinds or f"{tokens[end - 2].low}-{head}" in kinds
    if kind and called < stop:
        end = max(end, _capitals(tokens, called + 1))
    if kind and end + 1 < len(tokens) and tokens[end].low == "of":
        first = end + 1 + (tokens[end + 1].low in ("a", "an", "the"))
        more = noun_phrase(tokens, first, 4)
        end = more if more > first else end
    bad = {"new", "same", "different", "other", "good", "big", "great", "old", "next"}
    return end if kind and not any(t.low in bad for t in tokens[at : end - 1]) else at


def brand(tokens: Sequence[Token], at: int) -> int:
    """A product by its name."""
    end = _capitals(tokens, at)
    return end if end > at and tokens[at].low not in _NO_PLACES | NOT_NAMES else at
