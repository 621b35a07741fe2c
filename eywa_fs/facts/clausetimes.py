"""A time that a question names by something else that was so: "when I worked at Otto", "before the
move". The clause is matched with the facts like a question; the time of the best one is meant."""

from __future__ import annotations

from dataclasses import dataclass, replace

from eywa_fs.facts.afu import DAY_MS, OPEN_PAST_MS, Afu
from eywa_fs.facts.identity import Names, bare, names_of
from eywa_fs.facts.model import USER
from eywa_fs.facts.questions import Period, Question, Side, clause_of, read_question
from eywa_fs.facts.replay import FactState
from eywa_fs.facts.timeline import once_held
from eywa_fs.facts.values import tokens

_NO_WORDS = tokens("the my a")  # of such alone, these are the tokens
LEAST_SHARE = 0.5
"""Share of a clause's words that its fact must say."""


@dataclass(frozen=True, slots=True)
class ClauseTime:
    """What a clause names: the fact, and which time around it is meant."""

    fact: Afu
    side: Side

    def precedes(self, fact: Afu) -> bool:
        """Whether ``fact`` gave way to it, or for "after" took its place."""
        old, new = (self.fact, fact) if self.side == "after" else (fact, self.fact)
        gave_way = old.superseded_by == new.atomic_id or old.validity_end_at is not None
        return gave_way and (old.slot, old.subject) == (new.slot, new.subject) and old != new


def read_with_clause(
    state: FactState, text: str, asked_at: int, tz: str
) -> tuple[Question, ClauseTime | None]:
    """The question, read; where a clause names its time by a fact, without that clause and with the
    time of the fact."""
    question = read_question(text, asked_at, tz)
    clause = clause_of(text, asked_at, tz)
    if clause is None or question.intent == "time_slice" or question.asks_now:
        return question, None
    side, words, rest = clause
    meant = read_question(words, asked_at, tz)
    starts = "starts" in meant.marks
    if not starts and not question.marks & {"past_tense", "perfect", "history"}:
        return question, None  # "what do I take along when I travel?"
    names = names_of(state.facts)
    held = [fact for fact in state.facts if once_held(fact)]
    fits = {fact.atomic_id: _fit(fact, meant, names) for fact in held}
    heirs, asked = {fact.superseded_by for fact in state.facts}, tokens(text)

    def place(fact: Afu) -> tuple[float, int, bool, bool, int]:
        """Its fit; whom it is about; then what changed something, what is over, and the latest."""
        whose = 2 * bool(tokens(bare(fact.subject)) & asked) or int(fact.subject == USER)
        name, over = fact.atomic_id, fact.validity_end_at is not None
        return fits[name], whose, name in heirs, over, fact.validity_start_at

    best = max(held, key=place, default=None)
    main = read_question(rest, asked_at, tz)
    course = main.intent == "history_trace" and side == "at"
    if best is None or not fits[best.atomic_id]:
        return question, None
    period = _around(best, side, asked_at, starts, course)
    if period is None:
        return question, None
    intent = main.intent if course else "time_slice"
    return replace(main, intent=intent, period=period), ClauseTime(best, side)


def _fit(fact: Afu, meant: Question, names: Names) -> float:
    """How well a fact is what a clause means: by its predicate, its words, and those of its value
    and its names; 0 where too few are said."""
    called = " ".join(names.of(f"user's {fact.object}")) if fact.subject == USER else ""
    value = tokens(f"{fact.subject} {fact.object} {called}")
    every, words = tokens(meant.text), {word for word in meant.words if len(word) > 1}
    words -= _NO_WORDS
    rank = meant.predicates.get(fact.predicate)
    asked = fit_of_rank(rank and 0 if "starts" in meant.marks else rank)
    said, named = (
        len(words & own) / max(1, len(words)) for own in (value | tokens(fact.said), value)
    )
    named += len(every & value) / max(1, len(every))
    enough = max(said, named) >= LEAST_SHARE or not words
    return round(asked + said + named, 6) if enough else 0.0


def _around(fact: Afu, side: str, asked_at: int, starts: bool, course: bool) -> Period | None:
    start, end = fact.validity_start_at, fact.validity_end_at
    over = end is not None and end <= asked_at
    if side == "at" and (course or (over and not starts)):
        return start, max((end if over else asked_at) or asked_at, start + 1)
    if side == "after" and over and not starts:
        return end or start, (end or start) + DAY_MS
    if start == OPEN_PAST_MS or start > asked_at or (side == "at" and not starts):
        return None
    return (start - DAY_MS, start) if side == "before" else (start, start + DAY_MS)


def fit_of_rank(rank: int | None) -> float:
    """What the rank of a predicate among those asked for counts."""
    return 0.0 if rank is None else (1.0, 0.8, 0.6)[min(rank, 2)]
