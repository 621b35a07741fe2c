"""LangGraph: a node that recalls before the model, and one that remembers behind it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Protocol

from eywa_fs.adapters import framework
from eywa_fs.errors import BadRequest
from eywa_fs.hashing import fingerprint
from eywa_fs.memory import EywaMemory
from eywa_fs.memory.arguments import check_least
from eywa_fs.memory.surface import DEFAULT_SESSION, DEFAULT_TENANT, DEFAULT_USER, scope_of
from eywa_fs.model.safetext import without_halves

with framework("langgraph"):
    from langchain_core.messages import (
        AIMessage,
        BaseMessage,
        HumanMessage,
        SystemMessage,
        convert_to_messages,
    )
    from langchain_core.messages.modifier import RemoveMessage
    from langchain_core.runnables import RunnableConfig
    from langgraph.graph.message import REMOVE_ALL_MESSAGES

REMEMBERED: Final = "eywa-memory"
"""Id of the message in which a recall node says what is remembered."""


class Node(Protocol):
    """A node of a graph whose state has ``messages`` that ``add_messages`` adds to."""

    def __call__(self, state: Any, config: RunnableConfig) -> dict[str, Any]: ...


def make_recall_node(
    memory: EywaMemory,
    *,
    tenant_id: str = DEFAULT_TENANT,
    user_id: str | None = None,
    token_budget: int | None = None,
) -> Node:
    """A node that goes before the model: it has one system message say what is remembered about the
    user's last message, behind the system messages at the beginning; the one of the turn before is
    taken out.

    Args:
        memory: a memory that the caller opens and closes.
        user_id: whose memory; ``None``: the run's ``configurable`` has it as ``user_id``.
        token_budget: as of :meth:`EywaMemory.before_llm`.
    """

    _check(tenant_id, user_id, token_budget)

    def recall(state: Any, config: RunnableConfig) -> dict[str, Any]:
        given = convert_to_messages(state["messages"])
        messages = [one for one in given if one.id != REMEMBERED]
        asked = _last(messages, HumanMessage)
        said = "" if asked is None else without_halves(str(messages[asked].text))
        context = ""
        if said.strip():
            context = memory.before_llm(
                said,
                tenant_id=tenant_id,
                user_id=_user(config, user_id),
                session_id=_session(config),
                token_budget=token_budget,
            ).context
        if not context and len(messages) == len(given):
            return {}
        others = (n for n, one in enumerate(messages) if not isinstance(one, SystemMessage))
        at = next(others, len(messages))
        told = [SystemMessage(context, id=REMEMBERED)] if context else []
        every = RemoveMessage(id=REMOVE_ALL_MESSAGES)
        return {"messages": [every, *messages[:at], *told, *messages[at:]]}

    return recall


def make_remember_node(
    memory: EywaMemory, *, tenant_id: str = DEFAULT_TENANT, user_id: str | None = None
) -> Node:
    """A node that goes behind the model: it writes the user's last message and the last answer to
    it, as :meth:`EywaMemory.after_llm`, into the session that the run's ``thread_id`` names. Run
    again with the same messages it writes nothing.

    Args:
        memory, user_id: as of :func:`make_recall_node`.
    """

    _check(tenant_id, user_id)

    def remember(state: Any, config: RunnableConfig) -> dict[str, Any]:
        messages = convert_to_messages(state["messages"])
        asked = _last(messages, HumanMessage)
        if asked is None:
            return {}
        answers = [one for one in messages[asked:] if isinstance(one, AIMessage) and one.text]
        answer = without_halves(str(answers[-1].text)) if answers else ""
        session_id, said = _session(config), without_halves(str(messages[asked].text))
        if said.strip() or answer.strip():
            ids = [session_id, *map(_name, (messages[asked], *answers[-1:]))]
            memory.after_llm(
                said,
                answer,
                tenant_id=tenant_id,
                user_id=_user(config, user_id),
                session_id=session_id,
                idempotency_key=f"langgraph:{fingerprint(repr(ids).encode())}",
            )
        return {}

    return remember


def _check(tenant_id: str, user_id: str | None, token_budget: int | None = None) -> None:
    """Raise, when a node is made, what each run of it would raise."""
    scope_of(tenant_id, DEFAULT_USER if user_id is None else user_id)
    if token_budget is not None:
        check_least("token_budget", token_budget)


def _name(message: BaseMessage) -> str:
    """Which message it is; what it says, where it has no id."""
    return message.id or f"says {message.text}"


def _last(messages: Sequence[BaseMessage], kind: type[BaseMessage]) -> int | None:
    return next((n for n in reversed(range(len(messages))) if isinstance(messages[n], kind)), None)


def _user(config: RunnableConfig, user_id: str | None) -> str:
    found = user_id or config.get("configurable", {}).get("user_id")
    if not found:
        raise BadRequest(
            "nobody said whose memory: give user_id to the node, or to the run in 'configurable'"
        )
    return str(found)


def _session(config: RunnableConfig) -> str:
    return str(config.get("configurable", {}).get("thread_id") or DEFAULT_SESSION)
