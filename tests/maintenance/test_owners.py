"""Files of another user are told as such, and not as damage."""

from __future__ import annotations

import logging
import os
from pathlib import Path
from typing import Any

import pytest
from corpus import MakeMemory

from eywa_fs.errors import TruthReadError
from eywa_fs.maintenance.doctor import check_generation, check_root
from eywa_fs.truth import erasures, owners

NOBODY = 65534


@pytest.fixture
def locked(root: Path, make_memory: MakeMemory, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A memory whose word index is another user's: whoever runs the tests may be the superuser,
    who may read all, so the reading is refused here."""
    memory = make_memory(root)
    memory.append("The ferry leaves at six.")
    memory.index()
    memory.close()
    [meta] = root.glob(".index/gen-*/words/*/meta.json")
    os.chown(meta, NOBODY, -1) if os.geteuid() == 0 else meta.chmod(0)
    access = os.access

    def denied(path: Any, mode: int, **more: Any) -> bool:
        return Path(path) != meta and access(path, mode, **more)

    monkeypatch.setattr(os, "access", denied)
    if os.geteuid() != 0:
        monkeypatch.setattr(os, "geteuid", lambda: NOBODY)
    meta.write_text("{")  # as far as the index goes, no better than one that cannot be read
    return make_memory(root), str(meta.relative_to(root))


def test_status_and_doctor_name_the_owner(root: Path, locked: Any) -> None:
    memory, rel = locked
    status = memory.status()
    assert not status.ok and rel in status.parts["access"] and "chown" in status.parts["access"]
    assert status.parts["words"].startswith("unreadable: ")
    told = "\n".join(status.what_next())
    assert "another user" in told and "repair" not in told
    state, detail, action = check_root(memory.layout)
    assert state == "error" and rel in detail and "chown -R" in action
    generation = memory.generation()
    found = check_generation(memory.layout, lambda: generation, lambda: memory._parts.embedder, "")
    assert found[0] == "error" and "chown -R" in found[2]


def test_another_users_root_that_may_only_be_read_is_well(
    root: Path, make_memory: MakeMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory = make_memory(root)
    memory.append("The ferry leaves at six.")
    monkeypatch.setattr(os, "geteuid", lambda: NOBODY)
    monkeypatch.setattr(os, "access", lambda path, mode, **more: not mode & os.W_OK)
    assert owners.refused_files(memory.layout) is None


def test_what_is_none_of_the_memory_may_be_anybodys(
    root: Path, make_memory: MakeMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory = make_memory(root)
    memory.append("The ferry leaves at six.")
    lost = root / "lost+found"  # of a disk that is mounted there
    lost.mkdir(0)
    access = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path) != lost and access(path, mode))
    monkeypatch.setattr(os, "geteuid", lambda: NOBODY)
    assert check_root(memory.layout)[0] != "error"


def test_an_erasure_that_there_may_never_have_been_is_not_called_unfinished(
    root: Path, make_memory: MakeMemory, monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:  # fmt: skip
    memory = make_memory(root)
    memory.append("The ferry leaves at six.")

    def refuse(*_: Any) -> None:
        raise TruthReadError("audit/erasures.jsonl cannot be read: Permission denied")

    with caplog.at_level(logging.WARNING), monkeypatch.context() as patch:
        patch.setattr(erasures, "read", refuse)
        patch.setattr("eywa_fs.erasure.finishing.file_state", lambda *_: (1, 1, 1))
        memory.index()
    assert "whether an erasure is unfinished is not known" in caplog.text
    assert "is not finished" not in caplog.text
