"""Chinese words of time, and numbers written in Chinese."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TypeVar

from eywa_fs.language.temporal.reading import DayPart
from eywa_fs.language.temporal.tokens import Memo

Value = TypeVar("Value")


def _by_word(table: Mapping[Value, str]) -> dict[str, Value]:
    return {word: value for value, words in table.items() for word in words.split()}


DIGITS = {char: value for value, char in enumerate("零一二三四五六七八九")}
DIGITS |= {"〇": 0, "两": 2}
_POWERS = {"十": 10, "百": 100, "千": 1000}
NUM = "(?:[0-9]{1,4}|[零〇一二三四五六七八九十百千两廿卅]{1,7})"
NUMERALS = "零一二三四五六七八九十"
DAYS = _by_word(
    {
        -3: "大前天",
        -2: "前天 前日",
        -1: "昨天 昨日 昨儿 寻日 琴日",
        0: "今天 今日 今儿",
        1: "明天 明日 明儿 听日",
        2: "后天 后日",
        3: "大后天",
    }
)
HALF_DAYS = {"昨": -1, "今": 0, "当": 0, "明": 1, "前": -2, "后": 2}
YEARS = _by_word(
    {
        -3: "大前年",
        -2: "前年",
        -1: "去年 上年 旧年",
        0: "今年 本年 本年度 今年度",
        1: "明年 来年 下年",
        2: "后年",
        3: "大后年",
    }
)
NOW = ("现在", "此刻", "此时此刻", "这会儿", "而家", "依家", "目前")
UNITS = _by_word(
    {
        "second": "秒 秒钟",
        "minute": "分 分钟",
        "hour": "小时 钟头",
        "day": "天 日",
        "week": "周 星期 礼拜",
        "month": "月",
        "quarter": "季度",
        "year": "年",
        "century": "世纪",
    }
)
WEEKDAYS = {char: day for day, char in enumerate("一二三四五六日")} | {"天": 6}
WEEKDAYS |= {str(day + 1): day for day in range(6)}
SEASONS = {"春": 3, "夏": 6, "秋": 9, "冬": 12}
# First years of reigns by which sources and family papers count; the Republic's follows them.
_ERAS = """
武德618 贞观627 永徽650 神龙705 开元713 天宝742 建隆960 熙宁1068 元丰1078 洪武1368
永乐1403 成化1465 弘治1488 正德1506 嘉靖1522 隆庆1567 万历1573 天启1621 崇祯1628 顺治1644 康熙1662
雍正1723 乾隆1736 嘉庆1796 道光1821 咸丰1851 同治1862 光绪1875 宣统1909 民国1912 昭和1926 平成1989
令和2019
"""
ERAS = {era[:2]: int(era[2:]) for era in _ERAS.split()}
_HOUR = 3600
# The hours of the parts of the day, as Microsoft's Recognizers-Text cuts them for English.
PARTS = _by_word(
    {
        DayPart(0, 6 * _HOUR): "凌晨",
        DayPart(8 * _HOUR, 12 * _HOUR): "早上 早晨 清晨 早间 上午 早 晨",
        DayPart(11 * _HOUR, 13 * _HOUR): "中午 正午 午间",
        DayPart(12 * _HOUR, 16 * _HOUR): "下午 午后",
        DayPart(16 * _HOUR, 20 * _HOUR): "傍晚 晚上 晚间 夜晚 晚",
        DayPart(20 * _HOUR, 86399): "半夜 深夜 午夜 夜里 夜间 夜",
    }
)


@dataclass(slots=True)
class Text(Memo):
    """A text in simplified characters without needless spaces."""

    s: str

    def match(self, source: str, i: int) -> re.Match[str] | None:
        return pattern(source).match(self.s, i)

    def follows(self, i: int, chars: str) -> bool:
        """Whether one of the characters stands at `i`."""
        return self.s[i : i + 1] in tuple(chars)

    def behind(self, i: int, chars: str = "", *, digits: bool = True) -> bool:
        """Whether one of the characters, or a digit, stands right before `i`."""
        before = self.s[i - 1] if i else ""
        return before in tuple(chars) or (digits and before.isdecimal())


@cache
def pattern(source: str) -> re.Pattern[str]:
    """A compiled pattern, compiled when first needed; every quantifier in `source` is bounded."""
    return re.compile(source)


def either(words: Iterable[str]) -> str:
    """An alternation of literal words, longest first."""
    return "|".join(sorted(words, key=len, reverse=True))


def number(text: str) -> int | None:
    """The value of a number in digits, in Chinese, or digit by digit ("二〇二四")."""
    if text.isdecimal() and text.isascii():
        return int(text)
    text = text.replace("廿", "二十").replace("卅", "三十")
    if not any(char in _POWERS for char in text):
        if len(text) > 1 and "两" in text:
            return None
        return int("".join(str(DIGITS[char]) for char in text)) if text else None
    total, digit = 0, None
    for char in text:
        if char in _POWERS:
            total += (1 if digit is None else digit) * _POWERS[char]
            digit = None
        else:
            digit = DIGITS[char] or None
    return total + (digit or 0)
