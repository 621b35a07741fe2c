"""Tables and migrations. Portable SQL types only, so that the schema runs on a server as well."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    insert,
    inspect,
    select,
    text,
    update,
)

from eywa_fs.errors import SchemaMismatch

METADATA = MetaData()

META = Table(
    "meta",
    METADATA,
    Column("name", String(64), primary_key=True),
    Column("value", Text, nullable=False),
)

#: The manifest: how far each truth file has been derived, and a fingerprint of that prefix.
FILES = Table(
    "files",
    METADATA,
    Column("path", String(1024), primary_key=True),
    Column("scope_key", String(16), nullable=False, index=True),
    Column("kind", String(16), nullable=False),
    Column("committed_offset", BigInteger, nullable=False),
    Column("committed_lines", BigInteger, nullable=False),
    Column("fingerprint", String(32), nullable=False),
    Column("size", BigInteger, nullable=False),
    Column("mtime_ns", BigInteger, nullable=False),
    Column("inode", BigInteger, nullable=False),
    Column("malformed", Integer, nullable=False),
    Column("unsealed", Integer, nullable=False),
    Column("read_hash", String(32), nullable=False),
)

DOCS = Table(
    "docs",
    METADATA,
    Column("doc_id", String(64), primary_key=True),
    Column("seq", BigInteger, nullable=False),
    Column("lane", String(32), nullable=False),
    Column("scope_key", String(16), nullable=False),
    Column("tenant_id", String(200), nullable=False),
    Column("user_id", String(200), nullable=False),
    Column("event_id", String(200), nullable=False),
    Column("session_id", String(200), nullable=False),
    Column("role", String(16), nullable=False),
    Column("speaker", String(200), nullable=False),
    Column("source_type", String(16), nullable=False),
    Column("tags", Text, nullable=False),
    Column("timestamp", BigInteger, nullable=False),
    Column("path", String(1024), nullable=False),
    Column("fs_version", String(128), nullable=False),
    Column("line_start", BigInteger, nullable=False),
    Column("line_end", BigInteger, nullable=False),
    Column("byte_start", BigInteger, nullable=False),
    Column("byte_end", BigInteger, nullable=False),
    Column("content_hash", String(80), nullable=False),
    Column("context", Text, nullable=False),
    Column("span", Integer, nullable=False),
    Column("span_start", Integer, nullable=False),
    Column("span_end", Integer, nullable=False),
    Column("terms", Integer, nullable=False),
    Column("embed_hash", String(32), nullable=False),
    Column("word_hash", String(32), nullable=False),
    Column("row_hash", String(32), nullable=False),
    Column("state", String(24), nullable=False),
    Column("vector", Boolean, nullable=False),
    Index("docs_by_scope", "scope_key", "seq"),
    Index("docs_by_path", "path", "byte_start"),
    Index("docs_by_time", "scope_key", "timestamp"),
    Index("docs_by_event", "scope_key", "event_id"),
    Index("docs_by_state", "state"),
)

#: One row a scope: ``version`` grows with every change, ``removals`` with every deletion, so that
#: a reader knows whether what it keeps in memory can be extended or must be read again.
SCOPES = Table(
    "scopes",
    METADATA,
    Column("scope_key", String(16), primary_key=True),
    Column("tenant_id", String(200), nullable=False),
    Column("user_id", String(200), nullable=False),
    Column("version", BigInteger, nullable=False),
    Column("removals", BigInteger, nullable=False),
)

#: What the fact layer read out of each record (and out of each decision): see model/readings.py.
READINGS = Table(
    "readings",
    METADATA,
    Column("path", String(1024), primary_key=True),
    Column("byte_start", BigInteger, primary_key=True),
    Column("seq", BigInteger, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("scope_key", String(16), nullable=False),
    Column("tenant_id", String(200), nullable=False),
    Column("user_id", String(200), nullable=False),
    Column("event_id", String(200), nullable=False),
    Column("session_id", String(200), nullable=False),
    Column("timestamp", BigInteger, nullable=False),
    Column("fs_version", String(128), nullable=False),
    Column("line_start", BigInteger, nullable=False),
    Column("line_end", BigInteger, nullable=False),
    Column("byte_end", BigInteger, nullable=False),
    Column("content_hash", String(80), nullable=False),
    Column("payload", Text, nullable=False),
    Column("row_hash", String(32), nullable=False),
    Index("readings_by_scope", "scope_key", "seq"),
)

#: Documents of the lane l1_fact_summary: see model/summaries.py.
SUMMARIES = Table(
    "summaries",
    METADATA,
    Column("doc_id", String(64), primary_key=True),
    Column("scope_key", String(16), nullable=False, index=True),
    Column("tenant_id", String(200), nullable=False),
    Column("user_id", String(200), nullable=False),
    Column("unit", String(32), nullable=False, index=True),
    Column("path", String(1024), nullable=False, index=True),
    Column("event_id", String(200), nullable=False),
    Column("source_type", String(16), nullable=False),
    Column("timestamp", BigInteger, nullable=False),
    Column("covers", Text, nullable=False),
    Column("embed_hash", String(32), nullable=False),
    Column("row_hash", String(16), nullable=False),
)

#: One row for each document that a summary covers: how it is ranked without a vector of its own.
STAND_INS = Table(
    "stand_ins",
    METADATA,
    Column("doc_id", String(64), primary_key=True),
    Column("scope_key", String(16), nullable=False, index=True),
    Column("path", String(1024), nullable=False, index=True),
    Column("content_hash", String(80), nullable=False),
    Column("summary_id", String(64), nullable=False, index=True),
    Column("embed_hash", String(32), nullable=False),
    Column("sketch", LargeBinary, nullable=False),
    Column("row_hash", String(16), nullable=False),
)

#: Which files summaries were made of: from the bytes with this fingerprint, and ``on`` where they
#: stand in for the vectors of their records, ``shadow`` where they are only kept.
SUMMARISED = Table(
    "summarised",
    METADATA,
    Column("path", String(1024), primary_key=True),
    Column("unit", String(32), nullable=False, index=True),
    Column("fingerprint", String(32), nullable=False),
    Column("mode", String(16), nullable=False),
    Column("summaries", Integer, nullable=False),
)

OUTBOX = Table(
    "outbox",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("event_type", String(16), nullable=False),
    Column("target", String(1024), nullable=False),
    Column("payload", Text, nullable=False),
    Column("reason", String(64), nullable=False),
    Column("status", String(16), nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("next_attempt_at", BigInteger, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("claimed_by", BigInteger, nullable=False),
    Column("error", Text, nullable=False),
    Index("outbox_due", "status", "next_attempt_at"),
    Index("outbox_target", "event_type", "target", "status"),
)

#: One row: the fencing token of the process that may write. Each new indexer takes the next one.
FENCE = Table(
    "fence",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("token", BigInteger, nullable=False),
    Column("owner", String(200), nullable=False),
)


def _create(connection: Connection) -> None:
    METADATA.create_all(connection)


def _summarise_anew(connection: Connection) -> None:
    """Forget the summaries; the next indexing makes them as this program does.

    To 2: they were of one file each, not of a month. To 3: sketches had four bits a number. To 5:
    they had sentences, which nobody read. Topics came with 4 and went with 5.
    """
    for table in ("topics", "topic_files"):
        connection.execute(text(f"DROP TABLE IF EXISTS {table}"))
    tables = (SUMMARIES, STAND_INS, SUMMARISED)
    METADATA.drop_all(connection, tables)
    METADATA.create_all(connection, tables)


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
    newest = str(len(MIGRATIONS))
    if not version:
        _create(connection)
        connection.execute(insert(META).values(name="schema_version", value=newest))
        return
    for run in MIGRATIONS[version:]:
        run(connection)
    connection.execute(update(META).where(META.c.name == "schema_version").values(value=newest))


def stored_version(connection: Connection) -> int:
    """The version a catalog has; 0 for an empty database."""
    if not inspect(connection).has_table("meta"):
        return 0
    value = connection.scalar(select(META.c.value).where(META.c.name == "schema_version"))
    return int(value) if value else 0
