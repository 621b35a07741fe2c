"""A row's path lies in its scope: one that was forged whole, hashes and all, shows nobody anything
of another user, and deep verify finds it. The intruder may write the catalog, not the files."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace

import pytest
from corpus import DAY, Clock, MakeMemory, catalog_of
from factbase.lives import at, drafts

from eywa_fs.catalog import docs, readings, summaries
from eywa_fs.catalog.sql import Connection
from eywa_fs.catalog.summaries import STAND_INS, SUMMARIES
from eywa_fs.errors import NotFound
from eywa_fs.memory import EywaMemory
from eywa_fs.model.documents import scope_key
from eywa_fs.model.readings import chained
from eywa_fs.model.records import Scope

ME, BO = Scope("default", "me"), Scope("birch", "bo")
MINE, SECRET = "I live in Turku.", "I live in Vaasa."
EMBEDDING = {"embedding": {"backend": "minilm"}}
OF_BO = "path LIKE '%/bo/%'"
Forge = Callable[[Connection], None]


def rewrite(connection: Connection, table: str, which: str, values: Mapping[str, object]) -> None:
    """Write into rows, as any program can."""
    columns = ", ".join(f"{name} = ?" for name in values)
    connection.change(f"UPDATE {table} SET {columns} WHERE {which}", *values.values())
    connection.change("UPDATE scopes SET removals = removals + 1")


def forge_document(connection: Connection) -> None:
    """Bo's document becomes mine."""
    [row] = [row for row in docs.every(connection) if row.scope == BO]
    name = row.doc_id.replace(scope_key(BO), scope_key(ME))
    mine = docs.stored(replace(row, scope=ME, doc_id=name), 1000)
    rewrite(connection, "docs", f"doc_id = '{row.doc_id}'", mine._asdict())


def forge_reading(connection: Connection) -> None:
    """What Bo said, said by me."""
    [path] = [path for path in readings.paths(connection) if "/bo/" in path]
    [(reading, _)] = readings.of_paths(connection, [path])[path]
    mine = replace(reading, scope=ME)
    readings.put(connection, [mine])  # in the same place
    rewrite(connection, "readings", OF_BO, {"seq": 1000})
    rewrite(connection, "files", OF_BO, {"read_hash": chained("", [mine])})


def swap_scope_key(connection: Connection) -> None:
    rewrite(connection, "readings", "user_id = 'bo'", {"scope_key": scope_key(ME), "seq": 1000})


def give_away_the_file(connection: Connection) -> None:
    rewrite(connection, "files", OF_BO, {"scope_key": scope_key(ME)})


def spoil_the_file(connection: Connection) -> None:
    give_away_the_file(connection)
    rewrite(connection, "files", OF_BO, {"fingerprint": b"\x00"})


def spoil_the_reading(connection: Connection) -> None:
    swap_scope_key(connection)
    rewrite(connection, "readings", "user_id = 'bo'", {"timestamp": "soon"})


FORGERIES: dict[str, Forge] = {
    "document": forge_document,
    "reading": forge_reading,
    "key of a reading": swap_scope_key,
    "key of a file": give_away_the_file,
    "damaged row of a file": spoil_the_file,
    "damaged row of a reading": spoil_the_reading,
}


def forged(memory: EywaMemory, forge: Forge) -> None:
    with catalog_of(memory).write() as connection:
        forge(connection)


def refused(memory: EywaMemory, asked: str) -> str:
    with pytest.raises(NotFound) as error:
        memory.explain(asked, "theirs")
    return str(error.value)


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
            refused(memory, asked),
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
        [his] = [one for one, _ in summaries.every(connection) if one.scope == BO]
        mine = replace(his, scope=ME)
        values = dict(zip(SUMMARIES.columns, summaries.stored(mine), strict=True))
        rewrite(connection, "summaries", f"doc_id = '{his.doc_id}'", values)
        [item] = summaries.stand_ins_of(connection, his.covers)
        item = replace(item, summary_id=mine.doc_id)
        STAND_INS.put(connection, [summaries.stored_stand_in(item, scope_key(BO))])

    forged(memory, forge)
    report = memory.verify(deep=True)
    assert report.counts.get("summary_stale")
    assert memory.repair(apply=True).ok
    assert [hit.text for hit in memory.retrieve("Where do I live?").hits] == [MINE]
