"""Models that run by onnxruntime, with its errors turned into ours.

Every text runs by itself, without padding and on one thread; several texts run at the same time.
So a text's vector cannot depend on the others of its batch, on their order or on the number of
threads. Another kind of processor or release of onnxruntime may round otherwise (float32 in place
of 8 bits gave a cosine of 0.9999); the cache, keyed by text, hides this from a rebuild.
"""

from __future__ import annotations

import os
import threading
from abc import abstractmethod
from collections.abc import Callable, MutableMapping, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar
from weakref import WeakValueDictionary

from eywa_fs.embedding.protocol import OneModel, unit_rows
from eywa_fs.errors import DependencyUnavailable
from eywa_fs.packages import importing
from eywa_fs.pool import Pool

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Run = Callable[[str], NDArray[np.float32]]
    """From a text to the mean of its tokens' states, not scaled; called by several threads."""

T = TypeVar("T")


loaded: MutableMapping[type[OnnxEmbedder], Run] = WeakValueDictionary()
"""By class, the models that embedders of this process have loaded and not closed: a class has one
model, and two memories share it."""


class OnnxEmbedder(OneModel):
    """An embedder whose model is loaded by the first text, unless another one has it loaded;
    ``threads`` texts are embedded at a time, 0 = one per core."""

    _loading: ClassVar[threading.Lock]

    def __init__(self, threads: int = 0) -> None:
        self._threads = threads or cores()
        self._model: Run | None = None

    def __init_subclass__(cls) -> None:
        cls._loading = threading.Lock()  # two models are loaded at the same time

    def close(self) -> None:
        with self._loading:
            self._model = None

    def _embed(self, inputs: list[str], *, query: bool) -> NDArray[np.float32]:
        rows = run_each(self._opened(), inputs, self._threads)
        return unit_rows(rows, len(inputs), self.identity.dimension, self.identity.embedder)

    def _opened(self) -> Run:
        with self._loading:
            if (model := self._model) is None:
                model = self._model = loaded.get(type(self)) or self._load()
                loaded[type(self)] = model
            return model

    @abstractmethod
    def _load(self) -> Run:
        """The model, which is loaded for as long as somebody holds what is given."""


class OnnxSession:
    """One model, thread-safe. Results do not depend on runs before.

    Args:
        model: a file's path, or the model itself.
        name: what it is called in messages.
        install: what to install where onnxruntime is missing.
        fuse: let onnxruntime put its own fused operators in place of the model's.

    Attributes:
        inputs, outputs: what the model calls them.

    Raises:
        DependencyUnavailable: onnxruntime is missing or cannot open the model.
    """

    def __init__(self, model: str | bytes, *, name: str, install: str, fuse: bool) -> None:
        with importing("onnxruntime", install):
            import onnxruntime
            from onnxruntime.capi import onnxruntime_pybind11_state as state

        levels = onnxruntime.GraphOptimizationLevel
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        # Its own pool of memory was no faster than the system's, and keeps what it ever had.
        options.enable_cpu_mem_arena = False
        options.graph_optimization_level = (
            levels.ORT_ENABLE_ALL if fuse else levels.ORT_ENABLE_BASIC
        )
        options.log_severity_level = 3
        self._name = name
        self._errors = _errors(state)
        try:
            self._session = onnxruntime.InferenceSession(
                model, options, providers=["CPUExecutionProvider"]
            )
        except self._errors as error:
            raise DependencyUnavailable(
                f"onnxruntime cannot open the {name} model: {error}"
            ) from error
        self.inputs = frozenset(each.name for each in self._session.get_inputs())
        self.outputs = tuple(each.name for each in self._session.get_outputs())

    def run(self, output: str, inputs: dict[str, Any]) -> Any:
        """The output of that name; ``DependencyUnavailable`` where onnxruntime fails."""
        try:
            return self._session.run([output], inputs)[0]
        except self._errors as error:
            raise DependencyUnavailable(
                f"onnxruntime failed on the {self._name} model: {error}"
            ) from error


def run_each(run: Callable[[str], T], texts: Sequence[str], threads: int) -> list[T]:
    """``run`` of every text, in their order, the longest first.

    No worker is left with the longest one at the end. The pool lives for one call: it costs less
    than a tenth of a millisecond, and a forked process cannot inherit it.
    """
    workers = min(threads, len(texts))
    if workers <= 1:
        return [run(text) for text in texts]
    order = sorted(range(len(texts)), key=lambda number: -len(texts[number]))
    with Pool(workers) as pool:
        found = dict(zip(order, pool.map(run, [texts[number] for number in order]), strict=True))
    return [found[number] for number in range(len(texts))]


def cores() -> int:
    """Cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _errors(state: ModuleType) -> tuple[type[Exception], ...]:
    """What onnxruntime raises; its own errors have no base but ``Exception``."""
    own = [value for value in vars(state).values() if isinstance(value, type)]
    kinds = [kind for kind in own if issubclass(kind, Exception)]
    return (*kinds, RuntimeError, ValueError, OSError, MemoryError)
