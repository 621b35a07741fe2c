"""One new fact among what is known, and the questions that all rules ask."""

from __future__ import annotations

from collections.abc import Sequence

from eywa_fs.facts import slots
from eywa_fs.facts.afu import Afu, day_after
from eywa_fs.facts.cues import Cues
from eywa_fs.facts.decisions import Decision, Known, Policy, Reason
from eywa_fs.facts.values import contains, tokens

#: Predicates whose facts happened and stay true, whatever comes later.
EVENTS = frozenset({"visited", "met", "started", "stopped", "name"})


_ENTITIES_WORDS = """
    has_pet has_child spouse sibling friend owns has uses relation other started stopped
"""
_ENTITIES = frozenset(_ENTITIES_WORDS.split())


class Case:
    """One new fact with the facts of its subject, and the questions all rules ask."""

    def __init__(self, new: Afu, known: Known, cues: Cues, policy: Policy) -> None:
        self.new, self.known, self.cues, self.policy = new, known, cues, policy
        subjects = {old.subject for old in known.active}
        ours = {s for s in subjects if known.names.same_subject(new.subject, s)}
        mine = [old for old in known.active if old.subject in ours]
        self.siblings = [old for old in mine if old.source_event_id == new.source_event_id]
        self.rivals = [
            old
            for old in mine
            if old.source_event_id != new.source_event_id and not _ran_out(old, new)
        ]

    def ended_events(self) -> frozenset[str]:
        """Earlier messages of which this message has ended a fact already."""
        ours = {fact.atomic_id for fact in self.siblings}
        if not ours:
            return frozenset()
        closed = self.known.closed
        return frozenset(gone.source_event_id for gone in closed if gone.superseded_by in ours)

    def uncertain(self, old: Afu) -> bool:
        """Whether the new fact is too weak to replace ``old``."""
        hedged = self.cues.near(self.new.object, "hedge")
        return hedged or self.new.certainty < self.policy.threshold(old)

    def replace(self, olds: Sequence[Afu], reason: Reason) -> tuple[Decision, ...]:
        """Supersede ``olds``, or stand beside them in conflict where the evidence is too weak."""
        strong = tuple(old.atomic_id for old in olds if not self.uncertain(old))
        weak = tuple(old.atomic_id for old in olds if self.uncertain(old))
        decisions = [Decision("supersede", reason, strong)] if strong else []
        if weak:
            decisions.append(Decision("append_conflict", "uncertain", weak))
        return tuple(decisions)

    def is_additive(self) -> bool:
        return self.cues.beside(self.new.object, "additive")

    def arrives(self) -> bool:
        """Whether the message says that the new value takes a place ("switched to X")."""
        return any(
            cue.arriving and contains(cue.arriving, self.new.object)
            for cue in self.cues.of("switch")
        )

    def is_past(self) -> bool:
        """Whether the new fact is about a time that was over on the day it was said."""
        end = self.new.validity_end_at
        if self.new.attribute == "partner" and self.new.stated_start:
            return False
        return end is not None and end <= day_after(self.new.observed_at)

    def is_temporary(self) -> bool:
        """Whether the new fact holds for a while only, by its dates or by a cue."""
        if self.is_past() or self.new.attribute == "partner":
            return False
        return self.new.stated_end or self.cues.near(self.new.object, "temporary")

    def same_thing(self, old: Afu) -> bool:
        """Whether both objects name one thing, aliases included."""
        if slots.names_same(self.new, old):
            return True
        entity = self.new.predicate in _ENTITIES or old.predicate in _ENTITIES
        return entity and self.known.names.mentions(self.new.object, old.object)


def _ran_out(old: Afu, new: Afu) -> bool:
    """Whether ``old`` was over before ``new`` began; plans wait longer (see ``_due``)."""
    if old.type == "plan" or old.validity_end_at is None:
        return False
    return old.validity_end_at <= min(new.observed_at, new.validity_start_at)


def mentions(text: str, old: Afu) -> bool:
    """Whether ``text`` names the object of ``old``, whole or by at least half of its words."""
    if contains(text, old.object):
        return True
    words = tokens(old.object)
    return len(words) <= 4 and 2 * len(words & tokens(text)) >= len(words)


def same_activity(new: Afu, old: Afu) -> bool:
    """Whether the object of one names the activity that the other's sentence is about."""
    return bool(
        tokens(new.object) & tokens(old.context) or tokens(old.object) & tokens(new.context)
    )
