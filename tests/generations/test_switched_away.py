"""A process that only reads keeps nothing of a generation that another one switched away from."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any
from weakref import ref

import pytest
from corpus import MakeMemory

from eywa_fs.memory import EywaMemory
from eywa_fs.retrieval import recall


def handles() -> int:
    """Open file handles of this process."""
    return len(os.listdir("/dev/fd"))


def test_a_reader_lets_go_of_what_another_process_switched_away_from(
    root: Path, make_memory: MakeMemory
) -> None:
    writer, reader = make_memory(), make_memory()
    writer.append("The blue kettle leaks.")
    writer.rebuild()
    open_then = []
    for _ in range(4):
        reader.retrieve("kettle")
        open_then.append(handles())
        writer.rebuild()
    # What earlier tests left to other threads may open or close one meanwhile.
    assert not all(before < after for before, after in pairwise(open_then)), open_then


def test_a_generation_stays_open_for_whoever_still_reads_from_it(
    make_memory: MakeMemory,
) -> None:
    writer, reader = make_memory(), make_memory()
    writer.append("The blue kettle leaks.")
    writer.index()
    held = reader.generation()
    assert held is not None
    writer.rebuild()
    assert reader.retrieve("kettle").hits
    gone, open_then = ref(held), handles()
    assert gone() is held
    del held
    assert gone() is None and handles() < open_then


def _removed(memory: EywaMemory) -> None:
    shutil.rmtree(memory.layout.index)


@pytest.mark.parametrize("switch", [EywaMemory.rebuild, _removed])
def test_an_index_that_is_removed_in_the_middle_of_a_search_hides_nothing(
    make_memory: MakeMemory,
    monkeypatch: pytest.MonkeyPatch,
    switch: Callable[[EywaMemory], Any],
) -> None:
    """Words that were read from the removed folder would be those of an empty index."""
    writer, reader = make_memory(), make_memory()
    for number in range(30):
        writer.append(f"The kettle of house {number} leaks.", event_id=f"house-{number}")
    writer.append("Zirkonia.", event_id="wanted")
    writer.index()
    reader.retrieve("kettle", limit=3)
    original, switches = recall._Gathering._read_tail, [switch]

    def switching(self: Any, known: Any) -> Any:
        if switches:
            switches.pop()(writer)
        return original(self, known)

    monkeypatch.setattr(recall._Gathering, "_read_tail", switching)
    result = reader.retrieve("zirkonia", limit=3)
    assert result.hits[0].event_id == "wanted" and "words" in result.hits[0].sources
    assert bool(result.degraded) == (switch is _removed)
