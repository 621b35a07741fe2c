"""Fixtures of the tests of the MCP server."""

from __future__ import annotations

import pytest


@pytest.fixture
def anyio_backend() -> str:
    """The event loop of tests marked ``anyio``."""
    return "asyncio"
