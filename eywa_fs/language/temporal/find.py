"""Time expressions of a text, on the time line: both grammars, tense, zones and overlaps."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, tzinfo
from functools import lru_cache
from zoneinfo import ZoneInfo

from eywa_fs.language.temporal import en, zh
from eywa_fs.language.temporal.reading import Context, Rule
from eywa_fs.language.temporal.tokens import tokenize_words
from eywa_fs.language.temporal.values import Prefer, TimeSpan

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_CJK = re.compile("[\u4e00-\u9fff]")
_LATIN_OR_DIGIT = re.compile("[A-Za-z0-9]")
_FULL_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_CLAUSE_END = re.compile("[.!?;\n。！？；，]")
# Words that tell the tense of a clause; a past tense of a regular verb ends in -ed.
_TENSE = re.compile(
    r"(?P<future>\b(?:will|shall|going to|gonna|plan(?:s|ning)? to|let's|should|must|want to|"
    r"would)\b|'ll\b|会|會|将|將|要|打算|准备|準備|计划|計劃|想|去吧|吧$)"
    r"|(?P<past>\b(?:was|were|did|had|been|went|came|saw|met|got|took|bought|made|said|told|gave|"
    r"found|left|felt|thought|ate|began|broke|brought|built|caught|chose|drove|fell|flew|"
    r"forgot|grew|heard|held|kept|knew|lost|paid|ran|read|sent|slept|sold|spent|spoke|started|"
    r"taught|won|wore|wrote|(?!need|indeed|hundred|speed|feed|seed)[a-z]{2,20}ed)\b"
    r"|了|过|曾|當時|当时|刚才|昨)",
    re.I,
)


def find_times(
    text: str, reference_ms: int, *, tz: str | tzinfo = "UTC", prefer: Prefer = "auto"
) -> list[TimeSpan]:
    """All time expressions of `text`, left to right, without overlaps.

    `reference_ms` is when the text was said (epoch milliseconds), `tz` the zone it was said in
    (an IANA name or a tzinfo; an unknown name counts as UTC). `prefer` says which side an
    incomplete date ("Friday", "May 8") is looked for; "auto" takes it from the tense of the
    clause and else the next one to come. A bare hour is read literally (5 is 05:00) unless the
    text says which half of the day. Vague expressions ("recently") and impossible dates give
    nothing. Never raises on any text; time grows linearly with the text.
    """
    zone = _zone(tz)
    try:
        now = _local(reference_ms, zone)
    except (ValueError, OverflowError):
        return []
    found = []
    for start, end, rule in _matches(text):
        side = tense(text, start, end) if prefer == "auto" else prefer
        context = Context(now, "past" if side == "past" else "future", sure=side != "auto")
        placed = _place(rule, context, start, end, zone)
        if placed is not None:
            found.append(placed)
    return found


@lru_cache(maxsize=64)
def _named_zone(name: str) -> tzinfo:
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return UTC


def _zone(tz: str | tzinfo) -> tzinfo:
    return _named_zone(tz) if isinstance(tz, str) else tz


@lru_cache(maxsize=4)
def _matches(text: str) -> tuple[tuple[int, int, Rule], ...]:
    """The matches of both grammars, the Chinese ones first where they overlap.

    Kept, as a text is often read once for each side of the reference time.
    """
    chinese = _CJK.search(text) is not None
    latin = _LATIN_OR_DIGIT.search(text) is not None or (not chinese and not text.isascii())
    if not text.isascii():
        text = text.translate(_FULL_WIDTH)
    taken = 0
    found = []
    ours = list(zh.find(text)) if chinese else []
    theirs: list[tuple[int, int, Rule]] = []
    if latin:
        t = tokenize_words(text)
        theirs = [(t.starts[i], t.ends[end - 1], rule) for i, (end, rule) in en.find(t)]
    for start, end, rule in sorted(ours + theirs, key=lambda m: (m[0], -m[1])):
        if start >= taken:
            found.append((start, end, rule))
            taken = end
    return tuple(found)


def tense(text: str, start: int, end: int) -> Prefer:
    """The tense of the clause around [start, end), told by the cue nearest to the expression.

    English verbs mostly stand before their time, Chinese ones behind it; that side is asked first.
    At most 200 characters either way are read.
    """
    low, high = max(0, start - 200), min(len(text), end + 200)
    for stop in _CLAUSE_END.finditer(text, low, start):
        low = stop.end()
    stopped = _CLAUSE_END.search(text, end, high)
    high = stopped.start() if stopped else high
    before = _cue(text, low, start, last=True)
    after = _cue(text, end, high, last=False)
    if start == 0 and end == len(text):
        return _cue(text, 0, end, last=False)
    first, second = (after, before) if _CJK.search(text, start, end) else (before, after)
    return second if first == "auto" else first


def _cue(text: str, low: int, high: int, *, last: bool) -> Prefer:
    """The tense of the last, or first, cue in a stretch of text."""
    cues = [match.lastgroup for match in _TENSE.finditer(text, low, high)]
    if not cues:
        return "auto"
    return "past" if cues[-1 if last else 0] == "past" else "future"


def _local(ms: int, zone: tzinfo) -> datetime:
    return (_EPOCH + timedelta(milliseconds=ms)).astimezone(zone).replace(tzinfo=None)


def _to_ms(local: datetime, zone: tzinfo) -> int:
    return (local.replace(tzinfo=zone) - _EPOCH) // timedelta(milliseconds=1)


def _place(rule: Rule, context: Context, start: int, end: int, zone: tzinfo) -> TimeSpan | None:
    """What a rule gives on the time line; None for no date, an inverted range or a time off it."""
    try:
        reading = rule(context)
        first = None if reading.start is None else _to_ms(reading.start, zone)
        last = None if reading.end is None else _to_ms(reading.end, zone)
    except (ValueError, OverflowError, StopIteration):
        return None
    if first is not None and last is not None and last <= first:
        return None
    return TimeSpan(first, last, start, end, reading.kind)
