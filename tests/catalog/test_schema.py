"""Migrations: an old catalog becomes a new one, and keeps what it held."""

from pathlib import Path

from eywa_fs.catalog import summaries
from eywa_fs.catalog.schema import MIGRATIONS, stored_version
from eywa_fs.catalog.store import Catalog


def test_summaries_of_files_give_way_to_those_of_months(tmp_path: Path) -> None:
    path = tmp_path / "catalog.db"
    store = Catalog(path, create=True)
    store.set_meta("kept", "yes")
    with store.write() as connection:  # as version 1 had it
        connection.change("DROP TABLE stand_ins")
        connection.change("DROP TABLE summarised")
        connection.change("CREATE TABLE summarised (path VARCHAR, mode VARCHAR)")
        connection.change("INSERT INTO summarised VALUES ('a', 'on')")
    store.set_meta("schema_version", "1")
    store.close()
    store = Catalog(path, create=True)
    with store.read() as connection:
        assert stored_version(connection) == len(MIGRATIONS)
        assert summaries.summarised(connection) == {}
        assert summaries.stand_ins_of_paths(connection, ["a"]) == {"a": []}
    assert store.meta("kept") == "yes"
    store.close()
