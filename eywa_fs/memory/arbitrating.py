"""Asking the arbiter: truths, candidates and clues, why they are so, and how things are related."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Unpack

from eywa_fs.errors import BadRequest, NotFound
from eywa_fs.memory.arguments import check_strings
from eywa_fs.memory.facts import Knowing
from eywa_fs.memory.surface import ByWhom, Reasoned, Whose, by_whom

if TYPE_CHECKING:
    from eywa_fs.factbase.decisions import Decided
    from eywa_fs.model.judged import Explained, FactGraph, JudgedFacts, Replayed, Traced

GRAPH_HOPS = 2


class Arbitrating(Knowing):
    """Verdicts are derived: nothing but a confirmation by a call is written."""

    def verdicts(
        self,
        layer: str = "truth",
        *,
        every: bool = False,
        subject: str | None = None,
        only: Sequence[str] | None = None,
        as_of: int | None = None,
        **of: Unpack[Whose],
    ) -> JudgedFacts:
        """Facts of one layer with the arbiter's verdict on each; docs/arbiter.md.

        Args:
            layer: ``truth``, ``candidate``, or ``clue`` for what is neither.
            every: also what is overridden, revoked, expired or rejected, and of candidates what
                became a truth.
            subject: only facts about it, by any of its names.
            only: only facts of these atomic ids, in this order.
            as_of: epoch milliseconds; as things stood then, knowing what was said until then.
        """
        if layer not in ("truth", "candidate", "clue"):
            raise BadRequest(f"layer is {layer!r}: give truth, candidate or clue")
        names = None if only is None else check_strings("only", only)
        return self._parts.judging.facts(
            self._scope(of), layer=layer, every=every, subject=subject, only=names, as_of=as_of
        )

    def explain_verdict(self, atomic_id: str, **of: Unpack[Whose]) -> Explained:
        """Every decision of the arbiter on a fact: the rule that hit, the score by part, the
        evidence and the state before. ``NotFound`` where the user has no such fact, or its records
        are not what they were."""
        found = self._parts.judging.explained(self._scope(of), atomic_id)
        if found is None:
            raise NotFound(f"there is no fact {atomic_id!r} whose records are as they were")
        return found

    def replay(self, trace_id: str, **of: Unpack[Whose]) -> Replayed:
        """Make the decision that a trace id of the arbiter names again, from the files, and say
        whether it comes out the same. ``BadRequest`` for what is no such id."""
        from eywa_fs.arbiter.ledger import TRACE

        if TRACE.fullmatch(trace_id) is None:
            raise BadRequest(f"{trace_id!r} is no trace of the arbiter: those begin with vt_")
        return self._parts.judging.replayed(self._scope(of), trace_id)

    def traced(self, trace_id: str, **of: Unpack[Whose]) -> Traced:
        """The records that were written under the trace id of a request (``meta.trace_id``), and
        the facts that they say or changed, each explained."""
        from eywa_fs.model.judged import Traced
        from eywa_fs.truth.citations import traced_messages

        scope = self._scope(of)
        events = traced_messages(self.layout, scope, trace_id)
        explained = self._parts.judging.caused(scope, events) if events else []
        return Traced(tuple(events), tuple(explained))

    def confirm_fact(self, atomic_id: str, reason: str = "", **of: Unpack[ByWhom]) -> Decided:
        """Say that a fact is so. It is a record of the truth before it has any effect; what was not
        said outright is a fact from then on.

        Raises:
            NotFound: the user has no such fact.
            BadRequest: it was taken back: that takes new words of the user.
        """
        scope = self._scope(of)
        if self._known_fact(scope, atomic_id).status == "retracted":
            raise BadRequest(
                f"{atomic_id} was taken back: it comes back when the user says it again"
            )
        by = by_whom(Reasoned(**of, reason=reason), "human")
        return self._hinted(self._decisions().confirmation(scope, atomic_id, by))

    def graph(
        self,
        name: str | None = None,
        *,
        hops: int = 1,
        as_of: int | None = None,
        **of: Unpack[Whose],
    ) -> FactGraph:
        """People, places, organisations and things, and the facts that relate them.

        Args:
            name: what they are around, by any of its names; ``None``: all there are.
            hops: 1 or 2 relations away from it.
            as_of: epoch milliseconds; the relations that held then.

        Raises:
            BadRequest: another number of hops. NotFound: no fact names it.
        """
        if not 1 <= hops <= GRAPH_HOPS:
            raise BadRequest(f"hops is {hops}: give 1 to {GRAPH_HOPS}")
        scope = self._scope(of)
        found = self._parts.judging.graph(scope, name, hops=hops, as_of=as_of)
        if found is None:
            raise NotFound(f"no fact that holds names {name!r}; 'eywa graph' shows all there are")
        return found
