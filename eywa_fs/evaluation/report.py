"""What every measurement gives: figures in all and by group, counts, and each wrong answer."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

Figures = Mapping[str, float | int | None]


@dataclass(frozen=True, slots=True)
class Report:
    """The outcome of one run; a share of nothing is ``None``.

    Attributes:
        groups: figures of each group, by what the groups are ("language").
        misses: the wrong answers, in the order of the file.
        more: what only this kind of measurement has.
    """

    metrics: Figures
    groups: Mapping[str, Mapping[str, Figures]]
    counts: Mapping[str, int]
    misses: Sequence[Mapping[str, Any]] = ()
    more: Mapping[str, Any] = field(default_factory=dict)

    def as_dict(self, *, misses: bool = False) -> dict[str, Any]:
        """JSON-ready values; the wrong answers only where they are asked for."""
        groups = {f"by_{name}": figures for name, figures in self.groups.items()}
        value = {"metrics": self.metrics, **groups, "counts": dict(self.counts), **self.more}
        return value | ({"misses": list(self.misses)} if misses else {})


@dataclass(slots=True)
class Scores:
    """Counts of labelled items, in all and by group, from which a report's figures follow."""

    total: Counter[str] = field(default_factory=Counter)
    groups: dict[str, defaultdict[str, Counter[str]]] = field(default_factory=dict)
    misses: list[Mapping[str, Any]] = field(default_factory=list)

    def add(self, counts: Mapping[str, int], **groups: Iterable[str]) -> None:
        """Add one item's counts; by name, which groups of each kind it is in."""
        self.total.update(counts)
        for kind, names in groups.items():
            known = self.groups.setdefault(kind, defaultdict(Counter))
            for name in names:
                known[name].update(counts)

    def report(self, figures: Callable[[Counter[str]], Figures], **more: Any) -> Report:
        """The report, with ``figures`` of each group's counts."""
        groups = {
            kind: {name: figures(counts) for name, counts in sorted(known.items())}
            for kind, known in self.groups.items()
        }
        return Report(figures(self.total), groups, self.total, self.misses, more)


def share(part: int, whole: int) -> float | None:
    """``part`` of ``whole``, to four places."""
    return round(part / whole, 4) if whole else None
