"""A root that is moved, replaced or deleted while a memory has it open is not made again."""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from corpus import TINY_EN, MakeMemory

from eywa_fs.errors import RootLost, TruthReadError
from eywa_fs.memory import EywaMemory

LOST = "truth_unreadable: the data root"
EMBEDDING = {"embedding": {"backend": "minilm"}}


def moved(root: Path) -> None:
    root.rename(root.parent / "moved")


def replaced(root: Path) -> None:
    moved(root)
    (root / "tenants").mkdir(parents=True)


def deleted(root: Path) -> None:
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
        with pytest.raises(TruthReadError, match="moved, deleted, unmounted or repl"):
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
