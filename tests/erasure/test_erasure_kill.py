"""kill -9 at every named step of an erasure: whoever indexes next finishes it."""

from __future__ import annotations

import shutil
import signal
from pathlib import Path

import pytest
from corpus import DAY_0, MINUTE, warm_up
from erasure.child import STEPS
from erasure.marked import CONFIG, FOLDER, MARK, USER, places, put
from forked import Child

from eywa_fs.memory import EywaMemory
from eywa_fs.truth import erasures

CHILD = Path(__file__).with_name("child.py")


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory, warm_cache: Path) -> Path:
    """A root with marked records in two files, a note and a decision."""
    root = tmp_path_factory.mktemp("prepared") / "root"
    warm_up(root, warm_cache)
    put(root, {f"{FOLDER}/longterm/notes.md": f"# A\n\nstays\n\n# B\n\n{MARK} in notes\n"})
    with EywaMemory(root, CONFIG, background=False) as memory:
        for number in range(4):
            name = f"{MARK} town" if number % 2 else "Porto"
            place = memory.append(
                f"I live in {name}.", timestamp=DAY_0 + number * MINUTE, session_id=f"{number % 4}",
                **USER,
            ).citation  # fmt: skip
        memory.assert_fact(
            "user", "lives_in", f"{MARK} town", quote=f"{MARK} town", citation=place, **USER
        )
        memory.index()
    return root


def killed(what: str, root: Path, step: str) -> None:
    died = Child(str(CHILD), what, str(root), step).ended()
    assert died.returncode == -signal.SIGKILL, (step, died)


def finished(root: Path, *, by_scan: bool) -> None:
    """Open the root, index, and see that the erasure came to its end."""
    with EywaMemory(root, CONFIG, background=False) as memory:
        memory.index()
        log = erasures.read(memory.layout)
        assert not log.pending
        [certificate] = log.certificates.values()
        assert (certificate.scan is not None) == by_scan and None not in certificate.hashes
        assert places(root, [MARK]) == []
        report = memory.verify(deep=True)
        assert report.ok, [finding.as_dict() for finding in report.errors]
        assert len(memory.list(**USER).items) == 2


def test_killed_again_and_again(prepared: Path, root: Path) -> None:
    """The process that erases dies, and then who finishes it at every later step; each step is
    passed once more by the next one."""
    shutil.copytree(prepared, root)
    killed("erase", root, "after_decision")
    for step in (
        "torn_overwrite",
        "before_switch",
        "after_switch",
        "before_certificate",
    ):
        killed("index", root, step)
    finished(root, by_scan=False)


def test_killed_before_anything_was_decided(prepared: Path, root: Path) -> None:
    shutil.copytree(prepared, root)
    before = {path: path.read_bytes() for path in (root / "tenants").rglob("*") if path.is_file()}
    killed("erase", root, "before_decision")
    assert {path: path.read_bytes() for path in before} == before
    assert not (root / erasures.LOG).exists()


def test_killed_before_the_scan(prepared: Path, root: Path) -> None:
    shutil.copytree(prepared, root)
    killed("erase", root, "before_scan")
    finished(root, by_scan=False)


@pytest.mark.endurance
@pytest.mark.parametrize("step", [step for step in STEPS if step != "before_decision"])
def test_killed_at_a_step(step: str, prepared: Path, root: Path) -> None:
    shutil.copytree(prepared, root)
    killed("erase", root, step)
    finished(root, by_scan=step in ("after_certificate", "before_copying"))
    with EywaMemory(root, CONFIG, background=False) as memory:
        assert memory.rebuild(prove=True).equal
    assert places(root, [MARK]) == []
