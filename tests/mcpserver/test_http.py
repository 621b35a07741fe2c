"""The server over HTTP, as a process: for hosts of this machine, and for no web page."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import anyio
import httpx
import pytest
from mcp import Client
from mcpserver.hosts import call

from eywa_fs.errors import BadRequest
from eywa_fs.mcp.bound import Bound
from eywa_fs.mcp.running import serve_http
from eywa_fs.memory import EywaMemory

pytestmark = pytest.mark.anyio

HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    },
}
TYPES = {"Accept": "application/json, text/event-stream"}


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM])
async def test_two_hosts_at_once_and_a_graceful_end(
    server: tuple[subprocess.Popen[str], str], root: Path, end: signal.Signals
) -> None:
    process, address = server
    async with Client(address) as first, Client(address, mode="legacy") as second:
        async with anyio.create_task_group() as group:
            for number in range(8):
                client = (first, second)[number % 2]

                async def tell(client: Client = client, number: int = number) -> None:
                    await call(client, "remember", content=f"Note {number}.")

                group.start_soon(tell)
        for client in (first, second):
            assert len((await call(client, "list"))["records"]) == 8
    process.send_signal(end)
    out, log = process.communicate(timeout=60)
    assert process.returncode == 0 and out == "" and "Traceback" not in log
    with EywaMemory(root, background=False) as memory:
        assert len(memory.list(user_id="ana").items) == 8


AT_ONCE = """
import os, sys
from eywa_fs.mcp.bound import Bound
from eywa_fs.mcp.running import serve_http
from eywa_fs.memory import EywaMemory
root, end = sys.argv[1], int(sys.argv[2])
started = lambda url: os.kill(os.getpid(), end)
serve_http(lambda: EywaMemory(root), Bound(), "127.0.0.1", 0, started)
"""


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_as_soon_as_it_says_that_it_serves_ends_it(
    root: Path, end: signal.Signals
) -> None:
    command = [sys.executable, "-c", AT_ONCE, str(root), str(int(end))]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stderr) == (0, "")


async def test_a_web_page_reaches_nothing(server: tuple[subprocess.Popen[str], str]) -> None:
    """A name that was made to point here (DNS rebinding), and a page of another origin."""
    _, address = server
    async with httpx.AsyncClient(trust_env=False, headers=TYPES) as page:
        assert (await page.post(address, json=HELLO)).status_code == 200
        for headers, status in (
            ({"Host": "memory.example.org"}, 421),
            ({"Host": "127.0.0.1.example.org:80"}, 421),
            ({"Origin": "https://example.org"}, 403),
            ({"Origin": "null"}, 403),
            ({"Content-Type": "text/plain"}, 400),
        ):
            refused = await page.post(address, json=HELLO, headers=headers)
            assert refused.status_code == status, headers
        large: dict[str, Any] = {**HELLO, "id": "x" * (5 << 20)}
        assert (await page.post(address, json=large)).status_code == 413
        assert (await page.post(address, content=b"{" * 1000)).status_code == 400
        assert (await page.get(address.removesuffix("/mcp") + "/")).status_code == 404


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.1", "example.org", ""])
def test_it_serves_this_machine_only(host: str, memory: EywaMemory) -> None:
    with pytest.raises(BadRequest, match="asks nobody who they are"):
        serve_http(lambda: memory, Bound(), host, 0, print)


def test_a_port_that_is_taken_is_said(memory: EywaMemory) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(BadRequest, match=f"{port} cannot be listened at"):
            serve_http(lambda: memory, Bound(), "127.0.0.1", port, print)
