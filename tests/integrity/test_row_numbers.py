"""The number that a row has of its scope's versions: one that was changed hides nothing from who
reads the scope anew, deep verify finds it, and repair mends it."""

from __future__ import annotations

import pytest
from corpus import MakeMemory, catalog_of
from factbase.lives import drafts

from eywa_fs.memory import EywaMemory

EMBEDDING = {"embedding": {"backend": "minilm"}}
NUMBERS = {"below the first": -7, "none": 0, "above the last": 1 << 40}


def renumbered(memory: EywaMemory, table: str, number: int) -> None:
    """Write a number into the newest rows of a table, as any program can."""
    with catalog_of(memory).write() as connection:
        newest = f"(SELECT max(seq) FROM {table})"
        connection.change(f"UPDATE {table} SET seq = ? WHERE seq = {newest}", number)


@pytest.mark.parametrize("number", NUMBERS.values(), ids=NUMBERS)
@pytest.mark.parametrize(
    ("table", "kind"), [("readings", "reading_stale"), ("docs", "document_stale")]
)
def test_a_changed_number_hides_nothing_and_is_found(
    make_memory: MakeMemory, table: str, kind: str, number: int
) -> None:
    with make_memory(None, EMBEDDING) as memory:
        memory.append_many(drafts(("I live in Turku.", "My birthday is 3 May.")))
        memory.index()
        digest = memory.verify(deep=True).digest
        renumbered(memory, table, number)
    with make_memory(None, EMBEDDING) as memory:
        assert {fact.object for fact in memory.facts().facts} >= {"Turku"}
        assert memory.retrieve("Where do I live?").hits[0].text == "I live in Turku."
        report = memory.verify(deep=True)
        assert set(report.counts) == {kind}
        repaired = memory.repair(apply=True)
        assert repaired.ok and repaired.rebuilt is None
        assert repaired.after is not None and repaired.after.digest == digest
