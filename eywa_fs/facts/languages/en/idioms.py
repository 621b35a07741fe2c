"""Turns of phrase: how a row of the table (``words/turns.py``) meets a clause."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import cast

from eywa_fs.facts.certainty import Directness
from eywa_fs.facts.languages.en.clauses import Clause
from eywa_fs.facts.languages.en.discourse import USER
from eywa_fs.facts.languages.en.drafts import Draft, Span, drafts
from eywa_fs.facts.languages.en.morphology import verb_form
from eywa_fs.facts.languages.en.nounphrases import noun_phrase, noun_phrases
from eywa_fs.facts.languages.en.phrases import Phrase, head, is_value, trimmed
from eywa_fs.facts.languages.en.rules_jobs import is_job
from eywa_fs.facts.languages.en.tokens import Token
from eywa_fs.facts.languages.en.verbphrases import verb_phrase
from eywa_fs.facts.languages.en.words.grammar import (
    ADVERBS,
    BE,
    MONTHS,
    NUMBER_WORDS,
    WEEKDAYS,
)
from eywa_fs.facts.languages.en.words.lists import words
from eywa_fs.facts.languages.en.words.people import TITLES
from eywa_fs.facts.languages.en.words.things import (
    APPS,
    BODY,
    CONDITIONS,
    DIETS,
    FOOD,
    LIGHT_NOUNS,
    OWNED,
    WORK_FIELDS,
)
from eywa_fs.facts.languages.en.words.turns import TABLE

_HOMES = words("house flat apartment condo cottage place room studio farm cabin home bungalow")
_CERTIFIED = words(
    """licence license degree diploma certificate phd masters master's bachelor's gcses a-levels
    visa passport citizenship a1 a2 b1 b2 c1 c2 ged belt qualification mba residency permit"""
)
_LOOKS = words("beard moustache mustache fringe dreadlocks ponytail goatee mullet")
_VENTURES = words(
    """podcast blog band channel club newsletter charity company business diary journal collection
    choir magazine zine foundation start-up startup campaign union support-group book-club"""
)
Found = tuple[list[Phrase], int]
_SLOTS: dict[str, Callable[[Sequence[Token], int], list[Phrase]]] = {}


@dataclass(frozen=True, slots=True)
class _Idiom:
    elements: tuple[str, ...]
    predicate: str
    polarity: str
    span: Span


@lru_cache(maxsize=1)
def _idioms() -> tuple[_Idiom, ...]:
    rows = []
    for line in TABLE.strip().splitlines():
        pattern, _, outcome = line.rpartition(" : ")
        predicate, polarity, span = outcome.split()
        rows.append(_Idiom(tuple(pattern.split()), predicate, polarity, cast("Span", span)))
    return tuple(rows)


@lru_cache(maxsize=1)
def _by_first_word() -> dict[str, tuple[_Idiom, ...]]:
    """Rows by the base of their first verb (or its word), so that few are tried per clause."""
    table: dict[str, list[_Idiom]] = {}
    for idiom in _idioms():
        for word in idiom.elements[0].rstrip("?").split("|"):
            table.setdefault(word.lower(), []).append(idiom)
    return {word: tuple(rows) for word, rows in table.items()}


def read_idiom(clause: Clause) -> list[Draft]:
    """What a turn of phrase in the clause asserts; empty when none is known."""
    tokens = clause.tokens
    group = clause.group
    if group is None and _is_advice(clause):
        return []
    starts = {clause.body} if group is None else {clause.body, group.verb}
    for start in sorted(starts):
        at, denied = start, False
        while at < len(tokens) and (tokens[at].low in _SKIPPED or tokens[at].low in ADVERBS):
            denied ^= tokens[at].low in ("not", "n't", "never")
            for idiom in _candidates(tokens[at]):
                found = _match(clause, idiom, at, denied)
                if found:
                    return found
            at += 1
        if at < len(tokens):
            for idiom in _candidates(tokens[at]):
                found = _match(clause, idiom, at, denied)
                if found:
                    return found
    return []


def _is_advice(clause: Clause) -> bool:
    """Whether a clause without subject opens with a bare verb ("invest in a kettle")."""
    form = verb_form(clause.tokens[clause.opening].low)
    return form is not None and form[1] == "base" and form[0] not in ("love", "hate", "live")


_SKIPPED = words(
    "do does did have has had 've been am is are was were 'm 're 's be not n't never got getting"
)


def _candidates(token: Token) -> tuple[_Idiom, ...]:
    table = _by_first_word()
    form = verb_form(token.low)
    rows = table.get(token.low, ())
    if token.low in BE:
        rows += table.get("be", ())
    elif form and form[0] != token.low:
        rows += table.get(form[0], ())
    return rows


def _match(clause: Clause, idiom: _Idiom, at: int, denied: bool) -> list[Draft]:
    tokens, start = clause.tokens, at
    objects: list[Phrase] = []
    for element in idiom.elements:
        while at < len(tokens) and tokens[at].low in ADVERBS and not _fits(element, tokens[at]):
            at += 1
        if element == "<skip>":
            while at < len(tokens) and tokens[at].low != "in":
                at += 1
            continue
        if element.startswith("<"):
            objects = _slot(element, tokens, at)
            if not objects:
                return []
            at = next(i for i, t in enumerate(tokens) if t is objects[-1][-1]) + 1
        elif at < len(tokens) and _fits(element.rstrip("?"), tokens[at]):
            at += 1
        elif not element.endswith("?"):
            return []
    if idiom.predicate == "skip":
        return []
    if not objects:
        said = tokens[start:at]
        if said[0].low in BE:
            said = said[1:]
        objects = [
            trimmed(
                said, leading=said is not tokens[start:at] and said[0].low in ("a", "an", "the")
            )
        ]
    group = clause.group
    negated = denied if group is None else group.negated
    if idiom.polarity == "=":
        negated = False
    elif idiom.polarity == "!":
        negated = not negated
    if idiom.predicate == "plans_to" and len(objects[0]) == 1 and objects[0][0].low.endswith("ing"):
        return []
    titled = objects[0][0].low in TITLES
    if idiom.predicate == "relation" and titled:
        return []
    stranger = clause.subject is not None and clause.subject.kind == "person"
    if idiom.predicate == "uses" and stranger and "back" in idiom.elements:
        return []
    if group and idiom.span in ("event", "begins") and _ahead(clause):
        return []
    predicate = idiom.predicate
    if idiom.elements[:2] == ("BE", "with") and _provides(clause, objects[0], at):
        predicate = "uses"
    if idiom.predicate == "relation" and clause.subject and USER in clause.subject.names:
        clause = replace(clause, subject=replace(clause.subject, names=(USER,)))
    return drafts(
        clause,
        predicate,
        objects,
        negated=negated,
        span=idiom.span,
        directness=Directness.IMPLIED,
    )


def _provides(clause: Clause, name: Phrase, at: int) -> bool:
    """Whether "with X" names a firm one is a customer of, not a partner."""
    household = clause.body > 0 and clause.tokens[clause.body - 1].low == "we"
    behind = clause.tokens[at].low if at < len(clause.tokens) else ""
    return name[0].low in APPS or household or behind == "for" or len(name) > 2


def _ahead(clause: Clause) -> bool:
    """Whether the clause speaks of what is still to come."""
    group = clause.group
    return group is not None and (
        ("progressive" in group.aspect and "perfect" not in group.aspect)
        or (
            group.tense == "present"
            and not group.aspect
            and group.form in ("base", "third")
            and group.lemma != "be"
        )
    )


def _fits(element: str, token: Token) -> bool:
    for word in element.rstrip("?").split("|"):
        if word == "MY":
            if token.low in ("my", "our", "his", "her", "their"):
                return True
        elif word == "BE":
            if token.low in BE:
                return True
        elif word.isupper() and len(word) > 1:
            form = verb_form(token.low)
            if (form is not None and form[0] == word.lower()) or token.low == word.lower():
                return True
        elif token.low == word:
            return True
    return False


def _slot(element: str, tokens: Sequence[Token], at: int) -> list[Phrase]:
    if at >= len(tokens):
        return []
    first = tokens[at]
    if element == "<vp>":
        phrase = verb_phrase(tokens, at)
        return [phrase] if verb_form(first.low) and is_value(phrase) else []
    if element == "<ing>":
        phrase = verb_phrase(tokens, at)
        return [phrase] if first.low.endswith("ing") and len(phrase) > 1 else []
    if element == "<num>":
        return [(first,)] if first.low.isdigit() or first.low in NUMBER_WORDS else []
    if element == "<day>":
        end = at
        while end < len(tokens) and tokens[end].low in WEEKDAYS | {"to", "and", "till", "off"}:
            end += 1
        return [tuple(tokens[at:end])] if first.low in WEEKDAYS else []
    if element == "<time>":
        return [(first,)] if first.low in WEEKDAYS | MONTHS else []
    if element == "<np>":
        return [p for p in noun_phrases(tokens, at) if head(p) not in LIGHT_NOUNS]
    one = noun_phrase(tokens, at, prepositions=frozenset({"of", "in"}))
    tests: dict[str, Callable[[Phrase], bool]] = {
        "<one>": lambda p: head(p) not in LIGHT_NOUNS,
        "<Name>": lambda p: p[0].is_capital,
        "<job>": is_job,
        "<food>": lambda p: any(t.low in FOOD for t in p),
        "<body>": lambda p: any(t.low in BODY for t in p),
        "<cond>": lambda p: any(t.low in CONDITIONS for t in p),
        "<field>": lambda p: p[-1].low in WORK_FIELDS and len(p) <= 3,
        "<diet>": lambda p: p[0].low in DIETS,
        "<look>": lambda p: bool({t.low for t in p} & _LOOKS),
        "<venture>": lambda p: head(p) in _VENTURES,
        "<home>": lambda p: bool({t.low for t in p} & _HOMES),
        "<cert>": lambda p: bool({t.low for t in p} & _CERTIFIED),
        "<tool>": lambda p: (
            p[0].is_capital
            or bool({t.low for t in p} & (APPS | OWNED))
            or (p[-1].low.endswith("s") and len(p) <= 3)
        ),
        "<thing>": lambda p: head(p) not in LIGHT_NOUNS and len(p) <= 4,
    }
    if element in ("<home>", "<body>", "<food>", "<job>", "<Name>"):
        one = noun_phrase(tokens, at)
    if element == "<body>":
        end = next(
            (
                i
                for i in range(at, min(at + 4, len(tokens)))
                if tokens[i].low in ("out", "removed", "replaced", "pinned", "operated")
            ),
            at,
        )
        one = trimmed(tokens[at:end])
    return [one] if one and is_value(one) and tests[element](one) else []
