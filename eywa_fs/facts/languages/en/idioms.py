"""Turns of phrase: a table of word patterns and what each asserts.

A pattern is a row of elements; adverbs between them are skipped, and so are auxiliaries before the
first one; a negation skipped this way denies the fact.

- a word stands for itself, ``a|b`` for either, ``a?`` may be missing;
- ``VERB`` in capitals is any form of the verb; ``BE`` any form of "be"; ``MY`` a possessive;
- ``<np>`` noun phrases (one fact each), ``<one>`` one noun phrase, ``<vp>`` a verb phrase,
  ``<Name>`` a capitalised name, ``<num>`` a number, ``<job>`` an occupation, ``<food>``,
  ``<body>``, ``<time>`` a day or time, ``<ing>`` a gerund phrase, ``<self>`` the matched words
  themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import cast

from eywa_fs.facts.certainty import Directness
from eywa_fs.facts.languages.en.clauses import Clause
from eywa_fs.facts.languages.en.drafts import Draft, Span, drafts
from eywa_fs.facts.languages.en.morphology import verb_form
from eywa_fs.facts.languages.en.phrases import (
    Phrase,
    head,
    is_value,
    noun_phrase,
    noun_phrases,
    trimmed,
    verb_phrase,
)
from eywa_fs.facts.languages.en.rules_jobs import is_job
from eywa_fs.facts.languages.en.tokens import Token
from eywa_fs.facts.languages.en.words.grammar import (
    ADVERBS,
    BE,
    MONTHS,
    NUMBER_WORDS,
    WEEKDAYS,
)
from eywa_fs.facts.languages.en.words.lists import words
from eywa_fs.facts.languages.en.words.things import (
    BODY,
    CONDITIONS,
    DIETS,
    FOOD,
    LIGHT_NOUNS,
    WORK_FIELDS,
)

#: pattern : predicate polarity span. The first row that fits wins.
TABLE = """
GO by <Name> : name + none
name 's <Name> : name + none
can n't GET enough of <np> : prefers = state
could n't|not LIVE without <np> : prefers = state
can n't LIVE without <np> : prefers = state
can n't|not DO without <np> : uses = state
LIVE for <np> : prefers + state
GO crazy|mad|wild|nuts for <np> : prefers + state
HAVE a soft spot for <np> : prefers + state
HAVE a weakness|thing|passion for <np> : prefers + state
HAVE a sweet tooth : prefers + state
HAVE no time|patience|love for <np> : prefers ! state
more of a <one> person : prefers + state
BE more of a <one> person : prefers + state
GO off <np> : prefers ! begins
GROW out of <np> : prefers ! begins
LOSE interest in <np> : prefers ! begins
FALL in love with <np> : prefers + begins
COLLECT <np> : other + state
CUT out <food> : diet ! begins
CUT down on <food> : diet ! begins
STAY away from <food> : diet ! state
STEER clear of <food> : diet ! state
stick|sticks to <food> : diet + state
KEEP kosher|halal|vegan|vegetarian : diet + state
CANCEL|DELETE|UNINSTALL|DEACTIVATE MY? <thing> : uses + over
GET rid of MY? <thing> : owns + over
GET off <thing> : uses + over
GO back to using? <thing> : uses + begins
SWITCH back to <np> : uses + begins
SWITCH over? to <np> : uses + begins
MIGRATE|MOVE|EXPORT everything|all to <thing> : uses + begins
TREAT myself to <np> : owns + none
INVEST in <np> : owns + none
SPLASH out on <np> : owns + none
DIAGNOSE with <np> : health + begins
TEST positive for <np> : health + event
COME down with <np> : health + event
GET over <cond> : health + event
HAVE MY <body> out|removed|replaced|pinned|operated : health + event
GET <cond> : health + event
THROW|PUT MY back|shoulder|knee|hip out : health + event
BE out of hospital : health + event
GO <diet> : diet + begins
GET married : relation + begins
GET engaged : relation + begins
GET divorced|separated : relation + begins
SPLIT up : relation + begins
BREAK up with <one> : relation + begins
TIE the knot : relation + begins
BE with <Name> : relation + state
GO out with <Name> : relation + state
HAVE a baby|son|daughter|girl|boy : has_child + begins
BECOME an? aunt|uncle|grandma|grandpa|father|mother|dad|mum|mom|parent : relation + begins
BECOME a|an <job> : works_as + begins
BECOME <job> : works_as + begins
BE a mum|mom|mother|dad|father|parent of <num> : has_child + state
HAVE <day> : schedule + state
WORK <day> : schedule + state
BE off on <day> : schedule + state
BE an only child : other + none
BE the oldest|eldest|youngest|middle of <one> : other + none
BE expecting <one> : plans_to + plan
KNOW how to <vp> : can + state
LEARN to <vp> : can + begins
KNOW MY way around <np> : can + state
HOLD a|an|the <np> : has + state
GET MY <cert> : has + begins
PASS MY driving test : other + event
GET a|the|MY job at|with <one> : works_at + begins
GET a|the job as <job> : works_as + begins
GET hired at|by <one> : works_at + begins
GET fired|sacked|laid|promoted|redundant : other + event
HAND in MY notice : other + event
GIVE MY notice : other + event
TEMP|FREELANCE|CONTRACT|INTERN|MOONLIGHT at|for|with <one> : works_at + state
BE in <field> : works_as + state
MEAN to <vp> : wants + plan
FANCY <ing> : wants + plan
SAVE up? for <np> : wants + plan
THINK about|of <ing> : wants + plan
CONSIDER <ing> : wants + plan
TOY with the idea of <ing> : wants + plan
LOOK forward to <ing> : plans_to + plan
LOOK forward to <np> : plans_to + plan
HEAD to|back <one> : plans_to + plan
SPEND <skip> in <Name> : visited + event
GET back from <Name> : visited + event
COME back from <Name> : visited + event
RETURN from <Name> : visited + event
BE back from <Name> : visited + event
GO to see <Name> : visited + event
MOVE in with <one> : other + begins
LIVE with <one> : other + state
LIVE alone : other + state
MOVE out of <one> : lives_in + over
RENT|BUY|OWN|HAVE a|an <home> in <one> : lives_in + state
BORN and bred in <one> : from + none
BE born and bred in <one> : from + none
BE <num> years old : age + state
HIT|REACH <num> : age + begins
BE a <job> by trade|training|profession : works_as + state
BE not|n't my|our thing : skip + none
SWEAR off <np> : stopped + begins
GIVE <np> up : stopped + begins
KICK <np> : stopped + begins
PACK in <np> : stopped + begins
DROP out of <one> : studies_at + over
BE back at the gym : started + begins
TRY my hand at <np> : started + begins
DIE : other + event
PASS away : other + event
"""
_HOMES = words("house flat apartment condo cottage place room studio farm cabin home bungalow")
_CERTIFIED = words(
    """licence license degree diploma certificate phd masters master's bachelor's gcses a-levels
    visa passport citizenship a1 a2 b1 b2 c1 c2 ged belt qualification mba residency permit"""
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
    if group and idiom.span in ("event", "begins") and _ahead(clause):
        return []
    return drafts(
        clause,
        idiom.predicate,
        objects,
        negated=negated,
        span=idiom.span,
        directness=Directness.IMPLIED,
    )


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
        "<home>": lambda p: bool({t.low for t in p} & _HOMES),
        "<cert>": lambda p: bool({t.low for t in p} & _CERTIFIED),
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
