"""Any decisions, interrupted anywhere and taken in any batching, come to the same."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eywa_fs.governance.changes import (
    Part,
    Place,
    change_of,
    commit_meta,
    meta_of,
    reading_of,
    revision,
)
from eywa_fs.governance.memories import MemoryStates, replayed
from eywa_fs.governance.replay import replay, torn
from eywa_fs.model.readings import Reading
from eywa_fs.model.records import Anchor, Record, Scope
from eywa_fs.model.versions import Asked, By

SCOPE = Scope("t", "u")
FOLDER = "tenants/t/users/u"
OPS = ("update", "delete", "restore", "archive", "unarchive", "pin", "unpin", "expire", "confirm")


def line(number: int, day: int = 1) -> Anchor:
    path = f"{FOLDER}/decisions/2026-01-{day:02}.jsonl"
    return Anchor(path, "", number, number, number * 100, number * 100 + 99, f"sha256:{number}")


def reading(meta: dict[str, Any], anchor: Anchor, content: str = "text") -> Reading:
    name = f"d{anchor.file_path[-8:]}{anchor.line_start}"
    said = Record(name, "t", "u", "decisions", "system", content, 1000, meta=meta)
    found = reading_of(said, anchor)
    assert found is not None
    return found


def decided(
    target: str, op: Any, version: int, anchor: Anchor, tx: Part | None = None, **more: Any
) -> Reading:
    record = Record(target, "t", "u", "s", "user", "text", 7)
    place = Place(f"{FOLDER}/sessions/s/2026-01-01.jsonl", 1, 0)
    meta = meta_of(Asked(target, op, **more), record, place, version, By("o"), tx)
    return reading(meta, anchor)


@st.composite
def logs(draw: st.DrawFn) -> list[Reading]:
    """Lines of decisions on three records, some of them in transactions, in two files."""
    versions = {"a": 1, "b": 1, "c": 1}
    found: list[Reading] = []
    for day in (1, 2):
        number = 1
        for step in range(draw(st.integers(0, 6))):
            size = draw(st.integers(0, 3))
            for i in range(max(size, 1)):
                target = draw(st.sampled_from("abc"))
                versions[target] += draw(st.sampled_from((1, 1, 1, 0, 2)))
                op = draw(st.sampled_from(OPS))
                more: dict[str, Any] = {}
                if op == "restore":
                    more["restores"] = draw(st.none() | st.integers(1, 9))
                elif op == "expire":
                    more["expires_at"] = draw(st.none() | st.integers(0, 9))
                if size:
                    more["tx"] = Part(f"tx{step}", size + 1, i)
                version = max(versions[target], 2)
                found.append(decided(target, op, version, line(number, day), **more))
                number += 1
            if size and draw(st.booleans()):
                meta = commit_meta(Part(f"tx{step}", size + 1, size))
                found.append(reading(meta, line(number, day)))
                number += 1
            elif size:
                number += draw(st.integers(0, 1))  # a torn tail that was sealed, or none
    return found


@settings(max_examples=60)
@given(logs(), st.randoms(use_true_random=False))
def test_order_and_batches_of_arrival_change_nothing(log: list[Reading], random: Any) -> None:
    whole = replayed(SCOPE, log)
    mixed = list(log)
    random.shuffle(mixed)
    assert replayed(SCOPE, mixed).standings == whole.standings
    cut = random.randint(0, len(log))
    kept = MemoryStates()
    before = kept.of(SCOPE, tuple(log[:cut]))
    assert before.standings == replayed(SCOPE, log[:cut]).standings
    assert kept.of(SCOPE, tuple(log[:cut]), log[cut:]).standings == whole.standings
    assert kept.of(SCOPE, tuple(log)).standings == whole.standings
    numbers = [standing.version for standing in whole.standings.values()]
    assert all(number > 1 for number in numbers)


@settings(max_examples=60)
@given(logs(), st.integers(0, 40))
def test_a_log_cut_anywhere_has_the_state_of_what_is_whole(log: list[Reading], cut: int) -> None:
    """What a crash leaves is a beginning: a transaction in it counts to its last line or not."""
    left = [change for change in map(change_of, log[:cut]) if change is not None]
    idle = {change.decision_id for change in torn(left)}
    closed = {(c.anchor.file_path, c.tx.id) for c in left if c.op == "commit" and c.tx}
    for change in left:
        if change.tx is not None and change.op != "commit":
            whole = (change.anchor.file_path, change.tx.id) in closed
            assert (change.decision_id in idle) == (not whole)
    without = [change for change in left if change.decision_id not in idle]
    assert replay(left) == replay(without)


def test_a_cut_transaction_is_never_completed_later() -> None:
    first = decided("a", "delete", 2, line(1), tx=Part("x", 3, 0))
    end = reading(commit_meta(Part("x", 3, 2)), line(4))
    again = decided("b", "delete", 2, line(3), tx=Part("x", 3, 1))
    assert replayed(SCOPE, [first, again, end]).standings == {}


def test_an_erased_line_leaves_the_rest_of_its_transaction_as_it_was() -> None:
    gone = Reading("memory", SCOPE, "", "", 0, line(1), '{"op":"erased"}')
    rest = decided("b", "delete", 2, line(2), tx=Part("x", 3, 1))
    end = reading(commit_meta(Part("x", 3, 2)), line(3))
    assert set(replayed(SCOPE, [gone, rest, end]).standings) == {"b"}
    assert replayed(SCOPE, [rest, end]).standings == {}
    assert replayed(SCOPE, [gone, rest]).standings == {}


def test_of_two_that_make_one_version_the_first_counts() -> None:
    first, second = decided("a", "delete", 2, line(1)), decided("a", "pin", 2, line(2))
    [standing] = replayed(SCOPE, [second, first]).standings.values()
    assert (standing.state, standing.pinned, standing.version) == ("soft_deleted", False, 2)


WRONG: tuple[dict[str, Any], ...] = (
    {"op": "erase"}, {"op": 1}, {"op": "add"}, {"version": 1}, {"version": True}, {"version": "2"},
    {"target": ""}, {"target": 5}, {"of": None}, {"of": {}}, {"operator": None}, {"reason": 1},
    {"of": {"file_path": "tenants/t/users/v/sessions/s/2026-01-01.jsonl", "line": 1,
            "byte_start": 0}},
    {"of": {"file_path": f"{FOLDER}/sessions/s/2026-01-01.jsonl", "line": 1, "byte_start": -1}},
    {"record": None}, {"record": {}}, {"tx": {}}, {"tx": {"id": "x", "n": 2, "i": 2}},
)  # fmt: skip


@pytest.mark.parametrize("change", WRONG)
def test_a_decision_in_another_form_has_no_effect(change: dict[str, Any]) -> None:
    record = Record("a", "t", "u", "s", "user", "text", 7)
    place = Place(f"{FOLDER}/sessions/s/2026-01-01.jsonl", 1, 0)
    meta = meta_of(Asked("a", "update"), record, place, 2, By("o"))
    good = Record("d", "t", "u", "decisions", "system", "new", 1000, meta=meta)
    assert reading_of(good, line(1)) is not None and revision(good) is not None
    bad = Record("d", "t", "u", "decisions", "system", "new", 1000, meta={**meta, **change})
    assert reading_of(bad, line(1)) is None
    assert revision(bad) is None
