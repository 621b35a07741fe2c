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
import signal
import socket
import sys
import threading
import types
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

PID_BYTES = SIZE_BYTES = 4
_OF_COMMANDS = (
    "eywa_fs.cli.main", "eywa_fs.cli.opening", "eywa_fs.memory", "eywa_fs.memory.upkeep",
    "eywa_fs.retrieval.retriever", "eywa_fs.factbase.blend",
)  # fmt: skip
_OF_SERVERS = ("eywa_fs.service.app", "eywa_fs.service.server", "eywa_fs.mcp.server")
_MODELS: list[Any] = []
"""The models of the default embedder, loaded, as the copies find them, which know the vectors of
generic questions as well. They run on the thread that asks, so a copy can use them."""


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
                elif key.data is not None:  # whoever stood for this command was killed
                    with suppress(KeyError):
                        self.selector.unregister(key.fileobj)
                    if key.data in self.lines:
                        os.kill(key.data, signal.SIGKILL)
                elif self._fork():
                    return

    def _fork(self) -> bool:
        """Fork one; whether this is the copy."""
        line, _ = self.listening.accept()
        fds, told = _told(line)
        if not told:  # whoever asked was killed meanwhile
            line.close()
            for fd in fds:
                os.close(fd)
            return False
        what, *more = json.loads(told)
        _import_for(what, *more[:1])
        pid = os.fork()
        if not pid:
            self._leave(fds)
            self.becomes = (what, more)
            return True
        self.lines[pid] = line
        if what == "eywa":
            self.selector.register(line, selectors.EVENT_READ, pid)
        for fd in fds:
            os.close(fd)
        with suppress(OSError):  # it has been killed meanwhile
            line.sendall(pid.to_bytes(PID_BYTES, "little"))
        return False

    def _report_ended(self) -> None:
        while self.lines:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if not pid:
                return
            with self.lines.pop(pid) as line, suppress(OSError):
                with suppress(KeyError):
                    self.selector.unregister(line)
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


def _told(line: socket.socket) -> tuple[list[int], bytes]:
    """The streams and the words that were sent; no words where their sender ended too early."""
    try:
        size, fds, _, _ = socket.recv_fds(line, SIZE_BYTES, 3)
    except ConnectionError:
        return [], b""
    told, length = b"", int.from_bytes(size, "little")
    with suppress(ConnectionError):
        told = line.recv(length, socket.MSG_WAITALL)
    return fds, told if len(size) == SIZE_BYTES and len(told) == length else b""


def _import_for(what: str, arguments: Any) -> None:
    """Import what a process of this kind needs, unless it is there."""
    if what in ("eywa", "python"):
        serves = not {"serve", "mcp", "ui"}.isdisjoint(arguments)
        for name in (*_OF_COMMANDS, *(_OF_SERVERS if serves else ())):
            import_module(name)
        if not _MODELS:
            from corpus import remember_queries

            from eywa_fs.embedding.e5 import E5Embedder
            from eywa_fs.embedding.minilm import MiniLMEmbedder
            from eywa_fs.retrieval import style

            remember_queries()
            for embedder in (E5Embedder(1), MiniLMEmbedder(1)):
                _MODELS.append(embedder._opened())
                for question in (*style.ENGLISH, *style.CHINESE):
                    embedder.embed_query(question)
        return
    module = arguments
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
    from forked import ForkedHost

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
    with suppress(OSError):  # nobody reads it any more
        sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code or 0)


if __name__ == "__main__":
    forge_main(socket.socket(fileno=int(sys.argv[1])), sys.argv[2])
