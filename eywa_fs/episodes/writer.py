"""Writing episodes: recorded in the background, changed by further lines, put aside by triggers."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NotInTime
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from eywa_fs.config.episodes import EpisodeSettings
from eywa_fs.episodes.book import EpisodeBook
from eywa_fs.episodes.episode import RECORDED, Episode, Op, Project
from eywa_fs.episodes.feedback import implicit_signal, undo_counts, weight
from eywa_fs.episodes.found import TriggerReport
from eywa_fs.episodes.lines import encode
from eywa_fs.episodes.scoring import PLANS, Sketch, heat, to_evict
from eywa_fs.errors import (
    BadRequest,
    CapacityExceeded,
    EpisodeWriteFailed,
    EywaError,
    NotFound,
    WaitTimeout,
)
from eywa_fs.model.plain import own_fields
from eywa_fs.model.records import Record
from eywa_fs.pool import Pool
from eywa_fs.truth.journal import Journal, new_event_id
from eywa_fs.truth.layout import Layout

_LOG = logging.getLogger(__name__)
_Answer = TypeVar("_Answer")

_Change = tuple[str, str, Op, Mapping[str, Any]]
"""What changes an episode: its id and session, what is done, and what the line says of it."""

RETRIES: Final = 3
FIRST_WAIT_S: Final = 0.05
"""Before the first retry; twice as long before each further one."""
MOST_WAITING: Final = 10_000
"""Episodes that wait to be written; more are refused, so that a dead disk does not fill memory."""


@dataclass(frozen=True, slots=True)
class Draft:
    """An episode on its way; fields as of :class:`~eywa_fs.episodes.episode.Episode`."""

    text: str
    session_id: str
    chapter_id: str
    scene_type: str
    skill_used: str
    selected_index: int | None
    edit_distance: float | None
    importance: float


class EpisodeHandle:
    """An episode that is being written.

    Attributes:
        id: of the episode, if it is written.
        project_id: its project.
    """

    def __init__(self, episode_id: str, project_id: str, written: Future[str]) -> None:
        self.id = episode_id
        self.project_id = project_id
        self._written = written

    @property
    def done(self) -> bool:
        """Whether it is written, or given up."""
        return self._written.done()

    @property
    def error(self) -> EywaError | None:
        """Why it was given up; ``None`` while it waits and once it is written."""
        found = self._written.exception() if self.done else None
        return found if isinstance(found, EywaError) else None

    def wait(self, timeout: float | None = None) -> str:
        """Return the citation of its line once that is on disk.

        Raises:
            EpisodeWriteFailed: it was given up; ``code`` is ``MEMORY_EPISODE_WRITE_FAILED``.
            CapacityExceeded: every episode of the project is confirmed and none may leave.
            WaitTimeout: not within so many seconds; it may still be written.
        """
        try:
            return self._written.result(timeout)
        except NotInTime:
            raise WaitTimeout(f"{self.id} is not written after {timeout:g} s") from None

    def as_dict(self) -> dict[str, Any]:
        code = None if self.error is None else self.error.code
        return {"id": self.id, "projectId": self.project_id, "done": self.done, "code": code}


class EpisodeWriter:
    """Writes, in the order of the calls, in one thread. Threads may share it.

    A process that is killed loses what is not written yet, and nothing of which a handle says that
    it is done. What failed is counted in :attr:`failed`.

    Args:
        settings: how much is kept.
        embeds: whether episodes are embedded in the background once they are written.
        handle: the class of what :meth:`record` gives.
    """

    def __init__(
        self,
        layout: Layout,
        journal: Journal,
        book: EpisodeBook,
        settings: EpisodeSettings,
        clock: Callable[[], int],
        *,
        embeds: Callable[[], bool],
        handle: type[EpisodeHandle],
    ) -> None:
        self._layout = layout
        self._journal = journal
        self._book = book
        self._settings = settings
        self._clock = clock
        self._embeds = embeds
        self._handle = handle
        self._thread = Pool(1, "eywa-episodes")
        self._mutex = threading.Lock()
        self.waiting = 0
        self.failed = 0
        self._reason, self._of_disk = "", False

    @property
    def problem(self) -> str:
        """Why the last line was not written; empty where one was since, or where the disk refused
        it and took something else since."""
        return "" if self._of_disk and not self._journal.refused else self._reason

    def close(self) -> None:
        """Write what waits, then end. Idempotent."""
        self._thread.shutdown()

    def flush(self, timeout: float | None = None) -> None:
        """Return when everything recorded so far is written or given up; ``WaitTimeout``."""
        try:
            self._thread.submit(lambda: None).result(timeout)
        except NotInTime:
            raise WaitTimeout(f"episodes are not written after {timeout:g} s") from None

    def record(self, project: Project, draft: Draft) -> EpisodeHandle:
        """Begin to write an episode; returns at once.

        Raises:
            InvalidRecord, InvalidId: it cannot be written as it is; nothing is begun.
            RootLost: there is nowhere to write it; the same.
        """
        self._layout.refuse_lost()
        now = self._clock()
        name = new_event_id(now)
        encode(_recorded(project, draft, name, now, 0), self._layout.max_record_bytes)
        self._layout.episodes_file(*project, now)
        with self._mutex:
            full = self.waiting >= MOST_WAITING
            self.waiting += not full
        if full:
            refused: Future[str] = Future()
            refused.set_exception(self._gave_up(f"{MOST_WAITING} episodes wait to be written"))
            return self._handle(name, project.id, refused)
        written = self._thread.submit(self._write_new, project, draft, name, now)
        return self._handle(name, project.id, written)

    def record_all(self, project: Project, drafts: Sequence[Draft]) -> list[str]:
        """Write episodes, all of them in one append, and return when they are on disk: their ids.
        ``EpisodeWriteFailed`` or ``CapacityExceeded``: none is."""
        now = self._clock()
        named = [(draft, new_event_id(now)) for draft in drafts]
        self._thread.submit(self._write_drafts, project, named, now).result()
        return [name for _, name in named]

    def recalled(self, project: Project, ids: Sequence[str]) -> None:
        """Note in the background that a query gave episodes; what fails is logged."""
        with suppress(RuntimeError):  # it was closed meanwhile
            if ids and self.waiting < MOST_WAITING:
                self._thread.submit(self._note_recalled, project, ids)

    def undo(self, project: Project, episode_id: str, at: int) -> bool:
        """Note that a proposal was undone; whether that changes the episode's signal. Errors as of
        :meth:`change`."""

        def note() -> bool:
            episode = self._known(project, episode_id)
            if not undo_counts(episode.created_at, at, episode.selected_index):
                return False
            meta = {"implicitSignal": "UNDO_AFTER_ACCEPT"}
            self._append(project, [(episode_id, episode.session_id, "signal", meta)])
            return True

        return self._thread.submit(note).result()

    def change(self, project: Project, episode_id: str, op: Op) -> None:
        """Write a line about an episode; on disk when this returns.

        Raises:
            NotFound: there is no such episode. BadRequest: it was evicted.
            EpisodeWriteFailed: the line is not written.
        """

        def note() -> None:
            episode = self._known(project, episode_id)
            self._append(project, [(episode_id, episode.session_id, op, {})])

        self._thread.submit(note).result()

    def trigger(self, project: Project, trigger: str) -> TriggerReport:
        """See :meth:`EywaMemory.episode_trigger`. Safe to repeat after a crash; ``TruthReadError``
        where the project's files cannot be read."""
        if trigger not in PLANS:
            raise BadRequest(f"there is no trigger {trigger!r}; known: {', '.join(PLANS)}")
        return self._thread.submit(self._run, project, trigger).result()

    def _run(self, project: Project, trigger: str) -> TriggerReport:
        states, plan = PLANS[trigger]
        table, _ = self._book.synced(project)
        rows = table.sketches(project, states)
        now = self._clock()
        by_state = [[one for one in rows if one.state == state] for state in states]
        changes = plan(by_state[0], by_state[1], self._settings, now)
        named = [(one, op) for op, found in changes.items() for one in found]
        self._append(project, [(one.id, one.session_id, op, {}) for one, op in named])
        gone = {one.id for found in changes.values() for one in found}
        warm = sorted(heat(one, now) for one in rows if one.id not in gone)
        return TriggerReport(
            trigger,
            project.id,
            len(rows),
            {op: tuple(one.id for one in found) for op, found in changes.items()},
            (warm[0], warm[len(warm) // 2], warm[-1]) if warm else (),
        )

    def _write_new(self, project: Project, draft: Draft, name: str, now: int) -> str:
        try:
            [citation] = self._write_drafts(project, [(draft, name)], now)
        finally:
            with self._mutex:
                self.waiting -= 1
        if self._embeds():
            self._book.embed_later(project, [name])
        return citation

    def _write_drafts(
        self, project: Project, drafts: Sequence[tuple[Draft, str]], now: int
    ) -> list[str]:
        """Make room in the project, then write, in one append."""

        def write() -> list[str]:
            table, _ = self._book.synced(project)
            gone: list[Sketch] = []
            limit, room = self._settings.active, len(drafts)
            there = table.count(project, "active")
            if there + room > limit:
                active = table.sketches(project, ("active",))
                gone = to_evict(active, limit, self._settings.ttl_days, now, room)
            if there - len(gone) + room > limit:
                raise CapacityExceeded(
                    f"project {project.id} has {there} active episodes, {there - len(gone)} of "
                    f"them confirmed, and may have {limit} (episodes.active): unconfirm some"
                )
            records = [_line(project, (one.id, one.session_id, "evict", {}), now) for one in gone]
            for draft, name in drafts:
                again = table.repeats(project, draft.scene_type, draft.skill_used)
                records.append(_recorded(project, draft, name, now, again))
            return self._append_records(project, records)[len(gone) :]

        return self._tried(write)

    def _note_recalled(self, project: Project, ids: Sequence[str]) -> None:
        try:
            table, _ = self._book.synced(project)
            entries = (table.entry(project, name) for name in ids)
            found = [entry.episode for entry in entries if entry is not None]
            lines: list[_Change] = [(one.id, one.session_id, "recall", {}) for one in found]
            self._append(project, lines)
        except EywaError as error:
            _LOG.warning("it is not noted that episodes were recalled: %s", error)

    def _known(self, project: Project, episode_id: str) -> Episode:
        episode = self._book.get(project, episode_id)
        if episode is None:
            raise NotFound(f"project {project.id} has no episode {episode_id}")
        if episode.state == "evicted":
            raise BadRequest(
                f"{episode_id} was evicted from project {project.id} and does not come back: "
                "record it again, and confirm it while it is active, so that it stays"
            )
        return episode

    def _append(self, project: Project, changes: Sequence[_Change]) -> None:
        now = self._clock()
        records = [_line(project, change, now) for change in changes]
        if records:
            self._tried(lambda: self._append_records(project, records))

    def _append_records(self, project: Project, records: Sequence[Record]) -> list[str]:
        """Append lines about episodes of a project and one day; their citations."""
        path = self._layout.episodes_file(*project, records[0].timestamp)
        lines = [encode(record, self._layout.max_record_bytes) for record in records]
        return [anchor.citation for anchor in self._journal.append_lines(path, lines)]

    def _tried(self, work: Callable[[], _Answer]) -> _Answer:
        """What ``work`` gives, tried up to so many (:data:`RETRIES`) times more.

        Raises:
            EpisodeWriteFailed: it failed each time; logged and counted.
            BadRequest, CapacityExceeded: trying again is of no use.
        """
        for attempt in range(RETRIES + 1):
            try:
                done = work()
                self._reason = ""
                return done
            except (BadRequest, CapacityExceeded):
                raise
            except EywaError as error:
                if attempt == RETRIES or not error.retryable:
                    raise self._gave_up(error) from error
                time.sleep(FIRST_WAIT_S * 2**attempt)
        raise AssertionError("the last attempt returns or raises")

    def _gave_up(self, reason: object) -> EpisodeWriteFailed:
        with self._mutex:
            self.failed += 1
            self._reason, self._of_disk = str(reason), bool(self._journal.refused)
        _LOG.error("an episode was not written: %s", reason)
        return EpisodeWriteFailed(f"the episode was not written: {reason}")


def _recorded(project: Project, draft: Draft, name: str, now: int, repeats: int) -> Record:
    signal = implicit_signal(draft.selected_index, draft.edit_distance, repeats)
    said = own_fields(draft) | {"implicit_signal": signal, "weight": weight(signal, repeats)}
    meta = {there: said[name] for name, there in RECORDED.items()}
    change: _Change = (name, draft.session_id, "record", meta)
    return _line(project, change, now, event_id=name, text=draft.text)


def _line(
    project: Project,
    change: _Change,
    now: int,
    *,
    event_id: str | None = None,
    text: str | None = None,
) -> Record:
    """The record of a line about an episode; with an id of its own and the name of what is done,
    unless others are given."""
    name, session_id, op, more = change
    meta = {"op": op, "episodeId": name, "projectId": project.id, **more}
    return Record(
        event_id or new_event_id(now), project.scope.tenant_id, project.scope.user_id, session_id,
        "system", op if text is None else text, now, meta=meta,
    )  # fmt: skip
