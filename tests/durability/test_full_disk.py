"""Disks that refuse: a clear error, nothing half-acknowledged, and reads go on."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from corpus import DAY_0, TINY_EN, MakeMemory
from forked import Child

from eywa_fs.errors import DependencyUnavailable, FolderReadOnly, TruthWriteError
from eywa_fs.maintenance import migrate
from eywa_fs.memory import EywaMemory

MINILM = {"embedding": {"backend": "minilm"}}
LIMITED = """
import json, resource, signal, sys
from eywa_fs.errors import TruthWriteError
from eywa_fs.memory import EywaMemory
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
memory = EywaMemory(sys.argv[1], background=False)
acknowledged, refused = [], 0
for number in range(40):
    try:
        text = f"record {number} " + "x" * (50 + 37 * number % 400)
        memory.append(text, timestamp=int(sys.argv[2]))
        acknowledged.append(number)
    except TruthWriteError as error:
        assert "size limit" in str(error) and error.retryable and error.exit_code == 5
        refused += 1
print(json.dumps([acknowledged, refused]))
"""


def numbers(memory: EywaMemory) -> list[int]:
    """The numbers of the records in the truth, in file order."""
    found = []
    for path in sorted((memory.layout.root / "tenants").rglob("*.jsonl")):
        data = path.read_bytes()
        assert data.endswith(b"\n")
        found += [int(json.loads(line)["content"].split()[1]) for line in data.splitlines()]
    return found


@pytest.mark.skipif(sys.platform == "win32", reason="needs a limit on the size of files")
def test_a_file_that_may_not_grow(root: Path, make_memory: MakeMemory) -> None:
    """Some appends fail half-written; what was acknowledged, and only that, is in the file."""
    done = subprocess.run(
        [sys.executable, "-c", LIMITED, str(root), str(DAY_0)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    acknowledged, refused = json.loads(done.stdout)
    assert acknowledged and refused
    memory = make_memory()
    assert numbers(memory) == acknowledged
    memory.append(f"record {len(acknowledged) + refused}", timestamp=DAY_0)  # without the limit
    assert numbers(memory)[:-1] == acknowledged


def test_a_full_disk(small_disk: Path, make_memory: MakeMemory) -> None:
    memory = make_memory(small_disk, warm=False)
    memory.append("record 0 is here", timestamp=DAY_0)
    ballast = small_disk / "ballast"
    with open(ballast, "wb", buffering=0) as file:
        while True:
            try:
                file.write(b"\0" * 4096)
            except OSError:
                break
    acknowledged = [0]
    with pytest.raises(TruthWriteError, match="disk is full"):
        for number in range(1, 2000):
            memory.append(f"record {number} " + "x" * 1000, timestamp=DAY_0)
            acknowledged.append(number)
    assert numbers(memory) == acknowledged
    with EywaMemory(small_disk, background=False) as other:  # refused nothing itself
        told = other.status()
    assert not told.ok and told.parts["truth"].startswith("unwritable: the disk is full")
    assert any("make room" in line for line in told.what_next())
    with pytest.raises(DependencyUnavailable):  # no room for an index either
        memory.index()
    result = memory.retrieve("record 0 is here", strategy="exact")
    assert result.degraded and result.hits
    ballast.unlink()
    memory.append("record 2000", timestamp=DAY_0)
    assert "truth" not in memory.status().parts
    assert numbers(memory) == [*acknowledged, 2000]


def leave_free(disk: Path, free: int) -> Path:
    """Fill a disk but for so many bytes; the file that does it."""
    ballast, found = disk / "ballast", os.statvfs(disk)
    with open(ballast, "wb") as file:
        os.posix_fallocate(file.fileno(), 0, found.f_bavail * found.f_frsize - free)
    return ballast


@pytest.mark.parametrize("small_disk", [24], indirect=True)
@pytest.mark.parametrize("free", [0, 4096, 16384, 150_000, 600_000])
def test_a_rebuild_without_room(
    small_disk: Path, make_memory: MakeMemory, free: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It says so, and leaves the old index in use and no byte behind."""
    root = small_disk / "root"
    memory = make_memory(root, MINILM, warm=False)
    memory.append_many({"content": f"{text} ({n})"} for text in TINY_EN for n in range(8))
    memory.index()
    monkeypatch.setattr(migrate, "PATIENCE_S", 0)
    more = ["migrate"] if free in (0, 150_000) else []
    for act in ("rebuild", "rebuild --prove", *more, "repair"):
        if act == "repair":  # of a part that can only be derived anew
            shutil.rmtree(memory.layout.index / "gen-000001" / "words")
        ballast = leave_free(small_disk, free)
        with pytest.raises(DependencyUnavailable) as caught:
            if act == "migrate":
                memory.migrate_embedder("e5")
            else:
                memory.repair(apply=True) if act == "repair" else memory.rebuild(prove="-" in act)
        assert caught.value.exit_code == 6 and caught.value.retryable
        result = memory.retrieve("kettle")
        assert result.hits and ("words_damaged" in str(result.degraded)) == (act == "repair")
        assert [path.name for path in memory.layout.index.glob("gen-*")] == ["gen-000001"]
        ballast.unlink()
    assert memory.repair(apply=True).ok and memory.status().ok


KILLED = """
import os, sys
from eywa_fs.memory import EywaMemory
memory = EywaMemory(sys.argv[1], {"embedding": {"backend": "minilm"}}, background=False)
memory.append(sys.argv[2], timestamp=int(sys.argv[3]))
memory.index()
os._exit(9)
"""


@pytest.fixture
def read_only(root: Path, request: pytest.FixtureRequest) -> Iterator[Path]:
    """A root that cannot be written; skipped where that cannot be had. It holds one record, or,
    ``indexed``, two with an index, of which a process was ``killed``."""
    how = getattr(request, "param", "")
    with EywaMemory(root, MINILM, background=False) as memory:
        memory.append(TINY_EN[0], timestamp=DAY_0)
        if how:
            memory.append("I live in Turku.", timestamp=DAY_0)
            memory.index()
    if how == "killed":
        done = Child("-c", KILLED, str(root), TINY_EN[1], str(DAY_0)).ended()
        assert done.returncode == 9, done
    mount = shutil.which("mount") or ""
    ways = (["--bind", str(root), str(root)], ["-o", "remount,ro,bind", str(root)])
    for way in ways:
        if not mount or subprocess.run([mount, *way], capture_output=True, check=False).returncode:
            pytest.skip("no file system may be mounted here")
    yield root
    subprocess.run(["umount", "-l", str(root)], check=True)


def test_a_read_only_root(read_only: Path) -> None:
    """Reads go on, writes say why they cannot, and nothing raises but the writes."""
    with EywaMemory(read_only, background=False) as memory:
        with pytest.raises(TruthWriteError, match="read-only"):
            memory.append(TINY_EN[1], timestamp=DAY_0)
        with pytest.raises(DependencyUnavailable, match="Read-only"):
            memory.index()
        result = memory.retrieve("kettle", strategy="exact")
        assert result.hits[0].text == TINY_EN[0] and result.degraded
        assert memory.status().as_dict()
        assert not memory.verify(deep=True).ok
    with EywaMemory(read_only, background=True) as memory:  # the thread waits, and ends when asked
        assert memory.retrieve("kettle", strategy="exact").hits
    assert os.listdir(read_only) == ["tenants"]


def below(root: Path) -> dict[str, tuple[int, int]]:
    """Size and time of everything."""
    found = {path: path.lstat() for path in root.rglob("*")}
    return {str(path): (state.st_size, state.st_mtime_ns) for path, state in found.items()}


@pytest.mark.parametrize("read_only", ["closed", "killed"], indirect=True)
@pytest.mark.parametrize("exact_scope_limit", [2000, 0])  # 0: asks Chroma
def test_a_read_only_root_with_an_index(
    read_only: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, exact_scope_limit: int
) -> None:
    """The index answers as it would elsewhere, and nothing is written, not even a lock."""
    (tmp_path / "views").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "views"))
    before = below(read_only)
    config = {**MINILM, "vectors": {"exact_scope_limit": exact_scope_limit}}
    with EywaMemory(read_only, config, background=False) as memory:
        for strategy in ("auto", "exact", "semantic"):
            result = memory.retrieve("kettle", strategy=strategy)
            assert result.hits[0].text == TINY_EN[0] and result.lag.bytes == 0
            [reason] = result.degraded
            assert reason.startswith("index_read_only: ")
        assert [fact.object for fact in memory.facts("Where do I live?").facts] == ["Turku"]
        status = memory.status()
        assert status.ok and status.index["read_only"] and status.index["vectors"] >= 2
        assert memory.verify().ok and memory.outbox() == []
        report = memory.verify(deep=True)
        assert report.ok and report.checked["vectors"] == status.index["vectors"]
        for write in (
            memory.index, memory.rebuild, memory.retry_dead_letters, memory.drop_previous,
            lambda: memory.migrate_embedder("e5"),
        ):  # fmt: skip
            with pytest.raises(DependencyUnavailable, match="Read-only"):
                write()
    assert below(read_only) == before
    assert os.listdir(tmp_path / "views") == []


@pytest.mark.parametrize("read_only", ["closed"], indirect=True)
def test_a_root_that_becomes_writable(read_only: Path) -> None:
    """What was opened read-only stays so: its view is nothing to write into."""
    with EywaMemory(read_only, MINILM, background=False) as memory:
        assert memory.retrieve("kettle").degraded
        subprocess.run(["mount", "-o", "remount,rw,bind", str(read_only)], check=True)
        memory.append(TINY_EN[2], timestamp=DAY_0)
        with pytest.raises(FolderReadOnly, match="open the memory anew"):
            memory.index()
        assert memory.retrieve("choir").hits[0].text == TINY_EN[2]
    with EywaMemory(read_only, MINILM, background=False) as memory:
        memory.index()
        assert memory.verify(deep=True).ok and not memory.status().index["read_only"]
        assert memory.status().index["total"] == 3


GROWN = """
import json, resource, signal, sys
from eywa_fs.memory import EywaMemory
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY))
with EywaMemory(sys.argv[1], background=False) as memory:
    found = memory.retrieve("where does the otter sleep", strategy="exact")
    parts, report = memory.status().parts, memory.verify(deep=True)
    planned = memory.repair()
    told = [[f.kind, f.target] for f in report.findings]
    said = [found.hits[0].text, *found.degraded], parts["catalog"], told, len(planned.actions)
print(json.dumps(said))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs a limit on the size of files")
def test_a_catalog_without_room_is_not_damaged(root: Path, make_memory: MakeMemory) -> None:
    """Search, status, verify and repair tell what it is, and that no repair is needed."""
    with make_memory() as memory:
        memory.append("The otter sleeps under the old bridge.", timestamp=DAY_0)
        memory.append("水獭睡在旧桥下面。", timestamp=DAY_0)
        memory.index()
    command = [sys.executable, "-c", GROWN, str(root)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (text, *degraded), catalog, findings, actions = json.loads(done.stdout)
    assert "under the old bridge" in text
    assert any(one.startswith("catalog_unavailable: ") for one in degraded)
    assert not any(one.startswith("catalog_damaged") for one in degraded)
    assert catalog.startswith("unavailable: ") and "File too large" in catalog
    assert ["part_unreachable", "catalog"] in findings and actions == 0
    assert not any(kind == "part_damaged" for kind, _ in findings)
    with make_memory() as memory:  # without the limit
        assert memory.verify().ok
        next(root.glob(".index/gen-*/catalog.db")).write_bytes(b"rubbish " * 4096)
        kinds = [(one.kind, one.target) for one in memory.verify().findings]
        assert ("part_damaged", "catalog") in kinds  # what is damaged is still said to be
