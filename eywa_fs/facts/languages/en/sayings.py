"""Paraphrases that grammar does not reach: "olives can get in the sea", "she came out in hives"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import cast

from eywa_fs.facts.certainty import Directness
from eywa_fs.facts.languages.en.clauses import Clause
from eywa_fs.facts.languages.en.discourse import Discourse
from eywa_fs.facts.languages.en.drafts import Draft, Span, drafts
from eywa_fs.facts.languages.en.matches import tokens_within
from eywa_fs.facts.languages.en.morphology import verb_form
from eywa_fs.facts.languages.en.nounphrases import noun_phrase, noun_phrases
from eywa_fs.facts.languages.en.phrases import Phrase, is_value, trimmed
from eywa_fs.facts.languages.en.positions import looks_finite
from eywa_fs.facts.languages.en.sayingkinds import KINDS
from eywa_fs.facts.languages.en.sayingsubjects import subject_in
from eywa_fs.facts.languages.en.tokens import Token
from eywa_fs.facts.languages.en.unnamed import opening_subject
from eywa_fs.facts.languages.en.verbphrases import verb_phrase
from eywa_fs.facts.languages.en.words.grammar import MONTHS, PREPOSITIONS, WEEKDAYS
from eywa_fs.facts.languages.en.words.sayings import AHEAD, SLOTS, TABLE, UNREAL
from eywa_fs.facts.languages.en.words.things import DIETS, FOOD, is_treatment
from eywa_fs.language.needles import Slots
from eywa_fs.language.sieve import Sieve

_LONGEST = 400
_UNREAL, _AHEAD = re.compile(UNREAL), re.compile(AHEAD)


@dataclass(frozen=True, slots=True)
class _Saying:
    predicate: str
    negated: bool
    span: Span
    kind: str


@lru_cache(maxsize=1)
def _compiled() -> Sieve[_Saying]:
    rows = []
    for line in TABLE.strip().splitlines():
        head_, _, pattern = line.partition(" : ")
        if not pattern:
            continue
        predicate, sign, span, kind = head_.split()
        saying = _Saying(predicate, sign == "!", cast("Span", span), kind)
        rows.append((saying, _spelt_freely(pattern)))
    slots = {name: _spelt_freely(expression) for name, expression in SLOTS.items()}
    return Sieve.of_written(rows, Slots(slots))


def _spelt_freely(pattern: str) -> str:
    """A pattern that also matches where an apostrophe is left out."""
    for spelt in ("n't", "i'm", "i've"):
        pattern = pattern.replace(spelt, spelt.replace("'", "'?"))
    return pattern


def read_sayings(
    tokens: Sequence[Token], text: str, offset: int, discourse: Discourse, known: Sequence[Draft]
) -> list[Draft]:
    """What the paraphrases in a sentence assert, beyond what is ``known`` of it.

    Args:
        tokens: of the sentence.
        text: the sentence as written; ``offset`` is its place in the message.
        discourse: who has been talked about.
        known: what the clauses of the sentence gave; nothing is said twice.
    """
    low = text.lower().replace("’", "'")
    if not tokens or len(low) != len(text) or len(low) > _LONGEST:
        return []
    taken = {token.start for draft in known for token in draft.object}
    told = {(d.subject, _place(d.predicate)) for d in known if d.predicate in _ONCE}
    found: list[Draft] = []
    for saying, pattern in _compiled().worth(low):
        for match in pattern.finditer(low):
            before = _before(low, match)
            planned = saying.predicate in ("wants", "plans_to", "must", "must_not", "believes")
            if _UNREAL.search(before) or (not planned and _AHEAD.search(before)):
                continue
            new = _read(saying, match, tokens, offset, discourse)
            if taken & {token.start for draft in new for token in draft.object}:
                continue
            new = [d for d in new if (d.subject, _place(d.predicate)) not in told]
            found += new
            taken |= {token.start for draft in new for token in draft.object}
            told |= {(d.subject, _place(d.predicate)) for d in new if d.predicate in _ONCE}
    return found


def _place(predicate: str) -> str:
    """The place a predicate takes: who is married is in a relation as well."""
    return {"spouse": "relation", "moved_to": "lives_in", "born_in": "from"}.get(
        predicate, predicate
    )


#: What one sentence says once of somebody.
_ONCE = frozenset({"relation", "name", "age", "birthday", "spouse", "lives_in", "moved_to", "from"})


def _before(low: str, match: re.Match[str]) -> str:
    """The part of a sentence, from the last mark on, up to the end of a match."""
    start = max(low.rfind(mark, 0, match.start() + 1) for mark in ",;:—–…") + 1
    return low[start : match.end()]


def _read(
    saying: _Saying,
    match: re.Match[str],
    tokens: Sequence[Token],
    offset: int,
    discourse: Discourse,
) -> list[Draft]:
    groups = match.groupdict()
    listed = _further_appointment(saying, match, tokens, offset, discourse)
    if listed is not None:
        return listed
    subject = subject_in(match, tokens, offset, discourse)
    if subject is None:
        return []
    if groups.get("o") is not None:
        values = _parts(saying.kind, tokens_within(match, "o", tokens, offset))
    else:
        at = next((i for i, t in enumerate(tokens) if t.start - offset >= match.end()), -1)
        values = _values(saying.kind, tokens, at) if at >= 0 else []
    fit = [bool(v) and _is_said(saying.kind, v) and KINDS[saying.kind](v) for v in values]
    values = [v for v, fits in zip(values, fit, strict=True) if fits] if fit[:1] == [True] else []
    predicate, negated = saying.predicate, saying.negated
    if predicate in ("diet", "must_not") and values:
        edible = any(t.low in FOOD | DIETS for value in values for t in value)
        predicate = "diet" if edible else "must_not" if negated else predicate
        negated = negated and predicate == "diet"
        if saying.predicate == "must_not":
            negated = edible
        if predicate == "diet" and any(
            is_treatment(t.low) or t.low in ("tablet", "capsule") for value in values for t in value
        ):
            predicate = "health"
    clause = Clause(tuple(tokens), "", subject, None, 0, 0, 0)
    return drafts(
        clause, predicate, values, negated=negated, span=saying.span, directness=Directness.IMPLIED
    )


def _further_appointment(
    saying: _Saying,
    match: re.Match[str],
    tokens: Sequence[Token],
    offset: int,
    discourse: Discourse,
) -> list[Draft] | None:
    """ "I have judo on Mondays, chess on Fridays": the second, too, is whose the sentence is.

    ``None`` where the match is no such further item.
    """
    groups = match.groupdict()
    if saying.predicate != "schedule" or not groups.get("t") or not groups.get("o"):
        return None
    if not match.start() or match.string[match.end("t") : match.start("o")].strip() not in _ON:
        return None
    subject = opening_subject(tokens, discourse)
    first = next(i for i, t in enumerate(tokens) if t.start - offset >= match.start("t"))
    if subject is None or subject.kind == "thing" or not looks_finite(tokens, subject.end):
        return None
    if not any(t.low.removesuffix("s") in WEEKDAYS for t in tokens[subject.end : first]):
        return None
    until = offset + match.end("o")
    value = trimmed([t for t in tokens[first:] if t.end <= until], leading=True)
    clause = Clause(tuple(tokens), "", subject, None, 0, 0, 0)
    return drafts(clause, "schedule", [value] if value else [], negated=False)


_ON = ("", "on", "at", "every")


def _is_said(kind: str, value: Phrase) -> bool:
    return kind in ("said", "claim", "weight") or is_value(value)


def _parts(kind: str, tokens: Sequence[Token]) -> list[Phrase]:
    if kind == "time":
        while tokens and tokens[0].low in ("on", "the"):
            tokens = tokens[1:]
    if kind in ("said", "claim", "weight", "time", "body"):
        return [trimmed(tokens, leading=False)]
    return noun_phrases(tokens, 0, prepositions=_JOINING) if tokens else []


_JOINING = frozenset({"of", "in", "on", "from", "with", "for"})


def _values(kind: str, tokens: Sequence[Token], at: int) -> list[Phrase]:
    dash = next((i for i in range(at, len(tokens)) if tokens[i].low in ("–", "—")), None)
    tokens = tokens[:dash]
    if kind == "vp":
        return [verb_phrase(tokens, at)]
    if kind == "claim":
        end = next((i for i in range(at, len(tokens)) if tokens[i].low in _CLAIM_ENDS), None)
        return [trimmed(tokens[at:end][:14])]
    if kind in ("person", "friend"):
        return [_person(tokens, at)]
    if kind in ("home", "firm", "job", "title", "place"):
        return [noun_phrase(tokens, at, prepositions=_PLACING)]
    if kind == "dose":
        return [noun_phrase(tokens, at)]
    return noun_phrases(tokens, at)


_CLAIM_ENDS = frozenset((",", ";", "—", "–", "(", "..."))
_PLACING = frozenset({"of", "near", "outside", "above", "behind", "opposite", "in", "by"})


def _person(tokens: Sequence[Token], at: int) -> Phrase:
    """The name in "a beekeeper, Solveig, ..." or "a guy called Bo"."""
    for i in range(at, min(at + 8, len(tokens))):
        token = tokens[i]
        if token.is_capital and token.text.isalpha() and token.low not in WEEKDAYS | MONTHS:
            follow = tokens[i + 1] if i + 1 < len(tokens) else None
            both = follow is not None and follow.is_capital and follow.text.isalpha()
            return tuple(tokens[i : i + 1 + both])
        if i > at and token.low in PREPOSITIONS:
            return ()
        if verb_form(token.low) and token.low not in ("called", "named"):
            return ()
    return ()
