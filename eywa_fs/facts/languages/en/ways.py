"""Ways of saying a thing, by family: work, home, health, tastes, lives, things, times.

Where ``sayings.py`` reads one value from a paraphrase, a way may read several ("on the till at the
baths" is a job and a place of work). What a way reads takes the place of the mere verb phrase that
the grammar of clauses kept of the same words.
"""

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
from eywa_fs.facts.languages.en.nounphrases import noun_phrase, noun_phrases
from eywa_fs.facts.languages.en.phrases import Phrase, is_value, trimmed
from eywa_fs.facts.languages.en.tokens import Token
from eywa_fs.facts.languages.en.waykinds import KINDS, PLACING, VERBATIM
from eywa_fs.facts.languages.en.waysubjects import subject_in
from eywa_fs.facts.languages.en.words.lists import words
from eywa_fs.facts.languages.en.words.ways import NEGATION, SLOTS, TABLES, UNREAL
from eywa_fs.language.needles import Slots
from eywa_fs.language.sieve import Sieve

_LONGEST = 400
_NUMBER = re.compile(r"[\d@]")
_UNREAL = re.compile(UNREAL)
_NEGATION = re.compile(NEGATION)
#: Small letters, those with marks among them.
_LETTERS = "[a-zß-öø-ÿā-ž"
#: Taken over from the grammar of clauses only where no way reads the words better.
_WEAK = frozenset({"other"})


@dataclass(frozen=True, slots=True)
class _Outcome:
    predicate: str
    negated: bool
    span: Span
    kind: str
    group: str


@dataclass(frozen=True, slots=True)
class _Way:
    outcomes: tuple[_Outcome, ...]
    unchecked: bool
    outranks: bool
    inherits: bool
    numeric: bool


def _outcome(text: str) -> _Outcome:
    predicate, sign, span, kind, *group = text.split()
    return _Outcome(
        predicate, sign == "!", cast("Span", span), kind, group[0].lstrip("@") if group else "o"
    )


@lru_cache(maxsize=1)
def _compiled() -> Sieve[_Way]:
    rows = []
    for line in "\n".join(TABLES).splitlines():
        told, _, pattern = line.partition(" : ")
        if not pattern:
            continue
        flags = told[: len(told) - len(told.lstrip("~^>#"))]
        outcomes = tuple(map(_outcome, told.lstrip("~^>#").split(";")))
        rows.append(
            (
                _Way(outcomes, "~" in flags, "^" in flags, ">" in flags, "#" in flags),
                _with_marks(pattern),
            )
        )
    slots = {name: _with_marks(expression) for name, expression in SLOTS.items()}
    return Sieve.of_written(rows, Slots(slots))


def _with_marks(pattern: str) -> str:
    """A pattern whose words may hold letters with marks."""
    return pattern.replace("[a-z", _LETTERS)


def with_ways(
    tokens: Sequence[Token], text: str, offset: int, discourse: Discourse, known: Sequence[Draft]
) -> list[Draft]:
    """What is ``known`` of a sentence and what its ways of saying add or correct.

    Args:
        tokens: of the sentence.
        text: the sentence as written; ``offset`` is its place in the message.
        discourse: who has been talked about.
        known: what the other rules read in the sentence.
    """
    low = text.lower().replace("’", "'")
    found = [draft for draft in known if _makes_sense(draft)]
    if not tokens or len(low) != len(text) or len(low) > _LONGEST:
        return found
    if tokens[0].low in _SUPPOSING:
        return found
    if "?" in low:
        low = _before_question(low)
    number = _NUMBER.search(low)
    for way, pattern in _compiled().worth(low):
        if way.numeric and number is None:
            continue
        for match in pattern.finditer(low):
            before = low[_part_start(low, match) : match.start()]
            if not way.unchecked and (_UNREAL.search(before) or _NEGATION.search(before)):
                continue
            new = _read(way, match, tokens, offset, discourse)
            if new:
                found = _joined(found, new, way.outranks)
    return found


_SUPPOSING = words("if unless imagine suppose supposing")


def _makes_sense(draft: Draft) -> bool:
    """Whether the subject is somebody and the value no mere "doctor's orders"."""
    return (
        draft.subject.lower() not in _NOBODY
        and draft.object[-1:] != ()
        and (draft.object[-1].low != "orders" or draft.predicate not in ("diet", "prefers"))
    )


#: What a rule may take for a subject and is none.
_NOBODY = words("me us him them it they this that these those one what then today back both all")


def _before_question(low: str) -> str:
    """What is stated before a question is put ("Dad's 70th is on Friday, any ideas?")."""
    if _ASKING.match(low):
        return ""
    if low.lstrip().startswith("guess who"):
        return low
    return low[: max(low.rfind(mark, 0, low.index("?")) for mark in ",;:—–…") + 1]


_ASKING = re.compile(
    r"\W*(?:so |and |but |ok |okay |hey |hi |also |well )?(?:do|does|did|is|are|was|were|am|can|"
    r"could|will|would|should|shall|have|has|had|may|might|what|which|who|whom|whose|when|where|why|how|"
    r"isn't|aren't|don't|doesn't|didn't|can't|couldn't|won't|wouldn't|any)\b"
)


def _part_start(low: str, match: re.Match[str]) -> int:
    """Where the part of a sentence begins, behind a mark, in which a match stands."""
    return max(low.rfind(mark, 0, match.start() + 1) for mark in ",;:—–…") + 1


def _joined(known: list[Draft], new: list[Draft], outranks: bool) -> list[Draft]:
    """Both, where they do not speak of the same words; the better one where they do."""
    fresh = {token.start for draft in new for token in draft.object}
    kept = [
        draft
        for draft in known
        if not (
            (outranks or draft.predicate in _WEAK)
            and fresh & {token.start for token in draft.object}
        )
    ]
    taken = {token.start for draft in kept for token in draft.object}
    once = _ONCE if outranks else _ONCE | _USUALLY_ONCE
    told = {_place(draft) for draft in kept if draft.predicate in once}
    added = [
        draft
        for draft in new
        if not taken & {token.start for token in draft.object} and _place(draft) not in told
    ]
    return kept + added if added or len(kept) == len(known) else known


def _place(draft: Draft) -> tuple[str, str, bool]:
    return draft.subject, draft.predicate, draft.negated


#: What one sentence says once of somebody.
_ONCE = frozenset({"age", "birthday", "spouse", "lives_in", "moved_to", "from"})
#: ... unless a row is sure of its words.
_USUALLY_ONCE = frozenset({"works_as", "works_at", "studies", "studies_at", "name"})


def _read(
    way: _Way, match: re.Match[str], tokens: Sequence[Token], offset: int, discourse: Discourse
) -> list[Draft]:
    subject = subject_in(match, tokens, offset, discourse, inherits=way.inherits)
    if subject is None:
        return []
    clause = Clause(tuple(tokens), "", subject, None, 0, 0, 0)
    found: list[Draft] = []
    for outcome in way.outcomes:
        values = _values(outcome, match, tokens, offset)
        values = values[:1] if outcome.predicate == "plans_to" else values
        values = [v for v in values if v and KINDS[outcome.kind](v)]
        if not values and outcome is way.outcomes[0]:
            return []
        if outcome.predicate == _GATE:
            continue
        found += drafts(
            clause,
            outcome.predicate,
            values,
            negated=outcome.negated,
            span=outcome.span,
            directness=Directness.IMPLIED,
        )
    return found


#: No outcome of its own: the others hold only where its words are of the kind told.
_GATE = "gate"


def _values(
    outcome: _Outcome, match: re.Match[str], tokens: Sequence[Token], offset: int
) -> list[Phrase]:
    if outcome.group in match.re.groupindex:
        if match[outcome.group] is None:
            return []
        within = tokens_within(match, outcome.group, tokens, offset)
        while outcome.predicate in _TIMES and within and within[0].low in ("the", "on", "at"):
            within = within[1:]
        if outcome.kind in VERBATIM:
            return [trimmed(within, leading=outcome.kind == "value")]
        return noun_phrases(within, 0, prepositions=PLACING) if within else []
    at = next((i for i, t in enumerate(tokens) if t.start - offset >= match.end()), -1)
    if at < 0:
        return []
    if outcome.kind in ("firm", "home", "place", "trade", "named"):
        one = noun_phrase(tokens, at, prepositions=PLACING)
        return [one] if is_value(one) else []
    return noun_phrases(tokens, at)


_TIMES = frozenset({"schedule", "birthday"})
