"""A Chroma server in a process of its own."""

from __future__ import annotations

import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def chroma_server(folder: Path, port: int = 0) -> Iterator[tuple[int, subprocess.Popen[bytes]]]:
    """Its port and process; killed at the end. 0 is a free port."""
    with socket.socket() as free:
        free.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        free.bind(("127.0.0.1", port))
        port = int(free.getsockname()[1])
    code = "from chromadb.cli.cli import app; app()"
    command = [sys.executable, "-c", code, "run", "--path", str(folder)]
    with subprocess.Popen(
        [*command, "--host", "127.0.0.1", "--port", str(port)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as process:
        pause = threading.Event()
        for _ in range(400):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            pause.wait(0.05)
        try:
            yield port, process
        finally:
            process.kill()
