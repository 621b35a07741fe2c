"""Whose clause it is: the writer, somebody of theirs, somebody named, or nobody who can be told."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from eywa_fs.facts.engine.clauses import Subject
from eywa_fs.facts.languages.zh.leads import begins, word_at
from eywa_fs.facts.languages.zh.times import time_at
from eywa_fs.facts.languages.zh.tokens import lexicon, patterns, tokens

FULL: Final = {c: c * 2 for c in "妈爸哥姐弟妹爷奶舅姑叔婶"} | {
    "嫂": "嫂子", "个仔": "儿子", "个女": "女儿", "个老公": "老公", "个老婆": "老婆",
    "个女朋友": "女朋友", "个女友": "女友", "个男朋友": "男朋友"}  # fmt: skip
"""Relatives of one character as a reader writes them."""
_WE: Final = ("我们", "咱", "俺们")
_HOUSE: Final = re.compile("公司|单位|学校|班|部门|团队|店")
_HOUSEHOLD: Final = ("在", "去", "住", "养", "有", "搬", "买", "生", "结", "没")
_WITH: Final = re.compile(r"(?:和|跟|与|同)(?:我的?)?")
NICK: Final = re.compile(r"[小老阿大][\u4e00-\u9fff](?!们)|[a-z][a-z'-]{1,15}")
_P: Final = patterns("clauses")
_NO_NAME: Final = patterns("values")["no-full-name"]
_HAN: Final = re.compile("[\u4e00-\u9fff]")


@dataclass(frozen=True, slots=True)
class Found:
    """A subject that stands at a place.

    Attributes:
        who: as in ``engine.clauses.Subject``; ``""``: somebody, but nobody who can be told.
        end: place behind it.
        sure: see there.
        head: place of the noun that belongs to ``who``, which ends at ``end``; -1: there is none.
        name: it was named here and may be meant by the name later.
        plain: the writer, said as 我.
        kin, called: the relative that is named here ("我女儿晓雯"), and the place of the name.
    """

    who: str
    end: int
    sure: bool = True
    head: int = -1
    name: str = ""
    plain: bool = False
    kin: Subject | None = None
    called: int = -1


NOBODY: Final = ""


def subject_at(low: str, text: str, start: int, end: int, known: frozenset[str]) -> Found | None:
    """The subject a clause begins with; None: it begins with none that is known.

    Args:
        known: names that the message gave to somebody before.
    """
    match = _P["first"].match(low, start, end)
    if match is not None:
        return _of_writer(low, text, match, end)
    if _P["other-person"].match(low, start, end):
        return Found(NOBODY, start + 1)
    for name in known:
        if low.startswith(name, start, end):
            behind = start + len(name)
            if low[behind : behind + 1] in "的和跟与、们":
                return Found(NOBODY, behind)
            return Found(text[start:behind], behind, name=name)
    size = lexicon("kin").at(low, start, end)
    if size:
        return _of_kin(low, text, start, size, end, "user", alone=True)
    named = name_at(low, start, end)
    short = named == 2 and low[start] != low[start + 1]  # 乐乐
    if short and lexicon("surnames").at(low, start) and not NICK.match(low, start):
        return None
    behind = start + named
    if not named or _P["kind"].match(low, start):
        return None
    if _P["allergy"].match(low, behind, end):
        return Found(text[start:behind], behind, sure=False)
    life = _P["life"].match(low, behind, end)
    return Found(text[start:behind], behind, name=low[start:behind]) if life else None


def _of_writer(low: str, text: str, match: re.Match[str], end: int) -> Found:
    said, at = match.group(), match.end()
    ours = said.startswith(_WE)
    if said in ("全家", "家里", "我家里"):
        return Found("user", at, plain=True)
    if said.endswith("家"):
        inner = at + 1 if low.startswith("的", at) else at
        kin = _kin_of(low, text, inner, end)
        if kin is not None:
            return kin
        size = lexicon("heads").at(low, at, end)
        if size and low[at : at + size] not in ("大学", "单位", "学校", "公司"):
            return Found("user", at + size, head=at)
        if low.startswith(("在", "就在", "位于", "离"), at):
            return Found("user", at, head=at - 1)
        return Found("user" if begins(low, at, end) else NOBODY, at, plain=True)
    possessive = low.startswith("的", at)
    inner = at + 1 if possessive else at
    best = inner + 3 if low.startswith("最好的", inner) else inner
    size = lexicon("heads").at(low, best, end)
    if best > inner and size:
        return Found("user", best + size, head=best)
    kin = _kin_of(low, text, inner, end)
    if kin is not None:
        return kin
    size = lexicon("heads").at(low, inner, end)
    if size and (not ours or possessive):
        return Found("user", inner + size, head=inner)
    if possessive:
        return Found(NOBODY, inner)
    at_work = _P["ours"] if ours else _HOUSE
    if at_work.match(low, at, end) or (ours and lexicon("roles").at(low, at, end)):
        return Found(NOBODY, at)
    company = _WITH.match(low, at, end)
    if company is not None:
        if _P["bonds"].match(low, at, end):
            return Found("user", at, plain=True)
        return _with_company(low, company.end(), end)
    if ours:
        sure = low[_past_adverbs(low, at, end) :][:1] in _HOUSEHOLD
        return Found("user", at, sure=sure, plain=sure)
    return Found("user", at, plain=True)


def _past_adverbs(low: str, at: int, end: int) -> int:
    for _ in range(6):
        size = lexicon("adverbs").at(low, at, end)
        timed = time_at(low, at, end)
        size = max(size, timed[0] if timed else 0)
        if not size:
            break
        at += size
    return at


def _with_company(low: str, at: int, end: int) -> Found:
    """ "我和老婆都...": true of the writer too, where a household does it together."""
    size = lexicon("kin").at(low, at, end)
    if not size:
        return Found(NOBODY, at)
    behind = at + size + (name_at(low, at + size, end) if size else 0)
    for word in ("两个人", "俩人", "两人", "俩", "两个"):
        if low.startswith(word, behind):
            behind += len(word)
    together = low.startswith(("都", "一起", "一直"), behind)
    behind = _past_adverbs(low, behind, end)
    if together or low[behind : behind + 1] in _HOUSEHOLD:
        return Found("user", behind, plain=True)
    return Found(NOBODY, behind)


def _kin_of(low: str, text: str, at: int, end: int) -> Found | None:
    size = lexicon("kin").at(low, at, end)
    if size:
        return _of_kin(low, text, at, size, end, "user")
    size = lexicon("people").at(low, at, end)
    if size:
        return _of_kin(low, text, at, size, end, "user", several=True)
    size = lexicon("animals").at(low, at, end)
    if size and begins(low, at + size, end) and low[at + size : at + size + 1] != "是":
        return Found(f"用户的{low[at : at + size]}", at + size)
    return None


def _of_kin(
    low: str, text: str, at: int, size: int, end: int, whose: str,
    *, alone: bool = False, several: bool = False,
) -> Found | None:  # fmt: skip
    """The relative whose word stands at ``at``, with a name or a noun behind it."""
    word = low[at : at + size]
    behind = at + size
    if behind < end and alone and not begins(low, behind, end) and not name_at(low, behind, end):
        return None  # "老大难", "孩子气"; without 我 only where a verb follows
    owner = "用户" if whose == "user" else whose
    who = f"{owner}的{FULL.get(word, word)}"
    if word.endswith("宝") or low.startswith(("们", "家", "和", "跟", "与", "、", "及"), behind):
        return Found(NOBODY, behind)  # "宝宝" may be a partner
    if low.startswith(("他", "她", "它", "这个人", "这人"), behind):
        if lexicon("kin").at(low, behind + 1, end):
            return Found(NOBODY, behind)  # "我老公他妈"
        return Found(who, behind + 1, sure=not several)
    if low.startswith("的", behind):
        inner = lexicon("kin").at(low, behind + 1, end)
        if inner:
            return _of_kin(low, text, behind + 1, inner, end, who)
    inner = behind + 1 if low.startswith("的", behind) else behind
    head = lexicon("heads").at(low, inner, end)
    if head and begins(low, inner + head, end):
        return Found(who, inner + head, sure=not several, head=inner)
    if inner > behind:
        return Found(NOBODY, behind)
    if lexicon("kin").at(low, behind, end) or lexicon("people").at(low, behind, end):
        return Found(NOBODY, behind)
    named = name_at(low, behind, end)
    if named:
        name = low[behind : behind + named]
        shown = text[behind : behind + named]
        kin = Subject(who, True, tokens(text, low, at, behind))
        return Found(shown, behind + named, name=name, kin=None if several else kin, called=behind)
    sure = not several and (not alone or word in lexicon("unique"))
    return Found(who, behind, sure=sure)


def nick_at(low: str, at: int, end: int) -> int:
    """Length of a name as 老王 and 阿祖 are, or of one in Latin script; 0: none stands there."""
    match, two = NICK.match(low, at, end), low[at : at + 2]
    if match is None or two.isascii() or two[0] == "阿":
        return match.end() - at if match else 0
    surname = two[0] in "小老" and lexicon("surnames").at(two, 1)
    return 2 if surname or (_usual(two) and not begins(low, at, end)) else 0


def _usual(two: str) -> bool:
    return bool(lexicon("given").at(two, 1) or _P["pet-name"].match(two, 1))


def _tells(low: str, at: int, end: int) -> bool:
    return begins(low, at, end) or _P["allergy"].match(low, at, end) is not None


def name_at(low: str, at: int, end: int) -> int:
    """Length of a person's name behind which a verb follows; 0: none stands there."""
    nick = nick_at(low, at, end)
    if nick or begins(low, at, end) or NICK.match(low, at, end):
        return nick if nick and _tells(low, at + nick, end) else 0
    given, two = lexicon("given"), low[at : at + 2]
    double = two[:1] == two[1:] and two != "明明"
    if lexicon("places").at(low, at, end) > 1 or (_NO_NAME.search(two) and not double):
        return 0  # "江阴", "安静"
    known = (given.at(two) and given.at(two, 1)) or (double and _usual(two))
    if known and _tells(low, at + 2, end):
        return 2  # "婷婷", "晓雯"
    size = lexicon("surnames").at(low, at, end)
    best = (0, 0)
    for more in (2, 1) if size else ():
        behind = at + size + more
        whole = low[at + size : behind]
        named = len(whole) == more and all(map(_HAN.match, whole))
        named = named and not _NO_NAME.search(low[at:behind])
        usual = bool(given.at(low, behind - 1, end) or _P["sure"].match(low, behind, end))
        if named and usual and behind < end and begins(low, behind, end):
            best = max(best, (word_at(low, behind, end), size + more))
    return best[1]
