"""Ageing: old records lose their vectors to summaries, and nothing else."""

from __future__ import annotations

import tempfile
from itertools import pairwise
from pathlib import Path

import pytest
from corpus import DAY, DAY_0, MINUTE, TINY_EN, Clock, MakeMemory, catalog_of, keep_vectors, warm_up
from hypothesis import given, settings
from hypothesis import strategies as st

from eywa_fs.catalog import docs, summaries
from eywa_fs.errors import DependencyUnavailable
from eywa_fs.ingest.commit import Committer
from eywa_fs.lanes.ageing import Ageing
from eywa_fs.memory import EywaMemory
from eywa_fs.model.records import Scope
from eywa_fs.model.summaries import Summary

EMBEDDING = {"embedding": {"backend": "minilm"}}
CONFIG = {**EMBEDDING, "lanes": {"fact_summary": "on"}}


def config(**lanes: object) -> dict[str, object]:
    return {**EMBEDDING, "lanes": {"fact_summary": "on", **lanes}}


def append(memory: EywaMemory, days: int = 1) -> None:
    memory.append_many(
        [
            {"content": text, "timestamp": DAY_0 + day * DAY + n * MINUTE}
            for day in range(days)
            for n, text in enumerate(TINY_EN)
        ]
    )


@pytest.fixture
def old(make_memory: MakeMemory, clock: Clock) -> EywaMemory:
    """A memory of one day, indexed a month later: its records have summaries."""
    clock.advance(30 * DAY / 1000)
    memory = make_memory(None, CONFIG, clock=clock)
    append(memory)
    memory.index()
    return memory


def state(memory: EywaMemory) -> tuple[str, dict[str, str], set[str]]:
    """Digest of documents, hashes of summaries, and which documents have a vector."""
    with catalog_of(memory).read() as connection:
        with_vector = {row.doc_id for row in docs.every(connection) if row.vector}
        return docs.digest(connection), summaries.hashes(connection), with_vector


def counts(memory: EywaMemory) -> tuple[int, int, int]:
    index = memory.status().index
    return index["total"], index["summaries"], index["vectors"]


def test_records_lose_their_vectors_when_their_day_is_old(
    make_memory: MakeMemory, clock: Clock
) -> None:
    memory = make_memory(None, CONFIG, clock=clock)
    append(memory)
    memory.index()
    assert counts(memory) == (5, 0, 5)
    clock.advance(7 * DAY / 1000)
    memory.index()
    assert counts(memory) == (5, 0, 5)  # a week is recent
    clock.advance(DAY / 1000)
    memory.index()
    assert counts(memory) == (5, 3, 3)
    report = memory.verify(deep=True)
    assert report.ok and not report.counts, report.as_dict()


def test_old_records_are_found_by_meaning_all_the_same(
    old: EywaMemory, make_memory: MakeMemory, clock: Clock
) -> None:
    result = old.retrieve("Where did she hide a key?", strategy="semantic", limit=2)
    assert TINY_EN[1] in [hit.text for hit in result.hits]
    assert not result.degraded
    large = {**CONFIG, "vectors": {"exact_scope_limit": 0}}
    old.close()
    memory = make_memory(None, large, clock=clock)
    found = memory.retrieve("Where did she hide a key?", strategy="semantic", limit=2)
    assert [hit.text for hit in found.hits] == [hit.text for hit in result.hits]


def test_one_line_a_day_is_thinned_out_and_still_told_apart(
    make_memory: MakeMemory, clock: Clock
) -> None:
    clock.advance(60 * DAY / 1000)
    memory = make_memory(None, CONFIG, clock=clock)
    memory.append_many(
        [
            {"content": text, "session_id": f"s{n}", "timestamp": DAY_0 + n * DAY}
            for n, text in enumerate(TINY_EN)
        ]
    )
    memory.index()
    assert counts(memory) == (5, 3, 3)
    for text in TINY_EN:
        result = memory.retrieve(text, strategy="semantic", limit=1)
        assert [hit.text for hit in result.hits] == [text]


def test_what_did_not_change_in_a_month_is_not_written_again(
    make_memory: MakeMemory, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock.advance(60 * DAY / 1000)
    memory = make_memory(None, CONFIG, clock=clock)
    append(memory)
    memory.index()
    written: list[str] = []
    put = Committer.put_summaries

    def noted(self: Committer, rows: list[Summary], *rest: object) -> None:
        written.extend(row.doc_id for row in rows)
        put(self, rows, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(Committer, "put_summaries", noted)
    memory.append("A heron stood by the canal.", session_id="later", timestamp=DAY_0 + 9 * DAY)
    memory.index()
    assert counts(memory) == (6, 3, 3)
    assert len(written) < 3
    assert memory.verify(deep=True).ok


def test_a_lane_is_switched_off_and_on_again_without_loss(
    make_memory: MakeMemory, clock: Clock
) -> None:
    clock.advance(30 * DAY / 1000)
    memory = make_memory(None, config(), clock=clock)
    append(memory)
    memory.index()
    before = state(memory)
    for lanes, expected in (
        ({"fact_summary": "off"}, (5, 0, 5)),
        ({"fact_summary": "shadow"}, (5, 3, 8)),
        ({"rollout_percent": 0}, (5, 3, 8)),
        ({"recent_days": 0}, (5, 0, 5)),
        ({}, (5, 3, 3)),
    ):
        memory.close()
        memory = make_memory(None, config(**lanes), clock=clock)
        memory.index()
        assert counts(memory) == expected, lanes
        assert memory.verify(deep=True).ok
    assert state(memory) == before


def test_a_late_line_in_an_old_file_renews_its_summaries(old: EywaMemory) -> None:
    old.append("The lamp in the hall flickers.", timestamp=DAY_0 + 20 * MINUTE)
    old.index()
    assert counts(old)[0] == 6
    assert old.verify(deep=True).ok
    report = old.rebuild(prove=True)
    assert report.equal, report.as_dict()


@pytest.mark.parametrize(
    "damage",
    [
        "DELETE FROM summaries WHERE doc_id = (SELECT min(doc_id) FROM summaries)",
        "UPDATE summaries SET timestamp = timestamp + 1",
        "DELETE FROM stand_ins WHERE doc_id = (SELECT min(doc_id) FROM stand_ins)",
        "UPDATE stand_ins SET sketch = x'00' WHERE length(sketch) > 0",
        "DELETE FROM summarised",
    ],
)
def test_lost_and_altered_summaries_are_reported_and_repaired(old: EywaMemory, damage: str) -> None:
    before = state(old)
    with catalog_of(old).write() as connection:
        connection.change(damage)
    report = old.verify(deep=True)
    assert report.counts["summary_stale"] >= 1
    assert old.repair(apply=True).ok
    assert state(old) == before


@pytest.mark.parametrize(
    "covers",
    [
        "[]", "[[]]", "{}", "null", "5", '"x"', "[", '["abcdefgh"]', "[[1,2,3,4,5,6,7,8]]",
        '[["a","b","c",1,2,3,4,5]]', '[["a","b","c",1,2,3,4]]',
    ],
)  # fmt: skip
def test_a_summary_that_covers_nothing_is_damage_like_any_other(
    old: EywaMemory, covers: str
) -> None:
    before = state(old)
    with catalog_of(old).write() as connection:
        connection.change("UPDATE summaries SET covers = ?", covers)
    assert not old.verify(deep=True).ok
    assert old.repair(apply=True).ok
    assert state(old) == before


@settings(max_examples=3)
@given(st.lists(st.integers(0, 14), max_size=4), st.booleans())
def test_summaries_do_not_depend_on_batches_or_on_when_they_came(
    warm_cache: Path, cuts: list[int], reverse: bool
) -> None:
    drafts = [
        {
            "content": text,
            "session_id": f"s{day}",
            "timestamp": DAY_0 + day * DAY + n * MINUTE,
            "event_id": f"e{day}-{n}",
        }
        for day in range(3)
        for n, text in enumerate(TINY_EN)
    ]
    if reverse:
        drafts = [draft for day in (2, 1, 0) for draft in drafts[day * 5 : day * 5 + 5]]

    def indexed(parts: list[list[dict[str, object]]]) -> object:
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            warm_up(root, warm_cache)
            now = Clock(DAY_0 + 3 * DAY)
            memory = EywaMemory(root, CONFIG, background=False, clock=now)
            for part in parts:  # days lie between: some files are old before they are whole
                memory.append_many(part)
                memory.index()
                now.advance(4 * DAY / 1000)
            now.now_ms = DAY_0 + 40 * DAY
            memory.index()
            found = state(memory)
            assert not found[2]
            memory.close()
            keep_vectors(root, warm_cache)
            return found

    edges = sorted({0, *cuts, len(drafts)})
    parts = [drafts[a:b] for a, b in pairwise(edges) if drafts[a:b]]
    assert indexed(parts) == indexed([drafts])


def test_a_pass_that_failed_is_made_up_for(
    make_memory: MakeMemory, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock.advance(30 * DAY / 1000)
    memory = make_memory(None, CONFIG, clock=clock)
    append(memory, days=2)

    def broken(*_: object) -> None:
        raise DependencyUnavailable("the vectors cannot be stored")

    with monkeypatch.context() as patch:
        patch.setattr(Committer, "put_summaries", broken)
        assert memory.index().problems
    assert counts(memory) == (10, 0, 0)
    memory.index()
    assert counts(memory) == (10, 6, 6)
    assert memory.verify(deep=True).ok


@pytest.mark.parametrize("percent", [0, 30, 100])
def test_the_rollout_is_a_stable_share_of_users(percent: int) -> None:
    rule = Ageing("on", 7, percent)
    recent = rule.first_recent_day(DAY_0 + 30 * DAY)
    assert recent is not None
    old = recent.replace(year=recent.year - 1)
    modes = [rule.of_file(Scope("t", f"u{n}"), old, recent) for n in range(400)]
    assert modes == [rule.of_file(Scope("t", f"u{n}"), old, recent) for n in range(400)]
    assert abs(modes.count("on") / 4 - percent) <= 8
    assert set(modes) <= {"on", "shadow"}
