"""The worker: retries and dead letters, leases and fences, and whatever files may turn into."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from corpus import DAY_0, TINY_EN, TINY_ZH, Clock, MakeMemory, catalog_of, generation_of

from eywa_fs.catalog import docs, files
from eywa_fs.embedding.cached import CachedEmbedder
from eywa_fs.errors import DependencyUnavailable, IndexerBusy
from eywa_fs.hashing import text_fingerprint
from eywa_fs.ingest.commit import Committer
from eywa_fs.memory import EywaMemory

SESSION = "tenants/default/users/me/sessions/default/2025-06-16.jsonl"


def rows(memory: EywaMemory) -> list[Any]:
    with catalog_of(memory).read() as connection:
        return list(docs.every(connection))


def texts(memory: EywaMemory) -> list[str]:
    """The texts the index knows, in file order, read through their anchors."""
    return [
        memory.layout.absolute(row.anchor.file_path)
        .read_bytes()[row.anchor.byte_start : row.anchor.byte_end]
        .decode()
        for row in rows(memory)
    ]


def contents(memory: EywaMemory) -> list[str]:
    return [json.loads(text)["content"] for text in texts(memory)]


def settle(memory: EywaMemory, *, rebuild: bool = True) -> None:
    """Index, then prove it: nothing waits, everything fits, a rebuild gives the same."""
    memory.index()
    assert not memory.outbox()
    report = memory.verify(deep=True)
    assert report.ok and not report.counts.get("not_indexed_yet"), report.as_dict()
    assert not rebuild or memory.rebuild(prove=True).equal


def line(content: str, **fields: Any) -> bytes:
    return json.dumps({"content": content, **fields}, ensure_ascii=False).encode() + b"\n"


def put(memory: EywaMemory, rel: str, data: bytes) -> Path:
    path = memory.layout.absolute(rel)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


# -- a stop -------------------------------------------------------------------------------------


@pytest.mark.parametrize("asked", range(9))
def test_once_a_stop_is_asked_what_is_not_begun_is_given_back(
    make_memory: MakeMemory, asked: int
) -> None:
    """Between events, or while the batch is embedded: nothing more is written, nothing is lost."""
    told = (*TINY_EN, *TINY_ZH)[:6]
    memory = make_memory(config={"embedding": {"batch_size": 2}}, warm=False)
    for number, text in enumerate(told):
        memory.append(text, session_id=f"s{number}")
    worker = memory._parts.upkeep.worker()
    worker.scan()
    calls = iter(range(100))
    worked = worker.run_once(stop=lambda: next(calls) >= asked)
    assert (worked.events, worked.written, worked.failed) == (6, 0, 0) and not rows(memory)
    assert [event.status for event in memory.outbox()] == ["pending"] * 6
    embedder, names = worker._committer.embedder, map(text_fingerprint, told)
    embedded = embedder.cache.get_many(embedder.identity.key, names)
    assert len(embedded) == max(0, asked - 6) * 2, "two texts are embedded at a time"
    settle(memory)
    assert sorted(contents(memory)) == sorted(told)


# -- retries, dead letters ----------------------------------------------------------------------


@pytest.fixture
def broken_words(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """The word store refuses; calling the fixture mends it."""

    def refuse(self: Committer, documents: Sequence[object]) -> None:
        if documents:
            raise DependencyUnavailable("the disk of the word index is gone")

    monkeypatch.setattr(Committer, "_put_words", refuse)
    return monkeypatch.undo


def _waits(memory: EywaMemory, clock: Clock) -> list[float]:
    """Work through all retries; how long each one had to wait, in seconds."""
    found: list[float] = []
    while True:
        [event] = memory.outbox()
        if event.status == "dead_letter":
            return found
        wait = (event.next_attempt_at - clock()) / 1000
        clock.advance(wait - 0.001)
        assert memory.index().events == 0  # not yet due
        clock.advance(0.002)
        memory.index()
        found.append(round(wait))


def test_retries_and_a_dead_letter(
    make_memory: MakeMemory, clock: Clock, broken_words: Callable[[], None]
) -> None:
    memory = make_memory(clock=clock)
    memory.append(TINY_EN[0])
    memory.index()
    assert _waits(memory, clock) == [1, 2, 4, 8, 16, 16, 16]  # after the first of eight attempts
    [event] = memory.outbox()
    assert event.attempts == 8 and "disk of the word index" in event.error
    assert memory.retrieve("leaking kettle").hits[0].text == TINY_EN[0]  # found all the same
    broken_words()
    assert memory.index().events == 0 and len(memory.outbox()) == 1
    assert not memory.verify().ok
    assert memory.retry_dead_letters() == 1
    settle(memory, rebuild=False)


def test_one_dead_letter_is_tried_each_minute_and_all_once_it_goes_well(
    make_memory: MakeMemory, clock: Clock, broken_words: Callable[[], None]
) -> None:
    memory = make_memory(clock=clock)
    for session in ("a", "b", "c"):
        memory.append(TINY_EN[0], session_id=session)
    memory.index()
    for _ in range(7):
        clock.advance(16)
        memory.index()
    assert [(e.status, e.attempts) for e in memory.outbox()] == [("dead_letter", 8)] * 3
    assert memory.index().failed == 0
    for minute in (1, 2, 3):  # each in turn
        clock.advance(60)
        assert memory.index().failed == 1
        assert memory.index().failed == 0
        tried = [event.attempts for event in memory.outbox()]
        assert sorted(tried) == sorted([9] * minute + [8] * (3 - minute))
    clock.advance(59)
    broken_words()
    assert memory.index().written == 0
    clock.advance(1)
    assert memory.index().written == 3 and not memory.outbox()
    settle(memory, rebuild=False)


def test_an_embedder_that_fails_for_a_while(
    make_memory: MakeMemory, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory = make_memory(clock=clock)

    def refuse(*args: Any, **how: Any) -> None:
        raise DependencyUnavailable("the model's server does not answer")

    monkeypatch.setattr(CachedEmbedder, "embed_documents", refuse)
    memory.append(TINY_EN[0])
    memory.index()
    [row] = rows(memory)
    assert (row.state, row.vector) == ("indexing_failed", False)
    assert memory.retrieve("kettle", strategy="exact").hits[0].text == TINY_EN[0]
    assert _waits(memory, clock) == [1, 2, 4, 8, 16, 16, 16]
    assert rows(memory)[0].state == "index_dead_letter"
    monkeypatch.undo()
    memory.retry_dead_letters()
    [row] = rows(memory)
    assert (row.state, row.vector) == ("indexed_fresh", True)
    settle(memory, rebuild=False)


def test_a_failed_catch_up_is_no_difference(
    make_memory: MakeMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory = make_memory()
    memory.append(TINY_EN[0])
    memory.index()
    memory.append(TINY_EN[1])
    report = memory.rebuild(prove=True)  # with a record that was not indexed yet
    assert report.equal and report.differences == () and report.documents == 2


def test_a_retry_does_not_wait_for_a_clock_that_was_set_back(
    make_memory: MakeMemory, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory = make_memory(clock=clock)

    def refuse(*args: Any, **how: Any) -> None:
        raise DependencyUnavailable("the model's server does not answer")

    monkeypatch.setattr(CachedEmbedder, "embed_documents", refuse)
    memory.append(TINY_EN[0])
    memory.index()
    assert rows(memory)[0].state == "indexing_failed"
    monkeypatch.undo()
    memory.close()
    clock.advance(-86_400)
    memory = make_memory(clock=clock)  # another process would see the same
    memory.index()
    assert rows(memory)[0].state == "indexed_fresh" and not memory.outbox()


# -- crashes and fences --------------------------------------------------------------------------


def test_a_lost_outbox_is_derived_from_the_files(
    make_memory: MakeMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that dies in the middle of a long file, and an outbox that forgot it."""
    memory = make_memory(None, {"ingest": {"batch_records": 2}})
    memory.append_many({"content": text, "timestamp": DAY_0} for text in (*TINY_EN, *TINY_ZH))
    record, calls = Committer._record, []

    def die_later(*args: Any) -> None:
        calls.append(1)
        if len(calls) == 3:
            raise KeyboardInterrupt
        record(*args)

    monkeypatch.setattr(Committer, "_record", die_later)
    with pytest.raises(KeyboardInterrupt):
        memory.index()
    monkeypatch.undo()
    assert len(rows(memory)) == 4
    with catalog_of(memory).write() as connection:
        connection.change("DELETE FROM outbox WHERE event_type = 'INDEX_UPSERT'")
    memory.close()
    memory = make_memory()
    settle(memory)
    assert contents(memory) == [*TINY_EN, *TINY_ZH]


def test_what_a_crash_left_in_the_stores_is_removed(
    make_memory: MakeMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Words and vectors were written, the catalog was not, and then the file was replaced."""
    memory = make_memory()
    memory.append_many({"content": text, "timestamp": DAY_0} for text in TINY_EN)

    def die(*args: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Committer, "_record", die)
    with pytest.raises(KeyboardInterrupt):
        memory.index()
    monkeypatch.undo()
    memory.close()
    memory = make_memory()
    put(memory, SESSION, line(TINY_ZH[0]))
    settle(memory)
    assert contents(memory) == [TINY_ZH[0]]


def test_a_worker_that_was_overtaken_writes_nothing(make_memory: MakeMemory) -> None:
    memory = make_memory()
    memory.append(TINY_EN[0], timestamp=DAY_0)
    memory.index()
    old = memory._parts.upkeep.worker()
    generation = generation_of(memory)
    memory.append(TINY_EN[1], timestamp=DAY_0)
    generation.catalog().take_fence("process 1 elsewhere")
    assert not old.in_charge()
    again = partial(old.queue, {SESSION: ()}, {})
    for act in (again, old.scan, old.run_once, old.retry_dead_letters):
        with pytest.raises(IndexerBusy, match="elsewhere"):
            act()
    assert len(rows(memory)) == 1
    settle(memory, rebuild=False)  # whoever asks for a worker anew takes the next token
    assert len(rows(memory)) == 2


# -- what files turn into ------------------------------------------------------------------------


def test_a_torn_tail_is_completed_later(memory: EywaMemory) -> None:
    whole = line(TINY_EN[1])
    path = put(memory, SESSION, line(TINY_EN[0]) + whole[:20])
    memory.index()
    assert contents(memory) == [TINY_EN[0]]
    with path.open("ab") as file:
        file.write(whole[20:])
    memory.index()
    assert contents(memory) == list(TINY_EN[:2])
    settle(memory, rebuild=False)


def test_a_rewritten_line(memory: EywaMemory) -> None:
    path = put(memory, SESSION, b"".join(map(line, TINY_EN[:3])))
    memory.index()
    put(memory, SESSION, path.read_bytes().replace(b"blue", b"grey"))
    memory.index()
    assert contents(memory)[0] == TINY_EN[0].replace("blue", "grey")
    assert len(rows(memory)) == 3
    entries = [
        json.loads(entry)
        for log in (memory.layout.root / "audit").iterdir()
        for entry in log.read_text("utf-8").splitlines()
    ]
    assert [e["action"] for e in entries] == ["file_rewritten"]
    assert entries[0]["before"]["lost"] == {"records": 1, "lines": [1]}
    settle(memory)


def test_lines_that_vanish(memory: EywaMemory) -> None:
    put(memory, SESSION, b"".join(map(line, TINY_EN)))
    memory.index()
    put(memory, SESSION, line(TINY_EN[4]))
    settle(memory)
    assert contents(memory) == [TINY_EN[4]]
    assert all(TINY_EN[1] != hit.text for hit in memory.retrieve("the spare key").hits)


def test_a_file_that_vanishes_and_returns(memory: EywaMemory) -> None:
    path = put(memory, SESSION, b"".join(map(line, TINY_EN[:2])))
    memory.index()
    data = path.read_bytes()
    path.unlink()
    memory.index()
    assert rows(memory) == [] and not memory.retrieve("kettle").hits
    path.write_bytes(data)
    settle(memory, rebuild=False)
    assert contents(memory) == list(TINY_EN[:2])


def test_a_file_moved_to_another_tenant(memory: EywaMemory) -> None:
    """Sealed lines name their owner and are no records elsewhere; bare ones go with the folder."""
    sealed = memory.append(TINY_EN[0], timestamp=DAY_0, session_id="sealed")
    put(memory, SESSION, line(TINY_EN[1]))
    memory.index()
    tenants = memory.layout.root / "tenants"
    shutil.move(tenants / "default", tenants / "other")
    memory.index()
    assert not memory.retrieve("kettle").hits and not memory.retrieve("spare key").hits
    found = memory.retrieve("kettle spare key", tenant_id="other", user_id="me").hits
    assert [hit.text for hit in found] == [TINY_EN[1]]
    moved = memory.layout.absolute(sealed.file_path.replace("default", "other", 1))
    assert moved.exists()
    settle(memory)


ODD_LINES = [
    b"",
    b"   ",
    b"null",
    b"[]",
    b'"text"',
    b"{}",
    b'{"content": ""}',
    b'{"content": 5}',
    b'{"content": "x", "timestamp": -1}',
    b'{"content": "x", "timestamp": 1e400}',
    b'{"content": "x", "timestamp": true}',
    b'{"content": "x", "messageRole": ["user"]}',
    b'{"content": "x", "messageRole": {"a": 1}}',
    b'{"content": "x", "tags": {"a": 1}}',
    b'{"content": "x", "tenantId": "someone else"}',
    b'{"content": "lone \\ud800"}',
    b'{"content": "nul \\u0000 inside"}',
    b'{"content": "raw nul \x00"}',
    b"\xff\xfe\x00{",
    b'{"content": "bad \xc3\x28"}',
    b'{"content": "cut',
    b"{" * 5000,
    b"[" * 100_000,
    b'{"content": "twice", "content": "last wins"}',
    b'{"content": "NaN", "meta": NaN}',
    b'{"content": "deep", "meta": ' + b'{"a":' * 400 + b"1" + b"}" * 400 + b"}",
    b'\xef\xbb\xbf{"content": "with a byte order mark"}',
    b'{"content": "windows"}\r',
    b"not json at all",
]


def test_whatever_foreign_writers_write(memory: EywaMemory) -> None:
    """Nothing stops the indexer, and good lines between the bad ones are found."""
    good = [line(TINY_EN[n % 5]) for n in range(len(ODD_LINES))]
    mixed = b"".join(odd + b"\n" + fine for odd, fine in zip(ODD_LINES, good, strict=True))
    put(memory, SESSION, mixed)
    settle(memory)
    known = {row.anchor.line_start for row in rows(memory)}
    assert known >= set(range(2, 2 * len(ODD_LINES) + 1, 2))
    assert memory.retrieve("bicycle chain").hits[0].text == TINY_EN[3]


def test_a_line_of_ten_megabytes(make_memory: MakeMemory) -> None:
    memory = make_memory(None, {"limits": {"max_record_bytes": 1 << 20}})
    put(memory, SESSION, line(TINY_EN[0]) + line("x" * (10 << 20)) + line(TINY_EN[1]))
    settle(memory, rebuild=False)
    assert contents(memory) == list(TINY_EN[:2])


def test_markdown_is_edited(memory: EywaMemory) -> None:
    rel = "tenants/default/users/me/longterm/home.md"
    put(memory, rel, f"# Kitchen\n{TINY_EN[0]}\n\n# Hall\n{TINY_EN[1]}\n".encode())
    memory.index()
    assert len(rows(memory)) == 2
    put(memory, rel, f"# Kitchen\n{TINY_EN[4]}\n\n# Hall\n{TINY_EN[1]}\n".encode())
    settle(memory)
    assert TINY_EN[4] in memory.retrieve("greenhouse thermometer").hits[0].text
    assert all(TINY_EN[0] not in hit.text for hit in memory.retrieve("kettle").hits)
    put(memory, rel, b"")
    settle(memory, rebuild=False)
    assert rows(memory) == []


def test_links_out_of_the_root_are_not_followed(memory: EywaMemory, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "2025-06-16.jsonl").write_bytes(line("A secret of another place."))
    memory.append(TINY_EN[0], timestamp=DAY_0)
    sessions = memory.layout.absolute(SESSION).parent.parent
    os.symlink(outside, sessions / "linked")
    (sessions / "file").mkdir()
    os.symlink(outside / "2025-06-16.jsonl", sessions / "file" / "2025-06-16.jsonl")
    memory.index()
    assert contents(memory) == [TINY_EN[0]]
    assert all("secret" not in hit.text for hit in memory.retrieve("a secret place").hits)
    assert memory.verify(deep=True).counts


def test_a_truth_file_becomes_a_link(memory: EywaMemory, tmp_path: Path) -> None:
    """Replaced by a link between two scans: its records leave the index."""
    path = put(memory, SESSION, line(TINY_EN[0]))
    memory.index()
    (tmp_path / "copy.jsonl").write_bytes(path.read_bytes())
    path.unlink()
    os.symlink(tmp_path / "copy.jsonl", path)
    memory.index()
    assert rows(memory) == [] and not memory.outbox()
    with catalog_of(memory).read() as connection:
        assert files.every(connection) == {}
