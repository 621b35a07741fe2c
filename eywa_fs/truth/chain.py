"""The logs whose lines are linked: the audit trail, the erasures, a user's decisions and episodes.

Each line that eywa writes there ends with the key ``chain``: SHA-256 of the chain value of the line
before it and of its own bytes without that key. The first line of a day's file goes on from the
last one of the file before. So a line that was edited, taken out, put in or moved shows. A line
that was erased keeps its chain value and nothing else.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from eywa_fs.errors import InvalidRecord
from eywa_fs.truth.tombstones import kept_chain

BEGIN = "0" * 64
"""The chain value before the first line of a log."""

LINK_BYTES = len(f',"chain":"{BEGIN}"')

FOREIGN = "it was not written, or not wholly, by eywa"

_LOG_FILE = re.compile(r"\d{4}-\d{2}-\d{2}(\.log)?\.jsonl")
_LINKED = re.compile(
    r"audit/[^/]+\.jsonl|tenants/[^/]+/users/[^/]+/(decisions|episodes/[^/]+)/[^/]+\.jsonl"
)
_LINK = re.compile(rb',"chain":"([0-9a-f]{64})"\}\s*\Z')


class Break(NamedTuple):
    """A place where a log is not as it was written: ``line`` of the file ``path``, and why."""

    path: str
    line: int
    why: str
    found: str
    """SHA-256 of the line that stands there."""


def is_linked(rel: str) -> bool:
    """Whether a file below the root is one of a linked log."""
    return _LINKED.fullmatch(rel) is not None


def link_all(lines: Sequence[bytes], value: str) -> list[bytes]:
    """Lines of JSON objects (each with its ``\\n``), each with its chain value; ``value`` is that
    of the line they are appended to."""
    linked = []
    for line in lines:
        body = line.rstrip()[:-1]
        value = _next(value, body)
        linked.append(b'%s,"chain":"%s"}\n' % (body, value.encode()))
    return linked


def check_room(line: bytes, max_bytes: int) -> None:
    """Raise ``InvalidRecord`` where a line is too long to be linked."""
    if len(line) + LINK_BYTES > max_bytes:
        raise InvalidRecord(
            f"the decision needs {len(line) + LINK_BYTES} bytes; the limit is {max_bytes} "
            "(limits.max_record_bytes): shorten it"
        )


def chain_value(data: bytes) -> str | None:
    """The chain value that a line without its ``\\n`` states; ``None`` where it states none."""
    found = _LINK.search(data, max(0, len(data.rstrip()) - LINK_BYTES - 1))
    return found[1].decode() if found else None


def last_value(fd: int, size: int, path: Path) -> str:
    """The chain value to which the next line of a log's file is linked, of the open file at
    ``path`` with ``size`` bytes."""
    if data := _last_line(fd, size):
        return chain_value(data) or _run(fd, size, path)
    return _value_before(path)


def breaks(files: Iterable[tuple[str, Iterable[tuple[int, bytes]]]]) -> Iterator[Break]:
    """Where a log is not as it was written, told from its files, oldest first: path, and its lines
    with their numbers."""
    ends = [BEGIN]
    """Chain values of the lines of the files before; a file goes on from the newest of them, or
    from an older one where the clock was set back and one of them grew afterwards."""
    for path, lines in files:
        here: list[str] = []
        linked = False
        for number, data in lines:
            if not data.strip():
                continue
            stated = chain_value(data)
            before = here[-1:] or (ends if stated else ends[-1:])
            if stated is None:
                here.append(_next(before[-1], data))
                if linked:
                    yield Break(path, number, FOREIGN, hashlib.sha256(data).hexdigest())
                continue
            linked = True
            here.append(stated)
            body = data.rstrip()[: -LINK_BYTES - 1]
            if kept_chain(data) is None and all(
                _next(value, body) != stated for value in reversed(before)
            ):
                why = "it or the line before it was changed, or lines before it are gone or new"
                yield Break(path, number, why, hashlib.sha256(data).hexdigest())
        ends += here


def _next(value: str, body: bytes) -> str:
    return hashlib.sha256(value.encode() + body).hexdigest()


def _run(fd: int, size: int, path: Path) -> str:
    """The chain value at the end of a file whose last line states none."""
    value = _value_before(path)
    with open(os.dup(fd), "rb") as file:
        file.seek(0)
        for data in file.read(size).split(b"\n"):
            if data.strip():
                value = chain_value(data) or _next(value, data)
    return value


def _value_before(path: Path) -> str:
    """The chain value at the end of the newest earlier file of the same log that has a line."""
    if not _LOG_FILE.fullmatch(path.name):
        return BEGIN
    with os.scandir(path.parent) as entries:
        names = [e.name for e in entries if e.name < path.name and e.is_file(follow_symlinks=False)]
    for name in sorted(filter(_LOG_FILE.fullmatch, names), reverse=True):
        with open(path.parent / name, "rb") as file:
            size = os.fstat(file.fileno()).st_size
            if _last_line(file.fileno(), size):
                return last_value(file.fileno(), size, path.parent / name)
    return BEGIN


def _last_line(fd: int, size: int) -> bytes:
    """The last line of a file that is not blank, ended by ``\\n`` or not; or nothing."""
    tail, start = b"", size
    while start > 0:
        step = min(1 << 16, start)
        start -= step
        tail = os.pread(fd, step, start) + tail
        stripped = tail.rstrip()
        if stripped and (start == 0 or b"\n" in stripped):
            begin = stripped.rfind(b"\n") + 1
            end = tail.find(b"\n", begin)
            return tail[begin:] if end < 0 else tail[begin:end]
    return b""
