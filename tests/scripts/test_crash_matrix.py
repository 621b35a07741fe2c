"""The crash matrix: its plan has every step of every operation, and a round sees what is wrong."""

from __future__ import annotations

import json
import os
import shutil
import sys
from pathlib import Path

import pytest
from forked import Child

SCRIPT = Path(__file__).parents[2] / "scripts" / "crash_matrix.py"
sys.path.insert(0, str(SCRIPT.parent))

from crash_matrix import FAULTS, OPERATIONS, append, check, rounds  # noqa: E402
from proving import SETTINGS, Told  # noqa: E402

from eywa_fs.memory import EywaMemory  # noqa: E402


def test_every_step_is_killed_and_broken() -> None:
    steps = {(operation.name, step) for operation in OPERATIONS for step in operation.steps}
    plan = list(rounds(len(steps) * (len(FAULTS) + 1)))
    for fault in (*FAULTS, "kill"):
        assert {(one.name, step) for one, step, _, f in plan if f == fault} == steps


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_two_rounds_leave_nothing_wrong(tmp_path: Path) -> None:
    table = tmp_path / "table.json"
    options = ("--rounds", "2", "--only", "append", "--json", str(table))
    done = Child(str(SCRIPT), *options).ended()
    assert done.returncode == 0, done.stdout + done.stderr
    assert json.loads(table.read_text()) == {"append": {"rounds": 2, "refused": 2}}


def test_what_is_wrong_is_counted(tmp_path: Path) -> None:
    root, told = tmp_path / "root", tmp_path / "told"
    root.mkdir(mode=0o700)
    (root / "config.yaml").write_text(SETTINGS)
    with EywaMemory(root, background=False) as memory:
        append(memory, Told(told, 0))
        assert not sum(check(root, told, tmp_path / "scratch").values())
        memory.append("again", event_id="r-0-0-0")
        assert check(root, told, tmp_path / "scratch")["doubled"] == 1
        shutil.rmtree(root / "tenants")
    assert check(root, told, tmp_path / "scratch")["lost"] == 7
