"""The rules of the personal memory's specification, section 7, one test for each."""

from __future__ import annotations

from dataclasses import replace

from arbiter.courts import CONSTANTS, PROPOSAL, call, court, layers, of_value, signals
from facts.stories import U, at, model, say, turn
from hypothesis import given
from hypothesis import strategies as st

from eywa_fs.arbiter.judge import judge, score
from eywa_fs.arbiter.model import Rival, Signal, SignalKind, Surroundings

NOTHING = Surroundings()


def test_7_1_1_without_a_confirmation_there_is_no_truth() -> None:
    hedges: list[SignalKind] = ["hedged"] * 6
    generous = CONSTANTS.model_copy(update={"reading_hedged": 20, "truth_from": 40})
    verdict = judge(PROPOSAL, signals(*hedges), NOTHING, generous)
    assert verdict.score.total >= generous.truth_from
    assert (verdict.layer, verdict.rule) == ("candidate", "no_confirmation")
    confirmed = judge(PROPOSAL, [*signals(*hedges), *signals("confirmed")], NOTHING, generous)
    assert (confirmed.layer, confirmed.action) == ("truth", "promote")


def test_7_1_2_without_evidence_nothing_is_promoted() -> None:
    loose = [Signal("said", "e1", 1, 1, "s"), Signal("confirmed", "c", 2, 2)]
    verdict = judge(PROPOSAL, loose, NOTHING, CONSTANTS)
    assert verdict.score.total >= CONSTANTS.truth_from
    assert (verdict.layer, verdict.rule, verdict.action) == ("clue", "no_evidence", "reject")


def test_7_1_3_against_a_strong_fact_only_a_candidate() -> None:
    strong = Rival("af_2", 77, confirmed=True, strong="first")
    surroundings = Surroundings(rivals=(strong,))
    verdict = judge(PROPOSAL, signals("said", "said", "confirmed"), surroundings, CONSTANTS)
    assert (verdict.layer, verdict.rule) == ("candidate", "against_strong")
    assert verdict.score.total >= CONSTANTS.truth_from and verdict.rivals == ("af_2",)
    ledger = court(
        turn("e1", "2024-01-01", say(U, "lives_in", "Arn")),
        turn("e2", "2024-01-02", say(U, "lives_in", "Arn"), session="s2"),
        turn("e3", "2024-01-03", say(U, "lives_in", "Bex")),
        turn("e4", "2024-01-04", say(U, "lives_in", "Bex"), session="s4"),
    )
    assert layers(ledger) == {"Arn": "truth", "Bex": "candidate"}


def test_7_1_3_what_a_model_puts_in_the_place_of_a_strong_fact_is_refused() -> None:
    told = [
        turn("e1", "2024-01-01", say(U, "lives_in", "Arn")),
        turn("e2", "2024-01-02", say(U, "lives_in", "Arn"), session="s2"),
    ]
    [old] = told[0].facts
    read = model("e3", "2024-01-03", say(U, "moved_to", "Bex"),
                 rulings=[(0, "supersede", old.atomic_id)])  # fmt: skip
    assert layers(court(*told, read)) == {"Arn": "truth", "Bex": "clue"}


def test_7_2_1_confirmation_is_the_strongest_there_is() -> None:
    def points(*kinds: SignalKind, apart: bool = True) -> int:
        return score(PROPOSAL, signals(*kinds, apart=apart), NOTHING, CONSTANTS).confirmation

    assert points("hedged") == points("asserted") == 0
    assert points("read") < points("said") < points("corrected") <= points("said", "said")
    assert points("said", "said", apart=False) == points("said")
    assert points("said", "confirmed") == points("overrode") == 40


def test_7_2_2_stability_is_of_the_kind_of_thing() -> None:
    items = (("birthday", "1 May"), ("lives_in", "Arn"), ("owns", "a boat"), ("plans_to", "sail"))
    ledger = court(*(turn(f"e{n}", "2024-01-01", say(U, p, v)) for n, (p, v) in enumerate(items)))
    found = [of_value(ledger, value).last.verdict.score.stability for _, value in items]
    assert found == sorted(found, reverse=True) == [20, 15, 10, 5]


def test_7_2_3_repetition_counts_days_and_sessions() -> None:
    def points(number: int, apart: bool) -> int:
        kinds: list[SignalKind] = ["said"] * number
        said = signals(*kinds, apart=apart)
        return score(PROPOSAL, said, NOTHING, CONSTANTS).repetition

    assert [points(n, True) for n in (1, 2, 3, 9)] == [0, 10, 20, 20]
    assert points(9, False) == 0


def test_7_2_4_risk_takes_away_twenty_at_most() -> None:
    def risk(**more: object) -> int:
        surroundings = Surroundings(**more)  # type: ignore[arg-type]
        return score(PROPOSAL, signals("said"), surroundings, CONSTANTS).risk

    even, weaker = Rival("af_2", 60, confirmed=True), Rival("af_2", 59, confirmed=True)
    assert risk(rivals=(even,)) == -20 and risk(rivals=(weaker,)) == 0
    assert risk(rivals=(Rival("af_2", 90, confirmed=False),)) == 0
    assert risk(revoked_at=-1) == risk(unsteady=2) == -10 and risk(unsteady=1) == 0
    assert risk(rivals=(even,), revoked_at=-1, unsteady=9) == -20


@given(st.integers(0, 40), st.integers(0, 20), st.integers(0, 20))
def test_7_3_the_thresholds_cut_at_thirty_and_sixty(
    confirmed: int, stable: int, reading: int
) -> None:
    points = {"confirmation_said": confirmed, "reading_said": reading}
    constants = CONSTANTS.model_copy(update=points)
    proposal = replace(PROPOSAL, stability=stable)
    verdict = judge(proposal, signals("said"), NOTHING, constants)
    total = confirmed + stable + reading
    layer = "clue" if total < 30 else "candidate" if total < 60 else "truth"
    assert (verdict.layer, verdict.score.total) == (layer, total)


def test_7_3_1_below_thirty_it_is_only_a_clue() -> None:
    ledger = court(turn("e1", "2024-01-01", say(U, "lives_in", "Arn", maybe=True)))
    assert layers(ledger) == {"Arn": "clue"}
    assert of_value(ledger, "Arn").last.verdict.rule == "below_candidate"


def test_7_3_2_from_thirty_on_it_is_a_candidate_that_expires() -> None:
    ledger = court(turn("e1", "2024-01-01", say(U, "plans_to", "sail")))
    sail = of_value(ledger, "sail")
    assert (sail.layer, sail.status(at("2024-03-01"), CONSTANTS)) == ("candidate", "active")
    assert sail.status(sail.expires_at(CONSTANTS), CONSTANTS) == "expired"


def test_7_3_3_from_sixty_on_it_is_a_truth() -> None:
    told = [turn("e1", "2024-01-01", say(U, "plans_to", "sail"))]
    again = turn("e2", "2024-01-02", say(U, "plans_to", "sail"), session="s2")
    sail = of_value(court(*told, again), "sail")
    assert [s.verdict.layer for s in sail.steps] == ["candidate", "truth"]
    assert [s.verdict.action for s in sail.steps] == ["propose", "promote"] and sail.was_candidate
    assert sail.steps[1].verdict.previous == "candidate active"
    assert sail.status(at("2034-01-01"), CONSTANTS) == "active"


def test_a_correction_overrides_and_makes_a_version() -> None:
    ledger = court(
        turn("e1", "2024-01-01", say(U, "lives_in", "Arn")),
        turn("e2", "2024-02-01", say(U, "moved_to", "Bex")),
    )
    arn, bex = of_value(ledger, "Arn"), of_value(ledger, "Bex")
    assert (arn.version, arn.status(0, CONSTANTS), arn.last.verdict.action) == (
        1, "overridden", "override",
    )  # fmt: skip
    assert (bex.version, bex.status(0, CONSTANTS), bex.layer) == (2, "active", "truth")


def test_what_was_revoked_comes_back_only_with_newer_evidence() -> None:
    first = turn("e1", "2024-01-01", say(U, "lives_in", "Arn"))
    [fact] = first.facts
    revoked = call("reject", "2024-02-01", fact.atomic_id)
    assert of_value(court(first, revoked), "Arn").status(0, CONSTANTS) == "revoked"
    again = call("assert", "2024-02-02", None, fact=fact, operator="host")
    confirm = call("confirm", "2024-02-03", fact.atomic_id)
    assert of_value(court(first, revoked, again, confirm), "Arn").status(0, CONSTANTS) == "revoked"
    back = court(first, revoked, turn("e2", "2024-03-01", say(U, "lives_in", "Arn")))
    told = [one for one in back.judged.values() if one.fact.source_event_id == "e2"]
    assert [(one.layer, one.last.verdict.score.risk) for one in told] == [("candidate", -10)]
    old = Surroundings(revoked_at=5)
    verdict = judge(PROPOSAL, signals("said", "confirmed"), old, CONSTANTS)
    assert (verdict.layer, verdict.rule) == ("clue", "revoked")


def test_a_truth_that_was_said_twice_and_revoked_keeps_its_course() -> None:
    told = [
        turn("e1", "2024-01-01", say(U, "owns", "a boat")),
        turn("e2", "2024-01-02", say(U, "owns", "a boat"), session="s2"),
    ]
    [fact] = told[0].facts
    before = of_value(court(*told), "a boat")
    revoked = court(*told, call("reject", "2024-02-01", fact.atomic_id)).judged[fact.atomic_id]
    assert [s.verdict.action for s in revoked.steps] == ["propose", "promote", "revoke"]
    assert revoked.steps[:2] == before.steps and revoked.version == before.version == 1
    assert revoked.status(0, CONSTANTS) == "revoked"


def test_two_values_said_alike_are_both_candidates_until_it_is_settled() -> None:
    told = [
        turn("e1", "2024-01-01", say(U, "lives_in", "Arn")),
        turn("e2", "2024-01-05", say(U, "lives_in", "Bex")),
    ]
    assert layers(court(*told)) == {"Arn": "candidate", "Bex": "candidate"}
    names = [fact.atomic_id for record in told for fact in record.facts]
    keep = call("verdict", "2024-01-06", names[0], kept=names[1])
    assert layers(court(*told, keep))["Bex"] == "truth"
    assert of_value(court(*told, keep), "Arn").last.verdict.standing == "overridden"


def test_who_changes_it_three_times_in_one_session_is_not_believed_at_once() -> None:
    ledger = court(*(
        turn(f"e{n}", at("2024-01-01", 9 + n), say(U, "moved_to", value))
        for n, value in enumerate(("Arn", "Bex", "Cady"))
    ))  # fmt: skip
    assert of_value(ledger, "Cady").layer == "candidate"


def test_a_host_agents_assertion_is_a_candidate_until_it_is_confirmed() -> None:
    said = turn("e1", "2024-01-01", say(U, "lives_in", "Arn"))
    [quoted] = turn("e1", "2024-01-01", say(U, "works_at", "Otto")).facts
    claim = call("assert", "2024-01-01", None, fact=quoted, operator="host")
    assert layers(court(said, claim)) == {"Arn": "truth", "Otto": "candidate"}
    confirm = call("confirm", "2024-01-02", quoted.atomic_id)
    assert layers(court(said, claim, confirm))["Otto"] == "truth"


def test_very_many_values_in_one_place_are_all_candidates() -> None:
    told = [turn(f"e{n}", at("2024-01-01", 0) + n, say(U, "lives_in", f"City{n}"))
            for n in range(400)]  # fmt: skip
    assert {one.layer for one in court(*told).judged.values()} == {"candidate"}
