"""What eywa makes is its user's alone, and a root that everybody may write into is refused."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Any

import pytest

from eywa_fs.backup.restoring import restore
from eywa_fs.cli.main import run_arguments
from eywa_fs.errors import ConfigError
from eywa_fs.memory import EywaMemory

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")


@pytest.fixture(autouse=True)
def open_umask() -> Any:
    """A umask that would let everybody in."""
    before = os.umask(0)
    yield
    os.umask(before)


def modes(root: Path, *, top: tuple[str, ...]) -> dict[str, str]:
    """The modes of what stands below some folders of the root, those inside ``.index`` left out:
    nobody comes by its own."""
    found = {}
    for name in top:
        for path in [root / name, *(root / name).rglob("*")]:
            if ".index" not in path.relative_to(root).parts[:-1]:
                found[str(path.relative_to(root))] = stat.filemode(path.stat().st_mode)
    return found


def test_files_and_folders_are_their_users_alone(root: Path) -> None:
    with EywaMemory(root, {"embedding": {"backend": "minilm"}}, background=False) as memory:
        memory.append("I live in Porto.")
        [fact] = memory.facts().facts
        memory.reject_fact(fact.atomic_id)
        memory.index()
    found = modes(root, top=("tenants", "audit", ".index"))
    assert len(found) > 10
    assert set(found.values()) == {"drwx------", "-rw-------"}
    assert stat.filemode(root.stat().st_mode) == "drwx------"


def test_so_is_what_is_restored(root: Path, tmp_path: Path) -> None:
    with EywaMemory(root, {"embedding": {"backend": "minilm"}}, background=False) as memory:
        memory.append("I live in Porto.")
        (root / "config.yaml").write_text("embedding: {backend: minilm}")
        memory.backup(tmp_path / "safe", begin=True)
    restore(tmp_path / "new", tmp_path / "safe")
    found = modes(tmp_path, top=("new",))
    assert len(found) > 8
    assert set(found.values()) == {"drwx------", "-rw-------"}


def test_so_is_the_folder_that_a_lock_makes(root: Path) -> None:
    with EywaMemory(root, {"embedding": {"backend": "minilm"}}, background=False) as memory:
        memory.append("I live in Porto.", idempotency_key="first")
    assert stat.filemode((root / ".index").stat().st_mode) == "drwx------"
    assert (root / ".index" / ".gitignore").read_text() == "*\n"


def test_init_makes_the_same(tmp_path: Path) -> None:
    assert run_arguments(["--root", str(tmp_path / "new"), "init"]) == 0
    assert stat.filemode((tmp_path / "new").stat().st_mode) == "drwx------"
    assert stat.filemode((tmp_path / "new" / "tenants").stat().st_mode) == "drwx------"


def test_a_root_that_everybody_may_write_into_is_refused(root: Path) -> None:
    root.mkdir()
    root.chmod(0o777)
    with pytest.raises(ConfigError, match=r"chmod o-w"):
        EywaMemory(root, background=False)
    assert list(root.iterdir()) == []
    root.chmod(0o775)
    EywaMemory(root, background=False).close()
