"""LangChain: a retriever over the records of a user, and a session as a chat message history."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Self

from eywa_fs.adapters import framework, refuse_unknown
from eywa_fs.adapters.conversation import Conversation
from eywa_fs.memory import EywaMemory
from eywa_fs.memory.arguments import check_filters
from eywa_fs.memory.surface import DEFAULT_SESSION, DEFAULT_TENANT, DEFAULT_USER, scope_of
from eywa_fs.memory.threads import written
from eywa_fs.model.listing import Listed
from eywa_fs.model.results import Filters, RetrievalResult
from eywa_fs.retrieval.search import Search, check

with framework("langchain"):
    from langchain_core.chat_history import BaseChatMessageHistory
    from langchain_core.documents import Document
    from langchain_core.messages import (
        AIMessage,
        BaseMessage,
        ChatMessage,
        HumanMessage,
        SystemMessage,
        message_to_dict,
        messages_from_dict,
    )
    from langchain_core.retrievers import BaseRetriever
    from pydantic import model_validator

_LOG = logging.getLogger(__name__)
ROLES = {"human": "user", "ai": "assistant", "tool": "tool", "function": "tool"}
"""Role of a record by type of message; all others are of the system."""


class EywaRetriever(BaseRetriever):
    """The records of one user that answer a query, each proved against its file.

    Attributes:
        memory: a memory that the caller opens and closes.
        k: documents wanted, 1 to 1000; ``invoke`` takes another one.
        strategy, filters, as_of: as of :meth:`EywaMemory.retrieve`.

    ``BadRequest`` for what no search can be asked with, when it is made.

    A document's ``id`` is the event id of its record. Its metadata has ``citation``, ``score``,
    ``timestamp`` (epoch milliseconds), ``event_id``, ``session_id``, ``role``, ``speaker``,
    ``tags``, ``content_hash``, ``outdated``, ``certain`` and ``degraded``, the reasons why this
    answer may be worse than usual.
    """

    memory: EywaMemory
    tenant_id: str = DEFAULT_TENANT
    user_id: str = DEFAULT_USER
    k: int = 8
    strategy: str | None = None
    filters: Filters | Mapping[str, Any] | None = None
    as_of: int | None = None

    @model_validator(mode="before")
    @classmethod
    def _refuse_unread(cls, given: dict[str, Any]) -> dict[str, Any]:
        """Names that pydantic would leave out without a word."""
        refuse_unknown(given, cls.model_fields)
        return {**given, "filters": check_filters(given.get("filters"))}

    @model_validator(mode="after")
    def _refuse_unanswerable(self) -> Self:
        asked = self._asked(None)
        scope = scope_of(asked.pop("tenant_id"), asked.pop("user_id"))
        check(Search(scope, "any", **{**asked, "strategy": self.strategy or "auto"}))
        return self

    def _get_relevant_documents(
        self, query: str, *, run_manager: Any = None, k: int | None = None
    ) -> list[Document]:
        return self._documents(self.memory.retrieve(query, **self._asked(k)))

    async def _aget_relevant_documents(
        self, query: str, *, run_manager: Any = None, k: int | None = None
    ) -> list[Document]:
        return self._documents(await self.memory.aretrieve(query, **self._asked(k)))

    def _documents(self, result: RetrievalResult) -> list[Document]:
        """The hits as documents. ``RootLost``: an empty list has no place to say that."""
        if not result.hits:
            self.memory.layout.refuse_lost()
        return _documents(result)

    def _asked(self, k: int | None) -> dict[str, Any]:
        return {
            "tenant_id": self.tenant_id,
            "user_id": self.user_id,
            "limit": self.k if k is None else k,
            "strategy": self.strategy,
            "filters": self.filters,
            "as_of": self.as_of,
        }


def _documents(result: RetrievalResult) -> list[Document]:
    if result.degraded:
        _LOG.warning("the answer may be worse than usual: %s", ", ".join(result.degraded))
    return [
        Document(
            id=hit.event_id,
            page_content=hit.text,
            metadata={
                "citation": hit.citation,
                "score": hit.score,
                "timestamp": hit.record.timestamp,
                "event_id": hit.event_id,
                "session_id": hit.record.session_id,
                "role": hit.record.role,
                "speaker": hit.record.speaker,
                "tags": list(hit.record.tags),
                "content_hash": hit.anchor.content_hash,
                "outdated": hit.outdated,
                "certain": hit.certain,
                "degraded": list(result.degraded),
            },
        )
        for hit in result.hits
    ]


class EywaChatMessageHistory(BaseChatMessageHistory):
    """One session of a user: what is added is on disk when the call returns, is read into facts and
    found by searches, and comes back as it was given.

    Messages of the session that others wrote (``after_llm``, an import) are among them, by their
    role. One whose text was changed since has the new text, and nothing but it.

    Args:
        memory: a memory that the caller opens and closes.
    """

    def __init__(
        self,
        memory: EywaMemory,
        session_id: str = DEFAULT_SESSION,
        *,
        tenant_id: str = DEFAULT_TENANT,
        user_id: str = DEFAULT_USER,
    ) -> None:
        self._session = Conversation(memory, "langchain", tenant_id, user_id, session_id)

    @property
    def messages(self) -> list[BaseMessage]:  # type: ignore[override]  # its docs make it one
        """The messages, oldest first."""
        return [self._message(one) for one in self._session.list()]

    def add_messages(self, messages: Sequence[BaseMessage]) -> None:
        """Write messages in one append; errors as of :meth:`EywaMemory.append_many`."""
        self._session.add(
            [
                (ROLES.get(one.type, "system"), str(one.text), message_to_dict(one))
                for one in messages
            ]
        )

    async def aadd_messages(self, messages: Sequence[BaseMessage]) -> None:
        """:meth:`add_messages` without blocking the event loop."""
        await written(partial(self.add_messages, messages))

    async def aclear(self) -> None:
        """:meth:`clear` without blocking the event loop."""
        await written(self.clear)

    def clear(self) -> None:
        """Take all messages of the session back, as :meth:`EywaMemory.delete` does: nobody finds
        them, and no fact rests on them. They are not erased: their lines stay in the files, and
        ``restore`` brings one back; :meth:`EywaMemory.erase` is for good."""
        self._session.clear()

    def _message(self, listed: Listed) -> BaseMessage:
        whole = self._session.whole(listed)
        if whole is not None:
            return messages_from_dict([whole])[0]
        text, name = listed.record.content, listed.record.event_id
        match listed.record.role:
            case "user":
                return HumanMessage(text, id=name)
            case "assistant":
                return AIMessage(text, id=name)
            case "system":
                return SystemMessage(text, id=name)
        return ChatMessage(content=text, role=listed.record.role, id=name)
