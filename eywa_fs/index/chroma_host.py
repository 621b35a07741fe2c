"""The process in which Chroma lives: ``python -m eywa_fs.index.chroma_host``.

Chroma is native code that opens files of unknown condition. Here a crash or a hang takes nothing
with it: the parent kills this process and starts another (docs/decisions/0004-vector-host.md).
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from eywa_fs.errors import DependencyUnavailable
from eywa_fs.index.backends import CHROMA_DATABASE
from eywa_fs.index.chroma_server import refuse_silent
from eywa_fs.index.host_loop import Host, enter, refuse_dimension, refuse_other, run
from eywa_fs.index.wire import Target
from eywa_fs.index.write_mark import WriteMark

if TYPE_CHECKING:
    import numpy as np
    from chromadb.api import ClientAPI
    from chromadb.api.models.Collection import Collection
    from numpy.typing import NDArray


class ChromaHost(Host):
    """Chroma's side of :class:`eywa_fs.index.vectors.VectorIndex`; one method per call."""

    def __init__(self) -> None:
        super().__init__()
        self._client: ClientAPI | None = None
        self._target: Target | None = None
        self._collections: dict[str, Collection] = {}
        self._loaded: set[str] = set()

    # -- life cycle ---------------------------------------------------------------------------

    def open(self, target: Target, usage_lock: str | None) -> int:
        """Open the folder or the server, count as proof that it answers; its largest batch."""
        self._share(usage_lock)
        self._target = target
        if isinstance(target, str):
            folder = enter(Path(target))
            _refuse_strange_files(folder)
            self._mark = self._mark or WriteMark(folder)
            self._mark.note()
            target = str(folder)
        else:
            refuse_silent(target)
        self._client = _connect(target)
        self._client.count_collections()
        return int(self._client.get_max_batch_size())

    def reopen(self) -> None:
        assert self._target is not None
        self.close()
        self.open(self._target, None)

    def close(self) -> None:
        """Let go of the files; further calls need :meth:`open`."""
        client, self._client = self._client, None
        self._collections.clear()
        self._loaded.clear()
        if client is not None:
            close = getattr(client, "close", None)  # servers' clients of older versions lack it
            if close is not None:
                close()

    # -- collections --------------------------------------------------------------------------

    def ensure_collection(self, name: str, binding: Mapping[str, str | int]) -> None:
        collection = self._find(name)
        if collection is None:
            with self._writing():
                # Another process may have made it while this one waited for its turn.
                collection = self._find(name) or self._chroma().create_collection(
                    name,
                    embedding_function=None,
                    metadata=dict(binding),
                    configuration={"hnsw": {"space": "ip"}},
                )
            self._collections[name] = collection
        refuse_other(name, collection.metadata or {}, binding)

    def list_collections(self) -> list[str]:
        return sorted(collection.name for collection in self._chroma().list_collections())

    # -- documents ----------------------------------------------------------------------------

    def upsert(
        self,
        name: str,
        ids: list[str],
        vectors: NDArray[np.float32],
        metadatas: list[dict[str, Any]],
    ) -> None:
        with self._writing():
            collection = self._find(name)
            if collection is None:
                raise DependencyUnavailable(f"there is no collection {name}")
            refuse_dimension(name, collection.metadata, vectors.shape[1])
            collection.upsert(ids=ids, embeddings=vectors, metadatas=cast(Any, metadatas))

    def delete(self, name: str, ids: list[str]) -> None:
        with self._writing():
            collection = self._find(name)
            if collection is not None and ids:
                collection.delete(ids=ids)

    def query(
        self, name: str, vectors: NDArray[np.float32], k: int
    ) -> list[list[tuple[str, float]]]:
        collection = self._find(name)
        if collection is None or not len(vectors):
            return [[] for _ in vectors]
        refuse_dimension(name, collection.metadata, vectors.shape[1])
        with self._loading(name):
            found = collection.query(query_embeddings=vectors, n_results=k, include=["distances"])
        # Chroma's inner-product distance is 1 - dot product.
        return [
            [(i, 1.0 - d) for i, d in zip(ids, distances, strict=True)]
            for ids, distances in zip(found["ids"], found["distances"] or [], strict=True)
        ]

    def get(self, name: str, ids: list[str]) -> dict[str, dict[str, Any]]:
        collection = self._find(name)
        if collection is None or not ids:
            return {}
        found = collection.get(ids=ids, include=["metadatas"])
        metadatas: Sequence[Any] = found["metadatas"] or [None] * len(found["ids"])
        return {i: dict(m or {}) for i, m in zip(found["ids"], metadatas, strict=True)}

    def get_vectors(self, name: str, ids: list[str]) -> tuple[list[str], NDArray[np.float32]]:
        import numpy as np

        collection = self._find(name)
        if collection is None or not ids:
            return [], np.zeros((0, 0), dtype=np.float32)
        with self._loading(name):
            found = collection.get(ids=ids, include=["embeddings"])
        vectors = np.asarray(found["embeddings"], dtype=np.float32)
        return list(found["ids"]), vectors

    def page_of_ids(self, name: str, offset: int, limit: int) -> list[str]:
        collection = self._find(name)
        if collection is None:
            return []
        return list(collection.get(include=[], offset=offset, limit=limit)["ids"])

    def count(self, name: str) -> int:
        if self._mark is None:  # a server may have lost it since it was found
            self._collections.pop(name, None)
        collection = self._find(name)
        return 0 if collection is None else int(collection.count())

    # -- inside -------------------------------------------------------------------------------

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """One process writes at a time, and never from a graph that lacks another's writes."""
        if self._mark is None:  # a server sees to it itself
            yield
            return
        with self._mark.alone():
            self.refresh()
            self._mark.advance()
            try:
                yield
            finally:
                self._mark.advance()  # for readers that opened the store while this was written

    @contextmanager
    def _loading(self, name: str) -> Iterator[None]:
        """The first search of a collection loads its graph, whose files a writer replaces in place:
        do it while nobody writes."""
        if self._mark is None or name in self._loaded:
            yield
            return
        with self._mark.alone():
            yield
        self._loaded.add(name)

    def _chroma(self) -> ClientAPI:
        if self._client is None:  # opening it anew failed earlier; it may work by now
            self.reopen()
        return cast("ClientAPI", self._client)

    def _find(self, name: str) -> Collection | None:
        from chromadb.errors import NotFoundError

        known = self._collections.get(name)
        if known is not None:
            return known
        try:
            found = self._chroma().get_collection(name, embedding_function=None)
        except NotFoundError:
            return None
        self._collections[name] = found
        return found


def _connect(target: Target) -> ClientAPI:
    _spare_what_import_checks()
    import chromadb
    from chromadb.config import Settings

    settings = Settings(anonymized_telemetry=False)
    if isinstance(target, str):
        return chromadb.PersistentClient(target, settings=settings)
    return chromadb.HttpClient(*target, settings=settings)


def _spare_what_import_checks() -> None:
    """Have Chroma imported without what takes a third of that time: reading the byte code of its
    classes to see that each method overrides another, and httpx's command line."""
    sys.modules.setdefault("httpx._main", None)  # type: ignore[arg-type]  # httpx does without
    with suppress(ImportError):
        import overrides

        light = {"override": _unchecked, "overrides": _unchecked, "EnforceOverrides": _Unchecked}
        vars(overrides).update(light)


def _unchecked(method: Any = None, **_: object) -> Any:
    """A decorator, with arguments or without, that leaves a method as it is."""
    return method or _unchecked


class _Unchecked:
    """A base class that looks at nothing."""


def _refuse_strange_files(folder: Path) -> None:
    """Opening a named pipe or a device would block or worse; ours are plain files."""
    database = folder / CHROMA_DATABASE
    with suppress(FileNotFoundError):
        if not stat.S_ISREG(os.lstat(database).st_mode):
            raise DependencyUnavailable(f"{database} is not a plain file")


def main() -> None:
    run(ChromaHost())


if __name__ == "__main__":
    main()
