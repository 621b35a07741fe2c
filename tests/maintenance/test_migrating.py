"""Another embedder: nobody fails meanwhile, nothing is mixed, any kill leaves a whole index."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest
from corpus import (
    DAY_0,
    MINUTE,
    TINY_EN,
    MakeMemory,
    catalog_of,
    generation_of,
    keep_vectors,
    warm_up,
)
from forked import Child

from eywa_fs.catalog import docs
from eywa_fs.embedding.factory import local_backend
from eywa_fs.embedding.protocol import EmbedderIdentity
from eywa_fs.errors import (
    BadRequest,
    DependencyUnavailable,
    EmbeddingMismatch,
    IndexerBusy,
    NotFound,
)
from eywa_fs.generations import migration, pointer
from eywa_fs.index.seal import LOCK_FILE, UsageLock
from eywa_fs.maintenance import migrate
from eywa_fs.memory import EywaMemory

CHILD = Path(__file__).with_name("migrating_child.py")
CONFIG = "# of this memory\nembedding:\n  backend: minilm # the small one\n"
ELSEWHERE = EmbedderIdentity("http", "some-model", 384, "1")


pytestmark = pytest.mark.usefixtures("no_environment")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory, warm_cache: Path) -> Path:
    """A root with an index by minilm, as its settings say; nobody uses it."""
    place = tmp_path_factory.mktemp("made") / "root"
    place.mkdir()
    (place / "config.yaml").write_text(CONFIG, encoding="ascii")
    warm_up(place, warm_cache)
    with EywaMemory(place, background=False) as memory:
        memory.append_many(
            {"content": text, "timestamp": DAY_0 + n * MINUTE} for n, text in enumerate(TINY_EN)
        )
        memory.index()
    return place


@pytest.fixture
def rooted(made: Path, root: Path) -> Path:
    """A copy of it for one test."""
    shutil.copytree(made, root)
    return root


def embedder_of(memory: EywaMemory) -> str:
    """What the current generation is bound to; every vector in it must be this embedder's."""
    generation = generation_of(memory)
    bound = generation.binding
    backend = local_backend(bound)
    assert backend is not None
    embedder = memory._parts.embedders.opened(
        memory.settings.embedding.model_copy(update={"backend": backend})
    )
    with generation.catalog().read() as connection:
        rows = list(docs.every(connection))
    vectors = generation.vectors().get_vectors(
        generation.collection("default"), [row.doc_id for row in rows]
    )
    known = embedder.cache.get_many(bound.key, [row.embed_hash for row in rows])
    assert len(vectors) == len(rows)
    for row in rows:
        assert np.array_equal(vectors[row.doc_id], known[row.embed_hash]), row.anchor.citation
    return backend


def digest(memory: EywaMemory) -> str:
    report = memory.verify(deep=True)
    assert report.ok, report.as_dict()
    assert report.digest is not None
    return report.digest


def audited(memory: EywaMemory) -> list[str]:
    return [entry.reason for entry in memory.audit(action="embedder_migrated")]


def test_there_and_back(rooted: Path, make_memory: MakeMemory) -> None:
    memory = make_memory(rooted)
    report = memory.migrate_embedder("e5")
    assert (report.generation, report.previous, report.documents) == (2, 1, len(TINY_EN))
    assert report.words == report.vectors == len(TINY_EN) and report.settings_written
    text = (rooted / "config.yaml").read_text(encoding="ascii")
    assert text == CONFIG.replace("minilm", "e5")
    result = memory.retrieve("Where is the spare key?")
    assert not result.degraded and "spare key" in result.hits[0].text
    memory.append("The ferry to Nauvo leaves at nine.", timestamp=DAY_0 + 9 * MINUTE)
    memory.index()
    assert embedder_of(memory) == "e5"  # this process too, whose settings name minilm

    back = memory.migrate_back()
    assert (back.generation, back.previous, back.documents) == (1, 2, len(TINY_EN) + 1)
    assert (rooted / "config.yaml").read_text(encoding="ascii") == CONFIG
    assert embedder_of(memory) == "minilm"
    assert memory.retrieve("When does the ferry leave?").hits[0].text.startswith("The ferry")
    assert memory.migrate_back().generation == 2  # and there again
    found = [(g.number, g.state, g.dimension) for g in memory.generations()]
    assert found == [(1, "previous", 384), (2, "current", 384)]
    assert memory.drop_previous() == [1]
    with pytest.raises(NotFound, match="eywa migrate status"):
        memory.migrate_back()
    assert audited(memory) == ["another embedder was asked for", "back", "back"]


def test_erasing_afterwards_takes_both_generations(rooted: Path, make_memory: MakeMemory) -> None:
    """What the erasure derives is by the embedder in use, not by the one of the settings at the
    start, and there is no way back to what held the text."""
    memory = make_memory(rooted)
    memory.migrate_embedder("e5")
    report = memory.erase(text="spare key")
    assert report.certificate is not None and report.certificate.left == ()
    assert embedder_of(memory) == "e5" and digest(memory)
    assert [found.state for found in memory.generations()] == ["current"]
    with pytest.raises(NotFound, match="no generation to go back to"):
        memory.migrate_back()
    memory.close()
    assert make_memory(rooted).erase(everything=True).applied  # the settings of the file fit


def test_what_is_in_use_already_is_not_derived(rooted: Path, make_memory: MakeMemory) -> None:
    memory = make_memory(rooted)
    report = memory.migrate_embedder({"backend": "minilm", "threads": 1})
    assert not report.built and report.settings_written and report.generation == 1
    assert "threads: 1" in (rooted / "config.yaml").read_text(encoding="ascii")
    for wrong in ({"backend": "none"}, {"model": 1}, {"no such key": 1}, "", {}):
        with pytest.raises(BadRequest):
            memory.migrate_embedder(wrong)
    gone = {"backend": "sentence-transformers", "model": "/no/such/folder"}
    with pytest.raises(DependencyUnavailable):
        memory.migrate_embedder(gone)
    assert [g.number for g in memory.generations()] == [1]


def test_settings_from_elsewhere_are_told_not_written(
    rooted: Path, make_memory: MakeMemory
) -> None:
    config = {"embedding": {"backend": "minilm"}}
    memory = make_memory(rooted, config)
    report = memory.migrate_embedder("e5")
    assert not report.settings_written and report.settings == "embedding:\n  backend: e5"
    assert (rooted / "config.yaml").read_text(encoding="ascii") == CONFIG
    with pytest.raises(EmbeddingMismatch, match="'eywa migrate embedder minilm'"):
        make_memory(rooted, config)
    assert memory.verify().ok and memory.status().ok  # it followed the switch
    careful = make_memory(rooted, config, migrating=True)  # as 'eywa verify' opens it
    assert careful.verify().counts == {"settings_differ": 1} and not careful.verify().ok
    assert not careful.status().ok and "minilm" in careful.status().parts["settings"]
    assert careful.repair().actions == ()


def test_one_makes_a_generation_at_a_time(rooted: Path, make_memory: MakeMemory) -> None:
    memory = make_memory(rooted)
    with migration.making(memory.layout):
        for make in (memory.rebuild, lambda: memory.migrate_embedder("e5"), memory.drop_previous):
            with pytest.raises(IndexerBusy, match="derives a new generation"):
                make()
        memory.append(TINY_EN[0])
        assert memory.index().written == 1  # the current one is kept up to date meanwhile


def test_a_process_that_cannot_have_the_embedder(rooted: Path, make_memory: MakeMemory) -> None:
    """It searches words and files, says what to do, and leaves the indexer to others."""
    memory, other = make_memory(rooted), make_memory(rooted, migrating=True)
    assert memory.index().written == 0 and memory._parts.lease.held
    number = pointer.create(memory.layout, ELSEWHERE)
    with other._parts.workshop.new_generation(ELSEWHERE):
        pass
    pointer.switch(memory.layout, number + 1)
    result = memory.retrieve("Where is the spare key?")
    assert "spare key" in result.hits[0].text
    [reason] = result.degraded
    assert reason.startswith("embedder_unavailable") and "eywa migrate back" in reason
    with pytest.raises(DependencyUnavailable, match="http/some-model"):
        memory.index()
    assert not memory._parts.lease.held
    with pytest.raises(EmbeddingMismatch, match="'eywa migrate embedder minilm'"):
        make_memory(rooted)


def test_a_generation_that_fails_its_check_is_not_used(
    rooted: Path, make_memory: MakeMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    from eywa_fs.maintenance import newcheck

    memory = make_memory(rooted)
    monkeypatch.setattr(newcheck, "_is_found", lambda *given: False)
    with pytest.raises(DependencyUnavailable, match="not found by its own words"):
        memory.migrate_embedder("e5")
    assert [g.number for g in memory.generations()] == [1]
    assert embedder_of(memory) == "minilm"


QUICK = ("before_switch", "after_switch", "after_settings")
OTHERS = (
    "after_new_generation",
    "before_vectors", "before_words", "before_catalog", "after_catalog", "before_check",
    "before_seal", "before_note", "before_note:2",
)  # fmt: skip


@pytest.mark.parametrize(
    "step", [*QUICK, *(pytest.param(step, marks=pytest.mark.slow) for step in OTHERS)]
)
def test_a_kill_at_any_step_leaves_a_whole_index(rooted: Path, step: str) -> None:
    """It opens with what the settings say now, answers, and the next migration goes through."""
    done = Child(str(CHILD), "die", str(rooted), step).ended()
    assert done.returncode == -signal.SIGKILL, done
    switched = step in ("after_switch", "after_settings", "before_note:2")
    with EywaMemory(rooted, background=False) as memory:
        result = memory.retrieve("Where is the spare key?")
        assert not result.degraded and "spare key" in result.hits[0].text
        unfinished = set(migration.unfinished(memory.layout))
        report = memory.migrate_embedder("e5")
        assert report.built is not switched and report.settings_written
        assert embedder_of(memory) == "e5" and audited(memory)
        # A store of the killed process may still open files of the old number.
        assert unfinished.isdisjoint(g.number for g in memory.generations())
        assert [g.state for g in memory.generations()] == ["previous", "current"]
    with EywaMemory(rooted, background=False) as memory:
        assert memory.settings.embedding.backend == "e5"


def test_a_store_that_outlives_its_killed_maker_is_waited_for(
    rooted: Path, make_memory: MakeMemory
) -> None:
    """It opens files by their names until it ends; nothing of it may be left in the index."""
    memory = make_memory(rooted)
    left = pointer.create(memory.layout, ELSEWHERE)
    path, began = pointer.folder(memory.layout, left), threading.Event()
    store = UsageLock(path / LOCK_FILE)
    assert store.try_shared()

    def outlive() -> None:
        for number in range(200):
            path.mkdir(exist_ok=True)
            (path / f"journal-{number}").touch()
            began.set()
            time.sleep(0.01)
        store.release()

    outliving = threading.Thread(target=outlive)
    outliving.start()
    assert began.wait(60)
    memory.migrate_embedder("e5")
    outliving.join()
    assert [g.state for g in memory.generations()] == ["previous", "current"]


def test_nobody_fails_while_it_is_migrated(rooted: Path, tmp_path: Path, warm_cache: Path) -> None:
    """One process appends, indexes and searches, others are opened anew; there and back."""
    stop, failed, opened = tmp_path / "stop", list[str](), 0
    ending = threading.Event()

    def open_and_search() -> None:
        nonlocal opened
        while not ending.is_set():
            try:
                with EywaMemory(rooted, background=False) as memory:
                    result = memory.retrieve("Where is the spare key?")
                if result.degraded or "spare key" not in result.hits[0].text:
                    failed.append(str(result.degraded))
            except Exception as error:
                failed.append(repr(error))
            opened += 1

    with subprocess.Popen(
        [sys.executable, str(CHILD), "load", str(rooted), str(stop)], stdout=subprocess.PIPE
    ) as load:
        assert load.stdout is not None and load.stdout.readline()
        assert int(load.stdout.readline()) == 1, "it has searched in the old one"
        thread = threading.Thread(target=open_and_search)
        thread.start()
        try:
            with EywaMemory(rooted, background=False) as memory:
                assert memory.migrate_embedder("e5").generation == 2
            for line in load.stdout:  # until the other process has found something in the new one
                if int(line) == 2:
                    break
            with EywaMemory(rooted, background=False) as memory:
                assert memory.migrate_back().generation == 1
        finally:
            ending.set()
            thread.join()
            stop.touch()
        told = json.loads(load.stdout.read().splitlines()[-1])
    assert failed == [] and told["failed"] == []
    assert opened and told["acknowledged"] and {1, 2} <= set(told["generations"])
    with EywaMemory(rooted, background=False) as memory:
        memory.index()
        with catalog_of(memory).read() as connection:
            events = {row.event_id for row in docs.every(connection)}
        assert {f"crate-{n}" for n in range(told["acknowledged"])} <= events
        assert embedder_of(memory) == "minilm"
        assert memory.migrate_back().generation == 2
        assert embedder_of(memory) == "e5"
        survived = digest(memory)
    keep_vectors(rooted, warm_cache)
    scratch = tmp_path / "scratch"
    shutil.copytree(rooted / "tenants", scratch / "tenants")
    warm_up(scratch, warm_cache)
    with EywaMemory(scratch, {"embedding": {"backend": "e5"}}, background=False) as memory:
        assert memory.rebuild().digest == survived


def test_status_names_what_is_unfinished(rooted: Path, make_memory: MakeMemory) -> None:
    memory = make_memory(rooted)
    pointer.create(memory.layout, ELSEWHERE)
    assert [g.state for g in migrate.status(memory.layout)] == ["current", "unfinished"]
    with migration.making(memory.layout):
        assert [g.state for g in migrate.status(memory.layout)] == ["current", "being_made"]
    (memory.layout.index / "MIGRATED").write_text("no note", encoding="ascii")
    assert memory.drop_previous() == [2]
