"""What was decided about records survives the loss of the index, with vectors too."""

from __future__ import annotations

from corpus import MakeMemory


def test_a_rebuild_gives_the_same_and_verify_finds_nothing(make_memory: MakeMemory) -> None:
    memory = make_memory()
    memory.append("I live in Turku.", event_id="home", expires_at=2**42)
    memory.append("My bicycle is parked in Tampere.", event_id="bike")
    memory.append("蓝色的水壶装得太满就会漏水。", event_id="kettle")
    memory.index()
    memory.update("bike", "My bicycle is parked in Oulu.")
    memory.update("kettle", "蓝色的水壶已经修好了。")
    with memory.transaction() as together:
        together.update("home", "I live in Oulu.")
        together.delete("kettle")
    memory.index()
    report = memory.verify(deep=True)
    assert report.ok, [finding.as_dict() for finding in report.findings]
    before = [hit.as_dict() for hit in memory.retrieve("Where is the bicycle?").hits]
    rebuilt = memory.rebuild(prove=True)
    assert rebuilt.digest == report.digest
    assert [hit.as_dict() for hit in memory.retrieve("Where is the bicycle?").hits] == before
    assert before[0]["event_id"] == "bike" and before[0]["version"] == 2
    assert "kettle" not in [hit["event_id"] for hit in before]
    assert [fact.object for fact in memory.facts(predicate="lives_in").facts] == ["Oulu"]
    assert memory.verify(deep=True).ok
