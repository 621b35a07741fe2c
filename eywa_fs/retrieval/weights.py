"""Weights and scales of the ranking: one set of numbers for every memory and both languages."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Final

from eywa_fs.errors import ConfigError
from eywa_fs.retrieval.intent import Intent, QueryProfile


@dataclass(frozen=True, slots=True)
class SourceWeights:
    """One row of the weight table: what each source counts for one intent."""

    exact: float
    semantic: float
    temporal: float
    recency: float


DEFAULT_WEIGHTS: Final[Mapping[Intent, SourceWeights]] = MappingProxyType(
    {
        Intent.FACT: SourceWeights(0.45, 0.30, 0.15, 0.10),
        Intent.REASONING: SourceWeights(0.15, 0.65, 0.10, 0.10),
        Intent.CONTEXTUAL: SourceWeights(0.20, 0.35, 0.30, 0.15),
        Intent.PREFERENCE: SourceWeights(0.30, 0.45, 0.10, 0.15),
        Intent.SKILL: SourceWeights(0.20, 0.60, 0.10, 0.10),
    }
)

DEFAULT_MODEL_SHARES: Final[Mapping[str, float]] = MappingProxyType({"e5": 0.35, "minilm": 0.65})
"""Weight of a model's similarity, where it reads both the query and the document."""


@dataclass(frozen=True, slots=True)
class Floor:
    """How well the best record must fit for anything to be certain (:mod:`.floor`).

    Attributes:
        question, chinese: for a question in alphabetic script, and for a Chinese one; ``None``:
            everything is certain.
        remark: for a remark in alphabetic script; the scope's mean was taken out of it, so a
            record below 0 fits it worse than any record does. By multilingual-e5-small alone all
            records lie below 0, whether they belong to it or not: so there is none with it, and
            none for a Chinese one. Nor has one that asks for the past without the form of a
            question ("my jobs, one by one").
        foreign: for a question, of records in another script than its own; ``None``: as of others.
    """

    question: float
    chinese: float | None
    remark: float | None = 0.0
    foreign: float | None = None

    def of(self, profile: QueryProfile) -> float | None:
        """The floor for a query of this kind."""
        if not profile.is_question:
            return None if profile.chinese or profile.asks_past else self.remark
        return self.chinese if profile.chinese else self.question


@dataclass(frozen=True, slots=True)
class FusionConfig:
    """Constants of the ranking. All were tuned on conversations of several kinds, English and
    Chinese, and lie on plateaus: changing one by a third moves recall@10 by about a point.

    ``weights``: see :data:`DEFAULT_WEIGHTS`.
    ``exact_scale``, ``exact_power``: value of word coverage ``c`` (0..1) is ``scale * c ** power``.
    ``exact_trust``: coverage by the best document at which the words are fully trusted; below it
    the value of all word matches of the query shrinks in proportion.
    ``exact_reach_chinese``: share of the ceiling that a full match in Chinese reaches; bigrams that
    straddle two words of the query stand in no record.
    ``semantic_scale``: value of one standard deviation of similarity above the scope's mean.
    ``semantic_of_words``: deviations above the mean to be expected of a document that waits for its
    vector and fits the query's words best; others by the square of their share of its coverage.
    ``temporal_scale``, ``recency_scale``: value of a full match.
    ``recency_half_life_days``: age at which the recency value has halved.
    ``style_question``, ``mean_question``, ``style_remark``, ``mean_remark``: what is taken out of a
    query's vector.
    ``model_shares``: a model that is not listed counts 1; shares are renormalised over the models
    that read a document.
    ``session_share``, ``session_floor``: a document gains this share of what the best document of
    its file scores above the floor (an exchange that holds strong evidence is the right place).
    ``speaker_value``: gain of a record spoken by the one person the query names.
    ``length_value``: gain per natural logarithm of a span's terms (short turns say little).
    ``feedback_value``: most that feedback on earlier answers adds to a score or takes from it.
    ``floor``: see :class:`Floor`; it never changes the ranking.
    """

    weights: Mapping[Intent, SourceWeights] = field(default_factory=lambda: DEFAULT_WEIGHTS)
    exact_scale: float = 4.0
    exact_power: float = 1.2
    exact_trust: float = 0.5
    exact_reach_chinese: float = 0.65
    semantic_scale: float = 0.2
    semantic_of_words: float = 3.0
    temporal_scale: float = 2.3
    recency_scale: float = 0.3
    recency_half_life_days: float = 30.0
    style_question: float = 0.7
    mean_question: float = 0.0
    style_remark: float = 0.5
    mean_remark: float = 0.9
    model_shares: Mapping[str, float] = field(default_factory=lambda: DEFAULT_MODEL_SHARES)
    session_share: float = 0.4
    session_floor: float = 0.28
    speaker_value: float = 0.05
    length_value: float = 0.004
    feedback_value: float = 0.05
    floor: Floor | None = None

    def share(self, model: str) -> float:
        """What a model counts, among those that are there."""
        return self.model_shares.get(model, 1.0)


def fusion_config(
    overrides: Mapping[str, Mapping[str, float]], floor: Floor | None = None
) -> FusionConfig:
    """The default constants with the weights of some intents replaced, and a floor.

    Args:
        overrides: intent → source (``exact``, ``semantic``, ``temporal``, ``recency``) → weight.

    Raises:
        ConfigError: an unknown intent or source, or a weight that is negative or not finite.
    """
    weights = dict(DEFAULT_WEIGHTS)
    for name, row in overrides.items():
        try:
            intent = Intent(name)
            weights[intent] = replace(weights[intent], **row)
        except (ValueError, TypeError):
            intents = ", ".join(intent.value for intent in Intent)
            sources = ", ".join(SourceWeights.__dataclass_fields__)
            raise ConfigError(
                f"retrieval.intent_weights.{name}: intents are {intents}; sources are {sources}"
            ) from None
        if not all(0 <= weight < math.inf for weight in row.values()):
            raise ConfigError(
                f"retrieval.intent_weights.{name}: a weight is a finite number, not negative"
            )
    return FusionConfig(weights=weights, floor=floor)
