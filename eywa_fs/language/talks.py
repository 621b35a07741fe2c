"""Where a message shows somebody's talk: a chat, an interview, the record of a call.

No format is known. What a line begins with (a name, a time or both, before a colon or alone) has a
shape: ``[09:01] jonas: hi`` has ``(9)a:``, ``Lars, 10:01`` has ``a,9``. A talk shows it twice.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection
from typing import Final

_LONGEST_HEAD: Final = 80
_TOKEN: Final = re.compile(
    r"(?P<stamp>\d{1,4}(?:[:.：/-]\d{1,4}){1,2}(?:[.:]\d{1,3})?(?:T(?=\d))?(?!\d)"
    r"|(?:\d{2,4}年)?\d{1,2}月\d{1,2}[日号]?)"
    r"|(?P<day>(?:today|yesterday|at|on|[ap]\.?m|(?:mon|tues?|wed|thu|fri|sat|sun)(?:[a-z]*day)?"
    r"|(?:jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec)[a-z]*)\b(?!['’])\.?"
    r"|[今昨前]天|[上下中]午|早上|晚上|凌晨|(?:星期|周|礼拜)[一二三四五六日天])"
    r"|(?P<number>\d+)|(?P<word>[\u4e00-\u9fff]+|[^\W\d_\u4e00-\u9fff][^\W\u4e00-\u9fff]*"
    r"(?:[.'’-][^\W\u4e00-\u9fff]+)*)|(?P<blank>[\s*_`~\u200e\u200f\u202a-\u202e]+)|(?P<mark>.)",
    re.I,
)
_AS: Final = {"stamp": "9", "day": "d", "number": "1", "word": "a", "blank": ""}
_ONE_OF: Final = str.maketrans("：［【[］】]（）—–｜，", ":((()))()--|,")
_NAME, _TIME = r"@?a{1,4}1?", r"\(?[d1,]*9[9d1,]*\)?"
_HEAD: Final = re.compile(
    rf"(?:1[.)]|[-•·>|#+])*(?P<shape>(?:{_TIME}[-,|]?)?<{_NAME}>"
    rf"|(?:(?:{_TIME}[-,|]?)?{_NAME}|{_NAME}[-,|]?{_TIME}):(?!/)"
    rf"|(?:{_TIME}[-,|]?{_NAME}|{_NAME}[-,|]?{_TIME})(?:-|(?P<alone>$)))"
)


def talk_in(text: str, own: Collection[str]) -> int:
    """Where the first line of a talk begins; the length of the text where it shows none.

    A talk is two lines of one shape, one line of a name with a time and what is said, or one line
    of a name below a line that ends with a colon. ``own``: words before a colon that name nobody
    ("note")."""
    heads: list[tuple[int, str, bool]] = []  # where the line begins, its shape, whether it is sure
    above, waits = "", False
    for match in re.finditer(r"[^\n]*\S[^\n]*", text):
        found = _shape(match.group(), own)
        if waits and found:
            heads.pop()  # a list of times: nothing is said below it
        waits = False
        if found:
            shape, waits = found
            sure = above.endswith((":", "：")) or ("9" in shape and not waits)
            heads.append((match.start(), shape, sure))
        above = match.group().strip()
    seen = Counter(shape for _, shape, _ in heads)
    first = (at for at, shape, sure in heads[: len(heads) - waits] if sure or seen[shape] > 1)
    return next(first, len(text))


def _shape(line: str, own: Collection[str]) -> tuple[str, bool] | None:
    """The shape of the head of a line, and whether it stands alone on it; None: it has none."""
    tokens = [
        (kind, match.group())
        for match in _TOKEN.finditer(line[:_LONGEST_HEAD])
        if (kind := match.lastgroup or "") != "blank"
    ]
    drawn = "".join(_AS.get(kind, word.translate(_ONE_OF)) for kind, word in tokens)
    head = _HEAD.match(drawn)
    if not head or (head["alone"] is not None and len(line) > _LONGEST_HEAD):
        return None
    names = [word for kind, word in tokens[: head.end()] if kind == "word"]
    if any(name.lower() in own for name in names) or len(names[0]) > 20:
        return None
    bare = {"9", "<", "@"}.isdisjoint(head["shape"])
    if bare and len(names) > 1 and any(name[0].islower() for name in names):
        return None  # "Lars Meier:" is a name, "my address:" is none
    return re.sub("a+1?", "a", re.sub("[d1,]*9[9d1,]*", "9", head["shape"])), head["alone"] == ""
