"""kill -9 at every named step of an erasure: whoever indexes next finishes it."""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from corpus import DAY_0, MINUTE, warm_up
from erasure.child import STEPS
from erasure.marked import CONFIG, FOLDER, MARK, USER, places, put

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


@pytest.mark.parametrize("step", STEPS)
def test_killed_at_a_step(step: str, prepared: Path, root: Path) -> None:
    shutil.copytree(prepared, root)
    died = subprocess.run([sys.executable, str(CHILD), "erase", str(root), step], timeout=100)
    assert died.returncode == -signal.SIGKILL
    with EywaMemory(root, CONFIG, background=False) as memory:
        memory.index()
        log = erasures.read(memory.layout)
        assert not log.pending
        if step == "before_decision":
            assert not log.erasures and len(places(root, [MARK])) > 3
            assert memory.verify(deep=True).ok
            return
        [certificate] = log.certificates.values()
        assert (certificate.scan is None) == (step not in ("after_certificate", "before_copying"))
        assert None not in certificate.hashes
        assert places(root, [MARK]) == []
        report = memory.verify(deep=True)
        assert report.ok, [finding.as_dict() for finding in report.errors]
        assert memory.rebuild(prove=True).equal
        assert len(memory.newest(**USER)) == 2
