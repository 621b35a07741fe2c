"""Words of time that stand before a verb, and what they say of its tense."""

from __future__ import annotations

import re
from typing import Final, Literal

When = Literal["past", "year", "episode", "now", "someday", "future"]
"""``past``: a state that was ("以前"). ``year``: a state or an event of then. ``episode``: of a day or two, says nothing lasting ("昨天",
"今晚"). ``now``: nothing. ``future``: a time to come; ``someday``: one that is not named."""

_N: Final = r"(?:\d+|[一二三四五六七八九十两几半]+)"
_YEAR: Final = r"(?:(?:19|20)\d\d|\d\d|[零一二〇三四五六七八九]{2,4})年"
_UNIT: Final = r"(?:年|个?月|个?星期|个?礼拜|周|天|日|个?小时|分钟)"
_DAY: Final = (
    r"(?:[十\d一二三四五六七八九]{1,3}月(?:份|底|初|中旬|上旬|下旬)?(?:[十\d一二三四五六七八九]{1,3}[日号])?"
    r"|[十\d一二三四五六七八九]{1,3}[日号])"
)
_WEEKDAY: Final = r"(?:周|星期|礼拜)[一二三四五六日天末]"
_HOUR: Final = (
    r"(?:(?:大?清早|凌晨|早上|上午|中午|下午|傍晚|晚上|半夜|一早|晚)?"
    r"(?:[十\d一二三四五六七八九两]{1,3}(?:点(?:半|一刻|三刻|[十\d一二三四五六七八九]{1,3}分?|整)?|:\d\d))?)"
)
_CLOCK: Final = r"(?:左右|前后|多|之前|以前|前|的时候)?"
_KINDS: Final[tuple[tuple[When, str], ...]] = (
    ("now", rf"从小(?=[在就喜爱对住跟也都怕讨])|(?:自?从)?(?:{_YEAR}(?:{_DAY})?|{_DAY}|去年{_DAY}?|前年|上个?月|上周|小学|初中|高中|大学"
            rf"|{_N}{_UNIT}前|{_N}岁)(?:起|以来|之后|后|开始(?:就|便))"),
    ("past", r"以前|从前|曾经|曾|之前|先前|原先|原来|原本|过去|当年|当初|早年|早些年|前些年|那时候?|那会儿?|那几年|那年"
             r"|小时候|小学时|初中时|高中时|大学时|年轻时候?|刚毕业时|上学时"
             r"|(?:读|上)?(?:小学|初中|高中|大学|研究生|读研|留学|当兵|工作前)(?:期间|时候|的时候|那会儿?|那几年|时)"
             rf"|{_YEAR}(?:到|至|-){_YEAR}"),
    ("year", rf"去年{_DAY}?|前年{_DAY}?|大前年|前几年|{_YEAR}(?:{_DAY})?(?:{_HOUR})?|{_N}年(?:以|之)?前"),
    ("episode", rf"(?:昨天|昨日|昨晚|前天|大前天|刚才|刚刚才|上周末?|上个?星期|上个?礼拜|上个?月|上次|上上周|前几天|前两天|前阵子|前段时间"
                rf"|那天|当天|当时|今早|今晚|今夜|今天|今日|今儿|这次|这几天|这两天|这周(?!末)|本周(?!末)|这个?星期|这段时间|这阵子|暂时|临时|一会儿|待会儿?|等会儿?|马上|此刻|刚)"
                rf"(?:{_WEEKDAY}|[一二三四五六日末])?{_DAY}?{_HOUR}|(?:早上|上午|中午|下午|傍晚|晚上|半夜|凌晨|一早|清晨)"
                rf"|{_N}个?(?:月|星期|礼拜|天|小时|周|分钟)(?:以|之)?前"),
    ("someday", r"将来|未来|以后|今后|即将|很快|快要?|不久后?|过几天|过两天|改天|回头|有空|有机会的?话?|迟早|早晚"),
    ("future", rf"(?:明天|明日|明晚|明早|后天|大后天|下周末?|下下周|下个?星期|下个?礼拜|下个?月|下半年|下学期|下个?学期|明年|后年|月底|年底|年后|年前|节后"
               rf"|今年{_DAY}|今年(?:年底|暑假|寒假|国庆|秋天|冬天|夏天|春天)|这个?月(?:底|末)|寒假|暑假|国庆(?:节|假期)?|五一|春节|元旦|中秋|清明|端午|过年)"
               rf"(?:的时候|期间|假期|后)?(?:{_WEEKDAY}|[一二三四五六日末](?=[^\d一二三四五六七八九十个月号日点]))?(?:的)?{_DAY}?(?:周[一二三四五六日])?{_HOUR}{_CLOCK}"
               rf"|(?:这个?|本)?(?:周|星期|礼拜)[一二三四五六日天]{_HOUR}{_CLOCK}|(?:这个?|本)周末|周末(?=打算|准备|计划|要去|约)|(?:这|本){_WEEKDAY}{_HOUR}{_CLOCK}|{_DAY}{_HOUR}{_CLOCK}|{_N}{_UNIT}(?:以|之)?后"
               rf"|(?:早上|上午|中午|下午|傍晚|晚上|今晚|今天|凌晨)[\d一二三四五六七八九十两]{{1,3}}(?:点半?|:\d\d){_CLOCK}"),
)  # fmt: skip
_PATTERNS: Final = tuple((name, re.compile(pattern)) for name, pattern in _KINDS)


def time_at(low: str, start: int, end: int) -> tuple[int, When] | None:
    """Length and meaning of the expression of time that begins at ``start``; None: none does."""
    best: tuple[int, When] | None = None
    for name, pattern in _PATTERNS:
        match = pattern.match(low, start, end)
        if match is not None and match.end() > start:
            if best is None or match.end() - start > best[0]:
                best = match.end() - start, name
    return best
