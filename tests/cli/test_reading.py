"""Search, context and show on a terminal: filters, refusals in words, text that stays text."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from corpus import Eywa

from eywa_fs.cli import opening
from eywa_fs.cli.commands.read import _listed
from eywa_fs.cli.output import table
from eywa_fs.memory import EywaMemory
from eywa_fs.model.safetext import safe, safe_json, safe_line

HOSTILE = "x\x1b]0;own\x07\x9b31m\u202e\x7f\r[red]y[/red] \ud800"


def ids(ran: object) -> set[str]:
    return {hit["event_id"] for hit in ran.value["hits"]}  # type: ignore[attr-defined]


@pytest.mark.usefixtures("small")
def test_filters_narrow_the_search(eywa: Eywa) -> None:
    every = ("search", "heron", "--strategy", "exact", "--json")
    assert ids(eywa("search", "heron 苍鹭", "--strategy", "exact", "--json")) == {"heron", "lu"}
    assert ids(eywa(*every, "--session", "zh")) <= {"lu"}
    both = ("--session", "zh", "--session", "default")
    assert "heron" in ids(eywa(*every, *both))
    assert ids(eywa(*every, "--tag", "bird")) <= {"lu"}
    assert ids(eywa(*every, "--role", "assistant")) == set()
    assert ids(eywa(*every, "--source", "longterm")) == set()
    assert ids(eywa(*every, "--until", "2020-01-01")) == set()
    assert "heron" in ids(eywa(*every, "--from", "2020-01-01"))
    assert ids(eywa(*every, "--as-of", "2020-01-01T10:00Z")) == set()


@pytest.mark.usefixtures("small")
def test_a_hit_says_who_said_it_and_its_id(eywa: Eywa) -> None:
    text = eywa("search", "苍鹭", "--strategy", "exact").out
    assert "  user  lu\n   tenants/default/users/me/sessions/zh/" in text


@pytest.mark.usefixtures("small")
def test_show_and_explain_take_an_id_or_a_citation(eywa: Eywa) -> None:
    hit = eywa("search", "苍鹭", "--strategy", "exact", "--json").value["hits"][0]
    for name in (hit["event_id"], hit["citation"]):
        assert eywa("show", name).out == "苍鹭单脚站在芦苇里。\n"
        assert eywa("explain", "苍鹭", name, "--json").value["rank"] == 1
    assert "no message 'nobody'" in eywa("show", "nobody", code=4).err
    assert "no file" in eywa("import", "nowhere.json", code=4).err
    assert "no message 'nobody'" in eywa("explain", "heron", "nobody", code=4).err
    assert eywa("explain", "苍鹭", "heron", "--as-of", "2001-01-01", "--json").value["rank"] is None
    eywa("explain", "heron", "tenants/default/users/you/sessions/s/2026-01-01.jsonl:1", code=3)


@pytest.mark.usefixtures("small")
def test_a_refused_record_is_named_as_such(
    eywa: Eywa, root: Path, caplog: pytest.LogCaptureFixture
) -> None:
    for path in root.glob("tenants/**/default/*.jsonl"):
        before = path.stat()
        path.write_bytes(path.read_bytes().replace(b"heron stands", b"stork stands"))
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))  # nothing but the bytes tells
    warned = 0
    for command in ("search", "context"):
        told = eywa(command, "Who stands on one leg in the reeds?")
        assert "stork" not in told.out and "heron" not in told.out
        assert "refused: 1 record was not shown" in told.err and "next: 'eywa verify'" in told.err
        warned += "\n".join(caplog.messages).count("stale answers refused")
        caplog.clear()
    assert warned == 1, "said when the file is queued, not again while it waits"
    eywa("repair", "--apply")
    told = eywa("search", "Who stands on one leg in the reeds?")
    assert told.out.count("CHANGED: ") == 1 and "stork" in told.out.split("CHANGED: ")[0]
    cited = next(line.strip() for line in told.out.splitlines() if ".jsonl:" in line)
    assert "CHANGED: its text does not fit the hash" in eywa("show", cited).err
    with next(root.glob("tenants/**/default/*.jsonl")).open("a", encoding="utf-8") as file:
        file.write('{"content": "The heron of a stranger stands in the reeds."}\n')
    told = eywa("search", "heron of a stranger", "--limit", "1")
    assert "stranger" in told.out and "CHANGED" not in told.out, "it never had a hash"


@pytest.mark.usefixtures("small")
def test_all_refused_is_not_called_nothing_found(eywa: Eywa, root: Path) -> None:
    for path in root.glob("tenants/**/*.jsonl"):
        before = path.stat()
        path.write_bytes(path.read_bytes().replace(b"one leg", b"two leg"))
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    told = eywa("search", "reeds", "--strategy", "exact", "--session", "default")
    assert told.out == "nothing that can be proved\n" and "refused: 1 record" in told.err


def test_what_is_not_indexed_is_said(
    eywa: Eywa, make_memory: Callable[..., EywaMemory], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "INDEXED_AT_ONCE_BYTES", 10)
    with make_memory() as memory:
        memory.append("The ferry has a red funnel.")
    found = eywa("search", "funnel", "--strategy", "exact")
    assert "red funnel" in found.out
    assert "index_missing" in found.err and "'eywa index'" in found.err


def test_what_is_merely_nearest_is_marked(
    eywa: Eywa, make_memory: Callable[..., EywaMemory]
) -> None:
    with make_memory() as memory:
        memory.append_many({"content": f"Jar {n} holds plum jam from {n}."} for n in range(1, 31))
        memory.index()
    found = eywa("search", "Which planet has the most moons?").out
    assert found.startswith("nothing certain was found") and found.count("nothing certain: ") == 3
    assert "7 more fit no better than chance; --json lists them" in found
    assert eywa("context", "Which planet has the most moons?").out == "nothing known\n"
    sure = eywa("search", "What does jar 12 hold?", "--limit", "1").out
    assert "Jar 12" in sure and "nothing certain" not in sure


def test_stored_text_cannot_steer_the_terminal(
    eywa: Eywa, make_memory: Callable[..., EywaMemory]
) -> None:
    with make_memory() as memory:
        anchor = memory.append(
            "The gate \x1b]0;owned\x07 is \x9b31mred\u202e [bold]now[/bold]\n2. forged", tags=("a",)
        )
    for line in (
        ("search", "gate", "--strategy", "exact"),
        ("context", "gate"),
        ("show", anchor.citation),
        ("search", "gate", "--strategy", "exact", "--json"),
    ):
        text = eywa(*line).out
        assert not set(text) & {"\x1b", "\x07", "\x9b", "\u202e"}, line
        assert "[bold]now[/bold]" in text
    plain = eywa("search", "gate", "--strategy", "exact").out
    assert "\n   2. forged" in plain, "a line of a record must not look like a hit"


def test_every_control_character_is_spelled_out() -> None:
    assert safe_line("a\x1bb\nc") == "a\\x1bb\\nc"
    assert safe("a\n\tb") == "a\n\tb"
    assert safe(HOSTILE).isprintable() and "[red]y[/red]" in safe(HOSTILE)
    assert safe_json('"\x9b\u202e"') == '"\\u009b\\u202e"'


TAGS = "".join(chr(0xE0000 + ord(one)) for one in "send it to me")
SCOTLAND = "\U0001f3f4" + "".join(chr(0xE0000 + ord(one)) for one in "gbsct") + "\U000e007f"


@pytest.mark.parametrize(
    ("hidden", "spelled"),
    [
        (f"Tea{TAGS[:2]}.", r"Tea\U000e0073\U000e0065."),
        ("a\u200bb\u2060c\ufeffd\xade\u180ef\u3164g\u115f",
         r"a\u200bb\u2060c\ufeffd\xade\u180ef\u3164g\u115f"),
        ("x\ufe0f\u6f22\U000e0101", "x\\ufe0f\u6f22\\U000e0101"),
        ("mei\u200d and mei\u200e", r"mei\u200d and mei\u200e"),
        (f"\U0001f3f4{TAGS}\U000e007f", None),
        (f"{SCOTLAND}{TAGS[:1]}", f"{SCOTLAND}\\U000e0073"),
    ],
)  # fmt: skip
def test_what_is_drawn_as_nothing_is_spelled_out(hidden: str, spelled: str | None) -> None:
    shown = safe(hidden)
    assert shown == spelled if spelled is not None else not set(TAGS) & set(shown)
    assert json.loads(safe_json(json.dumps(hidden, ensure_ascii=False))) == hidden
    assert not set(TAGS[:2]) & set(safe_json(hidden).replace(SCOTLAND, ""))


@pytest.mark.parametrize(
    "text",
    [
        "\U0001f469\u200d\U0001f469\u200d\U0001f467", SCOTLAND,
        "\u2764\ufe0f\u200d\U0001f525 1\ufe0f\u20e3",
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", "\u0915\u094d\u200d\u0937",
        "\u05e9\u05dc\u05d5\u05dd\u200f!",
        "Zoë e\u0301 \u3000漢字、\xa0\u2003",
    ],
)  # fmt: skip
def test_what_a_script_or_a_picture_needs_stays(text: str) -> None:
    assert safe(text) == text


def test_names_that_look_alike_are_told_apart(
    eywa: Eywa, make_memory: Callable[..., EywaMemory]
) -> None:
    with make_memory() as memory:
        for name in ("mei", "mei\u200b", "mei ", "\u3000mei"):
            memory.append("Here.", user_id=name)
    lines = eywa("users").out.splitlines()
    shown = {line.split()[1] for line in lines if "mei" in line}
    assert shown == {"mei", r"mei\u200b", r"mei\x20", r"\u3000mei"}


def test_tables_take_cells_literally() -> None:
    text = table(("name", "n"), [("[red]苍鹭[/red]", 1.5), (HOSTILE, 10)], "t")
    assert "[red]苍鹭[/red]" in text and "\x1b" not in text
    told = table(("a", "b"), [("苍鹭", 1), ("x" * 300, 22)]).splitlines()
    assert told[1] == "苍鹭" + " " * 299 + "1" and told[2] == "x" * 300 + "  22"


def test_a_table_on_a_terminal_is_folded_but_for_its_dates(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setenv("COLUMNS", "80")
    text = table(("user", "last day"), [("苍鹭" * 60, "2025-06-03"), ("[red]x[/red]\x1b[2J", "")])
    assert "2025-06-03" in text and max(map(len, text.splitlines())) <= 80
    assert "[red]x[/red]\\x1b[2J" in text


def test_a_search_shows_the_beginning_of_a_long_record(eywa: Eywa) -> None:
    text = "The kiln log. " + "It was fired at dawn. " * 800
    eywa("add", text, "--user", "ana", "--event-id", "kiln", "--create")
    eywa("add", "\n".join(f"Kiln line {n}" for n in range(40)), "--user", "ana")
    found = eywa("search", "kiln", "--user", "ana", "--strategy", "exact").out
    assert len(found) < 2500 and "Kiln line 14" in found and "Kiln line 15" not in found
    assert f"… {len(text)} characters in all: 'eywa show kiln --user ana'" in found
    [whole] = [
        hit["text"]
        for hit in eywa("search", "kiln", "--user", "ana", "--json").value["hits"]
        if hit["event_id"] == "kiln"
    ]
    assert whole == text


def test_a_section_of_markdown_is_shown_by_the_id_that_a_search_prints(
    eywa: Eywa, root: Path
) -> None:
    eywa("init")
    eywa("add", "I have a boat.", "--event-id", "md_boat")
    notes = root / "tenants/default/users/me/longterm/boat.md"
    notes.parent.mkdir(parents=True)
    notes.write_text('# Kept\n\n## Boat\n\nThe boat "Aurora" is in Cascais.\n')
    [found] = eywa("search", "Aurora Cascais", "--source", "longterm", "--json").value["hits"]
    shown = eywa("show", found["event_id"])
    assert "Aurora" in shown.out and shown.out == eywa("show", found["citation"]).out
    assert "session" not in shown.err and "not sealed" in shown.err
    assert "Aurora" in eywa("show", "--all", found["event_id"]).out
    assert eywa("show", "md_boat").out == "I have a boat.\n"
    assert "no message 'md_none'" in eywa("show", "md_none", code=4).err


def test_numbers_that_are_left_out_are_said_to_be(make_memory: Callable[..., EywaMemory]) -> None:
    with make_memory() as memory:
        memory.append_many({"content": f"Jar {n} holds plum jam from {n}."} for n in range(1, 5))
        hits = memory.retrieve("plum jam").hits
    sure = [replace(hit, certain=number != 0) for number, hit in enumerate(hits)]
    found = _listed(sure, 0, "")
    assert found.startswith("2. ")
    assert "1 left out, also between these, fit no better than chance" in found
    sure = [replace(hit, certain=number == 0) for number, hit in enumerate(hits)]
    assert "3 more fit no better than chance" in _listed(sure, 0, "")
    assert "chance" not in _listed([replace(hit, certain=True) for hit in hits], 0, "")
