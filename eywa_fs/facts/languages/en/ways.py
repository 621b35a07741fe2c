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
from eywa_fs.facts.languages.en.drafts import Draft, Span, drafts
from eywa_fs.facts.languages.en.phrases import Phrase, is_value, noun_phrase, noun_phrases, trimmed
from eywa_fs.facts.languages.en.subjects import (
    SPEAKER,
    USER,
    Discourse,
    Subject,
    role_at,
    subject_at,
)
from eywa_fs.facts.languages.en.tokens import Token
from eywa_fs.facts.languages.en.unnamed import left_unnamed, opening_subject
from eywa_fs.facts.languages.en.waykinds import KINDS, PLACING, VERBATIM
from eywa_fs.facts.languages.en.words.grammar import ADVERBS, BE, HAVE
from eywa_fs.facts.languages.en.words.lists import words
from eywa_fs.facts.languages.en.words.predicatives import NATIONS
from eywa_fs.facts.languages.en.words.things import (
    APPOINTMENTS,
    BODY,
    CONDITIONS,
    FOOD,
    JOBS,
    OWNED,
    WORKPLACES,
)
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


def _makes_sense(draft: Draft) -> bool:
    """Whether the subject is somebody and the value no mere "doctor's orders"."""
    return (
        draft.subject.lower() not in _NOBODY
        and draft.object[-1:] != ()
        and (draft.object[-1].low != "orders" or draft.predicate not in ("diet", "prefers"))
    )


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
#: What a rule may take for a subject and is none.
_NOBODY = words("me us him them it they this that these those one what then today back both all")


def _read(
    way: _Way,
    match: re.Match[str],
    tokens: Sequence[Token],
    offset: int,
    discourse: Discourse,
) -> list[Draft]:
    subject = _subject(way, match, tokens, offset, discourse)
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


def _values(
    outcome: _Outcome, match: re.Match[str], tokens: Sequence[Token], offset: int
) -> list[Phrase]:
    if outcome.group in match.re.groupindex:
        if match[outcome.group] is None:
            return []
        within = _within(match, outcome.group, tokens, offset)
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


def _within(
    match: re.Match[str], group: str, tokens: Sequence[Token], offset: int
) -> tuple[Token, ...]:
    first, last = match.span(group)
    return tuple(t for t in tokens if first <= t.start - offset and t.end - offset <= last)


def _subject(
    way: _Way, match: re.Match[str], tokens: Sequence[Token], offset: int, discourse: Discourse
) -> Subject | None:
    """The person in the group ``s``, the thing in the group ``t``, or the speaker."""
    groups = match.groupdict()
    if groups.get("t"):
        return _thing(_within(match, "t", tokens, offset), discourse)
    if groups.get("s") and not _only_adverbs(match["s"]):
        return _person(match, tokens, offset, discourse)
    joined = way.inherits or ("s" in groups and _JOINING.match(match.group()))
    if match.start() > 0 and joined:
        opening = opening_subject(tokens, discourse)
        if opening is not None and opening.names[0].lower() in NATIONS:
            return SPEAKER
        if opening is not None:
            return opening if opening.kind != "thing" else None
        if tokens[0].low in _OTHERS:
            return None
    if not groups.get("s"):
        first = next((i for i, t in enumerate(tokens) if t.start - offset >= match.start()), 0)
        return left_unnamed(tokens, first, discourse)
    return SPEAKER


#: No outcome of its own: the others hold only where its words are of the kind told.
_GATE = "gate"


def _only_adverbs(said: str) -> bool:
    """Whether what stands for a person is none ("fully", "also just")."""
    return all(word.endswith("ly") or word in ADVERBS for word in said.split())


_SUPPOSING = words("if unless imagine suppose supposing")
_JOINING = re.compile(r"[\s,–—-]*(?:and|but|so|then)\b|,")
_OTHERS = words("they you he she it this that these those there everyone people my our the")
#: Nouns that open a sentence with a capital without being names.
_COMMON = (
    FOOD
    | CONDITIONS
    | BODY
    | OWNED
    | WORKPLACES
    | JOBS
    | APPOINTMENTS
    | words(
        "blood invoices bookings orders complaints enquiries inquiries urgent emergencies praise"
    )
)
#: What may stand between a person and the words of a row.
_LIGHT = (ADVERBS | BE | HAVE | {"been", "got"}) - words(
    "almost nearly never hardly rarely not n't was were had"
)
_POSSESSIVES = frozenset({"my", "our", "me", "us"})


def _person(
    match: re.Match[str], tokens: Sequence[Token], offset: int, discourse: Discourse
) -> Subject | None:
    first, last = match.span("s")
    at = next((i for i, t in enumerate(tokens) if t.start - offset == first), -1)
    if at < 0:
        return None
    said = match["s"]
    if said in _POSSESSIVES:
        return Subject((USER,), "user", at + 1)
    if said in ("his", "her", "him"):
        meant = discourse.meant("her" if said == "her" else "his", tokens[at].start)
        return Subject((meant[0],), "person", at + 1, direct=False) if meant else None
    found = subject_at(tokens, at, discourse)
    if found is None or tokens[found.end - 1].end - offset > last:
        role = role_at(tokens, at, discourse)
        found = Subject((role[0],), "person", role[1]) if role else found
    if found is not None and found.names[0].lower() in NATIONS:
        return None
    if found is None or found.kind == "thing" or (at == 0 and tokens[0].low in _COMMON):
        return None
    joint = opening_subject(tokens, discourse) if at else None
    if joint is not None and joint.end == found.end and len(joint.names) > 1:
        found = joint
    between = [t.low for t in tokens[found.end :] if t.end - offset <= last]
    whole = tokens[found.end - 1].end - offset <= last and _LIGHT.issuperset(between)
    return found if whole else None


def _thing(said: tuple[Token, ...], discourse: Discourse) -> Subject | None:
    """A thing under the name by which facts call it: "our gate code" is ``user's gate code``."""
    owner = ""
    if 0 < len(said) <= 2 and said[-1].low in _AT_HOME and said[0].low in ("the", said[-1].low):
        owner = f"{USER}'s "
    while said and said[0].low in _DETERMINERS:
        if said[0].low in ("my", "our"):
            owner = f"{USER}'s "
        elif said[0].low in ("his", "her"):
            meant = discourse.meant(said[0].low, said[0].start)
            if meant is None:
                return None
            owner = f"{meant[0]}'s "
        said = said[1:]
    if said and said[-1].low == "'s":
        said = said[:-1]
    if (
        not said
        or said[0].low in _NO_THINGS
        or any(t.low in _UNFIT or not (t.is_word or t.low == "'s") for t in said)
    ):
        return None
    name = ""
    for token in said:
        name += token.text if token.low in ("'s", "'") else f" {token.text}"
    return Subject((owner + name.strip(),), "thing", 0)


#: What everybody has one of: "the boiler", "Rent" are the speaker's.
_AT_HOME = words(
    """boiler hoover dishwasher fridge freezer oven hob kettle telly router shower heating car van
    bike rent mortgage passport visa lease contract tenancy roof lift printer laptop"""
)
_NO_THINGS = words("coming going getting being back flying leaving moving last first final opening")
_DETERMINERS = words("my our the a an his her and but so")
_UNFIT = words(
    """i we you he she it they that this which who what there everyone is are was were and or not
    n't if when so because a an has have had been said told says me us
    monday tuesday wednesday thursday friday saturday sunday"""
)
