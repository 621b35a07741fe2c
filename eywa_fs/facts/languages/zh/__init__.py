"""Chinese, in either script."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from eywa_fs.facts.engine.clauses import Clause, Language, Token, ValueType
from eywa_fs.facts.languages.zh import clauses, phrases, tokens, types

_PASSED_OVER: Final = frozenset("了过也都还就才又很最更挺刚已再超")


class Chinese:
    """See ``engine.clauses.Language``."""

    code = "zh"
    now = re.compile(
        "(?:[现現]在|如今|目前|而家)(?!.{0,2}(?:还|仍|一直|依[然旧])|我?.[着的]|.{0,4}[老旧](?![家师板婆公人]))"
    )
    types: Mapping[str, ValueType] = types.TYPES

    def clauses(self, text: str, start: int, end: int) -> Iterable[Clause]:
        return clauses.clauses(text, start, end)

    def own_words(self, text: str) -> int:
        return len(text)  # gates.own_until is asked for with the clauses

    def words(self, literal: str) -> tuple[str, ...]:
        return tokens.words(literal)

    def skips(self, token: Token) -> bool:
        return token.low in _PASSED_OVER

    def joins(self, tokens: Sequence[Token], at: int) -> int:
        return phrases.joins(tokens, at)


LANGUAGE: Final[Language] = Chinese()
