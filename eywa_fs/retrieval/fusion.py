"""From raw scores of several sources to one explained ranking. Pure; arrays in, arrays out.

Any source may be missing (``None``, an empty mapping): the rest decides, and with no source at all
the newest comes first. ``score = sum over sources of weight(intent, source) * value(source)``, plus
small gains for the speaker, the length and the exchange a document stands in. Weighted sums of
normalised scores were measured better than reciprocal ranks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from eywa_fs.clock import DAY_MS
from eywa_fs.retrieval.intent import QueryProfile
from eywa_fs.retrieval.weights import FusionConfig

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class ModelScores:
    """Dot products of one model's aimed query with the documents; ``nan`` where there is no vector:
    it is not there yet, or the model does not read the document.

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
        foreign: documents in another script than the query's, where that is known.
        single: no two rows are of one record.
        waiting: documents whose vectors are yet to be made; ``None``: there are none.
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
    foreign: NDArray[np.bool_] | None = None
    single: bool = False
    waiting: NDArray[np.bool_] | None = None


@dataclass(frozen=True, slots=True)
class Ranking:
    """Documents, best first, one per record.

    Attributes:
        order: row numbers into the candidates.
        score: of each, in this order.
        contributions: what adds up to it, as a caller is told it: ``words``, ``vectors``, ``time``,
            ``recency``, ``speaker``, ``length``, ``session``, and ``feedback`` where there is some.
    """

    order: Integers
    score: Floats
    contributions: Mapping[str, Floats]


class Evidence:
    """What each source says of the candidates of a query. ``None``: it says nothing."""

    def __init__(self, candidates: Candidates, profile: QueryProfile, config: FusionConfig) -> None:
        self._candidates = candidates
        self._profile = profile
        self._config = config
        self._weights = config.weights[profile.intent]

    def coverage(self) -> Floats | None:
        """Each document's share of the word evidence that can be reached."""
        found = self._candidates
        if found.words is None:
            return None
        if found.words_ceiling <= 0:
            return np.zeros(len(found.record))
        reach = self._config.exact_reach_chinese if self._profile.chinese else 1.0
        return np.minimum(found.words / (found.words_ceiling * reach), 1.0)

    def mixed(self, values: Mapping[str, Floats]) -> Floats:
        """The mean over the models that have a value of a document, each counting its share; NaN
        where none has.

        Args:
            values: by model, of each document; NaN is none.
        """
        total, shares = np.zeros((2, len(self._candidates.record)))
        for name, own in values.items():
            known, share = np.isfinite(own), self._config.share(name)
            total += np.where(known, share * own, 0.0)
            shares += share * known
        mean: Floats = np.divide(total, shares, out=np.full(len(total), np.nan), where=shares > 0)
        return mean

    def exact(self, *, alone: bool) -> Floats | None:
        """Share of the reachable word evidence, trusted as far as the best document covers the
        query; wholly where it is ``alone``, without similarities.

        Because unknown and unmatched terms stay in the ceiling, words that carry no evidence fade
        by themselves: a remark that shares two common words with everything stays near zero.
        """
        coverage, config = self.coverage(), self._config
        if coverage is None:
            return None
        best = float(coverage.max(initial=0.0))
        trust = 1.0 if alone else min(best / config.exact_trust, 1.0)
        return self._weights.exact * config.exact_scale * trust * coverage**config.exact_power

    def semantic(self) -> Floats | None:
        """Deviations from the scope's mean. A document without any vector stands at the mean:
        nothing is known of it, and that speaks neither for nor against it. Where only the nearest
        have vectors it stands as low as the lowest of them.

        One that waits for its vector stands where its words let expect it: what shares most words
        with a query is near it in meaning as well. Beside such, each record counts once in mean and
        deviation: of the few that have vectors a long one may be most, and all others would seem
        near."""
        models, waiting = self._candidates.vectors, self._candidates.waiting
        if not models:
            return None
        once = None if waiting is None else self._candidates.record
        result = self.mixed({name: _standardised(own, once) for name, own in models.items()})
        unknown = np.isnan(result)
        if unknown.any():
            nearest = any(scores.mean is not None for scores in models.values())
            lowest = float(result[~unknown].min(initial=0)) if nearest else 0.0
            result[unknown] = lowest
        if waiting is not None:
            result[waiting] = self._expected()[waiting]
        return self._weights.semantic * self._config.semantic_scale * result

    def _expected(self) -> Floats:
        """Deviations from the mean to be expected of documents by their words."""
        coverage = self.coverage()
        if coverage is None or not coverage.any():
            return np.zeros(len(self._candidates.record))
        share: Floats = coverage / coverage.max()
        return self._config.semantic_of_words * share**2

    def temporal(self) -> Floats | None:
        """Only for questions: the time in a remark is the time of what it tells itself, not of the
        record it reminds of (measured: a loss of two points on remarks)."""
        match = self._candidates.time_match
        if match is None or not self._profile.is_question:
            return None
        return self._weights.temporal * self._config.temporal_scale * match

    def recency(self, now: int) -> Floats | None:
        """Exponential decay with age; only where the query speaks of the newest state, or where
        nothing else could rank."""
        found = self._candidates
        alone = found.words is None and not found.vectors and found.time_match is None
        if not len(found.record) or not (alone or self._profile.wants_recent):
            return None
        age_days = np.maximum(now - found.timestamp, 0) / DAY_MS
        decay = np.exp2(-age_days / self._config.recency_half_life_days)
        return self._weights.recency * self._config.recency_scale * decay

    def speaker(self) -> Floats | None:
        match = self._candidates.speaker_match
        return None if match is None else self._config.speaker_value * match

    def length(self) -> Floats | None:
        """Short turns say little. Only an adjustment of other evidence, never a ground alone."""
        found = self._candidates
        if found.own_terms is None or (found.words is None and not found.vectors):
            return None
        return self._config.length_value * np.log1p(found.own_terms)


def rank(candidates: Candidates, profile: QueryProfile, config: FusionConfig, now: int) -> Ranking:
    """Rank the candidates for a query that is asked at ``now`` (epoch ms).

    Ties fall to the newer document, then to the earlier row, so the result is deterministic.
    """
    evidence = Evidence(candidates, profile, config)
    semantic = evidence.semantic()
    words = evidence.exact(alone=semantic is None)
    if candidates.waiting is not None and words is not None and semantic is not None:
        words = words + np.where(candidates.waiting, semantic, 0.0)
        semantic = np.where(candidates.waiting, 0.0, semantic)
    values = {
        "words": words,
        "vectors": semantic,
        "time": evidence.temporal(),
        "recency": evidence.recency(now),
        "speaker": evidence.speaker(),
        "length": evidence.length(),
    }
    count = len(candidates.record)
    contributions = {name: np.zeros(count) if v is None else v for name, v in values.items()}
    score = np.sum(list(contributions.values()), axis=0)
    contributions["session"] = _session(candidates, score, config)
    score = score + contributions["session"]
    order = _best_of_each_record(candidates, score)
    ordered = {name: value[order] for name, value in contributions.items()}
    return Ranking(order, score[order], ordered)


def with_feedback(ranking: Ranking, useful: Sequence[float], weight: float) -> Ranking:
    """The ranking with its first documents put in order by what was said of their use as well.

    No score changes by more than ``weight``, so a record that fits better than another by twice
    that stays before it; documents behind these keep their places.

    Args:
        useful: of the first documents, -1 to 1 each.
        weight: what 1 adds to a score.
    """
    count = len(useful)
    gain = np.zeros(len(ranking.order))
    gain[:count] = weight * np.asarray(useful)
    score = ranking.score + gain
    turn = np.arange(len(score))
    turn[:count] = np.argsort(-score[:count], kind="stable")
    parts = {**ranking.contributions, "feedback": gain}
    return Ranking(
        ranking.order[turn], score[turn], {name: part[turn] for name, part in parts.items()}
    )


def _standardised(model: ModelScores, once: Integers | None = None) -> Floats:
    """Standard deviations above the scope's mean; NaN where there is no score. Of documents with
    the same number in ``once``, the first that has a score counts in mean and deviation."""
    known = np.flatnonzero(np.isfinite(model.scores))
    if once is not None:
        known = known[np.unique(once[known], return_index=True)[1]]
    values = model.scores[known]
    if not len(values):
        return model.scores
    mean = float(values.mean()) if model.mean is None else model.mean
    deviation = float(values.std()) if model.deviation is None else model.deviation
    return (model.scores - mean) / (deviation if deviation > 0 else np.inf)


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
