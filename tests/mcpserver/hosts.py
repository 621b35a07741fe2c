"""Hosts for tests of the MCP server: the SDK's own client, in this process and over real ones."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from forked import eywa
from mcp import Client, StdioServerParameters

from eywa_fs.mcp.bound import Bound
from eywa_fs.mcp.server import make_server
from eywa_fs.memory import EywaMemory

ANA = Bound(user="ana")


def beside(memory: EywaMemory, bound: Bound = ANA, **options: Any) -> Client:
    """A client of a server over this memory, in this process."""
    return Client(make_server(lambda: nullcontext(memory), bound), **options)


def process(root: Path, *arguments: str) -> StdioServerParameters:
    """How to start the server as a process of its own, as installations do."""
    line = [*eywa()[1:], "--root", str(root), "mcp", "serve", "--user", "ana", *arguments]
    return StdioServerParameters(command=eywa()[0], args=line, env=environment())


def environment() -> dict[str, str]:
    """That of the tests, without settings of whoever runs them."""
    return {name: value for name, value in os.environ.items() if not name.startswith("EYWA_")}


async def call(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    """What a tool gives; it may not refuse."""
    found = await client.call_tool(tool, arguments)
    assert not found.is_error, found.content
    value: dict[str, Any] = found.structured_content
    return value


async def refusal(client: Client, tool: str, given: Mapping[str, Any]) -> str:
    """The code with which a tool refuses a call; the text for the model says it as well."""
    found = await client.call_tool(tool, dict(given))
    assert found.is_error and found.structured_content is None and found.meta is not None
    error = found.meta["error"]
    [block] = found.content
    assert block.type == "text" and block.text.startswith(f"{error['code']}: {error['message']}")
    assert "Traceback" not in block.text
    return str(error["code"])
