"""Doctor: a healthy root is well, a broken one gives findings and never a traceback."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from eywa_fs.errors import DependencyUnavailable
from eywa_fs.maintenance import doctor
from eywa_fs.memory import EywaMemory
from eywa_fs.truth.layout import Layout

MakeMemory = Callable[..., EywaMemory]


@pytest.fixture
def indexed(make_memory: MakeMemory) -> None:
    with make_memory() as memory:
        memory.append("The lighthouse keeper grows leeks.")
        memory.index()


def states(memory: EywaMemory) -> dict[str, str]:
    return {check.name: check.state for check in memory.doctor().checks}


@pytest.mark.usefixtures("indexed")
def test_a_healthy_root_is_well(make_memory: MakeMemory) -> None:
    done: list[int] = []
    with make_memory() as memory:
        report = memory.doctor(done.append)
    assert report.ok, report.as_dict()
    assert sum(done) == len(report.checks)
    assert not [c for c in report.checks if c.state == "ok" and c.advice]


@pytest.mark.usefixtures("indexed")
@pytest.mark.parametrize("sealed", [True, False])
def test_a_store_of_another_version_is_a_finding(
    make_memory: MakeMemory, root: Path, sealed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With its seal the change is noticed before Chroma opens it; without, by Chroma itself."""
    fine = ("ok", "", "")
    monkeypatch.setattr(doctor, "check_store", lambda server, store: fine)  # the other test runs it
    generation = root / ".index" / "gen-000001"
    database = generation / "vectors" / "chroma.sqlite3"
    database.unlink()
    for side in database.parent.glob("chroma.sqlite3-*"):
        side.unlink()
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("CREATE TABLE migrations (version TEXT)")
        connection.execute("INSERT INTO migrations VALUES ('from the future')")
        connection.commit()
    if not sealed:
        for seal in generation.glob("SEAL*"):
            seal.unlink()
    with make_memory(migrating=True) as memory:
        report = memory.doctor()
    found = {check.name: check for check in report.checks}
    assert not report.ok
    assert found["vectors"].state == "error", report.as_dict()
    assert found["vectors"].advice


@pytest.mark.usefixtures("indexed")
def test_files_that_changed_and_an_index_of_another_embedder_are_findings(
    make_memory: MakeMemory, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fine = ("ok", "", "")
    monkeypatch.setattr(doctor, "check_store", lambda server, store: fine)
    for path in root.glob("tenants/**/*.jsonl"):
        path.write_bytes(path.read_bytes().replace(b"leeks", b"beets"))
    with make_memory(None, {"embedding": {"backend": "minilm"}}, migrating=True) as memory:
        found = {check.name: check for check in memory.doctor().checks}
    assert found["files"].state == "error"
    assert found["generation"].state == "error" and "rebuild" in found["generation"].detail


def test_an_embedder_that_cannot_be_had_is_a_finding(make_memory: MakeMemory) -> None:
    def refuse() -> doctor.Found:
        raise DependencyUnavailable("no server answers")

    assert doctor._guarded(refuse)[:2] == ("error", "no server answers")
    settings = {"embedding": {"backend": "sentence-transformers", "model": "/no/such/folder"}}
    with make_memory(None, settings, migrating=True) as memory:
        assert doctor._guarded(lambda: doctor.check_embedder(memory._parts.embedder))[0] == "error"


def test_roots_that_are_missing_or_no_folder(tmp_path: Path) -> None:
    assert doctor.check_root(Layout(tmp_path / "none"))[0] == "warning"
    (tmp_path / "file").write_text("x", encoding="ascii")
    assert doctor.check_root(Layout(tmp_path / "file"))[0] == "error"
    assert doctor.check_locks(Layout(tmp_path))[0] == "ok"
