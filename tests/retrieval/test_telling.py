"""What the words of a record tell of whether it replaces another one."""

from __future__ import annotations

import pytest

from eywa_fs.language.tokens import query_terms
from eywa_fs.retrieval import telling
from eywa_fs.retrieval.telling import Telling


@pytest.mark.parametrize(
    ("text", "changes", "mistaken", "objects"),
    [
        ("The rowing class is on Sundays now.", True, False, False),
        ("划船课改到星期天了", True, False, False),
        ("The rowing class is on Sundays.", False, False, False),
        ("划船课在星期天", False, False, False),
        ("I misread the bill, it says 52", False, True, False),
        ("看错账单了，是52", True, True, False),
        ("no, the 4th", False, False, True),
        ("不对，是4号", False, False, True),
        ("The snow is a nuisance", False, False, False),
    ],
)
def test_a_change_a_mistake_and_an_objection(
    text: str, changes: bool, mistaken: bool, objects: bool
) -> None:
    told = Telling.of(text)
    assert (told.changes, told.mistaken, told.objects) == (changes, mistaken, objects)


@pytest.mark.parametrize(
    ("text", "numbered", "brief"),
    [
        ("it's 52", True, True),
        ("是52块", True, True),
        ("on Thursday", True, True),
        ("The ferry to Naantali costs 52 a month", True, False),
        ("去南塔利的渡船一个月要52块", True, False),
        ("the ferry", False, False),
        ("渡船", False, False),
    ],
)
def test_a_number_or_a_day_and_whether_there_is_more(
    text: str, numbered: bool, brief: bool
) -> None:
    told = Telling.of(text)
    assert (told.numbered, told.brief) == (numbered, brief)


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
    assert not (told.changes or told.mistaken or told.numbered)
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
