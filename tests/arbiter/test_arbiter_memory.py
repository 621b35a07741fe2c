"""The arbiter over a real memory: confirm, override, revoke, replay; proof, erasure, isolation."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from factbase.lives import MakeQuick, QuickMemory, at, drafts

from eywa_fs import EywaMemory
from eywa_fs.errors import BadRequest, NotFound
from eywa_fs.model.judged import JudgedFact

STORY = ("I live in Turku.", "I drive an old Volvo.", "I moved to Oulu.", "I'm allergic to nuts.")


@pytest.fixture
def told(quick: QuickMemory) -> QuickMemory:
    """A memory that was told the story, one message a day."""
    quick.append_many(drafts(STORY))
    return quick


def truths(memory: EywaMemory, **more: object) -> dict[str, JudgedFact]:
    found = memory.verdicts("truth", every=True, **more).facts  # type: ignore[arg-type]
    return {one.fact.object: one for one in found}


def traces(memory: EywaMemory) -> list[str]:
    """Every trace of the user."""
    names = [
        one.fact.atomic_id
        for layer in ("truth", "candidate", "clue")
        for one in memory.verdicts(layer, every=True).facts
    ]
    unique = dict.fromkeys(names)
    return [d.trace_id for name in unique for d in memory.explain_verdict(name).decisions]


def test_versions_and_standing(told: QuickMemory) -> None:
    found = truths(told)
    assert (found["Turku"].version, found["Turku"].status) == (1, "overridden")
    assert (found["Oulu"].version, found["Oulu"].status) == (2, "active")
    assert {one.fact.object for one in told.verdicts().facts} == {"Oulu", "nuts"}
    [volvo] = told.verdicts("candidate", as_of=at(10)).facts
    assert (volvo.fact.object, volvo.version, volvo.expires_at) == ("old Volvo", 0, at(91))
    assert told.verdicts("candidate", as_of=at(91)).facts == ()
    assert [one.status for one in told.verdicts("candidate", every=True).facts] == ["expired"]


def test_an_override_may_quote_a_record_that_gives_no_fact(quick: QuickMemory) -> None:
    for hour, text in enumerate(("I live in Turku.", "I live in Oulu.", "We went to Pori.")):
        quick.append(text, event_id=f"e{hour}", timestamp=at(0, hour))
    oulu = next(fact for fact in quick.facts().facts if fact.object == "Oulu")
    quick.supersede_fact(oulu.atomic_id, "Pori", quote="Pori", event_id="e2")
    layers = ("truth", "candidate")
    judged = [one for layer in layers for one in quick.verdicts(layer, every=True).facts]
    assert "Pori" in {one.fact.object for one in judged}
    names = {one.fact.atomic_id for one in judged}
    assert all(quick.explain_verdict(name).decisions for name in names)


def test_confirmed_promoted_revoked(told: QuickMemory) -> None:
    [volvo] = told.verdicts("candidate", every=True).facts
    told.confirm_fact(volvo.fact.atomic_id, "seen it", operator="ana")
    promoted = truths(told)["old Volvo"]
    assert promoted.score == 70 and len(promoted.evidence) == 2
    [again] = told.verdicts("candidate", every=True).facts
    assert (again.status, again.layer) == ("promoted", "truth")
    told.reject_fact(volvo.fact.atomic_id, "sold")
    assert truths(told)["old Volvo"].status == "revoked"
    with pytest.raises(BadRequest, match="taken back"):
        told.confirm_fact(volvo.fact.atomic_id)
    with pytest.raises(NotFound):
        told.confirm_fact("af_0")
    actions = [d.verdict["action"] for d in told.explain_verdict(volvo.fact.atomic_id).decisions]
    assert actions == ["propose", "promote", "revoke"]


def test_a_hedged_fact_that_is_confirmed_is_a_fact(quick: QuickMemory) -> None:
    quick.append("I am maybe allergic to latex.")
    [hedged] = quick.facts(candidates=True).facts
    assert quick.facts().facts == ()
    quick.confirm_fact(hedged.atomic_id)
    [fact] = quick.facts().facts
    assert fact.atomic_id == hedged.atomic_id and fact.sure
    assert truths(quick)[fact.object].rule == "truth"


def test_every_trace_replays_and_a_rebuild_gives_the_same(memory: EywaMemory) -> None:
    memory.append_many(drafts(STORY))
    [volvo] = memory.verdicts("candidate", every=True).facts
    memory.confirm_fact(volvo.fact.atomic_id)
    before = traces(memory)
    assert len(before) == 6 and all(memory.replay(one).same for one in before)
    memory.index()
    assert traces(memory) == before
    memory.rebuild(prove=True)
    assert traces(memory) == before
    shutil.rmtree(memory.layout.index)
    assert traces(memory) == before


def test_a_replay_says_what_is_not_the_same(told: QuickMemory, open_quick: MakeQuick) -> None:
    nuts = truths(told)["nuts"]
    forged = nuts.source_trace[:-1] + ("0" if nuts.source_trace[-1] != "0" else "1")
    assert told.replay(nuts.source_trace).same
    again = told.replay(forged)
    assert not again.same and "otherwise" in again.problem and again.decision is not None
    told.close()
    strict = open_quick(config={"arbiter": {"confirmation_said": 10}})
    assert not strict.replay(nuts.source_trace).same
    assert truths(strict).keys() == {"Oulu"}
    gone = strict.replay("vt_0123456789abcdef_0123456789abcdef")
    assert not gone.same and gone.explained is None
    with pytest.raises(BadRequest):
        strict.replay("tr_1")


def test_a_verdict_whose_evidence_was_changed_in_place_is_not_served(told: QuickMemory) -> None:
    told.append("I'm allergic to nuts.", session_id="later", timestamp=at(9))
    told.index()
    nuts = truths(told)["nuts"]
    assert len(nuts.evidence) == 2
    path = told.layout.root / nuts.evidence[1].rsplit(":", 1)[0]
    times = path.stat()
    path.write_bytes(path.read_bytes().replace(b"nuts", b"eggs"))
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
    found = told.verdicts()
    assert {one.fact.object for one in found.facts} == {"Oulu"}
    assert dict(found.dropped) == {"mismatch": 1}
    with pytest.raises(NotFound):
        told.explain_verdict(nuts.fact.atomic_id)
    assert not told.replay(nuts.source_trace).same


def test_a_confirmation_that_was_tampered_with_counts_for_nothing(told: QuickMemory) -> None:
    [volvo] = told.verdicts("candidate", every=True).facts
    made = told.confirm_fact(volvo.fact.atomic_id)
    told.index()
    assert "old Volvo" in truths(told)
    path: Path = told.layout.root / made.anchor.file_path
    times = path.stat()
    path.write_bytes(path.read_bytes().replace(b'"confirm"', b'"bonfire"'))
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
    assert "old Volvo" not in truths(told)


def test_erased_evidence_leaves_no_verdict(told: QuickMemory) -> None:
    trace = truths(told)["nuts"].source_trace
    told.index()
    told.erase(text="allergic to nuts")
    assert "nuts" not in truths(told)
    assert not told.replay(trace).same
    assert b"allergic to nuts" not in b"".join(
        p.read_bytes() for p in told.layout.root.rglob("*") if p.is_file()
    )


def test_a_deleted_record_gives_no_verdict_and_a_restored_one_the_same(told: QuickMemory) -> None:
    trace = truths(told)["nuts"].source_trace
    told.delete("e3")
    assert "nuts" not in truths(told) and not told.replay(trace).same
    told.restore("e3")
    assert truths(told)["nuts"].source_trace == trace


@pytest.mark.parametrize("ids", [("default", "eva"), ("other", "me")], ids=["user", "tenant"])
def test_users_and_tenants_know_nothing_of_each_other(
    told: QuickMemory, ids: tuple[str, str]
) -> None:
    own, tenant, user = truths(told)["nuts"], *ids
    whose = {"tenant_id": tenant, "user_id": user}
    told.append("I live in Lyon.", tenant_id=tenant, user_id=user)
    assert set(truths(told, **whose)) == {"Lyon"}
    assert not told.replay(own.source_trace, tenant_id=tenant, user_id=user).same
    nodes = told.graph(tenant_id=tenant, user_id=user).nodes
    assert [node.names for node in nodes] == [("user",), ("Lyon",)]
    for ask in (told.explain_verdict, told.confirm_fact):
        with pytest.raises(NotFound):
            ask(own.fact.atomic_id, tenant_id=tenant, user_id=user)


def test_facts_and_contexts_are_as_they_were(told: QuickMemory) -> None:
    """The arbiter judges; what is served by default does not depend on it."""
    assert {f.object for f in told.facts().facts} == {"Oulu", "nuts", "old Volvo"}
