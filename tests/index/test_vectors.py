"""The vector index with a real Chroma or SurrealDB in a real process, which is stopped,
killed and fed rubbish.

Clocks are never compared; a hang of the parent would show as a test that does not end.
"""

import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest
from corpus import Hands, until
from index.chroma_serving import chroma_server
from numpy.typing import NDArray

from eywa_fs.errors import (
    BadRequest,
    DependencyTimeout,
    DependencyUnavailable,
    EmbeddingMismatch,
)
from eywa_fs.index import host_process
from eywa_fs.index.backends import BackendName
from eywa_fs.index.seal import UsageLock
from eywa_fs.index.vectors import VectorIndex
from eywa_fs.index.wire import Request

STARTED = host_process.started
NAME = "t-1.e5"
BINDING = {"embedder": "own", "model": "tiny", "version": "1"}
DIMENSION = 8

ENV = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}


def unit_rows(count: int) -> NDArray[np.float32]:
    rows = np.random.default_rng(5).normal(size=(count, DIMENSION)).astype(np.float32)
    unit: NDArray[np.float32] = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return unit


def names(count: int) -> list[str]:
    return [f"d{number}" for number in range(count)]


def upsert(index: VectorIndex, ids: list[str], vectors: NDArray[np.float32]) -> None:
    index.upsert(NAME, ids, vectors, [{"made": "here"}] * len(ids))


@contextmanager
def impatient(index: VectorIndex) -> Iterator[None]:
    """Reads are waited for a moment only: where the process is stopped, and nowhere else, so that
    what shall succeed has its time on a machine with much to do."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(index, "_call_timeout_s", 0.2)
        yield


@pytest.fixture
def started_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here hosts are started as a user's are."""
    monkeypatch.setattr(host_process, "started", STARTED)


@pytest.fixture
def clock() -> Hands:
    return Hands()


@pytest.fixture(params=["chroma", "surrealdb"])
def store(request: pytest.FixtureRequest) -> BackendName:
    """Each store in turn."""
    name: BackendName = request.param
    return name


@pytest.fixture
def index(tmp_path: Path, clock: Hands, store: BackendName) -> Iterator[VectorIndex]:
    with VectorIndex(tmp_path / "vectors", backend=store, clock=clock, call_timeout_s=20) as opened:
        opened.start()
        opened.ensure_collection(NAME, DIMENSION, BINDING)
        yield opened


def send(index: VectorIndex, signal_number: int) -> None:
    assert index.host_pid is not None
    os.kill(index.host_pid, signal_number)


@pytest.mark.usefixtures("started_anew")
def test_what_is_written_is_found_best_first(index: VectorIndex) -> None:
    rows = unit_rows(60)
    index.upsert(NAME, names(60), rows, [{"lane": "l0", "n": n} for n in range(60)])
    hits = index.query(NAME, rows[7], 5)
    similarities = [similarity for _, similarity in hits]
    assert hits[0][0] == "d7"
    assert similarities == sorted(similarities, reverse=True)
    assert similarities == pytest.approx([float(rows[int(i[1:])] @ rows[7]) for i, _ in hits])
    assert index.get(NAME, ["d3", "d3", "none"]) == {"d3": {"lane": "l0", "n": 3}}
    assert np.allclose(index.get_vectors(NAME, ["d3", "none"])["d3"], rows[3])
    upsert(index, names(60), rows)
    index.delete(NAME, ["d7", "none"])
    index.delete(NAME, [])
    assert index.count(NAME) == 59
    assert "d7" not in dict(index.query(NAME, rows[7], 59))
    assert len(index.query(NAME, rows[7], 500)) == 59
    index.list_collections()


def test_many_are_written_in_batches_and_listed_in_pages(
    index: VectorIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("eywa_fs.index.vectors.WRITE_BATCH", 100)
    monkeypatch.setattr("eywa_fs.index.vectors.READ_BATCH", 70)
    upsert(index, names(1230), unit_rows(1230))
    assert sorted(index.all_ids(NAME)) == sorted(names(1230))
    assert len(index.get(NAME, names(1230))) == 1230
    assert len(index.get_vectors(NAME, names(1230))) == 1230


def test_a_missing_collection_is_empty(index: VectorIndex) -> None:
    vector = unit_rows(1)[0]
    assert index.query("other", vector, 3) == []
    assert (index.get("other", ["a"]), index.get_vectors("other", ["a"])) == ({}, {})
    assert (index.all_ids("other"), index.count("other")) == ([], 0)
    index.delete("other", ["a"])
    with pytest.raises(DependencyUnavailable, match="no collection"):
        index.upsert("other", ["a"], unit_rows(1), [{"made": "here"}])


def test_an_empty_collection_answers(index: VectorIndex) -> None:
    assert index.query(NAME, unit_rows(1)[0], 3) == []
    assert index.all_ids(NAME) == []
    upsert(index, [], unit_rows(0))


def test_collections_are_told_apart(index: VectorIndex) -> None:
    index.ensure_collection("another", DIMENSION, BINDING)
    upsert(index, ["a"], unit_rows(1))
    assert index.list_collections() == ["another", NAME]
    assert (index.count("another"), index.count(NAME)) == (0, 1)


def test_another_binding_or_dimension_is_a_mismatch_and_no_failure(index: VectorIndex) -> None:
    index.ensure_collection(NAME, DIMENSION, BINDING)
    for dimension, binding in ((DIMENSION, {**BINDING, "version": "2"}), (9, BINDING)):
        with pytest.raises(EmbeddingMismatch):
            index.ensure_collection(NAME, dimension, binding)
    for _ in range(4):
        with pytest.raises(EmbeddingMismatch):
            upsert(index, ["a"], np.ones((1, 3), np.float32))
        with pytest.raises(EmbeddingMismatch):
            index.query(NAME, np.ones(3, np.float32), 1)
    assert index.state.phase == "closed"


def test_bad_input_never_reaches_the_store(index: VectorIndex) -> None:
    nan = np.full((1, DIMENSION), np.nan, np.float32)
    with pytest.raises(BadRequest):
        upsert(index, ["a"], nan)
    with pytest.raises(BadRequest):
        index.query(NAME, nan[0], 1)


def test_written_is_there_after_close_and_no_file_changes_then(
    tmp_path: Path, store: BackendName
) -> None:
    folder = tmp_path / "vectors"
    with VectorIndex(folder, backend=store, call_timeout_s=20) as first:
        first.ensure_collection(NAME, DIMENSION, BINDING)
        upsert(first, names(50), unit_rows(50))
        pid = first.host_pid
    assert first.host_pid is None
    with pytest.raises(ProcessLookupError):
        os.kill(pid or 0, 0)
    with pytest.raises(DependencyUnavailable, match="closed"):
        first.count(NAME)
    first.close()
    with VectorIndex(folder, backend=store, call_timeout_s=20) as second:
        assert second.count(NAME) == 50


@pytest.mark.usefixtures("started_anew")
def test_a_killed_host_is_started_again_by_the_next_call(index: VectorIndex) -> None:
    upsert(index, names(20), unit_rows(20))
    before = index.host_pid
    send(index, signal.SIGKILL)
    until(lambda: index._host is None or not index._host.alive, 60)
    assert index.count(NAME) == 20
    assert index.host_pid != before
    assert index.query(NAME, unit_rows(20)[4], 1)[0][0] == "d4"


def test_a_host_that_dies_in_a_call_is_an_error_and_then_started_again(
    index: VectorIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    upsert(index, names(20), unit_rows(20))
    send(index, signal.SIGSTOP)
    host = index._host
    assert host is not None
    submit = host.submit

    def submit_and_kill(request: Request) -> None:
        submit(request)
        send(index, signal.SIGKILL)

    monkeypatch.setattr(host, "submit", submit_and_kill)
    with pytest.raises(DependencyUnavailable, match="ended"):
        index.count(NAME)
    assert index.state.phase == "closed"
    assert index.count(NAME) == 20


def test_a_hanging_host_costs_one_timeout_and_is_tried_again_later(
    tmp_path: Path, clock: Hands
) -> None:
    with VectorIndex(tmp_path, clock=clock, call_timeout_s=20) as index:
        index.ensure_collection(NAME, DIMENSION, BINDING)
        upsert(index, names(20), unit_rows(20))
        stopped = index.host_pid
        send(index, signal.SIGSTOP)
        with impatient(index), pytest.raises(DependencyTimeout):
            index.query(NAME, unit_rows(1)[0], 3)
        with pytest.raises(ProcessLookupError):
            os.kill(stopped or 0, 0)
        assert index.state.phase == "open"
        for _ in range(50):
            with pytest.raises(DependencyUnavailable, match="left alone"):
                index.query(NAME, unit_rows(1)[0], 3)
        index.start()
        assert index.host_pid is None
        clock.now += 10
        phase: str = index.state.phase
        assert phase == "half-open"
        assert len(index.query(NAME, unit_rows(1)[0], 3)) == 3
        closed: str = index.state.phase
        assert closed == "closed"


def test_waiting_for_another_threads_write_is_bounded_and_harms_nobody(tmp_path: Path) -> None:
    with VectorIndex(tmp_path, call_timeout_s=20) as index:
        index.ensure_collection(NAME, DIMENSION, BINDING)
        upsert(index, ["first"], unit_rows(1))
        pid = index.host_pid
        send(index, signal.SIGSTOP)
        writer = threading.Thread(
            target=index.upsert, args=(NAME, names(5), unit_rows(5), [{"made": "here"}] * 5)
        )
        writer.start()
        while not index._lock.locked():
            pass
        with impatient(index), pytest.raises(DependencyTimeout, match="busy"):
            index.query(NAME, unit_rows(1)[0], 3)
        send(index, signal.SIGCONT)
        writer.join()
        assert (index.host_pid, index.state.phase) == (pid, "closed")


def test_a_named_pipe_in_place_of_the_database_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "chroma.sqlite3")
    with VectorIndex(tmp_path) as index, pytest.raises(DependencyUnavailable, match="plain file"):
        index.count(NAME)


def test_rubbish_in_place_of_the_database_opens_the_breaker(tmp_path: Path) -> None:
    (tmp_path / "chroma.sqlite3").write_bytes(b"rubbish" * 1000)
    with VectorIndex(tmp_path, clock=Hands(), call_timeout_s=20) as index:
        for _ in range(3):
            with pytest.raises(DependencyUnavailable):
                index.count(NAME)
        assert index.state.phase == "open"


def test_any_file_scrambled_is_an_answer_or_our_error(tmp_path: Path, store: BackendName) -> None:
    whole = tmp_path / "whole"
    with VectorIndex(whole, backend=store, call_timeout_s=20) as index:
        index.ensure_collection(NAME, DIMENSION, BINDING)
        upsert(index, names(1100), unit_rows(1100))  # enough to be written as a graph
    files = [path.relative_to(whole) for path in whole.rglob("*") if path.is_file()]
    assert len(files) > 3 or store == "surrealdb"
    for path in files:
        copy = tmp_path / "copy"
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(whole, copy)
        scrambled = np.frombuffer((copy / path).read_bytes(), np.uint8) ^ 0x5A
        (copy / path).write_bytes(scrambled.tobytes())
        with VectorIndex(copy, backend=store, start_timeout_s=10, call_timeout_s=10) as index:
            for call in (
                lambda index=index: index.query(NAME, unit_rows(1)[0], 5),
                lambda index=index: upsert(index, ["new"], unit_rows(1)),
            ):
                try:
                    call()
                except DependencyUnavailable as error:
                    assert str(error)


@pytest.fixture
def server_port(tmp_path: Path) -> Iterator[int]:
    with chroma_server(tmp_path / "served") as (port, _):
        yield port


def test_a_server_is_used_the_same_way(server_port: int) -> None:
    rows = unit_rows(20)
    with VectorIndex(("127.0.0.1", server_port), call_timeout_s=20) as index:
        index.ensure_collection(NAME, DIMENSION, BINDING)
        with pytest.raises(EmbeddingMismatch):
            index.ensure_collection(NAME, DIMENSION + 1, BINDING)
        index.upsert(NAME, names(20), rows, [{"n": n} for n in range(20)])
        assert index.query(NAME, rows[4], 1)[0][0] == "d4"
        assert index.get(NAME, ["d3"]) == {"d3": {"n": 3}}
        assert np.allclose(index.get_vectors(NAME, ["d3"])["d3"], rows[3])
        index.delete(NAME, ["d3"])
        assert (index.count(NAME), len(index.all_ids(NAME))) == (19, 19)
        assert index.query("other", rows[0], 3) == []


def test_no_server_is_an_error_of_ours() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # bound but not listening: nobody else can answer there
        server = ("127.0.0.1", int(taken.getsockname()[1]))
        with VectorIndex(server) as index, pytest.raises(DependencyUnavailable):
            index.list_collections()


OTHER = """
import sys, pathlib, numpy as np
from eywa_fs.index.vectors import VectorIndex
index = VectorIndex(pathlib.Path(sys.argv[1]), backend=sys.argv[3])
vectors = np.full((1, 8), 3, np.float32)
index.upsert(sys.argv[2], ["theirs"], vectors, [{"made": "there"}])
index.close()
"""


def test_another_processs_writes_are_seen_once_it_has_caught_up(
    index: VectorIndex, tmp_path: Path, store: BackendName
) -> None:
    """Also: a script without a ``__main__`` guard can use the index."""
    rows = unit_rows(20)
    upsert(index, names(20), rows)
    index.query(NAME, rows[0], 3)
    assert index.catch_up(7, reopen=False) and index.as_of == 7  # what it wrote itself, it sees
    script = tmp_path / "script.py"
    script.write_text(OTHER)
    command = [sys.executable, str(script), str(tmp_path / "vectors"), NAME, store]
    subprocess.run(command, check=True, env=ENV)
    assert not index.catch_up(8, reopen=False) and index.as_of == 7
    assert index.query(NAME, np.ones(8, np.float32), 1)[0][0] != "theirs"
    assert index.catch_up(8) and index.as_of == 8
    assert index.query(NAME, np.ones(8, np.float32), 1)[0][0] == "theirs"
    assert index.get_vectors(NAME, ["theirs"])["theirs"][0] == 3


def test_two_hosts_that_write_in_turn_lose_nothing(
    index: VectorIndex, tmp_path: Path, store: BackendName
) -> None:
    """Chroma alone would save one's old graph over the other's documents."""
    rows = unit_rows(3000)
    ids = names(3000)
    upsert(index, ids[:300], rows[:300])
    index.query(NAME, rows[0], 3)
    with VectorIndex(tmp_path / "vectors", backend=store, call_timeout_s=20) as other:
        upsert(other, ids[300:1500], rows[300:1500])
        upsert(index, ids[1500:2800], rows[1500:2800])
        upsert(other, ids[2800:], rows[2800:])
        assert len(index.get_vectors(NAME, ids)) == 3000
        for reader in (index, other):
            reader.catch_up()
            for row in (5, 400, 1600, 2900):
                assert reader.query(NAME, rows[row], 1)[0][0] == ids[row]
    index.call("reopen", opens=True)
    assert index.count(NAME) == 3000
    assert [index.query(NAME, rows[n], 1)[0][0] for n in (5, 400, 1600, 2900)] == [
        "d5",
        "d400",
        "d1600",
        "d2900",
    ]


def test_the_host_shares_the_folders_lock_while_it_lives(
    tmp_path: Path, store: BackendName
) -> None:
    lock_path = tmp_path / "use.lock"
    other = UsageLock(lock_path)
    with VectorIndex(tmp_path / "vectors", backend=store, usage_lock=lock_path) as index:
        index.list_collections()
        assert not other.try_exclusive()
    assert other.try_exclusive()
    other.release()


CHILDLESS = """
import os, pathlib, sys
from eywa_fs.index.vectors import VectorIndex
index = VectorIndex(pathlib.Path(sys.argv[1]))
index.list_collections()
print(index.host_pid, flush=True)
sys.stdin.read()
"""


def test_the_host_ends_with_a_killed_parent(tmp_path: Path) -> None:
    lock_path = tmp_path / "use.lock"
    script = CHILDLESS.replace("argv[1])", f"argv[1]), usage_lock=pathlib.Path({str(lock_path)!r})")
    with subprocess.Popen(
        [sys.executable, "-c", script, str(tmp_path / "vectors")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=ENV,
    ) as parent:
        assert parent.stdout is not None
        assert int(parent.stdout.readline()) > 0
        parent.send_signal(signal.SIGKILL)
    lock = UsageLock(lock_path)
    until(lock.try_exclusive, 60)
    lock.release()


def test_start_does_not_wait_and_starts_only_once(tmp_path: Path) -> None:
    with VectorIndex(tmp_path, call_timeout_s=20) as index:
        index.start()
        pid = index.host_pid
        index.start()
        index.list_collections()
        assert index.host_pid == pid
    index.start()
    assert index.host_pid is None


def test_close_without_a_call_ends_the_starting_host(tmp_path: Path) -> None:
    index = VectorIndex(tmp_path)
    index.start()
    index.close()
    assert index.host_pid is None
