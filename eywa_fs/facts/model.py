"""Values of the fact layer: the vocabulary, and one assertion as it was read from one message."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Final, Literal

FactType = Literal["fact", "preference", "constraint", "plan", "entity_relation"]
Cardinality = Literal["one", "many"]
EntityType = Literal["", "person", "place", "organisation", "thing"]
Act = Literal["state", "end", "correct", "retract", "play", "unplay"]


@dataclass(frozen=True, slots=True)
class Predicate:
    """How one predicate behaves; docs/facts.md tells of slots, values and the profile.

    ``explicit``: another value ends the old one only where its text says since when ("now", "since
    May"): people name one home, job or employer in many ways. ``stable``: a second value is a
    conflict, never an update. ``names``: what kind of thing its value names, if it names one."""

    type: FactType
    slot: str
    cardinality: Cardinality = "many"
    stable: bool = False
    explicit: bool = False
    profile: str = ""
    names: EntityType = ""


PREDICATES: Final[dict[str, Predicate]] = {
    "name": Predicate("fact", "name", "one", explicit=True, profile="name"),
    "age": Predicate("fact", "age", "one", profile="about"),
    "birthday": Predicate("fact", "birthday", "one", stable=True, profile="about"),
    "from": Predicate("fact", "origin", "one", stable=True, profile="about", names="place"),
    "born_in": Predicate("fact", "birthplace", "many", stable=True, profile="about", names="place"),
    "lives_in": Predicate("fact", "residence", "one", explicit=True, profile="home", names="place"),
    "moved_to": Predicate("fact", "residence", "one", profile="home", names="place"),
    "works_at": Predicate(
        "fact", "employer", "one", explicit=True, profile="work", names="organisation"
    ),
    "works_as": Predicate("fact", "occupation", "one", explicit=True, profile="work"),
    "studies_at": Predicate(
        "fact", "school", "one", explicit=True, profile="work", names="organisation"
    ),
    "studies": Predicate("fact", "studies", profile="work"),
    "speaks": Predicate("fact", "speaks", profile="about"),
    "can": Predicate("fact", "can"),
    "believes": Predicate("fact", "believes"),
    "health": Predicate("fact", "health", profile="constraints"),
    "allergic_to": Predicate("constraint", "allergic_to", profile="constraints"),
    "diet": Predicate("constraint", "diet", profile="constraints"),
    "must": Predicate("constraint", "must", profile="constraints"),
    "must_not": Predicate("constraint", "must_not", profile="constraints"),
    "instruction": Predicate("constraint", "instruction", profile="instructions"),
    "contact": Predicate("fact", "contact"),
    "schedule": Predicate("fact", "schedule"),
    "has": Predicate("fact", "things", names="thing"),
    "owns": Predicate("fact", "things", names="thing"),
    "uses": Predicate("fact", "things", names="thing"),
    "visited": Predicate("fact", "visited", names="place"),
    "met": Predicate("fact", "met", names="person"),
    "started": Predicate("fact", "activity"),
    "stopped": Predicate("fact", "stopped"),
    "other": Predicate("fact", "other"),
    "prefers": Predicate("preference", "preference"),
    "wants": Predicate("plan", "plans"),
    "plans_to": Predicate("plan", "plans"),
    "spouse": Predicate("entity_relation", "spouse", "one", profile="people", names="person"),
    "relation": Predicate("entity_relation", "relation", profile="people"),
    "friend": Predicate("entity_relation", "friend", profile="people", names="person"),
    "sibling": Predicate("entity_relation", "sibling", profile="people", names="person"),
    "has_child": Predicate("entity_relation", "has_child", profile="people", names="person"),
    "has_pet": Predicate("entity_relation", "has_pet", profile="people", names="thing"),
}
"""The closed vocabulary."""

LONGEST_SAID: Final = 200  # characters of the words that are kept with a fact

DOINGS: Final = frozenset({"schedule", "other", "plans"})
"""Slots of what one does: a word of it names it ("yoga" of "go to yoga on Mondays")."""

ANY: Final = "*"  # stands for a value that is not named

USER: Final = "user"  # the subject that stands for whoever writes the messages


@dataclass(frozen=True, slots=True)
class Candidate:
    """One assertion as one reader found it in one message: ``subject`` (``"user"``, a name, a role
    path: ``"user's sister"``, ``"用户的妈妈"``), ``predicate`` (``""`` for some acts), ``object``
    (the value, as written) and ``kind`` (its type), first and last day (inclusive) that are named.

    Attributes:
        start, end, said: characters of the message that say it; the words, which questions meet.
        rule: which rule read it (``en.home.live``), or ``model:NAME``, ``host``.
        sure: false for what was not said outright: a candidate, until a second statement agrees.
        act: ``state`` asserts. ``end``: a fact of this subject, slot and value is over ("sold the
            boat"), without an object whatever the slot holds. ``correct``: the value of ``kind``
            said last is wrong, ``object`` is right ("typo: it's ..."). ``retract``: what was said
            last, or the fact of this value, was not meant ("just kidding"). ``play``, ``unplay``:
            from here on what is said in the session is a play, or is meant again.
        begun_by: the last day on which it can have begun, where a time is named for that.
        old: the value whose place the object takes ("instead of tea"), or ``""``; :data:`ANY`: of
            the only one that is like it ("my new number is ...").
        by_name: it is not sure only because nothing in the message says who bears the name.
    """

    subject: str
    predicate: str
    object: str
    negated: bool = False
    valid_from: date | None = None
    valid_to: date | None = None
    start: int = 0
    end: int = 0
    rule: str = ""
    sure: bool = True
    act: Act = "state"
    kind: str = ""
    old: str = ""
    said: str = ""
    begun_by: date | None = None
    by_name: bool = False

    @property
    def type(self) -> FactType:
        """Coarse kind, from the predicate."""
        return PREDICATES[self.predicate].type if self.predicate else "fact"
