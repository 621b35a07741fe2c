"""Long-running commands as processes: watch, signals, a second watch, Ctrl-C in an import."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from corpus import Eywa, until

from eywa_fs.errors import ConfigError
from eywa_fs.memory import EywaMemory

Start = Callable[..., "subprocess.Popen[str]"]
PATIENCE_S = 60

posix = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")


@posix
@pytest.mark.usefixtures("small")
def test_watch_indexes_foreign_lines_and_stops_cleanly(
    start: Start, eywa: Eywa, root: Path, make_memory: Callable[..., EywaMemory]
) -> None:
    watch = start("watch", "--json")
    try:
        assert watch.stdout is not None
        first = json.loads(watch.stdout.readline())
        assert first["event"] == "started" and first["pid"] == watch.pid
        jobs = {json.loads(watch.stdout.readline())["job"] for _ in range(9)}
        assert jobs == {
            "verify", "deep_verify", "repair", "checkpoint", "retention", "compaction",
            "daily_decay_recompute", "weekly_compress", "monthly_purge",
        }  # fmt: skip

        busy = eywa("watch", "--json", code=8)
        assert str(watch.pid) in busy.value["error"]["message"]
        assert str(watch.pid) in eywa("status", "--json").value["indexer"]

        path = next(root.glob("tenants/**/default/*.jsonl"))
        with path.open("a", encoding="utf-8") as file:
            file.write('{"content": "The heron stands on one leg in the reeds."}\n')
        said = json.loads(watch.stdout.readline())
        assert (said["event"], said["records"], said["user"]) == ("indexed", 1, "me")
        with make_memory() as memory:
            assert memory.status().index["total"] == 3
        watch.send_signal(signal.SIGTERM)
        out, err = watch.communicate(timeout=PATIENCE_S)
    finally:
        watch.kill()
    assert watch.returncode == 0, err
    events = [json.loads(line) for line in out.splitlines()]
    assert [event["event"] for event in events][-2:] == ["stopping", "stopped"]
    assert (events[-1]["records"], events[-1]["users"]) == (1, 1)
    with make_memory() as memory:
        memory.hold_indexer()
        assert memory.verify(deep=True).ok


@posix
def test_an_interrupted_import_is_taken_up_again(
    start: Start, root: Path, tmp_path: Path, make_memory: Callable[..., EywaMemory]
) -> None:
    corpus, number = tmp_path / "many.jsonl", 20_000
    with corpus.open("w", encoding="utf-8") as file:
        for n in range(number):
            file.write(json.dumps({"content": f"Entry {n} of the log.", "timestamp": 1000}) + "\n")
    stopped = start("import", str(corpus), "--no-index", "--create", "--json")
    # With lines of a second batch of 500 there, the first one was acknowledged (a batch that is not
    # synced yet is taken back); the last one is seconds away.
    truth = root / "tenants"
    until(lambda: sum(f.read_bytes().count(b"\n") for f in truth.rglob("*.jsonl")) > 500)
    stopped.send_signal(signal.SIGINT)
    out, err = stopped.communicate(timeout=PATIENCE_S)
    assert stopped.returncode == 130, err
    error = json.loads(out)["error"]
    assert error["code"] == "E_INTERRUPTED" and "run the same command again" in error["message"]
    assert "Traceback" not in err

    again = start("import", str(corpus), "--no-index", "--json")
    out, err = again.communicate(timeout=PATIENCE_S)
    value = json.loads(out)
    assert again.returncode == 0 and value["records"] == number, err
    assert value["new"] < number, "what was acknowledged before the interruption is kept"
    (path,) = root.glob("tenants/**/*.jsonl")
    said = [json.loads(line)["content"] for line in path.read_bytes().splitlines()]
    assert len(said) == number == len(set(said))


def test_names_are_text_where_python_takes_them_for_ascii(tmp_path: Path) -> None:
    """As in a service's or a container's environment with LC_ALL=C and PYTHONUTF8=0."""
    root = tmp_path / "库"
    odd = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "EYWA_EMBEDDING__BACKEND": "minilm"}
    for line in (["add", "Ünïcode", "--create"], ["index"], ["search", "Ünïcode"]):
        command = [sys.executable, "-m", "eywa_fs", "--root", str(root), *line]
        done = subprocess.run(
            command, capture_output=True, env=odd, timeout=PATIENCE_S, check=False
        )
        assert done.returncode == 0, done.stderr
    assert "Ünïcode" in done.stdout.decode("utf-8")
    with pytest.raises(ConfigError, match="PYTHONUTF8=1"):
        EywaMemory(os.fsdecode(os.fsencode(tmp_path) + b"/\xff"))
