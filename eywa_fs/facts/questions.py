"""Questions about facts: their time intent, the period and the predicates they ask for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from eywa_fs.facts.afu import DAY_MS
from eywa_fs.facts.values import is_chinese, tokens
from eywa_fs.language.script import fold
from eywa_fs.language.temporal import find_times

Intent = Literal["current_state", "history_trace", "time_slice"]
Period = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Question:
    """A question with its time intent resolved.

    Args:
        text: as asked.
        asked_at: ms.
        intent: see the module docstring.
        period: of a ``time_slice``.
        predicates: predicate -> weight (0..1) that the question's words ask for.
        asks_denial: the question is about what is not so, or can be answered with no.
        asks_many: several values are asked for ("which pets").
        asks_who: the subject itself is asked for ("who is the treasurer?"), not whom the user met.
        attributes: attributes its question words ask for ("where": place).
        words: its content tokens.
        during: folded words of a state whose time is asked about ("when I lived in Leeds"), or "".
        asks_now: the words say that the present is meant.
        is_present: the words or the tense do.
        asks_day: the answer is a day or a time of day.
        topic: the question without what it sets aside ("besides chess").
    """

    text: str
    asked_at: int
    intent: Intent
    period: Period | None
    predicates: Mapping[str, float]
    asks_denial: bool
    asks_many: bool
    asks_who: bool
    attributes: frozenset[str]
    words: frozenset[str]
    during: str = ""
    asks_now: bool = False
    is_present: bool = False
    asks_day: bool = False
    topic: str = ""


def read_question(text: str, asked_at: int) -> Question:
    """Intent, period and predicates of a question in English or Chinese."""
    folded = fold(text)
    if is_chinese(folded):
        from eywa_fs.facts.languages.zh import questions as pack
    else:
        from eywa_fs.facts.languages.en import questions as pack  # type: ignore[no-redef]
    periods = [p for p in _periods(text, asked_at) if p[0] < asked_at]
    wants_history = pack.HISTORY.search(folded) is not None
    wants_current = pack.CURRENT.search(folded) is not None
    intent: Intent = "current_state"
    period: Period | None = None
    if pack.PRESENT.search(folded):
        periods = [p for p in periods if p[1] - p[0] > DAY_MS and p[1] <= asked_at]
    if periods and not (wants_current and periods[0][1] > asked_at):
        intent, period = "time_slice", _narrowest(periods)
    elif wants_history:
        intent = "history_trace"
    topic = pack.ASIDE.sub(" ", text)
    meanwhile = None if period else pack.DURING.search(folded)
    return Question(
        text,
        asked_at,
        intent,
        period,
        _predicates(folded, pack.PREDICATES),
        pack.DENIAL.search(folded) is not None,
        pack.MANY.search(folded) is not None,
        pack.WHO.search(folded) is not None and pack.WHOM.search(folded) is None,
        frozenset(name for pattern, name in pack.ATTRIBUTES if pattern.search(folded)),
        tokens(fold(_without_times(topic, asked_at) if period else topic)) - _ASKING,
        _stated(meanwhile),
        wants_current and intent == "current_state",
        intent == "current_state" and (wants_current or pack.IS_SO.search(folded) is not None),
        pack.DAY.search(folded) is not None,
        topic,
    )


def _stated(match: re.Match[str] | None) -> str:
    """The state that a clause of time names."""
    return next((words.strip() for words in match.groups() if words), "") if match else ""


#: Content tokens of questions that name no topic.
_ASKING = tokens("user users list name tell which what order first last now current") | {"用户"}


def intent_of(text: str, asked_at: int) -> Intent:
    """Only the intent of :func:`read_question`."""
    return read_question(text, asked_at).intent


def _periods(text: str, asked_at: int) -> list[Period]:
    """The bounded periods a question names, looked for in the past first."""
    return [
        (span.start_ms, span.end_ms)
        for span in find_times(text, asked_at, prefer="past")
        if span.start_ms is not None and span.end_ms is not None
    ]


def _without_times(text: str, asked_at: int) -> str:
    """``text`` with its time expressions blanked: a month asked about is not a topic."""
    for span in find_times(text, asked_at, prefer="past"):
        if span.start_ms is None or span.end_ms is None:
            continue
        blank = " " * (span.text_end - span.text_start)
        text = text[: span.text_start] + blank + text[span.text_end :]
    return text


def _narrowest(periods: Sequence[Period]) -> Period:
    """The first period, or one that lies inside it ("a Wednesday in October" names two)."""
    first = periods[0]
    inside = [p for p in periods if first[0] <= p[0] and p[1] <= first[1]]
    return min(inside, key=lambda p: p[1] - p[0])


def _predicates(
    folded: str, vocabulary: Iterable[tuple[re.Pattern[str], tuple[str, ...]]]
) -> dict[str, float]:
    """Weights of predicates: 1 for the first of an entry that matches, 0.6 for the others."""
    weights: dict[str, float] = {}
    for pattern, predicates in vocabulary:
        if pattern.search(folded):
            for rank, predicate in enumerate(predicates):
                weight = 1.0 if rank == 0 else 0.8
                weights[predicate] = max(weights.get(predicate, 0.0), weight)
    return weights
