"""The English pack on any text: it never raises, never invents, never depends on anything else."""

from __future__ import annotations

import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eywa_fs.facts.languages.en import extract
from eywa_fs.facts.model import PREDICATES

NOW = 1_718_000_000_000
_VOCABULARY = """I we my his her sister's Dad Ana is isn't am not never no don't can't used to going
have has had moved from Oslo nurse two cats , . ? ! ... - : ( ) " ' and or but if when because who
that yesterday in May for three years no wait sorry call me from now on the a of at"""
_WORDS = st.sampled_from(_VOCABULARY.split())


def check(text: str) -> None:
    for fact in extract(text, timestamp_ms=NOW):
        assert fact.predicate in PREDICATES
        assert 0 < fact.certainty <= 1
        assert 0 <= fact.start < fact.end <= len(text)
        assert fact.object.split()[0] in text[fact.start : fact.end]
        assert not (fact.valid_from and fact.valid_to) or fact.valid_from <= fact.valid_to


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=200))
def test_any_text(text: str) -> None:
    check(text)


@settings(max_examples=300, deadline=None)
@given(st.lists(_WORDS, max_size=25).map(" ".join))
def test_any_order_of_english_words(text: str) -> None:
    check(text)


@settings(max_examples=50, deadline=None)
@given(st.text(alphabet=string.punctuation + " \n’“”", max_size=200))
def test_any_punctuation(text: str) -> None:
    check(text)


@pytest.mark.parametrize(
    "text",
    [
        '"' * 100_000,
        "'a " * 50_000,
        "I " * 100_000,
        "my sister's " * 30_000,
        "not " * 50_000,
        "(" * 100_000,
        "a" * 200_000,
        "I live in Rome and " * 20_000,
        "no wait, " * 30_000,
        "1" * 100_000,
        "I live in Rome. " * 30_000,
    ],
    ids=range(11),
)
def test_hostile_repetition(text: str) -> None:
    check(text)


def test_the_same_message_gives_the_same_facts() -> None:
    text = "I moved from Turku to Oulu in May and my brother's wife hates cod."
    assert extract(text, timestamp_ms=NOW) == extract(text, timestamp_ms=NOW)


def test_the_day_is_read_in_the_given_zone() -> None:
    late = 1_718_060_400_000  # 2024-06-10T23:00Z, already the 11th in Tokyo
    (utc,) = extract("I bought a piano today.", timestamp_ms=late)
    (tokyo,) = extract("I bought a piano today.", timestamp_ms=late, tz="Asia/Tokyo")
    assert utc.valid_from and tokyo.valid_from
    assert (tokyo.valid_from - utc.valid_from).days == 1
