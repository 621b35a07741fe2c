"""What a query looks like to a model: without names, style and tone."""

import numpy as np
import pytest

from eywa_fs.retrieval.aim import (
    aim,
    embedding_text,
    named_principal,
    principals,
    towards_answers,
)
from eywa_fs.retrieval.intent import profile
from eywa_fs.retrieval.weights import FusionConfig

CONFIG = FusionConfig()
FACT = profile("Who repaired the boat?")
REMARK = profile("The boat is leaking again.")


def test_principals_are_those_who_speak_often() -> None:
    counts = {"Mira Holm": 60, "Jonas": 55, "parcel desk": 3, "X": 40}
    assert principals(counts) == ("Mira Holm", "Jonas")
    assert principals({}) == ()


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("What did Mira repair?", "What did repair?"),
        ("What did mira holm repair?", "What did repair?"),
        ("What is Jonas's boat called?", "What is boat called?"),
        ("What is Jonas’ boat called?", "What is ’ boat called?"),
        ("Admiration for jonasberg", "Admiration for jonasberg"),
        ("老陈什么时候修的船？", "什么时候修的船？"),
        ("Mira?", "Mira?"),
    ],
)
def test_names_are_taken_out_of_the_text_to_embed(query: str, text: str) -> None:
    assert embedding_text(query, ("Mira Holm", "Jonas", "老陈")) == text


def test_a_name_that_is_also_a_common_word_needs_its_capital() -> None:
    assert embedding_text("What will Will do?", ("Will",)) == "What will do?"


def test_the_one_person_a_query_names() -> None:
    names = ("Mira Holm", "Jonas", "老陈")
    assert named_principal("When did Mira sail?", names) == "Mira Holm"
    assert named_principal("老陈去哪里了？", names) == "老陈"
    assert named_principal("Did Jonas meet Mira?", names) is None
    assert named_principal("Who sailed?", names) is None


def test_aim_takes_out_the_common_part() -> None:
    common = np.array([1.0, 0.0, 0.0])
    query = np.array([0.9, 0.4, 0.1])
    aimed = aim(query, None, common, FACT, CONFIG)
    assert aimed[0] < query[0]
    np.testing.assert_array_equal(aimed[1:], query[1:])
    np.testing.assert_array_equal(aim(query, None, None, FACT, CONFIG), query)
    np.testing.assert_array_equal(query, [0.9, 0.4, 0.1])


def test_aim_treats_a_remark_like_the_documents_it_resembles() -> None:
    mean = np.array([0.0, 1.0])
    query = np.array([0.5, 0.8])
    remark, fact = (aim(query, mean, None, kind, CONFIG)[1] for kind in (REMARK, FACT))
    assert remark < fact


def test_the_learned_map_turns_a_question_and_keeps_most_of_it() -> None:
    chance = np.random.default_rng(3)
    for _ in range(20):
        query = chance.normal(size=384)
        mapped = towards_answers(query)
        assert not np.allclose(mapped, query)
        cosine = mapped @ query / np.linalg.norm(mapped) / np.linalg.norm(query)
        assert cosine > 0.9
        np.testing.assert_allclose(towards_answers(2 * query), 2 * mapped)
