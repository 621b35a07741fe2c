"""Scorer for pairs of statements: does the second clash with, or replace, the first?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

Statement = Mapping[str, Any]
#: (first statement, second statement, language) -> whether they clash or the second replaces.
SaysConflict = Callable[[Statement, Statement, str], bool]


@dataclass(frozen=True, slots=True)
class ConflictScore:
    """Counts and ratios of one set or language; a ratio with nothing to count is ``None``."""

    positives: int
    negatives: int
    hits: int
    false_alarms: int

    @property
    def precision(self) -> float | None:
        """Right positives / positives said."""
        said = self.hits + self.false_alarms
        return self.hits / said if said else None

    @property
    def recall(self) -> float | None:
        """Right positives / gold positives."""
        return self.hits / self.positives if self.positives else None

    @property
    def false_positive_rate(self) -> float | None:
        """Positives said on pairs that can both stand / such pairs."""
        return self.false_alarms / self.negatives if self.negatives else None


@dataclass(frozen=True, slots=True)
class ConflictReport:
    """Scores of one set, in all and by language, and the ids on which the system was wrong."""

    total: ConflictScore
    by_language: Mapping[str, ConflictScore]
    by_slot: Mapping[str, ConflictScore]
    missed: tuple[str, ...]
    false_alarms: tuple[str, ...]


def score(pairs: Iterable[Mapping[str, Any]], says_conflict: SaysConflict) -> ConflictReport:
    """Score a system on one set, the lines of ``conflict.jsonl``; conflict and supersede alike."""
    counts: Counter[tuple[str, str]] = Counter()
    missed: list[str] = []
    false_alarms: list[str] = []
    for pair in pairs:
        wanted = pair["label"] != "none"
        said = says_conflict(pair["first"], pair["second"], pair["lang"])
        outcome = ("hit" if said else "miss") if wanted else ("alarm" if said else "rest")
        keys = ["all", f"lang:{pair['lang']}", f"slot:{str(pair.get('slot', '-')).split(':')[0]}"]
        counts.update((key, outcome) for key in keys)
        if outcome == "miss":
            missed.append(pair["id"])
        elif outcome == "alarm":
            false_alarms.append(pair["id"])
    groups = {key for key, _ in counts}
    return ConflictReport(
        _score_of(counts, "all"),
        {k[5:]: _score_of(counts, k) for k in sorted(groups) if k.startswith("lang:")},
        {k[5:]: _score_of(counts, k) for k in sorted(groups) if k.startswith("slot:")},
        tuple(missed),
        tuple(false_alarms),
    )


def _score_of(counts: Mapping[tuple[str, str], int], key: str) -> ConflictScore:
    hit, miss, alarm, rest = (counts.get((key, o), 0) for o in ("hit", "miss", "alarm", "rest"))
    return ConflictScore(hit + miss, alarm + rest, hit, alarm)
