"""Whether two names can be those of one person: nicknames and short forms. Pure."""

from __future__ import annotations

import re
from typing import Final

_SHORT: Final = """
alexander alex sandy xander; andrew drew andy; anna ana anya annie ann; anthony tony;
charles chuck charlie; daniel dan danny; deborah debbie; dorothy dot dottie; edward ted ned eddie;
elizabeth liz lizzie betty bess libby eliza; emily em millie; francis frank; henry harry hank;
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
_TITLED: Final = re.compile(r"(?:mrs?|ms|miss|mx|dr|prof|professor|sir)\b")


def are_one(left: str, right: str) -> bool:
    """Whether two folded names may be those of one person, as far as they tell: one is a part of
    the other, they share a name or a short form of one ("Ana", "Ana Field"; "Bob", "Robert Field"),
    or a Chinese one has no characters of its own (文雄, 陈文雄, 阿雄, 文文)."""
    short, long = sorted((left, right), key=len)
    nick = not short.isascii() and set(short) - set("小老阿大") <= set(long)
    return short in long or nick or not _full_names(short).isdisjoint(_full_names(long))


def may_be(name: str, own: str) -> bool:
    """Whether who introduces themself by a folded name may be the one of a known name: also in
    another script, or by a title and a last name where only a first one is known."""
    titled = bool(_TITLED.match(name)) and " " not in own
    return are_one(name, own) or titled or name.isascii() != own.isascii()


def _full_names(name: str) -> frozenset[str]:
    words = name.split()
    return frozenset(words).union(*(_FULL.get(word, ()) for word in words))
