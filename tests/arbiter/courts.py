"""Cases for the arbiter: records as replayed, with anchors, and what is judged of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final

from facts.stories import at

from eywa_fs.arbiter.ledger import Judged, Ledger
from eywa_fs.arbiter.model import Proposal, Signal, SignalKind
from eywa_fs.config.arbiter import ArbiterSettings
from eywa_fs.facts.afu import Afu
from eywa_fs.facts.decisions import Decided, ModelTurn, TimelineRecord, Turn
from eywa_fs.facts.replay import apply
from eywa_fs.model.records import Anchor

CONSTANTS = ArbiterSettings()
ANCHOR = Anchor("tenants/t/users/u/sessions/s/2024-01-01.jsonl", "", 1, 1, 0, 9, "sha256:0")


def anchored(record: TimelineRecord) -> TimelineRecord:
    """The record with a place for each of its facts."""

    def placed(fact: Afu) -> Afu:
        return replace(fact, source_anchor=ANCHOR)

    if isinstance(record, Turn):
        return replace(record, said=tuple(replace(s, fact=placed(s.fact)) for s in record.said))
    if isinstance(record, ModelTurn):
        return replace(record, facts=tuple(map(placed, record.facts)))
    return replace(record, anchor=ANCHOR, fact=record.fact and placed(record.fact))


def court(*records: TimelineRecord, constants: ArbiterSettings = CONSTANTS) -> Ledger:
    """What is judged of all that the records say."""
    return Ledger(apply(map(anchored, records)), constants)


def of_value(ledger: Ledger, value: str) -> Judged:
    """The only fact of a value."""
    [found] = [one for one in ledger.judged.values() if one.fact.object == value]
    return found


def layers(ledger: Ledger) -> dict[str, str]:
    """The layer of each value."""
    return {one.fact.object: one.layer for one in ledger.judged.values()}


def call(kind: Any, day: str, target: str | None, **more: Any) -> Decided:
    """A decision of somebody at noon of a day."""
    when = at(day, 12)
    return Decided(f"{kind}-{day}", when, kind, when, target, **more)


def signals(*kinds: SignalKind, apart: bool = True) -> list[Signal]:
    """Signals in their order; ``apart``: each statement in a session of its own."""
    return [
        Signal(kind, f"e{n}", n, n, f"s{n if apart else 0}", ANCHOR) for n, kind in enumerate(kinds)
    ]


PROPOSAL: Final = Proposal("af_1", "lives_in", "Arn", "user", False, "test", 15)


def outlines(ledger: Ledger) -> Iterable[tuple[str, ...]]:
    """Everything that a ledger decided, by trace ids."""
    return sorted(tuple(s.trace_id for s in one.steps) for one in ledger.judged.values())
