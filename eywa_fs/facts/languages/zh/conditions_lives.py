"""Who one is: names, ages and birthdays, homes and journeys, kin and pets, beliefs."""

from __future__ import annotations

import re
from typing import Final

from eywa_fs.facts.languages.zh.rule import expand
from eywa_fs.facts.languages.zh.situation import Condition, value_of
from eywa_fs.facts.languages.zh.subjects import USER

_STEADY = re.compile(r"一直|始终|从来|向来|一向|打心|从小|骨子里|根本|永远|素来")
_TRIP = re.compile(
    r"出差|旅游|旅行|度假|自驾|玩[几两三]|去玩|民宿|酒店|宾馆|飞机|高铁|机票|行程|[几一两三]晚"
)
_PLACE = expand(r"^(?:<PLACE>)|(?:<PLACEEND>)$")
#: What a portrait of somebody in a few words is made of.
_PORTRAIT = frozenset({"name", "works_as", "works_at", "from", "studies", "relation", "born_in"})
_CHILD_OR_PET = expand(
    "(?:娃|孩子|儿子|女儿|闺女|宝|宝宝|孙子|孙女|外孙女?|外甥女?|侄[子女儿]|小家伙|崽|囡|仔|老小|<PET>)$"
)
_ONE_NAME = expand(
    r"^(?:[老小阿][\u4e00-\u9fff]{1,2}|([\u4e00-\u9fff])\1|<SURNAME>[\u4e00-\u9fff]{1,2}|[A-Z][a-z]+)$"
)

LIVES: Final[dict[str, Condition]] = {
    "state_word": lambda m, v, s: (
        s.frame.topic.explicit
        or s.frame.changed
        or m.group()[0] == "是"
        or bool(s.latest)
        or bool(s.named)
        or (v.negations == 1 and len(s.frame.text) <= 4)
    ),
    "steady": lambda m, v, s: _STEADY.search(s.frame.text) is not None,
    "place": lambda m, v, s: not s.future and _PLACE.search(value_of(m)) is not None,
    # Somebody else who "went to" a town has as often moved there.
    "own_trip": lambda m, v, s: USER in s.frame.topic.names and bool(s.named),
    "at_home": lambda m, v, s: (
        re.search("养|家里|我家|屋里|院里|院子里|阳台上|活物|活口|毛孩子|宠物", s.sentence)
        is not None
        and not s.frame.changed
    ),
    "alone": lambda m, v, s: (
        m.end() - m.start() <= 6
        and not s.frame.past
        and re.search("那[年会时]|当年|生日", s.sentence) is None
    ),
    "naming": lambda m, v, s: (
        s.frame.topic.explicit
        or bool(s.latest)
        or re.search("改名|名字|取名|起名|网名", s.sentence) is not None
    ),
    "my_home": lambda m, v, s: s.frame.text[: m.start()].endswith(("我家", "我们家")),
    "no_trip": lambda m, v, s: _TRIP.search(s.sentence) is None,
    # A name looked for is not the speaker's.
    "named_one": lambda m, v, s: s.frame.topic.explicit or "名字" not in s.sentence,
    "birth_talk": lambda m, v, s: (
        re.search("生日|出生|生的", s.sentence) is not None
        and re.search("[月号日]", m.group()) is not None
    ),
    "explicit_home": lambda m, v, s: s.frame.topic.explicit or m.group()[0] in "家新租婚住现小狗出",
    "home_verb": lambda m, v, s: (
        not m.group().startswith(("回到", "换到", "挪到")) or _PLACE.search(value_of(m)) is not None
    ),
    "met_verb": lambda m, v, s: (
        re.search("碰|撞|遇|邂逅|重逢|结识|拜访|探望|看望", m.group()) is not None
        or s.frame.changed
        or "了" in m.group()
        or bool(s.named)
    ),
    "origin_before": lambda m, v, s: any(c.predicate in ("from", "born_in") for c in s.latest),
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
}
