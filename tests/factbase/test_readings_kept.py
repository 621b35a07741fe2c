"""What was read in the records, as the catalog keeps it: damage is found and mended."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from corpus import generation_of
from factbase.lives import HOME_EN, MakeQuick, drafts, objects

from eywa_fs.catalog import readings
from eywa_fs.memory import EywaMemory
from eywa_fs.model.readings import chained

FACTS = ("I live in Turku.", "My birthday is 3 May.", "My birthday is 9 June.")

OTHERS = (
    "byte_start, seq, kind, scope_key, tenant_id, user_id, event_id, session_id, timestamp, "
    "fs_version, line_start, line_end, byte_end, content_hash, payload, row_hash"
)
"""The columns but for the path."""

EDITS = (
    ("UPDATE readings SET payload = replace(payload, 'Turku', 'Turin')", "reading_stale"),
    ("UPDATE readings SET byte_end = byte_end + 1 WHERE event_id = 'e1'", "reading_stale"),
    ("UPDATE readings SET timestamp = timestamp + 1 WHERE event_id = 'e2'", "reading_stale"),
    ("UPDATE readings SET scope_key = 'somebodyelse'", "reading_stale"),
    ("UPDATE readings SET row_hash = 'x' WHERE kind = 'verdict'", "reading_stale"),
    ("DELETE FROM readings WHERE event_id = 'e1'", "reading_missing"),
    ("DELETE FROM readings WHERE kind = 'verdict'", "reading_missing"),
    ("UPDATE files SET read_hash = 'x' WHERE path LIKE '%06-16.jsonl'", "reading_missing"),
    (
        f"INSERT INTO readings (path, {OTHERS}) "
        f"SELECT 'tenants/no/where.jsonl', {OTHERS} FROM readings WHERE event_id = 'e0'",
        "reading_unexpected",
    ),
    ("UPDATE readings SET timestamp = 'soon' WHERE event_id = 'e0'", "part_damaged"),
)
EDITED = ("'Turin'", "byte_end = byte_end", "timestamp = timestamp", "row_hash = 'x'", "'soon'")


def edit(memory: EywaMemory, statement: str) -> None:
    """Change the open catalog behind the memory's back."""
    with generation_of(memory).catalog().write() as connection:
        assert connection.change(statement) > 0


@pytest.mark.slow
def test_damage_is_found_and_repaired(make_memory: Callable[..., EywaMemory]) -> None:
    with make_memory() as memory:
        memory.append_many(drafts(FACTS))
        (conflict,) = memory.conflicts()
        memory.resolve_conflict(kept=conflict.left.atomic_id, dropped=conflict.right.atomic_id)
        memory.index()
        sound = memory.verify(deep=True)
        assert sound.ok and sound.checked["readings"] == 4
        before = memory.fact_state()
        for statement, kind in EDITS:
            edit(memory, statement)
            assert dict(memory.verify(deep=True).counts).keys() == {kind}, statement
            report = memory.repair(apply=True)
            assert report.ok and (report.rebuilt is None) == (kind != "part_damaged"), statement
            assert report.after is not None and report.after.digest == sound.digest
            assert memory.fact_state() == before


@pytest.mark.parametrize("edited", [{"timestamp": 7}, {"event_id": "e9"}, {"session_id": "no"}])
def test_a_reading_sealed_anew_that_names_another_record_is_found(
    open_quick: MakeQuick, edited: dict[str, Any]
) -> None:
    with open_quick() as memory:
        memory.append_many(drafts(FACTS))
        memory.index()
        assert "reading_stale" not in memory.verify(deep=True).counts
        with generation_of(memory).catalog().write() as connection:
            [path, *_] = readings.paths(connection)
            kept = [reading for reading, _ in readings.of_paths(connection, [path])[path]]
            forged = [replace(kept[0], **edited), *kept[1:]]
            readings.put(connection, forged)
            query = "UPDATE files SET read_hash = ? WHERE path = ?"
            assert connection.change(query, chained("", forged), path) == 1
        assert "reading_stale" in memory.verify(deep=True).counts


@pytest.mark.parametrize("statement", [s for s, _ in EDITS if any(part in s for part in EDITED)])
def test_facts_are_read_from_the_files_where_a_row_is_damaged(
    open_quick: MakeQuick, statement: str
) -> None:
    with open_quick() as memory:
        memory.append_many(drafts(FACTS))
        (conflict,) = memory.conflicts()
        memory.resolve_conflict(kept=conflict.left.atomic_id, dropped=conflict.right.atomic_id)
        memory.index()
        memory.close()
    with open_quick() as memory:
        edit(memory, statement)
        served = memory.facts()
        assert sorted(objects(served.facts)) == ["3 May", "Turku"]
        assert served.degraded[0].startswith("facts_from_files")


def test_a_row_of_another_user_never_serves(
    open_quick: MakeQuick,
) -> None:
    with open_quick() as memory:
        memory.append_many(drafts(HOME_EN[:1]))
        memory.append_many(drafts(HOME_EN[1:2], user_id="bo"))
        memory.index()
        (mine,) = memory.facts().facts
        key = "SELECT scope_key FROM readings WHERE user_id = 'me'"
        edit(memory, f"UPDATE readings SET scope_key = ({key}) WHERE user_id = 'bo'")
        found = memory.facts()
        assert objects(found.facts) == ["Turku"] and found.facts[0].citation == mine.citation


def test_the_hash_of_a_file_does_not_depend_on_batches(
    open_quick: MakeQuick, root: Path, tmp_path: Path
) -> None:
    from eywa_fs.catalog import files

    told = drafts((*FACTS, "What a day.", "我住在大同。"))
    same_day = [{**draft, "timestamp": told[0]["timestamp"] + n} for n, draft in enumerate(told)]
    hashes = []
    with open_quick() as memory:
        for draft in same_day:
            memory.append_many([draft])
            memory.index()
    shutil.copytree(root / "tenants", tmp_path / "other" / "tenants")
    for where, size in ((root, 1), (tmp_path / "other", 2)):
        with open_quick(where, config={"ingest": {"batch_records": size}}) as memory:
            memory.index()
            with generation_of(memory).catalog().read() as connection:
                hashes.append({p: row.read_hash for p, row in files.every(connection).items()})
    assert hashes[0] == hashes[1] and all(hashes[0].values())


@pytest.mark.parametrize("kind", ["assistant", "user"])
def test_what_asserts_nothing_leaves_no_row(open_quick: MakeQuick, kind: str) -> None:
    with open_quick() as memory:
        memory.append("Is it going to rain tomorrow?", kind)
        memory.index()
        with generation_of(memory).catalog().read() as connection:
            assert connection.value("SELECT count(*) FROM readings") == 0
