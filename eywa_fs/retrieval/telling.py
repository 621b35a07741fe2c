"""What the words of a record tell of whether it replaces another one. English and Chinese, pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from eywa_fs.language.joking import is_joke, is_untrue, laughs_off
from eywa_fs.language.material import brought, own_prose
from eywa_fs.language.script import fold
from eywa_fs.language.stopwords import CHINESE
from eywa_fs.language.tokens import query_content, query_terms

_MONTHS: Final = "jan feb mar apr jun jul aug sept? oct nov dec".replace(" ", "|")
KINDS: Final[Mapping[str, re.Pattern[str]]] = {
    kind: re.compile(pattern)
    for kind, pattern in {
        "money": r"[£$€] ?\d|\d ?(?:euros?|pounds?|dollars?|quid|块|元|k\b)|\d[千万]"
        r"|[一二三四五六七八九两](?:千|百块)",
        "share": r"\d ?%|百分之",
        "dose": r"\d ?(?:mg|ml|毫克|微克|片|粒|颗)",
        "hour": r"\d:\d\d|\d ?(?:am|pm)\b|\bat \d{1,2}\b|[\d一二三四五六七八九十两]点",
        "date": r"\b(?:january|february|march|april|may|june|july|august|september|october"
        rf"|november|december)\b|\d ?(?:{_MONTHS})\b|\b(?:{_MONTHS})\.? ?\d"
        r"|\d(?:st|nd|rd|th)\b|[\d一二三四五六七八九十][月号]",
        "weekday": r"(?:星期|周|礼拜)[一二三四五六日天]"
        r"|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b",
        "year": r"\b(?:19|20)\d\d\b",
        "amount": r"\d ?(?:km|kilos?|kg|lb|hours?|minutes?|months?|weeks?|days?|years?)\b"
        r"|\d ?(?:公里|小时|分钟|个月|天|年|岁|次|层|楼)",
    }.items()
}
_VALUE: Final = re.compile("|".join(f"(?:{kind.pattern})" for kind in KINDS.values()))
_FIGURE: Final = re.compile(r"\d+")
_DAYTIME: Final = re.compile(
    r"\b(?:morning|afternoon|evening|noon|midnight|half|past)\b|[上下中]午|早上|晚上|凌晨|点半|[半年]"
)
_SENTENCE: Final = re.compile(r"[!。\n]+|\.(?:\s|$)")
_TAKES_BACK: Final = re.compile(
    r"\b(?:wait|hang on|hold on)\b(?!(?: for)?(?: an?)? ?\d+ ?(?:s|m|h)(?:ec|in|our)?)"
    r"|\b(?:w?h?oops|scratch that|i mean|make (?:it|that))\b|等等|等一?下|哎呀|[哦噢喔]不|我是说"
)
_OBJECTS: Final = re.compile(
    r"\b(?:no|nope|nah|not|sorry|actually|rather|should|h+m+|uh|er|ah|argh)\b|不对|不是|应该是?|才[对是]|^不(?=,)"
)
_DENIED: Final = re.compile(r"(?:\bnot\b|\bisn't\b|不是)(?:(?!\bbut\b|而是|是)[^,;])*")
_NOT_INSTEAD: Final = re.compile(
    r"\?|\b(?:and|also|too|or|plus|both|another|until|till|to)\b|[还也另再加和或到吗吧]"
)


@dataclass(frozen=True, slots=True)
class Amendment:
    """A value that a text puts in the place of another one: "no, wait, 12 December" is told by its
    form, as it takes something back and has no word of its own that tells what it is about.

    Attributes:
        kinds: of :data:`KINDS`; none for a mere number.
        figures: what it is made of.
        may_answer: whether the text may as well be an answer to a question ("no, 12 December").
    """

    kinds: frozenset[str]
    figures: frozenset[str]
    may_answer: bool

    def replaces(self, folded: str) -> bool:
        """Whether a text said before has another value of this kind."""
        before = _figures(folded)
        same = bool(self.kinds & kinds_of(folded)) if self.kinds else bool(before)
        return same and not self.figures <= before


def kinds_of(folded: str) -> frozenset[str]:
    """The kinds of values that a folded text names."""
    return frozenset(kind for kind, named in KINDS.items() if named.search(folded))


def amendment(folded: str) -> Amendment | None:
    """What a folded text puts in the place of something, if its first sentence with a value, and
    those before it, do nothing else."""
    sentences = _SENTENCE.split(folded)
    with_value = next((n for n, one in enumerate(sentences) if _figures(one)), None)
    if with_value is None:
        return None
    said = ",".join(sentences[: with_value + 1]).replace("’", "'")
    given = _DENIED.sub(" ", said)
    back, objects = _TAKES_BACK.search(said), _OBJECTS.search(said)
    if not (back or objects) or _NOT_INSTEAD.search(said) or not _figures(given):
        return None
    rest = said
    for known in (_VALUE, _FIGURE, _DAYTIME, _TAKES_BACK, _OBJECTS):
        rest = known.sub(" ", rest)
    if query_content(rest):
        return None
    return Amendment(kinds_of(given), _figures(given), may_answer=back is None)


def _figures(folded: str) -> frozenset[str]:
    return frozenset([*_FIGURE.findall(folded), *_VALUE.findall(folded)])


COMPARED: Final = 20_000
"""Characters of a record whose words are compared with another's."""

_FUNCTION: Final = frozenset(CHINESE)
_CHANGE: Final = re.compile(
    r"\b(?:now|no longer|any ?more|instead|chang\w*|switch\w*|swap\w*|moved|moving|stopp\w*|quit"
    r"|back to|again|finally|sorry|actually|turn\w* out|not the|cancel\w*|postpon\w*|today|since"
    r"|as of)\b|现在|而家|今日|改|换|搬|转|停|取消|推迟|提前|错|今天起|从今|起不|已经|又|回|辞"
    r"|卖|戒|不[^，。！？ ]{0,6}了"
)
_DAYS: Final = "(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_EXCEPTION: Final = re.compile(
    rf"\b(?:just|only) (?:for )?(?:this|the) (?:once|one|week(?:end)?|month|time|{_DAYS})\b"
    rf"|\b(?:this|next) (?:week(?:end)?|month|time|{_DAYS}) only\b|\bone[- ]?off\b|\bfor once\b"
    r"|(?:[就只仅]|只限|仅限|净系)(?:有|是|系)?[这此今呢](?:一|个)?(?:[次回周]|星期|礼拜)|临时"
)
"""What says that something holds for one occasion and is an exception to the rule."""
_OCCASION: Final = re.compile(
    rf"(?<!from )(?<!since )(?<!of )\b(?:this|next|coming) (?:week(?:end)?|{_DAYS})\b"
    r"|(?<![从自打由])(?:[这本今下呢]个?)(?:周|星期|礼拜)(?![^\W]{0,2}(?:起|开始|以后|之后))"
)
"""What names a single week or a day of it, and is not where something begins."""
_NEXT: Final = re.compile(r"\bnext\b|下个?(?:周|星期|礼拜)")
SCHEDULED: Final = frozenset(["hour", "weekday"])
"""Kinds of values that something regular has, and a single occasion may have otherwise."""
_WEEK_DAYS: Final = 7
_MISTAKEN: Final = re.compile(
    r"\b(?:typo|correction|misread|mistyped|misspoke|miscount\w*|my mistake|i meant|scratch that"
    r"|tell a lie|other way (?:a)?round|wrong (?:number|one|day|date)|got (?:that|it) wrong"
    r"|can't count|kidding|jk|joking|made that up)\b"
    r"|\bi (?:read|wrote|typed|said|gave|put|told|copied|entered|quoted)\b[^.!?,;]{0,20}\bwrong\b"
    r"|[打说看写记搞弄讲输算数发抄填报念听][错反]|口误|手误|笔误|更正|纠正|搞混|反了|逗你|骗你|玩笑|愚人节|说着玩|瞎说|乱说"
)


@dataclass(frozen=True)
class Telling:
    """What a text tells; what only some texts are asked for is read when it is asked.

    Attributes:
        text: all of it.
        words: the terms that can tell what it is about; of a long one, those of its beginning.
    """

    text: str = ""
    words: frozenset[str] = frozenset()

    @classmethod
    def of(cls, text: str) -> Telling:
        """What a text tells."""
        return cls(text, _words(text))

    @cached_property
    def _prose(self) -> str:
        return _own(self.text)

    @cached_property
    def own(self) -> frozenset[str]:
        """Those of its words that stand in the writer's own sentences, outside of what is quoted or
        pasted."""
        return self.words if self._prose == self.text else self.words & _words(self._prose)

    @property
    def foreign(self) -> bool:
        """Whether all its words are of others."""
        return bool(self.words) and not self.own

    @cached_property
    def _folded(self) -> str:
        return fold(self._prose)

    @cached_property
    def changes(self) -> bool:
        """Whether the writer tells that something is other than it was."""
        return bool(_CHANGE.search(self._folded))

    @cached_property
    def mistaken(self) -> bool:
        """Whether the writer says that what was said last is wrong or was no truth."""
        return bool(_MISTAKEN.search(self._folded)) or is_joke(self._prose)

    @cached_property
    def amendment(self) -> Amendment | None:
        """What the writer puts in the place of something, by the form of the text."""
        return amendment(self._folded)

    @cached_property
    def occasion_days(self) -> int:
        """Days after which the one occasion that it speaks of is over; 0 where it names none."""
        if not (_EXCEPTION.search(self._folded) or _OCCASION.search(self._folded)):
            return 0
        return 2 * _WEEK_DAYS if _NEXT.search(self._folded) else _WEEK_DAYS

    def excepts(self, first: Telling) -> bool:
        """Whether it tells of one occasion at which what another text says does not hold: it says
        that it is an exception, or gives another hour or day for a week that the other does not
        name."""
        if not self.occasion_days:
            return False
        scheduled = SCHEDULED & self.kinds & first.kinds
        return bool(_EXCEPTION.search(self._folded) or (scheduled and not first.occasion_days))

    def corrects(self, first: Telling) -> bool:
        """Whether it takes back what the same person said last: it says so, laughs it off, or
        gives another value."""
        if self.foreign:
            return False
        given = self.amendment
        replaced = given is not None and given.replaces(first._folded)
        return self.mistaken or replaced or laughs_off(self._prose)

    @cached_property
    def denies(self) -> bool:
        """Whether it says only that something is not true: the writer's word, or another's."""
        return is_untrue(self._prose) and not _MISTAKEN.search(self._folded)

    @property
    def may_answer(self) -> bool:
        """Whether what corrects may as well be about what a program asked or, as it
        :attr:`denies`, told."""
        if self.denies:
            return True
        objects = self.amendment is not None and self.amendment.may_answer
        return not self.mistaken and (objects or laughs_off(self._prose))

    @cached_property
    def numbers(self) -> frozenset[str]:
        """Those of its own terms that have a digit: figures, codes and the like."""
        return frozenset(term for term in self.own if any(map(str.isdigit, term)))

    @cached_property
    def kinds(self) -> frozenset[str]:
        """The kinds of values that the writer names: money, a share, a dose, an hour, a date, a
        weekday, a year, an amount of time or of something else."""
        return kinds_of(self._folded)


def _own(text: str) -> str:
    """The writer's own sentences, without what they bring of somebody else."""
    end = brought(text)
    return " ".join(text[start : min(stop, end)] for start, stop in own_prose(text) if start < end)


def _words(text: str) -> frozenset[str]:
    """Terms; a bigram with a function character in it is rare by chance."""
    terms = query_terms(text[:COMPARED])
    return frozenset(term for term in terms if term.isascii() or _FUNCTION.isdisjoint(term))
