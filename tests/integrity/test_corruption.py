"""Promise 5 and 6: whatever happens to the derived state, search answers rightly, says what it did
without, verify finds the damage, and repair brings everything back."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from corpus import generation_of
from integrity.vault import (
    QUESTIONS,
    STORE,
    VECTOR_FILES,
    Vault,
    answers_rightly,
    ask,
    database,
    empty,
    fill_with_nonsense,
    halve,
    rankings,
    remove,
    replace_by_fifo,
    replace_by_folder,
    xor,
)

from eywa_fs.catalog import store
from eywa_fs.memory import EywaMemory

Damage = Callable[[Path], None]
DamageOf = Callable[[Path, str], Damage]
"""The damage to one file, told where it stands and its name in the folder."""
MakeVault = Callable[..., Vault]

GONE_OR_STRANGE: dict[str, Damage] = {
    "deleted": remove,
    "a pipe": replace_by_fifo,
    "a folder": replace_by_folder,
    "empty": empty,
    "cut in half": halve,
    "nonsense": fill_with_nonsense,
}


def survive(vault: Vault, damage: Damage, part: str, *, opened: bool) -> None:
    """Hurt the index and hold every promise.

    Args:
        damage: called with the generation's folder.
        part: what ``degraded`` has to name, unless the damage changes no answer.
        opened: damage it under a memory that searched before; else before any is opened.
    """
    memory = vault.open()
    if opened:
        assert answers_rightly(memory) == []
    damage(vault.generation)
    degraded = answers_rightly(memory)
    if degraded:
        assert any(reason.startswith(part) for reason in degraded), degraded
    else:
        assert rankings(memory) == vault.baseline
    if memory.verify(deep=True).ok:
        # No answer changes here. Chroma may have it all in memory: who opens it now is told.
        memory = vault.open()
        assert answers_rightly(memory) or rankings(memory) == vault.baseline
    comes_back(vault, memory)


def comes_back(vault: Vault, memory: EywaMemory) -> None:
    """Repair brings back what there was."""
    repaired = memory.repair(apply=True)
    assert repaired.ok, repaired.as_dict()
    assert answers_rightly(memory) == []
    assert rankings(memory) == vault.baseline
    report = memory.verify(deep=True)
    assert report.ok and report.digest == vault.digest


def largest(folder: Path, pattern: str) -> Path:
    """The largest file of a pattern."""
    found = sorted(folder.glob(pattern), key=lambda path: (path.stat().st_size, path.name))
    assert found, f"no {pattern} in {folder}"
    return found[-1]


def xor_all(pattern: str) -> Damage:
    """Flip every byte of every file of a pattern."""

    def damage(generation: Path) -> None:
        for path in generation.glob(pattern):
            if path.stat().st_size:
                xor(path)

    return damage


def xor_tail(path: Path) -> None:
    """Flip the last bytes: an open catalog still has that page in memory."""
    xor(path, path.stat().st_size - 64, 64)


def remove_all(pattern: str) -> Damage:
    def damage(generation: Path) -> None:
        for path in generation.glob(pattern):
            remove(path)

    return damage


# -- each part: gone, its bytes flipped, something else in its place -------------------------------

PARTS: dict[str, tuple[str, Damage]] = {
    "vectors: folder deleted": ("vectors", lambda g: remove(g / "vectors")),
    "vectors: database flipped": ("vectors", xor_all(VECTOR_FILES[0])),
    "vectors: graph's files flipped": ("vectors", xor_all(VECTOR_FILES[1])),
    "vectors: database a pipe": (
        "vectors",
        lambda g: replace_by_fifo(largest(g, VECTOR_FILES[0])),
    ),
    "words: folder deleted": ("words", lambda g: remove(g / "words")),
    "words: index files flipped": ("words", xor_all("words/*/*.idx")),
    "words: list of files flipped": ("words", xor_all("words/*/.managed.json")),
    "words: norms flipped": ("words", xor_all("words/*/*.fieldnorm")),
    "catalog: deleted": ("catalog", remove_all("catalog.db*")),
    "catalog: flipped": ("catalog", xor_all("catalog.db")),
    "catalog: last bytes flipped": ("catalog", lambda g: xor_tail(g / "catalog.db")),
}
UNDER_AN_OPEN_MEMORY = tuple(
    name
    for name in PARTS
    if name.split(": ")[1]
    in (
        "folder deleted",
        "deleted",
        "database flipped",
        "norms flipped",
        "list of files flipped",
        "last bytes flipped",
    )
)


@pytest.mark.parametrize("name", PARTS)
def test_damage_while_nobody_looked(vault: Vault, name: str) -> None:
    part, damage = PARTS[name]
    survive(vault, damage, part, opened=False)


@pytest.mark.parametrize("name", UNDER_AN_OPEN_MEMORY)
def test_damage_under_an_open_memory(vault: Vault, name: str) -> None:
    part, damage = PARTS[name]
    survive(vault, damage, part, opened=True)


@pytest.mark.parametrize("name", ["generation.json", "../CURRENT"])
def test_a_pipe_in_the_place_of_a_note(quick_vault: Vault, name: str) -> None:
    """Opening a pipe waits for somebody to write into it; nobody will."""
    survive(quick_vault, lambda generation: replace_by_fifo(generation / name), "", opened=False)


def test_bytes_that_changed_without_a_trace_are_found(vault: Vault) -> None:
    """Size and time are as they were: opening believes them, ``verify --deep`` reads the bytes."""
    target = largest(vault.generation, VECTOR_FILES[STORE == "chroma"])
    xor(target, 100, 50, keep_times=True)
    memory = vault.open()
    report = memory.verify(deep=True)
    assert {(f.kind, f.target) for f in report.errors} == {("part_damaged", "vectors")}
    comes_back(vault, memory)


def test_the_whole_index_is_gone(vault: Vault) -> None:
    memory = vault.open()
    assert answers_rightly(memory) == []
    shutil.rmtree(vault.root / ".index")
    degraded = answers_rightly(memory)
    assert any(reason.startswith("index_missing") for reason in degraded)
    assert not memory.verify().ok
    comes_back(vault, memory)


@pytest.mark.parametrize("name", ["CURRENT", "gen-000001/generation.json"])
def test_a_folder_in_the_place_of_a_note(quick_vault: Vault, name: str) -> None:
    place = quick_vault.root / ".index" / name
    place.unlink(missing_ok=True)
    place.mkdir()
    (place / "something").touch()
    with quick_vault.open() as memory:
        answers_rightly(memory)
        assert memory.repair(apply=True).ok
        memory.rebuild()
        assert answers_rightly(memory) == [] and memory.verify(deep=True).ok


@pytest.mark.parametrize("name", ["CURRENT", "gen-000001/generation.json"])
def test_a_note_on_the_generation_is_damaged(vault: Vault, name: str) -> None:
    memory = vault.open()
    (vault.root / ".index" / name).write_bytes(b"\xff\x00garbage")
    degraded = answers_rightly(memory)
    assert any(reason.startswith("index_") for reason in degraded)
    assert not memory.verify().ok
    comes_back(vault, memory)


@pytest.mark.skipif(STORE != "chroma", reason="about Chroma's own files")
def test_chroma_of_another_version(vault: Vault) -> None:
    """A database that a later Chroma migrated is not opened by this one."""
    with database(vault.generation / "vectors" / "chroma.sqlite3") as connection:
        connection.execute(
            "INSERT INTO migrations SELECT dir, max(version) + 1, '00099-future.sqlite.sql', "
            "'SELECT 1', 'no hash of ours' FROM migrations WHERE dir = 'metadb' GROUP BY dir"
        )
    survive(vault, lambda generation: None, "vectors", opened=False)


# -- made to hang ---------------------------------------------------------------------------------


def test_chroma_hangs(make_vault: MakeVault) -> None:
    """The stopped process costs one bounded wait; then it is ended and the breaker is open."""
    vault = make_vault(vectors={"exact_scope_limit": 0})
    memory = vault.open()
    assert answers_rightly(memory) == []
    generation = generation_of(memory)
    pid = generation.vectors().host_pid
    assert pid is not None
    os.kill(pid, signal.SIGSTOP)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(generation.vectors(), "_call_timeout_s", 0.5)
        degraded = answers_rightly(memory)
    assert any(reason.startswith("vectors_unavailable") for reason in degraded)
    assert generation.vectors().state.phase == "open"
    assert memory.verify(deep=True).ok  # it is asked again, and nothing is damaged
    comes_back(vault, memory)


def test_chroma_is_killed(vault: Vault) -> None:
    """A host that died is started again; nothing has to be repaired."""
    memory = vault.open()
    assert answers_rightly(memory) == []
    generation = generation_of(memory)
    pid = generation.vectors().host_pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    answers_rightly(memory)
    assert answers_rightly(memory) == [] and rankings(memory) == vault.baseline
    assert memory.verify(deep=True).ok


def test_the_catalog_is_locked(quick_vault: Vault, monkeypatch: pytest.MonkeyPatch) -> None:
    """A lock is no damage: search goes on from the files, and nothing is rebuilt because of it."""
    monkeypatch.setattr(store, "READ_WAIT_S", 0.05)
    memory = quick_vault.open()
    generation = generation_of(memory)
    generation.rest_s = 0.5
    with lock_exclusively(generation.folder / "catalog.db"):
        for question in QUESTIONS[:3]:
            result = ask(memory, question)
            assert result.hits[0].text == question.answer
            assert any(reason.startswith("catalog_busy") for reason in result.degraded)
        assert not generation.damage
        assert memory.status().parts["catalog"].startswith("busy")
    time.sleep(generation.rest_s)
    assert answers_rightly(memory) == []
    assert memory.verify(deep=True).ok
    memory.index()
    assert memory.generation() is generation


@contextmanager
def lock_exclusively(path: Path) -> Iterator[None]:
    """Lock a SQLite file for another process, readers included."""
    code = (
        "import sqlite3, sys\n"
        f"c = sqlite3.connect({str(path)!r}, timeout=20, isolation_level=None)\n"
        "c.execute('PRAGMA locking_mode=EXCLUSIVE')\n"
        "c.execute('BEGIN EXCLUSIVE')\n"
        "c.execute('CREATE TABLE held (x)')\n"
        "print('locked', flush=True)\n"
        "sys.stdin.read()\n"
        "c.execute('ROLLBACK')\n"
    )
    holder = subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert holder.stdin is not None and holder.stdout is not None
    try:
        assert holder.stdout.readline() == b"locked\n"
        yield
    finally:
        holder.stdin.close()
        holder.wait(60)
        holder.stdout.close()


# -- each file, many places (hours of machine time belong into ``-m endurance``) -------------------


def each_file(model: Path) -> list[str]:
    return [
        path.relative_to(model).as_posix()
        for path in sorted(model.rglob("*"))
        if path.is_file() and path.stat().st_size
    ]


def survive_each(make_vault: MakeVault, model: Path, damage: DamageOf, *, opened: bool) -> None:
    """:func:`survive` with each file in turn; says of all that failed what it was."""
    failed: dict[str, str] = {}
    for name in each_file(model):
        if name == "SEAL.json" and opened:
            continue  # it is put aside while somebody uses the folder
        vault = make_vault()
        part = name.split("/")[0] if "/" in name else ""
        try:
            survive(vault, damage(model / name, name), part, opened=opened)
        except AssertionError as error:
            failed[name] = str(error)
        vault.close()
    assert not failed, "\n\n".join(f"{name}: {error}" for name, error in failed.items())


@pytest.mark.endurance
@pytest.mark.parametrize("opened", [False, True], ids=["closed", "open"])
@pytest.mark.parametrize("where", ["head", "middle", "tail", "page", "whole"])
def test_each_file_flipped_in_many_places(
    make_vault: MakeVault, model_vault: Vault, where: str, opened: bool
) -> None:
    def flipped(path: Path, name: str) -> Damage:
        size = path.stat().st_size
        start = {"middle": size // 2, "tail": max(0, size - 64), "page": min(4096, size // 3)}
        length = {"page": 4096, "whole": size}.get(where, 64)
        return lambda generation: xor(generation / name, start.get(where, 0), length)

    survive_each(make_vault, model_vault.generation, flipped, opened=opened)


@pytest.mark.endurance
@pytest.mark.parametrize("opened", [False, True], ids=["closed", "open"])
@pytest.mark.parametrize("strange", GONE_OR_STRANGE)
def test_something_else_in_the_place_of_each_file(
    make_vault: MakeVault, model_vault: Vault, strange: str, opened: bool
) -> None:
    def put(path: Path, name: str) -> Damage:
        return lambda generation: GONE_OR_STRANGE[strange](generation / name)

    survive_each(make_vault, model_vault.generation, put, opened=opened)
