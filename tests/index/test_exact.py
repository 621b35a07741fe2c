"""Vectors kept in memory at half their size score as the whole ones do."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from eywa_fs.index.exact import BLOCK, CompactVectors

DIMENSION = 24


def unit_rows(count: int, dimension: int = DIMENSION) -> NDArray[np.float32]:
    rows = np.random.default_rng(3).normal(size=(count, dimension)).astype(np.float32)
    unit: NDArray[np.float32] = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return unit


def scores_of(
    kept: CompactVectors, query: NDArray[np.float32], start: int = 0
) -> NDArray[np.float32]:
    return kept.scores([(start, query)])[0]


@pytest.mark.parametrize("count", [1, BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK + 7])
def test_scores_are_inner_products_in_row_order(count: int) -> None:
    rows = unit_rows(count)
    kept = CompactVectors.of(rows)
    assert len(kept) == count
    assert np.allclose(scores_of(kept, rows[0]), rows @ rows[0], atol=2e-5)
    part = scores_of(kept, rows[0, 8:16], 8)
    assert np.allclose(part, rows[:, 8:16] @ rows[0, 8:16], atol=2e-5)


def test_a_model_whose_numbers_are_far_from_one_loses_no_more() -> None:
    rows = unit_rows(50)
    for scale in (1e-6, 1e6):
        scores = scores_of(CompactVectors.of(rows * np.float32(scale)), rows[0])
        assert np.allclose(scores / scale, rows @ rows[0], atol=2e-5)


def test_a_row_without_a_vector_has_no_score_and_no_say_in_the_mean() -> None:
    rows = unit_rows(2 * BLOCK)
    rows[[0, BLOCK, 2 * BLOCK - 1]] = np.nan
    kept = CompactVectors.of(rows)
    assert np.array_equal(np.isnan(scores_of(kept, rows[1])), np.isnan(rows[:, 0]))
    mean = kept.mean()
    assert mean is not None
    assert np.allclose(mean, np.nanmean(rows, axis=0), atol=1e-5)


def test_without_any_vector_there_is_no_mean() -> None:
    assert CompactVectors().mean() is None
    assert CompactVectors.of(np.full((3, 4), np.nan, np.float32)).mean() is None
    assert scores_of(CompactVectors(), np.zeros(0, np.float32)).shape == (0,)


@pytest.mark.filterwarnings("error")
def test_a_vector_of_zeros_scores_zero() -> None:
    rows = np.array([[0, 0], [1e-40, -1e-40], [0.5, -1]], np.float32)
    scores = scores_of(CompactVectors.of(rows), np.array([1, 1], np.float32))
    assert scores[:2].tolist() == [0, 0]
    assert scores[2] == pytest.approx(-0.5, abs=1e-4)


def test_parts_score_as_the_whole() -> None:
    """Kept vectors that grew piece by piece, or were filtered, give the same numbers."""
    rows = unit_rows(300)
    whole = scores_of(CompactVectors.of(rows), rows[5])
    grown = CompactVectors()
    for start in range(0, 300, 70):
        grown = grown.join(CompactVectors.of(rows[start : start + 70]))
    assert np.allclose(scores_of(grown, rows[5]), whole, atol=1e-7)
    chosen = np.arange(300) % 3 == 0
    taken = CompactVectors.of(rows).take(chosen)
    assert np.allclose(scores_of(taken, rows[5]), whole[chosen], atol=1e-7)
    assert grown.nbytes == 300 * (2 * DIMENSION + 4)


def test_several_queries_in_one_pass_score_as_one_by_one() -> None:
    rows = unit_rows(3 * BLOCK + 7)
    kept = CompactVectors.of(rows)
    queries = [(0, rows[0, :8]), (8, rows[1, 8:24]), (4, rows[2, 4:9])]
    for found, (start, query) in zip(kept.scores(queries), queries, strict=True):
        assert np.allclose(found, scores_of(kept, query, start), atol=1e-6)
        assert np.allclose(found, rows[:, start : start + len(query)] @ query, atol=2e-5)
