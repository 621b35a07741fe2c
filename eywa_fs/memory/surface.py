"""What the classes of the façade share: the parts they work with, and how a user is named."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypedDict

from eywa_fs.model.records import Scope
from eywa_fs.truth.folder_names import encode_id

if TYPE_CHECKING:
    from eywa_fs.config import Settings
    from eywa_fs.memory.parts import Parts
    from eywa_fs.truth.layout import Layout

DEFAULT_TENANT: Final = "default"
DEFAULT_USER: Final = "me"
DEFAULT_SESSION: Final = "default"


class Ids(TypedDict):
    """How methods of the memory name a user."""

    tenant_id: str
    user_id: str


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

    def _refuse_closed(self) -> None:
        self._parts.refuse_closed()

    def _scope(self, tenant_id: str, user_id: str) -> Scope:
        """:func:`scope_of`, of a memory that is not closed."""
        self._parts.refuse_closed()
        return scope_of(tenant_id, user_id)


def scope_of(tenant_id: str, user_id: str) -> Scope:
    """The scope of a tenant's user; ``InvalidId`` where a name cannot be one of a folder."""
    encode_id(tenant_id, "tenant_id")
    encode_id(user_id, "user_id")
    return Scope(tenant_id, user_id)
