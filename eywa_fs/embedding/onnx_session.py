"""Opens models in onnxruntime and runs them, with its errors turned into ours."""

from __future__ import annotations

from typing import Any

from eywa_fs.embedding.model_file import package_folder
from eywa_fs.errors import DependencyUnavailable


class OnnxSession:
    """One model, thread-safe. Threads do not spin, and results do not depend on runs before.

    Args:
        model: a file's path, or the model itself.
        name: what it is called in messages.
        install: what to install where onnxruntime is missing.
        threads: threads of one run.
        fuse: let onnxruntime put its own fused operators in place of the model's.

    Attributes:
        inputs, outputs: what the model calls them.

    Raises:
        DependencyUnavailable: onnxruntime is missing or cannot open the model.
    """

    def __init__(
        self, model: str | bytes, *, name: str, install: str, threads: int, fuse: bool
    ) -> None:
        package_folder("onnxruntime", install)
        import onnxruntime

        levels = onnxruntime.GraphOptimizationLevel
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        # Spinning threads were measured to halve the speed when other processes want the cores.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        # Its own pool of memory was no faster than the system's, and keeps what it ever had.
        options.enable_cpu_mem_arena = False
        options.graph_optimization_level = (
            levels.ORT_ENABLE_ALL if fuse else levels.ORT_ENABLE_BASIC
        )
        options.log_severity_level = 3
        self._name = name
        self._errors = _errors()
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
        """The output of that name.

        Raises:
            DependencyUnavailable: onnxruntime failed.
        """
        try:
            return self._session.run([output], inputs)[0]
        except self._errors as error:
            raise DependencyUnavailable(
                f"onnxruntime failed on the {self._name} model: {error}"
            ) from error


def _errors() -> tuple[type[Exception], ...]:
    """What onnxruntime raises; its own errors have no base but ``Exception``."""
    from onnxruntime.capi import onnxruntime_pybind11_state as state

    own = [value for value in vars(state).values() if isinstance(value, type)]
    return (
        *(kind for kind in own if issubclass(kind, Exception)),
        RuntimeError,
        ValueError,
        OSError,
    )
