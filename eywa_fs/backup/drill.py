"""A drill: restore a backup for real, elsewhere, and measure what losing the root would cost.

RPO is what would be lost: what was acknowledged and is not in the backup. RTO is how long it takes
until a search answers again, and until everything is indexed.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Protocol

from eywa_fs.backup.making import make_backup
from eywa_fs.backup.manifest import FileEntry
from eywa_fs.backup.opening import open_vault
from eywa_fs.backup.restoring import restore_from
from eywa_fs.backup.scratch import scratch
from eywa_fs.catalog import docs
from eywa_fs.catalog import files as catalog_files
from eywa_fs.clock import Clock
from eywa_fs.errors import BadRequest, EywaError
from eywa_fs.generations.generation import Generation
from eywa_fs.governance.ledger import states
from eywa_fs.model.plain import AsDict
from eywa_fs.model.records import Record
from eywa_fs.model.reports import VerifyReport
from eywa_fs.model.results import RetrievalResult, Strategy
from eywa_fs.truth.codec import records_in
from eywa_fs.truth.layout import Layout
from eywa_fs.truth.reader import file_state, read_blocks, reading

MILLION = 1_000_000
FEWEST_RECORDS = 1_000
"""From fewer records nothing is extrapolated: what a drill costs at least would dominate."""
RPO_TARGET_S, RTO_TARGET_S = 300.0, 1800.0
_LINES_LOOKED_AT = 50
_WORDS = 12
_LONGEST_QUERY = 200

Step = Callable[[str], None]
"""Called with what is done next, in words."""


class Restored(Protocol):
    """As much of a memory over the restored root as a drill needs."""

    def retrieve(
        self, query: str, *, tenant_id: str, user_id: str, limit: int, strategy: Strategy
    ) -> RetrievalResult: ...

    def index(self) -> object: ...

    def verify(self, *, deep: bool) -> VerifyReport: ...

    def generation(self) -> Generation | None: ...

    def close(self) -> None: ...


@dataclass(slots=True)
class DrillReport(AsDict):
    """What a drill measured. Times are seconds; what was not done is ``None``.

    Attributes:
        id, at: the backup that was restored, and when it had begun (epoch milliseconds).
        backup_s: to make it, where the drill made one.
        restore_s: to restore it, every byte proved.
        first_answer_s, indexed_s: from the beginning of the restore until a search answered, and
            until everything was indexed.
        searches, found: searches for the words of a record, and those that found it; ``missed``
            names the other records.
        verified: whether a deep verify of the restored memory found all well.
        same_index: whether the index of the restored files is the source's, digest by digest;
            ``None`` where the source has none, or one of other bytes.
        lost_records, lost_bytes, rpo_s: what the source had that the backup had not when the drill
            began, and how old the backup was then; 0 where nothing is lost.
        scheduled_rpo_s: ``backup.interval_s`` and the time one backup took; ``None`` without a
            schedule.
        at_million: the times above for a million records, by the same rate each.
    """

    id: str
    at: int
    records: int
    files: int
    bytes: int
    restore_s: float
    backup_s: float | None = None
    first_answer_s: float | None = None
    indexed_s: float | None = None
    searches: int = 0
    found: int = 0
    missed: list[str] = field(default_factory=list)
    verified: bool | None = None
    findings: Mapping[str, int] = field(default_factory=dict)
    digest: str | None = None
    same_index: bool | None = None
    lost_records: int = 0
    lost_bytes: int = 0
    rpo_s: float = 0.0
    scheduled_rpo_s: float | None = None
    at_million: Mapping[str, float] | None = None
    restored_whole: bool = True
    _properties = ("ok", "targets")

    @property
    def ok(self) -> bool:
        """Whether what was restored is all there and answers; says nothing about the times."""
        return (
            self.restored_whole
            and self.found == self.searches
            and self.verified is not False
            and self.same_index is not False
        )

    @property
    def targets(self) -> dict[str, bool | None]:
        """Whether the times are within the targets: 5 minutes of loss, half an hour to the first
        answer at a million records. ``None``: not known."""
        rpo = self.rpo_s if self.scheduled_rpo_s is None else self.scheduled_rpo_s
        rto = None if self.at_million is None else self.at_million.get("first_answer_s")
        return {
            "rpo": rpo <= RPO_TARGET_S,
            "rto": None if rto is None else rto <= RTO_TARGET_S,
        }


def drill(
    layout: Layout,
    open_restored: Callable[[Path], Restored],
    source_generation: Callable[[], Generation | None],
    *,
    clock: Clock,
    to: str | Path | None = None,
    key_file: str | Path | None = None,
    interval_s: float | None = None,
    index: bool = True,
    searches: int = 10,
    step: Step | None = None,
) -> DrillReport:
    """See :meth:`EywaMemory.drill`.

    Args:
        open_restored: opens a memory over the restored root.
        interval_s: of the schedule, where there is one.
    """
    if searches < 1:
        raise BadRequest(f"searches is {searches}: give at least 1")
    say = step or (lambda what: None)
    with scratch(Path(tempfile.gettempdir()), "eywa-drill-") as folder:
        backup_s = None
        if to is None:
            say("making a backup")
            vault = open_vault(folder / "backup", make=True)
            backup_s = make_backup(layout, vault, clock=clock).seconds
        else:
            vault = open_vault(to, key_file)
        head = vault.choose()
        files = vault.files(head)
        lost_records, lost_bytes = _beyond(layout, files)
        age_s = max(0.0, (clock() - head.at) / 1000)
        say("restoring")
        began = time.monotonic()
        restored = restore_from(vault, head, folder / "root", None, clock)
        report = DrillReport(
            head.id, head.at, restored.records, restored.files, restored.bytes,
            restored.seconds, backup_s, restored_whole=restored.ok,
            lost_records=lost_records, lost_bytes=lost_bytes,
            rpo_s=age_s if lost_bytes else 0.0,
        )  # fmt: skip
        if interval_s is not None:
            report.scheduled_rpo_s = interval_s + (backup_s or 0.0)
        memory = open_restored(folder / "root")
        try:
            _try_out(memory, _sample(layout, files, searches), index, began, report, say)
            if index:
                report.same_index = _same_index(memory, source_generation(), report)
        finally:
            memory.close()
    report.at_million = _at_million(report)
    return report


def _beyond(layout: Layout, files: Sequence[FileEntry]) -> tuple[int, int]:
    """Records (lines) and bytes that users' files have beyond a backup."""
    layout.refuse_linked()  # what a link leads to is in no backup
    covered = {file.path: file.size for file in files}
    lines = found = 0
    for truth in layout.every_file():
        state = file_state(layout, truth.rel)
        more = 0 if state is None else state.size - covered.get(truth.rel, 0)
        if more > 0:
            found += more
            with suppress(FileNotFoundError), reading(layout, truth.rel) as fd:
                blocks = read_blocks(fd, covered.get(truth.rel, 0), state.size if state else 0)
                lines += sum(block.count(b"\n") for block in blocks)
    return lines, found


def _sample(layout: Layout, files: Sequence[FileEntry], number: int) -> list[tuple[str, Record]]:
    """Records of the source that a backup holds, with their citation: from files that stand
    evenly among all, of each the longest of its first lines. Those that somebody decided on need
    not be found by their own words any more, and are left out."""
    sizes = {file.path: file.size for file in files if file.size}
    sessions = [t for path in sizes if (t := layout.parse(path)) and t.kind == "session"]
    picked = sessions[:: max(1, len(sessions) // number)][:number]
    found: list[tuple[str, Record]] = []
    for truth in picked:
        lines = []
        decided = states(layout, truth.scope).standings
        with suppress(FileNotFoundError):
            lines = list(islice(records_in(layout, truth), _LINES_LOOKED_AT))
        there = [
            (f"{truth.rel}:{line.number}", record)
            for line, record in lines
            if record is not None
            and record.event_id not in decided
            and line.byte_end <= sizes[truth.rel]
        ]
        there.sort(key=lambda item: -len(item[1].content))
        found += there[: -(-number // len(picked))]
    return found[:number]


def _try_out(
    memory: Restored,
    sample: Sequence[tuple[str, Record]],
    index: bool,
    began: float,
    report: DrillReport,
    say: Step,
) -> None:
    """Search as soon as the files are there; then index, search for everything, and verify."""
    say("searching")
    if sample:
        _finds(memory, sample[0][1])
        report.first_answer_s = round(time.monotonic() - began, 3)
    if index:
        say("indexing")
        memory.index()
        report.indexed_s = round(time.monotonic() - began, 3)
    report.searches = len(sample)
    report.missed = [where for where, record in sample if not _finds(memory, record)]
    report.found = len(sample) - len(report.missed)
    if index:
        say("verifying")
        checked = memory.verify(deep=True)
        report.verified, report.findings = checked.ok, dict(checked.counts)


def _finds(memory: Restored, record: Record) -> bool:
    """Whether a search for words of a record finds it, or one that says the same."""
    words = " ".join(record.content.split()[:_WORDS])[:_LONGEST_QUERY]
    result = memory.retrieve(
        words, tenant_id=record.tenant_id, user_id=record.user_id, limit=50, strategy="exact"
    )
    return any(hit.event_id == record.event_id or hit.text == record.content for hit in result.hits)


def _same_index(memory: Restored, source: Generation | None, report: DrillReport) -> bool | None:
    """Whether both indexes are of the same documents; ``None`` where they are of other bytes."""
    made = memory.generation()
    mine = None if made is None else _state(made)
    theirs = None if source is None or source.damage else _state(source)
    if made is None or mine is None:
        return None
    report.digest = mine[1]
    if source is None or theirs is None or mine[0] != theirs[0]:
        return None
    return mine[1] == theirs[1] if made.binding == source.binding else None


def _state(generation: Generation) -> tuple[dict[str, tuple[int, str]], str] | None:
    """Which bytes of which files are indexed, and the digest of the documents."""
    try:
        with generation.catalog().read() as connection:
            rows = catalog_files.every(connection)
            covered = {path: (r.committed_offset, r.fingerprint) for path, r in rows.items()}
            return covered, docs.digest(connection)
    except EywaError:
        return None


def _at_million(report: DrillReport) -> dict[str, float] | None:
    """The times for a million records, each in proportion; ``None`` where there are too few."""
    if report.records < FEWEST_RECORDS:
        return None
    factor = MILLION / report.records
    times = ("backup_s", "restore_s", "first_answer_s", "indexed_s")
    measured = {name: getattr(report, name) for name in times}
    return {name: round(s * factor, 1) for name, s in measured.items() if s is not None}
