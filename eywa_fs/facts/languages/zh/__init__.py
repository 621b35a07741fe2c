"""Chinese, in either script: what the engine needs to read it."""

from __future__ import annotations

import re
from typing import Final

from eywa_fs.facts.engine.clauses import Language
from eywa_fs.facts.languages.zh import clauses, gates, phrases, tokens, types
from eywa_fs.language.material import LONGEST

_PASSED_OVER: Final = frozenset("了过也都还就才又很最更挺刚已再超")
_NOW: Final = re.compile(
    "(?:[现現]在|如今|目前|[而依]家)(?!.{0,2}(?:还|仍|一直|依[然旧])|我?.[着的]|.{0,4}[老旧](?![家师板婆公人]))"
)
LANGUAGE: Final = Language(
    "zh", _NOW, types.TYPES, types.FIXES, clauses.clauses, words=tokens.words, joins=phrases.joins,
    own_words=lambda text: gates.own_until(tokens.fold(text[:LONGEST])),
    skips=lambda token, _: token.low in _PASSED_OVER,
)  # fmt: skip
