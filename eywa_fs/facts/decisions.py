"""Values of the update engine: what is said, what a judge ruled, and what is decided."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from eywa_fs.facts.afu import Afu
from eywa_fs.facts.model import Act

Action = Literal["append", "supersede", "retract", "merge", "append_conflict"]


@dataclass(frozen=True, slots=True)
class Statement:
    """One thing a message says: the fact as it would be stored, and what it does.

    Attributes:
        fact: its text, time and source; for acts, what they name.
        act, old: see :class:`~eywa_fs.facts.model.Candidate`.
    """

    fact: Afu
    act: Act = "state"
    old: str = ""


@dataclass(frozen=True, slots=True)
class Ruling:
    """A decision of a model's judge on one of its facts, or (``fact`` ``None``) on a known one."""

    fact: int | None
    action: str
    target: str | None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Decision:
    """One action on one known fact or candidate.

    Attributes:
        action, reason: what and why. ``append`` with a target restores it.
        target: atomic id.
        end: for ``supersede``: where the target's validity ends (ms); 0: when the record was said.
        heir: what takes the target's place, where it is not the new fact.
    """

    action: Action
    reason: str
    target: str
    end: int = 0
    heir: str | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What becomes of a statement: the fact to store (or none), and what it does to others."""

    fact: Afu | None = None
    decisions: tuple[Decision, ...] = ()
    reason: str = "new"
