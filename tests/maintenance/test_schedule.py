"""The schedule of watch: expressions are checked when settings are read, failures are reported,
stopping waits."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from datetime import datetime
from typing import Any

import pytest

from eywa_fs.config import load_settings
from eywa_fs.errors import ConfigError, DependencyUnavailable
from eywa_fs.maintenance.schedule import JITTER_S, ByCron, Cancelled, Every, Job, Schedule


def fails(error: Exception) -> Mapping[str, Any]:
    raise error


def test_jobs_are_scheduled_unless_never() -> None:
    jobs = [
        Job("often", "*/5 * * * *", lambda: {}),
        Job("never", "", lambda: {}),
        Job("nightly", "37 3 * * *", lambda: {}),
    ]
    schedule = Schedule(jobs, lambda event, **fields: None)
    schedule.start()
    try:
        runs = schedule.next_runs()
        assert set(runs) == {"often", "nightly"}
        assert runs["often"].minute % 5 == 0
        assert (runs["nightly"].hour, runs["nightly"].minute) == (3, 37)
    finally:
        schedule.stop()
    schedule.stop()


@pytest.mark.parametrize(
    "cron", ["hourly", "61 * * * *", "* * * *", "17 * * * * *", "0 0 * * 1-fri"]
)
@pytest.mark.parametrize("name", ["verify", "monthly_purge"])
def test_a_wrong_expression_is_an_error_that_names_the_setting(cron: str, name: str) -> None:
    with pytest.raises(ConfigError, match=rf"maintenance\.{name}: .*no cron expression"):
        load_settings("nowhere", {"maintenance": {name: cron}})


@pytest.mark.parametrize("cron", ["0 0 31 2 *", "0 0 31 4,6,9,11 mon"])
def test_a_day_that_never_comes_is_refused(cron: str) -> None:
    with pytest.raises(ConfigError, match=r"maintenance\.deep_verify: .*never falls due"):
        load_settings("nowhere", {"maintenance": {"deep_verify": cron}})


@pytest.mark.parametrize(
    "cron", ["", "0 0 29 2 mon", "*/5 0-23/2 1,15 jan-mar mon-fri", "07 0 1 1 SUN"]
)
def test_what_the_scheduler_takes_the_settings_take(cron: str) -> None:
    assert load_settings("nowhere", {"maintenance": {"verify": cron}}).maintenance.verify == cron


def test_what_a_job_did_or_why_it_failed_is_reported() -> None:
    said: list[tuple[str, Mapping[str, Any]]] = []
    schedule = Schedule(
        [
            Job("good", "", lambda: {"ok": True}),
            Job("bad", "", lambda: fails(DependencyUnavailable("the disk is away"))),
            Job("stopped", "", lambda: fails(Cancelled())),
        ],
        lambda event, **fields: said.append((event, fields)),
    )
    for name in ("good", "bad", "stopped"):
        schedule.run(name)
    assert said[0] == ("job_done", {"job": "good", "ok": True})
    assert said[1][0] == "job_failed" and said[1][1]["message"] == "the disk is away"
    assert said[2] == ("job_cancelled", {"job": "stopped"})


class Wall:
    """A clock that is set."""

    def __init__(self, hour: int, minute: int) -> None:
        self.set(hour, minute)

    def set(self, hour: int, minute: int, day: int = 16) -> None:
        self.now = datetime(2025, 6, day, hour, minute).timestamp()

    def __call__(self) -> float:
        return self.now


HOURLY = Job("hourly", "17 * * * *", lambda: {})


def test_a_clock_that_was_two_hours_fast_delays_no_job() -> None:
    wall = Wall(10, 5)
    timer = ByCron(HOURLY, wall)
    wall.set(8, 6)
    assert not timer.take() and 660 <= timer.wait_s() <= 660 + JITTER_S
    wall.set(8, 18)
    assert timer.take() and not timer.take()
    wall.set(10, 18)  # and right again
    assert timer.take() and not timer.take()


def test_of_missed_times_those_of_the_last_hour_are_one_run() -> None:
    wall = Wall(10, 5)
    hourly, nightly = ByCron(HOURLY, wall), ByCron(Job("nightly", "37 3 * * *", lambda: {}), wall)
    wall.set(5, 0, day=17)
    assert hourly.take() and not hourly.take()
    assert not nightly.take()
    wall.set(3, 38, day=18)
    assert nightly.take() and not nightly.take()


def test_an_interval_is_kept_whatever_is_done_to_the_clock() -> None:
    wall, awake = Wall(10, 0), Wall(0, 0)
    timer = Every(Job("backup", "", lambda: {}, every_s=600), wall)
    timer._clocks = (wall, awake)
    assert timer.take() and not timer.take()
    wall.set(8, 0)
    awake.set(0, 9)
    assert not timer.take() and timer.wait_s() == 60
    awake.set(0, 10)
    assert timer.take() and not timer.take()
    wall.set(8, 10)  # the machine slept: the other clock stood still
    assert timer.take() and not timer.take()


def test_a_job_that_fails_unexpectedly_runs_again(caplog: pytest.LogCaptureFixture) -> None:
    twice = threading.Barrier(2)

    def broken() -> Mapping[str, Any]:
        twice.wait(30)
        raise RuntimeError("a fault of ours")

    schedule = Schedule([Job("broken", "", broken, every_s=0.01)], lambda event, **fields: None)
    schedule.start()
    twice.wait(30)
    twice.wait(30)
    twice.abort()
    schedule.stop()
    assert "the job broken failed unexpectedly" in caplog.text
