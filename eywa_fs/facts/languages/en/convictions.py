"""What somebody holds to be right: "I think schools should ...", "I firmly believe that ..."."""

from __future__ import annotations

from collections.abc import Sequence

from eywa_fs.facts.languages.en.clauses import Clause
from eywa_fs.facts.languages.en.drafts import Draft, drafts
from eywa_fs.facts.languages.en.phrases import trimmed
from eywa_fs.facts.languages.en.segments import opening_length
from eywa_fs.facts.languages.en.tokens import Token
from eywa_fs.facts.languages.en.words.grammar import ADVERBS
from eywa_fs.facts.languages.en.words.lists import words

_HOLDING = words("think believe feel reckon maintain")
_FIRMLY = words("firmly strongly truly honestly really genuinely deeply always still")
_PERSONAL = words(
    """i we you he she they it my our your his her their this that these those there maybe what"""
)
_MAX_CLAIM = 14


def read_conviction(tokens: Sequence[Token], bare: Clause) -> list[Draft]:
    """A conviction of the speaker about the world at large; empty when none is told."""
    at = 0
    while at < len(tokens) and tokens[at].low not in ("i", "we"):
        at += 1
        if at > 4:
            return []
    at += 1
    negated = firm = False
    while at < len(tokens) and (
        tokens[at].low in ADVERBS or tokens[at].low in ("do", "n't", "not", "never")
    ):
        negated ^= tokens[at].low in ("n't", "not", "never")
        firm = firm or tokens[at].low in _FIRMLY
        at += 1
    if at + 3 >= len(tokens) or tokens[at].low not in _HOLDING:
        return []
    believing = tokens[at].low == "believe"
    at += 1
    if tokens[at].low == "in":
        return []
    if tokens[at].low == "that":
        firm, at = firm or believing, at + 1
    claim = tokens[at:]
    end = next((i for i, t in enumerate(claim) if not t.is_word and t.low not in "-'s"), None)
    claim = claim[:end]
    if len(claim) < 3 or len(claim) > _MAX_CLAIM or claim[0].low in _PERSONAL:
        return []
    normative = any(t.low in ("should", "ought", "must") for t in claim)
    if not (normative or (firm and believing)) or opening_length(tokens)[0] > 5:
        return []
    whole = bare.without_verb(tokens)
    return drafts(whole, "believes", [trimmed(claim)], negated=negated)
