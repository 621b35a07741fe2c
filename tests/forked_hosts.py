"""Vector store processes that begin as copies of one that has imported Chroma.

The import takes most of a second of processor time, and all tests together start more than a
thousand hosts. A forge is a process that has done it once: asked for a host, it forks, and the copy
runs the same ``main`` over the pipes it was given. It is a process like one that was started anew:
it has its own memory, can be stopped and killed, and ends with its input.
"""

from __future__ import annotations

import os
import selectors
import signal
import socket
import subprocess
import sys
import threading
from typing import Any, BinaryIO

from eywa_fs.index import host_process
from eywa_fs.index.backends import BACKENDS

CHROMA = BACKENDS["chroma"].module
_PID_BYTES = 4


class Forge:
    """Makes hosts. Its process is started for the first one, and ends with this process."""

    def __init__(self) -> None:
        self._line: socket.socket | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._owner = 0
        self._started = host_process.started
        self._mutex = threading.Lock()

    def host(self, module: str) -> Any:
        """In place of :func:`eywa_fs.index.host_process.started`; those of another store are
        started as it does."""
        return ForkedHost(self) if module == CHROMA else self._started(module)

    def fork(self, fds: list[int]) -> int:
        """Fork a host: its three streams, and where its end is to be told; its process id."""
        with self._mutex:
            if self._line is None or self._owner != os.getpid():
                self._line, self._process = _forge_started()
                self._owner = os.getpid()
            socket.send_fds(self._line, [b"f"], fds)
            told = self._line.recv(_PID_BYTES, socket.MSG_WAITALL)
            if len(told) < _PID_BYTES:
                raise OSError("the forge of vector stores is gone")
            return int.from_bytes(told, "little")

    def close(self) -> None:
        """End the forge's process."""
        if self._line is not None and self._process is not None and self._owner == os.getpid():
            self._line.close()
            self._process.wait()


class ForkedHost:
    """What :class:`eywa_fs.index.host_process.HostProcess` uses of ``subprocess.Popen``."""

    def __init__(self, forge: Forge) -> None:
        stdin, stdout, stderr = os.pipe(), os.pipe(), os.pipe()
        self._state, told = socket.socketpair()
        theirs = [stdin[0], stdout[1], stderr[1]]
        with told:
            self.pid = forge.fork([*theirs, told.fileno()])
        for fd in theirs:
            os.close(fd)
        self.stdin: BinaryIO = os.fdopen(stdin[1], "wb")
        self.stdout: BinaryIO = os.fdopen(stdout[0], "rb")
        self.stderr: BinaryIO = os.fdopen(stderr[0], "rb")
        self.returncode: int | None = None
        self._mutex = threading.Lock()

    def poll(self) -> int | None:
        """The status it ended with; ``None`` while it runs."""
        return self._ended(0)

    def wait(self, timeout: float | None = None) -> int:
        """Wait for its end. Raises ``subprocess.TimeoutExpired``."""
        status = self._ended(timeout)
        if status is None:
            raise subprocess.TimeoutExpired("a forked host", timeout or 0)
        return status

    def kill(self) -> None:
        """End it now."""
        if self.poll() is None:
            os.kill(self.pid, signal.SIGKILL)

    def _ended(self, timeout: float | None) -> int | None:
        with self._mutex:
            if self.returncode is None:
                self._state.settimeout(timeout)
                try:
                    status = self._state.recv(64)
                except (TimeoutError, BlockingIOError):
                    return None
                self.returncode = int(status or b"-9")  # no word: the forge was ended, and it too
                self._state.close()
            return self.returncode


def _forge_started() -> tuple[socket.socket, subprocess.Popen[bytes]]:
    ours, theirs = socket.socketpair()
    with theirs:
        process = subprocess.Popen(
            [sys.executable, "-P", __file__, str(theirs.fileno())],
            pass_fds=[theirs.fileno()],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        )
    return ours, process


def forge_main(line: socket.socket) -> None:
    """Fork a host whenever one is asked for, until nobody can ask any more."""
    from eywa_fs.index import chroma_host

    chroma_host._spare_what_import_checks()
    import chromadb.api.rust
    import chromadb.config  # noqa: F401

    ended, wakeup = socket.socketpair()
    for one in (ended, wakeup):
        one.setblocking(False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(wakeup.fileno())
    selector = selectors.DefaultSelector()
    selector.register(line, selectors.EVENT_READ)
    selector.register(ended, selectors.EVENT_READ)
    hosts: dict[int, int] = {}
    while True:
        for key, _ in selector.select():
            if key.fileobj is ended:
                ended.recv(4096)
                _report_ended(hosts)
                continue
            asked, fds, _, _ = socket.recv_fds(line, 1, 4)
            if not asked:
                os._exit(0)
            pid = os.fork()
            if not pid:
                _become_host(fds)
                chroma_host.main()
            hosts[pid] = fds[3]
            for fd in fds[:3]:
                os.close(fd)
            line.sendall(pid.to_bytes(_PID_BYTES, "little"))


def _become_host(fds: list[int]) -> None:
    """Leave of the forge only its memory: the streams are those of the host."""
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    for stream, fd in enumerate(fds[:3]):
        os.dup2(fd, stream)
    os.closerange(3, 1024)


def _report_ended(hosts: dict[int, int]) -> None:
    while hosts:
        pid, status = os.waitpid(-1, os.WNOHANG)
        if not pid:
            return
        told = hosts.pop(pid)
        os.write(told, str(os.waitstatus_to_exitcode(status)).encode())
        os.close(told)


if __name__ == "__main__":
    forge_main(socket.socket(fileno=int(sys.argv[1])))
