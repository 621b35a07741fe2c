"""Replay: the state depends on the set of records, not on arrival order or batches."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from stories import at, turn

from eywa_fs.facts.replay import FactState, TimelineRecord, Turn, Verdict, apply, extend

_TEXTS = (
    ("I live in {0}.", "lives_in"),
    ("I moved to {0}.", "moved_to"),
    ("For now I'm staying in {0}.", "lives_in"),
    ("I work at {0}.", "works_at"),
    ("I love {0}.", "prefers"),
    ("I switched to {0}.", "uses"),
    ("Maybe I was born in {0}.", "born_in"),
    ("I plan to see {0}.", "plans_to"),
    ("Sorry, I meant {0}.", "lives_in"),
    ("我现在住在{0}。", "lives_in"),
    ("改用{0}了。", "uses"),
    ("没变，还是{0}。", "uses"),
)
_CUE_ONLY = (
    "Just kidding.",
    "Cancelled.",
    "Back to Arn.",
    "当我没说。",
    "Still Arn.",
    "算了，取消了。",
)
_VALUES = ("Arn", "Bex", "Cor", "丁", "戊己")


@st.composite
def _turns(draw: st.DrawFn) -> list[TimelineRecord]:
    records: list[TimelineRecord] = []
    for index in range(draw(st.integers(1, 9))):
        day = f"2024-0{draw(st.integers(1, 4))}-1{draw(st.integers(0, 3))}"
        event_id = f"e{index}"
        if draw(st.integers(0, 4)) == 0:
            records.append(turn(event_id, day, draw(st.sampled_from(_CUE_ONLY))))
            continue
        text, predicate = draw(st.sampled_from(_TEXTS))
        value = draw(st.sampled_from(_VALUES))
        marks = ["not"] if draw(st.integers(0, 5)) == 0 else []
        line = ("user", predicate, value, *marks)
        records.append(turn(event_id, day, text.format(value), line))
    stored = [f for r in records if isinstance(r, Turn) for f in r.facts]
    if len(stored) > 1 and draw(st.booleans()):
        kept, dropped = draw(st.permutations(stored))[:2]
        verdict = Verdict("v", at("2024-03-15"), kept.atomic_id, dropped.atomic_id)
        records.append(verdict)
    return records


@settings(max_examples=150, deadline=None)
@given(data=st.data(), records=_turns())
def test_any_order_and_batching_gives_the_same_state(
    data: st.DataObject, records: list[TimelineRecord]
) -> None:
    whole = apply(records)
    shuffled = data.draw(st.permutations(records))
    assert apply(shuffled) == whole
    state = FactState()
    left = list(shuffled)
    while left:
        size = data.draw(st.integers(1, len(left)))
        state, left = extend(state, left[:size]), left[size:]
    assert state == whole


@settings(max_examples=150, deadline=None)
@given(records=_turns())
def test_chains_are_acyclic_and_complete_and_audited(records: list[TimelineRecord]) -> None:
    state = apply(records)
    by_id = {fact.atomic_id: fact for fact in state.facts}
    changed = {e.target_atomic_id for e in state.audit if e.action in ("supersede", "retract")}
    for fact in state.facts:
        assert (fact.status == "superseded") == (fact.superseded_by is not None)
        assert fact.validity_end_at is None or fact.validity_end_at >= fact.validity_start_at
        seen, step = set(), fact
        while step.superseded_by is not None:
            assert step.atomic_id not in seen
            seen.add(step.atomic_id)
            step = by_id[step.superseded_by]
        if fact.status != "active":
            assert fact.atomic_id in changed
    for link in state.links:
        assert link.source in by_id and link.target in by_id
    traces = [entry.trace_id for entry in state.audit]
    assert len(set(traces)) == len(traces)


@given(records=_turns())
def test_every_fact_is_stored_merged_or_absorbed(records: list[TimelineRecord]) -> None:
    state = apply(records)
    kept = {fact.atomic_id for fact in state.facts}
    kept |= {i for fact in state.facts for i in fact.evidence.atomic_ids}
    acted = {entry.source_atomic_id for entry in state.audit}
    for record in records:
        if isinstance(record, Turn):
            assert all(f.atomic_id in kept or f.atomic_id in acted for f in record.facts)


def test_a_repeated_event_counts_once() -> None:
    record = turn("e1", "2024-01-08", "I live in Arn.", ("user", "lives_in", "Arn"))
    assert apply([record, record]) == apply([record]) == extend(apply([record]), [record])


def test_a_late_record_takes_its_place_in_the_chain() -> None:
    newer = turn("e2", "2024-05-08", "I live in Bex.", ("user", "lives_in", "Bex"))
    older = turn("e1", "2024-01-08", "I live in Arn.", ("user", "lives_in", "Arn"))
    state = extend(apply([newer]), [older])
    arn, bex = state.facts
    assert (arn.status, bex.status) == ("superseded", "active")
    assert arn.superseded_by == bex.atomic_id
