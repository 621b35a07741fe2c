"""The version of the tables."""

from pathlib import Path

import pytest

from eywa_fs.catalog.store import VERSION, Catalog, stored_version
from eywa_fs.errors import SchemaMismatch


@pytest.mark.parametrize("version", [VERSION - 1, VERSION + 1])
def test_a_catalog_of_another_version_is_left_as_it_is(tmp_path: Path, version: int) -> None:
    store = Catalog(tmp_path / "catalog.db", create=True)
    store.set_meta("schema_version", str(version))
    store.close()
    with pytest.raises(SchemaMismatch, match="eywa rebuild"):
        Catalog(store.path, create=True)
    store = Catalog(store.path)
    with store.read() as connection:
        assert stored_version(connection) == version
    store.close()
