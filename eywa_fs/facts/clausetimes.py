"""A time that a question names by something else that was so: "when I worked at Otto", "before the
move". The clause is matched with the facts like a question; the time of the best one is meant."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass, replace

from eywa_fs.facts.afu import DAY_MS, OPEN_PAST_MS, Afu
from eywa_fs.facts.identity import Names, bare, names_of
from eywa_fs.facts.model import PREDICATES, USER
from eywa_fs.facts.questions import Intent, Question, Side, clause_of, read_question
from eywa_fs.facts.replay import FactState
from eywa_fs.facts.timeline import once_held
from eywa_fs.facts.values import tokens
from eywa_fs.language.temporal.named import Period

_NO_WORDS = tokens("the my a")  # of such alone, these are the tokens
_NOW = {"am", "is", "are"}
LEAST_SHARE = 0.5  # share of a clause's words that its fact must say


@dataclass(frozen=True, slots=True)
class ClauseTime:
    """What a clause names: the fact, and which time around it is meant."""

    fact: Afu
    side: Side

    def precedes(self, fact: Afu) -> bool:
        """Whether ``fact`` gave way to it, or for "after" took its place."""
        old, new = (self.fact, fact) if self.side == "after" else (fact, self.fact)
        alike = old.subject == new.subject or old.object_hash == new.object_hash
        gone = alike and old.slot == new.slot and old != new and old.validity_end_at is not None
        return old.superseded_by == new.atomic_id or gone


def read_with_clause(
    state: FactState, text: str, asked_at: int, tz: str
) -> tuple[Question, ClauseTime | None]:
    """The question, read; without a clause that names its time by a fact, with that fact's time."""
    question = read_question(text, asked_at, tz)
    clause = clause_of(text, asked_at, tz)
    if clause is None or question.intent == "time_slice":
        return question, None
    side, words, rest = clause
    if question.asks == "course" and side in ("before", "after"):
        return question, None
    main = read_question(rest, asked_at, tz)
    if main.asks_now:
        return question, None
    meant = read_question(words, asked_at, tz)
    starts = "starts" in meant.marks
    names = names_of(state.facts)
    orders = ("instruction", "must", "must_not")  # "when you answer me": whenever that is
    held = [fact for fact in state.facts if once_held(fact) and fact.slot not in orders]
    fits = {fact.atomic_id: _fit(fact, meant, names) for fact in held}
    heirs, asked = {fact.superseded_by for fact in state.facts}, tokens(text)

    def place(fact: Afu) -> tuple[float, int, bool, bool, int]:
        """Its fit; whom it is about; then what changed something, what is over, and the latest."""
        whose = 2 * bool(tokens(bare(fact.subject)) & asked) or int(fact.subject == USER)
        name, over, at = fact.atomic_id, fact.validity_end_at is not None, fact.validity_start_at
        return fits[name], whose, name in heirs, over, -at if starts else at

    best = max(held, key=place, default=None)
    course = main.intent == "history_trace" and side in ("at", "since")
    if best is None or not fits[best.atomic_id]:
        return question, None
    told = starts or question.asks != "now" or "past_tense" in question.marks
    changed = side != "at" and best.atomic_id in heirs and _NOW.isdisjoint(words.split())
    past = told or changed or best.status == "superseded"
    period = _around(best, side, asked_at, starts, course) if past else None
    if period is None:  # or "what do I take along when I travel?"
        return question, None
    if not main.predicates and side in ("before", "after"):  # "before Otto", and no more
        slot = {name: 0 for name, kind in PREDICATES.items() if kind.slot == best.slot}
        main = replace(main, predicates=slot)
    intent: Intent = "history_trace" if course else "time_slice"
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
    said, named = (share(words, own) for own in (value | tokens(fact.said), value))
    named += share(every, value)
    enough = max(said, named) >= LEAST_SHARE or not words
    return round(asked + said + named, 6) if enough else 0.0


def share(words: Set[str], own: Set[str]) -> float:
    """How much of some words another text says; of Chinese ones, which overlap, by character."""
    said = words & own
    if not "".join(words).isascii():
        said, words = set("".join(said)), set("".join(words))
    return len(said) / max(1, len(words))


def _around(fact: Afu, side: str, asked_at: int, starts: bool, course: bool) -> Period | None:
    start, end = fact.validity_start_at, fact.validity_end_at
    over = end is not None and end <= asked_at
    if side == "since" and start < asked_at:
        return start, asked_at
    if side == "at" and (course or (over and not starts)):
        return start, max((end if over else asked_at) or asked_at, start + 1)
    if side == "after" and over and not starts:
        return end or start, (end or start) + DAY_MS
    if side == "before":
        start = min(start, asked_at)  # of a plan
    if start == OPEN_PAST_MS or start > asked_at or (side == "at" and not starts):
        return None
    return (start - DAY_MS, start) if side == "before" else (start, start + DAY_MS)


def fit_of_rank(rank: int | None) -> float:
    """What the rank of a predicate among those asked for counts."""
    return 0.0 if rank is None else (1.0, 0.8, 0.6)[min(rank, 2)]
