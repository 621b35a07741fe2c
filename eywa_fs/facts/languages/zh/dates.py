"""Dates of a fact: the times a clause names, and how they bear on its predicate."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, tzinfo
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from eywa_fs.facts.languages.zh.rule import When, expand
from eywa_fs.language.temporal import TimeSpan, find_times

_DIGITS: Final = {char: value for value, char in enumerate("零一二三四五六七八九")} | {
    "两": 2, "俩": 2, "〇": 0,
}  # fmt: skip
_LENGTH = expand(
    r"(?<![第年])(?P<n><NUM>)(?:多|来)?(?P<half>个半|半)?个?(?P<unit>年|月|星期|礼拜|周|天)(?P<after>半)?"
)
_NO_DATE = re.compile(
    r"现在|目前|如今|眼下|当下|最近|近来|近期|當下|現在|(?:早上|上午|中午|下午|晚上|凌晨|半夜|早晨|清晨|傍晚|夜里|周末|平时).*"
)


@dataclass(frozen=True, slots=True)
class Moment:
    """One named period: first and last day, and whether it is still to come."""

    first: date | None
    last: date | None
    start: int
    end: int
    future: bool


def zone(tz: str) -> tzinfo:
    """The zone of a name; UTC for a name nobody knows."""
    try:
        return ZoneInfo(tz)
    except (ZoneInfoNotFoundError, ValueError):
        return UTC


def local_day(timestamp_ms: int, tz: str) -> date | None:
    """Calendar day of a moment; ``None`` outside the calendar."""
    try:
        return datetime.fromtimestamp(timestamp_ms / 1000, zone(tz)).date()
    except (OverflowError, OSError, ValueError):
        return None


def moments(text: str, timestamp_ms: int, tz: str) -> list[Moment]:
    """The points and intervals a message names, in order."""
    today = local_day(timestamp_ms, tz)
    if today is None:
        return []
    found = []
    for span in find_times(text, timestamp_ms, tz=tz):
        if _NO_DATE.fullmatch(text[span.text_start : span.text_end]):
            continue
        moment = _moment(span, tz, today)
        if moment is not None:
            found.append(moment)
    return found


def _moment(span: TimeSpan, tz: str, today: date) -> Moment | None:
    if span.kind not in ("point", "interval") or span.granularity in ("second", "minute", "hour"):
        return None
    first = local_day(span.start_ms, tz) if span.start_ms is not None else None
    last = local_day(span.end_ms - 1, tz) if span.end_ms is not None else None
    if first is None and last is None:
        return None
    return Moment(first, last, span.text_start, span.text_end, first is not None and first > today)


def number(text: str) -> float | None:
    """A Chinese or Arabic numeral below ten thousand; ``None`` for a vague one."""
    if re.fullmatch(r"[0-9]+(?:\.[0-9]+)?", text):
        return float(text)
    if text == "半":
        return 0.5
    if not text or any(char in "几多" for char in text):
        return None
    total = digit = 0
    for char in text:
        if char in _DIGITS:
            digit = _DIGITS[char]
        elif char in "十百千":
            total += (digit or 1) * {"十": 10, "百": 100, "千": 1000}[char]
            digit = 0
        else:
            return None
    return float(total + digit)


def back(text: str, today: date) -> date | None:
    """The day a length of time before ``today`` that ``text`` names ("干了六年")."""
    match = _LENGTH.search(text)
    if match is None:
        return None
    amount = number(match["n"])
    if amount is None:
        return None
    amount += 0.5 if match["half"] or match["after"] else 0
    unit = match["unit"]
    if unit in ("年", "月"):
        return _months_back(today, round(amount * (12 if unit == "年" else 1)))
    days = round(amount * (7 if unit in ("周", "星期", "礼拜") else 1))
    return today - timedelta(days=days) if days < 40_000 else None


def _months_back(day: date, months: int) -> date | None:
    index = day.year * 12 + day.month - 1 - months
    if index < 12:
        return None
    year, month = divmod(index, 12)
    for number_of_day in (day.day, 30, 29, 28):
        try:
            return date(year, month + 1, min(number_of_day, day.day))
        except ValueError:
            continue
    return None


def bounds(
    when: When, named: list[Moment], text: str, today: date | None, *, past: bool
) -> tuple[date | None, date | None]:
    """First and last day of a fact.

    Args:
        when: the kind of predicate.
        named: the periods its clause names.
        text: the clause.
        today: day of the message.
        past: the clause says that it is over.
    """
    if when == "none" or today is None:
        return None, None
    moment = named[0] if named else None
    if when == "plan":
        return (moment.first, moment.last) if moment and moment.future else (None, None)
    if when == "event":
        return (moment.first, moment.last) if moment else (back(text, today), None)
    if when == "change":
        return (moment.first if moment else today), None
    if past:
        return (moment.first if moment else None), (moment.last if moment else today)
    if moment and not moment.future:
        return moment.first, None
    length = re.search(r"了|有|快|整整|都", text) and back(text, today)
    return (length or None), None
