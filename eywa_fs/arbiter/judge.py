"""The verdict on one proposal: hard constraints and a score. A pure function of its arguments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from eywa_fs.arbiter.model import (
    CALLS,
    LAYERS,
    OUTRIGHT,
    STATEMENTS,
    Action,
    Layer,
    Proposal,
    Rival,
    Rule,
    Score,
    Signal,
    Standing,
    Surroundings,
    Verdict,
)
from eywa_fs.config.arbiter import ArbiterSettings

MOST_RISK: Final = 20
MOST_REPETITION: Final = 20


def judge(
    proposal: Proposal,
    evidence: Sequence[Signal],
    state: Surroundings,
    constants: ArbiterSettings,
) -> Verdict:
    """The verdict on ``proposal`` after the last of its signals so far, at least one, in the order
    of the replay. More evidence never lowers the score or the layer; a rival never raises them."""
    points = score(proposal, evidence, state, constants)
    layer, rule = _layer(points, evidence, state, constants)
    standing = standing_of(evidence)
    return Verdict(
        target=proposal.target,
        layer=layer,
        standing=standing,
        action=_action(evidence[-1], layer, state.previous),
        rule="revoked" if standing == "revoked" else rule,
        score=points,
        evidence=tuple(s.event_id for s in evidence if s.kind in STATEMENTS | CALLS),
        rivals=tuple(rival.target for rival in state.rivals),
        previous=state.previous,
    )


def score(
    proposal: Proposal,
    evidence: Sequence[Signal],
    state: Surroundings,
    constants: ArbiterSettings,
) -> Score:
    """The points of a proposal, part by part; the risk never makes the sum negative."""
    statements = [signal for signal in evidence if signal.kind in STATEMENTS]
    occasions = {signal.occasion for signal in statements}
    repeated = constants.repetition * max(0, len(occasions) - 1)
    parts = (
        _confirmation(evidence, constants),
        proposal.stability,
        min(MOST_REPETITION, repeated),
        max((_reading(signal, constants) for signal in statements), default=0),
    )
    points = Score(*parts, risk=0)
    risk = min(MOST_RISK, _risk(proposal, points.base, state, constants), points.base)
    return Score(*parts, risk=-risk)


def standing_of(evidence: Sequence[Signal]) -> Standing:
    """How a fact stands by the last signal that changed it."""
    standing: Standing = "active"
    for signal in evidence:
        if signal.kind == "revoked":
            standing = "revoked"
        elif signal.kind == "ended":
            standing = "overridden"
        elif signal.kind == "restored":
            standing = "active"
    return standing


def _confirmation(evidence: Sequence[Signal], constants: ArbiterSettings) -> int:
    """Points of the strongest confirmation."""
    kinds = {signal.kind for signal in evidence}
    outright = {signal.occasion for signal in evidence if signal.kind in OUTRIGHT}
    found = [
        (constants.confirmation_read, "read" in kinds),
        (constants.confirmation_said, "said" in kinds),
        (constants.confirmation_corrected, "corrected" in kinds),
        (constants.confirmation_repeated, len(outright) > 1),
        (constants.confirmation_called, not kinds.isdisjoint(CALLS)),
    ]
    return max((points for points, there in found if there), default=0)


def _reading(signal: Signal, constants: ArbiterSettings) -> int:
    """How sure it is that the words say it: of one statement."""
    if signal.kind in ("said", "corrected"):
        return constants.reading_said
    if signal.kind in ("asserted", "overrode"):
        return constants.reading_asserted
    return constants.reading_read if signal.kind == "read" else constants.reading_hedged


def _risk(proposal: Proposal, base: int, state: Surroundings, constants: ArbiterSettings) -> int:
    """What speaks against a proposal of ``base`` points, as a positive number."""
    risk = max((_against(rival, base, constants) for rival in state.rivals), default=0)
    risk += constants.risk_returns if state.revoked_at is not None else 0
    risk += constants.risk_steers if proposal.steers else 0
    return risk + constants.risk_unsteady * max(0, state.unsteady - 1)


def _against(rival: Rival, base: int, constants: ArbiterSettings) -> int:
    """What one rival costs: nothing where it could be no truth itself."""
    if not rival.confirmed or rival.base < constants.truth_from:
        return 0
    equal = rival.base >= base and rival.strong != "later"
    least = min(constants.risk_weaker, constants.risk_contradicted)
    return max(constants.risk_contradicted, least) if equal else least


def _layer(
    points: Score, evidence: Sequence[Signal], state: Surroundings, constants: ArbiterSettings
) -> tuple[Layer, Rule]:
    """The layer of a score within the hard constraints, and what decided on it."""
    proofs = [s for s in evidence if s.kind in STATEMENTS and s.anchor is not None]
    if not proofs:
        return "clue", "no_evidence"
    if state.revoked_at is not None and all(s.at <= state.revoked_at for s in proofs):
        return "clue", "revoked"
    if points.total < constants.candidate_from:
        return "clue", "below_candidate"
    if points.total < constants.truth_from:
        return "candidate", "below_truth"
    if not points.confirmation:
        return "candidate", "no_confirmation"
    if any(rival.strong == "first" for rival in state.rivals):
        return "candidate", "against_strong"
    return "truth", "truth"


def _action(last: Signal, layer: Layer, previous: str) -> Action:
    """What the last signal comes to."""
    if last.kind == "revoked":
        return "revoke"
    if last.kind == "ended":
        return "override"
    before = LAYERS.index(previous.split()[0] if previous else layer)
    now = LAYERS.index(layer)
    if now < before:
        return "reject"
    if layer == "truth" and (now > before or not previous or last.kind == "restored"):
        return "promote"
    return "reject" if not previous and layer == "clue" else "propose"
