"""Values of the arbiter: what speaks for and against a fact, and what is judged of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from eywa_fs.model.plain import AsDict
from eywa_fs.model.records import Anchor

Layer = Literal["clue", "candidate", "truth"]
Standing = Literal["active", "overridden", "revoked"]
Action = Literal["propose", "promote", "reject", "override", "revoke"]
Rule = Literal[
    "no_evidence", "no_confirmation", "against_strong", "revoked", "below_candidate",
    "below_truth", "truth",
]  # fmt: skip
SignalKind = Literal[
    "said", "corrected", "read", "asserted", "hedged",
    "confirmed", "overrode", "contradicted", "settled", "ended", "revoked", "restored",
]  # fmt: skip

LAYERS: Final[tuple[Layer, ...]] = ("clue", "candidate", "truth")
"""From the weakest to the strongest."""
STATEMENTS: Final = frozenset({"said", "corrected", "read", "asserted", "hedged", "overrode"})
"""Kinds of signals that cite words of a record: the evidence of a fact."""
OUTRIGHT: Final = frozenset({"said", "corrected", "read"})
"""Statements that the user made outright."""
CALLS: Final = frozenset({"confirmed", "overrode"})
"""Decisions by which somebody vouches for a fact."""


@dataclass(frozen=True, slots=True)
class Signal:
    """One thing that speaks for a fact, or changes how it stands.

    Attributes:
        kind: ``said``: outright, read by a rule. ``corrected``: the same, in the place of an older
            value. ``read``: outright, read by a model. ``asserted``: by a host agent, with a
            quote. ``hedged``: not outright. ``overrode``: a call that puts it in the place of
            another. ``confirmed``: a call. ``contradicted``, ``settled``: another fact cannot hold
            as well; that was settled. ``ended``, ``revoked``, ``restored``: what became of it.
        event_id: the record or decision; rank: its place in the replay; at: its time (ms).
        occasion: session and day of a statement.
        anchor: where its bytes are; without one it is no evidence.
        about: id of the other fact, of ``contradicted`` and ``settled``; by: who.
    """

    kind: SignalKind
    event_id: str
    rank: int
    at: int
    occasion: str = ""
    anchor: Anchor | None = None
    about: str = ""
    by: str = ""


@dataclass(frozen=True, slots=True)
class Proposal(AsDict):
    """What is proposed as a fact, and how steady such things are (points, 0 to 20)."""

    target: str
    fact_key: str
    fact_value: str
    scope: str
    negated: bool
    proposer: str
    stability: int
    steers: bool = False


@dataclass(frozen=True, slots=True)
class Rival:
    """Another fact that contradicts the proposed one at the moment of a verdict: its points without
    risk, and whether anything confirms it. ``strong``: it was strong before the proposed one
    (``first``), or that one was (``later``)."""

    target: str
    base: int
    confirmed: bool
    strong: Literal["", "first", "later"] = ""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What is known beside the evidence.

    Attributes:
        rivals: what contradicts the proposal.
        revoked_at: when its value was last revoked, in an earlier fact (ms).
        unsteady: other values of the same thing in the session in which it was first said.
        previous: layer and standing before this verdict, ``""`` for the first one.
    """

    rivals: tuple[Rival, ...] = ()
    revoked_at: int | None = None
    unsteady: int = 0
    previous: str = ""


@dataclass(frozen=True, slots=True)
class Score(AsDict):
    """Points by part; ``total`` is their sum, 0 to 100."""

    confirmation: int
    stability: int
    repetition: int
    reading: int
    risk: int

    @property
    def total(self) -> int:
        return self.base + self.risk

    @property
    def base(self) -> int:
        """The sum without the risk."""
        return self.confirmation + self.stability + self.repetition + self.reading


@dataclass(frozen=True, slots=True)
class Verdict(AsDict):
    """What is judged of a proposal, and why.

    Attributes:
        rule: the hard constraint or the threshold that decided.
        evidence: event ids of the statements and calls that count, in the order of the replay.
        rivals: ids of facts that contradict it.
        previous: layer and standing before, as ``"candidate active"``.
    """

    target: str
    layer: Layer
    standing: Standing
    action: Action
    rule: Rule
    score: Score
    evidence: tuple[str, ...]
    rivals: tuple[str, ...]
    previous: str
