"""What the words of a record tell of whether it replaces another one. English and Chinese, pure."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from eywa_fs.language.material import brought, own_prose
from eywa_fs.language.script import fold
from eywa_fs.language.stopwords import CHINESE
from eywa_fs.language.tokens import query_terms

COMPARED: Final = 20_000
"""Characters of a record whose words are compared with another's."""

BRIEF: Final = 2
"""Words beside its numbers that a text of hardly more than a number has at most."""

_FUNCTION: Final = frozenset(CHINESE)
_CHANGE: Final = re.compile(
    r"\b(?:now|no longer|any ?more|instead|chang\w*|switch\w*|swap\w*|moved|moving|stopp\w*|quit"
    r"|back to|again|finally|sorry|actually|turn\w* out|not the|cancel\w*|postpon\w*|today|since"
    r"|as of)\b|现在|而家|今日|改|换|搬|转|停|取消|推迟|提前|错|今天起|从今|起不|已经|又|回|辞"
    r"|卖|戒|不[^，。！？ ]{0,6}了"
)
_MISTAKEN: Final = re.compile(
    r"\b(?:typo|correction|misread|mistyped|misspoke|miscount\w*|my mistake|i meant|scratch that"
    r"|tell a lie|other way (?:a)?round|wrong (?:number|one|day|date)|got (?:that|it) wrong"
    r"|can't count|kidding|jk|joking|made that up)\b"
    r"|[打说看写记搞弄讲输算数发][错反]|口误|手误|笔误|更正|纠正|搞混|反了|逗你|骗你|玩笑|愚人节|说着玩|瞎说|乱说"
)
_OBJECTING: Final = re.compile(
    r"^\W*(?:(?:oh|ah|ok|well)\W+)?(?:no|nope|wait|actually|sorry|oops|whoops|hang on|hold on)\b"
    r"|^\W*(?:不对|不是|等等|等下|啊|哦不|抱歉)"
)
_DIGIT: Final = re.compile(r"\d")
_NUMBERED: Final = re.compile(
    r"\d|[一二三四五六七八九十两]{1,3}[月号点块个岁万千百楼]|(?:星期|周|礼拜)[一二三四五六日天]"
    r"|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b"
    r"|\b(?:january|february|march|april|may|june|july|august|september|october|november|december)\b"
)


@dataclass(frozen=True, slots=True)
class Telling:
    """What a text tells.

    Attributes:
        words: the terms that can tell what it is about; of a long one, those of its beginning.
        own: those of them that stand in the writer's own sentences, outside of what is quoted or
            pasted.
        changes: whether these tell that something is other than it was.
        mistaken: whether they say that what was said last is wrong or was no truth.
        objects: whether the text begins with an objection ("no", "wait", 不对).
        numbered: whether there is a number, a weekday or a month in it.
        brief: whether there is hardly more.
    """

    words: frozenset[str] = frozenset()
    own: frozenset[str] = frozenset()
    changes: bool = False
    mistaken: bool = False
    objects: bool = False
    numbered: bool = False
    brief: bool = False

    @classmethod
    def of(cls, text: str) -> Telling:
        """What a text tells."""
        prose = _own(text)
        words, folded = _words(text), fold(prose)
        own = words if prose == text else _words(prose)
        numbered = bool(_NUMBERED.search(folded))
        return cls(
            words=words,
            own=words & own,
            changes=bool(_CHANGE.search(folded)),
            mistaken=bool(_MISTAKEN.search(folded)),
            objects=bool(_OBJECTING.search(folded)),
            numbered=numbered,
            brief=numbered and sum(not _DIGIT.search(word) for word in own) <= BRIEF,
        )


def _own(text: str) -> str:
    """The writer's own sentences, without what they bring of somebody else."""
    end = brought(text)
    return " ".join(text[start : min(stop, end)] for start, stop in own_prose(text) if start < end)


def _words(text: str) -> frozenset[str]:
    """Terms; a bigram with a function character in it is rare by chance."""
    terms = query_terms(text[:COMPARED])
    return frozenset(term for term in terms if term.isascii() or _FUNCTION.isdisjoint(term))
