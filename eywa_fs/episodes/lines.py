"""Lines about episodes: a record of the truth whose ``meta`` says what, and a seal over all of it.

The seal is a hash of the line's own fields. A line that was changed has none that fits and has no
effect; one that was taken out shows in the chain of the log.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any, Final

from eywa_fs.episodes.episode import OPS, Change, Op
from eywa_fs.episodes.feedback import REJECTED, WEIGHTS
from eywa_fs.hashing import content_hash
from eywa_fs.model.records import Record, Scope
from eywa_fs.truth.codec import Malformed, decode_record, encode_record
from eywa_fs.truth.folder_names import decode_id
from eywa_fs.truth.layout import Layout, TruthPath
from eywa_fs.truth.reader import Line, read_lines, reading
from eywa_fs.truth.tombstones import erased_by

KIND: Final = "episode"
MOST: Final = 1_000_000
"""The greatest ``selectedIndex``."""


def encode(record: Record, max_bytes: int) -> bytes:
    """The line of a record about an episode, sealed. Errors as of
    :func:`~eywa_fs.truth.codec.encode_record`."""
    meta = {**(record.meta or {}), "kind": KIND}
    sealed = {**meta, "seal": _seal(record, meta)}
    return encode_record(
        Record(
            record.event_id, record.tenant_id, record.user_id, record.session_id, record.role,
            record.content, record.timestamp, meta=sealed,
        ),
        max_bytes=max_bytes,
    )  # fmt: skip


def change_in(line: Line, truth: TruthPath, max_bytes: int) -> Change | None:
    """What a line of an episodes file says; ``None``: it has no effect, as it is not in the form of
    one, its seal does not fit, or it is of another project."""
    with suppress(Malformed):
        record = decode_record(line.data, truth, line.byte_start, max_bytes=max_bytes)
        meta = dict(record.meta or {})
        seal = meta.pop("seal", None)
        if meta.get("kind") != KIND or not record.sealed or seal != _seal(record, meta):
            return None
        if meta.get("projectId") != truth.project_id or not _is_whole(meta):
            return None
        op: Op = meta["op"]
        return Change(
            op, meta["episodeId"], record.event_id, record.timestamp, record.session_id,
            record.tenant_id, record.user_id, meta, record.content, line.anchor(truth.rel),
        )  # fmt: skip
    return None


def project_files(layout: Layout, scope: Scope, project_id: str | None = None) -> list[TruthPath]:
    """The episodes files of a user, of one project or of all, in path order. ``TruthReadError``
    where a folder cannot be listed."""
    found: list[TruthPath] = []
    for own in layout.scope_folders(scope):
        for name in layout.folders(f"{own}/episodes"):
            if project_id in (None, decode_id(name)):
                try:
                    inside = layout.list_folder(f"{own}/episodes/{name}")[1]
                except FileNotFoundError:
                    continue
                found += [item for item in inside if isinstance(item, TruthPath)]
    return found


def lines_of(
    layout: Layout, truth: TruthPath, offset: int = 0, lines: int = 0
) -> Iterator[tuple[Line, Change | None]]:
    """The lines of an episodes file behind an offset, each with what it says; erased and blank ones
    left out. A file that is gone has none. ``TruthReadError`` where it cannot be read."""
    with suppress(FileNotFoundError), reading(layout, truth.rel) as fd:
        for line in read_lines(fd, offset, lines + 1):
            if line.data.strip() and erased_by(line.data) is None:
                yield line, change_in(line, truth, layout.max_record_bytes)


def _seal(record: Record, meta: Mapping[str, Any]) -> str:
    sealed = [record.event_id, record.session_id, record.timestamp, record.content, meta]
    return content_hash(json.dumps(sealed, sort_keys=True, separators=(",", ":")).encode())


def _is_whole(meta: Mapping[str, Any]) -> bool:
    """Whether a line says what one of its kind says, in values of the right types."""
    if meta.get("op") not in OPS or not isinstance(meta.get("episodeId"), str):
        return False
    if meta["op"] == "signal":
        return meta.get("implicitSignal") in WEIGHTS
    if meta["op"] != "record":
        return True
    texts = ("projectId", "chapterId", "sceneType", "skillUsed")
    return (
        all(isinstance(meta.get(name), str) for name in texts)
        and meta.get("implicitSignal", "") in (None, *WEIGHTS)
        and (
            meta.get("selectedIndex", "") is None or _within(meta, "selectedIndex", REJECTED, MOST)
        )
        and (meta.get("editDistance", "") is None or _within(meta, "editDistance", 0, 1))
        and _within(meta, "weight", -1, 1)
        and _within(meta, "importance", 0, 1)
    )


def _within(meta: Mapping[str, Any], name: str, low: int, high: int) -> bool:
    value = meta.get(name)
    return value is not None and type(value) in (int, float) and low <= value <= high
