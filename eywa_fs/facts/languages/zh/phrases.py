"""Phrases of a clause: how far one goes, and makers of the kinds of values."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from eywa_fs.facts.engine.clauses import Token, ValueType
from eywa_fs.facts.languages.zh.tokens import joined, lexicon, patterns

_P: Final = patterns("values")
_JOINERS: Final = ("以及", "还有", "和", "跟", "与", "及", "、", "或")
_ETCETERA: Final = ("而已", "罢了", "之类的", "什么的", "等等", "为主", "一类的")
CLAUSAL: Final = _P["clausal"]
_WORD: Final = re.compile(r"[\u4e00-\u9fffa-z0-9]")


def limit(found: Sequence[Token], at: int) -> int:
    """Where the phrase ends that begins at a token: at a mark, without final particles."""
    end = at
    while end < len(found) and (found[end].is_word or found[end].low in "·/&+-@._'《》“”‘’%、 #"):
        end += 1
    if end < len(found) and found[end].low in "（(：:":
        return at  # what is said more narrowly behind a bracket is not the value
    while end > at:
        if found[end - 1].low in "了啊呢呀吧嘛哈啦、很挺也":
            end -= 1
        elif joined(found[max(at, end - 3) : end]).endswith(_ETCETERA):
            end -= 3 if joined(found[max(at, end - 3) : end]) in _ETCETERA else 2
        else:
            break
    return max(at, end)


def item(found: Sequence[Token], at: int) -> int:
    """Where the item of a list ends that begins at a token: at a joining word, unless what is
    joined shares a noun behind it ("安静和干净的地方")."""
    end = limit(found, at)
    if found[at].low in "和跟与":
        return end
    for here in range(at + 1, end):
        size = joins(found, here)
        if size and here + size < end:
            rest = joined(found[here + size : end])
            shared = ("的" in rest) != ("的" in joined(found[at:here]))
            if not shared and not joined(found[at:here]).endswith(("饱", "温", "缓", "共")):
                return here
    return end


def joins(found: Sequence[Token], at: int) -> int:
    """How many tokens join two values at ``at``."""
    head = joined(found[at : at + 2])
    for word in _JOINERS:
        if head.startswith(word):
            return len(word)
    return 0


def sound(said: str) -> bool:
    """Whether a phrase is a value at all: no pronoun first, no clause inside."""
    return (
        bool(said) and bool(_WORD.match(said) or said[0] in "《“‘") and not
        lexicon("pronouns").at(said) and not CLAUSAL.search(said) and not said.endswith(("的", "和",
        "是", "在", "，", "一下")) and not said.isdigit())  # fmt: skip


def worded(ends: ValueType, fits: Callable[[str], object]) -> ValueType:
    """What ends somewhere, where its text fits."""

    def ends_fitting(found: Sequence[Token], at: int) -> int:
        end = ends(found, at)
        return end if fits(joined(found[at:end])) else at

    return ends_fitting


def phrase(most: int) -> ValueType:
    """A phrase of at most so many characters that holds no clause."""
    return worded(item, lambda said: 1 <= len(said) <= most and sound(said))


def matching(pattern: re.Pattern[str]) -> ValueType:
    """What a pattern matches, ending with a token."""

    def ends(found: Sequence[Token], at: int) -> int:
        match = pattern.match(joined(found[at : at + 40]))
        return token_at(found, at, match.end()) if match and match.end() else at

    return ends


def token_at(found: Sequence[Token], at: int, size: int) -> int:
    """The token behind the first ``size`` characters from ``at`` on; ``at``: none ends there."""
    end = at
    while size > 0 and end < len(found):
        size -= len(found[end].low)
        end += 1
    return end if size == 0 else at


def closing(name: str, most: int, never: str = "^$") -> ValueType:
    """A phrase that ends in a word of a lexicon."""
    ends = phrase(most)
    return worded(
        ends, lambda said: said and not re.search(never, said) and lexicon(name).closes(said)
    )


def whole(pattern: re.Pattern[str], *, search: bool = False, never: str = "") -> ValueType:
    """A phrase that a pattern fits as a whole, or anywhere in it."""
    fits = pattern.search if search else pattern.fullmatch
    return worded(
        phrase(24), lambda said: said and not (never and re.search(never, said)) and fits(said)
    )
