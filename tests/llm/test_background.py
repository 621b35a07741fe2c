"""The model reads in the background: modest, resumable, and in nobody's way."""

from __future__ import annotations

import json
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from corpus import Clock, until
from llm.scripted_model import Script, data_of, fact, reading, scripted_model

from eywa_fs import EywaMemory, breaker

LEASE = "Guess who signed the lease in Ghent!"
LINES = {LEASE: [fact("user", "lives_in", "Ghent")]}


def _settings(script: Script, **more: Any) -> dict[str, Any]:
    return {"llm": {"base_url": script.url, "model": "tiny", "attempts": 1, **more}}


def _unread(memory: EywaMemory) -> int:
    found = memory.status().model
    assert found is not None
    return found.unread


def _journaled(root: Path) -> int:
    return sum(len(p.read_text().splitlines()) for p in root.rglob("decisions/*.jsonl"))


def test_what_is_appended_is_read_and_found_without_anybody_asking(tmp_path: Path) -> None:
    with (
        scripted_model(reading(LINES)) as script,
        EywaMemory(tmp_path, _settings(script), background=True, clock=Clock()) as memory,
    ):
        memory.append(LEASE)
        until(lambda: _unread(memory) == 0)
        assert [f.object for f in memory.facts(predicate="lives_in").facts] == ["Ghent"]
        status = memory.status().as_dict()["model"]
        assert (status["model"], status["read_today"], status["budget_left"]) == ("tiny", 1, 999)
        assert (status["breaker"], status["last_error"]) == ("closed", None)


def test_the_oldest_is_read_first_and_the_budget_survives_a_restart(tmp_path: Path) -> None:
    with scripted_model(reading({})) as script:
        settings, clock = _settings(script, daily_messages=3), Clock()  # its day does not end
        with EywaMemory(tmp_path, settings, background=False, clock=clock) as memory:
            for n in range(6):
                memory.append(f"Dull line {n}.", timestamp=clock() - 6000 + n, event_id=f"e{n}")
        for _ in range(2):
            with EywaMemory(tmp_path, settings, background=True, clock=clock) as memory:
                until(lambda: _journaled(tmp_path) == 3)
                time.sleep(0.3)
                assert _unread(memory) == 3
                found = memory.status().model
                assert found is not None and found.budget_left == 0
                assert found.oldest_unread_s > 0
    texts = [m["text"] for data in script.asked("facts") for m in data["messages"]]
    assert texts == ["Dull line 0.", "Dull line 1.", "Dull line 2."]


def test_a_model_that_is_down_is_left_alone_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(breaker, "FIRST_PAUSE_S", 300.0)  # nor is it asked again meanwhile
    with (
        scripted_model(lambda _: (503, "")) as script,
        EywaMemory(tmp_path, _settings(script), background=True) as memory,
    ):
        memory.append(LEASE)
        until(lambda: (memory.status().model or _fail()).breaker == "open")
        for _ in range(3):
            memory.append("And another line.")
        time.sleep(0.5)
        assert len(script.requests) == 1 and _unread(memory) == 4
        found = memory.status().model
        assert found is not None and "status 503" in (found.last_error or "")
        assert memory.retrieve("lease").hits  # nothing else notices


def test_a_model_that_hangs_blocks_neither_appends_nor_searches_nor_the_end(
    tmp_path: Path,
) -> None:
    asked, release, gave_up = threading.Event(), threading.Event(), list[bool]()

    def hangs(_: Any) -> tuple[int, str]:
        asked.set()
        gave_up.append(not release.wait(60))
        return 200, ""

    with scripted_model(hangs) as script:
        memory = EywaMemory(tmp_path, _settings(script), background=True)
        memory.append(LEASE)
        assert asked.wait(60)
        memory.append("The bakery below opens at five.")
        memory.flush(30)
        assert memory.retrieve("bakery").hits
        memory.close()
        assert not gave_up
        release.set()
    assert _journaled(tmp_path) == 0


def test_only_who_holds_the_lease_asks(tmp_path: Path) -> None:
    with scripted_model(reading({})) as script, EywaMemory(tmp_path, background=False) as holder:
        holder.hold_indexer()
        with EywaMemory(tmp_path, _settings(script), background=True) as memory:
            memory.append(LEASE)
            time.sleep(1.5)
            assert script.requests == []
            holder.close()
            until(lambda: _unread(memory) == 0)


def test_a_message_that_fails_alone_holds_up_no_other(tmp_path: Path) -> None:
    plain = reading(LINES)

    def chokes(body: dict[str, Any]) -> tuple[int, str]:
        if any("Unspeakable" in m["text"] for m in data_of(body).get("messages", ())):
            return 200, "no"
        return plain(body)

    with (
        scripted_model(chokes) as script,
        EywaMemory(tmp_path, _settings(script), background=True) as memory,
    ):
        memory.append_many([{"content": "Unspeakable."}, {"content": LEASE}])
        until(lambda: _unread(memory) == 1)
        asked = len(script.requests)
        memory.append("One more dull line.")
        until(lambda: len(script.requests) > asked and _unread(memory) == 1)
        last = script.asked("facts")[-1]
        assert [m["text"] for m in last["messages"]] == ["One more dull line."]
        found = memory.status().model
        assert found is not None and json.dumps(found.last_error)


def test_a_budget_of_nothing_leaves_it_to_enrich(tmp_path: Path) -> None:
    with (
        scripted_model(reading({})) as script,
        EywaMemory(tmp_path, _settings(script, daily_messages=0), background=True) as memory,
    ):
        memory.append(LEASE)
        memory.flush(30)
        assert script.requests == []
        assert memory.enrich().read == 1


def _fail() -> Any:
    raise AssertionError("no model is configured")
