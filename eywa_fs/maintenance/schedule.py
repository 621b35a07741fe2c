"""The jobs of ``eywa watch``: what runs when, one at a time, and what is said about it."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import floor
from random import uniform
from typing import Any

from eywa_fs.errors import EywaError

LATE_S = 3600
"""A job whose time passed while another ran, or while the machine slept, still runs this much
later; several missed times become one run."""

JITTER_S = 30
"""A job begins up to so many seconds after its time, so that many roots do not begin at once."""

LOOK_S = 5.0
"""How often it is looked at least what is due: the wall clock may have been set meanwhile."""

_LOG = logging.getLogger(__name__)

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


class ByCron:
    """Due at the times of a cron expression by the wall clock, in the local zone of now."""

    def __init__(self, job: Job, clock: Callable[[], float]) -> None:
        from apscheduler.triggers.cron import CronTrigger

        self.job = job
        self._clock = clock
        self._trigger = CronTrigger.from_crontab(job.cron)
        self._seen = clock()
        self._at = self._behind(self._seen)

    def wait_s(self) -> float:
        """Seconds until it is due; negative where its time passed."""
        return self._at - self._clock()

    def take(self) -> bool:
        """Whether it is due now; if so, its next time is planned."""
        now, seen = self._clock(), self._seen
        self._seen = now
        if now < seen - JITTER_S:  # set back: what was planned may lie far ahead
            self._at = self._behind(now)
        if self._at < now - LATE_S:
            self._at = self._behind(now - LATE_S)
        if now < self._at:
            return False
        self._at = self._behind(now)
        return True

    def _behind(self, moment: float) -> float:
        """A time to begin at, for the first time of the expression behind a moment."""
        second = datetime.fromtimestamp(floor(moment) + 1, self._trigger.timezone)
        due: float = self._trigger.get_next_fire_time(None, second).timestamp()
        return due + uniform(0, JITTER_S)


class Every:
    """Due at once, and whenever so many seconds passed by one of two clocks: the wall clock may be
    set back, and the other one stands still while the machine sleeps."""

    def __init__(self, job: Job, clock: Callable[[], float]) -> None:
        self.job = job
        self._clocks = (clock, time.monotonic)
        self._last: tuple[float, ...] | None = None

    def wait_s(self) -> float:
        if self._last is None:
            return 0.0
        passed = max(clock() - at for clock, at in zip(self._clocks, self._last, strict=True))
        return (self.job.every_s or 0.0) - passed

    def take(self) -> bool:
        if self.wait_s() > 0:
            return False
        self._last = tuple(clock() for clock in self._clocks)
        return True


Timer = ByCron | Every


class Schedule:
    """Runs jobs in one thread, so that no two run at once; those that are done every so many
    seconds in another one, since no long job may delay them. The settings have checked the
    expressions.

    Args:
        clock: the wall clock, in epoch seconds. It may be set back and forward.
    """

    def __init__(
        self, jobs: list[Job], report: Report, clock: Callable[[], float] = time.time
    ) -> None:
        self._report = report
        self._jobs = {job.name: job for job in jobs}
        self._stopping = threading.Event()
        timed = [ByCron(job, clock) for job in jobs if job.every_s is None and job.cron.strip()]
        often = [Every(job, clock) for job in jobs if job.every_s is not None]
        self._timers: list[Sequence[Timer]] = [timed, often]
        self._threads: list[threading.Thread] = []

    def start(self) -> None:
        for timers in filter(None, self._timers):
            thread = threading.Thread(target=self._work, args=(timers,), daemon=True)
            self._threads.append(thread)
            thread.start()

    def stop(self) -> None:
        """Start nothing more, and wait for the job that runs."""
        self._stopping.set()
        for thread in self._threads:
            thread.join()

    def next_runs(self) -> dict[str, datetime]:
        """When each job runs next."""
        now = datetime.now().astimezone()
        timers = [timer for timers in self._timers for timer in timers]
        return {t.job.name: now + timedelta(seconds=max(0.0, t.wait_s())) for t in timers}

    def _work(self, timers: Sequence[Timer]) -> None:
        """Run what is due, first what is due for longest, until :meth:`stop`."""
        while not self._stopping.is_set():
            due = next((t for t in sorted(timers, key=lambda t: t.wait_s()) if t.take()), None)
            if due is None:
                soonest = min(timer.wait_s() for timer in timers)
                self._stopping.wait(min(LOOK_S, max(0.0, soonest)))
                continue
            try:
                self.run(due.job.name)
            except Exception:
                _LOG.exception("the job %s failed unexpectedly; its next run comes", due.job.name)

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
