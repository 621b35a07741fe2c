"""Tables follow from the classes of their rows; what the database fails with is ours."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from catalog.test_packed import ROWS, in_order

from eywa_fs.catalog import docs
from eywa_fs.catalog.document_row import DOCS, StoredDocument, anchor_json, of_path, row_hash
from eywa_fs.catalog.store import TABLES, Catalog
from eywa_fs.errors import DependencyUnavailable, IndexerBusy


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Catalog]:
    store = Catalog(tmp_path / "catalog.db", create=True)
    yield store
    store.close()


def test_what_follows_from_a_row_agrees(store: Catalog) -> None:
    """A table has the columns; a document and its row have one anchor; the hash proves it."""
    with store.write() as connection:
        for table in TABLES:
            names = [name for _, name, *_ in connection.rows(f"PRAGMA table_info({table.name})")]
            assert tuple(names) == table.columns
        assert DOCS.columns == StoredDocument._fields
        docs.put(connection, ROWS)
        paths = sorted({row.anchor.file_path for row in ROWS})
        rows = [row for path in paths for row in of_path(connection, path)]
    assert [anchor_json(row) for row in rows] == [anchor_json(row) for row in in_order(ROWS)]
    assert all(row.row_hash == row_hash(row) for row in rows)
    for name in StoredDocument._fields[: StoredDocument._fields.index("row_hash") + 1]:
        forged = rows[0]._replace(**{name: "x"})  # type: ignore[arg-type]
        assert row_hash(forged) != forged.row_hash, name


def test_every_failure_of_the_database_is_unavailability(store: Catalog) -> None:
    statements = ("SELECT nothing", "SELECT * FROM none", "INSERT INTO meta (name) VALUES ('a')")
    for statement in statements:
        with pytest.raises(DependencyUnavailable), store.write() as connection:
            connection.change(statement)
        with pytest.raises(DependencyUnavailable), store.write() as connection:
            list(connection.each(statement))
    with store.write() as connection:
        connection.change("INSERT INTO meta VALUES ('text', CAST(x'ff' AS TEXT))")
    with store.read() as connection, pytest.raises(DependencyUnavailable):
        connection.rows("SELECT value FROM meta")
    assert store.check() is None


def test_a_transaction_is_all_or_nothing(store: Catalog) -> None:
    with pytest.raises(ZeroDivisionError), store.write() as connection:
        docs.put(connection, ROWS)
        raise ZeroDivisionError
    token = store.take_fence("first")
    store.take_fence("second")
    with pytest.raises(IndexerBusy), store.write(fence=token) as connection:
        docs.put(connection, ROWS)
    with store.read() as connection:
        assert docs.number(connection) == 0
        with store.write() as writing:
            docs.put(writing, ROWS)
        assert docs.number(connection) == 0  # a view of one moment
    with store.read() as connection:
        assert docs.number(connection) == len(ROWS)


def test_threads_share_it(store: Catalog) -> None:
    def work(number: int) -> None:
        for _ in range(20):
            with store.write() as connection:
                docs.put(connection, [ROWS[number]])
            with store.read() as connection:
                found.append(docs.fetch(connection, [ROWS[number].doc_id])[ROWS[number].doc_id])

    found: list[object] = []
    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    store.reread()  # while connections are in use
    for thread in threads:
        thread.join()
    assert len(found) == 160 and all(row in ROWS for row in found)
