"""Forgetting by policies and by compaction: what goes, what never does, and that it comes back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from corpus import DAY, DAY_0, Clock, MakeMemory
from factbase.lives import MakeQuick, QuickMemory
from forked import Child

from eywa_fs.errors import BadRequest, ConfigError, NotFound
from eywa_fs.memory import EywaMemory
from eywa_fs.model.forgetting import ForgetReport

POLICIES = [
    {"name": "codes", "tags": ["otp"], "ttl_days": 2},
    {"name": "kept", "sessions": ["work-*"], "roles": ["user"]},
    {"name": "chat", "half_life_days": 10},
]
YEAR_S = 365 * 86_400


def settings(**forgetting: Any) -> dict[str, Any]:
    return {"forgetting": {"policies": POLICIES, **forgetting}}


@pytest.fixture
def told(open_quick: MakeQuick) -> QuickMemory:
    """A day's talk in two languages, and facts in it."""
    memory = open_quick(config=settings())
    tell(memory)
    return memory


def tell(memory: EywaMemory) -> None:
    for name, text in {
        "code": "Your code is 4711 for the harbour gate.",
        "home": "I live in Turku.",
        "moved": "I live in Oulu now.",
        "ferry": "The ferry leaves at seven.",
        "again": "The ferry leaves at seven.",
        "thanks": "Ok, thank you.",
        "钥匙": "备用钥匙放在第三个花盆下面。",
        "choir": "We moved the choir rehearsal to Thursday evening.",
    }.items():
        memory.append(text, event_id=name, tags=["otp"] if name == "code" else [])
    memory.append("The budget is due.", event_id="budget", session_id="work-2")
    memory.append("I shall mind it.", "assistant", event_id="minded", session_id="work-2")
    memory.index()


def names(report: ForgetReport) -> set[str]:
    assert not report.problems
    return {one.event_id for one in report.records}


def answers(memory: EywaMemory) -> Any:
    """What the memory gives for some questions, apart from the time that takes."""
    queries = ("code", "ferry", "Where do I live?", "备用钥匙在哪里", "choir rehearsal", "budget")
    hits = [[(h.event_id, h.text, h.citation) for h in memory.retrieve(q).hits] for q in queries]
    blocks = [memory.before_llm(query).context for query in queries]
    facts = [fact.as_dict() for fact in memory.facts(every=True).facts]
    listed = [one.record.event_id for one in memory.list(limit=100).items]
    return hits, blocks, facts, listed


def tree(memory: EywaMemory) -> dict[Path, bytes]:
    """Every byte of the truth."""
    files = (file for file in memory.layout.root.rglob("*") if ".index" not in file.parts)
    return {file: file.read_bytes() for file in files if file.is_file()}


def test_nothing_is_forgotten_unless_it_is_asked_for(open_quick: MakeQuick, clock: Clock) -> None:
    memory = open_quick()
    memory.append("The ferry leaves at seven.")
    clock.advance(100 * YEAR_S)
    with pytest.raises(BadRequest, match=r"known: none: set forgetting\.policies"):
        memory.forget()
    for job in ("retention", "compaction"):
        assert memory.run_job(job).found == {"records": 0}
    assert memory.get(memory.list().items[0].record.event_id).version == 1


def test_the_first_policy_that_fits_decides(told: QuickMemory, clock: Clock) -> None:
    assert not names(told.forget())
    clock.advance(3 * 86_400)
    [gone] = told.forget().records
    assert (gone.event_id, gone.op, gone.by) == ("code", "expire", "policy:codes")
    assert told.get("code").expired and told.get("code").state == "active"
    clock.advance(31 * 86_400)
    with pytest.raises(BadRequest, match="known: codes, kept, chat"):
        told.forget(policy="chats")
    assert not names(told.forget(policy="kept"))
    report = told.forget(policy="chat")
    assert names(report) == {"ferry", "again", "thanks", "钥匙", "choir", "minded"}
    assert {one.by for one in report.records} == {"policy:chat"}
    assert all(one.score is not None and one.score < 0.1 for one in report.records)
    assert told.get("budget").state == "active" and told.get("钥匙").state == "archived"
    made = told.versions("choir")[-1]
    assert (made.operator, made.request_id) == ("policy:chat", report.run)
    assert "choir" in [hit.event_id for hit in told.retrieve("choir", archived=True).hits]
    assert "choir" not in [hit.event_id for hit in told.retrieve("choir").hits]
    assert told.show("choir", tenant_id="default", user_id="me").content.startswith("We moved")


def test_what_somebody_came_back_to_does_not_fade(told: QuickMemory, clock: Clock) -> None:
    clock.advance(30 * 86_400)
    told.pin("choir")
    told.confirm("钥匙")
    cited = [one.event_id for one in told.before_llm("When does the ferry leave?").citations]
    assert cited
    told.after_llm("When does the ferry leave?", "At seven.", cited=["ferry"], session_id="work-3")
    clock.advance(10 * 86_400)
    report = told.forget(policy="chat")
    assert names(report) == {"again", "thanks", "minded"}
    clock.advance(YEAR_S)
    assert {"ferry", "钥匙"} <= names(told.forget(policy="chat"))
    assert told.get("choir").state == "active", "pinned records never go"
    told.unpin("choir")
    assert "choir" not in names(told.forget(policy="chat")), "somebody just decided about it"


def test_an_end_that_was_said_counts_more_than_a_policy(told: QuickMemory, clock: Clock) -> None:
    told.append("Code 1.", tags=["otp"], event_id="late", expires_at=DAY_0 + 100 * DAY)
    told.append("Code 2.", tags=["otp"], event_id="never")
    told.expire("never", 2**40)
    told.append("Code 3.", tags=["otp"], event_id="pinned")
    told.pin("pinned")
    clock.advance(50 * 86_400)
    assert names(told.forget(policy="codes")) == {"code"}


def test_facts_stay_unless_a_record_has_an_end(
    open_quick: MakeQuick, told: QuickMemory, clock: Clock
) -> None:
    before = [fact.as_dict() for fact in told.facts(every=True).facts]
    assert len(before) == 2
    clock.advance(YEAR_S)
    told.forget(policy="chat")
    told.forget(compact="medium")
    assert [fact.as_dict() for fact in told.facts(every=True).facts] == before
    moved = [{"name": "all", "ttl_days": 300, "sessions": ["default"]}]
    memory = open_quick(config={"forgetting": {"policies": moved}})
    memory.append("I play the cello.", session_id="other")
    report = memory.forget(dry_run=True)
    assert report.facts_lost == ("user · lives in: Oulu [2025-06-16]",) and not report.facts_back
    memory.pin("home")
    report = memory.forget(dry_run=True)
    assert report.facts_lost == ("user · lives in: Oulu [2025-06-16]",)
    assert report.facts_back == ("user · lives in: Turku",)


def test_a_clock_that_jumps_back_forgets_nothing(told: QuickMemory, clock: Clock) -> None:
    for now in (DAY_0 - 400 * DAY, 0, DAY_0 + DAY // 2):
        clock.now_ms = now
        assert not names(told.forget())
        assert not names(told.forget(compact="medium"))
    clock.now_ms = DAY_0 + 50 * DAY
    assert names(told.forget())
    clock.now_ms = DAY_0 - 400 * DAY
    assert not names(told.forget())


@pytest.mark.parametrize("level", ["light", "medium"])
def test_old_days_are_compacted_once(told: QuickMemory, clock: Clock, level: str) -> None:
    assert not names(told.forget(compact=level)), "the day is young"
    clock.advance(32 * 86_400)
    report = told.forget(compact=level)
    assert {"ferry", "thanks"} <= names(report)
    assert not {"home", "moved", "钥匙"} & names(report)
    assert {one.by for one in report.records} == {f"compaction:{level}"}
    day = next(one for one in report.days if one.session_id == "default")
    assert day.day == "2025-06-16" and day.records == 8
    assert day.quality >= 0.8
    assert not names(told.forget(compact=level)), "made again, it takes nothing more"
    with pytest.raises(BadRequest, match="light or medium"):
        told.forget(compact="aggressive")
    with pytest.raises(BadRequest, match="no policy"):
        told.forget(compact=level, policy="chat")


def test_undone_every_answer_is_as_before(make_memory: MakeMemory, clock: Clock) -> None:
    memory = make_memory(config=settings(), clock=clock)
    tell(memory)
    clock.advance(YEAR_S)
    before = answers(memory)
    runs = [memory.forget(policy="codes"), memory.forget(compact="medium"), memory.forget()]
    assert all(names(run) for run in runs)
    memory.index()
    changed = answers(memory)
    assert changed != before
    assert not memory.rebuild(prove=True).differences and answers(memory) == changed
    for run in runs:
        undone = memory.undo(run.run, operator="ana")
        assert names(undone) == names(run) and not undone.left
    memory.index()
    assert answers(memory) == before
    assert not names(memory.forget(compact="medium")), "what was taken back is left alone"
    assert not names(memory.forget()), "and has a new age"
    report, rebuilt = memory.verify(deep=True), memory.rebuild(prove=True)
    assert report.ok and report.digest == rebuilt.digest and not rebuilt.differences
    assert answers(memory) == before
    assert {one.state for one in memory.states().values()} == {"active"}
    assert {one.expires_at for one in memory.states().values()} == {None}


def test_undoing_leaves_what_somebody_decided_since(told: QuickMemory, clock: Clock) -> None:
    clock.advance(YEAR_S)
    report = told.forget(policy="chat")
    told.unarchive("choir")
    told.delete("ferry")
    undone = told.undo(report.run, reason="too much")
    assert set(undone.left) == {"choir", "ferry"}
    assert names(undone) == names(report) - {"choir", "ferry"}
    assert told.get("ferry").state == "soft_deleted"
    assert told.versions("钥匙")[-1].reason == "too much"
    again = told.undo(undone.run)
    assert names(again) == names(undone) and told.get("钥匙").state == "archived"
    told.confirm("home", request_id="req-1")
    for other in ("forget_none", "req-1", ""):
        with pytest.raises(NotFound, match="no run"):
            told.undo(other)
    assert not told.undo(report.run).records


def test_a_dry_run_writes_nothing_and_says_what_answers_go(told: QuickMemory, clock: Clock) -> None:
    clock.advance(YEAR_S)
    before = tree(told)
    report = told.forget(compact="light", dry_run=True)
    assert report.dry_run and not report.run and names(report) >= {"ferry", "thanks"}
    assert report.searched == len(report.records)
    assert not report.unanswered, "a repeat is said elsewhere, a courtesy is not missed"
    report = told.forget(policy="chat", dry_run=True)
    assert {one.event_id for one in report.unanswered} == {
        "ferry", "again", "钥匙", "choir", "minded",
    }  # fmt: skip
    assert report.as_dict()["unanswered"] == 5
    assert tree(told) == before


def test_a_run_is_one_transaction_of_a_policy_and_audited(told: QuickMemory, clock: Clock) -> None:
    told.append("Code 9.", tags=["otp"], event_id="eva", user_id="eva")
    clock.advance(YEAR_S)
    report = told.forget(user_id=None)
    assert "eva" in names(report)
    of = {one.event_id: (one.by, one.user_id) for one in report.records}
    made = {
        name: told.versions(name, user_id=user)[-1].transaction for name, (_, user) in of.items()
    }
    assert len(set(made.values())) == 3
    entries = told.audit(trace_id=report.run)
    assert {entry.target for entry in entries} == set(of)
    assert {entry.operator for entry in entries} == {"policy:codes", "policy:chat"}
    assert names(told.undo(report.run)) == names(report), "of all users at once"


def test_the_jobs_do_it_and_their_result_stands_in_status(
    open_quick: MakeQuick, told: QuickMemory, clock: Clock
) -> None:
    clock.advance(YEAR_S)
    memory = open_quick(config=settings(compaction="light"))
    done = memory.run_job("compaction")
    assert done.ok and done.found["records"] >= 2
    assert memory.run_job("retention").found["records"] >= 3
    assert memory.status().jobs["retention"].startswith("ok, ")
    assert names(memory.undo(done.found["run"]))


def test_a_user_whose_facts_cannot_be_read_whole_is_left_out(
    open_quick: MakeQuick, clock: Clock
) -> None:
    memory = open_quick(config=settings() | {"facts": {"max_tail_bytes": 0}})
    memory.append("Code 9.", tags=["otp"], event_id="code")
    clock.advance(YEAR_S)
    report = memory.forget()
    assert not report.records and "not all facts can be read" in report.problems[0]
    done = memory.run_job("retention")
    assert not done.ok and "not all facts can be read" in done.in_words("UTC")
    memory.index()
    assert names(memory.forget()) == {"code"}


def test_who_decides_meanwhile_has_the_transaction_refused(
    told: QuickMemory, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock.advance(YEAR_S)
    changer = told._parts.changer
    write = changer.write

    def meanwhile(*args: Any, **named: Any) -> Any:
        monkeypatch.setattr(changer, "write", write)
        told.confirm("thanks")
        return write(*args, **named)

    monkeypatch.setattr(changer, "write", meanwhile)
    report = told.forget(compact="medium")
    assert not (report.records or report.days) and "version 2, not 1" in report.problems[0]
    assert told.get("ferry").state == "active"
    assert "ferry" in names(told.forget(compact="medium"))


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"policies": [{"name": "a b"}]}, "policies.0.name"),
        ({"policies": [{"name": "a", "ttl_days": 1, "half_life_days": 1}]}, "not both"),
        ({"policies": [{"name": "a"}, {"name": "a"}]}, "the name a"),
        ({"policies": [{"name": "a", "ttl_days": 0}]}, "policies.0.ttl_days"),
        ({"policies": [{"name": "a", "roles": ["robot"]}]}, "policies.0.roles.0"),
        ({"policies": [{"name": "a", "half_life_days": 1, "floor": 1}]}, "policies.0.floor"),
        ({"compaction": "aggressive"}, "compaction"),
        ({"quality": 0}, "quality"),
    ],
)
def test_settings_that_cannot_be_meant_are_refused(
    open_quick: MakeQuick, wrong: dict[str, Any], said: str
) -> None:
    with pytest.raises(ConfigError, match=said):
        open_quick(config={"forgetting": wrong})


FORGETTER = """
import sys
from corpus import DAY_0, DAY
from factbase.lives import QuickMemory
clock = lambda: DAY_0 + 400 * DAY
with QuickMemory(sys.argv[1], background=False, clock=clock) as memory:
    for number in range(100):
        print("ready", flush=True)
        run = memory.forget(user_id=None, compact="light").run
        memory.undo(run)
        for name in ("ana", "eva"):
            session = f"{sys.argv[2]}-{number}"
            memory.append("Ok.", user_id=name, session_id=session, timestamp=DAY_0)
            memory.append("Ok.", user_id=name, session_id=session, timestamp=DAY_0)
"""


def test_killed_in_a_run_all_or_nothing_of_a_user(
    open_quick: MakeQuick,
) -> None:
    """Two records of each user's session say nothing: of one transaction, they are alike.

    Each process names sessions of its own: a killed run has no undo, and its sessions stay
    archived.
    """
    memory = open_quick()
    for user in ("ana", "eva"):
        for _ in range(2):
            memory.append("Ok.", user_id=user, timestamp=DAY_0)
    for name, wait in (("a", 0.05), ("b", 0.12), ("c", 0.3)):
        Child("-c", FORGETTER, str(memory.layout.root), name).kill_after(wait)
        for user in ("ana", "eva"):
            found: dict[str, set[str]] = {}
            for one in memory.list(user_id=user, hidden=True, limit=1000).items:
                found.setdefault(one.record.session_id, set()).add(one.state)
            whole = [states for states in found.values() if len(states) > 1]
            assert not whole
