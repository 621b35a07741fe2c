"""What messages say, kept beside the generations: what was read once is not read again."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress

from eywa_fs.cachefile import CacheFile
from eywa_fs.errors import DependencyUnavailable
from eywa_fs.ingest.derive import ReadMessages
from eywa_fs.model.records import Record
from eywa_fs.sqlitefile import is_damaged

_LOG = logging.getLogger(__name__)


class ReadingCache(CacheFile):
    """What was read in messages, by the rules that read it and a hash of what they were given.

    It holds words of the messages. Errors and safety as of :class:`CacheFile`; ``rules`` is what
    ``Workshop.rules`` gives.
    """

    what = "the cache of readings"
    loss = "reading the messages again"
    table, group, name, value = "readings", "rules", "message", "said"

    def get_many(self, rules: str, messages: Iterable[bytes]) -> dict[bytes, str]:
        """What is known of messages, by :func:`message_key`; missing and damaged rows are left
        out."""
        return {
            message: said.decode("utf-8", "surrogatepass")
            for message, said in self._sound(rules, messages)
        }

    def put_many(self, rules: str, said: Mapping[bytes, str]) -> None:
        """Keep what was read, by message; what other rules read is dropped."""
        values = {message: text.encode("utf-8", "surrogatepass") for message, text in said.items()}
        self._put(rules, values, alone=True)

    def keep_only(self, rules: str, messages: Iterable[bytes]) -> int:
        """Drop all but these messages, overwriting what they said; how many there were."""
        return self._prune((rules, message) for message in messages)


class CachedReader:
    """Puts ``cache`` in front of ``read``; for one worker.

    A failing cache never fails a reading: the messages are read anew. A damaged file is replaced.

    Args:
        rules: what ``read`` reads by, see ``Workshop.rules``.
        anew: read everything anew all the same, and keep that: a proof must not rest on the cache.
        whole: all of the truth will be read, so that :meth:`drop_rest` can be called.
    """

    def __init__(
        self,
        read: ReadMessages,
        cache: ReadingCache,
        rules: str,
        *,
        anew: bool = False,
        whole: bool = False,
    ) -> None:
        self._read = read
        self._cache = cache
        self._rules = rules
        self._anew = anew
        self._fresh: dict[bytes, str] = {}
        self._asked: set[bytes] | None = set() if whole else None
        self._failing = False

    def __call__(self, messages: Sequence[Record]) -> list[str]:
        """What each of some users' messages says; see ``facts.readings.read_content``."""
        keys = [message_key(message) for message in messages]
        if self._asked is not None:
            self._asked.update(keys)
        known = {} if self._anew else self._look_up(keys)
        missing = {key: m for key, m in zip(keys, messages, strict=True) if key not in known}
        fresh = dict(zip(missing, self._read(list(missing.values())), strict=True))
        self._fresh |= fresh
        known |= fresh
        return [known[key] for key in keys]

    def store(self) -> None:
        """Keep what was read since the last call, in one transaction."""
        fresh, self._fresh = self._fresh, {}
        if not fresh:
            return
        try:
            self._cache.put_many(self._rules, fresh)
        except DependencyUnavailable as error:
            self._do_without(error)

    def drop_rest(self) -> None:
        """Drop what no message says (any more) that this reader was asked for."""
        if self._asked is None:
            raise ValueError("this reader does not note what it was asked for")
        self.store()
        try:
            self._cache.keep_only(self._rules, self._asked)
        except DependencyUnavailable as error:
            self._do_without(error)

    def _look_up(self, keys: Sequence[bytes]) -> dict[bytes, str]:
        if not keys:
            return {}
        try:
            known = self._cache.get_many(self._rules, dict.fromkeys(keys))
        except DependencyUnavailable as error:
            self._do_without(error)
            return {}
        self._failing = False
        return known

    def _do_without(self, error: DependencyUnavailable) -> None:
        if not self._failing:
            _LOG.warning("done without: %s", error)
        self._failing = True
        if is_damaged(error):
            with suppress(DependencyUnavailable):
                self._cache.reset()


def message_key(message: Record) -> bytes:
    """SHA-256 of all that a reading depends on but the rules and the time zone.

    Users of several tenants share the cache, so nobody may be able to make two messages of one key.
    """
    said = f"{message.timestamp} {message.content}"
    return hashlib.sha256(said.encode("utf-8", "surrogatepass")).digest()
