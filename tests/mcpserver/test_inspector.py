"""The inspector of the protocol's project over both transports: listings, reading, calls."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from mcpserver.hosts import environment, process

pytestmark = pytest.mark.node

INSPECTOR = "@modelcontextprotocol/inspector@2.12.0"
ASKED = {
    "tools": ("tools/list", "--strict"),
    "resources": ("resources/list",),
    "resourceTemplates": ("resources/templates/list",),
    "prompts": ("prompts/list",),
    "contents": ("resources/read", "--uri", "eywa://users/ana/profile"),
    "messages": ("prompts/get", "--prompt-name", "review-profile"),
}
"""What an answer holds, and how it is asked for."""

Inspect = Callable[..., Any]


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The inspector, from the package registry."""
    npm = shutil.which("npm")
    assert npm is not None, "there is no npm on the PATH"
    folder: Path = tmp_path_factory.mktemp("inspector")
    got = subprocess.run(
        [npm, "install", "--silent", "--no-save", "--prefix", str(folder), INSPECTOR],
        capture_output=True, text=True,
    )  # fmt: skip
    if got.returncode:
        pytest.skip(f"npm cannot get {INSPECTOR}: {got.stderr[-300:]}")
    return folder / "node_modules/.bin/mcp-inspector"


@pytest.fixture(params=["stdio", "http"])
def inspect(request: pytest.FixtureRequest, program: Path, root: Path, tmp_path: Path) -> Inspect:
    """Ask the server a thing by one transport; the inspector may find nothing wrong with it."""
    if request.param == "http":
        target = [request.getfixturevalue("server")[1]]
    else:
        how = process(root)
        target = [how.command, *how.args]

    def asked(method: str, *more: str) -> Any:
        command = [str(program), "--cli", *target, "--method", method, *more]
        home = {**environment(), "HOME": str(tmp_path)}
        done = subprocess.run(command, capture_output=True, text=True, env=home)
        assert done.returncode == 0, done.stdout + done.stderr
        return json.loads(done.stdout)

    return asked


def test_the_inspector_finds_nothing_wrong(inspect: Inspect) -> None:
    for holds, how in ASKED.items():
        assert inspect(*how)[holds], how
    told = ("--tool-arg", "content=The heron stands by the weir.")
    said = inspect("tools/call", "--tool-name", "remember", *told)
    assert not said["isError"]
    found = inspect("tools/call", "--tool-name", "list")["structuredContent"]
    assert [one["eventId"] for one in found["records"]] == [said["structuredContent"]["eventId"]]
