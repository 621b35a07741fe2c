"""A file whose index is as it was written, told without decoding a line.

Deriving is a function of a file's bytes. So where the file's fingerprint, every line's SHA-256 and
every row's own hash fit, nothing can be found by deriving anew what the rows say: this is what a
deep verify of a sound index costs. Wherever anything does not fit, :mod:`filecheck` looks at the
file line by line and says what it is.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import sha256
from typing import Final

from eywa_fs.catalog.anchors import AnchorRow
from eywa_fs.catalog.files import FileRow
from eywa_fs.hashing import fingerprint
from eywa_fs.ingest.derive import LANE
from eywa_fs.lanes.l0 import SPAN_MAX_TOKENS
from eywa_fs.model.documents import scope_key
from eywa_fs.truth.layout import TruthPath

LARGEST_BYTES: Final = 16 << 20
"""Files up to this size are held in memory; a larger one is read line by line."""

_ONE_SPAN_BYTES: Final = 4 * SPAN_MAX_TOKENS
"""A line up to this length has one span: no character counts more than a quarter of a token a byte
(see :func:`~eywa_fs.lanes.l0.estimated_tokens`)."""


def is_proven(
    data: bytes,
    truth: TruthPath,
    row: FileRow,
    documents: Sequence[AnchorRow],
    vector_spans: int,
) -> bool:
    """Whether a session file and all documents made from it are as they were written.

    Args:
        data: the whole file.
        documents: all that the catalog has of it, in file order.
        vector_spans: how many spans of a record have a vector.
    """
    lines = data.split(b"\n")
    if (
        lines.pop()  # a torn tail
        or row.malformed
        or row.unsealed
        or (row.committed_offset, row.committed_lines) != (len(data), len(lines))
        or fingerprint(data) != row.fingerprint
    ):
        return False
    scope = truth.scope
    key = scope_key(scope)
    fixed = (key, scope.tenant_id, scope.user_id, truth.session_id, "conversation", LANE)
    if row.scope_key != key:
        return False
    start, following = 0, iter(documents)
    document = next(following, None)
    for number, line in enumerate(lines, start=1):
        end = start + len(line)
        if line.strip():
            place = ("sha256:" + sha256(line).hexdigest(), end, number, number)
            span = reached = 0
            while document is not None and document.byte_start == start:
                if not (
                    document[:4] == place
                    and document[5:11] == fixed
                    and document.span == span
                    and document.span_start == reached
                    and document.state == "indexed_fresh"
                    and document.vector == (span < vector_spans)
                    and document.untouched
                ):
                    return False
                span, reached = span + 1, document.span_end
                document = next(following, None)
            if (span != 1 or len(line) > _ONE_SPAN_BYTES) and reached != _content_length(line):
                return False
        start = end + 1
    return document is None


def _content_length(line: bytes) -> int:
    """Characters of a record's content; -1 for a line that is no record."""
    try:
        return len(json.loads(line)["content"])
    except (ValueError, KeyError, TypeError, RecursionError):
        return -1
