"""A root that is moved, replaced or deleted while a memory has it open is not made again."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from corpus import TINY_EN, MakeMemory

from eywa_fs.embedding.cached import EmbeddingCache
from eywa_fs.errors import EywaError, RootLost
from eywa_fs.generations.generation import Generation
from eywa_fs.index import chroma_host, surreal_host
from eywa_fs.index.chroma_host import ChromaHost
from eywa_fs.index.seal import Usage
from eywa_fs.index.surreal_host import SurrealHost
from eywa_fs.index.vectors import VectorIndex
from eywa_fs.index.words import WordIndex
from eywa_fs.ingest.reading_cache import ReadingCache
from eywa_fs.memory import EywaMemory

LOST = "truth_unreadable: the data root"
EMBEDDING = {"embedding": {"backend": "minilm"}}


def moved(root: Path) -> None:
    root.rename(root.parent / "moved")


def replaced(root: Path) -> None:
    moved(root)
    (root / "tenants").mkdir(parents=True)


def deleted(root: Path) -> None:
    """As ``rm -rf`` until it is gone: the words' thread may write while it is deleted."""
    while root.exists():
        with contextlib.suppress(OSError):
            shutil.rmtree(root)


def everything_below(root: Path) -> list[str]:
    return sorted(path.relative_to(root).as_posix() for path in root.rglob("*"))


WRITES: dict[str, Callable[[EywaMemory], object]] = {
    "append": lambda memory: memory.append(TINY_EN[1]),
    "another session": lambda memory: memory.append(TINY_EN[1], session_id="new"),
    "with a key": lambda memory: memory.append(TINY_EN[1], idempotency_key="k"),
    "after_llm": lambda memory: memory.after_llm(TINY_EN[1], TINY_EN[2]),
    "index": lambda memory: memory.index(),
    "flush": lambda memory: memory.flush(10),
    "rebuild": lambda memory: memory.rebuild(),
    "hold_indexer": lambda memory: memory.hold_indexer(),
}


READS: dict[str, Callable[[EywaMemory], object]] = {
    "list": lambda memory: memory.list(),
    "tenants": lambda memory: memory.tenants(),
    "users": lambda memory: memory.users(),
    "sessions": lambda memory: memory.sessions(),
    "export": lambda memory: list(memory.export()),
    "audit": lambda memory: list(memory.audit()),
    "show": lambda memory: memory.show("evt", tenant_id="default", user_id="me"),
    "get": lambda memory: memory.get("evt"),
    "versions": lambda memory: memory.versions("evt"),
    "states": lambda memory: memory.states(),
    "profile": lambda memory: memory.profile(),
    "conflicts": lambda memory: memory.conflicts(),
    "fact_state": lambda memory: memory.fact_state(),
    "explain_verdict": lambda memory: memory.explain_verdict("af_0"),
    "episodes": lambda memory: memory.episodes(),
    "record_episode": lambda memory: memory.record_episode("x", scene_type="s", skill_used="k"),
    "checkpoint": lambda memory: memory.checkpoint(),
}
"""What needs the whole, or something in it by name: none of it says "there is nothing"."""


@pytest.mark.parametrize("lose", [moved, replaced, deleted])
def test_a_root_that_is_gone_is_no_empty_one(
    root: Path, make_memory: MakeMemory, lose: Callable[[Path], None]
) -> None:
    memory = make_memory(None, EMBEDDING)
    memory.append(TINY_EN[0], event_id="evt")
    lose(root)
    for name, read in READS.items():
        with pytest.raises(RootLost, match="moved, deleted, unmounted or repl"):
            raise AssertionError((name, read(memory)))
    found = memory.query_episodes("x")
    assert found.memory_degraded and LOST in str(found.degraded)


@pytest.mark.parametrize("lose", [moved, replaced, deleted])
@pytest.mark.parametrize("background", [False, True])
def test_nothing_is_written_where_the_root_was(
    root: Path, make_memory: MakeMemory, lose: Callable[[Path], None], background: bool
) -> None:
    memory = make_memory(None, EMBEDDING, background=background)
    memory.append(TINY_EN[0])
    memory.flush(60)
    lose(root)
    before = everything_below(root)
    for name, write in WRITES.items():
        with pytest.raises(RootLost, match="moved, deleted, unmounted or replaced"):
            write(memory)
        assert everything_below(root) == before, name
    result = memory.retrieve("kettle")
    assert result.hits == () and LOST in str(result.degraded)
    assert LOST in str(memory.facts().degraded)
    assert "truth" in memory.status().parts and not memory.status().ok
    assert not memory.verify().ok
    if background:
        while memory.indexer_problem is None:  # the thread looks every five seconds
            time.sleep(0.05)
        assert "the data root" in memory.indexer_problem
    memory.close()
    assert everything_below(root) == before


STEPS: dict[str, tuple[type, str]] = {
    "a part is opened": (Usage, "acquire"),
    "the catalog": (Generation, "catalog"),
    "the words' folder": (Generation, "note"),
    "a word index": (WordIndex, "_open_writer"),
    "words": (WordIndex, "apply"),
    "a collection": (VectorIndex, "ensure_collection"),
    "vectors": (VectorIndex, "upsert"),
    "a vector cache": (EmbeddingCache, "put_many"),
    "a cache of readings": (ReadingCache, "put_many"),
}
"""What indexing does, each where a file or folder may be made."""


@pytest.mark.parametrize("lose", [moved, replaced, deleted])
@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("anew", [False, True])
def test_indexing_in_flight_does_not_make_it_again(
    root: Path,
    make_memory: MakeMemory,
    monkeypatch: pytest.MonkeyPatch,
    lose: Callable[[Path], None],
    step: str,
    anew: bool,
) -> None:
    """Whatever step it is at: with an index that is there, or that is being made."""
    memory = make_memory(None, EMBEDDING, background=False)
    memory.append(TINY_EN[0])
    if not anew:
        memory.index()
        memory.append(TINY_EN[1])
    owner, name = STEPS[step]
    done = getattr(owner, name)
    before: list[list[str]] = []

    def after_the_loss(*given: Any, **named: Any) -> Any:
        if not before:
            lose(root)
            before.append(everything_below(root))
        return done(*given, **named)

    monkeypatch.setattr(owner, name, after_the_loss)
    with contextlib.suppress(EywaError):
        memory.index()
    memory.close()
    if before:  # opening an index that is open already is no step
        assert everything_below(root) == before[0]
        assert root.exists() == (lose is replaced)


def test_a_job_does_not_make_it_again(root: Path, make_memory: MakeMemory) -> None:
    memory = make_memory(None, EMBEDDING, background=False)
    memory.append(TINY_EN[0])
    memory.index()
    replaced(root)
    (root / ".index").mkdir()
    before = everything_below(root)
    for name in ("verify", "backup"):
        with contextlib.suppress(EywaError):
            memory.run_job(name)
    assert everything_below(root) == before


@pytest.mark.parametrize("backend", [chroma_host, surreal_host])
@pytest.mark.parametrize("lose", [moved, deleted])
def test_a_vector_store_that_is_being_opened_does_not_make_it_again(
    root: Path, monkeypatch: pytest.MonkeyPatch, backend: ModuleType, lose: Callable[[Path], None]
) -> None:
    """Its engine makes all folders of its path that are missing."""
    if backend is surreal_host:
        pytest.importorskip("surrealdb")
    root.mkdir()
    monkeypatch.chdir(root.parent)  # a host goes into its folder
    connect = backend._connect

    def after_the_loss(place: Any) -> Any:
        lose(root)
        return connect(place)

    monkeypatch.setattr(backend, "_connect", after_the_loss)
    host = ChromaHost() if backend is chroma_host else SurrealHost()
    with contextlib.suppress(Exception):
        host.open(str(root / "vectors"), None)
    host.close()
    assert not root.exists()


@pytest.mark.skipif(sys.platform != "linux", reason="asks /proc")
def test_a_root_is_let_go_of(root: Path, make_memory: MakeMemory) -> None:
    """A closed memory keeps nothing open below its root, so that it can be unmounted."""
    memory = make_memory(None, EMBEDDING)
    memory.append(TINY_EN[0])
    memory.index()
    memory.close()
    opened = [os.path.realpath(f"/proc/self/fd/{fd}") for fd in os.listdir("/proc/self/fd")]
    assert [path for path in opened if path.startswith(str(root))] == []


def test_it_goes_on_where_it_was_put_back(root: Path, make_memory: MakeMemory) -> None:
    memory = make_memory(None, EMBEDDING)
    memory.append(TINY_EN[0])
    moved(root)
    with pytest.raises(RootLost):
        memory.append(TINY_EN[1])
    (root.parent / "moved").rename(root)
    assert memory.append(TINY_EN[2]).line_start == 2
    memory.index()
    assert memory.status().ok and not memory.retrieve("kettle").degraded
