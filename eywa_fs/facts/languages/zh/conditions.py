"""Conditions a rule may put on the clause around its match."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from eywa_fs.facts.languages.zh.dates import Moment
from eywa_fs.facts.languages.zh.frame import Frame, View
from eywa_fs.facts.languages.zh.rule import expand
from eywa_fs.facts.languages.zh.subjects import USER, Topic
from eywa_fs.facts.model import Candidate

_FUTURE = re.compile(
    r"明天|后天|大后天|明早|明晚|下周|下下周|下星期|下礼拜|下个?月|明年|后年|下学期|下半年|过几天|过阵子|月底|年底|这周[一二三四五六日天末]|"
    r"(?<!每)(?<!每个)(?:周|星期|礼拜)[一二三四五六日天末]|(?<![0-9年过去了])[0-9一二三四五六七八九十]{1,3}(?:月(?:[0-9一二三四五六七八九十底初中]|要|去|就|份|[^0-9]|$)|号)|"
    r"国庆|五一|元旦|春节|过年|暑假|寒假|中秋|毕业(?:以)?后|退休(?:以)?后|年后|节后|马上|即将|将要|快要|就要|[半一二两三四五六七八九十0-9]+(?:个)?(?:年|月|周|星期|天|小时)(?:之|以)?后|到时候?|今年(?=.{0,3}要)|今晚|今年(?:底|内|下半年|秋天|冬天)"
)
_NOT_FUTURE = re.compile(
    r"[去到来买做办看见玩住搬换学考生过]了(?!解)|上周|上个?月|上星期|去年|昨|前天|前年|刚|曾|那年|当年|每|了$"
)
_RECURS = re.compile(
    r"每|逢|固定|雷打不动|一般|通常|(?:周|星期|礼拜|周末|早上|晚上|中午|天|次|年|月)[一二三四五六日天]?[^，。]{0,4}都|平时|惯例|隔[天周]|单双周|必|天天|周末(?:两天|都|一般|全|总|固定)|(?:周|星期|礼拜)[一二三四五六日天].{0,3}(?:周|星期|礼拜|、|和|到|至)[一二三四五六日天]"
)
_ONCE = re.compile(r"上周|下周|这周|本周|上个?月|下个?月|昨|明|今天|了$|过$|了[^，。]|去年|明年")
_STEADY = re.compile(r"一直|始终|从来|向来|一向|打心|从小|骨子里|根本|永远|素来")
_TOOL = expand(
    r"<APP>|<DURABLE>|[A-Za-z]{2,}|卡|眼镜|隐形|套餐|宽带|软件|系统|平台|输入法|会员|牌|款|版|自带|任务|清单|笔记|日历|邮箱|浏览器|手写|纸质|本子|APP|app"
)
_FOOD = re.compile(r"喝|吃|奶粉|奶|咖啡|茶|早餐|米|面|油|零食|猫粮|狗粮|粮")
_TODAY = re.compile(r"今天|昨天|每次|那次|这次|当时|今早|今晚|昨晚|刚才|刚刚|上午|下午|中午")
_PERSON = expand(
    r"(?:<ROLE>|<OCC>|人|者|师|友|姐|哥|叔|姨|爷|奶|总|工|老板|明星|偶像|本尊|[老小阿][\u4e00-\u9fff]|^[A-Z][a-z]+|^[\u4e00-\u9fff]{2,3})$"
)
_TRIP = re.compile(
    r"出差|旅游|旅行|度假|自驾|玩[几两三]|去玩|民宿|酒店|宾馆|飞机|高铁|机票|行程|[几一两三]晚"
)
_NEVER = re.compile(r"(?:再也|从来|从|一向|向来|坚决|绝|决)(?:都)?不$|不再$")
_PLACE = expand(r"^(?:<PLACE>)|(?:<PLACEEND>)$")
_DEADLINE = re.compile(
    r"前(?=必|得|需|要|把|$)|之前|以前|下周|下个?月|明[天年早晚]|[0-9一二三四五六七八九十]号|月底|年底|周[一二三四五六日天]|[0-9一二三四五六七八九十]月|每"
)
_CLOCK = re.compile(
    r"[0-9一二两三四五六七八九十]+(?:点|:[0-9]{2})|[0-9]{1,2}[:：][0-9]{2}|(?:周|星期|礼拜)[一二三四五六日天]|国庆|五一|春节|元旦|月底|年底|下周|下个?月|明年|[0-9一二三四五六七八九十]+[月号]|上午|下午|晚上"
)


@dataclass(frozen=True, slots=True)
class Situation:
    """What a condition may look at."""

    frame: Frame
    sentence: str
    named: tuple[Moment, ...]
    latest: tuple[Candidate, ...]
    planned: Candidate | None
    standing: bool
    ironic: bool
    unknown: bool
    said_before: bool = False

    @property
    def future(self) -> bool:
        """Whether the clause names a time to come."""
        text = self.frame.text
        if (
            self.recurring
            or self.frame.past
            or _NOT_FUTURE.search(text + ("了" if self.frame.changed else ""))
        ):
            return False
        if self.named:
            return any(moment.future for moment in self.named)
        return _FUTURE.search(text) is not None

    @property
    def recurring(self) -> bool:
        """Whether the sentence speaks of something that comes round again."""
        return _RECURS.search(self.sentence) is not None and not _ONCE.search(self.frame.text)


Condition = Callable[["re.Match[str]", View, Situation], bool]


def _value(match: re.Match[str]) -> str:
    groups = match.groupdict()
    return groups.get("o") or groups.get("new") or groups.get("old") or match.group()


_CONDITIONS: Final[dict[str, Condition]] = {
    "changed": lambda m, v, s: s.frame.changed or "了" in m.group(),
    "plain": lambda m, v, s: v.negations % 2 == 0,
    "negated": lambda m, v, s: v.negations % 2 == 1,
    "habit": lambda m, v, s: s.frame.habitual,
    "past": lambda m, v, s: s.frame.past,
    "future": lambda m, v, s: s.future,
    "explicit": lambda m, v, s: s.frame.topic.explicit,
    "third": lambda m, v, s: s.frame.topic.explicit and USER not in s.frame.topic.names,
    "identity": lambda m, v, s: s.frame.topic.explicit or m.group()[0] in "是算",
    "health_word": lambda m, v, s: s.frame.topic.explicit or s.frame.changed or "了" in m.group(),
    "state_word": lambda m, v, s: (
        s.frame.topic.explicit
        or s.frame.changed
        or m.group()[0] == "是"
        or bool(s.latest)
        or bool(s.named)
    ),
    "changed_or_dur": lambda m, v, s: s.frame.changed or "了" in m.group(),
    "steady": lambda m, v, s: _STEADY.search(s.frame.text) is not None,
    "done": lambda m, v, s: (
        not s.future and bool(re.search("了|过|回来", m.group()) or s.frame.changed or s.named)
    ),
    "place": lambda m, v, s: not s.future and _PLACE.search(_value(m)) is not None,
    "tool": lambda m, v, s: _TOOL.search(_value(m)) is not None,
    "tool_before": lambda m, v, s: (
        _TOOL.search(_value(m)) is not None or any(c.predicate == "uses" for c in s.latest)
    ),
    "food_before": lambda m, v, s: (
        _FOOD.search(m.group()) is not None or any(c.predicate == "diet" for c in s.latest)
    ),
    "this_year": lambda m, v, s: (
        re.search("今年|明年|虚岁|周岁|都快|已经|下半年", s.frame.text) is not None
    ),
    "milestone": lambda m, v, s: (
        s.future or re.search("今年|明年|后年|下半年", s.frame.text) is not None
    ),
    "sure": lambda m, v, s: s.frame.topic.explicit or not s.unknown,
    "usual": lambda m, v, s: (
        bool(re.search("现在|改|每天|平时|一直|都|只|通勤|上班|上下班", s.frame.text))
        or (v.negations > 0 and s.frame.changed)
    ),
    "never": lambda m, v, s: (
        v.negations == 1
        and _NEVER.search(s.frame.text[: m.start()]) is not None
        and s.frame.topic.explicit
    ),
    "grounded": lambda m, v, s: (
        s.frame.topic.explicit
        or s.frame.past
        or m.group()[0] == "是"
        or re.search("现在|目前|如今|在", s.frame.text[: m.end()]) is not None
    ),
    "own": lambda m, v, s: s.frame.topic.explicit or USER in s.frame.topic.names,
    "at_home": lambda m, v, s: (
        re.search("养|家里|我家", s.sentence) is not None and not s.frame.changed
    ),
    "holiday": lambda m, v, s: (
        v.negations % 2 == 1
        and re.search("过年|春节|国庆|五一|中秋|暑假|寒假|今年|明|下", s.frame.text[: m.start()])
        is not None
    ),
    "self": lambda m, v, s: s.frame.topic == Topic((USER,)),
    "not_today": lambda m, v, s: _TODAY.search(s.frame.text) is None,
    "called_off": lambda m, v, s: (
        v.negations % 2 == 1
        and s.frame.changed
        and re.search("再也|从来|以前|每", s.frame.text) is None
    ),
    "alone": lambda m, v, s: m.end() - m.start() <= 6 and not s.frame.past,
    "no_hedge": lambda m, v, s: s.frame.hedges == 0,
    "subject_given": lambda m, v, s: s.frame.topic.explicit or bool(s.latest),
    "in_profile": lambda m, v, s: s.frame.topic.explicit or s.said_before,
    "changed_or_done": lambda m, v, s: s.frame.changed or "完" in m.group() or "成功" in m.group(),
    "job_talk": lambda m, v, s: (
        re.search("换工作|换了工作|跳槽|入职|辞职|离职|转行|新工作|上岸", s.sentence) is not None
    ),
    "naming": lambda m, v, s: (
        s.frame.topic.explicit
        or bool(s.latest)
        or re.search("改名|名字|取名|起名|网名", s.sentence) is not None
    ),
    "my_home": lambda m, v, s: s.frame.text[: m.start()].endswith(("我家", "我们家")),
    "able": lambda m, v, s: (
        s.frame.topic.explicit
        or any(c.predicate in ("health", "must_not", "can") for c in s.latest)
    ),
    "lasting": lambda m, v, s: (
        s.frame.topic.explicit or bool(re.search("从小|一直|天生|老", s.frame.text))
    ),
    "standing_habit": lambda m, v, s: (
        not s.frame.changed and not s.future and not re.search("今天|这次|今晚", s.frame.text)
    ),
    "due": lambda m, v, s: (
        s.frame.topic.explicit
        or re.search("每|天天|定期|按时", s.frame.text) is not None
        or _DEADLINE.search(s.frame.text) is not None
    ),
    "chronic": lambda m, v, s: (
        re.search(
            "老|总|一直|经常|常年|从小|长期|天天|每天|每晚|一到|一坐|严重|最近|天生|容易",
            s.frame.text,
        )
        is not None
        and _TODAY.search(s.frame.text) is None
    ),
    "not_future": lambda m, v, s: not s.future,
    "no_trip": lambda m, v, s: _TRIP.search(s.sentence) is None,
    "unsaid": lambda m, v, s: not s.frame.topic.explicit,
    "person": lambda m, v, s: _PERSON.search(_value(m)) is not None,
    "ever": lambda m, v, s: (
        re.search("以前|从前|曾经|过去|小时候|年轻时|那会儿|那时候", s.frame.text) is not None
    ),
    "began": lambda m, v, s: (
        re.search("开始(?:就|了|都)?$|从[^，。]{1,6}起$", s.frame.text[: m.start()]) is not None
    ),
    "skill": lambda m, v, s: (m.group()[0] != "能" or v.negations > 0) and not s.future,
    "standing": lambda m, v, s: s.standing,
    "future_before": lambda m, v, s: s.planned is not None,
    "deadline": lambda m, v, s: _DEADLINE.search(s.frame.text) is not None and not s.frame.past,
    "recurring": lambda m, v, s: s.recurring and not s.frame.changed and not s.frame.past,
    "clock_new": lambda m, v, s: _CLOCK.search(m["new"]) is not None,
    "clock": lambda m, v, s: _CLOCK.search(_value(m)) is not None,
}


def holds(names: frozenset[str], match: re.Match[str], view: View, situation: Situation) -> bool:
    """Whether every named condition is met."""
    return all(_CONDITIONS[name](match, view, situation) for name in names)
