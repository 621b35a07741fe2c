"""Ranking metrics as pure functions. A group is satisfied by any one of its events."""

from __future__ import annotations

from collections.abc import Sequence
from math import log2

Groups = Sequence[Sequence[str]]


def recall_at(ranking: Sequence[str], groups: Groups, k: int) -> float:
    """Share of the evidence groups with an event among the first ``k``."""
    first = set(ranking[:k])
    return sum(any(event in first for event in group) for group in groups) / len(groups)


def any_at(ranking: Sequence[str], groups: Groups, k: int) -> float:
    """1 if at least one group is satisfied among the first ``k``, else 0."""
    return float(recall_at(ranking, groups, k) > 0)


def reciprocal_rank(ranking: Sequence[str], groups: Groups) -> float:
    """1 / rank of the first event of any group; 0 if none is ranked."""
    wanted = {event for group in groups for event in group}
    for place, event in enumerate(ranking, start=1):
        if event in wanted:
            return 1 / place
    return 0.0


def ndcg_at(ranking: Sequence[str], groups: Groups, k: int) -> float:
    """nDCG with binary gain: each group gains once, at its first event in the ranking."""
    open_groups = [set(group) for group in groups]
    gain = 0.0
    for place, event in enumerate(ranking[:k], start=1):
        met = [group for group in open_groups if event in group]
        if met:
            gain += 1 / log2(place + 1)
            open_groups = [group for group in open_groups if event not in group]
    ideal = sum(1 / log2(place + 1) for place in range(1, min(len(groups), k) + 1))
    return min(1.0, gain / ideal)
