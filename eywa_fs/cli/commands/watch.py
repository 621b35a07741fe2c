"""``eywa watch``: the indexer and the maintenance jobs, until a signal says stop."""

from __future__ import annotations

import json
import logging
import os
import signal
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import datetime
from types import FrameType
from typing import TYPE_CHECKING, Any

from eywa_fs.cli.groups import app, command
from eywa_fs.cli.opening import open_memory
from eywa_fs.cli.options import chosen
from eywa_fs.cli.output import note
from eywa_fs.episodes.scoring import TRIGGERS
from eywa_fs.errors import EywaError, OutputLost
from eywa_fs.model.documents import scope_key
from eywa_fs.model.records import Scope
from eywa_fs.model.safetext import safe_json, safe_line

if TYPE_CHECKING:
    from eywa_fs.maintenance.schedule import Schedule
    from eywa_fs.memory import EywaMemory

PULSE_S = 1.0
"""How often it is looked what was indexed, and whether the indexer met a problem."""


@command(app, "watch", "eywa watch", again="nothing is lost")
def watch() -> None:
    """Index what comes, and verify and repair on schedule, until SIGINT or SIGTERM.

    Says what happens on standard error; with --json, one object a line on standard output.
    """
    log = WatchLog()
    stopping = threading.Event()
    with log.attached():
        with open_memory() as memory:
            memory.hold_indexer()
            tally = Tally(memory, log)
        with open_memory(background=True) as memory:
            memory.hold_indexer()
            schedule = make_schedule(memory, log, stopping)
            with stopped_by_signals(stopping):
                log.say("started", root=str(memory.layout.root), pid=os.getpid())
                schedule.start()
                for name, when in schedule.next_runs().items():
                    log.say("scheduled", job=name, next=when.isoformat(timespec="minutes"))
                _wait(memory, log, stopping, tally)
                log.say("stopping")
                schedule.stop()
        with suppress(EywaError), open_memory() as memory:
            tally.look(memory)  # what was at hand is finished by now
        log.say("stopped", records=sum(tally.came.values()), users=len(tally.came))


class Tally:
    """How many records of each user were indexed since it was made. ``came``: their numbers by
    user; those without any are left out."""

    def __init__(self, memory: EywaMemory, log: WatchLog) -> None:
        self.came: Counter[Scope] = Counter()
        self._log = log
        self._known: dict[str, int] = {}
        with suppress(EywaError):
            self._known = _indexed(memory)

    def look(self, memory: EywaMemory) -> None:
        """Say what came since the last look; a catalog that cannot be read is looked at later."""
        with suppress(EywaError):
            found = _indexed(memory)
            new = {key: number - self._known.get(key, 0) for key, number in found.items()}
            self._known = found
            if any(number > 0 for number in new.values()):
                for scope in memory.layout.scopes():
                    number = new.get(scope_key(scope), 0)
                    if number > 0:
                        self.came[scope] += number
                        who = {"tenant": scope.tenant_id, "user": scope.user_id}
                        self._log.say("indexed", records=number, **who)


def _indexed(memory: EywaMemory) -> dict[str, int]:
    """How many records of each scope are indexed, by its key."""
    from eywa_fs.catalog import files

    generation = memory.generation()
    if generation is None or generation.damage:
        return {}
    with generation.catalog().read() as connection:
        return files.records(connection)


def make_schedule(memory: EywaMemory, log: WatchLog, stopping: threading.Event) -> Schedule:
    """The jobs of the ``maintenance`` settings on this memory, and its backups.

    A verify is given up when we stop, since it only reads, and so is a backup or what looks for
    records to forget, since the next one goes on; a repair is finished.
    """
    from eywa_fs.maintenance.schedule import Cancelled, Job, Schedule

    def checking(done: int, total: int) -> None:
        if stopping.is_set():
            raise Cancelled

    def doing(name: str) -> Callable[[], Mapping[str, Any]]:
        return lambda: memory.run_job(name, progress=checking).found

    times = memory.settings.maintenance
    names = ("verify", "deep_verify", "repair", "checkpoint", "retention", "compaction", *TRIGGERS)
    jobs = [Job(name, getattr(times, name), doing(name)) for name in names]
    if memory.settings.backup.to:
        every_s = memory.settings.backup.interval_s
        jobs.append(Job("backup", "", doing("backup"), every_s=every_s))
    return Schedule(jobs, log.say)


def _wait(memory: EywaMemory, log: WatchLog, stopping: threading.Event, tally: Tally) -> None:
    said: str | None = None
    while not stopping.wait(PULSE_S):
        tally.look(memory)
        problem = memory.indexer_problem
        if problem != said:
            if problem is None:
                log.say("indexer_well")
            else:
                log.say("indexer_waits", message=problem)
            said = problem


@contextmanager
def stopped_by_signals(stopping: threading.Event) -> Iterator[None]:
    """Meanwhile SIGINT and SIGTERM set the event; a second one ends the process at once."""

    def stop(number: int, frame: FrameType | None) -> None:
        stopping.set()
        signal.signal(number, signal.SIG_DFL)

    before = {n: signal.signal(n, stop) for n in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


class WatchLog(logging.Handler):
    """Events as lines: for people on standard error, as JSON on standard output."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)

    def say(self, event: str, **fields: Any) -> None:
        """Write one event."""
        self.write(chosen.json, event, fields)

    def write(self, as_json: bool, event: str, fields: Mapping[str, Any]) -> None:
        """Write one event in one of the two forms."""
        now = datetime.now().astimezone().isoformat(timespec="seconds")
        if as_json:
            value = {"time": now, "event": event, **fields}
            with suppress(OutputLost):  # nobody reads any more; the work goes on
                print(safe_json(json.dumps(value, ensure_ascii=False)), flush=True)
        else:
            rest = " ".join(f"{name}={_short(value)}" for name, value in fields.items())
            note(f"{now} {event} {rest}".rstrip())

    def emit(self, record: logging.LogRecord) -> None:
        """A warning of the library."""
        self.say("warning", level=record.levelname.lower(), message=record.getMessage())

    @contextmanager
    def attached(self) -> Iterator[None]:
        """Meanwhile the library's warnings come here."""
        log = logging.getLogger("eywa_fs")
        before, log.handlers = log.handlers, [self]
        try:
            yield
        finally:
            log.handlers = before


def _short(value: Any) -> str:
    if isinstance(value, Mapping):
        return ",".join(f"{name}:{item}" for name, item in value.items()) or "none"
    text = safe_line(str(value))
    return json.dumps(text, ensure_ascii=False) if any(c in text for c in ' "=') else text
