"""What came of a verdict on facts: its record, or who had settled it before."""

from __future__ import annotations

from dataclasses import dataclass

from eywa_fs.facts.decisions import Decided, FactState
from eywa_fs.facts.replay import extend
from eywa_fs.model.plain import AsDict
from eywa_fs.model.records import Anchor

_ENDS = ("supersede", "retract")


@dataclass(frozen=True, slots=True)
class Settled(AsDict):
    """What came of a verdict.

    Attributes:
        anchor: its record; ``None`` where it would change nothing, or was only for a conflict that
            is open and none is: then nothing is written.
        settled_by, settled_at: then who had settled it, and when (epoch milliseconds); ``None``
            where no conflict of these facts was open.
    """

    anchor: Anchor | None = None
    settled_by: str | None = None
    settled_at: int | None = None
    _properties = ("citation",)
    _hidden = ("anchor",)

    @property
    def citation(self) -> str | None:
        """``path:line`` of the verdict."""
        return None if self.anchor is None else self.anchor.citation


def settled_before(
    state: FactState, kept: str | None, dropped: str | None, now: int, *, only_open: bool
) -> Settled | None:
    """What is to be said of a verdict that would change nothing, or, with ``only_open``, of one on
    facts that are in no open conflict; ``None`` where it is to be given, or to be refused."""
    names = {name for name in (kept, dropped) if name is not None}
    verdict = Decided("", now, "verdict", now, target=dropped, kept=kept)
    if not names or kept == dropped:
        return None
    is_open = any(names <= {link.source, link.target} for link in state.links)
    changes = _standing(extend(state, (verdict,))) != _standing(state)
    if changes and (is_open or not only_open):
        return None
    for entry in reversed(state.audit):
        settles = entry.reason == "verdict" or entry.action in _ENDS
        on = {entry.source_atomic_id, entry.target_atomic_id}
        if settles and (names <= on or entry.target_atomic_id in names):
            return Settled(None, entry.operator, entry.at)
    return None if any(state.get(name) is None for name in names) else Settled()


def _standing(state: FactState) -> object:
    """How everything stands."""
    facts = (*state.facts, *state.candidates)
    held = {f.atomic_id: (f.status, f.superseded_by, f.validity_end_at) for f in facts}
    return held, set(state.links)
