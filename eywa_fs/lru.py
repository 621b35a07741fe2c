"""A mapping that holds only what was asked for lately. Threads may share it."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Lru(Generic[K, V]):
    """Values by key; those not asked for longest are dropped when they take too much room.

    The value put last always stays, however large it is.

    Args:
        room: what all values together may take.
        size: what one value takes; 1 each when not given.
    """

    def __init__(self, room: int, size: Callable[[V], int] = lambda _: 1) -> None:
        self._room = room
        self._size = size
        self._taken = 0
        self._values: OrderedDict[K, tuple[V, int]] = OrderedDict()
        self._mutex = threading.Lock()

    def get(self, key: K) -> V | None:
        """The value of a key, if it is still held."""
        # Without the mutex, for which threads that only read would queue: each of the two steps is
        # one of the interpreter's, which no other thread comes between.
        try:
            self._values.move_to_end(key)
            return self._values[key][0]
        except KeyError:  # not held, or dropped between the two
            return None

    def put(self, key: K, value: V) -> V:
        """Hold a value in place of the key's earlier one, and return it."""
        size = self._size(value)
        with self._mutex:
            before = self._values.pop(key, None)
            self._values[key] = (value, size)
            self._taken += size - (before[1] if before else 0)
            while self._taken > self._room and len(self._values) > 1:
                self._taken -= self._values.popitem(last=False)[1][1]
        return value

    def drop(self, key: K) -> None:
        """Hold nothing for a key."""
        with self._mutex:
            self._taken -= self._values.pop(key, (None, 0))[1]

    def clear(self) -> None:
        """Hold nothing."""
        with self._mutex:
            self._values.clear()
            self._taken = 0
