"""Packed documents are the catalog's rows, made when asked for; damage is told apart as before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from eywa_fs.catalog import docs, packed
from eywa_fs.catalog.packed import ChainedRows, Documents
from eywa_fs.catalog.sql import Connection
from eywa_fs.catalog.store import Catalog
from eywa_fs.errors import DependencyUnavailable
from eywa_fs.model.documents import VECTORLESS, DocRow, doc_id, scope_key
from eywa_fs.model.records import Anchor, Scope

MIA = Scope('the "oak"', "米娅")
KEY = scope_key(MIA)
OTHER = Scope("elm", "mia")


def row(number: int, scope: Scope = MIA, *, path: str = "a/1.jsonl", span: int = 0) -> DocRow:
    start = 100 * number
    anchor = Anchor(path, "f" * 32, number + 1, number + 1, start, start + 99, f"sha256:{number}")
    before = Anchor(path, "f" * 32, number, number, start - 100, start - 1, "sha256:é")
    return DocRow(
        doc_id=doc_id(scope, "l0_recent_chunk", path, start, span),
        lane="l0_recent_chunk",
        scope=scope,
        event_id=f'e\n"{number}"',
        session_id="日常" if number % 2 else "home",
        role="user",
        speaker="Ana, \\ the first" if number % 3 else "",
        source_type="conversation",
        tags=("wide, 广", "b") if number % 4 == 0 else (),
        timestamp=1_700_000_000_000 - number,
        anchor=anchor,
        context=(before,) if number else (),
        span=span,
        span_start=0,
        span_end=5,
        terms=number,
        embed_hash=f"{number:032x}",
        word_hash=f"{number:032x}",
        state="indexed_fresh" if number % 5 else "indexing_pending",
        vector=number % 2 == 0,
    )


ROWS = [row(n, path=path) for path in ("b/2.jsonl", "a/1.jsonl") for n in (3, 0, 1, 2, 4)]
ROWS += [row(1, span=1), row(5, path="日/1.jsonl")]


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[Connection]:
    store = Catalog(tmp_path / "catalog.db", create=True)
    with store.write() as writing:
        docs.put(writing, ROWS)
        docs.put(writing, [row(7, OTHER)])
    with store.write() as writing:
        yield writing
    store.close()


def in_order(rows: list[DocRow]) -> list[DocRow]:
    return sorted(rows, key=lambda r: (r.anchor.file_path, r.anchor.byte_start, r.span))


def every(rows: packed.Rows) -> list[DocRow]:
    return [rows[number] for number in range(len(rows))]


def bare(rows: Iterable[DocRow]) -> list[DocRow]:
    """Rows without what packed ones lack."""
    return [replace(row, context=()) for row in rows]


def assert_says(documents: Documents, rows: list[DocRow]) -> None:
    """Every column, and every row made of them, says what the rows say."""
    assert bare(every(documents.rows)) == bare(rows)
    assert list(documents.ids) == [r.doc_id for r in rows]
    assert list(documents.embed_hashes) == [r.embed_hash for r in rows]
    assert documents.start.tolist() == [r.anchor.byte_start for r in rows]
    assert documents.line.tolist() == [r.anchor.line_start for r in rows]
    assert documents.timestamp.tolist() == [r.timestamp for r in rows]
    assert documents.terms.tolist() == [r.terms for r in rows]
    assert documents.vector.tolist() == [r.vector for r in rows]
    assert documents.aged.tolist() == [not r.vector and r.state not in VECTORLESS for r in rows]
    labels = [documents.labels[number] for number in documents.label]
    assert [(label.scope, label.path, label.session_id, label.role) for label in labels] == [
        (r.scope, r.anchor.file_path, r.session_id, r.role) for r in rows
    ]
    assert [(label.speaker, label.source_type, label.tags) for label in labels] == [
        (r.speaker, r.source_type, r.tags) for r in rows
    ]


def test_a_scope_is_read_in_file_order(connection: Connection) -> None:
    found = packed.of_scope(connection, KEY)
    assert isinstance(found.rows, packed.PackedRows)
    assert_says(found, in_order(ROWS))
    assert every(found.rows) == bare(docs.of_scope(connection, KEY))
    assert len(packed.of_scope(connection, "0" * 16)) == 0


def test_only_what_is_newer_is_read(connection: Connection) -> None:
    version, _ = docs.scope_version(connection, KEY)
    docs.put(connection, [row(9)])
    assert_says(packed.of_scope(connection, KEY, after=version), [row(9)])


def test_documents_are_found_by_id_within_a_scope(connection: Connection) -> None:
    foreign = row(7, OTHER)
    wanted = [ROWS[4], ROWS[0]]
    found = packed.fetch(connection, KEY, [r.doc_id for r in (*wanted, foreign)] + ["unknown"])
    assert_says(found, in_order(wanted))


def test_rows_that_are_objects_give_the_same_columns(connection: Connection) -> None:
    rows = in_order(ROWS)
    assert_says(packed.of_rows(rows), rows)


def test_rows_of_several_parts_are_one_sequence(connection: Connection) -> None:
    rows = in_order(ROWS)
    whole = packed.of_scope(connection, KEY).rows
    chained = ChainedRows([ChainedRows([whole, rows[:2]]), [], rows[3:]])
    expected = [*rows, *rows[:2], *rows[3:]]
    assert bare(every(chained)) == bare(expected)
    with pytest.raises(IndexError):
        chained[len(expected)]


def test_a_row_that_its_hash_does_not_prove_is_read_by_itself(connection: Connection) -> None:
    """As before there was a hash to ask: its text is proven against its file anyway."""
    connection.change("UPDATE docs SET terms = 77 WHERE doc_id = ?", ROWS[0].doc_id)
    found = packed.of_scope(connection, KEY)
    assert not isinstance(found.rows, packed.PackedRows)
    assert found.terms.tolist().count(77) == 1


@pytest.mark.parametrize(
    ("column", "value"),
    [("timestamp", "soon"), ("doc_id", b"\xff\x00"), ("context", "[[1]]")],
)
def test_a_row_that_cannot_be_what_was_written_is_an_error(
    connection: Connection, column: str, value: object
) -> None:
    connection.change(f"UPDATE docs SET {column} = ? WHERE doc_id = ?", value, ROWS[0].doc_id)
    with pytest.raises(DependencyUnavailable):
        packed.of_scope(connection, KEY)
