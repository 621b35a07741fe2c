"""Turns of phrase that span clauses or turn the order round: topic first, lists that go on,
corrections, who holds which role."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from typing import Final

from eywa_fs.facts.languages.zh import dates, objects, subjects, topics
from eywa_fs.facts.languages.zh import frame as frames
from eywa_fs.facts.languages.zh.candidates import facts_of, flat_fact
from eywa_fs.facts.languages.zh.conditions import holds
from eywa_fs.facts.languages.zh.frame import Frame
from eywa_fs.facts.languages.zh.rule import SLOTS, Rule, expand
from eywa_fs.facts.languages.zh.segment import Clause
from eywa_fs.facts.languages.zh.situation import Situation, situation_of
from eywa_fs.facts.languages.zh.state import State
from eywa_fs.facts.languages.zh.subjects import USER, Topic
from eywa_fs.facts.model import Candidate
from eywa_fs.language.sieve import Sieve

CORRECTS: Final = re.compile(
    r"^(?:啊|哎|哦|噢|呃|额|诶|唉|等等|不好意思|抱歉|对不起)?(?:不对|不是$|不，|不$|(?:手滑|我|刚才|前面|上面)?(?:说|打|记|写|搞)错了?|口误|手滑|更正|纠正)(?:一下|了)?"
)
_VALUE_AGAIN: Final = re.compile(r"^(?:应该)?(?:是|我是说|应该是|在|叫)?(?:[^，。]{1,12})$")
_LENGTH_ONLY: Final = expand(
    r"(?:到现在|至今|前后|算起来|一晃|眨眼|转眼)?(?:都|已经|也|就)*(?:干|做|住|养|用|学|练|开|教|戒|吃|待|呆|写|玩|弹|喝|在这儿?|跑|认识|结婚|在一起)?"
    r"(?:了|都|已经)*(?:快|差不多|将近|整整|有|足足)*<DUR>了?$"
)
_ROLE_HELD = expand(
    r"(?:我们|我)?(?:的|家)?(?P<o><OFFICE>)(?:还|就|现在|也|换成了?|已经)*(?:是|换成了?|换了|改由|由)"
    r"(?:(?:他|她|我|我们)?(?:的)?(?:徒弟|学生|师弟|师妹|师兄|师姐|弟弟|妹妹|哥哥|姐姐|朋友|同学|同事|哥们|闺蜜|表[弟妹哥姐]|堂[弟妹哥姐]|发小|室友))?"
    r"(?P<s>[老小阿][\u4e00-\u9fff]|[\u4e00-\u9fff]{2,3}|[A-Z][a-z]+)$"
)
_NOT_A_NAME = (
    r"^(?:尤其|特别|主要|其中|最|也就|还有|有的|其|谁|我|你|原先|如今|之前|后来|论起来|说起来|算起来|本来|目前|当年|毕竟|不过|只是|反正|今年|去年|又"
    r"|他|她|一|这|那|个|自己|新|女|男|本|空|不|假|真|<OCC>|<ROLE>|<PLACE>)|[的了人师族]$"
)
_CALLED = expand(
    r"[^，。我]{1,6}?(?:都|们|一直|总)(?:叫|喊|称呼|管)我(?:叫)?(?P<o>[^，。我]{1,8})$"
)
_TIED = expand(
    r"(?P<s>(?!居然|竟然|原来|其实|果然|可能|应该|已经|确实|才|都|也|还|仍|一直|曾|以前|现在)[\u4e00-\u9fffA-Za-z]{2,6}?)(?:也|就|都|一直|始终|还|仍然?|曾经?|以前|现在)*是我(?:们)?(?:的|家)?(?:[^，。我]{1,8}的)?(?P<o>[^，。我的]{0,4}?(?:<ROLE>))$"
)


def role_holders(clause: Clause, at: int, state: State) -> list[Candidate]:
    """ "The drummer is Lao Ma", "Lin is my oldest friend": the name is the subject."""
    text = frames.cut_tail(clause.text)[0]
    called = _CALLED.match(text, at)
    if called and not expand(_NOT_A_NAME).search(called["o"]):
        return [flat_fact(USER, "name", clause, *called.span("o"), state)]
    for pattern, predicate in ((_ROLE_HELD, "works_as"), (_TIED, "relation")):
        match = pattern.match(text, at)
        if match is None:
            continue
        denied = predicate == "relation" and match["s"].endswith("不")
        name = match["s"].removesuffix("不" if denied else "")
        if len(name) < 2 or expand(_NOT_A_NAME).search(name) or "和" in name:
            continue
        written = state.original[clause.start : clause.end]
        begin = match.start("s")
        state.known |= {name}
        who = written[begin : begin + len(name)]
        fact = flat_fact(who, predicate, clause, *match.span("o"), state)
        return [replace(fact, negated=denied)]
    return []


_MINE = expand(
    r"(?:是|就是|算是|也是|还是|原来是|曾经是|现在是)?(?:我们?|俺)(?:的|家)?(?P<o>[^，。我的]{0,6}?(?:<ROLE>|前任|初恋|邻居|同乡|死党|亲家|远亲|亲戚))$"
)


def apposed(clause: Clause, at: int, state: State) -> list[Candidate]:
    """ "Lao Chu, my old neighbour, ...": what the one just named is to the speaker."""
    before = state.previous
    if before is None or state.called != before.end or len(state.topic.names) != 1:
        return []
    match = _MINE.match(frames.cut_tail(clause.text)[0], at)
    if match is None:
        return []
    state.called = clause.end
    return [flat_fact(state.topic.names[0], "relation", clause, *match.span("o"), state)]


_BRINGS_UP = expand(
    r"(?:我们?(?:公司|单位|班|组|部门|学校|科室|小区|楼下|楼上|隔壁|这边|宿舍)?(?:里)?)?有一?[个位](?:[^，。我]{0,6}的)?(?:[^，。我的]{0,3}?(?:<ROLE>|<OCC>))(?:名?叫|姓)(?P<s>[\u4e00-\u9fffA-Za-z]{1,4})$"
)


def brings_up(clause: Clause, at: int, state: State) -> Topic | None:
    """Somebody who is spoken of from here on ("there is a colleague called Wendy")."""
    text = frames.cut_tail(clause.text)[0]
    match = _BRINGS_UP.match(text, at)
    if match is None or expand(_NOT_A_NAME).search(match["s"]):
        return None
    begin, end = match.span("s")
    state.known |= {match["s"]}
    return Topic((state.original[clause.start + begin : clause.start + end],), explicit=False)


_CONTACT_LABEL: Final = re.compile(
    r"(?:地址|电话|邮箱|微信|手机号?|号码|联系方式|住址)[^，。]{0,8}$"
)
_ADDRESS: Final = re.compile(
    r"[\u4e00-\u9fffA-Za-z0-9 -]{0,16}?[0-9A-Za-z一二三四五六七八九十]+ ?"
    r"(?:号楼|号院|栋|幢|座|单元|弄|室|号)[\u4e00-\u9fffA-Za-z0-9 -]{0,12}$"
)
_NUMBER_OR_MAIL: Final = re.compile(r"[0-9+][0-9 -]{6,17}$|[A-Za-z0-9_.+-]+@[A-Za-z0-9.-]+$")
_NEW_ADDRESS: Final = re.compile(
    r"[^，,]{0,8}(?:地址|电话|邮箱|号码)[^，,]{0,4}?(?:换|改|变|更新)(?:成|为|到)了?"
)
#: Sent to somebody else's place: no address of the speaker.
_ELSEWHERE: Final = re.compile(
    r"(?:送|寄|发)(?:到|去|给)?我(?:爸妈|父母|爸|妈|姐|哥|奶奶|爷爷|外婆|姥姥)家"
)
_DELIVERS: Final = re.compile(r"地址|快递|寄(?!托|宿)|收货|包裹|送到")


#: Headings of a self-description and what stands behind them.
_HEADINGS: Final = {
    "忌口|不吃": ("diet", True),
    "过敏[源原]?": ("allergic_to", False),
    "爱好|兴趣|喜欢": ("prefers", False),
    "职业": ("works_as", False),
    "生日": ("birthday", False),
    "籍贯|老家": ("from", False),
    "坐标|现居|常住": ("lives_in", False),
    "姓名|名字|昵称": ("name", False),
    "年龄": ("age", False),
}


def headed(clause: Clause, state: State) -> list[Candidate]:
    """What stands behind a heading and a colon ("Allergies: ...")."""
    text = frames.cut_tail(clause.text)[0]
    for heading, (predicate, negated) in _HEADINGS.items():
        if not re.search(rf"(?:^|[^，]{{0,4}})(?:{heading})$", state.label) or not objects.is_value(
            text
        ):
            continue
        return [
            replace(flat_fact(USER, predicate, clause, first, last, state), negated=negated)
            for first, last in objects.parts(text, 0, len(text))
        ]
    return []


def labelled(clause: Clause, sentence: str, state: State) -> list[Candidate]:
    """A number or an address behind "phone:", or alone where something is to be delivered."""
    if state.label and (found := headed(clause, state)):
        return found
    text = frames.cut_tail(clause.text)[0]
    if _ELSEWHERE.search(sentence):
        return []
    value = re.sub(r"(?:就行|就好|即可|就可以)$", "", text)
    changed = _NEW_ADDRESS.match(value)
    begin = changed.end() if changed else 0
    value = value[begin:]
    about = state.label and _CONTACT_LABEL.search(state.label)
    known = _NUMBER_OR_MAIL.match(value) if about else None
    place = _ADDRESS.match(value) if about or _DELIVERS.search(sentence) else None
    if not (known or place) or re.search("[我你他她是在填改]", value):
        return []
    return [flat_fact(USER, "contact", clause, begin, begin + len(value), state)]


_WED = re.compile(r"(?:[扯领]了?(?:结婚)?证|结了?婚|登记|成家|成亲|办了?(?:酒|婚礼)|闪婚)")


def weddings(clause: Clause, frame: Frame, situation: Situation, state: State) -> list[Candidate]:
    """A marriage that does not say with whom is with the one just met."""
    met = [c for c in state.found if c.predicate == "met" and c.start >= state.sentence_start]
    if (
        not met
        or frame.topic.explicit
        or not any(_WED.match(frame.text, v.at) for v in frame.views)
    ):
        return []
    low, high = dates.bounds("state", list(situation.named), frame.text, state.today, past=False)
    return [
        replace(met[-1], predicate="spouse", type="entity_relation", valid_from=low, valid_to=high)
    ]


_WEIGHS = re.compile(r"才|更|最|比|不如|重要|没用|靠|胜过|不一定|没必要|应该")


def opinion(clause: Clause, frame: Frame, topic: Topic, state: State) -> list[Candidate]:
    """What follows "I have always thought," is the conviction."""
    if len(frame.text) < 4 or not objects.is_value(frame.text):
        return []
    return [flat_fact(USER, "believes", clause, 0, len(frame.text), state)]


def continuation(clause: Clause, frame: Frame, state: State) -> list[Candidate]:
    """A second clause of the same conviction."""
    before = state.latest[-1] if state.latest else None
    if before is not None and before.predicate == "prefers" and not frame.topic.explicit:
        return _listed_on(clause, before, frame, state)
    if before is None or before.predicate != "believes" or before.negated or frame.topic.explicit:
        return []
    if (
        not _WEIGHS.search(frame.text)
        or re.search("[我你想请]", frame.text)
        or not objects.is_value(frame.text)
    ):
        return []
    value = state.original[clause.start : clause.start + len(frame.text)]
    return [replace(before, object=value, start=clause.start, end=clause.end)]


_ALSO_LIKED = re.compile(
    r"(?:还有|以及|和)?(?P<o>(?:[看听吃喝玩读打跑追逛写画弹唱跳骑爬钓做养种][^，。了过得着]{1,5}|旅游|旅行|运动|摄影|健身|游泳|瑜伽|唱歌|跳舞|露营|徒步|滑雪|画画|烘焙|书法|睡觉|发呆|编程|手工|园艺))$"
)


def _listed_on(clause: Clause, before: Candidate, frame: Frame, state: State) -> list[Candidate]:
    """ "I like reading, films, travelling": the list goes on behind the comma."""
    match = _ALSO_LIKED.match(frame.text, frame.views[-1].at)
    if match is None or frame.changed or frame.past or len(frame.views) > 1:
        return []
    begin, end = match.span("o")
    value = state.original[clause.start + begin : clause.start + end]
    return [replace(before, object=value, start=clause.start, end=clause.end)]


_TOPIC_KIND: Final = {
    "visited": re.compile("(?!前|去年|今年|上|以前|小时候|[这那]|回)"),
    "has": expand(r"<CERT>$|.*(?:卡|证|号|贷|呗|白条|股票|基金|币|房产|保险)$"),
    "speaks": expand(r"<LANG>$|[\u4e00-\u9fff]{1,3}[话语]$"),
    "can": expand(r"<SKILL>[^，。]{0,6}$"),
    "stopped": expand(
        r".{0,4}[球舞操琴鼓棋牌拳步]$|(?:股票|基金|剧|综艺|小说|跑步|健身|钓鱼|拼图|书法|直播|剧本杀|狼人杀|烟|酒|游戏|咖啡|奶茶|可乐|糖|短视频|网购|甜食|熬夜|麻将|槟榔|碳酸饮料)$"
    ),
}


def _topic_fits(predicate: str, topic: str) -> bool:
    kind = _TOPIC_KIND.get(predicate)
    return kind is None or kind.match(topic) is not None


@cache
def _comments() -> Sieve[Rule]:
    return Sieve.of_written(((rule, rule.pattern) for rule in topics.COMMENTS), SLOTS)


def topic_comment(clause: Clause, at: int, sentence: str, state: State) -> list[Candidate]:
    """Topic first: "X 我最爱", "X 没去过"."""
    text = frames.cut_tail(clause.text)[0]
    no_topic = expand(topics.NO_TOPIC)
    tried = _comments().worth(text)
    for split in range(at + 1, min(at + 12, len(text))) if tried else ():
        if no_topic.search(text[at:split]):
            continue
        written = state.original[clause.start : clause.end]
        topic, after = subjects.read(text, split, written, state.topic, state.known)
        if topic is None:
            topic, after = replace(state.topic, explicit=False), split
        if not topic.names:
            continue
        begin = frames.skip_adverbs(text, after) if topic.explicit else after
        for rule, pattern in tried:
            match = pattern.match(text, begin)
            if match is None and begin != after:
                match = pattern.match(text, after)
            if match is None or not _topic_fits(rule.predicate, text[at:split]):
                continue
            frame = frames.build(clause.text, after, topic)
            situation = situation_of(clause, frame, sentence, state)
            if not holds(rule.needs, match, frame.views[0], situation):
                continue
            if rule.predicate == "prefers" and situation.ironic:
                return []
            return facts_of(rule.predicate, at, split, rule.negated, rule, clause, situation, state)
    return []


_LATER_SELF: Final = re.compile(
    r"(?:我们|我)(?!们|的|家|爸|妈|哥|姐|弟|妹|爷|奶|老|男|女|儿|孩|娃|媳|对象|同|朋|自)(?:俩|自己)?"
)


def fronted(text: str, at: int) -> int | None:
    """Position behind a subject that stands after the thing spoken of ("breakfast I have ...")."""
    own = _LATER_SELF.search(text, at + 1, at + 10)
    if (
        own is None
        or text[own.start() - 1]
        in "拉带陪催逼劝骂夸教约跟和给对让叫帮替被把向请问比陪带找像管往到从说看想是有"
    ):
        return None
    if expand(topics.NO_TOPIC).search(text[at : own.start()]):
        return None
    return own.end()


def extends_duration(frame: Frame, state: State) -> bool:
    """ "…, and have for eleven years": dates the facts of the clause before."""
    if not state.latest or state.today is None:
        return False
    if not any(_LENGTH_ONLY.match(frame.text, view.at) for view in frame.views):
        return False
    since = dates.back(frame.text, state.today)
    dated = [
        replace(c, valid_from=since)
        if c.valid_from is None and c.valid_to is None and not c.negated
        else c
        for c in state.latest
    ]
    state.found = [c for c in state.found if c not in state.latest] + dated
    state.latest = dated
    return True


def same_again(clause: Clause, at: int, state: State) -> list[Candidate]:
    """A bare value after "no, wait": the fact before, with this object."""
    text = frames.cut_tail(clause.text)[0]
    if len(state.replaces) != 1 or not _VALUE_AGAIN.match(text[at:]):
        return []
    head = re.match(r"(?:应该)?(?:是|我是说|应该是|在|叫)?", text[at:])
    begin = at + (head.end() if head else 0)
    begin, end = objects.trim(text, begin, len(text))
    if not objects.is_value(text[begin:end]) or text[begin] in "我你他她":
        return []
    old = state.replaces[0]
    time = frames.TIME.match(text, begin, end)
    if time and time.end() == end and old.predicate == "plans_to":  # another day, the same plan
        for moment in state.moments:
            if clause.start <= moment.start < clause.end:
                return [replace(old, valid_from=moment.first, valid_to=moment.last)]
    value = state.original[clause.start + begin : clause.start + end]
    return [replace(old, object=value, start=min(old.start, clause.start), end=clause.end)]
