"""Ranking over records that are not indexed, of which only a few have vectors."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from corpus import MakeMemory

from eywa_fs.memory import EywaMemory
from eywa_fs.model.results import RetrievalResult
from eywa_fs.retrieval.fusion import Candidates, ModelScores, Ranking, rank
from eywa_fs.retrieval.intent import profile
from eywa_fs.retrieval.weights import FusionConfig

MOST = 6
SETTINGS = {"limits": {"max_tail_vectors": MOST}}

SHORT = {
    "en": [
        "The tiler starts in the bathroom on Monday.",
        "Our dog hates the vacuum cleaner.",
        "The chimney sweep rang twice this morning.",
    ],
    "zh": [
        "瓦匠星期一开始铺浴室的砖。",
        "我们家的狗讨厌吸尘器。",
        "扫烟囱的师傅今天早上按了两次门铃。",
    ],
}
LONG = {
    "en": " ".join(f"Crate {n} went to shelf {n * 7 % 89} of the hall." for n in range(400)),
    "zh": "".join(f"第{n}号箱子放到了仓库的第{n * 7 % 89}号架子上。" for n in range(700)),
}
ASKED = {"en": "chimney sweep", "zh": "扫烟囱的师傅"}


def told(memory: EywaMemory, texts: Sequence[str]) -> None:
    """All of one moment, as lines of a file without times are."""
    memory.append_many([{"content": text, "timestamp": 1_750_032_000_000} for text in texts])


def with_vectors(found: RetrievalResult) -> set[str]:
    return {hit.text for hit in found.hits if "vectors" in hit.sources}


def waits(found: RetrievalResult) -> list[str]:
    return [reason.detail for reason in found.degraded if reason.kind == "without_vectors"]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_long_record_leaves_vectors_to_the_others(language: str, make_memory: MakeMemory) -> None:
    memory = make_memory(None, SETTINGS, warm=False)
    short = SHORT[language]
    told(memory, [*short[:2], LONG[language], short[2]])
    found = memory.retrieve(ASKED[language], limit=9)
    assert found.hits[0].text == short[2]
    assert with_vectors(found) >= set(short), "each short record has the vector of its own"
    assert waits(found), "the rest of the long one waits"
    memory.index()
    again = memory.retrieve(ASKED[language], limit=9)
    assert again.hits[0].text == short[2]
    assert not waits(again)


@pytest.mark.parametrize(
    "line", ["Shelf {} holds old maps of the coast.", "第{}号架子上放着旧的海岸地图。"]
)
def test_of_one_moment_what_was_written_last_has_vectors(
    line: str, make_memory: MakeMemory
) -> None:
    memory = make_memory(None, SETTINGS, warm=False)
    texts = [line.format(number) for number in range(MOST + 8)]
    told(memory, texts)
    found = [memory.retrieve(texts[0], limit=len(texts)) for _ in range(2)]
    assert with_vectors(found[0]) == set(texts[-MOST:])
    assert waits(found[0]) == [f"8 of {len(texts)} documents"]
    scores = [[(hit.event_id, hit.score) for hit in one.hits] for one in found]
    assert scores[0] == scores[1], "what was embedded changes no later answer"


@pytest.mark.parametrize("line", ["The pump ran all night. ", "水泵整夜都在运转。"])
def test_spans_that_get_no_vector_have_none_by_their_twins(
    line: str, make_memory: MakeMemory
) -> None:
    """As when they are indexed, so that a long record of one sentence has no more of them."""
    limits = {"max_vector_spans": 2, "max_tail_vectors": MOST}
    memory = make_memory(None, {"limits": limits}, warm=False)
    told(memory, [*SHORT["en"], *SHORT["zh"][:1], line * 600])
    searches = [memory.retrieve("chimney sweep", limit=9)]
    memory.index()
    searches.append(memory.retrieve("chimney sweep", limit=9))
    near = [{hit.text: hit.sources.get("vectors") for hit in one.hits} for one in searches]
    assert not waits(searches[0])
    for text in SHORT["en"]:
        assert near[0][text] == pytest.approx(near[1][text], abs=1e-3)


def test_few_records_all_have_vectors(make_memory: MakeMemory) -> None:
    memory = make_memory(None, SETTINGS, warm=False)
    told(memory, SHORT["en"])
    assert not waits(memory.retrieve(ASKED["en"]))
    assert not waits(memory.retrieve(ASKED["en"], strategy="exact"))


def ranked(scores: Sequence[float], words: Sequence[float], query: str) -> Ranking:
    """Documents of which those without a score wait for their vectors; 9 is a full match."""
    near = np.array(scores)
    found = Candidates(
        record=np.arange(len(near)),
        timestamp=np.zeros(len(near), np.int64),
        words=np.array(words),
        words_ceiling=9.0,
        vectors={"e5": ModelScores(near)},
        waiting=np.isnan(near),
    )
    return rank(found, profile(query), FusionConfig(), now=0)


@pytest.mark.parametrize(
    "query", ["chimney sweep", "Who swept the chimney?", "扫烟囱", "谁扫了烟囱？"]
)
def test_a_word_match_that_waits_is_before_what_only_seems_near(query: str) -> None:
    scores = [0.31, *np.linspace(0.1, 0.2, 14), np.nan, np.nan]
    order = ranked(scores, [0.0] * 15 + [0.0, 3.0], query).order.tolist()
    assert order[0] == 16
    assert order.index(15) > order.index(0), "what waits and shares no word is no better for it"
    assert order.index(15) < order.index(1), "and no worse than any other"


def test_a_word_match_that_waits_is_behind_one_that_is_near_as_well() -> None:
    scores = [0.6, *np.linspace(0.1, 0.2, 14), np.nan]
    assert ranked(scores, [3.0] + [0.0] * 14 + [3.0], "chimney sweep").order.tolist()[:2] == [0, 15]


def test_what_words_let_expect_is_said_to_be_of_words() -> None:
    scores = [*np.linspace(0.1, 0.2, 15), np.nan]
    found = ranked(scores, [0.0] * 15 + [4.0], "chimney sweep")
    assert found.contributions["vectors"][0] == 0 < found.contributions["words"][0]


def test_a_record_of_many_spans_is_one_among_the_others() -> None:
    """Beside a hundred alike of one record no other seems to be near beyond all measure."""
    near = np.array([*[0.1] * 100, 0.14, 0.15, 0.16, 0.17, np.nan])
    found = Candidates(
        record=np.array([*[0] * 100, 1, 2, 3, 4, 5]),
        timestamp=np.zeros(105, np.int64),
        words=np.array([0.0] * 104 + [2.0]),
        words_ceiling=9.0,
        vectors={"e5": ModelScores(near)},
        waiting=np.isnan(near),
    )
    assert rank(found, profile("chimney sweep"), FusionConfig(), now=0).order[0] == 104
