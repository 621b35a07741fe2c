"""Fixtures of the tests of the MCP server."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from forked import eywa
from mcpserver.hosts import environment


@pytest.fixture
def anyio_backend() -> str:
    """The event loop of tests marked ``anyio``."""
    return "asyncio"


@pytest.fixture
def server(root: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server of Ana, and its address."""
    line = ["--root", str(root), "mcp", "--http", "--port", "0", "--user", "ana"]
    process = subprocess.Popen(
        [*eywa(), *line],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
        text=True,
    )
    assert process.stderr is not None
    said = process.stderr.readline()
    assert said.startswith("serving http://127.0.0.1:"), said
    yield process, said.split()[1]
    process.kill()
    process.communicate()
