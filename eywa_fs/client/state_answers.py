"""What the service answers about itself: how it does, what it measured; as :mod:`answers`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from eywa_fs.client import parts as part
from eywa_fs.client.answers import Answer
from eywa_fs.client.decoding import Given


class HealthGiven(Answer):
    """The process answers."""

    status: Literal["ok"] = "ok"


class ReadyGiven(Answer):
    """Whether requests can be answered, what is in the way, by part, and how the index does, which
    is in nobody's way: what it lacks is searched in the files.

    Attributes:
        writes: ``fail`` from a write that the disk refused (a full one) until it takes one again:
            searches go on, so the service stays ready.
    """

    ready: bool
    parts: Mapping[str, str]
    index: Literal["ok", "behind", "waits"]
    writes: Literal["ok", "fail"]


class ServiceVersionGiven(Answer):
    """What a client can count on."""

    version: str
    api: str
    record_format: int
    capabilities: tuple[str, ...]


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
    parts: Mapping[str, str]
    truth: Mapping[str, int]
    documents: Mapping[str, int]
    generation: int | None
    embedder: str
    lag: part.LagGiven
    outbox: Mapping[str, int]
    indexing: bool
    indexer_well: bool
    erasures: Mapping[str, int]
    backup_stale: bool | None
    next: tuple[str, ...]


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
    figures: Mapping[str, float]
    code: str


class JobsGiven(Answer):
    """Every job there is; ``None`` where it is not known what it did last."""

    jobs: Mapping[str, JobGiven | None]


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
    name: str
    aim: str
    share: float
    good: int
    of: int


class SloGiven(Answer):
    """The objectives of the service; ``met`` is whether none is missed, ``None`` where nothing was
    measured yet."""

    met: bool | None
    objectives: tuple[ObjectiveGiven, ...]


class EvaluationGiven(Given):
    """What an evaluation found, without a text of what it measured on.

    Attributes:
        kind: ``retrieval``, ``extraction``, ``conflict``, ``temporal`` or ``timelines``.
        data: what it measured on, which runs of one course have in common.
        at: when it ended, epoch milliseconds.
        version: of the package that was measured.
        runs: figures by what was asked (``fused``, ``words``); shares are 0 to 1.
    """

    runs: Mapping[str, Mapping[str, float | None]]
    kind: str
    data: str
    at: int
    version: str


class EvaluationsGiven(Answer):
    """The evaluations that were kept, the oldest first."""

    evaluations: tuple[EvaluationGiven, ...]
