"""The word index: BM25 over terms of our own tokenizer, kept by tantivy.

One index folder holds one tenant; a user's documents are told apart by their ``scope_key``. One
process writes, any number read and see each commit at their next search. Term statistics are the
tenant's, not the user's, and count deleted documents until tantivy merges them away.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from eywa_fs.errors import BadRequest, DependencyUnavailable, IndexerBusy
from eywa_fs.index import word_files, word_query
from eywa_fs.index.word_query import TEXT_FIELDS, WordFilter

__all__ = ["TEXT_FIELDS", "WordDocument", "WordFilter", "WordIndex"]

WRITER_MEMORY_BYTES = 64_000_000
"""What tantivy may hold before it writes a segment; its minimum is 15 MB per thread."""

TIE_MARGIN = 32
"""Hits asked for beyond the limit, so that equal scores can be ordered by document id."""


MOST_NAMES = 100_000
"""Ids of documents that are kept by their place in a commit: about 20 MB."""

Names = dict[tuple[int, int], str]
"""A document's id by segment and number in it. It is stored compressed with others': unpacking the
ids of 300 hits takes longer than finding these."""


@dataclass(frozen=True, slots=True)
class WordDocument:
    """One searchable document.

    Attributes:
        doc_id: unique in the tenant.
        scope_key: names tenant and user.
        timestamp_ms: epoch milliseconds.
        fields: terms joined by single spaces, by field name (one of :data:`TEXT_FIELDS`); a term
            repeated counts twice. Terms are indexed as they are.
    """

    doc_id: str
    scope_key: str
    session_key: str
    role: str
    source_type: str
    timestamp_ms: int
    fields: Mapping[str, str]
    tags: tuple[str, ...] = field(default=())


@dataclass(frozen=True, slots=True)
class OpenWords:
    """One commit of a word index; empty when there is none."""

    folder: Path
    index: Any = None
    searcher: Any = None
    names: Names = field(default_factory=dict)

    def search(
        self,
        scope_key: str,
        terms: Mapping[str, float] | Sequence[str],
        *,
        limit: int,
        filters: WordFilter | None = None,
        field_boosts: Mapping[str, float] | None = None,
    ) -> list[tuple[str, float]]:
        """Documents with any of the terms as (id, BM25 score), best first, ties by id.

        The score is the sum over fields and terms of boost * weight * BM25 (tantivy's k1 = 1.2,
        b = 0.75); filters leave it as it is.

        Args:
            terms: weights by term, or terms of weight 1 (repeated ones add up). Weights of 0 or
                less are left out.
            field_boosts: by field, 1 where not named; 0 leaves a field out.

        Raises:
            DependencyUnavailable: the index is damaged.
        """
        weights = word_query.term_weights(terms)
        boosts = word_query.boosts_of_fields(field_boosts)
        if limit < 1 or not weights or not boosts or not self.count:
            return []
        with _native(f"word index {self.folder} could not be searched"):
            query = word_query.build(self.index.schema, scope_key, weights, boosts, filters)
            return self._best(query, limit)

    @property
    def count(self) -> int:
        """How many documents there are, of all scopes."""
        with _native(f"word index {self.folder} could not be counted"):
            return 0 if self.index is None else int(self.searcher.num_docs)

    def doc_freqs(self, terms: Iterable[str], field_name: str) -> dict[str, int]:
        """How many documents of all scopes hold each term (deleted ones until they are merged)."""
        with _native(f"word index {self.folder} could not be read"):
            if self.index is None:
                return {}
            return {term: int(self.searcher.doc_freq(field_name, term)) for term in terms}

    def _best(self, query: Any, limit: int) -> list[tuple[str, float]]:
        """The best by (score, id). Asks for more until no equal score can be left outside."""
        total = int(self.searcher.num_docs)
        asked = min(limit + TIE_MARGIN, total)
        while True:
            hits = self.searcher.search(query, asked, count=False).hits
            complete = len(hits) < asked or asked == total
            if complete or hits[-1][0] < hits[limit - 1][0]:
                break
            asked = min(asked * 4, total)
        if len(hits) > limit:
            lowest = hits[limit - 1][0]
            hits = [hit for hit in hits if hit[0] >= lowest]
        scored = [(self._name(address), float(score)) for score, address in hits]
        return sorted(scored, key=lambda hit: (-hit[1], hit[0]))[:limit]

    def _name(self, address: Any) -> str:
        place = (address.segment_ord, address.doc)
        name = self.names.get(place)
        if name is None:
            name = str(self.searcher.doc(address)["doc_id"][0])
            if len(self.names) < MOST_NAMES:
                self.names[place] = name
        return name


class WordIndex:
    """One tenant's word index. Thread-safe. Opens lazily; a folder without one is empty.

    Args:
        folder: of this index alone; made by the first :meth:`apply`.
        writable: whether :meth:`apply` may be called. The writer's lock is held from the first
            ``apply`` until :meth:`close`.
    """

    def __init__(self, folder: Path, writable: bool = False) -> None:
        self.folder = folder
        self._writable = writable
        self._lock = threading.RLock()
        self._index: Any = None
        self._writer: Any = None
        self._seen: word_files.Version | None = None
        self._checked: frozenset[str] = frozenset()
        self._states: dict[str, word_files.Version | None] = {}
        self._names: Names = {}

    # -- writing ------------------------------------------------------------------------------

    def apply(self, upserts: Sequence[WordDocument], deletes: Sequence[str] = ()) -> None:
        """Delete, then add, in one commit: durable when it returns, nothing of it otherwise.

        A document replaces the one with its id; of several in one batch the last stays. Safe to
        repeat. A commit costs about ten fsyncs whatever its size: prefer big batches.

        Raises:
            IndexerBusy: another process (or another object) is the writer.
            DependencyUnavailable: the index is damaged, or the disk refuses.
        """
        if not self._writable:
            raise BadRequest(f"the word index {self.folder} was opened for reading only")
        last = {document.doc_id: document for document in upserts}
        rows = [_row(document) for document in last.values()]
        if not rows and not deletes:
            return
        with self._lock:
            writer = self._open_writer()
            try:
                with _native(f"word index {self.folder} could not be written"):
                    for doc_id in {**dict.fromkeys(deletes), **last}:
                        writer.delete_documents_by_term("doc_id", doc_id)
                    for row in rows:
                        writer.add_document(row)
                    writer.commit()
            except BaseException:
                # What was added but not committed must not slip into the next commit.
                self._writer = None
                raise

    def close(self) -> None:
        """End background merges and drop the writer's lock; no file changes afterwards."""
        with self._lock:
            writer, self._writer = self._writer, None
            self._index = None
            self._seen = None
            self._checked = frozenset()
            if writer is not None:
                with _native(f"word index {self.folder} could not be closed"):
                    writer.wait_merging_threads()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    # -- reading ------------------------------------------------------------------------------

    def opened(self) -> OpenWords:
        """The index as its last commit left it, for the several questions of one search.

        Raises:
            DependencyUnavailable: the index is damaged.
        """
        with _native(f"word index {self.folder} could not be opened"):
            return OpenWords(self.folder, *self._searcher())

    def search(
        self,
        scope_key: str,
        terms: Mapping[str, float] | Sequence[str],
        *,
        limit: int,
        filters: WordFilter | None = None,
        field_boosts: Mapping[str, float] | None = None,
    ) -> list[tuple[str, float]]:
        """See :meth:`OpenWords.search`."""
        return self.opened().search(
            scope_key, terms, limit=limit, filters=filters, field_boosts=field_boosts
        )

    def ids(self, scope_key: str | None = None) -> set[str]:
        """Every document's id, of one scope or of all."""
        with _native(f"word index {self.folder} could not be listed"):
            index, searcher, _ = self._searcher()
            if index is None or searcher.num_docs == 0:
                return set()
            query = word_query.whole(index.schema, scope_key)
            hits = searcher.search(query, searcher.num_docs, count=False).hits
            read = searcher.doc
            return {read(address)["doc_id"][0] for _, address in hits}

    def count(self) -> int:
        """How many documents there are, of all scopes."""
        return self.opened().count

    def damaged_files(self) -> list[str]:
        """Names of the index's files whose checksum does not fit; reads every byte of them."""
        return word_files.damaged(self.folder)

    # -- inside -------------------------------------------------------------------------------

    def _searcher(self) -> tuple[Any, Any, Names]:
        """The index, a searcher over its last commit, and the ids read of it so far; ``None`` for
        the first two when there is no commit."""
        with self._lock:
            version = word_files.version(self.folder)
            if version is None:
                self._index = None if self._writer is None else self._index
                return None, None, {}
            states = word_files.states(self.folder, self._checked)
            if self._states != states:
                # tantivy maps its files: what somebody writes into one shows in the next search.
                self._checked = frozenset(
                    name
                    for name, state in states.items()
                    if state is not None and self._states.get(name) == state
                )
                self._seen = None
            if self._index is None or version != self._seen:
                self._checked = word_files.check(self.folder, self._checked)
                self._states = word_files.states(self.folder, self._checked)
                if self._index is None:
                    self._index = self._open()
                self._index.reload()
                self._seen, self._names = version, {}
            return self._index, self._index.searcher(), self._names

    def _open(self) -> Any:
        import tantivy

        index = tantivy.Index(word_query.schema(), str(self.folder))
        index.config_reader(reload_policy="manual")
        return index

    def _open_writer(self) -> Any:
        if self._writer is not None:
            return self._writer
        with _native(f"word index {self.folder} could not be opened"):
            self.folder.mkdir(parents=True, exist_ok=True)
            if word_files.version(self.folder) is not None:
                self._checked = word_files.check(self.folder)
            index = self._open()
            try:
                self._writer = index.writer(WRITER_MEMORY_BYTES, 1)
            except ValueError as error:
                if "LockBusy" in str(error):
                    raise IndexerBusy(f"another process writes {self.folder}") from error
                raise
            self._index, self._seen = index, None
        return self._writer


def _row(document: WordDocument) -> Any:
    import tantivy

    unknown = set(document.fields) - set(TEXT_FIELDS)
    if unknown:
        raise BadRequest(f"the word index has no field {', '.join(sorted(unknown))}")
    row = tantivy.Document()
    row.add_text("doc_id", document.doc_id)
    row.add_text("scope_key", document.scope_key)
    row.add_text("session_key", document.session_key)
    row.add_text("role", document.role)
    row.add_text("source_type", document.source_type)
    row.add_integer("timestamp_ms", document.timestamp_ms)
    for tag in document.tags:
        row.add_text("tags", tag)
    for name, terms in document.fields.items():
        row.add_text(name, terms)
    return row


@contextmanager
def _native(failure: str) -> Iterator[None]:
    """Turn what tantivy raises, a Rust panic included, into our error."""
    try:
        yield
    except (ValueError, RuntimeError, OSError) as error:
        raise DependencyUnavailable(f"{failure}: {error}") from error
    except BaseException as error:
        # pyo3's PanicException is no Exception and cannot be imported, only recognised.
        if type(error).__module__ != "pyo3_runtime":
            raise
        raise DependencyUnavailable(f"{failure}: {error}") from error
