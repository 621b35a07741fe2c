"""Facts: asking for them, each proved against its record, and what people, host agents and models
decide about them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Unpack

from eywa_fs.errors import BadRequest, DependencyUnavailable, NotFound
from eywa_fs.memory.arguments import check_strings
from eywa_fs.memory.surface import (
    DEFAULT_TENANT,
    DEFAULT_USER,
    ByWhom,
    Reasoned,
    Surface,
    Whose,
    by_whom,
)
from eywa_fs.model.degraded import refuse_unread
from eywa_fs.model.records import Scope
from eywa_fs.model.versions import By

if TYPE_CHECKING:
    from eywa_fs.factbase.decisions import Day, Decided, DecisionWriter
    from eywa_fs.factbase.settling import Settled
    from eywa_fs.facts.afu import Afu
    from eywa_fs.facts.replay import FactState
    from eywa_fs.llm.chat import Chat
    from eywa_fs.llm.enrich import EnrichReport
    from eywa_fs.model.facts import Conflict, Fact, Facts, Related


class Knowing(Surface):
    """What is known of a user. What is decided about it is a record of the truth: written, synced,
    and only then of any effect."""

    def facts(
        self,
        question: str | None = None,
        *,
        subject: str | None = None,
        predicate: str | None = None,
        every: bool = False,
        candidates: bool = False,
        as_of: int | None = None,
        **of: Unpack[Whose],
    ) -> Facts:
        """Facts read out of what the user said, each proved against its record.

        Args:
            question: asks in words ("where does my sister live now?", in English or Chinese); the
                facts that answer it, best first; none where it has no words ("???"). Without a
                question, all current facts, grouped by subject and predicate.
            subject, predicate: only facts of these (without a question); a predicate also as it
                is printed, ``"lives in"``.
            every: superseded and retracted facts as well (without a question).
            candidates: instead, what was not said outright and nothing else agrees with: kept,
                never given as an answer (without a question).
            as_of: epoch milliseconds; as things stood then, knowing what was said until then.

        Raises:
            BadRequest: no such predicate, an empty question, or one with a filter.
        """
        scope = self._scope(of)
        if question is not None and (subject or predicate or every or candidates):
            raise BadRequest(
                "a question chooses its facts by itself: leave out subject, predicate, every and "
                "candidates, or the question"
            )
        if question is not None:
            if not question.strip():
                raise BadRequest("the question is empty: ask something, or leave it out for all")
            return self._parts.facts.ask(scope, question, as_of=as_of).facts
        return self._parts.facts.facts(
            scope,
            subject=subject,
            predicate=predicate,
            every=every,
            candidates=candidates,
            as_of=as_of,
        )

    def profile(
        self,
        user_id: str = DEFAULT_USER,
        *,
        tenant_id: str = DEFAULT_TENANT,
        as_of: int | None = None,
    ) -> dict[str, list[Fact]]:
        """What holds of the user, by predicate, newest first. ``TruthReadError`` where a file
        cannot be read, as of all here that gives no :class:`Facts`."""
        found = self.facts(tenant_id=tenant_id, user_id=user_id, subject="user", as_of=as_of)
        refuse_unread(found.degraded)
        return found.by_predicate()

    def history(
        self, subject: str, predicate: str, *, as_of: int | None = None, **of: Unpack[Whose]
    ) -> Facts:
        """How one thing went ("user", "lives_in"): every value that once held, oldest first."""
        scope = self._scope(of)
        return self._parts.facts.history(scope, subject, predicate, as_of=as_of)

    def relations(
        self, facts: Sequence[str], *, hops: int = 1, as_of: int | None = None, **of: Unpack[Whose]
    ) -> list[Related]:
        """Facts about the people and things that some facts are about, near ones first.

        Args:
            facts: atomic ids of current facts.
            hops: how often to go on from what was found; 0 finds nothing.

        Raises:
            BadRequest: ``hops`` is not between 0 and 8.
        """
        from eywa_fs.arbiter.graph import MOST_HOPS

        if not 0 <= hops <= MOST_HOPS:
            raise BadRequest(f"hops is {hops}: give 0 to {MOST_HOPS}")
        begin = check_strings("facts", facts)
        scope = self._scope(of)
        if not hops or not begin:
            return []
        self._parts.facts.loaded(scope).whole()
        return self._parts.judging.related(scope, begin, hops, as_of=as_of)

    def as_of(self, time: int, **of: Unpack[Whose]) -> Facts:
        """What held at a time (epoch ms), knowing only what had been said before it."""
        return self.facts(as_of=time, **of)

    def conflicts(self, **of: Unpack[Whose]) -> list[Conflict]:
        """Facts that cannot both stand and that no rule could settle."""
        return self._parts.facts.conflicts(self._scope(of))

    def fact_state(self, **of: Unpack[Whose]) -> FactState:
        """All facts, chains, conflicts and the audit of every update, as replayed; not proved."""
        return self._parts.facts.state(self._scope(of))

    def assert_fact(
        self,
        subject: str,
        predicate: str,
        object: str,
        *,
        quote: str,
        event_id: str | None = None,
        citation: str | None = None,
        negated: bool = False,
        valid_from: Day = None,
        valid_to: Day = None,
        **of: Unpack[Reasoned],
    ) -> Decided:
        """Say that something is so, with the words of a record that say it.

        It acts on known facts by the same table of updates as a statement of the user.

        Args:
            subject: ``"user"``, a name, or a role (``"user's sister"``, ``"用户的妈妈"``).
            predicate: one of the vocabulary, docs/facts.md.
            quote: a passage of the record, letter by letter.
            event_id, citation: the record, one of them.
            valid_from, valid_to: first and last day it holds, where the record says so.

        Raises:
            BadRequest: the quote does not stand there, or an argument is none.
            NotFound: there is no such record of this user.
        """
        scope = self._scope(of)
        claim = (subject, predicate, object, quote, negated, valid_from, valid_to)
        by = by_whom(of)
        return self._assert(scope, claim, event_id, citation, by)

    def supersede_fact(
        self,
        atomic_id: str,
        object: str,
        *,
        quote: str,
        event_id: str | None = None,
        citation: str | None = None,
        predicate: str | None = None,
        negated: bool = False,
        valid_from: Day = None,
        valid_to: Day = None,
        **of: Unpack[Reasoned],
    ) -> Decided:
        """Say that ``object`` has taken the place of a fact's value, with the words that say it.

        Other arguments, and errors, are those of :meth:`assert_fact`.

        Args:
            predicate: another one than the fact's.
            valid_from: the day from which it is so; by default when the record was said.
        """
        scope = self._scope(of)
        old = self._known_fact(scope, atomic_id)
        slot = predicate or old.predicate
        claim = (old.subject, slot, object, quote, negated, valid_from, valid_to)
        by = by_whom(of)
        return self._assert(scope, claim, event_id, citation, by, target=atomic_id)

    def reject_fact(self, atomic_id: str, reason: str = "", **of: Unpack[ByWhom]) -> Decided:
        """Say that a fact is not so and never was; it does not come back from the same record.
        ``NotFound`` where the user has no such fact."""
        scope = self._scope(of)
        self._known_fact(scope, atomic_id)
        by = by_whom(Reasoned(**of, reason=reason))
        return self._hinted(self._decisions().rejection(scope, atomic_id, by))

    def resolve_conflict(
        self,
        *,
        kept: str | None,
        dropped: str | None,
        only_open: bool = False,
        **of: Unpack[Reasoned],
    ) -> Settled:
        """Settle a conflict; the verdict is a record of the truth before it has any effect. The
        last one counts; one that would change nothing is not written.

        Args:
            kept: atomic id of the fact that stands.
            dropped: atomic id of the one that gives way; ``None`` lets both stand. With ``kept``
                ``None`` it was simply wrong.
            only_open: nothing is written where the facts are in no open conflict (any more): for
                whoever decides by a list that may be old.

        Raises:
            NotFound: the user has no such fact.
            BadRequest: neither is named.
        """
        from eywa_fs.factbase.settling import Settled, settled_before

        scope = self._scope(of)
        by = by_whom(of, "human")
        state, now = self._parts.facts.state(scope), self._parts.clock()
        before = settled_before(state, kept, dropped, now, only_open=only_open)
        if before is not None:
            return before
        for atomic_id in (kept, dropped):
            if atomic_id is not None:
                self._known_fact(scope, atomic_id)
        anchor = self._decisions().verdict(scope, kept=kept, dropped=dropped, by=by)
        self._parts.background.hint(anchor.file_path)
        return Settled(anchor)

    def enrich(
        self,
        *,
        limit: int | None = None,
        chat: Chat | None = None,
        progress: Callable[[int], None] | None = None,
        **of: Unpack[Whose],
    ) -> EnrichReport:
        """Have a language model read the user's messages that none has read yet, oldest first.

        What it reads and decides is checked against the records and journaled in the truth before
        it has any effect; a rebuild asks no model again.

        Args:
            limit: messages at most; they count for the day, but its budget does not bind here.
            chat: another model than the one of the settings (``llm.base_url``, ``llm.model``).
            progress: called with the number of messages done since the last call.

        Raises:
            ConfigError: no model is configured.
            DependencyUnavailable: ``.index`` cannot be written; nothing was done.
            TruthWriteError: the journal cannot be written.
        """
        from eywa_fs.llm.chat import open_chat
        from eywa_fs.llm.enrich import enrich

        self._parts.refuse_closed()
        asked = chat or open_chat(self.settings.llm)
        try:
            scope = self._scope(of)
            return enrich(
                self._parts.enricher(asked),
                scope,
                limit=limit,
                progress=progress,
                settle=lambda: self._parts.settle(DependencyUnavailable),
            )
        finally:
            if chat is None:
                asked.close()

    def _assert(
        self,
        scope: Scope,
        claim: tuple[str, str, str, str, bool, Day, Day],
        event_id: str | None,
        citation: str | None,
        by: By,
        target: str | None = None,
    ) -> Decided:
        """Journal a claim (its fields, in order) on a record: its event id, or its citation."""
        from eywa_fs.factbase.decisions import Claim
        from eywa_fs.truth.citations import find_message

        if (event_id is None) == (citation is None):
            raise BadRequest("name the record that is quoted: event_id or citation, one of them")
        quoted = find_message(self.layout, scope, event_id=event_id, citation=citation or "")
        if claim[3].strip() not in quoted[0].content:  # it may be quoted as it was shown
            quoted = (self._parts.redaction.record(quoted[0]), quoted[1])
        return self._hinted(self._decisions().assertion(scope, Claim(*claim), quoted, by, target))

    def _hinted(self, found: Decided) -> Decided:
        """What was decided, once the indexer knows that it is there."""
        self._parts.background.hint(found.anchor.file_path)
        return found

    def _known_fact(self, scope: Scope, atomic_id: str) -> Afu:
        found = self._parts.facts.state(scope).get(atomic_id)
        if found is None:
            raise NotFound(f"there is no fact {atomic_id!r}; 'eywa facts' names them")
        return found

    def _decisions(self) -> DecisionWriter:
        from eywa_fs.factbase.decisions import DecisionWriter

        return DecisionWriter(self._parts.journal, self.layout, clock=self._parts.clock)
