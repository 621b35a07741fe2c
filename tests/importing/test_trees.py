"""Archives and files that mean harm: nothing is unpacked, nothing grows without a bound."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest
from importing.conftest import Run

from eywa_fs.errors import ImportFormatError
from eywa_fs.importing import trees
from eywa_fs.memory import EywaMemory

TALK = [{"uuid": "c1", "chat_messages": [{"sender": "human", "text": "x" * 2000}]}]


def test_hostile_names_in_an_archive_are_ignored(memory: EywaMemory, tmp_path: Path) -> None:
    link = zipfile.ZipInfo("link.md")
    link.external_attr = 0o120777 << 16
    path = tmp_path / "notes.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for name in ("../up.md", "/abs.md", "a/../../b.md", "C:/x.md", "a\\..\\b.md", "ok/fine.md"):
            info = zipfile.ZipInfo(name)
            info.filename = name
            archive.writestr(info, "# X\n\ntext\n")
        archive.writestr(link, "/etc/passwd")
        archive.writestr("__MACOSX/._fine.md", "x")
    report = memory.import_file(path)
    assert report.records == 1
    assert dict(report.skipped) == {"path that leads out of the archive": 5, "symbolic link": 1}
    written = [p.name for p in (tmp_path / "root").rglob("*.md")]
    assert written == ["fine.md"] and not list(tmp_path.glob("*.md"))


def test_bombs_and_huge_files_are_refused(
    bring: Run, memory: EywaMemory, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(trees, "SUSPECT_BYTES", 100_000)
    with pytest.raises(ImportFormatError, match="would grow"):
        bring("bomb.zip", {"conversations.json": "[" + " " * 2_000_000 + "]"})
    monkeypatch.setattr(trees, "MOST_BYTES", 1000)
    with pytest.raises(ImportFormatError, match="more than 1000 bytes"):
        bring("large.zip", {"conversations.json": json.dumps(TALK)})
    with pytest.raises(ImportFormatError, match="more than 1000 bytes"):
        bring("large.json", TALK)
    monkeypatch.setattr(trees, "MOST_FILES", 2)
    with pytest.raises(ImportFormatError, match="more than 2 files"):
        bring("many.zip", {f"{n}.md": "x" for n in range(3)})
    monkeypatch.setattr(trees, "MOST_LINE", 50)
    report = bring(
        "long.jsonl", '{"content": "one"}\n{"content": "' + "x" * 500 + '"}\n{"content": "two"}\n'
    )
    assert [one.record.content for one in memory.list(oldest=True).items] == [
        "one",
        "two",
    ] and "too long" in report.problems[0]
    damaged = tmp_path / "damaged.zip"
    with zipfile.ZipFile(damaged, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("conversations.json", json.dumps([1, 2, 3] * 30))
    data = bytearray(damaged.read_bytes())
    (tmp_path / "cut.zip").write_bytes(data[:-30])
    with pytest.raises(ImportFormatError, match=r"cut off or damaged .* download or copy it again"):
        memory.import_file(tmp_path / "cut.zip")
    data[50] ^= 0xFF
    damaged.write_bytes(data)
    with pytest.raises(ImportFormatError, match="cannot be unpacked"):
        memory.import_file(damaged)
