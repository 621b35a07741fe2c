"""How answers and errors reach the user: text for people, one JSON object for programs."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, NoReturn, TextIO

import typer

from eywa_fs.cli.options import chosen
from eywa_fs.errors import EywaError, Interrupted, OutputLost
from eywa_fs.model import safetext, times
from eywa_fs.model.records import Record
from eywa_fs.model.safetext import safe, safe_json, safe_line, wrapped
from eywa_fs.packages import lack

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer


class _Output(io.FileIO):
    """Standard output below its buffers: what it does not take is :class:`OutputLost`."""

    def write(self, data: ReadableBuffer, /) -> int:
        try:
            return super().write(data)
        except OSError as error:
            raise OutputLost(
                f"standard output takes no more ({error.strerror}): the answer is not whole; a "
                "change that was asked for may have been made"
            ) from error


def output_of(stream: TextIO) -> TextIO:
    """Standard output as it is, but for how it fails; a narrow encoding must not end us."""
    live = stream.isatty() or getattr(stream, "write_through", False)
    return io.TextIOWrapper(
        io.BufferedWriter(_Output(stream.fileno(), "w", closefd=False)),
        encoding=stream.encoding, errors="backslashreplace", line_buffering=live,
    )  # fmt: skip


def emit(value: Any, text: str, remarks: Iterable[str] = ()) -> None:
    """Print the answer: with ``--json`` just ``value``; else ``text`` made safe for a terminal,
    then remarks."""
    if chosen.json:
        print(_encoded(value))
        return
    print(safe(text))
    for line in remarks:
        note(line)


def note(message: str) -> None:
    """A remark beside the answer, on standard error, if that takes it; on a terminal broken between
    words."""
    text = safe(message)
    if sys.stderr.isatty():
        columns = shutil.get_terminal_size().columns
        text = "\n".join(wrapped(line, columns) for line in text.splitlines())
    with suppress(OSError):
        print(text, file=sys.stderr, flush=True)


def shown(at: int) -> str:
    """A time in epoch milliseconds, for people: in the zone in which what they type is read."""
    return times.shown(at, chosen.zone)


def said(record: Record, citation: str) -> str:
    """When a record was said, who said it, and where it stands; see :func:`safetext.said`."""
    return safetext.said(record, citation, chosen.zone)


def many(number: int, things: str) -> str:
    """``1 file``, ``2 files``: a number and what it counts, which is given as of several."""
    return f"{number} {things.removesuffix('s') if number == 1 else things}"


def counted(counts: Mapping[str, int]) -> str:
    """``2 files, 1 line``: numbers and what they count."""
    return ", ".join(many(number, things) for things, number in counts.items()) or "nothing"


@contextmanager
def edge(again: str) -> Iterator[None]:
    """Turn every failure into a message and an exit code, without a traceback; ``again`` says
    how to go on after an interruption."""
    try:
        yield
    except (typer.Exit, OutputLost):
        raise
    except EywaError as error:
        fail(error)
    except KeyboardInterrupt:
        raise Interrupted(f"interrupted: what was acknowledged is safe; {again}") from None
    except Exception as error:
        if os.environ.get("EYWA_DEBUG"):
            raise
        internal = f"internal error: {error!r}; run again with EYWA_DEBUG=1 for details"
        fail(lack(error) or EywaError(internal))


def fail(error: EywaError) -> NoReturn:
    """Show an error and end with its exit code."""
    show_error(chosen.json, error)
    raise typer.Exit(error.exit_code)


def show_error(as_json: bool, error: EywaError) -> None:
    """One JSON object on standard output, or a line on standard error."""
    if as_json:
        value = {"code": error.code, "message": str(error), "retryable": error.retryable}
        print(_encoded({"error": value}))
    else:
        note(f"{error}" if isinstance(error, Interrupted) else f"error: {error}")


def _encoded(value: Any) -> str:
    plain = (sys.stdout.encoding or "ascii").lower().replace("-", "") != "utf8"
    return safe_json(json.dumps(value, ensure_ascii=plain))


_DATE = re.compile(r"(\d{4}-\d{2}-\d{2}( \d{2}:\d{2}(Z|[+-][\d:]+)?)?)?")
"""A cell that must stay on one line."""
_ENDLESS = 1_000_000
"""Columns of what is no terminal: nothing is folded there."""


def table(columns: Sequence[str], rows: Sequence[Sequence[object]], title: str = "") -> str:
    """A line of headings and a line for each row; ``""`` without rows. Columns of numbers stand to
    the right. Cells may hold anything: they are never read as markup."""
    if not rows:
        return ""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    drawn = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    for name, cells in zip(columns, zip(*rows, strict=True), strict=True):
        numbers = all(isinstance(cell, int | float) for cell in cells)
        drawn.add_column(
            Text(name),
            justify="right" if numbers else "left",
            overflow="fold",
            no_wrap=all(_DATE.fullmatch(_text(cell)) for cell in cells),
        )
    for row in rows:
        drawn.add_row(*(Text(safe_line(_text(cell))) for cell in row))
    watched = sys.stdout.isatty()
    paper = io.StringIO()
    width = None if watched else _ENDLESS
    Console(file=paper, width=width, force_terminal=False).print(drawn)
    lines = [line.rstrip() for line in paper.getvalue().splitlines()]
    return "\n".join([title, *lines] if title else lines)


def figures(title: str, columns: Mapping[str, Mapping[str, object]]) -> str:
    """A line for each figure, a column for each run or group; ``""`` without figures."""
    names = dict.fromkeys(name for found in columns.values() for name in found)
    rows = [(name, *(found.get(name) for found in columns.values())) for name in names]
    return table(("figure", *(label or "-" for label in columns)), rows, title)


def _text(cell: object) -> str:
    if isinstance(cell, float):
        return f"{cell:.4f}".rstrip("0").rstrip(".")
    return "" if cell is None else str(cell)
