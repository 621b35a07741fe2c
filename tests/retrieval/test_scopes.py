"""What is kept of recently asked users, and who makes room."""

from __future__ import annotations

from collections.abc import Callable

from corpus import TINY_EN

from eywa_fs.memory import EywaMemory
from eywa_fs.model.documents import scope_key
from eywa_fs.model.records import Scope
from eywa_fs.retrieval.columns import Columns
from eywa_fs.retrieval.scopes import ScopeReader


def test_the_user_not_asked_for_longest_makes_room(
    make_memory: Callable[..., EywaMemory],
) -> None:
    memory = make_memory()
    for user in "abc":
        memory.append(TINY_EN[0], user_id=user)
    memory.index()
    generation = memory.generation()
    assert generation is not None

    def columns(reader: ScopeReader, user: str) -> Columns:
        return reader.columns(generation, "default", scope_key(Scope("default", user)))

    size = columns(ScopeReader(memory._embedder, budget_bytes=0), "a").size_bytes
    reader = ScopeReader(memory._embedder, budget_bytes=2 * size)
    kept = {user: columns(reader, user) for user in "ab"}
    assert columns(reader, "a") is kept["a"]  # asked again: b is the older one now
    columns(reader, "c")
    assert columns(reader, "a") is kept["a"]
    assert columns(reader, "b") is not kept["b"]
