# ruff: noqa: E501 - a pattern stays on one line: wrapped, its alternatives cannot be read
"""Objects: the shortest stretch that carries the value, and lists taken apart."""

from __future__ import annotations

import re
from typing import Final

_LEAD = re.compile(
    r"(?:[ 、]+|(?:轻微|轻度|严重|重度|中度)的|我(?=[^，。]{0,4}(?:同学|同事|老师|班主任|朋友|闺蜜|发小|老公|老婆|媳妇|室友|邻居|领导|老板|导师|师傅|前任|前男友|前女友|初恋))|(?:一)(?:个|只|条|家|名|位|种|款|份|些|点儿?|下|本(?!正)|张|台|辆|所|间|头|匹|部(?!分)|套|把|件|副)(?!月|礼拜|星期|小时|人)|"
    r"(?:个|只(?!有|能|吃|喝|要|是)|家(?!庭|里|乡|具|人|长|务|政|电|居|常|教)(?=[\u4e00-\u9fff]{3})|名(?=[\u4e00-\u9fff]{2,}[师员])|位|辆|台(?=二手|旧|新|老|小|大|破|[黑白红蓝])|部(?=二手|旧|新|老)|套(?=二手|旧|新|老|小|两居|三居)|把(?=二手|旧|新|老)|条(?!件|约|款|例|纹|理)|副(?!业|作用|主|本|总|教))(?!人)|了|着|过(?!世|敏|年|期|午|渡|程|生日|节|冬|夏|周末|日子|户|关|瘾|夜)|的|我们的|我的|自己的|我们家|他的|她的|这个|那个|些(?=[\u4e00-\u9fff]{2}))"
)
_TRAIL = re.compile(
    r"(?:很久|好久|好几年|很多年|了|的(?=$)|什么的|之类的?|这些|那些|等等|啥的|[ 、])+$"
)
_AND = re.compile(
    r"、|(?<![0-9])/|/(?![0-9])|(?<=[子女儿娃哥姐弟妹])(?=[一两三]个)|(?<=[\u4e00-\u9fff])(?=[一两三四五六][只条匹缸](?!腿|脚|尾巴|耳朵|眼))|(?<![暖温柔饱平总附缓调亲随])(?:和|跟|与(?!会)|以及|还有|及(?!格|时))(?![平谐服面田气尚睦解好局声我])"
)
_UNSAFE = re.compile(
    r"^给|跟[妆拍车单班进踪组随团]|一起|之间|打交道|比赛|聊|吵架|见面|有关|相处|无关"
)
MAX_OBJECT: Final = 30
_OPENS: Final = {"”": "“", "’": "‘", "」": "「", "》": "《"}
_EMPTY = re.compile(
    r"^(?:什么|啥|这|那|它|他|她|你|我|谁|的|了|东西|东西的|人|事|这个|那个|这样|那样|这些|那些|一个|一下|自己|大家|别人|我们|他们|不|没|有|是|吗|呢|吧|好|很)?$|\ufffc"
)


def trim(text: str, start: int, end: int) -> tuple[int, int]:
    """Narrow ``text[start:end]`` to its value."""
    while start < end:
        match = _LEAD.match(text, start, end)
        if match is None or match.end() == start or match.end() >= end:
            break
        start = match.end()
    match = _TRAIL.search(text[start:end])
    if (
        match
        and match.start() > (2 if match.group() == "的" else 0)
        and not text[start:end].endswith("目的")
    ):
        end = start + match.start()
    while start < end and text[start] in " “”‘’「」\"'《":
        start += 1
    while start < end and text[end - 1] in " “”‘’「」\"'》":
        if _OPENS.get(text[end - 1], "\n") in text[start : end - 1]:
            break  # the quotation is a part of the value
        end -= 1
    return start, end


_RELATIVE = re.compile(
    r"(?:[0-9一二两三四五六七八九十百千万半几]+(?:块|元)(?:钱)?|[^的，、]{0,12}?(?:[了过着不没]|死活|特别|很)[^的，、]{0,8})的(?=[^的，、]{2,}$)"
)


_ANY_CLAUSE = re.compile(
    r"(?:<CL>)?[^的，、]{1,6}的(?=[^的，、]{2,}$)".replace("<CL>", "[一两三几0-9]*[只条匹]")
)


def bare_noun(text: str, start: int, end: int, *, any_clause: bool = False) -> int:
    """Where the noun begins behind a clause that describes it ("a tank I bought last year")."""
    clause = _RELATIVE.match(text, start, end) or (
        _ANY_CLAUSE.match(text, start, end) if any_clause else None
    )
    return clause.end() if clause else start


def parts(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """The members of a list; the whole where it is none."""
    whole = text[start:end]
    if _UNSAFE.search(whole):
        return [(start, end)]
    found, at = [], start
    for match in _AND.finditer(whole):
        if match.start() == 0 or match.end() == len(whole):
            continue
        found.append((at, start + match.start()))
        at = start + match.end()
    found.append((at, end))
    if any(finish - begin > 12 or finish <= begin for begin, finish in found):
        return [(start, end)]
    return found


def is_value(value: str) -> bool:
    """Whether a stretch can be an object at all."""
    return 0 < len(value) <= MAX_OBJECT and _EMPTY.search(value) is None
