"""How the memory does: its parts, how far the index is behind, and what the jobs did last."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from eywa_fs.evaluation.kept import KeptRun
from eywa_fs.service.call import Call
from eywa_fs.service.records import LagGiven
from eywa_fs.service.routing import Routes
from eywa_fs.service.slo import Objective, all_met, objectives
from eywa_fs.service.wire import Answer, Given, has_fields_of

if TYPE_CHECKING:
    from eywa_fs.memory.jobs import JobResult

state = Routes("state")


class StatusGiven(Answer):
    """How the memory does.

    Attributes:
        ok: every part is, and no work failed eight times.
        parts: ``ok``, or what is wrong in one word; its details may name paths of the machine.
        truth: number of tenants, users, sessions, files and bytes.
        documents: of the index, by state, and vectors.
        outbox: work of the indexer, by state.
        indexing: a process indexes what comes.
        indexer_well: it met no problem in this process.
        erasures: finished, and unfinished.
        backup_stale: the last backup is too old for its schedule; ``None``: not known.
        next: what is not well, each with the command that helps.
    """

    ok: bool
    parts: dict[str, str]
    truth: dict[str, int]
    documents: dict[str, int]
    generation: int | None
    embedder: str
    lag: LagGiven
    outbox: dict[str, int]
    indexing: bool
    indexer_well: bool
    erasures: dict[str, int]
    backup_stale: bool | None
    next: list[str]


@state.serve("GET", "/v1/status", "watch")
def status(call: Call) -> StatusGiven:
    """How the memory does: parts, counts, and how far the index is behind."""
    found = call.memory.status()
    return StatusGiven(
        ok=found.ok,
        parts={name: text.partition(":")[0] for name, text in found.parts.items()},
        truth=dict(found.truth),
        documents=_figures(found.index, but=("generation", "read_only")),
        generation=found.index.get("generation"),
        embedder=found.index.get("embedder", ""),
        lag=LagGiven(bytes=round(found.lag["bytes"]), seconds=found.lag["seconds"]),
        outbox=dict(found.outbox),
        indexing=found.indexer is not None,
        indexer_well=found.last_error is None,
        erasures=dict(found.erasures),
        backup_stale=None if found.backup is None else found.backup.stale,
        next=found.what_next(),
    )


class JobGiven(Given):
    """What a job did last.

    Attributes:
        at: when it began, epoch milliseconds.
        seconds: how long it took.
        ok: it found and left nothing wrong.
        figures: what it counted; names and messages are left out.
        code: of the error that it ended with; empty for none.
    """

    at: int
    seconds: float
    ok: bool
    figures: dict[str, float]
    code: str


class JobsGiven(Answer):
    """Every job there is; ``None`` where it is not known what it did last."""

    jobs: dict[str, JobGiven | None]


@state.serve("GET", "/v1/jobs", "watch")
def jobs(call: Call) -> JobsGiven:
    """The jobs that look after the memory, and what each did last."""
    found = call.memory.jobs().items()
    return JobsGiven(jobs={name: None if done is None else _job(done) for name, done in found})


@has_fields_of(Objective)
class ObjectiveGiven(Given):
    """What is to be kept, and how it was since the service was started.

    Attributes:
        name: ``search_time``, ``write_time``, ``writes_done``, ``index_delay`` or ``audit``.
        aim: what is to be, in words.
        share: the least share of good ones, 0 to 1.
        good: how many were.
        of: of how many.
        measured: the share of good ones; ``None`` where there was none to measure.
        met: whether it is kept; ``None`` where there was none to measure.
    """

    measured: float | None
    met: bool | None


class SloGiven(Answer):
    """The objectives of the service; ``met`` is whether none is missed, ``None`` where nothing was
    measured yet."""

    met: bool | None
    objectives: list[ObjectiveGiven]


@state.serve("GET", "/v1/slo", "watch")
def slo(call: Call) -> SloGiven:
    """Whether the service keeps its objectives, by what it measured since it was started."""
    service = call.service
    found = objectives(service.metrics, call.memory.measured(), service.writes)
    return SloGiven(
        met=all_met(found),
        objectives=[ObjectiveGiven.model_validate(one) for one in found],
    )


@has_fields_of(KeptRun)
class EvaluationGiven(Given):
    """What an evaluation found, without a text of what it measured on.

    Attributes:
        kind: ``retrieval``, ``extraction``, ``conflict``, ``temporal`` or ``timelines``.
        data: name of the file or folder it measured on.
        at: when it ended, epoch milliseconds.
        version: of the package that was measured.
        runs: figures by what was asked (``fused``, ``words``); shares are 0 to 1.
    """

    runs: dict[str, dict[str, float | None]]


class EvaluationsGiven(Answer):
    """The evaluations that were kept, the oldest first."""

    evaluations: list[EvaluationGiven]


@state.serve("GET", "/v1/evaluations", "watch")
def evaluations(call: Call) -> EvaluationsGiven:
    """What ``eywa eval --keep`` measured, the oldest first."""
    found = call.memory.evaluations()
    return EvaluationsGiven(evaluations=[EvaluationGiven.model_validate(one) for one in found])


def _job(done: JobResult) -> JobGiven:
    return JobGiven(
        at=done.at,
        seconds=round(done.seconds, 3),
        ok=done.ok,
        figures=_figures(done.found),
        code=str(done.found.get("code", "")),
    )


def _figures(found: Mapping[str, Any], but: tuple[str, ...] = ()) -> dict[str, Any]:
    """The numbers of a report, those of its parts as ``part.name``."""
    figures: dict[str, Any] = {}
    for name, value in found.items():
        if isinstance(value, Mapping):
            figures |= {f"{name}.{key}": number for key, number in _figures(value).items()}
        elif isinstance(value, int | float) and not isinstance(value, bool) and name not in but:
            figures[name] = value
    return figures
