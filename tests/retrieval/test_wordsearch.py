"""Words of what no index holds yet, on the scale of the index."""

import numpy as np
import pytest

from eywa_fs.memory import EywaMemory
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


@pytest.mark.parametrize("indexed", range(7))
@pytest.mark.parametrize("word", ["heron", "kettle"])
def test_who_says_a_word_stands_before_who_stands_beside_it_wherever_the_index_ends(
    memory: EywaMemory, indexed: int, word: str
) -> None:
    """Each record has both words in its window: a word's rarity there is not that of its own."""
    pairs = [(f"Heron {n} stands on one leg.", f"Kettle {n} leaks.") for n in range(3)]
    told = [text for pair in pairs for text in pair]
    memory.append_many({"content": text} for text in told[:indexed])
    memory.index()
    for text in told[indexed:]:
        memory.append(text)
    found = memory.retrieve(word, strategy="exact").hits
    assert [word in hit.text.lower() for hit in found] == [True] * 3 + [False] * 3
