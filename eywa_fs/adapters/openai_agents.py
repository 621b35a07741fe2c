"""The OpenAI Agents SDK: a session of the memory as a session of the SDK. The SDK asks for a
protocol only, so nothing of it is imported here."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

from eywa_fs.adapters.conversation import Conversation
from eywa_fs.memory import EywaMemory
from eywa_fs.memory.surface import DEFAULT_SESSION, DEFAULT_TENANT, DEFAULT_USER
from eywa_fs.memory.threads import written
from eywa_fs.model.listing import Listed

Item = dict[str, Any]
"""An item of the Responses API: a message, a call of a tool, what it returned, a reasoning."""


class EywaSession:
    """Give it to ``Runner.run(..., session=...)``: what is said and done is on disk when it was
    added, is read into facts and found by searches, and comes back as it was given.

    Messages of the session that others wrote are among the items, by their role. One whose text was
    changed since has the new text, and nothing but it.

    Args:
        memory: a memory that the caller opens and closes.
        session_settings: the SDK's ``SessionSettings``; its ``limit`` counts where none is asked.
    """

    def __init__(
        self,
        memory: EywaMemory,
        session_id: str = DEFAULT_SESSION,
        *,
        tenant_id: str = DEFAULT_TENANT,
        user_id: str = DEFAULT_USER,
        session_settings: Any = None,
    ) -> None:
        self.session_id = session_id
        self.session_settings = session_settings
        self._session = Conversation(memory, "openai", tenant_id, user_id, session_id)

    async def get_items(self, limit: int | None = None) -> list[Item]:
        """The newest items, at most ``limit``, oldest first; all for a negative one, as the SDK's
        own sessions give."""
        if limit is None:
            limit = getattr(self.session_settings, "limit", None)
        wanted = None if limit is not None and limit < 0 else limit
        return [self._item(one) for one in await asyncio.to_thread(self._session.list, wanted)]

    async def add_items(self, items: Sequence[Item]) -> None:
        """Write items in one append; errors as of :meth:`EywaMemory.append_many`."""
        told = [(_role(i), _words(i), i) for i in items]
        await written(lambda: self._session.add(told))

    async def pop_item(self) -> Item | None:
        """Take the newest item back, and give it; ``None`` where there is none."""
        found = await written(self._session.pop)
        return None if found is None else self._item(found)

    async def clear_session(self) -> None:
        """Take all items back, as :meth:`EywaMemory.delete` does: nobody finds them, and no fact
        rests on them. They are not erased; :meth:`EywaMemory.erase` is for good."""
        await written(self._session.clear)

    def _item(self, listed: Listed) -> Item:
        role = {"tool": "assistant"}.get(listed.record.role, listed.record.role)
        whole = self._session.whole(listed)
        return {"role": role, "content": listed.record.content} if whole is None else whole


def _role(item: Mapping[str, Any]) -> str:
    """Role of the record of an item: what is no message is a tool's."""
    role = str(item.get("role", "tool"))
    return {"developer": "system"}.get(role, role)


def _words(item: Mapping[str, Any]) -> str:
    """What a message says; ``""`` for what is no message, or says nothing in words."""
    content = item.get("content") if "role" in item else ""
    if isinstance(content, str):
        return content
    parts = [part.get("text") for part in content or () if isinstance(part, Mapping)]
    return "\n".join(part for part in parts if isinstance(part, str))
