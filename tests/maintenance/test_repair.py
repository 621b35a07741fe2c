"""From findings to actions, and what happens when mending does not help."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest
from corpus import DAY_0, TINY_EN

from eywa_fs.errors import DependencyUnavailable, StoreFailed, TruthReadError
from eywa_fs.ingest.commit import Worked
from eywa_fs.ingest.worker import Worker
from eywa_fs.maintenance.rebuild import RebuildReport
from eywa_fs.maintenance.repair import perform, plan
from eywa_fs.memory import EywaMemory
from eywa_fs.model.reports import FindingKind, VerifyReport
from eywa_fs.truth import reader
from eywa_fs.truth.layout import Layout

FILE = "tenants/t/users/u/sessions/s/2025-07-14.jsonl"


def report(*found: tuple[FindingKind, dict[str, Any]]) -> VerifyReport:
    made = VerifyReport(deep=True)
    for kind, where in found:
        made.add(kind, where.get("doc_id") or FILE, "why", "what to do", **where)
    return made


def test_findings_of_one_file_become_one_action() -> None:
    planned = plan(
        report(
            ("file_changed", {"path": FILE}),
            ("document_stale", {"path": FILE, "doc_id": "a"}),
            ("vector_stale", {"path": FILE, "doc_id": "b", "tenant_id": "t"}),
            ("word_orphan", {"doc_id": "c", "tenant_id": "t"}),
            ("vector_orphan", {"doc_id": "c", "tenant_id": "t"}),
            ("dead_letter", {}),
        )
    )
    assert [(a.kind, a.target, a.doc_ids) for a in planned.actions] == [
        ("reindex", FILE, ("a", "b")),
        ("remove_orphans", "t", ("c",)),
        ("retry_dead_letters", "outbox", ()),
    ]


def test_a_damaged_part_makes_every_other_action_needless() -> None:
    planned = plan(report(("file_changed", {"path": FILE}), ("part_damaged", {})))
    assert [a.kind for a in planned.actions] == ["rebuild"]


def test_notices_on_the_truth_are_left_alone() -> None:
    planned = plan(report(("malformed_line", {}), ("seal_broken", {})))
    assert not planned.actions and planned.ok
    assert [f.kind for f in planned.left] == ["malformed_line", "seal_broken"]


class _Hand:
    """A worker that mends nothing."""

    def __init__(self, fails: bool, problem: DependencyUnavailable | None) -> None:
        self.fails = fails
        self.problem = problem

    def queue(self, files: object, orphans: object) -> None:
        if self.fails:
            raise DependencyUnavailable("the catalog cannot be used")

    def scan(self) -> int:
        return 0

    def drain(self, progress: object, *, stop: object) -> Worked:
        worked = Worked()
        if self.problem is not None:
            worked.note(self.problem)
        return worked


NO_EMBEDDER, FULL = DependencyUnavailable("no embedder"), StoreFailed("the disk is full")
REBUILT = RebuildReport(2, 7, 7, "sha256:new", None, None, ())


@pytest.mark.parametrize(
    ("left", "fails", "problem", "rebuilds"),
    [
        ((), False, None, False),
        ((("file_changed", {"path": FILE}),), False, None, True),
        ((("word_missing", {"path": FILE, "doc_id": "a"}),), False, None, True),
        ((("document_stale", {"path": FILE, "doc_id": "a"}),), False, NO_EMBEDDER, False),
        ((("document_stale", {"path": FILE, "doc_id": "a"}),), False, FULL, True),
        ((("file_unreadable", {"path": FILE}),), False, None, False),
        ((), True, None, True),
    ],
    ids=[
        "mended", "still changed", "still missing", "no embedder", "store refuses", "bad disk",
        "catalog broken",
    ],
)  # fmt: skip
def test_what_cannot_be_mended_is_rebuilt_once(
    left: tuple[tuple[FindingKind, dict[str, Any]], ...],
    fails: bool,
    problem: DependencyUnavailable | None,
    rebuilds: bool,
) -> None:
    rebuilt: list[RebuildReport] = []

    def rebuild() -> RebuildReport:
        rebuilt.append(REBUILT)
        return REBUILT

    def verify() -> VerifyReport:
        return report() if rebuilt else report(*left)

    done = perform(
        plan(report(("file_changed", {"path": FILE}))),
        worker=cast(Callable[[], Worker], lambda: _Hand(fails, problem)),
        rebuild=rebuild,
        verify=verify,
    )
    assert len(rebuilt) == int(rebuilds)
    assert done.ok == (not left or rebuilds)


@pytest.mark.parametrize("level", ["sessions/walks", "", ".."])
def test_a_folder_that_became_a_link(root: Path, memory: EywaMemory, level: str) -> None:
    """Of a session, a user or all users: its records leave the index, the others stay; that it
    cannot be looked into is an error, which no repair mends."""
    memory.append(TINY_EN[0], session_id="walks")
    memory.append(TINY_EN[1], tenant_id="other")
    memory.index()
    folder = Path(os.path.normpath(root / "tenants/default/users/me" / level))
    elsewhere = root.parent / "elsewhere"
    folder.rename(elsewhere)
    folder.symlink_to(elsewhere)
    report = memory.repair(apply=True)
    assert not report.ok and report.after is not None
    assert set(report.after.counts) == {"file_unreadable", "records_lost"}
    assert not memory.retrieve("kettle").hits
    assert [hit.text for hit in memory.retrieve("key", tenant_id="other").hits] == [TINY_EN[1]]
    digest = memory.verify(deep=True).digest
    assert memory.rebuild().digest == digest


def test_one_file_that_cannot_be_read_stops_no_other(
    root: Path, memory: EywaMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A permission that is missing; whoever runs the tests may be the superuser, who lacks none."""
    for session in ("a", "b", "c"):
        memory.append(TINY_EN[0], session_id=session, timestamp=DAY_0)
    memory.index()
    paths = sorted((root / "tenants/default/users/me/sessions").rglob("*.jsonl"))
    for path in paths:
        path.write_bytes(path.read_bytes().replace(b"kettle", b"teapot"))
    real = reader._open_regular

    def refuse(layout: Layout, rel: str) -> tuple[int, os.stat_result]:
        if "/b/" in rel:
            raise TruthReadError(f"{rel} cannot be opened: Permission denied")
        return real(layout, rel)

    monkeypatch.setattr(reader, "_open_regular", refuse)
    report = memory.repair(apply=True)
    assert report.written == 2 and report.after is not None
    assert [finding.kind for finding in report.after.errors] == ["file_unreadable"]
    monkeypatch.undo()
    assert memory.repair(apply=True).ok
