"""Chinese dates that name their place on the calendar, or count years and months from now."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from eywa_fs.language.temporal import holidays, relative
from eywa_fs.language.temporal.en_calendar import numeric_date, part_of_year, season_of
from eywa_fs.language.temporal.en_words import full_year
from eywa_fs.language.temporal.reading import (
    Context,
    Date,
    Partial,
    Reading,
    Rule,
    resolve_date,
    span,
)
from eywa_fs.language.temporal.tokens import tokenize_words
from eywa_fs.language.temporal.zh_words import ERAS, NUM, SEASONS, YEARS, either, number, pattern

Found = tuple[Date, int] | None  # the date, index of the next character

_YEAR = (
    rf"(?:({either(ERAS)})(元|{NUM})"
    r"|([0-9]{4}|[0-9]{2}|[零〇一二三四五六七八九两千百十]{2,7}))年度?"
)
_SAID_YEAR = either(YEARS)
_HOLIDAY = either(holidays.CHINESE)
_MONTH = rf"({NUM}|正|腊)月份?"
_DAY = rf"({NUM})[日号]"
_STEP = "(上{1,3}|下{1,3}|这|本|当|今|同)(?:一)?个?"
_MONTH_STEP = rf"{_STEP}月份?"
_EDGE = "(初期|中期|末期|早期|晚期|上旬|中旬|下旬|初|中旬|底|末|中(?![间国午文心学])|上半|下半)"
_EDGES = {"初": "early", "早": "early", "上": "early", "中": "mid", "末": "late", "晚": "late"}
_EDGES |= {"下": "late", "底": "late"}


def steps_of(word: str) -> int:
    """How many units "上上", "下", "这" lead away."""
    return -len(word) if word[0] == "上" else len(word) if word[0] == "下" else 0


def year(s: str, i: int, *, strict: bool) -> tuple[Partial | Rule, int] | None:
    """A year by number, by reign, or counted from now."""
    match = pattern(_SAID_YEAR).match(s, i)
    if match:
        return relative.unit_away("year", YEARS[match.group()]), match.end()
    match = pattern(_YEAR).match(s, i)
    if not match:
        return None
    era, reign, plain = match.groups()
    if era:
        count = 1 if reign == "元" else number(reign)
        return (Partial(year=ERAS[era] + count - 1), match.end()) if count else None
    value = number(plain)
    if value is None or (i and s[i - 1].isdecimal()):
        return None
    follow = s[match.end() : match.end() + 1]
    behind = pattern("前|后|内|级|之前|以前").match(s, match.end())
    if follow == "级" or (behind and value < 1000):
        return None
    spelled = not any(char in "十百千" for char in plain)
    if len(plain) == 2 and spelled:
        if plain.isdecimal() and not (
            strict or plain[0] in "0789" or follow.isdecimal() or _month_next(s, match.end())
        ):
            return None
        return Partial(year=full_year(value)), match.end()
    if len(plain) == 3 and spelled and not plain.isdecimal():
        return (Partial(year=value), match.end()) if strict or _month_next(s, match.end()) else None
    return (Partial(year=value), match.end()) if 1000 <= value < 3000 else None


def _month_next(s: str, i: int) -> bool:
    return pattern(_MONTH).match(s, i) is not None


def dated(s: str, i: int, *, strict: bool = False) -> Found:
    """Year, month and day, as many as are said, and a part of the last ("去年年底", "三月中旬")."""
    head = year(s, i, strict=strict)
    j = head[1] if head else i
    j += s.startswith("的", j) and head is not None
    outer = head[0] if head else None
    month = _month(s, j, outer)
    if month and pattern("初[一二三四五六七八九十]").match(s, month[1]):
        return None  # a day of the lunar calendar, which is not converted
    if month:
        return _day_of_month(s, month)
    if head is None:
        return _day_alone(s, i)
    return _part_of_year(s, j, head) or (head[0], head[1])


def _month(s: str, j: int, outer: Partial | Rule | None) -> tuple[Partial | Rule, int] | None:
    match = pattern(_MONTH).match(s, j)
    if match and not (j and s[j - 1].isdecimal()):
        said = match.group(1)
        value = {"正": 1, "腊": 12}.get(said) or number(said)
        if value is None or not 1 <= value <= 12:
            return None
        if outer is None or isinstance(outer, Partial):
            return Partial(year=outer.year if outer else None, month=value), match.end()
        return _month_in(outer, value), match.end()
    if outer is not None:
        return None
    match = pattern(_MONTH_STEP).match(s, j)
    if match:
        return relative.unit_away("month", steps_of(match.group(1))), match.end()
    return None


def _month_in(outer: Rule, month: int) -> Rule:
    def rule(context: Context) -> Reading:
        start, _ = relative.bounds(outer(context))
        return resolve_date(Partial(year=start.year, month=month), context)

    return rule


def _day_in(month: Rule, day: int) -> Rule:
    def rule(context: Context) -> Reading:
        start, _ = relative.bounds(month(context))
        return resolve_date(Partial(start.year, start.month, day), context)

    return rule


def _day_of_month(s: str, month: tuple[Partial | Rule, int]) -> Found:
    date, j = month
    k = j + s.startswith("的", j)
    match = pattern(_DAY).match(s, k) or (
        pattern(
            "([0-9]{1,2}(?![0-9:点年月个天周]))|(廿[一二三四五六七八九]?|[二三]?十[一二三四五六七八九]?|[一二三四五六七八九])(?![个点月年周天季分半刻]|[一二三四五六七八九十])"
        ).match(s, k)
    )
    if match:
        day = number(match.group(1) or match.group(2))
        if day is not None and 1 <= day <= 31:
            end = match.end()
            if isinstance(date, Partial):
                return replace(date, day=day), end
            return _day_in(date, day), end
    return _edge(s, date, j)


def _edge(s: str, date: Date, j: int) -> Found:
    """A thirds part of a month or year ("五月底", "2020年初")."""
    match = pattern(_EDGE).match(s, j)
    if not match or match.group().endswith("半"):
        return date, j
    return month_or_year_part(date, _EDGES[match.group()[0]]), match.end()


def month_or_year_part(date: Date, which: str) -> Rule:
    """A third of a month (by tens of days, 旬) or of a longer period."""

    def rule(context: Context) -> Reading:
        reading = resolve_date(date, context)
        start, end = relative.bounds(reading)
        if reading.grain != "month":
            return (
                relative.edge(Partial(start.year), which)(context)
                if reading.grain == "year"
                else (relative.edge(lambda _: reading, which)(context))
            )
        cuts = (start, start.replace(day=11), start.replace(day=21), end)
        index = ("early", "mid", "late").index(which)
        return span(cuts[index], cuts[index + 1], "interval")

    return rule


def _day_alone(s: str, i: int) -> Found:
    match = pattern(_DAY).match(s, i)
    if not match or (i and (s[i - 1].isdecimal() or s[i - 1] in "第每零一二三四五六七八九十百千")):
        return None
    day = number(match.group(1))
    if (
        day is None
        or not 1 <= day <= 31
        or s[match.end() : match.end() + 1] in tuple("线楼院店本元")
    ):
        return None
    return Partial(day=day), match.end()


def _part_of_year(s: str, j: int, head: tuple[Partial | Rule, int]) -> Found:
    """A half, quarter, season, holiday or edge of the year at `head`."""
    outer = head[0]
    match = pattern("年?(上|下|前|后)半年?").match(s, j)
    if match:
        return part_of_year(outer, 1 if match.group(1) in "上前" else 2, 6), match.end()
    match = pattern("第?([一二三四1-4])季度?|[qQ]([1-4])").match(s, j)
    if match:
        return part_of_year(outer, number(match.group(1) or match.group(2)) or 1, 3), match.end()
    match = pattern("([春夏秋冬])[天季日]?").match(s, j)
    if match:
        return _season_in(outer, SEASONS[match.group(1)]), match.end()
    named = holiday_name(s, j)
    if named:
        return holidays.in_year(holidays.CHINESE[named], outer), j + len(named)
    k = j + s.startswith("年", j) if not s.startswith("年代", j) else j
    match = pattern(_EDGE).match(s, k)
    if match and not match.group().endswith(("半", "旬")):
        return month_or_year_part(outer, _EDGES[match.group()[0]]), match.end()
    return None


def _season_in(outer: Date, month: int) -> Rule:
    def rule(context: Context) -> Reading:
        start, _ = relative.bounds(resolve_date(outer, context))
        return resolve_date(season_of(start.year, month), context)

    return rule


def holiday_name(s: str, i: int) -> str | None:
    match = pattern(_HOLIDAY).match(s, i)
    return match.group() if match else None


def holiday(s: str, i: int, *, strict: bool = False) -> Found:
    """A holiday without its year; the bare numbers among the names need a holiday's company."""
    name = holiday_name(s, i)
    if name is None or (i and s[i - 1] in "零一二三四五六七八九十百千第每周期拜0123456789"):
        return None
    end = i + len(name)
    company = strict or pattern("放假|去|出去|回|要|那天|节|旅|假|前后").match(s, end)
    if name in ("十一", "五一", "六一") and not company:
        return None
    return holidays.nearest(holidays.CHINESE[name]), end


def half_or_quarter(s: str, i: int) -> Found:
    """ "上半年", "上个季度", "第三季度", "Q3", "年底", "月初" of the running year or month."""
    match = pattern("(上|下|前|后)个?半(年|个?月)").match(s, i)
    if match:
        late = match.group(1) in "下后"
        if match.group(2) == "年":
            return part_of_year(None, 1 + late, 6), match.end()
        rule = relative.unit_away("month", 0)
        return relative.edge(rule, "late" if late else "early"), match.end()
    match = pattern("(上{1,3}|下{1,3}|这|本|当)(?:一)?个?季度?").match(s, i)
    if match:
        return relative.unit_away("quarter", steps_of(match.group(1))), match.end()
    match = pattern("第?([一二三四1-4])季度|[qQ]([1-4])(?![0-9])").match(s, i)
    if match:
        return part_of_year(None, number(match.group(1) or match.group(2)) or 1, 3), match.end()
    match = pattern("(年|月)(初(?![一二三四五六七八九十])|中(?![间国])|底|末)").match(s, i)
    if match and not (i and s[i - 1] in "0123456789零一二三四五六七八九十个每"):
        rule = relative.unit_away("year" if match.group(1) == "年" else "month", 0)
        return month_or_year_part(rule, _EDGES[match.group(2)]), match.end()
    match = pattern("(?:这个|今|本|(上个|去)|(下个|明))([春夏秋冬])[天季]").match(s, i)
    if match:
        season = season_of(None, SEASONS[match.group(3)])
        steps = -1 if match.group(1) else 1 if match.group(2) else 0
        return relative.beside(season, steps) if steps else season, match.end()
    match = pattern("([春夏秋冬])[天季]").match(s, i)
    if match:
        return season_of(None, SEASONS[match.group(1)]), match.end()
    return None


def decade(s: str, i: int) -> Found:
    """ "18世纪60年代", "九十年代初", "21世纪"."""
    match = pattern(f"(?:({NUM})世纪)?({NUM})年代").match(s, i)
    if match and not (i and s[i - 1].isdecimal()):
        ten = number(match.group(2))
        if ten is None or ten % 10:
            return None
        if match.group(1):
            start = (number(match.group(1)) or 1) * 100 - 100 + ten % 100
        else:
            start = ten if ten >= 1000 else ten + (2000 if ten < 20 else 1900)
        return _edge(s, _stretch(start, 10), match.end())
    match = pattern(f"({NUM})世纪").match(s, i)
    if match and not (i and s[i - 1].isdecimal()):
        value = number(match.group(1))
        if value and value <= 99:
            return _stretch(value * 100 - 100, 100), match.end()
    return None


def _stretch(start: int, years: int) -> Rule:
    grain = "decade" if years == 10 else "century"

    def rule(context: Context) -> Reading:
        first = datetime(max(1, start), 1, 1)
        return span(first, datetime(start + years, 1, 1), grain)  # type: ignore[arg-type]

    return rule


def numeric(s: str, i: int, *, strict: bool = False) -> Found:
    """A date in digits with separators, day first where it could be either."""
    if not s[i : i + 1].isdecimal() or (i and (s[i - 1].isdecimal() or s[i - 1] in "-/.")):
        return None
    match = pattern("[0-9]{1,8}(?:[-/.][0-9]{1,4}){0,2}(?![0-9])").match(s, i)
    if not match:
        return None
    t = tokenize_words(match.group(), strict=strict)
    pair = t.count == 3
    found = numeric_date(t, 0, day_first=not pair)
    if (
        found is None
        or found[1] != t.count
        or s[match.end() : match.end() + 1] in tuple("年月日号点天周个小%")
    ):
        return None
    return found[0], match.end()
