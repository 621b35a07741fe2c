"""Which records say nothing that the query or a better record does not say as well. Pure.

In an agent's loop every question becomes a record, and fits the same question better than any
record that answers it. Such a record stands behind the others and is never certain. A text that a
better record has word for word stands behind the others, too, and so does a program's reply that
only acknowledges what the user said.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from eywa_fs.language.questions import clauses, is_question, without_wondering, wonders
from eywa_fs.language.script import CJK, fold
from eywa_fs.language.stopwords import CHINESE
from eywa_fs.language.tokens import index_terms, query_content, query_terms
from eywa_fs.model.records import Record
from eywa_fs.retrieval.telling import Telling

LOOKED_AT: Final = 128
"""Places among which repeats are looked for; they stand behind the others of these."""

WEIGHED: Final = 32
"""Places among which it counts how much a record tells: as many as a model is shown, twice over,
if half of them tell nothing."""

ASKS: Final = 0.5
"""What the score of a record that only asks counts for a query that asks something else: it may
tell something by the way ("a present for Leo's tenth birthday?"), and answers mostly nothing."""

ECHO: Final = 0.75
"""Part of a question's terms that are the query's, from which on it asks nothing else. A guess:
"Where is our vet again?" shares one of two with "Where is the vet?", which is the same, and "Where
does our vet live?" one of three."""

_LONGEST: Final = 2_000
"""Characters from which on a text does more than ask."""

SHORT: Final = 200
"""Characters up to which a text may do nothing but name what is wanted."""

_STATES: Final = re.compile(
    r"\b(?:am|is|are|was|were|has|have|had|no|not|never)\b|n't\b|'(?:re|m|ve)\b|[是在有没不了]"
)
_YES_OR_NO: Final = re.compile(
    r"^\W*(?:(?:so|and|but|ok|hey|hi|well|now|please)\W+)*(?:am|is|are|was|were|do|does|did|has"
    r"|have|had|can|could|will|would|shall|should|may|might|must)\b"
    r"|[吗么]\W*$|是否|(.)[不没]\1"
)
_WANTING: Final = frozenset(
    query_content(
        "need want send give tell show say repeat remind read look find check know see forgot"
        " forget remember pls"
    )
)
_WANTING_ZH: Final = frozenset("要想需求发说念报给查看找问再重复提醒告诉知道忘遍一次下麻烦帮请来谢")
"""What says that something is wanted, and nothing of it."""

_LETTERS: Final = re.compile(r"\w")
_UNSPACED: Final = re.compile(f"[{CJK}]")


_OWN_WORDS: Final = 2
"""Words that an acknowledgement may have for itself: "So sorry to hear that"."""

_NAME: Final = re.compile(r"(?<![.!?…\s])\s+([^\W\d_a-z]\w+)")
_FIGURES_ZH: Final = frozenset("一二三四五六七八九十两百千万半")


def only_asks(text: str) -> bool:
    """Whether a text does nothing but ask: each of its clauses that says more than one thing is a
    question, or says that the writer does not know."""
    if len(text) > _LONGEST:
        return False
    asking = False
    for clause in clauses(text):
        if wonders(clause):
            asking = True
        elif len(query_terms(clause)) > 1:
            return False
    return asking


@dataclass(frozen=True, slots=True)
class Heard:
    """What a message has that a reply to it may say without telling anything: its terms, and its
    signs. ``asks``: there is a question in it, which a word may answer."""

    terms: frozenset[str]
    signs: frozenset[str]
    asks: bool

    @classmethod
    def of(cls, text: str) -> Heard:
        folded = fold(text)
        terms = frozenset((*query_terms(folded), *index_terms(text)))
        return cls(terms, frozenset(folded), any(map(wonders, clauses(text))))


@dataclass(frozen=True, slots=True)
class Reply:
    """What a short text that asks nothing is made of: content words, signs of an unspaced script,
    and those of the words that are part of a name."""

    words: tuple[str, ...]
    signs: frozenset[str]
    named: frozenset[str]

    @classmethod
    def of(cls, text: str) -> Reply | None:
        """``None`` for a long text, or one that asks."""
        if len(text) > SHORT or is_question(text):
            return None
        folded = fold(text)
        words = tuple(query_content(_UNSPACED.sub(" ", folded)))
        signs = frozenset(_UNSPACED.findall(folded)).difference(CHINESE)
        named = frozenset(term for name in _NAME.findall(text) for term in query_content(name))
        return cls(words, signs, named)

    def only_hears(self, said: Heard) -> bool:
        """Whether it tells nothing of its own behind a message that asks nothing: it has no figure
        and hardly a word that the message does not have, and no name."""
        if said.asks:
            return False
        words = [term for term in self.words if term not in said.terms]
        signs = self.signs - said.signs
        if len(words) + len(signs) / 2 > _OWN_WORDS or any(map(str.isdigit, "".join(words))):
            return False
        return self.named.isdisjoint(words) and not signs & _FIGURES_ZH


@dataclass(frozen=True, slots=True)
class Bare:
    """The content words of a text and its signs of an unspaced script."""

    words: frozenset[str]
    signs: frozenset[str]

    @classmethod
    def of(cls, text: str) -> Bare | None:
        """Those of a short text that states nothing; ``None`` for others."""
        folded = without_wondering(fold(text))
        if len(text) > SHORT or _STATES.search(folded):
            return None
        words = frozenset(query_content(_UNSPACED.sub(" ", folded)))
        return cls(words, frozenset(_UNSPACED.findall(folded)))

    @classmethod
    def wanted(cls, query: str) -> Bare | None:
        """What a text may have that does nothing but name what a query asks for: the query's words
        and those of wanting ("the door code again", "I need the door code"). ``None`` for a query
        that can be answered by yes: it names its answer itself."""
        asked = fold(query)
        if _YES_OR_NO.search(asked):
            return None
        words = frozenset((*query_content(asked), *_WANTING))
        return cls(words, frozenset((*asked, *_WANTING_ZH, *CHINESE)))


def _within(said: Bare | None, wanted: Bare | None) -> bool:
    if said is None or wanted is None:
        return False
    return said.words <= wanted.words and said.signs <= wanted.signs


@dataclass(frozen=True, slots=True)
class Saying:
    """What of a record tells whether it is a repeat: a function of the record.

    Attributes:
        said: by whom, and what.
        asked: the terms of a record that asks; ``None`` for others.
        bare: of one that asks and states nothing; ``None`` for others.
        letters: of one that is not long.
    """

    said: tuple[str, str]
    asked: frozenset[str] | None = None
    bare: Bare | None = None
    letters: str = ""

    @classmethod
    def of(cls, record: Record) -> Saying:
        """That of a record; a long one asks nothing, and is compared as it is."""
        who, text = record.speaker or record.role, record.content
        if len(text) > _LONGEST:
            return cls((who, text))
        asks = is_question(text) or only_asks(text)
        asked = frozenset(query_terms(text)) if asks else None
        text = " ".join(text.split()).casefold()
        bare = None if asks or not query_content(text) else Bare.of(text)
        return cls((who, text), asked, bare, letters_of(text))

    def asks(self, terms: frozenset[str]) -> bool:
        """Whether it only asks what a query asks for; ``terms`` are the query's."""
        return self.asked is not None and len(self.asked & terms) >= ECHO * len(self.asked)

    def names(self, wanted: Bare | None) -> bool:
        """Whether it only names what is wanted, without a value of it."""
        return _within(self.bare, wanted) and not _has_value(self.said[1])

    def is_word_for_word(self, letters: str) -> bool:
        """Whether it has the query's letters, and gives no value and tells of no change."""
        text = self.said[1]
        same = bool(letters) and self.letters == letters
        return same and not (_has_value(text) or Telling.of(text).changes)


def letters_of(text: str) -> str:
    """The letters and digits of a text in lower case."""
    return "".join(_LETTERS.findall(text.casefold()))


def _has_value(text: str) -> bool:
    telling = Telling.of(text)
    return bool(telling.numbers or telling.kinds)


def in_order(
    places: Sequence[int], scores: Sequence[float], told: Callable[[int], float]
) -> list[int]:
    """Places of records by their scores, of which counts what part they tell (0 to 1); one that
    tells nothing stands last. Their order is kept otherwise."""

    def key(place: int) -> tuple[bool, float]:
        part, score = told(place), scores[place]
        return part == 0.0, -score * (part if score > 0 else 1.0)

    return sorted(places, key=key)


class Repeats:
    """Tells repeats from what is new, for records in the order of their ranking.

    Args:
        query: the text that is looked for.
        questions, texts: whether repeats of what the query asks, and of better records, count.
    """

    def __init__(self, query: str, *, questions: bool, texts: bool) -> None:
        self._letters = letters_of(query)
        self._wanted = Bare.wanted(query)
        self._terms = frozenset(query_terms(query))
        self._questions = questions
        self._texts = texts
        self._told: set[tuple[str, str]] = set()

    def asks_alike(self, one: Saying, answered: Callable[[], bool]) -> bool:
        """Whether a record says no more than the query asks: it asks that, or it names it or is the
        same text, and a program replied (``answered``): in an agent's loop that is the question
        itself, whatever form it has. What nobody replied to is a note, and may be what is wanted.
        """
        if one.asks(self._terms):
            return True
        return (one.is_word_for_word(self._letters) or one.names(self._wanted)) and answered()

    def only_names(self, text: str) -> bool:
        """Whether a text does nothing but name what the query asks for, as somebody does who wants
        it: it states nothing and has no word beyond those of :meth:`Bare.wanted`."""
        return _within(Bare.of(text), self._wanted)

    def of(
        self, one: Saying, answered: Callable[[], bool] = lambda: False
    ) -> Literal["question", "text"] | None:
        """What a record repeats: only asks what the query asks, or says what was said by the same
        one further up. From now on it is further up."""
        if self._questions and self.asks_alike(one, answered):
            return "question"
        told = self._texts and one.said in self._told
        self._told.add(one.said)
        return "text" if told else None
