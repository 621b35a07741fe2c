"""Values of JSON that others may have written, taken only if they are exactly what they should be.

Each function returns its argument, or raises ``TypeError`` or ``ValueError``.
"""

from __future__ import annotations

from typing import Any, TypeVar, cast

from eywa_fs.truth.layout import MAX_TIMESTAMP

_T = TypeVar("_T")


def exactly(kind: type[_T], value: Any) -> _T:
    """A value of this type and no other: true is no whole number."""
    if type(value) is not kind:
        raise TypeError(f"not a {kind.__name__}: {value!r}")
    return value


def time_ms(value: Any) -> int:
    """Epoch milliseconds of a day that has a file."""
    if not 0 <= exactly(int, value) <= MAX_TIMESTAMP:
        raise ValueError(f"not a time: {value!r}")
    return cast(int, value)


def number(value: Any, least: int = 0) -> int:
    """A whole number, ``least`` or more."""
    if exactly(int, value) < least:
        raise ValueError(f"less than {least}: {value!r}")
    return cast(int, value)


def some_text(value: Any) -> str:
    """A text that is not empty."""
    if not exactly(str, value):
        raise ValueError("an empty text")
    return cast(str, value)
