"""Chinese time expressions: dates, times and parts of the day put together, and ranges of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from eywa_fs.language.temporal import relative
from eywa_fs.language.temporal.reading import (
    Clock,
    ClockRange,
    Context,
    DayPart,
    Match,
    Partial,
    Reading,
    Rule,
    Said,
    between,
    bounds,
    recurring,
    span,
    told,
    unplaced,
)
from eywa_fs.language.temporal.tokens import once
from eywa_fs.language.temporal.values import Granularity
from eywa_fs.language.temporal.zh_dates import amount, date
from eywa_fs.language.temporal.zh_words import (
    HALF_DAYS,
    NUM,
    PARTS,
    Text,
    either,
    number,
    pattern,
)
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


_SPOKEN_CLOCK = f"({NUM})(?:点钟?|时(?![间候代期]))(?:整|(半)|([一三])刻|(?:过|零)?({NUM})分?)?"
_Pair = tuple[range, Callable[[int], Partial]]
_DAYS: _Pair = range(1, 32), lambda day: Partial(day=day)
_YEARS: _Pair = range(1000, 3000), lambda year: Partial(year=year)
# By the unit of two numbers: those that it can have, and what one of them means.
_PAIRS: dict[str, _Pair] = {
    "年": _YEARS,
    "": _YEARS,
    "月": (range(1, 13), lambda month: Partial(month=month)),
    "日": _DAYS,
    "号": _DAYS,
}
_EVERY = (
    "每(?:个|一|隔)?(?:[0-9两二三]个?)?(?:天|日|周|星期|礼拜|月|年|季度?|晚|早|小时|分钟)"
    "(?:末|上|[一二三四五六日天])?"
)
_BEHIND = "(?:以后|之后|后(?![天日年面])|以来|起|开始)|(以前|之前|前(?![天日年往面])|为止)"


def find(text: str) -> Iterator[tuple[int, int, Rule]]:
    """The expressions of a text as (start, end, rule), left to right, without overlaps."""
    s, places = _pack(text)
    x = Text(s)
    starts = pattern(_STARTS)
    start = starts.search(s)
    while start:
        i = start.start()
        found = _expression(x, i)
        end = found[0] if found else i
        if found and end > i and s[max(0, i - 2) : i] not in ("农历", "阴历", "旧历"):
            yield places[i], places[end - 1] + 1, found[1]  # lunar dates are not converted
        start = starts.search(s, max(end, i + 1))


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


def _expression(x: Text, i: int) -> Match | None:
    repeated = x.match(_EVERY, i)
    if repeated:
        return repeated.end(), recurring
    found = _between(x, i)
    if found:
        return found
    opened = x.match("从|自从|自|直到|截至|截止到?|到", i)
    if opened:
        return _opened(x, opened.end())
    compound, length = _compound(x, i), amount(x, i)
    further = length and (compound is None or length[2] > compound.end)
    if length and further and not x.follows(length[2], "级前后"):
        return length[2], unplaced
    if compound is None or (compound.date is None and compound.time is None):
        return None
    behind = x.match(_BEHIND, compound.end)
    if behind and compound.date is not None and compound.time is None:
        word = behind.group()
        past_end = word in ("以后", "之后", "后", "以前", "之前", "前")
        rule = relative.open_range(compound, after=not behind.group(1), past_end=past_end)
        if word in ("以来", "起", "开始"):
            rule = _begun(rule, certain=word == "以来")
        return behind.end(), rule
    return compound.end, compound


def _begun(rule: Rule, *, certain: bool) -> Rule:
    """A range that has begun already, unless its text is about the future."""

    def begun(context: Context) -> Reading:
        past = certain or not context.sure
        return rule(replace(context, prefer="past") if past else context)

    return begun


def _opened(x: Text, j: int) -> Match | None:
    """ "从三月起", "自2019年以来", "直到周五", "截至去年底"."""
    compound = _compound(x, j)
    if compound is None or (compound.date is None and compound.time is None):
        return None
    tail = x.match("起|以来|开始|以后|之后|为止|以前|之前", compound.end)
    said, end = (tail.group(), tail.end()) if tail else ("", compound.end)
    opener, after = x.s[max(0, j - 2) : j], x.s[j - 1] in "从自"
    whole = opener in ("自从", "直到", "截至", "止到", "截止") or (after and said)
    if not whole and (after or said != "为止"):
        return compound.end, compound
    rule = relative.open_range(compound, after=after)
    return end, _begun(rule, certain=said == "以来") if after else rule


def _day_part(x: Text, i: int) -> tuple[DayPart, int] | None:
    match = x.match(_PART, i)
    if match is None:
        return None
    name, end = match.group(1), match.end()
    if len(name) == 1 and x.follows(end, "餐饭班期会年安宵市点"):
        return None
    return PARTS[name], end


def _clock(x: Text, i: int) -> tuple[Clock, int] | None:
    """ "三点半", "8点20分", "十点一刻", "17:30"."""
    match = x.match("([0-9]{1,2})[:：]([0-9]{2})(?:[:：]([0-9]{2}))?", i)
    if match and not x.behind(i):
        hour, minute, second = (int(each or 0) for each in match.groups())
        if hour > 24 or minute > 59 or second > 59:
            return None
        half = x.match("(?i:(a)\\.?m|p\\.?m)", match.end())
        meridiem = (0 if half.group(1) else 12) if half else None
        grain: Granularity = "second" if match.group(3) else "minute"
        return Clock(hour, minute, second, grain, meridiem), (half or match).end()
    match = x.match(_SPOKEN_CLOCK, i)
    if not match or x.behind(i, ".第"):
        return None
    value, end = number(match.group(1)), match.end()
    if value is None or value > 24 or (x.s[end - 1] == "点" and x.follows(end, _NO_HOUR)):
        return None
    half_hour, quarters, minutes = match.groups()[1:]
    if half_hour or quarters:
        return Clock(value, {"一": 15, "三": 45}.get(quarters, 30), grain="minute"), end
    minute = (number(minutes) or 0) if minutes else 0
    return (
        (Clock(value, minute, grain="minute" if minutes else "hour"), end) if minute < 60 else None
    )


@once
def _compound(x: Text, i: int) -> Said | None:
    found = Said(end=i)
    head = date(x, i)
    half = x.match("([昨今当明前后])(晚上?|早上?|晨|夜)(?![饭餐安班])", i)
    if half and (head is None or half.end() > head[1]):
        found.date = relative.days_away(HALF_DAYS[half.group(1)])
        found.part, found.end = PARTS[half.group(2)], half.end()
    elif head:
        found.date, found.end = head
    j = found.end
    for gap in ("的", ",", "，", "T", " "):
        j += x.s.startswith(gap, j) and found.date is not None
    part = _day_part(x, j) if found.part is None else None
    if part:
        found.part, found.end = part
        j = part[1]
    timed = _clock(x, j)
    if timed:
        found.time, found.end = timed
    return found if found.end > i else None


def _between(x: Text, i: int) -> Match | None:
    """ "从三月到五月", "2011年和2013年之间", "2003-2005年", "今晚七点到八点"."""
    opener = x.match("从|自|在", i)
    j = opener.end() if opener else i
    bare = _bare_pair(x, j)
    if bare:
        return bare
    left = _compound(x, j)
    if left is None or (left.date is None and left.time is None):
        return None
    middle = x.match(f"({_TO})|([和与跟])|之后|以后", left.end)
    if middle is None:
        return None
    joint, linked = middle.groups()
    right = _compound(x, middle.end()) or _bare_right(x, middle.end(), left)
    if right is None or (right.date is None and right.time is None):
        return None
    if not (joint or linked):
        tail = x.match("之前|以前|前", right.end)
        return (tail.end(), relative.moments(left, right)) if tail else None
    tail = x.match("之间|期间|间", right.end)
    if linked and not tail:
        return None
    return tail.end() if tail else right.end, _ranged(left, right)


def _bare_pair(x: Text, j: int) -> Match | None:
    """Two numbers with one unit: "2003-2005年", "7到9月", "3至5号"."""
    match = x.match(f"({NUM}){_TO}({NUM})(年(?!级)|月份?|[日号])", j)
    if match is None and x.behind(j, "从", digits=False):
        match = x.match(f"([12][0-9]{{3}}){_TO}([12][0-9]{{3}})(?![0-9])()", j)
    if not match or x.behind(j):
        return None
    allowed, partial = _PAIRS[match.group(3)[:1]]
    first, last = number(match.group(1)), number(match.group(2))
    if first is None or last is None or not (first in allowed and last in allowed):
        return None
    return match.end(), between(partial(first), partial(last))


def _bare_right(x: Text, j: int, left: Said) -> Said | None:
    """A last day or month without its unit is not read; a year is ("2019年到2021")."""
    match = x.match("([12][0-9]{3})(?![0-9])", j)
    if match and isinstance(left.date, Partial) and left.date.year and left.date.month is None:
        return Said(date=Partial(year=int(match.group(1))), end=match.end())
    return None


def _ranged(left: Said, right: Said) -> Rule:
    if left.timeless and right.timeless and left.date is not None and right.date is not None:
        return between(left.date, right.date)
    if right.date is None:
        one_day = right.part in (None, left.part)
        if one_day and isinstance(left.time, Clock) and isinstance(right.time, Clock):
            return replace(left, time=ClockRange(left.time, right.time))
        right = replace(right, date=left.date)
    return _moments(left, right)


@told
def _moments(context: Context, left: Rule, right: Rule) -> Reading:
    """From the start of one to a time of day, or to the end of a longer time."""
    start, _ = bounds(left, context)
    last = right(context)
    begin, end = last.ends()
    stop = begin if last.grain in ("second", "minute", "hour") else end
    if stop <= start:
        raise ValueError("inverted range")
    return span(start, stop)
