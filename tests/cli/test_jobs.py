"""Jobs by hand: what they did is noted, one of a kind runs at a time."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from corpus import Eywa

from eywa_fs.errors import BadRequest, IndexerBusy
from eywa_fs.memory import EywaMemory


@pytest.fixture
def told(root: Path, make_memory: Callable[..., EywaMemory]) -> None:
    memory = make_memory()
    memory.append("The ferry leaves at seven.")
    memory.index()
    memory.close()


@pytest.mark.usefixtures("told")
def test_what_a_job_did_is_noted(eywa: Eywa, root: Path) -> None:
    assert set(eywa("job", "list", "--json").value["jobs"].values()) == {None}
    done = eywa("job", "run", "deep_verify", "--json").value
    assert done["ok"] and done["found"]["checked"]["files"] == 1
    assert eywa("job", "run", "checkpoint", "--json").value["found"]["signer"] is None
    listed = eywa("job", "list", "--json").value["jobs"]
    assert listed["deep_verify"] == done and listed["repair"] is None
    assert eywa("status", "--json").value["jobs"]["deep_verify"].startswith("ok, ")
    [truth] = root.rglob("sessions/*/*.jsonl")
    truth.write_bytes(truth.read_bytes().replace(b"seven", b"eight"))
    (root / "config.yaml").write_text("retrieval: {timezone: Asia/Shanghai}")
    words = eywa("job", "run", "verify", code=1).out.removeprefix("verify: ").strip()
    assert re.fullmatch(r"not well, [-\d]+ [:\d]+\+08:00, [.\d]+ s: 1 file_changed", words)
    assert words in eywa("job", "list").out
    assert eywa("status", "--json").value["jobs"]["verify"] == words
    assert eywa("job", "run", "repair", "--json").value["found"]["steps"] == 1


@pytest.mark.usefixtures("told")
def test_the_last_backup_is_told_in_the_zone_of_the_settings(
    eywa: Eywa, root: Path, tmp_path: Path
) -> None:
    (root / "config.yaml").write_text("retrieval: {timezone: Asia/Shanghai}")
    eywa("backup", str(tmp_path / "safe"))
    assert re.search(r"^backup\.at +\S+ \d\d:\d\d\+08:00$", eywa("status").out, re.MULTILINE)


@pytest.mark.usefixtures("told")
def test_a_job_that_fails_says_why(eywa: Eywa) -> None:
    assert "backup.to" in eywa("job", "run", "backup", code=2).err
    last = eywa("job", "list", "--json").value["jobs"]["backup"]
    assert not last["ok"] and "backup.to" in last["found"]["message"]
    assert "known: verify" in eywa("job", "run", "vrify", code=4).err


def test_one_of_a_kind_runs_at_a_time(make_memory: Callable[..., EywaMemory]) -> None:
    memory, other = make_memory(), make_memory()
    memory.append("The ferry leaves at seven.")
    memory.index()
    inside, leave = threading.Event(), threading.Event()

    def wait(done: int, total: int) -> None:
        inside.set()
        leave.wait(60)

    first = threading.Thread(target=lambda: memory.run_job("verify", progress=wait))
    first.start()
    try:
        assert inside.wait(60)
        for one in (memory, other):
            with pytest.raises(IndexerBusy, match="runs already"):
                one.run_job("verify")
        assert other.run_job("checkpoint").ok
    finally:
        leave.set()
        first.join()
    assert other.run_job("verify").ok


def test_a_note_that_is_damaged_is_no_result(make_memory: Callable[..., EywaMemory]) -> None:
    memory = make_memory()
    memory.run_job("checkpoint")
    [note] = (memory.layout.index / "jobs").iterdir()
    note.write_text('{"at": "x"}')
    assert memory.jobs()["checkpoint"] is None
    memory.close()
    with pytest.raises(BadRequest):
        memory.run_job("checkpoint")
