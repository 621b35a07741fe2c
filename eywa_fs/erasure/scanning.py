"""Looking for what was erased in every byte below the data root."""

from __future__ import annotations

import os
import stat
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from eywa_fs.erasure.choosing import lines_of
from eywa_fs.erasure.needles import HALVES, LONGEST, Needles
from eywa_fs.erasure.saying import said_in, scope_said
from eywa_fs.errors import TruthReadError
from eywa_fs.lockfile import AT_ONCE, NO_LINK
from eywa_fs.model.reports import Progress
from eywa_fs.truth.checkpoints import CHECKPOINTS
from eywa_fs.truth.erasures import LOG
from eywa_fs.truth.layout import Layout

_BLOCK: Final = 8 << 20
_OWN: Final = (LOG, CHECKPOINTS, "config.yaml")


@dataclass(frozen=True, slots=True)
class Scan:
    """What a byte scan found.

    Attributes:
        files, bytes: how much was read.
        pieces: how many pieces of texts were looked for.
        repeated: of them, those that lines which were not erased say as well: where they are found
            proves nothing.
        short: pieces too short to be looked for, or single words.
        found: the others that were found.
        left: where, every file.
    """

    files: int
    bytes: int
    pieces: int
    repeated: int
    short: int
    found: int
    left: tuple[str, ...]

    @property
    def figures(self) -> dict[str, int]:
        """The numbers alone."""
        names = ("files", "bytes", "pieces", "repeated", "short", "found")
        return {name: getattr(self, name) for name in names}


def scan(layout: Layout, needles: Needles, progress: Progress = lambda done, total: None) -> Scan:
    """Read every file below the root; what vanishes meanwhile held nothing that stays.
    ``TruthReadError`` where a file cannot be read."""
    files = sorted(_files(layout), key=lambda item: not _is_own(layout, item[0]))
    total = sum(size for _, size in files)
    repeated: set[int] = set()
    elsewhere: dict[int, set[str]] = {}
    done = 0
    for path, _ in files:
        own = _is_own(layout, path)
        for block, fresh in _blocks(layout.root / path):
            hits = needles.found_in(block, repeated)
            if own:
                repeated |= hits
            else:
                for number in hits:
                    elsewhere.setdefault(number, set()).add(path)
            done += fresh
            progress(done, max(total, done))
    if elsewhere:
        repeated |= _still_said(layout, needles, elsewhere)
        repeated |= _take_entries(layout, needles, elsewhere)
    left = [paths for number, paths in elsewhere.items() if number not in repeated]
    return Scan(
        len(files), done, len(needles), len(repeated), needles.short, len(left),
        tuple(sorted(map(_utf8, set().union(*left)))),
    )  # fmt: skip


def _is_own(layout: Layout, path: str) -> bool:
    """Whether a file is the memory's and may repeat what was erased: one of the truth, not a copy
    beside it, nor the audit trail."""
    return path in _OWN or layout.parse(path) is not None


def _utf8(path: str) -> str:
    """A path in which bytes that are no UTF-8 are spelled ``\\xNN``."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def _is_trail(path: str) -> bool:
    """Whether a file is the audit trail's."""
    return path.startswith("audit/") and path.endswith(".log.jsonl")


def _take_entries(layout: Layout, needles: Needles, found: dict[int, set[str]]) -> set[int]:
    """Put in place of the audit trail's files the entries about a user's memory that say a piece:
    they are no records that say it as well, their decisions are, where those stand.

    Returns:
        The pieces that only other entries of a file say.
    """
    order = sorted(found)
    few = needles.some(found)
    others: set[int] = set()
    for path in sorted({path for paths in found.values() for path in paths if _is_trail(path)}):
        said = {number for number, paths in found.items() if path in paths}
        for number in said:
            found[number].remove(path)
        for line in lines_of(layout, path):
            if scope_said(line.data) is not None:
                texts = "\n".join(text for text, _ in said_in(line.data, audit=True) or ())
                for hit in few.found_in(texts.encode("utf-8", HALVES)):
                    found[order[hit]].add(f"{path}:{line.number}")
                    said.discard(order[hit])
        others |= said
    return others


def _still_said(layout: Layout, needles: Needles, numbers: Collection[int]) -> set[int]:
    """Which pieces a line says after all: in other escapes, or since it was read."""
    order = sorted(numbers)
    few = needles.some(numbers)
    said: set[int] = set()
    for truth in layout.every_file():
        for line in lines_of(layout, truth.rel):
            texts = "\n".join(text for text, _ in said_in(line.data) or ())
            for data in (line.data, texts.encode("utf-8", HALVES)):
                said |= few.found_in(data, said)
    return {order[number] for number in said}


def _files(layout: Layout) -> Iterator[tuple[str, int]]:
    """Every regular file below a folder and its size; symbolic links are not followed."""

    def refuse(error: OSError) -> None:
        if not layout.is_absence(error):
            raise layout.unlisted(str(error.filename), error) from None

    root = layout.root
    for folder, _, names in os.walk(root, onerror=refuse):
        for name in names:
            path = os.path.join(folder, name)
            try:
                state = os.lstat(path)
            except OSError:
                continue
            if stat.S_ISREG(state.st_mode):
                yield os.path.relpath(path, root), state.st_size


def _blocks(path: Path) -> Iterator[tuple[bytes, int]]:
    """The bytes of a file in blocks that overlap, and how many of each are new."""
    try:
        fd = os.open(path, os.O_RDONLY | NO_LINK | AT_ONCE)
    except FileNotFoundError:
        return
    except OSError as error:
        raise TruthReadError(f"{path} cannot be scanned: {error.strerror}") from None
    try:
        rest = b""
        while block := os.read(fd, _BLOCK):
            yield rest + block, len(block)
            rest = (rest + block)[-LONGEST:]
    except OSError as error:
        raise TruthReadError(f"{path} cannot be scanned: {error.strerror}") from None
    finally:
        os.close(fd)
