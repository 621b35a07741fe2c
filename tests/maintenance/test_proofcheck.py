"""What lets a deep verify leave a file's lines undecoded, and that nothing false gets through."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from eywa_fs.catalog import docs, document_row
from eywa_fs.catalog.document_row import DOCS, SealedFile, StoredDocument
from eywa_fs.catalog.files import FileRow
from eywa_fs.catalog.store import Catalog
from eywa_fs.hashing import fingerprint
from eywa_fs.ingest.derive import LANE
from eywa_fs.ingest.filepass import PassLimits, steps
from eywa_fs.maintenance.proofcheck import Proven, proven
from eywa_fs.model.documents import scope_key
from eywa_fs.model.records import Record, Scope
from eywa_fs.truth.codec import encode_record
from eywa_fs.truth.layout import Layout, TruthPath

REL = "tenants/oak/users/ida/sessions/home/2025-07-14.jsonl"
START = 1_752_480_000_000
SPANS = 3
"""How many spans of a record have a vector."""

EMPTY = FileRow(REL, scope_key(Scope("oak", "ida")), "session", 0, 0, fingerprint(b""), 0, 0, 0)
"""The manifest's row of a file without a line."""

NONE = SealedFile([], [], [], [], [])

LONG = "".join(f"Shelf {n} of the attic holds {n * 7} tins of paint. " for n in range(120))
TEXTS = ("The ladder leans on the pear tree.", LONG, "梯子靠在梨树上。", "Tomorrow, then.")


@dataclass
class Indexed:
    """A file, its manifest row, and the documents made from it."""

    data: bytes
    truth: TruthPath
    row: FileRow
    catalog: Catalog

    def whole(self) -> list[StoredDocument]:
        with self.catalog.read() as connection:
            return document_row.of_path(connection, REL)

    def documents(self) -> SealedFile:
        with (
            self.catalog.read() as connection,
            ThreadPoolExecutor(1) as pool,
        ):
            [found] = document_row.sealed_files(connection, LANE, [["none", REL, "nor this"]], pool)
            return found.get(REL, NONE)

    def edit(self, doc_id: object, values: Mapping[str, object]) -> None:
        """Write into a row, as any program can."""
        columns = ", ".join(f"{name} = ?" for name in values)
        with self.catalog.write() as connection:
            change = f"UPDATE docs SET {columns} WHERE doc_id = ?"
            assert connection.change(change, *values.values(), doc_id) == 1

    def proof(self, data: bytes | None = None, row: FileRow | None = None) -> Proven | None:
        data = self.data if data is None else data
        return proven(data, self.truth, row or self.row, self.documents(), SPANS)

    def proven(self, data: bytes | None = None, row: FileRow | None = None) -> bool:
        return self.proof(data, row) is not None


def line(number: int, text: str) -> bytes:
    record = Record(
        event_id=f"evt-{number}", tenant_id="oak", user_id="ida", session_id="home", role="user",
        content=text, timestamp=START + number * 60_000,
    )  # fmt: skip
    return encode_record(record, max_bytes=1 << 20)


@pytest.fixture
def indexed(tmp_path: Path) -> Iterator[Indexed]:
    layout = Layout(tmp_path / "root")
    path = layout.absolute(REL)
    path.parent.mkdir(parents=True)
    path.write_bytes(b"\n".join([b"".join(map(line, range(4), TEXTS)), line(9, "Bye.")]))
    truth = layout.parse(REL)
    assert truth is not None
    [step] = steps(layout, truth, None, PassLimits(max_vector_spans=SPANS))
    catalog = Catalog(tmp_path / "catalog.db", create=True)
    with catalog.write() as connection:
        rows = [
            replace(doc.row, state="indexed_fresh", vector=doc.embed_text is not None)
            for doc in step.documents
        ]
        docs.put(connection, rows)
    yield Indexed(path.read_bytes(), truth, step.file, catalog)
    catalog.close()


def test_a_sound_file_is_proven(indexed: Indexed) -> None:
    assert len(indexed.documents().rests) > len(TEXTS) + SPANS  # the long one has many spans
    proof = indexed.proof()
    assert proof is not None and proof.in_order
    rows = indexed.whole()
    assert proof.anchors == {row.doc_id: document_row.anchor_json(row) for row in rows}
    with_vector = {row.doc_id for row in rows if row.vector}
    assert proof.vectors.keys() == with_vector and len(TEXTS) < len(with_vector) < len(rows)


def test_no_other_bytes_are_proven(indexed: Indexed) -> None:
    data, end = indexed.data, len(indexed.data)
    assert not indexed.proven(data + line(10, "More."))
    assert not indexed.proven(data + b"torn")
    assert not indexed.proven(data[:-1]) and not indexed.proven(b"")
    for place in (0, 40, end // 2, end - 3):
        assert not indexed.proven(data[:place] + b"#" + data[place + 1 :])


def test_a_manifest_that_says_otherwise_proves_nothing(indexed: Indexed) -> None:
    row = indexed.row
    for other in (
        replace(row, malformed=1),
        replace(row, unsealed=1),
        replace(row, committed_lines=row.committed_lines + 1),
        replace(row, committed_offset=row.committed_offset - 1),
        replace(row, fingerprint="0" * 32),
        replace(row, scope_key="0" * 16),
    ):
        assert not indexed.proven(row=other), other


@pytest.mark.parametrize("name", [name for name in DOCS.columns if name not in ("seq", "path")])
def test_no_edited_column_is_proven(indexed: Indexed, name: str) -> None:
    first = indexed.whole()[1]
    value = getattr(first, name)
    for edited in (value + "x" if isinstance(value, str) else 1 - value, str(value).encode()):
        indexed.edit(first.doc_id, {name: edited})
        assert not indexed.proven(), edited
        indexed.edit(edited if name == "doc_id" else first.doc_id, {name: value})
        assert indexed.proven()


def test_a_row_sealed_anew_in_another_scope_is_not_proven(indexed: Indexed) -> None:
    """The rows' own hash needs no secret: what keeps tenants apart does not rest on it."""
    first = indexed.whole()[0]
    for name in ("tenant_id", "user_id", "scope_key", "session_id", "content_hash", "path"):
        edit: dict[str, Any] = {name: "elm"}
        forged = first._replace(**edit)
        indexed.edit(first.doc_id, {name: "elm", "row_hash": document_row.row_hash(forged)})
        assert not indexed.proven(), name
        original = {name: getattr(first, name), "row_hash": first.row_hash}
        indexed.edit(first.doc_id, original)
        assert indexed.proven()


def test_every_document_must_be_there(indexed: Indexed) -> None:
    """Also the last spans of a long record, of which the rows before them say nothing."""
    for gone in range(len(indexed.whole())):
        rows = SealedFile(*[[v for n, v in enumerate(c) if n != gone] for c in indexed.documents()])
        assert not proven(indexed.data, indexed.truth, indexed.row, rows, SPANS), gone
    for more in range(1, 4):
        rows = SealedFile(*[[*column, *[column[-1]] * more] for column in indexed.documents()])
        assert not proven(indexed.data, indexed.truth, indexed.row, rows, SPANS)
    assert not proven(b"", indexed.truth, EMPTY, indexed.documents(), SPANS)
    assert proven(b"", indexed.truth, EMPTY, NONE, SPANS)
    with indexed.catalog.write() as connection:
        connection.change("DELETE FROM docs WHERE span > 0")
    assert not indexed.proven()
    assert json.loads(indexed.data.splitlines()[1])["content"] == LONG


def test_json_of_sqlite_is_ours(indexed: Indexed) -> None:
    """Else a sound row with an unusual text would be looked at line by line each time."""
    strange = "".join(map(chr, range(1, 0x180))) + '\u2028梯\U0001f989"\\/'
    first = indexed.whole()[0]
    for name in ("event_id", "speaker", "tags", "tenant_id"):
        edit: dict[str, Any] = {name: strange}
        seal = document_row.row_hash(first._replace(**edit))
        indexed.edit(first.doc_id, {name: strange, "row_hash": seal})
        assert indexed.proven() == (name != "tenant_id")
        indexed.edit(first.doc_id, {name: getattr(first, name), "row_hash": first.row_hash})


def test_two_records_of_one_id_or_out_of_time_are_told(indexed: Indexed) -> None:
    first, *_, last = indexed.whole()
    edits: tuple[dict[str, Any], ...] = (
        {"event_id": last.event_id}, {"timestamp": last.timestamp + 1},
        {"timestamp": 7}, {"event_id": "a,b"},
    )  # fmt: skip
    for edit, in_order in zip(edits, (False, False, False, True), strict=True):
        seal = document_row.row_hash(first._replace(**edit))
        indexed.edit(first.doc_id, {**edit, "row_hash": seal})
        proof = indexed.proof()
        assert proof is not None and proof.in_order == in_order, edit
        original = {name: getattr(first, name) for name in (*edit, "row_hash")}
        indexed.edit(first.doc_id, original)
