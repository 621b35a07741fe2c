"""All tables, and what makes an older catalog a new one."""

from __future__ import annotations

from collections.abc import Callable

from eywa_fs.catalog.docrow import DOCS
from eywa_fs.catalog.docs import SCOPES
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


def _create(connection: Connection) -> None:
    for table in TABLES:
        table.create(connection)


def _summarise_anew(connection: Connection) -> None:
    """Forget the summaries; the next indexing makes them as this program does.

    To 2: they were of one file each, not of a month. To 3: sketches had four bits a number. To 5:
    they had sentences, which nobody read. Topics came with 4 and went with 5.
    """
    for name in ("topics", "topic_files", *(t.name for t in (SUMMARIES, STAND_INS, SUMMARISED))):
        connection.change(f"DROP TABLE IF EXISTS {name}")
    _create(connection)


MIGRATIONS: tuple[Callable[[Connection], None], ...] = (
    _create,
    _summarise_anew,
    _summarise_anew,
    _summarise_anew,
    _summarise_anew,
)
"""Step ``n`` takes a catalog of version ``n`` to ``n + 1``; the first makes a new one as it is now.
Never edit one that was released."""


def migrate(connection: Connection) -> None:
    """Bring a catalog to the version this program knows; an empty one gets it at once.

    Raises:
        SchemaMismatch: a newer program wrote it.
    """
    version = stored_version(connection)
    if version > len(MIGRATIONS):
        raise SchemaMismatch(
            f"the catalog has schema version {version}, this program knows {len(MIGRATIONS)}: "
            "upgrade eywa-fs, or run 'eywa rebuild' to derive it anew"
        )
    for run in MIGRATIONS[version:] if version else (_create,):
        run(connection)
    if version < len(MIGRATIONS):
        META.put(connection, [("schema_version", str(len(MIGRATIONS)))])


def stored_version(connection: Connection) -> int:
    """The version a catalog has; 0 for an empty database."""
    if not connection.has_table("meta"):
        return 0
    return int(connection.value("SELECT value FROM meta WHERE name = 'schema_version'") or 0)
