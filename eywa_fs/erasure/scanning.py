"""Looking for what was erased in every byte below the data root."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from eywa_fs.erasure.choosing import lines_of
from eywa_fs.erasure.needles import LONGEST, Needles
from eywa_fs.erasure.saying import said_in, scope_said
from eywa_fs.errors import TruthReadError
from eywa_fs.model.reports import Progress
from eywa_fs.truth.layout import Layout
from eywa_fs.truth.lockfile import AT_ONCE, NO_LINK

_BLOCK: Final = 8 << 20
_TRUTH: Final = ("tenants", "audit", "config.yaml")


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
        left: where.
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
    found = sorted(_files(layout), key=lambda item: item[0].split("/")[0] not in _TRUTH)
    total = sum(size for _, size in found)
    repeated: set[int] = set()
    elsewhere: dict[int, str] = {}
    done = files = 0
    for path, _ in found:
        is_truth = path.split("/")[0] in _TRUTH
        files += 1
        for block, fresh in _blocks(layout.root / path):
            hits = needles.found_in(block, repeated)
            if is_truth and not _is_trail(path):
                repeated |= hits
            else:
                elsewhere |= dict.fromkeys(hits - elsewhere.keys(), path)
            done += fresh
            progress(done, max(total, done))
    if elsewhere:
        repeated |= _still_said(layout, needles, elsewhere)
        entries = _in_trail(layout, needles, elsewhere)
        repeated |= {n for n, path in elsewhere.items() if _is_trail(path) and n not in entries}
        elsewhere |= entries
    left = {number: path for number, path in elsewhere.items() if number not in repeated}
    return Scan(
        files, done, len(needles), len(repeated), needles.short, len(left),
        tuple(sorted(set(left.values()))),
    )  # fmt: skip


def _is_trail(path: str) -> bool:
    """Whether a file is the audit trail's."""
    return path.startswith("audit/") and path.endswith(".log.jsonl")


def _in_trail(layout: Layout, needles: Needles, numbers: dict[int, str]) -> dict[int, str]:
    """Which pieces an entry of the audit trail about a user's memory says, and where. It is no
    record that says them as well: its decision is, where that stands."""
    order = sorted(numbers)
    few = needles.some(numbers)
    found: dict[int, str] = {}
    for path in sorted({path for path in numbers.values() if _is_trail(path)}):
        for line in lines_of(layout, path):
            if scope_said(line.data) is not None:
                texts = "\n".join(text for text, _ in said_in(line.data, audit=True) or ())
                hits = few.found_in(texts.encode("utf-8", "replace"))
                found |= {order[n]: f"{path}:{line.number}" for n in hits}
    return found


def _still_said(layout: Layout, needles: Needles, numbers: dict[int, str]) -> set[int]:
    """Which pieces a line says after all: in other escapes, or since it was read."""
    order = sorted(numbers)
    few = needles.some(numbers)
    said: set[int] = set()
    for truth in layout.every_file():
        for line in lines_of(layout, truth.rel):
            texts = "\n".join(text for text, _ in said_in(line.data) or ())
            for data in (line.data, texts.encode("utf-8", "replace")):
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
