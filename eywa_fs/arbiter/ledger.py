"""All facts of one state as judged: every verdict in its order, versions, and traces. Pure.

Nothing of it is stored. It follows from the replayed state and the constants alone: a rebuild gives
the same, and a trace id, which names a verdict and holds its checksum, is replayed from the files.
"""

from __future__ import annotations

import hashlib
import json
import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from eywa_fs.arbiter.judge import judge, score
from eywa_fs.arbiter.model import Layer, Proposal, Rival, Score, Signal, Surroundings, Verdict
from eywa_fs.arbiter.signals import Case, Line, cases
from eywa_fs.config.arbiter import ArbiterSettings
from eywa_fs.facts.afu import DAY_MS, Afu
from eywa_fs.facts.decisions import FactState
from eywa_fs.facts.model import PREDICATES
from eywa_fs.model.plain import own_fields

TRACE: Final = re.compile(r"vt_([0-9a-f]{16})_([0-9a-f]{16})")
Status = Literal["active", "overridden", "revoked", "promoted", "expired", "rejected"]


@dataclass(frozen=True, slots=True)
class Step:
    """One decision of the arbiter: the ``verdict`` after all that one record said of a fact, with
    ``cause`` as the last; ``trace_id`` names it."""

    trace_id: str
    cause: Signal
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Judged:
    """One fact with all that was decided about it, oldest first.

    ``version``: which truth of its line it is, from 1 on; 0 for what never was one.
    """

    case: Case
    proposal: Proposal
    steps: tuple[Step, ...]
    version: int = 0

    @property
    def fact(self) -> Afu:
        return self.case.fact

    @property
    def last(self) -> Step:
        """The decision that counts."""
        return self.steps[-1]

    @property
    def layer(self) -> Layer:
        """Where it is now."""
        return self.last.verdict.layer

    @property
    def was_candidate(self) -> bool:
        """Whether it was one before it became a truth."""
        layers = [step.verdict.layer for step in self.steps]
        return "candidate" in layers[: layers.index("truth")] if "truth" in layers else False

    def expires_at(self, constants: ArbiterSettings) -> int:
        """When it expires as a candidate unless something else speaks for it (ms)."""
        heard = max(s.at for s in self.case.signals)
        return heard + round(constants.ttl_days * DAY_MS)

    def status(self, at: int, constants: ArbiterSettings) -> Status:
        """How it stands at ``at`` (ms) in its layer."""
        standing = self.last.verdict.standing
        if self.layer == "truth":
            return standing
        if standing != "active":
            return "rejected"
        return "expired" if at >= self.expires_at(constants) else "active"


class Ledger:
    """The verdicts of one user's facts, by atomic id in the order of the state."""

    def __init__(self, state: FactState, constants: ArbiterSettings) -> None:
        self._cases = {name: case for name, case in cases(state).items() if case.signals}
        self._constants = constants
        self._state = state
        self._proposals = {n: proposal_of(c.fact, constants) for n, c in self._cases.items()}
        self._strong: dict[str, int | None] = {}
        self._points: dict[tuple[str, int], Score] = {}
        self._sessions = _sessions(self._cases)
        self._revoked = _revocations(self._cases)
        judged = [self._judged(case) for case in self._cases.values()]
        self.judged: Mapping[str, Judged] = _versioned(judged)

    def get(self, name: str) -> Judged | None:
        """A fact by its id, or the one it was merged into."""
        fact = self._state.get(name)
        return None if fact is None else self.judged.get(fact.atomic_id)

    def step(self, trace_id: str) -> tuple[Judged, Step] | None:
        """The decision that a trace id names, whatever its checksum."""
        name = TRACE.fullmatch(trace_id)
        if name is None:
            return None
        prefix = f"vt_{name[1]}_"
        found = ((j, s) for j in self.judged.values() for s in j.steps)
        return next(((j, s) for j, s in found if s.trace_id.startswith(prefix)), None)

    def _judged(self, case: Case) -> Judged:
        proposal = self._proposals[case.fact.atomic_id]
        steps: list[Step] = []
        previous = ""
        for number, cause in enumerate(case.signals, start=1):
            if number < len(case.signals) and case.signals[number].rank == cause.rank:
                continue  # one record, one decision
            known = case.signals[:number]
            verdict = judge(
                proposal, known, self._surroundings(case, known, previous), self._constants
            )
            steps.append(Step(_trace_id(cause, verdict), cause, verdict))
            previous = f"{verdict.layer} {verdict.standing}"
        return Judged(case, proposal, tuple(steps))

    def _surroundings(self, case: Case, known: Sequence[Signal], previous: str) -> Surroundings:
        rank, first = known[-1].rank, known[0]
        against = {s.about: None for s in known if s.kind == "contradicted"}
        for signal in known:
            if signal.kind == "settled":
                against.pop(signal.about, None)
        rivals = (self._rival(case, name, rank) for name in against)
        told = self._sessions[case.line, first.occasion]
        own = case.fact.object_hash + str(case.fact.negated)
        others = bisect_right(told.ranks, rank) - (told.began.get(own, rank + 1) <= rank)
        return Surroundings(
            rivals=tuple(rival for rival in rivals if rival is not None),
            revoked_at=self._revoked_before(case),
            unsteady=others,
            previous=previous,
        )

    def _rival(self, case: Case, name: str, rank: int) -> Rival | None:
        """Another fact as it is at ``rank``, unless it is over or taken back by then."""
        other = self._cases.get(name)
        if other is None:
            return None
        known = [signal for signal in other.signals if signal.rank <= rank]
        over = [s for s in known if s.kind in ("ended", "revoked", "restored")]
        if not known or (over and over[-1].kind != "restored" and over[-1].by != "llm"):
            return None
        points = self._points_of(other, known)
        mine, theirs = self._strong_since(case), self._strong_since(other)
        strong: Literal["", "first", "later"] = ""
        if theirs is not None and theirs <= rank and (mine is None or theirs < mine):
            strong = "first"
        elif mine is not None and mine <= rank:
            strong = "later"
        return Rival(name, points.base, points.confirmation > 0, strong)

    def _points_of(self, case: Case, known: Sequence[Signal]) -> Score:
        """The points of a fact by the first of its signals, its risks left out."""
        place = case.fact.atomic_id, len(known)
        if place not in self._points:
            proposal = self._proposals[case.fact.atomic_id]
            self._points[place] = score(proposal, known, Surroundings(), self._constants)
        return self._points[place]

    def _strong_since(self, case: Case) -> int | None:
        """Place in the replay from which on a fact is strong, its risks left out."""
        name = case.fact.atomic_id
        if name not in self._strong:
            self._strong[name] = None
            for number, signal in enumerate(case.signals, start=1):
                points = self._points_of(case, case.signals[:number])
                if points.confirmation > 0 and points.base >= self._constants.strong_from:
                    self._strong[name] = signal.rank
                    break
        return self._strong[name]

    def _revoked_before(self, case: Case) -> int | None:
        """When the same value was last revoked in an earlier fact (ms)."""
        earlier = self._revoked.get(_value(case), {})
        return max(
            (at for name, (rank, at) in earlier.items()
             if rank < case.began and name != case.fact.atomic_id),
            default=None,
        )  # fmt: skip


def proposal_of(fact: Afu, constants: ArbiterSettings) -> Proposal:
    predicate = PREDICATES[fact.predicate]
    if predicate.stable:
        stability = constants.stability_stable
    elif predicate.type == "plan":
        stability = constants.stability_plan
    elif predicate.type != "fact" or predicate.cardinality == "one" or predicate.profile:
        stability = constants.stability_lasting
    else:
        stability = constants.stability_passing
    return Proposal(
        fact.atomic_id, fact.predicate, fact.object, fact.subject, fact.negated, fact.rule,
        stability, steers=predicate.profile == "instructions",
    )  # fmt: skip


def _trace_id(cause: Signal, verdict: Verdict) -> str:
    """Names a decision by its fact, its cause and the kind of that, then the verdict's checksum."""
    place = "\0".join((verdict.target, cause.event_id, cause.kind, cause.about, cause.occasion))
    said = own_fields(verdict) | {"score": own_fields(verdict.score)}
    text = json.dumps(said, sort_keys=True, ensure_ascii=True)
    halves = (hashlib.sha256(part.encode()).hexdigest()[:16] for part in (place, text))
    return "vt_" + "_".join(halves)


@dataclass(frozen=True, slots=True)
class _Told:
    """Values told of one thing in one session and day: the place of the first telling of each
    (``began``), and these places in order."""

    began: Mapping[str, int]
    ranks: Sequence[int]


def _sessions(known: Mapping[str, Case]) -> Mapping[tuple[Line, str], _Told]:
    """What was told of each thing in each session."""
    found: dict[tuple[Line, str], dict[str, int]] = defaultdict(dict)
    for case in known.values():
        first = case.signals[0]
        value = case.fact.object_hash + str(case.fact.negated)
        told = found[case.line, first.occasion]
        if not case.fact.never_held:  # a slip that was corrected is no change of mind
            told[value] = min(first.rank, told.get(value, first.rank))
    return {key: _Told(began, sorted(began.values())) for key, began in found.items()}


def _value(case: Case) -> tuple[Line, str, bool]:
    return case.line, case.fact.object_hash, case.fact.negated


def _revocations(
    known: Mapping[str, Case],
) -> Mapping[tuple[Line, str, bool], Mapping[str, tuple[int, int]]]:
    """Place and time (ms) at which facts of one value were revoked."""
    found: dict[tuple[Line, str, bool], dict[str, tuple[int, int]]] = defaultdict(dict)
    for case in known.values():
        over = [s for s in case.signals if s.kind in ("revoked", "restored")]
        if over and over[-1].kind == "revoked":
            found[_value(case)][case.fact.atomic_id] = over[-1].rank, over[-1].at
    return found


def _versioned(judged: Sequence[Judged]) -> dict[str, Judged]:
    """With the version of each truth, counted along its line by when it became one."""
    promoted: dict[Line, list[tuple[int, str]]] = defaultdict(list)
    for one in judged:
        ranks = [step.cause.rank for step in one.steps if step.verdict.layer == "truth"]
        if ranks:
            promoted[one.case.line].append((ranks[0], one.fact.atomic_id))
    versions = {
        name: number
        for line in promoted.values()
        for number, (_, name) in enumerate(sorted(line), start=1)
    }
    names = ((one, one.fact.atomic_id) for one in judged)
    return {name: replace(one, version=versions.get(name, 0)) for one, name in names}
