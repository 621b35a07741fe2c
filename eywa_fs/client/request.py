"""A request as data: what a call sends and what its answer becomes. Nothing is sent here."""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, field
from pathlib import Path
from typing import Any, Final, Generic, Literal, TypedDict, TypeVar
from urllib.parse import quote

from eywa_fs.client.problems import InvalidId

T_co = TypeVar("T_co", covariant=True)
Method = Literal["GET", "POST", "PUT", "PATCH", "DELETE"]

_SCOPE: Final = ("tenant_id", "user_id")
_IN_QUERY: Final = ("GET", "DELETE")


class Of(TypedDict, total=False):
    """Arguments of every call about one user: whose memory, by default that of the client, else of
    its key; and a trace id that the answer, decisions and the audit trail repeat."""

    tenant_id: str | None
    user_id: str | None
    trace_id: str | None


class Writing(Of, total=False):
    """Arguments of calls that may be repeated: with the same key they write once. By default the
    client makes a new one for each call."""

    idempotency_key: str | None


class Deciding(Writing, total=False):
    """Arguments of every decision about a record: why; the version it must be at; the transaction
    with which it takes effect."""

    reason: str
    expected_version: int | None
    transaction: str | None


@dataclass(frozen=True, slots=True)
class Request(Generic[T_co]):
    """One call of an operation.

    Attributes:
        path: with the arguments in it, encoded.
        fields: what is asked, by the names of the arguments.
        headers: more headers.
        content: the body, where it is not JSON; what becomes of it may take any time.
    """

    operation: Operation[T_co]
    path: str
    fields: Mapping[str, Any]
    headers: Mapping[str, str]
    content: bytes | None = None

    def sent(self, defaults: Mapping[str, str | None]) -> dict[str, Any]:
        """Arguments of ``httpx.Client.build_request``. ``defaults`` name the tenant and user where
        the request is about one and names none."""
        given = {**self.fields}
        for name in _SCOPE:
            if name in given and given[name] is None:
                given[name] = defaults.get(name)
        named = camel(given)
        method = self.operation.method
        arguments: dict[str, Any] = {"method": method, "url": self.path}
        headers = {**self.headers}
        if method in _IN_QUERY or self.content is not None:
            arguments |= {"params": named, "content": self.content}
        else:
            # ASCII: text that has no UTF-8 is refused by the service, and not sent broken.
            arguments["content"] = json.dumps(named).encode("ascii")
            headers["Content-Type"] = "application/json"
        return arguments | {"headers": headers}


@dataclass(frozen=True, slots=True)
class Operation(Generic[T_co]):
    """One operation of the service.

    Attributes:
        method, path: the path with names of arguments in braces.
        answer: the class that the answer becomes; ``str`` for one that is text.
        reads: it changes nothing.
        keyed: the service takes an ``Idempotency-Key`` with it.
        singular: arguments of several values that the service calls by the name of one.
        body: the argument that is the body, where that is not JSON: a file, or its bytes.
        fixed: fields that no argument gives.
        also: a status besides those of success whose answer is of the class too.
    """

    method: Method
    path: str
    answer: type[T_co]
    _: KW_ONLY
    reads: bool = False
    keyed: bool = False
    singular: tuple[str, ...] = ()
    body: str = ""
    fixed: Mapping[str, Any] = field(default_factory=dict)
    also: int = 0

    def request(self, given: Mapping[str, Any]) -> Request[T_co]:
        """The request that arguments are; ``of`` are those of the :class:`Of` kind.

        Raises:
            InvalidId: an argument cannot stand in a path.
        """
        fields = {**self.fixed, **given}
        if "of" in fields:
            fields = {**dict.fromkeys(_SCOPE), **fields, **fields["of"]}
            del fields["of"]
        version = fields.pop("expected_version", None)
        headers = {
            "X-Trace-Id": fields.pop("trace_id", None),
            "If-Match": None if version is None else f'"{version}"',
        }
        if "transaction" in fields:
            fields["tx_id"] = fields.pop("transaction")
        key = fields.pop("idempotency_key", None)
        if self.keyed:
            headers["Idempotency-Key"] = key or secrets.token_hex(16)
        path = self.path
        for name in re.findall(r"\{(\w+)\}", path):
            path = path.replace(f"{{{name}}}", _in_path(name, fields.pop(name)))
        for name in fields.keys() & self.singular:
            fields[name.removesuffix("s")] = fields.pop(name)
        content = None
        if self.body:
            file = fields.pop(self.body)
            if not isinstance(file, bytes | Path):
                raise TypeError(
                    f"{self.body} is of type {type(file).__name__}: give a Path, or bytes"
                )
            content = file if isinstance(file, bytes) else file.read_bytes()
        said = {name: value for name, value in headers.items() if value is not None}
        return Request(self, path, fields, said, content)


def camel(given: Mapping[str, Any]) -> dict[str, Any]:
    """Arguments as the service names them, without those that are ``None``."""
    return {camel_name(name): value for name, value in given.items() if value is not None}


def camel_name(name: str) -> str:
    """``event_id`` as ``eventId``."""
    first, *others = name.split("_")
    return first + "".join(one.capitalize() for one in others)


def _in_path(name: str, value: object) -> str:
    if not isinstance(value, str):
        raise InvalidId(f"{name} is of type {type(value).__name__}: give a string", sent=False)
    try:
        if value not in ("", ".", ".."):
            return quote(value, safe="")
    except UnicodeEncodeError:
        pass  # half a character, which no address can hold
    raise InvalidId(f"{name} {value!a} cannot stand in a path: name it as listings do", sent=False)
