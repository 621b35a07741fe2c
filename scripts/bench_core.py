"""Benchmarks of the core, each as a ratio against a plain baseline in the same run.

    python scripts/bench_core.py --records 10000
    python scripts/bench_core.py --records 100000 --json
    python scripts/bench_core.py --quick
    python scripts/bench_core.py --at FOLDER --parts retrieval   # again, on what FOLDER has

Measured: append against a bare write+fsync loop, one by one, by eight threads and in batches;
retrieval without the query's embedding against a bare unfiltered Chroma query, by one thread and by
sixteen; a look at the files of a user who has 1,500 against one ``os.stat`` each; rebuild with a
warm embedding cache against bare Chroma upserts of the same vectors; deep verify against a plain
loop of read + json + SHA-256; the cold start of ``eywa search`` against ``python -c "import
chromadb"``; peak memory.

Ours and the baseline take turns, and medians are compared, so that a busy machine hits both alike.
Vectors are random (the models are not what is measured), texts are made of a fixed vocabulary, 100
users share one tenant and talk in sessions of twenty messages. Read docs/performance.md for
results.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import multiprocessing
import os
import random
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

TENANT = "bench"
SESSION = 20
"""Messages in a session, one a minute."""
WRITERS = 8
"""Threads that append to one file."""
THREADS = 16
KEPT_QUERIES = 200
"""Queries that threads ask, over and over: the vectors of so many are kept by the embedder."""
PARTS = ("append", "look", "rebuild", "verify_deep", "retrieval", "cold_start")
CONFIG = {"lanes": {"fact_summary": "off"}}
"""Every record keeps its vector, as in the baseline: summaries instead would need a model."""
BEGIN_MS = 1_700_000_000_000
_SYLLABLES = ("ba", "ke", "li", "mo", "nu", "pa", "re", "si", "to", "vu")
_ENDINGS = ("ran", "tel", "mik", "dos", "pun")
_PLAIN = ("rain", "coffee", "train", "garden", "dinner", "budget", "guitar", "doctor", "ticket")
WORDS = [first + last for first in _SYLLABLES for last in _ENDINGS] + list(_PLAIN)


@dataclass(frozen=True, slots=True)
class Sizes:
    """How much is measured: records and users, appends one by one and in a batch, files of the
    user whose files are looked at (one a session), searches, and repetitions of each pair."""

    records: int
    users: int
    appends: int
    batch: int
    files: int
    queries: int
    rounds: int
    verifies: int
    starts: int


QUICK = Sizes(
    records=200, users=10, appends=50, batch=50, files=50, queries=20,
    rounds=1, verifies=1, starts=1,
)  # fmt: skip


def main() -> None:
    """Run what the arguments ask for and print the results."""
    arguments = _arguments()
    sizes = QUICK
    if not arguments.quick:
        sizes = Sizes(
            records=arguments.records,
            users=arguments.users,
            appends=2000,
            batch=1000,
            files=1500,
            queries=arguments.queries,
            rounds=arguments.rounds,
            verifies=3,
            starts=5,
        )
    parts = arguments.parts or PARTS
    if arguments.at:
        Path(arguments.at).mkdir(parents=True, exist_ok=True)
        results = run(Path(arguments.at), sizes, parts)
    else:
        with tempfile.TemporaryDirectory(prefix="eywa-bench-", dir=arguments.dir) as folder:
            results = run(Path(folder), sizes, parts)
    if arguments.json:
        print(json.dumps(results, indent=2))
    else:
        _print(results)


def run(folder: Path, sizes: Sizes, parts: Sequence[str]) -> dict[str, Any]:
    """The measurements asked for, on one set of records: the folder's, else a new one."""
    root, bare, vectors = folder / "root", folder / "bare", folder / "vectors.npy"
    results: dict[str, Any] = {"records": sizes.records, "users": sizes.users}

    def measure(name: str, work: Callable[[], dict[str, Any]]) -> None:
        if name in parts:
            _say(name)
            results[name] = work()
            _say(json.dumps(results[name]))  # a long run that is broken off has said something

    measure("append", lambda: bench_append(folder, sizes.appends, sizes.batch))
    measure("look", lambda: bench_look(folder / "looked", sizes.files))
    if not root.exists():
        _say(f"writing {sizes.records} records")
        fill(root, sizes)
        np.save(vectors, warm_cache(root))
    if "rebuild" not in parts and not bare.exists():
        _say("indexing")
        bench_rebuild(root, bare, vectors, 1)
    measure("rebuild", lambda: bench_rebuild(root, bare, vectors, sizes.rounds))
    measure("verify_deep", lambda: bench_verify(root, sizes.verifies))
    measure("retrieval", lambda: bench_retrieval(root, bare, sizes))
    measure("cold_start", lambda: bench_cold_start(root, sizes.starts))
    return results


def bench_append(folder: Path, count: int, in_batch: int) -> dict[str, Any]:
    """Appends of about 500 bytes against ``os.write`` + ``os.fsync`` of the same lines: one by one,
    by eight threads on one file, and in batches."""
    root = folder / "appended"
    text = _text(random.Random(1), 200)
    with memory_at(root) as memory:
        place = {"tenant_id": "warm", "user_id": "up", "timestamp": BEGIN_MS}
        anchor = memory.append(text, **place)
        line = (memory.layout.root / anchor.file_path).read_bytes()
        fd = os.open(folder / "bare.jsonl", os.O_WRONLY | os.O_CREAT | os.O_APPEND)

        def append() -> None:
            memory.append(text, **place)

        def write() -> None:
            os.write(fd, line)
            os.fsync(fd)

        ours, bare = [], []
        for _ in range(count):
            ours.append(_seconds(append))
            bare.append(_seconds(write))
        rates = [
            (_rate_of_threads(append, count), _rate_of_threads(write, count)) for _ in range(5)
        ]
        batch = [{"content": text, **place}] * in_batch
        batches = [in_batch / _seconds(lambda: memory.append_many(batch)) for _ in range(7)]
        os.close(fd)
    shutil.rmtree(root)
    threads, bare_threads = (statistics.median(side) for side in zip(*rates, strict=True))
    bare_rate = 1 / statistics.median(bare)
    return {
        "line_bytes": len(line),
        "ours_us_p50": statistics.median(ours) * 1e6,
        "bare_us_p50": statistics.median(bare) * 1e6,
        "ours_us_p95": _percentiles(ours)["p95"] * 1e6,
        "bare_us_p95": _percentiles(bare)["p95"] * 1e6,
        "speed_of_bare": statistics.median(bare) / statistics.median(ours),
        "threads": {
            "ours_per_s": threads,
            "bare_threads_per_s": bare_threads,
            "speed_of_bare_threads": threads / bare_threads,
            "speed_of_bare_loop": threads / bare_rate,
        },
        "batch": {"ours_per_s": statistics.median(batches)},
    }


def _rate_of_threads(work: Callable[[], None], count: int) -> float:
    """How often a second eight threads do it between them."""
    with ThreadPoolExecutor(WRITERS) as pool:
        list(pool.map(lambda _: None, range(WRITERS)))
        share = count // WRITERS

        def repeat(_: int) -> None:
            for _ in range(share):
                work()

        return share * WRITERS / _seconds(lambda: list(pool.map(repeat, range(WRITERS))))


def bench_look(root: Path, files: int) -> dict[str, float]:
    """What every search asks: is any file of this user new, changed or gone? Processor time,
    against one ``os.stat`` a file."""
    from eywa_fs.model.records import Scope
    from eywa_fs.truth.layout import Layout
    from eywa_fs.truth.looking import Looker

    paths = [
        root / f"tenants/{TENANT}/users/user000/sessions/s{number:04d}/2024-01-01.jsonl"
        for number in range(files)
    ]
    for path in paths:
        path.parent.mkdir(parents=True)
        path.write_text("{}\n")
    time.sleep(3.5)  # a folder that has just changed is listed each time
    looker, scope = Looker(Layout(root)), Scope(TENANT, "user000")
    found = looker.look(scope)
    names = [str(path) for path in paths]
    ours, plain = [], []
    for _ in range(30):
        plain.append(_cpu_ms(lambda: [os.stat(name) for name in names]))
        ours.append(_cpu_ms(lambda: looker.look(scope)))
    if looker.look(scope) is not found or len(found.files) != files:
        raise SystemExit("a look at files that nobody touched found something else")
    shutil.rmtree(root)
    medians = [statistics.median(times) for times in (ours, plain)]
    return {"ours_ms": medians[0], "stat_ms": medians[1], "ratio": medians[0] / medians[1]}


def fill(root: Path, sizes: Sizes) -> None:
    """Write the records: each user has sessions of twenty messages, one session a day."""
    random_words = random.Random(2)
    root.mkdir()
    (root / "config.yaml").write_text(json.dumps(CONFIG), encoding="utf-8")  # JSON is YAML
    with memory_at(root) as memory:
        batch = []
        for number in range(sizes.records):
            user, turn = number % sizes.users, number // sizes.users
            session, place = divmod(turn, SESSION)
            batch.append(
                {
                    "content": _text(random_words, 120),
                    "role": "user" if turn % 2 == 0 else "assistant",
                    "tenant_id": TENANT,
                    "user_id": f"user{user:03d}",
                    "session_id": f"s{session:03d}",
                    "timestamp": BEGIN_MS + session * 86_400_000 + place * 60_000 + user,
                    "event_id": f"e{number:07d}",
                }
            )
            if len(batch) == 5000:
                memory.append_many(batch)
                batch = []
        memory.append_many(batch)


def warm_cache(root: Path) -> NDArray[np.float32]:
    """Put a random vector for every text into the embedding cache; one row a text."""
    from eywa_fs.hashing import text_fingerprint

    texts = sorted({json.loads(line)["content"].strip() for line in _lines(root)})
    with memory_at(root) as memory:
        parts = memory._parts.embedder.parts
        key = memory._parts.embedder.identity.key
        generator = np.random.default_rng(3)
        block = generator.normal(size=(len(texts), parts[-1].stop)).astype(np.float32)
        for part in parts:  # a unit vector from each model
            piece = block[:, part.start : part.stop]
            piece /= np.linalg.norm(piece, axis=1, keepdims=True)
        hashes = [text_fingerprint(text) for text in texts]
        for start in range(0, len(hashes), 5000):
            rows = dict(zip(hashes[start : start + 5000], block[start : start + 5000], strict=True))
            memory._parts.embedder.cache.put_many(key, rows)
    return block


def bench_rebuild(root: Path, bare: Path, vectors: Path, rounds: int) -> dict[str, Any]:
    """A rebuild with warm caches against bare upserts of the same vectors, in batches of 1000.

    There is an index before, as in life; making it fills the cache of readings. Each in a process
    of its own, so that the peak memory is its own too.
    """
    _say("rebuild: the index before")
    first = _apart(_index, root)
    ours, plain = [], []
    for number in range(rounds):
        _say(f"rebuild: round {number + 1} of {rounds}")
        shutil.rmtree(bare, ignore_errors=True)
        plain.append(_apart(_bare_upserts, root, bare, vectors))
        ours.append(_apart(_rebuild, root))
    seconds = [[run.seconds for run in runs] for runs in (ours, plain)]
    cpu = [[run.cpu_s for run in runs] for runs in (ours, plain)]
    return {
        "first_index_s": first.seconds,
        "ours_s": seconds[0],
        "bare_s": seconds[1],
        "ours_cpu_s": cpu[0],
        "bare_cpu_s": cpu[1],
        "ratio": statistics.median(seconds[0]) / statistics.median(seconds[1]),
        "cpu_ratio": statistics.median(cpu[0]) / statistics.median(cpu[1]),
        "peak_memory_mb": {"rebuild": ours[-1].peak_mb, "bare_upserts": plain[-1].peak_mb},
    }


def _bare_upserts(root: Path, folder: Path, vectors: Path) -> float:
    collection = _bare_collection(folder, create=True)
    count = sum(1 for _ in _lines(root))
    loaded = np.load(vectors)
    block = loaded[np.resize(np.arange(len(loaded)), count)]

    def upserts() -> None:
        for start in range(0, count, 1000):
            part = block[start : start + 1000]
            numbers = range(start, start + len(part))
            collection.upsert(
                ids=[f"{n % 100:016x}-{n:016x}" for n in numbers],
                embeddings=part,
                metadatas=[_metadata(n) for n in numbers],
            )

    return _seconds(upserts)


def _metadata(number: int) -> Mapping[str, str]:
    """As much as we keep beside a vector, and as we keep it: one key (see docs/performance.md)."""
    user, start = number % 100, number // 100 * 400
    value = {
        "lane": "l0_recent_chunk",
        "eventId": f"e{number:07d}",
        "filePath": f"tenants/{TENANT}/users/user{user:03d}/sessions/s001/2024-01-01.jsonl",
        "fsVersion": f"{number:032x}",
        "lineStart": number // 100 + 1,
        "lineEnd": number // 100 + 1,
        "byteStart": start,
        "byteEnd": start + 399,
        "contentHash": f"sha256:{number:064x}",
        "createdAt": BEGIN_MS + number,
        "sourceType": "conversation",
    }
    return {"anchor": json.dumps(value, separators=(",", ":"))}


def _index(root: Path) -> float:
    with memory_at(root) as memory:
        return _seconds(memory.index)


def _rebuild(root: Path) -> float:
    with memory_at(root) as memory:
        return _seconds(memory.rebuild)


def _bare_collection(folder: Path, *, create: bool) -> Any:
    import chromadb
    from chromadb.config import Settings

    client = chromadb.PersistentClient(str(folder), settings=Settings(anonymized_telemetry=False))
    if create:
        return client.create_collection(
            "bare", embedding_function=None, configuration={"hnsw": {"space": "ip"}}
        )
    return client.get_collection("bare", embedding_function=None)


def bench_verify(root: Path, times: int) -> dict[str, Any]:
    """A deep verify against a loop that reads, parses and hashes every line."""

    def plain() -> None:
        for line in _lines(root):
            json.loads(line)
            hashlib.sha256(line).hexdigest()

    ours_s, plain_s = [], []
    with memory_at(root) as memory:
        _expect_clean(memory)  # opens the store, and brings the files into the page cache
        for _ in range(times):
            plain_s.append(_seconds(plain))
            ours_s.append(_seconds(lambda: _expect_clean(memory)))
    return {
        "ours_s": ours_s,
        "plain_s": plain_s,
        "ratio": statistics.median(ours_s) / statistics.median(plain_s),
    }


def _expect_clean(memory: Any) -> None:
    report = memory.verify(deep=True)
    if not report.ok:
        raise SystemExit(f"verify found errors in a fresh index: {dict(report.counts)}")


def bench_retrieval(root: Path, bare: Path, sizes: Sizes) -> dict[str, Any]:
    """Searches with the query's vector given, of users in turn, against bare Chroma queries.

    ``warm``: the user was asked before. ``first``: the first question of each user since the
    program started. ``graph``: the vector index is asked about small scopes too; what it finds of
    one of many users is so little that the user's memory is then looked at as a whole. ``--users
    1`` measures a memory that is large by itself.
    """
    asked = [_text(random.Random(n), 40) for n in range(sizes.queries)]
    collection = _bare_collection(bare, create=False)
    results: dict[str, Any] = {}
    with memory_at(root) as memory:
        dimension = memory._parts.embedder.parts[-1].stop
        generator = np.random.default_rng(4)
        vectors = generator.normal(size=(sizes.queries, dimension)).astype(np.float32)
        plain = _BareQueries(collection, vectors)
        _search(memory, asked[0], 0)  # loads the models
        parts: dict[str, list[float]] = defaultdict(list)
        if sizes.users > 1:
            results["first"] = _compared(memory, plain, asked[1 : sizes.users], None)
        results["warm"] = _compared(memory, plain, asked, parts, sizes.users)
        medians = {name: statistics.median(values) for name, values in parts.items()}
        results["warm"]["ours_ms_by_part"] = medians
        results["warm"]["newest_share"] = medians.get("newest", 0.0) / medians["total"]
        results["threads"] = _by_threads(memory, plain, asked, sizes.users)
    patient = {"exact_scope_limit": 0, "query_timeout_s": 60.0}
    with memory_at(root, {**CONFIG, "vectors": patient}) as memory:
        for user in range(sizes.users):
            _search(memory, asked[0], user)
        results["graph"] = _compared(memory, plain, asked, None, sizes.users)
    return results


def _by_threads(
    memory: Any, plain: _BareQueries, asked: Sequence[str], users: int
) -> dict[str, float]:
    """Searches a second by sixteen threads on one memory, against as many bare queries."""

    asked = asked[:KEPT_QUERIES]

    def search(number: int) -> None:
        _search(memory, asked[number % len(asked)], number % users)

    def rate(work: Callable[[int], object]) -> tuple[float, float]:
        count = max(3 * len(asked), THREADS)
        with ThreadPoolExecutor(THREADS) as pool:
            list(pool.map(work, range(max(len(asked), THREADS))))
            cpu, started = time.process_time(), time.perf_counter()
            list(pool.map(work, range(count)))
            seconds = time.perf_counter() - started
        return count / seconds, (time.process_time() - cpu) / count * 1000

    bare, bare_cpu = rate(lambda _: plain.ask())
    ours, ours_cpu = rate(search)
    return {
        "ours_per_s": ours,
        "bare_per_s": bare,
        "speed_of_bare": ours / bare,
        "ours_cpu_ms": ours_cpu,
        "bare_cpu_ms": bare_cpu,
    }


class _BareQueries:
    """Unfiltered queries of the ten nearest, one after the other."""

    def __init__(self, collection: Any, vectors: NDArray[np.float32]) -> None:
        self._collection = collection
        self._vectors = vectors
        self._next = 0
        for _ in range(10):
            self.ask()  # loads the graph

    def ask(self) -> float:
        """Milliseconds of the next one."""
        row = self._next % len(self._vectors)
        self._next += 1
        query = self._vectors[row : row + 1]
        return 1000 * _seconds(
            lambda: self._collection.query(
                query_embeddings=query, n_results=10, include=["distances"]
            )
        )


def _compared(
    memory: Any,
    plain: _BareQueries,
    asked: Sequence[str],
    parts: dict[str, list[float]] | None,
    users: int = 0,
) -> dict[str, Any]:
    """Each query once; of user 1, 2, 3 …, or of ``users`` users in turn."""
    ours: list[float] = []
    bare: list[float] = []
    ours_cpu: list[float] = []
    bare_cpu: list[float] = []
    for number, query in enumerate(asked, start=0 if users else 1):
        user = number % users if users else number
        memory._parts.embedder.embed_query(query)  # its vector is kept: the search finds it
        bare_cpu.append(_cpu_ms(lambda: bare.append(plain.ask())))

        def search(query: str = query, user: int = user) -> None:
            ours.append(_search(memory, query, user, parts))

        ours_cpu.append(_cpu_ms(search))
    found = {
        "ours_ms": _percentiles(ours),
        "bare_ms": _percentiles(bare),
        "ours_cpu_ms": _percentiles(ours_cpu),
        "bare_cpu_ms": _percentiles(bare_cpu),
    }
    ratios = {
        f"{kind}ratio_{p}": found[f"ours_{kind}ms"][p] / found[f"bare_{kind}ms"][p]
        for kind in ("", "cpu_")
        for p in ("p50", "p95")
    }
    return {**found, **ratios}


def _search(
    memory: Any, query: str, user: int, parts: dict[str, list[float]] | None = None
) -> float:
    """Milliseconds of one search, without the time its query's embedding took."""
    memory._parts.embedder.embed_query(query)  # its vector is kept for the search
    started = time.perf_counter()
    result = memory.retrieve(query, tenant_id=TENANT, user_id=f"user{user:03d}", limit=10)
    took = (time.perf_counter() - started) * 1000
    if result.degraded or len(result.hits) != 10:
        raise SystemExit(f"unexpected result: {result.degraded} {len(result.hits)} hits")
    if parts is not None:
        for name, value in result.latency_ms.items():
            parts[name].append(value)
    return took


def bench_cold_start(root: Path, runs: int) -> dict[str, float]:
    """``eywa search`` as a process against ``import chromadb`` as a process, in turns."""
    search = [sys.executable, "-m", "eywa_fs.cli.main", "--root", str(root), "search",
              "coffee in the garden", "--tenant", TENANT, "--user", "user007"]  # fmt: skip
    bare = [sys.executable, "-c", "import chromadb"]
    ours, plain = [], []
    for _ in range(runs):
        ours.append(_seconds(lambda: _quiet(search)))
        plain.append(_seconds(lambda: _quiet(bare)))
    return {
        "ours_s": statistics.median(ours),
        "import_chromadb_s": statistics.median(plain),
        "ratio": statistics.median(ours) / statistics.median(plain),
    }


def _quiet(command: Sequence[str]) -> None:
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


@dataclass(frozen=True, slots=True)
class Apart:
    """What work in a process of its own took: seconds, processor seconds, peak memory in MiB."""

    seconds: float
    cpu_s: float
    peak_mb: Mapping[str, int]


def _apart(work: Callable[..., float], *arguments: Path) -> Apart:
    """Do it in a new process, whose child (the vector store's host) is counted too."""
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=context) as pool:
        return pool.submit(_watched, work, *arguments).result()


def _watched(work: Callable[..., float], *arguments: Path) -> Apart:
    own, child = resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN
    seconds = work(*arguments)
    used = {"process": resource.getrusage(own), "vector_host": resource.getrusage(child)}
    unit = 1 << 20 if sys.platform == "darwin" else 1 << 10
    return Apart(
        seconds,
        sum(usage.ru_utime + usage.ru_stime for usage in used.values()),
        {name: usage.ru_maxrss // unit for name, usage in used.items()},
    )


@contextmanager
def memory_at(root: Path, config: Mapping[str, Any] | None = None) -> Iterator[Any]:
    """The memory without a background thread, so that only what is called is measured."""
    from eywa_fs import EywaMemory

    memory = EywaMemory(root, config, background=False)
    try:
        yield memory
    finally:
        memory.close()


def _lines(root: Path) -> Iterator[bytes]:
    for path in sorted(root.glob(f"tenants/{TENANT}/users/*/sessions/*/*.jsonl")):
        with path.open("rb") as file:
            yield from file


def _text(chosen: random.Random, characters: int) -> str:
    words: list[str] = []
    while sum(map(len, words)) + len(words) < characters:
        words.append(chosen.choice(WORDS))
    return " ".join(words)


def _seconds(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def _cpu_ms(work: Callable[[], object]) -> float:
    """Milliseconds of processor time of all threads of this process."""
    started = time.process_time()
    work()
    return (time.process_time() - started) * 1000


def _percentiles(values: Sequence[float]) -> dict[str, float]:
    ordered = sorted(values)
    return {"p50": ordered[len(ordered) // 2], "p95": ordered[int(len(ordered) * 0.95)]}


def _say(what: str) -> None:
    print(time.strftime("%H:%M:%S"), what, file=sys.stderr, flush=True)


def _print(results: Mapping[str, Any]) -> None:
    print(f"{results['records']} records, {results['users']} users in a tenant")
    for name, values in results.items():
        if isinstance(values, dict):
            print(f"  {name}")
            for key, value in values.items():
                print(f"    {key}: {_shown(value)}")


def _shown(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {_shown(item)}" for key, item in value.items())
    if isinstance(value, list):
        return " ".join(map(_shown, value))
    return f"{value:.3g}" if isinstance(value, float) else str(value)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--records", type=int, default=10_000, help="how many (default: 10000)")
    parser.add_argument("--users", type=int, default=100, help="they belong to (default: 100)")
    parser.add_argument("--queries", type=int, default=300, help="searches (default: 300)")
    parser.add_argument("--rounds", type=int, default=3, help="rebuilds (default: 3)")
    parser.add_argument("--quick", action="store_true", help="200 records, once: does it work?")
    parser.add_argument("--parts", nargs="+", choices=PARTS, help="only these (default: all)")
    parser.add_argument("--at", help="work in this folder, with the records it has, and keep it")
    parser.add_argument("--dir", help="where to work (default: the system's temporary folder)")
    parser.add_argument("--json", action="store_true", help="print the results as JSON")
    return parser.parse_args()


if __name__ == "__main__":
    main()
