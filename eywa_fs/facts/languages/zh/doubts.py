# ruff: noqa: E501 - a pattern stays on one line: wrapped, its alternatives cannot be read
"""Facts that the words right around them take back, exaggerate or give to somebody else."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from eywa_fs.facts.languages.zh.rule import expand
from eywa_fs.facts.languages.zh.subjects import USER, USERS
from eywa_fs.facts.model import Candidate

#: "has no ...": the negation stands right in front of a value that was read as affirmed.
_DENIED: Final = frozenset({"has", "owns", "uses", "has_pet", "has_child", "health", "lives_in"})
_NOT: Final = re.compile(r"(?:没有?|不|无|未|别)$")

_DOUBTFUL: Final[dict[str, re.Pattern[str]]] = {
    # Moods and jokes about a rhythm; what somebody does to the speaker.
    "schedule": re.compile(
        r"总有|不想|怀疑|崩溃|以为|觉得|感觉|[冲对朝]我|冲着我|怎么|累(?:成|死|垮)|想哭|想(?:辞职|静静|骂)|发疯|[像跟]上坟|都在(?:骂|哭|吵)"
    ),
    "plans_to": re.compile(
        r"问我|问(?:他|她)|随便|对付|凑合一口|(?:生活|人生|目标|清单)$|^(?:(?:早上|上午|中午|下午|晚上)?[0-9一二两三四五六七八九十]+点半?)$|^年(?:前|后|底)$|规划$"
    ),
    "allergic_to": re.compile(r"[说问听]|[他她你我]"),
    "health": re.compile(r"飙[到升]|直线上升|气(?:得|到)|^一[天日]"),
    "works_as": re.compile(r"^我(?!们)|[送做卖开教修]错|训练$|治疗$|康复$|检查$"),
    "works_at": re.compile(
        r"海上$|^我家$|^(?:家里?|床上|地里|路上|网上|外面|外头|外地|这里|那里|这边|那边)$"
    ),
    "has": re.compile(r"^(?:办法|时间|空|事|人|意见|兴趣|感觉|关系|道理|面子|好处|戏|救)$"),
    "owns": re.compile(r"(?:上个?月|上周|昨天|今天|去年|前天|前年|今年|刚|已经|早就)$|[来去]接$"),
    "name": re.compile(r"^[去来到回]|^(?:起|醒|停|住|救)$"),
    "other": re.compile(r"^总?盼着"),
    "wants": re.compile(r"帮我|睡个|静静|哭$|骂人"),
    # What is demanded is done, not had.
    "must": re.compile(
        r"^要|^(?!.*(?:的时候|的话|目的)).*[^目有]的[^的]$|^[一二三四五六日][上下早晚]"
    ),
    "has_child": re.compile(r"^是"),
    "visited": re.compile(r"^家家"),
    "from": re.compile(
        r"(?:姥姥|姥爷|奶奶|爷爷|外婆|外公|姑姑|舅舅|叔叔|姨妈|亲戚|大伯|父母|爸妈)家$"
    ),
}
#: Around the value: a day of it is no job, an exaggeration is no measurement.
_AROUND: Final[dict[str, re.Pattern[str]]] = {
    "owns": expand(r"给(?:我|我们)?(?:的|家)?(?:<ROLE>)[^，。]{0,4}(?:买|换|添|订|配|置办|整)"),
    "works_as": re.compile(
        r"当了?(?:一|半|大半|整)(?:个)?(?:天|下午|晚上|上午|宿|晚|小时|回|次)的?|体验[^，。]{0,4}当|像个"
    ),
    "works_at": expand(
        r"在[^，。]{1,12}做(?:了|过|完)?(?:<DUR>|<NUM>[次个回场])?的?(?:康复|训练|治疗|检查|手术|理疗|透析|化疗|放疗|体检|义工|核酸|美甲|头发|作业|客|梦|实验|项目|SPA|按摩|推拿|针灸)"
    ),
}


def is_doubtful(fact: Candidate, text: str) -> bool:
    """Whether a fact read in ``text`` is spoilt by its own words or those next to it."""
    clause = text[fact.start : fact.end]
    if _NOT_SO.search(clause):
        return True
    at = clause.find(fact.object)
    if not fact.negated and fact.predicate in _DENIED and at > 0 and _NOT.search(clause[:at]):
        return True
    doubt = _DOUBTFUL.get(fact.predicate)
    if doubt and doubt.search(fact.object):
        return True
    around = _AROUND.get(fact.predicate)
    return around is not None and around.search(clause) is not None


#: It nearly came to it, was only played, or is said of oneself for a laugh.
_NOT_SO: Final = re.compile(
    r"差一?点(?!钱|意思|什么|儿?意思)|险些|假装|装作|冒充|幻想|最靓的仔|五彩斑斓|吃土|喝西北风|现实(?:是|里)|实际上的我"
)
#: Notices that look for people, and sums set as exercises.
_NOTICE: Final = re.compile(
    r"(?:招聘|急招|诚招|高薪招|招工|招募|聘请)[^。！？\n]{0,30}(?:名|若干|待遇|月薪|包吃|要求|联系|电话|投递|简历)|(?:任职|岗位)(?:要求|职责)|应聘者"
)
_EXERCISE: Final = re.compile(
    r"(?:小[明红刚华王李张丽芳强军]|甲|某人|某公司|一个人)[^。！？\n]{0,60}(?:请问|求[^，。]{0,8}(?:多少|几)|问[:：]?[^，。]{0,12}(?:多少|几)|一共(?:多少|几)|还剩(?:多少|几))"
)


def is_exercise(text: str) -> bool:
    """Whether a message is a notice that looks for people or a sum to be done."""
    return _NOTICE.search(text) is not None or _EXERCISE.search(text) is not None


#: Who lays down what others have to do, and the places with rules.
_LAYS_DOWN: Final = re.compile(
    r"用户的(?:.{0,2}(?:房东|主管|老板|老板娘|领导|上司|老师|班主任|导师|医生|大夫|教练|经理|物业|组长|主任)|小区|公司|单位|学校|宿舍|厂|工地|部门|物业)$"
)


#: Done with the speaker, or by the whole household.
_TOGETHER: Final = re.compile(r"视频$|全家|我们|通一?次?电话$|跟我|和我|陪我")
_TENDED: Final = re.compile(r"^(?:遛|喂|铲|陪|梳|洗|带)")
_ANIMAL: Final = expand("(?:<PET>)$")


def of_whom_it_binds(fact: Candidate, text: str) -> Candidate:
    """A duty or a ban carried over to who lays it down is the speaker's."""
    if fact.predicate == "schedule" and _TOGETHER.search(fact.object):
        return replace(fact, subject=USER) if fact.subject.startswith(USERS) else fact
    tended = _TENDED.search(fact.object) and _ANIMAL.search(fact.subject)
    if fact.predicate == "must" and tended:
        return replace(fact, subject=USER)
    if fact.predicate not in ("must", "must_not") or not _LAYS_DOWN.match(fact.subject):
        return fact
    named = fact.subject.removeprefix(USERS) in text[fact.start : fact.end]
    if not named or fact.predicate == "must_not":
        return replace(fact, subject=USER)
    return fact


_DAY: Final = r"(?:大?[今明后昨][天晚早日]|下?下?个?(?:周|星期|礼拜)[一二三四五六日天末]|[0-9一二三四五六七八九十]{1,3}月(?:[0-9一二三四五六七八九十]{1,3}[号日])?|[0-9一二三四五六七八九十]{1,3}[号日])"
_AT_AN_HOUR: Final = re.compile(
    rf"{_DAY}?(?:早上|上午|中午|下午|晚上|傍晚|凌晨|夜里|早|晚)?[0-9一二两三四五六七八九十]{{1,3}}(?:[点點](?:半|钟|鐘|一刻|[0-9一二三四五六七八九十]{{1,3}}分?)?|[:：][0-9]{{2}})"
)
_UNCERTAIN: Final = re.compile(
    r"每|打算|准备|计划|想|之前|以前|[点點半]前|必须|得(?![^，。]{0,2}[了到])"
)


def as_appointment(fact: Candidate, text: str) -> Candidate:
    """A plan for an hour of a day is an appointment: the hour belongs to what is said of it."""
    if fact.predicate != "plans_to" or fact.negated or fact.valid_from != fact.valid_to:
        return fact
    clause = text[fact.start : fact.end]
    hour = _AT_AN_HOUR.search(clause)
    at = clause.find(fact.object)
    if hour is None or at < hour.end() or _UNCERTAIN.search(clause):
        return fact
    said = clause[hour.start() : at + len(fact.object)]
    return replace(fact, predicate="schedule", object=said, type="plan") if len(said) < 30 else fact
