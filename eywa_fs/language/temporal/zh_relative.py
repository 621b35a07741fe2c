"""Chinese dates told from the reference time, and every date as one reader: `date`."""

from __future__ import annotations

from eywa_fs.language.temporal import relative
from eywa_fs.language.temporal.calendar import UNIT_LENGTHS
from eywa_fs.language.temporal.reading import Partial, nth_of
from eywa_fs.language.temporal.values import Length
from eywa_fs.language.temporal.zh_calendar import (
    Found,
    dated,
    decade,
    half_or_quarter,
    holiday,
    numeric,
    steps_of,
    year,
)
from eywa_fs.language.temporal.zh_words import (
    DAYS,
    NOW,
    NUM,
    SOON,
    UNITS,
    WEEKDAYS,
    YEARS,
    either,
    number,
    pattern,
)

_WEEK = "(?:周|星期|礼拜)"
_STEP = "(上{1,4}|下{1,4}|这|本|今|当)(?:一)?个?"
_DAY = either(DAYS)
_NOW = either(NOW)
_NOW_OR_SOON = either(NOW + SOON)
_SAME_DAY = f"({either(YEARS)})的?今[天日]"
_UNIT = f"({either(UNITS)})"
_AMOUNT = rf"(?:(半)|({NUM})(?:个)?(半)?)个?({either(UNITS)})(半)?"
_BACK = "(?:以前|之前|前(?![一二三四五六七八九十两0-9几面台线后往景]))"
_AHEAD = "(?:以后|之后|过后|后(?![面台来勤]))"
_PAST_WORDS = "过去|最近|近|前|上|之前"
_NEXT_WORDS = "未来|接下来|今后|往后|下|后|之后|还剩下?|还有"


def amount(s: str, i: int) -> tuple[Length, str, int] | None:
    """A length ("两年零三个月", "一个半小时"), its smallest unit and the next index."""
    total, unit, j = Length(), "", i
    for _ in range(6):
        part = _one_amount(s, j + (unit != "" and s[j : j + 1] in ("零", "又")), first=not unit)
        if part is None:
            break
        total, unit, j = total + part[0], part[1], part[2]
    return (total, unit, j) if unit else None


def _one_amount(s: str, i: int, *, first: bool) -> tuple[Length, str, int] | None:
    if first and i and (s[i - 1].isdecimal() or s[i - 1] in "第零〇一二三四五六七八九十百千"):
        return None
    match = pattern(_AMOUNT).match(s, i)
    if not match:
        return None
    half, count, middle, name, after = match.groups()
    value = 0 if half else number(count)
    unit = UNITS[name]
    if value is None or value > 100000 or (name == "月" and "个" not in match.group()):
        return None
    if name in ("分", "日") and first:
        return None
    if name == "年" and 1000 <= value < 3000:
        return None  # a year by its number
    length = UNIT_LENGTHS[unit].times(value)
    if half or middle or after:
        whole = UNIT_LENGTHS[unit]
        days = whole.days // 2 + whole.months % 2 * 15  # half a month
        length += Length(whole.months // 2, days, whole.seconds // 2 + whole.days % 2 * 43200)
    return length, unit, match.end()


def day(s: str, i: int) -> Found:
    match = pattern(_DAY).match(s, i)
    if match is None:
        return None
    if s.startswith("前天津", i):
        return None
    if match.group() == "后天" and i and s[i - 1] in "以之然最今往":
        return None
    return relative.days_away(DAYS[match.group()]), match.end()


def now(s: str, i: int, *, strict: bool) -> Found:
    match = pattern(_NOW_OR_SOON if strict else _NOW).match(s, i)
    return (relative.now, match.end()) if match else None


def weekday(s: str, i: int) -> Found:
    """ "周五", "下周三", "上上个礼拜天", "下周", "这周末", "周末"."""
    match = pattern(rf"(?:{_STEP})?{_WEEK}(末|[一二三四五六日天1-6](?![天个年月]))?").match(s, i)
    if not match:
        return None
    step, name = match.groups()
    if name is None:
        if step is None or s[match.end() : match.end() + 1] in tuple("几年报围"):
            return None
        return relative.unit_away("week", steps_of(step)), match.end()
    if name == "末":
        return relative.weekend_away(steps_of(step) if step else 0), match.end()
    if step is None:
        if i and (s[i - 1] in "每一二三四五六七八九十个两" or s[i - 1].isdecimal()):
            return None
        return Partial(weekday=WEEKDAYS[name]), match.end()
    return relative.weekday_of_week(WEEKDAYS[name], steps_of(step)), match.end()


def counted(s: str, i: int, *, strict: bool) -> Found:
    """ "三天后", "两个半月前", "8分钟之前", "三年内"."""
    length = amount(s, i)
    if length is None:
        return None
    total, _, j = length
    match = pattern(f"(?:{_BACK})|({_AHEAD})|(以内|之内|内)").match(s, j)
    if not match:
        return None
    if match.group(2):
        return relative.within(total), match.end()
    tail = pattern("的?今[天日]").match(s, match.end())
    end = tail.end() if tail else match.end()
    if match.group(1):
        return (relative.counted(total, 1) if strict else relative.later(total)), end
    return relative.counted(total, -1), end


def same_day(s: str, i: int) -> Found:
    """ "去年的今天"."""
    match = pattern(_SAME_DAY).match(s, i)
    if match is None:
        return None
    return relative.counted(UNIT_LENGTHS["year"], YEARS[match.group(1)]), match.end()


def window(s: str, i: int) -> Found:
    """ "过去十年", "近两年", "未来两天", "上3个月", "接下来的3周", "前2周"."""
    match = pattern(f"(?:({_PAST_WORDS})|({_NEXT_WORDS}))的?").match(s, i)
    if not match or (i and s[i - 1] in "以之往" and match.group()[0] in "前后"):
        return None
    length = amount(s, match.end())
    if length is None or s.startswith(("上半", "下半", "前半", "后半"), i):
        return None
    total, unit, j = length
    factor = -1 if match.group(1) else 1
    if match.group().startswith("还"):
        return relative.within(total), j
    return relative.window(total, factor, unit), j


def nth_part(s: str, i: int, *, strict: bool) -> Found:
    """A part of a year or month: "十月的第一周", "今年的最后2周", "五月的最后一个星期二"."""
    outer = _period(s, i, strict=strict)
    if outer is None:
        return None
    j = outer[1] + s.startswith("的", outer[1])
    match = pattern(f"第({NUM})个?{_WEEK}([一二三四五六日天])").match(s, j)
    last = pattern(f"最[后後]一个?{_WEEK}([一二三四五六日天])").match(s, j)
    if match or last:
        name = (match or last).group(2 if match else 1)  # type: ignore[union-attr]
        nth = (number(match.group(1)) or 1) if match else -1
        return nth_of(outer[0], WEEKDAYS[name], nth), (match or last).end()  # type: ignore[union-attr]
    match = pattern(f"第({NUM})个?{_UNIT}").match(s, j)
    if match:
        nth = number(match.group(1)) or 1
        return relative.nth_unit(outer[0], UNITS[match.group(2)], nth), match.end()
    match = pattern(f"(前|头|最后|最末)({NUM})个?{_UNIT}").match(s, j)
    if match:
        count = number(match.group(2)) or 1
        unit = UNITS[match.group(3)]
        first = match.group(1) in ("前", "头")
        if count == 1 and not first:
            return relative.nth_unit(outer[0], unit, -1), match.end()
        return relative.stretch_of(outer[0], unit, count, first=first), match.end()
    return None


def _period(s: str, i: int, *, strict: bool) -> Found:
    found = dated(s, i, strict=strict)
    if found and s[found[1] : found[1] + 1] in ("的", "第", "最", "前", "头"):
        return found
    return year(s, i, strict=strict)


def date(s: str, i: int, *, strict: bool = False) -> Found:
    """The longest date at character `i`."""
    candidates = (
        numeric(s, i, strict=strict),
        dated(s, i, strict=strict),
        nth_part(s, i, strict=strict),
        day(s, i),
        same_day(s, i),
        now(s, i, strict=strict),
        weekday(s, i),
        counted(s, i, strict=strict),
        window(s, i),
        half_or_quarter(s, i),
        decade(s, i),
        holiday(s, i, strict=strict),
    )
    best: Found = None
    for found in candidates:
        if found and (best is None or found[1] > best[1]):
            best = found
    return best
