"""What callers hand to the façade, checked in one place: the type of each argument, its text, and
what its name says: a time, a wait, a folder's name.

:func:`checked` reads the annotations once, when the class is made; a call then costs one lookup an
argument. What lies inside one (a record's fields, filters) is checked where it is used.
"""

from __future__ import annotations

import inspect
import math
import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import wraps
from types import NoneType
from typing import Any, Final, Protocol, TypeVar, runtime_checkable

from eywa_fs.config import EmbeddingSettings, Settings
from eywa_fs.errors import BadRequest, ConfigError, InvalidId, InvalidRecord
from eywa_fs.memory.surface import UNSAID
from eywa_fs.model.records import ROLES, SOURCE_TYPES, Anchor
from eywa_fs.model.results import Filters
from eywa_fs.model.safetext import why_no_text
from eywa_fs.model.times import looks_like_seconds
from eywa_fs.truth.folder_names import check_id, encode_id
from eywa_fs.truth.layout import MAX_TIMESTAMP

_Class = TypeVar("_Class", bound=type)


@runtime_checkable
class _Chat(Protocol):
    """As much of :class:`eywa_fs.llm.chat.Chat` as can be seen before it is called."""

    name: str

    def ask(self, *args: Any) -> Any: ...


_KINDS: Final[Mapping[str, tuple[type[Any], str]]] = {
    "None": (NoneType, "None"),
    "str": (str, "a string"),
    "Strategy": (str, "a string"),
    "int": (int, "an integer"),
    "float": (float, "a number"),
    "bool": (bool, "True or False"),
    "Path": (os.PathLike, "a path"),
    "Settings": (Settings, "Settings"),
    "EmbeddingSettings": (EmbeddingSettings, "EmbeddingSettings"),
    "Mapping": (Mapping, "a mapping"),
    "Iterable": (Iterable, "an iterable"),
    "Sequence": (Sequence, "a list"),
    "Filters": (Filters, "Filters"),
    "Anchor": (Anchor, "an Anchor"),
    "Chat": (_Chat, "a Chat"),
    "Day": ((date, str, NoneType), "a day as YYYY-MM-DD, or None"),  # type: ignore[dict-item]
    "Callable": (Callable, "a function"),  # type: ignore[dict-item]  # isinstance takes it
    "Progress": (Callable, "a function"),  # type: ignore[dict-item]
    "Clock": (Callable, "a function"),  # type: ignore[dict-item]
}
"""Names in annotations, parameters in brackets left out, and what they mean."""

_TIMES = frozenset(("as_of", "at", "expires_at", "since", "time", "timestamp", "until"))
_LEAST: Final[Mapping[str, int]] = {"timeout": 0, "timeout_s": 0, "expected_version": 1,
                                    "token_budget": 1}  # fmt: skip
"""Seconds to wait are none or more, versions are counted from 1."""
_FOLDERS = frozenset(("tenant_id", "user_id", "session_id", "project_id"))
_RECORD = frozenset(("content", "role", "timestamp", "expires_at", "speaker", "tags", "meta"))
_BRACKETS = re.compile(r"\[[^\[\]]*\]")


@dataclass(frozen=True, slots=True)
class _Parameter:
    """One argument of a method: what it may be."""

    name: str
    types: tuple[type[Any], ...]
    expected: str
    of_strings: bool = False

    def check(self, value: object) -> None:
        if (
            not isinstance(value, self.types)
            or (type(value) is bool and bool not in self.types)
            or (isinstance(value, str | bytes) and str not in self.types)
        ):
            raise _error(self.name)(f"{self.name} is {_shown(value)}: give {self.expected}")
        if os.PathLike in self.types and isinstance(value, str | os.PathLike):
            check_path(self.name, value)
        elif isinstance(value, str):
            check_text(self.name, value)
        if self.of_strings and isinstance(value, Sequence):
            check_strings(self.name, value)
        if isinstance(value, float) and math.isnan(value):
            raise _error(self.name)(f"{self.name} is not a number (nan): give {self.expected}")
        if value is not None:
            self._check_meaning(value)

    def _check_meaning(self, value: Any) -> None:
        """Check what the name of the argument says that it is."""
        if self.name in _TIMES:
            check_time(self.name, value)
        elif self.name in _LEAST:
            check_least(self.name, value)
        elif self.name in _FOLDERS:
            encode_id(value, self.name)
        elif self.name == "idempotency_key":
            check_id(value, self.name)


def checked(cls: _Class) -> _Class:
    """Have every public method of a class, and a constructor of its own, check what it is given.

    The façade is one, and so is all that it hands out and that takes arguments. Coroutines are left
    out: they call the methods they are twins of. ``KeyError``: an annotation is not in
    :data:`_KINDS`.
    """
    for name, method in inspect.getmembers(cls, inspect.isfunction):
        public = not name.startswith("_") or (name == "__init__" and name in vars(cls))
        if public and not inspect.iscoroutinefunction(method):
            setattr(cls, name, _checking(method))
    return cls


def check_least(name: str, value: float) -> None:
    """Raise ``BadRequest`` for less than an argument of this name can be."""
    if value < _LEAST[name]:
        raise BadRequest(f"{name} is {value}: give {_LEAST[name]} or more")


def check_time(name: str, value: object) -> int:
    """``value`` if it is a time that a file can be of, or the end of the last one; the typed error
    of an argument otherwise, and for what looks like seconds."""
    if type(value) is not int or not 0 <= value <= MAX_TIMESTAMP + 1:
        raise _error(name)(
            f"{name} is {_shown(value)}: give epoch milliseconds, 0 to {MAX_TIMESTAMP + 1}"
        )
    refuse_seconds(name, value)
    return value


def refuse_seconds(name: str, at: int | None) -> None:
    """Raise the typed error of an argument for a time in seconds. Files may have such times, and
    imports of what was exported keep them."""
    if type(at) is int and looks_like_seconds(at):
        raise _error(name)(
            f"{name} is {at}, which looks like seconds: multiply by 1000, it is in milliseconds"
        )


def check_range(since: int | None, until: int | None) -> None:
    """Raise ``BadRequest`` for a stretch of time in which nothing lies."""
    if since is not None and until is not None and since >= until:
        raise BadRequest(
            f"the time range {since} to {until} is empty: it is half-open, [since, until)"
        )


def check_text(name: str, value: str) -> str:
    """``value`` if a file can hold it, which is UTF-8; the typed error of an argument otherwise."""
    if not value.isascii():
        try:
            value.encode()
        except UnicodeEncodeError as error:
            raise _error(name)(f"{name} is {why_no_text(error)}") from None
    return value


def check_path(name: str, value: str | os.PathLike[Any]) -> None:
    """Raise the typed error of an argument for what no file can be named. A name that is no text
    may be one, as Python gives it."""
    path = os.fspath(value)
    problem = ""
    if not isinstance(path, str):
        problem = "of bytes: give it as text"
    elif not path:
        problem = "empty: name a file or a folder, '.' for the current one"
    elif "\0" in path:
        problem = f"not a path: NUL at character {path.index(chr(0))}; take it out"
    else:
        try:
            os.fsencode(path)
        except UnicodeEncodeError as error:
            problem = why_no_text(error)
    if problem:
        raise _error(name)(f"{name} is {problem}")


def check_filters(value: Filters | Mapping[str, Any] | None) -> Filters:
    """Filters out of what a caller gave; ``BadRequest`` for an unknown filter, role or source
    type, a wrong type, or no time."""
    if value is None:
        return Filters()
    known = Filters.__dataclass_fields__
    if isinstance(value, Filters):
        value = {name: getattr(value, name) for name in known}
    unknown = sorted(str(name) for name in set(value) - set(known))
    if unknown:
        raise BadRequest(f"unknown filter {', '.join(unknown)}; known are {', '.join(known)}")
    fields: dict[str, Any] = {}
    for name, item in value.items():
        if not name.startswith("time_"):
            fields[name] = check_strings(f"filter {name}", item)
        elif item is not None:
            fields[name] = check_time(name, item)
    _refuse_unknown("role", fields.get("roles", ()), ROLES)
    _refuse_unknown("source type", fields.get("source_types", ()), SOURCE_TYPES)
    return Filters(**fields)


def check_strings(name: str, value: Any) -> tuple[str, ...]:
    """Strings out of one or several that a caller gave; ``BadRequest`` for anything else."""
    found = (value,) if isinstance(value, str) else value
    if not isinstance(found, Iterable) or not all(isinstance(item, str) for item in found):
        raise BadRequest(f"{name} takes strings")
    return tuple(check_text(name, item) for item in found)


def _refuse_unknown(what: str, given: Iterable[str], known: Iterable[str]) -> None:
    """A misspelt filter would otherwise look like a memory without an answer."""
    if unknown := sorted(set(given) - set(known)):
        raise BadRequest(
            f"there is no {what} {', '.join(unknown)}; known: {', '.join(sorted(known))}"
        )


def _checking(method: Callable[..., Any]) -> Callable[..., Any]:
    signature = _spelled_out(method)
    given = list(signature.parameters.values())[1:]
    if not given:
        return method
    method.__signature__ = signature  # type: ignore[attr-defined]  # what inspect and help() show
    parameters = [_parameter(one.name, one.annotation) for one in given]
    by_name = {parameter.name: parameter for parameter in parameters}

    @wraps(method)
    def call(self: object, *args: Any, **kwargs: Any) -> Any:
        for parameter, value in zip(parameters, args, strict=False):  # Python counts them
            parameter.check(value)
        for name, value in kwargs.items():
            if name in by_name:
                by_name[name].check(value)
            else:  # Python takes any name where some are spread out
                raise TypeError(f"{method.__name__}() got an unexpected keyword argument {name!r}")
        if "since" in by_name:  # by keyword only
            check_range(kwargs.get("since"), kwargs.get("until"))
        return method(self, *args, **kwargs)

    return call


def _spelled_out(method: Callable[..., Any]) -> inspect.Signature:
    """The signature of a method with the arguments that ``Unpack`` of a class stands for, one by
    one, and their defaults; ``...`` for one that methods differ in."""
    signature = inspect.signature(method)
    given = [*signature.parameters.values()]
    if given[-1].kind is inspect.Parameter.VAR_KEYWORD:
        of = method.__globals__[given.pop().annotation.removeprefix("Unpack[").removesuffix("]")]
        for name, kind in of.__annotations__.items():
            said = kind.__forward_arg__
            default = None if said.endswith("None") else UNSAID.get(name, ...)
            given.append(
                inspect.Parameter(
                    name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=said
                )
            )
    return signature.replace(parameters=given)


def _parameter(name: str, annotation: str) -> _Parameter:
    names = str(annotation)
    while (shorter := _BRACKETS.sub("", names)) != names:
        names = shorter
    kinds = [_KINDS[name] for name in names.split(" | ")]
    types = [one for kind, _ in kinds for one in (kind if isinstance(kind, tuple) else (kind,))]
    if float in types:
        types.append(int)
    words = dict.fromkeys(word for _, word in kinds)
    return _Parameter(name, tuple(types), " or ".join(words), "Sequence[str]" in str(annotation))


def _error(name: str) -> type[BadRequest]:
    if name.endswith("_id") or name == "idempotency_key":
        return InvalidId
    if name in _RECORD:
        return InvalidRecord
    return ConfigError if name in ("root", "config") else BadRequest


def _shown(value: object) -> str:
    """A value, short, with its type; of large or odd ones the type only."""
    kind = type(value).__name__
    return f"{value!r} ({kind})" if isinstance(value, int | float) and value else f"of type {kind}"
