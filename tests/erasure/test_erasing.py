"""Erased is gone: 200 marked records, while a process writes; then nothing brings them back."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import signal
import threading
from dataclasses import asdict
from pathlib import Path
from typing import Any, NoReturn

import pytest
from corpus import DAY_0, MINUTE, MakeMemory, catalog_of, generation_of
from erasure.marked import (
    CHINESE,
    CONFIG,
    FOLDER,
    MARK,
    SHORT,
    USER,
    child,
    foreign_lines,
    kept,
    marked,
    places,
    put,
)
from forked import without_store

from eywa_fs.erasure import finishing
from eywa_fs.errors import (
    BadRequest,
    DependencyUnavailable,
    IndexerBusy,
    NotFound,
    WaitTimeout,
)
from eywa_fs.generations import pointer
from eywa_fs.index import host_process
from eywa_fs.ingest.worker import Worker
from eywa_fs.memory import EywaMemory
from eywa_fs.model.records import Anchor, Record
from eywa_fs.truth import erasures
from eywa_fs.truth.codec import encode_record
from eywa_fs.truth.tombstones import erased_by

MARKS = (MARK, MARK.title(), CHINESE, SHORT % 1)


def model_reading(memory: EywaMemory, record: Record, anchor: Anchor) -> str:
    """The line of what a model read in a message."""
    meta = {
        "kind": "facts", "version": 2, "reader": "model/prompt-2", "event_id": record.event_id,
        "said_at": record.timestamp, "session_id": record.session_id, "source": asdict(anchor),
        "facts": [{
            "subject": "user", "predicate": "lives_in", "object": f"{MARK} town", "negated": False,
            "from": None, "to": None, "start": 0, "end": 10, "quote": record.content[:40],
            "sure": True,
        }],
        "decisions": [],
    }  # fmt: skip
    decided = Record(
        f"evt_reading_of_{record.event_id}", session_id="decisions", role="system",
        content=f"facts read by model in {anchor.citation}", timestamp=DAY_0, meta=meta, **USER,
    )  # fmt: skip
    line = encode_record(decided, max_bytes=1 << 20)
    rel = memory.layout.decisions_file(record.scope, DAY_0)
    memory._parts.journal.append_lines(rel, [line])
    return rel


def bytes_at(root: Path, anchor: Anchor) -> bytes:
    return (root / anchor.file_path).read_bytes()[anchor.byte_start : anchor.byte_end]


def test_two_hundred_marked_records_are_gone(root: Path, make_memory: MakeMemory) -> None:
    memory = make_memory(root, CONFIG)
    gone = memory.append_many([marked(number) for number in range(200)])
    stay = memory.append_many([kept(number) for number in range(0, 200, 2)])
    put(root, foreign_lines())
    texts = [marked(number)["content"] for number in range(200)]
    for number in (1, 11, 21):
        record = memory.show(gone[number].citation, **USER)
        memory.append("Yes.", **USER)
        model_reading(memory, record, gone[number])
        memory.assert_fact(
            "user", "lives_in", record.content[10:17], quote=record.content[10:17],
            event_id=record.event_id, reason=f"said {MARK}", **USER,
        )  # fmt: skip
    memory.index()
    assert len(places(root, MARKS)) > 10
    with catalog_of(memory).read() as connection:
        assert connection.rows("SELECT count(*) FROM summaries") != [(0,)]
    with child("write", str(root)) as writer:
        plan = memory.erase(text=MARK, dry_run=True, **USER).plan
        assert plan.counts["records"] >= 140 and plan.counts["malformed"] == 2
        assert not (root / erasures.LOG).exists()
        first = memory.erase(text=MARK, reason="asked to", **USER)
        assert first.ok and first.certificate is not None and first.certificate.scan is not None
        assert first.certificate.scan["found"] == 0 < first.certificate.scan["pieces"]
        left = [one.record for one in memory.list(limit=1000, **USER).items]
        ids = [r.event_id for r in left if any(mark in r.content for mark in MARKS)]
        assert len(ids) == 21  # a Chinese mark, a very short one
        by_id = memory.erase(event_ids=ids, **USER)
        assert by_id.plan.counts["records"] == len(ids) and first.plan.facts >= 20
        writer.kill()
        said, _ = writer.communicate()
    assert places(root, MARKS) == []
    assert not set(texts) & {one.record.content for one in memory.list(limit=1000, **USER).items}
    # Nothing else moved, and what was written meanwhile is there once.
    for number, anchor in zip(range(0, 200, 2), stay, strict=True):
        line = bytes_at(root, anchor)
        assert json.loads(line)["content"] == kept(number)["content"]
        assert "sha256:" + hashlib.sha256(line).hexdigest() == anchor.content_hash
    for anchor in gone:
        assert erased_by(bytes_at(root, anchor))
    written = [line.rsplit(" ", 3) for line in said.splitlines() if line.count(" ") == 3]
    assert len(written) > 5
    whole = "".join(path.read_text() for path in (root / FOLDER / "sessions").rglob("*.jsonl"))
    for path, start, end, name in written:
        line = (root / path).read_bytes()[int(start) : int(end)]
        assert json.loads(line)["content"] == f"written meanwhile {name}"
        assert whole.count(f'"written meanwhile {name}"') == 1
    # Verified, and neither a rebuild nor what remains of the facts brings anything back.
    memory.index()
    report = memory.verify(deep=True)
    assert report.ok, [finding.as_dict() for finding in report.errors]
    assert report.checked["erased lines"] > 200
    memory.rebuild()
    assert places(root, MARKS) == []
    answers = memory.retrieve(f"who saw {MARK}0000 near the harbour", **USER)
    assert not [hit for hit in answers.hits if MARK in hit.text.lower()]
    assert not [fact for fact in memory.facts(**USER).facts if MARK in fact.object.lower()]
    generation = generation_of(memory)
    terms = generation.words("acme").opened().doc_freqs([f"{MARK}0000", "kettl"], "own")
    assert not terms.get(f"{MARK}0000") and terms["kettl"]  # which no scan of bytes can see
    with pytest.raises(NotFound, match=r"was erased by er_"):
        memory.show(gone[0].citation, **USER)
    with pytest.raises(NotFound):
        memory.erase(text=MARK, **USER)
    again = memory.append("new", idempotency_key=f"key {MARK}0006", **USER)
    assert json.loads(bytes_at(root, again))["content"] == "new"


@pytest.fixture(scope="module")
def indexed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three records, one of them marked, and an index; to be copied."""
    root = tmp_path_factory.mktemp("indexed") / "root"
    with EywaMemory(root, CONFIG, background=False) as memory:
        memory.append("I like the first lake.", timestamp=DAY_0, **USER)
        memory.append(f"I live in {MARK} town now.", timestamp=DAY_0 + MINUTE, **USER)
        memory.append("Nothing else matters here.", timestamp=DAY_0 + 2 * MINUTE, **USER)
        memory.index()
    return root


@pytest.fixture
def small(root: Path, indexed: Path, make_memory: MakeMemory) -> EywaMemory:
    """A memory over a copy of it."""
    shutil.copytree(indexed, root)
    return make_memory(root, CONFIG)


def test_a_changed_tombstone_is_reported_with_file_and_line(root: Path, small: EywaMemory) -> None:
    small.erase(text=MARK, **USER)
    assert small.verify(deep=True).ok
    [session] = (root / FOLDER / "sessions/default").iterdir()
    lines = session.read_bytes().split(b"\n")
    back = json.dumps({"content": "back"}).encode().ljust(len(lines[1]))
    session.write_bytes(b"\n".join([lines[0], back, *lines[2:]]))
    small.index()
    found = [(f.kind, f.target) for f in small.verify().errors]
    assert found == [("erasure_undone", f"{session.relative_to(root)}:2")]
    session.write_bytes(b"\n".join(lines))
    small.index()
    assert small.verify(deep=True).ok


def test_a_text_in_a_file_that_is_none_of_ours_is_named(root: Path, small: EywaMemory) -> None:
    (root / "copy.txt").write_text(f"they said: in {MARK} town now", encoding="utf-16-le")
    report = small.erase(text=f"in {MARK} town now", **USER)
    assert not report.ok and report.certificate is not None
    assert report.certificate.left == ("copy.txt",)
    assert [(f.kind, f.target) for f in small.verify().errors] == [("erasure_undone", "copy.txt")]
    (root / "copy.txt").unlink()
    assert small.verify().ok


def test_what_others_still_say_is_counted(root: Path, small: EywaMemory) -> None:
    small.append(f"I live in {MARK} town now.", tenant_id="acme", user_id="bob")
    report = small.erase(text=MARK, **USER)
    assert report.ok and report.certificate is not None and report.certificate.scan is not None
    assert report.certificate.scan["repeated"] == 1
    assert len(places(root, [MARK])) >= 1
    report = small.erase(text=MARK, tenant_id="acme", user_id=None)
    assert report.plan.files == 1 and places(root, [MARK]) == []


def test_backups_are_named_and_get_the_log(root: Path, small: EywaMemory, tmp_path: Path) -> None:
    (tmp_path / "backup").mkdir()
    for target in (str(tmp_path / "backup"), "s3://far/away"):
        small._parts.journal.audit("backup_made", target, reason="test", after={"id": "b", "at": 1})
    report = small.erase(text=MARK, **USER)
    assert report.certificate is not None
    assert report.certificate.backups == (str(tmp_path / "backup"), "s3://far/away")
    assert report.unreached == ("s3://far/away",)
    copied = erasures.read_file(tmp_path / "backup/erasures.jsonl")
    assert copied == erasures.read(small.layout) and not copied.pending


def test_a_failure_in_the_middle_says_what_stands(
    root: Path, small: EywaMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The lines are overwritten by then; the retry does not say that nothing was erased."""

    def refuse(*given: object) -> NoReturn:
        raise DependencyUnavailable("the cache of readings cannot be written")

    with monkeypatch.context() as patch:
        patch.setattr(finishing, "renew", refuse)
        with pytest.raises(DependencyUnavailable, match=r"lines are overwritten.*eywa index"):
            small.erase(text=MARK, **USER)
        with pytest.raises(DependencyUnavailable, match=r"is not finished.*'eywa index'"):
            small.erase(text=MARK, **USER)
    small.index()
    assert small.status().erasures == {"finished": 1, "unfinished": 0}


def test_nothing_was_indexed_yet(root: Path, make_memory: MakeMemory) -> None:
    memory = make_memory(root, CONFIG, warm=False)
    memory.append(f"only {MARK} here", **USER)
    report = memory.erase(everything=True, trace_id="t7", **USER)
    assert report.ok and report.certificate is not None and report.certificate.generation is None
    assert [entry.action for entry in memory.audit(trace_id="t7")] == ["erasure_decided"]
    assert places(root, [MARK]) == []


def test_without_an_embedder_the_index_is_removed(root: Path, small: EywaMemory) -> None:
    small.close()
    broken = {"embedding": {"backend": "http", "base_url": "http://127.0.0.1:9", "model": "m"}}
    with EywaMemory(root, broken, background=False, migrating=True) as memory:
        report = memory.erase(text=MARK, **USER)
        assert report.ok and report.certificate is not None
        assert report.certificate.generation is None and pointer.numbers(memory.layout) == []
        assert places(root, [MARK]) == []
        assert memory.retrieve("the first lake", **USER).hits


def test_without_a_vector_store_the_index_is_removed(root: Path, small: EywaMemory) -> None:
    """It ends, says so, and who indexes next derives anew."""
    small.close()
    with pytest.MonkeyPatch.context() as patch, EywaMemory(root, background=False) as memory:
        patch.setattr(host_process, "started", without_store)
        report = memory.erase(text=MARK, **USER)
        assert report.ok and report.certificate is not None
        assert report.certificate.generation is None and pointer.numbers(memory.layout) == []
    with EywaMemory(root, background=False) as memory:
        memory.index()
        assert places(root, [MARK]) == [] and memory.verify(deep=True).ok


def test_a_vector_store_that_dies_once_costs_no_index(
    root: Path, small: EywaMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    killed: list[int] = []

    class Killing(Worker):
        """Of the first rebuild: kills the vector store's process while it is written to."""

        def drain(self, *arguments: Any, **named: Any) -> Any:
            if not killed:
                self.generation.vectors().list_collections()  # starts it
                pid = self.generation.vectors().host_pid
                assert pid is not None
                killed.append(pid)
                os.kill(pid, signal.SIGSTOP)  # a call that is begun waits until it is dead
                threading.Timer(1, os.kill, (pid, signal.SIGKILL)).start()
            return super().drain(*arguments, **named)

    monkeypatch.setattr("eywa_fs.maintenance.rebuild.Worker", Killing)
    report = small.erase(text=MARK, **USER)
    assert killed and report.certificate is not None and report.certificate.generation == 2
    assert small.verify(deep=True).ok and places(root, [MARK]) == []


def test_refusing_and_asking(root: Path, small: EywaMemory) -> None:
    with pytest.raises(BadRequest, match="reason"):
        small.erase(text=MARK, reason=f"they said {MARK}", **USER)
    with pytest.raises(BadRequest, match="reason"):
        small.erase(text=MARK, request_id=MARK, **USER)
    asked: list[dict[str, Any]] = []

    def refuse(plan: Any) -> bool:
        asked.append(plan.as_dict())
        return False

    assert not small.erase(text=MARK, confirm=refuse, **USER).applied
    assert asked[0]["counts"] == {"records": 1} and asked[0]["facts"] == 1
    assert not (root / erasures.LOG).exists() and len(places(root, [MARK])) > 1


def test_the_holder_of_the_indexer_derives_anew(root: Path, small: EywaMemory) -> None:
    small.close()
    with (
        child("hold", str(root), "background") as holder,
        EywaMemory(root, CONFIG, background=False) as memory,
    ):
        stages: list[str] = []
        report = memory.erase(
            text=MARK, progress=lambda stage, done, total: stages.append(stage), **USER
        )
        assert report.ok and f"process {holder.pid} " in str(report.derived_by)
        assert any(f"process {holder.pid} " in stage for stage in stages)
        assert report.certificate is not None and report.certificate.scan is not None
        assert places(root, [MARK]) == []


def test_who_only_erases_gives_the_indexer_back(root: Path, small: EywaMemory) -> None:
    small.close()
    with EywaMemory(root, CONFIG, background=False) as memory:
        assert memory.erase(text=MARK, **USER).derived_by == "this process"
        assert memory.status().indexer is None
        with EywaMemory(root, CONFIG, background=False) as other:
            other.index()  # which it could not while the first held it
            with pytest.raises(IndexerBusy):
                memory.index()


def test_who_indexes_keeps_the_indexer_when_it_erases(root: Path, small: EywaMemory) -> None:
    small.index()
    small.erase(text=MARK, **USER)
    assert "this process" in str(small.status().indexer)


def test_a_holder_that_does_nothing_is_not_waited_for_forever(
    root: Path, small: EywaMemory
) -> None:
    small.close()
    with EywaMemory(root, CONFIG, background=False) as memory:
        with child("hold", str(root), "idle"):
            with pytest.raises(WaitTimeout, match="holds the indexer"):
                memory.erase(text=MARK, timeout=0, **USER)
            assert memory.status().erasures == {"finished": 0, "unfinished": 1}
            assert [f.kind for f in memory.verify().errors if "erasure" in f.kind] == [
                "erasure_unfinished"
            ]
            hits = memory.retrieve(f"{MARK} town", **USER).hits
            assert all(MARK not in hit.text for hit in hits)
            assert not memory.facts(predicate="lives_in", **USER).facts
        memory.index()
        assert memory.status().erasures == {"finished": 1, "unfinished": 0}
        [certificate] = erasures.read(memory.layout).certificates.values()
        assert certificate.scan is None and places(root, [MARK]) == []
        assert memory.verify(deep=True).ok


def test_one_erasure_at_a_time(root: Path, small: EywaMemory) -> None:
    def erase_too(plan: Any) -> bool:
        with (
            EywaMemory(root, CONFIG, background=False) as other,
            pytest.raises(IndexerBusy, match="erasing"),
        ):
            other.erase(text=MARK, **USER)
        return False

    small.erase(text=MARK, confirm=erase_too, **USER)


def test_files_of_another_user_are_left(root: Path, small: EywaMemory) -> None:
    small.append(f"{MARK} of bob", tenant_id="acme", user_id="bob")
    before = {p: p.read_bytes() for p in (root / "tenants/acme/users/bob").rglob("*.jsonl")}
    report = small.erase(everything=True, **USER)
    assert report.plan.counts["records"] == 3
    assert {path: path.read_bytes() for path in before} == before
    [session] = (root / FOLDER / "sessions/default").iterdir()
    assert all(erased_by(line) for line in session.read_bytes().splitlines())
