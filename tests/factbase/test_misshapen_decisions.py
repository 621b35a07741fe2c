"""Any program may append to a decisions file: a line in no form of ours holds nothing up."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

import pytest
from factbase.lives import HOME_EN, QuickMemory, drafts, objects

from eywa_fs.model.records import Anchor

FACT: list[Any] = ["user", "lives_in", "Turku", False, "fact", 0.8, None, None, 0, 5]
SAID_AT = 1_767_225_600_000


def fact_with(place: int, value: object) -> dict[str, Any]:
    return {"facts": [[*FACT[:place], value, *FACT[place + 1 :]]]}


MISSHAPEN: dict[str, dict[str, Any]] = {
    "subject no text": fact_with(0, 5),
    "subject empty": fact_with(0, ""),
    "predicate unknown": fact_with(1, "resides"),
    "predicate a list": fact_with(1, ["lives_in"]),
    "object a list": fact_with(2, ["Turku"]),
    "negated no boolean": fact_with(3, "no"),
    "type unknown": fact_with(4, "rumour"),
    "certainty a word": fact_with(5, "high"),
    "certainty above one": fact_with(5, 1.5),
    "day impossible": fact_with(6, "2026-02-30"),
    "span backwards": fact_with(9, -1),
    "field missing": {"facts": [FACT[:-1]]},
    "no list": {"facts": None},
    "text missing": {"text": None},
    "event id a number": {"event_id": 7},
    "time a text": {"said_at": "2026"},
    "time negative": {"said_at": -1},
    "time beyond the calendar": {"said_at": 10**20},
    "source a list": {"source": [1]},
    "source with a text for a number": {"source": {"byte_start": "0"}},
    "source with a number for a path": {"source": {"file_path": 5}},
    "half a character": {"text": "\ud83d"},
    "verdict on numbers": {"kind": "verdict", "kept": 5, "dropped": [1]},
}


def decision(anchor: Anchor, changed: dict[str, Any]) -> str:
    meta = {
        "kind": "facts",
        "reader": "somebody/1",
        "event_id": "evt_1",
        "said_at": SAID_AT,
        "source": asdict(anchor),
        "text": HOME_EN[0],
        "facts": [FACT],
    }
    source = meta["source"] | changed["source"] if isinstance(changed.get("source"), dict) else {}
    meta |= changed | ({"source": source} if source else {})
    return json.dumps({"content": "read", "timestamp": SAID_AT, "meta": meta}) + "\n"


@pytest.mark.parametrize("indexed", [False, True], ids=["tail", "indexed"])
def test_misshapen_decisions_have_no_effect_and_are_told(quick: QuickMemory, indexed: bool) -> None:
    (anchor,) = quick.append_many(drafts((HOME_EN[0],)))
    folder = (quick.layout.root / anchor.file_path).parents[2] / "decisions"
    folder.mkdir()
    lines = [decision(anchor, changed) for changed in MISSHAPEN.values()]
    written = folder / "2026-01-01.jsonl"
    written.write_text("".join(lines), "utf-8")
    path = written.relative_to(quick.layout.root).as_posix()
    if indexed:
        quick.index()
    assert objects(quick.facts().facts) == ["Turku"]
    assert quick.retrieve("Where do I live?").facts[0].object == "Turku"
    assert quick.profile() and quick.conflicts() == []
    assert "Turku" in quick.before_llm("Where do I live?").context
    quick.index()
    report = quick.verify(deep=True)
    told = [item for item in report.findings if item.kind == "malformed_line"]
    assert [item.target for item in told] == [f"{path}:{n + 1}" for n in range(len(lines))]
    kinds = {item.kind for item in report.findings if item.target.startswith(path)}
    assert kinds == {"malformed_line", "unsealed_line"}, "nothing to repair there"


def test_a_decision_in_form_counts_beside_them(quick: QuickMemory) -> None:
    """The control: the same line, unchanged, does have an effect."""
    (anchor,) = quick.append_many(drafts(("Zut, tout est rouge.",)))
    folder = (quick.layout.root / anchor.file_path).parents[2] / "decisions"
    folder.mkdir()
    text = decision(anchor, {"kind": "facts"}) + decision(anchor, fact_with(5, 1.5))
    (folder / "2026-01-01.jsonl").write_text(text, "utf-8")
    assert objects(quick.facts().facts) == ["Turku"]
