"""Erasing records that were decided on: versions, transactions, deletions."""

from __future__ import annotations

from pathlib import Path

import pytest
from corpus import MakeMemory
from erasure.marked import places

from eywa_fs.errors import NotFound, ScopeForbidden
from eywa_fs.memory import EywaMemory
from eywa_fs.model.reports import VerifyReport
from eywa_fs.truth import erasures
from eywa_fs.truth.chain import chain_value
from eywa_fs.truth.tombstones import erased_by, tombstone


def checked(memory: EywaMemory) -> VerifyReport:
    """A deep verify that found nothing."""
    report = memory.verify(deep=True)
    assert not report.findings, [finding.as_dict() for finding in report.findings]
    return report


def test_a_transaction_of_which_a_line_was_erased_is_whole(make_memory: MakeMemory) -> None:
    memory = make_memory()
    for name in ("home", "kettle", "dog"):
        memory.append(f"What is said of the {name} here.", event_id=name)
    with memory.transaction() as together:
        together.update("home", "Another text of the home.")
        together.delete("kettle")
        together.pin("dog")
    memory.index()
    memory.checkpoint()
    memory.erase(event_ids=["home"])
    checked(memory)
    assert memory.get("kettle").state == "soft_deleted" and memory.get("dog").pinned


def test_nothing_of_a_record_that_was_updated_is_left(root: Path, make_memory: MakeMemory) -> None:
    """Its texts, the reasons given for them and its id: in the decisions and in the audit trail."""
    memory = make_memory(root)
    memory.append("I live in Porto, near the zebrafish.")
    memory.append("The kettle leaks.")
    name = memory.list(oldest=True).items[0].record.event_id
    memory.update(name, "I live in Lisbon, by the ocelot.", reason="her pangolin moved there")
    memory.update(name, "I live in Braga, with an axolotl.")
    memory.restore(name, 2)
    memory.delete(name, reason="said by mistake")
    memory.index()
    memory.checkpoint()
    report = memory.erase(event_ids=[name])
    assert report.plan.counts == {"records": 1, "decisions": 4, "audit": 4}
    assert report.certificate is not None and report.certificate.scan is not None
    assert report.certificate.scan["repeated"] == report.certificate.scan["found"] == 0
    words = ("zebrafish", "ocelot", "pangolin", "axolotl", "mistake", name)
    for file in root.rglob("*"):
        if file.is_file():
            data = file.read_bytes()
            assert not [word for word in words if word.encode() in data], file
    checked(memory)
    memory.checkpoint()
    assert [item.record.content for item in memory.list().items] == ["The kettle leaks."]


def test_a_tombstone_that_no_erasure_left_is_named(root: Path, make_memory: MakeMemory) -> None:
    """In a log it even has the chain value of the line that it hides."""
    memory = make_memory(root)
    for name in ("a", "b", "c"):
        memory.append(f"What is said in {name}.", event_id=name)
    memory.delete("b", reason="one")
    memory.delete("c", reason="two")
    memory.erase(event_ids=["a"])
    memory.index()
    checked(memory)
    [erased] = erasures.read(memory.layout).erasures
    forged = []
    for file in root.glob("tenants/*/users/*/**/*.jsonl"):
        lines = file.read_bytes().splitlines()
        for number, line in enumerate(lines[:2], start=1):
            if erased_by(line) is None:
                lines[number - 1] = tombstone(len(line), erased, chain_value(line))
                forged.append(f"{file.relative_to(root).as_posix()}:{number}")
        file.write_bytes(b"\n".join([*lines, b""]))
    memory.repair(apply=True)
    report = memory.verify(deep=True)
    found = [f.target for f in report.errors if f.kind == "erasure_unknown"]
    assert len(forged) == 3 and sorted(found) == sorted(forged)
    quick = [f.target for f in memory.verify().errors if f.kind == "erasure_unknown"]
    assert sorted(quick) == sorted(place for place in forged if "decisions" in place)


def test_a_text_that_an_update_says(root: Path, make_memory: MakeMemory) -> None:
    """Where it is the record's text now the record goes, and no older text takes its place; an
    earlier version goes alone."""
    memory = make_memory(root)
    for name in ("home", "kettle", "dog"):
        memory.append(f"The first text of the {name}.", event_id=name, session_id=name)
    memory.update("home", "Now it says pangolin.")
    memory.update("kettle", "Now it says pangolin.")
    memory.update("kettle", "Now it says nothing of it.")
    with memory.transaction() as together:
        together.update("dog", "The pangolin barks.")
        together.pin("kettle")
    memory.delete("dog")
    assert memory.erase(text="pangolin", session_id="kettle").plan.counts["decisions"] == 1
    assert memory.erase(text="pangolin", event_ids=["dog"], dry_run=True).plan.counts == {
        "records": 1, "decisions": 2, "audit": 2,
    }  # fmt: skip
    memory.erase(text="pangolin")
    memory.index()
    checked(memory)
    assert [item.record.event_id for item in memory.list(hidden=True).items] == ["kettle"]
    assert memory.get("kettle").record.content == "Now it says nothing of it."
    assert [version.number for version in memory.versions("kettle")] == [1, 3, 4]
    assert not any(b"pangolin" in file.read_bytes() for file in root.rglob("*") if file.is_file())


def test_an_export_keeps_a_transaction_of_which_a_line_was_erased(
    root: Path, tmp_path: Path, make_memory: MakeMemory
) -> None:
    memory = make_memory(root)
    for name in ("a", "b", "c"):
        memory.append(f"The first text of {name}.", event_id=name)
    memory.pin("a")
    memory.pin("b")
    with memory.transaction() as together:
        together.update("a", "The second text of a.")
        together.update("b", "The second text of b, an ocelot.")
        together.archive("c")
    memory.erase(event_ids=["b"])
    file = tmp_path / "export.jsonl"
    file.write_text("\n".join([*memory.export(every=True), ""]), encoding="utf-8")
    other = make_memory(tmp_path / "other")
    other.import_file(file)
    other.index()
    checked(other)
    for name in ("a", "c"):
        assert other.versions(name) == memory.versions(name)
        assert other.get(name) == memory.get(name)
    assert not [f for f in (tmp_path / "other").rglob("*.jsonl") if b"ocelot" in f.read_bytes()]
    assert other.import_file(file).new == 0


def test_what_a_citation_names_is_erased(root: Path, make_memory: MakeMemory) -> None:
    memory = make_memory(root)
    saffron, kettle, otter = (
        memory.append(f"The {name} of the house.", user_id=user).citation
        for name, user in (("saffron", "ana"), ("kettle", "ana"), ("otter", "bob"))
    )
    notes = root / "tenants/default/users/ana/longterm/notes.md"
    notes.parent.mkdir(parents=True)
    notes.write_text("# Kitchen\nThe stove is old.\n\n# Garden\nThe pond is deep.\n")
    memory.index()
    updated = memory.update(saffron, "The other saffron.", user_id="ana").citation
    section = f"{notes.relative_to(root)}:4"
    for wrong in (otter, kettle.replace(":2", ":9")):
        with pytest.raises((ScopeForbidden, NotFound), match=r"another tenant or user|no line 9"):
            memory.erase(event_ids=[wrong], user_id="ana")
    for name, user in ((kettle, "ana"), (updated, "ana"), (section, "ana"), (otter, None)):
        assert memory.erase(event_ids=[name], user_id=user).ok
    assert places(root, ["saffron", "kettle", "otter", "pond"]) == []
    assert notes.read_text().startswith("# Kitchen\nThe stove is old.\n")
    checked(memory)
    with pytest.raises(NotFound, match="was erased by er_"):
        memory.erase(event_ids=[kettle], user_id="ana")
