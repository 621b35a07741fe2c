"""Exports of chats: who says what, when it was said, and what is left out."""

from __future__ import annotations

import json
import zipfile
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

import pytest
from factbase.lives import QuickMemory
from hypothesis import given, settings
from hypothesis import strategies as st
from importing.conftest import Run

from eywa_fs.errors import BadRequest, EywaError, ImportFormatError
from eywa_fs.memory import EywaMemory


def said(memory: EywaMemory) -> list[tuple[str, str | None, str]]:
    """Role, speaker and text of all records, oldest first."""
    found = (one.record for one in memory.list(limit=99, oldest=True).items)
    return [(record.role, record.speaker, record.content) for record in found]


def times(memory: EywaMemory) -> list[str]:
    found = (one.record.timestamp for one in memory.list(limit=99, oldest=True).items)
    return [datetime.fromtimestamp(ms / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S") for ms in found]


# -- Claude ---------------------------------------------------------------------------------------


def turn(name: str, sender: str, *parts: Any, **more: Any) -> dict[str, Any]:
    content = [part if isinstance(part, dict) else {"type": "text", "text": part} for part in parts]
    return {
        "uuid": name, "sender": sender, "text": "", "content": content,
        "created_at": "2024-05-06T07:08:09.123456Z", "attachments": [], "files": [], **more,
    }  # fmt: skip


def claude() -> list[dict[str, Any]]:
    messages = [
        turn("q", "human", "Which knot?", "For a tent.", files=[{"file_name": "a.png"}]),
        turn("a", "assistant", {"type": "thinking", "thinking": "hm"}, "A taut-line hitch."),
        turn("t", "assistant", {"type": "tool_use", "input": {}}, text="This is not supported."),
        turn("old", "human", text="I live in Turku.") | {"content": None},
        "odd",
        turn("k", "king", "x"),
    ]
    return [{"uuid": "c1", "name": "Knots", "created_at": "2024-05-06T07:00:00Z",
             "chat_messages": messages}, {"uuid": "c2", "no": "messages"}]  # fmt: skip


def test_claude_conversations(bring: Run, memory: EywaMemory) -> None:
    report = bring("data.json", claude())
    assert (report.format, report.records, report.new) == ("claude", 3, 3)
    assert said(memory) == [
        ("user", None, "Which knot?\nFor a tent."),
        ("assistant", None, "A taut-line hitch."),
        ("user", None, "I live in Turku."),
    ]
    assert set(times(memory)) == {"2024-05-06 07:08:09"}
    first = memory.list(oldest=True).items[0].record
    assert (first.session_id, first.event_id, first.meta) == ("c1", "q", {"conversation": "Knots"})
    assert dict(report.skipped) == {
        "attached file": 1, "part of type thinking": 1, "part of type tool_use": 1,
        "message without text": 1,
    }  # fmt: skip
    assert len(report.problems) == 3 and "'king'" in report.problems[1]
    users = {
        "users.json": [{"uuid": "u"}],
        "projects.json": [],
        "deep/conversations.json": claude(),
    }
    assert bring("export.zip", users).new == 0, "in the archive it is the same"
    assert memory.facts().facts[0].object == "Turku"


def test_the_branch_of_a_claude_conversation(bring: Run, memory: EywaMemory) -> None:
    messages = [
        turn("q", "human", "Which knot?", parent_message_uuid="root"),
        turn("old", "assistant", "A granny knot.", parent_message_uuid="q"),
        turn("new", "assistant", "A reef knot.", parent_message_uuid="q"),
    ]
    talk = {"uuid": "c", "chat_messages": messages, "current_leaf_message_uuid": "new"}
    report = bring("c.json", [talk])
    assert [text for *_, text in said(memory)] == ["Which knot?", "A reef knot."]
    assert sum(report.skipped.values()) == 1


# -- WhatsApp -------------------------------------------------------------------------------------

ANDROID = """\
31/12/2023, 23:58 - Messages and calls are end-to-end encrypted. Tap to learn more.
31/12/2023, 23:59 - Ana: I live in Turku.
It is cold here:
# very cold

01/01/2024, 00:00 - Bo: I live in Oslo.
01/01/2024, 00:00 - Bo: I live in Oslo.
01/01/2024, 00:01 - Bo: <Media omitted>
01/01/2024, 00:02 - Ana: IMG-1.jpg (file attached)
The harbour at night
01/01/2024, 00:02 - Ana: This message was deleted
01/01/2024, 00:03 - Ana changed the group's name to "Trip: 2024"
"""


def test_an_android_chat(bring: Run, memory: EywaMemory) -> None:
    report = bring("WhatsApp Chat with Bo.txt", ANDROID, me="ANA")
    assert (report.format, report.records) == ("whatsapp", 4)
    assert said(memory) == [
        ("user", "Ana", "I live in Turku.\nIt is cold here:\n# very cold"),
        ("assistant", "Bo", "I live in Oslo."),
        ("assistant", "Bo", "I live in Oslo."),
        ("user", "Ana", "The harbour at night"),
    ]
    assert times(memory)[:2] == ["2023-12-31 23:59:00", "2024-01-01 00:00:00"]
    assert [fact.object for fact in memory.facts().facts] == ["Turku"], "only her own word counts"
    assert dict(report.skipped) == {"line of the app": 2, "media, or a deleted message": 2}
    assert {p.session_id for p in report.places} == {"WhatsApp Chat with Bo"}
    more = ANDROID + "02/01/2024, 09:00 - Bo: Good morning.\n"
    again = bring("WhatsApp Chat with Bo (1).txt", more, me="Ana")
    assert (again.records, again.new) == (5, 1)


def test_a_long_name_in_chinese_is_cut_to_what_a_folder_may_be_called(
    bring: Run, memory: EywaMemory
) -> None:
    """As one in English is: of a folder's name the bytes count."""
    name = "家" * 80
    report = bring(f"{name}.txt", ANDROID, me="Ana")
    assert not report.problems and {p.session_id for p in report.places} == {name[:66]}
    assert bring(name, {"a.md": "# A\n\nx\n"}).new == 1
    friends = [
        {"id": f"F{n}", "name": f"n{n}", "profile": {"display_name": "友" * 20}} for n in range(4)
    ]
    dms = [{"id": "D1", "members": ["U1", "F0", "F1", "F2", "F3"]}]
    users = [*slack()["users.json"], *friends]
    report = bring("export", slack() | {"users.json": users, "dms.json": dms}, me="ana")
    assert len(report.problems) == 2, "those of the export itself"


IOS_US = (
    "\ufeff[12/31/23, 11:58:00\u202fPM] Trip: \u200eMessages are end-to-end encrypted.\r\n"
    "[12/31/23, 11:59:58\u202fPM] Bo: Happy\u00a0new year\r\n"
    "\u200e[1/1/24, 12:00:01\u202fAM] Ana: \u200eimage omitted\r\n"
    "[1/1/24, 12:00:02\u202fAM] Ana: Yes! \u200e<This message was edited>\r\n"
    "[1/1/24, 12:30:00\u202fPM] Ana: Lunch\r\n"
)


def test_an_ios_chat_in_an_archive(bring: Run, memory: EywaMemory) -> None:
    report = bring("WhatsApp Chat - Bo.zip", {"_chat.txt": IOS_US, "0001-PHOTO.jpg": "x"}, me="")
    assert times(memory) == [
        "2023-12-31 23:59:58", "2024-01-01 00:00:02", "2024-01-01 12:30:00"
    ]  # fmt: skip
    assert said(memory)[0] == ("assistant", "Bo", "Happy\u00a0new year")
    assert said(memory)[1][2] == "Yes!" and not memory.facts().facts
    assert {p.session_id for p in report.places} == {"WhatsApp Chat - Bo"}


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        ("31.12.23, 23:59 - ", "2023-12-31 23:59:00"),
        ("31.12.2023, 23.59 - ", "2023-12-31 23:59:00"),
        ("31-12-2023 23:59 - ", "2023-12-31 23:59:00"),
        ("2023-12-31, 23:59 - ", "2023-12-31 23:59:00"),
        ("12/31/23, 11:59 PM - ", "2023-12-31 23:59:00"),
        ("31/12/23, 11:59 p. m. - ", "2023-12-31 23:59:00"),
        ("31/12/2023, 12:05 am - ", "2023-12-31 00:05:00"),
        ("2023/12/31 下午11:59 - ", "2023-12-31 23:59:00"),
        ("[2023/12/31 凌晨12:05:06] ", "2023-12-31 00:05:06"),
        ("2023年12月31日 中午12:10 - ", "2023-12-31 12:10:00"),
        ("[31.12.23, 23:59:58] ", "2023-12-31 23:59:58"),
        ("[2023-12-31, 23:59:58] ", "2023-12-31 23:59:58"),
    ],
)
def test_dates_of_several_languages(
    bring: Run, memory: EywaMemory, head: str, expected: str
) -> None:
    report = bring("chat.txt", f"{head}张三: 你好: 再见\n", me="张三")
    assert times(memory) == [expected] and not report.problems
    assert said(memory) == [("user", "张三", "你好: 再见")]


def chat(*dates: str) -> str:
    return "".join(f"{date}, 10:0{n} - Ana: {n}\n" for n, date in enumerate(dates))


def test_day_and_month_are_told_from_the_whole_chat(bring: Run, memory: EywaMemory) -> None:
    with pytest.raises(BadRequest, match=r"3/4/24 .* day_first"):
        bring("a.txt", chat("03/04/24", "05/04/24"), me="Ana")
    assert memory.users() == []
    bring("a.txt", chat("03/04/24", "05/04/24"), me="Ana", day_first=True)
    bring("b.txt", chat("03/04/24", "05/04/24"), me="Ana", day_first=False)
    assert {at[:10] for at in times(memory)} == {
        "2024-04-03", "2024-04-05", "2024-03-04", "2024-05-04"
    }  # fmt: skip
    bring("c.txt", chat("03/04/23", "04/13/23"), me="Ana", user_id="c")
    bring("d.txt", chat("03/02/23", "01/03/23"), me="Ana", user_id="d")  # it goes forward in time
    bring("e.txt", chat("05/05/23"), me="Ana", user_id="e")
    days = {user.user_id: (user.first_day, user.last_day) for user in memory.users()}
    assert days["c"] == ("2023-03-04", "2023-04-13") and days["d"] == ("2023-02-03", "2023-03-01")
    odd = bring("f.txt", chat("03/14/23", "14/03/23"), me="Ana")
    assert odd.records == 1 and "its date" in odd.problems[0]


def test_a_pasted_line_of_another_chat_is_not_a_message(bring: Run, memory: EywaMemory) -> None:
    pasted = "31/12/2023, 10:00 - Bo: Look:\n[30/12/2023, 09:00:00] Ana: I live in Rome.\n"
    bring("a.txt", pasted + "31/12/2023, 10:01 - Ana: No.\n", me="Ana")
    assert [(speaker, text[:5]) for _, speaker, text in said(memory)] == [
        ("Bo", "Look:"),
        ("Ana", "No."),
    ]


def test_who_the_user_is_is_never_guessed(bring: Run, memory: EywaMemory) -> None:
    with pytest.raises(BadRequest, match=r"which of them are you.*Ana \(2\), Bo \(2\)"):
        bring("a.txt", ANDROID)
    with pytest.raises(BadRequest, match="nobody called 'Anna' speaks there; there are Ana"):
        bring("a.txt", ANDROID, me="Anna")
    assert memory.users() == []


# -- Slack ----------------------------------------------------------------------------------------


def slack() -> dict[str, Any]:
    def message(user: str, ts: str, text: str, **more: Any) -> dict[str, Any]:
        return {"type": "message", "user": user, "ts": ts, "text": text, **more}

    return {
        "users.json": [
            {"id": "U1", "name": "ana", "profile": {"display_name": "Ana", "real_name": "Ana Ö"}},
            {"id": "U2", "name": "bo", "profile": {"display_name": "", "real_name": "Bo"}},
            {"id": "U3", "name": "bo2", "profile": {"real_name": "Bo"}},
        ],
        "channels.json": [{"id": "C1", "name": "general"}],
        "dms.json": [{"id": "D1", "members": ["U1", "U2"]}],
        "general/2024-01-01.json": [
            message("U1", "1704103200.000100", "has joined", subtype="channel_join"),
            message("U1", "1704103201.000200", "I live in Turku. &lt;3 <@U2> <#C1|general>"),
            message("U2", "1704103202.000300", "I live in Oslo, <https://x.org|here> <!channel>"),
            message("U3", "1704103203.000100", "Me too", thread_ts="1704103201.000200"),
            {"type": "message", "subtype": "bot_message", "username": "deploy", "text": "Done.",
             "ts": "1704103204.0", "files": [{"id": "F"}]},
            message("U1", "soon", "x"),
            "odd",
        ],
        "general/2024-01-02.json": [message("U1", "1704189600.000100", "")],
        "D1/2024-01-02.json": [message("U1", "1704189600.000100", "Just you and me.")],
    }  # fmt: skip


@pytest.mark.parametrize("name", ["export.zip", "export"])
def test_slack_channels(bring: Run, memory: EywaMemory, name: str) -> None:
    report = bring(name, slack(), me="ana")
    assert (report.format, report.records, len(report.problems)) == ("slack", 5, 2)
    assert said(memory) == [
        ("user", "Ana", "I live in Turku. <3 @Bo #general"),
        ("assistant", "Bo (bo)", "I live in Oslo, here (https://x.org) @channel"),
        ("assistant", "Bo (bo2)", "Me too"),
        ("assistant", "deploy", "Done."),
        ("user", "Ana", "Just you and me."),
    ]
    assert times(memory)[0] == "2024-01-01 10:00:01"
    keys = {item.record.idempotency_key for item in memory.list(limit=99).items}
    assert keys >= {  # other keys would double what was imported before
        "import:slack:general:1704103201.000200:U1", "import:slack:general:1704103204.0:deploy"
    }  # fmt: skip
    assert dict(report.skipped) == {
        "message of subtype channel_join": 1, "attached file": 1, "message without text": 1
    }  # fmt: skip
    assert {place.session_id for place in report.places} == {"general", "dm Bo (bo)"}
    threads = [one.record.meta for one in memory.list(limit=9, oldest=True).items]
    assert threads[2] == {"channel": "general", "thread": "1704103201.000200"}
    assert [fact.object for fact in memory.facts().facts] == ["Turku"]
    grown = slack()
    grown["general/2024-01-03.json"] = [{"type": "message", "user": "U2", "ts": "1704276000.1",
                                         "text": "Morning"}]  # fmt: skip
    assert bring(f"grown-{name}", grown, me="Ana").new == 1


def test_a_name_that_several_bear_is_not_guessed(bring: Run, memory: EywaMemory) -> None:
    with pytest.raises(BadRequest, match=r"'Bo' names several: .*: Bo \(bo\), Bo \(bo2\)"):
        bring("export.zip", slack(), me="Bo")
    with pytest.raises(BadRequest, match=r"'ana' names several: .*: ANA, Ana"):
        bring("a.txt", ANDROID.replace("Bo:", "ANA:"), me="ana")
    assert memory.users() == []
    bring("a.txt", ANDROID.replace("Bo:", "ANA:"), me="ANA", user_id="a")
    assert [fact.object for fact in memory.facts(user_id="a").facts] == ["Oslo"]
    guest = {"type": "message", "user": "U9", "text": "I live in Rome.", "ts": "1704276000.1",
             "user_profile": {"real_name": "Ana"}}  # fmt: skip
    bring("export", slack() | {"general/2024-01-03.json": [guest]}, me="Ana (ana)")
    assert said(memory)[-1] == ("assistant", "Ana (U9)", "I live in Rome.")


@pytest.mark.parametrize("me", ["Cy", "cyrus", "u9", "Cy Guest"])
def test_somebody_is_named_by_id_or_user_name_too(bring: Run, memory: EywaMemory, me: str) -> None:
    profile = {"display_name": "Cy", "real_name": "Cy Guest", "name": "cyrus"}
    guest = {"type": "message", "user": "U9", "text": "I live in Rome.", "ts": "1704276000.1",
             "user_profile": profile}  # fmt: skip
    later = guest | {"text": "Bye, <@U9>.", "ts": "1704276001.1", "user_profile": None}
    export = slack() | {"general/2024-01-03.json": [guest, later]}
    with pytest.raises(BadRequest, match=r"Ana \(3\), Cy \(2\)"):
        bring("export", export)
    bring("export", export, me=me)
    assert said(memory)[-2:] == [("user", "Cy", "I live in Rome."), ("user", "Cy", "Bye, @Cy.")]
    assert [fact.object for fact in memory.facts().facts] == ["Rome"]


# -- notes ----------------------------------------------------------------------------------------


def test_notes_of_a_folder(bring: Run, memory: EywaMemory, tmp_path: Path) -> None:
    vault = {
        "Garden/Bulbs 🌷.md": "---\ntags: [garden]\n---\n# Bulbs\n\nTulips in autumn. [[Tools]]\n",
        "日记.md": "# 今天\n\n种了郁金香。\n",
        "empty.md": " \n",
        "a.png": "x",
        ".obsidian/app.json": "{}",
        ".trash/gone.md": "# Gone\n\nx\n",
    }
    report = bring("Vault", vault, user_id="ana")
    assert (report.format, report.records, report.new) == ("markdown", 2, 2)
    assert dict(report.skipped) == {"empty note": 1, "file that is no Markdown": 1}
    place = tmp_path / "root/tenants/default/users/ana/longterm/%56ault"
    assert (place / "Garden/Bulbs 🌷.md").read_text(encoding="utf-8") == vault["Garden/Bulbs 🌷.md"]
    hit = memory.retrieve("Tulips in autumn", user_id="ana", strategy="exact").hits[0]
    assert hit.record.role == "system" and not memory.facts(user_id="ana").facts
    assert bring("Vault", vault, user_id="ana").new == 0
    changed = vault | {"日记.md": "# 今天\n\n下雨了。\n"}
    left = bring("Vault", changed, user_id="ana")
    assert left.new == 0 and sum("--replace" in reason for reason in left.skipped) == 1
    assert bring("Vault", changed, user_id="ana", replace=True).new == 1
    assert "下雨了" in (place / "日记.md").read_text(encoding="utf-8")
    assert bring("one.md", "# One\n\nA single note.\n").format == "markdown"
    assert (tmp_path / "root/tenants/default/users/me/longterm/notes/one.md").exists()


@pytest.mark.parametrize("coded", ["gbk", "utf-16", "utf-16-le"])
def test_texts_that_are_not_utf8_are_refused_by_name(
    bring: Run, memory: EywaMemory, tmp_path: Path, coded: str
) -> None:
    bring("Vault", {"fine.md": "# 今天\n\n晴。\n"}, dry_run=True)
    text = "# Today 今天\n\n种了郁金香。\n"
    (tmp_path / "Vault/old.md").write_bytes(text.encode(coded))
    (tmp_path / "Vault/marked.md").write_text(text, encoding="utf-8-sig")
    report = memory.import_file(tmp_path / "Vault")
    assert report.records == 2
    (refused,) = report.problems
    assert "old.md: it is no UTF-8 text" in refused and refused.endswith("save it as UTF-8")
    hits = memory.retrieve("郁金香", strategy="exact").hits
    assert hits[0].record.content == text.strip()
    (tmp_path / "chat.txt").write_bytes(ANDROID.replace("Bo:", "安娜:").encode(coded))
    with pytest.raises(ImportFormatError, match="it is no UTF-8 text"):
        memory.import_file(tmp_path / "chat.txt", me="Ana")


# -- whatever stands in an export -----------------------------------------------------------------

JUNK: tuple[Any, ...] = (
    None, True, 0, -1, 1e99, 2**70, "", "x", "1.5", "\ud800", "\x00", [], {}, [1], ["x"], {"a": 1},
)  # fmt: skip


def spoiled(value: Any, random: Random) -> Any:
    """A JSON value in which parts are gone, or something else."""
    if random.random() < 0.06:
        return random.choice(JUNK)
    if isinstance(value, dict):
        return {key: spoiled(one, random) for key, one in value.items() if random.random() > 0.03}
    return [spoiled(one, random) for one in value] if isinstance(value, list) else value


@settings(max_examples=60)
@given(seed=st.integers(0, 2**32))
def test_a_spoiled_export_ends_in_a_report_or_a_typed_error(
    tmp_path_factory: pytest.TempPathFactory, seed: int
) -> None:
    folder, random = tmp_path_factory.mktemp("spoiled"), Random(seed)
    files = {"conversations.json": claude()} if seed % 2 else slack()
    path = folder / "export.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for name, value in files.items():
            archive.writestr(name, json.dumps(spoiled(value, random)))
    with QuickMemory(folder / "root", background=False) as memory, suppress(EywaError):
        report = memory.import_file(path, me="Ana")
        assert report.new == len(memory.list(limit=99).items)


# -- dry runs -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "content", "options"),
    [
        ("chat.txt", ANDROID, {"me": "Ana"}),
        ("export.zip", slack(), {"me": "Ana"}),
        ("c.json", claude(), {}),
        ("vault", {"a.md": "# A\n\nx\n"}, {}),
        ("own.jsonl", '{"content": "one"}\n{"content": "one"}\n', {}),
    ],
)
def test_a_dry_run_says_what_the_import_does_and_writes_nothing(
    bring: Run, tmp_path: Path, name: str, content: Any, options: dict[str, Any]
) -> None:
    def files() -> list[Path]:
        return sorted((tmp_path / "root").rglob("*"))

    before = files()
    dry = bring(name, content, dry_run=True, **options)
    assert files() == before
    real = bring(name, content, **options)
    assert dry.as_dict() == real.as_dict() and real.new == real.records > 0
    again = bring(name, content, dry_run=True, **options)
    assert again.new == 0 and again.records == real.records
