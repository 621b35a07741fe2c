"""Erasing: what was erased is gone from every file, and a certificate says so."""

from __future__ import annotations

import hashlib
import logging
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, nullcontext, suppress
from dataclasses import astuple, replace
from functools import partial
from typing import TYPE_CHECKING

from eywa_fs.errors import (
    BadRequest,
    DependencyUnavailable,
    ErasureUnfinished,
    EywaError,
    IndexerBusy,
    NotFound,
    TruthReadError,
    TruthWriteError,
    WaitTimeout,
)
from eywa_fs.memory.arguments import check_strings
from eywa_fs.memory.surface import DEFAULT_TENANT, DEFAULT_USER, Surface, scope_of
from eywa_fs.model.listing import folded
from eywa_fs.model.records import is_citation
from eywa_fs.model.versions import By
from eywa_fs.truth import erasures
from eywa_fs.truth.erasures import Erasure, whose
from eywa_fs.truth.index_folder import last_written

if TYPE_CHECKING:
    from eywa_fs.erasure.choosing import Chosen
    from eywa_fs.erasure.criteria import Criteria
    from eywa_fs.erasure.report import ErasurePlan, ErasureReport, ErasureState

_LOG = logging.getLogger(__name__)

_POLL_S = 0.2
_QUIET_S = 300.0
"""Seconds in which who holds the indexer writes nothing into the index, after which it is taken to
hang. Work on the largest memory writes more often: at least each batch of vectors."""

_ROUNDS = 3
"""How often is looked for what was written meanwhile and follows from what was erased."""


def _silent(stage: str, done: int, total: int) -> None:
    """Nobody watches."""


@contextmanager
def _unfinished(erasure_id: str) -> Iterator[None]:
    """Have an error say that an erasure is decided, and who finishes it."""
    try:
        yield
    except (TruthReadError, TruthWriteError, DependencyUnavailable) as error:
        error.args = (
            f"{erasure_id} is decided and its lines are overwritten, but it is not finished: "
            f"{error}. Then 'eywa index', or any process that indexes, finishes it",
        )
        raise


class Erasing(Surface):
    """Erasing for good."""

    def erase(
        self,
        *,
        tenant_id: str = DEFAULT_TENANT,
        user_id: str | None = DEFAULT_USER,
        text: str | None = None,
        event_ids: Sequence[str] = (),
        session_id: str | None = None,
        project_id: str | None = None,
        since: int | None = None,
        until: int | None = None,
        everything: bool = False,
        reason: str = "",
        operator: str = "human",
        request_id: str | None = None,
        trace_id: str | None = None,
        dry_run: bool = False,
        confirm: Callable[[ErasurePlan], bool] | None = None,
        wait: bool = True,
        timeout: float | None = None,
        progress: Callable[[str, int, int], None] | None = None,
    ) -> ErasureReport:
        """Erase records, the decisions that follow from them, and everything derived from either.

        A record goes when it fulfils all criteria that are given. Its line is overwritten where it
        stands; no other line moves. Interrupted anywhere, whoever indexes next finishes it.

        Args:
            user_id: whose; ``None``: of every user of the tenant.
            text: what they say, in any case, width and composition of its accents, as
                :meth:`list` looks for words, wherever it stands: in the text, a tag, a key or
                meta; in Markdown, in lines that are no records, and in decisions (there not in
                another case) as well.
            event_ids: any of these, of Markdown sections too, or what their citations name: of an
                update the record that it updates.
            session_id: of this session, the episodes of it too.
            project_id: episodes of this project.
            since, until: of this time, epoch milliseconds, half-open.
            everything: all there is; alone.
            reason, operator: for the log; never part of what is erased.
            request_id, trace_id: your names for what it belongs to, for the audit trail.
            dry_run: only say what would go.
            confirm: asked with the plan before anything is written; false ends it there.
            wait: return when it is certified; else as soon as the lines are overwritten: a thread
                does the rest, while this object is open, and :meth:`erasure` says how far it is.
            timeout: seconds to wait for another process that holds the indexer; ``None``: until it
                hangs, which is five minutes in which it writes nothing.
            progress: called with (stage, done, in all): files chosen from, documents derived,
                bytes scanned.

        Raises:
            BadRequest: no criterion, or one that contradicts another; a reason that repeats the
                text.
            NotFound: nothing fulfils them, or a citation names nothing.
            ScopeForbidden: a citation is of another tenant or user.
            IndexerBusy: another process is erasing.
            WaitTimeout: the process that holds the indexer has not derived anew yet; the files are
                overwritten, and it or its successor finishes the erasure.
            TruthReadError, TruthWriteError, DependencyUnavailable: what can be done is done; the
                rest waits for the next indexing.
        """
        from eywa_fs.erasure.criteria import Criteria
        from eywa_fs.erasure.report import ErasureReport

        self._parts.refuse_closed()
        scope_of(tenant_id, DEFAULT_USER if user_id is None else user_id)
        names = check_strings("event_ids", event_ids)
        ids = frozenset(self._event_id(name, tenant_id, user_id) for name in names)
        criteria = Criteria(
            tenant_id, user_id, text, ids, session_id, since, until, everything, project_id
        )
        by = By(operator, reason, request_id, trace_id)
        if text is not None and any(folded(text) in folded(said or "") for said in astuple(by)):
            raise BadRequest("the reason or an id repeats the text: it would stay in the log")
        say = progress or _silent
        if wait and not dry_run:
            self._finish_earlier()
        with ExitStack() as at_work:
            if not dry_run:
                at_work.enter_context(self._parts.erasers.at_work())
            with nullcontext() if dry_run else self._parts.erasers.choosing:
                if not dry_run:
                    self._overwrite_earlier()
                chosen, plan = self._choose(criteria, say)
                if dry_run or (confirm is not None and not confirm(plan)):
                    return ErasureReport(plan)
                made = self._overwrite(criteria, chosen, by)
            follow = partial(self._follow, criteria, chosen, plan, by, made)
            if wait:
                return follow(timeout, say)
            ended = self._parts.background.end_erasure(partial(self._end, made.id, follow))
            held = at_work.pop_all()
            ended.add_done_callback(lambda _: held.close())
            return ErasureReport(plan, True, made.id)

    def erasure(
        self,
        erasure_id: str,
        *,
        tenant_id: str = DEFAULT_TENANT,
        user_id: str | None = DEFAULT_USER,
    ) -> ErasureState:
        """How far an erasure is, and how it ended.

        Args:
            user_id: whose records it was of; ``None``: those of every user of the tenant.

        Raises:
            NotFound: there is no such erasure of these. TruthReadError: the log cannot be read.
        """
        from eywa_fs.erasure.report import ErasureState

        self._parts.refuse_closed()
        scope_of(tenant_id, DEFAULT_USER if user_id is None else user_id)
        log = erasures.read(self.layout)
        found = log.erasures.get(erasure_id)
        if found is None or found.scope != whose(tenant_id, user_id):
            raise NotFound(f"there is no erasure {erasure_id!r} of this user")
        return ErasureState(
            found.id, found.at, found.counts, found.id in log.derived,
            log.certificates.get(found.id),
        )  # fmt: skip

    def _choose(
        self, criteria: Criteria, say: Callable[[str, int, int], None]
    ) -> tuple[Chosen, ErasurePlan]:
        """The lines that go, and what that means. Errors as of :meth:`erase`."""
        from eywa_fs.erasure.choosing import choose
        from eywa_fs.erasure.report import planned

        timezone = self.settings.retrieval.timezone
        chosen = choose(
            self.layout, criteria, timezone, lambda done, total: say("choosing", done, total)
        )
        if not chosen.ends:
            self._refuse_unfinished()
            raise NotFound(
                "nothing is erased: no record fulfils what was asked for. What a file said before "
                "it was changed by hand can still stand in the index: 'eywa rebuild' makes that "
                "anew"
            )
        plan = planned(criteria, chosen)
        shown = self._parts.redaction.shown_text
        told = tuple(shown(criteria.tenant_id, one) for one in plan.told)
        return chosen, replace(plan, told=told)

    def _end(self, name: str, follow: Callable[..., ErasureReport]) -> None:
        """Do what follows the overwriting, in a thread; what fails stays for whoever indexes."""

        def going_on(stage: str, done: int, total: int) -> None:
            self._parts.background.refuse_stopping()

        try:
            follow(None, going_on)
        except EywaError as error:
            _LOG.warning("%s is not finished, whoever indexes next finishes it: %s", name, error)
        except Exception as error:  # the thread's edge
            _LOG.error("%s is not finished: %r", name, error, exc_info=error)

    def _event_id(self, name: str, tenant_id: str, user_id: str | None) -> str:
        """An event id as it is, or that of what a citation names; ``user_id`` of ``None``: of any
        user of the tenant. Errors as of :meth:`erase`."""
        from eywa_fs.governance.ledger import Ledger
        from eywa_fs.truth.citations import read_named

        if not is_citation(name):
            return name
        truth = self.layout.parse(name.strip().rpartition(":")[0])
        scope = scope_of(tenant_id, user_id or (truth.scope.user_id if truth else DEFAULT_USER))
        if truth is not None and truth.kind == "longterm":
            return read_named(self.layout, scope, name)[0].event_id
        return Ledger(self.layout, scope).target(name).record.event_id

    def _follow(
        self,
        criteria: Criteria,
        chosen: Chosen,
        plan: ErasurePlan,
        by: By,
        first: Erasure,
        timeout: float | None,
        say: Callable[[str, int, int], None],
    ) -> ErasureReport:
        """Derive everything anew, look for what was erased, and certify it."""
        from eywa_fs.erasure.choosing import choose_behind
        from eywa_fs.erasure.finishing import certify, on_servers, unreached
        from eywa_fs.erasure.needles import Needles
        from eywa_fs.erasure.report import ErasureReport
        from eywa_fs.erasure.scanning import scan

        parts = self._parts
        made = [first]
        with _unfinished(made[0].id):
            for _ in range(_ROUNDS):
                derived_by = self._wait_derived(made, timeout, say)
                with parts.erasers.choosing:
                    behind = choose_behind(self.layout, criteria, chosen)
                    if not behind.ends:
                        break
                    follows = replace(by, reason=f"follows from {made[0].id}")
                    made.append(self._overwrite(criteria, behind, follows))
                chosen.add(behind)
            needles = Needles(chosen.texts)
            found = scan(self.layout, needles, lambda done, total: say("scanning", done, total))
            done = [certify(self.layout, parts.journal, parts.clock, one, found) for one in made]
            return ErasureReport(
                plan, True, made[0].id, derived_by, done[0], tuple(one.id for one in made[1:]),
                unreached(self.layout), on_servers(self.layout, self.settings.vectors.server),
            )  # fmt: skip

    def _overwrite(self, criteria: Criteria, chosen: Chosen, by: By) -> Erasure:
        """Write the decision, then overwrite what it names."""
        parts = self._parts
        ranges = chosen.merged()
        markdown = {
            path: hashlib.sha256(
                erasures.blanked(data, [at for at in ranges if at.path == path])
            ).hexdigest()
            for path, data in chosen.markdown.items()
        }
        erasure = Erasure(
            erasures.new_id(), parts.clock(), by.operator, by.reason, criteria.scope, criteria.by,
            chosen.counts, ranges, chosen.links(), markdown,
        )  # fmt: skip
        erasures.write(parts.journal, erasure)
        user = criteria.user_id
        parts.journal.audit(
            "erasure_decided",
            erasure.id,
            reason=by.reason or "no reason was given",
            operator=by.operator,
            scope=None if user is None else scope_of(criteria.tenant_id, user),
            request_id=by.request_id,
            trace_id=by.trace_id,
            after={"counts": dict(chosen.counts)},
        )
        erasures.overwrite(self.layout, erasure)
        return erasure

    def _wait_derived(
        self, made: Sequence[Erasure], timeout: float | None, say: Callable[[str, int, int], None]
    ) -> str:
        """Have everything derived anew, here or by who holds the indexer; who did it."""
        wait = _QUIET_S if timeout is None else timeout
        deadline = time.monotonic() + wait
        written = last_written(self.layout)
        documents = 0

        def derived(number: int) -> None:
            nonlocal documents
            documents += number
            say("deriving anew", documents, 0)

        while True:
            who = "this process"
            try:
                self._parts.upkeep.finish_erasures(derived)
            except IndexerBusy:
                who = self._parts.lease.running_owner() or "another process"
                say(f"{who} derives anew", 0, 0)
            known = erasures.read(self.layout).derived
            if all(one.id in known for one in made):
                return who
            if time.monotonic() >= deadline:
                before, written = written, last_written(self.layout)
                if timeout is not None or written == before:
                    idle = "not derived anew" if timeout is not None else "written nothing"
                    raise WaitTimeout(
                        f"the files are overwritten, but {who} holds the indexer and has {idle} "
                        f"for {wait:g} s: it, or whoever indexes next, finishes {made[0].id}; "
                        "end it if it hangs"
                    )
                deadline = time.monotonic() + wait
            time.sleep(_POLL_S)

    def _refuse_unfinished(self) -> None:
        """Raise ``ErasureUnfinished`` where an erasure is not finished: what is asked for may be
        what it took."""
        if pending := erasures.read(self.layout).pending:
            raise ErasureUnfinished(
                f"nothing more is to be erased, but {', '.join(one.id for one in pending)} is not "
                "finished: its lines are overwritten, what was derived from them may be there; "
                "who indexes finishes it ('eywa index', where nobody does), or says what is in its "
                "way"
            )

    def _overwrite_earlier(self) -> None:
        """Overwrite what is left of the lines of erasures that were interrupted."""
        for one in erasures.read(self.layout).pending:
            erasures.overwrite(self.layout, one)

    def _finish_earlier(self) -> None:
        """Finish what an erasure that was interrupted left, if it can be done here and now."""
        if erasures.read(self.layout).pending:
            with suppress(EywaError):
                self._parts.upkeep.finish_erasures()
