"""Processes that begin as copies of one that has imported what they need.

The imports of a vector store or of a command take most of a second of processor time, and all tests
together start some thousands of them. A forge is a process that has done them once: asked for one,
it forks, and the copy runs the same ``main`` over the streams it was given. It is a process like
one that was started anew: it has its own memory, can be stopped and killed, and a vector store ends
with its input.
"""

from __future__ import annotations

import atexit
import json
import os
import runpy
import selectors
import shlex
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import types
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from importlib import import_module
from pathlib import Path
from typing import IO, Any, BinaryIO

_PID_BYTES = 4
_OF_COMMANDS = (
    "eywa_fs.cli.main", "eywa_fs.cli.opening", "eywa_fs.memory", "eywa_fs.memory.upkeep",
    "eywa_fs.retrieval.retriever", "eywa_fs.factbase.blend",
)  # fmt: skip
_SHIM = """
import json, os, signal, socket, sys
line = socket.socket(socket.AF_UNIX)
line.connect(sys.argv[1])
told = json.dumps(["eywa", sys.argv[2:], os.getcwd(), dict(os.environ)]).encode()
socket.send_fds(line, [len(told).to_bytes(4, "little")], [0, 1, 2])
line.sendall(told)
pid = int.from_bytes(line.recv(4, socket.MSG_WAITALL), "little")
for one in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
    signal.signal(one, lambda number, frame: os.kill(pid, number))
code = int(line.recv(64) or -9)
sys.exit(code if code >= 0 else 128 - code)
"""
"""What stands for ``eywa`` on a path: passes its streams, arguments and signals on."""


class Forge:
    """Forks vector stores and commands. Its process is started for the first one, and ends with
    this process."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._address = ""
        self._owner = 0
        self._mutex = threading.Lock()

    @property
    def address(self) -> str:
        """The socket at which it can be asked."""
        with self._mutex:
            if self._process is None or self._owner != os.getpid():
                self._address = f"{tempfile.mkdtemp(prefix='forge')}/socket"
                self._process, self._owner = _forge_started(self._address), os.getpid()
            return self._address

    def host(self, module: str) -> Any:
        """In place of :func:`eywa_fs.index.host_process.started`."""
        return ForkedHost(self.address, module)

    def command(self, path: Path) -> None:
        """Write a program to ``path`` that is ``eywa``."""
        shim = path.with_name(".shim.py")
        shim.write_text(_SHIM)
        words = shlex.join([sys.executable, "-S", "-E", str(shim), self.address])
        path.write_text(f'#!/bin/sh\nexec {words} "$@"\n')
        path.chmod(0o755)

    def close(self) -> None:
        """End the forge's process."""
        if self._process is not None and self._owner == os.getpid():
            assert self._process.stdin is not None
            self._process.stdin.close()
            self._process.wait()
            Path(self._address).unlink(missing_ok=True)
            Path(self._address).parent.rmdir()


current: Forge | None = None
"""The forge of the tests of this process; ``None`` where nothing can be forked."""


class Forked:
    """A process that a forge made, with what is used here of ``subprocess.Popen``.

    Args:
        address: the forge's socket.
        told: what it shall be, and of what.
        streams: its standard input, output and error.
    """

    def __init__(self, address: str, told: list[Any], streams: Sequence[int]) -> None:
        self._line = socket.socket(socket.AF_UNIX)
        self._line.connect(address)
        words = json.dumps(told).encode()
        socket.send_fds(self._line, [len(words).to_bytes(4, "little")], streams)
        self._line.sendall(words)
        self.pid = int.from_bytes(self._line.recv(_PID_BYTES, socket.MSG_WAITALL), "little")
        self.returncode: int | None = None
        self._mutex = threading.Lock()
        if not self.pid:
            raise OSError("the forge of processes is gone")

    def poll(self) -> int | None:
        """The status it ended with; ``None`` while it runs."""
        return self._ended(0)

    def wait(self, timeout: float | None = None) -> int:
        """Wait for its end. Raises ``subprocess.TimeoutExpired``."""
        status = self._ended(timeout)
        if status is None:
            raise subprocess.TimeoutExpired("a forked process", timeout or 0)
        return status

    def kill(self) -> None:
        """End it now."""
        if self.poll() is None:
            os.kill(self.pid, signal.SIGKILL)

    def _ended(self, timeout: float | None) -> int | None:
        with self._mutex:
            if self.returncode is None:
                self._line.settimeout(timeout)
                try:
                    status = self._line.recv(64)
                except (TimeoutError, BlockingIOError):
                    return None
                self.returncode = int(status or b"-9")  # no word: the forge was ended, and it too
                self._line.close()
            return self.returncode


class ForkedHost(Forked):
    """A vector store that was forked, with pipes for its streams."""

    def __init__(self, address: str, module: str) -> None:
        stdin, stdout, stderr = os.pipe(), os.pipe(), os.pipe()
        theirs = [stdin[0], stdout[1], stderr[1]]
        super().__init__(address, ["host", module], theirs)
        for fd in theirs:
            os.close(fd)
        self.stdin: BinaryIO = os.fdopen(stdin[1], "wb")
        self.stdout: BinaryIO = os.fdopen(stdout[0], "rb")
        self.stderr: BinaryIO = os.fdopen(stderr[0], "rb")


class Child:
    """A program of a test, run like ``python ARGUMENTS`` (a script, or ``-c`` and code), that
    writes into files, so that no full pipe can stop it: forked, or started anew where nothing can
    be forked.

    Attributes:
        process: it, as ``subprocess.Popen``.
    """

    def __init__(self, *arguments: str) -> None:
        self._files = ExitStack()
        self._out, self._err = (
            self._files.enter_context(tempfile.TemporaryFile("w+", encoding="utf-8"))  # noqa: SIM115
            for _ in range(2)
        )
        if current is None:
            self.process: Forked | subprocess.Popen[str] = subprocess.Popen(
                [sys.executable, *arguments], stdin=subprocess.DEVNULL, text=True,
                stdout=self._out, stderr=self._err,
            )  # fmt: skip
        else:
            told = ["python", arguments, os.getcwd(), dict(os.environ)]
            with open(os.devnull) as nothing:
                streams = [one.fileno() for one in (nothing, self._out, self._err)]
                self.process = Forked(current.address, told, streams)

    def wait_ready(self) -> None:
        """Wait until it has written something; fails if it ended first."""
        while self.process.poll() is None and os.fstat(self._out.fileno()).st_size == 0:
            time.sleep(0.005)
        assert self.process.poll() is None, self._text(self._err)

    def ended(self, timeout: float = 120) -> subprocess.CompletedProcess[str]:
        """Wait for its end: its code (-9 where it was killed), and all it wrote."""
        code = self.process.wait(timeout)
        out, err = self._text(self._out), self._text(self._err)
        self._files.close()
        return subprocess.CompletedProcess("python", code, out, err)

    @staticmethod
    def _text(file: IO[str]) -> str:
        file.seek(0)
        return file.read()


def _forge_started(address: str) -> subprocess.Popen[bytes]:
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(address)
        listening.listen(64)
        return subprocess.Popen(
            [sys.executable, "-P", __file__, str(listening.fileno()), address],
            pass_fds=[listening.fileno()],
            stdin=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        )


class _Forging:
    """The loop of the forge's process."""

    def __init__(self, listening: socket.socket, address: str) -> None:
        self.address = address
        self.lines: dict[int, socket.socket] = {}
        """Where the end of a process is to be told, by its id."""
        self.becomes: tuple[str, list[Any]] = ("", [])
        """In a copy: what it was asked to be."""
        self.listening = listening
        ended, wakeup = socket.socketpair()
        for one in (ended, wakeup):
            one.setblocking(False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(wakeup.fileno())
        self.ended, self.wakeup = ended, wakeup
        self.selector = selectors.DefaultSelector()
        for source in (listening, ended, 0):
            self.selector.register(source, selectors.EVENT_READ)

    def run(self) -> None:
        """Fork whatever is asked for until nobody can ask any more; returns in each copy."""
        while True:
            for key, _ in self.selector.select():
                if key.fd == 0:
                    os._exit(0)
                if key.fileobj is self.ended:
                    self.ended.recv(4096)
                    self._report_ended()
                elif self._fork():
                    return

    def _fork(self) -> bool:
        """Fork one; whether this is the copy."""
        line, _ = self.listening.accept()
        size, fds, _, _ = socket.recv_fds(line, 4, 3)
        told = line.recv(int.from_bytes(size, "little"), socket.MSG_WAITALL)
        what, *more = json.loads(told)
        _import_for(what, *more[:1])
        pid = os.fork()
        if not pid:
            self._leave(fds)
            self.becomes = (what, more)
            return True
        self.lines[pid] = line
        for fd in fds:
            os.close(fd)
        line.sendall(pid.to_bytes(_PID_BYTES, "little"))
        return False

    def _report_ended(self) -> None:
        while self.lines:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if not pid:
                return
            with self.lines.pop(pid) as line, suppress(OSError):
                line.sendall(str(os.waitstatus_to_exitcode(status)).encode())

    def _leave(self, fds: list[int]) -> None:
        """Leave of the forge only its memory: the streams are those that were given."""
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        self.selector.close()
        for one in (self.listening, self.ended, self.wakeup, *self.lines.values()):
            one.detach()
        for stream, fd in enumerate(fds):
            os.dup2(fd, stream)
        os.closerange(3, 1024)


def _import_for(what: str, module: Any) -> None:
    """Import what a process of this kind needs, unless it is there."""
    if what in ("eywa", "python"):
        for name in _OF_COMMANDS:
            import_module(name)
        return
    import_module(module)
    if module == "eywa_fs.index.chroma_host":
        import_module(module)._spare_what_import_checks()
        import_module("chromadb.api.rust")
        import_module("chromadb.config")
    if module == "eywa_fs.index.surreal_host":
        import_module("surrealdb")


def _become(what: str, more: list[Any], address: str) -> None:
    if what == "host":
        import_module(more[0]).main()
        return
    from eywa_fs.index import host_process

    arguments, folder, environment = more
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.stdin = os.fdopen(0, closefd=False)
    sys.stdout = os.fdopen(1, "w", closefd=False)
    sys.stderr = os.fdopen(2, "w", buffering=1, closefd=False)
    host_process.started = lambda module: ForkedHost(address, module)  # type: ignore[assignment,return-value]
    if what == "python":
        _run_python(*arguments)
        return
    from eywa_fs.cli.main import run

    sys.argv = ["eywa", *arguments]
    run()


def _run_python(first: str, *more: str) -> None:
    """What ``python -c CODE ...`` or ``python SCRIPT ...`` does."""
    if first != "-c":
        sys.path.insert(0, str(Path(first).parent))
        sys.argv = [first, *more]
        runpy.run_path(first, run_name="__main__")
        return
    sys.argv = ["-c", *more[1:]]
    main = types.ModuleType("__main__")
    sys.modules["__main__"] = main
    exec(compile(more[0], "<string>", "exec"), vars(main))


def forge_main(listening: socket.socket, address: str) -> None:
    """Be a forge; in each copy, be what was asked for."""
    forging = _Forging(listening, address)
    forging.run()
    code: Any = 0
    try:
        _become(*forging.becomes, address)
    except SystemExit as end:
        code = end.code
        if not isinstance(code, int | None):
            raise
    # To take down all that the forge had imported, which is what a process does last, would copy
    # its memory, a third of a second.
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code or 0)


if __name__ == "__main__":
    forge_main(socket.socket(fileno=int(sys.argv[1])), sys.argv[2])
