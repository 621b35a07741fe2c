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
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
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
    """Search until told to stop: milliseconds of each, what failed, and what was missing in answers
    that were given all the same."""
    took: list[float] = []
    failed: list[str] = []
    degraded: list[str] = []
    with EywaMemory(root, background=False) as memory:
        number = 0
        while not stop.is_set():
            number += 1
            started = time.perf_counter()
            try:
                result = memory.retrieve(f"Which note speaks of {text(number % 97)[:40]}?")
                degraded += [f"{one.part} {one.kind}" for one in result.degraded]
                failed += [] if result.hits else ["no hits"]
            except Exception as error:
                failed.append(repr(error))
            took.append((time.perf_counter() - started) * 1000)
            time.sleep(0.05)
    told.send((took, failed, degraded))


def append(root: str, stop: Event, told: Connection) -> None:
    """Append two records a second and index them until told to stop; how many."""
    appended = 0
    with EywaMemory(root, background=True) as memory:
        while not stop.is_set():
            memory.append(text(1_000_000 + appended), session_id="beside")
            appended += 1
            time.sleep(0.5)
    told.send(appended)


def main() -> None:
    """Make a memory by one embedder, migrate it under load, and print what it took."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--records", type=int, default=2000)
    parser.add_argument("--old", default="minilm")
    parser.add_argument("--new", default="e5")
    parser.add_argument("--drill", action="store_true", help="afterwards a drill, under load too")
    parser.add_argument("--large", type=int, default=20_000, help="vectors.exact_scope_limit")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="eywa-bench-", ignore_cleanup_errors=True) as place:
        root = f"{place}/root"
        Path(root).mkdir()
        Path(root, "config.yaml").write_text(
            f"embedding:\n  backend: {options.old}\n"
            f"vectors:\n  exact_scope_limit: {options.large}\n"
        )
        with EywaMemory(root, background=False) as memory:
            now = int(time.time() * 1000) - options.records * MINUTE
            memory.append_many(
                {"content": text(n), "timestamp": now + n * MINUTE, "session_id": f"s{n // 20}"}
                for n in range(options.records)
            )
            started = time.perf_counter()
            memory.index(progress=shown("indexed"))
            indexed = {"records": options.records, "index_s": since(started)}
        print(json.dumps(indexed | migrated(root, options.new)), flush=True)
        if options.drill:
            print(json.dumps(drilled(root)))


def shown(what: str) -> Callable[..., None]:
    """A progress that says how far it is, every 30 s, on standard error."""
    last = time.monotonic()

    def progress(*done: object) -> None:
        nonlocal last
        if time.monotonic() - last >= 30:
            last = time.monotonic()
            print(what, *done, file=sys.stderr, flush=True)

    return progress


def since(started: float) -> float:
    return round(time.perf_counter() - started, 1)


@contextmanager
def load(root: str) -> Iterator[dict[str, object]]:
    """One process searches meanwhile, one appends and indexes; what they tell stands in the mapping
    afterwards."""
    context = multiprocessing.get_context("spawn")
    stop = context.Event()
    beside, told = [], {}
    for target in (search, append):
        ours, theirs = context.Pipe()
        process = context.Process(target=target, args=(root, stop, theirs))
        process.start()
        beside.append((process, ours))
    time.sleep(5)
    try:
        yield told
        time.sleep(8)  # they follow the switch
    finally:
        stop.set()
        (latencies, failed, degraded), appended = (ours.recv() for _, ours in beside)
        for process, _ in beside:
            process.join()
    told |= {
        "searches": len(latencies),
        "failed": dict(Counter(failed)),
        "degraded": dict(Counter(degraded)),
        "search_ms_p50": round(statistics.median(latencies), 1),
        "search_ms_p95": round(statistics.quantiles(latencies, n=20)[18], 1),
        "search_ms_max": round(max(latencies), 1),
        "appended_beside": appended,
    }


def migrated(root: str, new: str) -> dict[str, object]:
    """Migrate under load; what it took, and what was left to do."""
    with load(root) as told, EywaMemory(root, background=False) as memory:
        started = time.perf_counter()
        report = memory.migrate_embedder(new, progress=shown("migrated"))
        took = since(started)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    with EywaMemory(root, background=False) as memory:
        behind = memory.unindexed()
        indexed = memory.index().written
        verified = memory.verify(deep=True)
    return {
        "migrate_s": took,
        "documents": report.documents,
        **told,
        "left_to_index": behind,
        "indexed_after": indexed,
        "verify_ok": verified.ok,
        "peak_mib": round(peak),
    }


def drilled(root: str) -> dict[str, object]:
    """A drill under load, without building the index: to embed all texts again takes as long as
    ``index_s`` says."""
    with load(root) as told, EywaMemory(root, background=False) as memory:
        report = memory.drill(
            index=False, step=lambda what: print(f"drill: {what}", file=sys.stderr)
        )
    return {"drill": report.as_dict(), **told}


if __name__ == "__main__":
    main()
