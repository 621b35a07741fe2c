"""The watcher: tells which truth files may have changed. A hint, never a guarantee.

What it misses (events lost by the kernel, network disks, a stopped process) the scan finds.
"""

from __future__ import annotations

import logging
import os
import warnings
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from eywa_fs.durable import FOLDER_MODE
from eywa_fs.errors import DependencyUnavailable, RootLost
from eywa_fs.packages import importing
from eywa_fs.truth.layout import Layout

if TYPE_CHECKING:
    from watchdog.events import FileSystemEvent

_LOG = logging.getLogger(__name__)

Hint = Callable[[str], None]
"""Called with the path below the root of a truth file that may have changed."""


def watch(layout: Layout, hint: Hint) -> Callable[[], None]:
    """Watch ``tenants/``; the function that ends it, and waits for the watching thread. Where the
    system refuses, nothing is watched: the scan then does all the work."""
    # Said in watchdog's own thread where a folder is made while it is looked for.
    warnings.filterwarnings("ignore", "Callback with id '.*' already exists", RuntimeWarning)
    folder = layout.root / "tenants"
    try:
        with importing("watchdog", "watchdog"):
            from watchdog.observers import Observer
        layout.claim()
        folder.mkdir(FOLDER_MODE, exist_ok=True)
        observer = Observer()
        observer.schedule(
            _handler(layout, hint), str(folder), recursive=True, event_filter=_changes()
        )
        observer.start()
    except (OSError, RootLost, DependencyUnavailable) as error:
        _LOG.warning("%s cannot be watched (%s); relying on the periodic scan", folder, error)
        return lambda: None

    def stop() -> None:
        observer.stop()
        observer.join(timeout=5.0)

    return stop


def _changes() -> list[type[FileSystemEvent]]:
    """What to be told of. Not of files that are opened: who reads a large memory opens thousands,
    and a queue that is full of these loses the writes."""
    from watchdog import events

    return [
        events.FileCreatedEvent,
        events.FileModifiedEvent,
        events.FileClosedEvent,
        events.FileMovedEvent,
        events.FileDeletedEvent,
    ]


def _handler(layout: Layout, hint: Hint) -> Any:
    from watchdog.events import FileSystemEventHandler

    class Handler(FileSystemEventHandler):
        def on_any_event(self, event: FileSystemEvent) -> None:
            if event.is_directory:
                return
            for path in (event.src_path, event.dest_path):
                rel = _relative(layout, os.fsdecode(path)) if path else None
                if rel is not None:
                    hint(rel)

    return Handler()


def _relative(layout: Layout, path: str) -> str | None:
    rel = os.path.relpath(path, layout.root)
    truth = layout.parse(rel)
    return rel if truth is not None and truth.indexed else None
