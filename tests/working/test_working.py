"""Working memory: in memory only, within its tokens, and what its end leaves."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from corpus import Clock, MakeMemory
from factbase.lives import MakeQuick, QuickMemory
from hypothesis import given, settings
from hypothesis import strategies as st

from eywa_fs.errors import (
    BadRequest,
    CapacityExceeded,
    EpisodeWriteFailed,
    NotFound,
    TruthWriteError,
)
from eywa_fs.truth.journal import Journal
from eywa_fs.working.session import BAND, WorkingItem, WorkingMemory, to_drop

ITEM = {
    "id",
    "projectId",
    "sessionId",
    "kind",
    "tokenCount",
    "importance",
    "createdAt",
    "updatedAt",
}


def files_of(root: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def item(name: str, importance: float, tokens: int = 10, updated: int = 0) -> WorkingItem:
    return WorkingItem(name, "p", "s", "note", name, tokens, importance, 0, updated)


def test_three_layers_for_a_host(make_memory: MakeMemory) -> None:
    """MS1-R1-S1: the session at hand, episodes of the scene, and rules, which may be empty."""
    memory = make_memory()
    session = memory.working(project_id="novel", session_id="monday")
    session.put("The hero is on the roof", kind="focus", importance=0.8)
    session.put("No adverbs, please", kind="preference")
    session.put("And short chapters", kind="preference")
    memory.record_episode(
        "A chase over the roofs", scene_type="action", skill_used="continue", project_id="novel"
    ).wait()
    found = memory.layers(
        "go on with the chase", project_id="novel", scene_type="action", session_id="monday"
    )
    shown = found.as_dict()
    assert [block["label"] for block in shown["immediate"]] == ["focus", "preference"]
    assert shown["immediate"][1]["value"] == "No adverbs, please\nAnd short chapters"
    assert shown["immediate"][0].keys() == {
        "label", "value", "limit", "description", "read_only", "tags", "metadata",
    }  # fmt: skip
    assert shown["episodes"]["episodes"][0]["text"] == "A chase over the roofs"
    assert shown["semantic"] == {"rules": [], "limit": 200} and not shown["memoryDegraded"]
    assert memory.layers("chase", project_id="other", session_id="monday").immediate == ()
    assert session.items[0].as_dict().keys() >= ITEM | {"scope", "version"}


def test_nothing_is_written(make_memory: MakeMemory) -> None:
    """MS1-R1-S2: no byte reaches the disk, whatever is put, focused on and let go."""
    memory = make_memory(config={"working": {"tokens": 40}})
    memory.append("Something so that there is a root.")
    before, opened = files_of(memory.layout.root), set(os.listdir("/proc/self/fd"))
    session = memory.working()
    session.focus("the harbour at night")
    for n in range(20):
        session.put(f"Note {n} on the boats in the harbour", importance=0.1)
    assert 0 < session.tokens <= 40 and len(session.items) < 20
    assert files_of(memory.layout.root) == before
    assert not session.end_session().archived
    assert files_of(memory.layout.root) == before and len(opened) > 0


def test_what_goes_first(make_memory: MakeMemory) -> None:
    """MS1-R1-S2: least importance first; of equal ones what has little to do with the focus."""
    memory = make_memory(config={"working": {"tokens": 60}})
    session = memory.working()
    low = session.put("She likes the colour green", importance=0.2)
    harbour = session.put("The harbour lies in fog and no boat leaves", importance=0.5)
    bread = session.put("Walnut bread needs an hour in the oven", importance=0.5)
    session.focus("boats leave the harbour at night")
    while low.id in {one.id for one in session.items}:
        session.put("a b", importance=0.9)
    assert {harbour.id, bread.id} <= {one.id for one in session.items}
    while {harbour.id, bread.id} <= {one.id for one in session.items}:
        session.put("a b", importance=0.9)
    assert harbour.id in {one.id for one in session.items}


@settings(deadline=None)
@given(
    st.lists(
        st.tuples(st.floats(0, 1), st.integers(1, 50), st.floats(-1, 1), st.integers(0, 9)),
        max_size=15,
    ),
    st.integers(-10, 400),
)
def test_the_order_of_letting_go(made: list[tuple[float, int, float, int]], surplus: int) -> None:
    items = [item(f"i{n}", imp, tokens, at) for n, (imp, tokens, _, at) in enumerate(made)]
    close = {f"i{n}": near for n, (_, _, near, _) in enumerate(made)}
    gone = to_drop(items, surplus, lambda one: close[one.id])
    freed = sum(one.token_count for one in gone)
    assert len({one.id for one in gone}) == len(gone)
    assert freed >= surplus or len(gone) == len(items)
    assert not gone or freed - gone[-1].token_count < surplus  # not one more than must
    for out in gone:
        for kept in items:
            if kept not in gone:
                assert out.importance <= kept.importance + BAND


def test_the_end_of_a_session(quick: QuickMemory) -> None:
    """MS1-R1-S3: what is important enough is an episode on disk, the rest is gone."""
    with quick.working(session_id="monday") as session:
        session.put("She prefers short sentences", kind="preference", importance=0.9)
        session.put("A passing thought", importance=0.3)
        ended = session.end_session()
        assert (len(ended.archived), ended.dropped) == (1, 1)
        assert session.items == [] and session.blocks() == []
    [kept] = quick.episodes().episodes
    assert kept.id == ended.archived[0] and kept.session_id == "monday"
    assert (kept.text, kept.scene_type) == ("She prefers short sentences", "preference")
    quick.working(session_id="tuesday").put("Kept by closing", importance=1.0)
    quick.working(project_id="novel", session_id="tuesday").put("Of another project")
    assert len(quick.episodes().episodes) == 2  # switching the project ended it
    quick.working(project_id="novel", session_id="tuesday").put("At the end", importance=1.0)
    quick.close()
    with QuickMemory(quick.layout.root, background=False) as again:
        assert [one.text for one in again.episodes(project_id="novel").episodes] == ["At the end"]


@pytest.mark.parametrize("show", ["masked", "full"])
def test_what_a_policy_masks_is_masked_and_archived_as_it_was_put(
    open_quick: MakeQuick, monkeypatch: pytest.MonkeyPatch, show: str
) -> None:
    policy = {"kinds": ["email", "phone"], "show": show}
    memory = open_quick(config={"redaction": {"default": policy}})
    said = "回电 13800138000，或写信到 jo@example.org。"
    clear = "回电 ███████████，或写信到 ██████████████。" if show == "masked" else said
    embedded: list[str] = []
    embed = memory._parts.embedder.embed_query

    def embed_query(text: str) -> Any:
        embedded.append(text)
        return embed(text)

    monkeypatch.setattr(memory._parts.embedder, "embed_query", embed_query)
    session = memory.working(project_id="desk", session_id="monday")
    assert session.put(said, kind="call", importance=0.9, item_id="a").text == clear
    assert session.put(said, kind="call", importance=0.1, item_id="b").text == clear
    [block] = memory.layers("a call", project_id="desk", session_id="monday").immediate
    assert block.value == f"{clear}\n{clear}" == session.blocks()[0].value
    assert [item.text for item in session.items] == [clear, clear]
    session.focus(said)
    assert embedded and not any("13800138000" in text or "jo@" in text for text in embedded)
    [episode] = session.end_session().archived
    line = next(memory.layout.root.rglob("episodes/desk/*.jsonl")).read_text(encoding="utf-8")
    assert episode in line and "13800138000" in line
    assert memory.episodes(project_id="desk").episodes[0].text == clear


def test_a_session_that_cannot_be_archived_stays(
    quick: QuickMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = quick.working()
    session.put("Important", importance=1.0)

    def refuse(*_: object) -> None:
        raise TruthWriteError("the disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(Journal, "append_lines", refuse)
        with pytest.raises(EpisodeWriteFailed):
            session.end_session()
    assert [one.text for one in session.items] == ["Important"]
    assert len(session.end_session().archived) == 1


def test_an_item_put_again_and_dropped(open_quick: MakeQuick, clock: Clock) -> None:
    session = open_quick(clock=clock, config={"working": {"tokens": 30}}).working()
    first = session.put("one", item_id="a")
    clock.advance(1)
    second = session.put("one two", item_id="a")
    assert (second.version, second.created_at) == (2, first.created_at)
    assert second.updated_at > first.updated_at and session.tokens == second.token_count
    with pytest.raises(CapacityExceeded, match=r"working\.tokens"):
        session.put("word " * 100)
    wrongs: list[dict[str, Any]] = [{"text": " "}, {"text": "x", "importance": 1.5}]
    for wrong in wrongs:
        with pytest.raises(BadRequest):
            session.put(**wrong)
    session.drop("a")
    with pytest.raises(NotFound):
        session.drop("a")


def test_tokens_are_counted_by_a_real_tokenizer(quick: QuickMemory) -> None:
    session = quick.working()
    assert session.put("The lamp in the hall is on.").token_count == 8
    assert 8 <= session.put("我每周三晚上去上陶艺课。").token_count <= 14
    long = "The lamp in the hall is on. " * 900
    assert session.put(long).token_count == pytest.approx(8 * 900, rel=0.05)
    assert session.tokens <= 8000


def test_without_an_embedder_age_decides(quick: QuickMemory) -> None:
    session = WorkingMemory(
        "p", "s", quick.settings.working, shown=str, count=lambda text: 4000,
        embed=lambda text: np.zeros(0, np.float32), archive=lambda items: [], clock=lambda: 0,
    )  # fmt: skip
    session.focus("anything")
    for name in ("a", "b", "c"):
        session.put(name, item_id=name)
    assert [one.id for one in session.items] == ["b", "c"]
