"""Values of the update layer: what can be decided about a fact, and by which thresholds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from eywa_fs.facts.afu import DAY_MS, Afu
from eywa_fs.facts.identity import NO_NAMES, Names

Action = Literal["append", "supersede", "retract", "merge", "append_conflict"]
Reason = Literal[
    "new",
    "addition",
    "temporary",
    "earlier_time",
    "refines",
    "restated",
    "restored",
    "unchanged",
    "newer_value",
    "other_level",
    "negated",
    "affirmed",
    "ended",
    "recovered",
    "corrected",
    "switched",
    "handed_over",
    "returned",
    "plan_fulfilled",
    "plan_moved",
    "plan_called_off",
    "false_belief",
    "taken_back",
    "uncertain",
    "same_time",
    "stable_value",
    "exclusive",
    "settled",
    "verdict",
]


@dataclass(frozen=True, slots=True)
class Policy:
    """Thresholds of the update rules.

    Args:
        certainty: lowest certainty at which a new value replaces an old one (seed 33.2 and 34).
        preference_certainty, constraint_certainty: the same for preferences, which change easily,
            and for constraints (allergies, bans), which need more.
        correction_window_ms: how far back a correction or retraction without a topic reaches.
        fulfilment_slack_ms: how long after its planned end a plan may still come true.
    """

    certainty: float = 0.7
    preference_certainty: float = 0.5
    constraint_certainty: float = 0.75
    correction_window_ms: int = 2 * DAY_MS
    fulfilment_slack_ms: int = 60 * DAY_MS

    def threshold(self, fact: Afu) -> float:
        """Certainty needed to replace ``fact``."""
        if fact.type == "preference":
            return self.preference_certainty
        return self.constraint_certainty if fact.type == "constraint" else self.certainty


DEFAULT_POLICY = Policy()


@dataclass(frozen=True, slots=True)
class Decision:
    """One action of one new fact (or of a message that only refers to facts) on its targets.

    Args:
        action, reason: what and why.
        targets: atomic ids it acts on; empty for a plain append.
        overlays: atomic ids that a temporary value covers while it lasts.
        successor: what takes the targets' place, where it is not the new fact: an older one that
            is restored, or the one of two conflicting facts that was confirmed.
        absorbed: the new fact is only part of the action and is not stored itself.
    """

    action: Action
    reason: Reason
    targets: tuple[str, ...] = ()
    overlays: tuple[str, ...] = ()
    successor: str | None = None
    absorbed: bool = False


@dataclass(frozen=True, slots=True)
class Known:
    """What is known when a fact arrives.

    Args:
        active: active facts of the user, oldest first.
        closed: superseded and retracted ones, oldest first.
        conflicts: pairs of atomic ids in open conflict.
        overlays: temporary fact -> facts that it covers.
        names: who is who.
    """

    active: Sequence[Afu]
    closed: Sequence[Afu] = ()
    conflicts: frozenset[frozenset[str]] = frozenset()
    overlays: dict[str, tuple[str, ...]] = field(default_factory=dict)
    names: Names = NO_NAMES
