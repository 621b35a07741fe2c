"""Asking for facts, each proved against its record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Unpack

from eywa_fs.errors import BadRequest
from eywa_fs.memory.arguments import as_predicate, check_strings
from eywa_fs.memory.surface import DEFAULT_TENANT, DEFAULT_USER, Surface, Whose
from eywa_fs.model.degraded import refuse_unread

if TYPE_CHECKING:
    from eywa_fs.facts.replay import FactState
    from eywa_fs.model.facts import Conflict, Fact, Facts, Related


class AskingFacts(Surface):
    """What is known of a user; it writes nothing."""

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
            BadRequest: no such predicate, or an empty question.
        """
        scope = self._scope(of)
        predicate = None if predicate is None else as_predicate(predicate)
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
        return self._parts.facts.history(scope, subject, as_predicate(predicate), as_of=as_of)

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
