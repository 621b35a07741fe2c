"""Public holidays that a date is told by, in English and Chinese."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial

from eywa_fs.language.temporal import relative
from eywa_fs.language.temporal.calendar import easter, nth_weekday, unit_span
from eywa_fs.language.temporal.lunar import festival
from eywa_fs.language.temporal.reading import Context, Date, Reading, Rule, day_of, span, told
from eywa_fs.language.temporal.tokens import Tokens

Day = Callable[[int], Reading]  # a year to the holiday in it


def _days(start: Callable[[int], datetime], after: int = 0, length: int = 1) -> Day:
    """A holiday of so many days that begins so many days after a moment of each year."""

    def holiday(year: int) -> Reading:
        first = start(year) + timedelta(days=after)
        return day_of(first) if length == 1 else span(first, first + timedelta(days=length))

    return holiday


def _fixed(month: int, day: int, length: int = 1) -> Day:
    return _days(lambda year: datetime(year, month, day), length=length)


def _weekday(month: int, weekday: int, nth: int, after: int = 0) -> Day:
    def start(year: int) -> datetime:
        return nth_weekday(*unit_span(datetime(year, month, 1), "month"), weekday, nth)

    return _days(start, after)


_easter = partial(_days, easter)
_spring = partial(_days, partial(festival, "spring"))


_NAMES = (
    (_fixed(1, 1), "new year, new years, new year day, new years day, 元旦, 元旦节, 新年"),
    (_weekday(1, 0, 3), "martin luther king day, mlk day"),
    (_fixed(2, 2), "groundhog day"),
    (_fixed(2, 14), "valentines day, valentine day, 情人节"),
    (_weekday(2, 0, 3), "presidents day"),
    (_fixed(3, 8), "womens day, international womens day, 妇女节, 三八节"),
    (_fixed(3, 12), "植树节"),
    (_fixed(3, 17), "saint patrick day, st patricks day"),
    (_fixed(4, 1), "april fools day, april fools, 愚人节"),
    (_fixed(4, 22), "earth day"),
    (_fixed(5, 1), "may day, international workers day, workers day, 劳动节, 五一, 五一节"),
    (_fixed(5, 4), "青年节"),
    (_fixed(5, 5), "cinco de mayo"),
    (_weekday(5, 6, 2), "mothers day, 母亲节"),
    (_weekday(5, 0, -1), "memorial day"),
    (_fixed(6, 1), "childrens day, 儿童节, 六一"),
    (_fixed(6, 19), "juneteenth, jubilee day, freedom day"),
    (_weekday(6, 6, 3), "fathers day, 父亲节"),
    (_fixed(7, 1), "建党节"),
    (_fixed(7, 4), "independence day, us independence day"),
    (_fixed(7, 14), "bastille day"),
    (_fixed(8, 1), "建军节"),
    (_weekday(9, 0, 1), "labor day, labour day"),
    (_fixed(9, 10), "teachers day, 教师节"),
    (_fixed(10, 1), "国庆节, 国庆日"),
    (_fixed(10, 1, 7), "国庆, 国庆期间, 国庆假期, 国庆长假, 十一, 十一假期, 十一长假, 黄金周"),
    (_weekday(10, 0, 2), "columbus day"),
    (_fixed(10, 31), "halloween, 万圣节"),
    (_fixed(11, 1), "all saints day"),
    (_fixed(11, 5), "guy fawkes day"),
    (_fixed(11, 11), "veterans day, 双十一, 光棍节"),
    (_weekday(11, 3, 4), "thanksgiving, thanksgiving day, 感恩节"),
    (_weekday(11, 3, 4, 1), "black friday"),
    (_weekday(11, 3, 4, 4), "cyber monday"),
    (_fixed(12, 12), "双十二"),
    (_fixed(12, 24), "christmas eve, 平安夜"),
    (_fixed(12, 25), "christmas, christmas day, xmas, 圣诞, 圣诞节"),
    (_fixed(12, 26), "boxing day"),
    (_fixed(12, 31), "new year eve, new years eve, 跨年夜"),
    (_spring(-1), "除夕, 大年三十"),
    (_spring(), "chinese new year, lunar new year, spring festival, 春节, 大年初一"),
    (_spring(14), "元宵节, 元宵"),
    (_days(partial(festival, "dragon boat")), "dragon boat festival, 端午, 端午节"),
    (_days(partial(festival, "mid-autumn")), "mid autumn festival, 中秋, 中秋节"),
    (_easter(-47), "mardi gras"),
    (_easter(-46), "ash wednesday"),
    (_easter(-7), "palm sunday"),
    (_easter(-2), "good friday"),
    (_easter(), "easter, easter sunday, 复活节"),
    (_easter(1), "easter monday"),
    (_easter(49), "pentecost"),
)
_HOLIDAYS = {name: day for day, names in _NAMES for name in names.split(", ")}
ENGLISH = {name: day for name, day in _HOLIDAYS.items() if name.isascii()}
CHINESE = {name: day for name, day in _HOLIDAYS.items() if not name.isascii()}
FIRST_WORDS = frozenset(
    word for name in ENGLISH for word in (name.split()[0], name.split()[0].rstrip("s"))
)
_LONGEST = max(len(name.split()) for name in ENGLISH)


def find_english(t: Tokens, i: int) -> tuple[Day, int] | None:
    """The longest holiday name at token `i`; possessive marks are read over."""
    if t.word(i) not in FIRST_WORDS:
        return None
    words: list[str] = []
    best = None
    j = i
    while len(words) < _LONGEST:
        word = t.word(j)
        if word in ("'", "\u2019") and words:
            possessive = t.word(j + 1) == "s"
            if possessive and not words[-1].endswith("s"):
                words[-1] += "s"
            j += 2 if possessive else 1
            continue
        if not word.isalpha():
            break
        words.append(word)
        j += 1
        rule = ENGLISH.get(" ".join(words))
        if rule:
            best = rule, j
    return best


def in_year(holiday: Day, outer: Date) -> Rule:
    """The holiday in the year that `outer` begins in."""
    return relative.beginning(outer, lambda start: lambda context: holiday(start.year))


@told
def nearest(context: Context, holiday: Day) -> Reading:
    """The next one to come, or the last one that was, as the context prefers."""
    return relative.nearest(context, holiday, begun=context.today)


@told
def beside(context: Context, holiday: Day, steps: int) -> Reading:
    """The `steps`-th one to come (1) or gone (-1); 0 is this year's."""
    year = context.now.year
    start, _ = holiday(year).ends()
    coming, gone = start > context.today, start < context.today
    return holiday(year + steps - (steps > 0 and coming) + (steps < 0 and gone))
