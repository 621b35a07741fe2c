# ruff: noqa: E501 - a pattern stays on one line: wrapped, its alternatives cannot be read
"""What a clause takes from its neighbours: lists that go on, orders given before, former values."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from eywa_fs.facts.languages.zh import contrasts, objects, rules_intent, subjects
from eywa_fs.facts.languages.zh import frame as frames
from eywa_fs.facts.languages.zh.assertions import apply_rules
from eywa_fs.facts.languages.zh.candidates import flat_fact
from eywa_fs.facts.languages.zh.frame import View
from eywa_fs.facts.languages.zh.rule import expand
from eywa_fs.facts.languages.zh.segment import Clause
from eywa_fs.facts.languages.zh.situation import situation_of
from eywa_fs.facts.languages.zh.state import State
from eywa_fs.facts.languages.zh.subjects import USER, Topic
from eywa_fs.facts.languages.zh.words_people import words
from eywa_fs.facts.model import Candidate

#: Somebody lays down rules; what follows in the sentence are the rules.
_LAYS_DOWN: Final = re.compile(
    r"(?:又|也|已经|还|刚|昨天|今天|当场|明确|给我|跟我|对我|都)*(?:下了?(?:死|军|禁|最后)?(?:命令|令|通牒)|发话|发了?(?:话|通知)|交代|交待|叮嘱|嘱咐|[立定](?:了|的)?(?:个|条)?新?的?(?:规矩|军令状)|新规|白纸黑字写了?|有规定|有要求|定了?(?:规矩|规定)|规定|要求|说|警告|约法三章|开了?(?:医嘱|单子)|千叮咛万嘱咐|再三叮嘱|反复交代|反复强调)(?:了|过|我|的|好几遍|很清楚|我们)*$"
)
_AUTHORITY: Final = re.compile(
    r"医生|大夫|中医|牙医|护士|营养师|教练|老师|导师|班主任|老板|领导|公司|单位|学校|房东|物业|宿管|法院|师傅|师父|康复师|主任|部门|客户|店|医院|上司|经理|医嘱|合同|房管"
)


def lays_down(clause: Clause, after: int, who: Topic, state: State) -> bool:
    """Whether somebody with a say starts a list of rules; remembered for the clauses behind."""
    text = frames.cut_tail(clause.text)[0]
    laid = _LAYS_DOWN.match(text, after)
    if not who.names or USER in who.names or laid is None:
        return False
    if not (
        _AUTHORITY.search(who.names[0] + text[:after])
        or re.search("令|通牒|规矩|约法|发话", laid.group())
    ):
        return False
    state.ordered = clause.sentence
    told = {c.subject for c in state.found if c.start >= state.sentence_start}
    state.bound = state.topic if told.issuperset(state.topic.names) else Topic((USER,))
    return True


def ordered(clause: Clause, at: int, sentence: str, state: State) -> list[Candidate]:
    """A rule in a sentence whose first clause said who lays it down."""
    if state.ordered != clause.sentence:
        return []
    found: list[Candidate] = []
    for piece in re.finditer(r"[^、]+", clause.text):
        first = max(at, piece.start())
        part = replace(clause, text=clause.text[: piece.end()])
        topic = replace(state.bound, explicit=True)
        frame = frames.build(part.text, frames.skip_adverbs(part.text, first), topic)
        frame = replace(frame, views=(View(frames.skip_adverbs(part.text, first), 0),))
        situation = situation_of(part, frame, sentence, state)
        rules = tuple(
            r
            for r in rules_intent.ORDERS
            if r.predicate == "must_not"
            or re.search(
                "必须|得|一定|要|务必|每|坚持|按时|只能|^(?:少|多(?=[喝走休晒活运吃])|静养|卧床|空腹|复查)",
                piece.group(),
            )
        )
        found += apply_rules(rules, part, frame, situation, state)
    return found


#: What one says before one's conviction.
OPINION_AHEAD: Final = re.compile(
    r"(?:依|照|以|按|凭)我(?:看|说|的看法|的经验|这些年的经验)|(?:在|于)我看来|要我说|让我说|我的看法是|我的观点是|我(?:个人)?(?:始终|一直|总|从来|打心底|坚定地)(?:觉得|认为|相信|坚信)(?:吧|啊|嘛|呢)?|我是这么想的"
)
#: Ways to take back what one just said, beside those of ``turns``.
CORRECTS: Final = re.compile(
    r"^(?:啊|哎|哦|噢|呃|额|诶|唉)?(?:等下|等等|等一下|等会儿?|慢着|哦不|啊不|呃不|不不|不不不|搞混了|说岔了|记岔了|记混了|看错了|错了|错啦|说错|说反了?|搞反了?|记反了?|弄反了?|打错字了?|看岔了?|看错|讲错了?|念错了?|说岔了?|讲岔了?|敲错了?|按错了?|敲反了?|打反了?|说串了|记串了|手误|手抖|弄错了|念错了|算错了|发错了|填错了)(?:了|啦|哈)?$"
)
_GOES_ON: Final = re.compile(
    r"(?:另外|外加|再加|加上|以及|还有|还养了?|还有着|另有|还带着?|还|和|跟)(?:还有|有)?(?P<o>(?:[一两俩仨三四五六七八九十几0-9]*[个只条头匹口尾缸窝群辆台套部把架间栋门种对]|俩|仨)[^，。了过吗]{1,12})$"
)
_GROWS: Final = frozenset({"has_pet", "owns", "has_child", "sibling", "friend", "uses"})


def goes_on(clause: Clause, at: int, state: State) -> list[Candidate]:
    """ "…, and a three-legged cat": one more of what the clause before listed."""
    before = state.latest[-1] if state.latest else None
    if before is None or before.predicate not in _GROWS or before.negated:
        return []
    text = frames.cut_tail(clause.text)[0]
    match = _GOES_ON.match(text, at)
    if match is None:
        return []
    begin, end = match.span("o")
    begin = objects.bare_noun(text, begin, end, any_clause=before.predicate == "has_pet")
    begin, end = objects.trim(text, begin, end)
    if not objects.is_value(text[begin:end]):
        return []
    value = state.original[clause.start + begin : clause.start + end]
    return [replace(before, object=value, start=clause.start, end=clause.end)]


#: The other one of a couple: whose, tells the clause before.
_OTHER_HALF: Final = re.compile(r"(?:对象|男方|女方|新郎|新娘|未婚夫|未婚妻|男方家|女方家|对方)")


def whose(topic: Topic | None, text: str, begin: int, state: State) -> Topic | None:
    """ "My cousin got engaged, the fiancé is a cook": the cousin's fiancé."""
    half = _OTHER_HALF.match(text, begin)
    last = state.latest[-1] if state.latest else None
    if topic is None or half is None or last is None or last.subject == USER:
        return topic
    if last.predicate not in ("relation", "spouse", "other", "plans_to"):
        return topic
    if last.start < state.sentence_start:
        return topic
    return replace(topic, names=(f"{last.subject}的{half.group()}",), explicit=True)


_FORMER: Final = re.compile(
    r"(?:原先|原来|原本|之前|以前|从前|早先|先前|本来|老早|早前)(?:一直|都|的)?(?:是|用的?是?|定的?是?|在|叫|住的?是?|住在|喝的?是?|吃的?是?|约的?是?|学的?是?|做的?是?|开的?是?|穿的?是?|坐的?是?|报的?是?)?(?P<o>[^，。了过]{1,10}?)(?:那个|那会儿|来着|的)?$"
)
_REPLACED: Final = frozenset(
    words("schedule uses lives_in works_at works_as diet other contact name health studies prefers")
)
_NO_FORMER: Final = re.compile(
    r"[我你他她它这那]|不|没|很|太|想|觉得|喜欢|爱|知道|说|要|会|能|都|就|也"
)


def former(clause: Clause, at: int, state: State) -> list[Candidate]:
    """ "…, it used to be Tuesday": the value that the one just named replaced."""
    if len(state.latest) != 1 or state.today is None:
        return []
    new = state.latest[0]
    if new.predicate not in _REPLACED or new.valid_to is not None or new.negated:
        return []
    if new.predicate == "other" and new.subject == USER:
        return []
    text = frames.cut_tail(clause.text)[0]
    match = _FORMER.match(text, at)
    if match is None or _NO_FORMER.search(match["o"]):
        return []
    begin, end = objects.trim(text, *match.span("o"))
    if not objects.is_value(text[begin:end]):
        return []
    value = state.original[clause.start + begin : clause.start + end]
    day = new.valid_from or state.today
    return [
        replace(
            new, object=value, valid_from=None, valid_to=day, start=clause.start, end=clause.end
        )
    ]


_FORMER_TIME: Final = re.compile(
    r"(?:原先|原来|原本|之前|以前|从前|早先)(?:都|一直)?(?:是|在|定在|约的|排在|定的)?(?P<o>(?:(?:每个?)?(?:周|星期|礼拜)[一二三四五六日天末])?(?:早上|上午|中午|下午|晚上|早|晚)?(?:[0-9一二两三四五六七八九十]+ ?点半?|[0-9]{1,2}:[0-9]{2})?)(?:那个|那场|那节|那次|那会儿|的那|的时候)"
)


def former_time(clause: Clause, at: int, state: State) -> list[Candidate]:
    """ "…, the one on Fridays before …": when it used to be."""
    new = state.latest[0] if len(state.latest) == 1 else None
    if new is None or new.predicate != "schedule" or new.valid_to or state.today is None:
        return []
    match = _FORMER_TIME.match(clause.text, at)
    if match is None or not match["o"]:
        return []
    begin, end = match.span("o")
    value = state.original[clause.start + begin : clause.start + end]
    return [
        replace(
            new,
            object=value,
            valid_from=None,
            valid_to=new.valid_from or state.today,
            start=clause.start,
            end=clause.end,
        )
    ]


_WHOSE_CONTACT: Final = expand(
    r"(?:那|这)(?:个)?(?:就|才)?是(?:我们?)?(?:家|公司|单位|部门|班|店|厂|组)?(?:的)?(?P<o>[^，。的我]{0,4}?(?:<ROLE>|人事|财务|行政|会计|出纳|采购|法务|前台|主管|经理|班主任|老师))?(?P<s>[老小阿]?[\u4e00-\u9fff]{1,2}(?:姐|哥|总|工|老师|师傅|主任|经理|医生|律师|叔|姨)?)的(?:邮箱|电话|微信|号码|手机|手机号|地址|座机|分机)$"
)
_CONTACT_VALUE: Final = re.compile(
    r"[A-Za-z0-9_.+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+|[0-9][0-9 -]{6,17}[0-9]"
)


def contact_of(clause: Clause, state: State) -> list[Candidate]:
    """ "Send it to x@y.z, that is our clerk Wen's mail": whose the address just named is."""
    before = state.previous
    if before is None or before.sentence != clause.sentence:
        return []
    match = _WHOSE_CONTACT.match(frames.cut_tail(clause.text)[0])
    value = _CONTACT_VALUE.search(before.text)
    if match is None or value is None:
        return []
    begin, end = match.span("s")
    name = state.original[clause.start + begin : clause.start + end]
    state.found = [
        c for c in state.found if not (c.predicate == "contact" and c.start == before.start)
    ]
    fact = flat_fact(name, "contact", before, *value.span(), state)
    found = [replace(fact, end=clause.end)]
    if match["o"]:
        found.append(flat_fact(name, "relation", clause, *match.span("o"), state))
    return found


_REFUSED: Final = re.compile(
    r"(?:我|我们家?|咱家)?(?:一律|统统|通通|全都|全部|全|都|一概|一口|坚决|从来|从小|打死|绝对)*(?P<neg>不要|不吃|不喝|不碰|不沾|不买|不看|不用|不爱吃|不爱|不喜欢|吃不了|吃不得|碰不得|不能吃|不能碰|没兴趣|受不了)$"
)
_KIND_OF_REFUSAL: Final = (
    (re.compile("不能|吃不得|碰不得"), "must_not", False),
    (re.compile("吃|喝|碰|沾"), "diet", True),
    (re.compile("."), "prefers", True),
)
_NOUNS: Final = re.compile(
    r"[^，。我你他她不没了过着是有在]{1,6}(?:[、和跟][^，。我你他她不没了过着是有在]{1,6})+$"
)


def refused_list(clause: Clause, at: int, state: State) -> list[Candidate]:
    """ "Coriander, garlic, leek, none for me": the list stands in the clause before."""
    text = frames.cut_tail(clause.text)[0]
    match = _REFUSED.match(text, at)
    before = state.previous
    if match is None or before is None or before.sentence != clause.sentence:
        return []
    if before.stop not in ("，", ",") or not _NOUNS.match(before.text):
        return []
    for pattern, predicate, negated in _KIND_OF_REFUSAL:
        if pattern.search(match["neg"]):
            return [
                replace(
                    flat_fact(
                        state.topic.names[-1] if state.topic.names else USER,
                        predicate,
                        before,
                        first,
                        last,
                        state,
                    ),
                    negated=negated,
                    end=clause.end,
                )
                for first, last in objects.parts(before.text, 0, len(before.text))
            ]
    return []


_LOST: Final = re.compile(
    r"(?:已经|也|都|前[天阵]子?|昨天|今天|昨晚|今早|上周[一二三四五六日天]?|上个?月|去年|刚|最后|终于|被(?:我|我们|他|她)?|给|就|又)*(?:送(?:人|走|养|去[^，。]{1,8}|给[^，。]{1,8}|回[^，。]{1,6})|走丢|走失|跑丢|丢|死|去世|没|不在|走|安乐死|过世|飞|跑|老死|病死|被[^，。]{0,4}(?:偷|抱走|领走|接走)|放生|去(?:了)?(?:喵|汪)星)$"
)
_RECUR: Final = re.compile(
    r"(?:每(?:个)?(?:周|星期|礼拜)(?:[一二三四五六日天末])?|每天|每月|每晚|每年|(?:周|星期|礼拜)[一二三四五六日天末](?:和|跟|、)?(?:(?:周|星期|礼拜)[一二三四五六日天末])?|周末|平日|工作日|天天|寒暑假|逢年过节|隔天|隔周|月底|月初)[^，。我]{0,6}$"
)
_REGULARLY: Final = re.compile("都|固定|基本|总|一般|照例|雷打不动|通常|一直|全|必|泡|就爱")
_NO_RECUR: Final = re.compile(
    r"了|过|吗|想|觉得|喜欢|爱|讨厌|怕|会不|能不|不知|怎么|要是|可能|应该|打算|准备|必须|很|太|累|困|烦|难|忘|没|不|有点|都是|真|听见|看到|感觉|发现|被|[冲给]我"
)


def pet_lost(clause: Clause, after: int, topic: Topic, state: State) -> list[Candidate]:
    """A pet that is given away or dead is no longer the household's."""
    if len(topic.names) != 1 or not topic.explicit:
        return []
    text, changed = frames.cut_tail(clause.text)
    pet = topic.names[0].removeprefix(subjects.USERS)
    known = {c.object for c in state.found if c.predicate == "has_pet"}
    if not changed or (not _PET_NAME.fullmatch(pet) and pet not in known):
        return []
    if not _LOST.match(text, after):
        return []
    at = text.find(pet)
    if at < 0:
        return []
    fact = flat_fact(USER, "has_pet", clause, at, at + len(pet), state)
    return [replace(fact, valid_to=state.today)]


_PET_NAME: Final = expand(r"<PET>")


def recurring(clause: Clause, at: int, begin: int, after: int, state: State) -> list[Candidate]:
    """ "Fridays I pick her up": the time stands in front of the speaker."""
    text = frames.cut_tail(clause.text)[0]
    when, what = text[at:begin], text[after:]
    time = _RECUR.search(when)
    if time is None or not 2 <= len(what) <= 14 or _NO_RECUR.search(what):
        return []
    if not (re.search("每|天天|逢|隔", when) or _REGULARLY.match(what)):
        return []
    return [flat_fact(USER, "schedule", clause, at + time.start(), len(text), state)]


_GIVEN: Final = expand(
    r"(?:把)(?P<o>[^，。把]{1,16}?)(?:已经|都|也|就|直接|白)*(?:过户|送|转|让|传|卖|捐|转手|转让|转卖|便宜卖|过继|留)(?:给|给了)(?P<s>[^，。了]{1,8})$"
)


def given(clause: Clause, after: int, topic: Topic, state: State) -> list[Candidate]:
    """What the speaker gave away: his until then, the other one's from then on."""
    text, changed = frames.cut_tail(clause.text)
    match = _GIVEN.search(text, after)
    if match is None or not (changed or "了" in text) or USER not in topic.names:
        return []
    if re.search(
        "想|打算|准备|要|会|能|可以|不|没|消息|资料|方案|文件|照片|链接|作业|报告|清单|话",
        text[after:],
    ):
        return []
    begin, end = match.span("o")
    begin = objects.bare_noun(text, begin, end)
    begin, end = objects.trim(text, begin, end)
    if not objects.is_value(text[begin:end]):
        return []
    frame = frames.build(text, after, topic)
    named = situation_of(clause, frame, text, state).named
    day = named[0].last if named and not named[0].future else state.today
    kind = "has_pet" if _PET_NAME.search(text, begin, end) else "owns"
    fact = flat_fact(USER, kind, clause, begin, end, state)
    found = [replace(fact, valid_to=day)]
    who = contrasts.who_of(clause, match, state)
    if who and who != USER:
        found.append(replace(fact, subject=who, valid_from=day))
    return found
