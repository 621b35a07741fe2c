"""Where an export goes: a file or a folder that appears whole under its name, or not at all."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from eywa_fs.durable import FILE_MODE, sync_folder
from eywa_fs.errors import BadRequest, DependencyUnavailable
from eywa_fs.exporting.formats import Part


def write_file(parts: Iterable[Part], to: Path, *, force: bool) -> int:
    """Write the lines of all parts into one file, which only its owner may read; how many.

    Raises:
        BadRequest: it is there already, without ``force``.
        DependencyUnavailable: it cannot be written; what was there is as it was.
    """
    with _making(to, force) as folder:
        made = folder / "export"
        lines = sum(_write(part.lines, made) for part in parts)
        os.replace(made, to)
        return lines


def write_folder(parts: Iterable[Part], to: Path, *, force: bool) -> tuple[int, int]:
    """Write each part into a file of its own below a folder; how many files and lines. With
    ``force`` files of the same names are replaced, others stay. Errors as of :func:`write_file`."""
    with _making(to, force) as folder:
        made = folder / "export"
        made.mkdir()
        files = lines = 0
        for part in parts:
            path = made / part.name
            path.parent.mkdir(parents=True, exist_ok=True)
            lines += _write(part.lines, path)
            files += 1
        if not to.exists():
            os.replace(made, to)
        for path in sorted(made.rglob("*.md")) if made.exists() else ():
            target = to / path.relative_to(made)
            target.parent.mkdir(parents=True, exist_ok=True)
            os.replace(path, target)
        return files, lines


def _write(lines: Iterable[str], path: Path) -> int:
    number = 0
    fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, FILE_MODE)
    with os.fdopen(fd, "ab") as file:
        for line in lines:
            file.write(line.encode() + b"\n")
            number += 1
        file.flush()
        os.fsync(file.fileno())
    return number


@contextmanager
def _making(to: Path, force: bool) -> Iterator[Path]:
    """A folder beside ``to`` in which it is made; gone afterwards."""
    if os.path.lexists(to) and not force:
        raise BadRequest(f"{to} is there already: give another name, or --force")
    try:
        folder = Path(tempfile.mkdtemp(prefix=".eywa-export-", dir=to.absolute().parent))
        try:
            yield folder
            sync_folder(to.absolute().parent)
        finally:
            shutil.rmtree(folder, ignore_errors=True)
    except OSError as error:
        why = error.strerror or error
        raise DependencyUnavailable(f"{to} cannot be written: {why}") from None
