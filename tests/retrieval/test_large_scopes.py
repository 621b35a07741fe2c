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

    def semantic(self, user: str, **filters: object) -> list[Hit]:
        self.neighbours.clear()
        result = self.memory.retrieve(
            TINY_EN[0], user_id=user, strategy="semantic", limit=5, filters=filters or None
        )
        assert not result.degraded
        return list(result.hits)


@pytest.fixture
def asked(make_memory: MakeMemory, monkeypatch: pytest.MonkeyPatch) -> Iterator[Asked]:
    config = {
        "vectors": {"exact_scope_limit": 0, "query_timeout_s": 60.0},
        "retrieval": {"candidates": FEW},
    }
    memory = make_memory(None, config)
    drafts = [
        {
            "content": TINY_EN[number % len(TINY_EN)],
            "user_id": "many",
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
