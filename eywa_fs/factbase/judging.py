"""The arbiter over the facts of one data root: judged, then proved, then served."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from eywa_fs.arbiter.graph import Graph
from eywa_fs.arbiter.ledger import Judged, Ledger, Step
from eywa_fs.arbiter.model import Signal
from eywa_fs.config.arbiter import ArbiterSettings
from eywa_fs.factbase.proof import Prover
from eywa_fs.factbase.state import FactStates, Loaded
from eywa_fs.facts.decisions import FactState
from eywa_fs.facts.identity import names_of
from eywa_fs.facts.timeline import current
from eywa_fs.lru import Lru
from eywa_fs.model.degraded import refuse_unread
from eywa_fs.model.facts import Related
from eywa_fs.model.judged import (
    Decision,
    Explained,
    FactGraph,
    JudgedFact,
    JudgedFacts,
    Node,
    Relation,
    Replayed,
)
from eywa_fs.model.records import Scope

_KEPT_SCOPES = 64
GONE = "no record leads to this decision any more"
OTHERWISE = "it comes out otherwise: other records, other decisions or other constants"


class Judging:
    """Serves verdicts and the graph. Threads may share it; it writes nothing.

    A verdict is served only if the bytes of every record and decision that speaks for it are what
    they were; refused ones are counted in ``dropped``, and their files looked at again.
    """

    def __init__(
        self, prover: Callable[[Scope], Prover], states: FactStates, constants: ArbiterSettings
    ) -> None:
        self._prover = prover
        self._states = states
        self._constants = constants
        self._kept: Lru[Scope, tuple[FactState, Ledger]] = Lru(_KEPT_SCOPES)

    def facts(
        self,
        scope: Scope,
        *,
        layer: str = "truth",
        every: bool = False,
        subject: str | None = None,
        only: Sequence[str] | None = None,
        as_of: int | None = None,
    ) -> JudgedFacts:
        """Facts of one layer, as of :meth:`EywaMemory.verdicts`, in the order of the state. Without
        ``every`` what is active and, of truths, holds at the moment asked for."""
        loaded = self._states.load(scope, before=as_of)
        ledger = self._ledger(scope, loaded.state)
        chosen: Iterable[Judged] = ledger.judged.values()
        if only is not None:
            chosen = [one for name in only if (one := ledger.get(name)) is not None]
        names = names_of(loaded.state.facts)
        holding = {fact.atomic_id for fact in current(loaded.state, loaded.at)}
        found = []
        for one in chosen:
            promoted = layer == "candidate" and one.layer == "truth" and one.was_candidate
            if one.layer != layer and not (every and promoted):
                continue
            if subject is not None and not names.same_subject(subject, one.fact.subject):
                continue
            active = one.status(loaded.at, self._constants) == "active"
            if every or (active and (layer != "truth" or one.fact.atomic_id in holding)):
                found.append((one, "promoted" if promoted else ""))
        prover = self._prover(scope)
        facts = self._served(prover, found, loaded)
        return JudgedFacts(tuple(facts), dict(prover.dropped), prover.told(loaded))

    def explained(self, scope: Scope, name: str) -> Explained | None:
        """The course of a fact by its id; ``None`` where there is no such fact, or its records are
        not what they were. ``TruthReadError`` where there may be more, also below."""
        loaded = self._states.load(scope).whole()
        judged = self._ledger(scope, loaded.state).get(name)
        return None if judged is None else self._explained(scope, loaded, judged)

    def caused(self, scope: Scope, events: Collection[str]) -> list[Explained]:
        """The facts about which some records say something."""
        loaded = self._states.load(scope).whole()
        ledger = self._ledger(scope, loaded.state)
        found = (self._explained(scope, loaded, one) for one in ledger.judged.values()
                 if any(s.event_id in events for s in one.case.signals))  # fmt: skip
        return [one for one in found if one is not None]

    def replayed(self, scope: Scope, trace_id: str) -> Replayed:
        """A decision made again from the files, and whether it is the one that the id names."""
        loaded = self._states.load(scope).whole()
        found = self._ledger(scope, loaded.state).step(trace_id)
        explained = None if found is None else self._explained(scope, loaded, found[0])
        if found is None or explained is None:
            return Replayed(trace_id, False, GONE, None, None)
        same = found[1].trace_id == trace_id
        decision = decision_of(found[0], found[1])
        return Replayed(trace_id, same, "" if same else OTHERWISE, decision, explained)

    def graph(
        self, scope: Scope, name: str | None, *, hops: int, as_of: int | None
    ) -> FactGraph | None:
        """The entities and relations that hold, or those around one; ``None`` where no fact names
        that."""
        loaded = self._states.load(scope, before=as_of)
        graph = Graph(current(loaded.state, loaded.at))
        begin = None if name is None else graph.find(name)
        if name is not None and begin is None:
            loaded.whole()
            return None
        near = dict.fromkeys((e.key for e in graph.entities), 0)
        if begin is not None:
            near = graph.within(begin, hops)
        prover = self._prover(scope)
        proved = {f.atomic_id: f for f in prover.facts(graph.facts, loaded)}
        nodes = []
        for entity in (graph.entity(key) for key in near):
            merged = tuple(proved[m].citation for m in entity.merged_by if m in proved)
            hop = near[entity.key]
            nodes.append(Node(entity.key, entity.names, entity.kind, hop, merged))
        relations = [
            Relation(edge.source, edge.target, proved[edge.fact.atomic_id], edge.role)
            for edge in graph.edges
            if edge.fact.atomic_id in proved and {edge.source, edge.target} <= near.keys()
            and (begin is None or near[edge.source] < hops or near[edge.target] < hops)
        ]  # fmt: skip
        told = {key for one in relations for key in (one.source, one.target)}
        kept = tuple(n for n in nodes if n.key in told or n.key == begin)
        return FactGraph(kept, tuple(relations), dict(prover.dropped), prover.told(loaded))

    def related(
        self,
        scope: Scope,
        begin: Sequence[str],
        hops: int,
        *,
        as_of: int | None,
        question: str = "",
    ) -> list[Related]:
        """Current facts that share an entity or a value with others, or with what a question names,
        near ones first."""
        loaded = self._states.load(scope, before=as_of)
        graph = Graph(current(loaded.state, loaded.at))
        found = graph.related(begin, hops, graph.named_in(question) if question else ())
        prover = self._prover(scope)
        near = {fact.atomic_id: hop for fact, hop in found}
        facts = prover.facts([fact for fact, _ in found], loaded)
        return [Related(fact, near[fact.atomic_id]) for fact in facts]

    def _ledger(self, scope: Scope, state: FactState) -> Ledger:
        kept = self._kept.get(scope)
        if kept is not None and kept[0] is state:
            return kept[1]
        return self._kept.put(scope, (state, Ledger(state, self._constants)))[1]

    def _explained(self, scope: Scope, loaded: Loaded, judged: Judged) -> Explained | None:
        prover = self._prover(scope)
        served = self._served(prover, [(judged, "")], loaded)
        refuse_unread(prover.unread)
        if not served:
            return None
        decisions = tuple(decision_of(judged, step) for step in judged.steps)
        return Explained(served[0], judged.proposal.as_dict(), decisions)

    def _served(
        self, prover: Prover, found: Sequence[tuple[Judged, str]], loaded: Loaded
    ) -> list[JudgedFact]:
        """Judged facts, each with the status it is given, or ``""`` for its own; without those for
        which a record or a decision speaks that does not fit."""
        evidence = {
            one.fact.atomic_id: [s.anchor for s in one.case.signals if s.anchor is not None]
            for one, _ in found
        }
        fitting = [one.fact for one, _ in found if prover.proves(evidence[one.fact.atomic_id])]
        facts = {fact.atomic_id: fact for fact in prover.facts(fitting, loaded)}
        return [
            JudgedFact(
                fact=facts[name],
                layer=one.last.verdict.layer,
                version=one.version,
                status=status or one.status(loaded.at, self._constants),
                score=one.last.verdict.score.total,
                rule=one.last.verdict.rule,
                source_trace=one.last.trace_id,
                expires_at=one.expires_at(self._constants) if one.layer == "candidate" else None,
                evidence=tuple(dict.fromkeys(anchor.citation for anchor in evidence[name])),
            )
            for one, status in found
            if (name := one.fact.atomic_id) in facts
        ]


def decision_of(judged: Judged, step: Step) -> Decision:
    """A decision with what was known when it was made."""
    known: list[Signal] = [s for s in judged.case.signals if s.rank <= step.cause.rank]
    verdict: Mapping[str, object] = step.verdict.as_dict() | {"total": step.verdict.score.total}
    signals = tuple((signal.kind, signal.event_id) for signal in known)
    return Decision(step.trace_id, step.cause.at, step.cause.event_id, signals, verdict)
