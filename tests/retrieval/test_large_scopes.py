"""How a user's memory is searched that is too large to be looked at as a whole."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from corpus import DAY_0, MINUTE, TINY_EN, MakeMemory
from numpy import float32
from numpy.typing import NDArray

from eywa_fs.index.vectors import VectorIndex
from eywa_fs.memory import EywaMemory
from eywa_fs.model.results import Hit
from eywa_fs.retrieval import nearest
from eywa_fs.retrieval.scopes import ScopeReader

FEW, MANY, MOST = 10, 40, 15
"""Neighbours asked for first; records of the user with many; neighbours asked for at most."""


@dataclass(slots=True)
class Asked:
    """A memory in which every scope counts as large, and what its graph was asked for."""

    memory: EywaMemory
    neighbours: list[int] = field(default_factory=list)

    def semantic(self, user: str, query: str = TINY_EN[0], **filters: object) -> list[Hit]:
        self.neighbours.clear()
        result = self.memory.retrieve(
            query, user_id=user, strategy="semantic", limit=5, filters=filters or None
        )
        assert not result.degraded
        return list(result.hits)


CONFIG = {
    "vectors": {"exact_scope_limit": 0, "query_timeout_s": 60.0},
    "retrieval": {"candidates": FEW},
}


@pytest.fixture
def asked(make_memory: MakeMemory, monkeypatch: pytest.MonkeyPatch) -> Iterator[Asked]:
    memory = make_memory(None, CONFIG)
    drafts = [
        {
            "content": TINY_EN[number % len(TINY_EN)],
            "user_id": "many",
            "session_id": f"s{number % len(TINY_EN)}",
            "role": ("user", "assistant")[number % 2],
            "timestamp": DAY_0 + number * MINUTE,
        }
        for number in range(MANY)
    ]
    memory.append_many([*drafts, *({**draft, "user_id": "few"} for draft in drafts[:2])])
    memory.index()
    asked = Asked(memory)
    query = VectorIndex.query

    def watched(
        self: VectorIndex, name: str, vector: NDArray[float32], k: int
    ) -> list[tuple[str, float]]:
        asked.neighbours.append(k)
        return query(self, name, vector, k)

    monkeypatch.setattr(VectorIndex, "query", watched)
    monkeypatch.setattr(nearest, "NEAREST", MOST)
    yield asked


def test_one_that_holds_most_of_the_vectors_is_asked_for_few(asked: Asked) -> None:
    assert {hit.text for hit in asked.semantic("many")} == {TINY_EN[0]}
    assert asked.neighbours == [FEW]


def test_one_among_much_else_is_looked_at_as_a_whole(asked: Asked) -> None:
    assert [hit.text for hit in asked.semantic("few")] == list(TINY_EN[:2])
    assert asked.neighbours == [FEW]


def test_without_room_for_it_the_graph_is_asked_for_more(
    asked: Asked, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ScopeReader, "has_room", lambda *_: False)
    assert asked.semantic("few")[0].text == TINY_EN[0]
    assert asked.neighbours == [FEW, MOST]


def test_filters_ask_for_more_at_once(asked: Asked) -> None:
    found = asked.semantic("many", roles=["assistant"])
    assert {hit.record.role for hit in found} == {"assistant"}
    assert asked.neighbours == [nearest.FILTERED]


@pytest.fixture
def reader(asked: Asked, make_memory: MakeMemory, monkeypatch: pytest.MonkeyPatch) -> Asked:
    """Another memory on the same root, with a vector store of its own that is open already."""
    monkeypatch.setattr(nearest, "FRESH", 3)
    reader = Asked(make_memory(None, CONFIG), asked.neighbours)
    assert reader.semantic("many")
    return reader


def store_of(reader: Asked) -> VectorIndex:
    generation = reader.memory._parts.current.get()
    assert generation is not None
    return generation.vectors()


def test_what_another_process_indexed_is_found_without_opening_the_store_anew(
    asked: Asked, reader: Asked
) -> None:
    before = store_of(reader).as_of
    asked.memory.append("The ferry to the island leaves at noon.", user_id="many")
    asked.memory.index()
    found = reader.semantic("many", "When does the ferry leave for the island?")
    assert found[0].text == "The ferry to the island leaves at noon."
    assert store_of(reader).as_of == before


def test_after_much_that_another_process_indexed_the_store_is_opened_anew(
    asked: Asked, reader: Asked
) -> None:
    before = store_of(reader).as_of
    asked.memory.append_many({"content": f"{TINY_EN[0]} {n}", "user_id": "many"} for n in range(4))
    asked.memory.index()
    reader.semantic("many")
    assert store_of(reader).as_of > before
    found = store_of(reader).as_of
    reader.semantic("many")
    assert store_of(reader).as_of == found


def test_what_another_process_removed_does_not_stand_in_the_way(
    asked: Asked, reader: Asked
) -> None:
    """The nearest of the old graph are gone: they would be all that is asked for."""
    [path] = {hit.anchor.file_path for hit in reader.semantic("many")}
    (asked.memory.layout.root / path).unlink()
    asked.memory.index()
    found = reader.semantic("many")
    assert found
    assert TINY_EN[0] not in {hit.text for hit in found}
