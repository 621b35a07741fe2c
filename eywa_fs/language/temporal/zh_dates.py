"""Every Chinese date as one reader, `date`: those that name their place on the calendar, and those
told from the reference time."""

from __future__ import annotations

import re
from dataclasses import replace

from eywa_fs.language.temporal import holidays, relative
from eywa_fs.language.temporal.calendar import UNIT_LENGTHS, half_of
from eywa_fs.language.temporal.en_calendar import decade_of, numeric_date, years
from eywa_fs.language.temporal.en_words import full_year
from eywa_fs.language.temporal.reading import Amount, Date, Found, Partial, added, longest
from eywa_fs.language.temporal.tokens import once, tokenize_words
from eywa_fs.language.temporal.values import Length
from eywa_fs.language.temporal.zh_words import (
    DAYS,
    ERAS,
    NOW,
    NUM,
    NUMERALS,
    SEASONS,
    UNITS,
    WEEKDAYS,
    YEARS,
    Text,
    either,
    number,
)

_YEAR = (
    rf"(?:({either(ERAS)})(元|{NUM})"
    r"|([0-9]{4}|[0-9]{2}|[零〇一二三四五六七八九两千百十]{2,7}))年度?"
)
_SAID_YEAR = either(YEARS)
_HOLIDAY = either(holidays.CHINESE)
_MONTH = rf"({NUM}|正|腊)月份?"
_DAY_OF_MONTH = rf"({NUM})[日号]"
_BARE_DAY = (
    "([0-9]{1,2}(?![0-9:点年月个天周])|(?:廿[一二三四五六七八九]?|[二三]?十[一二三四五六七八九]?"
    "|[一二三四五六七八九])(?![个点月年周天季分半刻]|[一二三四五六七八九十]))"
)
_MONTH_STEP = "(上{1,3}|下{1,3}|这|本|当|今|同)(?:一)?个?月份?"
_EDGE = "(初期|中期|末期|早期|晚期|上旬|中旬|下旬|初|底|末|中(?![间国午文心学]))"
_EDGES = {"初": "early", "早": "early", "上": "early", "中": "mid", "末": "late", "晚": "late"}
_EDGES |= {"下": "late", "底": "late"}
_WEEK = "(?:周|星期|礼拜)"
_STEP = "(上{1,4}|下{1,4}|这|本|今|当)(?:一)?个?"
_DAY = either(DAYS)
_NOW = either(NOW)
_SAME_DAY = f"({either(YEARS)})的?今[天日]"
_UNIT = f"({either(UNITS)})"
_AMOUNT = rf"(?:(半)|({NUM})(?:个)?(半)?)个?{_UNIT}(半)?"
_BACK = "(?:以前|之前|前(?![一二三四五六七八九十两0-9几面台线后往景]))"
_AHEAD = "(?:以后|之后|过后|后(?![面台来勤]))"
_PAST_WORDS = "过去|最近|近|前|上|之前"
_NEXT_WORDS = "未来|接下来|今后|往后|下|后|之后|还剩下?|还有"


def steps_of(word: str) -> int:
    """How many units "上上", "下", "这" lead away."""
    return -len(word) if word[0] == "上" else len(word) if word[0] == "下" else 0


@once
def year(x: Text, i: int) -> Found:
    """A year by number, by reign, or counted from now."""
    match = x.match(_SAID_YEAR, i)
    if match:
        return relative.unit_away("year", YEARS[match.group()]), match.end()
    match = x.match(_YEAR, i)
    if not match:
        return None
    (era, reign, plain), end = match.groups(), match.end()
    if era:
        count = 1 if reign == "元" else number(reign)
        return (Partial(year=ERAS[era] + count - 1), end) if count else None
    value = number(plain)
    if value is None or x.behind(i) or x.follows(end, "级"):
        return None
    if value < 1000 and x.match("前|后|内|级|之前|以前", end):
        return None
    if not any(char in "十百千" for char in plain):
        if len(plain) == 2:
            trusted = plain[0] in "0789" or x.match(_MONTH, end)
            if plain.isdecimal() and not (trusted or x.s[end : end + 1].isdecimal()):
                return None
            return Partial(year=full_year(value)), end
        if len(plain) == 3:
            return (Partial(year=value), end) if x.match(_MONTH, end) else None
    return (Partial(year=value), end) if 1000 <= value < 3000 else None


@once
def dated(x: Text, i: int) -> Found:
    """Year, month and day, as many as are said, and a part of the last ("去年年底", "三月中旬")."""
    head = year(x, i)
    j = head[1] if head else i
    j += x.s.startswith("的", j) and head is not None
    month = _month(x, j, head[0] if head else None)
    if month and x.match("初[一二三四五六七八九十]", month[1]):
        return None  # a day of the lunar calendar, which is not converted
    if month:
        return _day_of_month(x, *month)
    return (_part_of_year(x, j, head[0]) or head) if head else _day_alone(x, i)


def _month(x: Text, j: int, outer: Date | None) -> Found:
    match = x.match(_MONTH, j)
    if match and not x.behind(j):
        said, end = match.group(1), match.end()
        value = {"正": 1, "腊": 12}.get(said) or number(said)
        if value is None or not 1 <= value <= 12:
            return None
        if outer is None or isinstance(outer, Partial):
            return Partial(year=outer.year if outer else None, month=value), end
        return relative.in_year_of(Partial(month=value), outer), end
    match = x.match(_MONTH_STEP, j) if outer is None else None
    return (relative.unit_away("month", steps_of(match.group(1))), match.end()) if match else None


def _day_of_month(x: Text, month: Date, j: int) -> Found:
    k = j + x.s.startswith("的", j)
    match = x.match(_DAY_OF_MONTH, k) or x.match(_BARE_DAY, k)
    day = number(match.group(1)) if match else None
    if match is None or day is None or not 1 <= day <= 31:
        return _edge(x, month, j)
    if isinstance(month, Partial):
        return replace(month, day=day), match.end()
    return relative.day_in(month, day), match.end()


def _edge(x: Text, date: Date, j: int, *, of_year: bool = False) -> tuple[Date, int]:
    """A part of a period, or the whole of it ("五月底", "2020年初", "2020年"); ten days (旬) are
    no part of a year."""
    match = x.match(_EDGE, j)
    if not match or (of_year and match.group().endswith("旬")):
        return date, j
    return relative.edge(date, _EDGES[match.group()[0]], tens=True), match.end()


def _day_alone(x: Text, i: int) -> Found:
    match = x.match(_DAY_OF_MONTH, i)
    if not match or x.behind(i, f"第每{NUMERALS}百千"):
        return None
    day = number(match.group(1))
    if day is None or not 1 <= day <= 31 or x.follows(match.end(), "线楼院店本元"):
        return None
    return Partial(day=day), match.end()


def _part_of_year(x: Text, j: int, outer: Date) -> Found:
    """A half, quarter, season, holiday or edge of a year."""
    if match := x.match("年?(?:[上前]|([下后]))半年?", j):
        return relative.part_of_year(outer, 2 if match.group(1) else 1, 6), match.end()
    if match := x.match("第?([一二三四1-4])季度?|[qQ]([1-4])", j):
        return _quarter_of(outer, match)
    if match := x.match("([春夏秋冬])[天季日]?", j):
        month = SEASONS[match.group(1)]
        season = relative.beginning(outer, lambda start: relative.season_of(start.year, month))
        return season, match.end()
    if named := x.match(_HOLIDAY, j):
        return holidays.in_year(holidays.CHINESE[named.group()], outer), named.end()
    k = j + (x.s.startswith("年", j) and not x.s.startswith("年代", j))
    found = _edge(x, outer, k, of_year=True)
    return found if found[1] > k else None


def _quarter_of(outer: Date, match: re.Match[str]) -> Found:
    nth = number(match.group(1) or match.group(2)) or 1
    return relative.part_of_year(outer, nth, 3), match.end()


def holiday(x: Text, i: int) -> Found:
    """A holiday without its year; the bare numbers among the names need a holiday's company."""
    match = x.match(_HOLIDAY, i)
    if match is None or x.behind(i, f"{NUMERALS}百千第每周期拜0123456789", digits=False):
        return None
    name, end = match.group(), match.end()
    company = x.match("放假|去|出去|回|要|那天|节|旅|假|前后", end)
    if name in ("十一", "五一", "六一") and not company:
        return None
    return holidays.nearest(holidays.CHINESE[name]), end


def half_or_quarter(x: Text, i: int) -> Found:
    """ "上半年", "上个季度", "第三季度", "Q3", "年底", "月初" of the running year or month."""
    if match := x.match("(?:[上前]|([下后]))个?半(年|个?月)", i):
        late = match.group(1) is not None
        if match.group(2) == "年":
            return relative.part_of_year(Partial(), 1 + late, 6), match.end()
        return relative.edge(relative.THIS_MONTH, "late" if late else "early"), match.end()
    if match := x.match("(上{1,3}|下{1,3}|这|本|当)(?:一)?个?季度?", i):
        return relative.unit_away("quarter", steps_of(match.group(1))), match.end()
    if match := x.match("第?([一二三四1-4])季度|[qQ]([1-4])(?![0-9])", i):
        return _quarter_of(Partial(), match)
    match = x.match("(年|月)(初(?![一二三四五六七八九十])|中(?![间国])|底|末)", i)
    if match and not x.behind(i, f"0123456789{NUMERALS}个每", digits=False):
        period = relative.THIS_YEAR if match.group(1) == "年" else relative.THIS_MONTH
        return relative.edge(period, _EDGES[match.group(2)], tens=True), match.end()
    match = x.match("(?:(?:这个|今|本)|(上个|去)|(下个|明))?([春夏秋冬])[天季]", i)
    if match is None:
        return None
    season = relative.season_of(None, SEASONS[match.group(3)])
    steps = -1 if match.group(1) else 1 if match.group(2) else 0
    return relative.beside(season, steps) if steps else season, match.end()


def decade(x: Text, i: int) -> Found:
    """ "18世纪60年代", "九十年代初", "21世纪"."""
    match = x.match(f"(?:({NUM})世纪)?(?:({NUM})年代)?", i)
    if match is None or match.end() == i or x.behind(i):
        return None
    (said, tens), end = match.groups(), match.end()
    century = number(said) if said else None
    if tens is None:
        if not century or century > 99:
            return None
        start = century * 100 - 100
        return years(max(1, start), start + 100), end
    ten = number(tens)
    if ten is None or ten % 10:
        return None
    if said:
        start = (century or 1) * 100 - 100 + ten % 100
    else:
        start = ten if ten >= 1000 else decade_of(ten)
    return _edge(x, years(max(1, start), start + 10), end)


def numeric(x: Text, i: int) -> Found:
    """A date in digits with separators, day first where it could be either."""
    if not x.s[i : i + 1].isdecimal() or x.behind(i, "-/."):
        return None
    match = x.match("[0-9]{1,8}(?:[-/.][0-9]{1,4}){0,2}(?![0-9])", i)
    if not match or x.follows(match.end(), "年月日号点天周个小%"):
        return None
    t = tokenize_words(match.group())
    found = numeric_date(t, 0, day_first=t.count != 3)
    return (found[0], match.end()) if found and found[1] == t.count else None


def amount(x: Text, i: int) -> Amount:
    """A length ("两年零三个月", "一个半小时"), its smallest unit and the next index."""

    def more(j: int) -> Amount:
        return _one_amount(x, j + x.follows(j, "零又"), first=False)

    return added(_one_amount(x, i, first=True), more)


def _one_amount(x: Text, i: int, *, first: bool) -> Amount:
    match = x.match(_AMOUNT, i)
    if not match or (first and x.behind(i, f"第〇{NUMERALS}百千")):
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
    whole = UNIT_LENGTHS[unit]
    length = whole.times(value)
    if half or middle or after:
        length += half_of(unit) + Length(days=whole.months % 2 * 15)
    return length, unit, match.end()


def day(x: Text, i: int) -> Found:
    match = x.match(_DAY, i)
    if match is None or x.s.startswith("前天津", i):
        return None
    if match.group() == "后天" and x.behind(i, "以之然最今往", digits=False):
        return None
    return relative.days_away(DAYS[match.group()]), match.end()


def now(x: Text, i: int) -> Found:
    match = x.match(_NOW, i)
    return (relative.now, match.end()) if match else None


def weekday(x: Text, i: int) -> Found:
    """ "周五", "下周三", "上上个礼拜天", "下周", "这周末", "周末"."""
    match = x.match(rf"(?:{_STEP})?{_WEEK}(末|[一二三四五六日天1-6](?![天个年月]))?", i)
    if not match:
        return None
    (step, name), end = match.groups(), match.end()
    if name is None:
        if step is None or x.follows(end, "几年报围"):
            return None
        return relative.unit_away("week", steps_of(step)), end
    if name == "末":
        return relative.weekend_away(steps_of(step) if step else 0), end
    if step:
        return relative.weekday_of_week(WEEKDAYS[name], steps_of(step)), end
    if x.behind(i, f"每{NUMERALS[1:]}个两"):
        return None
    return Partial(weekday=WEEKDAYS[name]), end


def counted(x: Text, i: int) -> Found:
    """ "三天后", "两个半月前", "8分钟之前", "三年内"."""
    length = amount(x, i)
    match = x.match(f"{_BACK}|({_AHEAD})|(以内|之内|内)", length[2]) if length else None
    if length is None or match is None:
        return None
    total, (ahead, inside), end = length[0], match.groups(), match.end()
    if inside:
        return relative.within(total), end
    tail = x.match("的?今[天日]", end)
    end = tail.end() if tail else end
    return relative.later(total) if ahead else relative.counted(total, -1), end


def same_day(x: Text, i: int) -> Found:
    """ "去年的今天"."""
    match = x.match(_SAME_DAY, i)
    if match is None:
        return None
    return relative.counted(UNIT_LENGTHS["year"], YEARS[match.group(1)]), match.end()


def window(x: Text, i: int) -> Found:
    """ "过去十年", "近两年", "未来两天", "上3个月", "接下来的3周", "前2周"."""
    match = x.match(f"(?:({_PAST_WORDS})|{_NEXT_WORDS})的?", i)
    if not match or (x.follows(i, "前后") and x.behind(i, "以之往", digits=False)):
        return None
    length = amount(x, match.end())
    if length is None or x.s.startswith(("上半", "下半", "前半", "后半"), i):
        return None
    total, unit, j = length
    if x.follows(i, "还"):
        return relative.within(total), j
    return relative.window(total, -1 if match.group(1) else 1, unit), j


def nth_part(x: Text, i: int) -> Found:
    """A part of a year or month: "十月的第一周", "今年的最后2周", "五月的最后一个星期二"."""
    outer = dated(x, i)
    if outer is None or not x.follows(outer[1], "的第最前头"):
        outer = year(x, i)
    if outer is None:
        return None
    period, j = outer
    j += x.s.startswith("的", j)
    if match := x.match(f"(?:第({NUM})个?|最[后後]一个?){_WEEK}([一二三四五六日天])", j):
        nth = (number(match.group(1)) or 1) if match.group(1) else -1
        return relative.nth_of(period, WEEKDAYS[match.group(2)], nth), match.end()
    if match := x.match(f"第({NUM})个?{_UNIT}", j):
        unit, nth = UNITS[match.group(2)], number(match.group(1)) or 1
        return relative.nth_unit(period, unit, nth), match.end()
    match = x.match(f"(?:([前头])|最后|最末)({NUM})个?{_UNIT}", j)
    if match is None:
        return None
    unit, count, first = UNITS[match.group(3)], number(match.group(2)) or 1, bool(match.group(1))
    if count == 1 and not first:
        return relative.nth_unit(period, unit, -1), match.end()
    return relative.stretch_of(period, unit, count, first=first), match.end()


_READERS = (
    numeric,
    dated,
    nth_part,
    day,
    same_day,
    now,
    weekday,
    counted,
    window,
    half_or_quarter,
    decade,
    holiday,
)


def date(x: Text, i: int) -> Found:
    """The longest date at character `i`."""
    return longest(x, i, _READERS)
