"""English time expressions in running text."""

import re
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st
from language.said import SAID, local, only, read

from eywa_fs.language.temporal import en, find_times
from eywa_fs.language.temporal.tokens import tokenize_words


@pytest.mark.parametrize(
    ("text", "expression", "start", "end"),
    [
        ("Last June we moved to Oslo.", "Last June", "2023-06-01", "2023-07-01"),
        ("He quit three weeks ago.", "three weeks ago", "2024-04-24", "2024-04-25"),
        ("In two weeks I fly.", "In two weeks", "2024-05-29", "2024-05-30"),
        ("Born May 8, 1990 in Bergen.", "May 8, 1990", "1990-05-08", "1990-05-09"),
        ("Due on 8/5/2023.", "8/5/2023", "2023-08-05", "2023-08-06"),
        ("Next Friday is fine.", "Next Friday", "2024-05-24", "2024-05-25"),
        ("This Friday is fine.", "This Friday", "2024-05-17", "2024-05-18"),
        ("Let's meet Friday.", "Friday", "2024-05-17", "2024-05-18"),
        ("We met on Friday.", "Friday", "2024-05-10", "2024-05-11"),
        ("last weekend I painted", "last weekend", "2024-05-11", "2024-05-13"),
        ("the 90s were loud", "the 90s", "1990-01-01", "2000-01-01"),
        ("a 19th century house", "19th century", "1800-01-01", "1900-01-01"),
        ("In early 2020 it closed.", "early 2020", "2020-01-01", "2020-05-01"),
        ("I will rest in mid-July.", "mid-July", "2024-07-10", "2024-07-21"),
        ("He worked there from 2019–2021.", "from 2019–2021", "2019-01-01", "2022-01-01"),
        ("from the 20th to the 22nd", "from the 20th to the 22nd", "2024-05-20", "2024-05-23"),
        ("see Q3 2019", "Q3 2019", "2019-07-01", "2019-10-01"),
        ("last summer was hot", "last summer", "2023-06-01", "2023-09-01"),
        ("Christmas last year", "Christmas last year", "2023-12-25", "2023-12-26"),
        ("the first Monday of June", None, "2024-06-03", "2024-06-04"),
        ("the last day of the year", None, "2024-12-31", "2025-01-01"),
        ("the week of June 13th, 2024", None, "2024-06-10", "2024-06-17"),
        ("a year ago today", None, "2023-05-15", "2023-05-16"),
        ("the day before yesterday", None, "2024-05-13", "2024-05-14"),
        ("the next 3 months", None, "2024-05-16", "2024-08-16"),
        ("Easter 2025", None, "2025-04-20", "2025-04-21"),
    ],
)
def test_dates(text: str, expression: str | None, start: str, end: str) -> None:
    assert read(text) == [(expression or text, start, end)]


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("tomorrow at 5pm", "2024-05-16 17:00:00"),
        ("Friday evening at 8", "2024-05-17 20:00:00"),
        ("at half past seven tomorrow", "2024-05-16 07:30:00"),
        ("2023-05-08T10:00", "2023-05-08 10:00:00"),
        ("On Tuesday, March 5, 2024 at 3:30 pm", "2024-03-05 15:30:00"),
        ("in 10 minutes", "2024-05-15 14:40:00"),
        ("at noon tomorrow", "2024-05-16 12:00:00"),
        ("tonight", "2024-05-15 20:00:00"),
    ],
)
def test_times_of_day(text: str, start: str) -> None:
    assert local(only(text).start_ms) == start


def test_ranges_of_hours_share_the_half_of_the_day() -> None:
    assert read("tomorrow from 1 to 3 pm")[0][1:] == ("2024-05-16 13:00:00", "2024-05-16 15:00:00")
    assert read("Monday 10-3")[0][1:] == ("2024-05-20 10:00:00", "2024-05-20 15:00:00")


def test_open_ranges_have_one_end() -> None:
    since, until = find_times("I have lived here since March and will stay until Friday.", SAID)
    assert (local(since.start_ms), since.end_ms) == ("2024-03-01", None)
    assert (until.start_ms, local(until.end_ms)) == (None, "2024-05-18")


@pytest.mark.parametrize(
    "text", ["She taught there for six years.", "It took two years and 3 days."]
)
def test_durations_have_no_place(text: str) -> None:
    span = only(text)
    assert (span.kind, span.start_ms, span.end_ms) == ("duration", None, None)


@pytest.mark.parametrize("text", ["I run every Tuesday.", "On Mondays we swim.", "Tuesday nights"])
def test_recurring_times_are_no_dates(text: str) -> None:
    span = only(text)
    assert (span.kind, span.start_ms, span.end_ms) == ("recurring", None, None)


@pytest.mark.parametrize(
    "text",
    [
        "It may rain on the march with 3 people.",
        "I saw him recently, a few months back perhaps.",
        "It costs 4.11 dollars, a ratio of 1/2, open 24/7.",
        "One of us sat in the sun with a second cup.",
        "He ate 10 apples and bought 2000 shares.",
        "Room 2010 is the second room of 1984.",
        "The day after I arrived we slept; the next day was fine.",
        "February 30 does not exist, nor does 13/13/2020.",
    ],
)
def test_what_is_no_time_gives_nothing(text: str) -> None:
    assert read(text) == []


def test_the_tense_of_the_clause_decides_and_can_be_overruled() -> None:
    text = "I went in July. We will go in August."
    assert [r[1] for r in read(text)] == ["2023-07-01", "2024-08-01"]
    past = find_times("Friday", SAID, prefer="past")[0]
    assert local(past.start_ms) == "2024-05-10"


_SAID = re.split(
    " ",
    "the in at from between since until before after a an my right within over during for and to "
    "- half past last next this day week month year june friday morning lunchtime now moment "
    "present weekend business third twenty 5 2019 ' w / c cello few couple of early",
)


@given(st.lists(st.sampled_from(_SAID), min_size=1, max_size=7).map(" ".join))
def test_what_is_not_looked_at_is_no_expression(text: str) -> None:
    def found() -> list[tuple[int, int]]:
        return [(start, match[0]) for start, match in en.find(tokenize_words(text))]

    quick = found()
    with mock.patch.object(en, "_goes_on", lambda t, i: True):
        assert found() == quick
