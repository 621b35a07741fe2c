"""Words of what no index holds yet, on the scale of the index."""

import numpy as np
import pytest

from eywa_fs.retrieval.wordsearch import bm25


def test_no_match_is_zero_and_a_repeated_term_counts_more() -> None:
    scores = bm25([["red", "clay"], ["blue", "glaze"], [], ["glaze", "glaze"]], {"glaze": 2.0})
    assert scores[0] == scores[2] == 0
    assert 0 < scores[1] < scores[3]


def test_a_lone_document_of_one_length_scores_the_terms_rarity() -> None:
    assert bm25([["kiln"]], {"kiln": 0.7}) == pytest.approx([0.7])
    assert bm25([["kiln", "glaze"]], {"kiln": 1.0, "glaze": 3.0}) == pytest.approx([4.0])


def test_nothing_in_nothing_out() -> None:
    assert bm25([], {"a": 1.0}).shape == (0,)
    assert np.array_equal(bm25([["a"]], {}), [0.0])
    assert np.array_equal(bm25([[], []], {"a": 1.0}), [0.0, 0.0])
