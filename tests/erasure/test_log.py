"""The erasure log, and overwriting lines in place."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from eywa_fs.errors import TruthWriteError
from eywa_fs.truth import erasures
from eywa_fs.truth.auditlog import broken_links
from eywa_fs.truth.chain import chain_value
from eywa_fs.truth.erasures import Certificate, Derived, Erasure, Range
from eywa_fs.truth.journal import Journal
from eywa_fs.truth.layout import Layout
from eywa_fs.truth.tombstones import erased_by

SESSION = "tenants/t/users/u/sessions/s/2025-06-16.jsonl"
DECISIONS = "tenants/t/users/u/decisions/2025-06-16.jsonl"
NOTES = "tenants/t/users/u/longterm/notes.md"
ID = "er_0123456789ab"


@pytest.fixture
def layout(root: Path) -> Layout:
    root.mkdir()
    return Layout(root)


def put(layout: Layout, path: str, text: str) -> Path:
    file = layout.root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(text.encode())
    return file


def erasure(*ranges: Range, **more: object) -> Erasure:
    fields: dict[str, object] = {"counts": {"records": 1}, "links": {}, "markdown": {}} | more
    return Erasure(ID, 5, "me", "asked to", {"tenantId": "t"}, ("text",), ranges=ranges, **fields)  # type: ignore[arg-type]


def test_what_is_written_is_read_again(layout: Layout) -> None:
    log = Journal(layout)
    made = erasure(Range(DECISIONS, 0, 9), links={DECISIONS: ("a" * 64,)})
    derived = Derived(ID, 6, 3, "d")
    certificate = Certificate(ID, 7, ("b" * 64, None), {"records": 1}, 3, "d", {"found": 0})
    structural = Certificate("er_ffffffffffff", 8, (), {}, None, None, None, ("/b",), ("x",))
    for entry in (made, derived, certificate, structural):
        erasures.write(log, entry)
    put(layout, "audit/other", "")
    with open(layout.root / erasures.LOG, "a") as file:
        file.write('[]\n{"kind":"erasure"}\nx\n{"kind":"certificate","id":"no","at":1}\n')
    found = erasures.read(layout)
    assert found.erasures == {ID: made}
    assert found.derived == {ID: derived}
    assert found.certificates == {ID: certificate, structural.id: structural}
    assert not found.pending
    log.close()


def test_lines_become_tombstones_of_their_length(layout: Layout) -> None:
    lines = ['{"content":"x"}', '{"content":"' + "y" * 40 + '"}', '{"content":"stays"}', "torn 雪"]
    file = put(layout, SESSION, "\n".join(lines))
    second = len(lines[0]) + 1 + len(lines[1])
    tail = Range(SESSION, second + 1 + len(lines[2]) + 1, len(file.read_bytes()))
    before = file.read_bytes()
    made = erasure(Range(SESSION, 0, second), tail)
    hashes = erasures.overwrite(layout, made)
    after = file.read_bytes()
    assert len(after) == len(before)
    short, long, kept, torn = after.split(b"\n")
    assert (short.strip(), erased_by(long), kept) == (b"", ID, lines[2].encode())
    assert torn.strip() == b"" and len(torn) == len("torn 雪".encode())
    assert hashes[0] == hashlib.sha256(after[:second]).hexdigest()
    assert erasures.standing(layout, made) == hashes == erasures.overwrite(layout, made)
    assert file.read_bytes() == after
    erasures.write(journal := Journal(layout), made)
    assert erasures.erasure_at(layout, SESSION, 0) == made
    assert erasures.erasure_at(layout, SESSION, second + 1) is None
    journal.close()


def test_a_line_of_a_linked_log_keeps_its_chain_value(layout: Layout) -> None:
    journal = Journal(layout)
    lines = [b'{"content":"this was decided, number %d"}\n' % number for number in range(3)]
    second = journal.append_lines(DECISIONS, lines)[1]
    file = layout.root / DECISIONS
    line = file.read_bytes().splitlines()[1]
    value = chain_value(line)
    assert value is not None
    made = erasure(
        Range(DECISIONS, second.byte_start, second.byte_end), links={DECISIONS: (value,)}
    )
    erasures.overwrite(layout, made)
    assert json.loads(file.read_bytes().splitlines()[1]) == {"erased": ID, "chain": value}
    assert not [*broken_links(layout)]
    journal.append_lines(DECISIONS, lines[:1])
    assert not [*broken_links(layout)]
    journal.close()


def test_what_was_changed_meanwhile_is_left(layout: Layout) -> None:
    file = put(layout, SESSION, "abc\ndef\n")
    gone = Range(SESSION.replace("16.jsonl", "17.jsonl"), 0, 3)
    made = erasure(Range(SESSION, 1, 3), Range(SESSION, 4, 99), gone)
    assert erasures.overwrite(layout, made) == (None, None, None)
    assert file.read_bytes() == b"abc\ndef\n"


def test_markdown_is_blanked_only_as_the_decision_saw_it(layout: Layout) -> None:
    file = put(layout, NOTES, "# A\n\nsecret\n雪\n# B\n\nstays\n")
    at = Range(NOTES, 0, len("# A\n\nsecret\n雪".encode()))
    after = erasures.blanked(file.read_bytes(), [at])
    made = erasure(at, markdown={NOTES: hashlib.sha256(after).hexdigest()})
    assert None not in erasures.overwrite(layout, made)
    assert file.read_bytes() == after == b"   \n\n      \n   \n# B\n\nstays\n"
    assert None not in erasures.overwrite(layout, made)
    file.write_bytes(b"# other\n\nstays too, as it is\n")
    assert erasures.overwrite(layout, made) == (None,)
    assert b"stays too" in file.read_bytes()


def test_links_and_other_files_are_refused(layout: Layout, tmp_path: Path) -> None:
    outside = tmp_path / "outside.jsonl"
    outside.write_text("abc\n")
    (layout.root / SESSION).parent.mkdir(parents=True)
    (layout.root / SESSION).symlink_to(outside)
    for path in (SESSION, "config.yaml", "../outside.jsonl", erasures.LOG):
        with pytest.raises(TruthWriteError):
            erasures.overwrite(layout, erasure(Range(path, 0, 3)))
    assert outside.read_text() == "abc\n"
