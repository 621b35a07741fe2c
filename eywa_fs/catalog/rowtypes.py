"""The types a table's rows must have. SQLite keeps whatever was written into a column, so a damaged
or edited catalog can give text where a number belongs; found here, it is a failure of the catalog
and not a crash of whoever computes with it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Boolean, Column, Integer, LargeBinary, Row, Table

from eywa_fs.errors import DependencyUnavailable


def types_of(table: Table) -> tuple[type, ...]:
    """The Python type of each column, in order."""
    return tuple(_type_of(column) for column in table.columns)


def _type_of(column: Column[Any]) -> type:
    kinds = ((Boolean, bool), (Integer, int), (LargeBinary, bytes))
    return next((found for kind, found in kinds if isinstance(column.type, kind)), str)


def check_types(row: Row[Any], types: Sequence[type], table: Table) -> None:
    """Raise unless a row holds what its columns are for.

    Raises:
        DependencyUnavailable: it does not; names the table and the row.
    """
    if tuple(map(type, row)) != types:
        raise damaged_row(table, row[0], "a value is of another type")


def damaged_row(table: Table, name: object, reason: object) -> DependencyUnavailable:
    """The error for a row that cannot be what was written.

    A search says it to its user, so a row that is named by a path stays unnamed: whose path stands
    in a damaged row, nobody knows.
    """
    which = "a row" if "path" in table.primary_key.columns else f"the row {str(name)[:80]!r}"
    return DependencyUnavailable(
        f"{which} of the catalog's table {table.name} is damaged: {reason}; "
        "run 'eywa repair --apply' to derive it anew"
    )
