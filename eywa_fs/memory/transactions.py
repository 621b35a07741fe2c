"""Several decisions about records of one user that take effect together, or not at all."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, Self

from eywa_fs.errors import BadRequest, KeyReused, NotFound
from eywa_fs.governance.planning import Plan
from eywa_fs.hashing import short_key
from eywa_fs.memory.arguments import checked
from eywa_fs.memory.changing import Changer, new_transaction_id, refuse_others, versions_of
from eywa_fs.memory.decisions import Deciding, Decisions
from eywa_fs.memory.threads import written
from eywa_fs.model.records import Scope
from eywa_fs.model.versions import Asked, By, Version
from eywa_fs.truth.folder_names import check_id

if TYPE_CHECKING:
    from eywa_fs.clock import Clock
    from eywa_fs.governance.changes import Change
    from eywa_fs.governance.ledger import Ledger

MOST_OPEN: Final = 1000
"""Transactions that are open at a time; more are refused, so that none forgotten fills memory."""


@dataclass(slots=True)
class _Open:
    """A transaction on its way: whose, what was asked for so far, until when it may be committed
    (epoch milliseconds); ``keyed``: what was asked with an idempotency key of its own, by that, and
    what it was answered."""

    scope: Scope
    by: By
    key: str | None
    until: int
    asked: list[Asked] = field(default_factory=list)
    keyed: dict[str, tuple[Asked, Version]] = field(default_factory=dict)
    plan: Plan | None = None


class Transactions:
    """The open transactions of this process. They are in memory only: a process that ends, or a
    time that runs out, leaves nothing of them. Threads may share it."""

    def __init__(self, changer: Changer, clock: Clock) -> None:
        self._changer = changer
        self._clock = clock
        self._open: dict[str, _Open] = {}
        self._mutex = threading.Lock()

    def begin(self, scope: Scope, by: By, *, key: str | None, timeout_s: float) -> str:
        """Begin one; its id.

        Args:
            key: with the same one the same user is given the same transaction while it is open, and
                afterwards one of the same id, whose decisions are not made a second time, and which
                takes no others.
            timeout_s: seconds after which it is rolled back.
        """
        if not timeout_s > 0:
            raise BadRequest(f"timeout_s is {timeout_s}: give seconds, more than 0")
        if key is not None:
            self._changer.refuse_used(scope, key)
        now = self._clock()
        name = new_transaction_id() if key is None else _named_by(scope, key)
        with self._mutex:
            for old in [one for one, item in self._open.items() if item.until <= now]:
                del self._open[old]
            if name in self._open:
                if self._open[name].by.reason != by.reason:
                    raise KeyReused(key or "")
                return name
            if len(self._open) >= MOST_OPEN:
                raise BadRequest(f"{MOST_OPEN} transactions are open: commit or roll back some")
            self._open[name] = _Open(scope, by, key, now + int(min(timeout_s, 1e9) * 1000))
        return name

    def add(self, name: str, scope: Scope, asked: Asked, key: str | None = None) -> Version:
        """Have a decision take part; the version it would make now. Raises what
        :meth:`Changer.write` raises, and ``NotFound`` where the transaction is not open.

        Args:
            key: idempotency key of this decision while the transaction is open: asked for again
                it takes part once and is answered alike; another one is refused (``KeyReused``).
        """
        if key is not None:
            check_id(key, "idempotency_key")
            self._changer.refuse_used(scope, key)
        with self._mutex:
            item = self._known(name, scope)
            if key in item.keyed:
                before, version = item.keyed[key]
                if before != asked:
                    raise KeyReused(key)
                return version
            version = self._add(name, item, asked, key)
            if key is not None:
                item.keyed[key] = asked, version
            return version

    def _add(self, name: str, item: _Open, asked: Asked, key: str | None) -> Version:
        plan = self._plan(item)
        if key is not None and (key == item.key or plan.ledger.with_key(key)):
            raise KeyReused(key)
        if made := plan.ledger.with_key(item.key):
            return self._repeated(name, item, plan.ledger, made, asked)
        plan.add(asked)
        item.asked.append(asked)
        return self._changer.preview(plan.decisions[-1], item.by)

    def commit(self, name: str, scope: Scope) -> list[Version]:
        """Write all of it; the versions made. Where a decision cannot be made any more, nothing is
        written and the transaction is over."""
        with self._mutex:
            item = self._known(name, scope)
            del self._open[name]
        return self._changer.write(
            item.scope, item.asked, item.by, key=item.key, together=name if item.asked else ""
        )

    def rollback(self, name: str, scope: Scope) -> None:
        """Forget it."""
        with self._mutex:
            self._known(name, scope)
            del self._open[name]

    def _repeated(
        self, name: str, item: _Open, ledger: Ledger, made: Sequence[Change], asked: Asked
    ) -> Version:
        """The version that a decision made when the transaction was committed before."""
        at = len(item.asked)
        if at == len(made):
            raise KeyReused(item.key or "")
        refuse_others(ledger, made[at : at + 1], [asked], item.by, name)
        found = versions_of(ledger, [made[at].decision_id])
        if not found:
            raise NotFound(f"what was decided about {asked.event_id} stands there no more")
        item.asked.append(asked)
        return found[0]

    def _plan(self, item: _Open) -> Plan:
        """The plan of what was asked for so far, made anew where somebody decided meanwhile."""
        if item.plan is None or not item.plan.ledger.is_current():
            item.plan, plan = None, Plan(self._changer.ledger(item.scope))
            if not plan.ledger.with_key(item.key):  # else they are made already
                plan.add(*item.asked)
            item.plan = plan
        return item.plan

    def _known(self, name: str, scope: Scope) -> _Open:
        item = self._open.get(name)
        if item is not None and item.until <= self._clock():
            del self._open[name]
            item = None
        if item is None or item.scope != scope:
            raise NotFound(
                f"there is no open transaction {name!r} of this user: it was ended, or its time "
                "ran out and nothing of it was written; begin another"
            )
        return item


def _named_by(scope: Scope, key: str) -> str:
    """The id of a transaction that was begun with a key."""
    parts = (scope.tenant_id, scope.user_id, key)
    return f"tx_{short_key('transaction', *parts)}{short_key(*parts)}"


@checked
class Transaction(Decisions):
    """One transaction as a context, also one of ``async with``: committed at the end, rolled back
    where an error leaves it.

    Its decisions take an ``expected_version`` each; who decides, and why, is said once, when it
    begins.

    Attributes:
        id: for calls that name it.
        versions: what it made, once it is committed.
    """

    def __init__(
        self,
        begin: Callable[[], str],
        add: Callable[[str, Asked], Version],
        commit: Callable[[str], Sequence[Version]],
        rollback: Callable[[str], None],
    ) -> None:
        self._begin, self._add = begin, add
        self._commit, self._rollback = commit, rollback
        self.id = ""
        self.versions: Sequence[Version] = ()

    def __enter__(self) -> Self:
        self.id = self._begin()
        return self

    def __exit__(self, kind: type[BaseException] | None, *error: object) -> None:
        if kind is None:
            self.versions = self._commit(self.id)
        else:
            self._rollback(self.id)

    async def __aenter__(self) -> Self:
        return await written(self.__enter__)

    async def __aexit__(self, kind: type[BaseException] | None, *error: object) -> None:
        await written(lambda: self.__exit__(kind, *error))

    def _decide(self, asked: Asked, of: Deciding) -> Version:
        if fixed := of.keys() - {"expected_version"}:
            raise BadRequest(
                f"{', '.join(sorted(fixed))}: a transaction has this, give it when it begins"
            )
        return self._add(self.id, replace(asked, expected_version=of.get("expected_version")))
