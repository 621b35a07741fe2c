"""A package that is installed and cannot be imported: its part is missed, and commands say so.

The package that fails lies before the real one on the import path of a process of its own.
"""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import typer

from eywa_fs.cli.options import chosen
from eywa_fs.cli.output import edge
from eywa_fs.memory import EywaMemory

FAILURES = {
    "ImportError('libquartz.so.4: cannot open shared object file')": "libquartz.so.4",
    "MemoryError()": "MemoryError",
    "AttributeError('half of an upgrade')": "half of an upgrade",
}


@pytest.fixture
def kept(root: Path, make_memory: Callable[..., EywaMemory]) -> Path:
    with make_memory() as memory:
        memory.append("The compass is in the blue tin.")
        memory.append("指南针在蓝色的铁盒里。")
        memory.index()
    return root


def ran(
    root: Path, folder: Path, package: str, failure: str, *arguments: str
) -> subprocess.CompletedProcess[str]:
    """A command in a process where the import of a package fails."""
    (place := folder / package).mkdir(exist_ok=True)
    (place / "__init__.py").write_text(f"raise {failure}\n")
    paths = [str(folder), *sys.path]
    return subprocess.run(
        [sys.executable, "-m", "eywa_fs", "--root", str(root), *arguments],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        capture_output=True,
        text=True,
        timeout=120,
    )


@pytest.mark.parametrize("failure", FAILURES)
@pytest.mark.parametrize("package", ["onnxruntime", "tantivy"])
def test_a_search_goes_on_without_it(
    kept: Path, tmp_path: Path, package: str, failure: str
) -> None:
    part = {"onnxruntime": "embedder", "tantivy": "words"}[package]
    done = ran(kept, tmp_path, package, failure, "search", "compass")
    assert done.returncode == 0, done.stderr
    assert "The compass is in the blue tin." in done.stdout
    assert f"{part}_unavailable: the package {package} cannot be imported" in done.stderr
    assert FAILURES[failure] in done.stderr and "'eywa doctor'" in done.stderr


@pytest.mark.parametrize("package", ["onnxruntime", "tantivy", "cryptography"])
def test_doctor_names_it(kept: Path, tmp_path: Path, package: str) -> None:
    done = ran(kept, tmp_path, package, next(iter(FAILURES)), "doctor")
    assert "packages" in done.stdout and "internal error" not in done.stderr
    assert f"the package {package} cannot be imported (libquartz.so.4" in done.stdout
    needed = package != "cryptography"  # nothing here is encrypted
    assert done.returncode == int(needed), done.stdout


def test_a_broken_package_is_no_damage_of_the_index(kept: Path, tmp_path: Path) -> None:
    done = ran(kept, tmp_path, "tantivy", next(iter(FAILURES)), "verify", "--deep")
    assert done.returncode == 1
    assert "part_unreachable" in done.stdout and "part_damaged" not in done.stdout
    assert "repair cannot help" in done.stderr and "--apply" not in done.stderr
    done = ran(kept, tmp_path, "tantivy", next(iter(FAILURES)), "repair", "--apply")
    assert "nothing that a repair can mend" in done.stdout


def test_with_whole_packages_nothing_is_said(kept: Path, tmp_path: Path) -> None:
    done = ran(kept, tmp_path, "unrelated", next(iter(FAILURES)), "search", "compass")
    assert done.returncode == 0 and "unavailable" not in done.stderr
    done = ran(kept, tmp_path, "unrelated", next(iter(FAILURES)), "doctor")
    assert done.returncode == 0 and "cannot be imported" not in done.stdout


def test_what_nothing_works_without_is_no_internal_error(kept: Path, tmp_path: Path) -> None:
    done = ran(kept, tmp_path, "numpy", next(iter(FAILURES)), "search", "compass")
    assert done.returncode == 6 and "internal error" not in done.stderr
    assert "libquartz.so.4" in done.stderr


@pytest.mark.parametrize(
    "error, said",
    [
        (OSError(errno.EMFILE, "Too many open files"), "ulimit -n"),
        (OSError(errno.ENOMEM, "Cannot allocate memory"), "too little memory"),
        (MemoryError(), "too little memory"),
        (ImportError("half of it"), "half of it"),
    ],
)
def test_what_the_machine_lacks_is_said(
    error: Exception,
    said: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(chosen, "json", False)  # a test before may have left it
    monkeypatch.delenv("EYWA_DEBUG", raising=False)
    with pytest.raises(typer.Exit) as ended, edge("again"):
        raise error
    assert ended.value.exit_code == 6 and said in capsys.readouterr().err


@pytest.mark.parametrize("error", [ValueError("odd"), OSError(errno.EIO, "odd"), KeyError("odd")])
def test_what_is_a_defect_stays_one(
    error: Exception, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chosen, "json", False)
    monkeypatch.delenv("EYWA_DEBUG", raising=False)
    with pytest.raises(typer.Exit) as ended, edge("again"):
        raise error
    assert ended.value.exit_code == 10 and "internal error" in capsys.readouterr().err
