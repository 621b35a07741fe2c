"""A sieve leaves out only what cannot match, whatever the patterns and the text are."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from eywa_fs.facts.cues import folded
from eywa_fs.facts.languages.en import changes, cues, gates
from eywa_fs.facts.languages.zh import changes as changes_zh
from eywa_fs.facts.languages.zh import cues as cues_zh
from eywa_fs.language.sieve import Sieve, core_of, needles, sets_of_needles, ways

EXPRESSIONS = (
    r"\bcall(?:ed|ing)? (?:it )?off\b",
    r"\b(?:kettle|kettles|ket)\b(?! of)",
    r"tea ?(?:pot|cup)s?$",
    r"(?<=the )red|blue",
    r"(?:a|b)+c",
    r"\w+ing",
    r"",
    r"x?",
    r"(?i:Loud)",
    r"(?:打|说)错了?",
    r"(?P<gone>[^,]+?) (?:now )?instead",
    r"^no\b, (?=wait)",
    r"(?P<gone>[^,;]{1,9}?) ?(?:call|tea)\w* (?:it|cups)",
    r"(?P<same>[a-z]{1,3}?) (?P=same)|kettles? of|no, wait",
)
WORDS = re.split(
    " ",
    "called calling call it off kettle kettles ket of teapot tea cups the red blue abac c loud "
    "LOUD Loud 打错 说错了 now instead gone no, wait x , ı İ ſ K KETTLE",
)
TEXTS = st.lists(st.sampled_from(WORDS), max_size=12).flatmap(
    lambda words: st.sampled_from([" ", ""]).map(lambda between: between.join(words))
)


def _tried(sieve: Sieve[int], text: str) -> list[int]:
    return [name for name, pattern in sieve.worth(text) if pattern.search(text)]


@pytest.mark.parametrize("flags", [0, re.IGNORECASE])
@given(text=TEXTS | st.text(max_size=40))
@example(text="ſ")
def test_gives_all_that_match(flags: int, text: str) -> None:
    numbered = [(n, re.compile(one, flags)) for n, one in enumerate(EXPRESSIONS)]
    every = [n for n, pattern in numbered if pattern.search(text)]
    assert _tried(Sieve(numbered, patience=0), text) == every


@given(text=TEXTS | st.text(max_size=40))
def test_written_patterns_are_compiled_where_they_can_match(text: str) -> None:
    every = [n for n, one in enumerate(EXPRESSIONS) if re.search(one, text)]
    assert _tried(Sieve.of_written(enumerate(EXPRESSIONS)), text) == every


@given(text=TEXTS | st.text(max_size=40))
@pytest.mark.parametrize("flags", [0, re.IGNORECASE, re.VERBOSE])
def test_one_way_of_a_pattern_matches_where_it_does(flags: int, text: str) -> None:
    for one in EXPRESSIONS:
        pattern = re.compile(one, flags)
        found = any(way.search(text) for way in ways(pattern))
        assert found == (pattern.search(text) is not None)


@given(text=TEXTS)
def test_what_stands_behind_an_opening_matches_where_the_pattern_does(text: str) -> None:
    for pattern in map(re.compile, EXPRESSIONS):
        core = core_of(pattern)
        assert core is None or core.search(text) or not pattern.search(text)


def test_what_refers_to_a_group_has_no_core() -> None:
    assert core_of(re.compile(r"(?P<one>[^,]{1,9}?) is")) is not None
    assert core_of(re.compile(r"(?P<one>[^,]{1,9}?) is (?P=one)")) is None
    assert core_of(re.compile(r"(?P<one>[^,]{1,9}?) (is) \2")) is None


@pytest.mark.parametrize(
    ("expression", "parts"),
    [("a|b", 2), ("(?:a|b)", 1), (r"a\||b", 2), ("[|]", 1), ("[]|]|b", 2), ("(a)|b", 1)],
)
def test_ways(expression: str, parts: int) -> None:
    assert len(ways(re.compile(expression))) == parts


def test_a_text_must_hold_something_of_two_sets() -> None:
    assert sets_of_needles(re.compile(r"\b(?:sold|quit) (?:the|my) (?:kettle|teapot)s?")) == [
        {"sold", "quit"},
        {"kettle", "teapot"},
    ]
    sieve = Sieve.of_written([(1, r"\b(?:sold|quit) (?:the|my) (?:kettle|teapot)s?")])
    assert [
        len(sieve.worth(text)) for text in ("sold the boat", "my kettle", "sold my kettle")
    ] == [
        0,
        0,
        1,
    ]


@given(text=TEXTS)
def test_patterns_with_and_without_case_may_stand_together(text: str) -> None:
    numbered = [(n, re.compile(one, n % 2 * re.I)) for n, one in enumerate(EXPRESSIONS)]
    every = [n for n, pattern in numbered if pattern.search(text)]
    assert _tried(Sieve(numbered, patience=0), text) == every


@pytest.mark.parametrize(
    ("expression", "needed"),
    [
        (r"\bcall(?:ed|ing) off\b", {"call"}),
        (r"\b(?:sold|quit)\b", {"sold", "quit"}),
        (r"(?:打|说)错", {"错"}),
        (r"colou?rs", {"colo"}),
        (r"(?:never)+", {"never"}),
        (r"a(?=bcd)", {"bcd"}),
        (r"\w+", None),
        (r"(?:one)?", None),
        (r"one|\d", None),
        (r"(?!one)", None),
        (r"[^a]", None),
    ],
)
def test_needles(expression: str, needed: set[str] | None) -> None:
    assert needles(re.compile(expression)) == needed


def test_without_case_needles_are_in_lower_case() -> None:
    assert needles(re.compile("Kettle", re.I)) == {"kettle"}
    assert needles(re.compile("Écru", re.I)) is None  # other capitals than of ASCII: no promise
    assert needles(re.compile("错", re.I)) == {"错"}


def _worth(sieve: Sieve[Any], text: str) -> int:
    for _ in range(200):  # until it is ready
        tried = sieve.worth(text)
    return len(tried)


def test_most_patterns_of_the_product_are_left_out_of_plain_talk() -> None:
    text = folded("The harbour was quiet and the gulls slept on the wall.")
    for sieve in (cues._SIEVE, changes.TONGUE.patterns, gates._CONTRARY, gates._LEAVING):
        assert _worth(sieve, text) <= 2
    for chinese in (cues_zh._SIEVE, changes_zh.TONGUE.patterns):
        assert _worth(chinese, "港口很安静，海鸥在墙上睡觉。") <= 6


def test_the_first_texts_are_tried_in_full() -> None:
    sieve = Sieve([(1, re.compile("kettle"))], patience=2)
    assert [len(sieve.worth("tea")) for _ in range(4)] == [1, 1, 0, 0]
