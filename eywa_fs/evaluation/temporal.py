"""Score of the time-expression resolver on a set of resolved expressions.

A line of the set is `{"id", "lang", "text", "reference", "span", "accept": [{"start", "end"}],
"granularity"}` with local times; any interval of `accept` is right.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from eywa_fs.language.temporal import TimeSpan, resolve

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_POINTS = frozenset(("second", "minute", "hour"))
_IOU_BAR = 0.9
Answer = tuple[datetime, datetime] | None
Resolver = Callable[[str, str, datetime], Answer]  # span, its text, reference (local)


@dataclass(frozen=True, slots=True)
class Score:
    """Shares of a group of lines; `iou90` is over its `iou_count` lines that have a length."""

    count: int
    exact_start: float
    iou90: float
    iou_count: int
    answered: float


@dataclass(frozen=True, slots=True)
class Miss:
    """A line whose start or extent came out wrong."""

    id: str
    lang: str
    granularity: str
    text: str
    span: str
    reference: str
    answer: tuple[str, str] | None
    accept: tuple[tuple[str, str], ...]
    start_right: bool
    extent_right: bool | None


@dataclass(frozen=True, slots=True)
class TemporalReport:
    """The score overall, by language and by granularity, with every miss."""

    overall: Score
    by_language: dict[str, Score]
    by_granularity: dict[str, Score]
    counts: dict[str, int]
    misses: list[Miss]


@dataclass(frozen=True, slots=True)
class _Line:
    miss: Miss
    answered: bool


def evaluate(rows: Iterable[Mapping[str, Any]], resolver: Resolver | None = None) -> TemporalReport:
    """Score `resolver` (by default this library's) on the lines of a set."""
    lines = [_score(row, resolver or resolve_locally) for row in rows]
    languages = sorted({line.miss.lang for line in lines})
    grains = sorted({line.miss.granularity for line in lines})
    by_grain = {g: [line for line in lines if line.miss.granularity == g] for g in grains}
    return TemporalReport(
        overall=_summary(lines),
        by_language={k: _summary(x for x in lines if x.miss.lang == k) for k in languages},
        by_granularity={g: _summary(group) for g, group in by_grain.items()},
        counts={g: len(group) for g, group in by_grain.items()},
        misses=[x.miss for x in lines if not x.miss.start_right or x.miss.extent_right is False],
    )


def resolve_locally(span: str, text: str, reference: datetime) -> Answer:
    """This library's answer, in local time."""
    reference_ms = (reference.replace(tzinfo=UTC) - _EPOCH) // timedelta(milliseconds=1)
    found: TimeSpan | None = resolve(span, reference_ms, context=text)
    if found is None or found.start_ms is None or found.end_ms is None:
        return None
    start = _EPOCH + timedelta(milliseconds=found.start_ms)
    end = _EPOCH + timedelta(milliseconds=found.end_ms)
    return start.replace(tzinfo=None), end.replace(tzinfo=None)


def _score(row: Mapping[str, Any], resolver: Resolver) -> _Line:
    accept = [(_time(a["start"]), _time(a["end"])) for a in row["accept"]]
    span = row["span"] if row["span"] is not None else row["text"]
    answer = resolver(span, row["text"], _time(row["reference"]))
    extent = None
    if row["granularity"] not in _POINTS:
        extent = answer is not None and any(_iou(answer, a) >= _IOU_BAR for a in accept)
    miss = Miss(
        id=row["id"],
        lang=row["lang"],
        granularity=row["granularity"],
        text=row["text"],
        span=span,
        reference=row["reference"],
        answer=(answer[0].isoformat(), answer[1].isoformat()) if answer else None,
        accept=tuple((a.isoformat(), b.isoformat()) for a, b in accept),
        start_right=answer is not None and any(answer[0] == a[0] for a in accept),
        extent_right=extent,
    )
    return _Line(miss, answer is not None)


def _time(text: str) -> datetime:
    return datetime.fromisoformat(text)


def _iou(left: tuple[datetime, datetime], right: tuple[datetime, datetime]) -> float:
    """Length of the intersection over length of the union of two intervals."""
    common = (min(left[1], right[1]) - max(left[0], right[0])).total_seconds()
    if common <= 0:
        return 0.0
    return common / (max(left[1], right[1]) - min(left[0], right[0])).total_seconds()


def _summary(lines: Iterable[_Line]) -> Score:
    group = list(lines)
    extents = [x.miss.extent_right for x in group if x.miss.extent_right is not None]
    count = len(group)
    return Score(
        count=count,
        exact_start=sum(x.miss.start_right for x in group) / max(1, count),
        iou90=sum(extents) / max(1, len(extents)),
        iou_count=len(extents),
        answered=sum(x.answered for x in group) / max(1, count),
    )
