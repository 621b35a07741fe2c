"""The calibration of the floor runs on any memory, and counts what is kept and left out."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from importlib import import_module
from pathlib import Path

from corpus import MakeMemory
from forked import Child
from texts import ANA, BO, drafts

from eywa_fs.retrieval.floor import DEFAULT_FLOORS

PROJECT = Path(__file__).parents[2]
sys.path.insert(0, str(PROJECT / "scripts"))


def test_it_counts_evidence_lost_and_contexts_emptied(
    root: Path, tmp_path: Path, make_memory: MakeMemory
) -> None:
    with make_memory() as memory:
        memory.append_many(
            {**draft, "event_id": f"e{n}"} for n, draft in enumerate(drafts(ANA, BO))
        )
        memory.index()
    asked = [(ANA, "Who lends me a wheelbarrow?", [["e4"]]), (BO, "Which ferry did I book?", [])]
    with (tmp_path / "queries.jsonl").open("w", encoding="utf-8") as file:
        for scope, query, evidence in asked:
            place = {"tenantId": scope.tenant_id, "userId": scope.user_id}
            file.write(json.dumps({**place, "query": query, "evidence": evidence}) + "\n")
    script, talk = PROJECT / "scripts/calibrate_floor.py", PROJECT / "tests/data/small_talk.jsonl"
    options = (str(root), str(tmp_path), "--talk", str(talk), "--json")
    done = Child(str(script), *options).ended(timeout=600)
    assert done.returncode == 0, done.stderr
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    counts = {tuple(line[1:4]): line[5] for line in lines if line[4] == 0}
    found = counts["A", "question", "evidence"]
    assert (found["evidence"], found["lost"], found["asked"]) == (1, 0, 1)
    assert counts["B", "question", "unanswerable"]["asked"] == 1
    talk_asked = counts["A", "question", "small talk"]
    assert talk_asked["emptied"] > talk_asked["asked"] / 2


def test_each_floor_is_moved_by_a_step_and_none_is_lost(make_memory: MakeMemory) -> None:
    script = import_module("calibrate_floor")
    with make_memory() as memory:
        calibration = script.Calibration(memory)
    for name, base in DEFAULT_FLOORS.items():
        calibration._base = base
        assert calibration._floor(0.0) == base, name
        moved, known = asdict(calibration._floor(0.02)), asdict(base)
        assert all((moved[at] is None) == (known[at] is None) for at in known)
        assert all(moved[at] > known[at] for at in known if known[at] is not None)
