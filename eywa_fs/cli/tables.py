"""Tables: drawn on a terminal, plain aligned columns elsewhere."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence

from eywa_fs.cli.text import padded, safe_line, width

_DATE = re.compile(r"(\d{4}-\d{2}-\d{2}( \d{2}:\d{2})?)?")
"""A cell that must stay on one line."""


def show_table(title: str, columns: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Print a table on standard output. Cells may hold anything: they are never read as markup."""
    cells = [[safe_line(_text(cell)) for cell in row] for row in rows]
    numbers = [
        all(isinstance(row[place], int | float) for row in rows) for place in range(len(columns))
    ]
    if sys.stdout.isatty():
        _drawn(title, columns, cells, numbers)
    else:
        print(plain_table(title, columns, cells, numbers))


def show_figures(title: str, columns: Mapping[str, Mapping[str, object]]) -> None:
    """Print figures: a line for each, a column for each run or group; nothing without figures."""
    names = dict.fromkeys(name for figures in columns.values() for name in figures)
    rows = [(name, *(figures.get(name) for figures in columns.values())) for name in names]
    if rows:
        show_table(title, ("figure", *(label or "-" for label in columns)), rows)


def plain_table(
    title: str, columns: Sequence[str], rows: Sequence[Sequence[str]], numbers: Sequence[bool]
) -> str:
    """The table as text: a title, a line of headings, a line for each row."""
    widths = [max(map(width, column)) for column in zip(columns, *rows, strict=True)]
    lines = [title] if title else []
    for row in (columns, *rows):
        filled = [
            " " * (size - width(cell)) + cell if right else padded(cell, size)
            for cell, size, right in zip(row, widths, numbers, strict=True)
        ]
        lines.append("  ".join(filled).rstrip())
    return "\n".join(lines)


def _drawn(
    title: str, columns: Sequence[str], rows: Sequence[Sequence[str]], numbers: Sequence[bool]
) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(title=Text(title) if title else None, title_justify="left")
    for place, (name, right) in enumerate(zip(columns, numbers, strict=True)):
        table.add_column(
            Text(name),
            justify="right" if right else "left",
            overflow="fold",
            no_wrap=all(_DATE.fullmatch(row[place]) for row in rows),
        )
    for row in rows:
        table.add_row(*map(Text, row))
    Console().print(table)


def _text(cell: object) -> str:
    if isinstance(cell, float):
        return f"{cell:.4f}".rstrip("0").rstrip(".")
    return "" if cell is None else str(cell)
