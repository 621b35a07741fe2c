"""Reading episodes: by scene and meaning, each proved against all lines about it."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from eywa_fs.episodes.episode import Change, Episode, Project, State, brief, fold
from eywa_fs.episodes.found import DEFAULT_RULES, EpisodesFound, Listing, Scored
from eywa_fs.episodes.lines import change_in, project_files
from eywa_fs.episodes.scoring import FEWEST, Ranked, Sketch, ranked
from eywa_fs.episodes.table import EpisodeTable
from eywa_fs.errors import DependencyUnavailable, EywaError, TruthReadError
from eywa_fs.model.degraded import Degraded
from eywa_fs.model.records import Anchor
from eywa_fs.pool import Pool
from eywa_fs.sqlitefile import is_damaged
from eywa_fs.truth.layout import Layout
from eywa_fs.truth.reader import Line, OpenFiles

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from eywa_fs.embedding.cached import CachedEmbedder
    from eywa_fs.language.redaction.policy import Redaction

_LOG = logging.getLogger(__name__)

EMBEDDED_AT_ONCE: Final = 16
"""Episodes without a vector that a query embeds itself, the newest: about half a second."""
MOST_VECTORS: Final = 8000
"""Vectors of episodes that are kept in memory, 3 KB each."""
_GIVEN: Final[tuple[State, ...]] = ("active", "compressed")


class EpisodeBook:
    """Answers from episodes. Threads may share it. ``embedder``: made when the first text is
    embedded."""

    def __init__(
        self,
        layout: Layout,
        redaction: Redaction,
        embedder: Callable[[], CachedEmbedder],
        clock: Callable[[], int],
    ) -> None:
        self._layout = layout
        self._redaction = redaction
        self._embedder = embedder
        self._clock = clock
        self._later = Pool(1, "eywa-episode-vectors")
        self._model = ""
        self._known: dict[str, NDArray[np.float32]] = {}
        self.table = self.new_table(in_memory=False)

    def close(self) -> None:
        """Close the table after the embedding at hand. Idempotent."""
        self._later.shutdown(cancel_futures=True)
        self.table.close()

    def tables(self) -> tuple[EpisodeTable, EpisodeTable]:
        """The table in use, and an empty one in memory to compare it with."""
        return self.table, self.new_table()

    def new_table(self, *, in_memory: bool = True) -> EpisodeTable:
        """An empty table in memory, or the one on the disk."""
        path = None if in_memory else self._layout.index / "episodes.db"
        return EpisodeTable(path, self._redaction.text, self._redaction.digest)

    def synced(self, project: Project) -> tuple[EpisodeTable, tuple[Degraded, ...]]:
        """The table with a project as its files are; where the one on the disk cannot be used, one
        in memory, and why. A damaged one is removed, so that it is derived anew. ``TruthReadError``
        where a file cannot be read."""
        if not self.table.exists and not project_files(self._layout, *project):
            return self.new_table(), ()  # nothing is made where there is nothing
        try:
            self.table.sync(self._layout, project)
            return self.table, ()
        except DependencyUnavailable as error:
            _LOG.warning("%s", error)
            if is_damaged(error):
                self.table.reset()
            instead = self.new_table()
            instead.sync(self._layout, project)
            return instead, (Degraded("episodes", "unavailable", error),)

    def query(self, project: Project, text: str, scene: str | None, limit: int) -> EpisodesFound:
        """See :meth:`EywaMemory.query_episodes`. Never raises for what it finds."""
        try:
            table, degraded = self.synced(project)
            there = table.sketches(project, _GIVEN, scene)
            if scene is not None and len(there) < FEWEST:
                there = table.sketches(project, _GIVEN)
            similar, reasons = self._similar(table, project, there, text)
            order = ranked(there, similar, scene, self._clock())
            found, dropped = self._proved(table, project, order, limit)
            rules = DEFAULT_RULES if degraded else ()
            return EpisodesFound(tuple(found), rules, (*degraded, *reasons), dropped)
        except TruthReadError as error:
            reason = Degraded("truth", "unreadable", error)
        except DependencyUnavailable as error:
            reason = Degraded("episodes", "unavailable", error)
        return EpisodesFound(rules=DEFAULT_RULES, degraded=(reason,))

    def listing(self, project: Project) -> Listing:
        """All episodes of a project; errors as of :meth:`synced`."""
        table, degraded = self.synced(project)
        found, dropped = [], Counter[str]()
        with OpenFiles(self._layout, project.scope) as files:
            for row in table.rows(project):
                episode, problem = self._read(table, files, project, row.id)
                found += [] if episode is None else [episode]
                dropped.update([problem] if problem else [])
        return Listing(tuple(found), degraded, dropped)

    def get(self, project: Project, episode_id: str) -> Episode | None:
        """One episode, proved; ``None`` where there is none. Errors as of :meth:`synced`, and
        ``TruthReadError`` where its lines are not what they were."""
        table, _ = self.synced(project)
        if table.entry(project, episode_id) is None:
            return None
        with OpenFiles(self._layout, project.scope) as files:
            episode, problem = self._read(table, files, project, episode_id)
        if episode is None:
            raise TruthReadError(f"the lines about {episode_id} are not what they were: {problem}")
        return episode

    def embed_later(self, project: Project, ids: Iterable[str]) -> None:
        """Have a thread embed episodes, so that the next query needs not."""
        with suppress(RuntimeError):  # it was closed meanwhile
            self._later.submit(self._embed, project, [*ids])

    def wait_embedded(self, timeout: float | None) -> None:
        """Return when what is to be embedded by now is; ``TimeoutError`` after seconds."""
        self._later.submit(lambda: None).result(timeout)

    def _embed(self, project: Project, ids: Sequence[str]) -> None:
        try:
            table, _ = self.synced(project)
            wanted = {*ids}
            there = [s for s in table.sketches(project, _GIVEN) if s.id in wanted]
            self._vectors(table, project, there, len(there))
        except EywaError as error:
            _LOG.warning("episodes were not embedded: %s", error)

    def _similar(
        self, table: EpisodeTable, project: Project, there: Sequence[Sketch], text: str
    ) -> tuple[Mapping[str, float], tuple[Degraded, ...]]:
        """The cosine of the query and each episode that has a vector, by id."""
        if not there or not text.strip():
            return {}, ()
        try:
            embedder = self._embedder()
            query = embedder.embed_query(self._redaction.text(project.scope.tenant_id, text))
            vectors, lacking = self._vectors(table, project, there, EMBEDDED_AT_ONCE)
        except DependencyUnavailable as error:
            return {}, (Degraded("embedder", "unavailable", error),)
        near = vectors @ query / len(embedder.parts)
        missing = set(lacking)
        if missing:
            self.embed_later(project, lacking)
        similar = {
            sketch.id: value
            for sketch, value in zip(there, near.tolist(), strict=True)
            if sketch.id not in missing
        }
        reasons = (Degraded("episodes", "missing", f"{len(missing)} of them"),) if missing else ()
        return similar, reasons

    def _vectors(
        self, table: EpisodeTable, project: Project, there: Sequence[Sketch], most: int
    ) -> tuple[NDArray[np.float32], list[str]]:
        """The vectors of episodes, and the ids of those that have none and are not embedded now.
        ``most``: how many are embedded now, the newest."""
        import numpy as np

        embedder = self._embedder()
        identity = embedder.identity
        if identity.key != self._model:
            self._model, self._known = identity.key, {}
        known = self._known
        unknown = [s.text_hash for s in there if s.text_hash not in known]
        with suppress(DependencyUnavailable):  # a cache that fails costs computing
            known |= embedder.cache.get_many(identity.key, unknown) if unknown else {}
        lacking = [one for one in there if one.text_hash not in known]
        now, later = lacking[-most:], lacking[:-most]
        with OpenFiles(self._layout, project.scope) as files:
            texts = {s.text_hash: self._raw(table, files, project, s.id) for s in now}
        given = {name: text for name, text in texts.items() if text}
        if given:
            known |= zip(given, embedder.embed_documents([*given.values()]), strict=True)
        left = [one.id for one in (*later, *now) if one.text_hash not in known]
        none = np.zeros(identity.dimension, np.float32)
        vectors = np.array([known.get(one.text_hash, none) for one in there], np.float32)
        for name in [*known][: max(0, len(known) - MOST_VECTORS)]:
            known.pop(name, None)
        return vectors, left

    def _proved(
        self, table: EpisodeTable, project: Project, order: Sequence[Ranked], limit: int
    ) -> tuple[list[Scored], Mapping[str, int]]:
        """The first of a ranking that their files prove."""
        found: list[Scored] = []
        dropped: Counter[str] = Counter()
        with OpenFiles(self._layout, project.scope) as files:
            for one in order:
                if len(found) == limit:
                    break
                episode, problem = self._read(table, files, project, one.id)
                if episode is None:
                    dropped[problem] += 1
                else:
                    found.append(Scored(episode, one.score, one.parts))
        return found, dropped

    def _read(
        self, table: EpisodeTable, files: OpenFiles, project: Project, name: str
    ) -> tuple[Episode | None, str]:
        """An episode as its lines say now, or why it is refused; what is refused is read anew."""
        entry = table.entry(project, name)
        changes = []
        for anchor in () if entry is None else entry.anchors:
            change, status = self._change(files, anchor)
            if change is None:
                table.forget_file(anchor.file_path)
                return None, status
            changes.append(change)
        episode = fold(changes)
        if entry is None or episode is None or replace(episode, text="") != entry.episode:
            for change in changes:
                table.forget_file(change.anchor.file_path)
            return None, "row_mismatch"
        text = self._redaction.shown_text(project.scope.tenant_id, episode.text)
        return replace(episode, text=brief(text) if episode.compressed else text), ""

    def _raw(self, table: EpisodeTable, files: OpenFiles, project: Project, name: str) -> str:
        """The text of an episode as it may be embedded; ``""`` where it is refused."""
        entry = table.entry(project, name)
        for anchor in () if entry is None else entry.anchors:
            if entry is not None and anchor.citation == entry.episode.citation:
                change, _ = self._change(files, anchor)
                text = "" if change is None else change.text
                return self._redaction.text(project.scope.tenant_id, text)
        return ""

    def _change(self, files: OpenFiles, anchor: Anchor) -> tuple[Change | None, str]:
        """What the line at an anchor says, or why it is refused."""
        truth, found = Layout.parse(anchor.file_path), files.resolve(anchor)
        if found.data is None or truth is None:
            return None, found.status
        line = Line(anchor.line_start, anchor.byte_start, found.data)
        return change_in(line, truth, self._layout.max_record_bytes), "mismatch"
