"""The steps of an erasure behind its decision, each of which may be done twice.

The process that erases holds a lock for as long as it lives (:func:`alone`). Whoever holds the
indexer overwrites what a decision names and derives everything anew (:func:`go_on`). The process
that erases then scans for the texts, which only it knows, and writes the certificate. If it died,
whoever holds the indexer writes one that rests on the way it was done.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import NamedTuple

from eywa_fs.catalog import docs
from eywa_fs.clock import Clock
from eywa_fs.durable import replace_file
from eywa_fs.embedding.cached import EmbeddingCache
from eywa_fs.erasure.scanning import Scan
from eywa_fs.errors import DependencyUnavailable, TruthReadError, TruthWriteError
from eywa_fs.generations import ownership, pointer
from eywa_fs.generations.current import CurrentGeneration
from eywa_fs.index import chroma_server
from eywa_fs.index.chroma_server import Address
from eywa_fs.ingest.reading_cache import ReadingCache
from eywa_fs.lockfile import is_held
from eywa_fs.truth import erasures
from eywa_fs.truth.auditlog import audit_entries
from eywa_fs.truth.erasures import Certificate, Derived, Erasure
from eywa_fs.truth.index_folder import alone
from eywa_fs.truth.journal import Journal
from eywa_fs.truth.layout import Layout
from eywa_fs.truth.reader import FileState, file_state

_LOG = logging.getLogger(__name__)
_LOCK = "locks/erasing.lock"


class NewState(NamedTuple):
    """The generation that was derived anew and its digest; both ``None`` where there is none."""

    generation: int | None
    digest: str | None


class Finisher:
    """Finishes erasures. Used under the indexer's lease, by one thread at a time."""

    def __init__(self, layout: Layout, journal: Journal, clock: Clock) -> None:
        self._layout = layout
        self._journal = journal
        self._clock = clock
        self._seen: FileState | None = None

    def go_on(self, derive: Callable[[], NewState]) -> None:
        """Go on with every erasure that is not finished; one look at the log where all are.

        Args:
            derive: derives everything anew, and leaves no byte of what was derived before.

        Raises:
            TruthWriteError: what a decision names cannot be overwritten. DependencyUnavailable:
                what was derived cannot be removed.
        """
        state = file_state(self._layout, erasures.LOG)
        if state == self._seen:
            return
        log = erasures.read(self._layout)
        pending = log.pending
        if fresh := [one for one in pending if one.id not in log.derived]:
            for erasure in fresh:
                erasures.overwrite(self._layout, erasure)
            made = derive()
            for erasure in fresh:
                derived = Derived(erasure.id, self._clock(), made.generation, made.digest)
                erasures.write(self._journal, derived)
        if pending and not is_held(self._layout.index / _LOCK):  # nobody lives who erases
            for erasure in pending:
                certify(self._layout, self._journal, self._clock, erasure, None)
            _LOG.warning("finished what was erased before: %s", ", ".join(e.id for e in pending))
            pending = []
        self._seen = None if pending else file_state(self._layout, erasures.LOG)


def renew(
    layout: Layout,
    current: CurrentGeneration,
    readings: ReadingCache,
    vectors: EmbeddingCache,
    episodes: Callable[[], None],
    rebuild: Callable[[], NewState],
) -> NewState:
    """Derive a new generation, and leave nothing of the others and of the caches but what the
    files still say.

    Where nothing can be derived (no embedder, a file that cannot be read), also when it is tried
    once more, the index is removed all the same: searches read the files until the next indexing.

    Args:
        episodes: removes the table of episodes, which the next look at one derives anew.
        rebuild: makes a new generation the current one, and removes the others.

    Raises:
        DependencyUnavailable: something that was derived cannot be removed.
    """
    if readings.path.exists():
        readings.reset()  # messages are read anew: what is left of a row is not worth a look
    episodes()
    made = NewState(None, None)
    if pointer.numbers(layout):
        try:
            made = _twice(rebuild)
        except (DependencyUnavailable, TruthReadError) as error:
            _LOG.warning(
                "the index is removed all the same, as none can be derived anew: %s", error
            )
            _remove_index(layout, current)
    if vectors.path.exists():
        _keep_vectors(current if made.generation is not None else None, vectors)
    left = [number for number in pointer.numbers(layout) if number != made.generation]
    if left:
        raise DependencyUnavailable(
            f"{pointer.folder(layout, left[0])} holds what was erased and cannot be removed: "
            "give this user write access, then run 'eywa index'"
        )
    return made


def _twice(rebuild: Callable[[], NewState]) -> NewState:
    """Rebuild, and once more where that fails: the process of a vector store may have died."""
    try:
        return rebuild()
    except (DependencyUnavailable, TruthReadError) as error:
        _LOG.info("deriving anew failed and is tried once more: %s", error)
        return rebuild()


def _remove_index(layout: Layout, current: CurrentGeneration) -> None:
    with suppress(OSError):
        (layout.index / "CURRENT").unlink()
    pointer.discard_others(layout)
    current.get_or_none()
    current.close_retired()
    pointer.discard_others(layout)  # what our own store wrote until it was closed


def _keep_vectors(current: CurrentGeneration | None, vectors: EmbeddingCache) -> None:
    generation = current.get() if current is not None else None
    try:
        if generation is not None:
            with generation.catalog().read() as connection:
                kept = docs.embed_hashes(connection)
            vectors.keep_only(kept)
            return
    except DependencyUnavailable as error:
        _LOG.warning("the cached vectors are dropped: %s", error)
    vectors.reset()


def certify(
    layout: Layout, journal: Journal, clock: Clock, erasure: Erasure, found: Scan | None
) -> Certificate:
    """Write the certificate of an erasure, once; gives the one that stands. ``found``: what the
    byte scan found; ``None`` where the texts are not known any more."""
    log = erasures.read(layout)
    if erasure.id not in log.certificates:
        derived = log.derived[erasure.id]
        places = backups(layout)
        waiting = [str(placed) for placed in ownership.left(layout)]
        certificate = Certificate(
            erasure.id, clock(), erasures.standing(layout, erasure), erasure.counts,
            derived.generation, derived.digest, None if found is None else found.figures, places,
            () if found is None else found.left,
        )  # fmt: skip
        erasures.write(journal, certificate)
        journal.audit(
            "erasure_certified",
            erasure.id,
            reason="what was derived before is gone"
            + (", but for collections that servers still have to drop" if waiting else ""),
            after={"generation": derived.generation, "found": found.found if found else None}
            | ({"servers": waiting} if waiting else {}),
        )
    _copy_to_backups(layout)
    return erasures.read(layout).certificates[erasure.id]


def erasing(layout: Layout) -> AbstractContextManager[object]:
    """Be the one process that erases in this data root.

    Raises:
        IndexerBusy: another one is.
        TruthWriteError: nothing can be written there.
    """
    busy = "another process is erasing here: wait until it is done"
    return alone(layout, _LOCK, busy=busy, undone="nothing was erased", failure=TruthWriteError)


def backups(layout: Layout) -> tuple[str, ...]:
    """Where backups were made, as the audit trail says."""
    found: dict[str, None] = {}
    try:
        for entry in audit_entries(layout, action="backup_made"):
            found[entry.target] = None
    except TruthReadError as error:
        _LOG.warning("the certificate may not name all backups: %s", error)
    return tuple(found)


def unreached(layout: Layout) -> tuple[str, ...]:
    """Those of :func:`backups` beside which this log does not stand: a restore from there brings
    back what was erased, unless it is given the log."""
    log = (layout.root / erasures.LOG).read_bytes()
    return tuple(place for place in backups(layout) if _kept_beside(Path(place)) != log)


def on_servers(layout: Layout, server: Address | None) -> tuple[str, ...]:
    """Collections on Chroma servers that may hold vectors of what was erased, and what has to be
    done about each; ``server`` is the one of the settings."""
    when = "the server has not dropped them; the first 'eywa index' that reaches it has it do so"
    waiting: dict[Address, list[str]] = {}
    for placed in ownership.left(layout):
        waiting.setdefault(placed.server, []).append(f"{placed.prefix}-*")
    found = [
        f"{', '.join(names)} on the Chroma server {host}:{port}: {when}"
        for (host, port), names in waiting.items()
    ]
    known = pointer.placed(layout)
    for one in sorted({placed.server for placed in known} | ({server} if server else set())):
        try:
            strange = ownership.strange(layout, one, known)
        except DependencyUnavailable as error:
            found.append(
                f"collections of an index that was deleted by hand, if there are any: {error}"
            )
            continue
        why = "of an index here that was deleted by hand, or of another machine's: if no other's,"
        found += [f"{name}: {why} run {chroma_server.how_to_drop(one, name)}" for name in strange]
    return tuple(found)


def _kept_beside(place: Path) -> bytes | None:
    try:
        return (place / "erasures.jsonl").read_bytes() if place.is_absolute() else None
    except OSError:
        return None


def _copy_to_backups(layout: Layout) -> None:
    """Keep the log beside each backup in a folder that can be reached, for whoever restores it."""
    for place in map(Path, backups(layout)):
        try:
            if place.is_absolute() and place.is_dir():
                data = (layout.root / erasures.LOG).read_bytes()
                replace_file(place / "erasures.jsonl", data)
        except OSError as error:
            _LOG.warning("the log of erasures could not be copied to %s: %s", place, error)
