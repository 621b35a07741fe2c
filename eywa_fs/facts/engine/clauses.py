"""What a language makes of a message before any rule is asked: tokens, sentences, clauses."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

Tense = Literal["present", "past", "perfect", "future"]


@dataclass(frozen=True, slots=True)
class Token:
    """A word, a number, a Chinese character or a punctuation mark: as written; ``low``: in lower
    case, half width, simplified; ``lemma``: base form of a word, else ``low``; where it stands."""

    text: str
    low: str
    lemma: str
    start: int
    end: int

    @property
    def is_word(self) -> bool:
        return self.text[0].isalnum()


@dataclass(frozen=True, slots=True)
class Subject:
    """Who a clause is about: ``user``, a name, a role path; ``""`` where nobody can be told.
    ``sure``: the clause names it, or shares it with a clause of the same sentence that does.
    ``head``: words of what belongs to ``who`` and is the grammatical subject ("my sister's *name*
    is ..."), if anything."""

    who: str
    sure: bool = True
    head: tuple[Token, ...] = ()


@dataclass(frozen=True, slots=True)
class Clause:
    """A statement of one subject that the writer vouches for: no question, condition, wish, order,
    report, quotation, play or irony.

    Attributes:
        tokens: from the verb (or what stands for it) on, to the end of the clause; without
            auxiliaries and negations, which the other fields say.
        tense: of the verb; ``perfect`` where it is one ("have lived", 过).
        hedged, over: it is said with doubt ("I think", 好像); it is so no longer.
        start, end: the characters it was read from.
    """

    subject: Subject
    tokens: tuple[Token, ...]
    tense: Tense = "present"
    negated: bool = False
    hedged: bool = False
    over: bool = False
    start: int = 0
    end: int = 0


ValueType = Callable[[Sequence[Token], int], int]
"""Where a value of the type ends that begins at a token: the position behind its last token, or 0
(the position itself) where none begins there."""


@dataclass(frozen=True)
class Language:
    """What a language gives the engine: data, and functions without state.

    Attributes:
        code: ``en``, ``zh``.
        now: words that say of a state that it is so now, and was not before.
        types: by name, what ``{name}`` in a form stands for.
        fixes: by the kind of a value, what can be told in its place as right.
        clauses: those of the writer's own prose ``text[start:end]``, in order.
        own_words: up to where of a message its writer may speak for themselves; then comes a text.
        words: a literal of a form as the ``low`` or ``lemma`` of successive tokens.
        skips: whether a form may pass over a token (an adverb) before a word, or before a value.
        joins: how many tokens from there on join two values of a list (", and", 、); 0 for none.
    """

    code: str
    now: re.Pattern[str]
    types: Mapping[str, ValueType]
    fixes: Mapping[str, ValueType]
    clauses: Callable[[str, int, int], Iterable[Clause]]
    own_words: Callable[[str], int]
    words: Callable[[str], tuple[str, ...]]
    skips: Callable[[Token, bool], bool]
    joins: Callable[[Sequence[Token], int], int]
