"""Time expressions in English and Chinese text, resolved against the time the text was said."""

from eywa_fs.language.temporal.find import find_times
from eywa_fs.language.temporal.values import Prefer, TimeSpan

__all__ = ["Prefer", "TimeSpan", "find_times"]
