"""No fact without its record: tampered, deleted, foreign or unindexed records, and lost indexes."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from factbase.lives import HOME_EN, HOME_ZH, MakeQuick, QuickMemory, at, drafts, objects

from eywa_fs.cli.advice import remarks
from eywa_fs.errors import NotFound
from eywa_fs.memory import EywaMemory
from eywa_fs.memory.upkeep import Upkeep
from eywa_fs.model.records import Anchor

MakeMemory = Callable[..., EywaMemory]


def replace_bytes(memory: EywaMemory, anchor: Anchor, old: str, new: str) -> None:
    """Change a record in place; size and time stay, so that nothing but its bytes tells."""
    path = memory.layout.root / anchor.file_path
    before = path.stat()
    assert len(old.encode()) == len(new.encode()) and old in path.read_text("utf-8")
    path.write_text(path.read_text("utf-8").replace(old, new), "utf-8")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


def drop_line(memory: QuickMemory, anchor: Anchor) -> None:
    """Delete a record by hand."""
    path = memory.layout.root / anchor.file_path
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[: anchor.line_start - 1] + lines[anchor.line_end :]))


def repairs(memory: EywaMemory) -> list[str]:
    """Files that wait to be derived anew."""
    return [item.target for item in memory.outbox() if item.event_type == "INDEX_REPAIR"]


@pytest.mark.parametrize(
    ("told", "old", "new"),
    [(HOME_EN[0], "Turku", "Turin"), (HOME_ZH[0], "大同", "大理")],
    ids=["en", "zh"],
)
def test_a_fact_of_a_tampered_record_is_refused_and_counted(
    quick: QuickMemory, told: str, old: str, new: str
) -> None:
    first, _ = quick.append_many(drafts((told, "I am allergic to walnuts.")))
    quick.index()
    replace_bytes(quick, first, old, new)
    found = quick.facts()
    assert objects(found.facts) == ["walnuts"], "neither the old nor the new value is proved"
    assert found.dropped == {"mismatch": 1}
    assert "1 fact was not shown" in remarks((), {"fact_mismatch": 1})[0]
    asked = quick.retrieve("Where do I live?")
    assert asked.facts == () and asked.dropped["fact_mismatch"] == 1
    assert old not in quick.before_llm("Where do I live?").context


def test_facts_of_a_file_that_is_gone_are_counted(quick: QuickMemory) -> None:
    first, _ = quick.append_many(drafts((HOME_EN[0], "I am allergic to walnuts.")))
    quick.index()
    (quick.layout.root / first.file_path).unlink()
    found = quick.facts()
    assert (objects(found.facts), found.dropped) == (["walnuts"], {"missing": 1})
    quick.repair(apply=True)
    assert quick.facts().dropped == {}, "the index knows by then that nothing is there"


def test_conflicts_that_cannot_be_proved_are_reported_once(
    quick: QuickMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    days = ("3 May", "9 June", "4 July")
    first, *_ = quick.append_many(drafts(tuple(f"My birthday is {day}." for day in days)))
    quick.index()
    assert len(quick.conflicts()) > 1
    replace_bytes(quick, first, "3 May", "5 May")
    told = list[list[str]]()
    monkeypatch.setattr(Upkeep, "queue_repair", lambda _, stale: told.append(stale))
    quick.conflicts()
    assert told == [[first.file_path]]


def test_both_sides_of_a_conflict_are_proved(quick: QuickMemory) -> None:
    first, _ = quick.append_many(drafts(("My birthday is 3 May.", "My birthday is 9 June.")))
    quick.index()
    replace_bytes(quick, first, "3 May", "4 May")
    assert quick.conflicts() == []


def test_a_repair_takes_the_new_words(quick: QuickMemory) -> None:
    (anchor,) = quick.append_many(drafts(HOME_EN[:1]))
    quick.index()
    replace_bytes(quick, anchor, "Turku", "Turin")
    assert quick.facts().dropped == {"mismatch": 1}
    path = quick.layout.root / anchor.file_path
    os.utime(path)
    assert objects(quick.facts().facts) == ["Turin"], "a changed file is read anew on the spot"
    quick.index()
    assert (objects(quick.facts().facts), quick.facts().dropped) == (["Turin"], {})


@pytest.mark.parametrize("indexed", [True, False], ids=["indexed", "tail"])
def test_a_deleted_record_takes_its_fact_along(quick: QuickMemory, indexed: bool) -> None:
    anchors = quick.append_many(drafts(HOME_EN))
    if indexed:
        quick.index()
    assert objects(quick.facts().facts) == ["Vaasa"]
    drop_line(quick, anchors[-1])
    for _ in range(2):
        found = quick.facts()
        assert objects(found.facts) == ["Oulu"], "what it had replaced holds again"
        assert found.facts[0].status == "active" and found.facts[0].superseded_by is None
        assert found.facts[0].valid_to is None
        quick.index()


def test_a_deleted_verdict_loses_its_effect(quick: QuickMemory) -> None:
    quick.append_many(drafts(("My birthday is 3 May.", "My birthday is 9 June.")))
    (conflict,) = quick.conflicts()
    anchor = quick.resolve_conflict(
        kept=conflict.left.atomic_id, dropped=conflict.right.atomic_id
    ).anchor
    assert anchor is not None
    quick.index()
    assert quick.conflicts() == []
    (quick.layout.root / anchor.file_path).unlink()
    for _ in range(2):
        assert len(quick.conflicts()) == 1
        quick.index()


@pytest.mark.parametrize("indexed", [True, False], ids=["indexed", "tail"])
def test_facts_stay_with_their_tenant_and_user(quick: QuickMemory, indexed: bool) -> None:
    people = [("oak", "ida", "Turku"), ("oak", "bo", "Oulu"), ("elm", "ida", "Vaasa")]
    for tenant, user, place in people:
        place_of = {"tenant_id": tenant, "user_id": user}
        quick.append_many(drafts((f"I live in {place}.", "My birthday is 3 May."), **place_of))
    if indexed:
        quick.index()
    for tenant, user, place in people:
        scope: dict[str, Any] = {"tenant_id": tenant, "user_id": user}
        assert objects(quick.facts(predicate="lives_in", **scope).facts) == [place]
        assert objects(quick.facts("Where do I live?", **scope).facts) == [place]
        assert objects(quick.retrieve("Where do I live?", **scope).facts) == [place]
        prefix = f"tenants/{tenant}/users/{user}/"
        served = quick.facts(every=True, **scope).facts
        assert all(fact.citation.startswith(prefix) for fact in served)
        assert quick.conflicts(**scope) == []
    assert quick.facts().facts == (), "the default user said nothing"


def test_a_verdict_cannot_name_a_fact_of_somebody_else(quick: QuickMemory) -> None:
    quick.append_many(drafts(HOME_EN[:1], user_id="bo"))
    quick.append_many(drafts(HOME_EN[1:2]))
    (theirs,) = quick.facts(user_id="bo").facts
    with pytest.raises(NotFound):
        quick.resolve_conflict(kept=None, dropped=theirs.atomic_id)
    assert objects(quick.facts(user_id="bo").facts) == ["Turku"]


def test_a_line_of_another_user_in_a_file_is_no_fact(quick: QuickMemory) -> None:
    (mine,) = quick.append_many(drafts(HOME_EN[:1]))
    (theirs,) = quick.append_many(drafts(HOME_EN[1:2], user_id="bo"))
    source = quick.layout.root / theirs.file_path
    target = quick.layout.root / mine.file_path
    with target.open("ab") as file:
        file.write(source.read_bytes())
    for _ in range(2):
        assert objects(quick.facts(every=True).facts) == ["Turku"]
        quick.index()


def test_facts_need_no_catalog(open_quick: MakeQuick, root: Path) -> None:
    with open_quick() as memory:
        memory.append_many(drafts(HOME_EN))
        memory.index()
        before = memory.fact_state()
    for path in root.glob(".index/gen-*/catalog.db*"):
        path.unlink()
    with open_quick() as memory:
        found = memory.facts()
        assert objects(found.facts) == ["Vaasa"] and memory.fact_state() == before
        assert [reason.split(":")[0] for reason in found.degraded] == ["facts_from_files"]
        assert objects(memory.facts("Where do I live?").facts) == ["Vaasa"]
        assert objects(memory.retrieve("Where do I live?").facts) == ["Vaasa"]


def test_facts_need_no_index_at_all(open_quick: MakeQuick, root: Path) -> None:
    with open_quick() as memory:
        memory.append_many(drafts(HOME_ZH))
        memory.index()
        before = memory.fact_state()
    shutil.rmtree(root / ".index")
    with open_quick() as memory:
        assert memory.fact_state() == before
        assert objects(memory.facts("我住在哪里？").facts) == ["酒泉"]


def test_a_tail_that_is_too_long_is_named(open_quick: MakeQuick) -> None:
    with open_quick(config={"facts": {"max_tail_bytes": 100}}) as memory:
        memory.append_many(drafts(HOME_EN))
        assert any(reason.startswith("tail_truncated") for reason in memory.facts().degraded)
        memory.index()
        assert (objects(memory.facts().facts), memory.facts().degraded) == (["Vaasa"], ())


def test_the_past_knows_nothing_of_later_records(quick: QuickMemory) -> None:
    quick.append_many(drafts(("I live in Turku.", "My birthday is 3 May.", "I moved to Oulu.")))
    quick.index()
    then = quick.as_of(at(1, 8))
    assert [(f.object, f.status, f.valid_to) for f in then.facts] == [("Turku", "active", None)]


def test_a_refused_fact_is_queued_for_repair_whichever_list_it_was_in(
    make_memory: MakeMemory,
) -> None:
    """No background thread, size and time kept: only the queue can bring it back."""
    memory = make_memory()
    first, _ = memory.append_many(drafts((HOME_EN[0], "I am allergic to walnuts.")))
    memory.index()
    replace_bytes(memory, first, "Turku", "Turin")
    asked = memory.retrieve("What am I allergic to?")
    assert objects(asked.facts) == ["walnuts"]
    memory.facts()
    assert repairs(memory) == [first.file_path]
    memory.index()
    assert objects(memory.facts(predicate="lives_in").facts) == ["Turin"]
    assert memory.facts().dropped == {} and not repairs(memory)


def test_a_narrowed_search_tells_no_facts_of_other_sessions(quick: QuickMemory) -> None:
    quick.append_many(drafts((HOME_EN[0],), session_id="one"))
    quick.append_many([{"content": "Where I live it rains.", "session_id": "two"}])
    quick.index()
    assert quick.retrieve("Where do I live?").facts
    narrowed = quick.retrieve("Where do I live?", filters={"session_ids": ["two"]})
    assert narrowed.facts == () and len(narrowed.hits) == 1


def test_a_fact_says_how_the_line_of_its_record_is_sealed(quick: QuickMemory) -> None:
    first, _ = quick.append_many(drafts((HOME_EN[0], "I am allergic to walnuts.")))
    replace_bytes(quick, first, "Turku", "Turin")
    quick.index()
    assert {fact.object: fact.seal for fact in quick.facts().facts} == {
        "Turin": "broken", "walnuts": "sealed",
    }  # fmt: skip
