"""What every request and answer has in common: names in camelCase, whose memory, the envelope, and
headers that mean the same for every route."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, fields
from dataclasses import Field as FieldOfClass
from functools import reduce
from operator import or_
from types import UnionType
from typing import (
    Annotated,
    Any,
    ClassVar,
    Final,
    Literal,
    TypeVar,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

from fastapi import Depends, Header
from pydantic import BaseModel, ConfigDict, Field, create_model
from pydantic.alias_generators import to_camel

from eywa_fs.client import answers as ans
from eywa_fs.client import decoding
from eywa_fs.client import parts as part
from eywa_fs.errors import BadRequest
from eywa_fs.memory.decisions import Deciding
from eywa_fs.model.degraded import Degraded
from eywa_fs.truth.layout import MAX_TIMESTAMP

Id = Annotated[str, Field(min_length=1, max_length=200)]
Text = Annotated[str, Field(min_length=1)]
Millis = Annotated[int, Field(ge=0, le=MAX_TIMESTAMP + 1, description="Epoch milliseconds.")]
Reason = Annotated[str, Field(max_length=2000, description="Why; kept with the decision.")]
G = TypeVar("G", bound=decoding.Given)
M = TypeVar("M", bound="Given")
DegradeMode = Literal["none", "files", "partial"]


class Asked(BaseModel):
    """The body of a request. Unknown names and values of another type are refused."""

    model_config = ConfigDict(
        alias_generator=to_camel, extra="forbid", strict=True, frozen=True, populate_by_name=True
    )

    def given(self, *but: str) -> dict[str, Any]:
        """The fields by their names in Python, as the façade takes them, without those of the scope
        and those named ``but``."""
        return self.model_dump(exclude={"tenant_id", "user_id", *but})


class Query(Asked):
    """The query string of a request, whose values are all text at first."""

    model_config = ConfigDict(strict=False)


class Scoped(BaseModel):
    """What the arguments of a request that names a tenant are."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True)

    tenant_id: Id | None = Field(None, description="By default the key's tenant, or 'default'.")
    any_of_several: ClassVar[bool] = False
    """Whether a key for several users is taken to mean its first where none is named."""


class User(Scoped):
    """What the arguments of a request about one user are."""

    user_id: Id | None = Field(None, description="By default the key's user, or 'me'.")


class OfTenant(Scoped, Query):
    """A question about a whole tenant."""


class OfUser(User, Asked):
    """A request about one user."""


class OfUserQuery(User, Query):
    """A question about one user, in the query string."""


class Given(BaseModel):
    """Part of an answer."""

    model_config = ConfigDict(
        alias_generator=to_camel,
        extra="ignore",
        from_attributes=True,
        populate_by_name=True,
        serialize_by_alias=True,
        json_schema_serialization_defaults_required=True,
    )


class DegradedReason(Given):
    """Why an answer may be worse than usual."""

    reason: str
    meaning: str


class Answer(Given):
    """What every answer says besides its own fields; filled in when it is sent."""

    trace_id: str = ""
    request_id: str = ""
    tenant_id: str | None = None
    latency_ms: float = 0.0


class DegradableAnswer(Answer):
    """An answer that parts of the index help with, and that says which of them failed."""

    degrade_mode: DegradeMode = "none"
    degraded: list[DegradedReason] = Field(default=[])


def made(model: type[M], found: Any = None, /, **more: Any) -> M:
    """An answer that is ready to be sent. Its fields are ``more``, and the items or attributes of
    ``found`` that have the names of the others; so are those of its parts. Of one that says what
    was degraded, ``found`` says it."""
    if isinstance(found, Mapping):
        given = {**found}
    else:
        own = model.model_fields.keys() - DegradableAnswer.model_fields.keys()
        given = {name: getattr(found, name) for name in own if hasattr(found, name)}
    if issubclass(model, DegradableAnswer):
        given |= _degraded_fields(found.degraded)
    return model.model_validate(given | more)


def answer(kind: type[G], found: Any = None, /, **more: Any) -> G:
    """:func:`made` of a class that clients make of the answer."""
    return cast(G, made(model_of(kind), found, **more))


_MODELS: Final[dict[type, type[Given]]] = {
    decoding.Given: Given,
    ans.Answer: Answer,
    ans.DegradableAnswer: DegradableAnswer,
    part.DegradedReason: DegradedReason,
}
"""Models by the class that they are of: those above, whose fields are filled in when an answer is
made or sent, and all that were made since."""


def model_of(kind: type[Any]) -> type[Given]:
    """The model of a class of answers: it checks what is given, writes the JSON, and describes it
    in the OpenAPI document."""
    if kind not in _MODELS:
        base, hints = model_of(kind.__bases__[0]), get_type_hints(kind)
        own: dict[str, Any] = {
            one.name: (_modelled(hints[one.name]), _default(one))
            for one in fields(kind)
            if one.name not in base.model_fields
        }
        module, about = kind.__module__, kind.__doc__
        _MODELS[kind] = create_model(
            kind.__name__, __base__=base, __module__=module, __doc__=about, **own
        )
    return _MODELS[kind]


def _modelled(hint: Any) -> Any:
    """The annotation of a field, with models in the place of classes of answers, and with the lists
    and objects that JSON has."""
    if isinstance(hint, type) and issubclass(hint, decoding.Given):
        return model_of(hint)
    origin, within = get_origin(hint), get_args(hint)
    if not within or origin is Literal:
        return hint
    parts = tuple(_modelled(one) for one in within if one is not ...)
    if origin is UnionType:
        return reduce(or_, parts)
    return (list if origin is tuple else dict)[parts]


def _default(one: FieldOfClass[Any]) -> Any:
    """The default of a field of a class, as a model wants it: ``...`` for none."""
    if one.default_factory is not MISSING:
        return one.default_factory()
    if one.default is MISSING:
        return ...
    return [*one.default] if isinstance(one.default, tuple) else one.default


def _degraded_fields(reasons: Iterable[Degraded]) -> dict[str, Any]:
    """The fields of :class:`DegradableAnswer`. Details of a reason, which may name paths of this
    machine, are left out."""
    found = list(dict.fromkeys(reasons))
    mode: DegradeMode = "partial" if found else "none"
    if any((one.part, one.kind) != ("index", "read_only") and one.part in ("index", "catalog")
           for one in found):  # fmt: skip
        mode = "files"
    shown = {f"{one.part}_{one.kind}": one.reason.meaning for one in found}
    return {
        "degrade_mode": mode,
        "degraded": [DegradedReason(reason=name, meaning=text) for name, text in shown.items()],
    }


IdempotencyKey = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        min_length=1,
        max_length=150,
        description="The same key for the same user writes once and answers as the first time.",
    ),
]
IfMatch = Annotated[
    str | None,
    Header(
        alias="If-Match",
        max_length=100,
        description='The ETag of the version that is decided about, as "3"; 412 where the record '
        "is at another one. * is any version.",
    ),
]
_ETAG: Final = re.compile(r'"([1-9][0-9]{0,9})"')


def etag(version: int) -> str:
    """How a version is named in ``ETag`` and ``If-Match``."""
    return f'"{version}"'


async def conditions(idempotency_key: IdempotencyKey = None, if_match: IfMatch = None) -> Deciding:
    """Under which conditions is decided about a record; without ``If-Match``, at any version."""
    found: Deciding = {"idempotency_key": idempotency_key}
    return found if if_match is None else {**found, "expected_version": expected(if_match)}


When = Annotated[Deciding, Depends(conditions)]


def expected(if_match: str) -> int | None:
    """The version that ``If-Match`` names; ``None`` for any. ``BadRequest``: it names none that can
    be."""
    if if_match.strip() == "*":
        return None
    found = _ETAG.fullmatch(if_match.strip())
    if found is None:
        raise BadRequest('If-Match takes one ETag as the service gives it, such as "3", or *')
    return int(found[1])
