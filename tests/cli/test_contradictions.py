"""Options that contradict each other, and what a bar says of time."""

from __future__ import annotations

from pathlib import Path

import pytest
from corpus import Eywa
from factbase.lives import QuickMemory

from eywa_fs.cli.progress import time


def test_two_users_in_one_command_are_refused(eywa: Eywa, root: Path) -> None:
    with QuickMemory(root, background=False) as memory:
        memory.append("I live in Turku.", user_id="ana")
        memory.append("我住在大同。", user_id="李明")
    for line in (
        ("profile", "ana", "--user", "李明"),
        ("export", "--all", "--user", "ana"),
        ("erase", "--everything", "--all-users", "--user", "ana", "--yes"),
        ("forget", "--all-users", "--user", "李明", "--dry-run"),
    ):
        assert "--user and " in eywa(*line, code=2).err, line
    assert "Turku" in eywa("profile", "ana", "--user", "ana").out
    assert "大同" in eywa("profile", "李明").out
    assert len(eywa("export", "--all").out.splitlines()) == 3
    assert len(eywa("export", "--user", "ana").out.splitlines()) == 2


def test_a_limit_below_nothing_is_refused(eywa: Eywa) -> None:
    eywa("init")
    assert "--limit" in eywa("audit", "--limit", "-3", code=2).err
    assert eywa("audit", "--limit", "0").out


@pytest.mark.parametrize(
    ("left", "gone", "told"),
    [(119.9, 58.0, "0:01:59 left"), (None, 176.0, "0:02:56 gone"), (None, None, "0:00:00 gone")],
)
def test_a_time_says_which_it_is(left: float | None, gone: float | None, told: str) -> None:
    assert time(left, gone) == told
