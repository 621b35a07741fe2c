"""What is kept of recently asked users, and who makes room."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from corpus import DAY_0, MINUTE, TINY_EN, generation_of

from eywa_fs.catalog import docs
from eywa_fs.errors import DependencyUnavailable
from eywa_fs.generations.known import KnownReader
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
    generation = generation_of(memory)

    def columns(reader: ScopeReader, user: str) -> Columns:
        key = scope_key(Scope("default", user))
        return reader.columns(generation, "default", key, KnownReader().read(generation, key))

    size = columns(ScopeReader(memory._parts.embedder, budget_bytes=0), "a").size_bytes
    reader = ScopeReader(memory._parts.embedder, budget_bytes=2 * size)
    kept = {user: columns(reader, user) for user in "ab"}
    assert columns(reader, "a") is kept["a"]  # asked again: b is the older one now
    columns(reader, "c")
    assert columns(reader, "a") is kept["a"]
    assert columns(reader, "b") is not kept["b"]


def test_what_was_extended_answers_as_what_is_read_anew(
    make_memory: Callable[..., EywaMemory],
) -> None:
    """Added records extend what is kept; a changed file has all of it read again."""
    memory = make_memory()

    def answers(asked: EywaMemory) -> list[list[tuple[str, float]]]:
        searches: list[dict[str, object]] = [
            {},
            {"strategy": "semantic"},
            {"filters": {"roles": ["assistant"]}},
            {"filters": {"time_from": DAY_0 + MINUTE}, "strategy": "semantic"},
        ]
        return [
            [(hit.event_id, round(hit.score, 6)) for hit in found.hits]
            for found in (asked.retrieve(TINY_EN[1], **search) for search in searches)  # type: ignore[arg-type]
        ]

    for number, text in enumerate(TINY_EN):
        memory.append(
            text,
            role=("user", "assistant")[number % 2],
            session_id=f"s{number % 2}",
            timestamp=DAY_0 + number * MINUTE,
            speaker="Ida" if number else None,
        )
        memory.index()
        kept = answers(memory)
        assert [len(found) for found in kept[:2]] == [number + 1] * 2
        assert kept == answers(make_memory(memory.layout.root))
    path = memory.layout.absolute(memory.retrieve(TINY_EN[0], limit=1).hits[0].anchor.file_path)
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[1:]))
    memory.index()
    after = answers(memory)
    assert after != kept
    assert after == answers(make_memory(memory.layout.root))


def test_the_extent_of_a_scope_is_counted_anew_when_it_changes(
    make_memory: Callable[..., EywaMemory],
) -> None:
    memory = make_memory()
    reader = KnownReader()

    def extent(*said: tuple[str, str]) -> tuple[int, dict[str, int]]:
        for text, speaker in said:
            memory.append(text, user_id="ida", speaker=speaker)
        memory.index()
        generation = generation_of(memory)
        key = scope_key(Scope("default", "ida"))
        reader.read(generation, key)
        found = reader.read(generation, key)
        assert reader.read(generation, key) is found
        return found.size, dict(found.speakers)

    assert extent((TINY_EN[0], "Ida")) == (1, {"Ida": 1})
    assert extent((TINY_EN[1], "Ida"), (TINY_EN[2], "Bo")) == (3, {"Bo": 1, "Ida": 2})


ME = scope_key(Scope("default", "me"))


@pytest.fixture
def single(make_memory: Callable[..., EywaMemory]) -> EywaMemory:
    """A memory of one record, indexed."""
    memory = make_memory()
    memory.append(TINY_EN[0])
    memory.index()
    return memory


def test_what_anybody_writes_of_a_scope_is_read_at_once(single: EywaMemory) -> None:
    generation, reader = generation_of(single), KnownReader()
    reader.read(generation, ME)
    kept = reader.read(generation, ME)
    [row] = kept.files.values()
    with sqlite3.connect(generation.catalog().path) as foreign:
        foreign.execute("UPDATE files SET size = size + 1")
        foreign.execute("UPDATE scopes SET version = version + 1")
    foreign.close()
    assert [found.size for found in reader.read(generation, ME).files.values()] == [row.size + 1]
    with generation.catalog().write() as connection:
        connection.change("UPDATE files SET size = size + 1")
        docs.touch(connection, [ME])
    assert [found.size for found in reader.read(generation, ME).files.values()] == [row.size + 2]


def test_what_is_written_of_other_scopes_has_nothing_read_again(single: EywaMemory) -> None:
    generation, reader = generation_of(single), KnownReader()
    kept = reader.read(generation, ME)
    single.append(TINY_EN[1], user_id="ida")
    single.index()
    assert reader.read(generation, ME) is kept


def test_a_line_that_is_no_record_moves_a_scope_on(single: EywaMemory, root: Path) -> None:
    generation, reader = generation_of(single), KnownReader()
    before = reader.read(generation, ME)
    [path] = before.files
    with open(root / path, "ab") as file:
        file.write(b"no record\n")
    single.index()
    after = reader.read(generation, ME)
    assert before.version < after.version and after.size == before.size == 1
    [row] = after.files.values()
    assert (row.committed_lines, row.malformed) == (2, 1)
    (root / path).unlink()
    single.index()
    assert not reader.read(generation, ME).files


def test_a_catalog_lost_in_the_middle_of_a_search_is_done_without(
    make_memory: Callable[..., EywaMemory], monkeypatch: pytest.MonkeyPatch
) -> None:
    memory = make_memory()
    for text in TINY_EN:
        memory.append(text)
    memory.index()

    def lost(*_: object) -> Columns:
        raise DependencyUnavailable("it is gone")

    monkeypatch.setattr(ScopeReader, "columns", lost)
    found = memory.retrieve(TINY_EN[0])
    assert found.hits[0].text == TINY_EN[0]
    why = [reason for reason in found.degraded if reason.startswith("catalog_")]
    assert why == ["catalog_damaged: it is gone"]
