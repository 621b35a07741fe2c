"""What the words of a record tell of whether it replaces another one."""

from __future__ import annotations

import pytest

from eywa_fs.language.tokens import query_terms
from eywa_fs.retrieval import telling
from eywa_fs.retrieval.telling import Telling


@pytest.mark.parametrize(
    ("text", "changes", "mistaken"),
    [
        ("The rowing class is on Sundays now.", True, False),
        ("划船课改到星期天了", True, False),
        ("The rowing class is on Sundays.", False, False),
        ("划船课在星期天", False, False),
        ("I misread the bill, it says 52", False, True),
        ("看错账单了，是52", True, True),
        ("The snow is a nuisance", False, False),
    ],
)
def test_a_change_and_a_mistake(text: str, changes: bool, mistaken: bool) -> None:
    told = Telling.of(text)
    assert (told.changes, told.mistaken) == (changes, mistaken)


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("the ferry costs £52, 4% more", {"money", "share"}),
        ("渡船要52块，涨了4%", {"money", "share"}),
        ("5 mg at 14 for two weeks", {"dose", "hour"}),
        ("下午3点吃5毫克", {"dose", "hour"}),
        ("on Thursday the 4th", {"weekday", "date"}),
        ("4號，星期四", {"weekday", "date"}),
        ("12 km in 2026", {"amount", "year"}),
        ("跑了12公里", {"amount"}),
        ("invoice INV-0231", set()),
        ("单号0231", set()),
        ("the ferry", set()),
    ],
)
def test_the_kinds_of_values(text: str, kinds: set[str]) -> None:
    assert Telling.of(text).kinds == kinds


@pytest.mark.parametrize(
    "text",
    [
        '[pasted from a forum] "I moved to Turku and my number is 52 now."',
        "[转发自群里] “我现在搬到南塔利了，门牌52号。”",
        'Proofread this: "I no longer live in Turku, it is number 52 now."',
    ],
)
def test_what_others_wrote_tells_nothing_of_the_writer(text: str) -> None:
    told = Telling.of(text)
    assert not (told.changes or told.mistaken or told.kinds)
    assert told.words and not told.own & Telling.of("Turku number 52, 南塔利 门牌").words


@pytest.mark.parametrize("text", ["The ferry costs 52 now.", "去南塔利的渡船要52块。"])
def test_a_text_without_anything_of_others_is_cut_into_words_once(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    cut: list[str] = []

    def noted(said: str) -> list[str]:
        cut.append(said)
        return query_terms(said)

    monkeypatch.setattr(telling, "query_terms", noted)
    told = Telling.of(text)
    assert told.own == told.words != frozenset() and cut == [text]
