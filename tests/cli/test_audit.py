"""The audit trail on the command line: who did what, and a log that somebody edited."""

from __future__ import annotations

from pathlib import Path

from corpus import Eywa

from eywa_fs.memory import EywaMemory


def test_a_decision_is_followed_by_its_trace(root: Path, eywa: Eywa) -> None:
    with EywaMemory(root, background=False) as memory:
        memory.append("I live in Porto.", user_id="ana")
        [fact] = memory.facts(user_id="ana").facts
        memory.reject_fact(
            fact.atomic_id,
            "a joke",
            user_id="ana",
            operator="host",
            request_id="r 1",
            trace_id="t1",
        )
        memory.rebuild()
        [entry] = memory.audit(trace_id="t1")
        assert (entry.action, entry.target) == ("fact_reject", fact.atomic_id)
        assert (entry.user_id, entry.request_id, entry.operator) == ("ana", "r 1", "host")
        assert [e.action for e in memory.audit()] == ["fact_reject", "generation_switched"]
        assert memory.audit(user_id="bob") == memory.audit(until=entry.timestamp) == []
        line = (root / entry.after["decision"].rpartition(":")[0]).read_text(encoding="utf-8")
        assert '"requestId":"r 1"' in line and '"trace_id":"t1"' in line
    found = eywa("audit", "--trace", "t1", "--json", code=0).value
    assert [e["reason"] for e in found["entries"]] == ["a joke"]
    assert "no such entries" in eywa("audit", "--trace", "t2", code=0).out


def test_an_edited_trail_is_named_until_it_is_accepted(root: Path, eywa: Eywa) -> None:
    with EywaMemory(root, background=False) as memory:
        memory.append("I live in Porto.")
        memory.rebuild()
        memory.rebuild()
    [trail] = (root / "audit").iterdir()
    place = f"audit/{trail.name}:1"
    assert eywa("verify", code=0)
    trail.write_bytes(trail.read_bytes().replace(b"rebuild", b"REBUILD", 1))
    found = eywa("verify", "--json", code=1).value
    assert [(f["kind"], f["target"]) for f in found["findings"]] == [("chain_broken", place)]
    repaired = eywa("repair", "--apply", "--json", code=1).value
    assert [f["kind"] for f in repaired["left"]] == ["chain_broken"] and not repaired["actions"]
    assert "verify" in eywa("audit", "accept", "audit/x:9", "--reason", "?", code=4).err
    assert eywa("audit", "accept", place, "--reason", "a test", code=0).out
    found = eywa("verify", "--json", code=0).value
    assert [(f["kind"], f["target"]) for f in found["findings"]] == [("break_accepted", place)]
    trail.write_bytes(trail.read_bytes().replace(b"generation", b"Generation", 1))
    assert eywa("verify", "--json", code=1).value["counts"] == {"chain_broken": 1}
