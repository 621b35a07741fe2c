"""The schedule of watch: expressions are checked when settings are read, failures are reported,
stopping waits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from eywa_fs.config import load_settings
from eywa_fs.errors import ConfigError, DependencyUnavailable
from eywa_fs.maintenance.schedule import Cancelled, Job, Schedule


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


@pytest.mark.parametrize("cron", ["", "*/5 0-23/2 1,15 jan-mar mon-fri", "07 0 1 1 SUN"])
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
