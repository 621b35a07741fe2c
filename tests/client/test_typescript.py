"""The TypeScript client, built and tested by Node against a real service."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

CLIENT = Path(__file__).parents[2] / "clients/typescript"


@pytest.mark.node
def test_the_typescript_client_talks_to_the_service(url: str, tmp_path: Path) -> None:
    npm = shutil.which("npm")
    assert npm is not None, "there is no npm on the PATH"
    ours = tmp_path / "typescript"
    shutil.copytree(CLIENT, ours, ignore=shutil.ignore_patterns("node_modules", "dist"))
    shutil.copy(CLIENT.parent / "openapi.json", tmp_path)
    got = run(ours, npm, "ci", "--no-audit", "--no-fund")
    if got.returncode:
        pytest.skip(f"npm could not get the packages: {got.stderr[-300:]}")
    types = (CLIENT / "src/schema.ts").read_text(encoding="utf-8")
    assert run(ours, npm, "run", "types").returncode == 0
    assert (ours / "src/schema.ts").read_text(encoding="utf-8") == types, "scripts/make_clients.py"
    tested = run(ours, npm, "test", EYWA_URL=url)
    assert tested.returncode == 0, tested.stdout + tested.stderr


def run(where: Path, *command: str, **more: str) -> subprocess.CompletedProcess[str]:
    """A command that has ended."""
    environment = os.environ | more
    return subprocess.run(command, cwd=where, env=environment, capture_output=True, text=True)
