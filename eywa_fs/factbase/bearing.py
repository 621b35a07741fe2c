"""What the records of a search have to do with a question about a user's life: pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from eywa_fs.facts import slots
from eywa_fs.facts.afu import Afu
from eywa_fs.facts.questions import Question
from eywa_fs.facts.replay import FactState


@dataclass(frozen=True, slots=True)
class Bearing:
    """Event ids by what was read in the records.

    Attributes:
        telling: records that state what is asked for, or that tell of a change.
        beside: records that state something, but nothing of what is asked for.
    """

    telling: frozenset[str] = frozenset()
    beside: frozenset[str] = frozenset()


def bearing(state: FactState, question: Question, event_ids: Iterable[str]) -> Bearing:
    """How the records with these ids bear on ``question``."""
    wanted = set(event_ids)
    stating = [fact for fact in state.facts if fact.source_event_id in wanted]
    telling = {fact.source_event_id for fact in stating if _is_asked(question, fact)}
    telling |= wanted & set(state.unread)
    telling |= {entry.source_event_id for entry in state.audit if _changes(entry.action)} & wanted
    beside = {fact.source_event_id for fact in stating} - telling if question.predicates else set()
    return Bearing(frozenset(telling), frozenset(beside))


def _is_asked(question: Question, fact: Afu) -> bool:
    return any(slots.near(name, fact.predicate) for name in question.predicates)


def _changes(action: str) -> bool:
    return action in ("supersede", "retract")
