"""The scenarios MS1-R2-S1 to MS1-X-S2 of the specification, through the façade."""

from __future__ import annotations

import json
import logging
import sqlite3
from collections.abc import Callable
from typing import Any

import pytest
from corpus import Clock, MakeMemory
from episodes.kept import file_of, lines_of, record, texts
from factbase.lives import MakeQuick

from eywa_fs.errors import (
    BadRequest,
    CapacityExceeded,
    EpisodeWriteFailed,
    NotFound,
    TruthWriteError,
    WaitTimeout,
)
from eywa_fs.truth.appendfile import AppendFile
from eywa_fs.truth.journal import Journal

DAY_S = 86_400
WIRE = {
    "id", "projectId", "chapterId", "sceneType", "skillUsed", "selectedIndex", "editDistance",
    "implicitSignal", "importance", "recallCount", "compressed", "createdAt", "scope", "version",
    "userConfirmed",
}  # fmt: skip


def test_an_episode_is_recorded_after_a_skill(open_quick: MakeQuick) -> None:
    """MS1-R2-S1: recorded by itself in the background, with the signal of a light edit."""
    memory = open_quick()
    handle = memory.record_episode(
        "Went on with the chase", scene_type="action", skill_used="continue", selected_index=1,
        edit_distance=0.15, chapter_id="3",
    )  # fmt: skip
    citation = handle.wait()
    assert (handle.done, handle.error) == (True, None)
    [found] = memory.episodes().episodes
    assert (found.id, found.citation) == (handle.id, citation)
    assert (found.implicit_signal, found.weight) == ("LIGHT_EDIT", 0.45)
    shown = json.loads(json.dumps(found.as_dict()))
    assert shown.keys() >= WIRE
    assert (shown["scope"], shown["version"], shown["chapterId"]) == ("project", 1, "3")
    memory.flush_episodes()
    with sqlite3.connect(memory.layout.index / "episodes.db") as table:
        indexes = {sql for (sql,) in table.execute("SELECT sql FROM sqlite_master") if sql}
    table.close()
    for columns in ('("projectId", "createdAt")', '("sceneType")', '("lastRecalledAt")'):
        assert any("CREATE INDEX" in sql and sql.endswith(columns) for sql in indexes)


def test_an_undo_rewrites_the_signal(open_quick: MakeQuick, clock: Clock) -> None:
    """MS1-R2-S2: within 30 seconds, by a further line."""
    memory = open_quick(clock=clock)
    first, second = (record(memory, selected_index=0, edit_distance=0.0) for _ in range(2))
    clock.advance(30)
    assert memory.undo_episode(first.id)
    clock.advance(1)
    assert not memory.undo_episode(second.id)
    found = {one.id: one for one in memory.episodes().episodes}
    undone = found[first.id]
    assert (undone.implicit_signal, undone.weight) == ("UNDO_AFTER_ACCEPT", -1.0)
    assert undone.version == 2
    assert found[second.id].implicit_signal == "DIRECT_ACCEPT"
    assert [line["meta"]["op"] for line in lines_of(file_of(memory))] == [
        "record", "record", "signal",
    ]  # fmt: skip
    with pytest.raises(NotFound):
        memory.undo_episode("evt_0")


def test_recall_by_scene_then_by_meaning(make_memory: MakeMemory) -> None:
    """MS1-R2-S3: those of the scene, the one that means the same first, three to five of them."""
    memory = make_memory()
    for text in (
        "Two sisters quarrel about the inheritance of their mother",
        "The ferry timetable is read out aloud",
        "A recipe for walnut bread",
        "He describes how the engine of the tractor is taken apart",
        "Weather forecast for the mountains",
        "She lists the birds in her garden",
    ):
        memory.record_episode(text, scene_type="dialogue", skill_used="continue")
    memory.record_episode(
        "Sisters argue over what mother left them", scene_type="action", skill_used="continue"
    )
    memory.flush_episodes()
    found = memory.query_episodes("siblings fight over a legacy", scene_type="dialogue")
    assert [one.episode.scene_type for one in found.episodes] == ["dialogue"] * 5
    assert found.episodes[0].episode.text.startswith("Two sisters")
    assert not found.memory_degraded and not found.degraded
    few = memory.query_episodes("siblings fight over a legacy", scene_type="action", limit=3)
    assert [one.episode.scene_type for one in few.episodes] == ["action", "dialogue", "dialogue"]
    memory.flush_episodes()
    counts = [one.recall_count for one in memory.episodes().episodes]
    assert sum(counts) == 5 + 3


def test_over_the_limit_time_then_use_decides(open_quick: MakeQuick, clock: Clock) -> None:
    """MS1-R3-S1: those out of time first, then the coldest; confirmed ones stay."""
    memory = open_quick(config={"episodes": {"active": 4, "ttl_days": 10}}, clock=clock)
    kept = record(memory, "confirmed")
    memory.confirm_episode(kept.id)
    expired = record(memory, "out of time")
    clock.advance(11 * DAY_S)
    cold = record(memory, "cold")
    clock.advance(3600)
    warm = record(memory, "warm")
    record(memory, "new")

    def active() -> set[str]:
        return {one.text for one in memory.episodes().episodes if one.state == "active"}

    assert active() == {"confirmed", "cold", "warm", "new"}
    record(memory, "newer")
    assert active() == {"confirmed", "warm", "new", "newer"}
    by_id = {one.id: one for one in memory.episodes().episodes}
    assert [by_id[one.id].state for one in (expired, cold, warm)] == ["evicted"] * 2 + ["active"]
    assert set(texts(memory)) == active()


def test_an_evicted_episode_is_told_from_one_that_never_was(
    open_quick: MakeQuick, clock: Clock
) -> None:
    memory = open_quick(config={"episodes": {"active": 1}}, clock=clock)
    gone = record(memory, "先写结尾")
    clock.advance(3600)
    stays = record(memory, "Began with the end")
    for change in (memory.confirm_episode, memory.undo_episode):
        with pytest.raises(BadRequest, match=f"{gone.id} was evicted .* record it again"):
            change(gone.id)
        with pytest.raises(NotFound, match="has no episode evt_0"):
            change("evt_0")
    with pytest.raises(BadRequest, match="was evicted"):
        memory.confirm_episode(gone.id, confirmed=False)
    clock.advance(7200)
    done = memory.episode_trigger("daily_decay_recompute")
    assert done.heat == pytest.approx((0.995**2,) * 3)
    assert memory.confirm_episode(stays.id).confirmed


def test_reading_fails_and_default_rules_are_given(
    open_quick: MakeQuick, caplog: pytest.LogCaptureFixture
) -> None:
    """MS1-R3-S2: a table that cannot be read costs nothing but the flag; nothing is raised."""
    memory = open_quick()
    record(memory, "Took the second draft")
    assert memory.episodes().episodes
    memory.close()
    table = memory.layout.index / "episodes.db"
    table.unlink()
    for suffix in ("-wal", "-shm"):
        table.with_name(table.name + suffix).unlink(missing_ok=True)
    table.mkdir()  # no one can open it, root neither
    memory = open_quick()
    found = memory.query_episodes("draft", scene_type="review")
    assert found.memory_degraded and found.rules
    assert found.as_dict()["memoryDegraded"] is True
    assert [one.episode.text for one in found.episodes] == ["Took the second draft"]
    assert "episodes_unavailable" in str(found.degraded)
    assert memory.layers("draft").as_dict()["memoryDegraded"] is True
    memory.close()  # or its thread that embeds may be the first to see what follows
    table.rmdir()
    table.write_bytes(b"no database" * 500)
    memory = open_quick()
    assert memory.query_episodes("draft").memory_degraded
    assert not memory.query_episodes("draft").memory_degraded  # it was derived anew
    folder = file_of(memory).parent
    path = file_of(memory)
    path.rename(folder / "away")
    path.mkdir()
    (folder / "away").rename(path / "away")
    assert texts(memory) == []  # the file is gone: it is a folder now


def test_a_write_that_fails_is_tried_four_times(
    open_quick: MakeQuick, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """MS1-X-S1: three retries, then a typed error with the code, logged and counted."""
    memory = open_quick()
    record(memory)
    tried = []

    def refuse(file: AppendFile, lines: Any) -> Any:
        tried.append(lines)
        raise TruthWriteError("the disk is full")

    with monkeypatch.context() as broken, caplog.at_level(logging.ERROR):
        broken.setattr(AppendFile, "append", refuse)
        handle = memory.record_episode("lost", scene_type="review", skill_used="suggest")
        with pytest.raises(EpisodeWriteFailed, match="disk is full") as caught:
            handle.wait()
        assert caught.value.code == "MEMORY_EPISODE_WRITE_FAILED"
        assert handle.as_dict()["code"] == "MEMORY_EPISODE_WRITE_FAILED"
        with pytest.raises(EpisodeWriteFailed):
            memory.undo_episode(memory.episodes().episodes[0].id)
    assert len(tried) == 4 + 4
    assert "was not written" in caplog.text
    status = memory.status()
    assert status.episodes == {"files": 1, "waiting": 0, "failed": 2}
    assert "were not written" in status.parts["episodes"] and not status.ok
    assert "unwritable: the disk is full" in status.parts["truth"]
    memory.append("Something else is written.")
    status = memory.status()
    assert not {"episodes", "truth"} & status.parts.keys() and status.episodes["failed"] == 2
    assert record(memory, "after").done
    assert len(memory.episodes().episodes) == 2


def test_a_write_that_fails_twice_succeeds(
    open_quick: MakeQuick, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory = open_quick()
    failures = iter([True, True])
    whole = Journal.append_lines

    def shaky(journal: Journal, rel: str, lines: Any) -> Any:
        if next(failures, False):
            raise TruthWriteError("the disk is busy")
        return whole(journal, rel, lines)

    monkeypatch.setattr(Journal, "append_lines", shaky)
    record(memory, "at last")
    assert [one.text for one in memory.episodes().episodes] == ["at last"]


def test_no_room_for_more(open_quick: MakeQuick) -> None:
    """MS1-X-S2: eviction first; where nothing may leave, a typed error with the code."""
    memory = open_quick(config={"episodes": {"active": 2}})
    for _ in range(4):
        record(memory)
    assert sum(one.state == "active" for one in memory.episodes().episodes) == 2
    for one in memory.episodes().episodes[-2:]:
        memory.confirm_episode(one.id)
    handle = memory.record_episode("more", scene_type="review", skill_used="suggest")
    with pytest.raises(CapacityExceeded, match=r"episodes\.active") as caught:
        handle.wait()
    assert caught.value.code == "MEMORY_CAPACITY_EXCEEDED"
    memory.confirm_episode(memory.episodes().episodes[-1].id, confirmed=False)
    record(memory, "more")


def test_the_triggers_by_hand_and_as_jobs(open_quick: MakeQuick, clock: Clock) -> None:
    config = {"episodes": {"compressed": 2, "purge_after_days": 300}}
    memory = open_quick(config=config, clock=clock)
    long = "A long story of a proposal. " * 40
    for n in range(3):
        record(memory, f"{n}: {long}")
        clock.advance(60)
    clock.advance(40 * DAY_S)
    record(memory, "young")
    done = memory.episode_trigger("weekly_compress")
    assert [len(done.changed["compress"]), len(done.changed["evict"])] == [2, 1]
    states = [one.state for one in memory.episodes().episodes]
    assert states == ["evicted", "compressed", "compressed", "active"]
    brief = memory.episodes().episodes[1]
    assert brief.compressed and len(brief.text) <= 240 < len(long)
    clock.advance(150 * DAY_S)
    assert memory.run_job("daily_decay_recompute").found == {
        "projects": 1, "looked_at": 3, "changed": 2,
    }  # fmt: skip
    assert memory.episode_trigger("realtime_eviction").changed == {"evict": ()}
    clock.advance(200 * DAY_S)
    assert len(memory.episode_trigger("monthly_purge").changed["purge"]) == 3
    assert [one.text for one in memory.episodes().episodes] == ["young"]
    assert memory.verify(deep=True).counts.get("episodes_stale") is None


def test_record_returns_while_the_disk_hangs(
    open_quick: MakeQuick, monkeypatch: pytest.MonkeyPatch
) -> None:
    import threading

    go_on = threading.Event()
    whole: Callable[..., Any] = Journal.append_lines

    def slow(*given: Any) -> Any:
        go_on.wait()
        return whole(*given)

    monkeypatch.setattr(Journal, "append_lines", slow)
    memory = open_quick()
    handle = memory.record_episode("later", scene_type="review", skill_used="suggest")
    assert not handle.done and handle.error is None
    with pytest.raises(WaitTimeout):
        handle.wait(0.01)
    with pytest.raises(WaitTimeout):
        memory.flush_episodes(0.01)
    assert memory.status().episodes["waiting"] == 1
    go_on.set()
    memory.flush_episodes()
    assert handle.done and len(memory.episodes().episodes) == 1
