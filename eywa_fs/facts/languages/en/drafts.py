"""An assertion on its way from a rule to a candidate."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from eywa_fs.facts.certainty import Directness, Modality
from eywa_fs.facts.languages.en.clauses import Clause
from eywa_fs.facts.languages.en.tokens import Token

#: How a date in the clause bounds the fact: an event has both ends, a state begins or is over.
Span = Literal["event", "begins", "over", "plan", "state", "none"]


@dataclass(frozen=True, slots=True)
class Draft:
    """One assertion: what a rule read, before dates and certainty are added."""

    subject: str
    predicate: str
    object: tuple[Token, ...]
    negated: bool
    span: Span
    clause: Clause
    modality: Modality = Modality.ASSERTED
    directness: Directness = Directness.EXPLICIT
    kind: str = ""


def drafts(
    clause: Clause,
    predicate: str,
    objects: Sequence[tuple[Token, ...]],
    *,
    negated: bool | None = None,
    span: Span = "state",
    modality: Modality = Modality.ASSERTED,
    directness: Directness = Directness.EXPLICIT,
    kind: str = "",
) -> list[Draft]:
    """One draft for each object and each subject of the clause."""
    names = clause.subject.names if clause.subject else ("user",)
    direct = clause.subject is None or clause.subject.direct
    if not direct or clause.dropped_subject:
        directness = Directness.ELLIPTIC if directness is Directness.EXPLICIT else directness
    if negated is None:
        negated = clause.group.negated if clause.group else False
    return [
        Draft(name, predicate, obj, negated, span, clause, modality, directness, kind)
        for name in names
        for obj in objects
        if obj
    ]
