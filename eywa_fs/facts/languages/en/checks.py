"""Last checks on what a rule has read: unreal clauses, values without a meaning of their own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from eywa_fs.facts.languages.en.clauses import Clause
from eywa_fs.facts.languages.en.drafts import Draft
from eywa_fs.facts.languages.en.morphology import verb_form
from eywa_fs.facts.languages.en.nounphrases import noun_phrase, noun_phrases
from eywa_fs.facts.languages.en.phrases import head
from eywa_fs.facts.languages.en.tokens import Token
from eywa_fs.facts.languages.en.words.grammar import SEASONS, TIME_NOUNS
from eywa_fs.facts.languages.en.words.things import AIDS


def did_not_happen(clause: Clause) -> bool:
    """Whether "almost" or "nearly" stands before a past verb."""
    low = [token.low for token in clause.tokens]
    return any(
        word in ("almost", "nearly") and (verb_form(after) or ("", ""))[1] in ("past", "both")
        for word, after in pairwise(low)
    )


def contrasted(clause: Clause, found: list[Draft]) -> list[Draft]:
    """ "In Graz, not Linz": the other value is denied."""
    tokens = clause.tokens
    at = next((i for i, t in enumerate(tokens) if i and t.low == "not"), -1)
    if tokens[at + 1 : at + 2] and tokens[at + 1].low == "even":
        return []
    if at < 2 or tokens[at - 1].low != "," or len(found) != 1:
        return []
    other = noun_phrase(tokens, at + 1)
    last = found[0].object[-1]
    fits = other and other[-1] is tokens[-1] and len(other) <= 3 and last.end <= tokens[at].start
    if not fits or verb_form(other[0].low) or other[0].low in _DEICTIC | {"me", "us", "him", "her"}:
        return []
    return [replace(found[0], object=other, negated=not found[0].negated)]


#: One is allergic to these in jest only.
NO_ALLERGENS = frozenset(
    """work mornings morning mondays people stupidity exercise cardio nonsense drama commitment
    homework meetings effort fun housework""".split()  # noqa: SIM905
)
_DEICTIC = frozenset(
    "it them this that these those you your yours here there mine ones".split()  # noqa: SIM905
)


def as_aid(draft: Draft) -> Draft:
    """An aid is in use, whoever prescribed it: only medicines and illnesses are health."""
    noun = head(draft.object) if draft.predicate in ("health", "allergic_to") else ""
    return replace(draft, predicate="uses") if noun in AIDS else draft


def leans_on_context(value: Sequence[Token]) -> bool:
    """Whether the value means nothing without the sentences around it ("play them")."""
    if value[-1].low in ("what", "how", "who", "why", "where", "whatever", "some"):
        return True
    return any(
        token.low in _DEICTIC
        and not (token.low == "that" and 0 < at < len(value) - 1)
        and not (
            at + 1 < len(value) and value[at + 1].low.removesuffix("s") in TIME_NOUNS | SEASONS
        )
        and not token.text[0].isupper()
        and not (at == len(value) - 1 and token.low == "one" and len(value) > 1)
        for at, token in enumerate(value)
    )


def points_at_something(draft: Draft, value: Sequence[Token]) -> bool:
    """Whether the value is only what both can see just now ("this song", "those shots")."""
    if draft.predicate not in ("prefers", "uses", "wants", "has", "other"):
        return False
    before = [t for t in draft.clause.tokens if t.end <= value[0].start][-1:]
    return bool(before) and before[0].low in ("this", "that", "these", "those", "your")


def itemised(found: list[Draft], following: Clause | None) -> list[Draft]:
    """ "I speak two languages: Thai and Lao": the items behind the colon are the values."""
    if len(found) != 1 or following is None or following.lead != ":" or following.group:
        return found
    summary = found[0].object
    if not summary[-1].low.endswith("s"):
        return found
    items = noun_phrases(following.tokens, following.opening)
    if len(items) < 2 or any(len(item) > 4 for item in items):
        return found
    return [replace(found[0], object=item, clause=following) for item in items]
