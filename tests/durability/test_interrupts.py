"""An interrupt, wherever it lands in a write, leaves nothing locked and nothing half done."""

from __future__ import annotations

import itertools
import os
import signal
import sys
import threading
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from types import FrameType

import pytest

from eywa_fs import EywaMemory
from eywa_fs.lockfile import is_held, lock, locked
from eywa_fs.truth.appendfile import AppendFile

Write = Callable[[EywaMemory, str], object]
"""A write of a text for the user of this name."""

DAY = 1_700_000_000_000


def _several(memory: EywaMemory, text: str) -> None:
    """In two files."""
    of = {"user_id": text}
    memory.append_many([{"content": text, "timestamp": DAY, **of}, {"content": "more", **of}])


def _together(memory: EywaMemory, text: str) -> None:
    with memory.transaction(user_id=text) as together:
        together.update("target", text)


WRITES: dict[str, Write] = {
    "append": lambda m, text: m.append(text, user_id=text),
    "append_many": _several,
    "keyed append": lambda m, text: m.append(text, idempotency_key=text, user_id=text),
    "update": lambda m, text: m.update("target", text, idempotency_key=text, user_id=text),
    "upsert": lambda m, text: m.upsert(text, text, idempotency_key=text, user_id=text),
    "transaction": _together,
    "feedback": lambda m, text: m.feedback("target", useful=True, reason=text, user_id=text),
}
REPEATED = ("keyed append", "update", "upsert")
"""Those that may be asked for once more, with their key."""

LOCKING = {
    "appendfile.py", "changing.py", "index_folder.py", "interrupts.py", "journal.py", "keys.py",
    "lockfile.py", "transactions.py", "writing.py",
}  # fmt: skip


def interrupted(call: Callable[[], object], at: int) -> bool:
    """Whether a call came to the ``at``-th place of what takes locks where the interpreter runs
    handlers of signals, and was interrupted there: where a function begins, and where one that is
    written in C came back."""
    places = 0

    def profile(frame: FrameType, event: str, arg: object) -> None:
        nonlocal places
        if event in ("call", "c_return") and Path(frame.f_code.co_filename).name in LOCKING:
            places += 1
            if places == at:
                sys.setprofile(None)
                raise KeyboardInterrupt

    sys.setprofile(profile)
    try:
        with suppress(KeyboardInterrupt):
            call()
    finally:
        sys.setprofile(None)
    return places == at


def in_time(*calls: Callable[[], object]) -> bool:
    """Whether calls come back, one after the other, in another thread."""
    thread = threading.Thread(target=lambda: [call() for call in calls], daemon=True)
    thread.start()
    thread.join(30)
    return not thread.is_alive()


def written(memory: EywaMemory) -> Counter[str]:
    """How often each text stands in the files."""
    files = memory.layout.root.glob("tenants/*/users/*/*/**/*.jsonl")
    lines = (line for file in files for line in file.read_bytes().splitlines())
    return Counter(line.split(b'"content":"')[1].split(b'"')[0].decode() for line in lines)


@pytest.mark.filterwarnings(
    "ignore::pytest.PytestUnraisableExceptionWarning", "ignore::ResourceWarning"
)
@pytest.mark.parametrize("name", WRITES)
def test_wherever_it_lands(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", lambda fd: None)
    write = WRITES[name]
    texts: list[str] = []
    with EywaMemory(tmp_path / "root", background=False) as memory:
        for at in itertools.count():
            text = f"said at {at}"
            memory.append("target", event_id="target", user_id=text)
            if at == 0:
                write(memory, text)  # which imports what it needs
                continue
            texts.append(text)
            if not interrupted(partial(write, memory, text), at):
                break
            again = [partial(write, memory, text)] if name in REPEATED else []
            later = partial(memory.append, "later", user_id=text)
            changed = partial(memory.update, "target", "later", user_id=text)
            assert in_time(*again, later, changed), f"place {at}"
        counts = written(memory)
    assert at > 50
    assert counts[text] == 1
    assert counts["later"] == 2 * (at - 1)
    assert {counts[text] for text in texts} <= ({1} if name in REPEATED else {0, 1})


def test_a_handler_may_raise_what_a_refused_thread_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The lines are written by the thread that runs, and by no other one as well."""

    def started_then_interrupted(run: Callable[[], None], given: tuple[()]) -> None:
        thread = threading.Thread(target=run, args=given)
        thread.start()
        thread.join()
        raise RuntimeError("of a handler")

    path = Path(os.path.realpath(tmp_path)) / "file.jsonl"
    file = AppendFile(path)
    with monkeypatch.context() as patch:
        patch.setattr("eywa_fs.interrupts.start_new_thread", started_then_interrupted)
        with pytest.raises(RuntimeError, match="of a handler"):
            file.append([b"first\n"])
    assert in_time(partial(file.append, [b"next\n"]))
    assert path.read_bytes() == b"first\nnext\n"


def test_one_that_waits_for_another_process_is_given_up_and_never_written(tmp_path: Path) -> None:
    path = Path(os.path.realpath(tmp_path)) / "file.jsonl"
    file = AppendFile(path)
    file.append([b"first\n"])
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    try:
        with path.open("rb") as other:
            lock(other.fileno())
            signal.setitimer(signal.ITIMER_REAL, 0.2)
            with pytest.raises(KeyboardInterrupt):
                file.append([b"given up\n"])
        assert in_time(partial(file.append, [b"next\n"]))
    finally:
        signal.signal(signal.SIGALRM, before)
    assert path.read_bytes() == b"first\nnext\n"


def test_a_fork_holds_nothing_that_its_parent_let_go(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    begun, ended = os.pipe(), os.pipe()
    with locked(path, wait=False):
        child = os.fork()
        if child == 0:
            os.write(begun[1], b"!")
            os.close(ended[1])
            os.read(ended[0], 1)
            os._exit(0)
        os.read(begun[0], 1)
    try:
        assert not is_held(path)
    finally:
        for end in (*begun, *ended):
            os.close(end)
        os.waitpid(child, 0)
