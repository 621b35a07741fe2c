"""The analyser of the word index: the same words meet, whatever they are dressed in."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eywa_fs.language.script import cjk_share, fold
from eywa_fs.language.tokens import MAX_TERM, index_terms, query_terms


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Résumé", "resume"),
        ("ＡＢＣ１２３", "abc123"),
        ("STRASSE", "straße"),
        ("圖書館", "图书馆"),
        ("記憶體，開發", "记忆体，开发"),
    ],
)
def test_fold_makes_spellings_equal(one: str, other: str) -> None:
    assert fold(one) == fold(other)


def test_fold_keeps_marks_that_make_another_letter() -> None:
    assert fold("が") != fold("か")


@given(st.text())
def test_fold_is_idempotent(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@pytest.mark.parametrize(
    ("inflected", "base"),
    [
        ("paintings", "painting"),
        ("went", "go"),
        ("bought", "buying"),
        ("children", "child"),
        ("The lighthouse's", "the lighthouse"),
        ("three", "3"),
    ],
)
def test_english_inflections_meet(inflected: str, base: str) -> None:
    assert index_terms(inflected) == index_terms(base)


def test_chinese_becomes_character_bigrams_and_a_lone_character_stays() -> None:
    assert index_terms("去台灣") == ["去台", "台湾"]
    assert index_terms("猫") == ["猫"]


def test_numbers_beside_chinese_are_terms_of_their_own() -> None:
    terms = index_terms("买了12个iPhone手机")
    assert "12" in terms
    assert "iphon" in terms
    assert "手机" in terms


@pytest.mark.parametrize(
    ("text", "whole", "part"),
    [
        ("see build_cache-42 now", "build_cache-42", "42"),
        ("mail mira@fjord.example today", "mira@fjord.example", "mira"),
        ("open https://fjord.example/a?b=1", "https://fjord.example/a?b=1", "fjord"),
        ("release v2.10.3 is out", "2.10.3", "10"),
    ],
)
def test_identifiers_stay_whole_and_give_their_parts(text: str, whole: str, part: str) -> None:
    assert whole in index_terms(text)
    assert part in index_terms(text)


@pytest.mark.parametrize(
    ("told", "asked"),
    [
        ("tagged v3.4.1 today", "3.4.1"),
        ("pip says torch==3.4.1", "v3.4.1"),
        ("disk=/srv/blue07 is full", "/srv/blue07"),
        ("see https://fjord.example/runs/job/118/log?raw=1", "job/118"),
        ("crash at store.rs:77", "store.rs"),
        ("deploy 9f3c2b71e0a54dd8a1b2c3d4e5f60718293a4b5c", "9f3c2b7"),
        ("id 7e57d004-2b97-0e7a-b45f-5387367791cd", "7e57d004"),
    ],
)
def test_a_part_that_is_an_identifier_by_itself_is_found_whole(told: str, asked: str) -> None:
    assert set(query_terms(asked)) <= set(index_terms(told))


def test_a_longer_beginning_of_a_hash_shares_the_short_one() -> None:
    shared = {*index_terms("9f3c2b71e0a5")} & {*index_terms("9f3c2b71e0a54dd8a1b2c3d4e5f60718")}
    assert shared == {"9f3c2b7"}


def test_codes_of_letters_and_a_number_share_nothing() -> None:
    assert not {*index_terms("abc123456")} & {*index_terms("abc123457")}


def test_query_drops_what_only_asks() -> None:
    assert query_terms("What does the gardener grow?") == index_terms("gardener grow")
    assert query_terms("请问邻居什么时候搬家？") == ["邻居", "搬家"]


def test_query_of_function_words_only_keeps_them() -> None:
    assert query_terms("What was that?") == ["what", "was", "that"]
    assert query_terms("什么")


def test_query_terms_are_distinct() -> None:
    assert query_terms("boat, boats and a boat") == ["boat"]


@given(st.text(max_size=200))
def test_terms_hold_no_white_space_and_are_bounded(text: str) -> None:
    for term in index_terms(text) + query_terms(text):
        assert term
        assert not any(char.isspace() for char in term)
        assert len(term) <= MAX_TERM


@given(st.text(alphabet="abc xyz猫狗山水12", min_size=1, max_size=40))
def test_query_terms_are_terms_of_the_same_text(text: str) -> None:
    assert bool(query_terms(text)) == bool(index_terms(text))


def test_script_share() -> None:
    assert cjk_share("明天去看海") == 1.0
    assert cjk_share("tomorrow at the sea") == 0.0
    assert 0.5 < cjk_share("我用 Python 写了一个小工具给团队") < 1.0
    assert cjk_share("42 !") == 0.0
