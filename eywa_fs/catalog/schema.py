"""All tables, and the version of them."""

from __future__ import annotations

from eywa_fs.catalog.docs import SCOPES
from eywa_fs.catalog.document_row import DOCS
from eywa_fs.catalog.files import FILES
from eywa_fs.catalog.outbox import OUTBOX
from eywa_fs.catalog.readings import READINGS
from eywa_fs.catalog.sql import Connection, Table
from eywa_fs.catalog.summaries import STAND_INS, SUMMARIES, SUMMARISED
from eywa_fs.errors import SchemaMismatch

META = Table("meta", {"name": str, "value": str}, "name")

FENCE = Table("fence", {"id": int, "token": int, "owner": str}, "id")
"""One row: the fencing token of the process that may write. Each new indexer takes the next one."""

TABLES = (
    META, FILES, DOCS, SCOPES, READINGS, SUMMARIES, STAND_INS, SUMMARISED, OUTBOX, FENCE,
)  # fmt: skip


VERSION = 6
"""Raised with every change of the tables: a catalog of another version is derived anew."""


def prepare(connection: Connection) -> None:
    """Make the tables where there are none; ``SchemaMismatch`` where they are those of another
    version of the program."""
    version = stored_version(connection)
    if version not in (0, VERSION):
        raise SchemaMismatch(
            f"the catalog has schema version {version}, this program knows {VERSION}: "
            "run 'eywa rebuild' to derive it anew, or use the program that wrote it"
        )
    for table in TABLES:
        table.create(connection)
    if not version:
        META.put(connection, [("schema_version", str(VERSION))])


def stored_version(connection: Connection) -> int:
    """The version a catalog has; 0 for an empty database."""
    if not connection.has_table("meta"):
        return 0
    return int(connection.value("SELECT value FROM meta WHERE name = 'schema_version'") or 0)
