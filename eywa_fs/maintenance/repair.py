"""Repair: make the derived state fit the truth again, when it is asked for, and by itself where
whoever indexes finds a part damaged. Touches nothing but derived state."""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Literal

from eywa_fs.embedding.protocol import EmbedderIdentity
from eywa_fs.errors import DependencyUnavailable
from eywa_fs.generations.generation import Generation
from eywa_fs.ingest.commit import Progress, Worked
from eywa_fs.ingest.indexer import work_through
from eywa_fs.ingest.worker import Worker
from eywa_fs.maintenance.rebuild import RebuildReport
from eywa_fs.model.plain import fields_of
from eywa_fs.model.reports import MENDED, Finding, VerifyReport

_LOG = logging.getLogger(__name__)

_STAYS = {"document_stale", "vector_missing", "summary_stale", "dead_letter"}
"""What an absent embedder or an unreadable file leaves behind, where a rebuild would not help."""
_MENDABLE = MENDED - _STAYS
"""What reindexing must have mended; what is found again afterwards calls for a rebuild."""

ActionKind = Literal[
    "rebuild", "reindex", "remove_orphans", "retry_dead_letters", "index", "derive_episodes"
]


@dataclass(frozen=True, slots=True)
class Action:
    """One step of a repair on a file, a tenant (orphans) or a part of the index.

    ``doc_ids`` are the documents to write again, or to remove.
    """

    kind: ActionKind
    target: str
    reason: str
    doc_ids: tuple[str, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        return fields_of(self, "doc_ids") | {"documents": len(self.doc_ids)}


@dataclass(frozen=True, slots=True)
class RepairReport:
    """What a repair would do, or did.

    ``left`` are findings about the truth itself, which repair does not touch; ``after`` is what
    verify says afterwards, ``None`` for a dry run.
    """

    before: VerifyReport
    actions: tuple[Action, ...]
    left: tuple[Finding, ...]
    applied: bool = False
    written: int = 0
    removed: int = 0
    after: VerifyReport | None = None
    rebuilt: RebuildReport | None = None

    @property
    def ok(self) -> bool:
        """Nothing is left to repair."""
        return self.after.ok if self.after is not None else self.before.ok

    def as_dict(self) -> dict[str, Any]:
        after = None if self.after is None else dict(self.after.counts)
        shown = {"ok": self.ok, "findings": dict(self.before.counts)}
        return shown | fields_of(self, "before", "after") | {"after": after}


def derive_damaged_anew(
    generation: Generation, rebuild: Callable[[EmbedderIdentity], object]
) -> None:
    """What is done by itself about a generation in use of which a part is found damaged: it is
    derived anew, with the embedder that it had, whatever the settings say by now."""
    reasons = "; ".join(damage.reason for damage in generation.damage.values())
    _LOG.warning("the index is damaged (%s); it is derived anew", reasons)
    rebuild(generation.binding)


def plan(report: VerifyReport) -> RepairReport:
    """From what verify found to what has to be done, in order. Pure."""
    own = {*MENDED, "not_indexed_yet"}
    left = tuple(finding for finding in report.findings if finding.kind not in own)
    for finding in report.errors:
        if finding.kind in ("index_missing", "part_damaged", "vector_graph_weak"):
            action = Action("rebuild", finding.target, finding.detail)
            return RepairReport(report, (action,), left)
    reasons: dict[str, list[str]] = defaultdict(list)
    forced: dict[str, list[str]] = defaultdict(list)
    orphans: dict[str, list[str]] = defaultdict(list)
    dead = 0
    for finding in report.errors:
        if finding.kind == "dead_letter":
            dead += 1
        elif finding.kind in ("word_orphan", "vector_orphan"):
            orphans[finding.tenant_id or ""].append(finding.doc_id or "")
        elif finding.path is not None and finding.kind in own:
            reasons[finding.path].append(finding.kind)
            if finding.doc_id:
                forced[finding.path].append(finding.doc_id)
    actions = [
        Action("reindex", path, ", ".join(sorted(set(kinds))), tuple(forced[path]))
        for path, kinds in sorted(reasons.items())
    ]
    actions += [
        Action("remove_orphans", tenant, "unknown to the catalog", tuple(sorted(set(ids))))
        for tenant, ids in sorted(orphans.items())
    ]
    if dead:
        actions.append(Action("retry_dead_letters", "outbox", f"{dead} failed eight times"))
    if report.counts.get("episodes_stale"):
        actions.append(Action("derive_episodes", ".index/episodes.db", "episodes_stale"))
    if report.counts.get("not_indexed_yet"):
        actions.append(Action("index", "truth", "bytes that are not indexed yet"))
    return RepairReport(report, tuple(actions), left)


def perform(
    planned: RepairReport,
    *,
    worker: Callable[[], Worker],
    rebuild: Callable[[], RebuildReport],
    verify: Callable[[], VerifyReport],
    episodes: Callable[[], None] = lambda: None,
    progress: Progress | None = None,
) -> RepairReport:
    """Carry out a plan, then verify again. Safe to repeat after a crash at any point.

    ``worker`` gives the worker of the current generation, and heals a damaged one by itself;
    ``episodes`` removes the table of episodes, which is derived when it is asked.
    """
    if any(action.kind == "derive_episodes" for action in planned.actions):
        episodes()
    worked, rebuilt, after = Worked(), None, None
    if not any(action.kind == "rebuild" for action in planned.actions):
        # What cannot be mended piece by piece is derived anew.
        with suppress(DependencyUnavailable):
            worked = _mend(planned.actions, worker(), progress)
            after = verify()
    # A document that waits for its vector waits on, unless it is the store that refuses it.
    mendable = _MENDABLE | ({"document_stale"} if worked.store_failed else set())
    if after is None or any(finding.kind in mendable for finding in after.errors):
        rebuilt = rebuild()
        after = verify()
    return replace(
        planned,
        applied=True,
        written=rebuilt.documents if rebuilt else worked.written,
        removed=worked.removed,
        after=after,
        rebuilt=rebuilt,
    )


def _mend(actions: Sequence[Action], hand: Worker, progress: Progress | None) -> Worked:
    def wanted(kind: ActionKind) -> dict[str, tuple[str, ...]]:
        return {action.target: action.doc_ids for action in actions if action.kind == kind}

    orphans = wanted("remove_orphans")
    hand.queue(wanted("reindex"), orphans)
    if wanted("retry_dead_letters"):
        hand.retry_dead_letters()
    worked = work_through(hand, progress)
    worked.removed += sum(map(len, orphans.values()))
    return worked
