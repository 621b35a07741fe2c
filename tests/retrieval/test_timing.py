"""How well a document's time fits the times a query names."""

import numpy as np

from eywa_fs.clock import DAY_MS
from eywa_fs.retrieval.timing import window_match


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
