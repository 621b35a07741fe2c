"""Days, hours and numbers that stand as values behind a verb."""

from __future__ import annotations

import re
from collections.abc import Sequence

from eywa_fs.facts.languages.en.phrases import trimmed
from eywa_fs.facts.languages.en.tokens import Token
from eywa_fs.facts.languages.en.words.grammar import MONTHS, NUMBER_WORDS, TIME_NOUNS, WEEKDAYS
from eywa_fs.facts.languages.en.words.lists import words

#: A figure that can be an hour or a day of the month ("2", "10:40", "7pm", "24th").
_CLOCK_LIKE = re.compile(r"\d{1,2}(?:[:.]\d\d)?(?:am|pm|st|nd|rd|th)?$")
_WEEK_OR_CLOCK = (
    WEEKDAYS | MONTHS | TIME_NOUNS | words("daily weekly monthly biweekly fortnightly quarterly")
)


def time_value(rest: Sequence[Token]) -> tuple[Token, ...]:
    """A complement that is a day or a time of day: "Tuesdays at 6", "on March 3rd"."""
    at = (
        1
        if rest[0].low in ("on", "at", "every", "from", "always", "in", "the", "until", "till")
        else 0
    )
    head = rest[at : at + 3]
    timely = (
        any(t.low[:1].isdigit() and t.low.endswith(("st", "nd", "rd", "th")) for t in head)
        or any(
            t.low in _WEEK_OR_CLOCK or (t.low.endswith(("am", "pm")) and t.low[:1].isdigit())
            for t in head
        )
        or (
            rest[0].low == "at"
            and len(rest) > 1
            and (
                rest[1].low[:1].isdigit()
                or rest[1].low in NUMBER_WORDS | {"noon", "half", "quarter"}
            )
        )
    )
    if not timely:
        return ()
    start = 0 if rest[0].low in ("every", "until", "till") else at
    article = start == 1 and len(rest) > 2 and rest[1].low == "the" and rest[2].low[:1].isdigit()
    start += int(article)
    end = start
    while (
        end < len(rest)
        and end - start < 9
        and rest[end].low not in ("instead", "because", "so", "but", "since", "for", "with")
        and not _place_follows(rest, end)
        and (
            rest[end].is_word
            or rest[end].low in ("-", "–")
            or (
                rest[end].low == ","
                and end + 1 < len(rest)
                and (_CLOCK_LIKE.match(rest[end + 1].low) or rest[end + 1].low in NUMBER_WORDS)
            )
        )
    ):
        end += 1
    return trimmed(rest[start:end], leading=False)


def _place_follows(rest: Sequence[Token], at: int) -> bool:
    """Whether "at" or "in" leads on to a place, not to an hour or month."""
    if rest[at].low not in ("at", "in") or at + 1 >= len(rest) or at == 0:
        return False
    follow = rest[at + 1].low
    if follow == "the":
        return rest[at + 2].low not in TIME_NOUNS if at + 2 < len(rest) else True
    return not (follow[:1].isdigit() or follow in NUMBER_WORDS | TIME_NOUNS | MONTHS | _CLOCK)


_CLOCK = words("half quarter noon midnight lunchtime")


def contact_value(rest: Sequence[Token]) -> tuple[Token, ...]:
    """The phone number or mail address that stands among the next words, or nothing."""
    digits: list[Token] = []
    for token in rest[:10]:
        if "@" in token.low:
            return (token,)
        if (
            token.low[:1].isdigit()
            or token.low[:1] == "+"
            or (digits and token.low in ("-", "(", ")"))
        ):
            digits.append(token)
        elif digits:
            break
    while digits and not digits[-1].is_word:
        digits.pop()
    return tuple(digits) if sum(len(t.text) for t in digits) >= 6 else ()
