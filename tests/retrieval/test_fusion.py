"""Fusion: what each source can do alone, together, and when it is missing."""

import dataclasses

import numpy as np
import pytest

from eywa_fs.clock import DAY_MS
from eywa_fs.retrieval import fusion
from eywa_fs.retrieval.fusion import Candidates, ModelScores, Ranking
from eywa_fs.retrieval.intent import QueryProfile, profile
from eywa_fs.retrieval.weights import FusionConfig
from eywa_fs.retrieval.wordsearch import WordScores

FACT = profile("Who repaired the boat?")
REMARK = profile("The boat is leaking again.")


def rank(found: Candidates, asked: QueryProfile, config: FusionConfig | None = None) -> Ranking:
    return fusion.rank(found, asked, config or FusionConfig(), now=4 * DAY_MS)


def words_ceiling(frequencies: list[int], documents: int) -> float:
    terms = {f"term{number}": held_by for number, held_by in enumerate(frequencies)}
    return WordScores(frequencies=terms, documents=documents).ceiling([*terms])


def candidates(count: int = 4, **columns: object) -> Candidates:
    base = Candidates(record=np.arange(count), timestamp=np.arange(count) * DAY_MS)
    return dataclasses.replace(base, **columns)  # type: ignore[arg-type]


def test_contributions_add_up_to_the_score() -> None:
    ranking = rank(
        candidates(
            words=np.array([0.0, 9.0, 3.0, 0.0]),
            words_ceiling=20.0,
            vectors={"e5": ModelScores(np.array([0.1, 0.2, 0.9, 0.1]))},
            time_match=np.array([1.0, 0.0, 0.0, 0.0]),
            own_terms=np.array([3, 9, 1, 0]),
        ),
        profile("What is the latest news of the boat?"),
    )
    total = np.sum(list(ranking.contributions.values()), axis=0)
    np.testing.assert_allclose(total, ranking.score)
    assert (np.diff(ranking.score) <= 0).all()


def test_words_alone_rank_by_words() -> None:
    ranking = rank(candidates(words=np.array([1.0, 5.0, 0.0, 3.0]), words_ceiling=9.0), FACT)
    assert ranking.order.tolist() == [1, 3, 0, 2]
    assert (ranking.contributions["words"] >= 0).all()


def test_vectors_alone_rank_by_vectors() -> None:
    scores = ModelScores(np.array([np.nan, 0.1, 0.5, 0.7]))
    ranking = rank(candidates(vectors={"e5": scores}), FACT)
    assert ranking.order.tolist() == [3, 2, 0, 1], "one without a vector is neither near nor far"


def test_a_document_without_a_vector_is_found_by_its_word() -> None:
    near = {"e5": ModelScores(np.array([0.7, np.nan, *np.linspace(0, 0.3, 18)]))}
    words = np.array([0.0, 2.5, *np.zeros(18)])
    assert rank(candidates(20, vectors=near, words=words, words_ceiling=9.0), FACT).order[0] == 1


def test_nothing_at_all_ranks_by_recency() -> None:
    ranking = rank(candidates(), FACT)
    assert ranking.order.tolist() == [3, 2, 1, 0]


def test_no_candidates_is_an_empty_ranking() -> None:
    assert rank(candidates(0), FACT).order.size == 0


def test_recency_stays_out_of_a_question_without_time() -> None:
    ranking = rank(candidates(words=np.array([2.0, 1.0, 0.0, 0.0]), words_ceiling=9.0), FACT)
    assert not ranking.contributions["recency"].any()


def test_recency_breaks_equal_evidence_when_the_newest_is_asked_for() -> None:
    words = np.array([2.0, 2.0, 2.0, 2.0])
    newest = profile("What is my current address?")
    assert rank(candidates(words=words, words_ceiling=9.0), newest).order[0] == 3


def test_the_time_named_in_the_query_lifts_a_document() -> None:
    words = np.array([2.0, 2.1, 2.0, 2.0])
    match = np.array([1.0, 0.0, 0.0, 0.0])
    ranking = rank(candidates(words=words, words_ceiling=9.0, time_match=match), FACT)
    assert ranking.order[0] == 0


def test_a_record_appears_once_with_its_best_span() -> None:
    spans = candidates(
        record=np.array([7, 7, 8, 7]), words=np.array([1.0, 4.0, 2.0, 0.0]), words_ceiling=9.0
    )
    assert rank(spans, FACT).order.tolist() == [1, 2]


def test_words_without_evidence_give_way_to_vectors() -> None:
    """One common word of a long remark matches: the vectors decide, not the word."""
    ceiling = words_ceiling([900, 0, 0, 1, 2, 0, 3, 1], documents=1000)
    vectors = {"e5": ModelScores(np.array([0.0, 0.0, 1.0, 0.0]))}
    weak = candidates(words=np.array([0.3, 0.0, 0.0, 0.0]), words_ceiling=ceiling, vectors=vectors)
    assert rank(weak, REMARK).order[0] == 2


def test_a_strong_word_match_beats_a_slight_vector_preference() -> None:
    ceiling = words_ceiling([2, 3], documents=1000)
    rng = np.random.default_rng(3)
    near = rng.normal(size=40)
    words = np.zeros(40)
    words[5] = 0.7 * ceiling
    vectors = {"e5": ModelScores(near)}
    assert (
        rank(candidates(40, words=words, words_ceiling=ceiling, vectors=vectors), FACT).order[0]
        == 5
    )


def test_unknown_words_raise_the_ceiling() -> None:
    assert words_ceiling([5, 0], 100) > words_ceiling([5, 5], 100) > words_ceiling([5], 100)
    assert words_ceiling([], 100) == 0


def test_a_model_counts_its_share_and_nothing_where_it_counts_none() -> None:
    vectors = {
        "e5": ModelScores(np.array([1.0, 0.0, 0.0, 0.0])),
        "minilm": ModelScores(np.array([0.0, 1.0, 0.0, 0.0])),
    }
    assert rank(candidates(vectors=vectors), FACT).order[0] == 1
    alone = FusionConfig(model_shares={"e5": 1.0, "minilm": 0.0})
    assert rank(candidates(vectors=vectors), FACT, alone).order[0] == 0


def test_a_document_that_one_model_does_not_read_goes_by_the_other_alone() -> None:
    vectors = {
        "e5": ModelScores(np.array([0.9, 0.5, 0.4, 0.3])),
        "minilm": ModelScores(np.array([np.nan, 0.3, 0.2, 0.1])),
    }
    both = rank(candidates(vectors=vectors), FACT)
    alone = rank(candidates(vectors={"e5": vectors["e5"]}), FACT)
    assert both.order[0] == alone.order[0] == 0
    assert both.contributions["vectors"][0] == alone.contributions["vectors"][0]


def test_an_unlisted_model_still_counts() -> None:
    vectors = {"other": ModelScores(np.array([0.0, 0.0, 1.0, 0.0]))}
    assert rank(candidates(vectors=vectors), FACT).order[0] == 2


def test_given_statistics_of_the_scope_are_used() -> None:
    near = ModelScores(np.array([0.5, 0.6, np.nan, np.nan]), mean=0.0, deviation=0.1)
    ranking = rank(candidates(vectors={"e5": near}), FACT)
    semantic = ranking.contributions["vectors"]
    assert semantic[0] == pytest.approx(6.0 * 0.30 * FusionConfig().semantic_scale)


def test_flat_scores_say_nothing() -> None:
    flat = {"e5": ModelScores(np.full(4, 0.5))}
    assert not rank(candidates(vectors=flat), FACT).contributions["vectors"].any()


def test_ties_fall_to_the_newer_document() -> None:
    words = np.array([1.0, 1.0, 1.0, 1.0])
    assert rank(candidates(words=words, words_ceiling=9.0), FACT).order.tolist() == [3, 2, 1, 0]


def test_the_exchange_that_holds_strong_evidence_is_lifted() -> None:
    words = np.array([18.0, 0.0, 0.0, 0.0])
    file = np.array([0, 0, 1, 1])
    ranking = rank(candidates(words=words, words_ceiling=20.0, file=file), FACT)
    assert ranking.order.tolist()[:2] == [0, 1]
    weak = rank(candidates(words=words / 10, words_ceiling=20.0, file=file), FACT)
    assert not weak.contributions["session"].any()


def test_a_full_match_of_words_has_its_share_and_no_more() -> None:
    words = np.array([30.0, 0.0, 0.0, 20.0])
    asked = profile("护士长姓什么")
    ranking = rank(candidates(words=words, words_ceiling=20.0), asked)
    config = FusionConfig()
    full = config.weights[asked.intent].exact * config.exact_scale
    assert ranking.contributions["words"][:2] == pytest.approx([full, full])


def test_the_person_named_is_preferred_among_equals() -> None:
    words = np.array([2.0, 2.0, 2.0, 2.0])
    spoken = np.array([0.0, 1.0, 0.0, 0.0])
    ranking = rank(candidates(words=words, words_ceiling=9.0, speaker_match=spoken), FACT)
    assert ranking.order[0] == 1


def test_the_time_in_a_remark_is_not_a_filter() -> None:
    match = np.array([1.0, 0.0, 0.0, 0.0])
    words = np.array([2.0, 2.1, 2.0, 2.0])
    columns = candidates(words=words, words_ceiling=9.0, time_match=match)
    assert not rank(columns, REMARK).contributions["time"].any()
    assert rank(columns, FACT).contributions["time"].any()


def test_weak_words_are_trusted_less_beside_vectors_than_alone() -> None:
    words = np.array([1.0, 0.0, 0.0, 0.0])
    flat = {"e5": ModelScores(np.array([0.1, 0.2, 0.1, 0.2]))}
    alone = rank(candidates(words=words, words_ceiling=20.0), FACT)
    beside = rank(candidates(words=words, words_ceiling=20.0, vectors=flat), FACT)
    assert alone.contributions["words"].max() > beside.contributions["words"].max() > 0


def test_a_chinese_match_reaches_less_of_its_ceiling() -> None:
    words = np.array([8.0, 0.0, 0.0, 0.0])
    columns = candidates(words=words, words_ceiling=20.0)
    chinese = rank(columns, profile("谁修好了船？")).contributions["words"].max()
    assert chinese > rank(columns, FACT).contributions["words"].max()


@pytest.mark.parametrize("ties", [False, True])
@pytest.mark.parametrize("single", [False, True])
def test_the_short_ways_of_ordering_are_the_long_one(ties: bool, single: bool) -> None:
    """Without equal scores one sort is enough, and without spans no record is looked for twice."""
    chance = np.random.default_rng(5)
    count = 400
    words = chance.integers(0, 5 if ties else 10**9, count).astype(float)
    asked = candidates(
        count,
        record=np.arange(count) if single else chance.integers(0, 60, count),
        timestamp=chance.integers(0, 9, count) * DAY_MS,
        words=words,
        words_ceiling=10.0**9,
        file=chance.integers(0, 7, count),
    )
    short = rank(dataclasses.replace(asked, single=single), FACT)
    score = np.zeros(count)
    score[short.order] = short.score
    plain = rank(dataclasses.replace(asked, file=None), FACT)
    long = sorted(plain.order.tolist(), key=lambda n: (-score[n], -asked.timestamp[n], n))
    assert len(set(asked.record[short.order].tolist())) == len(short.order)
    assert short.order.tolist() == sorted(
        short.order.tolist(), key=lambda n: (-score[n], -asked.timestamp[n], n)
    )
    if single:
        assert short.order.tolist() == long
