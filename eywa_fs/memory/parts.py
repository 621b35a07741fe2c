"""What a memory is made of: each part is built once, when first needed, and closed at the end."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from contextlib import ExitStack, suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar, overload

from eywa_fs.clock import Clock
from eywa_fs.config import Settings, load_settings
from eywa_fs.embedding.protocol import MissingEmbedder
from eywa_fs.errors import DependencyUnavailable, EmbeddingMismatch, IndexerBusy, MemoryClosed
from eywa_fs.generations import migration, pointer
from eywa_fs.generations.current import CurrentGeneration
from eywa_fs.ingest.lease import Turn
from eywa_fs.language.redaction.policy import Redaction
from eywa_fs.lru import Lru
from eywa_fs.memory.background import Background
from eywa_fs.memory.episodes import EpisodeDesk
from eywa_fs.model.measured import Delays
from eywa_fs.model.records import Scope
from eywa_fs.truth.journal import Journal
from eywa_fs.truth.keys import KeyRegister
from eywa_fs.truth.layout import Layout

if TYPE_CHECKING:
    from eywa_fs.embedding.cached import CachedEmbedder
    from eywa_fs.embedding.factory import Embedders
    from eywa_fs.factbase.book import FactBook
    from eywa_fs.factbase.judging import Judging
    from eywa_fs.factbase.state import FactStates
    from eywa_fs.ingest.lease import Lease
    from eywa_fs.ingest.reading_cache import ReadingCache
    from eywa_fs.ingest.workshop import Workshop
    from eywa_fs.llm.chat import Chat
    from eywa_fs.llm.enrich import Enricher
    from eywa_fs.memory.changing import Changer
    from eywa_fs.memory.erasers import Erasers
    from eywa_fs.memory.transactions import Transactions
    from eywa_fs.memory.upkeep import Upkeep
    from eywa_fs.retrieval.recall import Recall
    from eywa_fs.retrieval.reranker import Reranker
    from eywa_fs.retrieval.retriever import Retriever
    from eywa_fs.retrieval.tail import TailReader

_Built = TypeVar("_Built")
_ANSWERS_KEPT = 4096


class part(Generic[_Built]):
    """An attribute of :class:`Parts` that is built when it is first read, by one thread.

    What is built stands in the object's ``__dict__`` from then on, so later reads take no lock.
    What has a ``close`` is closed with the parts, before everything that was built earlier.
    """

    def __init__(self, build: Callable[[Parts], _Built]) -> None:
        self._build = build
        self._name = build.__name__
        self.__doc__ = build.__doc__

    @overload
    def __get__(self, parts: None, owner: type[Parts]) -> Self: ...
    @overload
    def __get__(self, parts: Parts, owner: type[Parts]) -> _Built: ...
    def __get__(self, parts: Parts | None, owner: type[Parts]) -> Self | _Built:
        return self if parts is None else parts.once(self._name, self._build)


class Parts:
    """The parts of one memory; arguments and errors as of :class:`eywa_fs.memory.EywaMemory`.

    What costs nothing and what writing needs is made at once; the rest with its first use. Threads
    may share it.
    """

    def __init__(
        self,
        root: str | Path,
        config: Settings | Mapping[str, Any] | str | Path | None,
        clock: Clock,
    ) -> None:
        self._lock = threading.RLock()
        self.turn = Turn()
        """Held while the index is written or closed; see :class:`eywa_fs.memory.upkeep.Upkeep`."""
        self._closing = ExitStack()
        self.closed = False
        self.clock = clock
        self.settings = load_settings(root, config)
        self.config = config
        size = self.settings.limits.max_record_bytes
        self.policies = Redaction(self.settings.redaction)
        """The redaction policies that this process was started with; see :attr:`redaction`."""
        self.fits = False
        """Whether the index was made with these settings when the memory was opened."""
        self._looked_at: tuple[int, tuple[int, int] | None] | None = None
        self.layout = self._kept(Layout(root, max_record_bytes=size))
        self.layout.refuse_unusable()
        self.delays = Delays()
        self.journal = self._kept(Journal(self.layout, clock=clock))
        self.keys = KeyRegister(self.layout)
        self.answers: Lru[tuple[Scope, str], tuple[str, ...]] = Lru(_ANSWERS_KEPT)
        """Event ids of what was found, by whose memory it was and the trace id; never written."""
        self.background = Background(self)

    def once(self, name: str, build: Callable[[Parts], _Built]) -> _Built:
        """The part of this name, built now if it is not yet; ``MemoryClosed`` where the parts
        are closed."""
        with self._lock:
            if name not in self.__dict__:
                self.refuse_closed()
                self.__dict__[name] = self._kept(build(self))
            built: _Built = self.__dict__[name]
            return built

    def refuse_closed(self) -> None:
        """Raise ``MemoryClosed`` if the parts are closed."""
        if self.closed:
            raise MemoryClosed("this memory was closed: open a new EywaMemory")

    def refuse_other_policy(self) -> None:
        """Raise ``SchemaMismatch`` where the index was derived under another redaction policy since
        it was found to fit: this process does not know what is to be masked now."""
        number = pointer.current(self.layout) if self.fits else None
        if number is None:
            return
        found = number, pointer.made(self.layout, number)
        if found != self._looked_at:
            with suppress(DependencyUnavailable):  # the note is damaged: see refuse_mismatch
                bound = pointer.bindings(self.layout, number).redaction
                pointer.check_redaction(bound, self.policies.digest, since_start=True)
            self._looked_at = found

    @property
    def redaction(self) -> Redaction:
        """The policies that what is handed out, or sent to a model, is masked by; errors as of
        :meth:`refuse_other_policy`."""
        self.refuse_other_policy()
        return self.policies

    @property
    def facts(self) -> FactBook:
        """What answers from facts, each proved; errors as of :meth:`refuse_other_policy`."""
        self.refuse_other_policy()
        return self.fact_book

    @property
    def judging(self) -> Judging:
        """What judges facts, and relates them; errors as of :meth:`refuse_other_policy`."""
        self.refuse_other_policy()
        return self.fact_judge

    def close(self) -> None:
        """End the threads, then close every part, the last built first. Idempotent."""
        self.background.stop()
        if "episodes" in self.__dict__:  # its sessions end while all that they need is open
            self.episodes.close()
        with self._lock:
            self.closed = True
            closing = self._closing.pop_all()
        closing.close()

    def _kept(self, built: _Built) -> _Built:
        close = getattr(built, "close", None)
        if close is not None:
            self._closing.callback(close)
        return built

    @part
    def lease(self) -> Lease:
        """The right to write the index of this data root."""
        from eywa_fs.ingest.lease import Lease

        lease = Lease(self.layout)
        self._closing.callback(lease.release)
        return lease

    @part
    def current(self) -> CurrentGeneration:
        """The generation in use."""
        _ = self.lease  # built first, so that it is held until the generation is closed
        return CurrentGeneration(self.layout, self.settings.vectors)

    @part
    def embedder(self) -> CachedEmbedder:
        """The embedder with its cache; one that cannot be had is missed at the first text only."""
        from eywa_fs.embedding.cached import CachedEmbedder, EmbeddingCache
        from eywa_fs.embedding.factory import create_embedder

        settings = self.settings.embedding
        try:
            embedder = create_embedder(settings)
            embedder.identity  # noqa: B018 - a server that cannot say its dimension raises here
        except DependencyUnavailable as error:
            embedder = MissingEmbedder(str(error))
        cache = EmbeddingCache(self.layout.index / "embeddings.db", self.layout.refuse_lost)
        return CachedEmbedder(embedder, cache, batch_size=settings.batch_size)

    @part
    def embedders(self) -> Embedders:
        """The embedder of each generation that this process meets."""
        from eywa_fs.embedding.factory import Embedders

        return Embedders(self.embedder, self.settings.embedding)

    @part
    def readings(self) -> ReadingCache:
        """What messages were read as, by the bytes of the message."""
        from eywa_fs.ingest.reading_cache import ReadingCache

        return ReadingCache(self.layout.index / "readings.db", self.layout.refuse_lost)

    @part
    def workshop(self) -> Workshop:
        """What opens workers on a generation."""
        from eywa_fs.ingest.workshop import Workshop

        return Workshop(
            self.layout,
            self.settings,
            self.embedders,
            self.readings,
            self.journal,
            self.clock,
            self.policies,
            self.delays,
        )

    @part
    def upkeep(self) -> Upkeep:
        """What keeps the index in step with the files."""
        from eywa_fs.memory.upkeep import Upkeep

        _ = self.current, self.workshop  # built first, so that its work ends before they are closed
        return Upkeep(self)

    @part
    def tails(self) -> TailReader:
        """What stands in the files and not yet in the index, as documents."""
        return self._tails(self.settings.limits.max_tail_bytes, facts=False)

    @part
    def recall(self) -> Recall:
        """What gathers candidates from every source."""
        from eywa_fs.retrieval.recall import Recall

        return Recall(self.current, self.embedders, self.tails, self.settings)

    @part
    def retriever(self) -> Retriever:
        """What ranks candidates and proves them."""
        from eywa_fs.retrieval.proof import Proofs
        from eywa_fs.retrieval.retriever import Retriever

        return Retriever(
            self.layout,
            self.recall,
            Proofs(self.layout, self.policies),
            clock=self.clock,
            stale=lambda scope, rows: self.upkeep.queue_repair(
                (row.anchor.file_path for row in rows), rows
            ),
            reranker=self.reranker,
        )

    @part
    def reranker(self) -> Reranker | None:
        """The cross-encoder of the configured folder; ``None`` where there is none."""
        from eywa_fs.retrieval.reranker import Reranker

        folder = self.settings.retrieval.reranker_path
        return Reranker(Path(folder).expanduser()) if folder else None

    @part
    def fact_states(self) -> FactStates:
        """What is known of each user, replayed."""
        from eywa_fs.factbase.state import FactStates

        tails = self._tails(self.settings.facts.max_tail_bytes, facts=True)
        return FactStates(self.current.get, tails, self.clock)

    @part
    def fact_judge(self) -> Judging:
        """:attr:`judging`, whatever the policy is."""
        from eywa_fs.factbase.judging import Judging

        return Judging(self.fact_book.prover, self.fact_states, self.settings.arbiter)

    @part
    def fact_book(self) -> FactBook:
        """:attr:`facts`, whatever the policy is."""
        from eywa_fs.factbase.book import FactBook

        return FactBook(
            self.layout,
            self.fact_states,
            timezone=self.settings.retrieval.timezone,
            stale=lambda paths: self.upkeep.queue_repair(paths),
        )

    @part
    def count_tokens(self) -> Callable[[str], int]:
        """What counts the tokens of a text."""
        from eywa_fs.embedding.token_counter import token_counter

        return token_counter()

    @part
    def episodes(self) -> EpisodeDesk:
        """What holds episodes and working sessions."""
        return EpisodeDesk(self)

    @part
    def changer(self) -> Changer:
        """What writes decisions about records."""
        from eywa_fs.memory.changing import Changer

        return Changer(self)

    @part
    def erasers(self) -> Erasers:
        """Who erases in this process."""
        from eywa_fs.memory.erasers import Erasers

        return Erasers(self.layout)

    @part
    def transactions(self) -> Transactions:
        """The transactions that are open."""
        from eywa_fs.memory.transactions import Transactions

        return Transactions(self.changer, self.clock)

    def _tails(self, max_bytes: int, *, facts: bool) -> TailReader:
        """Reads what stands behind the index; with ``facts`` also what facts follow from."""
        from eywa_fs.ingest.filepass import derive_behind
        from eywa_fs.retrieval.tail import TailReader

        limits = replace(self.workshop.limits(), read_facts=facts)
        return TailReader(
            self.layout,
            lambda truth, row: derive_behind(self.layout, truth, row, limits),
            clock=self.clock,
            max_bytes=max_bytes,
        )

    def settle(self, *hindered: type[DependencyUnavailable]) -> bool:
        """Index now where no thread of this process does, unless another process does, or it is
        hindered by such an error; whether it was done here."""
        if not self.background.indexes:
            with suppress(IndexerBusy, *hindered):
                self.upkeep.index()
                return True
        return False

    def enricher(self, chat: Chat) -> Enricher:
        """What has a model read messages; a new one for each model."""
        from eywa_fs.llm.enrich import Enricher

        return Enricher(
            self.layout,
            self.journal,
            chat,
            lambda scope: self.facts.loaded(scope).state,
            clock=self.clock,
            wrote=self.background.hint,
            masked=lambda record: self.redaction.record(record),
        )

    def refuse_mismatch(self) -> None:
        """Raise ``EmbeddingMismatch`` or ``SchemaMismatch``, naming the command, where the index
        was not built with these settings.

        What a migration that was killed switched to without writing the settings is used as it is.
        """
        number = pointer.current(self.layout)
        if number is None:
            return
        try:
            bound, redaction, *_ = pointer.bindings(self.layout, number)
        except DependencyUnavailable:
            return  # the note is damaged: search degrades, repair derives it anew
        pointer.check_redaction(redaction, self.policies.digest)
        try:
            pointer.check_bound(bound, self.embedder.identity)
        except EmbeddingMismatch:
            begun = migration.last(self.layout)
            if begun is None or begun.settled:
                raise
            pointer.check_bound(
                pointer.binding(self.layout, begun.previous), self.embedder.identity
            )
