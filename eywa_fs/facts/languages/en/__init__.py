"""English: what the engine needs to read it."""

from __future__ import annotations

import re
from typing import Final

from eywa_fs.facts.engine.clauses import Language, Token
from eywa_fs.facts.languages.en import clauses, gates, phrases, types
from eywa_fs.facts.languages.en.words import ADVERBS, word_set

_SKIPPED: Final = word_set("a an the some")
_RESTRICTING: Final = word_set("most more")
_NOW: Final = re.compile(
    r"(?<!time )(?<!years )(?<!months )(?<!while )(?<!for )"
    r"\b(?:now(?! (?:i|we|my)\b)|chang(?:ed|es)"
    r"|new (?:job|role|(?:tele)?phone|mobile|number|one|email))\b",
    re.I,
)


def _skips(token: Token) -> bool:
    return token.low in _SKIPPED or (token.low in ADVERBS and token.low not in _RESTRICTING)


LANGUAGE: Final = Language(
    "en", _NOW, types.TYPES, types.FIXES, clauses.clauses, own_words=gates.own_words,
    words=lambda literal: tuple(literal.lower().split("_")), skips=_skips, joins=phrases.joint,
)  # fmt: skip
