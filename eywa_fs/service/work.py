"""The threads that answer requests: as many as are set, with a queue that has an end, and a time
after which a request is not waited for any longer; and answers that other threads make."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from eywa_fs.errors import DependencyTimeout, TooMany

T = TypeVar("T")
_RETRY_AFTER_S = 1.0
_LOOK_S: Final = 0.1
_LONGEST_LOOK_S: Final = 1.0


@dataclass(frozen=True, slots=True)
class Later(Generic[T]):
    """An answer that follows from the work of a thread that is none of the service's.

    Attributes:
        look: gives it once the work is done, ``None`` before.
        meanwhile: what is answered (202) where that takes too long.
    """

    look: Callable[[], T | None]
    meanwhile: T

    async def wait(self, going_on: Callable[[], bool]) -> T | None:
        """The answer, which is waited for while ``going_on``; ``None`` where it is not there. It
        is looked for now and then, so that meanwhile no request lacks a thread."""
        pause = _LOOK_S
        while (found := await asyncio.to_thread(self.look)) is None and going_on():
            await asyncio.sleep(pause)
            pause = min(pause * 1.5, _LONGEST_LOOK_S)
        return found


class Workers:
    """Threads for one service; to be used from its event loop.

    Args:
        threads: requests that are worked on at a time.
        waiting: requests that may wait for a thread; more are refused at once.
        timeout_s: seconds after which the caller of :meth:`run` gets an error.
    """

    def __init__(self, threads: int, waiting: int, timeout_s: float) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="eywa-service")
        self._most = threads + waiting
        self._timeout_s = timeout_s
        self._closed = False
        self.taken = 0
        """Requests that wait or are worked on."""

    async def run(self, work: Callable[[], T], *, timed: bool = True) -> T:
        """What ``work`` returns, done in a thread.

        Args:
            timed: give up waiting after the time limit. Work that has begun goes on and is
                finished: what a write did stays. What has not begun by then, or by the time its
                caller is cancelled, is never done.

        Raises:
            TooMany: too many wait already, it was closed, or no thread was free before the time
                was over; nothing was done.
            DependencyTimeout: the time is over, and the work has begun.
        """
        if self._closed:
            raise TooMany("the service is stopping", _RETRY_AFTER_S, of_caller=False)
        if self.taken >= self._most:
            raise TooMany(
                f"{self.taken} requests are being worked on or wait: try again in a moment",
                _RETRY_AFTER_S,
                of_caller=False,
            )
        self.taken += 1
        loop = asyncio.get_running_loop()
        job = self._pool.submit(work)
        job.add_done_callback(lambda done: self._over(loop, done))
        waiting = asyncio.wrap_future(job)
        try:
            return await asyncio.wait_for(
                asyncio.shield(waiting), self._timeout_s if timed else None
            )
        except TimeoutError:
            if waiting.done():  # the work itself ended so, or just in time
                return waiting.result()
            waiting.add_done_callback(_heard)
            if job.cancel():
                raise TooMany(
                    f"no thread was free within {self._timeout_s:g} s: nothing was done, try again",
                    _RETRY_AFTER_S,
                    of_caller=False,
                ) from None
            raise DependencyTimeout(f"it took more than {self._timeout_s} s") from None
        except asyncio.CancelledError:
            waiting.add_done_callback(_heard)
            job.cancel()
            raise

    def close(self) -> None:
        """Return when all work that was taken is done."""
        self._closed = True
        self._pool.shutdown(wait=True)

    def _over(self, loop: asyncio.AbstractEventLoop, done: Future[T]) -> None:
        if not loop.is_closed():
            loop.call_soon_threadsafe(self._count_down)

    def _count_down(self) -> None:
        self.taken -= 1


def _heard(late: asyncio.Future[T]) -> None:
    """What nobody waits for any more may have failed; asyncio wants that to be looked at."""
    if not late.cancelled():
        late.exception()
