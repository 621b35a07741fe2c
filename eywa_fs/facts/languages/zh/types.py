"""The kinds of values: where each ends that begins at a token, and whether it is one at all."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from eywa_fs.facts.engine.clauses import Token, ValueType
from eywa_fs.facts.languages.zh import phrases
from eywa_fs.facts.languages.zh.leads import begins
from eywa_fs.facts.languages.zh.phrases import closing, item, limit, sound, token_at, whole, worded
from eywa_fs.facts.languages.zh.tokens import joined, lexicon, patterns

_P: Final = patterns("values")

_PHONE: Final = re.compile(r"(?:\+?86)?1[3-9]\d{9}|\+?\d[\d-]{5,14}\d")
_MAIL: Final = re.compile(r"[a-z0-9][a-z0-9._%+-]*@[a-z0-9-]+(?:\.[a-z0-9-]+)+")
_REASON: Final = re.compile("[，,](?:看着|省得|不然|因为|免得|烦|太|否则|这样).*")
"""Why an order is given, behind it."""
_HANDLE: Final = re.compile(r"[a-z][a-z0-9_-]{4,29}|[1-9]\d{4,11}")


def person(found: Sequence[Token], at: int) -> int:
    """A name, to the end of its phrase."""
    end = item(found, at)
    said = re.sub("(?:就好|就行|就可以|即可|吧)+$", "", joined(found[at:end]))
    end = token_at(found, at, len(said))
    ok = _P["person"].fullmatch(said) and not _P["no-name"].match(said) and len(said) <= 16
    return end if ok and said not in lexicon("kin") else at


def place(found: Sequence[Token], at: int) -> int:
    """A place by name, with its parts; no adjective, no hotel."""
    end = limit(found, at)
    said = joined(found[at:end])
    block = _P["block"].fullmatch(said)  # "韵苑17栋"
    if block and sound(block[1]) and not _P["no-block"].search(block[1]):
        return end
    size, named = 0, False
    while size < len(said):
        step = lexicon("places").at(said, size)
        if not step:
            unit = _P["place-unit"].match(said, size)
            said_so = unit.group() if unit is not None else ""
            never = any(_P[name].search(said_so) for name in ("no-unit", "not-home"))
            if unit is not None and sound(said_so) and not never:
                step = unit.end() - size
        if not step:
            tail = _P["place-tail"].match(said, size) if named else None
            step = tail.end() - size if tail is not None else 0
        if not step:
            break
        named = True
        size += step
    if not named:
        return at
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
    if _P["behind-place"].match(rest) or begins(rest, 0, len(rest)):
        return token_at(found, at, size)
    return end if _P["in-place"].fullmatch(rest) else at  # "台中北屯": a part that is not listed


def is_organisation(said: str) -> object:
    """An employer or school: a name or a kind that ends like one, or a firm that is known."""
    said = re.sub("(?<=医院)[\u4e00-\u9fff]{1,4}科$", "", said)  # a ward tells the hospital
    if not sound(said) or len(said) > 20 or said in lexicon("places"):
        return False
    if _P["no-org"].fullmatch(said) or (len(said) == 2 and said in lexicon("org_endings")):
        return False  # no employer, or only a kind of one
    if said in lexicon("firms") or lexicon("firms").at(said) >= 2 or said.isascii():
        return True
    size = lexicon("trades").closes(said)
    named = size and 2 <= len(said) - size <= 6
    return named or (lexicon("org_endings").closes(said) and len(said) > 1)


def is_role(said: str) -> object:
    """Somebody's work by its word."""
    if not sound(said) or len(said) > 14 or "的" in said or _P["no-role"].match(said):
        return False
    staff = re.search("[^会成党团学队一满人动演官]员$", said)
    return staff or lexicon("roles").closes(said)


def is_job(said: str) -> object:
    """Somebody's work by its word, or the line of business it is in."""
    business = sound(said) and _P["business"].fullmatch(said) and not _P["no-role"].match(said)
    return business or is_role(said)


def age(found: Sequence[Token], at: int) -> int:
    """Years of somebody's life, told of them now."""
    stop = min(len(found), at + 9)
    said = joined(found[at:stop])
    match = _P["age"].match(said)
    if match is None or not _P["age-end"].match(said, match.end()):
        return at
    number = re.match(r"\d+", said)
    if number is not None and not 0 < int(number.group()) <= 110:
        return at
    return token_at(found, at, match.end())


def is_substance(said: str) -> object:
    """What one may be allergic to: a word of the list, or one that ends in such a word."""
    if not sound(said) or len(said) > 10 or "对" in said[1:] or said[0] in "对吃喝一是有用会会皮":
        return False
    return lexicon("foods").closes(said) or _P["substance"].search(said)


def is_food(said: str) -> object:
    """Something to eat or drink."""
    ok = lexicon("foods").closes(said) or _P["food"].search(said)
    return ok and sound(said) and len(said) <= 10 and not _P["no-food"].search(said)


def is_liking(said: str) -> object:
    """What somebody likes, with all that restricts it, to the end of the clause."""
    return sound(said) and len(said) <= 40 and not _P["no-liking"].search(said)


def rule(found: Sequence[Token], at: int) -> int:
    """A standing order, to the end of the sentence."""
    end = len(found)
    while end > at and not found[end - 1].is_word:
        end -= 1
    said = _REASON.sub("", joined(found[at:end]))
    end = token_at(found, at, len(said))
    ok = _P["rule"].match(said) and not _P["no-rule"].search(said)
    return end if ok and 4 <= len(said) <= 80 else at


def contact(found: Sequence[Token], at: int) -> int:
    """A telephone number, a mail address, an account."""
    said = joined(found[at:])
    for pattern in (_MAIL, _PHONE, _HANDLE):
        match = pattern.match(said)
        if match is not None:
            return token_at(found, at, match.end())
    return at


def is_doing(said: str) -> object:
    """A line of work as a verb and what it is done with ("做室内设计")."""
    ok = _P["doing"].fullmatch(said) and not _P["no-doing"].search(said[1:])
    return ok and sound(said)


def is_full_name(said: str) -> bool:
    """A name of a family with a given one."""
    ok = 3 <= len(said) <= 4 and lexicon("surnames").at(said) == len(said) - 2
    if not ok or _P["no-full-name"].search(said) or lexicon("places").at(said) >= 2:
        return False
    kinds = ("roles", "student", "kin", "org_endings", "conditions_of_health")
    return all(lexicon(name).closes(said) < 2 for name in kinds)


def is_position(said: str) -> object:
    """A role with whose it is ("服装店的店主")."""
    where, _, what = said.rpartition("的")
    ok = len(said) <= 26 and sound(where) and 2 <= len(what) <= 8
    ok = ok and not re.search("[了过]|最|好|小小", where)
    return ok and lexicon("roles").closes(what)


def years(found: Sequence[Token], at: int) -> int:
    """An age told by its number alone ("今年41"), which is all that the clause says."""
    end = len(found) - (found[-1].low == "了")
    said = joined(found[at:end])
    return end if at == 0 and _P["years"].fullmatch(said) else at


def is_evident_name(said: str) -> bool:
    """A name that nothing but its characters must show to be one ("是一诺")."""
    given = all(map(lexicon("given").__contains__, said)) or said.startswith("阿")
    prefixed = len(said) == 2 and (
        said[0] == "小" or (said[0] == "老" and lexicon("surnames").at(said[1]) == 1)
    )
    return given or prefixed or is_full_name(said) or said.isascii()


def order(found: Sequence[Token], at: int) -> int:
    """How the assistant is to answer, told as an order."""
    said = joined(found[at:])
    return len(found) if at == 0 and _P["order"].fullmatch(said) else at


_GIVEN: Final = f"[{''.join(lexicon('given').all)}]"
_WORKPLACE: Final = closing("org_endings", 20, never="^(?:[家网线群]|游戏|学校|社区)")
_WHOLE: Final = ("spell", "sib", "gig", "grade", "child", "levels", "venture")
"""Kinds of values that a pattern tells as a whole."""
TYPES: Final[Mapping[str, ValueType]] = {
    "all": lambda found, at: len(found), "person": person, "place": place,
    "org": worded(limit, is_organisation), "school": closing("schools", 16),
    "role": worded(item, is_role), "job": worded(item, is_job), "student": closing("student", 8),
    "workplace": lambda found, at: max(place(found, at), _WORKPLACE(found, at)),
    "age": age, "birthday": phrases.matching(_P["birthday"]), "contact": contact,
    "phone": phrases.matching(_PHONE), "mail": phrases.matching(_MAIL),
    "animal": closing("animals", 14, never="^[十百][只头匹]|.[一两二三几][只条个]"),
    "substance": worded(item, is_substance), "food": worded(item, is_food),
    "allergen": worded(item, lambda said: is_substance(said) and not _P["felt"].search(said)),
    "habit": phrases.matching(_P["habit"]),
    "language": whole(re.compile("|".join(lexicon("languages").all))),
    "condition": closing("conditions_of_health", 16), "liking": worded(item, is_liking),
    "rule": rule,
    "switched": phrases.matching(_P["switched"]),
    "thing": whole(
        re.compile(".+"), never="[走跑弄班课]$|^(?:新|旧|老|二手|小)?(?:轿|汽)?车子?$|[了过很]"
    ),
    "doing": worded(limit, is_doing), "position": worded(limit, is_position),
    "surnamed": worded(person, is_full_name), "named": worded(person, is_evident_name),
    "routine": whole(_P["routine"], never=_P["bare"].pattern), "years": years, "order": order,
    "with": phrases.matching(re.compile("把")),  # words of a form tell where a clause begins
    "given": whole(
        re.compile(f"阿.|(?:{'|'.join(lexicon('surnames').all)}|{_GIVEN}){_GIVEN}"),
        never=_P["no-full-name"].pattern + "|[英国]文|国语|周一|凌晨",
    ),
    "town": whole(re.compile("[\u4e00-\u9fff]{2,6}"), never=_P["no-town"].pattern),
    "subject": whole(re.compile("[\u4e00-\u9fffa-z]{1,8}"), never=_P["no-subject"].pattern),
    "exam": whole(_P["exam"], search=True, never="的|[了过]|小结|总结|方[式法]|资料|笔记"),
    "durable": whole(_P["durable"], search=True, never="^[了过]|的人|时间"),
    "car": whole(_P["car"], search=True, never="[了过是]|贵|便宜|来"),
    "partner": whole(_P["person"], never=_P["no-partner"].pattern),
    "value": lambda f, at: (
        at + (max(TYPES["phone"](f, at), TYPES["mail"](f, at)) - at or limit(f, at) - at)
    ),
    "machine": whole(re.compile(".+"), never="戏|手术|晚会|节目|车$|[了过很]|^[的风湾球词阶灯历]"),
    **{name: whole(_P[name]) for name in _WHOLE}}  # fmt: skip
"""By name: what ``{name}`` in a form stands for."""
_OPEN: Final = ("all", "value", "rule", "order", "liking", "thing", "machine", "subject",
                "doing", "partner", "named", "given", "town")  # fmt: skip
FIXES: Final = {n: ends for n, ends in TYPES.items() if n not in _OPEN} | {"person": TYPES["named"]}
"""Types that tell by a value alone whether it is one."""
