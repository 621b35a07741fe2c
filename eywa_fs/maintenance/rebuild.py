"""Rebuild: derive everything anew beside the old state, verify it, then switch."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from eywa_fs.catalog import docs, summaries
from eywa_fs.embedding.protocol import EmbedderIdentity
from eywa_fs.errors import DependencyUnavailable, EywaError, MemoryClosed, TruthReadError
from eywa_fs.generations import pointer
from eywa_fs.generations.generation import Generation
from eywa_fs.ingest import losses
from eywa_fs.ingest.commit import Progress
from eywa_fs.ingest.indexer import work_through
from eywa_fs.ingest.worker import Worker
from eywa_fs.ingest.workshop import Workshop
from eywa_fs.model.plain import AsDict

_LOG = logging.getLogger(__name__)

_TRIES = 5
"""How often a proof waits for writers: between two rounds nothing must have been appended."""


@dataclass(frozen=True, slots=True)
class RebuildReport(AsDict):
    """What a rebuild did and proved.

    Attributes:
        digest: SHA-256 over all documents of the new state.
        previous_digest: the same of the old state, ``None`` where it was unreadable or absent.
        equal: whether both are the same; ``None`` without ``prove``, and when there is nothing to
            compare with (no readable old state, or writers that left no moment in between).
        differences: up to 20 documents that differ, as ``path:line``.
    """

    generation: int
    documents: int
    vectors: int
    digest: str
    previous_digest: str | None
    equal: bool | None
    differences: tuple[str, ...]


def rebuild(
    workshop: Workshop,
    *,
    owner: str,
    current: Callable[[], Generation | None],
    made_by: EmbedderIdentity | None = None,
    prove: bool = False,
    progress: Progress | None = None,
    stop: Callable[[], bool] = lambda: False,
) -> RebuildReport:
    """Build a new generation from the truth and make it the current one.

    The caller holds the indexer's lease and makes generations alone. Embeddings come from the
    cache, and so does what was read in messages, unless ``prove``. A crash leaves the old
    generation current and an unfinished folder that the next rebuild removes.

    Args:
        made_by: the embedder to bind it to; ``None`` is the configured one.
        prove: bring the old state up to date first, and compare both document by document.
        stop: asked again and again; once it says so the new generation is given up.

    Raises:
        MemoryClosed: it was given up; nothing was switched.
        TruthReadError: a truth file or folder cannot be read; nothing was switched.
        DependencyUnavailable: the new state is incomplete; nothing was switched.
    """
    layout = workshop.layout
    layout.refuse_unlisted()  # what is there would be missing from the new state
    old = current()
    masked_otherwise = old is not None and old.redaction != workshop.redaction.digest
    previous, previous_rows = _state(old)
    with workshop.new_generation(made_by) as generation:
        reader = workshop.reader(anew=prove, whole=True)
        with closing(Worker(workshop, generation, owner, reader)) as worker:
            done = work_through(worker, progress, stop=stop)
            done.merge(work_through(worker, progress, stop=stop))  # what was appended meanwhile
            if stop():
                raise MemoryClosed("the new generation was given up, as the memory is being closed")
            comparable = prove and old is not None and _bring_level(workshop, old, worker, owner)
        with generation.catalog().read() as connection:
            counts = docs.counts(connection)
            digest = docs.digest(connection)
            embedded = docs.embed_hashes(connection) if masked_otherwise else []
            if comparable:
                previous, previous_rows = _state(old, rows=True)
            comparable = comparable and previous is not None
            differences = _differences(previous_rows, connection) if comparable else ()
        number = generation.number
        if done.failed or done.problems:
            failure = TruthReadError if done.unreadable else DependencyUnavailable
            raise failure(
                f"the new generation {number} is incomplete and was not taken into use: "
                f"{done.problems[0] if done.problems else 'some files could not be read'}"
            )
        if old is not None:
            losses.report_between(layout, workshop.journal, old, generation)
    try:
        pointer.switch(layout, number)
    except DependencyUnavailable:
        pointer.discard(layout, number)
        raise
    reader.drop_rest()
    if masked_otherwise:
        _forget_vectors(workshop, embedded)
    workshop.journal.audit(
        "generation_switched",
        f"gen-{number:06d}",
        reason="rebuild",
        before={"digest": previous} if previous else None,
        after={"digest": digest, "documents": counts["total"]},
    )
    return RebuildReport(
        generation=number,
        documents=counts["total"],
        vectors=counts["vectors"],
        digest=digest,
        previous_digest=previous,
        equal=previous == digest and not differences if comparable else None,
        differences=differences,
    )


def _forget_vectors(workshop: Workshop, embedded: list[str]) -> None:
    """Drop the cached vectors of texts that the policy of before left as they are."""
    try:
        workshop.embedders.configured.cache.keep_only(embedded)
    except DependencyUnavailable as error:
        _LOG.warning("vectors of texts that are masked now may be left in the cache: %s", error)


def _bring_level(workshop: Workshop, old: Generation, new: Worker, owner: str) -> bool:
    """Bring both states up to the same bytes of truth, in a few tries; says whether they are."""
    try:
        old.allow_writing()
        with closing(Worker(workshop, old, owner)) as worker:
            for _ in range(_TRIES):
                work_through(worker)
                work_through(new)
                if worker.covered() == new.covered():
                    return not worker.behind() or not new.behind()
    except EywaError as error:
        _LOG.warning("the old state cannot be compared with: %s", error)
    return False


def _state(
    generation: Generation | None, *, rows: bool = False
) -> tuple[str | None, dict[str, tuple[object, ...]]]:
    """Digest, and rows where asked for, of a state as far as it can be read."""
    if generation is None:
        return None, {}
    try:
        with generation.catalog().read() as connection:
            every = docs.every(connection) if rows else ()
            found = {row.doc_id: row.content_key() for row in every}
            if rows:
                found |= {name: (value,) for name, value in summaries.hashes(connection).items()}
            return docs.digest(connection), found
    except EywaError:
        return None, {}


def _differences(old: dict[str, tuple[object, ...]], connection: Any) -> tuple[str, ...]:
    found = []
    left = dict(old)
    for row in docs.every(connection):
        if left.pop(row.doc_id, None) != row.content_key():
            found.append(row.anchor.citation)
    for name, value in sorted(summaries.hashes(connection).items()):
        if left.pop(name, None) != (value,):
            found.append(f"{name} (a summary)")
    found += [f"{doc_id} (no longer derived)" for doc_id in left]
    return tuple(found[:20])
