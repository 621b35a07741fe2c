"""Rebuild: derive everything anew beside the old state, verify it, then switch."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from eywa_fs.catalog import docs
from eywa_fs.errors import DependencyUnavailable, EywaError
from eywa_fs.generations import pointer
from eywa_fs.generations.generation import Generation
from eywa_fs.ingest.commit import Progress
from eywa_fs.ingest.indexer import work_through
from eywa_fs.ingest.workshop import Workshop


@dataclass(frozen=True, slots=True)
class RebuildReport:
    """What a rebuild did and proved.

    Attributes:
        digest: SHA-256 over all documents of the new state.
        previous_digest: the same of the old state, ``None`` where it was unreadable or absent.
        equal: whether both are the same; ``None`` when there is nothing to compare with.
        differences: up to 20 documents that differ, as ``path:line``.
    """

    generation: int
    documents: int
    vectors: int
    digest: str
    previous_digest: str | None
    equal: bool | None
    differences: tuple[str, ...]
    switched: bool

    def as_dict(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__slots__}


def rebuild(
    workshop: Workshop,
    *,
    owner: str,
    current: Callable[[], Generation | None],
    prove: bool = False,
    progress: Progress | None = None,
) -> RebuildReport:
    """Build a new generation from the truth and make it the current one.

    The caller holds the indexer's lease. Embeddings come from the cache where it has them. A crash
    leaves the old generation current and an unfinished folder that the next rebuild removes.

    Args:
        current: gives the open current generation, or ``None``.
        prove: bring the old state up to date first, and compare both document by document.

    Raises:
        DependencyUnavailable: the new state is incomplete; nothing was switched.
    """
    layout = workshop.layout
    old = current()
    previous, previous_rows = _old_state(workshop, old, owner, prove)
    with workshop.new_generation() as generation:
        worker, committer = workshop.worker(generation, owner)
        try:
            done = work_through(worker, progress)
            work_through(worker, progress)  # what was appended meanwhile
        finally:
            committer.close()
        with generation.catalog().read() as connection:
            counts = docs.counts(connection)
            digest = docs.digest(connection)
            differences = _differences(previous_rows, connection) if prove else ()
        number = generation.number
    if done.failed or done.problems:
        raise DependencyUnavailable(
            f"the new generation {number} is incomplete, the old one stays in use: "
            f"{done.problems[0] if done.problems else 'some files could not be read'}"
        )
    pointer.switch(layout, number)
    workshop.audit.write(
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
        equal=None if previous is None else previous == digest,
        differences=differences,
        switched=True,
    )


def _old_state(
    workshop: Workshop, old: Generation | None, owner: str, prove: bool
) -> tuple[str | None, dict[str, tuple[object, ...]]]:
    """Digest and rows of the state in use, as far as it can be read."""
    if old is None:
        return None, {}
    try:
        if prove:
            worker, committer = workshop.worker(old, owner)
            try:
                work_through(worker)
            finally:
                committer.close()
        with old.catalog().read() as connection:
            every = docs.every(connection) if prove else ()
            rows = {row.doc_id: row.content_key() for row in every}
            return docs.digest(connection), rows
    except EywaError:
        return None, {}


def _differences(old: dict[str, tuple[object, ...]], connection: Any) -> tuple[str, ...]:
    found = []
    left = dict(old)
    for row in docs.every(connection):
        if left.pop(row.doc_id, None) != row.content_key():
            found.append(row.anchor.citation)
    found += [f"{doc_id} (no longer derived)" for doc_id in left]
    return tuple(found[:20])
