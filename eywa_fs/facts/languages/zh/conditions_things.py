"""What one has, uses, eats and suffers from: tools, money, numbers, meals, health."""

from __future__ import annotations

import re
from typing import Final

from eywa_fs.facts.languages.zh.conditions_times import TODAY
from eywa_fs.facts.languages.zh.rule import expand
from eywa_fs.facts.languages.zh.situation import Condition, value_of
from eywa_fs.facts.languages.zh.subjects import USER

_TOOL = (
    r"<APP>|<DURABLE>|[A-Za-z]{2,}|卡|眼镜|隐形|套餐|宽带|软件|系统"
    r"|平台|输入法|会员|牌|款|版|自带|任务|清单|笔记|日历|邮箱|浏览器|手写|纸质|本子|APP|app"
)
_FOOD = re.compile(
    r"喝|吃|奶粉|奶|咖啡|茶|早餐|米|面|油|零食|猫粮|狗粮|粮"
    r"|可乐|饮料|酒|汤|糖|肉|饭|餐|豆浆|果汁|面包"
)

THINGS: Final[dict[str, Condition]] = {
    "health_word": lambda m, v, s: s.frame.topic.explicit or s.frame.changed or "了" in m.group(),
    "tool": lambda m, v, s: expand(_TOOL).search(value_of(m)) is not None,
    "tool_before": lambda m, v, s: (
        expand(_TOOL).search(value_of(m)) is not None
        or any(c.predicate == "uses" for c in s.latest)
    ),
    "food_before": lambda m, v, s: (
        _FOOD.search(m.group()) is not None or any(c.predicate == "diet" for c in s.latest)
    ),
    "chronic": lambda m, v, s: (
        re.search(
            "老|总|一直|经常|常年|从小|长期|天天|每天|每晚|一到|一坐|严重|最近|天生|容易",
            s.frame.text,
        )
        is not None
        and TODAY.search(s.frame.text) is None
    ),
    "meal": lambda m, v, s: (
        re.search("[早午晚]餐|[早午晚中]饭|夜宵|宵夜", s.frame.text) is not None
    ),
    "medicine": lambda m, v, s: (
        re.search("药|处方|胰岛素|他汀|血压|血糖|血脂", s.sentence) is not None
        and re.search("农药|弹药|火药", s.sentence) is None
    ),
    "organisation": lambda m, v, s: (
        re.search(
            "[院店馆所司校局站会处部厂行社公寓区室心台队]$|物业|房东|客服|师傅|医生|大夫|老师|前台|中介|管家|快递",
            m.groupdict().get("thing") or "",
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
    "measured": lambda m, v, s: (
        re.search("体重|体脂|血|糖|尿酸|瘦|胖|减了|减肥|斤|心率|视力|度数", s.sentence) is not None
    ),
    "own_number": lambda m, v, s: (
        s.frame.topic.explicit
        or re.search("姓|找|联系|师傅|老师|班主任|经理|主管|[他她]", s.sentence) is None
    ),
    "money": lambda m, v, s: re.search("[块元万千百wWkK0-9]", value_of(m)) is not None,
    # What is changed for another is a thing, not a post, a class or a place to live.
    "a_tool_changes": lambda m, v, s: (
        re.search(
            "(?:班|组|岗|科|部|系|专业|学校|[小中大]学|幼儿园|楼|层|室|村|镇|城|县|区|路|街|工|员|师|长|男|女|班主任)(?:的)?$",
            m["new"],
        )
        is None
    ),
    # A pain one speaks of: it lasts, or it is somebody else's.
    "chronic_or_third": lambda m, v, s: (
        TODAY.search(s.frame.text) is None
        and (
            (s.frame.topic.explicit and USER not in s.frame.topic.names)
            or re.search("老|总|一直|经常|常年|天天|每天|一到|阴天|变天|[年月周]", s.frame.text)
            is not None
        )
    ),
    # One more of what the clause before counted.
    "in_list": lambda m, v, s: any(c.predicate in ("owns", "has_pet", "has") for c in s.latest),
    # Doctors give what others take.
    "patient": lambda m, v, s: (
        re.search("医生|大夫|护士|专家|主任$", s.frame.topic.names[-1]) is None
    ),
}
