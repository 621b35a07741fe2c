"""What is named like a truth file and is no regular file is none, for everybody: a pipe or a socket
stands in nobody's way, and verify names it."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest
from factbase.lives import DAY_0, MakeQuick, QuickMemory

from eywa_fs.errors import ConfigError
from eywa_fs.truth.layout import StrayPath

ANA = "tenants/default/users/ana"
ODD = (
    f"{ANA}/sessions/default/2020-01-01.jsonl",
    f"{ANA}/decisions/2020-01-01.jsonl",
    f"{ANA}/longterm/notes.md",
    f"{ANA}/episodes/work/2020-01-01.jsonl",
)


def put_pipe(path: Path) -> None:
    os.mkfifo(path)


def put_socket(path: Path) -> None:
    here = os.getcwd()
    os.chdir(path.parent)  # a socket's name has some 100 bytes
    try:
        with socket.socket(socket.AF_UNIX) as made:
            made.bind(path.name)
    finally:
        os.chdir(here)


@pytest.fixture(params=[put_pipe, put_socket])
def odd(quick: QuickMemory, root: Path, request: pytest.FixtureRequest) -> QuickMemory:
    quick.append("The key is in the cellar.", user_id="ana", event_id="key", timestamp=DAY_0)
    for rel in ODD:
        (root / rel).parent.mkdir(parents=True, exist_ok=True)
        request.param(root / rel)
    quick.index()
    return quick


def test_it_is_in_nobodys_way(odd: QuickMemory, tmp_path: Path) -> None:
    assert [user.records for user in odd.users()] == [1]
    assert len(odd.sessions(user_id="ana")) == len(odd.tenants()) == 1
    assert len(odd.list(user_id="ana").items) == 1
    assert "".join(odd.export(user_id="ana")).count("cellar") == 1
    assert {skipped.path for skipped in odd.backup(tmp_path / "safe").skipped} == {*ODD}
    assert odd.drill(tmp_path / "safe", index=False).ok
    assert odd.erase(text="cellar", user_id="ana").ok


@pytest.mark.parametrize("deep", [False, True])
def test_verify_names_it_as_what_it_is(odd: QuickMemory, deep: bool) -> None:
    report = odd.verify(deep=deep)
    strays = {f.target for f in report.findings if f.kind == "stray_path"}
    assert strays == {*ODD}
    assert not [f for f in report.findings if f.target in ODD and f.kind != "stray_path"]
    found = {item for item in odd.layout.walk() if isinstance(item, StrayPath)}
    assert {item.reason for item in found} == {"not_plain"}


def test_settings_that_are_a_pipe_are_refused(root: Path, open_quick: MakeQuick) -> None:
    root.mkdir(exist_ok=True)
    os.mkfifo(root / "config.yaml")
    with pytest.raises(ConfigError, match="no regular file"):
        open_quick()


def test_a_note_that_is_a_pipe_is_waited_for_by_nobody(root: Path, open_quick: MakeQuick) -> None:
    """It is as if there were none, and the next one takes its place."""
    config = {"llm": {"base_url": "http://127.0.0.1:9/v1", "model": "none"}}
    memory = open_quick(config=config)
    memory.index()
    for name in ("jobs/verify.json", "model-reader.json", "evaluations/1-temporal.json"):
        (root / ".index" / name).parent.mkdir(exist_ok=True)
        os.mkfifo(root / ".index" / name)
    found = memory.status().model
    assert found is not None and (found.breaker, found.last_error) == ("closed", None)
    assert memory.jobs()["verify"] is None and memory.evaluations() == []
    assert memory.run_job("verify").ok and memory.jobs()["verify"] is not None
