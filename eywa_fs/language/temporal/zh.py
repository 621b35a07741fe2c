"""Chinese time expressions: dates, times and parts of the day put together, and ranges of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from eywa_fs.language.temporal import relative
from eywa_fs.language.temporal.reading import (
    Clock,
    ClockRange,
    Context,
    Date,
    DayPart,
    Partial,
    Reading,
    Rule,
    combine,
    resolve_range,
    span,
)
from eywa_fs.language.temporal.values import Granularity
from eywa_fs.language.temporal.zh_relative import amount, date
from eywa_fs.language.temporal.zh_words import HALF_DAYS, NUM, PARTS, either, number, pattern
from eywa_fs.language.traditional import TO_SIMPLIFIED

# Every expression begins with one of these.
_STARTS = (
    "[0-9零〇一二三四五六七八九十百千两廿卅半上下这本今当昨前去后明大次来旧寻琴听现此而目马立即周星礼"
    "年月第春夏秋冬从自在到直截每过最近之未接往还元新情妇植愚劳五青儿六建教国黄万双光平圣跨母父感复"
    "三除端凌深午早清中正傍晚夜武贞永神开天熙洪成弘嘉隆崇顺康雍乾道咸同宣民昭令Qq正腊]"
)
_PART = f"(?:的)?({either(PARTS)})"
_TO = "(?:到|至|直到|~|～|-|–|—|—)"
# What follows "三点" when it means three points or three items and not three o'clock.
_NO_HOUR = "个%意儿多小建要原理好共教问心结体感疑优缺改"
_SPACE = " \t\u3000"


@dataclass(slots=True)
class _Compound:
    """A date, a time and a part of the day that stand together."""

    date: Date | None = None
    time: Clock | ClockRange | None = None
    part: DayPart | None = None
    end: int = 0

    def rule(self) -> Rule:
        date_, time, part = self.date, self.time, self.part
        return lambda context: combine(date_, time, part, context)


@dataclass(frozen=True, slots=True)
class _Text:
    """A packed text, and the compounds read in it, as several rules try the same ones."""

    s: str
    strict: bool
    compounds: dict[int, _Compound | None] = field(default_factory=dict)


def find(text: str, *, strict: bool = False) -> Iterator[tuple[int, int, Rule]]:
    """The expressions of a text as (start, end, rule), left to right, without overlaps."""
    s, places = _pack(text)
    packed = _Text(s, strict)
    i = 0
    starts = pattern(_STARTS)
    while True:
        start = starts.search(s, i)
        if start is None:
            return
        i = start.start()
        found = _expression(packed, i)
        if found is None or found[0] <= i:
            i += 1
            continue
        if s[max(0, i - 2) : i] not in ("农历", "阴历", "旧历"):  # lunar dates are not converted
            yield places[i], places[found[0] - 1] + 1, found[1]
        i = found[0]


def _pack(text: str) -> tuple[str, list[int]]:
    """The text in simplified characters without the spaces beside Chinese characters.

    The list maps every kept character to its place in `text`.
    """
    text = text.translate(TO_SIMPLIFIED)
    if not any(char in _SPACE for char in text):
        return text, list(range(len(text)))
    kept: list[str] = []
    places: list[int] = []
    for place, char in enumerate(text):
        if char in _SPACE:
            before = kept[-1] if kept else ""
            if before > "\u2e7f" or before in "-–—" or _next_is_wide(text, place):
                continue
        kept.append(char)
        places.append(place)
    return "".join(kept), places


def _next_is_wide(text: str, place: int) -> bool:
    after = text[place + 1 : place + 2]
    return after > "\u2e7f" or after in tuple("-–—")


def _expression(x: _Text, i: int) -> tuple[int, Rule] | None:
    s = x.s
    recurring = pattern(
        "每(?:个|一|隔)?(?:[0-9两二三]个?)?(?:天|日|周|星期|礼拜|月|年|季度?|晚|早|小时|分钟)"
        "(?:末|上|[一二三四五六日天])?"
    ).match(s, i)
    if recurring:
        unplaced = Reading(None, None, "day", "recurring")
        return recurring.end(), lambda context: unplaced
    found = _between(x, i)
    if found:
        return found
    opened = pattern("(从|自从|自)|(直到|截至|截止到?|到)").match(s, i)
    if opened:
        return _opened(x, opened.end(), bool(opened.group(1)))
    compound = _compound(x, i)
    if compound is None:
        return _duration(s, i)
    length = _duration(s, i)
    if length and length[0] > compound.end:
        return length
    if compound.date is None and compound.time is None and not x.strict:
        return None
    after = pattern(
        "(?:以后|之后|后(?![天日年面])|以来|起|开始)|(以前|之前|前(?![天日年往面])|为止)"
    ).match(s, compound.end)
    if after and compound.date is not None and compound.time is None:
        later = after.group(1) is None
        past_end = after.group() in ("以后", "之后", "后", "以前", "之前", "前")
        rule = relative.open_range(compound.rule(), after=later, past_end=past_end)
        if after.group() in ("以来", "起", "开始"):
            rule = _begun(rule, certain=after.group() == "以来")
        return after.end(), rule
    return compound.end, compound.rule()


def _begun(rule: Rule, *, certain: bool) -> Rule:
    """A range that has begun already, unless its text is about the future."""

    def begun(context: Context) -> Reading:
        if certain or not context.sure:
            context = replace(context, prefer="past")
        return rule(context)

    return begun


def _opened(x: _Text, j: int, after: bool) -> tuple[int, Rule] | None:
    """ "从三月起", "自2019年以来", "直到周五", "截至去年底"."""
    s = x.s
    compound = _compound(x, j)
    if compound is None or (compound.date is None and compound.time is None):
        return None
    tail = pattern("起|以来|开始|以后|之后|为止|以前|之前").match(s, compound.end)
    end = tail.end() if tail else compound.end
    starts = after and s[j - 1] in "从自" and (tail is not None or s[max(0, j - 2) : j] == "自从")
    if not starts and not (not after and s[max(0, j - 2) : j] in ("直到", "截至", "止到", "截止")):
        if tail and not after and tail.group() == "为止":
            return end, relative.open_range(compound.rule(), after=False)
        return compound.end, compound.rule()
    rule = relative.open_range(compound.rule(), after=after)
    if not after:
        return end, rule
    return end, _begun(rule, certain=tail is not None and tail.group() == "以来")


def _duration(s: str, i: int) -> tuple[int, Rule] | None:
    length = amount(s, i)
    if length is None or s[length[2] : length[2] + 1] in tuple("级前后"):
        return None
    grain: Granularity = length[1]  # type: ignore[assignment]
    reading = Reading(None, None, grain, "duration", length[0])
    return length[2], lambda context: reading


def day_part(s: str, i: int) -> tuple[DayPart, int] | None:
    match = pattern(_PART).match(s, i)
    if match is None:
        return None
    name = match.group(1)
    if name in ("早", "晚", "夜", "晨") and s[match.end() : match.end() + 1] in tuple(
        "餐饭班期会年安宵市点"
    ):
        return None
    return PARTS[name], match.end()


def clock(s: str, i: int) -> tuple[Clock, int] | None:
    """ "三点半", "8点20分", "十点一刻", "17:30"."""
    match = pattern("([0-9]{1,2})[:：]([0-9]{2})(?:[:：]([0-9]{2}))?").match(s, i)
    if match and not (i and s[i - 1].isdecimal()):
        hour, minute = int(match.group(1)), int(match.group(2))
        second = int(match.group(3) or 0)
        if hour > 24 or minute > 59 or second > 59:
            return None
        half = pattern("(?i:(a)\\.?m|p\\.?m)").match(s, match.end())
        meridiem = (0 if half.group(1) else 12) if half else None
        grain: Granularity = "second" if match.group(3) else "minute"
        end = half.end() if half else match.end()
        return Clock(hour, minute, second, grain, meridiem), end
    spoken = pattern(
        f"({NUM})(?:点钟?|时(?![间候代期]))(?:(整)|(半)|([一三])刻|(?:过|零)?({NUM})分?)?"
    ).match(s, i)
    if not spoken or (i and (s[i - 1].isdecimal() or s[i - 1] in ".第")):
        return None
    value = number(spoken.group(1))
    if value is None or value > 24 or _no_hour(s, spoken.end()):
        return None
    minute, grain = 0, "hour"
    if spoken.group(3):
        minute, grain = 30, "minute"
    elif spoken.group(4):
        minute, grain = (15 if spoken.group(4) == "一" else 45), "minute"
    elif spoken.group(5):
        minute, grain = number(spoken.group(5)) or 0, "minute"
        if minute > 59:
            return None
    return Clock(value, minute, 0, grain), spoken.end()


def _no_hour(s: str, end: int) -> bool:
    return s[end - 1] == "点" and s[end : end + 1] in tuple(_NO_HOUR)


def _compound(x: _Text, i: int) -> _Compound | None:
    if i not in x.compounds:
        x.compounds[i] = _read_compound(x.s, i, strict=x.strict)
    return x.compounds[i]


def _read_compound(s: str, i: int, *, strict: bool) -> _Compound | None:
    found = _Compound(end=i)
    head = date(s, i, strict=strict)
    half = pattern("([昨今当明前后])(晚上?|早上?|晨|夜)(?![饭餐安班])").match(s, i)
    if half and (head is None or half.end() > head[1]):
        found.date = relative.days_away(HALF_DAYS[half.group(1)])
        found.part, found.end = PARTS[half.group(2)], half.end()
    elif head:
        found.date, found.end = head
    j = found.end
    for gap in ("的", ",", "，", "T", " "):
        j += s.startswith(gap, j) and found.date is not None
    part = day_part(s, j) if found.part is None else None
    if part:
        found.part, found.end = part
        j = part[1]
    timed = clock(s, j)
    if timed:
        found.time, found.end = timed
    return found if found.end > i else None


def _between(x: _Text, i: int) -> tuple[int, Rule] | None:
    """ "从三月到五月", "2011年和2013年之间", "2003-2005年", "今晚七点到八点"."""
    s = x.s
    opener = pattern("从|自|在").match(s, i)
    j = opener.end() if opener else i
    bare = _bare_pair(s, j)
    if bare:
        return bare
    left = _compound(x, j)
    if left is None or (left.date is None and left.time is None):
        return None
    since = pattern("(?:之后|以后)").match(s, left.end)
    joint = pattern(_TO).match(s, left.end)
    linked = None if joint else pattern("[和与跟]").match(s, left.end)
    middle = joint or linked or since
    if middle is None:
        return None
    right = _compound(x, middle.end()) or _bare_right(s, middle.end(), left)
    if right is None or (right.date is None and right.time is None):
        return None
    tail = pattern("之间|期间|间").match(s, right.end)
    if (linked and not tail) or (since and not pattern("之前|以前|前").match(s, right.end)):
        return None
    end = tail.end() if tail else right.end
    if since:
        end += 2 if s.startswith(("之前", "以前"), right.end) else 1
        return end, _after_before(left.rule(), right.rule())
    return _ranged(left, right, end)


def _bare_pair(s: str, j: int) -> tuple[int, Rule] | None:
    """Two numbers with one unit: "2003-2005年", "7到9月", "3至5号"."""
    match = pattern(f"({NUM}){_TO}({NUM})(年(?!级)|月份?|[日号])").match(s, j)
    if match is None and s[j - 1 : j] == "从":
        match = pattern(f"([12][0-9]{{3}}){_TO}([12][0-9]{{3}})(?![0-9])()").match(s, j)
    if not match or (j and s[j - 1].isdecimal()):
        return None
    first, last = number(match.group(1)), number(match.group(2))
    if first is None or last is None:
        return None
    unit = match.group(3)[:1] or "年"
    if unit == "年":
        if not (1000 <= first < 3000 and 1000 <= last < 3000):
            return None
        left, right = Partial(year=first), Partial(year=last)
    elif unit == "月":
        if not (1 <= first <= 12 and 1 <= last <= 12):
            return None
        left, right = Partial(month=first), Partial(month=last)
    else:
        if not (1 <= first <= 31 and 1 <= last <= 31):
            return None
        left, right = Partial(day=first), Partial(day=last)
    return match.end(), lambda context: resolve_range(left, right, context)


def _bare_right(s: str, j: int, left: _Compound) -> _Compound | None:
    """A last day or month without its unit is not read; a year is ("2019年到2021")."""
    match = pattern("([12][0-9]{3})(?![0-9])").match(s, j)
    if match and isinstance(left.date, Partial) and left.date.year and left.date.month is None:
        return _Compound(date=Partial(year=int(match.group(1))), end=match.end())
    return None


def _after_before(left: Rule, right: Rule) -> Rule:
    """From the start of one date to the start of another ("2003年之后2009年之前")."""

    def rule(context: Context) -> Reading:
        start, _ = relative.bounds(left(context))
        end, _ = relative.bounds(right(context))
        return span(start, end, "interval")

    return rule


def _ranged(left: _Compound, right: _Compound, end: int) -> tuple[int, Rule] | None:
    timed = left.time is not None or right.time is not None
    if not timed and left.part is None and right.part is None:
        first, last = left.date, right.date
        if first is None or last is None:
            return None
        return end, lambda context: resolve_range(first, last, context)
    one_day = right.date is None and right.part in (None, left.part)
    if isinstance(left.time, Clock) and isinstance(right.time, Clock) and one_day:
        both = _Compound(left.date, ClockRange(left.time, right.time), left.part)
        return end, both.rule()
    if right.date is None:
        right = _Compound(left.date, right.time, right.part)
    return end, _moments(left.rule(), right.rule())


def _moments(left: Rule, right: Rule) -> Rule:
    def rule(context: Context) -> Reading:
        start, _ = relative.bounds(left(context))
        last = right(context)
        begin, end = relative.bounds(last)
        stop = begin if last.grain in ("second", "minute", "hour") else end
        if stop <= start:
            raise ValueError("inverted range")
        return span(start, stop, "interval")

    return rule
