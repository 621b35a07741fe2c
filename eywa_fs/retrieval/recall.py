"""Recall: what may answer, from vectors, words, time and the un-indexed tail, with raw scores."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from eywa_fs.config import Settings
from eywa_fs.embedding.factory import Embedders
from eywa_fs.errors import DependencyUnavailable, EywaError
from eywa_fs.generations.current import CurrentGeneration
from eywa_fs.generations.generation import Damage, Generation
from eywa_fs.generations.known import Known, KnownReader, Seen
from eywa_fs.governance.memories import Memories, MemoryStates, first_id
from eywa_fs.language.tokens import query_terms
from eywa_fs.model.degraded import Degraded
from eywa_fs.model.documents import scope_key
from eywa_fs.retrieval import wordsearch
from eywa_fs.retrieval.aim import embedding_text, named_principal, principals
from eywa_fs.retrieval.columns import Columns, Mask, join, mask, matches, select
from eywa_fs.retrieval.fusion import Candidates
from eywa_fs.retrieval.intent import asks_for_talk, profile, resumes
from eywa_fs.retrieval.nearest import Found, Space, Wanted
from eywa_fs.retrieval.newest import About
from eywa_fs.retrieval.recalled import Recalled
from eywa_fs.retrieval.search import Search
from eywa_fs.retrieval.semantics import AimedQuery, ScopeStatistics, Vector, score_all
from eywa_fs.retrieval.tail import Tail, TailReader
from eywa_fs.retrieval.timing import window_match, windows
from eywa_fs.retrieval.wordsearch import WordScores

_AGAIN = 3
"""How often a search is begun again at most because the index it asked was removed."""


class Recall:
    """Gathers candidates of one scope. Threads may share it; it writes nothing."""

    def __init__(
        self,
        current: CurrentGeneration,
        embedders: Embedders,
        tails: TailReader,
        settings: Settings,
    ) -> None:
        self.current = current
        self._embedders = embedders
        self.tails = tails
        self.settings = settings
        self.known = KnownReader()
        self.memories = MemoryStates()
        self._space = (0, Space(embedders.configured, settings))

    def close(self) -> None:
        """Drop what is kept in memory."""
        self._space[1].scopes.forget()

    def space(self, generation: Generation | None) -> Space:
        """What the vectors of a generation are read and compared with: those of one model."""
        opening, space = self._space
        if generation is None or generation.opening == opening:
            return space
        fit = self._embedders.of(generation.binding)
        if space.embedder is not fit:  # the index was switched: what is kept of the other goes
            space = Space(fit, self.settings)
        self._space = (generation.opening, space)
        return space

    def gather(self, search: Search, now_ms: int) -> Recalled:
        """Ask every source; one that fails is named in ``degraded``.

        Where the index was removed meanwhile, as after a switch by another process, all are asked
        again: a part of it that is gone looks like one without anything.
        """
        for _ in range(_AGAIN):
            found = self._gathered(search, now_ms)
            if found.generation is None or found.generation.stands:
                return found
        return self._gathered(search, now_ms)

    def _gathered(self, search: Search, now_ms: int) -> Recalled:
        try:
            return _Gathering(self, search, now_ms).run()
        except _CatalogLost as lost:  # so the files themselves are searched, all of them
            return _Gathering(self, search, now_ms, without_catalog=lost.reason).run()


class _CatalogLost(Exception):
    """The catalog broke in the middle of a recall, after the tail was read for what it covered."""

    def __init__(self, reason: Degraded) -> None:
        super().__init__(reason)
        self.reason = reason


class _Gathering:
    """One call of :meth:`Recall.gather`; ``without_catalog`` says why the catalog is not asked."""

    def __init__(
        self,
        sources: Recall,
        search: Search,
        now_ms: int,
        *,
        without_catalog: Degraded | None = None,
    ) -> None:
        self._sources = sources
        self._search = search
        self._now = search.as_of or now_ms
        self._asked_at = now_ms
        self._key = scope_key(search.scope)
        self._profile = profile(search.query)
        zone = sources.settings.retrieval.timezone
        asks = self._profile.is_question or resumes(search.query)
        if asks and search.strategy == "auto" and asks_for_talk(search.query, self._now, zone):
            self._search = replace(search, strategy="temporal")
            self._profile = replace(self._profile, wants_recent=True)
        self._terms = query_terms(search.query)
        self._degraded: list[Degraded] = []
        self._latency: dict[str, float] = {}
        self._without_catalog = without_catalog
        self._space: Space

    def run(self) -> Recalled:
        generation = self._generation()
        self._space = self._sources.space(generation)
        known = self._read_known(generation)
        names = principals(known.speakers)
        tail, seen, memories = self._read_tail(known)
        words = self._words(generation, tail)
        vector = self._embed(names)
        named = self._named_times()
        pinned = self._pinned(memories)
        started = time.perf_counter()
        most = self._sources.settings.limits.max_tail_vectors if vector is not None else 0
        fresh, waiting = self._space.scopes.tail_columns(tail.documents, embed_at_most=most)
        if vector is not None and waiting.any():
            told = f"{int(waiting.sum())} of {len(waiting)} documents"
            self._degraded.append(Degraded("tail", "without_vectors", told))
        wanted = Wanted(
            self._search,
            self._key,
            known,
            self._profile,
            vector,
            [*(words.scores if words is not None else ()), *pinned],
            [*named] if self._search.uses_time else [],
            self._now,
        )
        hidden = memories.hidden_documents(
            self._search.scope, self._asked_at, archived=self._search.archived
        )
        columns, scope, aimed = self._columns(generation, wanted, tail, fresh, hidden)
        self._latency["vectors"] = _since(started)
        return Recalled(
            profile=self._profile,
            terms=self._terms,
            columns=columns,
            candidates=self._candidates(columns, words, aimed, scope, wanted.named, names, waiting),
            tail=tail,
            seen=seen,
            memories=memories,
            now=self._asked_at,
            strategy=self._search.strategy,
            pinned=pinned,
            config=self._space.config,
            about=self._about(named),
            models=[(p.start, p.stop, share) for p, share in aimed.models] if aimed else (),
            words=words,
            generation=generation,
            degraded=self._degraded,
            latency=self._latency,
        )

    def _generation(self) -> Generation | None:
        try:
            generation = self._sources.current.get()
        except EywaError as error:
            self._degraded.append(Degraded("index", "unavailable", error))
            return None
        if generation is None:
            self._degraded.append(Degraded("index", "missing", "nothing is indexed yet"))
            return None
        if generation.read_only:
            self._degraded.append(
                Degraded("index", "read_only", "it may not be written; it is as it was found")
            )
        for part, damage in generation.unusable.items():
            if part == "catalog":
                self._without_catalog = _damaged(damage)
            elif part != "vectors" or self._search.uses_vectors:
                self._degraded.append(_damaged(damage))
        if self._without_catalog is not None:
            self._degraded.append(self._without_catalog)
        return generation

    def _read_known(self, generation: Generation | None) -> Known:
        if generation is None or self._without_catalog is not None:
            return Known()
        try:
            return self._sources.known.read(generation, self._key)
        except DependencyUnavailable as error:
            self._without_catalog = _condemned(generation, error)
            self._degraded.append(self._without_catalog)
            return Known()

    def _read_tail(self, known: Known) -> tuple[Tail, Seen, Memories]:
        """What is not indexed yet, and what is decided about the user's records: here, before
        anything is ranked, what they hide goes."""
        started = time.perf_counter()
        search = self._search
        look = self._sources.tails.look(search.scope)
        tail = self._sources.tails.read(search.scope, known.files, look)
        void = tail.reread | tail.vanished
        memories = self._sources.memories.of(search.scope, known.decided, tail.readings, void)
        found = [d for d in tail.documents if matches(d.row, search.bounds)]
        if memories:
            now, archived = self._asked_at, search.archived
            found = [
                item
                for item in found
                if not memories.hides(item.row.event_id, item.row.anchor, now, archived=archived)
            ]
        tail.documents = found
        self._degraded += tail.degraded
        self._latency["tail"] = _since(started)
        return tail, Seen(look, known), memories

    def _pinned(self, memories: Memories) -> list[str]:
        """Ids of documents of pinned records, where they are asked for."""
        lines = memories.pinned_lines(self._asked_at) if self._search.pinned else ()
        return [first_id(self._search.scope, *line) for line in lines]

    def _words(self, generation: Generation | None, tail: Tail) -> WordScores | None:
        if not self._search.uses_words:
            return None
        started = time.perf_counter()
        words = WordScores()
        try:
            if generation is not None:
                index = generation.words(self._search.scope.tenant_id).opened()
                most = self._sources.settings.retrieval.candidates
                found = index.search(self._key, self._terms, self._search.bounds, most)
                frequencies = index.doc_freqs(self._terms, "window")
                words = WordScores(dict(found), frequencies, index.count, index, self._key)
        except DependencyUnavailable as error:
            if not any(reason.part == "words" for reason in self._degraded):
                self._degraded.append(Degraded("words", "unavailable", error))
            if not tail.documents:
                return None
        self._latency["words"] = _since(started)
        if tail.documents:
            words = wordsearch.with_tail(words, tail.documents, self._terms)
        return words

    def _embed(self, names: Sequence[str]) -> Vector | None:
        if not self._search.uses_vectors:
            return None
        started = time.perf_counter()
        try:
            vector = self._space.embedder.embed_query(embedding_text(self._search.query, names))
        except EywaError as error:
            self._degraded.append(Degraded("embedder", "unavailable", error))
            return None
        self._latency["embed"] = _since(started)
        return vector

    def _named_times(self) -> list[tuple[int, int]]:
        """Remarks and requests are of the present; a question may name another time, and one for
        the talk itself speaks of nothing else."""
        if not self._profile.is_question:
            return []
        past = self._profile.asks_past or self._search.strategy == "temporal"
        zone = self._sources.settings.retrieval.timezone
        return windows(self._search.query, self._now, zone, past=past)

    def _about(self, named: Sequence[tuple[int, int]]) -> About:
        if self._profile.asks_past:
            return "happened" if self._profile.happened and not named else "past"
        return "present" if all(end > self._now for _, end in named) else "past"

    def _columns(
        self,
        generation: Generation | None,
        wanted: Wanted,
        tail: Tail,
        fresh: Columns,
        hidden: Sequence[str],
    ) -> Found:
        """The documents to rank: all of a small scope, the recalled ones of a large one.

        The statistics are given for a large scope only: a small one is its own.
        """
        indexed = Columns()
        if generation is not None and self._without_catalog is None:
            try:
                if wanted.known.size > self._sources.settings.vectors.exact_scope_limit:
                    found = self._space.large.found(generation, wanted, self._degraded)
                    if found is not None:
                        columns, scope, aimed = found
                        self._note_lacking(wanted, columns)
                        usable = select(columns, self._usable(columns, tail, hidden))
                        return join(usable, fresh), scope, aimed
                indexed = self._space.scopes.columns(
                    generation, self._search.scope.tenant_id, self._key, wanted.known
                )
            except DependencyUnavailable as error:
                raise _CatalogLost(_condemned(generation, error)) from error
        self._note_lacking(wanted, indexed)
        columns = join(select(indexed, self._usable(indexed, tail, hidden)), fresh)
        if wanted.vector is None or not len(columns):
            return columns, None, None
        aimed = self._space.aim.aimed(wanted.vector, self._profile, columns.mean)
        return columns, None, aimed

    def _note_lacking(self, wanted: Wanted, indexed: Columns) -> None:
        """Say that vectors lack that a search by vectors needs, unless their store's failure is
        said already."""
        known = any(reason.part == "vectors" for reason in self._degraded)
        if indexed.lacking is not None and wanted.vector is not None and not known:
            self._degraded.append(indexed.lacking)

    def _usable(self, indexed: Columns, tail: Tail, hidden: Sequence[str]) -> Mask:
        """The documents that the filters let through, the tail does not replace and no decision
        hides."""
        chosen = mask(indexed, self._search.bounds)
        if tail.reread or indexed.scopes != {self._search.scope}:
            chosen &= indexed.with_label(
                lambda label: label.scope == self._search.scope and label.path not in tail.reread
            )
        replaced = (indexed.index.get(document.row.doc_id) for document in tail.documents)
        chosen[[number for number in replaced if number is not None]] = False
        for begin in hidden:
            span = 0
            while (number := indexed.index.get(f"{begin}{span}")) is not None:
                chosen[number] = False
                span += 1
        return chosen

    def _candidates(
        self,
        columns: Columns,
        words: WordScores | None,
        aimed: AimedQuery | None,
        scope: ScopeStatistics | None,
        named: list[tuple[int, int]],
        names: Sequence[str],
        waiting: Mask,
    ) -> Candidates:
        scores = None
        if words is not None:
            scores = np.zeros(len(columns))
            for name, score in words.scores.items():
                if (row := columns.index.get(name)) is not None:
                    scores[row] = score
        return Candidates(
            record=columns.record,
            timestamp=columns.timestamp,
            words=scores,
            words_ceiling=words.ceiling(self._terms) if words is not None else 0.0,
            vectors=score_all(aimed, columns.vectors, scope) if aimed else {},
            time_match=window_match(columns.timestamp, named) if named else None,
            own_terms=columns.terms,
            file=columns.file,
            speaker_match=self._speaker_match(columns, names),
            foreign=aimed.foreign(columns.vectors) if aimed else None,
            single=columns.single,
            waiting=np.pad(waiting, (len(columns) - len(waiting), 0)) if waiting.any() else None,
        )

    def _speaker_match(self, columns: Columns, names: Sequence[str]) -> NDArray[np.float64] | None:
        name = named_principal(self._search.query, names)
        if name is None:
            return None
        return columns.with_label(lambda label: label.speaker == name).astype(np.float64)


def _condemned(generation: Generation, error: DependencyUnavailable) -> Degraded:
    """Why a search does without the catalog, which failed it."""
    generation.condemn("catalog", error)
    return _damaged(generation.unusable.get("catalog") or Damage("catalog", str(error)))


def _damaged(damage: Damage) -> Degraded:
    """Only the catalog can be busy or without room."""
    kind = damage.kind if damage.part == "catalog" else "damaged"
    return Degraded(damage.part, kind, damage.reason)


def _since(started: float) -> float:
    return (time.perf_counter() - started) * 1000
