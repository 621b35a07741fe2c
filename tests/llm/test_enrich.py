"""What a model read is a record of the truth: it survives every rebuild, and nobody asks twice."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from scripted_model import Script, fact, listing, scripted_model

from eywa_fs import EywaMemory
from eywa_fs.errors import ConfigError

DAY = 86_400_000
SAID = 1_767_225_600_000
LINES = {
    "Guess who signed the lease in Ghent!": fact("user", "lives_in", "Ghent"),
    "The keys to the flat in Namur are mine at last.": fact("user", "lives_in", "Namur"),
}


def _answer(body: dict[str, Any]) -> tuple[int, str]:
    said = body["messages"][1]["content"].split(":\n", 1)[1]
    return 200, listing(*([LINES[said]] if said in LINES else []))


def _memory(root: Path, script: Script | None) -> EywaMemory:
    llm = {"base_url": script.url, "model": "tiny", "attempts": 1} if script else {}
    return EywaMemory(root, {"llm": llm}, background=False)


def _tell(memory: EywaMemory) -> None:
    for day, line in enumerate([*LINES, "What a grey morning."]):
        memory.append(line, timestamp=SAID + day * DAY)
    memory.append("Ghent is lovely, I hear.", role="assistant", timestamp=SAID + 9 * DAY)


def test_facts_of_a_model_pass_the_same_update_rules(tmp_path: Path) -> None:
    with scripted_model(_answer) as script, _memory(tmp_path, script) as memory:
        _tell(memory)
        report = memory.enrich()
        assert (report.read, report.facts, report.failed) == (3, 2, 0)
        [now] = memory.facts(predicate="lives_in").facts
        assert now.object == "Namur" and "2026-01-02.jsonl:1" in now.citation
        chain = memory.history("user", "lives_in").facts
        assert [(f.object, f.status) for f in chain] == [
            ("Ghent", "superseded"),
            ("Namur", "active"),
        ]
        operators = {entry.operator for entry in memory.fact_state().audit}
        assert operators == {"llm"}


def test_a_rebuild_asks_no_model_and_gives_the_same(tmp_path: Path) -> None:
    with scripted_model(_answer) as script, _memory(tmp_path, script) as memory:
        _tell(memory)
        memory.enrich()
        memory.index()
        before = memory.rebuild().digest
        facts = memory.fact_state().facts
        asked = len(script.requests)
        assert memory.enrich().read == 0 and len(script.requests) == asked
    shutil.rmtree(tmp_path / ".index")
    with _memory(tmp_path, None) as memory:
        assert memory.rebuild().digest == before
        assert memory.fact_state().facts == facts
        assert memory.verify(deep=True).ok


def test_a_message_that_changed_is_read_again_and_its_old_facts_are_not_served(
    tmp_path: Path,
) -> None:
    with scripted_model(_answer) as script, _memory(tmp_path, script) as memory:
        _tell(memory)
        memory.enrich()
        [now] = memory.facts(predicate="lives_in").facts
        path = tmp_path / now.anchor.file_path
        path.write_bytes(path.read_bytes().replace(b"Namur", b"Liege"))
        found = memory.facts(predicate="lives_in")
        assert [fact.object for fact in found.facts] != ["Namur"] and found.dropped
        assert memory.enrich().read == 1


def test_a_model_that_fails_costs_nothing(tmp_path: Path) -> None:
    with scripted_model(lambda _: (500, "")) as script, _memory(tmp_path, script) as memory:
        _tell(memory)
        report = memory.enrich()
        assert (report.read, report.failed) == (0, 3) and "status 500" in report.problems[0]
    decisions = tmp_path / "tenants/default/users/me/decisions"
    assert not decisions.exists()


def test_the_journal_names_the_reader_and_the_bytes(tmp_path: Path) -> None:
    with scripted_model(_answer) as script, _memory(tmp_path, script) as memory:
        memory.append(next(iter(LINES)), timestamp=SAID)
        memory.enrich()
    [file] = (tmp_path / "tenants/default/users/me/decisions").iterdir()
    meta = json.loads(file.read_text())["meta"]
    assert meta["reader"] == "tiny/prompt-1"
    assert meta["source"]["content_hash"].startswith("sha256:")


def test_without_a_model_the_setting_is_named(tmp_path: Path) -> None:
    with _memory(tmp_path, None) as memory, pytest.raises(ConfigError, match=r"llm\.base_url"):
        memory.enrich()


def test_a_message_too_long_to_journal_holds_up_no_other(tmp_path: Path) -> None:
    long = "Guess who signed the lease in Ghent! " + "x" * 3_000
    asked: list[str] = []

    def answer(body: dict[str, Any]) -> tuple[int, str]:
        asked.append(body["messages"][1]["content"])
        return 200, listing()

    with scripted_model(answer) as script:
        llm = {"base_url": script.url, "model": "tiny", "attempts": 1}
        settings = {"llm": llm, "limits": {"max_record_bytes": 3_500}}
        with EywaMemory(tmp_path, settings, background=False) as memory:
            memory.append("Nothing new here.", timestamp=SAID)
            memory.append(long, timestamp=SAID + DAY)
            report = memory.enrich()
    assert (report.read, report.failed) == (1, 1)
    assert "2026-01-02.jsonl:1" in report.problems[0] and len(asked) == 2


def test_what_is_journaled_of_a_huge_message_is_what_was_read(tmp_path: Path) -> None:
    def answer(body: dict[str, Any]) -> tuple[int, str]:
        return 200, listing(fact("user", "lives_in", "Ghent"))

    with scripted_model(answer) as script, _memory(tmp_path, script) as memory:
        memory.append("I signed in Ghent. " + "y" * 6_000_000, timestamp=SAID)
        assert memory.enrich().facts == 1
        assert memory.enrich().read == 0
        assert [f.object for f in memory.facts(predicate="lives_in").facts] == ["Ghent"]
        sizes = [p.stat().st_size for p in tmp_path.rglob("decisions/*.jsonl")]
    assert max(sizes) < 30_000
