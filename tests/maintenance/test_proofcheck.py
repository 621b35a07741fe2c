"""What lets a deep verify leave a file's lines undecoded, and that nothing false gets through."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, update

from eywa_fs.catalog import anchors, docs
from eywa_fs.catalog.anchors import AnchorRow
from eywa_fs.catalog.files import FileRow
from eywa_fs.catalog.schema import DOCS
from eywa_fs.catalog.store import Catalog
from eywa_fs.ingest.filepass import PassLimits, steps
from eywa_fs.maintenance.proofcheck import is_proven
from eywa_fs.model.records import Record
from eywa_fs.truth.codec import encode_record
from eywa_fs.truth.layout import Layout, TruthPath

REL = "tenants/oak/users/ida/sessions/home/2025-07-14.jsonl"
START = 1_752_480_000_000
SPANS = 3
"""How many spans of a record have a vector."""

LONG = "".join(f"Shelf {n} of the attic holds {n * 7} tins of paint. " for n in range(120))
TEXTS = ("The ladder leans on the pear tree.", LONG, "梯子靠在梨树上。", "Tomorrow, then.")


@dataclass
class Indexed:
    """A file, its manifest row, and the documents made from it."""

    data: bytes
    truth: TruthPath
    row: FileRow
    catalog: Catalog

    def documents(self) -> list[AnchorRow]:
        with self.catalog.read() as connection:
            return anchors.of_paths(connection, [REL])[REL]

    def proven(self, data: bytes | None = None, row: FileRow | None = None) -> bool:
        data = self.data if data is None else data
        return is_proven(data, self.truth, row or self.row, self.documents(), SPANS)


def line(number: int, text: str) -> bytes:
    record = Record(
        event_id=f"evt-{number}", tenant_id="oak", user_id="ida", session_id="home", role="user",
        content=text, timestamp=START + number * 60_000, sealed=True,
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
    assert len(indexed.documents()) > len(TEXTS) + SPANS  # the long one has many spans
    assert indexed.proven()


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


@pytest.mark.parametrize("name", [c.name for c in DOCS.c if c.name not in ("seq", "path")])
def test_no_edited_column_is_proven(indexed: Indexed, name: str) -> None:
    first = indexed.documents()[1]
    value = getattr(first, name)
    edited = value + "x" if isinstance(value, str) else 1 - value
    with indexed.catalog.write() as connection:
        connection.execute(update(DOCS).where(DOCS.c.doc_id == first.doc_id).values({name: edited}))
    assert not indexed.proven()


def test_a_row_sealed_anew_in_another_scope_is_not_proven(indexed: Indexed) -> None:
    """The rows' own hash needs no secret: what keeps tenants apart does not rest on it."""
    first = indexed.documents()[0]
    for name in ("tenant_id", "user_id", "scope_key", "session_id", "content_hash"):
        edit: dict[str, Any] = {name: "elm"}
        forged = first._replace(**edit)
        forged = forged._replace(
            row_hash=anchors.row_hash(forged[: forged._fields.index("row_hash")])
        )
        assert forged.untouched
        rows = [forged, *indexed.documents()[1:]]
        assert not is_proven(indexed.data, indexed.truth, indexed.row, rows, SPANS), name


def test_every_document_must_be_there(indexed: Indexed) -> None:
    """Also the last spans of a long record, of which the rows before them say nothing."""
    for gone in indexed.documents():
        rows = [row for row in indexed.documents() if row != gone]
        assert not is_proven(indexed.data, indexed.truth, indexed.row, rows, SPANS), gone
    with indexed.catalog.write() as connection:
        connection.execute(delete(DOCS).where(DOCS.c.span > 0))
    assert not indexed.proven()
    assert json.loads(indexed.data.splitlines()[1])["content"] == LONG
