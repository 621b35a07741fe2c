"""Episodes and working memory: what agents did in a project, and what a session has at hand."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Unpack

from eywa_fs.episodes.episode import Op, Project
from eywa_fs.errors import BadRequest, EywaError, NotFound, WaitTimeout
from eywa_fs.memory.surface import DEFAULT_SESSION, Surface, Whose
from eywa_fs.truth.folder_names import check_id, encode_id

if TYPE_CHECKING:
    from eywa_fs.episodes.book import EpisodeBook
    from eywa_fs.episodes.episode import Episode
    from eywa_fs.episodes.found import EpisodesFound, Listing, Rule, TriggerReport
    from eywa_fs.episodes.writer import EpisodeHandle, EpisodeWriter
    from eywa_fs.memory.parts import Parts
    from eywa_fs.model.records import Scope
    from eywa_fs.working.session import Block, WorkingItem, WorkingMemory

DEFAULT_PROJECT = "default"


@dataclass(frozen=True, slots=True)
class Layers:
    """What a host puts before a model, in three layers.

    Attributes:
        immediate: the running session, as blocks.
        episodes: what was done in such a situation before.
        semantic: rules that hold in the project; empty, as nothing distils them.
        semantic_limit: how many there may be.
    """

    immediate: tuple[Block, ...]
    episodes: EpisodesFound
    semantic: tuple[Rule, ...]
    semantic_limit: int

    def as_dict(self) -> dict[str, Any]:
        return {
            "immediate": [block.as_dict() for block in self.immediate],
            "episodes": self.episodes.as_dict(),
            "semantic": {
                "rules": [rule.as_dict() for rule in self.semantic],
                "limit": self.semantic_limit,
            },
            "memoryDegraded": self.episodes.memory_degraded,
        }


class EpisodeDesk:
    """The parts of a memory that hold episodes and working sessions. Threads may share it."""

    def __init__(self, parts: Parts) -> None:
        from eywa_fs.episodes.book import EpisodeBook
        from eywa_fs.episodes.writer import EpisodeWriter
        from eywa_fs.memory.handed import Handle

        self._parts = parts
        self.book: EpisodeBook = EpisodeBook(
            parts.layout, parts.policies, lambda: parts.embedder, parts.clock
        )
        self.writer: EpisodeWriter = EpisodeWriter(
            parts.layout, parts.journal, self.book, parts.settings.episodes, parts.clock,
            embeds=lambda: parts.background.indexes, handle=Handle,
        )  # fmt: skip
        self._sessions: dict[tuple[Scope, str], WorkingMemory] = {}
        self._mutex = threading.RLock()

    def close(self) -> None:
        """End the sessions, write what waits, then close; a session that cannot be archived is
        said in the log. Idempotent."""
        import logging

        with self._mutex:
            sessions, self._sessions = [*self._sessions.values()], {}
        for session in sessions:
            try:
                session.end_session()
            except EywaError as error:
                log = logging.getLogger(__name__)
                log.error("the session %s was not archived: %s", session.session_id, error)
        self.writer.close()
        self.book.close()

    def session(self, scope: Scope, project_id: str, session_id: str) -> WorkingMemory:
        """The working memory of a session; one of another project is ended first."""
        from eywa_fs.memory.handed import Session

        parts, tenant = self._parts, scope.tenant_id
        with self._mutex:
            known = self._sessions.get((scope, session_id))
            if known is not None and known.project_id != project_id:
                known.end_session()
                known = None
            if known is None:
                known = self._sessions[scope, session_id] = Session(
                    project_id,
                    session_id,
                    parts.settings.working,
                    shown=lambda text: parts.redaction.shown_text(tenant, text),
                    count=lambda text: parts.count_tokens(text),
                    embed=lambda text: parts.embedder.embed_query(
                        parts.redaction.text(tenant, text)
                    ),
                    archive=lambda items: self.archive(scope, items),
                    clock=parts.clock,
                )
            return known

    def known(self, scope: Scope, session_id: str) -> WorkingMemory | None:
        """The working memory of a session, if there is one."""
        with self._mutex:
            return self._sessions.get((scope, session_id))

    def archive(self, scope: Scope, items: Sequence[WorkingItem]) -> list[str]:
        """Make episodes of items; their ids, once all are on disk."""
        from eywa_fs.episodes.writer import Draft

        return self.writer.record_all(Project(scope, items[0].project_id), [
            Draft(
                item.text, item.session_id, "", item.scene_type or item.kind,
                item.skill_used or "session", None, None, item.importance,
            )
            for item in items
        ])  # fmt: skip


class Remembering(Surface):
    """Episodes of a project, and the working memory of a session."""

    def record_episode(
        self,
        text: str,
        *,
        scene_type: str,
        skill_used: str,
        project_id: str = DEFAULT_PROJECT,
        selected_index: int | None = None,
        edit_distance: float | None = None,
        importance: float = 0.5,
        chapter_id: str = "",
        session_id: str = DEFAULT_SESSION,
        **of: Unpack[Whose],
    ) -> EpisodeHandle:
        """Remember what was done in a situation, and how it was taken. Returns at once; a thread
        writes it, and tries up to three times more where that fails.

        Args:
            text: what it was about: enough to find it by its meaning.
            scene_type, skill_used: in what kind of situation the agent used which of its skills.
            selected_index: which proposal was taken, from 0; -1: none of them; ``None``: there was
                no choice.
            edit_distance: share of the proposal that was changed, 0 to 1; ``None``: not known.
            importance: 0 to 1.
            chapter_id: a part of the project, for the host.

        Returns:
            A handle: the episode's id, whether it is written, and the error where it is not.

        Raises:
            BadRequest, InvalidId, InvalidRecord, RootLost: nothing is begun.
        """
        from eywa_fs.episodes.lines import MOST
        from eywa_fs.episodes.writer import Draft

        project = self._of(of, project_id)
        for name, value in (("scene_type", scene_type), ("skill_used", skill_used)):
            check_id(value, name)
        check_id(session_id, "session_id")
        _check_share("importance", importance)
        _check_share("edit_distance", edit_distance)
        if not text.strip() or not -1 <= (selected_index or 0) <= MOST:
            raise BadRequest(f"an episode needs a text, and a selected_index of -1 to {MOST}")
        draft = Draft(
            text, session_id, chapter_id, scene_type, skill_used, selected_index, edit_distance,
            importance,
        )  # fmt: skip
        return self._writer.record(project, draft)

    def query_episodes(
        self,
        text: str,
        *,
        project_id: str = DEFAULT_PROJECT,
        scene_type: str | None = None,
        limit: int = 5,
        recall: bool = True,
        **of: Unpack[Whose],
    ) -> EpisodesFound:
        """The episodes that fit a situation: of the scene first, then by meaning, best first, each
        proved against its lines. Where reading fails, the default rules take their place.

        Args:
            text: what is about to be done, in words.
            scene_type: of the situation; ``None``: any. Where the project has fewer than three
                episodes of it, others fill up.
            limit: 3 to 5 at most.
            recall: note in the background that these were recalled, by which they stay warm;
                without it nothing is written.

        Raises:
            BadRequest, InvalidId: an argument is wrong; nothing else is ever raised.
        """
        project = self._of(of, project_id)
        if not 3 <= limit <= 5:
            raise BadRequest(f"limit is {limit}: give 3 to 5")
        found = self._book.query(project, text, scene_type, limit)
        if recall:
            self._writer.recalled(project, [one.episode.id for one in found.episodes])
        return found

    def undo_episode(
        self,
        episode_id: str,
        *,
        project_id: str = DEFAULT_PROJECT,
        at: int | None = None,
        **of: Unpack[Whose],
    ) -> bool:
        """Note that what an episode proposed was undone. Within 30 seconds of the episode its
        signal is ``UNDO_AFTER_ACCEPT`` from then on; later nothing changes.

        Args:
            at: when it was undone, epoch milliseconds; now by default.

        Returns:
            Whether the signal has changed; the line that says so is on disk.

        Raises:
            NotFound: there is no such episode. BadRequest: it was evicted.
            EpisodeWriteFailed: the line is not written.
        """
        project = self._of(of, project_id)
        when = self._parts.clock() if at is None else at
        return self._writer.undo(project, episode_id, when)

    def confirm_episode(
        self,
        episode_id: str,
        *,
        project_id: str = DEFAULT_PROJECT,
        confirmed: bool = True,
        **of: Unpack[Whose],
    ) -> Episode:
        """Pin an episode, so that it is neither evicted nor compressed, or let go of it; on disk
        when this returns. Errors as of :meth:`undo_episode`."""
        project = self._of(of, project_id)
        op: Op = "confirm" if confirmed else "unconfirm"
        self._writer.change(project, episode_id, op)
        episode = self._book.get(project, episode_id)
        if episode is None:
            raise NotFound(f"{episode_id} is gone after {op}")
        return episode

    def episodes(self, *, project_id: str = DEFAULT_PROJECT, **of: Unpack[Whose]) -> Listing:
        """All episodes of a project, oldest first, evicted ones too, each proved.
        ``TruthReadError`` where a file cannot be read."""
        return self._book.listing(self._of(of, project_id))

    def episode_trigger(
        self, trigger: str, *, project_id: str = DEFAULT_PROJECT, **of: Unpack[Whose]
    ) -> TriggerReport:
        """Run a trigger on a project now.

        Args:
            trigger: ``realtime_eviction``, ``daily_decay_recompute``, ``weekly_compress`` or
                ``monthly_purge``.

        Raises:
            BadRequest: there is no such trigger.
            EpisodeWriteFailed: nothing has changed.
        """
        return self._writer.trigger(self._of(of, project_id), trigger)

    def episode_projects(self, **of: Unpack[Whose]) -> list[str]:
        """The projects of a user that have episodes."""
        from eywa_fs.episodes.lines import project_files

        files = project_files(self.layout, self._scope(of))
        return sorted({truth.project_id or "" for truth in files})

    def flush_episodes(self, timeout: float | None = None) -> None:
        """Return when every episode recorded so far is on disk or given up, and those that are to
        be embedded are; ``WaitTimeout`` after ``timeout`` seconds."""
        self._parts.refuse_closed()
        most = None if timeout is None else min(timeout, threading.TIMEOUT_MAX)
        self._writer.flush(most)
        try:
            self._book.wait_embedded(most)
        except TimeoutError:
            raise WaitTimeout(f"episodes are not embedded after {timeout:g} s") from None

    def working(
        self,
        *,
        project_id: str = DEFAULT_PROJECT,
        session_id: str = DEFAULT_SESSION,
        **of: Unpack[Whose],
    ) -> WorkingMemory:
        """The working memory of a session, in memory only; the same one whenever it is asked for.
        Asked for with another project, or when the memory is closed, the session is ended: see
        :meth:`~eywa_fs.working.session.WorkingMemory.end_session`."""
        project = self._of(of, project_id)
        check_id(session_id, "session_id")
        return self._parts.episodes.session(*project, session_id)

    def layers(
        self,
        text: str,
        *,
        project_id: str = DEFAULT_PROJECT,
        scene_type: str | None = None,
        limit: int = 5,
        recall: bool = True,
        session_id: str = DEFAULT_SESSION,
        **of: Unpack[Whose],
    ) -> Layers:
        """Everything for a host's context: the session at hand, episodes that fit (as of
        :meth:`query_episodes`), and rules of the project. Makes no session."""
        found = self.query_episodes(
            text, project_id=project_id, scene_type=scene_type, limit=limit, recall=recall, **of
        )
        session = self._parts.episodes.known(self._scope(of), session_id)
        if session is None or session.project_id != project_id:
            return Layers((), found, (), self.settings.episodes.semantic)
        return Layers(tuple(session.blocks()), found, (), self.settings.episodes.semantic)

    @property
    def _writer(self) -> EpisodeWriter:
        return self._parts.episodes.writer

    @property
    def _book(self) -> EpisodeBook:
        self._parts.refuse_other_policy()
        return self._parts.episodes.book

    def _of(self, of: Whose, project_id: str) -> Project:
        encode_id(project_id, "project_id")
        return Project(self._scope(of), project_id)


def _check_share(name: str, value: float | None) -> None:
    if value is not None and not 0 <= value <= 1:
        raise BadRequest(f"{name} is {value}: give a number from 0 to 1")
