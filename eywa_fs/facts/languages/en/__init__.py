"""English: what the engine needs to read it."""

from __future__ import annotations

import re
from typing import Final

from eywa_fs.facts.engine.clauses import Language, Token
from eywa_fs.facts.languages.en import clauses, gates, phrases, types
from eywa_fs.facts.languages.en.verbs import is_adverb
from eywa_fs.facts.languages.en.words import ADVERBS, HEDGES, word_set

_SKIPPED: Final = word_set("a an the some")
_RESTRICTING: Final = word_set("most more")
_DOUBTING: Final = HEDGES - ADVERBS | word_set("""hardly barely scarcely rarely nearly partly
falsely partially formerly previously potentially allegedly reportedly seemingly theoretically""")
_NOW: Final = re.compile(
    r"(?<!time )(?<!years )(?<!months )(?<!while )(?<!for )"
    r"\b(?:now(?! (?:i|we|my)\b)|chang(?:ed|es)"
    r"|new (?:job|role|(?:tele)?phone|mobile|number|one|email))\b",
    re.I,
)


def _skips(token: Token, to_word: bool) -> bool:
    manner = to_word and is_adverb(token.low) and token.low not in _DOUBTING
    plain = token.low in ADVERBS or manner  # a value may begin with one: "locally sourced food"
    return token.low in _SKIPPED or (plain and token.low not in _RESTRICTING)


LANGUAGE: Final = Language(
    "en", _NOW, types.TYPES, types.FIXES, clauses.clauses, own_words=gates.own_words,
    words=lambda literal: tuple(literal.lower().split("_")), skips=_skips, joins=phrases.joint,
)  # fmt: skip
