"""What every request and answer has in common: names in camelCase, whose memory, the envelope."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import fields
from typing import Annotated, Any, ClassVar, Literal, Self, TypeVar, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, create_model
from pydantic.alias_generators import to_camel

from eywa_fs.model.degraded import Degraded
from eywa_fs.truth.layout import MAX_TIMESTAMP

Id = Annotated[str, Field(min_length=1, max_length=200)]
Text = Annotated[str, Field(min_length=1)]
Millis = Annotated[int, Field(ge=0, le=MAX_TIMESTAMP + 1, description="Epoch milliseconds.")]
Reason = Annotated[str, Field(max_length=2000, description="Why; kept with the decision.")]
G = TypeVar("G", bound="Given")
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


def has_fields_of(source: type, *but: str) -> Callable[[type[G]], type[G]]:
    """Give a class of answers the fields of a dataclass that the memory gives. ``but``: those that
    are not answered. A field that the class has itself stays as it is there."""

    def filled(kind: type[G]) -> type[G]:
        hints = get_type_hints(source)
        names = [one.name for one in fields(source) if one.name not in (*but, *kind.model_fields)]
        more: dict[str, Any] = {name: (hints[name], ...) for name in names}
        about, module = kind.__doc__, kind.__module__
        return create_model(kind.__name__, __base__=kind, __module__=module, __doc__=about, **more)

    return filled


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
    """An answer that parts of the index help with, and that says which of them failed.

    ``degradeMode`` is ``none``; ``files``: answered from the files alone; ``partial``: a part of
    the index, or a file, was missing.
    """

    degrade_mode: DegradeMode = "none"
    degraded: list[DegradedReason] = Field(default=[])

    @classmethod
    def made_of(cls, found: Any, **more: Any) -> Self:
        """The answer that says what the memory found: its own fields are ``more``, and the
        attributes of ``found`` that have the names of the others."""
        names = cls.model_fields.keys() - DegradableAnswer.model_fields.keys() - more.keys()
        own = {name: getattr(found, name) for name in names if hasattr(found, name)}
        return cls.model_validate(own | _degraded_fields(found.degraded) | more)


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
