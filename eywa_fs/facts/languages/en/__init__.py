"""English: what the engine needs to read it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from eywa_fs.facts.engine.clauses import Clause, Language, Token, ValueType
from eywa_fs.facts.languages.en import clauses, gates, phrases, types
from eywa_fs.facts.languages.en.words import ADVERBS, word_set

_SKIPPED: Final = word_set("a an the some")
_RESTRICTING: Final = word_set("most more")


class English:
    """English, as the engine asks for it."""

    code = "en"
    now = re.compile(
        r"(?<!time )(?<!years )(?<!months )(?<!while )(?<!for )"
        r"\b(?:now|chang(?:ed|es)|new (?:job|role|(?:tele)?phone|mobile|number|one|email))\b",
        re.I,
    )
    types: Mapping[str, ValueType] = types.TYPES

    def clauses(self, text: str, start: int, end: int) -> Iterable[Clause]:
        """The clauses of ``text[start:end]`` that the writer vouches for."""
        return clauses.clauses(text, start, end)

    def own_words(self, text: str) -> int:
        """Up to where the writer speaks for themselves."""
        return gates.own_words(text)

    def words(self, literal: str) -> tuple[str, ...]:
        """A literal of a form; ``_`` parts its words."""
        return tuple(literal.lower().split("_"))

    def skips(self, token: Token) -> bool:
        """Adverbs and articles."""
        return token.low in _SKIPPED or (token.low in ADVERBS and token.low not in _RESTRICTING)

    def joins(self, tokens: Sequence[Token], at: int) -> int:
        """How many tokens join two values of a list."""
        return phrases.joint(tokens, at)


LANGUAGE: Final[Language] = English()
