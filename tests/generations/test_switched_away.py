"""A process that only reads keeps nothing of a generation that another one switched away from."""

from __future__ import annotations

import os
from pathlib import Path
from weakref import ref

from corpus import MakeMemory


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
    for _ in range(3):
        reader.retrieve("kettle")
        open_then.append(handles())
        writer.rebuild()
    assert len(set(open_then)) == 1


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
