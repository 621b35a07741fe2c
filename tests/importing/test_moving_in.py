"""Moving in from other programs: what apps add, who is who another time, times as they come."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from importing.conftest import Run, lines, stored, texts

from eywa_fs.importing import importer
from eywa_fs.importing.found import milliseconds
from eywa_fs.memory import EywaMemory


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("I live in Bergen. <This message was edited>", "I live in Bergen."),
        ("I live in Bergen.\n<Edited>", "I live in Bergen."),
        ("I live in Bergen. ‹This message was edited›", "I live in Bergen."),
        ("我住在厦门。 <此消息已编辑>", "我住在厦门。"),
        ("我住在厦门。‹消息已編輯›", "我住在厦门。"),
        ("I live in Bergen. \u200e‹Diese Nachricht wurde bearbeitet.›", "I live in Bergen."),
        ("<This message was edited> said the app.", "<This message was edited> said the app."),
        ("Send it to me <unedited please>", "Send it to me <unedited please>"),
        ("Feed the cat <twice a day>", "Feed the cat <twice a day>"),
        ("记得喂猫<一天两次>", "记得喂猫<一天两次>"),
        ("请看附件<编辑后再发>", "请看附件<编辑后再发>"),
    ],
)
def test_the_mark_of_an_edited_message_is_the_apps(
    bring: Run, root: Path, written: str, kept: str
) -> None:
    bring("a.txt", f"31/12/2023, 23:58 - Ana: {written}\n", me="Ana")
    assert texts(root) == [kept]


def test_a_message_of_blanks_takes_no_longer_than_another(bring: Run, root: Path) -> None:
    blank = "hello" + "\n" * 150_000 + "there " + "\u200e" * 150_000 + "you"
    bring("a.txt", f"31/12/2023, 23:58 - Ana: {blank}\n", me="Ana")  # it took minutes
    assert texts(root) == [blank]


@pytest.mark.parametrize("dry_run", [False, True])
def test_another_me_is_told_that_the_records_have_other_roles(
    bring: Run, root: Path, dry_run: bool
) -> None:
    chat = "13/01/2024, 21:15 - Ana: I live in Oslo.\n13/01/2024, 21:16 - 小明: 我住在苏州。\n"
    bring("w.txt", chat, me="小明")
    other = bring("w.txt", chat + "13/01/2024, 21:17 - Ana: Bye.\n", me="Ana", dry_run=dry_run)
    [(reason, number)] = other.skipped.items()
    assert (other.records, other.new, number) == (1, 1, 2) and "another role" in reason
    again = bring("w.txt", chat, me="小明")
    assert (again.records, again.new, dict(again.skipped)) == (2, 0, {})
    assert [one["messageRole"] for one in stored(root)][:2] == ["assistant", "user"]


def test_what_is_there_is_known_without_reading_each_record(
    bring: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = lines({"content": "I live in Oslo."}, {"content": "我住在苏州。"})
    assert bring("a.jsonl", text).new == 2
    monkeypatch.setattr(importer, "record_at", None)
    again = bring("a.jsonl", text)
    assert (again.records, again.new, dict(again.skipped)) == (2, 0, {})


@pytest.mark.parametrize(
    ("value", "read"),
    [
        ("1700000000.123", 1_700_000_000_123),
        ("1712011200000", 1_712_011_200_000),
        ("1712011200", 1_712_011_200_000),
        ("20240301", 1_709_251_200_000),
        ("202403011200", None),
        ("20240301120000", None),
        ("2024-02-30", None),
        ("soon", None),
    ],
)
def test_times_in_quotes(value: str, read: int | None) -> None:
    assert milliseconds(value) == read


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"ts": "1700000000.123"}, None),
        ({"time": "", "userId": "", "expiresAt": "", "created_at": None}, None),
        ({"created_at": "2024-02-30T10:00:00Z"}, "created_at '2024-02-30T10:00:00Z' is no time"),
        ({"create_time": "gestern"}, "create_time 'gestern' is no time"),
        ({"time": -5}, "time '-5' is no time"),
        ({"timestamp": "1700000000"}, "timestamp 1700000000 counts seconds"),
    ],
)
def test_a_time_is_refused_by_the_key_that_stands_there(
    bring: Run, memory: EywaMemory, given: dict[str, Any], told: str | None
) -> None:
    report = bring("t.jsonl", lines({"content": "我有一只猫。", **given}), user_id="ana")
    if told is None:
        assert (report.problems, report.records) == ([], 1)
        assert [one.user_id for one in memory.users()] == ["ana"]
    else:
        assert report.records == 0 and told in report.problems[0]


def slack(*messages: dict[str, Any]) -> dict[str, Any]:
    """A channel, and two people of whom one has the user's name of the other as theirs."""
    users = [
        {"id": "U1", "name": "mia", "profile": {"display_name": "Mia"}},
        {"id": "U2", "name": "mia2", "profile": {"display_name": "Mia"}},
    ]
    day = [{"type": "message", "ts": f"170410320{n}.1", **one} for n, one in enumerate(messages, 1)]
    return {"users.json": users, "channels.json": [], "general/2024-01-01.json": day}


def test_a_name_as_it_is_spelt_goes_before_one_that_is_like_it(
    bring: Run, memory: EywaMemory
) -> None:
    said = slack({"user": "U1", "text": "I live in Turku."}, {"user": "U2", "text": "我住在昆明。"})
    bring("export", said, me="mia")
    assert [fact.object for fact in memory.facts().facts] == ["Turku"]


def test_a_post_whose_text_is_attached_is_found_and_is_not_the_users(
    bring: Run, memory: EywaMemory, root: Path
) -> None:
    said = slack(
        {"bot_id": "B1", "username": "deploy", "subtype": "bot_message", "text": "",
         "attachments": [{"text": "Build 7 is green."}, {"fallback": "构建成功。"}]},
        {"user": "U1", "text": "", "attachments": [{"text": "I live in Rome."}]},
        {"user": "U1", "text": "Look.", "attachments": [{"text": "a page's preview"}]},
        {"user": "U1", "text": "", "attachments": [{"image_url": "x"}, "odd"]},
    )  # fmt: skip
    report = bring("export", said, me="mia")
    assert texts(root) == ["Build 7 is green.\n构建成功。", "I live in Rome.", "Look."]
    assert [one["messageRole"] for one in stored(root)] == ["assistant", "assistant", "user"]
    assert dict(report.skipped) == {"message without text": 1} and not memory.facts().facts
