"""Benchmarks of the core, each as a ratio against a plain baseline in the same run.

    python scripts/bench_core.py --records 10000
    python scripts/bench_core.py --records 100000 --json

Measured: append against a bare write+fsync loop; retrieval without the query's embedding against a
bare unfiltered Chroma query; rebuild with a warm embedding cache against bare Chroma upserts of the
same vectors; deep verify against a plain loop of read + json + SHA-256; the cold start of
``eywa search`` against ``python -c "import chromadb"``; peak memory. Vectors are random (the models
are not what is measured), texts are made of a fixed vocabulary, 100 users share one tenant.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

USERS = 100
TENANT = "bench"
_SYLLABLES = ("ba", "ke", "li", "mo", "nu", "pa", "re", "si", "to", "vu")
_ENDINGS = ("ran", "tel", "mik", "dos", "pun")
_PLAIN = ("rain", "coffee", "train", "garden", "dinner", "budget", "guitar", "doctor", "ticket")
WORDS = [first + last for first in _SYLLABLES for last in _ENDINGS] + list(_PLAIN)


def main() -> None:
    arguments = _arguments()
    with tempfile.TemporaryDirectory(prefix="eywa-bench-", dir=arguments.dir) as folder:
        results = run(Path(folder), arguments.records, arguments.queries)
    if arguments.json:
        print(json.dumps(results, indent=2))
    else:
        _print(results)


def run(folder: Path, records: int, queries: int) -> dict[str, Any]:
    """All measurements on one set of records; ``folder`` must be empty."""
    root = folder / "root"
    results: dict[str, Any] = {"records": records, "users": USERS}
    results["append"] = bench_append(root, folder)
    fill(root, records)
    vectors = warm_cache(root)
    results["rebuild"] = bench_rebuild(root, folder, vectors)
    results["verify_deep"] = bench_verify(root)
    results["retrieval"] = bench_retrieval(root, folder / "bare", queries)
    results["cold_start"] = bench_cold_start(root)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    children = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    results["peak_memory_mb"] = {"this": peak // 1024, "largest_child": children // 1024}
    return results


def bench_append(root: Path, folder: Path, count: int = 2000) -> dict[str, float]:
    """Single appends of 500 bytes against ``os.write`` + ``os.fsync`` of the same lines."""
    with memory_at(root) as memory:
        text = _text(random.Random(1), 300)
        anchor = memory.append(text, tenant_id="warm", user_id="up", timestamp=1_700_000_000_000)
        line = (memory.layout.root / anchor.file_path).read_bytes()
        ours, bare = [], []
        fd = os.open(folder / "bare.jsonl", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        for number in range(count):  # in turns, so that a busy disk hits both alike
            ours.append(
                _seconds(
                    lambda: memory.append(
                        text, tenant_id="warm", user_id="up", timestamp=1_700_000_000_000
                    )
                )
            )
            bare.append(_seconds(lambda: (os.write(fd, line), os.fsync(fd))))
            assert number >= 0
        os.close(fd)
    shutil.rmtree(root)
    return {
        "ours_per_s": count / sum(ours),
        "bare_per_s": count / sum(bare),
        "ours_us_p50": statistics.median(ours) * 1e6,
        "bare_us_p50": statistics.median(bare) * 1e6,
        "ratio": statistics.median(bare) / statistics.median(ours),
    }


def fill(root: Path, records: int) -> None:
    """Write the records: each user has twenty sessions over a year."""
    random_words = random.Random(2)
    with memory_at(root) as memory:
        batch = []
        for number in range(records):
            user, turn = number % USERS, number // USERS
            batch.append(
                {
                    "content": _text(random_words, 120),
                    "role": "user" if turn % 2 == 0 else "assistant",
                    "tenant_id": TENANT,
                    "user_id": f"user{user:03d}",
                    "session_id": f"s{turn % 20:02d}",
                    "timestamp": 1_700_000_000_000 + number * 1000,
                    "event_id": f"e{number:07d}",
                }
            )
            if len(batch) == 5000:
                memory.append_many(batch)
                batch = []
        memory.append_many(batch)


def warm_cache(root: Path) -> NDArray[np.float32]:
    """Put a random unit vector for every text into the embedding cache."""
    from eywa_fs.hashing import text_fingerprint

    with memory_at(root) as memory:
        parts = memory._embedder.parts
        key = memory._embedder.identity.key
        texts = {json.loads(line)["content"].strip() for line in _lines(root)}
        generator = np.random.default_rng(3)
        block = generator.normal(size=(len(texts), parts[-1].stop)).astype(np.float32)
        for part in parts:
            piece = block[:, part.start : part.stop]
            piece /= np.linalg.norm(piece, axis=1, keepdims=True)
        hashes = [text_fingerprint(text) for text in sorted(texts)]
        for start in range(0, len(hashes), 5000):
            rows = dict(zip(hashes[start : start + 5000], block[start : start + 5000], strict=True))
            memory._embedder.cache.put_many(key, rows)
    return block


def bench_rebuild(root: Path, folder: Path, vectors: NDArray[np.float32]) -> dict[str, float]:
    """A rebuild with a warm cache against bare upserts of the same vectors, in batches of 1000."""
    import chromadb
    from chromadb.config import Settings

    client = chromadb.PersistentClient(
        str(folder / "bare"), settings=Settings(anonymized_telemetry=False)
    )
    collection = client.create_collection(
        "bare", embedding_function=None, configuration={"hnsw": {"space": "ip"}}
    )
    count = sum(1 for _ in _lines(root))
    chosen = np.resize(np.arange(len(vectors)), count)

    def bare() -> None:
        for start in range(0, count, 1000):
            part = chosen[start : start + 1000]
            collection.upsert(
                ids=[f"d{start + n:07d}" for n in range(len(part))],
                embeddings=vectors[part],
                metadatas=[_METADATA] * len(part),
            )

    bare_s = _seconds(bare)
    with memory_at(root) as memory:
        ours_s = _seconds(memory.rebuild)
    return {"ours_s": ours_s, "bare_s": bare_s, "ratio": ours_s / bare_s}


_METADATA = {
    "filePath": "tenants/x/users/y/sessions/z/2024-01-01.jsonl",
    "byteStart": 1,
    "byteEnd": 2,
    "contentHash": "sha256:" + "0" * 64,
    "lane": "l0_recent_chunk",
}


def bench_verify(root: Path) -> dict[str, float]:
    """A deep verify against a loop that reads, parses and hashes every line."""

    def plain() -> None:
        for line in _lines(root):
            json.loads(line)
            hashlib.sha256(line).hexdigest()

    plain_s = min(_seconds(plain) for _ in range(3))
    with memory_at(root) as memory:
        memory.verify()
        ours_s = min(_seconds(lambda: _expect_clean(memory)) for _ in range(3))
    return {"ours_s": ours_s, "plain_s": plain_s, "ratio": ours_s / plain_s}


def _expect_clean(memory: Any) -> None:
    report = memory.verify(deep=True)
    if not report.ok:
        raise SystemExit(f"verify found errors in a fresh index: {dict(report.counts)}")


def bench_retrieval(root: Path, bare: Path, queries: int) -> dict[str, Any]:
    """Searches with the query's vector given, of users in turn, against bare Chroma queries."""
    import chromadb
    from chromadb.config import Settings

    asked = [_text(random.Random(n), 40) for n in range(queries)]
    client = chromadb.PersistentClient(str(bare), settings=Settings(anonymized_telemetry=False))
    collection = client.get_collection("bare", embedding_function=None)
    generator = np.random.default_rng(4)
    with memory_at(root) as memory:
        dimension = memory._embedder.parts[-1].stop
        vectors = generator.normal(size=(queries, dimension)).astype(np.float32)
        collection.query(query_embeddings=vectors[:1], n_results=10, include=["distances"])
        bare_ms = [
            1000
            * _seconds(
                lambda n=n: collection.query(
                    query_embeddings=vectors[n : n + 1], n_results=10, include=["distances"]
                )
            )
            for n in range(queries)
        ]
        _search(memory, asked[0], 0)  # loads the models
        first = [_search(memory, query, n % USERS) for n, query in enumerate(asked[:USERS])]
        warm = [_search(memory, query, n % USERS) for n, query in enumerate(asked)]
    return {
        "ours_ms": _percentiles(warm),
        "ours_first_query_of_a_user_ms": _percentiles(first),
        "bare_ms": _percentiles(bare_ms),
        "ratio_p50": _percentiles(warm)["p50"] / _percentiles(bare_ms)["p50"],
        "ratio_p95": _percentiles(warm)["p95"] / _percentiles(bare_ms)["p95"],
    }


def _search(memory: Any, query: str, user: int) -> float:
    """Milliseconds of one search, without the time its query's embedding took."""
    memory._embedder.embed_query_parts(query)  # the vector is kept: the search finds it ready
    started = time.perf_counter()
    result = memory.retrieve(query, tenant_id=TENANT, user_id=f"user{user:03d}", limit=10)
    took = (time.perf_counter() - started) * 1000
    if result.degraded or len(result.hits) != 10:
        raise SystemExit(f"unexpected result: {result.degraded} {len(result.hits)} hits")
    return took


def bench_cold_start(root: Path, runs: int = 5) -> dict[str, float]:
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


@contextmanager
def memory_at(root: Path) -> Iterator[Any]:
    """The memory without a background thread, so that only what is called is measured."""
    from eywa_fs import EywaMemory

    memory = EywaMemory(root, background=False)
    try:
        yield memory
    finally:
        memory.close()


def _lines(root: Path) -> Iterator[bytes]:
    for path in sorted(root.glob(f"tenants/{TENANT}/**/*.jsonl")):
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


def _percentiles(values: Sequence[float]) -> dict[str, float]:
    ordered = sorted(values)
    return {"p50": ordered[len(ordered) // 2], "p95": ordered[int(len(ordered) * 0.95)]}


def _print(results: dict[str, Any]) -> None:
    print(f"{results['records']} records, {results['users']} users in a tenant")
    for name, values in results.items():
        if isinstance(values, dict):
            shown = ", ".join(f"{key} {_shown(value)}" for key, value in values.items())
            print(f"  {name}: {shown}")


def _shown(value: object) -> str:
    if isinstance(value, dict):
        return "(" + ", ".join(f"{key} {_shown(item)}" for key, item in value.items()) + ")"
    return f"{value:.3g}" if isinstance(value, float) else str(value)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--records", type=int, default=10_000)
    parser.add_argument("--queries", type=int, default=300)
    parser.add_argument("--dir", help="where to work (default: the system's temporary folder)")
    parser.add_argument("--json", action="store_true")
    return parser.parse_args()


if __name__ == "__main__":
    main()
