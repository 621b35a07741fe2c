"""Damage that a search would meet is seen without one: by status, by a verify that is not deep, and
by whoever indexes, who derives the index anew without being asked."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NoReturn

import pytest
from integrity.vault import (
    IDA,
    STORE,
    Vault,
    answers_rightly,
    database,
    empty,
    fill_with_nonsense,
    rankings,
    remove,
)

from eywa_fs.catalog.store import Catalog
from eywa_fs.memory import EywaMemory, upkeep

Damage = Callable[[Path], object]


def each(pattern: str, hurt: Damage) -> Damage:
    return lambda generation: [hurt(path) for path in list(generation.glob(pattern))]


def drop_readings(generation: Path) -> None:
    with database(generation / "catalog.db") as connection:
        connection.execute("DROP TABLE readings")


def link_to_itself(path: Path) -> None:
    path.unlink()
    path.symlink_to(path)


DAMAGED: dict[str, tuple[str, Damage]] = {
    "words: a segment's file deleted": ("words", each("words/*/*.idx", remove)),
    "words: list of segments emptied": ("words", each("words/*/meta.json", empty)),
    "words: list of segments unreachable": ("words", each("words/*/meta.json", link_to_itself)),
    "words: a tenant's folder deleted": ("words", lambda g: remove(next(g.glob("words/*")))),
    "catalog: a table dropped": ("catalog", drop_readings),
    "catalog: nonsense": ("catalog", each("catalog.db", fill_with_nonsense)),
    "vectors: nonsense": ("vectors", each("vectors/chroma.sqlite3", fill_with_nonsense)),
}
NAMES = [name for name in DAMAGED if STORE == "chroma" or name != "vectors: nonsense"]


@pytest.fixture(params=NAMES)
def hurt(vault: Vault, request: pytest.FixtureRequest) -> Iterator[tuple[Vault, str]]:
    """A root that was damaged after a kill, when no seal tells of it; and which part."""
    part, damage = DAMAGED[request.param]
    for path in vault.generation.glob("SEAL*"):
        remove(path)
    damage(vault.generation)
    yield vault, part


def test_status_and_a_quick_verify_name_the_part(hurt: tuple[Vault, str]) -> None:
    vault, part = hurt
    memory = vault.open()
    status = memory.status()
    assert status.parts[part].startswith("damaged") and not status.ok
    assert [f.target for f in memory.verify().errors] == [part]
    answers_rightly(memory)


def test_the_repair_that_runs_every_hour_derives_it_anew(hurt: tuple[Vault, str]) -> None:
    vault, _ = hurt
    memory = vault.open()
    assert memory.run_job("repair").ok
    assert memory.status().ok and rankings(memory) == vault.baseline
    assert memory.verify(deep=True).digest == vault.digest


def test_who_indexes_derives_it_anew(hurt: tuple[Vault, str]) -> None:
    vault, _ = hurt
    memory = vault.open()
    memory.index()
    assert memory.status().ok and rankings(memory) == vault.baseline
    assert memory.verify(deep=True).digest == vault.digest


def test_a_running_indexer_sees_it_before_it_gives_up(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(upkeep, "LOOK_INTERVAL_S", 0.05)
    whose: Any = {"tenant_id": IDA.tenant_id, "user_id": IDA.user_id}
    with EywaMemory(vault.root, vault.config) as memory:
        memory.append("The spare key is at the neighbour's.", **whose)
        memory.flush(60)
        DAMAGED["words: a segment's file deleted"][1](vault.generation)
        memory.append("The neighbour is away in August.", **whose)
        memory.flush(60)
        assert memory.status().ok and memory.verify(deep=True).ok
        found = memory.retrieve("When is the neighbour away?", **whose)
        assert not found.degraded and found.hits[0].text == "The neighbour is away in August."


def test_a_catalog_that_fails_for_a_moment_condemns_nothing(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(catalog: Catalog) -> NoReturn:
        error = sqlite3.OperationalError("disk I/O error")
        error.sqlite_errorcode = sqlite3.SQLITE_IOERR
        raise catalog._failure(error) from error

    generation = vault.open()._parts.current.get_or_none()
    assert generation is not None
    with monkeypatch.context() as patched:
        patched.setattr(Catalog, "_connect", fail)
        generation.catalog().reread()  # no connection is kept
        generation.look()
    assert not generation.unusable
