"""What the words of a record tell of whether it replaces another one. English and Chinese, pure."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from eywa_fs.language.material import brought, own_prose
from eywa_fs.language.script import fold
from eywa_fs.language.stopwords import CHINESE
from eywa_fs.language.tokens import query_terms
from eywa_fs.retrieval.amending import Amendment, amendment, kinds_of

COMPARED: Final = 20_000
"""Characters of a record whose words are compared with another's."""

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
        return bool(_MISTAKEN.search(self._folded))

    @cached_property
    def amendment(self) -> Amendment | None:
        """What the writer puts in the place of something, by the form of the text."""
        return amendment(self._folded)

    def corrects(self, first: Telling) -> bool:
        """Whether it takes back what the same person said last: it says so, or gives another
        value."""
        if self.foreign:
            return False
        given = self.amendment
        return self.mistaken or (given is not None and given.replaces(first._folded))

    @property
    def may_answer(self) -> bool:
        """Whether what corrects may as well be an answer, where a program asked something."""
        return not self.mistaken and self.amendment is not None and self.amendment.may_answer

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
