"""Decisions together: all of them or none, whatever happens in between."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest
from corpus import Clock
from factbase.lives import MakeQuick, QuickMemory
from forked import Child

from eywa_fs.errors import BadRequest, InvalidRecord, KeyReused, NotFound, VersionConflict
from eywa_fs.model.records import Scope
from eywa_fs.model.versions import Asked, By, Version


@pytest.fixture
def told(quick: QuickMemory) -> QuickMemory:
    for name in ("a", "b", "c"):
        quick.append(f"Record {name} of the atlas.", event_id=name)
    return quick


def states(memory: QuickMemory) -> dict[str, tuple[str, int]]:
    found = {}
    for name in ("a", "b", "c"):
        now = memory.get(name)
        found[name] = (now.state, now.version)
    return found


FRESH = dict.fromkeys("abc", ("active", 1))


def lines(memory: QuickMemory) -> list[dict[str, object]]:
    folder = memory.layout.root / "tenants/default/users/me/decisions"
    files = sorted(folder.iterdir()) if folder.exists() else []
    return [json.loads(line) for file in files for line in file.read_text().splitlines()]


def test_all_take_effect_at_the_end_and_stand_one_behind_the_other(told: QuickMemory) -> None:
    with told.transaction(operator="ana", reason="tidy up") as together:
        assert together.update("a", "The new atlas.").number == 2
        together.update("a", "The newest atlas.")
        together.restore("a", 2)
        together.delete("b")
        together.pin("c", expected_version=1)
        assert states(told) == FRESH and not lines(told)
    assert [(v.event_id, v.number) for v in together.versions] == [
        ("a", 2), ("a", 3), ("a", 4), ("b", 2), ("c", 2),
    ]  # fmt: skip
    assert told.get("a").record.content == "The new atlas."
    assert states(told) == {"a": ("active", 4), "b": ("soft_deleted", 2), "c": ("active", 2)}
    parts = [line["meta"]["tx"] for line in lines(told)]  # type: ignore[index]
    assert [(part["n"], part["i"]) for part in parts] == [(6, i) for i in range(6)]
    assert {part["id"] for part in parts} == {together.id} == {told.versions("b")[1].transaction}
    assert {v.operator for v in together.versions} == {"ana"}


def test_an_error_inside_leaves_nothing(told: QuickMemory) -> None:
    with pytest.raises(ZeroDivisionError), told.transaction() as together:
        together.delete("a")
        _ = 1 / 0
    with pytest.raises(BadRequest), told.transaction() as together:
        together.delete("a")
        together.delete("a")
    assert states(told) == FRESH and not lines(told)


def test_who_decided_meanwhile_has_it_refused_as_a_whole(told: QuickMemory) -> None:
    with pytest.raises(VersionConflict), told.transaction() as together:
        together.delete("b")
        together.update("a", "The new atlas.", expected_version=1)
        told.pin("a")
    assert states(told) == FRESH | {"a": ("active", 2)}


def test_what_others_decide_meanwhile_is_seen_by_the_next_decision(told: QuickMemory) -> None:
    with told.transaction() as together:
        together.pin("b")
        told.delete("a")
        with pytest.raises(BadRequest, match="is deleted"):
            together.pin("a")
        assert together.restore("a").number == 3
        told.append("Record d of the atlas.", event_id="d")
        assert together.pin("d").number == 2
    assert [(v.event_id, v.number) for v in together.versions] == [("b", 2), ("a", 3), ("d", 2)]


def test_a_decision_that_cannot_be_made_leaves_the_others(told: QuickMemory) -> None:
    with told.transaction() as together:
        together.pin("a")
        with pytest.raises(BadRequest, match="is so already"):
            together.pin("a")
        assert together.pin("b").number == 2
    assert [v.event_id for v in together.versions] == ["a", "b"]


def test_by_id_and_with_a_timeout(told: QuickMemory, clock: Clock) -> None:
    name = told.begin(idempotency_key="once")
    assert told.delete("a", transaction=name).citation == ""
    told.confirm("b", transaction=name)
    with pytest.raises(NotFound, match="no open transaction"):
        told.delete("a", transaction=name, user_id="eva")
    assert states(told) == FRESH
    made = told.commit(name)
    assert [v.op for v in made] == ["delete", "confirm"]
    for ended in (told.commit, told.rollback):
        with pytest.raises(NotFound, match="no open transaction"):
            ended(name)
    again = told.begin(idempotency_key="once")
    with pytest.raises(KeyReused, match="'once'"):
        told.pin("c", transaction=again)
    assert told.commit(again) == made, "the key decided before"
    late = told.begin(timeout_s=5)
    told.pin("c", transaction=late)
    clock.advance(5)
    with pytest.raises(NotFound, match="its time"):
        told.commit(late)
    gone = told.begin()
    told.pin("c", transaction=gone)
    told.rollback(gone)
    assert told.commit(told.begin()) == []
    assert told.get("c").version == 1
    with pytest.raises(BadRequest, match="timeout_s"):
        told.begin(timeout_s=0)


def test_a_transaction_is_repeated_as_a_whole(told: QuickMemory) -> None:
    def decided(*calls: Callable[[str], object], key: str = "k", reason: str = "") -> list[Version]:
        name = told.begin(idempotency_key=key, reason=reason)
        for call in calls:
            call(name)
        return told.commit(name)

    def first(tx: str) -> object:
        return told.delete("a", transaction=tx)

    def second(tx: str) -> object:
        return told.update("b", "New.", transaction=tx)

    def other(tx: str) -> object:
        return told.update("b", "Newer.", transaction=tx)

    made = decided(first, second)
    assert decided(first, second) == made == decided()
    for calls in ((first,), (second,), (first, other), (first, second, first), (second, first)):
        with pytest.raises(KeyReused):
            decided(*calls)
        told.rollback(told.begin(idempotency_key="k"))
    with pytest.raises(KeyReused):
        decided(first, second, reason="why")
    with pytest.raises(KeyReused):
        told.delete("a", idempotency_key="k")
    told.pin("c", idempotency_key="single")
    with pytest.raises(KeyReused):
        decided(lambda tx: told.pin("c", transaction=tx), key="single")
    name = told.begin(idempotency_key="open")
    with pytest.raises(KeyReused):
        told.begin(idempotency_key="open", reason="why")
    told.rollback(name)
    assert states(told) == {"a": ("soft_deleted", 2), "b": ("active", 2), "c": ("active", 2)}


def test_a_decision_with_a_key_takes_part_once(told: QuickMemory) -> None:
    name = told.begin()

    def rewritten(text: str = "New.", key: str = "w") -> Version:
        return told.update("a", text, transaction=name, idempotency_key=key)

    assert rewritten() == rewritten()
    for _ in range(2):
        told.pin("b", transaction=name, idempotency_key="p", expected_version=1)
        told.delete("c", transaction=name, idempotency_key="d")
    with pytest.raises(BadRequest, match="is so already"):
        told.delete("c", transaction=name, idempotency_key="d2")
    assert told.restore("c", transaction=name, idempotency_key="d2").number == 3
    for other in ("w", "p", "d"):
        with pytest.raises(KeyReused, match=f"'{other}'"):
            rewritten("Other.", other)
    assert rewritten("Newer.", "w2").number == 3
    with pytest.raises(BadRequest, match="idempotency_key is empty"):
        rewritten("x", "")
    assert [(v.event_id, v.number) for v in told.commit(name)] == [
        ("a", 2), ("b", 2), ("c", 2), ("c", 3), ("a", 3),
    ]  # fmt: skip


def test_a_decision_in_a_transaction_takes_no_key_that_was_used(told: QuickMemory) -> None:
    told.append("I live in Turku.", idempotency_key="record")
    told.pin("a", idempotency_key="outside")
    name = told.begin(idempotency_key="whole")
    for used in ("record", "outside", "whole"):
        with pytest.raises(KeyReused, match=f"'{used}'"):
            told.unpin("a", transaction=name, idempotency_key=used)
    told.unpin("a", transaction=name, idempotency_key="new")
    made = told.commit(name)
    assert told.begin(idempotency_key="whole") == name
    for _ in range(2):
        [again] = [told.unpin("a", transaction=name, idempotency_key="new")]
    assert [again] == made == told.commit(name)


def test_none_is_begun_under_the_key_of_records(told: QuickMemory) -> None:
    told.append("I live in Turku.", idempotency_key="one")
    told.append_many([{"content": "一。"}, {"content": "二。"}], idempotency_key="several")
    for used in ("one", "several"):
        with pytest.raises(KeyReused, match=f"'{used}'"):
            told.begin(idempotency_key=used)
    name = told.begin(idempotency_key="new")
    told.append("Meanwhile.", idempotency_key="new")  # it has its key from its commit on
    told.pin("c", transaction=name)
    with pytest.raises(KeyReused, match="'new'"):
        told.commit(name)
    assert states(told) == FRESH
    told.rollback(told.begin(idempotency_key="other"))


def test_the_asynchronous_twin(told: QuickMemory) -> None:
    async def run() -> None:
        with await told.atransaction() as together:
            together.archive("a")
            together.expire("b", None if told.get("b").expires_at else 2**40)
        await told.aunarchive("a")

    asyncio.run(run())
    assert states(told)["a"] == ("active", 3)


def test_one_that_was_cut_has_no_effect_for_ever_and_is_named(
    told: QuickMemory, open_quick: MakeQuick
) -> None:
    """Also where only the very last byte is missing: the next append does not end the line."""
    with told.transaction() as together:
        together.update("a", "The xylophone atlas.")
        together.delete("b")
    [path] = (told.layout.root / "tenants/default/users/me/decisions").iterdir()
    whole = path.read_bytes().splitlines(keepends=True)
    told.close()
    for kept in (whole[0], whole[0] + whole[1], b"".join(whole)[:-1]):
        path.write_bytes(kept)
        memory = open_quick()
        assert states(memory) == FRESH
        hits = memory.retrieve("xylophone atlas", strategy="exact").hits
        assert {hit.text for hit in hits} == {f"Record {name} of the atlas." for name in "abc"}
        memory.pin("a")
        assert states(memory) == FRESH | {"a": ("active", 2)}
        memory.index()
        assert states(memory) == FRESH | {"a": ("active", 2)}
        hits = memory.retrieve("xylophone atlas", strategy="exact").hits
        assert {hit.text for hit in hits} == {f"Record {name} of the atlas." for name in "abc"}
        details = [finding.detail for finding in memory.verify(deep=True).findings]
        assert any("not all lines were written" in detail for detail in details)
        memory.close()


WRITER = """
import sys
from factbase.lives import QuickMemory
with QuickMemory(sys.argv[1], background=False) as memory:
    print("ready", flush=True)
    while True:
        with memory.transaction() as tx:
            for name in "abc":
                tx.confirm(name)
"""


def test_killed_at_any_moment_all_or_nothing(told: QuickMemory, open_quick: MakeQuick) -> None:
    """The three records are confirmed together: they are always at one version."""
    for wait in (0.02, 0.05, 0.11):
        Child("-c", WRITER, str(told.layout.root)).kill_after(wait)
        versions = {version for _, version in states(told).values()}
        assert len(versions) == 1


RACER = """
import os, sys, time
from eywa_fs.errors import VersionConflict
from factbase.lives import QuickMemory
won = 0
with QuickMemory(sys.argv[1], background=False) as memory:
    print("ready", flush=True)
    while not os.path.exists(sys.argv[3]):
        time.sleep(0.002)
    for version in range(1, 4):
        try:
            memory.update("a", f"{sys.argv[2]} wrote {version}", expected_version=version)
            won += 1
        except VersionConflict:
            while memory.get("a").version == version:
                pass
print(won)
"""


def test_of_eight_processes_one_wins_each_version(told: QuickMemory, tmp_path: Path) -> None:
    go = tmp_path / "go"
    racers = [Child("-c", RACER, str(told.layout.root), str(n), str(go)) for n in range(8)]
    for racer in racers:
        racer.wait_ready()
    go.touch()
    won = [int(racer.ended().stdout.split()[1]) for racer in racers]
    assert sum(won) == 3 and told.get("a").version == 4
    assert [v.number for v in told.versions("a")] == [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("asked", "by", "why"),
    [
        (Asked("b", "expire", expires_at=cast(int, "soon")), By("ana"), "not a int: 'soon'"),
        (Asked("b", "expire", expires_at=2**63), By("ana"), "not a time"),
        (Asked("b", "pin"), By(cast(str, None)), "not a str: None"),
        (Asked("b", "pin"), By("ana", request_id=cast(str, 5)), "requestId is not a string"),
    ],
)
def test_what_nobody_could_read_is_not_written(
    told: QuickMemory, asked: Asked, by: By, why: str
) -> None:
    """Its line would stand there for ever, and undo the whole transaction it is in."""
    changer, scope = told._parts.changer, Scope("default", "me")
    with pytest.raises(InvalidRecord, match=f"nobody could read it: {why}"):
        changer.write(scope, [Asked("a", "delete"), asked], by, key=None, together="tx_1")
    assert states(told) == FRESH and not lines(told)
