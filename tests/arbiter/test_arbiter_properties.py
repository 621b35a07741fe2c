"""Verdicts are the same in any order, explained, monotone in evidence, and replay to the same."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, get_args

from arbiter.courts import CONSTANTS, PROPOSAL, anchored, call, court, outlines, signals
from facts.stories import U, at, model, say, turn
from hypothesis import given, settings
from hypothesis import strategies as st

from eywa_fs.arbiter.judge import judge
from eywa_fs.arbiter.ledger import Ledger
from eywa_fs.arbiter.model import CALLS, LAYERS, STATEMENTS, Rival, Rule, Surroundings
from eywa_fs.facts.decisions import FactState, TimelineRecord
from eywa_fs.facts.replay import apply, extend

VALUES = ("Arn", "Bex", "丁", "tea")
PREDICATES = ("lives_in", "moved_to", "prefers", "birthday", "allergic_to", "plans_to", "owns")
DAYS = tuple(f"2024-0{month}-1{day}" for month in (1, 2) for day in range(3))
FOR = sorted(STATEMENTS | CALLS)

items = st.builds(
    lambda p, v, maybe, no: say(U, p, v, maybe=maybe, no=no),
    st.sampled_from(PREDICATES), st.sampled_from(VALUES), st.sampled_from([False, False, True]),
    st.sampled_from([False, False, False, True]),
)  # fmt: skip


@st.composite
def lives(draw: st.DrawFn) -> list[TimelineRecord]:
    records: list[TimelineRecord] = [
        turn(f"e{n}", at(draw(st.sampled_from(DAYS)), draw(st.integers(8, 9))),
             *draw(st.lists(items, min_size=1, max_size=2)), session=draw(st.sampled_from("st")))
        for n in range(draw(st.integers(1, 7)))
    ]  # fmt: skip
    names = [fact.atomic_id for record in records for fact in record.facts]
    for number in range(draw(st.integers(0, 3))):
        kind: Any = draw(st.sampled_from(("confirm", "reject", "verdict", "model")))
        target, other = draw(st.sampled_from(names)), draw(st.sampled_from(names))
        day = draw(st.sampled_from(DAYS))
        if kind == "model":
            rulings = [(0, draw(st.sampled_from(("append", "supersede", "merge"))), target)]
            records.append(model(f"m{number}", day, draw(items), rulings=rulings))
        else:
            records.append(call(kind, day, target, kept=other if kind == "verdict" else None))
    return [anchored(record) for record in records]


@settings(max_examples=150, deadline=None)
@given(data=st.data(), records=lives())
def test_the_verdicts_are_the_same_in_any_order_and_batching(
    data: st.DataObject, records: list[TimelineRecord]
) -> None:
    whole = list(outlines(Ledger(apply(records), CONSTANTS)))
    left = list(data.draw(st.permutations(records)))
    state = FactState()
    while left:
        size = data.draw(st.integers(1, len(left)))
        state, left = extend(state, left[:size]), left[size:]
    assert list(outlines(Ledger(state, CONSTANTS))) == whole


@settings(max_examples=150, deadline=None)
@given(records=lives())
def test_every_verdict_explains_itself(records: list[TimelineRecord]) -> None:
    ledger = Ledger(apply(records), CONSTANTS)
    for one in ledger.judged.values():
        previous = ""
        for step in one.steps:
            verdict, points = step.verdict, step.verdict.score
            parts = (points.confirmation, points.stability, points.repetition, points.reading)
            assert points.total == sum(parts) + points.risk
            assert 0 <= points.total <= 100 and -20 <= points.risk <= 0
            assert points.confirmation <= 40 and max(parts[1:]) <= 20
            assert verdict.rule in get_args(Rule) and verdict.previous == previous
            assert verdict.layer != "truth" or (points.confirmation and verdict.evidence)
            assert ledger.step(step.trace_id) == (one, step)
            previous = f"{verdict.layer} {verdict.standing}"


rivals = st.builds(
    Rival, st.just("af_2"), st.integers(0, 100), st.booleans(),
    st.sampled_from(["", "first", "later"]),
)  # fmt: skip
surroundings = st.builds(
    Surroundings, st.lists(rivals, max_size=3).map(tuple), st.none() | st.integers(0, 5),
    st.integers(0, 4),
)  # fmt: skip


@settings(max_examples=400)
@given(st.lists(st.sampled_from(FOR), min_size=1, max_size=6), st.sampled_from(FOR), rivals,
       surroundings, st.booleans())  # fmt: skip
def test_evidence_never_lowers_a_verdict_and_a_rival_never_raises_it(
    kinds: list[Any], more: Any, rival: Rival, known: Surroundings, apart: bool
) -> None:
    told = signals(*kinds, more, apart=apart)
    before, after = (judge(PROPOSAL, t, known, CONSTANTS) for t in (told[:-1], told))
    assert after.score.total >= before.score.total
    assert LAYERS.index(after.layer) >= LAYERS.index(before.layer)
    against = Surroundings((*known.rivals, rival), known.revoked_at, known.unsteady)
    less = judge(PROPOSAL, told, against, CONSTANTS)
    assert less.score.total <= after.score.total
    assert LAYERS.index(less.layer) <= LAYERS.index(after.layer)


def test_ten_thousand_traces_replay_to_the_same() -> None:
    """One life of many messages, made twice from its records in opposite order."""
    records = [
        turn(f"e{n}", at(DAYS[n % 6], n % 24), say(
            f"P{n % 500}", PREDICATES[n % 7], f"{VALUES[n % 4]} {n % 11}", maybe=n % 5 == 0
        ), session=f"s{n % 3}")
        for n in range(9_000)
    ]  # fmt: skip
    names = [record.facts[0].atomic_id for record in records[::5]]
    calls = [call(("confirm", "reject")[n % 9 == 0], "2024-03-01", name) for n, name in
             enumerate(names)]  # fmt: skip
    calls = [replace(one, event_id=f"c{n}") for n, one in enumerate(calls)]
    first = court(*records, *calls)
    again = court(*reversed(calls), *reversed(records))
    traces = [s.trace_id for one in first.judged.values() for s in one.steps]
    known = {s.trace_id for one in again.judged.values() for s in one.steps}
    assert len(traces) >= 10_000 and len(set(traces)) == len(traces)
    assert set(traces) == known
