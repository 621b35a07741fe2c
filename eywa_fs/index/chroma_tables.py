"""What Chroma keeps beside its vectors, read from the tables of its database.

Asking Chroma for it takes ten times as long, and a deep verify asks for every document. So this
looks whether the tables say what they should. It only ever confirms: where they say anything else,
or are not the tables that are known here, Chroma is asked.

Never to be used in the process that Chroma lives in: of two copies of SQLite in one process, one
drops the other's locks when it closes a file (https://www.sqlite.org/howtocorrupt.html, 2.2).
"""

from __future__ import annotations

import json
import os
import sqlite3
import stat
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

from eywa_fs.batching import batched

_ROLLBACK = b"\1\1"
"""Versions of the file format in a database whose journal rolls back. One with a write-ahead log
gets new files beside it even by being read (https://www.sqlite.org/fileformat2.html, 1.3.3)."""

_PAGE = 5000
_WAIT_S = 0.2
"""How long to wait for a lock, before Chroma is asked instead."""

_SEGMENT = """
SELECT s.id, EXISTS (
    SELECT 1 FROM embeddings_queue q WHERE instr(q.topic, s.collection) > 0
    AND q.seq_id > (SELECT total(m.seq_id) FROM max_seq_id m WHERE m.segment_id = s.id)
)
FROM segments s JOIN collections c ON c.id = s.collection
WHERE c.name = ? AND s.scope = 'METADATA'
"""
"""Where a collection's metadata stand, and whether Chroma's log holds writes that are not there yet
(after a crash: else they are in both when a write returns)."""

_LISTS = "SELECT 1 FROM embedding_metadata_array LIMIT 1"
"""Values that are lists stand in a table of their own; we never write any."""

_TEXTS = """
SELECT count(*), count(text), group_concat(text, char(10)) FROM (
    SELECT CASE WHEN m.key = ?1 THEN m.string_value END AS text
    FROM json_each(?3) asked
    CROSS JOIN embeddings e ON e.segment_id = ?2 AND e.embedding_id = asked.value
    CROSS JOIN embedding_metadata m ON m.id = e.id
)
"""
"""In the order that is asked for: SQLite never reorders a cross join. One row, so that it does all
of it at a stretch, while other threads go on."""


def confirm(database: Path, collection: str, key: str, texts: Mapping[str, str]) -> bool:
    """Whether all these documents have this text under ``key`` and no other metadata, by the tables
    of a folder's ``database``; ``False`` also where it cannot be told.

    Args:
        texts: by document id, without a line break.
    """
    try:
        if not stat.S_ISREG(os.lstat(database).st_mode):
            return False  # to open a named pipe would block
        with database.open("rb") as file:
            if file.read(20)[18:] != _ROLLBACK:
                return False
        uri = f"{database.absolute().as_uri()}?mode=ro"
        with closing(sqlite3.connect(uri, uri=True, timeout=_WAIT_S)) as connection:
            [(segment, behind)] = connection.execute(_SEGMENT, (collection,)).fetchall()
            if behind or connection.execute(_LISTS).fetchone() is not None:
                return False
            for ids in batched(texts, _PAGE):
                found = connection.execute(_TEXTS, (key, segment, json.dumps(ids))).fetchone()
                if found != (len(ids), len(ids), "\n".join([texts[i] for i in ids])):
                    return False
    except (OSError, ValueError, sqlite3.Error):
        return False
    return True
