"""Where noun phrases, verb phrases and what one likes end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from eywa_fs.facts.engine.clauses import Token
from eywa_fs.facts.languages.en.tokens import verb_form
from eywa_fs.facts.languages.en.verbs import is_adverb
from eywa_fs.facts.languages.en.words import AUXILIARIES, CONJUNCTIONS, POINTERS, PREPOSITIONS

_VAGUE: Final = frozenset(
    "thing things stuff lot lots bit way ways kind sort time times idea ideas part parts day days "
    "moment moments fact point case reason feeling feelings chance fun place places people person "
    "guy guys result results question problem issue plan plans goal goals option options suggestion "
    "suggestions detail details example combination mix look sound vibe vibes energy view photo "
    "picture pic image approach concept information news update work job it too very well great "
    "good nice cool awesome amazing beautiful perfect important best better new old big small "
    "favorite favourite anything story moment touch style help support advice change changes "
    "challenge today week weekend version first second last design color colors colour colours "
    "message words response answer structure format list text minute second hour hand side end "
    "rest start name number total none most half couple few many much sounds opportunity"
    .split()
)
"""Words that say nothing of what is meant, as the last word of a value."""
_GENERAL_THE: Final = frozenset(
    "beach ocean sea outdoors mountains mountain countryside sun snow rain gym water park library "
    "city cold heat dark woods forest beatles piano guitar violin drums internet arts theater "
    "theatre opera cinema movies desert river lake summer winter spring fall autumn color colour "
    "country west 80s 90s 70s 60s smell taste scent sound idea use sight texture "
    "holidays violence".split()
)
_TAIL: Final = frozenset("too as though either lol haha instead anymore now right these more".split())
_REASONS: Final = (
    ("due", "to"), ("because", "of"), ("owing", "to"), ("thanks", "to"), ("for", "health"),
    ("for", "ethical"), ("for", "religious"), ("for", "environmental"), ("for", "medical"),
    ("for", "personal"), ("as", "well"), ("as", "a", "result"), ("at", "all"), ("in", "general"),
    ("so", "much"), ("a", "lot"), ("very", "much"), ("under", "any"), ("right", "now"),
    ("these", "days"), ("at", "the", "moment"), ("whenever", "possible"), ("when", "possible"),
    ("if", "possible"), ("with", "a", "passion"), ("or", "anything"), ("or", "whatever"),
    ("or", "something"), ("out", "of"), ("as", "they"), ("as", "it"), ("as", "i"), ("since", "they"),
    ("since", "it"), ("lately",), ("and", "stuff"), ("over", "the"), ("even", "though"),
    ("the", "most"), ("the", "best"), ("more", "than", "anything"), ("too", "much"), ("no", "matter"),
    ("for", "a", "while"), ("for", "years"), ("for", "the"), ("rather", "than", "that"),
    ("in", "order"), ("so", "that"), ("for", "safety"), ("for", "privacy"),
)  # fmt: skip
TIME_STARTS: Final = frozenset(
    "last next every yesterday today tomorrow tonight ago this these right instead".split()
)
"""Words a time begins with; no noun phrase goes on there."""
LONGEST = 26
"""Tokens of what one likes or dislikes."""


def noun_phrase(tokens: Sequence[Token], at: int, most: int = 6) -> int:
    """Where a noun phrase of plain words ends that begins behind its determiner; ``at`` for none.

    "golden retriever", "men's shoes", "2010 Honda": no pronoun, no preposition, no verb form of
    "be", and the last word says what it is.
    """
    end = at
    while end < len(tokens) and end - at < most and _in_phrase(tokens, end, at):
        end += 1
    while end > at and (is_adverb(tokens[end - 1].low) or tokens[end - 1].low == "'s"):
        end -= 1
    if end == at or tokens[end - 1].low in _VAGUE or not any(c.isalpha() for c in tokens[end - 1].low):
        return at
    return end


def _in_phrase(tokens: Sequence[Token], n: int, at: int) -> bool:
    low = tokens[n].low
    if low == "'s":
        return n > at
    if low == "-" and n > at:
        return n + 1 < len(tokens) and tokens[n - 1].end == tokens[n].start
    return (
        (tokens[n].is_word)
        and low not in POINTERS
        and low not in PREPOSITIONS
        and low not in CONJUNCTIONS
        and low not in AUXILIARIES
        and low not in TIME_STARTS
        and low not in ("the", "a", "an", "my", "our", "no", "any", "some")
    )


def closed(tokens: Sequence[Token], end: int) -> bool:
    """Whether a phrase may end before ``end``: there is no more of it ("Ana's", "teacher trainer")."""
    if end >= len(tokens):
        return True
    low = tokens[end].low
    if low == "'s" or low in ("'",):
        return False
    return not tokens[end].is_word or low in TIME_STARTS or low in PREPOSITIONS or low in CONJUNCTIONS or is_adverb(low) or (
        low in AUXILIARIES
    )


def topic(tokens: Sequence[Token], at: int) -> int:
    """Where what is liked or disliked ends: a phrase with all that narrows it, to the end of the
    clause but for the reasons; ``at`` where it points to something that isn't said."""
    stop = _cut(tokens, at)
    listed = _first_of_list(tokens, at, stop)
    end = listed or stop
    while end > at and (
        tokens[end - 1].low in _TAIL
        or not tokens[end - 1].is_word and tokens[end - 1].low not in ("!",)
        or (is_adverb(tokens[end - 1].low) and tokens[end - 1].low not in ("together", "alone"))
    ):
        end -= 1
    if not 0 < end - at <= LONGEST:
        return at
    said = tokens[at:end]
    if any(t.low in POINTERS and not _relative(tokens, n + at) for n, t in enumerate(said)):
        return at
    if said[0].low in PREPOSITIONS or said[0].low in CONJUNCTIONS or said[0].low in AUXILIARIES:
        return at
    if at and tokens[at - 1].low == "the" and said[0].text[0].islower():
        if not any(t.low in _GENERAL_THE for t in said[:3]):
            return at
    if len(said) == 1 and (said[0].low in _VAGUE or verb_form(said[0].low) == "past"):
        return at
    if said[-1].low in _VAGUE and len(said) <= 3:
        return at
    if said[-1].low in PREPOSITIONS - {"in", "out", "up", "off", "outside", "inside", "over", "around"}:
        return at
    if any(t.low in ("the",) and tokens[n + at + 1].low in _VAGUE for n, t in enumerate(said[:-1])):
        return at
    return end if any(c.isalpha() for t in said for c in t.low) else at


def _relative(tokens: Sequence[Token], n: int) -> bool:
    """A pointing word that is none here: a relative ("shows *that* ...", "people *who* ..."), or
    one that goes back to the phrase itself ("authors with *their* ...")."""
    low = tokens[n].low
    if low in ("that", "which", "who", "whose", "where", "when"):
        after = tokens[n + 1].low if n + 1 < len(tokens) else ""
        return n > 0 and tokens[n - 1].is_word and (
            after in AUXILIARIES or bool(verb_form(after)) or is_adverb(after) or low in ("whose", "where")
        ) and bool(after)
    return low in ("other", "others", "so", "same", "one", "such", "my", "here") and (
        low != "my" or n + 1 < len(tokens)
    ) and low not in ("here", "so", "one")


def _cut(tokens: Sequence[Token], at: int) -> int:
    """Where reasons and comments begin behind ``at``."""
    for n in range(at + 1, min(len(tokens), at + LONGEST + 6)):
        for words in _REASONS:
            if all(n + k < len(tokens) and tokens[n + k].low == w for k, w in enumerate(words)):
                return n
        if tokens[n].low == "," and not _list_goes_on(tokens, n):
            return n
    return min(len(tokens), at + LONGEST + 6)


def _list_goes_on(tokens: Sequence[Token], comma: int) -> bool:
    """Whether a comma parts values of a list: "and" or "or" comes later, with phrases between."""
    if comma + 1 < len(tokens) and is_adverb(tokens[comma + 1].low):
        return False
    for n in range(comma + 1, min(len(tokens), comma + 24)):
        low = tokens[n].low
        if low in ("and", "or", "&"):
            return n + 1 < len(tokens) and not is_adverb(tokens[n + 1].low)
        if low in POINTERS or low in AUXILIARIES:
            return False
    return False


def _first_of_list(tokens: Sequence[Token], at: int, stop: int) -> int:
    """Where the first value of a list ends that may be parted; 0 where it is one value."""
    plain = True
    for n in range(at, stop):
        low = tokens[n].low
        if low == "," and plain:
            return n
        if low in ("and", "&") and plain and n > at:
            first = tokens[n - 1].low
            simple = n - at <= 2 and (first.endswith("s") or first.endswith("ing"))
            if simple and not any(t.low in PREPOSITIONS or t.low in POINTERS for t in tokens[n:stop]):
                return n
            return 0
        if low in PREPOSITIONS or low in CONJUNCTIONS or low in ("that", "who", "which"):
            plain = False
    return 0


def joint(tokens: Sequence[Token], at: int) -> int:
    """How many tokens from ``at`` on join two values of a list (", and"); 0 for none."""
    n = at
    if n < len(tokens) and tokens[n].low == ",":
        n += 1
    if n < len(tokens) and tokens[n].low in ("and", "or", "&"):
        n += 1
    while n > at and n < len(tokens) and tokens[n].low in ("a", "an", "the", "also", "some", "my", "our"):
        n += 1
    return n - at if n < len(tokens) else 0


def deed(tokens: Sequence[Token], at: int) -> int:
    """Where a verb phrase with its object ends ("dine at rooftop bars"); ``at`` for none."""
    if at >= len(tokens) or verb_form(tokens[at].low) not in ("base", "ing"):
        return at
    if at + 1 >= len(tokens) or not tokens[at + 1].is_word:
        return at + 1 if tokens[at].low not in _LIGHT else at
    stop = _cut(tokens, at)
    first = at + 1
    end = topic(tokens, first + 1 if tokens[first].low in ("a", "an", "the", "any", *PREPOSITIONS) else first)
    return max(end, at) if end > first else at if stop > first else at


_LIGHT: Final = frozenset("be do have get go make take see know say tell think try help use keep".split())
