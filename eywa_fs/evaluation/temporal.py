"""Scorer for the resolver of time expressions, on lines of ``temporal.jsonl`` with local times."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from eywa_fs.evaluation.report import Figures, Report, Scores, share
from eywa_fs.language.temporal import find_times

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_POINTS = frozenset(("second", "minute", "hour"))
"""Granularities that have no extent to compare."""
_IOU_BAR = 0.9
Answer = tuple[datetime, datetime] | None
Resolver = Callable[[str, str, datetime], Answer]
"""Takes an expression, the text it stands in and the reference time; all times are local."""


def resolve_locally(span: str, text: str, reference: datetime) -> Answer:
    """What this library reads in the span of the text, the longest of it, in local time."""
    reference_ms = (reference.replace(tzinfo=UTC) - _EPOCH) // timedelta(milliseconds=1)
    first = max(0, text.find(span))
    inside = range(first, first + len(span) + 1)
    read = find_times(text, reference_ms)
    within = [time for time in read if time.text_start in inside and time.text_end in inside]
    found = max(within, key=lambda time: time.text_end - time.text_start, default=None)
    if found is None or found.start_ms is None or found.end_ms is None:
        return None
    start = _EPOCH + timedelta(milliseconds=found.start_ms)
    end = _EPOCH + timedelta(milliseconds=found.end_ms)
    return start.replace(tzinfo=None), end.replace(tzinfo=None)


def score(rows: Iterable[Mapping[str, Any]], resolver: Resolver = resolve_locally) -> Report:
    """Score a resolver: the right start, and, where the expression has one, the right extent."""
    scores = Scores()
    for row in rows:
        accept = [(_time(a["start"]), _time(a["end"])) for a in row["accept"]]
        span = row["span"] if row["span"] is not None else row["text"]
        answer = resolver(span, row["text"], _time(row["reference"]))
        has_length = row["granularity"] not in _POINTS
        start_right = answer is not None and any(answer[0] == a[0] for a in accept)
        extent_right = answer is not None and any(_iou(answer, a) >= _IOU_BAR for a in accept)
        counts = {
            "expressions": 1,
            "with_a_length": int(has_length),
            "answered": int(answer is not None),
            "start_right": int(start_right),
            "extent_right": int(has_length and extent_right),
        }
        scores.add(counts, language=[row["lang"]], granularity=[row["granularity"]])
        if not start_right or (has_length and not extent_right):
            given = [time.isoformat() for time in answer or ()]
            scores.misses.append({**row, "answer": given, "start_right": start_right})
    return scores.report(_figures)


def _figures(counts: Counter[str]) -> Figures:
    return {
        "exact_start": share(counts["start_right"], counts["expressions"]),
        "iou90": share(counts["extent_right"], counts["with_a_length"]),
        "answered": share(counts["answered"], counts["expressions"]),
        "expressions": counts["expressions"],
    }


def _time(text: str) -> datetime:
    return datetime.fromisoformat(text)


def _iou(left: tuple[datetime, datetime], right: tuple[datetime, datetime]) -> float:
    """Length of the intersection over length of the union of two intervals."""
    common = (min(left[1], right[1]) - max(left[0], right[0])).total_seconds()
    if common <= 0:
        return 0.0
    return common / (max(left[1], right[1]) - min(left[0], right[0])).total_seconds()
