"""When: the past, a time to come, what comes round again, a clock, a deadline."""

from __future__ import annotations

import re
from typing import Final

from eywa_fs.facts.languages.zh.situation import ONCE, Condition, value_of

#: The day of the message, or one occasion.
TODAY: Final = re.compile(r"今天|昨天|每次|那次|这次|当时|今早|今晚|昨晚|刚才|刚刚|上午|下午|中午")
_DEADLINE = re.compile(
    r"学期|开学|前(?=必|得|需|要|把|$)|之前|以前|下周|下个?月|明[天年早晚]|[0-9一二三四五六七八九十]号|月底|年底|周[一二三四五六日天]|[0-9一二三四五六七八九十]月|每"
)
_CLOCK = re.compile(
    r"[0-9一二两三四五六七八九十]+(?:点|:[0-9]{2})|[0-9]{1,2}[:：][0-9]{2}|(?:周|星期|礼拜)[一二三四五六日天]|国庆|五一|春节|元旦|月底|年底|下周|下个?月|明年|[0-9一二三四五六七八九十]+[月号]|上午|下午|晚上"
)
#: A time of day, of the week, the month or the year.
_TIMED = re.compile(
    r"[0-9一二两三四五六七八九十]+(?:点|:[0-9]{2}|[号日月])|[周星期礼拜][一二三四五六日天末]|每|逢|初一|十五|月底|月初|年底|国庆|五一|春节|元旦|中秋|暑假|寒假|下周|下个?月|明[天年晚早]|后天|今晚|早上|上午|中午|下午|晚上|夜里|凌晨|周末|工作日|平日|节假日|隔|[早晚]班|开春"
)
_COMES_ROUND = re.compile(
    "每|逢|隔[天周]|天天|平[日时]|工作日|节假日|[单双]休|初一|雷打|固定|照常|周末(?:都|两天)|[一二三四五六日][、和跟到至一二三四五六日天]"
)
#: What stands in front of a time and is no thing that could have one.
_NO_THING = re.compile(
    r"^.$|^[0-9一二三四五六七八九十半两几]+[月年]?$|[今明后去前]年|[上下这本]个?[周月]|起|^(?:之前|以前|原先|原来)|最近|其实|已经|可能|应该|大概|好像|结果|终于|总算|今天|昨天|明天|后来|当时|时候|因为|所以|但是|如果|不过|听说|据说|感觉|觉得|打算|准备|计划|考虑|希望|[你我他她]|什么|怎么|多少|[了过着吗的得地不没都也就还在到给和跟约要会能从每次与定体提别上]$|^(?:原|确|核心|触发|固|店$)|[说问讲]|规定|通知|休息|^(?:说|想|要|让|叫|请|帮|问|记得|提醒|安排|时间|地点|日期|一共|总共|全|大家|人|事)"
)
_ONE_DAY = re.compile(
    r"今[天早晚]|明[天早晚]|昨|前天|后天|刚|那天|当天|上周|下周|这周|本周|[上下这]个?[月次回]|号"
)
#: A time that was taken for the thing whose time it is.
_NO_OWNER = re.compile(
    r"^.$|^[0-9一二三四五六七八九十半两几]+[月年]?$|[今明后去前]年|[上下这本]个?[周月]|起|后$|^(?:之前|以前|原先|原来)"
)

TIMES: Final[dict[str, Condition]] = {
    "past": lambda m, v, s: s.frame.past,
    "future": lambda m, v, s: s.future,
    "this_year": lambda m, v, s: (
        re.search("今年|明年|虚岁|周岁|都快|已经|下半年", s.frame.text) is not None
    ),
    "milestone": lambda m, v, s: (
        s.future or re.search("今年|明年|后年|下半年", s.frame.text) is not None
    ),
    "holiday": lambda m, v, s: (
        v.negations % 2 == 1
        and re.search("过年|春节|国庆|五一|中秋|暑假|寒假|今年|明|下", s.frame.text[: m.start()])
        is not None
    ),
    "not_today": lambda m, v, s: TODAY.search(s.frame.text) is None,
    "called_off": lambda m, v, s: (
        v.negations % 2 == 1
        and s.frame.changed
        and re.search("再也|从来|以前|每|不再", s.frame.text) is None
    ),
    "standing_habit": lambda m, v, s: (
        not s.frame.changed and not s.future and not re.search("今天|这次|今晚", s.frame.text)
    ),
    "due": lambda m, v, s: (
        s.frame.topic.explicit
        or s.said_before
        or re.search("每|天天|定期|按时", s.frame.text) is not None
        or _DEADLINE.search(s.frame.text) is not None
    ),
    "not_future": lambda m, v, s: not s.future,
    "ever": lambda m, v, s: (
        re.search("以前|从前|曾经|过去|小时候|年轻时|那会儿|那时候", s.frame.text) is not None
    ),
    "began": lambda m, v, s: (
        re.search("开始(?:就|了|都)?$|从[^，。]{1,6}起$", s.frame.text[: m.start()]) is not None
    ),
    "future_before": lambda m, v, s: s.planned is not None,
    "deadline": lambda m, v, s: _DEADLINE.search(s.frame.text) is not None and not s.frame.past,
    "recurring": lambda m, v, s: s.recurring and not s.frame.changed and not s.frame.past,
    "clock_new": lambda m, v, s: bool(_CLOCK.search(m["old"]) and _CLOCK.search(m["new"])),
    "habitual": lambda m, v, s: (
        not s.frame.changed and not s.frame.past and ONCE.search(s.frame.text) is None
    ),
    "no_day": lambda m, v, s: (
        not any(moment.first is not None and moment.first == moment.last for moment in s.named)
    ),
    "dated": lambda m, v, s: any(moment.future for moment in s.named),
    "years": lambda m, v, s: (
        re.search(
            "去年|前年|[0-9零一二三四五六七八九十]+年(?:前|[冬夏春秋年]|$)|那年|当年|[年月]初|[年月]底",
            s.frame.text[: m.start()],
        )
        is not None
    ),
    "plainly": lambda m, v, s: re.search("今天|今晚|这周|明天|先|暂时", s.frame.text) is None,
    "clock": lambda m, v, s: _CLOCK.search(value_of(m)) is not None,
    "not_past": lambda m, v, s: not s.frame.past,
    "before_a_day": lambda m, v, s: (
        re.search("(?:之前|以前|前|截止)[^，。]{0,3}$", s.frame.text[: m.start()]) is not None
        and _DEADLINE.search(s.frame.text) is not None
        and not s.frame.past
    ),
    "timed": lambda m, v, s: _TIMED.search(value_of(m)) is not None,
    "rounds": lambda m, v, s: (
        (s.recurring or _COMES_ROUND.search(value_of(m)) is not None)
        and not s.future
        and (s.frame.topic.explicit or not s.unknown)
    ),
    "thing_alone": lambda m, v, s: (
        not s.frame.topic.explicit and m.start() <= 4 and _NO_THING.search(m["thing"]) is None
    ),
    # A clock time amid what one does day by day, not on a day that is named.
    "timetable": lambda m, v, s: (
        (s.frame.topic.explicit or s.said_before) and _ONE_DAY.search(s.sentence) is None
    ),
    "now_so": lambda m, v, s: (
        not s.frame.past and re.search("那年|的时候|那时|当年|时", s.frame.text) is None
    ),
    # A day to come, not one that comes round or was.
    "unroutine": lambda m, v, s: (
        any(moment.future for moment in s.named)
        and re.search("开始|以前|那年|当年|上学|每", s.sentence) is None
    ),
    "not_this_week": lambda m, v, s: re.search("[这本下]周|明|今", s.frame.text) is None,
    "timed_value": lambda m, v, s: _TIMED.search(value_of(m)) is not None,
    # What is done at that hour day by day: no day is named, nothing is over.
    "timetable_like": lambda m, v, s: (
        _ONE_DAY.search(s.sentence) is None and not (s.named or s.frame.changed or s.frame.hedges)
    ),
    "unroutine_not": lambda m, v, s: (
        _ONE_DAY.search(s.frame.text) is None and not any(day.future for day in s.named[1:])
    ),
    "a_thing": lambda m, v, s: _NO_OWNER.search(m["thing"]) is None,
    "things": lambda m, v, s: (
        not s.frame.topic.explicit
        and _TIMED.search(value_of(m)) is not None
        and _NO_THING.search(m["thing"]) is None
    ),
}
