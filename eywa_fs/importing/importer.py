"""Import of one file: read it in its format, write its records, say what became of each.

Every record has a key that is the same when the file is read again, and a key writes once: an
import can be stopped at any point and repeated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from eywa_fs.batching import batched
from eywa_fs.errors import BadRequest, ImportFormatError
from eywa_fs.importing.formats import open_source
from eywa_fs.importing.found import Found, Job, Options
from eywa_fs.model.records import Anchor, Draft, Scope

__all__ = ["ImportReport", "Options", "import_file"]

BATCH = 500
"""Records that are written together; an interruption loses none that were acknowledged."""

Progress = Callable[[int, int], None]
"""Called with (done, in all), in bytes or messages."""


class Memory(Protocol):
    """What an import needs of :class:`EywaMemory`."""

    def append_many(self, records: Iterable[Draft]) -> list[Anchor]:
        """Write records durably."""
        ...

    def present_keys(self, keys: Iterable[str], *, tenant_id: str, user_id: str) -> set[str]:
        """Those keys that were written before."""
        ...


@dataclass(slots=True)
class ImportReport:
    """What became of one file: records that stand in the truth now, how many of them are new and
    how many had no time of their own, what was skipped on purpose by reason, and refused as
    ``place: why``."""

    path: str
    format: str
    records: int = 0
    new: int = 0
    undated: int = 0
    skipped: Mapping[str, int] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)
    scopes: set[Scope] = field(default_factory=set)

    def as_dict(self) -> dict[str, Any]:
        return {
            "path": self.path,
            "format": self.format,
            "records": self.records,
            "new": self.new,
            "undated": self.undated,
            "skipped": dict(self.skipped),
            "refused": len(self.problems),
        }


def import_file(
    memory: Memory,
    path: Path,
    options: Options,
    file_format: str = "auto",
    progress: Progress | None = None,
) -> ImportReport:
    """Import one file; what is malformed is reported and does not stop the rest.

    Raises:
        ImportFormatError: the file cannot be read, or is in no known format.
        TruthWriteError: the disk refused; what came before is safe.
    """
    job = Job(path, file_format, options)
    report = ImportReport(str(path), file_format, skipped=job.skipped, problems=job.problems)
    try:
        source = open_source(job)
        report.format = source.format
        for batch in batched(source.records, BATCH):
            _write(memory, batch, report)
            if progress is not None:
                progress(batch[-1].done, source.total)
    except OSError as error:
        raise ImportFormatError(f"{path} cannot be read: {error.strerror or error}") from None
    return report


def _write(memory: Memory, batch: Sequence[Found], report: ImportReport) -> None:
    try:
        new = _append(memory, [found.draft for found in batch])
    except BadRequest as error:
        if len(batch) == 1:
            report.problems.append(f"{batch[0].where}: {error}")
            return
        for found in batch:  # find the bad one; the keys keep this from doubling
            _write(memory, [found], report)
        return
    report.records += len(batch)
    report.new += new
    report.undated += sum(found.draft.timestamp is None for found in batch)
    report.scopes |= {Scope(found.draft.tenant_id, found.draft.user_id) for found in batch}


def _append(memory: Memory, drafts: Sequence[Draft]) -> int:
    """Write drafts; how many of them were new. Their ids are checked by the writing."""
    keys: dict[Scope, set[str]] = {}
    for draft in drafts:
        scope = Scope(draft.tenant_id, draft.user_id)
        keys.setdefault(scope, set()).add(str(draft.idempotency_key))
    known = {
        scope: memory.present_keys(wanted, tenant_id=scope.tenant_id, user_id=scope.user_id)
        for scope, wanted in keys.items()
    }
    memory.append_many(drafts)
    return sum(len(wanted - known[scope]) for scope, wanted in keys.items())
