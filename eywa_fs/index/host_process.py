"""The parent's end of the vector store's own process: start it, talk to it, end it."""

from __future__ import annotations

import os
import queue
import subprocess
import sys
import threading
from collections import deque
from contextlib import suppress
from typing import BinaryIO, cast

from eywa_fs.index.wire import Reply, Request, pack, receive, send

STDERR_TAIL_LINES = 30
STDERR_LINE_BYTES = 400
END_WAIT_S = 5.0
"""How long a killed process may take to disappear."""


class HostGone(Exception):
    """The process ended without an answer; the message says what it left on its stderr."""


class HostSilent(Exception):
    """No answer within the time that was given."""


def started(module: str) -> subprocess.Popen[bytes]:
    """A process that runs a module of ours and has its three streams with us. It has our import
    path, to find the same packages however we were started."""
    return subprocess.Popen(
        # -P: a file in the working directory must not pose as one of our imports.
        [sys.executable, "-P", "-m", module],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(os.path.abspath, sys.path))},
    )


class HostProcess:
    """One child process. A request is answered before the next is sent (the owner serialises).

    A thread does the blocking reads and writes, so that a stopped child can stop neither the
    caller nor, as it is a daemon, the end of the program.
    """

    def __init__(self, module: str) -> None:
        self._process = started(module)
        self.owner_pid = os.getpid()
        self._requests: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._replies: queue.SimpleQueue[Reply | None] = queue.SimpleQueue()
        self._stderr: deque[str] = deque(maxlen=STDERR_TAIL_LINES)
        self._threads = [
            threading.Thread(target=target, name=f"eywa-{target.__name__}", daemon=True)
            for target in (self._exchange, self._keep_stderr)
        ]
        for thread in self._threads:
            thread.start()

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    def submit(self, request: Request) -> None:
        """Send without waiting for the answer; :meth:`wait` must be called once for each."""
        self._requests.put(pack(request))

    def wait(self, timeout_s: float) -> Reply:
        """The answer to the oldest request. Raises ``HostGone`` or ``HostSilent``."""
        try:
            reply = self._replies.get(timeout=timeout_s)
        except queue.Empty:
            raise HostSilent(f"no answer within {timeout_s:g} s") from None
        if reply is None:
            raise HostGone(self._last_words())
        return reply

    def kill(self) -> None:
        """End the process now, whatever it is doing; frees the pipes."""
        self._process.kill()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(END_WAIT_S)
        self._requests.put(None)
        for thread in self._threads:
            thread.join(END_WAIT_S)
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()

    def end(self, timeout_s: float) -> None:
        """Let the process end by itself (its input closes), or kill it after ``timeout_s``."""
        self._requests.put(None)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(timeout_s)
        self.kill()

    def _exchange(self) -> None:
        stdin = cast(BinaryIO, self._process.stdin)
        stdout = cast(BinaryIO, self._process.stdout)
        while (packed := self._requests.get()) is not None:
            try:
                send(stdin, packed)
                reply = receive(stdout)
            except (OSError, ValueError):
                reply = None
            self._replies.put(reply if isinstance(reply, Reply) else None)
            if reply is None:
                return
        with suppress(OSError):
            stdin.close()

    def _keep_stderr(self) -> None:
        stderr = cast(BinaryIO, self._process.stderr)
        with suppress(OSError, ValueError):
            while line := stderr.readline(STDERR_LINE_BYTES):
                self._stderr.append(line.decode("utf-8", "replace").rstrip())

    def _last_words(self) -> str:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(1.0)
        lines = [line for line in self._stderr if line]
        tail = f": {lines[-1]}" if lines else ""
        return f"its process ended with status {self._process.returncode}{tail}"
