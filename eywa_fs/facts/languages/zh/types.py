"""The kinds of values: where each ends that begins at a token, and whether it is one at all."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from eywa_fs.facts.engine.clauses import Token, ValueType
from eywa_fs.facts.languages.zh.phrases import (
    closing,
    inside,
    item,
    limit,
    matching,
    phrase,
    sound,
    token_at,
    whole,
)
from eywa_fs.facts.languages.zh.tokens import joined, lexicon, patterns

_P: Final = patterns("values")


_NUMBER: Final = re.compile(r"\d+(?:\.\d+)?|[零〇一二三四五六七八九十百千万两几半]+")
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


def person(found: Sequence[Token], at: int) -> int:
    """A name, to the end of its phrase."""
    end = item(found, at)
    while end > at and joined(found[at:end]).endswith(("就好", "就行", "就可以", "即可", "吧")):
        cut = 2 if not joined(found[at:end]).endswith("就可以") else 3
        end -= 1 if found[end - 1].low == "吧" else cut
    said = joined(found[at:end])
    ok = _PERSON.fullmatch(said) and not _NO_NAME.match(said) and len(said) <= 16
    return end if ok else at


def place(found: Sequence[Token], at: int) -> int:
    """A place by name, with its parts; no adjective, no hotel."""
    end = limit(found, at)
    said = joined(found[at:end])
    size, named = 0, False
    while size < len(said):
        step = lexicon("places").at(said, size)
        if not step:
            unit = _PLACE_UNIT.match(said, size)
            if (
                unit is not None
                and not _NO_UNIT.search(unit.group())
                and sound(unit.group())
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
        return token_at(found, at, size)
    if rest.startswith("的"):
        homely = re.fullmatch(
            r"的(?:一?[个套间栋]?)[^的]{0,6}(?:小区|公寓|房子|出租屋|村子|小镇|宿舍|小城|县城|城市|农村|村)",
            rest,
        )
        return end if homely else at
    if re.match(r"[\u4e00-\u9fff]{0,3}(?:酒店|宾馆|医院|大学|公司|机场|银行|站)|时|期间|人$", rest):
        return at
    return token_at(found, at, size)


def organisation(found: Sequence[Token], at: int) -> int:
    """An employer or school: a name or a kind that ends like one, or a firm that is known."""
    end = limit(found, at)
    said = joined(found[at:end])
    if not sound(said) or len(said) > 20 or said in lexicon("places"):
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
    end = item(found, at)
    said = joined(found[at:end])
    if not sound(said) or len(said) > 14 or "的" in said:
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
    return token_at(found, at, match.end())


def substance(found: Sequence[Token], at: int) -> int:
    """What one may be allergic to: a word of the list, or one that ends in such a word."""
    end = item(found, at)
    said = joined(found[at:end])
    if not sound(said) or len(said) > 10 or said[0] in "对吃喝一是有用会会皮":
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
    end = item(found, at)
    said = joined(found[at:end])
    ok = lexicon("foods").closes(said) or re.search(
        r"[肉菜鱼虾蟹蛋奶茶酒糖面果瓜豆椒葱蒜姜辣腥荤素品鸡鸭鹅羊牛猪甜咸苦酸油饼糕酱粉料烟]$", said
    )
    ok = (
        ok
        and sound(said)
        and len(said) <= 10
        and not re.search(
            r"[了过]|完|饭$|早餐|午餐|晚餐|早饭|午饭|晚饭|亏|醋$|惊|苦头|力|下|到|多", said
        )
    )
    return end if ok else at


def liking(found: Sequence[Token], at: int) -> int:
    """What somebody likes, with all that restricts it, to the end of the clause."""
    end = item(found, at)
    said = joined(found[at:end])
    ok = (
        sound(said)
        and 1 <= len(said) <= 40
        and not re.match(
            r"(?:直接|慢慢|先|再|随便|尽量|马上|上你)|好者|情|心|过|的|得|一个人|多久|死|极|是|有点",
            said,
        )
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


def contact(found: Sequence[Token], at: int) -> int:
    """A telephone number, a mail address, an account."""
    said = joined(found[at:])
    for pattern in (_MAIL, _PHONE, _HANDLE):
        match = pattern.match(said)
        if match is not None:
            return token_at(found, at, match.end())
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


def doing(found: Sequence[Token], at: int) -> int:
    """A line of work as a verb and what it is done with ("做室内设计")."""
    end = limit(found, at)
    said = joined(found[at:end])
    return end if _DOING.fullmatch(said) and sound(said) and not _NO_DOING.search(said[1:]) else at


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
    end = limit(found, at)
    said = joined(found[at:end])
    where, _, what = said.rpartition("的")
    ok = (
        len(said) <= 26
        and sound(where)
        and 2 <= len(what) <= 8
        and not re.search("[了过]|最|好", where)
    )
    return end if ok and lexicon("roles").closes(what) else at


_ROUTINE: Final = _P["routine"]
_HABIT: Final = _P["habit"]


def number(found: Sequence[Token], at: int) -> int:
    """A number with its unit, and nothing else of the phrase."""
    end = item(found, at)
    return end if _P["number"].fullmatch(joined(found[at:end])) else at


def trip(found: Sequence[Token], at: int) -> int:
    """A way to a place, and what is done there ("去泉州看海")."""
    if found[at].low not in "去回飞":
        return at
    behind = place(found, at + 1)
    end = limit(found, at)
    said = joined(found[at:end])
    ok = behind > at + 1 and len(said) <= 16 and sound(said) and not re.search("[了过的]", said)
    return end if ok else at


TYPES: Final[Mapping[str, ValueType]] = {
    "person": person,
    "place": place,
    "org": organisation,
    "school": closing("schools", 16),
    "role": role,
    "student": closing("student", 8),
    "age": age,
    "birthday": matching(_BIRTHDAY),
    "contact": contact,
    "phone": matching(_PHONE),
    "mail": matching(_MAIL),
    "number": number,
    "animal": closing("animals", 14),
    "substance": substance,
    "food": food,
    "language": inside("languages"),
    "condition": closing("conditions_of_health", 16),
    "kin": closing("kin", 8),
    "people": closing("people", 8),
    "field": phrase(14),
    "thing": phrase(20),
    "short": phrase(8),
    "activity": phrase(24, listed=False, least=4),
    "liking": liking,
    "rule": rule,
    "doing": doing,
    "tied": whole(_P["tied"]),
    "position": position,
    "trip": trip,
    "started": whole(_P["started"]),
    "routine": whole(
        _ROUTINE, never="不|没|很|得|想|要|应该|才|班$|累|这|那|哪|什么|[你他她]|了|天吃饭$"
    ),
    "habit": matching(_HABIT),
    "surnamed": surnamed,
    "grade": whole(_GRADE),
    "subject": whole(_HOBBY, never="[了过的着会]|怎么|如何|习|校|开车$|一个|一种|^[^医法]$"),
    "exam": whole(_EXAM, search=True, never="的|[了过]"),
    "child": whole(_P["child"]),
    "sib": whole(_P["sib"]),
    "partner": whole(_P["partner"]),
    "friendly": closing("people", 8),
    "months": whole(_P["months"]),
    "medicine": whole(_MEDICINE),
    "regime": whole(_REGIME),
    "durable": whole(_DURABLE, search=True, never="^[了过]|的人|时间"),
    "car": whole(_CAR, search=True, never="[了过]|贵|便宜|来"),
    "measure": whole(_P["measure"]),
    "trade": whole(_P["trade"], never="[了过完好的着]|自己|什么"),
    "venture": whole(_P["venture"]),
    "hobby": whole(_HOBBY, never="[了过的着]|游戏$|手机|电脑"),
}
"""By name: what ``{name}`` in a form stands for."""
