"""What a backup is: a manifest of its files, each made of pieces of chunks.

The head (``backups/<id>.json``) names the chunks and carries a SHA-256 over itself; the list of
files is a chunk as well, so that heads stay small. Everything read here may have been written by
somebody hostile: what does not fit is refused with its name.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import zlib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from itertools import accumulate
from typing import Annotated, Any, NamedTuple

from pydantic import Field, TypeAdapter, ValidationError

from eywa_fs.errors import BackupDamaged

FORMAT = 1
MOST_LISTED_BYTES = 1 << 32
"""Longest list of files that is unpacked."""

_ID = re.compile(r"\d{8}T\d{9}Z-[0-9a-f]{6}")
_SEAL = len(',"sha256":""}') + 64

Natural = Annotated[int, Field(ge=0, strict=True)]


class Chunk(NamedTuple):
    """A chunk by its name, and how long it is in bytes (before sealing)."""

    name: Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
    size: Natural


class Piece(NamedTuple):
    """``size`` bytes from ``start`` of the chunk with this number in the head."""

    chunk: Natural
    start: Natural
    size: Natural


Seen = tuple[Natural, Natural, Natural, Natural]
"""Modification and change time in nanoseconds, inode and device: while they stay, so do bytes."""


class FileEntry(NamedTuple):
    """A file as it was: the SHA-256 of its bytes, and the pieces they are made of, in order.

    ``seen`` is how the file looked to ``lstat``; ``None`` where it had just changed.
    """

    path: str
    size: Natural
    sha256: str
    pieces: tuple[Piece, ...]
    seen: Seen | None


@dataclass(frozen=True, slots=True)
class RootIdentity:
    """The data root a backup was made of: its path, and which folder that was."""

    path: str
    device: Natural
    inode: Natural


@dataclass(frozen=True, slots=True)
class Head:
    """One backup.

    Attributes:
        at: when the backup began, epoch milliseconds: what was acknowledged before is in it.
        files, bytes: how many files, and how many bytes in all.
        chunks: what its files are made of.
        listing: the chunk that lists the files.
    """

    id: str
    at: Natural
    root: RootIdentity
    files: Natural
    bytes: Natural
    chunks: tuple[Chunk, ...]
    listing: Chunk

    def needs(self) -> tuple[Chunk, ...]:
        """Every chunk that the backup cannot do without."""
        return (*self.chunks, self.listing)


_HEAD = TypeAdapter(Head)
_FILE = TypeAdapter(FileEntry)


def new_id(now_ms: int) -> str:
    """An id that sorts by time: ``20260130T174501123Z-`` and six random hex digits. That of a later
    backup is greater, whatever the clock says."""
    return f"{stamp(now_ms)}-{os.urandom(3).hex()}"


def stamp(at: int) -> str:
    """What an id begins with of a backup that began at a time (epoch milliseconds)."""
    moment = datetime.fromtimestamp(at // 1000, UTC)
    return f"{moment:%Y%m%dT%H%M%S}{at % 1000:03d}Z"


def began(backup_id: str) -> int:
    """The time that an id names, in epoch milliseconds; 0 where it names none."""
    with suppress(ValueError):
        moment = datetime.strptime(backup_id[:15], "%Y%m%dT%H%M%S").replace(tzinfo=UTC)
        return int(moment.timestamp()) * 1000 + int(backup_id[15:18])
    return 0


def is_id(text: str) -> bool:
    """Whether a text has the form of a backup's id."""
    return _ID.fullmatch(text) is not None


def with_hash(value: Mapping[str, Any]) -> bytes:
    """A JSON object whose last key is the SHA-256 of the object without it."""
    body = json.dumps(value, separators=(",", ":")).encode()
    return body[:-1] + _hash_of(body)


def proved(data: bytes) -> dict[str, Any]:
    """What :func:`with_hash` wrote; ``ValueError`` where a byte of it is another one."""
    body = data[:-_SEAL] + b"}"
    if not data.endswith(_hash_of(body)):
        raise ValueError("it does not fit its own SHA-256")
    value = json.loads(body)
    if not isinstance(value, dict):
        raise ValueError("it is no object")
    return value


def _hash_of(body: bytes) -> bytes:
    return b',"sha256":"%s"}' % hashlib.sha256(body).hexdigest().encode()


def encode_head(head: Head) -> bytes:
    """The head as one JSON object that proves itself."""
    return with_hash({"format": FORMAT} | asdict(head))


def decode_head(backup_id: str, data: bytes) -> Head:
    """The head of a backup; ``BackupDamaged`` where a byte of it is not as it was written."""
    try:
        value = proved(data)
        if value.get("format") != FORMAT:
            said = f"its format is {value.get('format')!r}: use a newer eywa-fs"
            raise damaged(backup_id, said)
        head = _HEAD.validate_python(value)
    except (ValueError, RecursionError) as error:
        raise damaged(backup_id, f"its manifest is none ({_why(error)})") from None
    if head.id != backup_id:
        raise damaged(backup_id, "its manifest does not speak of this backup")
    return head


def encode_files(files: Sequence[FileEntry]) -> bytes:
    """The list of files, one JSON array a line, compressed."""
    lines = [json.dumps(file, separators=(",", ":")) for file in files]
    return zlib.compress("\n".join(lines).encode(), 3)


def decode_files(head: Head, data: bytes) -> list[FileEntry]:
    """The files of a backup, none of which leads out of the root that it is restored to.
    ``BackupDamaged`` where the list does not fit the head, or a file in it is impossible."""
    unpacking = zlib.decompressobj()
    try:
        text = unpacking.decompress(data, MOST_LISTED_BYTES)
        if not unpacking.eof:
            raise ValueError("it is cut, or too long")
        files = [_FILE.validate_json(line) for line in text.splitlines()]
    except (zlib.error, ValueError) as error:
        raise damaged(head.id, f"its list of files is none ({_why(error)})") from None
    if (len(files), sum(file.size for file in files)) != (head.files, head.bytes):
        raise damaged(head.id, "its list of files does not fit its manifest")
    taken: set[str] = set()
    for file in files:
        if why := refused_path(file.path):
            raise damaged(head.id, f"it names a file {file.path!r}, which is refused: {why}")
        if file.path in taken:
            raise damaged(head.id, f"it names {file.path!r} twice")
        taken.add(file.path)
        _check_pieces(head, file)
    for path in taken:
        folders = accumulate(path.split("/")[:-1], lambda a, b: f"{a}/{b}")
        if any(folder in taken for folder in folders):
            raise damaged(head.id, f"it names {path!r} below a file")
    return files


def refused_path(path: str) -> str | None:
    """Why a path of a manifest is not one below a root; ``None`` where it is."""
    parts = path.split("/")
    if path.startswith("/") or "\0" in path:
        return "it is absolute" if path.startswith("/") else "it holds a zero byte"
    if any(part in ("", ".", "..") for part in parts):
        return "it leads out of the root, or has more than one form"
    if parts[0].casefold() == ".index":
        return "derived state is no part of a backup"
    return None


def damaged(backup_id: str, why: str) -> BackupDamaged:
    """The error that a backup cannot be used."""
    return BackupDamaged(f"backup {backup_id} is damaged: {why}; use another one ('--backup ID')")


def _check_pieces(head: Head, file: FileEntry) -> None:
    if sum(piece.size for piece in file.pieces) != file.size:
        raise damaged(head.id, f"the pieces of {file.path!r} are not as long as the file")
    for chunk, start, size in file.pieces:
        if chunk >= len(head.chunks) or start + size > head.chunks[chunk].size:
            raise damaged(head.id, f"a piece of {file.path!r} lies in no chunk")


def _why(error: Exception) -> str:
    """The first thing that is wrong, in one line."""
    return error.errors()[0]["msg"] if isinstance(error, ValidationError) else str(error)
