"""Chinese words of time, and numbers written in Chinese."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from eywa_fs.language.temporal.reading import DayPart

DIGITS = {char: value for value, char in enumerate("零一二三四五六七八九")}
DIGITS |= {"〇": 0, "两": 2}
_POWERS = {"十": 10, "百": 100, "千": 1000}
NUM = "(?:[0-9]{1,4}|[零〇一二三四五六七八九十百千两廿卅]{1,7})"
DAYS = {
    "大前天": -3,
    "前天": -2,
    "前日": -2,
    "昨天": -1,
    "昨日": -1,
    "昨儿": -1,
    "寻日": -1,
    "琴日": -1,
    "今天": 0,
    "今日": 0,
    "今儿": 0,
    "明天": 1,
    "明日": 1,
    "明儿": 1,
    "听日": 1,
    "后天": 2,
    "后日": 2,
    "大后天": 3,
}
HALF_DAYS = {"昨": -1, "今": 0, "当": 0, "明": 1, "前": -2, "后": 2}
YEARS = {
    "大前年": -3,
    "前年": -2,
    "去年": -1,
    "上年": -1,
    "旧年": -1,
    "今年": 0,
    "本年": 0,
    "本年度": 0,
    "今年度": 0,
    "明年": 1,
    "来年": 1,
    "下年": 1,
    "后年": 2,
    "大后年": 3,
}
NOW = ("现在", "此刻", "此时此刻", "这会儿", "而家", "目前")
SOON = ("马上", "立刻", "立即", "即刻")
UNITS = {
    "秒": "second",
    "秒钟": "second",
    "分": "minute",
    "分钟": "minute",
    "小时": "hour",
    "钟头": "hour",
    "天": "day",
    "日": "day",
    "周": "week",
    "星期": "week",
    "礼拜": "week",
    "月": "month",
    "季度": "quarter",
    "年": "year",
    "世纪": "century",
}
WEEKDAYS = {char: day for day, char in enumerate("一二三四五六日")} | {"天": 6}
WEEKDAYS |= {str(day + 1): day for day in range(6)}
SEASONS = {"春": 3, "夏": 6, "秋": 9, "冬": 12}
# First years of reigns by which sources and family papers count; the Republic's follows them.
ERAS = {
    "武德": 618,
    "贞观": 627,
    "永徽": 650,
    "神龙": 705,
    "开元": 713,
    "天宝": 742,
    "建隆": 960,
    "熙宁": 1068,
    "元丰": 1078,
    "洪武": 1368,
    "永乐": 1403,
    "成化": 1465,
    "弘治": 1488,
    "正德": 1506,
    "嘉靖": 1522,
    "隆庆": 1567,
    "万历": 1573,
    "天启": 1621,
    "崇祯": 1628,
    "顺治": 1644,
    "康熙": 1662,
    "雍正": 1723,
    "乾隆": 1736,
    "嘉庆": 1796,
    "道光": 1821,
    "咸丰": 1851,
    "同治": 1862,
    "光绪": 1875,
    "宣统": 1909,
    "民国": 1912,
    "昭和": 1926,
    "平成": 1989,
    "令和": 2019,
}
_HOUR = 3600
# The hours of the parts of the day, as Microsoft's Recognizers-Text cuts them for English.
PARTS = {
    "凌晨": DayPart(0, 6 * _HOUR),
    "半夜": DayPart(20 * _HOUR, 86399),
    "深夜": DayPart(20 * _HOUR, 86399),
    "午夜": DayPart(20 * _HOUR, 86399),
    "早上": DayPart(8 * _HOUR, 12 * _HOUR),
    "早晨": DayPart(8 * _HOUR, 12 * _HOUR),
    "清晨": DayPart(8 * _HOUR, 12 * _HOUR),
    "早间": DayPart(8 * _HOUR, 12 * _HOUR),
    "上午": DayPart(8 * _HOUR, 12 * _HOUR),
    "中午": DayPart(11 * _HOUR, 13 * _HOUR),
    "正午": DayPart(11 * _HOUR, 13 * _HOUR),
    "下午": DayPart(12 * _HOUR, 16 * _HOUR),
    "午后": DayPart(12 * _HOUR, 16 * _HOUR),
    "午间": DayPart(11 * _HOUR, 13 * _HOUR),
    "傍晚": DayPart(16 * _HOUR, 20 * _HOUR),
    "晚上": DayPart(16 * _HOUR, 20 * _HOUR),
    "晚间": DayPart(16 * _HOUR, 20 * _HOUR),
    "夜晚": DayPart(16 * _HOUR, 20 * _HOUR),
    "夜里": DayPart(20 * _HOUR, 86399),
    "夜间": DayPart(20 * _HOUR, 86399),
    "晚": DayPart(16 * _HOUR, 20 * _HOUR),
    "早": DayPart(8 * _HOUR, 12 * _HOUR),
    "夜": DayPart(20 * _HOUR, 86399),
    "晨": DayPart(8 * _HOUR, 12 * _HOUR),
}


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
