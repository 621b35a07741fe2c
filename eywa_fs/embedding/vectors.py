"""Checks and arithmetic on the arrays that backends return."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from eywa_fs.errors import DependencyUnavailable, EmbeddingMismatch


def unit_rows(raw: Any, count: int, dimension: int, source: str) -> NDArray[np.float32]:
    """``raw``, which ``source`` returned, as ``count`` unit vectors of length ``dimension``,
    C-contiguous float32. A vector of zeros stays one: it is similar to nothing.

    Raises:
        EmbeddingMismatch: the vectors have another length.
        DependencyUnavailable: wrong count, not numbers, or not finite.
    """
    try:
        rows = np.ascontiguousarray(raw, dtype=np.float32)
    except (TypeError, ValueError) as error:
        raise DependencyUnavailable(f"{source} returned something that is no vector") from error
    if count == 0:
        return np.empty((0, dimension), np.float32)
    if rows.ndim != 2 or rows.shape[0] != count:
        raise DependencyUnavailable(
            f"{source} returned an array of shape {rows.shape} for {count} texts"
        )
    if rows.shape[1] != dimension:
        raise EmbeddingMismatch(
            f"{source} returned vectors of length {rows.shape[1]}, expected {dimension}: "
            "set the right model or dimension and rebuild the index"
        )
    if not np.isfinite(rows).all():
        raise DependencyUnavailable(f"{source} returned a vector with NaN or infinity")
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    divisors = np.where(lengths == 0.0, 1.0, lengths).astype(np.float32)
    return np.divide(rows, divisors, dtype=np.float32)
