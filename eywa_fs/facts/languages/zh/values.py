# ruff: noqa: E501 - a pattern stays on one line: wrapped, its alternatives cannot be read
"""What says nothing lasting although it has the form of a fact: titles, tasks at hand, empty values."""

from __future__ import annotations

import re
from typing import Final

from eywa_fs.facts.languages.zh.rule import expand
from eywa_fs.facts.languages.zh.subjects import USER
from eywa_fs.facts.model import Candidate

#: The first line of a note names the note and states nothing.
_TITLE: Final = re.compile(
    r"[^\n，。！？!?我你]{2,24}(?:记录|笔记|日志|纪要|复盘|回顾|总结|感想|备忘|规划|计划|调整|安排|盘点|思考|反思|要点|清单|指南)\s*(?=\n)"
)
#: Under such a title days that are named lie behind, unless something is intended there.
_LOOKS_BACK: Final = re.compile(
    r"[^\n，。！？!?我你]{2,24}(?:记录|笔记|日志|纪要|复盘|回顾|总结|感想|反思)\s*\n"
)
_INTENDS: Final = re.compile(
    r"打算|准备|计划|预计|决定|约|报名|申请|要|将|会(?!议)|得|需|明|后天|下周|下个?月|待|再"
)

_TIME_ONLY: Final = re.compile(
    "(?:下?个?月[底初中]|年[底初]|周末|[早晚]上|[上下中]午|[明后]天|下周|下个?月)"
)
#: Values that are no value of their predicate.
_EMPTY_OF: Final[dict[str, re.Pattern[str]]] = {
    # A wish about the question at hand, or a relative clause cut short.
    "wants": re.compile(
        r"弯路|冤枉|一下$|捋|理一理|理清|确认|打听|佐证|请教|咨询|梳理|听听|邮件|做?个?[^，。]{0,6}(?:记录|预算|清单|对比|方案)$|具体点|细一点|都(?:可以|行)$|期间$|的(?:时候|事情)$"
    ),
    # A title or a time instead of something to do; somebody instead of what is done together.
    "plans_to": re.compile(
        r"(?<![背幕])后$|(?<![目面跟眼])前$|^[前后](?!天|年|台|排|往|期|端)|^.{0,3}(?<![回出])去$|^(?:送达|到货|送到)|^(?:调整|启动|开始|更新|变更|执行|女朋友|男朋友|朋友|客户|同事|人)$|事宜$|(?:备忘|纪要|复盘|记录|回顾)$|强度|顺利$|^(?:附上|写[封个份])|^[将把](?:其|此|它|这)|就想|^已|像[^，。]{1,4}一样$|的(?:用法|方法|办法|细节|时间|地点|方式)$|^.{0,2}坚持$|^(?:晚上)?(?:洗个|泡个|睡个|眯|躺|歇)|^边[看吃听]"
    ),
    # To take care, to go on, to hurry: said in passing.
    "must": re.compile(
        r"^硬|^(?:注意|小心|加油|赶紧|赶快|继续|承认|休息)(?!.{5})|一下|^继续|^赶紧|^(?:上午|下午|晚上|早上)必须.$"
    ),
    "must_not": re.compile("^期"),
    # What one thinks of a rhythm is no rhythm; neither is an amount.
    "schedule": re.compile(
        r"主意|点子|建议|听起来|听上去|压力|试试|满满|时间表|不错|几次|^每[天周月](?:有个|只有|看一点$)|时间也|有时间$|这个点|^每[周天月]回顾$|也(?:很|挺|太)?[长短多少紧忙]$|[千万百块元]$|(?:记录|备忘|纪要|日志)$"
    ),
    "works_at": re.compile(
        "[读念上](?:大学|中学|小学|高中|初中)$|^(?:给|替|帮)|^(?:做|干|搞)(?!.*的)|(?:客厅|卧室|厨房|书房|阳台|楼道|环境)$"
    ),
    "works_as": re.compile("^教(?:爸|妈|孩子|他|她|我|你)|^开一?[家个间]自己的"),
    # Kinds of people are no people of a place.
    "from": re.compile("(?:年轻|中年|男|女|路|商|生意|当地|有钱|合伙|打工|负责)人$"),
    "allergic_to": re.compile("^[我你他她]"),
    "born_in": re.compile("^[你他她]|没$"),
    "studies": re.compile(
        "^(?:清晰|清楚|对的?|明确|正确)$|吃力|费劲|头疼|动作|^[这那][本个套种]|^(?:周末|今天|昨天|下午|晚上)"
    ),
    "studies_at": re.compile("^(?:书房|这里|那里|家里|客厅|网上)|研$"),
    "met": re.compile("^(?:成功|顺利|完|不少|很多)$"),
    "owns": re.compile("作为|送给|^在"),
    "has": re.compile("风险$"),
    "uses": re.compile(
        r"^[和与或]|[又都]$|都试|来[焖炒煮炖蒸烤做]|的(?:汤|方法|办法|方式|思路)$|^[老阿][\u4e00-\u9fff]$|资金|基金"
    ),
    # What others feel, what shall be.
    "health": re.compile("让人|情绪|以内$|以下$|^(?:焦虑|紧张)$"),
    "diet": re.compile("才$|^就[饿饱困渴]|^[这那]种"),
    "can": re.compile("不行$|打乱|打断"),
    "prefers": re.compile(
        r"^(?:但是?|可是|不过|因为|所以)|^此$|^其中|^(?:业余|学生|超级|非常|特别|很多)$|看不懂|肯定$"
    ),
    "visited": re.compile("(?:分钟|小时|钟头|公里|里路|米|步|圈)$"),
    "started": re.compile("^(?:正式放|放假|学的$|施工|尝试)"),
    "other": re.compile(
        r"都是[他她它]|≈|^(?:首付|贷款)[0-9]|突然|贬值|(?:餐费|饭钱|菜钱|路费|油费|定金|尾款)[0-9]|^经常去|^(?:今天|昨天|刚才)"
    ),
}

#: What these hold is a name, a place or a thing: no sentence with particles of its own.
_NOMINAL: Final = frozenset(
    {
        "name",
        "from",
        "has",
        "owns",
        "uses",
        "diet",
        "allergic_to",
        "prefers",
        "moved_to",
        "born_in",
        "friend",
        "speaks",
        "spouse",
        "has_pet",
        "has_child",
        "contact",
        "birthday",
        "age",
    }
)
_SENTENCE: Final = re.compile(
    r".[了着就].|.过(?!敏|年|节|生日|程|滤|桥|夜|期).|[我你](?!家)|(?<!离)别(?!墅|人)|.不(?!辣|甜|沾|食)"
    r"|突然|因为|所以|但"
)
#: With these a single character is a word cut in half.
_NO_SYLLABLE: Final = frozenset(
    {
        "health",
        "other",
        "plans_to",
        "schedule",
        "works_as",
        "works_at",
        "studies",
        "studies_at",
        "from",
        "lives_in",
        "moved_to",
        "visited",
    }
)

#: Pets and works have no jobs.
_NO_WORKER: Final = expand("(?:<PET>|公司|单位|厂|店|学校)$")

#: Words around the value that take it back.
_SPOILT_BY: Final[dict[str, re.Pattern[str]]] = {
    # What came all of a sudden was not planned.
    "plans_to": re.compile("突然|居然|竟然|刚毕业|一般不"),
    # Wished for tonight.
    "wants": re.compile("(?:今晚|晚上|今天)(?:就|只|真|好|都)*想"),
    # Considered, not done.
    "works_as": re.compile("(?:考虑|打算|想要?|准备|琢磨|计划|梦想)[^，。]{0,6}?(?:自己)?开"),
    # An examination to be passed; what is bought for somebody else is theirs.
    "has": re.compile(r"^(?!.*(?:[了已过到下完有持的])).*(?:考取|取得|考|申请)"),
    "owns": re.compile(
        r"给(?!我|自己|家|[^，。]{0,3}[房车屋厅室店])[^，。]{1,6}?(?:买|换|添|订|选)"
    ),
    "uses": re.compile(
        r"耐用|实用|资金|基金|用了[一二三四五六七八九十半几两0-9]+多?个?(?:天|周|小时|分钟)"
    ),
    "can": re.compile("不.{0,2}打乱|一般不|今天不"),
    "prefers": re.compile("像[你他她]"),
    # Said to be excused for it.
    "other": re.compile("别(?:嫌|怪|笑|介意)"),
    "started": re.compile("着手"),
    "studies": re.compile("月初[一二三四]"),
}


def says_nothing(fact: Candidate, text: str) -> bool:
    """Whether a fact read in ``text`` is none after all."""
    title = _TITLE.match(text)
    if title and fact.start < title.end():
        return True
    empty = _EMPTY_OF.get(fact.predicate)
    if empty and empty.search(fact.object):
        return True
    if fact.predicate in _NOMINAL and _SENTENCE.search(fact.object):
        return True
    if fact.predicate in _NO_SYLLABLE and re.fullmatch("[\u4e00-\u9fff]", fact.object):
        return True
    timed = fact.predicate in ("plans_to", "schedule") and fact.subject == USER
    if timed and _TIME_ONLY.fullmatch(fact.object):
        return True  # a time at which nothing is
    if fact.predicate in ("works_as", "works_at") and _NO_WORKER.search(fact.subject):
        return True
    clause = text[fact.start : fact.end]
    spoilt = _SPOILT_BY.get(fact.predicate)
    if spoilt and spoilt.search(clause):
        return True
    if fact.predicate == "plans_to" and _LOOKS_BACK.match(text):
        return _INTENDS.search(clause) is None
    return fact.predicate == "schedule" and fact.subject in "改换挪约定"
