"""How the memory does: its parts, how far the index is behind, what the jobs did last; and whether
the service keeps its objectives."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

from eywa_fs.client import state_answers as ans
from eywa_fs.model.measured import Measured
from eywa_fs.service.call import Call
from eywa_fs.service.gate import Routes
from eywa_fs.service.metrics import Metrics, Route
from eywa_fs.service.wire import answer

if TYPE_CHECKING:
    from eywa_fs.memory.jobs import JobResult

SEARCHES: Final[tuple[Route, ...]] = (
    ("POST", "/v1/retrieve"),
    ("POST", "/v1/context"),
    ("POST", "/api/v1/memory.query"),
)
SEARCH_S: Final = 0.4
WRITE_S: Final = 0.2
P95: Final = 0.95
WRITTEN: Final = 0.999
AUDITED: Final = 1.0
"""Objectives of the specification (000, 10.1)."""


def _objective(name: str, aim: str, share: float, good: int, of: int) -> ans.ObjectiveGiven:
    measured = good / of if of else None
    met = None if measured is None else measured >= share
    return ans.ObjectiveGiven(
        name=name, aim=aim, share=share, good=good, of=of, measured=measured, met=met
    )


def all_met(found: Iterable[ans.ObjectiveGiven]) -> bool | None:
    """Whether none is missed; ``None`` where there was nothing to measure yet."""
    told = [one.met for one in found if one.met is not None]
    return all(told) if told else None


def objectives(
    metrics: Metrics, measured: Measured, writes: Collection[Route]
) -> tuple[ans.ObjectiveGiven, ...]:
    """All objectives.

    Args:
        measured: what the memory measured of itself.
        writes: the routes that write, but for those that take a file.
    """
    failed, asked = metrics.failed(writes)
    audited, lost = measured.audit_written, measured.audit_lost
    return (
        _objective("search_time", "95 % within 400 ms", P95, *metrics.within(SEARCHES, SEARCH_S)),
        _objective("write_time", "95 % within 200 ms", P95, *metrics.within(writes, WRITE_S)),
        _objective("writes_done", "99.9 % without a failure", WRITTEN, asked - failed, asked),
        _objective("index_delay", "95 % within 5 s", P95, measured.indexed_soon, measured.indexed),
        _objective("audit", "every entry on disk", AUDITED, audited, audited + lost),
    )


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
