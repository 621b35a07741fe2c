"""The commands, the schedule, and what status and doctor say of backups."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from backup.conftest import TEXTS, Quick
from corpus import Eywa

from eywa_fs.maintenance.doctor import check_backup
from eywa_fs.maintenance.schedule import Job, Schedule
from eywa_fs.maintenance.status import last_backup
from eywa_fs.memory import EywaMemory


def test_there_and_back(
    place: Path, key: Path, tmp_path: Path, eywa: Eywa, monkeypatch: pytest.MonkeyPatch
) -> None:
    def said(*arguments: str, **more: Any) -> Any:
        return eywa("--json", *arguments, **more).value

    monkeypatch.setenv("EYWA_EMBEDDING__BACKEND", "minilm")
    said("init")
    said("add", TEXTS[0])
    options = ("--key-file", str(key))
    made = [said("backup", str(place), *options)["id"] for _ in range(3)]
    listed = said("backup", str(place), *options, "--list", at=tmp_path / "lost")["backups"]
    assert [one["id"] for one in listed] == made[::-1]
    assert said("backup", str(place), *options, "--verify", at=tmp_path / "lost")["ok"]
    pruned = said("backup", str(place), *options, "--keep", "2")["pruned"]
    assert pruned["backups"] == made[:2]
    new = tmp_path / "new"
    report = said("restore", str(place), *options, "--backup", made[2], at=new)
    assert report["ok"] and report["records"] == 1
    assert said("restore", str(place), *options, at=new, code=2)["error"]["code"] == "E_BAD_REQUEST"
    at = listed[0]["at"]
    again = said("restore", str(place), *options, "--at", str(at), "--index", at=tmp_path / "at")
    assert again["id"] == made[2]
    assert said("status", at=tmp_path / "at")["lag"]["bytes"] == 0
    assert said("backup", str(place), code=2)["error"]["message"].endswith("give --key-file")
    assert said("backup", "--list", "--verify", str(place), code=2)
    assert said("backup", code=2)["error"]["message"].startswith("name a place")
    assert said("drill", "--no-index", "--searches", "1")["found"] == 1


def test_in_words(root: Path, place: Path, tmp_path: Path, eywa: Eywa) -> None:
    eywa("init")
    eywa("add", TEXTS[0])
    (root / "link").symlink_to("README.md")
    made = eywa("backup", str(place))
    assert f"at {place}" in made.out and "not in it: link (a symbolic link)" in made.err
    assert "when" in eywa("backup", str(place), "--list").out
    new = tmp_path / "new"
    out = eywa("restore", str(place), at=new).out
    assert f"eywa --root {new} index" in out and "1 record," in out
    drill = eywa("drill", "--no-index")
    assert "first answer after (RTO)" in drill.out and "too few records" in drill.err
    [chunk, *_] = (path for path in place.glob("chunks/*/*"))
    chunk.write_bytes(b"?" + chunk.read_bytes()[1:])
    assert chunk.name in eywa("backup", str(place), "--verify", code=1).out
    [head] = place.glob("backups/*.json")
    head.write_bytes(b"{}")
    assert "damaged" in eywa("backup", str(place), "--list", code=1).out


def test_watch_makes_backups(root: Path, place: Path, quick: Quick, tmp_path: Path) -> None:
    """At once and then at its interval; stopped cleanly, each of them whole."""
    with quick() as memory:
        memory.append(TEXTS[0])
    settings = {"to": str(place), "interval_s": 1, "keep": 1}
    (tmp_path / "config.yaml").write_text(json.dumps({"backup": settings}))
    watching = subprocess.Popen(
        [sys.executable, "-m", "eywa_fs", "--root", str(root), "--json",
         "--config", str(tmp_path / "config.yaml"), "watch"],
        stdout=subprocess.PIPE, text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )  # fmt: skip
    try:
        assert watching.stdout is not None
        done: list[Mapping[str, Any]] = []
        for line in watching.stdout:
            event = json.loads(line)
            assert event["event"] != "job_failed", event
            if event["event"] == "job_done" and event["job"] == "backup":
                done.append(event)
                if len(done) == 2:
                    watching.send_signal(signal.SIGINT)
        assert watching.wait() == 0
    finally:
        watching.kill()
        watching.communicate()
    assert done[1]["pruned"] == 1 and done[1]["new_bytes"] > 0
    with quick() as memory:
        assert 1 <= len(memory.backups(place)) <= 2 and memory.verify_backups(place).ok
        said = memory.status().as_dict()["backup"]
        assert said["to"] == str(place) and said["scheduled"] is None and not said["stale"]


def test_a_frequent_job_waits_for_no_other() -> None:
    ran = threading.Event()

    def often() -> Mapping[str, Any]:
        ran.set()
        return {}

    free = threading.Event()

    def long() -> Mapping[str, Any]:
        assert ran.wait(30)
        free.set()
        return {}

    schedule = Schedule(
        [Job("slow", "", long),
         Job("often", "", often, every_s=3600)],
        lambda event, **fields: None,
    )  # fmt: skip
    thread = threading.Thread(target=schedule.run, args=("slow",))
    thread.start()
    schedule.start()
    thread.join(30)
    schedule.stop()
    assert free.is_set()


def test_an_old_backup_is_a_warning(root: Path, place: Path, quick: Quick) -> None:
    memory: EywaMemory = quick(root, {"backup": {"to": str(place), "interval_s": 100}})
    memory.append(TEXTS[0])
    layout, settings = memory.layout, memory.settings.backup
    never = last_backup(layout, settings, 0)
    assert never.stale and check_backup(never)[:2] == ("warning", "none was made yet")
    report = memory.backup()
    assert not last_backup(layout, settings, report.at + 200_000).stale
    late = last_backup(layout, settings, report.at + 7_200_000)
    assert (late.id, late.to, late.stale) == (report.id, str(place), True)
    state, detail, advice = check_backup(late)
    assert state == "warning" and "2.0 hours ago" in detail and "eywa backup" in advice
    ahead = last_backup(layout, settings, report.at - 7_200_000)  # made by a clock that was fast
    assert (ahead.id, ahead.stale) == (report.id, True)
    unscheduled = settings.model_copy(update={"to": ""})
    assert check_backup(last_backup(layout, unscheduled, report.at + 7_200_000))[0] == "ok"
