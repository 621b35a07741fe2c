"""What every vector store's process does: answer requests, and end when nobody asks any more.

The process reads :class:`~eywa_fs.index.wire.Request` messages from its standard input, answers
each with one :class:`~eywa_fs.index.wire.Reply`, and ends when the input does.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO, Literal

from eywa_fs.errors import DependencyUnavailable, EmbeddingMismatch, EywaError
from eywa_fs.index.seal import SEAL_FILE, UsageLock
from eywa_fs.index.wire import Reply, Request, pack, receive, send
from eywa_fs.index.write_mark import WriteMark


class Host:
    """A store's side of :class:`eywa_fs.index.vectors.VectorIndex`: besides this, a method for each
    of its calls. Its mark is ``None`` where a server sees to the writes of several by itself."""

    def __init__(self) -> None:
        self._lock: UsageLock | None = None
        self._mark: WriteMark | None = None

    def reopen(self) -> None:
        """Drop everything held in memory, to see what another process wrote since."""
        raise NotImplementedError

    def close(self) -> None:
        """Let go of the files."""
        raise NotImplementedError

    def refresh(self, reopen: bool = True) -> Literal["current", "reopened", "behind"]:
        """Look whether another process wrote since the last look; if so, and it may be, reopen."""
        if self._mark is None or not self._mark.unknown:
            return "current"
        if not reopen:
            return "behind"
        self.reopen()
        return "reopened"

    def _share(self, usage_lock: str | None) -> None:
        """Take part in the use of a folder that the parent uses, unless that is done.

        A seal in it says that the parent does not: the folder was deleted and made anew since it
        asked for this process, and whoever opens the new one would wait for us.
        """
        if usage_lock is None or self._lock is not None:
            return
        path = Path(usage_lock)
        lock = UsageLock(path)
        if not lock.try_shared():
            raise DependencyUnavailable(f"{path} is locked by another process")
        if (path.parent / SEAL_FILE).exists():
            lock.release()
            raise DependencyUnavailable(f"{path.parent} was deleted and made anew meanwhile")
        self._lock = lock


def enter(folder: Path) -> Path:
    """Go into a store's folder, made where it is missing, but not its parents; its path from there.

    An engine makes whatever folders of its path are missing, at any time. From inside it makes
    them where the folder was moved to, and none where it was deleted.
    """
    folder.mkdir(exist_ok=True)
    os.chdir(folder)
    return Path()


def refuse_other(name: str, known: Mapping[str, Any], wanted: Mapping[str, str | int]) -> None:
    """Raise ``EmbeddingMismatch`` where a collection is bound to something else than is wanted."""
    found = {key: known.get(key) for key in wanted}
    if found != dict(wanted):
        raise EmbeddingMismatch(
            f"collection {name} was built with {found}, now {dict(wanted)} is asked for: "
            "rebuild the index or go back to the old embedder"
        )


def refuse_dimension(name: str, binding: Mapping[str, Any] | None, dimension: int) -> None:
    """Raise ``EmbeddingMismatch`` where a collection is bound to vectors of another dimension."""
    expected = (binding or {}).get("dimension")
    if expected is not None and expected != dimension:
        raise EmbeddingMismatch(
            f"collection {name} holds vectors of dimension {expected}, got {dimension}"
        )


def answer(host: Host, request: Request) -> Reply:
    """Run one call; whatever the store raises becomes a reply, since the process's edge is here."""
    try:
        return Reply("ok", getattr(host, request.method)(*request.arguments))
    except EmbeddingMismatch as error:
        return Reply("mismatch", str(error))
    except EywaError as error:
        return Reply("failed", str(error))
    except Exception as error:
        return Reply("failed", f"{type(error).__name__}: {error}")
    except BaseException as error:
        # A Rust panic arrives as a BaseException and leaves the library in an unknown state.
        return Reply("panic", f"{type(error).__name__}: {error}")


def serve(host: Host, incoming: BinaryIO, outgoing: BinaryIO, busy: threading.Lock) -> None:
    """Answer until the input ends, ``close`` was asked for, or the store panicked."""
    while True:
        message = receive(incoming)
        if not isinstance(message, Request):
            break
        with busy:
            reply = answer(host, message)
        send(outgoing, pack(reply))
        if message.method == "close" or reply.kind == "panic":
            return
    host.close()


def run(host: Host) -> None:
    """Answer on this process's streams until there is nothing more to do, then end it."""
    # The stream belongs to the messages: whatever prints must not reach it.
    outgoing = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    incoming = sys.stdin.buffer
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to handle
    with suppress(OSError):  # when memory runs out on Linux, this process goes, not the agent
        Path("/proc/self/oom_score_adj").write_text("1000", encoding="ascii")
    busy = threading.Lock()
    threading.Thread(target=_end_with_parent, args=(os.getppid(), busy), daemon=True).start()
    with suppress(OSError):
        serve(host, incoming, outgoing, busy)
    # The store's threads may still run; everything is written, so don't wait for them.
    sys.stderr.flush()
    os._exit(0)


def _end_with_parent(parent: int, busy: threading.Lock) -> None:
    """End when the parent is gone but a process forked from it still holds our input open."""
    while os.getppid() == parent:
        time.sleep(1.0)
    with busy:
        os._exit(0)
