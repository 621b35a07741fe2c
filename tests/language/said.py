"""What the time expressions of a text mean, said at one moment."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from eywa_fs.language.temporal import TimeSpan, find_times

# A Wednesday afternoon.
SAID = int(datetime(2024, 5, 15, 14, 30, tzinfo=UTC).timestamp() * 1000)


def local(ms: int | None) -> str | None:
    if ms is None:
        return None
    moment = datetime(1970, 1, 1) + timedelta(milliseconds=ms)
    return moment.strftime("%Y-%m-%d %H:%M:%S").removesuffix(" 00:00:00")


def read(text: str) -> list[tuple[str, str | None, str | None]]:
    return [
        (text[s.text_start : s.text_end], local(s.start_ms), local(s.end_ms))
        for s in find_times(text, SAID)
    ]


def only(text: str) -> TimeSpan:
    (span,) = find_times(text, SAID)
    return span
