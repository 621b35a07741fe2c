"""Turns of a story that the grammar of clauses does not reach: "Week two in ...", "back to ..."."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache

from eywa_fs.facts.certainty import Directness
from eywa_fs.facts.languages.en.clauses import Clause
from eywa_fs.facts.languages.en.discourse import USER, Discourse
from eywa_fs.facts.languages.en.drafts import Draft, drafts
from eywa_fs.facts.languages.en.nounphrases import noun_phrase
from eywa_fs.facts.languages.en.phrases import Phrase, head, is_value, trimmed
from eywa_fs.facts.languages.en.rules_jobs import is_job
from eywa_fs.facts.languages.en.subjects import Subject, subject_at
from eywa_fs.facts.languages.en.tokens import Token
from eywa_fs.facts.languages.en.words.grammar import MONTHS, WEEKDAYS
from eywa_fs.facts.languages.en.words.lists import words
from eywa_fs.facts.languages.en.words.people import LANGUAGES, PETS
from eywa_fs.facts.languages.en.words.story_turns import ROWS, Row
from eywa_fs.facts.languages.en.words.things import (
    APPS,
    BODY,
    DIETS,
    FOOD,
    LIGHT_NOUNS,
    TREATMENTS,
    WORKPLACES,
)
from eywa_fs.language.needles import Slots
from eywa_fs.language.sieve import Sieve

_PART = (
    r"(?:^\W*|[,;:()—–…-]\s*"
    r"|\b(?:and|but|so|because|since|as|then|well|though|anyway|honestly|actually) )"
)
_AUXILIARY = (
    r"(?:'ve|'s|'re|'m| have| has| had| am| is| are| was| were)?"
    r"(?: (?:just|finally|now|recently|officially|also|only|since|been|already|actually|both|got))*"
)
_WHO = r"(?P<s>i|we|he|she|(?:my|our) [a-z-]+(?: [a-z-]+)?|[a-z]+)"
_SLOTS = {
    "{A}": _PART,
    "{S}": rf"{_PART}(?:{_WHO}{_AUXILIARY} )?(?:(?:also|just|finally|now|so|officially) )*",
    "{P}": rf"{_PART}(?P<s>he|she) ",
    "{T}": rf"{_PART}(?P<s>he|she|(?:my|our) [a-z-]+(?: [a-z-]+)?|[a-z]+) (?:now |just )?",
}
#: A stay that is no move, and what is only hoped for or offered.
_PASSING = re.compile(
    r"\b(?:holiday|hols|vacation|trip|festival|conference|hospital|camp|honeymoon|visiting|weekend|"
    r"retreat|cruise|interrail\w*|transit|layover|offered|almost|nearly|might|would|could|if|wish|"
    r"(?<!stopped )(?<!quit )(?<!given up )going to|gonna|hope|hoping|want|wanted|maybe|thinking|"
    r"considering|tempted|about to)\b"
)
_NOT_FIRMS = words(
    "bang bank landlord us me him her them beach gym plan plans bit lot time year everyone nothing"
)


def read_story(
    tokens: Sequence[Token], text: str, offset: int, discourse: Discourse, known: Sequence[Draft]
) -> list[Draft]:
    """What the turns of a sentence assert, beyond what is ``known`` of it.

    Args:
        tokens: of the sentence.
        text: the sentence as written; ``offset`` is its place in the message.
        discourse: who has been talked about.
        known: what the clauses of the sentence gave; nothing is said twice.
    """
    low = text.lower().replace("’", "'")
    if len(low) != len(text) or len(low) > _LONGEST or "?" in low:
        return []
    found: list[Draft] = []
    for row, pattern in _compiled().worth(low):
        if any(_same_place(row.predicate, draft.predicate) for draft in (*known, *found)):
            continue
        for match in pattern.finditer(low):
            if _PASSING.search(_part_around(low, match)):
                continue
            found += _read(row, match, tokens, offset, discourse)
            if found:
                break
    taken = {token.start for draft in known for token in draft.object}
    return [draft for draft in found if not taken & {token.start for token in draft.object}]


_LONGEST = 400


def _part_around(low: str, match: re.Match[str]) -> str:
    """The part of a sentence, between marks, that holds a match."""
    start = max(low.rfind(mark, 0, match.start() + 1) for mark in ",;:—–…") + 1
    ends = [at for mark in ",;:—–…" if (at := low.find(mark, match.end())) >= 0]
    return low[start : min(ends, default=len(low))]


@lru_cache(maxsize=1)
def _compiled() -> Sieve[Row]:
    rows = []
    for row in ROWS:
        rows.append((row, row.pattern.replace("{{", "{").replace("}}", "}")))
    return Sieve.of_written(rows, Slots(_SLOTS))


def _same_place(left: str, right: str) -> bool:
    homes = {"lives_in", "moved_to"}
    return (left == right and left != "speaks") or {left, right} <= homes


def _read(
    row: Row, match: re.Match[str], tokens: Sequence[Token], offset: int, discourse: Discourse
) -> list[Draft]:
    groups = match.groupdict()
    subject = _subject(match, tokens, offset, discourse) if groups.get("s") else None
    if groups.get("s") and subject is None:
        return []
    if subject is None and match.start() > 0 and row.pattern.startswith("{S}"):
        opening = subject_at(tokens, 0, discourse)
        subject = opening if opening is not None and opening.kind == "person" else None
    if groups.get("o"):
        first, last = match.span("o")
        value = tuple(t for t in tokens if first <= t.start - offset and t.end - offset <= last)
        value = value if row.kind in ("all", "body") else trimmed(value)
    else:
        at = next((i for i, t in enumerate(tokens) if t.start - offset >= match.end()), -1)
        if at < 0:
            return []
        value = _value(row.kind, tokens, at)
    if not value or not (is_value(value) or row.kind in ("all", "body")):
        return []
    if not KINDS[row.kind](value):
        return []
    clause = Clause(tuple(tokens), "", subject, None, 0, 0, 0)
    return drafts(
        clause,
        row.predicate,
        [value],
        negated=row.negated,
        span="begins" if row.negated else row.span,
        directness=Directness.IMPLIED,
    )


def _value(kind: str, tokens: Sequence[Token], at: int) -> Phrase:
    if kind == "weekly":
        return _until_verb(tokens, at)
    if kind == "rate":
        return tuple(tokens[at : at + 4])
    if kind == "place":
        return noun_phrase(tokens, at, prepositions=frozenset())
    phrase = noun_phrase(tokens, at)
    return phrase[:-1] if phrase and phrase[-1].low in ("done", "over", "survived") else phrase


def _until_verb(tokens: Sequence[Token], at: int) -> Phrase:
    """A rhythm with its hours; empty where a verb follows: that is another sentence."""
    end = at
    while end < len(tokens) and end - at < 8:
        token = tokens[end]
        if token.low in _AFTER_TIMES or (not token.is_word and token.low not in (",", ":")):
            break
        end += 1
    return trimmed(tokens[at:end], leading=False)


_AFTER_TIMES = words(
    """in on the i we it he she they is are was were because so but and above with for my our
    at-home this last next until i'm permanently now"""
)


def _subject(
    match: re.Match[str], tokens: Sequence[Token], offset: int, discourse: Discourse
) -> Subject | None:
    """The person in the group ``s``; ``None`` where it is not one."""
    first, last = match.span("s")
    at = next((i for i, t in enumerate(tokens) if t.start - offset == first), -1)
    if at < 0:
        return None
    if tokens[at].low in ("me", "us"):
        return Subject((USER,), "user", at + 1)
    found = subject_at(tokens, at, discourse)
    if found is None or found.kind == "thing":
        return None
    return found if tokens[found.end - 1].end - offset <= last else None


def _capital(phrase: Phrase) -> bool:
    return phrase[0].is_capital and phrase[0].low not in WEEKDAYS | MONTHS


def _any_of(*lists: frozenset[str]) -> Callable[[Phrase], bool]:
    known = frozenset().union(*lists)
    return lambda phrase: any(token.low in known for token in phrase)


def _firm(phrase: Phrase) -> bool:
    if {t.low for t in phrase} & (_NOT_FIRMS | FOOD | LANGUAGES) or len(phrase) > 5:
        return False
    return _capital(phrase) or head(phrase) in WORKPLACES


def _workplace(phrase: Phrase) -> bool:
    noun = head(phrase)
    return noun in WORKPLACES and noun not in ("gym", "hotel", "hospital") and len(phrase) <= 5


def _title(phrase: Phrase) -> bool:
    return is_job(phrase) or head(phrase) in (
        "lead",
        "head",
        "captain",
        "deputy",
        "chair",
        "partner",
    )


def _regime(phrase: Phrase) -> bool:
    first = phrase[0].low
    return first in DIETS or first.startswith(("no-", "low-", "zero-", "high-")) or first in (
        "raw", "carnivore", "keto", "paleo", "fasting", "juice", "mediterranean", "fodmap"
    )  # fmt: skip


def _diet(phrase: Phrase) -> bool:
    first = phrase[0].low
    return first in DIETS or first.endswith("-free")


#: What an object must be.
KINDS: dict[str, Callable[[Phrase], bool]] = {
    "all": lambda phrase: True,
    "thing": lambda phrase: head(phrase) not in LIGHT_NOUNS and len(phrase) <= 4,
    "place": lambda phrase: _capital(phrase) and len(phrase) <= 4,
    "firm": _firm,
    "workplace": _workplace,
    "job": is_job,
    "title": _title,
    "tool": lambda phrase: (
        (_capital(phrase) or bool({t.low for t in phrase} & APPS)) and len(phrase) <= 3
    ),
    "pet": _any_of(PETS),
    "regime": _regime,
    "diet": _diet,
    "rate": lambda phrase: len(phrase) == 4,
    "dish": _any_of(FOOD),
    "weekly": lambda phrase: _any_of(WEEKDAYS)(phrase) or phrase[0].low == "every",
    "vehicle": lambda phrase: len(phrase) <= 3 and head(phrase) not in LIGHT_NOUNS,
    "body": _any_of(BODY),
    "medicine": _any_of(TREATMENTS),
    "language": _any_of(LANGUAGES),
    "certificate": lambda phrase: phrase[-1].low in LANGUAGES,
    "address": lambda phrase: phrase[0].low[:1].isdigit(),
}
