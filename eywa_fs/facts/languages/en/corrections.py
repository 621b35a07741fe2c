"""Values taken back in the same breath: "the 4th ... no wait, the 5th"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from eywa_fs.facts.languages.en.morphology import verb_form
from eywa_fs.facts.languages.en.phrases import trimmed
from eywa_fs.facts.languages.en.times import Calendar
from eywa_fs.facts.languages.en.tokens import Token, written
from eywa_fs.facts.languages.en.words.grammar import NUMBER_WORDS, WEEKDAYS
from eywa_fs.facts.model import Candidate

#: What announces that the value before was wrong.
_MARKERS = tuple(
    tuple(text.split())
    for text in (
        "no ,", "no wait", "no , wait", "wait no", "wait , no", "no sorry", "no , sorry",
        "sorry no",
        "sorry , no", "actually no", "actually , no", "scratch that", "correction", "make that",
        "no i mean", "no , i mean", "i mean", "no , actually", "no actually", "or rather",
        "beg pardon ,", "no hang on", "no , hang on", "hang on , no", "wait , sorry", "oops ,",
        "hang on ,", "hold on ,",
        "sorry ,", "er ,",
        "ah no", "ah , no", "no no", "no , no", "sorry i mean", "sorry , i mean", "rather ,",
    )
)  # fmt: skip
_BY_FIRST = {first: [marker for marker in _MARKERS if marker[0] == first] for first, *_ in _MARKERS}
_BREAKS = frozenset({",", "...", "…", "-", "—", "–", "--", ":", "("})
_FILLERS = frozenset(
    {
        "god",
        "sorry",
        "no",
        "oops",
        "wait",
        "ah",
        "oh",
        "er",
        "erm",
        "actually",
        "argh",
        "ugh",
        "make",
        "that",
        "correction",
        "haha",
        "hang",
        "on",
        "hold",
        "definitely",
        "beg",
        "pardon",
        "lol",
        "i",
        "mean",
    }
)


def before_correction(tokens: list[Token]) -> tuple[list[Token], tuple[Token, ...]]:
    """The words before a correction and the corrected value; no value when none is corrected."""
    for at in range(2, len(tokens) - 1):
        if tokens[at - 1].low not in _BREAKS:
            continue
        for marker in _BY_FIRST.get(tokens[at].low, ()):
            if tuple(t.low for t in tokens[at : at + len(marker)]) == marker:
                value = tokens[at + len(marker) :]
                while value and not value[0].is_word:
                    value = value[1:]
                end = next((i for i, t in enumerate(value) if not t.is_word and t.low != ":"), None)
                more = value[end + 1 : end + 2] if end is not None else []
                if end is not None and more and more[0].low in ("between", "from", "at", "till"):
                    end = next(
                        (i for i in range(end + 1, len(value)) if not value[i].is_word), None
                    )
                    if (len(value) if end is None else end) > 9:
                        end = 0
                    if _same_kind(tokens[:at], value[:3]) and end != 0:
                        return tokens[: at - 1], tuple(_without_article(value[:end]))
                value = value[:end]
                if 0 < len(value) <= 5 and _same_kind(tokens[:at], value):
                    return tokens[: at - 1], tuple(value)
    return tokens, ()


def _without_article(value: Sequence[Token]) -> Sequence[Token]:
    return value[1:] if value[0].low in ("the", "on") else value


def corrects(
    tokens: Sequence[Token], found: list[Candidate], text: str, calendar: Calendar
) -> bool:
    """Take a sentence that only corrects a number or day of the last fact ("Six! Sorry, six")."""
    if not found:
        return False
    tokens = _correction_proper(tokens)
    words = [t for t in tokens if t.is_word]
    renamed = _renamed(words)
    if renamed and tokens[0].start - found[-1].end <= 12:
        replace_value(found, renamed, text, calendar)
        return True
    values = [t for t in words if _is_number(t.low) or t.low in WEEKDAYS]
    rest = [t for t in words if t not in values and t.low not in _FILLERS]
    if not values or len(words) > 6 or any(t.low not in _LINKS for t in rest):
        return False
    last = found[-1]
    if tokens[0].start - last.end > 12 or not any(
        _is_number(w) or w in WEEKDAYS for w in last.object.lower().split()
    ):
        return False
    first = tokens.index(values[0])
    end = first + 1
    first -= int(first > 0 and tokens[first - 1].low in ("£", "$", "€"))
    while (end < len(tokens) and tokens[end].is_word and tokens[end] not in values[1:]) or (
        end < len(tokens) and tokens[end] in values and tokens[end - 1].low == "at"
    ):
        end += 1
    replace_value(found, tuple(tokens[first:end]), text, calendar)
    return True


def _correction_proper(tokens: Sequence[Token]) -> Sequence[Token]:
    """ "Correction, £40, they raised it": what is told behind the right value is left out."""
    if tokens[0].low not in _RETRACTING | {"sorry", "no", "actually"}:
        return tokens
    first = next((i for i, t in enumerate(tokens) if _is_number(t.low) or t.low in WEEKDAYS), 0)
    end = next((i for i in range(first, len(tokens)) if tokens[i].low == ","), None)
    return tokens[:end] if first else tokens


_LINKS = frozenset({"at", "the", "on"})
_RETRACTING = frozenset({"wait", "scratch", "correction", "mean"})


def _renamed(words: Sequence[Token]) -> tuple[Token, ...]:
    """The noun in "Wait, no, pecans": what remains of a sentence of retracting words."""
    at = 0
    while at < len(words) and words[at].low in _FILLERS | _RETRACTING:
        at += 1
    rest = tuple(words[at:])
    retracts = any(t.low in _RETRACTING for t in words[:at])
    fits = 0 < len(rest) <= 2 and not any(verb_form(t.low) for t in rest)
    plain = all(t.low not in NUMBER_WORDS and not t.low[:1].isdigit() for t in rest)
    return rest if retracts and fits and plain else ()


def replace_value(
    found: list[Candidate], value: Sequence[Token], text: str, calendar: Calendar
) -> None:
    """Give the last fact another value; its span grows to hold it."""
    last = found[-1]
    value = trimmed(value, leading=False)
    if not value:
        return
    words = written(text, value)
    if words.lower() == last.object.lower():
        return
    start, end = value[0].start, value[-1].end
    day = next((d for d in calendar.days() if start <= d.start < end and d.names_day), None)
    found[-1] = replace(
        last,
        object=words,
        start=min(last.start, start),
        end=max(last.end, end),
        valid_from=day.first if day else None,
        valid_to=day.last if day else None,
        type="plan" if day and last.predicate == "schedule" else last.type,
    )


def _is_number(low: str) -> bool:
    return low.lstrip("£$€")[:1].isdigit() or low in NUMBER_WORDS


def _same_kind(before: Sequence[Token], value: Sequence[Token]) -> bool:
    """Whether a correction offers the kind of value that stands before: a day, number, name."""
    tail = before[-7:]
    for test in (
        lambda t: _is_number(t.low),
        lambda t: t.low in WEEKDAYS,
        lambda t: t.is_capital and t.low != "i",
    ):
        if any(test(t) for t in value) and any(test(t) for t in tail):
            return True
    return False
