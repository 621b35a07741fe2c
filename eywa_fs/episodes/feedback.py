"""Implicit feedback: what a user's handling of a proposal says about it. Pure."""

from __future__ import annotations

from typing import Final, Literal

Signal = Literal[
    "DIRECT_ACCEPT",
    "LIGHT_EDIT",
    "HEAVY_REWRITE",
    "FULL_REJECT",
    "UNDO_AFTER_ACCEPT",
    "REPEATED_SCENE_SKILL",
]

WEIGHTS: Final[dict[Signal, float]] = {
    "DIRECT_ACCEPT": 1.00,
    "LIGHT_EDIT": 0.45,
    "HEAVY_REWRITE": -0.45,
    "FULL_REJECT": -0.80,
    "UNDO_AFTER_ACCEPT": -1.00,
    "REPEATED_SCENE_SKILL": 0.15,
}
"""The weight of each signal; that of a repetition counts once for each earlier episode."""

LIGHT_BELOW: Final = 0.20
HEAVY_ABOVE: Final = 0.60
"""Shares of a proposal that were changed: below the first it was edited lightly, above the second
rewritten. What lies between says nothing."""
UNDO_WITHIN_MS: Final = 30_000
"""How long after it was accepted an undo counts against a proposal."""
REJECTED: Final = -1
"""``selected_index`` where every proposal was turned down."""


def implicit_signal(
    selected_index: int | None, edit_distance: float | None, repeats: int = 0
) -> Signal | None:
    """What the handling of a proposal says; ``None``: nothing.

    Args:
        selected_index: which proposal was taken, from 0; :data:`REJECTED`: none of them; ``None``:
            there was no choice, or it is not known.
        edit_distance: share of the proposal that was changed, 0 to 1; ``None``: not known.
        repeats: earlier episodes of the same scene and skill that were taken well.
    """
    if selected_index == REJECTED:
        return "FULL_REJECT"
    if edit_distance is not None and edit_distance > HEAVY_ABOVE:
        return "HEAVY_REWRITE"
    if edit_distance == 0:
        return "DIRECT_ACCEPT"
    if edit_distance is not None and edit_distance < LIGHT_BELOW:
        return "LIGHT_EDIT"
    return "REPEATED_SCENE_SKILL" if repeats else None


def weight(signal: Signal | None, repeats: int = 0) -> float:
    """The weight of a signal, -1 to 1. Repetitions add to one that is not negative: that a scene
    comes again says nothing in favour of a proposal that was turned down."""
    base = 0.0 if signal in (None, "REPEATED_SCENE_SKILL") else WEIGHTS[signal]
    if base < 0:
        return base
    return min(1.0, round(base + repeats * WEIGHTS["REPEATED_SCENE_SKILL"], 6))


def undo_counts(accepted_at: int, undone_at: int, selected_index: int | None) -> bool:
    """Whether an undo turns the signal of an episode into ``UNDO_AFTER_ACCEPT``.

    Args:
        accepted_at, undone_at: epoch milliseconds.
        selected_index: of the episode; what was rejected can't be undone.
    """
    return selected_index != REJECTED and 0 <= undone_at - accepted_at <= UNDO_WITHIN_MS
