"""A root, or the folder of all tenants, that this user may not enter: said with exit code 5, and no
command takes it for empty. Root passes every mode, so the commands run without its privileges."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from eywa_fs.memory import EywaMemory

RUN = """
import json, sys
from eywa_fs.cli.main import run_arguments
root, *lines = sys.argv[1:]
codes = {}
for line in lines:
    try:
        codes[line] = run_arguments(["--root", root, *line.split()])
    except SystemExit as end:
        codes[line] = end.code
with open(3, "w") as said:
    json.dump(codes, said)
"""
COMMANDS = (
    "add hello", "search key", "list", "erase --text key --dry-run", "users", "export --all",
    "index", "rebuild", "backup ../safe",
)  # fmt: skip
SETPRIV = (
    "setpriv", "--bounding-set=-dac_override,-dac_read_search,-fowner", "--inh-caps=-all",
)  # fmt: skip


@pytest.fixture
def locked(root: Path) -> Iterator[Callable[[str], Path]]:
    """Take all access to a folder below the root away; given back after the test."""
    with EywaMemory(root, background=False) as memory:
        memory.append("The key hangs behind the blue door.")
    taken: list[Path] = []

    def lock(rel: str) -> Path:
        taken.append(root / rel)
        taken[0].chmod(0)
        return taken[0]

    yield lock
    for path in taken:
        path.chmod(0o700)


@pytest.mark.parametrize("rel", [".", "tenants"])
def test_it_is_said(root: Path, locked: Callable[[str], Path], rel: str) -> None:
    folder = locked(rel)
    weak = SETPRIV if os.geteuid() == 0 else ()
    if weak and shutil.which("setpriv") is None:
        pytest.skip("root passes every mode, and there is no setpriv")
    read, write = os.pipe()
    command = [*weak, sys.executable, "-c", f"import os; os.dup2({write}, 3)\n{RUN}"]
    ran = subprocess.run(
        [*command, str(root), *COMMANDS], pass_fds=(write,), capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    os.close(write)
    with os.fdopen(read) as said:
        codes = json.loads(said.read() or "{}")
    assert codes == dict.fromkeys(COMMANDS, 5), ran.stderr
    assert f"{folder.name} cannot be listed" in ran.stderr
    assert "internal error" not in ran.stderr


@pytest.mark.parametrize("taken", [True, False])
def test_no_repair_is_advised_for_a_file_that_cannot_be_read(
    root: Path, locked: Callable[[str], Path], taken: bool
) -> None:
    weak = SETPRIV if os.geteuid() == 0 else ()
    if weak and shutil.which("setpriv") is None:
        pytest.skip("root passes every mode, and there is no setpriv")
    with EywaMemory(root, background=False) as memory:
        memory.append("我住在里斯本。")
        memory.append("I live in Lisbon.")
        memory.index()
    (path,) = root.glob("tenants/**/*.jsonl")
    if taken:
        locked(str(path.relative_to(root)))
    else:  # another file than was indexed: there a repair does help
        path.write_bytes(path.read_bytes().replace(b"Lisbon", b"London"))
    told = ""
    for line in ("search Lisbon", "facts", "doctor"):
        command = [*weak, sys.executable, "-m", "eywa_fs", "--root", str(root), *line.split()]
        ran = subprocess.run(command, capture_output=True, text=True, check=False)
        assert "eywa verify'" in ran.stderr, line
        told += ran.stderr
    assert ("eywa repair" in told) is not taken
