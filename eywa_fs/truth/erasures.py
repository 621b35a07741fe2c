"""The log of erasures, and overwriting what an erasure names. The log is truth.

``audit/erasures.jsonl`` has a line for each decision to erase, one when everything derived was made
anew (``derived``) and one at the end, the certificate; in a restored root one that says how far it
reached (``restored``). A decision without a certificate is
unfinished. No line holds an erased text, an id of an erased record or a hash of either, but for the
chain values of erased lines of linked logs.

Overwriting is a function of the decision and of where the line ends stand: done twice, or begun and
interrupted, it leaves the same bytes.
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Annotated, Any, Final, NamedTuple

from pydantic import Field, TypeAdapter

from eywa_fs.errors import TruthReadError, TruthWriteError
from eywa_fs.lockfile import AT_ONCE, NO_LINK, locked
from eywa_fs.model.plain import fields_of
from eywa_fs.truth.appendfile import refuse_links
from eywa_fs.truth.chain import is_linked
from eywa_fs.truth.journal import Journal
from eywa_fs.truth.layout import Layout
from eywa_fs.truth.reader import read_exactly, reading
from eywa_fs.truth.tombstones import erased_by, tombstone

LOG: Final = "audit/erasures.jsonl"
"""The log, below the data root."""

_STRUCTURAL: Final = "structural"
"""What a certificate without a byte scan says of it."""

Id = Annotated[str, Field(pattern="^er_[0-9a-f]{12}$")]
Natural = Annotated[int, Field(ge=0)]


class Range(NamedTuple):
    """Lines of a file that adjoin, or bytes of a Markdown file: half-open, without the last
    ``\\n``."""

    path: str
    start: Natural
    end: Natural


@dataclass(frozen=True, slots=True)
class Erasure:
    """A decision to erase.

    Attributes:
        scope: whose lines: ``tenantId``, and ``userId`` unless all of the tenant's.
        by: which criteria chose them, never what they said: ``text``, ``event``, ``session``,
            ``time``, ``everything``.
        counts: lines by kind.
        ranges: by path and place; of a linked log one for each line.
        links: of each linked log among the paths the chain value of each of its ranges.
        markdown: of each Markdown file among the paths, the SHA-256 (hex) of the whole file once
            the ranges are blank. Only a file of which that comes true is changed.
    """

    id: Id
    at: int
    operator: str
    reason: str
    scope: Mapping[str, str]
    by: tuple[str, ...]
    counts: Mapping[str, int]
    ranges: tuple[Range, ...]
    links: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    markdown: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Derived:
    """Everything derived was made anew after the truth was overwritten; ``generation`` and
    ``digest`` are of the new state, ``None`` where there is none."""

    id: Id
    at: int
    generation: int | None
    digest: str | None


@dataclass(frozen=True, slots=True)
class Certificate:
    """The end of an erasure.

    Attributes:
        hashes: SHA-256 (hex) of what stands in each range of the decision; ``None`` where the file
            was gone or had become another.
        scan: figures of the byte scan; ``None`` where the process that knew the texts had died, so
            that the certificate rests on the way it was done.
        backups: where backups were made before: they hold what was erased.
        left: files that are none of the memory's and still held a text.
    """

    id: Id
    at: int
    hashes: tuple[str | None, ...]
    counts: Mapping[str, int]
    generation: int | None
    digest: str | None
    scan: Mapping[str, int] | None
    backups: tuple[str, ...] = ()
    left: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Restored:
    """An erasure was applied to files that were restored and are shorter than it takes them for.

    ``ends`` says how many bytes each had without a last line feed; 0 where there was none. What
    stands behind that was written later, and is not what was erased."""

    id: Id
    at: int
    ends: Mapping[str, int]


Entry = Erasure | Derived | Certificate | Restored


@dataclass(frozen=True, slots=True)
class Log:
    """What the log says, by id; of two lines of one kind and id the first counts."""

    erasures: Mapping[str, Erasure]
    derived: Mapping[str, Derived]
    certificates: Mapping[str, Certificate]

    @property
    def pending(self) -> list[Erasure]:
        """Decisions without a certificate, in the order of the log."""
        return [one for name, one in self.erasures.items() if name not in self.certificates]

    def ranges(self, path: str) -> list[Range]:
        """What erasures took of a file."""
        return [at for one in self.erasures.values() for at in one.ranges if at.path == path]


def whose(tenant_id: str, user_id: str | None) -> dict[str, str]:
    """Whose records an erasure is of, as its line has it; ``None``: those of all of the tenant's
    users."""
    return {"tenantId": tenant_id} | ({} if user_id is None else {"userId": user_id})


def new_id() -> str:
    """A new id of an erasure: 48 random bits."""
    return f"er_{os.urandom(6).hex()}"


def write(journal: Journal, entry: Entry) -> None:
    """Append an entry to the log, durably; ``TruthWriteError`` where that fails."""
    value = {"kind": type(entry).__name__.lower(), **fields_of(entry)}
    if isinstance(entry, Certificate) and entry.scan is None:
        value["scan"] = _STRUCTURAL
    line = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    journal.append_lines(LOG, [line.encode() + b"\n"])


def read(layout: Layout) -> Log:
    """The log of a data root; :func:`read_file`. Of a root that is gone nobody knows it."""
    layout.refuse_lost()
    return read_file(layout.root / LOG)


def read_file(path: Path, *, whole: bool = False) -> Log:
    """A log, also one kept beside backups; ``TruthReadError`` where it cannot be read. A missing
    file is an empty log. ``whole``: as of :func:`parsed`."""
    try:
        there = path.is_file() and not path.is_symlink()
        return parsed(path.read_bytes() if there else b"", whole=whole)
    except OSError as error:
        raise TruthReadError(f"{path} cannot be read: {error.strerror}") from None


def parsed(data: bytes, *, whole: bool = False) -> Log:
    """What the lines of a log say; those that are none of ours are passed over.

    Args:
        whole: give the ranges as they were decided, for other files than those beside the log;
            else only as far as the files went when they were restored.
    """
    found: dict[type, dict[str, Any]] = {Erasure: {}, Derived: {}, Certificate: {}, Restored: {}}
    for line in data.split(b"\n"):
        with suppress(ValueError, KeyError, TypeError, AttributeError):
            entry = _entry(line)
            found[type(entry)].setdefault(entry.id, entry)
    for name, restored in found[Restored].items():
        if not whole and name in found[Erasure]:
            found[Erasure][name] = clipped(found[Erasure][name], restored.ends)
    return Log(found[Erasure], found[Derived], found[Certificate])


def clipped(erasure: Erasure, ends: Mapping[str, int]) -> Erasure:
    """The decision as far as files of certain lengths go; files that are not named are as long as
    they were."""
    cut = (at._replace(end=min(at.end, ends.get(at.path, at.end))) for at in erasure.ranges)
    ranges = tuple(at for at in cut if at.start < at.end)
    left = Counter(at.path for at in ranges)
    links = {path: values[: left[path]] for path, values in erasure.links.items() if left[path]}
    return replace(erasure, ranges=ranges, links=links)


def erasure_at(layout: Layout, path: str, offset: int) -> Erasure | None:
    """The first erasure that took the line which begins at a byte of a file; ``None``: none did."""
    for erasure in read(layout).erasures.values():
        for at in erasure.ranges:
            if at.path == path and at.start <= offset <= at.end:
                return erasure
    return None


def overwrite(layout: Layout, erasure: Erasure) -> tuple[str | None, ...]:
    """Put tombstones in the place of every line an erasure names, and sync them;
    ``TruthWriteError`` where a file cannot be written, or a symbolic link leads to it.

    Appends to the same file wait meanwhile, as for one another. What is overwritten already is left
    as it is.

    Returns:
        Of each range the SHA-256 (hex) of what stands there now; ``None`` where the file is gone,
        or its lines do not stand any more where they stood.
    """
    found: list[str | None] = []
    for path, ranges in groupby(erasure.ranges, key=lambda one: one.path):
        found += _overwrite_file(layout, erasure, path, [*ranges])
    return tuple(found)


def standing(layout: Layout, erasure: Erasure) -> tuple[str | None, ...]:
    """Of each range the SHA-256 (hex) of its bytes as they are; ``None`` where there are not as
    many, or they cannot be read."""
    found = (read_range(layout, at) for at in erasure.ranges)
    return tuple(None if data is None else hashlib.sha256(data).hexdigest() for data in found)


def read_range(layout: Layout, at: Range) -> bytes | None:
    """The bytes of a range; ``None`` where there are not as many, or they cannot be read."""
    try:
        with reading(layout, at.path) as fd:
            data = read_exactly(fd, at.start, at.end - at.start)
    except (FileNotFoundError, TruthReadError):
        return None
    return data if len(data) == at.end - at.start else None


def _overwrite_file(
    layout: Layout, erasure: Erasure, path: str, ranges: Sequence[Range]
) -> list[str | None]:
    place = layout.root / path
    truth = layout.parse(path)
    if path == LOG or (truth is None and not is_linked(path)):
        raise TruthWriteError(f"{path} is no file of the truth: nothing in it is overwritten")
    refuse_links(place.parent)
    try:
        file = locked(place, wait=True, flags=os.O_RDWR | NO_LINK | AT_ONCE)
    except FileNotFoundError:
        return [None] * len(ranges)
    except OSError as error:
        raise TruthWriteError(f"{path} cannot be overwritten: {error.strerror}") from None
    try:
        with file:
            fd = file.fileno()
            if not stat.S_ISREG(os.fstat(fd).st_mode):
                raise OSError(0, "it is no regular file")
            if truth is not None and truth.kind == "longterm":
                return _blank_markdown(fd, erasure.markdown.get(path, ""), ranges)
            links: Sequence[str | None] = erasure.links.get(path) or [None] * len(ranges)
            hashes = [
                _overwrite_lines(fd, at, erasure.id, chain)
                for at, chain in zip(ranges, links, strict=True)
            ]
            os.fsync(fd)
            return hashes
    except OSError as error:
        raise TruthWriteError(f"{path} cannot be overwritten: {error.strerror}") from None


def _overwrite_lines(fd: int, at: Range, erasure_id: str, chain: str | None) -> str | None:
    data = read_exactly(fd, at.start, at.end - at.start)
    aligned = at.start == 0 or read_exactly(fd, at.start - 1, 1) == b"\n"
    if len(data) != at.end - at.start or not aligned:
        return None
    rest = _rest_of_line(fd, at.end)  # of a line that was torn, and went on behind its tombstone
    *lines, last = data.split(b"\n")
    put = [_put_over(line, b"", erasure_id, chain) for line in lines]
    wanted = b"\n".join((*put, _put_over(last, rest, erasure_id, chain)))
    if data != wanted:
        if rest:
            return None
        _write_at(fd, at.start, wanted)
    return hashlib.sha256(wanted).hexdigest()


def _put_over(line: bytes, rest: bytes, erasure_id: str, chain: str | None) -> bytes:
    """What is to stand in the place of a line, or of its beginning: the tombstone of another
    erasure stays."""
    if erased_by(line + rest) not in (None, erasure_id):
        return line
    return tombstone(len(line), erasure_id, chain)


def _rest_of_line(fd: int, offset: int) -> bytes:
    rest = b""
    while block := read_exactly(fd, offset + len(rest), 1 << 16):
        rest += block
        if b"\n" in block:
            break
    return rest.partition(b"\n")[0]


def _blank_markdown(fd: int, expected: str, ranges: Sequence[Range]) -> list[str | None]:
    data = blanked(read_exactly(fd, 0, os.fstat(fd).st_size), ranges)
    if hashlib.sha256(data).hexdigest() != expected:
        return [None] * len(ranges)
    for at in ranges:
        _write_at(fd, at.start, data[at.start : at.end])
    os.fsync(fd)
    return [hashlib.sha256(data[at.start : at.end]).hexdigest() for at in ranges]


def blanked(data: bytes, ranges: Sequence[Range]) -> bytes:
    """A Markdown file with spaces in ranges, its ``\\n`` kept."""
    changed = bytearray(data)
    for at in ranges:
        lines = changed[at.start : at.end].split(b"\n")
        changed[at.start : at.end] = b"\n".join(b" " * len(line) for line in lines)
    return bytes(changed)


def _write_at(fd: int, start: int, data: bytes) -> None:
    done = 0
    while done < len(data):
        done += os.pwrite(fd, data[done:], start + done)


def _entry(line: bytes) -> Entry:
    """The entry in a line; an error of type, key or value where there is none."""
    value = json.loads(line)
    if value["kind"] == "certificate" and value["scan"] == _STRUCTURAL:
        value["scan"] = None
    entry = _form(value["kind"]).validate_python(value)
    if isinstance(entry, Erasure):
        of_path = Counter(at.path for at in entry.ranges)
        if any(len(found) != of_path[path] for path, found in entry.links.items()):
            raise ValueError("not a chain value for each range")
        if any(at.start > at.end for at in entry.ranges):
            raise ValueError("a range that ends before it begins")
    return entry


@cache
def _form(kind: str) -> TypeAdapter[Entry]:
    """What an entry of a kind has to look like."""
    kinds = {one.__name__.lower(): one for one in (Erasure, Derived, Certificate, Restored)}
    return TypeAdapter(kinds[kind])
