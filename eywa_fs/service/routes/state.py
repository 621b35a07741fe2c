"""How the memory does: its parts, how far the index is behind, and what the jobs did last."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from eywa_fs.client import state_answers as ans
from eywa_fs.service.call import Call
from eywa_fs.service.routing import Routes
from eywa_fs.service.slo import all_met, objectives
from eywa_fs.service.wire import answer

if TYPE_CHECKING:
    from eywa_fs.memory.jobs import JobResult

state = Routes("state")


@state.serve("GET", "/v1/status", "watch")
def status(call: Call) -> ans.StatusGiven:
    """How the memory does: parts, counts, and how far the index is behind."""
    found = call.memory.status()
    return answer(
        ans.StatusGiven,
        found,
        parts={name: text.partition(":")[0] for name, text in found.parts.items()},
        documents=_figures(found.index, but=("generation", "read_only")),
        generation=found.index.get("generation"),
        embedder=found.index.get("embedder", ""),
        lag={"bytes": round(found.lag["bytes"]), "seconds": found.lag["seconds"]},
        indexing=found.indexer is not None,
        indexer_well=found.last_error is None,
        backup_stale=None if found.backup is None else found.backup.stale,
        next=found.what_next(),
    )


@state.serve("GET", "/v1/jobs", "watch")
def jobs(call: Call) -> ans.JobsGiven:
    """The jobs that look after the memory, and what each did last."""
    found = call.memory.jobs()
    return answer(ans.JobsGiven, jobs={name: done and _job(done) for name, done in found.items()})


@state.serve("GET", "/v1/slo", "watch")
def slo(call: Call) -> ans.SloGiven:
    """Whether the service keeps its objectives, by what it measured since it was started."""
    service = call.service
    found = objectives(service.metrics, call.memory.measured(), service.writes)
    return answer(ans.SloGiven, met=all_met(found), objectives=found)


@state.serve("GET", "/v1/evaluations", "watch")
def evaluations(call: Call) -> ans.EvaluationsGiven:
    """What ``eywa eval --keep`` measured, the oldest first."""
    return answer(ans.EvaluationsGiven, evaluations=call.memory.evaluations())


def _job(done: JobResult) -> ans.JobGiven:
    return answer(
        ans.JobGiven,
        done,
        seconds=round(done.seconds, 3),
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
