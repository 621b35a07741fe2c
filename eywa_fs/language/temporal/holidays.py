"""Public holidays that a date is told by, in English and Chinese.

Those of the lunar calendar stand in a table, 1970 to 2060, as it follows the true positions of sun
and moon (GB/T 33661-2017). All 273 days were compared once with two converters made by others:
sxtwl 2.0 gives the same days, lunardate 0.3 too but for Mid-Autumn 1978, which it puts a day
earlier. Nothing repeats that comparison. Other lunar dates are not converted.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial

from eywa_fs.language.temporal import relative
from eywa_fs.language.temporal.calendar import easter, nth_weekday, unit_span
from eywa_fs.language.temporal.reading import Context, Date, Reading, Rule, day_of, span, told
from eywa_fs.language.temporal.tokens import Tokens

FIRST_YEAR = 1970
# Month and day of each year's festival, year after year.
_SPRING = (
    "0206 0127 0215 0203 0123 0211 0131 0218 0207 0128 0216 0205 0125 0213 0202 0220 "
    "0209 0129 0217 0206 0127 0215 0204 0123 0210 0131 0219 0207 0128 0216 0205 0124 "
    "0212 0201 0122 0209 0129 0218 0207 0126 0214 0203 0123 0210 0131 0219 0208 0128 "
    "0216 0205 0125 0212 0201 0122 0210 0129 0217 0206 0126 0213 0203 0123 0211 0131 "
    "0219 0208 0128 0215 0204 0124 0212 0201 0122 0210 0130 0217 0206 0126 0214 0202 "
    "0123 0211 0201 0219 0208 0128 0215 0204 0124 0212 0202 "
)
_DRAGON_BOAT = (
    "0608 0528 0615 0605 0624 0614 0602 0621 0610 0530 0617 0606 0625 0615 0604 0622 "
    "0611 0531 0618 0608 0528 0616 0605 0624 0613 0602 0620 0609 0530 0618 0606 0625 "
    "0615 0604 0622 0611 0531 0619 0608 0528 0616 0606 0623 0612 0602 0620 0609 0530 "
    "0618 0607 0625 0614 0603 0622 0610 0531 0619 0609 0528 0616 0605 0624 0612 0601 "
    "0620 0610 0530 0618 0607 0527 0614 0603 0622 0611 0531 0619 0608 0529 0615 0604 "
    "0623 0613 0601 0620 0610 0530 0617 0606 0625 0614 0603 "
)
_MID_AUTUMN = (
    "0915 1003 0922 0911 0930 0920 0908 0927 0917 1005 0923 0912 1001 0921 0910 0929 "
    "0918 1007 0925 0914 1003 0922 0911 0930 0920 0909 0927 0916 1005 0924 0912 1001 "
    "0921 0911 0928 0918 1006 0925 0914 1003 0922 0912 0930 0919 0908 0927 0915 1004 "
    "0924 0913 1001 0921 0910 0929 0917 1006 0925 0915 1003 0922 0912 1001 0919 0908 "
    "0927 0916 1004 0924 0913 1002 0920 0910 0928 0917 1005 0925 0915 1004 0922 0911 "
    "0930 0919 0907 0926 0916 1005 0924 0913 1002 0921 0909 "
)
_TABLES = {"spring": _SPRING, "dragon boat": _DRAGON_BOAT, "mid-autumn": _MID_AUTUMN}


def festival(name: str, year: int) -> datetime:
    """The day of a festival in a year. Raises ValueError outside the table."""
    index = (year - FIRST_YEAR) * 5
    entry = _TABLES[name][index : index + 4] if index >= 0 else ""
    if not entry:
        raise ValueError("year outside the table of lunar festivals")
    return datetime(year, int(entry[:2]), int(entry[2:]))


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
