"""What an embedder migration costs, and what it costs those who search meanwhile.

    python scripts/bench_migrate.py --records 2000

Two processes beside it: one appends and indexes, one searches in a loop. Texts are made of a fixed
vocabulary, so that models have something to do. Prints one line of JSON.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import random
import resource
import statistics
import tempfile
import time
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Event
from pathlib import Path

from eywa_fs.memory import EywaMemory

WORDS = [
    "lamp",
    "kettle",
    "harbour",
    "ticket",
    "garden",
    "rehearsal",
    "bicycle",
    "window",
    "bread",
    "morning",
    "doctor",
    "invoice",
    "paint",
    "ladder",
    "concert",
    "river",
    "blanket",
    "market",
    "signal",
    "orchard",
    "letter",
    "ferry",
    "carpet",
    "museum",
    "battery",
]
MINUTE = 60_000


def text(number: int) -> str:
    """About twelve words, another line for each number."""
    chosen = random.Random(number)
    return f"Note {number}: " + " ".join(chosen.choice(WORDS) for _ in range(12)) + "."


def search(root: str, stop: Event, told: Connection) -> None:
    """Search until told to stop: milliseconds of each, and what failed."""
    took: list[float] = []
    failed: list[str] = []
    with EywaMemory(root, background=False) as memory:
        number = 0
        while not stop.is_set():
            number += 1
            started = time.perf_counter()
            try:
                result = memory.retrieve(f"Which note speaks of {text(number % 97)[:40]}?")
                failed += map(str, result.degraded)
                failed += [] if result.hits else ["no hits"]
            except Exception as error:
                failed.append(repr(error))
            took.append((time.perf_counter() - started) * 1000)
            time.sleep(0.05)
    told.send((took, failed))


def append(root: str, stop: Event, told: Connection) -> None:
    """Append two records a second and index them until told to stop; how many."""
    number = 1_000_000
    with EywaMemory(root, background=True) as memory:
        while not stop.is_set():
            memory.append(text(number), session_id="beside", event_id=f"n{number}")
            number += 1
            time.sleep(0.5)
    told.send(number - 1_000_000)


def main() -> None:
    """Make a memory by one embedder, migrate it under load, and print what it took."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--records", type=int, default=2000)
    parser.add_argument("--old", default="minilm")
    parser.add_argument("--new", default="e5")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="eywa-bench-", ignore_cleanup_errors=True) as place:
        root = f"{place}/root"
        Path(root).mkdir()
        Path(root, "config.yaml").write_text(f"embedding:\n  backend: {options.old}\n")
        with EywaMemory(root, background=False) as memory:
            now = int(time.time() * 1000) - options.records * MINUTE
            memory.append_many(
                {"content": text(n), "timestamp": now + n * MINUTE, "session_id": f"s{n // 20}"}
                for n in range(options.records)
            )
            started = time.perf_counter()
            memory.index()
            indexed = time.perf_counter() - started
        print(json.dumps(_migrated(root, options.new) | {
            "records": options.records, "index_s": round(indexed, 1)}))  # fmt: skip


def _migrated(root: str, new: str) -> dict[str, object]:
    context = multiprocessing.get_context("spawn")
    stop = context.Event()
    beside = {}
    for target in (search, append):
        ours, theirs = context.Pipe()
        process = context.Process(target=target, args=(root, stop, theirs))
        process.start()
        beside[target.__name__] = (process, ours)
    time.sleep(5)
    with EywaMemory(root, background=False) as memory:
        started = time.perf_counter()
        report = memory.migrate_embedder(new)
        took = time.perf_counter() - started
    time.sleep(8)  # they follow the switch
    stop.set()
    latencies, failed = beside["search"][1].recv()
    appended = beside["append"][1].recv()
    for process, _ in beside.values():
        process.join()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    with EywaMemory(root, background=False) as memory:
        behind = memory.unindexed()
        indexed = memory.index().written
        report_after = memory.verify(deep=True)
    return {
        "migrate_s": round(took, 1),
        "documents": report.documents,
        "searches": len(latencies),
        "failed": sorted(set(failed)),
        "search_ms_p50": round(statistics.median(latencies), 1),
        "search_ms_p95": round(statistics.quantiles(latencies, n=20)[18], 1),
        "appended_beside": appended,
        "left_to_index": behind,
        "indexed_after": indexed,
        "verify_ok": report_after.ok,
        "peak_mib": round(peak),
    }


if __name__ == "__main__":
    main()
