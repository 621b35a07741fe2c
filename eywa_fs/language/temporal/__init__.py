"""Time expressions in English and Chinese text, resolved against the time the text was said."""

from eywa_fs.language.temporal.find import find_times, resolve, shift_ms
from eywa_fs.language.temporal.values import Granularity, Kind, Length, Prefer, TimeSpan

__all__ = [
    "Granularity",
    "Kind",
    "Length",
    "Prefer",
    "TimeSpan",
    "find_times",
    "resolve",
    "shift_ms",
]
