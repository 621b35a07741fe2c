"""Lines of a host that are no message of the protocol: the SDK passes over them, and a host that
sent a request in one would wait for ever. They are answered with the protocol's error."""

from __future__ import annotations

import json
from collections.abc import AsyncIterable, AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress

import anyio
import mcp_types as types
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.shared.message import SessionMessage
from pydantic import ValidationError

from eywa_fs.model.safetext import without_halves

Incoming = SessionMessage | Exception
Answer = Callable[[SessionMessage], Awaitable[None]]


@asynccontextmanager
async def answering(
    incoming: AsyncIterable[Incoming], answer: Answer
) -> AsyncIterator[MemoryObjectReceiveStream[Incoming]]:
    """The messages of ``incoming``; what is none is answered."""
    send, receive = anyio.create_memory_object_stream[Incoming](0)
    async with anyio.create_task_group() as group:
        group.start_soon(_passed_on, incoming, answer, send)
        yield receive
        group.cancel_scope.cancel()


async def _passed_on(
    incoming: AsyncIterable[Incoming], answer: Answer, send: MemoryObjectSendStream[Incoming]
) -> None:
    gone = anyio.BrokenResourceError, anyio.ClosedResourceError
    with suppress(*gone):  # the host went away, or the server ended
        async with send:
            async for item in incoming:
                if not isinstance(item, Exception):
                    await send.send(item)
                elif (error := error_for(item)) is not None:
                    await answer(SessionMessage(error))


def error_for(problem: Exception) -> types.JSONRPCError | None:
    """The answer to a line that the SDK could not read, with the id of the request in it where that
    can be told; ``None`` for an empty line. It repeats nothing of the line."""
    errors = problem.errors(include_url=False) if isinstance(problem, ValidationError) else []
    found = errors[0] if errors else None
    if found is None or found["type"] != "json_invalid":
        # Told of each kind of message; of one that lacks a field of its own with all of the line.
        lacking = (one for one in errors if one["type"] == "missing" and len(one["loc"]) == 2)
        given = next((one["input"] for one in lacking), None)
        return _error(types.INVALID_REQUEST, "this is no message of the protocol", given)
    line = str(found["input"])
    if not line.strip():
        return None
    try:  # half a character, for one, is JSON for Python
        given = json.loads(line)
    except (ValueError, RecursionError):
        given = None
    return _error(types.PARSE_ERROR, f"the line cannot be read: {found['msg']}", given)


def _error(code: int, message: str, given: object) -> types.JSONRPCError:
    asked = given.get("id") if isinstance(given, dict) and "method" in given else None
    told = isinstance(asked, int) or (isinstance(asked, str) and without_halves(asked) == asked)
    name = asked if told and not isinstance(asked, bool) else None
    error = types.ErrorData(code=code, message=message)
    return types.JSONRPCError(jsonrpc="2.0", id=name, error=error)
