"""The commands that put records aside, and take that back."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from corpus import DAY_0, Eywa

from eywa_fs.memory import EywaMemory


@pytest.fixture
def told(root: Path, make_memory: Callable[..., EywaMemory]) -> None:
    root.mkdir(mode=0o700)
    with make_memory() as memory:
        (root / "config.yaml").write_text(
            "forgetting: {policies: [{name: codes, tags: [otp], ttl_days: 1}]}"
        )
        memory.append("验证码是 4711。", event_id="code", tags=["otp"], timestamp=DAY_0)
        for name in ("first", "second"):
            memory.append("The ferry leaves at seven.", event_id=name, timestamp=DAY_0)


@pytest.mark.usefixtures("told")
def test_by_policy_and_back(eywa: Eywa) -> None:
    shown = eywa("forget", "--dry-run").out
    assert "1 of 3 records would be put aside" in shown and "1 by policy:codes (expire)" in shown
    assert "older than 1 d; nothing that stays says it" in shown
    report = eywa("forget", "--policy", "codes", "--reason", "short-lived", "--json").value
    assert [one["event_id"] for one in report["records"]] == ["code"] and not report["days"]
    assert eywa("versions", "code", "--json").value["versions"][-1]["reason"] == "short-lived"
    assert "0 of 3 records are put aside" in eywa("forget").out
    eywa("pin", "code")
    undone = eywa("forget", "undo", report["run"]).out
    assert "0 records back" in undone and "left as it is: code" in undone
    assert "begins with forget_" in eywa("forget", "undo", "tx_1", code=4).err


@pytest.mark.usefixtures("told")
def test_compaction_and_back(eywa: Eywa) -> None:
    shown = eywa("forget", "--compact", "light", "--all-users").out
    assert "2025-06-16" in shown and "it was said again that day" in shown
    [run] = [line for line in shown.splitlines() if line.startswith("run forget_")]
    name = run.split()[1].rstrip(":")
    assert f"1 record back (run {name[:7]}" in eywa("forget", "undo", name).out
    assert "codes" in eywa("forget", "--policy", "x", code=2).err
    assert "light or medium" in eywa("forget", "--compact", "hard", code=2).err


def test_without_policies_the_command_says_what_to_set(eywa: Eywa, root: Path) -> None:
    eywa("init")
    eywa("add", "The ferry leaves at seven.", "--no-index")
    assert "forgetting.policies" in eywa("forget", code=2).err
