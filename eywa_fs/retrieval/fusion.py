"""From raw scores of several sources to one explained ranking. Pure; arrays in, arrays out.

Any source may be missing (``None``, an empty mapping): the rest decides, and with no source at all
the newest comes first. ``score = sum over sources of weight(intent, source) * value(source)``, plus
small gains for the speaker, the length and the exchange a document stands in. Weighted sums of
normalised scores were measured better than reciprocal ranks.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from eywa_fs.retrieval.defaults import FusionConfig, SourceWeights
from eywa_fs.retrieval.intent import QueryProfile
from eywa_fs.retrieval.timing import DAY_MS

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class ModelScores:
    """Dot products of one model's aimed query with the documents; ``nan`` where unknown.

    ``mean`` and ``deviation`` describe the scores over the *whole scope*. Leave them ``None`` when
    the array covers the scope (they are computed); give them (say, from a sample of the scope's
    vectors) when only the nearest few hundred have a value.
    """

    scores: Floats
    mean: float | None = None
    deviation: float | None = None


@dataclass(frozen=True, slots=True)
class Candidates:
    """What is ranked: arrays with a row for each document (a span of a record).

    Attributes:
        record: number of the record (equal = same record); only its best span is ranked.
        timestamp: epoch ms.
        words: BM25 scores (0: no match).
        words_ceiling: what a document's words could score at most.
        vectors: by model name.
        time_match: 0..1, how well the document's time fits the time named in the query; ``None``
            when the query names none.
        own_terms: number of terms of the span.
        file: number, from 0, of the file (session and day) the record stands in.
        speaker_match: 1 where the speaker is the one person the query names, else 0.
        single: no two rows are of one record.
    """

    record: Integers
    timestamp: Integers
    words: Floats | None = None
    words_ceiling: float = 0.0
    vectors: Mapping[str, ModelScores] = field(default_factory=dict)
    time_match: Floats | None = None
    own_terms: Integers | None = None
    file: Integers | None = None
    speaker_match: Floats | None = None
    single: bool = False


@dataclass(frozen=True, slots=True)
class Ranking:
    """Documents, best first, one per record.

    Attributes:
        order: row numbers into the candidates.
        score: of each, in this order.
        contributions: what adds up to it: ``exact``, ``semantic``, ``temporal``, ``recency``,
            ``speaker``, ``length``, ``session``.
    """

    order: Integers
    score: Floats
    contributions: Mapping[str, Floats]


def rank(
    candidates: Candidates,
    profile: QueryProfile,
    config: FusionConfig,
    now: int,
) -> Ranking:
    """Rank the candidates for a query that is asked at ``now`` (epoch ms).

    Ties fall to the newer document, then to the earlier row, so the result is deterministic.
    """
    weights = config.weights[profile.intent]
    semantic = _semantic(candidates, profile, weights, config)
    values = {
        "exact": _exact(candidates, profile, weights, config, alone=semantic is None),
        "semantic": semantic,
        "temporal": _temporal(candidates, profile, weights, config),
        "recency": _recency(candidates, profile, weights, config, now),
        "speaker": _speaker(candidates, config),
        "length": _length(candidates, config),
    }
    count = len(candidates.record)
    contributions = {name: np.zeros(count) if v is None else v for name, v in values.items()}
    score = np.sum(list(contributions.values()), axis=0)
    contributions["session"] = _session(candidates, score, config)
    score = score + contributions["session"]
    order = _best_of_each_record(candidates, score)
    return Ranking(
        order=order,
        score=score[order],
        contributions={name: value[order] for name, value in contributions.items()},
    )


def word_coverage(
    candidates: Candidates, profile: QueryProfile, config: FusionConfig
) -> Floats | None:
    """Each document's share of the word evidence that can be reached; ``None`` without words."""
    if candidates.words is None:
        return None
    if candidates.words_ceiling <= 0:
        return np.zeros(len(candidates.record))
    reach = config.exact_reach_chinese if profile.chinese else 1.0
    return candidates.words / (candidates.words_ceiling * reach)


def model_shares(
    candidates: Candidates, profile: QueryProfile, config: FusionConfig
) -> dict[str, float]:
    """What each model that is there counts for this query; the shares add up to 1, or are none."""
    shares = {name: config.share(name, profile) for name in candidates.vectors}
    total = sum(shares.values())
    return {name: share / total for name, share in shares.items() if share > 0}


def _exact(
    candidates: Candidates,
    profile: QueryProfile,
    weights: SourceWeights,
    config: FusionConfig,
    *,
    alone: bool,
) -> Floats | None:
    """Share of the reachable word evidence, trusted as far as the best document covers the query.

    Because unknown and unmatched terms stay in the ceiling, words that carry no evidence fade by
    themselves: a remark that shares two common words with everything stays near zero. ``alone``:
    there is no similarity to trust instead.
    """
    coverage = word_coverage(candidates, profile, config)
    if coverage is None:
        return None
    best = float(coverage.max(initial=0.0))
    trust = 1.0 if alone else min(best / config.exact_trust, 1.0)
    return weights.exact * config.exact_scale * trust * coverage**config.exact_power


def _semantic(
    candidates: Candidates, profile: QueryProfile, weights: SourceWeights, config: FusionConfig
) -> Floats | None:
    shares = model_shares(candidates, profile, config)
    if not shares:
        return None
    result = np.zeros(len(candidates.record))
    for name, share in shares.items():
        result += share * _standardised(candidates.vectors[name])
    return weights.semantic * config.semantic_scale * result


def _standardised(model: ModelScores) -> Floats:
    """Standard deviations above the scope's mean; a document without a value stands as low as the
    lowest known one."""
    known = np.isfinite(model.scores)
    if not known.any():
        return np.zeros(len(model.scores))
    values = model.scores[known]
    mean = float(values.mean()) if model.mean is None else model.mean
    deviation = float(values.std()) if model.deviation is None else model.deviation
    if deviation <= 0:
        return np.zeros(len(model.scores))
    return (np.where(known, model.scores, values.min()) - mean) / deviation


def _temporal(
    candidates: Candidates, profile: QueryProfile, weights: SourceWeights, config: FusionConfig
) -> Floats | None:
    """Only for questions: the time in a remark is the time of what it tells itself, not of the
    record it reminds of (measured: a loss of two points on remarks)."""
    if candidates.time_match is None or not profile.is_question:
        return None
    return weights.temporal * config.temporal_scale * candidates.time_match


def _recency(
    candidates: Candidates,
    profile: QueryProfile,
    weights: SourceWeights,
    config: FusionConfig,
    now: int,
) -> Floats | None:
    """Exponential decay with age; only where the query speaks of the newest state, or where
    nothing else could rank."""
    alone = candidates.words is None and not candidates.vectors and candidates.time_match is None
    if not len(candidates.record) or not (alone or profile.wants_recent):
        return None
    age_days = np.maximum(now - candidates.timestamp, 0) / DAY_MS
    decay = np.exp2(-age_days / config.recency_half_life_days)
    return weights.recency * config.recency_scale * decay


def _speaker(candidates: Candidates, config: FusionConfig) -> Floats | None:
    if candidates.speaker_match is None:
        return None
    return config.speaker_value * candidates.speaker_match


def _length(candidates: Candidates, config: FusionConfig) -> Floats | None:
    """Short turns say little. Only an adjustment of other evidence, never a ground of its own."""
    if candidates.own_terms is None or (candidates.words is None and not candidates.vectors):
        return None
    return config.length_value * np.log1p(candidates.own_terms)


def _session(candidates: Candidates, score: Floats, config: FusionConfig) -> Floats:
    if candidates.file is None or not len(score):
        return np.zeros(len(score))
    best = np.full(int(candidates.file.max()) + 1, -np.inf)
    np.maximum.at(best, candidates.file, score)
    return config.session_share * np.maximum(best - config.session_floor, 0.0)[candidates.file]


def _best_of_each_record(candidates: Candidates, score: Floats) -> Integers:
    order = np.argsort(-score)
    if not (np.diff(score[order]) < 0).all():  # ties (or NaN), which the rest of the rule decides
        order = np.lexsort((np.arange(len(score)), -candidates.timestamp, -score))
    if candidates.single:
        return order.astype(np.int64)
    _, first = np.unique(candidates.record[order], return_index=True)
    return order[np.sort(first)].astype(np.int64)
