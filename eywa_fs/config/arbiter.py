"""The constants of the arbiter; docs/arbiter.md says what each one does."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from eywa_fs.config.section import Section

Forty = Annotated[int, Field(ge=0, le=40)]
Twenty = Annotated[int, Field(ge=0, le=20)]
Hundred = Annotated[int, Field(ge=0, le=100)]


class ArbiterSettings(Section):
    """Points, thresholds and the life of a candidate."""

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
