"""What becomes of a command whose standard output takes no more, or that is interrupted."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from subprocess import PIPE
from typing import Any

import pytest

from eywa_fs.cli.groups import GlobalsAnywhere
from eywa_fs.errors import NotFound
from eywa_fs.memory import EywaMemory

FULL = Path("/dev/full")
COMMANDS = (
    ("status",), ("--json", "status"), ("list",), ("export",), ("--help",), ("status", "--help"),
    ("--version",), ("show", "nope", "--json"), ("facts", "--nope", "--json"),
)  # fmt: skip
full = pytest.mark.skipif(not FULL.exists(), reason="there is no /dev/full")


def ran(root: Path, *arguments: str, code: str = "", **options: Any) -> Any:
    start = ("-c", code) if code else ("-m", "eywa_fs")
    command = [sys.executable, *start, "--root", str(root), *arguments]
    return subprocess.run(command, stderr=subprocess.PIPE, text=True, timeout=60, **options)


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A root with a record, which all that is here only reads."""
    root = tmp_path_factory.mktemp("output") / "root"
    with EywaMemory(root, background=False) as memory:
        memory.append("The heron stands on one leg in the reeds.")
        memory.index()
    return root


@full
@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("unbuffered", ["", "1"], ids=["at exit", "at once"])
def test_a_full_disk_is_said(root: Path, arguments: Sequence[str], unbuffered: str) -> None:
    with FULL.open("wb") as disk:
        environment = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
        done = ran(root, *arguments, stdout=disk, env=environment)
    assert done.returncode == 6
    assert done.stderr.startswith("error: standard output takes no more (No space left")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_a_reader_that_leaves_is_no_failure(root: Path, arguments: Sequence[str]) -> None:
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "wb") as pipe:
        done = ran(root, *arguments, stdout=pipe)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(os.name != "posix", reason="descriptors are closed before the command starts")
def test_no_standard_output_at_all(root: Path) -> None:
    done = ran(root, "status", preexec_fn=lambda: os.close(1))
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(os.name != "posix", reason="descriptors are closed before the command starts")
def test_no_standard_error_at_all(root: Path) -> None:
    done = ran(root, "show", "nope", "--json", preexec_fn=lambda: os.close(2), stdout=PIPE)
    assert done.returncode == NotFound.exit_code and '"E_NOT_FOUND"' in done.stdout
    said = ran(root, "show", "nope", preexec_fn=lambda: os.close(2))
    assert said.returncode == NotFound.exit_code


@full
def test_remarks_that_nobody_can_read_fail_nothing(eywa: Callable[..., Any], root: Path) -> None:
    with FULL.open("wb") as disk:
        command = [sys.executable, "-m", "eywa_fs", "--root", str(root), "show", "nope"]
        assert subprocess.run(command, stderr=disk, check=False).returncode == 4


def test_an_interruption_while_the_line_is_read_is_told(
    eywa: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*given: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(GlobalsAnywhere, "parse_args", stop)
    assert eywa("export", "--all", code=130).err == "interrupted\n"


STOPPED = """
import sys
class Stop:
    def find_spec(self, name, path=None, target=None):
        if name == {name!r}:
            raise KeyboardInterrupt
sys.meta_path.insert(0, Stop())
from eywa_fs.__main__ import run
run()
"""


@pytest.mark.parametrize(
    "name", ["typer", "eywa_fs.cli.output", "eywa_fs.cli.commands.port", "eywa_fs.memory"]
)
def test_an_interruption_of_the_start_is_told_in_words(root: Path, name: str) -> None:
    done = ran(root, "export", "--all", code=STOPPED.format(name=name))
    assert done.returncode == 130 and done.stderr.startswith("interrupted")
    assert done.stderr.count("\n") == 1


@pytest.mark.skipif(os.name != "posix", reason="the shell of POSIX closes it")
@pytest.mark.parametrize(
    "arguments",
    [
        ("erase", "--text", "heron"), ("add", "-"), ("update", "nope", "-"),
        ("redaction", "test", "-"), ("mcp",), ("mcp", "hook", "prompt"), ("search", "heron"),
    ],
    ids=" ".join,
)  # fmt: skip
def test_a_closed_input_is_an_empty_one(root: Path, arguments: Sequence[str]) -> None:
    """A service or a timer has none: said as with ``/dev/null``, and no file takes its number."""
    command = [sys.executable, "-m", "eywa_fs", "--root", str(root), *arguments]
    found = []
    for how in ("<&-", "</dev/null"):
        line = ["sh", "-c", f'exec "$@" {how}', "sh", *command]
        done = subprocess.run(line, capture_output=True, text=True, timeout=60)
        assert "internal error" not in done.stderr and "Error" not in done.stderr
        found.append((done.returncode, done.stdout, done.stderr))
    assert found[0] == found[1]
