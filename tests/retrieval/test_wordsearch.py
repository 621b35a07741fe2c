"""Words of what no index holds yet, on the scale of the index."""

import numpy as np
import pytest
from corpus import DAY, DAY_0

from eywa_fs.memory import EywaMemory
from eywa_fs.retrieval.wordsearch import WordScores, bm25


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


@pytest.mark.parametrize("indexed", [True, False])
@pytest.mark.parametrize(
    ("form", "asked"),
    [
        ("10.7.0.{}", "10.7.0.4"),
        ("https://fjord.example/run/7{}/log", "run/74"),
        ("v6.{}.0", "6.4.0"),
    ],
)
def test_an_identifier_is_of_the_record_that_says_it_and_not_of_those_around(
    memory: EywaMemory, form: str, asked: str, indexed: bool
) -> None:
    for number in range(9):
        memory.append(f"Looked at {form.format(number)}, {'which was fine ' * (number == 4)}today.")
    if indexed:
        memory.index()
    first, second = memory.retrieve(asked, strategy="exact").hits[:2]
    assert form.format(4) in first.text
    assert first.sources["words"] > 1.3 * second.sources["words"]


@pytest.mark.parametrize(
    ("told", "others", "query"),
    [
        (
            [f"Heron number {n} stands by the kettle." for n in range(3)],
            "The kettle is on.",
            "kettle",
        ),
        ([f"第{n}只苍鹭站在水壶旁边。" for n in "一二三"], "水壶开了。", "水壶"),
    ],
    ids=["en", "zh"],
)
def test_how_rare_a_word_is_hangs_on_nobody_else_and_not_on_the_index(
    memory: EywaMemory,
    monkeypatch: pytest.MonkeyPatch,
    told: list[str],
    others: str,
    query: str,
) -> None:
    found: list[dict[str, float]] = []
    asked = WordScores.weight

    def noted(scores: WordScores, term: str) -> float:
        found[-1][term] = asked(scores, term)
        return found[-1][term]

    monkeypatch.setattr(WordScores, "weight", noted)
    for day, text in enumerate(told):
        memory.append(text, user_id="own", session_id=f"s{day}", timestamp=DAY_0 + day * DAY)
    for step in ("tail", "indexed", "beside others"):
        if step == "beside others":
            memory.append_many({"content": others, "user_id": f"u{n}"} for n in range(20))
        if step != "tail":
            memory.index()
        found.append({})
        memory.retrieve(query, user_id="own")
    assert found[0] == found[1] == found[2] and min(found[0].values()) < 0.4
    memory.append(told[0], user_id="own")
    found.append({})
    memory.retrieve(query, user_id="own")
    assert found[3] != found[2], "what the user says counts"
