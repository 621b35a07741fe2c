"""Public holidays that a date is told by, in English and Chinese."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, timedelta

from eywa_fs.language.temporal.calendar import easter, nth_weekday
from eywa_fs.language.temporal.lunar import festival
from eywa_fs.language.temporal.reading import Context, Date, Reading, Rule, resolve_date, span
from eywa_fs.language.temporal.tokens import Tokens

Day = Callable[[int], Reading]  # a year to the holiday in it


def _fixed(month: int, day: int, length: int = 1) -> Day:
    def rule(year: int) -> Reading:
        start = datetime(year, month, day)
        grain = "day" if length == 1 else "interval"
        return span(start, start + timedelta(days=length), grain)  # type: ignore[arg-type]

    return rule


def _weekday(month: int, weekday: int, nth: int, offset: int = 0) -> Day:
    def rule(year: int) -> Reading:
        first = datetime(year, month, 1)
        after = datetime(year + month // 12, month % 12 + 1, 1)
        start = nth_weekday(first, after, weekday, nth) + timedelta(days=offset)
        return span(start, start + timedelta(days=1), "day")

    return rule


def _easter(offset: int = 0) -> Day:
    def rule(year: int) -> Reading:
        found: date = easter(year) + timedelta(days=offset)
        start = datetime(found.year, found.month, found.day)
        return span(start, start + timedelta(days=1), "day")

    return rule


def _lunar(name: str, offset: int = 0, length: int = 1) -> Day:
    def rule(year: int) -> Reading:
        start = festival(name, year) + timedelta(days=offset)
        grain = "day" if length == 1 else "interval"
        return span(start, start + timedelta(days=length), grain)  # type: ignore[arg-type]

    return rule


_CHRISTMAS, _NEW_YEAR, _EVE = _fixed(12, 25), _fixed(1, 1), _fixed(12, 31)
ENGLISH: dict[str, Day] = {
    "christmas": _CHRISTMAS,
    "christmas day": _CHRISTMAS,
    "xmas": _CHRISTMAS,
    "christmas eve": _fixed(12, 24),
    "boxing day": _fixed(12, 26),
    "new year": _NEW_YEAR,
    "new years": _NEW_YEAR,
    "new year day": _NEW_YEAR,
    "new years day": _NEW_YEAR,
    "new year eve": _EVE,
    "new years eve": _EVE,
    "valentines day": _fixed(2, 14),
    "valentine day": _fixed(2, 14),
    "saint patrick day": _fixed(3, 17),
    "st patricks day": _fixed(3, 17),
    "groundhog day": _fixed(2, 2),
    "april fools day": _fixed(4, 1),
    "april fools": _fixed(4, 1),
    "earth day": _fixed(4, 22),
    "may day": _fixed(5, 1),
    "international workers day": _fixed(5, 1),
    "workers day": _fixed(5, 1),
    "cinco de mayo": _fixed(5, 5),
    "juneteenth": _fixed(6, 19),
    "jubilee day": _fixed(6, 19),
    "freedom day": _fixed(6, 19),
    "independence day": _fixed(7, 4),
    "us independence day": _fixed(7, 4),
    "bastille day": _fixed(7, 14),
    "halloween": _fixed(10, 31),
    "all saints day": _fixed(11, 1),
    "guy fawkes day": _fixed(11, 5),
    "veterans day": _fixed(11, 11),
    "womens day": _fixed(3, 8),
    "international womens day": _fixed(3, 8),
    "childrens day": _fixed(6, 1),
    "teachers day": _fixed(9, 10),
    "labor day": _weekday(9, 0, 1),
    "labour day": _weekday(9, 0, 1),
    "memorial day": _weekday(5, 0, -1),
    "columbus day": _weekday(10, 0, 2),
    "martin luther king day": _weekday(1, 0, 3),
    "mlk day": _weekday(1, 0, 3),
    "presidents day": _weekday(2, 0, 3),
    "mothers day": _weekday(5, 6, 2),
    "fathers day": _weekday(6, 6, 3),
    "thanksgiving": _weekday(11, 3, 4),
    "thanksgiving day": _weekday(11, 3, 4),
    "black friday": _weekday(11, 3, 4, 1),
    "cyber monday": _weekday(11, 3, 4, 4),
    "chinese new year": _lunar("spring"),
    "lunar new year": _lunar("spring"),
    "spring festival": _lunar("spring"),
    "dragon boat festival": _lunar("dragon boat"),
    "mid autumn festival": _lunar("mid-autumn"),
    "easter": _easter(),
    "easter sunday": _easter(),
    "easter monday": _easter(1),
    "good friday": _easter(-2),
    "palm sunday": _easter(-7),
    "ash wednesday": _easter(-46),
    "mardi gras": _easter(-47),
    "pentecost": _easter(49),
}
CHINESE: dict[str, Day] = {
    "元旦": _NEW_YEAR,
    "元旦节": _NEW_YEAR,
    "新年": _NEW_YEAR,
    "情人节": _fixed(2, 14),
    "妇女节": _fixed(3, 8),
    "三八节": _fixed(3, 8),
    "植树节": _fixed(3, 12),
    "愚人节": _fixed(4, 1),
    "劳动节": _fixed(5, 1),
    "五一": _fixed(5, 1),
    "五一节": _fixed(5, 1),
    "青年节": _fixed(5, 4),
    "儿童节": _fixed(6, 1),
    "六一": _fixed(6, 1),
    "建党节": _fixed(7, 1),
    "建军节": _fixed(8, 1),
    "教师节": _fixed(9, 10),
    "国庆": _fixed(10, 1, 7),
    "国庆节": _fixed(10, 1),
    "国庆日": _fixed(10, 1),
    "国庆期间": _fixed(10, 1, 7),
    "国庆假期": _fixed(10, 1, 7),
    "国庆长假": _fixed(10, 1, 7),
    "十一": _fixed(10, 1, 7),
    "十一假期": _fixed(10, 1, 7),
    "十一长假": _fixed(10, 1, 7),
    "黄金周": _fixed(10, 1, 7),
    "万圣节": _fixed(10, 31),
    "双十一": _fixed(11, 11),
    "光棍节": _fixed(11, 11),
    "双十二": _fixed(12, 12),
    "平安夜": _fixed(12, 24),
    "圣诞": _CHRISTMAS,
    "圣诞节": _CHRISTMAS,
    "跨年夜": _EVE,
    "母亲节": _weekday(5, 6, 2),
    "父亲节": _weekday(6, 6, 3),
    "感恩节": _weekday(11, 3, 4),
    "复活节": _easter(),
    "春节": _lunar("spring"),
    "除夕": _lunar("spring", -1),
    "大年三十": _lunar("spring", -1),
    "大年初一": _lunar("spring"),
    "元宵节": _lunar("spring", 14),
    "元宵": _lunar("spring", 14),
    "端午": _lunar("dragon boat"),
    "端午节": _lunar("dragon boat"),
    "中秋": _lunar("mid-autumn"),
    "中秋节": _lunar("mid-autumn"),
}
FIRST_WORDS = frozenset(name.split()[0].rstrip("s") for name in ENGLISH) | frozenset(
    name.split()[0] for name in ENGLISH
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
    def rule(context: Context) -> Reading:
        start = resolve_date(outer, context).start
        if start is None:
            raise ValueError("open year")
        return holiday(start.year)

    return rule


def nearest(holiday: Day) -> Rule:
    """The next one to come, or the last one that was, as the context prefers."""

    def rule(context: Context) -> Reading:
        years = range(context.now.year - 1, context.now.year + 2)
        found = [holiday(year) for year in years]
        if context.prefer == "past":
            return [r for r in found if r.start and r.start < context.today][-1]
        return next(r for r in found if r.end and r.end > context.today)

    return rule


def beside(holiday: Day, steps: int) -> Rule:
    """The `steps`-th one to come (1) or gone (-1); 0 is this year's."""

    def rule(context: Context) -> Reading:
        year = context.now.year
        if steps == 0:
            return holiday(year)
        this = holiday(year)
        assert this.start is not None
        if steps > 0:
            return holiday(year + steps - (this.start > context.today))
        return holiday(year + steps + (this.start < context.today))

    return rule
