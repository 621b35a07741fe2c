"""Cutting work into pieces of a bounded size."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TypeVar

T = TypeVar("T")


def batched(items: Iterable[T], size: int) -> Iterator[list[T]]:
    """Consecutive lists of at most ``size`` items, none empty (``itertools.batched`` of 3.12)."""
    iterator = iter(items)
    while batch := list(islice(iterator, size)):
        yield batch
