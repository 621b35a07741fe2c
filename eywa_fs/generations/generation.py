"""One open generation: its catalog, its word indexes, its vector index, and their health."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, Literal

from eywa_fs.catalog import docs
from eywa_fs.catalog.sql import Connection
from eywa_fs.catalog.store import Catalog
from eywa_fs.config import VectorSettings
from eywa_fs.errors import (
    DependencyTimeout,
    DependencyUnavailable,
    EywaError,
    FolderReadOnly,
    Hindered,
)
from eywa_fs.generations import pointer
from eywa_fs.generations.view import View
from eywa_fs.hashing import short_key
from eywa_fs.index import chroma_server, seal
from eywa_fs.index.backends import BACKENDS
from eywa_fs.index.seal import DamagedFile, Usage
from eywa_fs.sqlitefile import is_database
from eywa_fs.truth.layout import Layout

if TYPE_CHECKING:
    from eywa_fs.index.vectors import VectorIndex
    from eywa_fs.index.words import WordIndex
    from eywa_fs.model.degraded import Part

CATALOG_FILE = "catalog.db"
REST_S = 5.0
"""How long search does without a part that did not answer in time, instead of waiting for it again
and again: long enough for a lock to go, short enough not to be missed."""

WORDS_FOLDER = "words"
VECTORS_FOLDER = "vectors"

_PASSING = (DependencyTimeout, Hindered)
_OPENINGS = count(1)
"""A deleted index starts again with number 1: what is kept in memory is kept by opening."""


@dataclass(frozen=True, slots=True)
class Damage:
    """A part of a generation that must not be used, and why. What is not ``damaged`` but did not
    answer in time, or was hindered, is left alone for a moment: nothing has to be rebuilt."""

    part: Part
    reason: str
    kind: Literal["damaged", "busy", "unavailable"] = "damaged"


class Generation:
    """Opens the parts when they are first needed. Threads may share it.

    A part that the seal found damaged is never opened: asking for it raises
    :class:`DependencyUnavailable` with the reason, and search answers from the others.
    """

    def __init__(
        self,
        layout: Layout,
        number: int,
        settings: VectorSettings,
        *,
        create: bool = False,
    ) -> None:
        """Open a generation.

        Args:
            create: the generation is new: its catalog is made, and the caller will write it.

        Raises:
            SchemaMismatch: another version of the program wrote it.
            FolderReadOnly: a new one cannot be made there.
            DependencyUnavailable: its note about the embedder is unreadable.
        """
        self._retired = False
        self.number = number
        self.opening = next(_OPENINGS)
        self.folder = pointer.folder(layout, number)
        made = pointer.bindings(layout, number)
        self.binding, self.redaction, self.store, self._placed = made
        self.embeddings = layout.index / "embeddings.db"
        self._misplaced = made.placed is not None and not made.placed.is_of(layout, self.folder)
        self._layout = layout
        self._settings = settings
        self._writable = create
        self._usage = Usage(self.folder)
        self._view: View | None = None
        try:
            damaged = self._usage.acquire()
        except FolderReadOnly:
            if create:
                raise
            damaged = seal.inspect(self.folder)
            self._view = View(self.folder)
            self.folder = self._view.folder
        self._known_parts: set[str] = set()
        found = [] if create else _damages(damaged)
        # The first damage of each part counts.
        self._damage: dict[str, Damage] = {damage.part: damage for damage in reversed(found)}
        self._resting: dict[str, tuple[float, Damage]] = {}
        self.rest_s = REST_S
        self._catalog: Catalog | None = None
        self._vectors: VectorIndex | None = None
        self._words: dict[str, WordIndex] = {}
        self._mutex = threading.RLock()
        if create:
            try:
                self._catalog = Catalog(self.folder / CATALOG_FILE, create=True)
            except BaseException:
                self._usage.release(clean=False)
                raise

    def retire(self) -> None:
        """Another generation is current: close this one when the last who holds it lets go of it,
        unless it is closed before."""
        self._retired = True

    def __del__(self) -> None:
        if self._retired:
            self.close()

    @property
    def stands(self) -> bool:
        """Whether its folder is still there; it is removed after a switch to another one."""
        return os.path.exists(f"{self._usage.folder}/{pointer.NOTE}")

    @property
    def read_only(self) -> bool:
        """Whether the generation may not be written, and is seen as it was when it was opened."""
        return self._view is not None

    @property
    def damage(self) -> Mapping[str, Damage]:
        """Damaged parts by name, as far as known without opening anything more."""
        found = {part: self._damage_of(part) for part in ("catalog", "vectors", "words")}
        return {part: why for part, why in found.items() if why is not None}

    @property
    def unusable(self) -> Mapping[str, Damage]:
        """Damaged parts, and those that are left alone for the moment."""
        damaged, now = self.damage, time.monotonic()  # looking for damage may find a lock
        resting = {part: why for part, (until, why) in self._resting.items() if now < until}
        return resting | dict(damaged) if resting else damaged

    def look(self) -> None:
        """Look at the parts as a search would meet them: the catalog's tables, the files of the
        word indexes, the head of the vectors' database. What is damaged is not used any more."""
        looks: dict[Part, Callable[[], None]] = {
            "catalog": lambda: self.catalog().refuse_damaged(),
            "words": self._look_at_words,
            "vectors": self._look_at_vectors,
        }
        for part, look in looks.items():
            try:
                if not {"catalog", part} & self.unusable.keys():
                    look()
            except DependencyUnavailable as error:
                told = part == "catalog" or not isinstance(error, _PASSING)
                if told and self.stands:  # it was not removed after a switch meanwhile
                    self.condemn(part, error)

    def _look_at_words(self) -> None:
        tenants: list[str] = []
        with suppress(DependencyUnavailable):  # of the catalog: its own look tells if it is damaged
            if self._noted("words"):
                with self.catalog().read() as connection:
                    tenants = docs.indexed_tenants(connection)
        for tenant_id in tenants:
            self.words(tenant_id).look()

    def _look_at_vectors(self) -> None:
        database = self.folder / VECTORS_FOLDER / BACKENDS[self.store].database
        kept_here = self.store == "chroma" and self.server is None and self._noted("vectors")
        if kept_here and not is_database(database):
            raise DependencyUnavailable(f"{database.name} is no database")

    def rotten(self) -> list[Damage]:
        """Parts with files whose bytes changed though their size and time did not; reads all."""
        return _damages(seal.rotten(self._usage.folder))

    def allow_writing(self) -> None:
        """The caller got the indexer's lease: from now on the parts may be created and written.

        Raises:
            SchemaMismatch: another version of the program made the catalog.
            FolderReadOnly: the generation was opened where it may not be written.
        """
        if self.read_only:
            raise FolderReadOnly(f"{self._usage.folder} was opened read-only: open the memory anew")
        self._set_writable(True)
        if self._catalog is not None:  # it was opened for reading, whatever program had made it
            self._catalog.prepare()

    def forbid_writing(self) -> None:
        """The caller lost the indexer's lease: the new holder must be able to write the parts."""
        self._set_writable(False)

    def _set_writable(self, writable: bool) -> None:
        with self._mutex:
            self._writable = writable
            for words in self._words.values():
                words.close()
            self._words.clear()

    def condemn(self, part: Part, failure: EywaError) -> None:
        """Stop using a part that failed: for good, or for a moment if it is not damaged."""
        with self._mutex:
            if isinstance(failure, _PASSING):
                busy = isinstance(failure, DependencyTimeout)
                why = Damage(part, str(failure), "busy" if busy else "unavailable")
                self._resting[part] = (time.monotonic() + self.rest_s, why)
            else:
                self._damage.setdefault(part, Damage(part, str(failure)))

    def catalog(self) -> Catalog:
        """The catalog. It, words and vectors raise DependencyUnavailable when damaged or gone."""
        with self._mutex:
            self._refuse("catalog")
            if self._catalog is None:
                self._catalog = Catalog(self.folder / CATALOG_FILE, create=self._writable)
            return self._catalog

    def words(self, tenant_id: str) -> WordIndex:
        """The word index of a tenant; an empty one where nothing was indexed."""
        from eywa_fs.index.words import WordIndex

        with self._mutex:
            self._refuse("words")
            key = short_key(tenant_id)
            if key not in self._words:
                path = self.folder / WORDS_FOLDER / key
                self._words[key] = WordIndex(path, writable=self._writable)
            return self._words[key]

    def vectors(self) -> VectorIndex:
        """The vector index; its process starts with the first call."""
        from eywa_fs.index.vectors import VectorIndex

        with self._mutex:
            self._refuse("vectors")
            if self._vectors is None:
                server = self.server
                self._vectors = VectorIndex(
                    server or self.folder / VECTORS_FOLDER,
                    backend=self.store,
                    call_timeout_s=self._settings.query_timeout_s,
                    usage_lock=None if server or self.read_only else self._usage.lock_path,
                )
            return self._vectors

    def collection(self, tenant_id: str) -> str:
        """The name of a tenant's collection: one a tenant and generation of vectors."""
        if self._placed is not None:
            return f"{self._placed.prefix}-{short_key(tenant_id)}"
        return f"eywa-local-{self.number}-{short_key(tenant_id)}-{self.binding.digest}"

    def close(self) -> None:
        """Close every part; the last user of the folder seals it."""
        with self._mutex:
            for words in self._words.values():
                words.close()
            self._words.clear()
            if self._vectors is not None:
                self._vectors.close()
                self._vectors = None
            if self._catalog is not None:
                self._catalog.close()
                self._catalog = None
            if self._view is not None:
                self._view.close()
            # Another process may have switched to a new generation and removed this folder.
            with suppress(DependencyUnavailable):
                self._usage.release(clean=not self._damage and self._layout.lost() is None)

    @property
    def server(self) -> tuple[str, int] | None:
        """Host and port of the server that has the vectors; ``None`` where they are kept here."""
        return None if self._placed is None else self._placed.server

    def silent_server(self) -> str:
        """Why the server with the vectors cannot be used; empty where it answers, or they are kept
        here."""
        try:
            if self.server is not None:
                chroma_server.refuse_silent(self.server)
        except DependencyUnavailable as error:
            return str(error)
        return ""

    def server_lacks(self) -> str:
        """What the server lacks of the vectors, which no seal covers, in words; empty where it has
        them, or they are kept here. Only a look at numbers: what is being written makes them differ
        by a few. ``DependencyUnavailable`` where the server, or the catalog, does not answer."""
        if self.server is None:
            return ""
        chroma_server.refuse_silent(self.server)
        with self.catalog().read() as connection:
            tenants = docs.largest_tenants(connection)
        for tenant_id, known in tenants.items():
            there = chroma_server.count(self.server, self.collection(tenant_id))
            if 2 * there < known:
                return f"the server has {there} of the {known} vectors of the tenant {tenant_id}"
        return ""

    def needs_graph(self, connection: Connection, tenant_id: str) -> bool:
        """Whether a search of a user of a tenant may go through the vector index's graph; it ranks
        a smaller memory exactly."""
        return docs.largest_scope(connection, tenant_id) > self._settings.exact_scope_limit

    def _refuse(self, part: Part) -> None:
        """Raise before a damaged part is handed out, or (``RootLost``) one that may be made where
        the root was."""
        found = self._damage.get(part) if self._writable else self._damage_of(part)
        if found is not None:
            raise DependencyUnavailable(f"the {part} index is not used: {found.reason}")
        if self._writable:
            self._layout.refuse_lost()

    def _damage_of(self, part: Part) -> Damage | None:
        """What is wrong with a part, as far as one look at its place tells."""
        if known := self._damage.get(part):
            return known
        if part == "catalog" and not os.path.isfile(f"{self.folder}/{CATALOG_FILE}"):
            return Damage(part, f"{CATALOG_FILE} is missing")
        words = f"{self.folder}/{WORDS_FOLDER}"
        database = f"{self.folder}/{VECTORS_FOLDER}/{BACKENDS[self.store].database}"
        kept_here = part == "vectors" and self.server is None and self._noted(part)
        if part == "vectors" and self._misplaced:
            return Damage(
                part, f"the index is a copy of one that has its vectors in {self._placed}"
            )
        if kept_here and not os.path.exists(database):
            return Damage(part, "the vector index's folder is missing or empty")
        if part == "words" and not os.path.isdir(words) and self._noted(part):
            return Damage(part, "the word index's folder is missing")
        return None

    def _noted(self, part: str) -> bool:
        """Whether the catalog says that a part has content, so that its absence is damage."""
        if part in self._known_parts:
            return True
        if "catalog" in self._resting and time.monotonic() < self._resting["catalog"][0]:
            return False
        try:
            if self._catalog is None:
                self._catalog = Catalog(self.folder / CATALOG_FILE)
            if self._catalog.meta(f"has_{part}") is not None:
                self._known_parts.add(part)
        except EywaError as error:
            if isinstance(error, _PASSING):
                self.condemn("catalog", error)
            return False
        return part in self._known_parts

    def note(self, part: str) -> None:
        """Remember that a part has content from now on."""
        if not self._noted(part):
            if part == "words":  # else a search between the note and the first commit misses it
                with suppress(OSError):  # that commit fails then, and says why
                    (self.folder / WORDS_FOLDER).mkdir(exist_ok=True)
            self.catalog().set_meta(f"has_{part}", "1")


def _damages(files: Iterable[DamagedFile]) -> list[Damage]:
    """Of each file the part it belongs to, and what is wrong."""
    folders: dict[str, Part] = {WORDS_FOLDER: "words", VECTORS_FOLDER: "vectors"}
    parts = ((file, folders.get(file.path.split("/", 1)[0], "catalog")) for file in files)
    return [Damage(part, f"{file.path}: {file.reason}") for file, part in parts]
