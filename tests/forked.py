"""What tests start as forks of a forge: vector stores, commands, programs that are to be killed."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import IO, Any, BinaryIO

import forge

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
    """Forks vector stores and commands. Its process is started for the first one, anew if it was
    killed, and ends with this process."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._address = ""
        self._owner = 0
        self._mutex = threading.Lock()

    @property
    def address(self) -> str:
        """The socket at which it can be asked."""
        with self._mutex:
            mine = self._process if self._owner == os.getpid() else None
            if mine is not None and mine.poll() is not None:
                self.close()
            if mine is None or mine.poll() is not None:
                self._address = f"{tempfile.mkdtemp(prefix='forge')}/socket"
                self._process, self._owner = _forge_started(self._address), os.getpid()
            return self._address

    @property
    def pid(self) -> int | None:
        """The id of its process; ``None`` before its address was asked for."""
        return self._process.pid if self._process else None

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

    @property
    def program(self) -> Path:
        """A program that is ``eywa``, beside the socket."""
        path = Path(self.address).with_name("eywa")
        if not path.exists():
            self.command(path)
        return path

    def close(self) -> None:
        """End the forge's process."""
        if self._process is not None and self._owner == os.getpid():
            assert self._process.stdin is not None
            self._process.stdin.close()
            self._process.wait()
            shutil.rmtree(Path(self._address).parent)


current: Forge | None = None
"""The forge of the tests of this process; ``None`` where nothing can be forked."""


def eywa() -> list[str]:
    """The beginning of a command line that is ``eywa``."""
    return [str(current.program)] if current else [sys.executable, "-P", "-m", "eywa_fs"]


def start_eywa(*arguments: str) -> Piped | subprocess.Popen[str]:
    """Start the command with pipes for its output."""
    if current:
        return Piped(current.address, ["eywa", arguments, os.getcwd(), dict(os.environ)])
    return subprocess.Popen(
        [*eywa(), *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def serving(*arguments: str) -> tuple[Piped | subprocess.Popen[str], Any]:
    """Start a command that serves, and wait until it does; what it says then."""
    process = start_eywa(*arguments, "--json")
    assert process.stdout is not None
    for line in process.stdout:
        event = json.loads(line)
        if event["event"] == "serving":
            return process, event
    raise AssertionError(process.communicate()[1])


class Forked:
    """A process that a forge made, with what is used here of ``subprocess.Popen``.

    Args:
        address: the forge's socket.
        told: what it shall be, and of what.
        streams: its standard input, output and error.
    """

    def __init__(self, address: str, told: list[Any], streams: Sequence[int]) -> None:
        words = json.dumps(told).encode()
        with ExitStack() as unless_made:
            self._line = unless_made.enter_context(socket.socket(socket.AF_UNIX))
            self._line.connect(address)
            size = len(words).to_bytes(forge.SIZE_BYTES, "little")
            socket.send_fds(self._line, [size], streams)
            self._line.sendall(words)
            pid = self._line.recv(forge.PID_BYTES, socket.MSG_WAITALL)
            if not pid:
                raise OSError("the forge of processes is gone")
            unless_made.pop_all()
        self.pid = int.from_bytes(pid, "little")
        self.returncode: int | None = None
        self._mutex = threading.Lock()

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
            with suppress(ProcessLookupError):  # it has ended, and the forge's word is on its way
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


class Piped(Forked):
    """A process with pipes for its output, which are read as text."""

    def __init__(self, address: str, told: list[Any]) -> None:
        stdout, stderr = os.pipe(), os.pipe()
        with open(os.devnull) as nothing:
            theirs = [nothing.fileno(), stdout[1], stderr[1]]
            super().__init__(address, told, theirs)
        for fd in theirs[1:]:
            os.close(fd)
        self.stdout = os.fdopen(stdout[0], encoding="utf-8")
        self.stderr = os.fdopen(stderr[0], encoding="utf-8")

    def send_signal(self, number: int) -> None:
        """Send it a signal, if it runs."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def communicate(self, timeout: float | None = None) -> tuple[str, str]:
        """What it writes until its end; nothing when that was asked for before."""
        with ThreadPoolExecutor(1) as pool:
            err = pool.submit(_rest, self.stderr)
            out = _rest(self.stdout)
        self.wait(timeout)
        return out, err.result()


def _rest(stream: IO[str]) -> str:
    if stream.closed:
        return ""
    with stream:
        return stream.read()


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

    def kill_after(self, seconds: float) -> None:
        """Kill it so long after it was ready, unless it has ended."""
        self.wait_ready()
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(seconds)
        self.process.kill()
        self.ended()

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
            [sys.executable, "-P", forge.__file__, str(listening.fileno()), address],
            pass_fds=[listening.fileno()],
            stdin=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        )


def without_store(module: str) -> subprocess.Popen[bytes]:
    """The store's process where its package cannot be imported."""
    code = (
        "import sys, runpy; sys.modules['chromadb'] = sys.modules['surrealdb'] = None; "
        f"runpy.run_module({module!r}, {{}}, '__main__')"
    )
    pipe = subprocess.PIPE
    return subprocess.Popen(
        [sys.executable, "-P", "-c", code], stdin=pipe, stdout=pipe, stderr=pipe
    )
