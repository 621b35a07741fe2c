"""LangGraph: a store whose items are records of the memory, and two nodes for a graph of messages,
which stand in ``nodes.py``.

How an item is kept is written down in docs/decisions/0035-frameworks.md.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import chain, islice
from typing import Final

from eywa_fs.adapters import framework
from eywa_fs.adapters.items import Decide, Stored, fits, matches, new_item, read_item
from eywa_fs.adapters.nodes import REMEMBERED, make_recall_node, make_remember_node
from eywa_fs.adapters.operations import check_op, check_store
from eywa_fs.clock import Clock, system_clock
from eywa_fs.errors import (
    BadRequest,
    InvalidRecord,
    KeyReused,
    NotFound,
    TruthReadError,
    VersionConflict,
)
from eywa_fs.memory import EywaMemory
from eywa_fs.memory.surface import DEFAULT_TENANT, DEFAULT_USER, Ids, scope_of
from eywa_fs.memory.threads import written
from eywa_fs.model.records import Record
from eywa_fs.retrieval.search import MAX_LIMIT
from eywa_fs.truth.folder_names import encode_id

with framework("langgraph"):
    from langgraph.store.base import (
        BaseStore,
        GetOp,
        IndexConfig,
        Item,
        ListNamespacesOp,
        Op,
        PutOp,
        Result,
        SearchItem,
        SearchOp,
        TTLConfig,
        get_text_at_path,
    )

__all__ = ["REMEMBERED", "EywaStore", "make_recall_node", "make_remember_node"]
_LOG = logging.getLogger(__name__)
_ALL: Final = 1_000_000_000
_FIRST: Final = 50
"""Hits a query asks the memory for at first, at least. Each time ranks anew: where that was not
enough, it then asks for as many at a time as there may be."""
_LONGEST_BATCH_S: Final = 3600.0
"""Seconds in which the decisions of a batch must have been planned, or none is made."""
_REFRESHED: Final = 20
"""An item that is read lives on as from this read, if that is later by this part of its time: what
is read in a loop is not decided about at each reading."""


class EywaStore(BaseStore):
    """Items as records of the memory: on disk when ``put`` returns, versioned, found by words and
    by meaning, read back from the files alone. Nothing is kept in this object.

    Args:
        memory: a memory that the caller opens and closes.
        user_id: whose records items are.
        user_label: which label of a namespace names the user instead, from 0: with 1, an item of
            ``("memories", "ana")`` is a record of Ana, as what she says is. Shorter namespaces are
            ``user_id``'s.
        session_id: the session they are records of; stores of different sessions are different.
        index: ``fields``: which parts of a value say in words what it is about, for searches; the
            whole of it by default. The memory has its own embedder: no ``embed``, no ``dims``.
        ttl: as of other stores; what expired is never given, and needs no sweep.
        clock: gives epoch milliseconds; the same as the memory's.

    Besides what the memory raises, ``InvalidNamespaceError`` (LangGraph's) for a namespace that is
    a string, and for a label that is empty or has a period. A batch looks first and writes then; of
    several writes of one item the last counts. It is not one transaction: a crash may leave the new
    items, or those of one user, without the rest.
    """

    supports_ttl = True

    def __init__(
        self,
        memory: EywaMemory,
        *,
        tenant_id: str = DEFAULT_TENANT,
        user_id: str = DEFAULT_USER,
        user_label: int | None = None,
        session_id: str = "langgraph",
        index: IndexConfig | None = None,
        ttl: TTLConfig | None = None,
        clock: Clock = system_clock,
    ) -> None:
        check_store(user_label, index, ttl)
        scope_of(tenant_id, user_id)
        encode_id(session_id, "session_id")
        self._fields = (index or {}).get("fields") or ["$"]
        self.ttl_config = ttl
        self._memory = memory
        self._tenant_id, self._user_id, self._user_label = tenant_id, user_id, user_label
        self._session_id = session_id
        self._clock = clock

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """Carry out operations; their results in order."""
        asked = list(ops)
        for op in asked:
            check_op(op)
        results = [self._looked(op) for op in asked]
        puts = {(*op.namespace, op.key): op for op in asked if isinstance(op, PutOp)}
        by_user: dict[str, list[PutOp]] = {}
        for op in puts.values():
            by_user.setdefault(self._user_of(op.namespace), []).append(op)
        for user, ops_of_user in by_user.items():
            self._put(user, ops_of_user)
        return results

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """:meth:`batch` without blocking the event loop."""
        asked = list(ops)
        called = partial(self.batch, asked)
        if any(isinstance(op, PutOp) for op in asked):
            return await written(called)
        return await asyncio.to_thread(called)

    def _looked(self, op: Op) -> Result:
        match op:
            case GetOp():
                return self._get(op)
            case SearchOp():
                return self._search(op)
            case ListNamespacesOp():
                return self._namespaces(op)
            case PutOp():
                return None
        raise BadRequest(f"{type(op).__name__} is no operation of a store")

    def _user_of(self, namespace: Sequence[str]) -> str:
        at = self._user_label
        return self._user_id if at is None or len(namespace) <= at else namespace[at]

    def _users(self, prefix: Sequence[str]) -> list[str]:
        """Whose items may be below a prefix."""
        if self._user_label is None or len(prefix) > self._user_label:
            return [self._user_of(prefix)]
        return [one.user_id for one in self._memory.users(tenant_id=self._tenant_id)]

    def _ids(self, user: str) -> Ids:
        return {"tenant_id": self._tenant_id, "user_id": user}

    # Writing

    def _put(self, user: str, ops: Sequence[PutOp]) -> None:
        """Write the items that are new, then decide about the others.

        Of two that write the same new item at once one comes later and changes the other's record.
        """
        now = self._clock()
        items = {(item := self._new(op, now)).event_id: item for op in ops}
        known = self._write_new(user, items)
        self._decide(user, {name: item.decide for name, item in items.items() if name in known})

    def _write_new(self, user: str, items: Mapping[str, Stored]) -> set[str]:
        """Write the items that are new; the names of the others."""
        while True:
            known = self._memory.present_keys(items, **self._ids(user))
            new = (
                item.draft(self._tenant_id, user)
                for name, item in items.items()
                if name not in known and item.value is not None
            )
            with suppress(KeyReused):  # somebody else wrote one of them just now: look again
                self._memory.append_many(new)
                return known

    def _new(self, op: PutOp, now: int) -> Stored:
        texts: list[str] = []
        fields = self._fields if op.index is None else op.index or []
        try:
            for path in fields if op.value is not None else []:
                texts += [""] if path == "$" else get_text_at_path(op.value, path)
            return new_item(self._session_id, op, texts, now)
        except RecursionError:
            raise InvalidRecord(
                f"the value of {op.key!r} is nested too deep to be JSON: make it flatter"
            ) from None

    def _decide(self, user: str, wanted: Mapping[str, Decide]) -> None:
        """Decide about records in one transaction, by what they are; anew where somebody else
        decided meanwhile."""
        while wanted:
            standings = self._memory.states([*wanted], **self._ids(user))
            try:
                with self._memory.transaction(
                    **self._ids(user), operator="langgraph", timeout_s=_LONGEST_BATCH_S
                ) as changes:
                    for name, decide in wanted.items():
                        decide(changes, standings[name])
                return
            except VersionConflict:
                continue

    # Reading

    def _get(self, op: GetOp) -> Item | None:
        user = self._user_of(op.namespace)
        name = Stored(self._session_id, tuple(op.namespace), op.key).event_id
        if not self._memory.present_keys([name], **self._ids(user)):
            return None  # asking for a record that is not there means reading all there are
        try:
            found = self._memory.get(name, **self._ids(user))
        except NotFound:  # it was erased
            return None
        if found.state != "active" or found.expired:
            return None
        item = read_item(self._session_id, found.record)
        if item is None:
            return None
        if op.refresh_ttl:
            self._refresh(user, [item])
        return Item(**item.as_dict())

    def _search(self, op: SearchOp) -> list[SearchItem]:
        """What a query finds, best first, then the rest, newest first."""
        users = self._users(op.namespace_prefix)
        query = (op.query or "").strip()
        if query and len(users) > 1:
            raise BadRequest(
                f"a query is answered for one user: label {self._user_label} of the namespace, "
                "which names the user, is not in the prefix"
            )
        ranked = self._ranked(op, query, users[0]) if query and users else iter(())
        every = chain(ranked, self._newest(users, tuple(op.namespace_prefix)))
        seen = {}
        for user, item, score in every:
            if item.event_id not in seen and matches(item.value, op.filter):
                seen[item.event_id] = user, item, score
                if len(seen) == op.offset + op.limit:
                    break
        chosen = [*islice(seen.values(), op.offset, op.offset + op.limit)]
        if op.refresh_ttl:
            for user in users:
                self._refresh(user, [item for whose, item, _ in chosen if whose == user])
        return [SearchItem(**item.as_dict(), score=score) for _, item, score in chosen]

    def _ranked(
        self, op: SearchOp, query: str, user: str
    ) -> Iterator[tuple[str, Stored, float | None]]:
        offset, step = 0, min(max(op.offset + op.limit, _FIRST), MAX_LIMIT)
        prefix = tuple(op.namespace_prefix)
        while True:
            result = self._memory.retrieve(
                query,
                **self._ids(user),
                limit=step,
                offset=offset,
                filters={"session_ids": (self._session_id,), "tags": (Stored.tag(prefix),)},
            )
            if result.degraded and not offset:
                _LOG.warning("the answer may be worse than usual: %s", ", ".join(result.degraded))
            for hit in sorted(result.hits, key=lambda hit: -hit.score):  # no item is a repeat
                item = self._item(hit.record)
                if item is not None and item.namespace[: len(prefix)] == prefix:
                    yield user, item, hit.score
            if len(result.hits) < step:
                return
            offset, step = offset + step, MAX_LIMIT

    def _newest(
        self, users: Sequence[str], prefix: tuple[str, ...] = ()
    ) -> Iterator[tuple[str, Stored, None]]:
        """Items below a prefix, those first that were written last."""
        found = [
            (user, item)
            for user in users
            for one in self._memory.list(
                **self._ids(user), session_ids=[self._session_id], limit=_ALL
            ).items
            if (item := self._item(one.record)) and item.namespace[: len(prefix)] == prefix
        ]
        found.sort(key=lambda one: (-one[1].updated, one[1].namespace, one[1].key))
        yield from ((user, item, None) for user, item in found)

    def _item(self, record: Record) -> Stored | None:
        """The item of a record; ``None`` for none, and, with a warning, for one that cannot be
        read."""
        try:
            return read_item(self._session_id, record)
        except TruthReadError as error:
            _LOG.warning("an item is left out: %s", error)
            return None

    def _refresh(self, user: str, items: Sequence[Stored]) -> None:
        """Have items that were read live on from now, unless one was erased meanwhile."""
        now = self._clock()
        due = {item.event_id: item.refresher(now, _REFRESHED) for item in items if item.ttl}
        with suppress(NotFound):
            self._decide(user, due)

    def _namespaces(self, op: ListNamespacesOp) -> list[tuple[str, ...]]:
        found = {item.namespace for _, item, _ in self._newest(self._users(()))}
        conditions = op.match_conditions or ()
        kept = {one[: op.max_depth] for one in found if all(fits(c, one) for c in conditions)}
        return sorted(kept)[op.offset : op.offset + op.limit]
