"""The word index: BM25 over terms of our own tokenizer, kept by tantivy.

One index folder holds one tenant; a user's documents are told apart by their scope's key. One
process writes, any number read and see each commit at their next search. Term statistics are the
tenant's, not the user's, and count deleted documents until tantivy merges them away.
Whatever is damaged or gone raises DependencyUnavailable.
"""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from eywa_fs.errors import BadRequest, DependencyUnavailable, IndexerBusy
from eywa_fs.index import word_files, word_query
from eywa_fs.lru import Lru
from eywa_fs.model.documents import IndexDocument
from eywa_fs.model.results import Filters
from eywa_fs.packages import importing

WRITER_MEMORY_BYTES = 64_000_000
"""What tantivy may hold before it writes a segment; its minimum is 15 MB per thread."""

TIE_MARGIN = 32
"""Hits asked for beyond the limit, so that equal scores can be ordered by document id."""

FEW = 8
"""Times a scope's documents have to fit into all of them for each term to be looked up in them:
with one user in a hundred a search is then twice as fast, with one of one three times slower."""

MOST_KEPT = 50_000
"""Ids of documents that are kept of a segment, about 10 MB, and frequencies of a commit."""

Names = dict[int, str]
"""Ids of documents by their numbers in one segment, which are the same as long as there is it."""


@dataclass(frozen=True, slots=True)
class OpenWords:
    """One commit of a word index; empty when there is none.

    Attributes:
        count: how many documents there are, of all scopes.
        names: ids, for each segment. An id is stored compressed with others': unpacking those of
            300 hits takes longer than finding these.
        frequencies: of terms that were asked for, by field and term.
        inside: of those asked for lately in the own words of a scope's documents.
    """

    folder: Path
    index: Any = None
    searcher: Any = None
    count: int = 0
    names: Sequence[Names] = ()
    frequencies: dict[str, dict[str, int]] = field(default_factory=lambda: defaultdict(dict))
    inside: Lru[tuple[str, str], int] = field(default_factory=lambda: Lru(MOST_KEPT))

    def search(
        self, scope_key: str, terms: Sequence[str], filters: Filters, limit: int
    ) -> list[tuple[str, float]]:
        """Documents with any of the distinct terms as (id, BM25 score), best first, ties by id.

        The score is the sum over terms of BM25 in the window and :func:`word_query.own_boost` times
        that in the own words; filters leave it as it is."""
        if not terms or not self.count:
            return []
        with _native(f"word index {self.folder} could not be searched"):
            few = FEW * self.doc_freqs([scope_key], "scope_key")[scope_key] < self.count
            query = word_query.query(self.index.schema, scope_key, terms, filters, few)
            return self._best(query, limit)

    def doc_freqs(self, terms: Collection[str], field_name: str) -> dict[str, int]:
        """How many documents of all scopes hold each term (deleted ones until they are merged)."""
        with _native(f"word index {self.folder} could not be read"):
            if self.index is None:
                return {}
            known = self.frequencies[field_name]
            found = {term: known[term] for term in terms if term in known}
            for term in terms:
                if term not in found:
                    found[term] = int(self.searcher.doc_freq(field_name, term))
                    if len(known) < MOST_KEPT:
                        known[term] = found[term]
            return found

    def scope_freq(self, scope_key: str, term: str) -> int:
        """How many documents of a scope hold a term in their own words; those asked for lately are
        kept, as looking takes some 10 µs."""
        if not self.doc_freqs([term], "own").get(term):
            return 0
        found = self.inside.get((scope_key, term))
        if found is None:
            with _native(f"word index {self.folder} could not be read"):
                asked = word_query.inside(self.index.schema, scope_key, term)
                found = int(self.searcher.search(asked, 1).count)
            self.inside.put((scope_key, term), found)
        return found

    def ids(self) -> set[str]:
        """Every document's id."""
        with _native(f"word index {self.folder} could not be listed"):
            if not self.count:
                return set()
            from tantivy import Query

            read = self.searcher.doc
            hits = self.searcher.search(Query.all_query(), self.count, count=False).hits
            return {read(address)["doc_id"][0] for _, address in hits}

    def _best(self, query: Any, limit: int) -> list[tuple[str, float]]:
        """The best by (score, id). Asks for more until no equal score can be left outside."""
        asked = min(limit + TIE_MARGIN, self.count)
        while True:
            hits = self.searcher.search(query, asked, count=False).hits
            complete = len(hits) < asked or asked == self.count
            if complete or hits[-1][0] < hits[limit - 1][0]:
                break
            asked = min(asked * 4, self.count)
        if len(hits) > limit:
            lowest = hits[limit - 1][0]
            hits = [hit for hit in hits if hit[0] >= lowest]
        scored = sorted((-score, self._name(address)) for score, address in hits)
        return [(name, -score) for score, name in scored[:limit]]

    def _name(self, address: Any) -> str:
        names: Names = self.names[address.segment_ord]
        number = int(address.doc)
        name = names.get(number)
        if name is None:
            name = _stored_name(self.searcher, address)
            if len(names) < MOST_KEPT:
                names[number] = name
        return name


def _stored_name(searcher: Any, address: Any) -> str:
    return str(searcher.doc(address)["doc_id"][0])


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
        self._opened: OpenWords | None = None
        self._version: word_files.Version | None = None
        self._checked: frozenset[str] = frozenset()
        self._states: word_files.States = {}
        self._names: dict[str, Names] = {}

    def apply(self, upserts: Sequence[IndexDocument], deletes: Sequence[str] = ()) -> None:
        """Delete, then add, in one commit: durable when it returns, nothing of it otherwise.

        A document replaces the one with its id; of several in one batch the last stays. Safe to
        repeat. A commit costs about ten fsyncs whatever its size: prefer big batches.

        Raises:
            IndexerBusy: another process (or another object) is the writer.
            DependencyUnavailable: the index is damaged, or the disk refuses.
        """
        if not self._writable:
            raise BadRequest(f"the word index {self.folder} was opened for reading only")
        last = {item.row.doc_id: item for item in upserts}
        if not last and not deletes:
            return
        with self._lock:
            writer = self._open_writer()
            try:
                with _native(f"word index {self.folder} could not be written"):
                    for doc_id in {**dict.fromkeys(deletes), **last}:
                        writer.delete_documents_by_term("doc_id", doc_id)
                    for item in last.values():
                        writer.add_document(word_query.document(item))
                    writer.commit()
            except BaseException:
                # What was added but not committed must not slip into the next commit.
                self._writer = None
                raise

    def close(self) -> None:
        """End background merges and drop the writer's lock; no file changes afterwards."""
        with self._lock:
            writer, self._writer = self._writer, None
            self._index = self._opened = None
            self._checked = frozenset()
            if writer is not None:
                with _native(f"word index {self.folder} could not be closed"):
                    writer.wait_merging_threads()

    def opened(self) -> OpenWords:
        """The index as its last commit left it, for the several questions of one search."""
        with self._lock, _native(f"word index {self.folder} could not be opened"):
            version = word_files.version(self.folder)
            if version is None:
                self._opened = None
                if self._writer is None:
                    self._index = None
                return OpenWords(self.folder)
            self._forget_changed()
            if self._opened is None or version != self._version:
                self._check()
                self._index = self._index or self._open()
                self._index.reload()
                self._version = version
                searcher = self._index.searcher()
                count, names = int(searcher.num_docs), self._names_of(searcher)
                self._opened = OpenWords(self.folder, self._index, searcher, count, names)
            return self._opened

    def look(self) -> None:
        """Check the files of the last commit as a search does, those that were checked before only
        where they changed since; opens none by tantivy. ``DependencyUnavailable`` where one is
        damaged, or all are gone, ``DependencyTimeout`` where one cannot be opened now."""
        with self._lock:
            if word_files.version(self.folder) is None:
                raise DependencyUnavailable(f"the word index {self.folder} is gone")
            self._forget_changed()
            self._check()

    def _forget_changed(self) -> None:
        """Take checked files that are not as they were then for unchecked, and close them: tantivy
        maps its files, so what somebody writes into one shows in the next search."""
        states = word_files.states(self.folder, self._checked)
        if self._states != states:
            self._checked = frozenset(
                name
                for name, state in states.items()
                if state is not None and self._states.get(name) == state
            )
            self._opened = None

    def _check(self) -> None:
        self._checked = word_files.check(self.folder, self._checked)
        self._states = word_files.states(self.folder, self._checked)

    def _names_of(self, searcher: Any) -> list[Names]:
        """The ids that are kept of each segment, also of commits before. Which segment is which is
        told by the list of the commit, as long as there is no newer one, and proved by the id of
        the segment's first document."""
        from tantivy import DocAddress

        segments, count = word_files.segments(self.folder), int(searcher.num_segments)
        if word_files.version(self.folder) != self._version or len(segments) != count:
            return [{} for _ in range(count)]
        kept: dict[str, Names] = {}
        for number, (segment, _) in enumerate(segments):
            first = _stored_name(searcher, DocAddress(number, 0))
            known = self._names.get(segment, {})
            kept[segment] = known if known.get(0) == first else {0: first}
        self._names = kept
        return list(kept.values())

    def damaged_files(self) -> list[str]:
        """Names of the index's files whose checksum does not fit; reads every byte of them."""
        return word_files.damaged(self.folder)

    def _open(self) -> Any:
        with importing("tantivy", "tantivy"):
            import tantivy

        index = tantivy.Index(word_query.schema(), str(self.folder))
        index.config_reader(reload_policy="manual")
        return index

    def _open_writer(self) -> Any:
        if self._writer is not None:
            return self._writer
        with _native(f"word index {self.folder} could not be opened"):
            for folder in (self.folder.parent, self.folder):  # no further: that may be gone
                folder.mkdir(exist_ok=True)
            if word_files.version(self.folder) is not None:
                self._forget_changed()
                self._check()
            index = self._open()
            try:
                self._writer = index.writer(WRITER_MEMORY_BYTES, 1)
            except ValueError as error:
                if "LockBusy" in str(error):
                    raise IndexerBusy(f"another process writes {self.folder}") from error
                raise
            self._index, self._opened = index, None
        return self._writer


@contextmanager
def _native(failure: str) -> Iterator[None]:
    """Turn what tantivy raises, a Rust panic included, into our error."""
    try:
        yield
    except (ValueError, RuntimeError, OSError, MemoryError) as error:
        raise DependencyUnavailable(f"{failure}: {error}") from error
    except BaseException as error:
        # pyo3's PanicException is no Exception and cannot be imported, only recognised.
        if type(error).__module__ != "pyo3_runtime":
            raise
        raise DependencyUnavailable(f"{failure}: {error}") from error
