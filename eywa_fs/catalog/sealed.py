"""Document rows as a deep verify proves them: many files at once, in JSON that SQLite makes."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Generator, Mapping, Sequence
from concurrent.futures import Executor, Future, wait
from functools import partial
from typing import NamedTuple

from eywa_fs.catalog.document_row import ANCHOR_JSON_SQL, REST_JSON_SQL, compact_json
from eywa_fs.catalog.sql import Connection
from eywa_fs.errors import DependencyUnavailable
from eywa_fs.model.documents import Lane


class SealedFile(NamedTuple):
    """The documents of a file, column by column, in file order.

    Attributes:
        anchors: as the vector store keeps them.
        rests: JSON that begins with :func:`rest_begin` in a session's file. The document's id in
            quotes, its span, and where that begins and ends in characters follow, then more.
        contexts, hashes: the columns ``context`` and ``row_hash``.
        health: ``1`` for a fresh document with a vector, ``0`` for one without, else anything.
    """

    anchors: Sequence[str]
    rests: Sequence[str]
    contexts: Sequence[str]
    hashes: Sequence[str]
    health: Sequence[str]


_HEALTH = """
CASE WHEN lane = ? AND source_type = 'conversation' AND state = 'indexed_fresh'
    AND typeof(context) = 'text' AND typeof(row_hash) = 'text' AND typeof(vector) = 'integer'
THEN vector ELSE '?' END
"""
_SEALED = (ANCHOR_JSON_SQL, REST_JSON_SQL, "context", "row_hash", _HEALTH)
_ASKED = "FROM (SELECT value FROM json_each(?)) asked"
_FILE_SIZES = f"""
SELECT group_concat((SELECT count(*) FROM docs WHERE docs.path = asked.value)) {_ASKED}
"""
_SEALED_FILES = f"""
SELECT {", ".join(f"group_concat({column}, char(10))" for column in _SEALED)}
{_ASKED} CROSS JOIN docs INDEXED BY docs_by_path ON docs.path = asked.value
"""
"""All files' rows in one, so that SQLite does it at a stretch while other threads go on. A cross
join is never reordered, and the index goes by place in the file; the spans of a record come as they
were written, in order. Bytes where a text belongs make it fail: JSON cannot hold them. No column
of a sound row holds a line break."""


def rest_begin(scope_key: str, tenant_id: str, user_id: str, session_id: str) -> str:
    """What the rest of each document of a session begins with."""
    return compact_json((scope_key, tenant_id, user_id, session_id))[:-1] + ","


def each(
    connection: Connection, lane: Lane, groups: Sequence[Sequence[str]], pool: Executor
) -> Generator[Mapping[str, SealedFile]]:
    """The documents of each group of files, by path, all of one lane; those of the next group are
    read by another thread meanwhile. Empty where a value cannot be what was written, or cannot be
    read: :func:`~eywa_fs.catalog.document_row.of_path` tells. To be closed: then nothing is read
    any more."""
    read = partial(_read, connection, lane)
    if sqlite3.threadsafety != 3:  # threads may not share a connection
        yield from map(read, groups)
        return
    ahead: list[Future[Mapping[str, SealedFile]]] = []
    try:
        for number, paths in enumerate(groups):
            found = (ahead.pop() if ahead else pool.submit(read, paths)).result()
            ahead += [pool.submit(read, following) for following in groups[number + 1 : number + 2]]
            yield found
    finally:
        wait(ahead)


def _read(connection: Connection, lane: Lane, paths: Sequence[str]) -> Mapping[str, SealedFile]:
    asked = json.dumps(paths)
    try:
        (sizes,) = connection.first(_FILE_SIZES, asked)
        texts = connection.first(_SEALED_FILES, lane, asked)
    except DependencyUnavailable:
        return {}
    if not all(isinstance(text, str) for text in (sizes, *texts)):
        return {}
    columns = [text.split("\n") for text in texts]
    files: dict[str, SealedFile] = {}
    start = end = 0
    for path, size in zip(paths, sizes.split(","), strict=True):
        end = start + int(size)
        files[path] = SealedFile(*[column[start:end] for column in columns])
        start = end
    return files if {end} == set(map(len, columns)) else {}
