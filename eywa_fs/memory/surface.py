"""What the classes of the façade share: the parts they work with, and how a user is named."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypedDict

from eywa_fs.model.records import NO_SESSION, Scope
from eywa_fs.model.versions import By
from eywa_fs.truth.folder_names import check_id, encode_id

if TYPE_CHECKING:
    from eywa_fs.config import Settings
    from eywa_fs.memory.parts import Parts
    from eywa_fs.truth.layout import Layout

DEFAULT_TENANT: Final = "default"
DEFAULT_USER: Final = "me"
DEFAULT_SESSION: Final = NO_SESSION
UNSAID: Final = {"tenant_id": DEFAULT_TENANT, "user_id": DEFAULT_USER, "reason": ""}
"""What the arguments of :class:`Whose` and :class:`Reasoned` are where they are not given."""


class Ids(TypedDict):
    """A tenant and user, as methods of the memory take them."""

    tenant_id: str
    user_id: str


class Whose(TypedDict, total=False):
    """Whose memory a method is about: by default user ``me`` of the tenant ``default``."""

    tenant_id: str
    user_id: str


class ByWhom(Whose, total=False):
    """Who decides, ``host`` by default, and the caller's names for what it belongs to: kept with
    the decision and in the audit trail."""

    operator: str
    request_id: str | None
    trace_id: str | None


class Reasoned(ByWhom, total=False):
    """The same and why."""

    reason: str


class Surface:
    """One concern of the façade; its methods work with the parts that the façade owns."""

    _parts: Parts
    _migrating: bool
    """It was opened whatever the settings are that its index was made with."""

    @property
    def settings(self) -> Settings:
        """The settings in force."""
        return self._parts.settings

    @property
    def layout(self) -> Layout:
        """Where the files of this data root stand."""
        return self._parts.layout

    def _scope(self, of: Whose) -> Scope:
        """The scope that the arguments of a method name, of a memory that is not closed."""
        self._parts.refuse_closed()
        return scope_of(of.get("tenant_id", DEFAULT_TENANT), of.get("user_id", DEFAULT_USER))


def scope_of(tenant_id: str, user_id: str) -> Scope:
    """The scope of a tenant's user; ``InvalidId`` where a name cannot be one of a folder."""
    encode_id(tenant_id, "tenant_id")
    encode_id(user_id, "user_id")
    return Scope(tenant_id, user_id)


def by_whom(of: Reasoned, operator: str = "host") -> By:
    """Who decides and why, with checked names; ``operator`` where nobody is named."""
    request_id, trace_id = of.get("request_id"), of.get("trace_id")
    for name, value in (("request_id", request_id), ("trace_id", trace_id)):
        if value is not None:
            check_id(value, name)
    return By(of.get("operator", operator), of.get("reason", ""), request_id, trace_id)
