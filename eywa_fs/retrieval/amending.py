"""What a short message puts in the place of a value that was said before. English, Chinese, pure.

"No, wait, 12 December" is told by its form: it names another value of one kind, takes something
back, and has no word of its own that would tell what it is about.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from eywa_fs.language.tokens import query_content

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
    """A value that a text puts in the place of another one.

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
