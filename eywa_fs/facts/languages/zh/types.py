"""The kinds of values: where each ends that begins at a token, and whether it is one at all."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from eywa_fs.facts.engine.clauses import Token, ValueType
from eywa_fs.facts.languages.zh.tokens import joined, lexicon, patterns

_P: Final = patterns("values")

_NUMBER: Final = re.compile(r"\d+(?:\.\d+)?|[零〇一二三四五六七八九十百千万两几半]+")
_JOINERS: Final = ("以及", "还有", "和", "跟", "与", "及", "、", "或")
_ETCETERA: Final = ("而已", "罢了", "之类的", "什么的", "等等", "为主", "一类的")
_CLAUSAL: Final = _P["clausal"]
_WORD: Final = re.compile(r"[\u4e00-\u9fffa-z0-9]")
_PERSON: Final = _P["person"]
_NO_NAME: Final = _P["no-name"]
_PHONE: Final = re.compile(r"(?:\+?86)?1[3-9]\d{9}|\+?\d[\d-]{5,14}\d")
_MAIL: Final = re.compile(r"[a-z0-9][a-z0-9._%+-]*@[a-z0-9-]+(?:\.[a-z0-9-]+)+")
_HANDLE: Final = re.compile(r"[a-z][a-z0-9_-]{4,29}|[1-9]\d{4,11}")
_BIRTHDAY: Final = _P["birthday"]
_AGE: Final = _P["age"]
_AGE_END: Final = _P["age-end"]
_PLACE_UNIT: Final = _P["place-unit"]
_NO_UNIT: Final = _P["no-unit"]
_PLACE_TAIL: Final = _P["place-tail"]
_PLACE_KINDS: Final = _P["place-kind"]
_NOT_HOME: Final = _P["not-home"]
_FIELD: Final = re.compile(r"[\u4e00-\u9fffa-z0-9与和&/+-]{2,14}")
_RULE: Final = _P["rule"]
_NO_RULE: Final = _P["no-rule"]
_SCHEDULE: Final = re.compile(
    r"(?:每(?:个|逢)?(?:周|星期|礼拜|天|日|月|年|晚|早|隔)|周[一二三四五六日末]|星期[一二三四五六日]|礼拜[一二三四五六日]|工作日|早上|上午|中午|下午|晚上|凌晨|\d)"
)


def _limit(found: Sequence[Token], at: int) -> int:
    """Where the phrase ends that begins at a token: at a mark, without final particles."""
    end = at
    while end < len(found) and (found[end].is_word or found[end].low in "·/&+-@._'《》“”‘’%、 #"):
        end += 1
    if end < len(found) and found[end].low in "（(：:":
        return at  # what is said more narrowly behind a bracket is not the value
    while end > at:
        if found[end - 1].low in "了啊呢呀吧嘛哈啦、很挺也":
            end -= 1
        elif joined(found[max(at, end - 3) : end]).endswith(_ETCETERA):
            end -= 3 if joined(found[max(at, end - 3) : end]) in _ETCETERA else 2
        else:
            break
    return max(at, end)


def _item(found: Sequence[Token], at: int) -> int:
    """Where the item of a list ends that begins at a token: at a joining word, unless what is
    joined shares a noun behind it ("安静和干净的地方")."""
    end = _limit(found, at)
    if found[at].low in "和跟与":
        return end
    for here in range(at + 1, end):
        size = joins(found, here)
        if size and here + size < end:
            rest = joined(found[here + size : end])
            shared = ("的" in rest) != ("的" in joined(found[at:here]))
            if not shared and not joined(found[at:here]).endswith(("饱", "温", "缓", "共")):
                return here
    return end


def joins(found: Sequence[Token], at: int) -> int:
    """How many tokens join two values at ``at``."""
    head = joined(found[at : at + 2])
    for word in _JOINERS:
        if head.startswith(word):
            return len(word)
    return 0


def _sound(said: str) -> bool:
    """Whether a phrase is a value at all: no pronoun first, no clause inside."""
    return (
        bool(said)
        and bool(_WORD.match(said) or said[0] in "《“‘")
        and not lexicon("pronouns").at(said)
        and not _CLAUSAL.search(said)
        and not said.endswith(("的", "和", "是", "在", "，"))
        and not said.isdigit()
    )


def _phrase(most: int, item: bool = True, least: int = 1) -> ValueType:
    """A phrase of at most so many characters that holds no clause."""

    def ends(found: Sequence[Token], at: int) -> int:
        end = _item(found, at) if item else _limit(found, at)
        said = joined(found[at:end])
        return end if least <= len(said) <= most and _sound(said) else at

    return ends


def _matching(pattern: re.Pattern[str], most: int = 40) -> ValueType:
    """What a pattern matches, ending with a token."""

    def ends(found: Sequence[Token], at: int) -> int:
        stop = min(len(found), at + most)
        match = pattern.match(joined(found[at:stop]))
        return _token_at(found, at, match.end()) if match and match.end() else at

    return ends


def _token_at(found: Sequence[Token], at: int, size: int) -> int:
    """The token behind the first ``size`` characters from ``at`` on; ``at`` where none ends there."""
    end = at
    while size > 0 and end < len(found):
        size -= len(found[end].low)
        end += 1
    return end if size == 0 else at


def _closing(name: str, most: int, *more: str) -> ValueType:
    """A phrase that ends in a word of a lexicon."""

    def ends(found: Sequence[Token], at: int) -> int:
        end = _item(found, at)
        said = joined(found[at:end])
        if not said or len(said) > most or not _sound(said) or said.startswith(more):
            return at
        return end if lexicon(name).closes(said) else at

    return ends


def _inside(name: str) -> ValueType:
    """A word of a lexicon, and nothing else of the phrase."""

    def ends(found: Sequence[Token], at: int) -> int:
        end = _item(found, at)
        return end if joined(found[at:end]) in lexicon(name) else at

    return ends


def person(found: Sequence[Token], at: int) -> int:
    """A name, to the end of its phrase."""
    end = _item(found, at)
    while end > at and joined(found[at:end]).endswith(("就好", "就行", "就可以", "即可", "吧")):
        cut = 2 if not joined(found[at:end]).endswith("就可以") else 3
        end -= 1 if found[end - 1].low == "吧" else cut
    said = joined(found[at:end])
    ok = _PERSON.fullmatch(said) and not _NO_NAME.match(said) and len(said) <= 16
    return end if ok else at


def place(found: Sequence[Token], at: int) -> int:
    """A place by name, with its parts; no adjective, no hotel."""
    end = _limit(found, at)
    said = joined(found[at:end])
    size, named = 0, False
    while size < len(said):
        step = lexicon("places").at(said, size)
        if not step:
            unit = _PLACE_UNIT.match(said, size)
            if (
                unit is not None
                and not _NO_UNIT.search(unit.group())
                and _sound(unit.group())
                and not _NOT_HOME.search(unit.group())
            ):
                step = unit.end() - size
        if not step:
            tail = _PLACE_TAIL.match(said, size) if named else None
            step = tail.end() - size if tail is not None else 0
        if not step:
            break
        named = True
        size += step
    if not named:
        kind = _PLACE_KINDS.match(said)
        return end if kind is not None and not _NOT_HOME.search(said) else at
    rest = said[size:]
    if rest in ("的", "人", "的人", "这边", "那边"):
        return _token_at(found, at, size)
    if rest.startswith("的"):
        homely = re.fullmatch(
            r"的(?:一?[个套间栋]?)[^的]{0,6}(?:小区|公寓|房子|出租屋|村子|小镇|宿舍|小城|县城|城市|农村|村)",
            rest,
        )
        return end if homely else at
    if re.match(r"[\u4e00-\u9fff]{0,3}(?:酒店|宾馆|医院|大学|公司|机场|银行|站)|时|期间|人$", rest):
        return at
    return _token_at(found, at, size)


def organisation(found: Sequence[Token], at: int) -> int:
    """An employer or school: a name or a kind that ends like one, or a firm that is known."""
    end = _limit(found, at)
    said = joined(found[at:end])
    if not _sound(said) or len(said) > 20 or said in lexicon("places"):
        return at
    if re.match(r"[趟次回下]", said) or _NO_ORG.fullmatch(said):
        return at
    if re.match(
        r"[忙努认在家外里上楼户]|忙|线上|网上|全职|兼职|朋友|附近|小区里", said
    ) and not re.match(
        r"(?:在线|外企|外贸|外国|外资|上海|家具|家电|家居|上市|家政|里水|外交|外卖|家装|上汽)", said
    ):
        return at
    if said in lexicon("firms") or lexicon("firms").at(said) >= 2 or said.isascii():
        return end
    return end if lexicon("org_endings").closes(said) and len(said) > 1 else at


def role(found: Sequence[Token], at: int) -> int:
    """Somebody's work by its word."""
    end = _item(found, at)
    said = joined(found[at:end])
    if not _sound(said) or len(said) > 14 or "的" in said:
        return at
    if re.match(
        r"[一两三几多]|好|最|全(?!职)|老(?!师|板)|新(?!闻|媒体|能源)|第|同|亲|真正|合格|优秀|普通人|[不没]",
        said,
    ):
        return at
    return end if lexicon("roles").closes(said) else at


def age(found: Sequence[Token], at: int) -> int:
    """Years of somebody's life, told of them now."""
    stop = min(len(found), at + 9)
    said = joined(found[at:stop])
    match = _AGE.match(said)
    if match is None or not _AGE_END.match(said, match.end()):
        return at
    number = re.match(r"\d+", said)
    if number is not None and not 0 < int(number.group()) <= 110:
        return at
    return _token_at(found, at, match.end())


def substance(found: Sequence[Token], at: int) -> int:
    """What one may be allergic to: a word of the list, or one that ends in such a word."""
    end = _item(found, at)
    said = joined(found[at:end])
    if not _sound(said) or len(said) > 10 or said[0] in "对吃喝一是有用会会皮":
        return at
    return (
        end
        if lexicon("foods").closes(said)
        or re.search(
            r"(?:类|类药物|药|粉|素|花|毛|油|肉|果|仁|豆|奶|虾|蟹|鱼|菇|精|胶|酸|酶|剂)$", said
        )
        else at
    )


def food(found: Sequence[Token], at: int) -> int:
    """Something to eat or drink."""
    end = _item(found, at)
    said = joined(found[at:end])
    ok = lexicon("foods").closes(said) or re.search(
        r"[肉菜鱼虾蟹蛋奶茶酒糖面果瓜豆椒葱蒜姜辣腥荤素品鸡鸭鹅羊牛猪甜咸苦酸油饼糕酱粉料烟]$", said
    )
    ok = (
        ok
        and _sound(said)
        and len(said) <= 10
        and not re.search(
            r"[了过]|完|饭$|早餐|午餐|晚餐|早饭|午饭|晚饭|亏|醋$|惊|苦头|力|下|到|多", said
        )
    )
    return end if ok else at


def liking(found: Sequence[Token], at: int) -> int:
    """What somebody likes, with all that restricts it, to the end of the clause."""
    end = _item(found, at)
    said = joined(found[at:end])
    ok = (
        _sound(said)
        and 1 <= len(said) <= 40
        and not re.match(r"上你|好者|情|心|过|的|得|一个人|多久|死|极|是|有点", said)
    )
    ok = ok and not re.search(r"(?:可|很|太|挺|最|非常|特别|更)[\u4e00-\u9fff]{1,2}$|多$", said)
    return end if ok else at


def rule(found: Sequence[Token], at: int) -> int:
    """A standing order, to the end of the sentence."""
    end = len(found)
    while end > at and not found[end - 1].is_word:
        end -= 1
    said = joined(found[at:end])
    return end if 4 <= len(said) <= 80 and _RULE.match(said) and not _NO_RULE.search(said) else at


def timetable(found: Sequence[Token], at: int) -> int:
    """A regular time and what is done then, to the end of the clause."""
    end = _limit(found, at)
    said = joined(found[at:end])
    ok = 4 <= len(said) <= 30 and _SCHEDULE.match(said) and not _CLAUSAL.search(said)
    return end if ok and re.search(r"[\u4e00-\u9fff]{2,}$", said) else at


def contact(found: Sequence[Token], at: int) -> int:
    """A telephone number, a mail address, an account."""
    said = joined(found[at:])
    for pattern in (_MAIL, _PHONE, _HANDLE):
        match = pattern.match(said)
        if match is not None:
            return _token_at(found, at, match.end())
    return at


_NO_ORG: Final = _P["no-org"]
_NO_FULL_NAME: Final = _P["no-full-name"]
_GRADE: Final = _P["grade"]
_DOING: Final = _P["doing"]
_NO_DOING: Final = _P["no-doing"]
_CAR: Final = _P["car"]
_DURABLE: Final = _P["durable"]
_EXAM: Final = _P["exam"]
_MEDICINE: Final = _P["medicine"]
_REGIME: Final = _P["regime"]
_HOBBY: Final = re.compile(r"[\u4e00-\u9fffa-z]{2,8}")


def _whole(pattern: re.Pattern[str], *, search: bool = False, never: str = "") -> ValueType:
    """A phrase that a pattern fits as a whole, or anywhere in it."""

    def ends(found: Sequence[Token], at: int) -> int:
        end = _item(found, at)
        said = joined(found[at:end])
        if not _sound(said) or len(said) > 24 or (never and re.search(never, said)):
            return at
        return end if (pattern.search(said) if search else pattern.fullmatch(said)) else at

    return ends


def doing(found: Sequence[Token], at: int) -> int:
    """A line of work as a verb and what it is done with ("做室内设计")."""
    end = _limit(found, at)
    said = joined(found[at:end])
    return end if _DOING.fullmatch(said) and _sound(said) and not _NO_DOING.search(said[1:]) else at


def surnamed(found: Sequence[Token], at: int) -> int:
    """A full name."""
    end = person(found, at)
    said = joined(found[at:end])
    ok = 3 <= len(said) <= 4 and lexicon("surnames").at(said) == len(said) - 2
    if not ok or _NO_FULL_NAME.search(said) or lexicon("places").at(said) >= 2:
        return at
    return (
        end
        if not any(lexicon(n).closes(said) >= 2 for n in ("roles", "student", "kin", "org_endings"))
        else at
    )


def position(found: Sequence[Token], at: int) -> int:
    """A role with whose it is ("服装店的店主")."""
    end = _limit(found, at)
    said = joined(found[at:end])
    where, _, what = said.rpartition("的")
    ok = (
        len(said) <= 26
        and _sound(where)
        and 2 <= len(what) <= 8
        and not re.search("[了过]|最|好", where)
    )
    return end if ok and lexicon("roles").closes(what) else at


_ROUTINE: Final = _P["routine"]
_HABIT: Final = _P["habit"]


def trip(found: Sequence[Token], at: int) -> int:
    """A way to a place, and what is done there ("去泉州看海")."""
    if found[at].low not in "去回飞":
        return at
    behind = place(found, at + 1)
    end = _limit(found, at)
    said = joined(found[at:end])
    ok = behind > at + 1 and len(said) <= 16 and _sound(said) and not re.search("[了过的]", said)
    return end if ok else at


TYPES: Final[Mapping[str, ValueType]] = {
    "person": person,
    "place": place,
    "org": organisation,
    "school": _closing("schools", 16),
    "role": role,
    "student": _closing("student", 8),
    "age": age,
    "birthday": _matching(_BIRTHDAY),
    "contact": contact,
    "phone": _matching(_PHONE),
    "mail": _matching(_MAIL),
    "number": _matching(_P["number"]),
    "animal": _closing("animals", 14),
    "substance": substance,
    "food": food,
    "language": _inside("languages"),
    "condition": _closing("conditions_of_health", 16),
    "kin": _closing("kin", 8),
    "people": _closing("people", 8),
    "field": _phrase(14),
    "thing": _phrase(20),
    "short": _phrase(8),
    "activity": _phrase(24, item=False, least=4),
    "liking": liking,
    "rule": rule,
    "timetable": timetable,
    "doing": doing,
    "tied": _whole(_P["tied"]),
    "position": position,
    "trip": trip,
    "started": _whole(_P["started"]),
    "routine": _whole(
        _ROUTINE, never="不|没|很|得|想|应该|才|班$|累|这|那|哪|什么|[你他她]|了|天吃饭$"
    ),
    "habit": _matching(_HABIT),
    "surnamed": surnamed,
    "grade": _whole(_GRADE),
    "subject": _whole(_HOBBY, never="[了过的着会]|怎么|如何|习|校|开车$|一个|一种|^[^医法]$"),
    "exam": _whole(_EXAM, search=True, never="的|[了过]"),
    "child": _whole(_P["child"]),
    "sib": _whole(_P["sib"]),
    "partner": _whole(_P["partner"]),
    "friendly": _closing("people", 8),
    "months": _whole(_P["months"]),
    "medicine": _whole(_MEDICINE),
    "regime": _whole(_REGIME),
    "durable": _whole(_DURABLE, search=True, never="^[了过]|的人|时间"),
    "car": _whole(_CAR, search=True, never="[了过]|贵|便宜|来"),
    "measure": _whole(_P["measure"]),
    "trade": _whole(_P["trade"], never="[了过完好的着]|自己|什么"),
    "venture": _whole(_P["venture"]),
    "hobby": _whole(_HOBBY, never="[了过的着]|游戏$|手机|电脑"),
}
"""By name: what ``{name}`` in a form stands for."""
