import numpy as np
import pytest

from eywa_fs.errors import BadRequest
from eywa_fs.index.exact import MatrixCache, VectorMatrix


def unit_rows(count: int, dimension: int = 8) -> np.ndarray:
    rows = np.random.default_rng(3).normal(size=(count, dimension)).astype(np.float32)
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def test_scores_are_inner_products_in_row_order() -> None:
    rows = unit_rows(200)
    matrix = VectorMatrix(8)
    for start in range(0, 200, 7):
        part = rows[start : start + 7]
        matrix.put([f"d{start + i}" for i in range(len(part))], part)
    assert matrix.ids == tuple(f"d{i}" for i in range(200))
    assert np.allclose(matrix.scores(rows[5]), rows @ rows[5], atol=1e-6)
    assert matrix.row("d17") == 17
    assert matrix.row("d999") is None


def test_put_overwrites_known_ids_and_the_last_of_a_batch_stays() -> None:
    rows = unit_rows(3)
    matrix = VectorMatrix(8)
    matrix.put(["a", "b"], rows[:2])
    matrix.put(["a", "a"], rows[1:])
    assert len(matrix) == 2
    assert np.array_equal(matrix.matrix[0], rows[2])


def test_an_empty_matrix_scores_nothing() -> None:
    assert VectorMatrix(8).scores(unit_rows(1)[0]).shape == (0,)


def test_wrong_shapes_are_refused_and_change_nothing() -> None:
    matrix = VectorMatrix(8)
    with pytest.raises(BadRequest):
        matrix.put(["a"], unit_rows(2))
    with pytest.raises(BadRequest):
        matrix.scores(unit_rows(1, 4)[0])
    assert len(matrix) == 0


def filled(count: int) -> VectorMatrix:
    matrix = VectorMatrix(8)
    matrix.put([f"d{i}" for i in range(count)], unit_rows(count))
    return matrix


def test_the_cache_drops_the_longest_unused_first() -> None:
    one = filled(64)
    cache = MatrixCache(2 * one.size_bytes)
    cache.put("a", one, 1)
    cache.put("b", filled(64), 1)
    assert cache.get("a") is not None
    cache.put("c", filled(64), 1)
    assert cache.get("b") is None
    entry = cache.get("a")
    assert entry is not None and entry.matrix is one and entry.version == 1
    assert cache.size_bytes <= cache.budget_bytes


def test_the_cache_keeps_nothing_larger_than_its_budget() -> None:
    cache = MatrixCache(10)
    cache.put("a", filled(64), 1)
    assert cache.get("a") is None
    assert cache.size_bytes == 0


def test_a_matrix_that_grew_is_counted_as_it_is_now() -> None:
    grown = filled(64)
    cache = MatrixCache(3 * grown.size_bytes)
    cache.put("a", grown, 1)
    grown.put([f"e{i}" for i in range(1000)], unit_rows(1000))
    cache.put("b", filled(64), 1)
    assert cache.get("a") is None
    assert cache.get("b") is not None
