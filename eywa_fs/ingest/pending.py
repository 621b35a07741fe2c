"""What the worker has at hand: the batch that is being filled, and the commits before it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from eywa_fs.catalog.files import FileRow
from eywa_fs.catalog.outbox import OutboxEvent
from eywa_fs.ingest.commit import Batch, Begun, Progress, Worked
from eywa_fs.ingest.filepass import Step


@dataclass(slots=True)
class Pending:
    """A run's unfinished work: the rows of files nothing was done with yet (``manifest``), what the
    run did so far, and whether it is to end."""

    manifest: dict[str, FileRow | None]
    worked: Worked
    progress: Progress | None
    stop: Callable[[], bool]
    batch: Batch = field(default_factory=Batch)
    begun: list[Begun] = field(default_factory=list)

    def add(self, event: OutboxEvent, step: Step) -> None:
        self.batch.events[event.id] = event
        self.batch.documents += step.documents
        self.batch.readings += step.readings
        self.batch.files[step.file.path] = step.file

    def finish(self, event: OutboxEvent) -> None:
        """Have an event acknowledged with the batch."""
        self.batch.events[event.id] = event
        self.batch.finished.append(event.id)

    def holds(self, path: str) -> bool:
        """Whether the manifest's row of a file is still to be written."""
        return path in self.batch.files or any(path in b.batch.files for b in self.begun)

    def fallen(self) -> list[Begun]:
        """Take out the first commit, which failed, and those behind it that continue its files:
        where an offset did not move, going on would leave a gap."""
        first, *others = self.begun
        paths = first.batch.files.keys()
        found = [first, *(begun for begun in others if begun.batch.files.keys() & paths)]
        for begun in found:
            begun.failed = True
            self.begun.remove(begun)
        return found

    def take(self) -> Batch:
        batch, self.batch = self.batch, Batch()
        return batch
