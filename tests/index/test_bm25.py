import numpy as np

from eywa_fs.index.bm25 import rank_tokens


def test_a_term_in_every_document_of_a_tiny_corpus_still_counts() -> None:
    assert rank_tokens(["kiln"], [["kiln"]])[0] > 0
    both = rank_tokens(["kiln"], [["kiln", "glaze"], ["kiln"]])
    assert (both > 0).all()


def test_a_term_in_half_of_a_tiny_corpus_counts() -> None:
    scores = rank_tokens(["kiln"], [["kiln"], ["glaze"]])
    assert scores[0] > 0
    assert scores[1] == 0


def test_no_match_is_zero_and_order_is_kept() -> None:
    documents = [["red", "clay"], ["blue", "glaze"], [], ["red", "glaze", "glaze"]]
    scores = rank_tokens(["glaze"], documents)
    assert scores.shape == (4,)
    assert scores[0] == scores[2] == 0
    assert scores[3] > 0 and scores[1] > 0


def test_the_rarer_term_weighs_more() -> None:
    documents = [["a", "x"], ["a", "y"], ["a", "y"], ["b", "y"]]
    scores = rank_tokens(["a", "b"], documents)
    assert scores[3] > scores[0]


def test_nothing_in_nothing_out() -> None:
    assert rank_tokens(["a"], []).shape == (0,)
    assert np.array_equal(rank_tokens([], [["a"]]), [0.0])
    assert np.array_equal(rank_tokens(["a"], [[], []]), [0.0, 0.0])
