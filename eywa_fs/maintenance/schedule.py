"""The jobs of ``eywa watch``: what runs when, one at a time, and what is said about it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from eywa_fs.errors import EywaError

LATE_S = 3600
"""A job whose time passed while another ran, or while the machine slept, still runs this much
later; several missed times become one run."""

JITTER_S = 30
"""A job begins up to so many seconds after its time, so that many roots do not begin at once."""

Report = Callable[..., None]
"""Takes an event's name, and its fields by name."""


class Cancelled(Exception):
    """A job gave up because the schedule is being stopped; never an error."""


@dataclass(frozen=True, slots=True)
class Job:
    """Work at times of a five-field cron expression in local time; an empty one means never.

    ``run`` does it and gives what to say about it. With ``every_s`` it is done at once and then
    every so many seconds, whatever else runs; the cron expression is not heeded.
    """

    name: str
    cron: str
    run: Callable[[], Mapping[str, Any]]
    every_s: float | None = None


class Schedule:
    """Runs jobs in one thread of APScheduler, so that no two run at once; those that are done every
    so many seconds in another one, since no long job may delay them. The settings have checked the
    expressions.
    """

    def __init__(self, jobs: list[Job], report: Report) -> None:
        from apscheduler.executors.pool import ThreadPoolExecutor
        from apscheduler.schedulers.background import BackgroundScheduler
        from apscheduler.triggers.cron import CronTrigger

        self._report = report
        self._jobs = {job.name: job for job in jobs}
        self._scheduler = BackgroundScheduler(
            executors={"default": ThreadPoolExecutor(1), "often": ThreadPoolExecutor(1)},
            job_defaults={"coalesce": True, "max_instances": 1, "misfire_grace_time": LATE_S},
        )
        for job in jobs:
            if job.every_s is not None:
                self._scheduler.add_job(
                    self.run, "interval", args=[job.name], id=job.name, name=job.name,
                    seconds=job.every_s, next_run_time=datetime.now().astimezone(),
                    executor="often",
                )  # fmt: skip
            elif job.cron.strip():
                trigger = CronTrigger.from_crontab(job.cron)
                trigger.jitter = JITTER_S
                self._scheduler.add_job(
                    self.run, trigger, args=[job.name], id=job.name, name=job.name
                )

    def start(self) -> None:
        self._scheduler.start()

    def stop(self) -> None:
        """Start nothing more, and wait for the job that runs."""
        if self._scheduler.running:
            self._scheduler.shutdown(wait=True)

    def next_runs(self) -> dict[str, datetime]:
        """When each job runs next; call it after :meth:`start`."""
        return {job.id: job.next_run_time for job in self._scheduler.get_jobs()}

    def run(self, name: str) -> None:
        """Do one job now, in the caller's thread, and report it. Its failure is reported too."""
        try:
            found = self._jobs[name].run()
        except Cancelled:
            self._report("job_cancelled", job=name)
        except EywaError as error:
            self._report("job_failed", job=name, code=error.code, message=str(error))
        else:
            self._report("job_done", job=name, **found)
