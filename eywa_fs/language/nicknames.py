"""Whether two names can be those of one person: nicknames and short forms. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

_SHORT: Final = """
alexander alex sandy xander; andrew drew andy; anna ana anya annie ann; anthony tony;
charles chuck charlie; daniel dan danny; deborah debbie; dorothy dot dottie; edward ted ned eddie;
elizabeth liz lizzie betty beth bess libby eliza; emily em millie; francis frank; henry harry hank;
jacob jake; james jim jimmy jamie; john jack johnny; jonathan jon; joseph joe joey; jose pepe;
katherine catherine kathryn kate katie kathy cathy kat; lawrence larry; margaret maggie meg peggy;
mary molly polly; michael mike mick mickey micky; nicholas nick nicky; patricia pat trish patty;
patrick paddy; paul pauly; rebecca becky; richard dick rick rich richie; robert bob bobby rob bert;
ronald ron ronnie; sarah sally sadie; stephen steven steve; susan sue susie; theodore ted teddy;
theresa teresa tess terry; thomas tom tommy; timothy tim; victoria vicky tori; william bill billy
will liam; walter walt wally; zachary zach zack
"""
"""First names of English, each with its short forms; one may be short for several."""
_FULL: Final = {
    short: tuple(part.split()[0] for part in _SHORT.split(";") if short in part.split())
    for short in _SHORT.replace(";", " ").split()
}
_TITLED: Final = re.compile(r"^(?:mrs?|ms|miss|mx|dr|prof|professor|sir)\b\.?\s*")


def are_one(left: str, right: str) -> bool:
    """Whether two folded names may be those of one person, as far as they tell: they share a
    first name, or any where one of them has a single one ("Ana", "Ana Field"; "Bob", "Robert
    Field"; 文雄, 陈文雄, 阿雄, 文文)."""
    short, long = sorted((_TITLED.sub("", left), _TITLED.sub("", right)), key=len)
    if not short.isascii():
        nick = short[0] != long[0] and set(short) - set("小老阿大") <= set(long)
        return short in long or nick
    parts, others = short.split(), long.split()
    if len(parts) > 1 and len(others) > 1:
        parts, others = parts[:-1], others[:-1]
    begins = any(one.startswith(part) for part in parts for one in others)
    return begins or not _full_names(parts).isdisjoint(_full_names(others))


def may_be(name: str, own: str) -> bool:
    """Whether who introduces themself by a folded name may be the one of a known name: also in
    another script, or by a title and a last name where only a first one is known."""
    titled = bool(_TITLED.match(name)) and " " not in own
    return are_one(name, own) or titled or name.isascii() != own.isascii()


def _full_names(words: Sequence[str]) -> frozenset[str]:
    return frozenset(words).union(*(_FULL.get(word, ()) for word in words))
