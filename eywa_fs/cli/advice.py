"""What a search refused or could not do, in words, with the command that helps. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from eywa_fs.model.degraded import Degraded

if TYPE_CHECKING:
    from eywa_fs.model.facts import Facts
    from eywa_fs.model.judged import FactGraph, JudgedFacts

_REFUSED = {
    "mismatch": "the file no longer holds the bytes that were indexed: somebody changed them",
    "missing": "the file or the line is gone",
    "foreign": "the line belongs to another tenant or user",
    "unreadable": "the file cannot be read",
}
_UNSEEN = {"unreadable"}
"""Of what cannot be read no index can be made: a repair leaves it."""
_KINDS = {
    "": ("record", "records"),
    "fact": ("fact", "facts"),
    "profile": ("fact of the profile", "facts of the profile"),
}
"""What was refused, by the beginning of a reason."""


def remarks(
    degraded: Sequence[Degraded], dropped: Mapping[str, int] | None = None, lag_bytes: int = 0
) -> list[str]:
    """Lines for people about what was left out of an answer, and what to do about it.

    Args:
        dropped: refused candidates by reason.
        lag_bytes: bytes of this user that are not indexed yet.
    """
    refused: dict[str, list[tuple[int, str]]] = {}
    for reason, number in (dropped or {}).items():
        kind, _, why = reason.rpartition("_")
        refused.setdefault(why, []).append((number, _KINDS[kind][number != 1]))
    lines = []
    for why, found in refused.items():
        whats = ", ".join(f"{number} {what}" for number, what in found)
        verb = "was" if sum(number for number, _ in found) == 1 else "were"
        lines.append(f"refused: {whats} {verb} not shown, because {_REFUSED.get(why, why)}")
    if lines:
        follows = "; 'eywa repair --apply' makes the index follow them"
        lines.append(
            f"  next: 'eywa verify' names the files{follows * (refused.keys() != _UNSEEN)}"
        )
    for reason in degraded:
        lines.append(f"worse than usual: {reason.reason.meaning.replace('`', '')} ({reason})")
        lines.append(f"  next: '{reason.reason.command}'")
    if lag_bytes and not degraded:
        lines.append(
            f"not indexed yet: {lag_bytes} bytes of this user; they were searched in the files. "
            "'eywa watch' indexes as they come, 'eywa index' indexes them now"
        )
    return lines


def fact_remarks(found: Facts | JudgedFacts | FactGraph) -> list[str]:
    """:func:`remarks` about an answer of facts."""
    return remarks(found.degraded, {f"fact_{why}": n for why, n in found.dropped.items()})
