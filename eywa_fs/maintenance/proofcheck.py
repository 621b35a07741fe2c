"""A file whose index is as it was written, told without decoding a line.

Deriving is a function of a file's bytes. So where the file's fingerprint, every line's SHA-256 and
every row's own hash fit, deriving anew would find what the rows say. Wherever anything does not
fit, :mod:`filecheck` derives the file anew.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from eywa_fs.catalog.docs import file_digest
from eywa_fs.catalog.document_row import SealedFile, rest_begin, seals
from eywa_fs.catalog.files import FileRow
from eywa_fs.hashing import fingerprint
from eywa_fs.lanes.l0 import SPAN_MAX_TOKENS
from eywa_fs.model.documents import scope_key
from eywa_fs.truth.layout import TruthPath
from eywa_fs.truth.tombstones import erased_by

LARGEST_BYTES: Final = 16 << 20
"""Files up to this size are held in memory; a larger one is read line by line."""

_ONE_SPAN_BYTES: Final = 4 * SPAN_MAX_TOKENS
"""A line up to this length has one span: no character counts more than a quarter of a token a byte
(see :func:`~eywa_fs.lanes.l0.estimated_tokens`)."""

_BEFORE_TIME: Final = ',"createdAt":'
_VERSION: Final = len(',"fsVersion":""') + 32
"""How long the version of a prefix, 32 hex digits, is in an anchor."""


@dataclass(frozen=True, slots=True)
class Proven:
    """What a proven file's rows say.

    Attributes:
        anchors: of all its documents, by document id.
        vectors: the same, of those with a vector.
        digest: :func:`~eywa_fs.catalog.docs.file_digest` of all its documents.
        in_order: no record's time is before that of another above it, and no two have one event id.
    """

    anchors: Mapping[str, str]
    vectors: Mapping[str, str]
    digest: str
    in_order: bool


def proven(
    data: bytes, truth: TruthPath, row: FileRow, documents: SealedFile, vector_spans: int
) -> Proven | None:
    """What the rows say if a session file and all documents made from it are as they were written.

    Args:
        data: the whole file.
        documents: all that the catalog has of it.
        vector_spans: how many spans of a record have a vector.
    """
    lines = data.split(b"\n")
    scope, key = truth.scope, scope_key(truth.scope)
    if (
        lines.pop()  # a torn tail
        or row.malformed
        or row.unsealed
        or (row.committed_offset, row.committed_lines) != (len(data), len(lines))
        or row.scope_key != key
        or fingerprint(data) != row.fingerprint
    ):
        return None
    records, spots = _spots(lines)
    anchors, rests, contexts, hashes, health = documents
    if not rests:
        return None if records else Proven({}, {}, file_digest([]), True)
    begin = rest_begin(key, scope.tenant_id, scope.user_id, truth.session_id or "")
    known = len(begin)
    ids, *spans = zip(*[rest[known:].split(",", 4)[:4] for rest in rests], strict=True)
    if len(records) == len(rests) == spans[0].count("0") == spans[1].count("0") and (
        max(map(len, records)) <= _ONE_SPAN_BYTES
    ):
        healthy = ["1" if vector_spans > 0 else "0"] * len(rests)
    else:
        owners = _owners(records, list(zip(*spans, strict=True)))
        if owners is None:
            return None
        spots = [spots[owner] for owner in owners]
        healthy = ["1" if int(span) < vector_spans else "0" for span in spans[0]]
    heads, _, tails = zip(*[anchor.rpartition(_BEFORE_TIME) for anchor in anchors], strict=True)
    if not (
        health == healthy
        and {rest[:known] for rest in rests} == {begin}
        and all(map(str.endswith, heads, spots))
        and seals(anchors, rests, contexts) == hashes
    ):
        return None
    anchor_of = dict(zip([name[1:-1] for name in ids], anchors, strict=True))
    kept = anchor_of
    if "0" in health:
        kept = {name: a for (name, a), h in zip(anchor_of.items(), health, strict=True) if h == "1"}
    about_file = _VERSION + len(json.dumps(truth.rel, ensure_ascii=False)) + len(',"filePath":')
    events = {head[: -about_file - len(spot)] for head, spot in zip(heads, spots, strict=True)}
    in_order = len(events) == len(records) and _ascending(tails)
    return Proven(anchor_of, kept, file_digest(hashes), in_order)


def _spots(lines: Sequence[bytes]) -> tuple[list[bytes], list[str]]:
    """The lines that hold something, and what the anchors of their documents say of them.

    No text within JSON can hold a quote behind a comma: where this stands, it is keys.
    """
    records: list[bytes] = []
    spots: list[str] = []
    start = 0
    for number, line in enumerate(lines, start=1):
        end = start + len(line)
        if line.strip() and erased_by(line) is None:
            records.append(line)
            spots.append(
                f',"lineStart":{number},"lineEnd":{number},"byteStart":{start},"byteEnd":{end},'
                f'"contentHash":"sha256:{sha256(line).hexdigest()}"'
            )
        start = end + 1
    return records, spots


def _owners(records: Sequence[bytes], spans: Sequence[tuple[str, str, str]]) -> list[int] | None:
    """Which record each document is of, if their spans cover every record. ``spans``: number, begin
    and end of each document's."""
    owners: list[int] = []
    owner, following, reached = -1, 0, "0"
    for span, begin, end in spans:
        if span == "0":
            if owner >= 0 and not _is_covered(records[owner], following, reached):
                return None
            owner, following, reached = owner + 1, 0, "0"
        if owner == len(records) or (span, begin) != (str(following), reached):
            return None
        owners.append(owner)
        following, reached = following + 1, end
    if owner + 1 != len(records) or not _is_covered(records[owner], following, reached):
        return None
    return owners


def _is_covered(record: bytes, spans: int, reached: str) -> bool:
    if len(record) <= _ONE_SPAN_BYTES:
        return spans == 1
    return reached == str(_content_length(record))


def _ascending(times: Sequence[str]) -> bool:
    """Whether numbers that end alike do not go down; said of equally long ones only."""
    return len(set(map(len, times))) == 1 and list(times) == sorted(times)


def _content_length(line: bytes) -> int:
    """Characters of a record's content; -1 for a line that is no record."""
    try:
        return len(json.loads(line)["content"])
    except (ValueError, KeyError, TypeError, RecursionError):
        return -1
