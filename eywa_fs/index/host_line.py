"""The line to the vector store's process: one call at a time, bounded, behind the breaker."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn, Self

from eywa_fs.breaker import Breaker, BreakerState
from eywa_fs.errors import DependencyTimeout, DependencyUnavailable, EmbeddingMismatch, StoreFailed
from eywa_fs.index.backends import BACKENDS, BackendName
from eywa_fs.index.host_process import HostGone, HostProcess, HostSilent
from eywa_fs.index.wire import Reply, Request, Target

DEFAULT_BATCH = 1000
CUT_SHORT = "the log was cut short"
"""What SurrealDB's host says when opening the store lost something."""

_DAMAGED = (
    "database disk image is malformed",
    "file is not a database",
    CUT_SHORT,
    "Log error: IO error: kind=unexpected end of file",
    "Log error: IO error: kind=entity not found",
)
"""What SQLite says of ``SQLITE_CORRUPT`` and ``SQLITE_NOTADB``, https://www.sqlite.org/rescode.html:
Chroma passes the text on and no code. The last two are SurrealDB's of a damaged log or manifest."""


class HostLine:
    """Starts the host when it is needed, again when it died, and calls its methods. Thread-safe.

    Args:
        place: what the host opens: a folder, made when missing, or the ``(host, port)`` of a
            Chroma server.
        backend: the store that it is.
        usage_lock: a lock file it holds as a sharer for as long as it lives (see
            :class:`eywa_fs.index.seal.Usage`): should this program be killed, nobody takes the
            folder for unused while the last write still runs.
        start_timeout_s: for starting the process, opening the store, and the first call on each
            collection (which loads its graph).
        call_timeout_s: for reads, waiting for other threads' calls included up to twice.
        write_timeout_s: for each batch that is written.
        clock: monotonic seconds, for the breaker.
    """

    def __init__(
        self,
        place: Path | tuple[str, int],
        *,
        backend: BackendName = "chroma",
        usage_lock: Path | None = None,
        start_timeout_s: float = 15.0,
        call_timeout_s: float = 2.0,
        write_timeout_s: float = 60.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._target: Target = str(place.absolute()) if isinstance(place, Path) else place
        self.backend = backend
        self._usage_lock = None if usage_lock is None else str(usage_lock.absolute())
        self._call_timeout_s = call_timeout_s
        self._write_timeout_s = write_timeout_s
        self._start_timeout_s = start_timeout_s
        self._breaker = Breaker(clock)
        self._lock = threading.Lock()
        self._host: HostProcess | None = None
        self._opened = False
        self._closed = False
        self._warm: set[str] = set()
        self.max_batch = DEFAULT_BATCH
        """The most documents one message may carry; the store says so when it is opened."""

    @property
    def state(self) -> BreakerState:
        """Whether calls are let through, and if not, why and for how long."""
        return self._breaker.state

    @property
    def host_pid(self) -> int | None:
        """The process id of the running host, if any."""
        return None if self._host is None else self._host.pid

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def start(self) -> None:
        """Begin to start the process without waiting: its imports run beside the caller's work.

        Never raises; a failure shows in the first real call.
        """
        if self._closed or not self._lock.acquire(blocking=False):
            return
        try:
            if self._breaker.state.phase == "closed" and self._host is None:
                self._spawn()
        except OSError:
            self._discard_host()
        finally:
            self._lock.release()

    def close(self) -> None:
        """Close the store and end its process, by force if it takes too long; no file of it
        changes afterwards. Idempotent."""
        timeout_s = self._write_timeout_s
        self._closed = True
        locked = self._lock.acquire(timeout=timeout_s)
        try:
            host = self._host
            if host is not None and locked and self._opened and host.alive and self._owns(host):
                host.submit(Request("close", ()))
                # Else it is ended below, and what was acknowledged is in its database.
                with suppress(HostGone, HostSilent):
                    host.wait(timeout_s)
                    host.end(self._start_timeout_s)
            self._discard_host()
        finally:
            if locked:
                self._lock.release()

    def call(
        self,
        method: str,
        *arguments: object,
        writes: bool = False,
        patient: bool = False,
        collection: str | None = None,
        opens: bool = False,
    ) -> Any:
        """Call a method of the host, as :class:`~eywa_fs.index.chroma_host.ChromaHost` has them.

        Args:
            writes: it gets the time of a write for the answer, and as long again at most for
                other threads' calls; else that of a read.
            patient: so does this one, and it is a trial where the store is left alone: whoever
                looks whether the store is sound would take a busy one for damaged.
            collection: the collection it is about; the first call on one gets the time that
                loading its graph may take.
            opens: the call may open the store anew: it gets the time for that.

        Raises:
            DependencyTimeout: no answer (the process was ended), or other calls took too long
                (it was not).
            DependencyUnavailable: the store failed, or is left alone because it did.
            EmbeddingMismatch: the host said so.
        """
        timeout_s = self._write_timeout_s if writes or patient else self._call_timeout_s
        # Never waiting for the lock longer than the call itself may take.
        if not self._lock.acquire(timeout=timeout_s):
            raise DependencyTimeout(
                f"the vector store was busy with another call for {timeout_s:g} s"
            )
        try:
            host = self._ready_host(patient)
            patience = timeout_s
            if opens or (collection is not None and collection not in self._warm):
                patience = max(timeout_s, self._start_timeout_s)
            host.submit(Request(method, arguments))
            reply = self._expect(host, patience)
            value = self._value(method, reply)
            if collection is not None:
                self._warm.add(collection)
            return value
        finally:
            self._lock.release()

    def _ready_host(self, patient: bool) -> HostProcess:
        """The running host, started and opened if need be. Called under the lock."""
        if self._closed:
            raise DependencyUnavailable("the vector index was closed")
        state = self._breaker.state
        if state.phase == "open" and not patient:
            raise DependencyUnavailable(
                f"the vector store is left alone for {state.retry_in_s:.0f} s more: {state.reason}"
            )
        if self._host is not None and not (self._owns(self._host) and self._host.alive):
            self._discard_host()
        if self._host is None:
            try:
                self._spawn()
            except OSError as error:
                self._fail(f"its process does not start: {error}", error)
        host = self._host
        assert host is not None
        if not self._opened:
            reply = self._expect(host, self._start_timeout_s)
            self.max_batch = self._value("open", reply)
            self._opened = True
        return host

    def _spawn(self) -> None:
        """Start the process and ask it to open the store; the answer is fetched later."""
        self._opened = False
        self._warm.clear()
        self._host = HostProcess(BACKENDS[self.backend].module)
        self._host.submit(Request("open", (self._target, self._usage_lock)))

    def _expect(self, host: HostProcess, timeout_s: float) -> Reply:
        try:
            return host.wait(timeout_s)
        except HostSilent as error:
            self._discard_host()
            self._breaker.failed(str(error), at_once=True)
            raise DependencyTimeout(f"the vector store gave {error} and was ended") from None
        except HostGone as error:
            self._discard_host()
            self._fail(str(error), None)
        except BaseException:
            # Interrupted while waiting: the answer would be taken for the next call's.
            self._discard_host()
            raise

    def _value(self, method: str, reply: Reply) -> Any:
        if reply.kind == "ok":
            self._breaker.succeeded()
            return reply.value
        if reply.kind == "mismatch":
            self._breaker.succeeded()
            raise EmbeddingMismatch(reply.value)
        if reply.kind == "panic" or not self._opened:
            self._discard_host()
        self._fail(f"{method}: {reply.value}", None)

    def _fail(self, reason: str, cause: Exception | None) -> NoReturn:
        self._breaker.failed(reason)
        damaged = any(message in reason for message in _DAMAGED)
        on = "" if isinstance(self._target, str) else " on {}:{}".format(*self._target)
        raise StoreFailed(f"the vector store{on} failed ({reason})", damaged=damaged) from cause

    def _discard_host(self) -> None:
        host, self._host = self._host, None
        self._opened = False
        self._warm.clear()
        if host is not None and self._owns(host):
            host.kill()

    @staticmethod
    def _owns(host: HostProcess) -> bool:
        """False in a process forked from the one that started the host: not ours to use or end."""
        return host.owner_pid == os.getpid()
