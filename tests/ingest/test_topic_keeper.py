"""Topics: made of the days that are over, the same however they came, told only when proved."""

from __future__ import annotations

import json
import tempfile
from itertools import pairwise
from pathlib import Path

import pytest
from corpus import DAY, DAY_0, MINUTE, Clock, MakeMemory, keep_vectors, warm_up
from hypothesis import given, settings
from hypothesis import strategies as st

from eywa_fs.catalog import topics
from eywa_fs.memory import EywaMemory

CONFIG = {
    "embedding": {"backend": "minilm"},
    "lanes": {"topic_summary": "on"},
    "facts": {"enabled": False},
}

GARDEN = (
    "The tomato seedlings on the balcony need water. I bought compost for the seedlings.",
    "The compost made the tomato plants grow. Snails ate one of the seedlings at night.",
    "I planted tomato and basil seedlings beside the compost. The first tomato is red.",
)
CHOIR = (
    "The choir rehearses a requiem on Thursday. Our soprano caught a cold before the requiem.",
    "The choir sang the requiem in the church. The soprano was back for the concert.",
    "After the concert the choir wants a lighter programme. No requiem until winter, said all.",
)


def config(**lanes: object) -> dict[str, object]:
    return {**CONFIG, "lanes": {"topic_summary": "on", **lanes}}


def drafts(months: int = 1) -> list[dict[str, object]]:
    """Two talks a month, one a day."""
    return [
        {
            "content": text,
            "session_id": f"{name}{n}",
            "event_id": f"{month}{name}{n}",
            "timestamp": DAY_0 + (30 * month + n) * DAY + minutes * MINUTE,
        }
        for month in range(months)
        for name, texts, minutes in (("garden", GARDEN, 0), ("choir", CHOIR, 30))
        for n, text in enumerate(texts)
    ]


def state(memory: EywaMemory) -> dict[str, str]:
    generation = memory.generation()
    assert generation is not None
    with generation.catalog().read() as connection:
        return topics.hashes(connection)


@pytest.fixture
def clock() -> Clock:
    return Clock(DAY_0 + 80 * DAY)


def test_topics_over_time_in_the_records_own_sentences(
    make_memory: MakeMemory, clock: Clock
) -> None:
    memory = make_memory(None, CONFIG, clock=clock)
    memory.append_many(drafts(months=2))
    memory.index()
    found = memory.topics()
    assert found.found == len(found.threads) == 2 and not found.degraded and not found.dropped
    for thread in found.threads:
        assert (thread.months, thread.records) == (("2025-06", "2025-07"), 6)
        times = [line.timestamp for line in thread.lines]
        assert [thread.first, *times, thread.last] == sorted([thread.first, *times, thread.last])
        for line in thread.lines:
            record = memory.show(line.citation, tenant_id="default", user_id="me")
            assert line.text in record.content and record.timestamp == line.timestamp
    for thread in found.threads:
        told = " ".join(line.text for line in thread.lines).lower()
        assert thread.label and any(word in told for word in thread.label)
    assert memory.topics(limit=1).found == 2 and len(memory.topics(limit=1).threads) == 1
    later = memory.topics(since=DAY_0 + 20 * DAY)
    assert {thread.months for thread in later.threads} == {("2025-07",)}
    assert memory.topics(user_id="nobody").threads == ()
    json.dumps(found.as_dict())
    assert memory.verify(deep=True).ok


def test_a_question_chooses_its_topics(make_memory: MakeMemory, clock: Clock) -> None:
    memory = make_memory(None, CONFIG, clock=clock)
    memory.append_many(drafts())
    memory.index()
    best = memory.topics("Which requiem does the choir rehearse?").threads[0]
    assert all("garden" not in line.citation for line in best.lines)
    best = memory.topics("compost for tomato seedlings").threads[0]
    assert all("choir" not in line.citation for line in best.lines)


def test_the_day_that_runs_is_in_no_topic_yet(make_memory: MakeMemory) -> None:
    clock = Clock(DAY_0 + 3 * DAY + 60 * MINUTE)
    memory = make_memory(None, CONFIG, clock=clock)
    memory.append_many(drafts())
    memory.append("Both tomato seedlings stand in compost now.", timestamp=DAY_0 + 3 * DAY)
    memory.index()
    assert [thread.records for thread in memory.topics().threads] == [3, 3]
    clock.advance(DAY / 1000)
    memory.index()
    assert [thread.records for thread in memory.topics().threads] == [4, 3]


def test_the_lane_is_switched_off_and_on_again_without_loss(
    make_memory: MakeMemory, clock: Clock
) -> None:
    memory = make_memory(None, CONFIG, clock=clock)
    memory.append_many(drafts(months=2))
    memory.index()
    before = state(memory)
    assert len(before) == 4
    for lanes, built, told in (
        ({"topic_summary": "off"}, {}, 0),
        ({"topic_summary": "shadow"}, before, 0),
        ({"rollout_percent": 0}, before, 0),
        ({"recent_days": 0}, before, 2),
        ({"fact_summary": "on"}, before, 2),
    ):
        memory.close()
        memory = make_memory(None, config(**lanes), clock=clock)
        memory.index()
        assert state(memory) == built, lanes
        found = memory.topics()
        assert len(found.threads) == told
        assert bool(found.degraded) != bool(told)
        assert memory.verify(deep=True).ok
        report = memory.rebuild(prove=True)
        assert report.equal, report.as_dict()


def test_a_changed_record_is_not_told_and_made_up_for(
    make_memory: MakeMemory, clock: Clock
) -> None:
    memory = make_memory(None, CONFIG, clock=clock)
    memory.append_many(drafts())
    memory.index()
    line = memory.topics().threads[0].lines[0]
    path = memory.layout.absolute(line.citation.rpartition(":")[0])
    data = Path(path).read_bytes()
    word = line.text.split()[1].encode()
    Path(path).write_bytes(data.replace(word, b"x" * len(word)))
    found = memory.topics()
    assert found.dropped["mismatch"] >= 1
    assert line.text not in [told.text for thread in found.threads for told in thread.lines]
    memory.index()
    assert not memory.topics().dropped
    Path(path).unlink()
    assert memory.topics().dropped.keys() <= {"missing"}
    memory.index()
    assert memory.verify(deep=True).ok and not memory.topics().dropped


@pytest.mark.parametrize(
    "damage",
    [
        "DELETE FROM topics WHERE doc_id = (SELECT min(doc_id) FROM topics)",
        "UPDATE topics SET last = last + 1",
        "UPDATE topic_files SET fingerprint = 'other'",
        "DELETE FROM topic_files",
    ],
)
def test_lost_and_altered_topics_are_reported_and_repaired(
    make_memory: MakeMemory, clock: Clock, damage: str
) -> None:
    memory = make_memory(None, CONFIG, clock=clock)
    memory.append_many(drafts())
    memory.index()
    before = state(memory)
    generation = memory.generation()
    assert generation is not None
    with generation.catalog().write() as connection:
        connection.exec_driver_sql(damage)
    assert memory.verify(deep=True).counts["summary_stale"] >= 1
    assert memory.repair(apply=True).ok
    assert state(memory) == before


@settings(max_examples=5)
@given(st.lists(st.integers(0, 11), max_size=4), st.booleans())
def test_topics_do_not_depend_on_batches_or_on_when_they_came(
    warm_cache: Path, cuts: list[int], reverse: bool
) -> None:
    every = drafts(months=2)
    if reverse:
        every = every[::-1]

    def indexed(parts: list[list[dict[str, object]]]) -> dict[str, str]:
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            warm_up(root, warm_cache)
            now = Clock(DAY_0 + 3 * DAY)
            memory = EywaMemory(root, CONFIG, background=False, clock=now)
            for part in parts:
                memory.append_many(part)
                memory.index()
                now.advance(9 * DAY / 1000)
            now.now_ms = DAY_0 + 90 * DAY
            memory.index()
            found = state(memory)
            memory.close()
            keep_vectors(root, warm_cache)
            return found

    edges = sorted({0, *cuts, len(every)})
    parts = [every[a:b] for a, b in pairwise(edges) if every[a:b]]
    found = indexed(parts)
    assert found and found == indexed([sorted(every, key=str)])
