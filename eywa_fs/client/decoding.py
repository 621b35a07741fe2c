"""JSON into frozen objects, as the annotations of their classes say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import (
    Any,
    Literal,
    TypeVar,
    cast,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

from eywa_fs.client.request import camel_name

T = TypeVar("T")


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(field,))
class Given:
    """What the service answers, or a part of it: every subclass is a frozen dataclass whose fields
    are given by name."""

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True, kw_only=True)(cls)


def decoded(kind: type[T], value: Any) -> T:
    """A parsed JSON value as an object of ``kind``. Names that the class does not have are left
    out: a newer service may say more. ``ValueError``: the value is not of that form."""
    return cast(T, _decoded(kind, value))


def _decoded(kind: Any, value: Any) -> Any:
    origin, arguments = get_origin(kind), get_args(kind)
    if kind is Any or origin is Literal:  # members may be added
        return value
    if origin is UnionType:
        [some] = [one for one in arguments if one is not NoneType]
        return None if value is None else _decoded(some, value)
    if origin is tuple and isinstance(value, list):
        return tuple(_decoded(arguments[0], one) for one in value)
    if isinstance(value, dict):
        if origin is Mapping:
            return {name: _decoded(arguments[1], one) for name, one in value.items()}
        if is_dataclass(kind):
            return _object(cast(type, kind), value)
    if kind is float and type(value) is int:
        return float(value)
    if origin is None and type(value) is kind:
        return value
    raise ValueError(f"the answer has {type(value).__name__} where {kind} should be")


def _object(kind: type, value: dict[str, Any]) -> Any:
    fields = {}
    for name, (given, hint) in _fields(kind).items():
        if given not in value:
            raise ValueError(f"the answer lacks {given}")
        fields[name] = _decoded(hint, value[given])
    return kind(**fields)


@cache
def _fields(kind: type) -> dict[str, tuple[str, Any]]:
    """Name in JSON and annotation of each field of a class."""
    return {name: (camel_name(name), hint) for name, hint in get_type_hints(kind).items()}
