"""Why a record is ranked where it is, and why not higher."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from eywa_fs.model.degraded import Degraded
from eywa_fs.model.plain import own_fields
from eywa_fs.retrieval.fusion import Ranking
from eywa_fs.retrieval.recalled import Recalled
from eywa_fs.truth.layout import Layout


@dataclass(frozen=True, slots=True)
class Explanation:
    """One record's place in a ranking.

    Attributes:
        rank: from 1; ``None`` when the record was not ranked at all.
        sources, best: what each source contributed to its score, and to the first record's.
        behind: the source in which it lags the first record most.
        reason: all of it in a sentence.
    """

    event_id: str
    rank: int | None
    of: int
    score: float | None
    sources: Mapping[str, float]
    best: Mapping[str, float]
    behind: str | None
    reason: str
    citation: str | None
    degraded: tuple[Degraded, ...]

    def as_dict(self) -> dict[str, Any]:
        return own_fields(self) | {"degraded": list(self.degraded)}

    def answered(self, hits: Sequence[tuple[str, str]]) -> Explanation:
        """With where an answer has the record, if that is behind its rank.

        Args:
            hits: event id of each hit, best first, and why its record is outdated, if it is.
        """
        for place, (event_id, outdated) in enumerate(hits, 1):
            if event_id == self.event_id and self.rank is not None and place > self.rank:
                why = outdated or "a repeat, an assistant's, or of another time than asked about"
                return replace(
                    self, reason=f"{self.reason}; in the answer it is number {place}: {why}"
                )
        return self


def explain(event_id: str, recalled: Recalled, ranking: Ranking) -> Explanation:
    """Place a record in a ranking that was made for its scope."""
    found = Explanation(
        event_id=event_id,
        rank=None,
        of=len(ranking.order),
        score=None,
        sources={},
        best=_sources(ranking, 0) if len(ranking.order) else {},
        behind=None,
        reason=_why_not(event_id, recalled),
        citation=None,
        degraded=tuple(dict.fromkeys(recalled.degraded)),
    )
    for place, number in enumerate(ranking.order.tolist()):
        row = recalled.columns.rows[number]
        if row.event_id == event_id and Layout.is_of(row.anchor.file_path, row.scope):
            sources = _sources(ranking, place)
            lag = {name: found.best[name] - sources[name] for name in sorted(sources)}
            behind = max(lag, key=lambda name: lag[name]) if place else None
            return replace(
                found,
                rank=place + 1,
                score=float(ranking.score[place]),
                sources=sources,
                behind=behind,
                reason=_reason(place, behind, lag),
                citation=row.anchor.citation,
            )
    return found


def _why_not(event_id: str, recalled: Recalled) -> str:
    """Why a record is not among the candidates."""
    standing = recalled.memories.standings.get(event_id)
    if standing is not None and not standing.is_shown(recalled.now):
        state = standing.state.replace("_", " ") if standing.state != "active" else "expired"
        return (
            f"it is {state} (version {standing.version}): 'eywa versions {event_id}' tells by whom"
        )
    return (
        "it is not among the candidates: filtered out (time, session, role, tags, as_of), or no "
        "source recalled it"
    )


def _sources(ranking: Ranking, place: int) -> dict[str, float]:
    return {name: round(float(values[place]), 6) for name, values in ranking.contributions.items()}


def _reason(place: int, behind: str | None, lag: Mapping[str, float]) -> str:
    if place == 0:
        return "it is the first"
    if behind is None or lag[behind] <= 0:
        return f"it is number {place + 1}: others score a little better in sum"
    return (
        f"it is number {place + 1}: it lags the first record most in {behind} "
        f"(by {lag[behind]:.3f} of the score)"
    )
