"""From drafts to candidates: the value without its dates, validity, type, certainty."""

from __future__ import annotations

from collections.abc import Sequence

from eywa_fs.facts.certainty import certainty
from eywa_fs.facts.languages.en.checks import NO_ALLERGENS, leans_on_context, points_at_something
from eywa_fs.facts.languages.en.drafts import Draft
from eywa_fs.facts.languages.en.phrases import trimmed
from eywa_fs.facts.languages.en.sentences import Sentence
from eywa_fs.facts.languages.en.times import Calendar, dated, end_of_while, without_dates
from eywa_fs.facts.languages.en.tokens import written
from eywa_fs.facts.languages.en.words.verbs import REQUESTS
from eywa_fs.facts.model import TYPE_OF_PREDICATE, Candidate, FactType


def as_candidate(
    draft: Draft, text: str, calendar: Calendar, sentence: Sentence
) -> Candidate | None:
    """The candidate of a draft; ``None`` where its value says nothing by itself.

    Args:
        draft: what a rule read.
        text: the message, of which the value is quoted.
        calendar: the dates of the message.
        sentence: where the draft was read.
    """
    value = draft.object
    happened = draft.predicate == "other" and draft.span == "event"
    if happened or draft.predicate not in _DATED_OBJECTS:
        with_whom = bool(value) and value[0].low == "with" and draft.predicate in _WITH_WHOM
        whole = with_whom or draft.predicate == "relation"
        dateless = trimmed(without_dates(value, calendar.days()), leading=not whole)
        value = value if draft.predicate in _NOT_CUT_SHORT and len(dateless) < 2 else dateless
    words = written(text, value)
    if draft.predicate == "allergic_to" and value and value[-1].low in NO_ALLERGENS | REQUESTS:
        return None
    if not words or points_at_something(draft, value):
        return None
    if draft.predicate not in ("believes", "relation") and leans_on_context(value):
        return None
    first, last = dated(draft, calendar)
    lasts = draft.span in ("state", "begins") or draft.predicate == "schedule"
    if last is None and lasts:
        last = end_of_while(calendar.text[sentence.start : sentence.end], calendar.today)
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


_DATED_OBJECTS = frozenset(
    {"schedule", "birthday", "must", "must_not", "wants", "other", "age", "born_in"}
)
#: A bare verb is no value of these: "come on Friday" keeps its day.
_NOT_CUT_SHORT = frozenset({"can", "plans_to"})
#: One lives in a place or with somebody.
_WITH_WHOM = frozenset({"lives_in", "moved_to"})


def unique(found: Sequence[Candidate]) -> list[Candidate]:
    """The candidates without those that say the same again; the first of each stays."""
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
