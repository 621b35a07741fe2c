"""Document rows as a deep verify compares them: all of them, column by column, and cheaply."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

import xxhash
from sqlalchemy import Connection, Integer, Select, select, type_coerce

from eywa_fs.batching import batched
from eywa_fs.catalog.schema import DOCS
from eywa_fs.errors import DependencyUnavailable

_CHUNK = 500


class AnchorRow(NamedTuple):
    """The columns a deep verify compares; the order lets it compare most of them at once.

    ``row_hash`` proves all that stand before it (:attr:`untouched`).
    """

    content_hash: str
    byte_end: int
    line_start: int
    line_end: int
    fs_version: str
    scope_key: str
    tenant_id: str
    user_id: str
    session_id: str
    source_type: str
    lane: str
    event_id: str
    timestamp: int
    role: str
    speaker: str
    tags: str
    doc_id: str
    byte_start: int
    context: str
    span: int
    span_start: int
    span_end: int
    terms: int
    embed_hash: str
    word_hash: str
    path: str
    row_hash: str
    state: str
    vector: int

    @property
    def untouched(self) -> bool:
        """Whether all columns that a rebuild must reproduce are what was written."""
        return self.row_hash == row_hash(self[:SEALED])


_anchor_row: Callable[[tuple[Any, ...]], AnchorRow] = partial(tuple.__new__, AnchorRow)
"""``AnchorRow._make`` without its check of the length: there is one for every row of a catalog."""

SEALED = AnchorRow._fields.index("row_hash")
"""How many columns ``row_hash`` goes over: the first ones."""

_SEAL_FORM = "\0".join(["%s"] * SEALED)
_ANCHOR_COLUMNS = [
    type_coerce(DOCS.c[name], Integer) if name == "vector" else DOCS.c[name]
    for name in AnchorRow._fields
]


def row_hash(values: tuple[object, ...]) -> str:
    """XXH3-128 over what a row says, but for its health: any edit of it shows.

    Args:
        values: the columns of :class:`AnchorRow` before ``row_hash``, as they are stored.
    """
    text = _SEAL_FORM % values
    return xxhash.xxh3_128_hexdigest(text.encode("utf-8", "surrogatepass"))


def of_paths(connection: Connection, paths: Sequence[str]) -> dict[str, list[AnchorRow]]:
    """What the catalog says of some files' documents, by path, in file order.

    Raises:
        DependencyUnavailable: a value cannot be read.
    """
    found: dict[str, list[AnchorRow]] = {path: [] for path in paths}
    for batch in batched(paths, _CHUNK):
        query = (
            select(*_ANCHOR_COLUMNS)
            .where(DOCS.c.path.in_(batch))
            .order_by(DOCS.c.path, DOCS.c.byte_start, DOCS.c.span)
        )
        for values in plain_rows(connection, query):
            row = _anchor_row(values)
            found[row.path].append(row)
    return found


def plain_rows(connection: Connection, query: Select[Any]) -> Iterator[Any]:
    """The rows as the driver gives them. A deep verify reads every row: made into SQLAlchemy's own,
    they would cost half as much again."""
    result = connection.execute(query)  # kept: with it, the cursor would go
    cursor = result.cursor
    if cursor is None:
        return
    try:
        cursor.arraysize = 1000
        for rows in iter(cursor.fetchmany, []):
            yield from rows
    except connection.dialect.loaded_dbapi.Error as error:
        raise DependencyUnavailable(
            f"documents of the catalog cannot be read ({error}); run 'eywa repair --apply'"
        ) from error
    finally:
        cursor.close()
