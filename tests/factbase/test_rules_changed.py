"""Facts read by older rules, or for another time zone, do not stay."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from factbase.lives import objects

from eywa_fs.facts import readings
from eywa_fs.memory import EywaMemory

MakeMemory = Callable[..., EywaMemory]

LATE = 1_750_087_800_000
"""2025-06-16, 15:30 UTC: in Auckland the next day already."""


def starts(memory: EywaMemory) -> list[int | None]:
    return [fact.valid_from for fact in memory.facts(predicate="lives_in").facts]


def test_another_time_zone_reads_every_file_again(make_memory: MakeMemory) -> None:
    with make_memory() as memory:
        memory.append("I have lived in Turku since yesterday.", timestamp=LATE)
        memory.index()
        [utc] = starts(memory)
    with make_memory(config={"retrieval": {"timezone": "Pacific/Auckland"}}) as memory:
        assert starts(memory) == [utc], "until the indexer has been there"
        memory.index()
        [auckland] = starts(memory)
        assert auckland is not None and utc is not None and auckland - utc == 86_400_000
        assert memory.verify(deep=True).ok
        kept = memory.verify(deep=True).digest
        memory.rebuild()
        assert memory.verify(deep=True).digest == kept
        before = memory.index()
        assert before.events == 0, "and only once"


def test_newer_rules_read_every_file_again(
    make_memory: MakeMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as older:
        older.setattr(readings, "extract", lambda *_: [])
        with make_memory() as memory:
            memory.append("I live in Turku.")
            memory.index()
            assert memory.facts().facts == ()
    with make_memory() as memory:
        memory.index()
        assert memory.facts().facts == (), "the same version is not read again"
    monkeypatch.setattr(readings, "RULES", readings.RULES + 1)
    with make_memory() as memory:
        memory.index()
        assert objects(memory.facts().facts) == ["Turku"]
