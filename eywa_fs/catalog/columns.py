"""Values of the model as columns, and back: a column is named as the attribute it holds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from operator import attrgetter
from typing import Any, TypeVar, get_type_hints

from eywa_fs.model.documents import scope_key
from eywa_fs.model.records import Anchor, Scope

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
