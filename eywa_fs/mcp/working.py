"""Calling the memory for a host: in a thread, with signs of life, its failures as answers."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Callable
from functools import partial
from typing import Final, TypeVar

import anyio
import anyio.to_thread
import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.shared.exceptions import MCPError

from eywa_fs.errors import BadRequest, EywaError, ScopeForbidden
from eywa_fs.memory import EywaMemory

Context = ServerRequestContext[EywaMemory]
_Answer = TypeVar("_Answer")

BEAT_S: Final = 1.0
"""Seconds between the signs of life of a call, where its caller asked for them."""

log = logging.getLogger(__name__)


async def answered(
    context: Context, name: str, function: Callable[[], _Answer], **about: str
) -> _Answer:
    """What :func:`work` gives; the protocol's error where it failed.

    Args:
        about: what the data of the error name besides its code.

    Raises:
        MCPError: it failed; by the fault of who asked, where the code is ``INVALID_PARAMS``.
    """
    found = await work(context, name, function)
    if isinstance(found, EywaError):
        theirs = isinstance(found, BadRequest | ScopeForbidden)
        code = types.INVALID_PARAMS if theirs else types.INTERNAL_ERROR
        data = {**about, "code": found.code, "retryable": found.retryable}
        raise MCPError(code=code, message=str(found), data=data)
    return found


async def work(context: Context, name: str, function: Callable[[], _Answer]) -> _Answer | EywaError:
    """What ``function`` gives, or the error it raised; anything but an ``EywaError`` becomes one
    that says no more than that, as its text might quote records.

    It runs in a thread. A call that is cancelled is answered no more; what its thread was doing, it
    finishes: a record that was on its way is written whole or not at all.
    """
    async with anyio.create_task_group() as group:
        group.start_soon(_signs_of_life, context, name)
        outcome = partial(_outcome, name, function)
        done = await anyio.to_thread.run_sync(outcome, abandon_on_cancel=True)
        group.cancel_scope.cancel()
    return done


def _outcome(name: str, function: Callable[[], _Answer]) -> _Answer | EywaError:
    try:
        return function()
    except EywaError as error:
        return error
    except Exception as error:  # the edge of the process
        place = traceback.extract_tb(error.__traceback__)[-1]
        log.error("%s: %s at %s:%s", name, type(error).__name__, place.filename, place.lineno)
        return EywaError(f"{name} failed for an unexpected reason; the server's log says where")


async def _signs_of_life(context: Context, name: str) -> None:
    """Progress in seconds, without a total: nobody knows how long a first search takes to load."""
    beats = 0
    while True:
        await anyio.sleep(BEAT_S)
        beats += 1
        await context.session.report_progress(beats * BEAT_S, message=f"{name} is at work")
