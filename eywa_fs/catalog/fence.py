"""The fence: a process whose work another one took over may not write any more, however long it
slept. Each new indexer takes the next token, and only the last one counts."""

from __future__ import annotations

from eywa_fs.catalog.sql import Connection, Table
from eywa_fs.errors import IndexerBusy

FENCE = Table("fence", {"id": int, "token": int, "owner": str}, "id")
"""One row: the fencing token of the process that may write."""


def take(connection: Connection, owner: str) -> int:
    """Take the next token; whoever held an older one can no longer write."""
    token = last(connection) + 1
    FENCE.put(connection, [(1, token, owner)])
    return token


def last(connection: Connection) -> int:
    """The token that was given out last; 0 before the first."""
    return int(connection.value("SELECT token FROM fence") or 0)


def refuse_overtaken(connection: Connection, token: int) -> None:
    """Raise ``IndexerBusy`` if another token was given out since."""
    held, owner = connection.first("SELECT token, owner FROM fence") or (None, "nobody")
    if held != token:
        raise IndexerBusy(f"another process took over the indexer ({owner}); nothing was written")
