"""Quick memories over the test's root."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from corpus import Clock
from factbase.lives import QuickMemory

MakeQuick = Callable[..., QuickMemory]


@pytest.fixture
def open_quick(root: Path, clock: Clock) -> Iterator[MakeQuick]:
    """Open memories without an embedder over ``root``, closed at the end of the test."""
    made: list[QuickMemory] = []

    def opened(where: Path | None = None, **arguments: Any) -> QuickMemory:
        memory = QuickMemory(where or root, **{"background": False, "clock": clock, **arguments})
        made.append(memory)
        return memory

    yield opened
    for memory in reversed(made):
        memory.close()


@pytest.fixture
def quick(open_quick: MakeQuick) -> QuickMemory:
    """One such memory."""
    return open_quick()
