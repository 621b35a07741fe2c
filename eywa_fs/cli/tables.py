"""Tables as text: aligned columns, folded to the width of a terminal where somebody watches."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Mapping, Sequence

from eywa_fs.model.safetext import safe_line

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
