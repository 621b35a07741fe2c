"""Forgetting that can be undone: policies of age, compaction of old days, and taking it back."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, Literal

from eywa_fs.errors import BadRequest, DependencyUnavailable, EywaError, NotFound
from eywa_fs.memory.surface import DEFAULT_TENANT, DEFAULT_USER, Surface, scope_of
from eywa_fs.model.forgetting import ForgetReport, Forgotten
from eywa_fs.model.records import Scope
from eywa_fs.model.versions import Asked, By

if TYPE_CHECKING:
    from eywa_fs.facts.replay import FactState
    from eywa_fs.memory.forgetplan import Going, Plan, Planner

MOST_SEARCHED: Final = 200
"""Records of a dry run that a search is made for, spread evenly: each takes as long as a search."""
_ASKED: Final = 40
_FOUND: Final = 10
"""Hits that are asked for, and of them those that stay and are looked at."""
_RUN: Final = "forget_"
"""How the name of a run begins."""

Progress = Callable[[int, int], None]


class Forgetting(Surface):
    """Putting records aside by age, or because others say the same; nothing is deleted."""

    def forget(
        self,
        *,
        tenant_id: str = DEFAULT_TENANT,
        user_id: str | None = DEFAULT_USER,
        policy: str | None = None,
        compact: str | None = None,
        dry_run: bool = False,
        reason: str = "",
        operator: str = "",
        progress: Progress | None = None,
    ) -> ForgetReport:
        """Forget by the policies of the settings, or compact old days of sessions.

        The records of a user go in one transaction for each policy (in several of whole sessions
        where they are more than 10,000). The run has one name, by which :meth:`undo` takes it back.
        A user whose facts or files cannot be read whole, about whose records somebody decides
        meanwhile, or whose decisions the disk refuses, is named in ``problems``: nothing of that
        transaction was decided.

        Args:
            user_id: whose; ``None``: every user of the tenant.
            policy: by this policy alone.
            compact: ``light`` or ``medium``, instead of the policies.
            dry_run: only say what would go, and which answers with it.
            reason: kept with the decisions.
            operator: who asks; stands in the reason, as it is the policy that decides.
            progress: called with (files looked at, files in all); what it raises ends the run.

        Raises:
            BadRequest: there is no such policy or level, or no policy at all.
        """
        self._parts.refuse_closed()
        scopes = self._scopes(tenant_id, user_id)
        why = f"{reason or 'forgetting'}, asked by {operator}" if operator else reason
        return self._forget(scopes, policy, compact, dry_run, why, progress)

    def undo(
        self,
        run: str,
        *,
        tenant_id: str | None = None,
        user_id: str | None = None,
        operator: str = "host",
        reason: str = "",
    ) -> ForgetReport:
        """Take back what a run of forgetting decided. What somebody decided about since is left as
        it is. An undoing is a run itself.

        Args:
            run: its name, as :meth:`forget` gave it.
            tenant_id, user_id: only of this tenant, of this user; by default of all.

        Raises:
            NotFound: there is no such run. VersionConflict, TruthReadError, TruthWriteError: of one
                user; the users before are done, and the same call goes on.
        """
        self._parts.refuse_closed()
        if not run.startswith(_RUN):
            raise NotFound(f"{run!r} is no run of forgetting: its name begins with {_RUN}")
        made, known = _new_run(), False
        done: list[Forgotten] = []
        left: list[str] = []
        for scope in self._scopes(tenant_id, user_id):
            for asked, since in self._take_back(scope, run, made, operator, reason):
                known, done, left = True, done + asked, left + since
        if not known:
            raise NotFound(f"there is no run {run!r} of forgetting: 'eywa forget' names its run")
        looked_at = len(done) + len(left)
        return ForgetReport(made if done else "", False, looked_at, tuple(done), left=tuple(left))

    def _scopes(self, tenant_id: str | None, user_id: str | None) -> list[Scope]:
        """Whose records are meant; ``None`` is every one there is."""
        if tenant_id is not None and user_id is not None:
            return [scope_of(tenant_id, user_id)]
        return [
            one
            for one in self.layout.scopes()
            if tenant_id in (None, one.tenant_id) and user_id in (None, one.user_id)
        ]

    def _forget(
        self,
        scopes: Sequence[Scope],
        policy: str | None,
        compact: str | None,
        dry_run: bool,
        reason: str,
        progress: Progress | None,
    ) -> ForgetReport:
        """Forget of some users; arguments and errors as of :meth:`forget`."""
        from eywa_fs.memory.forgetplan import LEVELS, Planner

        settings = self.settings.forgetting
        names = [one.name for one in settings.policies]
        level = next((one for one in LEVELS if one == compact), None)
        if compact is not None and (level is None or policy is not None):
            raise BadRequest(f"compact is {compact!r}: give {' or '.join(LEVELS)}, and no policy")
        if compact is None and (not names or policy not in (None, *names)):
            known = ", ".join(names) or "none: set forgetting.policies"
            named = "" if policy is None else f" {policy!r}"
            raise BadRequest(f"there is no policy{named} to forget by; known: {known}")
        files = [one for scope in scopes for one in self.layout.scope_files(scope)]
        total, looked = sum(one.kind == "session" for one in files), 0

        def step() -> None:
            nonlocal looked
            looked += 1
            if progress is not None:
                progress(min(looked, total), total)

        now, run = self._parts.clock(), _new_run()
        planner = Planner(self.layout, settings, now, level=level, only=policy, step=step)
        plans = [self._of_user(planner, scope, run, reason, dry_run) for scope in scopes]
        return _report("" if dry_run else run, plans)

    def _of_user(
        self, planner: Planner, scope: Scope, run: str, reason: str, dry_run: bool
    ) -> Plan:
        """Forget of one user: what was done, or what would be; what fails is a problem of it."""
        from eywa_fs.memory.forgetplan import Plan

        plan = Plan(scope)
        try:
            plan = planner.plan(scope, self._facts_of(scope))
            if dry_run:
                self._look_for(plan)
            else:
                self._put_aside(plan, run, reason)
        except EywaError as error:  # records of whole transactions may be gone, and no others
            plan = Plan(scope, plan.looked_at, plan.going, problem=str(error))
        return plan

    def _facts_of(self, scope: Scope) -> FactState:
        """The facts of a user, all of them: what they stand on must be known."""
        loaded = self._parts.facts.loaded(scope)
        for one in loaded.degraded:
            if one.kind in ("truncated", "unreadable"):
                raise DependencyUnavailable(f"not all facts can be read ({one}): nothing went")
        return loaded.state

    def _put_aside(self, plan: Plan, run: str, reason: str) -> None:
        """Decide what was planned, and leave in the plan what was decided."""
        from eywa_fs.governance.planning import MOST_CHANGES
        from eywa_fs.memory.changing import new_transaction_id

        batches = [*plan.batches(MOST_CHANGES)]
        plan.going = []
        for batch in batches:
            by = By(batch[0].by, reason or f"{batch[0].by} in {run}", run, run)
            asked = [
                Asked(
                    one.target.record.event_id, one.due.op, expires_at=one.due.expires_at,
                    expected_version=one.version,
                )
                for one in batch
            ]  # fmt: skip
            self._parts.changer.write(
                plan.scope, asked, by, key=None, together=new_transaction_id()
            )
            plan.going += batch

    def _look_for(self, plan: Plan) -> None:
        """Note of some records whether a search still finds what they say."""
        gone = {one.target.record.event_id for one in plan.going}
        for one in plan.going[:: -(-len(plan.going) // MOST_SEARCHED) or 1]:
            one.answered = self._is_answered(plan.scope, one, gone)

    def _is_answered(self, scope: Scope, going: Going, gone: set[str]) -> bool:
        """Whether a search for a record's most telling words finds another one that stays and says
        more than half of them, by weight. What says nothing is not missed."""
        from eywa_fs.language.tokens import index_terms
        from eywa_fs.retrieval.search import Search

        telling = going.telling
        if not telling:
            return True
        words = [word for word in going.text.split() if telling.keys() & set(index_terms(word))]
        query = self._parts.redaction.text(scope.tenant_id, " ".join(words))
        hits = self._parts.retriever.search(Search(scope, query, limit=_ASKED)).hits
        stay = [hit for hit in hits if hit.event_id not in gone][:_FOUND]
        said = [sum(telling.get(term, 0.0) for term in set(index_terms(hit.text))) for hit in stay]
        return max(said, default=0.0) > sum(telling.values()) / 2

    def _take_back(
        self, scope: Scope, run: str, made: str, operator: str, reason: str
    ) -> Iterator[tuple[list[Forgotten], list[str]]]:
        """Take back what a run decided about a user's records, a transaction at a time: what was
        taken back, and the ids of the records that somebody decided about since."""
        from eywa_fs.governance.planning import MOST_CHANGES
        from eywa_fs.memory.changing import new_transaction_id

        by = By(operator, reason or f"undoes {run}", made, made)
        ledger = self._parts.changer.ledger(scope)
        ours = [change for change in ledger.changes if change.request_id == run]
        for start in range(0, len(ours), MOST_CHANGES):
            asked: list[Asked] = []
            done: list[Forgotten] = []
            since: list[str] = []
            for change in ours[start : start + MOST_CHANGES]:
                target = ledger.target(change.target)
                steps = ledger.steps(target)
                op = _REVERSED.get(change.op)
                if op is None or steps[-1][0] is not change:
                    since.append(change.target)
                    continue
                end = steps[-2][1].expires_at if len(steps) > 1 else None
                name, version = change.target, change.version
                asked.append(Asked(name, op, expires_at=end, expected_version=version))
                done.append(
                    Forgotten(
                        scope.tenant_id, scope.user_id, name, target.anchor.citation,
                        target.record.session_id, op, operator, by.reason,
                    )
                )  # fmt: skip
            if asked:
                self._parts.changer.write(scope, asked, by, key=None, together=new_transaction_id())
            yield done, since


_REVERSED: Final[dict[str, Literal["archive", "unarchive", "expire"]]] = {
    "archive": "unarchive",
    "unarchive": "archive",
    "expire": "expire",
}


def _new_run() -> str:
    """A new name: ``forget_`` and 48 random bits."""
    return f"{_RUN}{os.urandom(6).hex()}"


def _report(run: str, plans: Sequence[Plan]) -> ForgetReport:
    """What was done, or would be, as one report; ``run`` is empty of what was only planned."""
    records = tuple(
        Forgotten(
            plan.scope.tenant_id, plan.scope.user_id, one.target.record.event_id,
            one.target.anchor.citation, one.target.record.session_id, one.due.op, one.by,
            one.due.why, one.due.score, one.answered,
        )
        for plan in plans
        for one in plan.going
    )  # fmt: skip
    return ForgetReport(
        run=run if records else "",
        dry_run=not run,
        looked_at=sum(plan.looked_at for plan in plans),
        records=records,
        days=tuple(day for plan in plans for day in plan.days),
        facts_lost=tuple(line for plan in plans for line in plan.facts_lost),
        facts_back=tuple(line for plan in plans for line in plan.facts_back),
        searched=sum(one.answered is not None for one in records),
        problems=tuple(
            f"{plan.scope.tenant_id}/{plan.scope.user_id}: {plan.problem}"
            for plan in plans
            if plan.problem
        ),
    )
