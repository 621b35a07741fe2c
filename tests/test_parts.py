"""The parts of a memory: each is built once, whoever asks first, and closed in reverse."""

from __future__ import annotations

import inspect
import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from eywa_fs.clock import system_clock
from eywa_fs.errors import BadRequest, EmbeddingMismatch
from eywa_fs.generations.current import CurrentGeneration
from eywa_fs.ingest.lease import Lease
from eywa_fs.memory import EywaMemory
from eywa_fs.memory.parts import Parts, part
from eywa_fs.memory.upkeep import Upkeep

THREADS = 16
NAMES = [name for name, value in vars(Parts).items() if isinstance(value, part)]


def test_sixteen_threads_build_each_part_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    built: Counter[str] = Counter()

    def counting(name: str, build: Callable[[Parts], Any]) -> Callable[[Parts], Any]:
        def counted(parts: Parts) -> Any:
            built[name] += 1
            return build(parts)

        return counted

    for name in NAMES:
        descriptor = vars(Parts)[name]
        monkeypatch.setattr(descriptor, "_build", counting(name, descriptor._build))
    parts = Parts(tmp_path / "root", None, system_clock)
    together = threading.Barrier(THREADS)

    def use(number: int) -> list[int]:
        together.wait()
        order = [*NAMES[number % len(NAMES) :], *NAMES[: number % len(NAMES)]]
        return [id(getattr(parts, name)) for name in sorted(order, key=order.index)]

    with ThreadPoolExecutor(THREADS) as pool:
        seen = [set(ids) for ids in pool.map(use, range(THREADS))]
    parts.close()
    assert built == Counter(dict.fromkeys(NAMES, 1))
    assert all(ids == seen[0] for ids in seen)


def test_sixteen_threads_use_a_new_memory_at_once(
    make_memory: Callable[..., EywaMemory],
) -> None:
    memory = make_memory(background=False)
    memory.append("The tide table hangs beside the door.")
    together = threading.Barrier(THREADS)

    def use(number: int) -> Any:
        together.wait()
        if number % 4 == 0:
            return memory.index().problems
        if number % 4 == 1:
            return memory.facts("Where do I live?").facts
        found = memory.retrieve("Where is the tide table?")
        return [hit.text for hit in found.hits]

    with ThreadPoolExecutor(THREADS) as pool:
        answers = list(pool.map(use, range(THREADS)))
    for number, answer in enumerate(answers):
        assert list(answer) == (["The tide table hangs beside the door."] if number % 4 > 1 else [])


def test_parts_are_closed_in_reverse_even_if_one_fails(tmp_path: Path) -> None:
    closed: list[str] = []

    class Noted:
        def __init__(self, name: str, error: Exception | None = None) -> None:
            self.name, self.error = name, error

        def close(self) -> None:
            closed.append(self.name)
            if self.error is not None:
                raise self.error

    parts = Parts(tmp_path / "root", None, system_clock)
    parts.once("first", lambda _: Noted("first"))
    parts.once("second", lambda _: Noted("second", OSError("the disk is gone")))
    parts.once("third", lambda _: Noted("third"))
    with pytest.raises(OSError, match="the disk is gone"):
        parts.close()
    assert closed == ["third", "second", "first"]
    parts.close()
    assert closed == ["third", "second", "first"]


def test_a_closed_memory_builds_nothing(tmp_path: Path) -> None:
    memory = EywaMemory(tmp_path / "root", background=False)
    memory.close()
    with pytest.raises(BadRequest, match="was closed"):
        memory.retrieve("anything")
    with pytest.raises(BadRequest, match="was closed"):
        _ = memory._parts.embedder


def test_the_index_is_let_go_of_before_the_lease(
    make_memory: Callable[..., EywaMemory], monkeypatch: pytest.MonkeyPatch
) -> None:
    closed: list[str] = []
    for kind, method in ((Upkeep, "close"), (CurrentGeneration, "close"), (Lease, "release")):
        real = getattr(kind, method)

        def noted(self: Any, real: Any = real, name: str = kind.__name__) -> None:
            closed.append(name)
            real(self)

        monkeypatch.setattr(kind, method, noted)
    memory = make_memory(background=False)
    memory.append("The tide table hangs beside the door.")
    memory.index()
    closed.clear()
    memory.close()
    assert closed == ["Upkeep", "CurrentGeneration", "Lease"]


def test_closing_waits_for_who_indexes(make_memory: Callable[..., EywaMemory]) -> None:
    memory = make_memory(background=False)
    memory.append_many({"content": f"The tide table says {n}."} for n in range(20))
    begun, closing = threading.Event(), threading.Event()

    def slowly(_: int) -> None:
        begun.set()
        closing.wait(60)

    with ThreadPoolExecutor(2) as pool:
        indexed = pool.submit(memory.index, slowly)
        assert begun.wait(60)
        closed = pool.submit(memory.close)
        while not memory._parts.closed:
            threading.Event().wait(0.001)
        assert memory._parts.lease.held
        closing.set()
        closed.result()
    assert (indexed.result().written, indexed.result().problems) == (20, [])
    assert not memory._parts.lease.held


def test_a_closed_memory_takes_no_lease(make_memory: Callable[..., EywaMemory]) -> None:
    memory = make_memory(background=False)
    memory.append("The tide table hangs beside the door.")
    memory.index()
    memory.close()
    for call in (
        memory.index, memory.flush, memory.rebuild, memory.retry_dead_letters, memory.index_user,
        memory.hold_indexer,
    ):  # fmt: skip
        with pytest.raises(BadRequest, match="was closed"):
            call()
        assert not memory._parts.lease.held, call


def test_a_memory_that_is_refused_leaves_nothing_open(
    make_memory: Callable[..., EywaMemory], monkeypatch: pytest.MonkeyPatch
) -> None:
    make_memory(background=False).index()
    closed: list[Parts] = []
    close = Parts.close

    def noted(parts: Parts) -> None:
        closed.append(parts)
        close(parts)

    monkeypatch.setattr(Parts, "close", noted)
    other = {"embedding": {"backend": "minilm"}}
    with pytest.raises(EmbeddingMismatch):
        make_memory(None, other, background=False)
    assert len(closed) == 1


def test_the_message_itself_is_no_memory_of_it(make_memory: Callable[..., EywaMemory]) -> None:
    memory = make_memory(background=False)
    message = "I need the sledge hammer today."
    memory.append(message, session_id="today")
    memory.append("The sledge hammer stands behind the boiler.", session_id="before")
    memory.index()
    asked = memory.before_llm(message, session_id="today")
    assert "behind the boiler" in asked.context
    assert message not in asked.context
    elsewhere = memory.before_llm(message, session_id="other")
    assert message in elsewhere.context


def test_every_method_has_a_twin() -> None:
    public = {
        name
        for name, method in inspect.getmembers(EywaMemory, inspect.isfunction)
        if not name.startswith("_") and not inspect.iscoroutinefunction(method)
    } - {"close", "export", "export_parts"}  # what is exported is read while it is asked for
    twins = {
        name
        for name, method in inspect.getmembers(EywaMemory, inspect.isfunction)
        if inspect.iscoroutinefunction(method) and not name.startswith("_")
    }
    assert {f"a{name}" for name in public} == twins
    for name in public:
        of, twin = getattr(EywaMemory, name), getattr(EywaMemory, f"a{name}")
        assert inspect.signature(of) == inspect.signature(twin)
