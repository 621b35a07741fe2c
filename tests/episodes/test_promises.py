"""Tampering, isolation, erasure, backups, exports, rebuilds, a full disk: as for all the truth."""

from __future__ import annotations

import json
import os
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from durability.test_full_disk import leave_free
from episodes.kept import file_of, lines_of, record, texts
from factbase.lives import MakeQuick, QuickMemory
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import eywa_fs
from eywa_fs.episodes.episode import Project
from eywa_fs.episodes.table import EpisodeTable
from eywa_fs.errors import EpisodeWriteFailed
from eywa_fs.model.records import Scope


def digest_anew(memory: QuickMemory, *projects: str, user: str = "me") -> str:
    """The digest of a table that is derived from the files at once."""
    table = EpisodeTable(None, lambda tenant, text: text, "")
    for project in projects or ("default",):
        table.sync(memory.layout, Project(Scope("default", user), project))
    return digest(table)


def digest_kept(memory: QuickMemory) -> str:
    return digest(memory._parts.episodes.book.table)


def digest(table: EpisodeTable) -> str:
    """All rows as a text: the same whenever the same files were read."""
    with table._using() as connection:
        lines = connection.execute(
            "SELECT path, start, stop, line, hash, episode FROM lines ORDER BY path, start"
        )
        rows = connection.execute(
            'SELECT * FROM episodes ORDER BY "tenantId", "userId", "projectId", "id"'
        )
        return json.dumps([*lines, *rows])


def swap(path: Path, old: bytes, new: bytes) -> None:
    """Change bytes in place, with the old time, so that nothing but the bytes tells."""
    assert len(old) == len(new) and old in path.read_bytes()
    before = path.stat()
    path.write_bytes(path.read_bytes().replace(old, new, 1))
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


@pytest.mark.parametrize("where", ["text", "signal", "change"])
def test_a_tampered_line_is_refused_and_said(quick: QuickMemory, where: str) -> None:
    first = record(quick, "walnuts", selected_index=0, edit_distance=0.0)
    record(quick, "the other")
    quick.confirm_episode(first.id)
    assert set(texts(quick)) == {"walnuts", "the other"}
    quick.flush_episodes()
    path = file_of(quick)
    old, new = {
        "text": (b"walnuts", b"peanuts"),
        "signal": (b'"weight":1.0', b'"weight":0.9'),
        "change": (b'"op":"confirm"', b'"op":"compres"'),
    }[where]
    swap(path, old, new)
    found = quick.query_episodes("nuts")
    assert [one.episode.text for one in found.episodes] == ["the other"]
    assert found.dropped == {"mismatch": 1}
    quick.flush_episodes()
    report = quick.verify(deep=True)
    assert report.counts["seal_broken"] == 1 and not report.ok
    assert {"chain_broken"} <= report.counts.keys()
    quick.rebuild()  # the changed line has no effect, however it is derived
    expected = {"walnuts", "the other"} if where == "change" else {"the other"}
    assert set(texts(quick)) == expected
    assert not any(one.confirmed for one in quick.episodes().episodes)


def test_a_tampered_row_is_refused_and_mended(quick: QuickMemory) -> None:
    record(quick, "rejected", selected_index=-1)
    assert quick.episodes().episodes[0].weight == -0.8
    with sqlite3.connect(quick.layout.index / "episodes.db") as table:
        table.execute('UPDATE episodes SET "weight" = 1.0')
    table.close()
    assert quick.verify(deep=True).counts["episodes_stale"] == 1
    assert quick.repair().actions and quick.verify(deep=True).counts["episodes_stale"] == 1
    assert quick.episodes().dropped == {"row_mismatch": 1}
    assert quick.episodes().episodes[0].weight == -0.8
    with sqlite3.connect(quick.layout.index / "episodes.db") as table:
        table.execute('UPDATE episodes SET "weight" = 1.0')
    table.close()
    quick.index()
    assert "derive_episodes" in [step.kind for step in quick.repair(apply=True).actions]
    assert quick.verify(deep=True).ok
    assert quick.episodes().episodes[0].weight == -0.8


def test_each_sees_its_own_only(quick: QuickMemory) -> None:
    for tenant in ("default", "other"):
        for user in ("me", "eva"):
            for project in ("default", "novel"):
                ids = {"tenant_id": tenant, "user_id": user, "project_id": project}
                record(quick, f"{tenant} {user} {project}", **ids)
    for user in ("me", "eva"):
        for project in ("default", "novel"):
            assert texts(quick, user_id=user, project_id=project) == [f"default {user} {project}"]
    assert texts(quick, user_id="nobody") == [] and quick.episode_projects() == ["default", "novel"]
    quick.flush_episodes()
    with sqlite3.connect(
        quick.layout.index / "episodes.db"
    ) as table:  # rows that lie whose they are
        table.execute("""UPDATE episodes SET "userId" = 'x' WHERE "userId" = 'me'
            AND "tenantId" = 'default' AND "projectId" = 'default'""")
        table.execute("""UPDATE episodes SET "userId" = 'me' WHERE "userId" = 'eva'
            AND "tenantId" = 'default' AND "projectId" = 'default'""")
        table.execute("UPDATE lines SET user = 'me' WHERE user = 'eva'")
    table.close()
    found = quick.query_episodes("default")
    assert {one.episode.text for one in found.episodes} <= {"default me default"}
    assert found.dropped == {"foreign": 1}
    ours = file_of(quick, "novel", "eva")
    mine = file_of(quick, "default", "me")
    with mine.open("ab") as file:
        file.write(ours.read_bytes())  # lines of another user and project
    assert set(texts(quick)) <= {"default me default"}


@pytest.mark.parametrize("by", ["text", "session", "project", "user", "event"])
def test_what_is_erased_is_gone(open_quick: MakeQuick, by: str) -> None:
    memory = open_quick()
    gone = record(memory, "The secret of the harbour", project_id="novel", session_id="monday")
    record(memory, "Something else", project_id="other", session_id="tuesday")
    memory.undo_episode(gone.id, project_id="novel")
    assert texts(memory, project_id="novel")
    memory.flush_episodes()
    chosen: dict[str, dict[str, Any]] = {
        "text": {"text": "secret of the harbour"},
        "session": {"session_id": "monday"},
        "project": {"project_id": "novel"},
        "user": {"everything": True},
        "event": {"event_ids": [gone.id]},
    }
    report = memory.erase(**chosen[by])
    assert report.certificate and report.plan.counts["episodes"] >= 3
    assert texts(memory, project_id="novel") == []
    left = [] if by == "user" else ["Something else"]
    assert texts(memory, project_id="other") == left
    memory.flush_episodes()
    for path in memory.layout.root.rglob("*"):
        if path.is_file():
            data = path.read_bytes()
            assert b"harbour" not in data and gone.id.encode() not in data, path
    assert memory.verify(deep=True).ok


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.lists(st.sampled_from("rcuqswdp"), min_size=1, max_size=12))
def test_however_it_grew_a_rebuild_gives_the_same(
    open_quick: MakeQuick, tmp_path_factory: pytest.TempPathFactory, steps: list[str]
) -> None:
    memory = open_quick(tmp_path_factory.mktemp("grown") / "root")
    for step in steps:
        known = [one.id for one in memory.episodes().episodes if one.state != "evicted"]
        if step == "r" or not known:
            record(memory, f"number {len(known)}", selected_index=0, edit_distance=0.0)
        elif step in "cu":
            memory.confirm_episode(known[0], confirmed=step == "c")
        elif step == "q":
            memory.query_episodes("number")
        elif step == "s":
            memory.undo_episode(known[-1])
        else:
            memory.episode_trigger({"w": "weekly_compress", "d": "daily_decay_recompute"}.get(
                step, "monthly_purge"))  # fmt: skip
    memory.flush_episodes()
    memory.episodes()
    assert digest_kept(memory) == digest_anew(memory)
    memory.close()


def test_backup_restore_export_import(open_quick: MakeQuick, tmp_path: Path) -> None:
    memory = open_quick()
    handle = record(memory, "Kept", project_id="novel", selected_index=0, edit_distance=0.0)
    memory.confirm_episode(handle.id, project_id="novel")
    memory.append("A record as well.")
    memory.backup(tmp_path / "backups")
    eywa_fs.restore(tmp_path / "restored", tmp_path / "backups")
    export = tmp_path / "all.jsonl"
    with export.open("w", encoding="utf-8") as file:
        file.writelines(line + "\n" for line in memory.export())
    imported = open_quick(tmp_path / "imported")
    imported.import_file(export)
    for other in (open_quick(tmp_path / "restored"), imported):
        assert other.episodes(project_id="novel") == memory.episodes(project_id="novel")
        assert file_of(other, "novel").read_bytes() == file_of(memory, "novel").read_bytes()
        assert not other.verify(deep=True).counts.keys() - {"index_missing"}


def test_records_are_indexed_as_if_there_were_no_episodes(quick: QuickMemory) -> None:
    quick.append("I live in Turku.")
    record(quick, "I live in Oulu.")
    quick.index()
    assert [hit.text for hit in quick.retrieve("live", strategy="exact").hits] == [
        "I live in Turku."
    ]
    assert [fact.object for fact in quick.facts().facts] == ["Turku"]
    assert quick.verify(deep=True).checked["documents"] == 1
    assert quick.status().lag["bytes"] == 0
    [user] = quick.users()
    assert user.records == 1


def test_what_is_masked_is_masked_in_episodes(open_quick: MakeQuick) -> None:
    config = {"redaction": {"default": {"kinds": ["email"]}}}
    memory = open_quick(config=config)
    record(memory, "Wrote to ana@example.com")
    assert "@" not in texts(memory)[0] and "█" in texts(memory)[0]
    assert "@" in lines_of(file_of(memory))[0]["content"]


def test_a_full_disk_and_then_room(small_disk: Path, open_quick: MakeQuick) -> None:
    memory = open_quick(small_disk / "root")
    written = [record(memory, "first").id]
    ballast = leave_free(small_disk, 0)
    refused = 0
    for number in range(40):
        handle = memory.record_episode(
            f"{number} " + "x" * 900, scene_type="review", skill_used="suggest"
        )
        try:
            handle.wait()
            written.append(handle.id)
        except EpisodeWriteFailed:
            refused += 1
            break
    assert refused
    ballast.unlink()
    written.append(record(memory, "last").id)
    assert [line["eventId"] for line in lines_of(file_of(memory))] == written
    assert [one.id for one in memory.episodes().episodes] == written
