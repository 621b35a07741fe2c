"""The process in which SurrealDB holds the vectors: ``python -m eywa_fs.index.surreal_host``.

SurrealDB keeps the documents in files; the search is exact, over a copy of a collection's vectors
in this process's memory (docs/decisions/0042-surrealdb.md). Its engine lets a second process write
to the same files. So the store is open for one call at a time, under a lock of ours.
"""

from __future__ import annotations

import json
import os
import re
import stat
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from eywa_fs.errors import DependencyUnavailable
from eywa_fs.index.host_line import CUT_SHORT
from eywa_fs.index.host_loop import Host, enter, refuse_dimension, refuse_other, run
from eywa_fs.index.wire import Target
from eywa_fs.index.write_mark import WriteMark
from eywa_fs.packages import importing

if TYPE_CHECKING:
    from surrealdb import BlockingEmbeddedSurrealConnection as Store

BATCH = 5000
"""Documents read by one query, and at most written by one message."""

NAMES = "collections"
"""The table of what binds each collection. No collection has this name: theirs hold a ``-``."""

_NAME = re.compile(r"[a-zA-Z0-9._-]{3,512}")
_PUT = (
    "INSERT INTO {table} $rows ON DUPLICATE KEY UPDATE "
    "vector = $input.vector, metadata = $input.metadata RETURN NONE"
)

Floats = NDArray[np.float32]


class Loaded:
    """The vectors of one collection in memory: ``rows`` is float32, shape (n, dimension)."""

    def __init__(self, ids: list[str], rows: Floats) -> None:
        self.ids = np.asarray(ids, dtype=object)
        self.rows = rows
        self.place = {one: number for number, one in enumerate(ids)}

    def put(self, ids: list[str], vectors: Floats) -> Loaded:
        """This with documents added or replaced."""
        latest = dict(zip(ids, vectors, strict=True))
        kept = self.without(ids)
        rows = np.stack(list(latest.values()))
        return Loaded([*kept.ids, *latest], np.concatenate([kept.rows, rows]))

    def without(self, ids: list[str]) -> Loaded:
        """This without some documents."""
        gone = [self.place[one] for one in set(ids) if one in self.place]
        if not gone:
            return self
        stay = np.ones(len(self.ids), dtype=bool)
        stay[gone] = False
        return Loaded(list(self.ids[stay]), self.rows[stay])

    def nearest(self, vector: Floats, k: int) -> list[tuple[str, float]]:
        """The ``k`` documents of the largest inner products, equal ones by their ids."""
        scores = self.rows @ vector
        if k < len(scores):
            least = np.partition(scores, -k)[-k]
            chosen = np.flatnonzero(scores >= least)
        else:
            chosen = np.arange(len(scores))
        found = [(str(self.ids[row]), float(scores[row])) for row in chosen]
        return sorted(found, key=lambda hit: (-hit[1], hit[0]))[:k]


class SurrealHost(Host):
    """SurrealDB's side of :class:`eywa_fs.index.vectors.VectorIndex`; one method per call."""

    def __init__(self) -> None:
        super().__init__()
        self._folder = Path()
        self._bindings: dict[str, dict[str, Any]] = {}
        self._loaded: dict[str, Loaded] = {}

    # -- life cycle ---------------------------------------------------------------------------

    def open(self, target: Target, usage_lock: str | None) -> int:
        """Open the folder as proof that it can be; the largest batch."""
        if not isinstance(target, str):
            raise DependencyUnavailable("vectors.server_host names a Chroma server, not SurrealDB")
        self._share(usage_lock)
        self._folder = enter(Path(target))
        self._mark = WriteMark(self._folder)
        with self._open():
            return BATCH

    def reopen(self) -> None:
        """What is read from now on is as the last write left it, whoever wrote it."""
        self.close()
        self._known().note()

    def close(self) -> None:
        """Forget what is in memory: no file is open between two calls."""
        self._bindings.clear()
        self._loaded.clear()

    # -- collections --------------------------------------------------------------------------

    def ensure_collection(self, name: str, binding: Mapping[str, str | int]) -> None:
        if self._binding(name) is None:
            with self._writing() as store:
                row = {"id": _key(NAMES, name), "binding": json.dumps(dict(binding))}
                _rows(store, f"INSERT IGNORE INTO {NAMES} $row RETURN NONE", {"row": row})
        refuse_other(name, self._binding(name) or {}, binding)

    def list_collections(self) -> list[str]:
        with self._open() as store:
            return sorted(_rows(store, f"SELECT VALUE record::id(id) FROM {NAMES}"))

    # -- documents ----------------------------------------------------------------------------

    def upsert(
        self, name: str, ids: list[str], vectors: Floats, metadatas: list[dict[str, Any]]
    ) -> None:
        if (binding := self._binding(name)) is None:
            raise DependencyUnavailable(f"there is no collection {name}")
        refuse_dimension(name, binding, vectors.shape[1])
        rows = [
            {
                "id": _key(name, one),
                "vector": vector.tobytes(),
                "metadata": json.dumps(metadata, ensure_ascii=False),
            }
            for one, vector, metadata in zip(ids, vectors, metadatas, strict=True)
        ]
        with self._writing() as store:
            _rows(store, _PUT.format(table=_table(name)), {"rows": rows})
        if name in self._loaded:
            self._loaded[name] = self._loaded[name].put(ids, vectors)

    def delete(self, name: str, ids: list[str]) -> None:
        if not ids or self._binding(name) is None:
            return
        with self._writing() as store:
            store.query("DELETE $keys RETURN NONE", {"keys": [_key(name, one) for one in ids]})
        if name in self._loaded:
            self._loaded[name] = self._loaded[name].without(ids)

    def query(self, name: str, vectors: Floats, k: int) -> list[list[tuple[str, float]]]:
        if self._binding(name) is None or not len(vectors):
            return [[] for _ in vectors]
        refuse_dimension(name, self._binding(name), vectors.shape[1])
        loaded = self._load(name)
        return [loaded.nearest(vector, k) for vector in vectors]

    def get(self, name: str, ids: list[str]) -> dict[str, dict[str, Any]]:
        if not ids:
            return {}
        keys = {"keys": [_key(name, one) for one in ids]}
        with self._open() as store:
            found = _rows(store, "SELECT VALUE [record::id(id), metadata] FROM $keys", keys)
        return {one: json.loads(text) for one, text in found}

    def get_vectors(self, name: str, ids: list[str]) -> tuple[list[str], Floats]:
        if self._binding(name) is None:
            return [], np.zeros((0, 0), dtype=np.float32)
        loaded = self._load(name)
        known = [one for one in ids if one in loaded.place]
        return known, loaded.rows[[loaded.place[one] for one in known]]

    def page_of_ids(self, name: str, offset: int, limit: int) -> list[str]:
        query = f"SELECT VALUE record::id(id) FROM {_table(name)} LIMIT $limit START $offset"
        with self._open() as store:
            found: list[str] = _rows(store, query, {"limit": limit, "offset": offset})
        return found

    def count(self, name: str) -> int:
        with self._open() as store:
            found = _rows(store, f"SELECT count() FROM {_table(name)} GROUP ALL")
        return int(found[0]["count"]) if found else 0

    # -- inside -------------------------------------------------------------------------------

    def _known(self) -> WriteMark:
        if self._mark is None:
            raise DependencyUnavailable("the vector store was not opened")
        return self._mark

    @contextmanager
    def _open(self) -> Iterator[Store]:
        """The store, for one call in which no other process has it open; ``DependencyUnavailable``
        where it cannot be opened, or lost what had been acknowledged.

        Its engine cuts its log off at the first damaged entry when it opens it, and goes on with
        what is left. Only behind a write that was not finished is that what we want."""
        mark = self._known()
        with mark.alone():
            before, whole = _size(self._folder), mark.finished
            store = _connect(self._folder)
            try:
                lost = before - _size(self._folder)
                if whole and lost > 0:
                    raise DependencyUnavailable(f"{CUT_SHORT}: {lost} bytes were damaged")
                yield store
            finally:
                store.close()

    @contextmanager
    def _writing(self) -> Iterator[Store]:
        with self._open() as store:
            self.refresh()
            self._known().advance()
            try:
                yield store
            except BaseException:
                self._loaded.clear()  # how much of it was written is not known
                raise
            finally:
                self._known().advance()

    def _binding(self, name: str) -> dict[str, Any] | None:
        """What binds a collection; ``None`` where there is none."""
        if name not in self._bindings:
            with self._open() as store:
                found = _rows(store, "SELECT VALUE binding FROM $key", {"key": _key(NAMES, name)})
            if not found:
                return None
            self._bindings[name] = json.loads(found[0])
        return self._bindings[name]

    def _load(self, name: str) -> Loaded:
        """A collection's vectors, read from the store where they are not in memory."""
        if name not in self._loaded:
            dimension = int((self._binding(name) or {})["dimension"])
            query = f"SELECT VALUE [record::id(id), vector] FROM {_table(name)}"
            ids: list[str] = []
            parts: list[bytes] = []
            with self._open() as store:
                self.refresh()
                while len(page := _rows(store, f"{query} LIMIT {BATCH} START {len(ids)}")):
                    ids += [one for one, _ in page]
                    parts += [vector for _, vector in page]
            rows = np.frombuffer(b"".join(parts), dtype=np.float32)
            self._loaded[name] = Loaded(ids, rows.reshape(len(ids), dimension))
        return self._loaded[name]


def _connect(folder: Path) -> Store:
    os.environ["SURREAL_SYNC_DATA"] = "true"  # a write is on the disk when it returns
    for place in (folder, *folder.rglob("*")):
        if not stat.S_ISDIR(mode := os.lstat(place).st_mode) and not stat.S_ISREG(mode):
            raise DependencyUnavailable(f"{place} is not a plain file")  # a pipe would block
    with importing("surrealdb", "'eywa-fs[surrealdb]'"):
        from surrealdb import BlockingEmbeddedSurrealConnection
    store = BlockingEmbeddedSurrealConnection(f"surrealkv://{folder}")
    store.use("eywa", "vectors")
    return store


def _rows(store: Store, query: str, values: Mapping[str, Any] | None = None) -> Any:
    """What a query answers; its values are sent apart from its words."""
    return store.query(query, dict(values or {}))


def _size(folder: Path) -> int:
    """Bytes of the engine's log."""
    return sum(file.stat().st_size for file in folder.glob("clog/*"))


def _table(name: str) -> str:
    """A collection's table in a query. No name of ours holds what would have to be escaped."""
    if _NAME.fullmatch(name) is None:
        raise DependencyUnavailable(f"{name!r} is no name of a collection")
    return f"`{name}`"


def _key(table: str, one: str) -> Any:
    from surrealdb import RecordID

    return RecordID(table, one)


def main() -> None:
    run(SurrealHost())


if __name__ == "__main__":
    main()
