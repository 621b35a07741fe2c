"""What is handed to a LangGraph store, checked before anything is read or written: operations may
come to ``batch`` from anywhere, and Python takes a string for the list of its characters."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from eywa_fs.adapters import framework
from eywa_fs.errors import BadRequest

with framework("langgraph"):
    from langgraph.store.base import (
        IndexConfig,
        InvalidNamespaceError,
        ListNamespacesOp,
        Op,
        TTLConfig,
        validate_op_namespace,
    )

_LONGEST: Final = 100_000_000
"""Most minutes an item may live: two centuries."""


def _whole(least: int) -> Callable[[Any], bool]:
    return lambda value: type(value) is int and value >= least


def _is_paths(value: Any) -> bool:
    return isinstance(value, list | tuple) and all(isinstance(one, str) for one in value)


def _is_ttl(value: Any) -> bool:
    return value is None or (type(value) in (int, float) and 0 < value <= _LONGEST)


_MAY_BE: Final[Mapping[str, tuple[Callable[[Any], bool], str]]] = {
    "limit": (_whole(0), "a whole number, 0 or more"),
    "offset": (_whole(0), "a whole number, 0 or more"),
    "max_depth": (lambda one: one is None or _whole(0)(one), "a whole number, 0 or more, or None"),
    "query": (lambda one: one is None or isinstance(one, str), "a string, or None"),
    "filter": (lambda one: one is None or isinstance(one, Mapping), "a mapping, or None"),
    "key": (lambda one: isinstance(one, str), "a string"),
    "value": (lambda one: one is None or isinstance(one, Mapping), "a mapping, or None"),
    "index": (
        lambda one: one is None or one is False or _is_paths(one),
        "a list of paths, or False",
    ),
    "fields": (_is_paths, "a list of paths"),
    "ttl": (_is_ttl, f"minutes, more than 0, at most {_LONGEST}, or None"),
    "default_ttl": (_is_ttl, f"minutes, more than 0, at most {_LONGEST}, or None"),
    "refresh_on_read": (lambda one: isinstance(one, bool), "True or False"),
    "user_label": (lambda one: one is None or _whole(0)(one), "a whole number, 0 or more, or None"),
}
"""What fields of operations and settings may be, and how that is said."""


def check_op(op: Op) -> None:
    """Raise ``InvalidNamespaceError`` or ``BadRequest`` for what no operation can have."""
    if isinstance(op, ListNamespacesOp):
        namespaces = [condition.path for condition in op.match_conditions or ()]
    else:
        namespaces = [getattr(op, "namespace", getattr(op, "namespace_prefix", ()))]
    for namespace in namespaces:
        if not isinstance(namespace, tuple | list):
            raise InvalidNamespaceError(
                f"a namespace is of type {type(namespace).__name__}: give a tuple of its labels"
            )
    validate_op_namespace(op)
    _check({name: getattr(op, name) for name in op._fields})


def check_store(user_label: int | None, index: IndexConfig | None, ttl: TTLConfig | None) -> None:
    """Raise ``BadRequest`` for what a store cannot be made with."""
    for name, config, known in (
        ("index", index, {"fields"}),
        ("ttl", ttl, {*TTLConfig.__annotations__}),
    ):
        if config is not None and not isinstance(config, Mapping):
            raise BadRequest(f"{name} is of type {type(config).__name__}: give a mapping")
        if others := sorted(set(config or ()) - known):
            raise BadRequest(
                f"{name} has {', '.join(map(str, others))}: give {', '.join(sorted(known))} only; "
                "the memory embeds by its own settings"
            )
        _check(config or {})
    _check({"user_label": user_label})


def _check(given: Mapping[str, Any]) -> None:
    for name in given.keys() & _MAY_BE.keys():
        fits, said = _MAY_BE[name]
        if not fits(given[name]):
            shown = str(given[name]) if isinstance(given[name], int | float) else ""
            shown = shown or f"of type {type(given[name]).__name__}"
            raise BadRequest(f"{name} is {shown}: give {said}")
