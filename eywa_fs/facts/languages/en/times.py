"""Dates of a message: which days its words name, and which of them bound a fact."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo

from eywa_fs.facts.languages.en.drafts import Draft
from eywa_fs.facts.languages.en.tokens import Token
from eywa_fs.language.temporal import Prefer, find_times

_UNITS = {"day": 1, "week": 7, "fortnight": 14}
_NUMBERS = {
    word: n
    for n, word in enumerate(
        [
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
        ]
    )
} | {"a": 1, "an": 1, "twenty": 20, "fifteen": 15, "thirty": 30}
_DURATION = re.compile(
    r"\bfor\s+(?:the\s+(?:past|last)\s+|about\s+|almost\s+|nearly\s+|over\s+|more\s+than\s+)?"
    r"(\d{1,3}|[a-z]{1,7})\s+(day|week|fortnight|month|year)s?\b"
    r"|\b(\d{1,3}|[a-z]{1,7})\s+(day|week|fortnight|month|year)s?\s+"
    r"(?:now|running|straight|already|and\s+counting|in\s+a\s+row)\b",
    re.I,
)
#: "Now" gives no date: it is when the message was written anyway.
_DAY_WORD = re.compile(r"day|tonight|morning|evening|night|ago|hour|minute|just")
_VAGUE = frozenset({"now", "right now", "from now on", "nowadays", "these days", "currently"})


@dataclass(frozen=True, slots=True)
class Days:
    """A stretch of whole days that some words of the message name."""

    first: date | None
    last: date | None
    start: int
    end: int
    lasting: bool = False
    clock: bool = False

    @property
    def names_day(self) -> bool:
        """Whether a day is named, not just a time of day or a rhythm."""
        return not self.clock and (self.first is not None or self.last is not None)


def message_day(timestamp_ms: int, tz: str) -> date:
    """The calendar day of a message in a time zone."""
    zone = UTC if tz == "UTC" else ZoneInfo(tz)
    return datetime.fromtimestamp(timestamp_ms / 1000, zone).date()


class Calendar:
    """The dates of one message, read once for each tense an incomplete date can have."""

    def __init__(self, text: str, timestamp_ms: int, tz: str) -> None:
        self.text, self.timestamp_ms, self.tz = text, timestamp_ms, tz
        self.today = message_day(timestamp_ms, tz)
        self._read: dict[Prefer, list[Days]] = {}

    def days(self, prefer: Prefer = "auto") -> list[Days]:
        """The dates, incomplete ones looked for on one side of the message's day."""
        if prefer not in self._read:
            self._read[prefer] = _days_in(self.text, self.timestamp_ms, self.tz, prefer)
        return self._read[prefer]

    def covers(self, token: Token) -> bool:
        """Whether a token belongs to a time expression."""
        return _inside(token, self.days())


def _days_in(text: str, timestamp_ms: int, tz: str, prefer: Prefer) -> list[Days]:
    """Every day or stretch of days that the text names, in order."""
    zone = UTC if tz == "UTC" else ZoneInfo(tz)
    found = []
    today = message_day(timestamp_ms, tz)
    for span in find_times(text, timestamp_ms, tz=tz, prefer=prefer):
        if text[span.text_start : span.text_end].lower() in _VAGUE:
            continue
        first, last = _day(span.start_ms, zone), _day(span.end_ms, zone, before=True)
        if first and last and last < first:
            last = first
        words = text[span.text_start : span.text_end].lower()
        clock = (
            span.granularity in ("second", "minute", "hour")
            and first == today
            and _DAY_WORD.search(words) is None
        )
        found.append(Days(first, last, span.text_start, span.text_end, clock=clock))
    for match in _DURATION.finditer(text):
        number, unit = (match.group(1), match.group(2)) if match.group(1) else match.group(3, 4)
        begin = _back(today, number.lower(), unit.lower())
        if begin:
            found = [d for d in found if d.end <= match.start() or d.start >= match.end()]
            found.append(Days(begin, today, match.start(), match.end(), lasting=True))
    return sorted(found, key=lambda days: days.start)


def _day(instant_ms: int | None, zone: tzinfo, *, before: bool = False) -> date | None:
    """The day of an instant; ``before`` takes the last millisecond before it."""
    if instant_ms is None:
        return None
    try:
        return datetime.fromtimestamp((instant_ms - before) / 1000, zone).date()
    except (OverflowError, OSError, ValueError):
        return None


def dated(draft: Draft, calendar: Calendar) -> tuple[date | None, date | None]:
    """First and last day of a fact from the dates within its clause."""
    group = draft.clause.group
    today = calendar.today
    ahead = draft.span == "plan" or draft.predicate in ("must", "must_not", "plans_to", "wants")
    past = group is not None and group.is_past
    days = calendar.days("future" if ahead else "past" if past else "auto")
    near = [d for d in days if draft.clause.start <= d.start < draft.clause.end and d.names_day]
    near = [d for d in near if not _of_later_item(draft, d)]
    here = near[0] if near else None
    if draft.span == "over":
        return None, _end_of_state(here, today)
    if draft.span == "begins":
        return (here.first if here else _today_if_change(draft, today)), None
    if group and draft.negated and (group.longer or _no_longer(draft)):
        return (here.first if here else today), None
    if here is None:
        return None, None
    if draft.span == "event":
        return here.first, here.last
    if draft.span == "plan" or draft.predicate == "must_not":
        if here.lasting and here.first:
            return today, today + (today - here.first)
        return here.first, here.last
    if here.lasting or (here.first and here.last is None):
        return here.first, None
    if draft.span == "state" and _since(draft, here):
        return here.first, None
    return None, None


_ONLY = re.compile(
    r"\b(?:this|next) (?P<a>week|month|year) only\b"
    r"|\b(?:only|just)(?: for)? this (?P<b>week|month|year)\b"
    r"|\b(?:until|till|til) (?P<feast>new year|christmas)\b",
    re.I,
)


def end_of_while(words: str, today: date) -> date | None:
    """The last day of a period for which alone a sentence speaks ("this month only")."""
    match = _ONLY.search(words)
    if match is None:
        return None
    if match["feast"]:
        return date(today.year, 12, 31 if match["feast"].lower() == "new year" else 24)
    unit = (match["a"] or match["b"]).lower()
    ahead = match.group().lower().startswith("next")
    if unit == "week":
        return today + timedelta(days=6 - today.weekday() + 7 * ahead)
    if unit == "year":
        return date(today.year + ahead, 12, 31)
    month = today.year * 12 + today.month + ahead
    return date(month // 12, month % 12 + 1, 1) - timedelta(days=1)


def is_ahead(days: Sequence[Days], start: int, end: int, today: date) -> bool:
    """Whether a stretch between two offsets reaches beyond today ("this year")."""
    return any(start <= d.start < end and (d.last or today) > today for d in days)


def is_future(days: Sequence[Days], start: int, end: int, today: date) -> bool:
    """Whether a date between two offsets lies after the day of the message."""
    return any(start <= d.start < end and (d.first or d.last or today) > today for d in days)


def without_dates(tokens: Sequence[Token], days: Sequence[Days]) -> tuple[Token, ...]:
    """An object phrase without the dates at its end and beginning."""
    out = list(tokens)
    while out and _inside(out[-1], days):
        out.pop()
    while out and _inside(out[0], days):
        out.pop(0)
    return tuple(out)


def _inside(token: Token, days: Sequence[Days]) -> bool:
    return any(d.start <= token.start and token.end <= d.end for d in days)


def _end_of_state(here: Days | None, today: date) -> date | None:
    if here is None or here.lasting:
        return today
    if here.last is None or here.first is None:
        return here.last or here.first
    return min(here.last, today) if here.first <= today else here.first


def _today_if_change(draft: Draft, today: date) -> date | None:
    return today if draft.kind == "change" else None


def _of_later_item(draft: Draft, days: Days) -> bool:
    """Whether a date stands inside a list, behind this item ("a cat and, since May, a dog")."""
    if not draft.object or draft.object[-1].end > days.start:
        return False
    after = [t for t in draft.clause.tokens if t.start >= days.end]
    return len(after) > 2 and after[0].low == "," and after[1].low in ("a", "an", "two", "another")


def _no_longer(draft: Draft) -> bool:
    low = " ".join(token.low for token in draft.clause.tokens)
    return "anymore" in low or "any more" in low or "any longer" in low


def _since(draft: Draft, here: Days) -> bool:
    words = [t.low for t in draft.clause.tokens if t.end <= here.start]
    within = [t.low for t in draft.clause.tokens if t.start == here.start]
    return bool({"since", "from"} & set(words[-2:] + within)) or draft.clause.lead == "since"


def _back(today: date, number: str, unit: str) -> date | None:
    count = int(number) if number.isdecimal() else _NUMBERS.get(number)
    if not count:
        return None
    if unit in _UNITS:
        return today - timedelta(days=_UNITS[unit] * count)
    months = count * (12 if unit == "year" else 1)
    index = today.year * 12 + today.month - 1 - months
    if index < 12:
        return None
    year, month = divmod(index, 12)
    for day in (today.day, 30, 29, 28):
        try:
            return date(year, month + 1, day)
        except ValueError:
            continue
    return None
