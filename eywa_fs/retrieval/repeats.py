"""Which records say nothing that the query or a better record does not say as well. Pure.

In an agent's loop every question becomes a record, and fits the same question better than any
record that answers it. Such a record stands behind the others and is never certain. A text that a
better record has word for word stands behind the others, too.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from eywa_fs.language.script import CJK, fold
from eywa_fs.language.stopwords import CHINESE
from eywa_fs.language.tokens import query_content, query_terms
from eywa_fs.model.records import Record
from eywa_fs.retrieval.intent import is_question

LOOKED_AT: Final = 128
"""Places among which repeats are looked for; they stand behind the others of these."""

ECHO: Final = 0.75
"""Part of a question's terms that are the query's, from which on it asks nothing else. A guess:
"Where is our vet again?" shares one of two with "Where is the vet?", which is the same, and "Where
does our vet live?" one of three."""

_LONGEST: Final = 2_000
"""Characters from which on a text does more than ask."""

_SHORT: Final = 200
"""Characters up to which a text may do nothing but name what is wanted."""

_STATES: Final = re.compile(
    r"\b(?:am|is|are|was|were|has|have|had|no|not|never)\b|n't\b|'(?:s|re|m|ve)\b|[是在有没不了]"
)
_YES_OR_NO: Final = re.compile(
    r"^\W*(?:(?:so|and|but|ok|hey|hi|well|now|please)\W+)*(?:am|is|are|was|were|do|does|did|has"
    r"|have|had|can|could|will|would|shall|should|may|might|must)\b"
    r"|[吗么]\W*$|是否|(.)[不没]\1"
)
_WANTING: Final = frozenset(
    query_content(
        "need want send give tell show say repeat remind read look find check know see forgot pls"
    )
)
_WANTING_ZH: Final = frozenset("要想需求发说念报给查看找问再重复提醒告诉知道忘遍一次下麻烦帮请来谢")
"""What says that something is wanted, and nothing of it."""

_UNSPACED: Final = re.compile(f"[{CJK}]")
_CLAUSE: Final = re.compile(r"[^,;:.!?，；：。！？\n]+[,;:.!?，；：。！？\n]*")


def only_asks(text: str) -> bool:
    """Whether a text does nothing but ask: each of its clauses that says more than one thing is a
    question."""
    if len(text) > _LONGEST:
        return False
    asking = False
    for clause in _CLAUSE.findall(text):
        if is_question(clause):
            asking = True
        elif len(query_terms(clause)) > 1:
            return False
    return asking


def only_names(text: str, query: str) -> bool:
    """Whether a text does nothing but name what a query asks for, as somebody does who wants it:
    it states nothing and has no word beyond the query's and those of wanting ("the door code
    again", "I need the door code"). No such text is told by a query that can be answered by yes:
    this names its answer itself."""
    folded, asked = fold(text), fold(query)
    if len(text) > _SHORT or _STATES.search(folded) or _YES_OR_NO.search(asked):
        return False
    known = {*query_content(asked), *_WANTING}
    signs = set(_UNSPACED.findall(folded)).difference(asked, _WANTING_ZH, CHINESE)
    return not signs and known.issuperset(query_content(_UNSPACED.sub(" ", folded)))


@dataclass(frozen=True, slots=True)
class Saying:
    """What of a record tells whether it is a repeat: a function of the record.

    Attributes:
        said: by whom, and what.
        asked: the terms of a record that asks; ``None`` for others.
    """

    said: tuple[str, str]
    asked: frozenset[str] | None

    @classmethod
    def of(cls, record: Record) -> Saying:
        """That of a record; a long one asks nothing, and is compared as it is."""
        who, text, asked = record.speaker or record.role, record.content, None
        if len(text) <= _LONGEST:
            asked = frozenset(query_terms(text)) if is_question(text) else None
            text = " ".join(text.split()).casefold()
        return cls((who, text), asked)


class Repeats:
    """Tells repeats from what is new, for records in the order of their ranking.

    Args:
        terms: of the query, as of :func:`query_terms`.
        questions, texts: whether repeats of the query's question, and of better records, count.
    """

    def __init__(self, terms: Sequence[str], *, questions: bool, texts: bool) -> None:
        self._terms = frozenset(terms)
        self._questions = questions
        self._texts = texts
        self._told: set[tuple[str, str]] = set()

    def of(self, one: Saying) -> Literal["question", "text"] | None:
        """What a record repeats: only asks what the query asks, or says what was said by the same
        one further up. From now on it is further up."""
        asked = one.asked if self._questions else None
        if asked is not None and len(asked & self._terms) >= ECHO * len(asked):
            return "question"
        told = self._texts and one.said in self._told
        self._told.add(one.said)
        return "text" if told else None
