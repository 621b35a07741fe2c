"""Work that an interrupt leaves whole. A handler of a signal runs in the main thread and may raise
there behind any instruction, also in the one that ends a ``with`` or ``finally``."""

from __future__ import annotations

import threading
from _thread import start_new_thread
from collections.abc import Callable


def run_whole(call: Callable[[], None], give_up: Callable[[], bool]) -> None:
    """Run ``call``: from the main thread in one of its own, where no handler of a signal runs.

    What a handler raises meanwhile is raised here: at once where ``give_up`` says that the call
    does nothing any more, else when the call has ended.
    """
    if threading.get_ident() != threading.main_thread().ident:
        call()
        return
    ended = threading.Lock()
    ended.acquire()
    failures: list[BaseException] = []

    def run() -> None:
        try:
            call()
        except BaseException as error:
            failures.append(error)
        finally:
            ended.release()

    try:
        try:
            start_new_thread(run, ())
        except RuntimeError as error:
            told = error.__traceback__
            if told is not None and told.tb_next is not None:  # a handler's: the thread may run
                raise
            call()  # the interpreter ends, and starts no thread any more
            return
        ended.acquire()
    except BaseException:
        if not give_up():
            ended.acquire()
        raise
    if failures:
        raise failures.pop()
