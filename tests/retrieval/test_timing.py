"""How well a document's time fits the times a query names."""

import numpy as np
import pytest

from eywa_fs.clock import DAY_MS
from eywa_fs.language.temporal.values import TimeSpan
from eywa_fs.model.times import moment
from eywa_fs.retrieval import timing
from eywa_fs.retrieval.timing import window_match, windows


def at(text: str) -> int:
    told = moment(text, "UTC", "at")
    assert told is not None
    return told


def days(*numbers: int) -> np.ndarray:
    return np.array(numbers, dtype=np.int64) * DAY_MS


def test_inside_a_window_is_one_and_outside_fades() -> None:
    match = window_match(days(9, 10, 12, 13, 20), [(10 * DAY_MS, 13 * DAY_MS)])
    assert match[1] == match[2] == 1.0
    assert 0 < match[4] < match[3] <= 1.0
    assert 0 < match[0] < 1.0


def test_before_the_window_fades_faster_than_after_it() -> None:
    match = window_match(days(5, 17), [(10 * DAY_MS, 12 * DAY_MS)])
    assert match[0] < match[1]


def test_of_several_windows_the_best_fit_counts() -> None:
    match = window_match(days(0, 50, 100), [(0, DAY_MS), (100 * DAY_MS, 101 * DAY_MS)])
    assert match[0] == match[2] == 1.0
    assert match[1] < 0.01


def test_a_record_of_another_season_does_not_match_at_all() -> None:
    """However little it is, it would be told as a reason."""
    match = window_match(days(0, 100, 110, 200), [(100 * DAY_MS, 101 * DAY_MS)])
    assert match[0] == match[3] == 0 and match[1] == 1 and match[2] > 0.1


NOW = 1_795_901_400_000  # Saturday, 28 November 2026, 21:30
TODAY = NOW // DAY_MS


def named(query: str, *, past: bool = False) -> list[int]:
    """Days of windows that a query names, counted from the day of asking."""
    found = windows(query, NOW, "UTC", past=past)
    assert all(end > start for start, end in found)
    return [start // DAY_MS - TODAY for start, _ in found]


@pytest.mark.parametrize(
    "query",
    [
        "is the website going live on Monday?",
        "I need to hang a shelf tomorrow, do I have a drill?",
        "what is open today?",
        "where will the team sit next month?",
        "is the cover due on 4 December?",
        "今晚想煮虾仁炒蛋，好吗",
        "我们周一几点开会",
        "十二月初我们要去哪里玩",
    ],
)
def test_what_is_asked_of_today_or_of_days_to_come_may_have_been_said_at_any_time(
    query: str,
) -> None:
    assert named(query) == []


@pytest.mark.parametrize(
    ("query", "days"),
    [
        ("who called on Monday?", [-5]),
        ("what did I eat today?", [0]),
        ("周一谁来了", [-5]),
        ("上周一谁值班", [-12]),
        ("what was due on 4 December?", [-359]),
        ("where do I live in August?", [-119]),
    ],
)
def test_a_day_of_the_past_is_a_window(query: str, days: list[int]) -> None:
    assert named(query) == days


def test_a_question_for_the_past_names_days_of_it_whatever_its_words() -> None:
    assert named("周一说的什么", past=True) == [-5]
    assert named("十二月初要去哪里", past=True) == [], "but not where its words are of the future"


def test_last_monday_is_that_of_last_week_or_the_latest_one() -> None:
    assert named("what happened last Monday?") == [-12, -5]
    assert named("what happened last week?") == [-12]


def test_a_question_that_names_no_time_is_looked_through_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[str] = []

    def find(text: str, *_: object, **__: object) -> list[TimeSpan]:
        asked.append(text)
        return []

    monkeypatch.setattr(timing, "find_times", find)
    assert windows("Where do I live?", 0, "UTC") == []
    assert asked == ["Where do I live?"]


@pytest.mark.parametrize(
    "query", ["Where do I live now?", "我现在住哪里？", "what is he at right now?"]
)
@pytest.mark.parametrize("past", [False, True])
def test_now_is_no_time_of_saying(query: str, past: bool) -> None:
    """Else what was said in the second of asking is found before what answers."""
    for part in (0, 1, 456, 999):
        assert windows(query, NOW + part, "UTC", past=past) == []


@pytest.mark.parametrize(
    ("query", "rest", "until"),
    [
        ("Where did I live last spring?", "Where did I live ?", "2025-06-01"),
        ("我今年春天住在哪里？", "我 住在哪里？", "2025-06-01"),
        ("Where did I work in 2024?", "Where did I work in ?", "2025-01-01"),
        ("What did I eat last Friday?", None, ""),
        ("last spring?", None, ""),
        ("last spring", None, ""),
        ("去年春天", None, ""),
        ("Where do I live now?", None, ""),
        ("Where will I live next year?", None, ""),
    ],
)
def test_how_it_was_is_asked_of_longer_times_that_are_over(
    query: str, rest: str | None, until: str
) -> None:
    now = at("2025-12-20T12:00:00Z")
    found = timing.as_it_was(query, now, "UTC")
    assert found == (None if rest is None else (rest, at(until)))


def test_of_a_time_that_goes_on_nothing_is_asked_after_now() -> None:
    now = at("2025-12-20T12:00:00Z")
    found = timing.as_it_was("What did I do this year?", now, "UTC")
    assert found is not None and found[1] == now
