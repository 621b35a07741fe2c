"""The constants of the arbiter; docs/arbiter.md says what each one does."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from eywa_fs.config.section import Section

Forty = Annotated[int, Field(ge=0, le=40)]
Twenty = Annotated[int, Field(ge=0, le=20)]
Hundred = Annotated[int, Field(ge=0, le=100)]


class ArbiterSettings(Section):
    """Points, thresholds and the life of a candidate.

    Attributes:
        candidate_from, truth_from, strong_from: scores from which on a fact is a candidate, a
            truth, a truth that no other statement brings down.
        ttl_days: days after its last evidence until a candidate is expired.
        confirmation_said, confirmation_read, confirmation_corrected, confirmation_repeated,
            confirmation_called: said outright and read by a rule; read by a model; in the place of
            an older value; said on another day or in another session too; a call.
        stability_stable, stability_lasting, stability_passing, stability_plan: what never changes;
            what lasts; things and doings; plans.
        repetition: for each further day or session that says it, 20 at most.
        reading_said, reading_asserted, reading_read, reading_hedged: how sure its reading is: by a
            rule; by a host agent with its quote; by a model; of words that hedge.
        risk_contradicted, risk_weaker: a value as strong or stronger contradicts it; a weaker one.
        risk_returns: its value was revoked before; risk_steers: it instructs the assistant;
        risk_unsteady: for each other value told of it in one session beyond the first.
    """

    candidate_from: Hundred = 30
    truth_from: Hundred = 60
    strong_from: Hundred = 70
    ttl_days: float = Field(default=90.0, gt=0)
    confirmation_said: Forty = 25
    confirmation_read: Forty = 15
    confirmation_corrected: Forty = 32
    confirmation_repeated: Forty = 32
    confirmation_called: Forty = 40
    stability_stable: Twenty = 20
    stability_lasting: Twenty = 15
    stability_passing: Twenty = 10
    stability_plan: Twenty = 5
    repetition: Twenty = 10
    reading_said: Twenty = 20
    reading_asserted: Twenty = 20
    reading_read: Twenty = 10
    reading_hedged: Twenty = 5
    risk_contradicted: Twenty = 20
    risk_weaker: Twenty = 10
    risk_returns: Twenty = 10
    risk_steers: Twenty = 10
    risk_unsteady: Twenty = 10
