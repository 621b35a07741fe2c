"""Calls in a thread for asyncio."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

_Answer = TypeVar("_Answer")


async def written(call: Callable[[], _Answer]) -> _Answer:
    """What ``call`` gives, which writes and runs in a thread.

    Whoever gives it up (``cancel``, ``asyncio.wait_for``) has it behind them: one that has not
    begun never does, and the cancellation waits for one that has.
    """
    begun = threading.Lock()

    def run() -> _Answer:
        if begun.acquire(blocking=False):
            return call()
        raise asyncio.CancelledError

    running = asyncio.ensure_future(asyncio.to_thread(run))
    try:
        return await asyncio.shield(running)
    except asyncio.CancelledError:
        if begun.acquire(blocking=False):
            running.cancel()
            raise
        while not running.done():
            with suppress(asyncio.CancelledError):  # given up once more
                await asyncio.wait([running])
        running.exception()  # nobody is there to be told
        raise
