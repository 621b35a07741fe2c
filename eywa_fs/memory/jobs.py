"""Jobs: work that is due again and again, for ``eywa watch`` or cron, one of a kind at a time.

What a job did last stands in ``.index/jobs/``: notes that may be deleted.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from eywa_fs.episodes.scoring import TRIGGERS
from eywa_fs.errors import EywaError, NotFound, RootLost
from eywa_fs.memory.auditing import Auditing
from eywa_fs.memory.care import Caring
from eywa_fs.memory.episodes import Remembering
from eywa_fs.memory.forgetting import Forgetting
from eywa_fs.memory.keeping import Keeping
from eywa_fs.model.plain import AsDict, fields_of
from eywa_fs.model.times import shown
from eywa_fs.truth.index_folder import alone, read_note, write_note

if TYPE_CHECKING:
    from eywa_fs.maintenance.status import Status
    from eywa_fs.truth.layout import Layout

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class JobResult(AsDict):
    """What a job did.

    Attributes:
        at: when it began, epoch milliseconds.
        seconds: how long it took.
        ok: it found and left nothing wrong.
        found: its figures; of one that failed ``code`` and ``message``.
        well_at: when it last began and found and left nothing wrong (epoch ms); 0: not known.
    """

    job: str
    at: int
    seconds: float
    ok: bool
    found: Mapping[str, Any]
    well_at: int = 0

    def in_words(self, zone: str) -> str:
        """For people, in a line; the time in an IANA zone."""
        counts = self.found.get("findings") or {}
        problem = self.found.get("message") or ", ".join(
            f"{n} {kind}" for kind, n in counts.items()
        )
        told = f": {problem}" if problem and not self.ok else ""
        well = "ok" if self.ok else "not well"
        return f"{well}, {shown(self.at, zone)}, {self.seconds:.1f} s{told}"


class Jobs(Auditing, Keeping, Caring, Forgetting, Remembering):
    """Work that is due again and again."""

    def status(self) -> Status:
        """Counts, lag, dead letters, the health of each part, and what the jobs did last. Writes
        nothing."""
        zone = self.settings.retrieval.timezone
        last = {name: done.in_words(zone) for name, done in self.jobs().items() if done is not None}
        return replace(super().status(), jobs=last)

    def jobs(self) -> dict[str, JobResult | None]:
        """Each job there is, with what it did last; ``None`` where that is not known."""
        known = _noted(self.layout)
        return {name: known.get(name) for name in _JOBS}

    def run_job(
        self, name: str, *, progress: Callable[[int, int], None] | None = None
    ) -> JobResult:
        """Do a job now, and note what it did.

        Args:
            name: ``verify``, ``deep_verify``, ``repair``, ``checkpoint``, ``retention``,
                ``compaction``, ``backup``, or a trigger of episodes, which is run on each project.
            progress: called with (done, in all), where the job tells; what it raises ends the job.

        Raises:
            NotFound: there is no such job.
            IndexerBusy: it runs already, in this process or another, or it needs the indexer.
            EywaError: as of the method it calls; noted as well.
        """
        self._parts.refuse_closed()
        if name not in _JOBS:
            raise NotFound(f"there is no job {name!r}; known: {', '.join(_JOBS)}")
        at, began = self._parts.clock(), time.monotonic()
        busy = f"the job {name} runs already; nothing was done"
        with alone(self.layout, f"locks/job-{name}.lock", busy=busy):
            before = _noted(self.layout).get(name)
            well_at = 0 if before is None else before.well_at
            try:
                found = _JOBS[name](self, progress)
            except EywaError as error:
                failed = {"code": error.code, "message": str(error)}
                took = time.monotonic() - began
                _note(self.layout, JobResult(name, at, took, False, failed, well_at))
                raise
            ok, took = bool(found.get("ok", True)), time.monotonic() - began
            result = JobResult(name, at, took, ok, found, at if ok else well_at)
            _note(self.layout, result)
            return result

    def _verify(self, progress: Progress | None, *, deep: bool) -> Mapping[str, Any]:
        report = self.verify(deep=deep, progress=progress)
        return {"ok": report.ok, "checked": report.checked, "findings": dict(report.counts)}

    def _repair(self, progress: Progress | None) -> Mapping[str, Any]:
        report = self.repair(apply=True, deep=False)
        return {"ok": report.ok, "steps": len(report.actions), "written": report.written}

    def _checkpoint(self, progress: Progress | None) -> Mapping[str, Any]:
        return fields_of(self.checkpoint())

    def _retention(self, progress: Progress | None) -> Mapping[str, Any]:
        return self._forgetting(None, bool(self.settings.forgetting.policies), progress)

    def _compaction(self, progress: Progress | None) -> Mapping[str, Any]:
        level = self.settings.forgetting.compaction
        return self._forgetting(level, level != "off", progress)

    def _forgetting(
        self, compact: str | None, wanted: bool, progress: Progress | None
    ) -> Mapping[str, Any]:
        """Forget of all users, if the settings want it."""
        if not wanted:
            return {"records": 0}
        report = self._forget(self.layout.scopes(), None, compact, False, "", progress)
        found = {"run": report.run, "looked_at": report.looked_at, "records": len(report.records)}
        return {**found, **_problems(report.problems)}

    def _episodes(self, progress: Progress | None, *, trigger: str) -> Mapping[str, Any]:
        found = {"projects": 0, "looked_at": 0, "changed": 0}
        for scope in self.layout.scopes():
            ids = {"tenant_id": scope.tenant_id, "user_id": scope.user_id}
            for project_id in self.episode_projects(**ids):
                report = self.episode_trigger(trigger, project_id=project_id, **ids)
                found["projects"] += 1
                found["looked_at"] += report.looked_at
                found["changed"] += sum(map(len, report.changed.values()))
        return found

    def _backup(self, progress: Progress | None) -> Mapping[str, Any]:
        report = self.backup(keep=self.settings.backup.keep or None, progress=progress)
        gone = 0 if report.pruned is None else len(report.pruned.backups)
        added = {"files": report.files, "bytes": report.bytes, "new_bytes": report.new_bytes}
        return {"id": report.id, **added, "pruned": gone, **_problems(report.problems)}


_JOBS: Mapping[str, Callable[[Jobs, Progress | None], Mapping[str, Any]]] = {
    "verify": partial(Jobs._verify, deep=False),
    "deep_verify": partial(Jobs._verify, deep=True),
    "repair": Jobs._repair,
    "checkpoint": Jobs._checkpoint,
    "retention": Jobs._retention,
    "compaction": Jobs._compaction,
    "backup": Jobs._backup,
    **{name: partial(Jobs._episodes, trigger=name) for name in TRIGGERS},
}


def _problems(problems: Sequence[str]) -> Mapping[str, Any]:
    return {"ok": False, "message": "; ".join(problems)} if problems else {}


def _path(layout: Layout, name: str) -> Path:
    return layout.index / "jobs" / f"{name}.json"


def _note(layout: Layout, result: JobResult) -> None:
    """Replace the note of a job; without it only the last result is unknown."""
    path = _path(layout, result.job)
    with suppress(OSError, TypeError, ValueError, RootLost):
        layout.refuse_lost()
        path.parent.mkdir(exist_ok=True)
        write_note(path, asdict(result))


def _noted(layout: Layout) -> dict[str, JobResult]:
    found = {}
    for name in _JOBS:
        with suppress(OSError, ValueError, TypeError, KeyError):
            value = read_note(_path(layout, name))
            found[name] = JobResult(
                name, int(value["at"]), float(value["seconds"]), bool(value["ok"]),
                dict(value["found"]), int(value.get("well_at", 0)),
            )  # fmt: skip
    return found
