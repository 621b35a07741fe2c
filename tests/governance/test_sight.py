"""Listings and exports show records as they are now, and an undeleted one again."""

from __future__ import annotations

import json

import pytest
from corpus import DAY_0, Clock, MakeMemory

from eywa_fs.memory import EywaMemory


@pytest.fixture
def memory(make_memory: MakeMemory, clock: Clock) -> EywaMemory:
    made = make_memory(clock=clock)
    for name, text in (("a", "I live in Porto."), ("b", "我的猫叫年糕。"), ("c", "A secret.")):
        made.append(text, event_id=name, timestamp=DAY_0)
    made.append("For today only.", event_id="d", timestamp=DAY_0, expires_at=clock() + 5_000)
    return made


def texts(memory: EywaMemory, **asked: object) -> list[str]:
    return [one.record.content for one in memory.list(oldest=True, **asked).items]  # type: ignore[arg-type]


def test_a_listing_shows_what_is_so_now(memory: EywaMemory, clock: Clock) -> None:
    memory.update("a", "I live in Braga.")
    memory.delete("c")
    memory.archive("b")
    assert texts(memory) == ["I live in Braga.", "For today only."]
    clock.advance(6)
    assert texts(memory) == ["I live in Braga."]
    assert texts(memory, text="braga") == ["I live in Braga."]
    assert texts(memory, text="porto") == []
    found = memory.list(oldest=True, hidden=True).items
    assert [(one.record.event_id, one.version, one.state) for one in found] == [
        ("a", 2, "active"), ("b", 2, "archived"), ("c", 2, "soft_deleted"), ("d", 1, "expired"),
    ]  # fmt: skip
    memory.restore("c")
    memory.unarchive("b")
    assert texts(memory) == ["I live in Braga.", "我的猫叫年糕。", "A secret."]


def test_pages_go_on_behind_hidden_records(memory: EywaMemory) -> None:
    memory.delete("b")
    first = memory.list(oldest=True, limit=1)
    memory.delete("a")
    second = memory.list(oldest=True, limit=1, cursor=first.next_cursor)
    assert [page.items[0].record.event_id for page in (first, second)] == ["a", "c"]


def test_what_people_read_of_an_export_is_as_it_is_now(memory: EywaMemory) -> None:
    memory.update("a", "I live in Braga.")
    memory.delete("c")
    said = "\n".join(memory.export(format="markdown"))
    assert "Braga" in said and "Porto" not in said and "secret" not in said
    [session] = json.loads("".join(memory.export(format="openai")))
    assert [m["content"] for m in session["messages"]][:2] == ["I live in Braga.", "我的猫叫年糕。"]
    whole = "\n".join(memory.export())
    assert "Porto" in whole and "Braga" in whole and "secret" in whole


def test_a_text_that_was_tampered_with_is_not_shown(memory: EywaMemory) -> None:
    memory.update("a", "I live in Braga.")
    [decisions] = memory.layout.root.rglob("decisions/*.jsonl")
    decisions.write_bytes(decisions.read_bytes().replace(b"Braga", b"Prato"))
    assert not [text for text in texts(memory) if "live" in text]
