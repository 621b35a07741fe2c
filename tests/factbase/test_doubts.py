"""Records and values that a later message puts in doubt."""

from __future__ import annotations

from eywa_fs.evaluation.story_runs import stored_turn
from eywa_fs.factbase.doubts import Said, doubtful_facts, doubtful_records, overtaken_records
from eywa_fs.factbase.outdated import outdated
from eywa_fs.facts.extraction import extract
from eywa_fs.facts.replay import FactState, apply

_FIRST = 1_700_000_000_000
_DAY = 86_400_000


def told(*texts: str) -> tuple[FactState, list[Said]]:
    """What is known after messages a month apart, and the messages as a search finds them."""
    times = [_FIRST + number * 30 * _DAY for number in range(len(texts))]
    turns = [
        stored_turn(f"e{n}", text, at, extract(text, at))
        for n, (text, at) in enumerate(zip(texts, times, strict=True))
    ]
    said = [
        Said(f"e{n}", text, at, True, 1.0)
        for n, (text, at) in enumerate(zip(texts, times, strict=True))
    ]
    return apply(turns), said


def test_a_record_whose_subject_was_given_up_is_in_doubt() -> None:
    state, said = told("Out on the sloop again, glorious.", "Gave up on the sloop, too cold.")
    found = doubtful_records(state, said, (), said[-1].at + _DAY, frozenset())
    assert set(found) == {"e0"}


def test_a_record_about_something_else_is_not() -> None:
    state, said = told("Out on the moor again, glorious.", "Gave up on the sloop, too cold.")
    assert not doubtful_records(state, said, (), said[-1].at + _DAY, frozenset())


def test_a_record_that_still_holds_is_not() -> None:
    state, said = told("I live in Turku, with a view of the sloop.", "Gave up on the sloop.")
    assert not doubtful_records(state, said, (), said[-1].at + _DAY, frozenset())


def test_what_was_said_before_a_change_is_overtaken_unless_it_fits_far_better() -> None:
    state, said = told("Tennis with Ida, glorious.", "Swapped tennis for squash last week.")
    assert set(overtaken_records(state, said)) == {"e0"}
    weak = Said("e1", said[1].text, said[1].at, True, 0.1)
    assert not overtaken_records(state, [said[0], weak])
    others = Said("e0", said[0].text, said[0].at, False, 1.0)
    assert not overtaken_records(state, [others, said[1]])


def test_a_fact_is_doubted_only_by_a_later_change_that_names_it() -> None:
    state, _ = told("I live in Turku.", "What a storm in the harbour tonight.")
    assert not doubtful_facts(state, state.facts)


def test_what_was_told_as_over_is_not_outdated() -> None:
    state, _ = told("I got married on 3 November 2023.", "Lovely weather.")
    assert not outdated(state, ["e0"], _FIRST + 400 * _DAY)
