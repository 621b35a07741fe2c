"""One record with everything that follows from it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from factbase.lives import QuickMemory

from eywa_fs.errors import NotFound, ScopeForbidden
from eywa_fs.memory import EywaMemory

DAY_0 = 1_750_032_000_000


def test_a_record_and_what_became_of_it(make_memory: Callable[..., EywaMemory]) -> None:
    memory = make_memory()
    memory.append("I live in Turku.", timestamp=DAY_0, event_id="old", meta={"x": 1})
    memory.append("I live in Oulu now.", timestamp=DAY_0 + 1, event_id="new")
    memory.append("I was born in Faro.", timestamp=DAY_0 + 2, event_id="born")
    (born,) = memory.facts(predicate="born_in").facts
    memory.reject_fact(born.atomic_id, "a joke")
    before = memory.about("old")
    assert before.documents == () and before.degraded[0].kind == "missing"
    memory.index()
    old, new = memory.about("old"), memory.about("new")
    (document,) = old.documents
    assert (document.span, document.state, document.vector) == (0, "indexed_fresh", True)
    assert (old.seal, old.record.event_id, old.degraded) == ("sealed", "old", ())
    assert [(fact.object, fact.status) for fact in old.facts] == [("Turku", "superseded")]
    assert [fact.object for fact in old.enders] == [fact.object for fact in new.facts] == ["Oulu"]
    assert [fact.object for fact in new.ended] == ["Turku"] and not new.enders
    (decision,) = memory.about("born").decisions
    assert (decision.kind, decision.text) == ("reject", "a joke") and not old.decisions
    value = old.as_dict()
    assert memory.about(old.anchor.citation) == old and json.loads(json.dumps(value)) == value
    assert (value["record"]["meta"], value["anchor"]["filePath"]) == (
        {"x": 1},
        old.anchor.file_path,
    )


def test_summaries_that_stand_for_a_record(make_memory: Callable[..., EywaMemory]) -> None:
    memory = make_memory(config={"lanes": {"fact_summary": "on", "recent_days": 1}})
    for n in range(6):
        memory.append(f"The kettle leaks, and so does pot number {n}.", timestamp=DAY_0 + n)
    memory.index()
    found = memory.about(memory.list(limit=1).items[0].citation)
    assert len(found.summaries) == 1 and not found.documents[0].vector


def test_a_seal_that_is_broken_a_line_of_others_and_a_note(
    quick: QuickMemory, tmp_path: Path
) -> None:
    with quick as memory:
        anchor = memory.append("I live in Turku.", event_id="e", timestamp=DAY_0)
        path = tmp_path / "root" / anchor.file_path
        path.write_bytes(path.read_bytes().replace(b"in Turku", b"in Vaasa") + b'{"content":"x"}\n')
        assert memory.about("e").seal == "broken"
        assert memory.about(f"{anchor.file_path}:2").seal == "none"
        notes = tmp_path / "root/tenants/default/users/me/longterm"
        notes.mkdir()
        (notes / "a.md").write_text("# One\n\ntext\n\n# Two\n\nmore\n")
        note = memory.about("tenants/default/users/me/longterm/a.md:6")
        assert note.record.content == "# Two\n\nmore" and note.anchor.line_start == 5
        assert note.anchor.citation.endswith("a.md:5-7")
        with pytest.raises(NotFound):
            memory.about("nothing")
        with pytest.raises(ScopeForbidden):
            memory.about(anchor.citation, user_id="ana")
