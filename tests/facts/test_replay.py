"""Replay: the state depends on the set of records, not on arrival order or batches."""

from __future__ import annotations

from dataclasses import replace
from time import thread_time
from typing import Any, cast

from facts.stories import U, acts, at, model, now, say, standing, stored, tell, turn, turns
from hypothesis import given, settings
from hypothesis import strategies as st

from eywa_fs.facts.model import Candidate
from eywa_fs.facts.replay import Decided, FactState, ModelTurn, TimelineRecord, Turn, apply, extend

_VALUES = ("Arn", "Bex", "Arn Street", "丁", "一只丁")
_SUBJECTS = (U, U, U, "user's mum", "Inés", "user's friend")
_PREDICATES = ("lives_in", "moved_to", "prefers", "birthday", "allergic_to", "plans_to", "visited")
_DAYS = tuple(f"2024-0{month}-1{day}" for month in (1, 2) for day in range(3))


@st.composite
def _candidates(draw: st.DrawFn) -> Candidate:
    more: dict[str, object] = {}
    act = draw(st.sampled_from(("state",) * 5 + ("end", "correct", "retract", "play", "unplay")))
    if draw(st.integers(0, 3)) == 0:
        more["since"] = draw(st.sampled_from(_DAYS))
    if draw(st.integers(0, 4)) == 0:
        more["until"] = draw(st.sampled_from(_DAYS))
    if draw(st.integers(0, 4)) == 0:
        more["old"] = draw(st.sampled_from(_VALUES))
    if act == "state" and draw(st.integers(0, 5)) == 0:
        return say("user's mum", "name", "Inés")
    predicate = draw(st.sampled_from(_PREDICATES))
    value = draw(st.sampled_from(_VALUES))
    if act == "retract" and draw(st.booleans()):
        predicate, value = "", ""
    return say(
        draw(st.sampled_from(_SUBJECTS)), predicate, value, act=act, kind="place",
        no=draw(st.integers(0, 5)) == 0, maybe=draw(st.integers(0, 4)) == 0, **more,
    )  # fmt: skip


@st.composite
def _lives(draw: st.DrawFn) -> list[TimelineRecord]:
    records: list[TimelineRecord] = []
    for number in range(draw(st.integers(1, 9))):
        items = draw(st.lists(_candidates(), min_size=1, max_size=3))
        when = at(draw(st.sampled_from(_DAYS)), draw(st.integers(8, 9)))
        session = draw(st.sampled_from("ss2"))
        records.append(turn(f"e{number}", when, *items, session=session))
    ids = [f.atomic_id for r in records if isinstance(r, Turn) for f in r.facts] + ["af_none"]
    for number in range(draw(st.integers(0, 3))):
        day = draw(st.sampled_from(_DAYS))
        name, other = draw(st.sampled_from(ids)), draw(st.sampled_from(ids))
        what = draw(st.sampled_from(("model", "model", "assert", "supersede", "reject", "verdict")))
        if what == "model":
            told = draw(st.sampled_from(records))
            item = say(U, "lives_in", draw(st.sampled_from(_VALUES)))
            action = draw(st.sampled_from(("append", "supersede", "merge", "retract", "none")))
            read = model(
                told.event_id, day, item, rulings=[(0, action, name), (None, action, other)]
            )
            records.append(replace(read, decision_id=f"m{number}", decided_at=number))
            continue
        fact = stored(say(U, "lives_in", "Bex"), draw(st.sampled_from(("e0", "e1"))), at(day))
        decided = Decided(
            f"d{number}", at(day, 20), cast(Any, what), at(day, 20),
            target=None if what == "assert" else name,
            kept=draw(st.sampled_from((None, other))) if what == "verdict" else None,
            fact=fact if what in ("assert", "supersede") else None,
        )  # fmt: skip
        records.append(decided)
    return records


@settings(max_examples=120, deadline=None)
@given(data=st.data(), records=_lives())
def test_any_order_and_batching_gives_the_same_state(
    data: st.DataObject, records: list[TimelineRecord]
) -> None:
    whole = apply(records)
    shuffled = data.draw(st.permutations(records))
    assert apply(shuffled) == whole
    for left in (list(shuffled), sorted(records, key=lambda record: record.timestamp)):
        state = FactState()
        while left:
            size = data.draw(st.integers(1, len(left)))
            state, left = extend(state, left[:size]), left[size:]
        assert state == whole


def test_a_play_silences_its_session_until_it_is_over() -> None:
    play, over = say(U, "", "", act="play"), say(U, "", "", act="unplay")
    told = [
        turn("e1", "2024-01-10", say(U, "lives_in", "Arn")),
        turn("e2", "2024-01-11", play, say(U, "name", "Bex")),
        turn("e3", at("2024-01-11", 10), say(U, "works_at", "Cloudy"), say(U, "", "", act="end")),
        turn("e4", at("2024-01-11", 10), say(U, "has_pet", "cat"), session="s2"),
        turn("e5", at("2024-01-11", 11), over, say(U, "owns", "boat")),
        turn("e6", at("2024-01-11", 12), play),
        turn("e7", "2024-01-14", say(U, "speaks", "Dutch")),
    ]
    assert [fact.object for fact in apply(told).facts] == ["Arn", "cat", "boat", "Dutch"]


@settings(max_examples=80, deadline=None)
@given(records=_lives())
def test_chains_end_and_every_change_is_audited(records: list[TimelineRecord]) -> None:
    state = apply(records)
    by_id = {fact.atomic_id: fact for fact in state.facts}
    changed = {e.target_atomic_id for e in state.audit if e.action in ("supersede", "retract")}
    rejected = {r.target for r in records if isinstance(r, Decided)}
    for fact in state.facts:
        assert (fact.sure and fact.validity_end_at is None) or fact.validity_start_at is not None
        seen, step = set(), fact
        while step.superseded_by is not None:
            assert step.atomic_id not in seen and step.status == "superseded"
            seen.add(step.atomic_id)
            step = by_id[step.superseded_by]
        if fact.status != "active":
            assert fact.atomic_id in changed | rejected or fact.never_held
        else:
            assert fact.superseded_by is None and fact.ended_by == ""
    assert all(not fact.sure and fact.status == "active" for fact in state.candidates)
    assert {x for link in state.links for x in (link.source, link.target)} <= set(by_id)


@settings(max_examples=30, deadline=None)
@given(records=_lives())
def test_what_is_not_sure_ends_nothing(records: list[TimelineRecord]) -> None:
    plain = [r for r in records if isinstance(r, Turn)]
    doubtful = [
        replace(r, said=tuple(replace(s, fact=replace(s.fact, sure=False)) for s in r.said))
        for r in plain[:1]
    ]
    assert all(entry.action == "append" for entry in apply(doubtful).audit)
    assert apply(doubtful).facts == ()


def test_a_late_record_takes_its_place_in_the_chain() -> None:
    newer = turn("e2", "2024-05-08", say(U, "moved_to", "Bex"))
    older = turn("e1", "2024-01-08", say(U, "lives_in", "Arn"))
    state = extend(apply([newer]), [older])
    assert standing(state) == {"Arn@e1": "superseded", "Bex@e2": "active"}
    assert state.facts[0].superseded_by == state.facts[1].atomic_id


def test_a_repeated_record_counts_once() -> None:
    record = turn("e1", "2024-01-08", say(U, "lives_in", "Arn"))
    assert apply([record, record]) == apply([record]) == extend(apply([record]), [record])


def test_messages_of_other_bytes_that_share_an_id_are_all_read() -> None:
    """Programs that count their messages in each session give one id to several."""
    home = replace(turn("1", "2024-01-01", say(U, "lives_in", "Porto")), content_hash="a")
    work = turn("1", "2024-01-02", say(U, "works_as", "baker"), session="t")
    work = replace(work, content_hash="b")
    for order in ((home, work), (work, home), (home, work, home)):
        assert {fact.object for fact in apply(order).facts} == {"Porto", "baker"}
    assert extend(apply([home]), [work]) == apply([work, home])


def test_a_models_reading_takes_the_place_of_the_rules_reading_of_the_same_bytes() -> None:
    rules = turn("e1", "2024-01-08", say(U, "works_at", "mostly meetings"))
    read = model("e1", "2024-01-08", say(U, "works_at", "Siemens"), decided_at=1)
    assert now(extend(apply([rules]), [read]), "2024-02-01") == ["Siemens"]
    later = replace(read, facts=(), decided_at=2)
    assert apply([later, rules, read]).facts == ()
    changed = replace(rules, content_hash="sha256:other")
    assert now(apply([changed, read]), "2024-02-01") == ["mostly meetings"]


def test_a_rejection_survives_another_reader() -> None:
    rules = turn("e1", "2024-01-08", say(U, "works_at", "a bank"))
    reject = Decided("r", at("2024-02-01"), "reject", at("2024-02-01"), rules.facts[0].atomic_id)
    read = model("e1", "2024-01-08", say("User", "works_at", "the bank"), decided_at=1)
    state = extend(apply([rules, reject]), [read])
    assert now(state, "2024-03-01") == [] and [f.status for f in state.facts] == ["retracted"]
    assert apply([reject, read, rules]) == state


def test_who_asserts_it_again_lifts_the_rejection() -> None:
    rules = turn("e1", "2024-01-08", say(U, "works_at", "bank"))
    [fact] = rules.facts
    reject = Decided("r", at("2024-02-01"), "reject", at("2024-02-01"), fact.atomic_id)
    again = Decided("a", fact.observed_at, "assert", at("2024-02-02"), fact=fact, operator="host")
    assert now(apply([rules, reject, again]), "2024-03-01") == ["bank"]
    final = replace(reject, event_id="r2", decided_at=at("2024-02-03"), timestamp=at("2024-02-03"))
    assert now(apply([rules, reject, again, final]), "2024-03-01") == []


def test_an_assertion_acts_like_a_statement_and_a_supersession_on_its_target() -> None:
    told = turns(
        ("2024-01-08", say(U, "lives_in", "Arn")), ("2024-03-08", say(U, "prefers", "tea"))
    )
    bex = stored(say(U, "moved_to", "Bex"), "e9", at("2024-02-01"))
    asserted = Decided("d", bex.observed_at, "assert", at("2024-06-01"), fact=bex, operator="host")
    state = apply([*told, asserted])
    assert now(state, "2024-02-02") == ["Bex"] and now(state, "2024-01-31") == ["Arn"]
    tea = told[1].facts[0].atomic_id
    mate = stored(say(U, "prefers", "mate"), "e9", at("2024-04-01"))
    instead = Decided(
        "d", at("2024-06-01"), "supersede", at("2024-06-01"), tea, fact=mate, reason="said so"
    )
    state = apply([*told, instead])
    assert now(state, "2024-06-02") == ["Arn", "mate"]
    assert acts(state) == [("d", "supersede", "said so")]


def test_a_merged_statement_is_found_by_its_id_and_can_be_acted_on() -> None:
    told = turns(
        ("2024-01-08", say(U, "lives_in", "Arn")), ("2024-02-08", say(U, "lives_in", "Arn"))
    )
    merged = told[1].facts[0].atomic_id
    state = apply(told)
    assert state.get(merged) == state.facts[0]
    read = model("e3", "2024-03-08", rulings=[(None, "supersede", merged)])
    assert apply([*told, read]).facts[0].status == "superseded"


def test_a_ruling_on_a_plan_and_a_chain_of_moves() -> None:
    dates = ("2024-05-01", "2024-06-01", "2024-07-01")
    state = tell(*(("2024-01-08", say(U, "plans_to", "visit Rome", since=day)) for day in dates))
    assert [f.status for f in state.facts] == ["superseded", "superseded", "active"]


def test_the_cost_grows_with_the_number_of_facts() -> None:
    def took(count: int) -> float:
        many: list[TimelineRecord] = [
            turn(f"e{n:05}", at("2024-01-01") + n * 60_000, say(U, "prefers", f"thing{n}"),
                 say(f"P{n % 50}", "lives_in", f"town{n}"))
            for n in range(count)
        ]  # fmt: skip
        started = thread_time()
        apply(many)
        return thread_time() - started

    took(200)
    assert took(3000) < 9 * max(took(1000), 0.02)


def test_a_model_turn_is_no_turn_without_its_facts() -> None:
    empty = ModelTurn("e1", at("2024-01-08"), "s")
    assert extend(apply([]), [empty]).facts == ()
