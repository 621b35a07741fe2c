"""Runs a model on several texts at a time, one text a run."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")


def run_each(run: Callable[[str], T], texts: Sequence[str], threads: int) -> list[T]:
    """``run`` of every text, in their order, the longest first.

    No worker is left with the longest one at the end. The pool lives for one call: it costs less
    than a tenth of a millisecond, and a forked process cannot inherit it.
    """
    workers = min(threads, len(texts))
    if workers <= 1:
        return [run(text) for text in texts]
    order = sorted(range(len(texts)), key=lambda number: -len(texts[number]))
    with ThreadPoolExecutor(workers) as pool:
        found = dict(zip(order, pool.map(run, [texts[number] for number in order]), strict=True))
    return [found[number] for number in range(len(texts))]


def cores() -> int:
    """Cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
