"""The stretches of time a query names."""

from __future__ import annotations

from eywa_fs.language.temporal import TimeSpan, find_times

_LONGEST_MS = 366 * 86_400_000


def windows(query: str, reference_ms: int, timezone: str) -> list[tuple[int, int]]:
    """The closed stretches of time a query names, half-open, up to a year long each."""
    spans = find_times(query, reference_ms, tz=timezone, prefer="past")
    return [(s.start_ms, s.end_ms) for s in spans if _usable(s) and s.start_ms and s.end_ms]


def _usable(span: TimeSpan) -> bool:
    if span.kind not in ("point", "interval") or span.start_ms is None or span.end_ms is None:
        return False
    return 0 < span.end_ms - span.start_ms <= _LONGEST_MS
