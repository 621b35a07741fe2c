"""What every embedder must do; each backend's test runs it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from eywa_fs.embedding.protocol import Embedder

TEXTS = [
    "The ferry leaves the north pier at dawn.",
    "渡轮在黎明时分离开北码头。",
    "",
    " ",
    "\n\t",
    "before\x00after",
    "a lone surrogate \ud800 here",
    "🦜🪁👩‍👩‍👧",
    "tide " * 150,
    "x",
    "[CLS] [SEP] <s> </s> query: passage:",
]
CHINESE = 1
LATIN_ONLY = ("minilm",)
"""The Chinese one of the texts, and the models that do not read it: theirs are zeros."""


def check_embedder(embedder: Embedder, tolerance: float = 0.0) -> None:
    """Run the whole contract; ``tolerance`` is the allowed difference between batches."""
    check_shapes(embedder)
    check_batch_independence(embedder, tolerance)
    check_huge_text(embedder)
    check_threads(embedder, tolerance)
    embedder.close()
    assert embedder.embed_query("usable after close").shape == (embedder.identity.dimension,)


def check_shapes(embedder: Embedder) -> None:
    dimension = embedder.identity.dimension
    rows = embedder.embed_documents(TEXTS)
    query = embedder.embed_query("When does the boat leave?")
    assert rows.shape == (len(TEXTS), dimension) and rows.dtype == np.float32
    assert query.shape == (dimension,) and query.dtype == np.float32
    assert np.isfinite(rows).all() and np.isfinite(query).all()
    similarities = rows @ query
    assert np.abs(similarities).max() < len(embedder.parts) + 0.001
    assert embedder.embed_documents([]).shape == (0, dimension)
    check_parts(embedder, rows)


def check_parts(embedder: Embedder, rows: NDArray[np.float32]) -> None:
    parts = embedder.parts
    assert [part.start for part in parts] == [0, *(part.stop for part in parts[:-1])]
    assert parts[-1].stop == embedder.identity.dimension
    query = embedder.embed_query("When does the boat leave?")
    for part in parts:
        for vectors in (rows[:, part.start : part.stop], query[None, part.start : part.stop]):
            lengths = np.linalg.norm(vectors, axis=1)
            unread = [part.name in LATIN_ONLY and n == CHINESE for n in range(len(vectors))]
            assert np.allclose(lengths, ~np.array(unread), atol=1e-5)


def check_batch_independence(embedder: Embedder, tolerance: float) -> None:
    together = embedder.embed_documents(TEXTS)
    alone = np.concatenate([embedder.embed_documents([text]) for text in TEXTS])
    backwards = embedder.embed_documents(TEXTS[::-1])[::-1]
    for other in (alone, backwards):
        if tolerance:
            assert np.abs(together - other).max() <= tolerance
        else:
            assert together.tobytes() == np.ascontiguousarray(other).tobytes()


def check_huge_text(embedder: Embedder) -> None:
    huge = "潮水与灯 tide and lamp " * 60_000
    assert len(huge) > 1_000_000
    assert np.isfinite(embedder.embed_documents([huge])).all()


def check_threads(embedder: Embedder, tolerance: float) -> None:
    texts = [f"lamp number {number} on the quay" for number in range(8)]
    expected = embedder.embed_documents(texts)
    with ThreadPoolExecutor(4) as pool:
        rows = np.stack(list(pool.map(lambda text: embedder.embed_documents([text])[0], texts)))
    assert np.abs(rows - expected).max() <= tolerance


def check_meaning(embedder: Embedder, query: str, near: str, far: str) -> None:
    """``near`` must be more similar to ``query`` than ``far``."""
    rows = embedder.embed_documents([far, near])
    scores = rows @ embedder.embed_query(query)
    assert scores[1] > scores[0]
