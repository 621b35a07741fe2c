"""Deriving everything anew so that nothing of what was derived before is left."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress

from eywa_fs.catalog import docs
from eywa_fs.embedding.cache import EmbeddingCache
from eywa_fs.erasure.finishing import NewState
from eywa_fs.errors import DependencyUnavailable, TruthReadError
from eywa_fs.generations import pointer
from eywa_fs.generations.current import CurrentGeneration
from eywa_fs.ingest.reading_cache import ReadingCache
from eywa_fs.truth.layout import Layout

_LOG = logging.getLogger(__name__)


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
