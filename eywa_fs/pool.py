"""Threads that take work, also in a program that ends."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import ParamSpec, TypeVar

_Given = ParamSpec("_Given")
_Answer = TypeVar("_Answer")


class Pool(ThreadPoolExecutor):
    """An executor that does in the caller's thread what it is given in a handler of ``atexit``,
    where the interpreter starts no thread any more and has ended those of executors."""

    def submit(
        self, fn: Callable[_Given, _Answer], /, *args: _Given.args, **kwargs: _Given.kwargs
    ) -> Future[_Answer]:
        if self._shutdown or threading.main_thread().is_alive():
            return super().submit(fn, *args, **kwargs)
        done: Future[_Answer] = Future()
        try:
            done.set_result(fn(*args, **kwargs))
        except Exception as error:
            done.set_exception(error)
        return done
