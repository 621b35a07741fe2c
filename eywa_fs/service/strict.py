"""What a route takes, and the refusal of what it would otherwise leave unread: a name or a body
that nobody looks at may be the one that says whose memory is meant."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, Self, get_origin
from urllib.parse import unquote_to_bytes

from fastapi.dependencies.models import Dependant
from fastapi.exceptions import HTTPException as Refusal
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from pydantic import BaseModel
from starlette.datastructures import Headers, QueryParams
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request

from eywa_fs.model.plain import repeated

_NAME_JSON: Final = "the body must be JSON and be named so: send 'Content-Type: application/json'"
_NO_QUERY: Final = "this route takes nothing in the query string"
_ONCE: Final = "this is given more than once; give it once"
_SINGLE: Final = ("authorization", "content-type", "idempotency-key", "if-match")
"""Headers that have one value: of two, another program may look at the other one."""
_CONDITIONS: Final = ("if-match", "if-none-match", "if-unmodified-since")
"""Headers that say when something is to be done: a write that did not look would do it anyway."""


class StrictRequest(Request):
    """A request whose JSON is refused where an object has one name twice: Python would take the
    last, another program that looked at it before the first. What cannot be read is told with
    its place and what to do."""

    async def json(self) -> Any:
        body = await self.body()
        try:
            return json.loads(body.decode("utf-8-sig"), object_pairs_hook=_once)
        except json.JSONDecodeError:
            raise  # the framework tells the place
        except UnicodeDecodeError as error:
            wrong = f"is no UTF-8 text (byte {error.start}): send it in UTF-8"
        except RecursionError:
            wrong = "is nested too deeply: send it flatter"
        except ValueError:  # the only other one there is
            most = sys.get_int_max_str_digits()
            wrong = f"has a number of more than {most} digits: send a shorter one, or text"
        raise Refusal(400, f"the body {wrong}")


@dataclass(frozen=True, slots=True)
class Taken:
    """What a route takes.

    Attributes:
        query: the fields of the query string, by each name that a field has.
        shown: the names that the document gives to them.
        many: the fields that may be given several times.
        conditions: the headers of ``_CONDITIONS`` that it looks at; ``None`` where it only reads.
        inside: the names of the fields of a JSON body.
        body: whether there may be a body, and of which form.
    """

    query: Mapping[str, str]
    shown: tuple[str, ...]
    many: frozenset[str]
    conditions: frozenset[str] | None
    inside: frozenset[str]
    body: Literal["none", "json", "file"]

    @classmethod
    def by(cls, route: APIRoute, *, uploads: bool) -> Self:
        """What a route was declared to take; ``uploads``: its body is a file."""
        asked = [_model(field.field_info.annotation) for field in route.dependant.query_params]
        fields = {name: one for model in asked for name, one in model.model_fields.items()}
        shown = tuple(one.alias or name for name, one in fields.items())
        sent = None if route.body_field is None else _model(route.body_field.field_info.annotation)
        return cls(
            query={**dict(zip(shown, fields, strict=True)), **{name: name for name in fields}},
            shown=shown,
            conditions=None if route.methods == {"GET"} else _conditions(route.dependant),
            many=frozenset(n for n, one in fields.items() if get_origin(one.annotation) is list),
            inside=frozenset(() if sent is None else _names(sent)),
            body="file" if uploads else "none" if sent is None else "json",
        )

    async def check(self, request: Request) -> None:
        """Refuse an address that is no UTF-8, which would be read as names that nobody sent; a
        query string with an unknown name, or with a name of one value given twice;
        likewise a header, or a condition that a write does not look at; and a body where none is
        taken, or one that is not said to be JSON where that is taken.

        Raises:
            RequestValidationError: there is one. HTTPException: the body is packed.
        """
        if request.headers.get("content-encoding", "identity").lower() != "identity":
            raise HTTPException(415, "no Content-Encoding is taken: send the body as it is")
        wrong = self._in_query(request.query_params) | self._in_headers(request.headers)
        for part, name in (("path", "raw_path"), ("query", "query_string")):
            try:
                unquote_to_bytes(request.scope.get(name) or b"").decode()
            except UnicodeDecodeError:
                wrong[(part,)] = "this part of the address is no UTF-8: send it in UTF-8"
        if self.body == "none" and await _has_body(request):
            names = ", ".join(self.shown)
            where = f"give in the query string what it takes: {names}" if names else "send none"
            wrong[("body",)] = f"this route takes no body; {where}"
        elif self.body == "json" and not _is_json(request) and await _has_body(request):
            wrong["header", "Content-Type"] = _NAME_JSON
        if wrong:
            raise RequestValidationError(
                [{"type": "unread", "loc": at, "msg": text} for at, text in wrong.items()]
            )

    def _in_query(self, query: QueryParams) -> dict[tuple[str, ...], str]:
        wrong: dict[tuple[str, ...], str] = {}
        seen = set()
        for name, _ in query.multi_items():
            field = self.query.get(name)
            if field is None:
                wrong["query", name] = self._unknown(name)
            elif field in seen and field not in self.many:
                wrong["query", name] = _ONCE
            seen.add(field)
        return wrong

    def _in_headers(self, headers: Headers) -> dict[tuple[str, ...], str]:
        twice = [name for name in _SINGLE if len(headers.getlist(name)) > 1]
        wrong: dict[tuple[str, ...], str] = {("header", name): _ONCE for name in twice}
        if self.conditions is not None:
            taken = ", ".join(sorted(self.conditions)) or "none"
            for name in _CONDITIONS:
                if name in headers and name not in self.conditions:
                    wrong["header", name] = (
                        f"this condition is not looked at here; of such headers it takes: {taken}"
                    )
        return wrong

    def _unknown(self, name: str) -> str:
        if name in self.inside:
            return f"{_NO_QUERY}; give this name in the JSON body"
        if self.shown:
            return f"this name is unknown here; the query string takes {', '.join(self.shown)}"
        return f"{_NO_QUERY}; leave this name out"


def _conditions(dependant: Dependant) -> frozenset[str]:
    """The headers of ``_CONDITIONS`` that a route, or what it depends on, looks at."""
    own = {field.alias.lower() for field in dependant.header_params} & {*_CONDITIONS}
    return frozenset(own).union(*map(_conditions, dependant.dependencies))


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        name = repeated(name for name, _ in pairs)
        raise Refusal(400, f"the body has the name {name!r} more than once; give it once")
    return found


def _model(annotation: Any) -> type[BaseModel]:
    """The model that a query string or body becomes; routes of the service have no other form."""
    if not (isinstance(annotation, type) and issubclass(annotation, BaseModel)):
        raise TypeError(f"a route takes what it asks for as one model, not as {annotation!r}")
    return annotation


def _names(model: type[BaseModel]) -> set[str]:
    return {*model.model_fields, *(one.alias or "" for one in model.model_fields.values())} - {""}


def _is_json(request: Request) -> bool:
    """Whether the header says that the body is JSON, so that the framework reads it as that."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    return kind == "application/json" or (
        kind.startswith("application/") and kind.endswith("+json")
    )


async def _has_body(request: Request) -> bool:
    try:
        return bool(await request.body())
    except ClientDisconnect:
        raise HTTPException(400, "the body broke off: nothing of it was taken") from None
