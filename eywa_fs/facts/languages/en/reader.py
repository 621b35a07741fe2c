"""From a message to candidates: the order in which gates and rules are asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from eywa_fs.facts.certainty import certainty
from eywa_fs.facts.languages.en.asides import (
    read_contrast,
    read_every_time,
    read_instruction,
    read_role_of_speaker,
    read_verdicts,
)
from eywa_fs.facts.languages.en.clauses import Clause, clauses
from eywa_fs.facts.languages.en.corrections import (
    before_correction as _before_correction,
)
from eywa_fs.facts.languages.en.corrections import corrects as _corrects
from eywa_fs.facts.languages.en.corrections import replace_value as _replace_value
from eywa_fs.facts.languages.en.drafts import Draft
from eywa_fs.facts.languages.en.fragments import dropped_subject, read_fragment
from eywa_fs.facts.languages.en.gates import is_unreal, leaves_reality
from eywa_fs.facts.languages.en.idioms import read_idiom
from eywa_fs.facts.languages.en.phrases import trimmed
from eywa_fs.facts.languages.en.rules_be import read_be
from eywa_fs.facts.languages.en.rules_modal import read_modal
from eywa_fs.facts.languages.en.rules_orders import read_order
from eywa_fs.facts.languages.en.rules_things import read_thing
from eywa_fs.facts.languages.en.rules_verbs import BOOKING, read_verb
from eywa_fs.facts.languages.en.segments import UNASSERTED
from eywa_fs.facts.languages.en.sentences import Sentence, blanked, sentences
from eywa_fs.facts.languages.en.subjects import Discourse, mention
from eywa_fs.facts.languages.en.times import Calendar, dated, is_ahead, is_future, without_dates
from eywa_fs.facts.languages.en.tokens import Token, tokenise, written
from eywa_fs.facts.languages.en.words.grammar import RARELY
from eywa_fs.facts.languages.en.words.lists import words
from eywa_fs.facts.model import TYPE_OF_PREDICATE, Candidate, FactType

_INVERTED = words(
    """do does did is are was were am can could will would should shall have has had may might what
    which who whom whose when where why how is n't are n't"""
)
_DATED_OBJECTS = frozenset(
    {"schedule", "birthday", "plans_to", "must", "must_not", "wants", "other", "age", "born_in"}
)


def read(text: str, timestamp_ms: int, tz: str) -> list[Candidate]:
    """Every candidate of one message, in the order of the text."""
    if not text.strip():
        return []
    plain = blanked(text[:MAX_READ])
    calendar = Calendar(plain, timestamp_ms, tz)
    discourse = Discourse()
    found: list[Candidate] = []
    for sentence in sentences(plain):
        words = plain[sentence.start : sentence.end]
        if leaves_reality(words):
            break
        if is_unreal(words):
            continue
        tokens = tokenise(plain, sentence.start, sentence.end)
        if not any(token.is_word for token in tokens):
            continue
        if _corrects(tokens, found, text, calendar):
            continue
        kept, correction = _before_correction(tokens)
        batch = [
            candidate
            for draft in _sentence(kept, sentence, discourse, calendar)
            if (candidate := _candidate(draft, text, calendar, sentence))
        ]
        found += batch
        if correction and batch:
            _replace_value(found, correction, text, calendar)
    return _unique(found)


#: Beyond this many characters a message is a document; the extractor reads its beginning.
MAX_READ = 20_000


def _sentence(
    tokens: list[Token],
    sentence: Sentence,
    discourse: Discourse,
    calendar: Calendar,
) -> list[Draft]:
    denied, tokens = _not_that(tokens)
    parts = clauses(tokens, discourse, calendar.covers)
    if not parts:
        return []
    asking = sentence.questioned and _asks(tokens)
    conditional = any(c.lead in ("if", "unless") for c in parts) or tokens[0].low in (
        "if",
        "unless",
    )
    found = read_verdicts(parts[0], tokens)
    if found:
        return found
    found = [] if asking else read_instruction(parts, tokens)
    if not asking:
        found += read_role_of_speaker(tokens, parts) + read_every_time(tokens, parts)
        found += read_contrast(tokens, parts)
    elliptic = True
    for position, clause in enumerate(parts):
        if clause.lead in UNASSERTED or clause.lead == "that":
            continue
        if asking and (position == 0 or clause.subject is None):
            continue
        if conditional and (clause.subject is None or (clause.group and clause.group.modal)):
            continue
        if denied and position == 0:
            clause = _denied(clause)
        new = _clause(clause, elliptic, discourse, calendar)
        elliptic = elliptic and clause.subject is None
        for draft in new:
            mention(discourse, draft)
        found += new
    return found


def _not_that(tokens: list[Token]) -> tuple[bool, list[Token]]:
    """Strip "it's not that ..." and say whether it stood there."""
    low = [token.low for token in tokens[:5]]
    for parts in (
        ["it", "'s", "not", "that"],
        ["it", "'s", "not", "like"],
        ["not", "that"],
        ["it", "is", "not", "that"],
        ["it", "is", "n't", "that"],
    ):
        if low[: len(parts)] == parts and len(tokens) > len(parts) + 1:
            return True, tokens[len(parts) :]
    return False, tokens


def _denied(clause: Clause) -> Clause:
    """A clause under "it's not that": a denial in it is affirmed, anything else is left open."""
    if clause.group is None or not clause.group.negated:
        return replace(clause, subject=None, group=None, lead="that")
    return replace(clause, group=replace(clause.group, negations=clause.group.negations + 1))


def _asks(tokens: Sequence[Token]) -> bool:
    at = 0
    while at < min(4, len(tokens)) and tokens[at].low in (
        "so",
        "and",
        "but",
        ",",
        "ok",
        "okay",
        "hey",
        "hi",
        "well",
        "also",
        "anyway",
        "or",
    ):
        at += 1
    return at < len(tokens) and tokens[at].low in _INVERTED


def _clause(
    clause: Clause, elliptic: bool, discourse: Discourse, calendar: Calendar
) -> list[Draft]:
    if clause.lead == "that":
        return []
    if any(token.low in RARELY for token in clause.tokens):
        return []
    if clause.subject is None:
        thing = read_thing(clause, discourse)
        if thing:
            return thing
        elliptic = elliptic or clause.lead in ("-", "—", "–", ":", "(", "…", "...")
        restored = dropped_subject(clause) if elliptic else None
        if restored is None:
            return read_fragment(clause) or read_idiom(clause)
        clause = restored
    if clause.group is None:
        return []
    idiom = read_idiom(clause) if clause.group.modal in ("", "can", "could") else []
    if idiom:
        return idiom
    ordered = read_order(clause)
    if ordered is not None:
        return ordered
    if clause.group.lemma == "be" and not clause.group.modal:
        found = read_be(clause)
        return found or read_thing(clause, discourse)
    modal = read_modal(clause) if clause.group.modal else None
    if modal is not None:
        return modal
    if clause.group.lemma == "be":
        return read_be(clause)
    ahead = "progressive" in clause.group.aspect or clause.group.lemma in BOOKING
    days = calendar.days("future" if ahead else "auto")
    if clause.group.lemma in ("go", "fly", "travel", "visit", "come", "move", "stay"):
        future = is_ahead(days, clause.start, clause.end, calendar.today)
    else:
        future = is_future(days, clause.start, clause.end, calendar.today)
    return read_verb(clause, future=future)


def _candidate(draft: Draft, text: str, calendar: Calendar, sentence: Sentence) -> Candidate | None:
    value = draft.object
    if draft.predicate not in _DATED_OBJECTS:
        value = trimmed(without_dates(value, calendar.days()))
    words = written(text, value)
    if not words or _points_at_something(draft, value):
        return None
    first, last = dated(draft, calendar)
    group = draft.clause.group
    hedges = draft.clause.hedges + int(bool(group and group.modal == "might"))
    kind: FactType = TYPE_OF_PREDICATE.get(draft.predicate, "fact")
    if draft.kind == "plan" or (draft.predicate == "schedule" and first and first == last):
        kind = "plan"
    elif draft.kind == "fact":
        kind = "fact"
    return Candidate(
        subject=draft.subject,
        predicate=draft.predicate,
        object=words,
        negated=draft.negated,
        type=kind,
        certainty=certainty(
            modality=draft.modality,
            directness=draft.directness,
            hedges=hedges,
            questioned=sentence.questioned,
        ),
        valid_from=first,
        valid_to=last if first is None or last is None or last >= first else None,
        start=min(draft.clause.start, value[0].start),
        end=max(draft.clause.end, value[-1].end),
    )


def _points_at_something(draft: Draft, value: Sequence[Token]) -> bool:
    """Whether the value is only what both can see just now ("this song", "those shots")."""
    if draft.predicate not in ("prefers", "uses", "wants", "has", "other"):
        return False
    before = [t for t in draft.clause.tokens if t.end <= value[0].start][-1:]
    return bool(before) and before[0].low in ("this", "that", "these", "those", "your")


def _unique(found: Sequence[Candidate]) -> list[Candidate]:
    kept: dict[tuple[str, str, str, bool], Candidate] = {}
    for candidate in found:
        key = (
            candidate.subject.casefold(),
            candidate.predicate,
            candidate.object.casefold(),
            candidate.negated,
        )
        kept.setdefault(key, candidate)
    return list(kept.values())
