"""Searching: hits, a context for a prompt, why a record is ranked where it is, one record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Unpack, cast

from eywa_fs.errors import TruthReadError
from eywa_fs.memory.arguments import check_filters
from eywa_fs.memory.surface import Surface, Whose
from eywa_fs.model.degraded import combined
from eywa_fs.model.records import Scope, is_citation
from eywa_fs.model.results import Context, Filters, Hit, RetrievalResult, Strategy

if TYPE_CHECKING:
    from eywa_fs.model.facts import Fact
    from eywa_fs.retrieval.explain import Explanation
    from eywa_fs.retrieval.search import Search


class Searching(Surface):
    """What answers a message or a query; it writes nothing."""

    def retrieve(
        self,
        query: str,
        *,
        limit: int | None = None,
        offset: int = 0,
        strategy: Strategy | str | None = None,
        filters: Filters | Mapping[str, Any] | None = None,
        as_of: int | None = None,
        archived: bool = False,
        request_id: str = "",
        trace_id: str = "",
        **of: Unpack[Whose],
    ) -> RetrievalResult:
        """Find the records of one user that answer a query, each proved against its file.

        Args:
            limit: hits wanted, 1 to 1000 (``retrieval.limit`` by default).
            offset: verified hits to skip.
            strategy: ``auto`` and ``hybrid`` use every source; ``exact`` words only, ``semantic``
                vectors only, ``temporal`` times only.
            filters: :class:`Filters`, or a mapping of its fields; other keys are refused. Facts
                are of all records of the user: a narrowed search answers without them.
            as_of: epoch milliseconds; records at or after it do not exist for this search. The
                others are as they are now: what was updated, put aside, deleted or expired since
                is found, or not found, as that.
            archived: also records that were put aside; facts are never read from these.

        Raises:
            BadRequest: an argument cannot be answered. Failing parts never raise: the result
            names them in ``degraded``.
        """
        from eywa_fs.retrieval.search import Search

        settings = self.settings.retrieval
        scope = self._scope(of)
        search = Search(
            scope=scope,
            query=self._parts.redaction.text(scope.tenant_id, query),
            limit=settings.limit if limit is None else limit,
            offset=offset,
            strategy=cast(Strategy, strategy or settings.strategy),  # checked by the search
            filters=check_filters(filters),
            as_of=as_of,
            request_id=request_id,
            trace_id=trace_id,
            archived=archived,
        )
        return replace(self._retrieve(search), seen=None)

    def before_llm(
        self,
        message: str,
        *,
        session_id: str | None = None,
        token_budget: int | None = None,
        filters: Filters | Mapping[str, Any] | None = None,
        as_of: int | None = None,
        request_id: str = "",
        trace_id: str = "",
        **of: Unpack[Whose],
    ) -> Context:
        """What to tell the model about this user: text for a system prompt, with its citations.

        Args:
            message: what the user just said. Of more than 20,000 characters the first are looked
                for, and ``degraded`` says ``query_shortened``.
            session_id: the running session. A message that is written there already is not given
                back as a memory of itself; a question that goes on from what the user said before
                it in this session ("and his?", within six hours) is asked behind that.
            token_budget: upper bound for ``context``, in estimated tokens.
            filters: as of :meth:`retrieve`, for all of the block: pinned and newer records too. A
                narrowed block has neither facts nor the profile, which are of all records.
        """
        from eywa_fs.retrieval.context import build_context, without_room
        from eywa_fs.retrieval.followup import READ
        from eywa_fs.retrieval.search import Search, shortened

        settings = self.settings.retrieval
        budget = settings.token_budget if token_budget is None else token_budget
        scope = self._scope(of)
        tenant_id = scope.tenant_id
        masked = self._parts.redaction.text(tenant_id, message)
        before = () if session_id is None else self._gone_on_from(scope, session_id, message, as_of)
        told = [self._parts.redaction.text(tenant_id, text) for text in before]
        asked, reasons = shortened("\n".join([*(text[:READ] for text in told), masked]))
        search = Search(
            scope,
            asked,
            limit=settings.context_limit + len(before),
            strategy=settings.strategy,
            filters=check_filters(filters),
            as_of=as_of,
            request_id=request_id,
            trace_id=trace_id,
            pinned=True,
        )
        result = self._as_it_was(search, self._retrieve(search))
        said = {text.strip() for text in (message, masked, *before, *told)}
        hits = [hit for hit in result.hits if not _is_message(hit, said, session_id)]
        profile: tuple[Fact, ...] = ()
        dropped, degraded = dict(result.dropped), (*reasons, *result.degraded)
        if self._with_facts(search):
            standing = self._parts.facts.standing_profile(scope, as_of=as_of, seen=result.seen)
            profile = standing.facts
            dropped |= {f"profile_{reason}": n for reason, n in standing.dropped.items()}
            degraded = combined(degraded, standing.degraded)
        certain = [hit for hit in hits if hit.certain]
        block, citations, tokens = build_context(
            certain,
            budget,
            result.facts,
            result.time_intent or "current_state",
            self.settings.facts.context_share,
            newer=[*result.newer, *(hit for hit in hits if not hit.certain)],
            profile=profile,
            pinned=[hit for hit in result.pinned if not _is_message(hit, said, session_id)],
            zone=settings.timezone,
            asked=asked,
        )
        if not block and (certain or result.facts or profile):
            degraded = combined(degraded, (without_room(budget),))
        return Context(
            block, citations, result.trace_id, degraded, tokens, dropped=dropped, lag=result.lag,
            strategy=result.strategy, intent=result.intent, time_intent=result.time_intent,
            verified=result.verified, latency_ms=result.latency_ms,
        )  # fmt: skip

    def _as_it_was(self, search: Search, result: RetrievalResult) -> RetrievalResult:
        """``result`` with what else answers a question about a longer time that is over, as of its
        end."""
        from eywa_fs.retrieval.timing import THEN, as_it_was

        now = self._parts.clock() if search.as_of is None else search.as_of
        zone = self.settings.retrieval.timezone
        asked = as_it_was(search.query, now, zone) if result.time_intent == "time_slice" else None
        if asked is None:
            return result
        wanted = replace(search, query=asked[0], as_of=asked[1], limit=THEN, pinned=False)
        then = self._parts.retriever.search(wanted)
        known = {hit.citation for hit in (*result.hits, *result.pinned)}
        more = tuple(hit for hit in then.hits if hit.citation not in known)
        most = Counter(result.dropped) | Counter(then.dropped)  # both may have met the same ones
        return replace(
            result, hits=(*result.hits, *more), newer=(*result.newer, *then.newer), dropped=most,
            verified=result.verified + len(more), degraded=combined(result.degraded, then.degraded),
        )  # fmt: skip

    def _gone_on_from(
        self, scope: Scope, session_id: str, message: str, as_of: int | None
    ) -> tuple[str, ...]:
        """The user's messages in this talk that a message is no question without, oldest first;
        none where they cannot be read."""
        from eywa_fs.retrieval.followup import TALK_MS, asked_behind, goes_on
        from eywa_fs.truth.citations import said_in

        if not goes_on(message):
            return ()
        now = self._parts.clock() if as_of is None else as_of
        try:
            said = said_in(self.layout, scope, session_id, now - TALK_MS, now)
        except TruthReadError:
            return ()  # the search tells of it
        return asked_behind(message, [text for text in reversed(said) if text != message.strip()])

    def explain(
        self, query: str, event_id: str, *, as_of: int | None = None, **of: Unpack[Whose]
    ) -> Explanation:
        """Say where a record is ranked for a query by how well it fits, and why not higher; and
        where an answer has it, if it stands further behind there.

        Args:
            event_id: the record's, or its citation ``path:line``.

        Raises:
            NotFound: there is no such record.
        """
        from eywa_fs.factbase.blend import LEADING
        from eywa_fs.governance.changes import revision
        from eywa_fs.governance.ledger import Ledger
        from eywa_fs.retrieval.explain import explain
        from eywa_fs.retrieval.search import Search
        from eywa_fs.truth.citations import read_named
        from eywa_fs.truth.markdown import SECTION

        scope = self._scope(of)
        if is_citation(event_id):
            named = read_named(self.layout, scope, event_id)[0]
            event_id = (revision(named) or named).event_id
        asked = self._parts.redaction.text(scope.tenant_id, query)
        search = Search(scope, asked, limit=1, as_of=as_of)
        found = explain(event_id, *self._parts.retriever.rank(search))
        if found.rank is None and not event_id.startswith(SECTION):
            Ledger(self.layout, scope).target(event_id)
        if found.rank is not None and found.rank <= LEADING:
            hits = self._retrieve(replace(search, limit=LEADING)).hits
            return found.answered([(hit.event_id, hit.outdated) for hit in hits])
        return found

    def _retrieve(self, search: Search) -> RetrievalResult:
        """Hits and facts; ``seen`` is left in the result for what else is asked of the same."""
        self._parts.refuse_closed()
        by_facts = self._with_facts(search) and search.strategy not in ("exact", "semantic")
        result = self._blended(search) if by_facts else self._parts.retriever.search(search)
        if result.hits:
            found = tuple(hit.event_id for hit in result.hits)
            self._parts.answers.put((search.scope, result.trace_id), found)
        return result

    def _blended(self, search: Search) -> RetrievalResult:
        """Hits in the order that the facts give to the first of them, and the facts."""
        from eywa_fs.factbase.blend import blend, page, with_leading

        wide = with_leading(search)
        found = blend(self._parts.retriever.search(wide), self._parts.facts, wide)
        result = found if wide is search else page(found, search)
        hops = self.settings.retrieval.graph_hops
        return self._linked(result, search, hops) if hops else result

    def _linked(self, result: RetrievalResult, search: Search, hops: int) -> RetrievalResult:
        """``result`` with records whose facts are related to the answer, or to what is named."""
        from eywa_fs.factbase.blend import hit_of, linked

        scope, parts = search.scope, self._parts
        near = parts.judging.related(
            scope,
            [fact.atomic_id for fact in result.facts],
            hops,
            as_of=search.as_of,
            question=search.query,
        )
        shown = parts.redaction.shown
        return linked(
            result, near, search.limit, lambda one: hit_of(one, self.layout, scope, shown)
        )

    def _with_facts(self, search: Search) -> bool:
        """Whether facts take part in an answer: for this user, and of all their records."""
        from eywa_fs.model.documents import scope_key

        settings = self.settings.facts
        bucket = int(scope_key(search.scope)[:8], 16) % 100
        return (
            settings.enabled and bucket < settings.rollout_percent and search.filters == Filters()
        )


def _is_message(hit: Hit, said: Collection[str], session_id: str | None) -> bool:
    """Whether a record is the message that is being answered, or says no more than it; ``said`` is
    the message as it is and masked."""
    return hit.record.session_id == session_id and hit.text.strip() in said
