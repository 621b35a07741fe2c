"""What a predicate begins with, and what stands before it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from eywa_fs.facts.engine.clauses import Tense
from eywa_fs.facts.engine.rules import load
from eywa_fs.facts.languages.zh.times import When, time_at
from eywa_fs.facts.languages.zh.tokens import Words, lexicon, patterns

HALF: Final = ("不太", "不大", "不怎么", "不是很")
NO_LONGER: Final = ("不再", "再也不", "再也没")
_P: Final = patterns("clauses")


@cache
def starters() -> Words:
    """The words that the forms of the rules begin with: what a clause that is read begins with."""
    from eywa_fs.facts.languages.zh import LANGUAGE

    first = [rule.form[0] for rule in load(LANGUAGE) if rule.form and rule.form[0].kind == "words"]
    return Words("".join(choice) for element in first for choice in element.words)


def begins(low: str, at: int, end: int) -> bool:
    """Whether a predicate can begin at a place: a word of a form, one before it, or its end."""
    if at >= end or low[at] in "，,、的":
        return at >= end
    return bool(
        starters().at(low, at, end) or lexicon("adverbs").at(low, at, end) or
        lexicon("denials").at(low, at, end) or lexicon("hedges").at(low, at, end) or time_at(low,
        at, end) or _P["subjectless"].match(low, at, end))  # fmt: skip


def word_at(low: str, at: int, end: int) -> int:
    """Length of the longest word of a predicate's head at a place."""
    timed = time_at(low, at, end)
    sizes = (starters().at(low, at, end), lexicon("adverbs").at(low, at, end))
    return max(*sizes, timed[0] if timed else 0)


@dataclass(slots=True)
class Lead:
    """What stands before the verb."""

    at: int
    start: int
    tense: Tense = "present"
    negated: bool = False
    hedged: bool = False
    denial: int = -1
    year: bool = False
    hole: tuple[int, int] = (0, 0)


def timed_by(lead: Lead, when: When) -> None:
    if when in ("past", "year"):
        lead.tense, lead.year = "past", when == "year"
    elif when == "episode":
        lead.tense = "perfect"
    elif when == "future":
        lead.tense = "future"
    elif when == "someday":
        lead.tense, lead.hedged = "future", True


def partly(low: str, lead: Lead, at: int) -> bool:
    """Whether a diet, a habit or a denial is told of a part of somebody's meals or days only."""
    told_so = lead.denial >= 0 or low[at : at + 1] in tuple("吃喝碰沾能可每")
    return told_so and bool(_P["partly"].search(low, lead.start, at))


def of_value(low: str, at: int, end: int) -> bool:
    """Whether a form that begins with a value could fit: an age, an allergy."""
    named = _P["form-of-value"].match(low, at, end) or lexicon("places").at(low, at, end)
    return bool(named) or low.find("过敏", at, end) >= 0
