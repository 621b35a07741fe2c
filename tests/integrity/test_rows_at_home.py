"""A row's path lies in its scope: one that was forged whole, hashes and all, shows nobody anything
of another user, and deep verify finds it. The intruder may write the catalog, not the files."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from corpus import DAY, Clock, MakeMemory
from factbase.lives import at, drafts
from sqlalchemy import Connection, update

from eywa_fs.catalog import docs, readings, summaries
from eywa_fs.catalog.anchors import AnchorRow, row_hash
from eywa_fs.catalog.schema import DOCS, FILES, READINGS, STAND_INS, SUMMARIES
from eywa_fs.memory import EywaMemory
from eywa_fs.model.documents import scope_key
from eywa_fs.model.readings import chained
from eywa_fs.model.records import Scope

ME, BO = Scope("default", "me"), Scope("birch", "bo")
MINE, SECRET = "I live in Turku.", "I live in Vaasa."
EMBEDDING = {"embedding": {"backend": "minilm"}}
Forge = Callable[[Connection], None]


def forge_document(connection: Connection) -> None:
    """Bo's document becomes mine."""
    [row] = [row for row in docs.every(connection) if row.scope == BO]
    values: dict[str, Any] = docs._stored(
        replace(row, scope=ME, doc_id=row.doc_id.replace(scope_key(BO), scope_key(ME)))
    )
    values["row_hash"] = row_hash(AnchorRow(**values, row_hash=""))
    connection.execute(update(DOCS).where(DOCS.c.doc_id == row.doc_id).values(values))
    connection.exec_driver_sql("UPDATE scopes SET removals = removals + 1")


def forge_reading(connection: Connection) -> None:
    """What Bo said, said by me."""
    [path] = [path for path in readings.paths(connection) if "/bo/" in path]
    [kept] = readings.of_paths(connection, [path])[path]
    mine = replace(kept.reading, scope=ME)
    values = readings._values(mine, 1000)
    connection.execute(update(READINGS).where(READINGS.c.path == path).values(values))
    hashed = {"read_hash": chained("", [mine])}
    connection.execute(update(FILES).where(FILES.c.path == path).values(hashed))
    connection.exec_driver_sql("UPDATE scopes SET removals = removals + 1")


def swap_scope_key(connection: Connection) -> None:
    key = {"scope_key": scope_key(ME), "seq": 1000}
    connection.execute(update(READINGS).where(READINGS.c.user_id == "bo").values(key))
    connection.exec_driver_sql("UPDATE scopes SET removals = removals + 1")


def give_away_the_file(connection: Connection) -> None:
    key = {"scope_key": scope_key(ME)}
    connection.execute(update(FILES).where(FILES.c.path.contains("/bo/")).values(key))


def spoil_the_file(connection: Connection) -> None:
    give_away_the_file(connection)
    spoilt = {"fingerprint": b"\x00", "scope_key": scope_key(ME)}
    connection.execute(update(FILES).where(FILES.c.path.contains("/bo/")).values(spoilt))


def spoil_the_reading(connection: Connection) -> None:
    swap_scope_key(connection)
    connection.exec_driver_sql("UPDATE readings SET timestamp = 'soon' WHERE user_id = 'bo'")


FORGERIES: dict[str, Forge] = {
    "document": forge_document,
    "reading": forge_reading,
    "key of a reading": swap_scope_key,
    "key of a file": give_away_the_file,
    "damaged row of a file": spoil_the_file,
    "damaged row of a reading": spoil_the_reading,
}


def forged(memory: EywaMemory, forge: Forge) -> None:
    generation = memory.generation()
    assert generation is not None
    with generation.catalog().write() as connection:
        forge(connection)


def shown(memory: EywaMemory) -> str:
    """All that I may see, as JSON."""
    asked = "Where do I live?"
    return json.dumps(
        [
            memory.retrieve(asked).as_dict(),
            memory.facts().as_dict(),
            memory.facts(asked).as_dict(),
            memory.facts(every=True).as_dict(),
            memory.history("user", "lives_in").as_dict(),
            memory.explain(asked, "theirs").as_dict(),
            memory.before_llm(asked).context,
            str(memory.profile()),
        ],
        default=str,
    )


@pytest.mark.parametrize("name", FORGERIES)
def test_nothing_of_another_user_is_shown(make_memory: MakeMemory, name: str) -> None:
    with make_memory(None, EMBEDDING) as memory:
        memory.append_many(drafts((MINE,)))
        memory.append(SECRET, tenant_id="birch", user_id="bo", timestamp=at(1), event_id="theirs")
        memory.index()
        digest = memory.verify(deep=True).digest
        forged(memory, FORGERIES[name])
        seen = shown(memory)
        assert "Vaasa" not in seen and "birch" not in seen and "/bo/" not in seen
        assert "Turku" in seen
        assert not memory.verify(deep=True).ok
        repaired = memory.repair(apply=True)
        assert repaired.ok and repaired.after is not None and repaired.after.digest == digest
        assert "birch" not in shown(memory)


def test_a_foreign_summary_is_found(make_memory: MakeMemory, clock: Clock) -> None:
    memory = make_memory(None, {**EMBEDDING, "lanes": {"fact_summary": "on"}}, clock=clock)
    memory.append(MINE)
    memory.append(SECRET, tenant_id="birch", user_id="bo")
    clock.advance(30 * DAY / 1000)
    memory.index()
    assert memory.status().index["summaries"] == 2

    def forge(connection: Connection) -> None:
        [kept] = [k for k in summaries.every(connection) if k.summary.scope == BO]
        mine = replace(kept.summary, scope=ME)
        values = summaries._values(mine)
        theirs = SUMMARIES.c.doc_id == kept.summary.doc_id
        connection.execute(update(SUMMARIES).where(theirs).values(values))
        [item] = summaries.stand_ins_of(connection, kept.summary.covers)
        item = replace(item, summary_id=mine.doc_id)
        row = summaries._stand_in_values(item, scope_key(BO))
        connection.execute(update(STAND_INS).where(STAND_INS.c.doc_id == item.doc_id).values(row))

    forged(memory, forge)
    report = memory.verify(deep=True)
    assert report.counts.get("summary_stale")
    assert memory.repair(apply=True).ok
    assert [hit.text for hit in memory.retrieve("Where do I live?").hits] == [MINE]
