"""users, sessions and list: what there is, read from the files, without an index."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from corpus import Eywa

from eywa_fs.memory import EywaMemory

DAY = 86_400_000
START = int(datetime(2025, 6, 1, 9, tzinfo=UTC).timestamp() * 1000)


@pytest.fixture
def told(make_memory: Callable[..., EywaMemory]) -> EywaMemory:
    """Three days of two sessions, and another tenant's user; nothing is indexed."""
    memory = make_memory()
    for day, (text, role, session) in enumerate(
        [
            ("The ferry leaves at seven.", "user", "trip"),
            ("渡轮七点出发。", "assistant", "旅行"),
            ("Bring a raincoat.", "user", "trip"),
        ]
    ):
        memory.append(
            text,
            role,
            session_id=session,
            timestamp=START + day * DAY,
            event_id=f"e{day}",
            speaker="Marja" if role == "user" else None,
        )
    memory.append("你好。", tenant_id="工厂", user_id="李明", timestamp=START)
    return memory


@pytest.mark.usefixtures("told")
def test_users_and_sessions(eywa: Eywa, root: Path) -> None:
    lines = [line.split() for line in eywa("users").out.splitlines()]
    assert lines[1][:4] == ["default", "me", "2", "3"]
    assert lines[1][-2:] == ["2025-06-01", "2025-06-03"] and lines[2][:2] == ["工厂", "李明"]
    (one,) = eywa("users", "--tenant", "工厂", "--json").value["users"]
    assert (one["user_id"], one["sessions"], one["last_day"]) == ("李明", 1, "2025-06-01")
    sessions = eywa("sessions", "--json").value["sessions"]
    assert [(s["session_id"], s["files"]) for s in sessions] == [("trip", 2), ("旅行", 1)]
    assert "trip" in eywa("sessions").out
    assert not (root / ".index" / "CURRENT").exists(), "a listing makes no index"


@pytest.mark.usefixtures("told")
def test_list_gives_the_newest_first(eywa: Eywa) -> None:
    def ids(*arguments: str) -> list[str]:
        return [r["event_id"] for r in eywa("list", *arguments, "--json").value["records"]]

    assert ids() == ["e2", "e1", "e0"]
    assert ids("--limit", "1") == ["e2"]
    assert ids("--since", "2025-06-02") == ["e2", "e1"]
    assert ids("--until", "2025-06-02") == ["e0"]
    assert ids("--since", "2025-06-01T09:00Z", "--until", "2025-06-01T09:00:00.001Z") == ["e0"]
    assert ids("--session", "旅行") == ["e1"] and ids("--role", "user") == ["e2", "e0"]
    text = eywa("list", "--limit", "2").out
    assert "Bring a raincoat.\n   2025-06-03 09:00Z  Marja as user  e2\n   tenants/" in text
    assert "渡轮七点出发。\n   2025-06-02 09:00Z  assistant  e1\n" in text
    assert eywa("list", "--since", "2030-01-01").out == "no such records\n"
    eywa("list", "--limit", "0", code=2)
    eywa("list", "--role", "king", code=2)
    assert "did you mean --user me" in eywa("list", "--user", "mee", code=4).err


def test_records_of_one_day_are_merged_by_time(told: EywaMemory) -> None:
    for n, session in enumerate(["b", "a", "b", "a"]):
        told.append(f"step {n}", session_id=session, timestamp=START + 9 * DAY + n, user_id="u")
    found = told.list(user_id="u", limit=3).items
    assert [one.record.content for one in found] == ["step 3", "step 2", "step 1"]
    assert told.show(found[0].citation, tenant_id="default", user_id="u") == found[0].record


def test_lines_that_are_no_record_are_left_out(told: EywaMemory, root: Path) -> None:
    path = next(root.glob("tenants/default/**/2025-06-03.jsonl"))
    with path.open("a", encoding="utf-8") as file:
        file.write('not json\n{"content": "Of a stranger."}\n{"content": "torn')
    texts = [one.record.content for one in told.list(since=START + 2 * DAY - DAY // 2).items]
    assert texts == ["Bring a raincoat.", "Of a stranger."]


def test_times_are_shown_in_the_zone_in_which_they_are_read(
    eywa: Eywa, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was typed without an offset comes out as it was typed, and can be typed again."""
    monkeypatch.setenv("EYWA_RETRIEVAL__TIMEZONE", "Asia/Shanghai")
    given = ("--event-id", "kiln", "--timestamp", "2026-03-02T07:30", "--create")
    place = eywa("add", "I live in Oulu since 1 March 2026.", *given).out.strip()
    assert place.endswith("/2026-03-01.jsonl:1"), "files are of days in UTC"
    as_shown = "2026-03-02 07:30+08:00"
    for command in (
        ("list",), ("search", "Oulu", "--strategy", "exact"), ("facts",), ("versions", "kiln"),
    ):  # fmt: skip
        assert as_shown in eywa(*command).out, command
    assert as_shown in eywa("show", "kiln").err
    assert "since 2026-03-01  " in eywa("facts").out, "a day that was told is that day anywhere"
    assert eywa("list", "--since", as_shown, "--json").value["records"]
    assert eywa("list", "--since", "2026-03-02 07:31", "--json").value["records"] == []


def test_a_zone_that_is_none_is_refused(eywa: Eywa, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("Mars/Olympus", "America", "../etc", ""):
        monkeypatch.setenv("EYWA_RETRIEVAL__TIMEZONE", name)
        assert "is no known time zone" in eywa("init", code=2).err
