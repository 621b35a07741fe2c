"""Quick memories over the test's root."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from factbase.lives import QuickMemory

MakeQuick = Callable[..., QuickMemory]


@pytest.fixture
def open_quick(root: Path) -> Iterator[MakeQuick]:
    """Open memories over ``root`` (or another one), closed at the end of the test."""
    made: list[QuickMemory] = []

    def opened(where: Path | None = None, **arguments: Any) -> QuickMemory:
        memory = QuickMemory(where or root, **{"background": False, **arguments})
        made.append(memory)
        return memory

    yield opened
    for memory in reversed(made):
        memory.close()


@pytest.fixture
def quick(open_quick: MakeQuick) -> QuickMemory:
    """One such memory."""
    return open_quick()
