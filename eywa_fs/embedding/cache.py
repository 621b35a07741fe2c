"""The embedding cache: vectors by model and text hash, in one SQLite file. Derived, disposable."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import xxhash
from numpy.typing import NDArray

from eywa_fs.errors import DependencyUnavailable

SCHEMA_VERSION = 1
CHUNK = 4000
"""Hashes per statement; SQLite takes at most 32,766 parameters."""

_SCHEMA = """
CREATE TABLE IF NOT EXISTS vectors (
    model_key TEXT NOT NULL,
    text_hash BLOB NOT NULL,
    checksum BLOB NOT NULL,
    vector BLOB NOT NULL,
    PRIMARY KEY (model_key, text_hash)
)
"""


class EmbeddingCache:
    """Vectors that need not be computed again.

    Safe for several threads (one connection behind a lock) and several processes (write-ahead
    log, waits for a lock). Everything but ``put_many`` being lost costs computing time only, so a
    commit is not synced: after a power cut the newest rows may be missing, never wrong. Every row
    carries an XXH3-64 of its key and vector; a row that does not match it counts as absent.

    Opening happens at the first use.

    Args:
        path: the file; its folder is made when missing.
        busy_timeout_s: how long to wait for another process's write lock.

    Every method raises ``DependencyUnavailable`` when the file cannot be opened, is no SQLite
    file, is damaged, is locked for too long or comes from a newer program; ``reset`` replaces it.
    """

    def __init__(self, path: Path, busy_timeout_s: float = 10.0) -> None:
        self._path = path
        self._busy_timeout_s = busy_timeout_s
        self._lock = threading.RLock()
        self._connection: sqlite3.Connection | None = None

    @property
    def path(self) -> Path:
        return self._path

    def get_many(self, model_key: str, hashes: Iterable[str]) -> dict[str, NDArray[np.float32]]:
        """Return the known vectors by text hash; missing and damaged rows are left out.

        Args:
            model_key: ``EmbedderIdentity.key``.
            hashes: hex digests of the texts (``eywa_fs.hashing.fingerprint``), in any number.

        Returns:
            Read-only float32 vectors.
        """
        found: dict[str, NDArray[np.float32]] = {}
        with self._using() as connection:
            for chunk in _chunks([bytes.fromhex(digest) for digest in hashes]):
                rows = connection.execute(
                    "SELECT text_hash, checksum, vector FROM vectors "
                    f"WHERE model_key = ? AND text_hash IN ({_marks(chunk)})",
                    (model_key, *chunk),
                )
                for text_hash, checksum, vector in rows:
                    if checksum == _checksum(model_key, text_hash, vector):
                        found[text_hash.hex()] = np.frombuffer(vector, "<f4")
        return found

    def rows(self, model_key: str, hashes: Sequence[str], dimension: int) -> NDArray[np.float32]:
        """The vectors of many texts as one array, which costs half of :meth:`get_many`.

        Args:
            model_key: ``EmbedderIdentity.key``.
            hashes: 32 hex digits each; may repeat.

        Returns:
            float32, shape (len(hashes), dimension); NaN where a row is missing, damaged, or of
            another length.
        """
        vectors = np.empty((len(hashes), dimension), dtype="<f4")
        wanted = [bytes.fromhex(digest) for digest in hashes]
        place = {text_hash: number for number, text_hash in enumerate(wanted)}
        lacking = np.ones(len(hashes), dtype=np.bool_)
        size = 4 * dimension
        begin = model_key.encode("utf-8")
        target = vectors.reshape(-1).view(np.uint8).data
        with self._using() as connection:
            for chunk in _chunks(list(place)):
                found = connection.execute(
                    "SELECT text_hash, checksum, vector FROM vectors "
                    f"WHERE model_key = ? AND text_hash IN ({_marks(chunk)})",
                    (model_key, *chunk),
                )
                for text_hash, checksum, vector in found:
                    sound = checksum == xxhash.xxh3_64_digest(begin + text_hash + vector)
                    if sound and len(vector) == size:
                        number = place[text_hash]
                        target[number * size : (number + 1) * size] = vector
                        lacking[number] = False
        vectors[lacking] = np.nan
        if len(place) < len(wanted):
            vectors = vectors[[place[text_hash] for text_hash in wanted]]
        return vectors.astype(np.float32, copy=False)

    def put_many(self, model_key: str, vectors: Mapping[str, NDArray[np.float32]]) -> None:
        """Store vectors by text hash in one transaction; rows that exist are replaced."""
        rows = []
        for digest, vector in vectors.items():
            text_hash, blob = bytes.fromhex(digest), vector.astype("<f4").tobytes()
            rows.append((model_key, text_hash, _checksum(model_key, text_hash, blob), blob))
        with self._using() as connection, _transaction(connection):
            connection.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?, ?, ?)", rows)

    def delete(self, hashes: Iterable[str]) -> int:
        """Erase these texts' vectors of every model, leaving no byte of them in the files.

        Deleted content is overwritten, the file compacted and the write-ahead log emptied.

        Returns:
            How many rows were removed.

        Raises:
            DependencyUnavailable: also when another process keeps the log from being emptied: the
                rows are gone for readers but their bytes may remain; call again.
        """
        removed = 0
        with self._using() as connection:
            with _transaction(connection):
                for chunk in _chunks([bytes.fromhex(digest) for digest in hashes]):
                    removed += connection.execute(
                        f"DELETE FROM vectors WHERE text_hash IN ({_marks(chunk)})", chunk
                    ).rowcount
            self._compact(connection)
        return removed

    def prune(self, keep: Iterable[tuple[str, str]]) -> int:
        """Remove every row but those of ``keep``, pairs of (model key, text hash).

        Returns:
            How many rows were removed. Compacts the file like ``delete``.
        """
        with self._using() as connection:
            connection.execute(
                "CREATE TEMP TABLE IF NOT EXISTS kept "
                "(model_key TEXT, text_hash BLOB, PRIMARY KEY (model_key, text_hash))"
            )
            with _transaction(connection):
                connection.execute("DELETE FROM kept")
                connection.executemany(
                    "INSERT OR IGNORE INTO kept VALUES (?, ?)",
                    ((model_key, bytes.fromhex(digest)) for model_key, digest in keep),
                )
                removed = connection.execute(
                    "DELETE FROM vectors WHERE NOT EXISTS (SELECT 1 FROM kept "
                    "WHERE kept.model_key = vectors.model_key "
                    "AND kept.text_hash = vectors.text_hash)"
                ).rowcount
                connection.execute("DELETE FROM kept")
            self._compact(connection)
        return removed

    def count(self, model_key: str | None = None) -> int:
        """Number of rows, of one model or of all."""
        where, arguments = ("", ()) if model_key is None else ("WHERE model_key = ?", (model_key,))
        with self._using() as connection:
            row = connection.execute(f"SELECT count(*) FROM vectors {where}", arguments).fetchone()
        return int(row[0])

    def reset(self) -> None:
        """Replace the file by an empty one, whatever state it is in.

        A process that has the old file open goes on with it unharmed and unshared.
        """
        with self._lock:
            self.close()
            for suffix in ("-wal", "-shm", ""):
                try:
                    Path(f"{self._path}{suffix}").unlink(missing_ok=True)
                except OSError as error:
                    raise DependencyUnavailable(
                        f"cannot replace the embedding cache {self._path.name}: {error}"
                    ) from error
            with self._using():
                pass

    def close(self) -> None:
        """Close the file; a later call opens it again. Never raises."""
        with self._lock:
            if self._connection is not None:
                self._connection.close()
                self._connection = None

    @contextmanager
    def _using(self) -> Iterator[sqlite3.Connection]:
        with self._lock:
            try:
                if self._connection is None:
                    self._connection = self._open()
                yield self._connection
            except (sqlite3.Error, OSError) as error:
                # A fresh connection next time: this one may have cached the damage.
                self.close()
                raise DependencyUnavailable(
                    f"the embedding cache {self._path.name} cannot be used ({error}); "
                    "it is derived: reset it, at the price of embedding again"
                ) from error

    def _open(self) -> sqlite3.Connection:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(
            self._path,
            timeout=self._busy_timeout_s,
            isolation_level=None,
            check_same_thread=False,
        )
        try:
            # Pages of 16 KiB: vectors of 1.5 to 3 KB would leave a quarter of a small page empty.
            connection.execute("PRAGMA page_size = 16384")
            connection.execute("PRAGMA secure_delete = ON")
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = NORMAL")
            version = int(connection.execute("PRAGMA user_version").fetchone()[0])
            if version > SCHEMA_VERSION:
                raise sqlite3.DatabaseError(f"written by a newer program, schema {version}")
            if version < SCHEMA_VERSION:
                with _transaction(connection):
                    connection.execute(_SCHEMA)
                    connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
        except BaseException:
            connection.close()
            raise
        return connection

    def _compact(self, connection: sqlite3.Connection) -> None:
        connection.execute("VACUUM")
        busy = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
        if busy:
            raise sqlite3.OperationalError("another process reads it, its log cannot be emptied")


@contextmanager
def _transaction(connection: sqlite3.Connection) -> Iterator[None]:
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


def _checksum(model_key: str, text_hash: bytes, vector: bytes) -> bytes:
    return xxhash.xxh3_64_digest(model_key.encode("utf-8") + text_hash + vector)


def _chunks(items: Sequence[bytes]) -> Iterator[Sequence[bytes]]:
    for start in range(0, len(items), CHUNK):
        yield items[start : start + CHUNK]


def _marks(items: Sequence[bytes]) -> str:
    return ",".join("?" * len(items))
