"""The catalog's SQL: a connection, tables whose statements follow from their columns, and values of
the model as columns and back: a column is named as the attribute it holds."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import Any, TypeVar, get_type_hints

from eywa_fs.errors import DependencyUnavailable
from eywa_fs.model.documents import scope_key
from eywa_fs.model.records import Anchor, Scope

AMONG = "IN (SELECT value FROM json_each(?))"
"""Behind a column: whether it is one of as many values as there may be (:func:`listed`)."""

_TYPES = {str: "TEXT", int: "INTEGER", bytes: "BLOB"}


def listed(values: Iterable[str | int]) -> str:
    """Values as the one argument that :data:`AMONG` takes; bytes (of a damaged row) match none."""
    return json.dumps(list(values), default=str)


class Driver(sqlite3.Connection):
    """SQLite's connection, how long it waits for a lock, and what it saw of the database's last
    change and when."""

    wait_s: float | None = None
    last_change: tuple[object, int] = (None, 0)


class Connection:
    """One transaction on a catalog; ``failure`` makes errors of ours of the database's."""

    __slots__ = ("_driver", "_failure")

    def __init__(
        self,
        driver: Driver,
        failure: Callable[[sqlite3.Error], DependencyUnavailable],
    ) -> None:
        self._driver = driver
        self._failure = failure

    def each(self, query: str, *arguments: object) -> Iterator[Any]:
        """The rows of a query, one after the other as they are read."""
        try:
            yield from self._driver.execute(query, arguments)
        except sqlite3.Error as error:
            raise self._failure(error) from error

    def rows(self, query: str, *arguments: object) -> list[Any]:
        """All rows of a query."""
        try:
            return self._driver.execute(query, arguments).fetchall()
        except sqlite3.Error as error:
            raise self._failure(error) from error

    def texts(self, query: str, *arguments: object) -> list[str]:
        """The only column of a query; what is no text in it is made one, which no row has."""
        return [str(value) for (value,) in self.rows(query, *arguments)]

    def first(self, query: str, *arguments: object) -> Any:
        """The first row of a query; ``None`` if there is none."""
        try:
            return self._driver.execute(query, arguments).fetchone()
        except sqlite3.Error as error:
            raise self._failure(error) from error

    def value(self, query: str, *arguments: object) -> Any:
        """The first column of :meth:`first`; ``None`` if there is none."""
        row = self.first(query, *arguments)
        return None if row is None else row[0]

    def change(self, statement: str, *arguments: object) -> int:
        """Run a statement; how many rows it changed."""
        try:
            return self._driver.execute(statement, arguments).rowcount
        except sqlite3.Error as error:
            raise self._failure(error) from error

    def change_all(self, statement: str, rows: Iterable[Sequence[object]]) -> None:
        """Run a statement once for each row of arguments."""
        try:
            self._driver.executemany(statement, rows)
        except sqlite3.Error as error:
            raise self._failure(error) from error

    def unchanged_since(self) -> int:
        """A time (of ``time.monotonic_ns``) from which on the database was not written to.

        SQLite gives a connection another ``data_version`` once another connection has committed,
        and counts what a connection changes itself. The clock orders what several connections saw:
        what was read in a transaction that began after this time is still so.
        """
        try:
            version = self._driver.execute("PRAGMA data_version").fetchone()
        except sqlite3.Error:
            return time.monotonic_ns()  # whoever reads on is told
        state = (version, self._driver.total_changes)
        if self._driver.last_change[0] != state:
            self._driver.last_change = (state, time.monotonic_ns())
        return self._driver.last_change[1]

    def has_table(self, name: str) -> bool:
        """Whether there is a table of that name."""
        return self.value("SELECT 1 FROM sqlite_master WHERE name = ?", name) is not None


class Table:
    """A table: its statements, and the check of what it gives back. It is made of its columns'
    types, names of the columns that tell rows apart (``key``), and further indexes with their
    columns."""

    def __init__(
        self,
        name: str,
        columns: Mapping[str, type],
        key: str = "doc_id",
        indexes: Mapping[str, str] | None = None,
    ) -> None:
        self.name = name
        self.columns = tuple(columns)
        self.select = f"SELECT {', '.join(columns)} FROM {name}"
        self._types = tuple(columns.values())
        self._key = tuple(key.split(", "))
        self._definition = [f"{column} {_TYPES[kind]} NOT NULL" for column, kind in columns.items()]
        self._indexes = indexes or {}

    def create(self, connection: Connection) -> None:
        """Make it where there is none."""
        definition = ", ".join([*self._definition, f"PRIMARY KEY ({', '.join(self._key)})"])
        connection.change(f"CREATE TABLE IF NOT EXISTS {self.name} ({definition})")
        for index, columns in self._indexes.items():
            connection.change(f"CREATE INDEX IF NOT EXISTS {index} ON {self.name} ({columns})")

    def insertion(self, *without: str) -> str:
        """The statement that inserts a row, in the order of the columns."""
        names = [name for name in self.columns if name not in without]
        marks = ", ".join("?" * len(names))
        return f"INSERT INTO {self.name} ({', '.join(names)}) VALUES ({marks})"

    def put(self, connection: Connection, rows: Sequence[Sequence[object]]) -> None:
        """Write rows, replacing those of the same key."""
        places = [self.columns.index(name) for name in self._key]
        same = " AND ".join(f"{name} = ?" for name in self._key)
        keys = [[row[place] for place in places] for row in rows]
        connection.change_all(f"DELETE FROM {self.name} WHERE {same}", keys)
        connection.change_all(self.insertion(), rows)

    def put_each(self, connection: Connection, values: Sequence[object]) -> None:
        """:meth:`put` of values whose attributes are named as the columns."""
        self.put(connection, list(map(attrgetter(*self.columns), values)))

    def read(
        self, connection: Connection, rest: str = "", *arguments: object
    ) -> Iterator[dict[str, Any]]:
        """The rows of which ``rest`` holds, each with all its columns by name;
        ``DependencyUnavailable`` where one holds values of other types than its columns, which
        SQLite does not mind."""
        types = self._types
        for row in connection.each(f"{self.select} {rest}", *arguments):
            columns = dict(zip(self.columns, row, strict=True))
            if tuple(map(type, row)) != types:
                raise self.damaged(columns[self._key[0]], "a value is of another type")
            yield columns

    def damaged(self, name: object, reason: object) -> DependencyUnavailable:
        """The error for a row that cannot be what was written.

        A search says it to its user, so a row that is named by a path stays unnamed: whose path
        stands in a damaged row, nobody knows.
        """
        which = "a row" if "path" in self._key else f"the row {str(name)[:80]!r}"
        return DependencyUnavailable(
            f"{which} of the catalog's table {self.name} is damaged: {reason}; "
            "run 'eywa repair --apply' to derive it anew"
        )


_Value = TypeVar("_Value")

_RENAMED = {"file_path": "path"}
"""The one column with another name than its attribute."""

_PARTS: dict[str, type] = {"scope": Scope, "anchor": Anchor}
_COLUMNS = {
    part: [_RENAMED.get(name, name) for name in get_type_hints(of)] for part, of in _PARTS.items()
}
_ATTRIBUTE = {
    column: f"{part}.{name}"
    for part, of in _PARTS.items()
    for column, name in zip(_COLUMNS[part], get_type_hints(of), strict=True)
}


def columns_of(value: type) -> dict[str, type]:
    """The columns of a class by its annotations, those of a scope and of an anchor within it too;
    what is neither text, number nor bytes is kept as text."""
    found: dict[str, type] = {}
    for name, hint in get_type_hints(value).items():
        if name in _PARTS:
            found |= columns_of(_PARTS[name])
            if name == "scope":
                found["scope_key"] = str
        else:
            found[_RENAMED.get(name, name)] = hint if hint in (int, bytes) else str
    return found


def values_of(
    columns: Iterable[str], **others: Callable[[Any], object]
) -> Callable[[Any], tuple[Any, ...]]:
    """What gives an item's columns: attributes of its own, of its ``scope`` and of its ``anchor``;
    ``others`` give those that are none of these."""
    others["scope_key"] = lambda item: scope_key(item.scope)
    getters = [others.get(name) or attrgetter(_ATTRIBUTE.get(name, name)) for name in columns]
    return lambda item: tuple([getter(item) for getter in getters])


def value_of(of: type[_Value], columns: Mapping[str, Any], **given: object) -> _Value:
    """The value that columns are of; attributes that are given are not taken from them."""
    values = []
    for name in of.__slots__:  # type: ignore[attr-defined]
        if name in given:
            values.append(given[name])
        elif name in _PARTS:
            values.append(_PARTS[name](*[columns[column] for column in _COLUMNS[name]]))
        else:
            values.append(columns[name])
    return of(*values)
