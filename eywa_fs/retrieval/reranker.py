"""A cross-encoder from a local folder that puts the best records in a new order; off by default.

The folder holds what the usual exporters write: ``tokenizer.json``, and ``model.onnx`` beside it or
in the folder ``onnx``. The model reads a question and a text together and gives the pair a number.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from eywa_fs.embedding.onnx_session import OnnxSession, cores, run_each
from eywa_fs.errors import DependencyUnavailable
from eywa_fs.packages import importing

MAX_TOKENS = 512
"""Of question and text together, as cross-encoders of the BERT family are trained; more is cut."""
INSTALL = "onnxruntime tokenizers"
_INPUTS = {"input_ids", "attention_mask", "token_type_ids"}
_MODELS = ("model.onnx", "onnx/model.onnx")


class Reranker:
    """Scores pairs of a question and a text. Threads may share it; the model is opened once.

    Args:
        folder: of the model.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        self._model: tuple[OnnxSession, Any] | None = None

    def scores(self, query: str, texts: Sequence[str]) -> list[float]:
        """How well each text answers, in the model's own unit: more is better.

        One pair a run, so that a score doesn't depend on the texts beside it; as many runs at a
        time as there are cores.

        Raises:
            DependencyUnavailable: the model is missing, is of another kind or fails.
        """
        with self._lock:
            if self._model is None:
                self._model = (self._open_session(), self._open_tokenizer())
            model = self._model
        return run_each(lambda text: _score(*model, query, text), texts, cores())

    def _open_session(self) -> OnnxSession:
        path = next((at for name in _MODELS if (at := self._folder / name).is_file()), None)
        if path is None:
            raise DependencyUnavailable(
                f"retrieval.reranker_path: {self._folder} holds no {' and no '.join(_MODELS)}; "
                "export a cross-encoder to ONNX there, or leave the setting empty"
            )
        session = OnnxSession(str(path), name="reranker", install=INSTALL, fuse=True)
        if "input_ids" not in session.inputs or not session.inputs <= _INPUTS:
            raise DependencyUnavailable(
                f"{path} asks for {', '.join(sorted(session.inputs))}: a cross-encoder takes "
                f"input_ids and at most {', '.join(sorted(_INPUTS - {'input_ids'}))}"
            )
        return session

    def _open_tokenizer(self) -> Any:
        with importing("tokenizers", INSTALL):
            from tokenizers import Tokenizer

        path = self._folder / "tokenizer.json"
        try:
            tokenizer = Tokenizer.from_file(str(path))
        except Exception as error:  # the library raises nothing narrower
            raise DependencyUnavailable(
                f"{path} is no tokenizer that can be read: {error}"
            ) from error
        tokenizer.no_padding()
        tokenizer.enable_truncation(MAX_TOKENS)
        return tokenizer


def _score(session: OnnxSession, tokenizer: Any, query: str, text: str) -> float:
    import numpy as np

    pair = tokenizer.encode(query, text)
    given = {
        "input_ids": pair.ids,
        "attention_mask": pair.attention_mask,
        "token_type_ids": pair.type_ids,
    }
    inputs = {name: np.asarray([given[name]], np.int64) for name in session.inputs}
    score = session.run(session.outputs[0], inputs)
    if score.size != 1:
        raise DependencyUnavailable(
            f"the reranker gives {score.size} numbers for a pair: a model that gives one is needed"
        )
    return float(score.reshape(()))
