"""What a host can attach to a conversation: the profile of a user, and single records."""

from __future__ import annotations

import re
from functools import partial
from typing import Final
from urllib.parse import quote, unquote

import mcp_types as types

from eywa_fs.errors import NotFound
from eywa_fs.mcp import answers, arguments, tools
from eywa_fs.mcp.bound import Bound
from eywa_fs.mcp.tools import Call
from eywa_fs.mcp.working import Context, answered
from eywa_fs.memory import EywaMemory
from eywa_fs.model.records import is_citation

_PROFILE: Final = "eywa://users/{}/profile"
_PLAIN: Final = "text/plain"
_URI: Final = re.compile(r"eywa://users/(?P<user>[^/]+)/(?:profile|records/(?P<record>.+))")


class Resources:
    """Resources of the user, and the tenant, that a server is bound to."""

    def __init__(self, bound: Bound) -> None:
        self._bound = bound

    async def on_list(
        self, context: Context, params: types.PaginatedRequestParams | None
    ) -> types.ListResourcesResult:
        """The profile of the server's own user."""
        uri = _PROFILE.format(quote(self._bound.user, safe=""))
        about = "What is known to hold of the user now, each with its source."
        profile = types.Resource(
            uri=uri, name="profile", title="Profile", description=about, mime_type=_PLAIN
        )
        return types.ListResourcesResult(resources=[profile])

    async def on_list_templates(
        self, context: Context, params: types.PaginatedRequestParams | None
    ) -> types.ListResourceTemplatesResult:
        """Profiles, and records by citation."""
        record = types.ResourceTemplate(
            uri_template="eywa://users/{user}/records/{+citation}",
            name="record",
            title="Record",
            description="A record, by its citation (path:line) or eventId.",
            mime_type=_PLAIN,
        )
        profile = types.ResourceTemplate(
            uri_template=_PROFILE.format("{user}"),
            name="profile",
            title="Profile",
            description="What is known to hold of a user now.",
            mime_type=_PLAIN,
        )
        return types.ListResourceTemplatesResult(resource_templates=[profile, record])

    async def on_read(
        self, context: Context, params: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        """The text of a resource. ``MCPError``: there is none of this name for this server, or it
        cannot be read."""
        read = partial(self._read, context.lifespan_context, params.uri)
        found = await answered(context, "resources/read", read, uri=params.uri)
        text = types.TextResourceContents(uri=params.uri, text=found, mime_type=_PLAIN)
        return types.ReadResourceResult(contents=[text])

    def _read(self, memory: EywaMemory, uri: str) -> str:
        named = _URI.fullmatch(uri)
        if named is None:
            raise NotFound("there is no such resource; resources/templates/list names them")
        ids = self._bound.ids(user=unquote(named["user"]))
        call = Call(memory, self._bound, ids)
        if named["record"] is None:
            return tools.profile(call, arguments.Profile()).told(call.zone)
        name = named["record"]
        if not is_citation(name):  # whose names of folders are encoded themselves
            name = unquote(name)
        if is_citation(name):
            found, at = memory.show(name, **ids), name
        else:
            now = memory.get(name, **ids)
            deleted = now.state == "soft_deleted"
            found, at = memory.show(name, **ids) if deleted else now.record, now.citation
        said = answers.Said.model_validate({**found.as_dict(), "citation": at})
        answers.bound([said], room=arguments.MAX_CONTENT)
        return said.told(call.zone)
