"""The floor: whether what was found fits a query better than records fit one by chance. Pure.

How well a record fits is said on one scale, whatever else the ranking weighs: its similarity to the
aimed query (:mod:`eywa_fs.retrieval.aim`), and half of how far it covers the words and the time
that the query names. Deviations from a scope's mean are left out: the best of many is far above
the mean by chance alone, and the best of few never is.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

import numpy as np
from numpy.typing import NDArray

from eywa_fs.retrieval.fusion import Candidates, Evidence, Floats
from eywa_fs.retrieval.intent import QueryProfile
from eywa_fs.retrieval.weights import Floor, FusionConfig

DEFAULT_FLOORS: Final[Mapping[str, Floor]] = MappingProxyType(
    {
        "ensemble": Floor(0.27, 0.32, foreign=0.29),
        "e5": Floor(0.31, 0.32, remark=None),
        "minilm": Floor(0.30, None),
    }
)
"""By the name in an embedder's identity; made with ``scripts/calibrate_floor.py``. Another
embedder's similarities lie elsewhere, so it has none."""

FEW: Final = 20
"""Documents below which a memory has no floor: so few are no burden, and any may be wanted."""

SAID: Final = 0.8
"""Share of the word evidence that a query allows from which on a document says what was asked for,
however far its vector is: a number, a file, a name by itself."""

NAMED: Final = 0.5
"""What a full match of the query's words counts, and what one of its time does."""


def floor_for(embedder: str, setting: str | float) -> Floor | None:
    """The floor that ``retrieval.floor`` asks for (``auto``, ``off``, or what the best record must
    reach to answer a question; that of a remark stays), for an embedder of this name; ``None`` is
    none."""
    own = DEFAULT_FLOORS.get(embedder)
    if setting == "auto":
        return own
    remark = own.remark if own else 0.0
    return None if setting == "off" else Floor(float(setting), float(setting), remark)


def fit(candidates: Candidates, profile: QueryProfile, config: FusionConfig) -> Floats | None:
    """How well each document fits; NaN for one without a vector, ``None`` without any vectors."""
    evidence = Evidence(candidates, profile, config)
    if not candidates.vectors:
        return None
    result = evidence.mixed({name: own.scores for name, own in candidates.vectors.items()})
    coverage = evidence.coverage()
    if coverage is not None:
        result += NAMED * coverage
    if candidates.time_match is not None and profile.is_question:
        result += NAMED * candidates.time_match
    return result


def certain(
    candidates: Candidates, profile: QueryProfile, config: FusionConfig, *, few: int = FEW
) -> NDArray[np.bool_]:
    """Which documents are certain: none unless the best fit reaches the floor; then, for a
    question, those that fit at least half as well, and for a remark all.

    All are certain where nothing can be told: without a floor or vectors, among fewer than ``few``,
    or where the query asks for the newest state, which the newest records answer whatever they say.
    So is a document that holds nearly all words of the query (:data:`SAID`), one without a vector
    of its own, and for a remark one in another script: without a model that reads both, records lie
    below 0 whether they belong to it or not. For a question these have a floor of their own.
    """
    everything = np.ones(len(candidates.record), np.bool_)
    if config.floor is None or profile.wants_recent or len(everything) < few:
        return everything
    floor = config.floor.of(profile)
    fits = None if floor is None else fit(candidates, profile, config)
    if floor is None or fits is None:
        return everything
    floors, unknown = np.full(len(fits), floor), np.isnan(fits)
    foreign = _in_another_script(candidates)
    if not profile.is_question:
        unknown |= foreign
    elif config.floor.foreign is not None:
        floors[foreign] = config.floor.foreign
    coverage = Evidence(candidates, profile, config).coverage()
    said = np.zeros(len(fits), np.bool_) if coverage is None else coverage >= SAID
    if unknown.all() or (fits >= floors)[~unknown].any():
        return unknown | said | (fits >= floors / 2) if profile.is_question else everything
    return unknown | said


def _in_another_script(candidates: Candidates) -> NDArray[np.bool_]:
    """Documents that are not read by all models of the query, or by one more than these."""
    unread = np.logical_or.reduce([np.isnan(own.scores) for own in candidates.vectors.values()])
    found: NDArray[np.bool_] = unread if candidates.foreign is None else unread | candidates.foreign
    return found
