"""LlamaIndex: the memory as a block of its ``Memory``."""

from __future__ import annotations

from functools import partial
from typing import Any, Self

from eywa_fs.adapters import framework, refuse_unknown
from eywa_fs.adapters.conversation import Conversation
from eywa_fs.memory import EywaMemory
from eywa_fs.memory.arguments import check_least
from eywa_fs.memory.surface import DEFAULT_SESSION, DEFAULT_TENANT, DEFAULT_USER, scope_of
from eywa_fs.memory.threads import written
from eywa_fs.model.safetext import without_halves

with framework("llamaindex"):
    from llama_index.core.base.llms.types import ChatMessage
    from llama_index.core.memory import BaseMemoryBlock
    from pydantic import model_validator

_ROLES = {"user": "user", "assistant": "assistant", "chatbot": "assistant", "model": "assistant",
          "tool": "tool", "function": "tool"}  # fmt: skip
"""Role of a record by role of a message; all others (``developer``) are of the system."""


class EywaMemoryBlock(BaseMemoryBlock[str]):
    """Gives what :meth:`EywaMemory.before_llm` says to the user's last message, and writes the
    messages that leave LlamaIndex's short-term memory.

    Attributes:
        memory: a memory that the caller opens and closes.
        token_budget: upper bound of what it gives, in estimated tokens.

    ``BadRequest`` for what no call can be made with, when it is made.
    """

    name: str = "eywa"
    memory: EywaMemory
    tenant_id: str = DEFAULT_TENANT
    user_id: str = DEFAULT_USER
    token_budget: int | None = None

    @model_validator(mode="before")
    @classmethod
    def _refuse_unread(cls, given: dict[str, Any]) -> dict[str, Any]:
        """Names that pydantic would leave out without a word."""
        refuse_unknown(given, cls.model_fields)
        return given

    @model_validator(mode="after")
    def _refuse_unanswerable(self) -> Self:
        """What the first call would refuse."""
        scope_of(self.tenant_id, self.user_id)
        if self.token_budget is not None:
            check_least("token_budget", self.token_budget)
        return self

    async def _aget(self, messages: list[ChatMessage] | None = None, **block_kwargs: Any) -> str:
        asked = [one.content for one in messages or () if one.role == "user" and one.content]
        if not asked:
            return ""
        found = await self.memory.abefore_llm(
            without_halves(str(asked[-1])),
            tenant_id=self.tenant_id,
            user_id=self.user_id,
            token_budget=self.token_budget,
        )
        return found.context

    async def _aput(self, messages: list[ChatMessage]) -> None:
        by_session: dict[str, list[tuple[str, str, dict[str, Any]]]] = {}
        for one in messages:
            session_id = one.additional_kwargs.get("session_id", DEFAULT_SESSION)
            told = (
                _ROLES.get(one.role.value, "system"),
                one.content or "",
                one.model_dump(mode="json"),
            )
            by_session.setdefault(session_id, []).append(told)
        for session_id, said in by_session.items():
            session = Conversation(
                self.memory, "llamaindex", self.tenant_id, self.user_id, session_id
            )
            await written(partial(session.add, said))
