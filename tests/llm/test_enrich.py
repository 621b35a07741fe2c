"""What a model read and judged is a record of the truth: it survives every rebuild, and nobody
asks twice."""

from __future__ import annotations

import errno
import json
import multiprocessing
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from llm.scripted_model import (
    KEYS,
    LEASE,
    LINES,
    Answer,
    Script,
    data_of,
    decision,
    reading,
    scripted_model,
    speaking,
    supersedes,
    task_of,
    whole,
)

from eywa_fs import EywaMemory
from eywa_fs.errors import ConfigError, DependencyUnavailable
from eywa_fs.evaluation.gold_model import GoldChat
from eywa_fs.llm.enrich import Enricher, EnrichReport

DAY = 86_400_000
SAID = 1_767_225_600_000  # 2026-01-01
JOKE = "Got you. As if anybody would take me in over there."
DECISIONS = "tenants/default/users/me/decisions"


def _memory(root: Path, script: Script | None, **more: Any) -> EywaMemory:
    llm = {"base_url": script.url, "model": "tiny", "attempts": 1} if script else {}
    return EywaMemory(root, {"llm": llm} | more, background=False)


@contextmanager
def _reader(root: Path, answer: Answer) -> Iterator[tuple[EywaMemory, Script]]:
    """A memory whose model answers so, and what the model was asked."""
    with scripted_model(answer) as script, _memory(root, script) as memory:
        yield memory, script


def _tell(memory: EywaMemory, *lines: str) -> None:
    for day, line in enumerate(lines or [*LINES, "What a grey morning."]):
        memory.append(line, timestamp=SAID + day * DAY, event_id=f"e{day}")
    memory.append("Ghent is lovely, I hear.", role="assistant", timestamp=SAID + 9 * DAY)


def _metas(root: Path) -> list[dict[str, Any]]:
    files = sorted((root / DECISIONS).iterdir()) if (root / DECISIONS).exists() else []
    return [json.loads(line)["meta"] for file in files for line in file.read_text().splitlines()]


def test_what_the_judge_decides_is_done_and_both_records_are_quoted(tmp_path: Path) -> None:
    with _reader(tmp_path, reading(LINES, supersedes)) as (memory, script):
        _tell(memory)
        report = memory.enrich()
        assert (report.read, report.facts, report.decisions, report.failed) == (3, 2, 1, 0)
        [now] = memory.facts(predicate="lives_in").facts
        assert now.object == "Namur" and "2026-01-02.jsonl:1" in now.citation
        chain = memory.history("user", "lives_in").facts
        assert [(f.object, f.status) for f in chain] == [
            ("Ghent", "superseded"),
            ("Namur", "active"),
        ]
        assert {entry.operator for entry in memory.fact_state().audit} == {"llm"}
        [shown] = [data for data in script.asked("decisions") if data["facts"]]
        assert shown["known"][0]["record"] == LEASE
    [judged] = [d for meta in _metas(tmp_path) for d in meta["decisions"]]
    assert (judged["quote"], judged["target_quote"]) == (KEYS, LEASE)


def test_what_was_said_before_is_judged_first_and_without_it_nobody_is_asked(
    tmp_path: Path,
) -> None:
    with _reader(tmp_path, reading(LINES)) as (memory, script):
        _tell(memory, KEYS, LEASE)
        memory.enrich(limit=1)
        assert [m["event_id"] for m in _metas(tmp_path)] == ["e0"]
        assert script.asked("decisions") == []
        memory.enrich()
        assert [m["event_id"] for m in _metas(tmp_path)] == ["e0", "e1"]
        assert len(script.asked("decisions")) == 1


def test_a_message_without_a_fact_can_take_one_back(tmp_path: Path) -> None:
    def retracts(data: dict[str, Any]) -> list[dict[str, Any]]:
        return [decision(None, "retract", "k1", **whole(data, "k1"))]

    with _reader(tmp_path, reading(LINES, retracts)) as (memory, _):
        _tell(memory, LEASE, JOKE)
        memory.enrich()
        assert memory.facts(predicate="lives_in").facts == ()
        [entry] = [e for e in memory.fact_state().audit if e.action == "retract"]
        assert entry.source_event_id == "e1"


def test_a_rebuild_asks_no_model_and_gives_the_same(tmp_path: Path) -> None:
    with _reader(tmp_path, reading(LINES, supersedes)) as (memory, script):
        _tell(memory)
        memory.enrich()
        memory.index()
        before = memory.rebuild().digest
        state = memory.fact_state()
        asked = len(script.requests)
        assert memory.enrich().read == 0 and len(script.requests) == asked
    shutil.rmtree(tmp_path / ".index")
    with _memory(tmp_path, None) as memory:
        assert memory.rebuild().digest == before
        again = memory.fact_state()
        assert (again.facts, again.audit) == (state.facts, state.audit)
        assert memory.verify(deep=True).ok


def test_a_message_that_changed_is_read_again_and_its_old_facts_are_not_served(
    tmp_path: Path,
) -> None:
    with _reader(tmp_path, reading(LINES, supersedes)) as (memory, _):
        _tell(memory)
        memory.enrich()
        [now] = memory.facts(predicate="lives_in").facts
        path = tmp_path / now.anchor.file_path
        path.write_bytes(path.read_bytes().replace(b"Namur", b"Liege"))
        assert [f.object for f in memory.facts(predicate="lives_in").facts] != ["Namur"]
        assert memory.enrich().read == 1


def test_a_model_that_fails_costs_nothing(tmp_path: Path) -> None:
    with _reader(tmp_path, lambda _: (500, "")) as (memory, script):
        _tell(memory)
        report = memory.enrich()
        assert (report.read, report.failed) == (0, 3) and "status 500" in report.problems[0]
        assert len(script.requests) == 1
    assert _metas(tmp_path) == []


@pytest.mark.parametrize("tells", [True, False])
def test_where_nothing_can_be_written_it_raises(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tells: bool
) -> None:
    def refuse(*_: object, **__: object) -> int:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    with _reader(tmp_path, reading(LINES)) as (memory, script):
        if tells:
            _tell(memory)
        monkeypatch.setattr("eywa_fs.truth.index_folder.index_lock", refuse)
        with pytest.raises(DependencyUnavailable, match="nothing was done"):
            memory.enrich()
        assert not script.requests
    assert _metas(tmp_path) == []


def test_what_stops_it_later_is_told_with_what_was_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rounds = Enricher.round

    def one_round(self: Enricher, report: EnrichReport, **of: Any) -> Any:
        if report.read:
            raise DependencyUnavailable("the disk is full")
        return rounds(self, report, **of)

    monkeypatch.setattr(Enricher, "round", one_round)
    with _reader(tmp_path, reading(LINES)) as (memory, _):
        _tell(memory)
        report = memory.enrich()
    assert (report.read, report.failed, report.problems) == (3, 0, ["the disk is full"])


def test_a_batch_that_fails_is_halved_and_only_what_fails_alone_waits(tmp_path: Path) -> None:
    plain = reading(LINES, supersedes)

    def chokes(body: dict[str, Any]) -> tuple[int, str]:
        if task_of(body) == "facts" and any("grey" in m["text"] for m in data_of(body)["messages"]):
            return 200, "I cannot read that."
        return plain(body)

    with _reader(tmp_path, chokes) as (memory, _):
        _tell(memory)
        report = memory.enrich()
        assert (report.read, report.failed) == (2, 1)
        assert "2026-01-03.jsonl:1" in report.problems[0]
        assert {m["event_id"] for m in _metas(tmp_path)} == {"e0", "e1"}


def test_a_message_that_is_left_out_of_an_answer_is_asked_for_alone(tmp_path: Path) -> None:
    plain = reading(LINES, supersedes)

    def forgets(body: dict[str, Any]) -> tuple[int, str]:
        status, content = plain(body)
        if task_of(body) == "facts" and len(data_of(body)["messages"]) > 1:
            content = json.dumps({"messages": json.loads(content)["messages"][1:]})
        return status, content

    with _reader(tmp_path, forgets) as (memory, _):
        _tell(memory)
        assert memory.enrich().read == 3
        assert [m["event_id"] for m in _metas(tmp_path)] == ["e0", "e1", "e2"]


def test_many_messages_are_read_in_few_calls(tmp_path: Path) -> None:
    with _reader(tmp_path, reading({})) as (memory, script):
        _tell(memory, *(f"Line {n} of a dull day." for n in range(20)))
        memory.append("x" * 30_000, timestamp=SAID + 30 * DAY)
        memory.append("Short again.", timestamp=SAID + 31 * DAY)
        assert memory.enrich().read == 22
    sizes = [len(data["messages"]) for data in script.asked("facts")]
    assert sizes == [8, 8, 4, 1, 1]
    assert max(len(m["text"]) for data in script.asked("facts") for m in data["messages"]) == 20_000


def test_the_journal_names_the_reader_and_the_bytes(tmp_path: Path) -> None:
    with _reader(tmp_path, reading(LINES)) as (memory, _):
        memory.append(LEASE, timestamp=SAID)
        memory.enrich()
    [meta] = _metas(tmp_path)
    assert (meta["reader"], meta["version"]) == ("tiny/prompt-2", 2)
    assert meta["source"]["content_hash"].startswith("sha256:")
    assert meta["facts"][0]["quote"] == "Ghent" and LEASE not in json.dumps(meta)


def test_without_a_model_the_setting_is_named(tmp_path: Path) -> None:
    with _memory(tmp_path, None) as memory, pytest.raises(ConfigError, match=r"llm\.base_url"):
        memory.enrich()


def _dies(point: str, root: Path, url: str) -> None:
    """A process that is killed at ``point`` of its second message's journaling."""
    import os

    from eywa_fs.truth.journal import Journal

    written = Journal.append_lines
    calls = 0

    def append(self: Journal, rel: str, lines: Any) -> Any:
        nonlocal calls
        calls += "/decisions/" in rel
        if calls == 2 and point == "before":
            os._exit(9)
        done = written(self, rel, lines)
        if calls == 2:
            os._exit(9)
        return done

    Journal.append_lines = append  # type: ignore[method-assign]
    llm = {"base_url": url, "model": "tiny", "attempts": 1}
    with EywaMemory(root, {"llm": llm}, background=False) as memory:
        memory.enrich()


@pytest.mark.parametrize(("point", "known"), [("before", 1), ("after", 2)])
def test_a_kill_in_the_middle_of_a_batch_loses_only_what_was_not_journaled(
    tmp_path: Path, point: str, known: int
) -> None:
    with scripted_model(reading(LINES, supersedes)) as script:
        with _memory(tmp_path, None) as memory:
            _tell(memory)
        process = multiprocessing.get_context("spawn").Process(
            target=_dies, args=(point, tmp_path, script.url)
        )
        process.start()
        process.join(60)
        assert process.exitcode == 9 and len(_metas(tmp_path)) == known
        with _memory(tmp_path, script) as memory:
            assert memory.enrich().read == 3 - known
            assert [f.object for f in memory.facts(predicate="lives_in").facts] == ["Namur"]
    assert sorted(m["event_id"] for m in _metas(tmp_path)) == ["e0", "e1", "e2"]


def _reads(root: Path, url: str) -> None:
    llm = {"base_url": url, "model": "tiny", "attempts": 1}
    with EywaMemory(root, {"llm": llm}, background=False) as memory:
        memory.enrich()


def test_two_processes_share_the_work(tmp_path: Path) -> None:
    with scripted_model(reading({})) as script:
        with _memory(tmp_path, None) as memory:
            _tell(memory, *(f"Line {n}." for n in range(40)))
        spawn = multiprocessing.get_context("spawn")
        both = [spawn.Process(target=_reads, args=(tmp_path, script.url)) for _ in range(2)]
        for process in both:
            process.start()
        for process in both:
            process.join(60)
    events = [m["event_id"] for m in _metas(tmp_path)]
    assert len(events) == 40 and len(set(events)) == 40


def test_a_story_through_the_endpoint_goes_as_labelled(tmp_path: Path) -> None:
    """``eywa eval timelines --gold`` answers in its process; this is the same over HTTP."""
    at = SAID + 3_600_000
    story: dict[str, Any] = {
        "id": "s",
        "events": [
            {"eventId": f"e{n}", "role": "user", "content": text, "timestamp": at + n * DAY}
            for n, text in enumerate([LEASE, KEYS, JOKE])
        ],
        "facts": [
            _labelled("Ghent", "e0", "superseded", "e1"),
            _labelled("Namur", "e1", "retracted", None),
        ],
        "actions": [
            {"event": "e0", "action": "append", "target": None},
            {"event": "e1", "action": "supersede", "target": "e0"},
            {"event": "e2", "action": "retract", "target": "e1"},
        ],
    }
    with _reader(tmp_path, speaking(GoldChat(story))) as (memory, _):
        for event in story["events"]:
            memory.append(event["content"], timestamp=event["timestamp"], event_id=event["eventId"])
        report = memory.enrich()
        assert (report.read, report.refused, report.failed) == (3, 0, 0)
        assert [f.object for f in memory.facts(predicate="lives_in").facts] == ["Ghent"]


def _labelled(value: str, source: str, status: str, by: str | None) -> dict[str, Any]:
    return {
        "subject": "user",
        "predicate": "lives_in",
        "object": value,
        "negated": False,
        "type": "fact",
        "status": status,
        "validFrom": None,
        "validTo": None,
        "source": source,
        "supersededBy": by,
    }
