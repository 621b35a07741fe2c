"""What the words of a record tell of whether it replaces another one; a correction is told by its
form, and not by a phrase that announces it."""

from __future__ import annotations

import pytest

from eywa_fs.language.script import fold
from eywa_fs.language.tokens import query_terms
from eywa_fs.retrieval import telling
from eywa_fs.retrieval.telling import Telling, amendment


@pytest.mark.parametrize(
    ("text", "changes", "mistaken"),
    [
        ("The rowing class is on Sundays now.", True, False),
        ("划船课改到星期天了", True, False),
        ("The rowing class is on Sundays.", False, False),
        ("划船课在星期天", False, False),
        ("I misread the bill, it says 52", False, True),
        ("看错账单了，是52", True, True),
        ("52, I read the wrong column", False, True),
        ("我抄错了，是52", True, True),
        ("I took the wrong bus", False, False),
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


EN, ZH = "The ferry sails on 3 May at 9:15.", "轮渡五月3号上午9点开。"


@pytest.mark.parametrize(
    ("before", "text"),
    [
        (EN, "Hm, wait, 8 May"),
        (EN, "oops, at 10:15. my fault"),
        (EN, "make it the 8th"),
        (EN, "not the 3rd, the 8th"),
        (EN, "No. It should be 8 Jun"),
        (EN, "hang on, 10.15"),
        (ZH, "等等，五月8号"),
        (ZH, "应该是8号"),
        (ZH, "不是3号，是8号"),
        (ZH, "哎呀，上午10点"),
    ],
)
def test_little_else_than_another_value_of_the_kind_is_a_correction(before: str, text: str) -> None:
    found = amendment(fold(text))
    assert found is not None and found.replaces(fold(before))


@pytest.mark.parametrize(
    ("before", "text"),
    [
        (EN, "8 May"),
        (EN, "wait, 3 May"),
        (EN, "wait, 8 May?"),
        (EN, "wait 10 minutes"),
        (EN, "no, £40"),
        (EN, "no, and 8 May too"),
        (EN, "not on 8 May"),
        (EN, "no, the bus leaves on 8 May"),
        (EN, "wait, I forgot it"),
        (ZH, "8号"),
        (ZH, "等等，3号"),
        (ZH, "等等，8号吗"),
        (ZH, "不对，40块"),
        (ZH, "应该还有8号"),
        (ZH, "不是8号"),
        (ZH, "不对，公交车8号开"),
    ],
)
def test_another_subject_the_same_value_or_one_of_another_kind_is_none(
    before: str, text: str
) -> None:
    found = amendment(fold(text))
    assert found is None or not found.replaces(fold(before))


@pytest.mark.parametrize(
    ("text", "may_answer"),
    [("no, 8 May", True), ("oops, 8 May", False), ("不是，8号", True), ("等等，8号", False)],
)
def test_what_only_objects_may_answer_a_question(text: str, may_answer: bool) -> None:
    found = amendment(fold(text))
    assert found is not None and found.may_answer is may_answer


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("Rowing is at noon, only this once", 7),
        ("The bins go out on Friday next week only", 14),
        ("Choir meets in the hall this Tuesday", 7),
        ("划船这次在中午，就这一回", 7),
        ("下周垃圾改星期五收", 14),
        ("今個星期改咗星期二排練", 7),
        ("From this week rowing is at noon", 0),
        ("从这周起划船在中午", 0),
        ("这周开始星期二排练", 0),
        ("Rowing is at noon", 0),
    ],
)
def test_the_one_occasion_that_a_text_speaks_of(text: str, days: int) -> None:
    assert Telling.of(text).occasion_days == days


@pytest.mark.parametrize(
    ("first", "then", "excepts"),
    [
        ("Choir is on Mondays", "Choir is on Tuesday this week", True),
        ("Choir is on Mondays", "Ilse leads the choir, just this once", True),
        ("Choir is on Monday this week", "Choir is on Tuesday this week", False),
        ("Ilse leads the choir", "Bo took over the choir this week", False),
        ("星期一排练", "这周星期二排练", True),
        ("伊尔莎指挥", "这周换成波指挥了", False),
    ],
)
def test_one_occasion_is_no_end_of_what_is_regular(first: str, then: str, excepts: bool) -> None:
    assert Telling.of(then).excepts(Telling.of(first)) is excepts


@pytest.mark.parametrize(
    ("text", "may_answer"),
    [
        ("just teasing you", False),
        ("耍下你咋", False),
        ("haha not really", True),
        ("哈哈没有啦", True),
    ],
)
def test_a_joke_is_taken_back_and_a_laughing_no_may_answer(text: str, may_answer: bool) -> None:
    then = Telling.of(text)
    assert then.corrects(Telling.of("I bought the lighthouse")) and then.may_answer is may_answer
