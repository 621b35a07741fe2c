"""Paraphrases that grammar does not reach: "olives can get in the sea", "she came out in hives"."""

from __future__ import annotations

import re
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
from eywa_fs.facts.languages.en.subjects import (
    USER,
    Discourse,
    Subject,
    looks_finite,
    role_at,
    subject_at,
)
from eywa_fs.facts.languages.en.tokens import Token
from eywa_fs.facts.languages.en.unnamed import left_unnamed, opening_subject
from eywa_fs.facts.languages.en.words.grammar import (
    BE,
    MONTHS,
    NUMBER_WORDS,
    PREPOSITIONS,
    SUBJECT_PRONOUNS,
    TIME_NOUNS,
    WEEKDAYS,
)
from eywa_fs.facts.languages.en.words.people import BARE_KIN, LANGUAGES, PETS
from eywa_fs.facts.languages.en.words.sayings import AHEAD, SLOTS, TABLE, UNREAL
from eywa_fs.facts.languages.en.words.things import (
    APPS,
    BODY,
    CONDITIONS,
    DIETS,
    FOOD,
    LIGHT_NOUNS,
    OWNED,
    SCHOOL_WORDS,
    SUBJECTS_STUDIED,
    WORKPLACES,
    is_treatment,
)
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
    subject = _subject(match, tokens, offset, discourse)
    if subject is None:
        return []
    if groups.get("o") is not None:
        first, last = match.span("o")
        within = [t for t in tokens if first <= t.start - offset and t.end - offset <= last]
        values = _parts(saying.kind, within)
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
        clause,
        predicate,
        values,
        negated=negated,
        span=saying.span,
        directness=Directness.IMPLIED,
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


def _subject(
    match: re.Match[str], tokens: Sequence[Token], offset: int, discourse: Discourse
) -> Subject | None:
    """The person in the group ``s``, the speaker where there is none; ``None`` for a thing."""
    groups = match.groupdict()
    if "h" in groups:
        thing = re.sub(r"^(?:my|our|the) ", "", match.group("h"))
        return Subject((f"{USER}'s {thing}",), "thing", 0)
    if "t" in groups:
        return _thing(match, tokens, offset)
    if not groups.get("s"):
        behind = match.start() > 0 and ({"s", "w"} & set(groups))
        opening = opening_subject(tokens, discourse) if behind else None
        joined = "w" in groups or match.group().lstrip().startswith(("and ", "but ", ","))
        known = joined and opening is not None and opening.kind == "person"
        known = known and opening is not None and looks_finite(tokens, opening.end)
        if joined and opening is None and tokens[0].low in ("he", "she", "they"):
            return None
        if known:
            return opening
        first = next((i for i, t in enumerate(tokens) if t.start - offset >= match.start()), 0)
        return left_unnamed(tokens, first, discourse)
    first, last = match.span("s")
    at = next((i for i, t in enumerate(tokens) if t.start - offset == first), -1)
    if at < 0:
        return None
    if tokens[at].low in ("me", "us"):
        return Subject((USER,), "user", at + 1)
    if tokens[at].low == "my" and match.group("s") == "my":
        return Subject((USER,), "user", at + 1)
    if tokens[at].low in ("his", "her", "their") and match.group("s") == tokens[at].low:
        meant = discourse.meant(tokens[at].low, tokens[at].start)
        return Subject((meant[0],), "person", at + 1, direct=False) if meant else None
    spelt = _misspelt(tokens[at], at)
    if spelt:
        return spelt
    found = subject_at(tokens, at, discourse)
    if found is None:
        role = role_at(tokens, at, discourse)
        found = Subject((role[0],), "person", role[1]) if role else None
    if found is None or found.kind == "thing":
        return None
    return found if tokens[found.end - 1].end - offset <= last else None


def _misspelt(token: Token, at: int) -> Subject | None:
    """The owner in "grannys 80th", written without its apostrophe."""
    low = token.low.removesuffix("s")
    known = low in BARE_KIN and low != token.low
    return Subject((f"{USER}'s {low}",), "person", at + 1) if known else None


def _thing(match: re.Match[str], tokens: Sequence[Token], offset: int) -> Subject | None:
    """The thing in the group ``t``, under the name by which facts call it."""
    first, last = match.span("t")
    words = [t for t in tokens if first <= t.start - offset and t.end - offset <= last]
    if not words:
        return None
    mine = any(word.low in ("my", "our") for word in words[:2])
    while words and words[0].low in ("my", "our", "the", "and", "a", "an", "but", "so"):
        words = words[1:]
    while words and words[-1].low in ("'s", "on", "at", "in"):
        words = words[:-1]
    form = verb_form(words[0].low) if words else None
    if words and words[0].low in ("last", "first", "final", "opening"):
        return None
    if any((verb_form(t.low) or ("", ""))[1] in ("third", "past", "both") for t in words[1:]):
        return None
    if form and form[1] in ("past", "both", "participle"):
        return None
    grouped = words and words[-1].low in _GROUPED
    if form and form[1] != "ing" and not words[0].is_capital and not grouped:
        return None
    if not words or len(words) > 4 or any(_unfit(t) for t in words):
        return None
    named = _written(words)
    return Subject((f"{USER}'s {named}" if mine else named,), "thing", 0)


_GROUPED = frozenset(
    "club group class practice night team school training run shift bus train man woman".split()  # noqa: SIM905
)


_UNTIMED = frozenset(
    """most coming going getting a an has have had
    that this which who there what everyone n't not home off in out away back closed shut open
    late early busy free mostly only then except never always just maybe""".split()  # noqa: SIM905
)


def _unfit(token: Token) -> bool:
    """Whether a word cannot stand in the name of a thing that keeps time."""
    return (
        token.low in SUBJECT_PRONOUNS | WEEKDAYS | MONTHS | BE | NUMBER_WORDS
        or token.low in _UNTIMED
        or (not token.is_word and token.low != "'s")
    )


def _written(words: Sequence[Token]) -> str:
    out: list[str] = []
    for token in words:
        if out and token.low in ("'s", "'"):
            out[-1] += token.text
        else:
            out.append(token.text)
    return " ".join(out)


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


def _capital(phrase: Phrase) -> bool:
    return phrase[0].is_capital and phrase[0].low not in WEEKDAYS | MONTHS | LANGUAGES


def _any_of(*lists: frozenset[str]) -> Callable[[Phrase], bool]:
    known = frozenset().union(*lists)
    return lambda phrase: any(token.low in known for token in phrase)


def _thing_named(phrase: Phrase) -> bool:
    first = phrase[0].low
    return (
        head(phrase) not in LIGHT_NOUNS | TIME_NOUNS
        and len(phrase) <= 6
        and first not in ("someone", "somebody", "everyone", "everybody", "everything", "nothing")
        and not any(t.low in SUBJECT_PRONOUNS | {"me", "us", "him", "them"} for t in phrase)
    )


def _deed(phrase: Phrase) -> bool:
    form = verb_form(phrase[0].low)
    return form is not None and form[1] in ("base", "ing") and len(phrase) > 1


_NO_HOMES = frozenset(
    "work hospital shape touch bed home prison church court cloud clouds denial hope style".split()  # noqa: SIM905
)
#: What an object must be.
KINDS: dict[str, Callable[[Phrase], bool]] = {
    "any": _thing_named,
    "said": lambda phrase: bool(phrase),
    "time": lambda phrase: bool(phrase),
    "weight": lambda phrase: bool(phrase),
    "claim": lambda phrase: len(phrase) > 3 and any(verb_form(t.low) for t in phrase),
    "vp": _deed,
    "deed": lambda phrase: phrase[0].low.endswith("ing") or _any_of(FOOD)(phrase),
    "food": _any_of(FOOD, DIETS),
    "condition": lambda phrase: (
        _any_of(CONDITIONS)(phrase) or phrase[-1].low.endswith(("itis", "osis", "emia", "aemia"))
    ),
    "drug": lambda phrase: any(is_treatment(token.low) for token in phrase),
    "dose": lambda phrase: len(phrase) > 1,
    "body": _any_of(BODY),
    "person": _capital,
    "friend": _capital,
    "place": lambda phrase: _capital(phrase) and len(phrase) <= 5,
    "home": lambda phrase: (
        len(phrase) <= 7
        and not any(t.low in FOOD for t in phrase)
        and head(phrase) not in LIGHT_NOUNS | TIME_NOUNS
        and not (len(phrase) == 1 and phrase[0].low in SCHOOL_WORDS | _NO_HOMES)
    ),
    "firm": lambda phrase: (
        (_capital(phrase) or head(phrase) in WORKPLACES or phrase[-1].low in WORKPLACES)
        and not _any_of(FOOD, APPS)(phrase)
    ),
    "job": is_job,
    "title": lambda phrase: (
        len(phrase) <= 6
        and head(phrase) not in LIGHT_NOUNS | TIME_NOUNS
        and (verb_form(phrase[0].low) or ("", ""))[1] not in ("third", "past")
    ),
    "language": _any_of(LANGUAGES),
    "subject": _any_of(LANGUAGES, SUBJECTS_STUDIED),
    "pet": _any_of(PETS),
    "tool": lambda phrase: (
        len(phrase) <= 4
        and (
            any(t.is_capital and t.low not in WEEKDAYS | MONTHS | LANGUAGES for t in phrase)
            or any(t.low[:1].isdigit() for t in phrase[1:])
            or _any_of(APPS, OWNED)(phrase)
        )
        and not _any_of(WORKPLACES)(phrase)
    ),
    "number": lambda phrase: True,
}


def read_couple(tokens: Sequence[Token], bare: Clause, discourse: Discourse) -> list[Draft]:
    """ "Ivo and I tied the knot", "Bea and I have been mates for years": whom the speaker has."""
    for at in range(min(3, len(tokens))):
        subject = subject_at(tokens, at, discourse)
        if subject is None or USER not in subject.names or len(subject.names) != 2:
            continue
        rest = [t.low for t in tokens[subject.end : subject.end + 6]]
        while rest and rest[0] in ("finally", "quietly", "actually", "'ve", "have", "just", "both"):
            rest = rest[1:]
        wed = any(tuple(rest[: len(turn)]) == turn for turn in _WEDDED)
        close = rest[:1] in (["are"], ["'re"], ["been"]) and set(rest) & _CLOSE
        if not wed and not close:
            return []
        denied = "not" in rest or "n't" in rest
        other = next(name for name in subject.names if name != USER)
        words = [t for t in tokens[at : subject.end] if t.text in other.split()]
        words = [t for t in words if t.is_capital]
        clause = bare.without_verb(tokens)
        predicate = "spouse" if wed else "friend"
        value = [tuple(words)] if words else []
        return drafts(clause, predicate, value, negated=denied, span="begins" if wed else "state")
    return []


_CLOSE = frozenset({"friends", "mates", "besties", "pals", "inseparable", "bffs"})
_WEDDED = (
    ("tied", "the", "knot"), ("got", "married"), ("got", "hitched"), ("got", "wed"), ("wed",),
    ("married",), ("eloped",), ("exchanged", "vows"), ("said", "i", "do"), ("said", "our", "vows"),
    ("were", "married"), ("were", "wed"),
)  # fmt: skip
