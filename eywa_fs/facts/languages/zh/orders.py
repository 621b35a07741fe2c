"""What others order and what the assistant is told for good."""

from __future__ import annotations

import re
from dataclasses import replace

from eywa_fs.facts.languages.zh import frame as frames
from eywa_fs.facts.languages.zh import rules_intent, rules_self, subjects
from eywa_fs.facts.languages.zh.assertions import apply_rules
from eywa_fs.facts.languages.zh.frame import View
from eywa_fs.facts.languages.zh.segment import Clause
from eywa_fs.facts.languages.zh.situation import situation_of
from eywa_fs.facts.languages.zh.state import State
from eywa_fs.facts.languages.zh.subjects import USER, Topic
from eywa_fs.facts.model import Candidate

#: What somebody says of himself, or means to do.
SAYS = re.compile(
    r"(?:一直|总|老|老念叨)?(?:说|承认|告诉我|跟我说)(?:(?:她|他)?(?:自己|本人)|(?:她|他)?(?=想(?!要?我)|打算|准备|要(?:去|来|回|考|当|学|买|搬|结婚|辞职)|(?:长大|以后|[今明后]年|下个?[月周]|年底|[一二三四五六七八九十]+月)[^，。我你]{0,6}?(?:要|想|回|来|去|打算)))"
)
_ORDERS = re.compile(
    r"(?:明确|严格|再三|反复|千叮咛万嘱咐|天天|老|一直|都|又|还|已经|现在|也|强烈)*(?:规定|要求|叮嘱|嘱咐|交代|强调|警告|命令|通知|勒令|说|让|叫(?=我|他|她|大家|员工)|喊(?=我|他|她|俺)|建议|逼着?|催着?|下了死命令)"
    r"(?=.{2,})|(?=(?:一直|都|死活|坚决|现在|也|还|明令|坚决)*(?:不让|不许|不准|禁止|严禁|不允许|不同意|不批|反对))"
)
_AUTHORITY = re.compile(
    r"医生|大夫|中医|牙医|兽医|专家|郎中|护士|营养师|教练|私教|老师|导师|班主任|老板|领导|公司|单位|学校|房东|物业|宿管|法院|队医|师傅|师父|康复师|主任|部门|"
    r"客户|甲方|律师|厂|店|医院|工作室|上司|经理"
)


def orders_of(
    clause: Clause, after: int, who: Topic, sentence: str, state: State
) -> list[Candidate] | None:
    """ "The doctor has me ..." binds the speaker (or whom it names), not the doctor."""
    verb = _ORDERS.match(clause.text, after)
    if verb is None:
        return None
    ban = verb.end() == verb.start()
    authority = _AUTHORITY.search(who.names[0] + clause.text[:after]) is not None
    said = "说" in verb.group()
    written = state.original[clause.start : clause.end]
    topic, at = subjects.read(clause.text, verb.end(), written, state.topic, state.known)
    if topic is None or not topic.names:
        topic, at = replace(state.topic, explicit=False), verb.end()
    if not topic.names or not (authority or ban):
        return None
    if authority and not said:
        state.ordered, state.bound = clause.sentence, topic
    if said and not re.match(
        r".{0,10}?(?:必须|一定要|(?<![恢变长过做说觉显值懒舍记认晓复养看吃睡活])得(?!不|很|挺|还|太|好|到|了)|要|不能|不许|不准|别|不要|莫|少|忌|静养|卧床|空腹|多(?=喝|走|休|晒|活动|运动|吃)|减重|减肥|住院|戴|不可以|[0-9一二两三四五六七八九十半]+个?[天周月年]后|定期|按时)",
        clause.text[at:],
    ):
        told = re.compile("(?:是|我|他|她|我这|是我)*").match(clause.text, at)
        frame = frames.build(clause.text, told.end() if told else at, topic)
        situation = situation_of(clause, frame, sentence, state)
        return apply_rules(rules_self.BODY, clause, frame, situation, state)
    if ban and (banned := _banned(clause, after, sentence, state)):
        return banned
    frame = frames.build(clause.text, at, topic)
    bound = replace(frame, views=(View(at, 0),))
    situation = situation_of(clause, bound, sentence, state)
    rules = tuple(r for r in rules_intent.ORDERS if r.predicate == "must_not" or not ban)
    return apply_rules(rules, clause, bound, situation, state)


_BANS = re.compile(
    r"(?:一直|都|死活|坚决|现在|也|还|明令)*(?:不让|不许|不准|禁止|严禁|不允许|不同意)"
)


def _banned(clause: Clause, after: int, sentence: str, state: State) -> list[Candidate]:
    """A ban that names whom it binds ("the coach won't let my brother have cola")."""
    verb = _BANS.match(clause.text, after)
    if verb is None:
        return []
    written = state.original[clause.start : clause.end]
    bound, at = subjects.read(clause.text, verb.end(), written, state.topic, state.known)
    if bound is None or not bound.names:
        return []
    frame = replace(frames.build(clause.text, at, bound), views=(View(at, 0),))
    situation = situation_of(clause, frame, sentence, state)
    return apply_rules(rules_intent.BANNED, clause, frame, situation, state)


def instructions(clause: Clause, at: int, sentence: str, state: State) -> list[Candidate]:
    """What is said to the assistant ("you") can still be an instruction for good."""
    if not state.standing:
        return []
    state.topic = Topic((USER,), explicit=False)
    frame = frames.build(clause.text, at, state.topic)
    situation = situation_of(clause, frame, sentence, state)
    return apply_rules(rules_intent.STANDING, clause, frame, situation, state)
