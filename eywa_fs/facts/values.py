"""How two values are compared: folded content tokens, English stems and Chinese bigrams.

Three measures, from strict to loose: :func:`value_hash` is equal for spellings of one phrase ("the
red cars", "a red car"); :func:`same_value` also takes a part that names the whole ("the Zoe" of "a
Renault Zoe"); :func:`contains` only asks for the words. Nothing here knows predicates."""

from __future__ import annotations

import hashlib
import re
from functools import lru_cache
from typing import Final

from eywa_fs.language.script import CJK, fold
from eywa_fs.language.tokens import index_terms

_EMPTY_WORDS: Final = """
    a an the my your his her its our their this that these those some any one of to in on at for
    with from by as is are was were be been am i we he she it they me us him them and or just very
    really still now then also too own dear little lovely beloved good great nice whole certain
"""
_EMPTY: Final = frozenset(t for word in _EMPTY_WORDS.split() for t in (word, *index_terms(word)))
"""Determiners, function words and adjectives that tell no value from another."""

_CLOSING: Final = _EMPTY | {*index_terms("behind back altogether completely last when where today")}
"""Words behind a name that make nothing else of it."""
_GENERAL: Final = frozenset(index_terms(
    "work school home day week year month ago yesterday last now spring summer autumn winter "
    "morning evening night time monday tuesday wednesday thursday friday saturday sunday"
))  # fmt: skip
"""Words that name no one thing by themselves."""

_ZH_OPENING: Final = re.compile(
    f"^(?:(?:我|我们|咱们)家?的|(?:我|我们|咱们)家?的?(?:[这那]一?|一)[个只条辆台部把张位名间套款匹头艘颗棵]"
    f"|(?:[这那]一?|一)[个只条辆台部把张位名间套款匹头艘颗棵])(?=[{CJK}])"
)
"""Owner and measure word before a Chinese value: 我的, 一辆, 那只."""
_ZH_AGE: Final = re.compile("([一二两三四五六七八九]?十)?([一二三四五六七八九]?)周?岁|周岁")
"""An age in Chinese numerals, or counted in full years: 十八周岁 is 18岁."""
_JOINT: Final = re.compile(r"\b(?:of|from|with|in|for|at|on|by|called|named|that|who|which)\b|[,(]")
"""Where the head of an English phrase ends: "Zoe" in "Zoe from Lyon"."""
_NAME: Final = re.compile(r"[A-Z0-9][\w'’.-]*(?:\s+[A-Z0-9][\w'’.-]*)*")
_SIGN: Final = re.compile(r"[a-z0-9]{3,}")
PREGNANT: Final = re.compile(r"(?i)\bpregnan|\bgestational|[怀妊]孕|妊娠|孕期")
"""What a birth ends, and nine months do by themselves."""
_LIGHT: Final = re.compile("^(?:take|go to|go|do|play|have|attend|see|get|an?|my) (?:an? |my )?")
_ROUND: Final = re.compile(r" (?:every|each|once|twice|daily|weekly)\b.*")
_ARTICLE: Final = re.compile(r"^(?:the|my|our|a|an|that|this)\s+", re.IGNORECASE)
_CJK_CHAR: Final = re.compile(f"[{CJK}]")
_NOT_WORDS: Final = re.compile(r"[\W_]+")


def is_chinese(text: str) -> bool:
    """Whether ``text`` has a character of Chinese (or other unspaced) writing."""
    return _CJK_CHAR.search(text) is not None


def plain(text: str) -> str:
    """``text`` folded, without a Chinese owner or measure word at its beginning."""
    folded = _ZH_AGE.sub(_years, fold(text).strip())
    return _ZH_OPENING.sub("", folded) if is_chinese(folded) else folded


def _years(match: re.Match[str]) -> str:
    tens, ones = (match.group(n) or "" for n in (1, 2))
    if not tens and not ones:
        return "岁"
    number = ("零一二三四五六七八九".index(tens[:-1]) if len(tens) > 1 else bool(tens)) * 10
    return f"{number + '零一二三四五六七八九'.index(ones or '零')}岁"


@lru_cache(maxsize=16384)
def terms(text: str) -> tuple[str, ...]:
    """Content tokens in reading order; all tokens where none has content."""
    every = tuple(index_terms(plain(text)))
    return tuple(t for t in every if t not in _EMPTY and t != "的") or every


@lru_cache(maxsize=16384)
def tokens(text: str) -> frozenset[str]:
    """Content tokens of ``text``: English stems, Chinese bigrams, numbers as digits."""
    return frozenset(terms(text))


def value_hash(text: str) -> str:
    """``"sha256:"`` + hash of the content tokens, sorted; equal for spellings of one value."""
    normal = " ".join(sorted(tokens(text))) or plain(text)
    return "sha256:" + hashlib.sha256(normal.encode()).hexdigest()


@lru_cache(maxsize=16384)
def contains(whole: str, part: str) -> bool:
    """Whether all of ``part`` occurs in ``whole``: its tokens, for Chinese its characters."""
    if is_chinese(part):
        return bool(bare := _compact(part)) and bare in _compact(whole)
    found = tokens(part)
    return bool(found) and found <= tokens(whole)


def same_value(left: str, right: str) -> bool:
    """Whether two phrases can name one thing, for what ends: "the Zoe" and "a Renault Zoe", "Otto"
    and "the job at Otto", 车 and 一辆二手车; but not "the gym" and "a gym membership"."""
    same = tokens(left) == tokens(right)
    longer = not is_chinese(left) or _compact(right).endswith(_compact(left))  # 旧吉他, no 吉他书
    return same or _names(left, right) or (longer and _names(right, left))


def same_but_day(left: str, right: str) -> bool:
    """Whether two phrases are one but for the day: "exam on Friday", "exam is now on the 9th"."""
    named = [tokens(plain(text).rpartition(" on ")[0]) for text in (left, right)]
    return named[0] == named[1] != frozenset()


def named_in(text: str, value: str, *, whole: bool = False, part: bool = False) -> int:
    """Where a text names a value, or -1: by the words of its head ("tennis lesson" of "take a
    tennis lesson on Mondays") or by nothing but words of it; in Chinese by two characters of its
    end or more (``part``: by any two). ``whole``: with no word behind ("the coastguard house")."""
    if is_chinese(value):
        said, long = _compact(text).rstrip("了啦"), _compact(value)
        if len(said) > 1 - whole and (long.endswith(said) or (part and said in long)):
            return 0
        ends = (long[-size:] for size in range(len(long), whole or len(long) > 1, -1))
        found = next((said.find(end) for end in ends if end in said), -1)
        signs = [m for m in _SIGN.findall(long) if m in said]  # "xc60"
        return found if found >= 0 or not signs else said.find(signs[0])
    head = terms(_ROUND.sub("", _LIGHT.sub("", _JOINT.split(plain(value), maxsplit=1)[0])))
    words = [t for t in index_terms(plain(text)) if t not in ("an", "a", "the")]
    telling = set(terms(text)) - _GENERAL
    if telling and telling <= tokens(value):
        return 0
    if not head or not set(head) <= set(words):
        return -1
    at = words.index(head[-1])
    return -1 if whole and not _CLOSING.issuperset(words[at + 1 : at + 2]) else at


def ends_with(whole: str, part: str) -> bool:
    """Whether ``whole`` is ``part`` with at most a content word before it (去敦煌, 敦煌)."""
    if is_chinese(part):
        long, short = _compact(whole), _compact(part)
        return long.endswith(short) and len(long) - len(short) <= 2 and bool(short)
    long_terms, short_terms = terms(whole), terms(part)
    tail = long_terms[-len(short_terms) :]
    return bool(short_terms) and tail == short_terms and len(long_terms) - len(tail) <= 1


def _names(whole: str, part: str) -> bool:
    """Whether ``part`` names ``whole``: it has its head, or it is a proper name in it."""
    if not contains(whole, part):
        return False
    if is_chinese(part):
        short = _compact(part)
        return len(short) > 1 or _compact(whole).endswith(short)
    if _NAME.fullmatch(_ARTICLE.sub("", part.strip())):
        return True
    head = terms(_JOINT.split(plain(whole), maxsplit=1)[0])
    return bool(head) and head[-1] in tokens(part)


def _compact(text: str) -> str:
    return _NOT_WORDS.sub("", plain(text)).replace("的", "")
