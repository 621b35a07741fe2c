"""export and import on the command line: where they write, what they say, what they refuse."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from corpus import Eywa
from factbase.lives import QuickMemory

from eywa_fs.truth.markdown import sections

DAY_0 = 1_750_032_000_000
DAY = 86_400_000
CHAT = "31/12/2023, 23:59 - Ana: I live in Turku.\n31/12/2023, 23:59 - Bo: I live in Oslo.\n"


@pytest.fixture
def told(root: Path) -> None:
    """Two users, two sessions, two days, a text that looks like Markdown of ours."""
    with QuickMemory(root, background=False) as memory:
        memory.append("# 2025-06-16\n```\n> x\r## y\n\n", session_id="a#b", timestamp=DAY_0)
        memory.append("Second *day*.", "assistant", session_id="a#b", timestamp=DAY_0 + DAY)
        memory.append("Other.", session_id="trip", timestamp=DAY_0, speaker="Ana [x]")
        memory.append("你好。", tenant_id="工厂", user_id="李明", timestamp=DAY_0)


@pytest.mark.usefixtures("told")
def test_lines_to_standard_output_are_what_the_library_gives(eywa: Eywa, root: Path) -> None:
    out = eywa("export").out
    with QuickMemory(root, background=False) as memory:
        assert out.split("\n")[:-1] == list(memory.export())
        every = list(memory.export(every=True))
    assert eywa("export", "--all").out.split("\n")[:-1] == every and len(every) == 5
    assert len(eywa("export", "--session", "trip").out.splitlines()) == 2
    assert len(eywa("export", "--since", "2025-06-17").out.splitlines()) == 2
    found = json.loads(eywa("export", "--all", "--format", "openai").out)
    assert [(one["user"], one["id"], len(one["messages"])) for one in found] == [
        ("me", "a#b", 2), ("me", "trip", 1), ("李明", "default", 1)
    ]  # fmt: skip
    assert found[0]["messages"][1] == {"role": "assistant", "content": "Second *day*."}


@pytest.mark.usefixtures("told")
def test_a_file_appears_whole_and_is_not_overwritten(
    eywa: Eywa, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    to = tmp_path / "out.jsonl"
    value = eywa("export", str(to), "--all", "--json").value
    assert value == {"to": str(to), "format": "jsonl", "files": 1, "lines": 5}
    assert to.stat().st_mode & 0o777 == 0o600
    kept = to.read_bytes()
    assert "--force" in eywa("export", str(to), code=2).err and to.read_bytes() == kept

    def full(*args: Any) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as broken:
        broken.setattr(os, "fsync", full)
        assert "No space left" in eywa("export", str(to), "--force", code=6).err
    assert to.read_bytes() == kept and [p.name for p in tmp_path.glob(".*")] == []
    eywa("export", str(to), "--force")
    assert len(to.read_bytes().splitlines()) == 4
    assert "cannot be written" in eywa("export", str(tmp_path / "no/such"), code=6).err
    assert "data root" in eywa("export", str(tmp_path / "root/x.jsonl"), code=2).err
    assert "none of jsonl" in eywa("export", "--format", "csv", code=2).err


@pytest.mark.usefixtures("told")
def test_markdown_is_a_file_a_session_in_which_a_text_makes_no_heading(
    eywa: Eywa, tmp_path: Path
) -> None:
    to = tmp_path / "pages"
    eywa("export", str(to), "--format", "markdown", "--all")
    files = sorted(p.relative_to(to).as_posix() for p in to.rglob("*.md"))
    assert files == ["default/me/a%23b.md", "default/me/trip.md", "工厂/李明/default.md"]
    page = (to / "default/me/a%23b.md").read_bytes()
    titles = [section.titles for section in sections(page)]
    assert titles == [(r"a\#b",), (r"a\#b", "2025-06-16"), (r"a\#b", "2025-06-17")]
    assert b"> # 2025-06-16\n> ```\n> > x\n> ## y\n>\n>\n" in page
    assert r"**Ana \[x\] as user**, 00:00" in (to / "default/me/trip.md").read_text()
    eywa("export", str(to), "--format", "markdown", code=2)
    (to / "mine.md").write_text("kept")
    (to / "default/me/trip.md").write_text("old")
    eywa("export", str(to), "--format", "markdown", "--force")
    assert "Other." in (to / "default/me/trip.md").read_text() and (to / "mine.md").exists()
    whole = eywa("export", "--format", "markdown").out
    assert whole.count("\n## ") == 3 and whole.startswith("# a\\#b\n")


@pytest.mark.usefixtures("told")
def test_pages_of_a_list(eywa: Eywa) -> None:
    first = eywa("list", "--limit", "2")
    cursor = first.err.rsplit(maxsplit=1)[1]
    assert "more: the same command with --cursor" in first.err
    second = eywa("list", "--limit", "2", "--cursor", cursor, "--json").value
    assert len(second["records"]) == 1 and second["next_cursor"] is None
    assert "another listing" in eywa("list", "--oldest", "--cursor", cursor, code=2).err
    oldest = eywa("list", "--oldest", "--limit", "1", "--text", "SECOND").out
    assert oldest.startswith("Second *day*.")
    tenants = eywa("tenants", "--json").value["tenants"]
    assert [(t["tenant_id"], t["users"], t["records"]) for t in tenants] == [
        ("default", 1, 3), ("工厂", 1, 1)
    ]  # fmt: skip


def test_import_says_what_it_put_where(eywa: Eywa, tmp_path: Path, root: Path) -> None:
    path = tmp_path / "Bo.txt"
    path.write_text(CHAT)
    eywa("init")
    asked = eywa("import", str(path), "--user", "ana", code=2)
    assert "--me NAME" in asked.err
    dry = eywa("import", str(path), "--user", "ana", "--me", "Ana", "--dry-run")
    line = "ana (tenant default): 2 records in session Bo, 2 new, 2023-12-31 to 2023-12-31"
    assert line in dry.out and "2 records would be imported" in dry.out
    assert not list((root / "tenants").iterdir())
    assert "next:" not in dry.out
    done = eywa("import", str(path), "--user", "ana", "--me", "Ana", "--no-index")
    assert line in done.out and "eywa --root" in done.out
    value = eywa("import", str(path), "--user", "ana", "--me", "Ana", "--no-index", "--json").value
    (place,) = value["files"][0]["places"]
    assert (place["session_id"], place["records"], place["new"]) == ("Bo", 2, 0)
    facts = eywa("facts", "--user", "ana", "--json").value["facts"]
    assert [fact["object"] for fact in facts] == ["Turku"]


def test_one_record_with_all_that_follows_from_it(eywa: Eywa, root: Path) -> None:
    with QuickMemory(root, background=False) as memory:
        memory.append("I live in Turku.", event_id="old", timestamp=DAY_0)
        memory.append("I live in Oulu now.", event_id="new", timestamp=DAY_0 + 1)
    out = eywa("show", "old", "--all").out
    assert out.startswith("I live in Turku.\n\nanchor: tenants/default/users/me/sessions/")
    assert "not indexed yet" in out and "seal: sealed" in out
    (fact,) = [line for line in out.splitlines() if line.startswith("fact: ")]
    assert "Turku" in fact and "[superseded]" in fact
    assert "ended by: " in out and "it ended: " in eywa("show", "new", "--all").out
    value = eywa("show", "old", "--all", "--json").value
    assert value["record"]["event_id"] == "old" and value["facts"][0]["object"] == "Turku"
