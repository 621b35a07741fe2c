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
from eywa_fs.facts.languages.zh.words_callings import FIELDS
from eywa_fs.facts.model import Candidate

_FUTURE = re.compile(
    r"明天|后天|大后天|明早|明晚|下周|下下周|下星期|下礼拜|下个?月|明年|后年|下学期|下半年|过几天|过阵子|月底|年底|这周[一二三四五六日天末]|"
    r"(?<!每)(?<!每个)(?:周|星期|礼拜)[一二三四五六日天末]|(?<![0-9年过去了])[0-9一二三四五六七八九十]{1,3}(?:月(?:[0-9一二三四五六七八九十底初中]|要|去|就|份|[^0-9]|$)|号)|"
    r"国庆|五一|元旦|春节|过年|暑假|寒假|中秋|除夕|年三十|大年初|腊月|正月|初[一二三四五六七八九十](?![中级恋])|小年|清明|端午|重阳|元宵|圣诞|腊八|毕业(?:以)?后|退休(?:以)?后|年后|节后|马上|即将|将要|快要|就要|[半一二两三四五六七八九十0-9]+(?:个)?(?:年|月|周|星期|天|小时)(?:之|以)?后|到时候?|今年(?=.{0,3}要)|今晚|今年(?:底|内|下半年|秋天|冬天)"
)
_NOT_FUTURE = re.compile(
    r"[去到来买做办看见玩住搬换学考生过报上进读养开找卖签租交领拿]了(?!解)|上周|上个?月|上星期|去年|昨|前天|前年|刚|曾|那年|当年|每|了$"
)
_RECURS = re.compile(
    r"每|逢|固定|雷打不动|一般|通常|(?:周|星期|礼拜|周末|早上|晚上|中午|天|次|年|月)[一二三四五六日天]?[^，。]{0,4}都|平时|惯例|(?:周|星期|礼拜)[一二三四五六日天末][^，。]{0,4}(?:学|练|踢|打|补|跳|画|弹|游泳|排练|值班|坐诊|上(?=[^，。]{0,5}[课班]))[^，。]{0,8}，[^，。]{0,3}(?<![下这上本])(?:周|星期|礼拜)[一二三四五六日天末]|隔[天周]|单双周|必|天天|周末(?:两天|都|一般|全|总|固定)|(?:周|星期|礼拜)[一二三四五六日天].{0,3}(?:周|星期|礼拜|、|和|到|至)[一二三四五六日天]"
)
_ONCE = re.compile(r"上周|下周|这周|本周|上个?月|下个?月|昨|明|今天|了$|过$|了[^，。]|去年|明年")
_STEADY = re.compile(r"一直|始终|从来|向来|一向|打心|从小|骨子里|根本|永远|素来")
_TOOL = (
    r"<APP>|<DURABLE>|[A-Za-z]{2,}|卡|眼镜|隐形|套餐|宽带|软件|系统"
    r"|平台|输入法|会员|牌|款|版|自带|任务|清单|笔记|日历|邮箱|浏览器|手写|纸质|本子|APP|app"
)
_FOOD = re.compile(
    r"喝|吃|奶粉|奶|咖啡|茶|早餐|米|面|油|零食|猫粮|狗粮|粮"
    r"|可乐|饮料|酒|汤|糖|肉|饭|餐|豆浆|果汁|面包"
)
_TODAY = re.compile(r"今天|昨天|每次|那次|这次|当时|今早|今晚|昨晚|刚才|刚刚|上午|下午|中午")
_PERSON = (
    r"(?:<ROLE>|<OCC>|人|者|师|友|姐|哥|叔|姨|爷|奶|总|工"
    r"|老板|明星|偶像|本尊|[老小阿][\u4e00-\u9fff]|^[A-Z][a-z]+|^<SURNAME>[\u4e00-\u9fff]{1,2})$"
)
_KIN = expand("(?:<KIN>)$")
_TRIP = re.compile(
    r"出差|旅游|旅行|度假|自驾|玩[几两三]|去玩|民宿|酒店|宾馆|飞机|高铁|机票|行程|[几一两三]晚"
)
_NEVER = re.compile(
    r"(?:再也|从来|从|一向|向来|坚决|绝|决|一辈子|这辈子|打死|死活|从小|从来就|至今|到现在)(?:都|也|就)?不$|不再$"
)
_PLACE = expand(r"^(?:<PLACE>)|(?:<PLACEEND>)$")
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

_CAREER = frozenset({"works_as", "works_at", "studies", "stopped"})
#: Words that make what one does a part of one's life.
_CAREER_WORD = expand(
    "现在|如今|目前|眼下|以前|之前|原来|早年|当年|那年|后来|之后|毕业|退休|退伍|下岗|辞|离职|失业|白天|夜里|晚上|周末|平时|专门|专职|全职|兼职|业余|在家|为生|谋生|这些年|常年|一直|过<DUR>|了(?:整整|快|有)?<DUR>|老家|改行|转行|出来|凌晨|清早|早上|<DUR>$"
)

#: What a portrait of somebody in a few words is made of.
_PORTRAIT = frozenset({"name", "works_as", "works_at", "from", "studies", "relation", "born_in"})
_CHILD_OR_PET = expand(
    "(?:娃|孩子|儿子|女儿|闺女|宝|宝宝|孙子|孙女|外孙女?|外甥女?|侄[子女儿]|小家伙|崽|囡|仔|老小|<PET>)$"
)
_ONE_NAME = expand(
    r"^(?:[老小阿][\u4e00-\u9fff]{1,2}|([\u4e00-\u9fff])\1|<SURNAME>[\u4e00-\u9fff]{1,2}|[A-Z][a-z]+)$"
)


_ONE_DAY = re.compile(
    r"今[天早晚]|明[天早晚]|昨|前天|后天|刚|那天|当天|上周|下周|这周|本周|[上下这]个?[月次回]|号"
)
#: A time that was taken for the thing whose time it is.
_NO_OWNER = re.compile(
    r"^.$|^[0-9一二三四五六七八九十半两几]+[月年]?$|[今明后去前]年|[上下这本]个?[周月]|起|后$|^(?:之前|以前|原先|原来)"
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
        or (v.negations == 1 and len(s.frame.text) <= 4)
    ),
    "changed_or_dur": lambda m, v, s: (
        s.frame.changed
        or re.search("了|裸辞|内退|退下来|被裁|跳出来|出来的$", m.group()) is not None
    ),
    "steady": lambda m, v, s: _STEADY.search(s.frame.text) is not None,
    "done": lambda m, v, s: (
        not s.future and bool(re.search("了|过|回来", m.group()) or s.frame.changed or s.named)
    ),
    "place": lambda m, v, s: not s.future and _PLACE.search(_value(m)) is not None,
    # Somebody else who "went to" a town has as often moved there.
    "own_trip": lambda m, v, s: USER in s.frame.topic.names and bool(s.named),
    "tool": lambda m, v, s: expand(_TOOL).search(_value(m)) is not None,
    "tool_before": lambda m, v, s: (
        expand(_TOOL).search(_value(m)) is not None or any(c.predicate == "uses" for c in s.latest)
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
    "sure": lambda m, v, s: (
        (s.frame.topic.explicit or not s.unknown)
        and re.search(
            "[大小][我他她]|比[我他她你]|相差|差了?[0-9一二三四五六七八九十]", s.frame.text
        )
        is None
    ),
    "usual": lambda m, v, s: (
        bool(re.search("现在|改|每天|平时|一直|都|只|通勤|上班|上下班", s.frame.text))
        or (v.negations > 0 and s.frame.changed)
    ),
    "never": lambda m, v, s: (
        v.negations == 1
        and _NEVER.search(s.frame.text[: m.start()]) is not None
        and (
            s.frame.topic.explicit
            or re.search("再也不|一辈子|这辈子|打死", s.frame.text) is not None
        )
    ),
    "grounded": lambda m, v, s: (
        s.frame.topic.explicit
        or s.frame.past
        or m.group()[0] == "是"
        or re.search("现在|目前|如今|在", s.frame.text[: m.end()]) is not None
    ),
    "own": lambda m, v, s: s.frame.topic.explicit or USER in s.frame.topic.names,
    "at_home": lambda m, v, s: (
        re.search("养|家里|我家|屋里|院里|院子里|阳台上|活物|活口|毛孩子|宠物", s.sentence)
        is not None
        and not s.frame.changed
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
        and re.search("再也|从来|以前|每|不再", s.frame.text) is None
    ),
    "alone": lambda m, v, s: (
        m.end() - m.start() <= 6
        and not s.frame.past
        and re.search("那[年会时]|当年|生日", s.sentence) is None
    ),
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
        or s.said_before
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
    "person": lambda m, v, s: expand(_PERSON).search(_value(m)) is not None,
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
    "clock_new": lambda m, v, s: bool(_CLOCK.search(m["old"]) and _CLOCK.search(m["new"])),
    "habitual": lambda m, v, s: (
        not s.frame.changed and not s.frame.past and _ONCE.search(s.frame.text) is None
    ),
    "explicit_or_after": lambda m, v, s: (
        s.frame.topic.explicit or (s.said_before and not s.unknown)
    ),
    "third_after": lambda m, v, s: USER not in s.frame.topic.names and s.said_before,
    "done_word": lambda m, v, s: (
        not s.future and (s.frame.changed or re.search("[了过到得回上]", m.group()) is not None)
    ),
    "no_day": lambda m, v, s: (
        not any(moment.first is not None and moment.first == moment.last for moment in s.named)
    ),
    "occupied": lambda m, v, s: (
        s.frame.topic.explicit
        or re.search("以前|之前|原来|现在|白天|晚上|平时|周末|目前", s.frame.text[: m.start()])
        is not None
        or re.search("了[^，。]{0,3}[0-9一二两三四五六七八九十几半]+个?[年月]", m.group())
        is not None
    ),
    "trade": lambda m, v, s: s.frame.topic.explicit or bool(s.latest),
    "past_or_explicit": lambda m, v, s: s.frame.past or s.frame.topic.explicit,
    "meal": lambda m, v, s: (
        re.search("[早午晚]餐|[早午晚中]饭|夜宵|宵夜", s.frame.text) is not None
    ),
    "medicine": lambda m, v, s: (
        re.search("药|处方|胰岛素|他汀|血压|血糖|血脂", s.sentence) is not None
        and re.search("农药|弹药|火药", s.sentence) is None
    ),
    "dated": lambda m, v, s: any(moment.future for moment in s.named),
    "organisation": lambda m, v, s: (
        re.search(
            "[院店馆所司校局站会处部厂行社公寓区室心台队]$|物业|房东|客服|师傅|医生|大夫|老师|前台|中介|管家|快递",
            m.groupdict().get("thing") or "",
        )
        is not None
    ),
    "years": lambda m, v, s: (
        re.search(
            "去年|前年|[0-9零一二三四五六七八九十]+年(?:前|[冬夏春秋年]|$)|那年|当年|[年月]初|[年月]底",
            s.frame.text[: m.start()],
        )
        is not None
    ),
    "usual_meal": lambda m, v, s: (
        (
            v.negations % 2 == 1
            and re.search("从来|从|一向|基本|几乎|一直|都|平时|早就|再", s.frame.text[: m.start()])
            is not None
        )
        or re.search("每|天天|平时|上班|一般|都|一直|坚持", s.frame.text) is not None
    ),
    # A name looked for is not the speaker's.
    "named_one": lambda m, v, s: s.frame.topic.explicit or "名字" not in s.sentence,
    "others": lambda m, v, s: USER not in s.frame.topic.names,
    "of_a_person": lambda m, v, s: (
        (m.start() == 0 and not s.frame.past)
        or expand(_PERSON).search(s.frame.topic.names[-1]) is not None
    ),
    "measured": lambda m, v, s: (
        re.search("体重|体脂|血|糖|尿酸|瘦|胖|减了|减肥|斤|心率|视力|度数", s.sentence) is not None
    ),
    "own_number": lambda m, v, s: (
        s.frame.topic.explicit
        or re.search("姓|找|联系|师傅|老师|班主任|经理|主管|[他她]", s.sentence) is None
    ),
    "birth_talk": lambda m, v, s: (
        re.search("生日|出生|生的", s.sentence) is not None
        and re.search("[月号日]", m.group()) is not None
    ),
    "scholar": lambda m, v, s: (
        re.search("PhD|phd|博|postdoc|硕|lab|实验室|导师|master|Master|读研|thesis", s.sentence)
        is not None
    ),
    "plainly": lambda m, v, s: re.search("今天|今晚|这周|明天|先|暂时", s.frame.text) is None,
    "never_does": lambda m, v, s: s.frame.text[: m.start()].endswith(
        ("不", "不怎么", "不太", "不大", "很少")
    ),
    "explicit_or_bare": lambda m, v, s: (
        s.frame.topic.explicit or m.end() - m.start() == len(s.frame.text)
    ),
    "clock": lambda m, v, s: _CLOCK.search(_value(m)) is not None,
    "explicit_home": lambda m, v, s: s.frame.topic.explicit or m.group()[0] in "家新租婚住现小狗出",
    "home_verb": lambda m, v, s: (
        not m.group().startswith(("回到", "换到", "挪到")) or _PLACE.search(_value(m)) is not None
    ),
    "explicit_or_dur": lambda m, v, s: (
        s.frame.topic.explicit or s.said_before or bool(s.named) or len(m.group()) >= 4
    ),
    "met_verb": lambda m, v, s: (
        re.search("碰|撞|遇|邂逅|重逢|结识|拜访|探望|看望", m.group()) is not None
        or s.frame.changed
        or "了" in m.group()
        or bool(s.named)
    ),
    "subject_given_or_possessed": lambda m, v, s: s.frame.topic.explicit or not s.unknown,
    "money": lambda m, v, s: re.search("[块元万千百wWkK0-9]", _value(m)) is not None,
    "fixed": lambda m, v, s: (
        re.search("固定|永远|雷打不动|都是|一般|基本|就是|只|必|总|常年|每天|打底", s.frame.text)
        is not None
    ),
    "affirm_gone": lambda m, v, s: v.negations == 0 and s.frame.topic.names == (USER,),
    "seldom": lambda m, v, s: (
        re.search("不怎么|不太|不大|很少|极少|几乎不|从不|从来不|基本不", s.frame.text[: m.start()])
        is not None
    ),
    "not_past": lambda m, v, s: not s.frame.past,
    "lasting_or_third": lambda m, v, s: (
        USER not in s.frame.topic.names
        or re.search("一直|至今|到现在|压根|根本|完全|从来|死活|从小|学不会|没学会", s.frame.text)
        is not None
    ),
    "lifelong": lambda m, v, s: (
        re.search(
            "从没|从来没|从未|从小|打小|这辈子|一辈子|长这么大|活这么大|至今|一次", s.frame.text
        )
        is not None
    ),
    "before_a_day": lambda m, v, s: (
        re.search("(?:之前|以前|前|截止)[^，。]{0,3}$", s.frame.text[: m.start()]) is not None
        and _DEADLINE.search(s.frame.text) is not None
        and not s.frame.past
    ),
    "origin_before": lambda m, v, s: any(c.predicate in ("from", "born_in") for c in s.latest),
    "studies_before": lambda m, v, s: any(c.predicate == "studies" for c in s.latest),
    "unchanged": lambda m, v, s: not s.frame.changed,
    "gone_for_good": lambda m, v, s: (
        s.frame.topic.names == (USER,) and not s.future and _TODAY.search(s.frame.text) is None
    ),
    "explicit_or_next": lambda m, v, s: (
        s.frame.topic.explicit or re.search("现在|如今|目前", s.sentence) is not None
    ),
    "kin": lambda m, v, s: _KIN.search(s.frame.topic.names[-1]) is not None,
    "explicit_or_changed": lambda m, v, s: s.frame.topic.explicit or s.frame.changed,
    "at_start": lambda m, v, s: m.start() <= 4,
    "alone_job": lambda m, v, s: (
        m.start() <= 8 and (m.group().startswith("是") or s.frame.text[: m.start()].endswith("是"))
    ),
    "job_verb": lambda m, v, s: m.group()[0] not in "去回" or s.frame.topic.explicit,
    "trade_word": lambda m, v, s: (
        any(c.predicate in ("works_at", "works_as") for c in s.latest)
        or re.search("兼|副业|赚|挣|贴补|补贴|打工|上班", s.sentence) is not None
    ),
    "explicit_or_sentence": lambda m, v, s: s.frame.topic.explicit or len(m.group()) >= 2,
    "school_verb": lambda m, v, s: m.group()[0] not in "去进" or s.frame.topic.explicit,
    "learning": lambda m, v, s: (
        re.search("学|练|攻|啃|修|选|读|念|报|上|补", m.group()) is not None
    ),
    "explicit_or_after_or_done": lambda m, v, s: (
        s.frame.topic.explicit or s.frame.changed or s.said_before or "了" in m.group()
    ),
    "timed": lambda m, v, s: _TIMED.search(_value(m)) is not None,
    "rounds": lambda m, v, s: (
        (s.recurring or _COMES_ROUND.search(_value(m)) is not None)
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
    # The first words of a message about oneself: "night nurse, 31, ...".
    "profile": lambda m, v, s: (
        m.end() - m.start() == len(s.frame.text) >= 4
        and s.sentence.startswith(s.frame.text)
        and len(s.sentence) > len(s.frame.text) + 3
    ),
    # A job of somebody: who it is was said, or that it is one.
    "livelihood": lambda m, v, s: (
        s.frame.topic.explicit
        or any(c.predicate in _CAREER for c in s.latest)
        or _CAREER_WORD.search(s.frame.text) is not None
        # The first words of a message about oneself ("in the port, driving a crane").
        or (
            (s.sentence.startswith(s.frame.text) or (s.said_before and not s.unknown))
            and s.frame.text[m.start()] in "在给替帮"
        )
    ),
    "hired": lambda m, v, s: (
        not s.frame.text[m.start() :].startswith(("去了", "到了", "回了"))
        or _CAREER_WORD.search(s.sentence) is not None
    ),
    "left_job": lambda m, v, s: (
        re.search(
            "辞|离职|退休|退下|内退|单干|跳|下岗|被裁|优化|出来|走人|退了|告别|离开", s.frame.text
        )
        is not None
        and (s.frame.changed or "了" in m.group() or s.frame.topic.explicit)
    ),
    "grounded_job": lambda m, v, s: (
        s.frame.topic.explicit
        or s.frame.past
        or bool(s.latest)
        or re.search("了|的是", m.group()) is not None
        or re.search("现在|如今|目前", s.frame.text) is not None
    ),
    "field": lambda m, v, s: expand(f"(?:{FIELDS}|<OCC>)$").search(m["o"]) is not None,
    "once_worked": lambda m, v, s: (
        expand("<DUR>").search(m["o"]) is not None
        or (
            (s.frame.topic.explicit or bool(s.latest) or s.sentence.startswith(s.frame.text))
            and re.match(
                "卖|糊|扛|端|刷|送|修|搬|代|蹬|倒腾|摆|抄|跑(?=船|车|大|业务|外卖|运)", m["o"]
            )
            is not None
        )
    ),
    # Gone for good and not for a visit: it is told as a change of one's life.
    "settles": lambda m, v, s: (
        re.search(
            "一直|退休|毕业|辞|离职|养老|定居|生活|发展|落户|安家|种地|照顾|伺候|养病|离婚|卖了|房子|不在|不干|全家|举家|过日子",
            s.sentence,
        )
        is not None
    ),
    # A town where somebody simply is, not where something took place.
    "abode": lambda m, v, s: (
        (s.frame.topic.explicit or (USER not in s.frame.topic.names and bool(s.latest)))
        and not s.named
        and re.search("出差|玩|旅|开会|培训|排队|等|集合|见面|比赛|演出", s.sentence) is None
    ),
    "long_stay": lambda m, v, s: re.search("年|辈子", m.group()) is not None,
    "own_or_start": lambda m, v, s: (
        s.frame.topic.explicit or m.start() == 0 or s.said_before or bool(s.latest)
    ),
    # "Went to" a school: to learn there, not to fetch somebody.
    "schooled": lambda m, v, s: (
        m.group()[0] not in "去进拿报" or (s.frame.topic.explicit and not s.named)
    ),
    "pupil": lambda m, v, s: (
        m["studies"] is not None
        or re.search("学$|书|读|修|交换|校|听", m.group()[-3:]) is not None
        or (s.frame.topic.explicit and USER not in s.frame.topic.names)
    ),
    "no_college": lambda m, v, s: re.search("[校院中小]$|大学|[大一二三]中", m["o"]) is None,
    "learnable": lambda m, v, s: (
        re.search("也许|可能|犹豫|考虑|打算|想", s.sentence) is None
        and (
            m.group()[0] not in "转复备"
            or re.search(
                "[学语系法]|专业|会计|计算机|新传|教资|公考|考研|雅思|托福|软件|金融", m["o"]
            )
            is not None
        )
    ),
    "able_still": lambda m, v, s: (
        any(c.predicate in ("age", "health", "can") for c in s.latest)
        or (
            USER not in s.frame.topic.names
            and (s.frame.topic.explicit or s.said_before)
            and re.search("还|照|仍|都能|自己", m.group()) is not None
        )
    ),
    "no_tongue": lambda m, v, s: expand("<LANG>").search(s.sentence) is None,
    "learnt": lambda m, v, s: (
        s.frame.topic.explicit
        or any(c.predicate in ("studies", "speaks", "can", "moved_to") for c in s.latest)
    ),
    "doing": lambda m, v, s: (
        not m.group().rstrip("了").endswith("不行")
        or any(c.predicate in ("health", "can") for c in s.latest)
    ),
    "tongue": lambda m, v, s: (
        s.frame.topic.explicit
        or s.said_before
        or re.search("在家|只|会|能|懂|一口|从小", s.frame.text) is not None
    ),
    "unasked": lambda m, v, s: re.search("课|考|班|老师|作业|成绩|题", s.frame.text) is None,
    # "On the 9th" is a birthday where one is spoken of, or somebody's who is named.
    "own_day": lambda m, v, s: (
        s.frame.topic.explicit
        or re.search("生日|过寿|大寿|满|岁", s.sentence) is not None
        or m.group().endswith("的")
    ),
    "birthday_talk": lambda m, v, s: (
        re.search("生日|寿", s.sentence) is not None
        or re.search("阳历|农历|阴历|公历", m.group()) is not None
    ),
    "old_enough": lambda m, v, s: (
        m["o"].endswith("岁")
        or re.match("虚岁|周岁", m["o"]) is not None
        or (m.end() == len(s.frame.text) and re.search("生日|分|码", s.sentence) is None)
    ),
    # A bare number among the things said of somebody: "night nurse, 31, divorced".
    "in_a_portrait": lambda m, v, s: (
        m.end() - m.start() == len(s.frame.text)
        and (
            m["o"].endswith("岁")
            or any(c.predicate in _PORTRAIT and c.start >= m.start() for c in s.latest)
        )
    ),
    "now_so": lambda m, v, s: (
        not s.frame.past and re.search("那年|的时候|那时|当年|时", s.frame.text) is None
    ),
    "little_one": lambda m, v, s: (
        _CHILD_OR_PET.search(s.frame.topic.names[-1]) is not None and not s.recurring
    ),
    "name_talk": lambda m, v, s: re.search("名|叫|姓|改叫", s.frame.text) is not None,
    "parent": lambda m, v, s: (
        m.group()[0] not in "带养有"
        or s.frame.topic.explicit
        or re.search("离婚|离异|丧偶|一个人|独自|单身", s.sentence) is not None
    ),
    "a_name": lambda m, v, s: _ONE_NAME.search(m["o"]) is not None or s.frame.topic.explicit,
    "a_trip": lambda m, v, s: (
        ("了" in m.group() or "过" in m.group() or s.frame.changed)
        # Somebody else who "went to" a town has as often moved there.
        and (
            (USER in s.frame.topic.names and bool(s.named))
            or re.search("[爬登逛游玩进过趟回圈次]|看展|看海|旅|自驾|露营", m.group()) is not None
        )
    ),
    "conviction": lambda m, v, s: (
        _STEADY.search(s.frame.text) is not None
        or re.search("认为|坚信|深信|主张|信奉|笃定", m.group()) is not None
        or re.search("人|谈恋爱|婚|彩礼|钱|孩子|教育|健康|工作|感情|朋友|男|女|活|命", m["o"])
        is not None
    ),
    "bound": lambda m, v, s: (
        s.frame.topic.explicit or (USER in s.frame.topic.names and (s.said_before or s.future))
    ),
    # What was bought is owned once it was, not while it is thought of.
    "changed_or_done_word": lambda m, v, s: (
        s.frame.changed or re.search("[了到下]", m.group()) is not None
    ),
    # A day to come, not one that comes round or was.
    "unroutine": lambda m, v, s: (
        any(moment.future for moment in s.named)
        and re.search("开始|以前|那年|当年|上学|每", s.sentence) is None
    ),
    # What is changed for another is a thing, not a post, a class or a place to live.
    "a_tool_changes": lambda m, v, s: (
        re.search(
            "(?:班|组|岗|科|部|系|专业|学校|[小中大]学|幼儿园|楼|层|室|村|镇|城|县|区|路|街|工|员|师|长|男|女|班主任)(?:的)?$",
            m["new"],
        )
        is None
    ),
    "not_this_week": lambda m, v, s: re.search("[这本下]周|明|今", s.frame.text) is None,
    # A pain one speaks of: it lasts, or it is somebody else's.
    "chronic_or_third": lambda m, v, s: (
        _TODAY.search(s.frame.text) is None
        and (
            (s.frame.topic.explicit and USER not in s.frame.topic.names)
            or re.search("老|总|一直|经常|常年|天天|每天|一到|阴天|变天|[年月周]", s.frame.text)
            is not None
        )
    ),
    # Somebody who learns, or it is said to be learnt.
    "learner": lambda m, v, s: (
        re.search(
            "班|专业|系|学|课|科|孩子|娃|儿子|女儿|闺女", s.sentence + s.frame.topic.names[-1]
        )
        is not None
    ),
    "timed_value": lambda m, v, s: _TIMED.search(_value(m)) is not None,
    # What is done at that hour day by day: no day is named, nothing is over.
    "timetable_like": lambda m, v, s: (
        _ONE_DAY.search(s.sentence) is None and not (s.named or s.frame.changed or s.frame.hedges)
    ),
    "own_or_said": lambda m, v, s: (
        (s.frame.topic.explicit or not s.unknown) and not s.frame.changed and not s.frame.past
    ),
    "unroutine_not": lambda m, v, s: (
        _ONE_DAY.search(s.frame.text) is None and not any(day.future for day in s.named[1:])
    ),
    # One more of what the clause before counted.
    "in_list": lambda m, v, s: any(c.predicate in ("owns", "has_pet", "has") for c in s.latest),
    # Doctors give what others take.
    "patient": lambda m, v, s: (
        re.search("医生|大夫|护士|专家|主任$", s.frame.topic.names[-1]) is None
    ),
    "a_thing": lambda m, v, s: _NO_OWNER.search(m["thing"]) is None,
    "things": lambda m, v, s: (
        not s.frame.topic.explicit
        and _TIMED.search(_value(m)) is not None
        and _NO_THING.search(m["thing"]) is None
    ),
}


def holds(names: frozenset[str], match: re.Match[str], view: View, situation: Situation) -> bool:
    """Whether every named condition is met."""
    return all(_CONDITIONS[name](match, view, situation) for name in names)
