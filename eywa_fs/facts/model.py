"""Values of the fact layer: what one assertion is, before and after it is stored.

Pure data; nothing here reads a file, a clock or the environment.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Literal

FactType = Literal["fact", "preference", "constraint", "plan", "entity_relation"]

#: The closed vocabulary. A language pack maps its own words to these and to nothing else.
PREDICATES: frozenset[str] = frozenset(
    """prefers lives_in works_at works_as studies_at studies from age birthday name has has_pet
    has_child spouse sibling friend owns speaks allergic_to diet can wants plans_to must must_not
    uses visited met started stopped moved_to born_in believes health schedule contact relation
    other""".split()  # noqa: SIM905 - a word list reads better as words
)

#: The type that follows from the predicate; a language pack states only the exceptions.
TYPE_OF_PREDICATE: dict[str, FactType] = {
    "prefers": "preference",
    **dict.fromkeys(("diet", "allergic_to", "must", "must_not"), "constraint"),
    **dict.fromkeys(("plans_to", "wants"), "plan"),
    **dict.fromkeys(
        ("has_pet", "has_child", "spouse", "sibling", "friend", "relation"), "entity_relation"
    ),
}


@dataclass(frozen=True, slots=True)
class Candidate:
    """One assertion as a language pack read it from one message.

    Args:
        subject: ``"user"`` for the speaker; a name; or a role path (``"user's sister"``,
            ``"用户的妈妈"``); or the thing the sentence is about.
        predicate: one of :data:`PREDICATES`.
        object: the shortest phrase of the message that carries the value, as written.
        negated: the assertion denies the value.
        type: coarse kind, see :data:`TYPE_OF_PREDICATE`.
        certainty: 0..1, computed, see ``facts/certainty.py``.
        valid_from, valid_to: first and last day (inclusive) the text names; ``None`` = not said.
        start, end: character span in the message the assertion was read from.
    """

    subject: str
    predicate: str
    object: str
    negated: bool
    type: FactType
    certainty: float
    valid_from: date | None
    valid_to: date | None
    start: int
    end: int
