"""Verb phrases: deeds with their complements, and coordinated activities."""

from __future__ import annotations

from collections.abc import Sequence

from eywa_fs.facts.languages.en.morphology import verb_form
from eywa_fs.facts.languages.en.phrases import INSIDE, MAX_WORDS, Phrase, is_value, trimmed
from eywa_fs.facts.languages.en.tokens import Token
from eywa_fs.facts.languages.en.words.grammar import (
    BE,
    HAVE,
    OBJECT_STOPS,
    PREPOSITIONS,
    SUBJECT_PRONOUNS,
    TRAILERS,
)
from eywa_fs.facts.languages.en.words.lists import words


def verb_phrase(tokens: Sequence[Token], at: int, *, words: int = MAX_WORDS) -> Phrase:
    """A verb with its complements up to the end of the clause, at most ``words`` words."""
    end = at
    while end < len(tokens) and end - at < words:
        token = tokens[end]
        if token.low in OBJECT_STOPS and token.low not in _INNER:
            break
        if not token.is_word and token.low not in INSIDE:
            break
        if end > at and token.low in SUBJECT_PRONOUNS:
            break
        if end > at and token.low in _TEMPORAL and _leads_to_verb(tokens, end):
            break
        end += 1
    while end > at + 1 and end < len(tokens) and tokens[end - 1].low in _TEMPORAL:
        end -= 1
    return trimmed(tokens[at:end], leading=False)


_TEMPORAL = words("until till before after")


def _leads_to_verb(tokens: Sequence[Token], at: int) -> bool:
    """Whether a clause of time begins here ("until the stitches come out")."""
    begin = at + 2
    for token in tokens[begin : begin + 4]:
        form = verb_form(token.low)
        if token.low in (BE | HAVE) - {"'s"} or (
            form is not None and form[1] in ("base", "third", "past")
        ):
            return True
        if not token.is_word:
            return False
    return False


_INNER = words("as than without like before until till after plus")


def activities(tokens: Sequence[Token], at: int) -> list[Phrase]:
    """The coordinated activities that begin at a position ("cooking and reading poetry")."""
    end = at
    parts: list[list[Token]] = [[]]
    gerund = tokens[at].low.endswith("ing")
    while end < len(tokens):
        token = tokens[end]
        nxt = tokens[end + 1].low if end + 1 < len(tokens) else ""
        if token.low in (",", "and", "or", "&"):
            same = nxt.endswith("ing") if gerund else verb_form(nxt) is not None
            if nxt in ("and", "or"):
                pass
            elif gerund and nxt in _NEW_VERBS:
                break
            elif same or len(parts[-1]) == 1:
                parts.append([])
            elif token.low == ",":
                if [t.low for t in parts[-1][-2:-1]] in (["a"], ["an"]):
                    parts.pop()
                break
            else:
                parts[-1].append(token)
        else:
            parts[-1].append(token)
        end += 1
    found = []
    for part in (p for p in parts[:5] if p):
        phrase = verb_phrase(part, 0, words=6) if part else ()
        cut_short = (
            len(phrase) == 1
            and len(part) > 1
            and part[1].low not in TRAILERS - PREPOSITIONS - {"so"}
        )
        if phrase and is_value(phrase) and not cut_short:
            found.append(phrase)
    return found


_NEW_VERBS = words("prefer love hate like enjoy avoid want need have do am can never")
