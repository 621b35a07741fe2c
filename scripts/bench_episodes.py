"""Episodes at 6,000 in a project: p95 of record and query, as ratios to plain baselines in turn.

    python scripts/bench_episodes.py [--episodes 6000] [--rounds 100] [--json]

record: until the line is on disk, against an append and fsync of as many bytes. query: against a
bare SQLite query of the same rows. 1,000 episodes are active, the others compressed; vectors are
those of the configured embedder, in the cache as after their writing, and the query's own embedding
is part of the query.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from eywa_fs import EywaMemory
from eywa_fs.clock import system_clock
from eywa_fs.episodes.episode import Project
from eywa_fs.episodes.lines import encode
from eywa_fs.hashing import text_fingerprint
from eywa_fs.model.records import Record, Scope
from eywa_fs.truth.journal import new_event_id

SCENES = ("review", "incident", "question", "planning")
SKILLS = ("refactor", "explain", "search")
WORDS = [
    "loop",
    "parser",
    "invoice",
    "test",
    "name",
    "index",
    "query",
    "cache",
    "thread",
    "lock",
    "file",
    "retry",
    "harbour",
    "garden",
    "walnut",
    "bridge",
    "chapter",
    "sister",
    "letter",
    "storm",
]
SCOPE = Scope("default", "me")
BARS_MS = {"record": 150.0, "query": 220.0}


def text_of(dice: random.Random) -> str:
    return "Changed the " + " ".join(dice.choices(WORDS, k=9))


def fill(memory: EywaMemory, number: int, dice: random.Random) -> None:
    """Write episodes, all but 1,000 of them compressed, in the form in which eywa writes them."""
    now = system_clock()
    lines, texts = [], []
    for n in range(number):
        at, text = now - (number - n) * 60_000, text_of(dice)
        name = new_event_id(at)
        meta: dict[str, Any] = {
            "op": "record", "episodeId": name, "projectId": "default", "chapterId": "",
            "sceneType": SCENES[n % 4], "skillUsed": SKILLS[n % 3], "selectedIndex": 0,
            "editDistance": 0.1, "implicitSignal": "LIGHT_EDIT", "weight": 0.45, "importance": 0.5,
        }  # fmt: skip
        changes = [(name, text, meta)]
        if n < number - 1000:
            change = {"op": "compress", "episodeId": name, "projectId": "default"}
            changes.append((new_event_id(at), "compress", change))
        texts.append(text)
        for event_id, content, fields in changes:
            record = Record(event_id, "default", "me", "s", "system", content, at, meta=fields)
            lines.append(encode(record, 1 << 20))
    parts = memory._parts
    for start in range(0, len(lines), 1000):
        path = parts.layout.episodes_file(SCOPE, "default", now)
        parts.journal.append_lines(path, lines[start : start + 1000])
    identity = parts.embedder.identity
    rows = np.random.default_rng(1).standard_normal((number, identity.dimension), np.float32)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    vectors = {text_fingerprint(text): row for text, row in zip(texts, rows, strict=True)}
    parts.embedder.cache.put_many(identity.key, vectors)


def timed(work: Callable[[], object]) -> float:
    """Milliseconds."""
    begun = time.perf_counter()
    work()
    return (time.perf_counter() - begun) * 1000


def measure(root: Path, number: int, rounds: int) -> dict[str, dict[str, float]]:
    dice = random.Random(7)
    found: dict[str, list[float]] = {name: [] for name in ("record", "append", "query", "select")}
    with EywaMemory(root, {"episodes": {"active": 1000}}, background=False) as memory:
        fill(memory, number, dice)
        memory.query_episodes("warm up", recall=False)
        rows = memory._parts.episodes.book.table.rows(Project(SCOPE, "default"))
        bare = sqlite3.connect(memory.layout.index / "episodes.db")
        query = 'SELECT * FROM episodes WHERE "projectId" = ? AND "sceneType" = ?'
        with open(root / "baseline", "ab", buffering=0) as plain:

            def append() -> None:
                plain.write(b"x" * 700 + b"\n")
                os.fsync(plain.fileno())

            for n in range(rounds):
                scene, text = SCENES[n % 4], text_of(dice)
                found["record"].append(timed(lambda: _record(memory, text, scene)))  # noqa: B023
                found["append"].append(timed(append))
                question = f"{text} {n}"
                found["query"].append(timed(lambda: _query(memory, question, scene)))  # noqa: B023
                found["select"].append(
                    timed(lambda: bare.execute(query, ("default", scene)).fetchall())  # noqa: B023
                )
                memory.flush_episodes()
        bare.close()
    return {"episodes": {"there": float(len(rows))}} | _figures(found)


def _figures(found: dict[str, list[float]]) -> dict[str, dict[str, float]]:
    plain = {"record": "append", "query": "select"}
    return {
        name: {
            "p50_ms": statistics.median(found[name]),
            "p95_ms": _p95(found[name]),
            "baseline_p95_ms": _p95(found[of]),
            "ratio_of_medians": statistics.median(found[name]) / statistics.median(found[of]),
            "bar_ms": BARS_MS[name],
        }
        for name, of in plain.items()
    }


def _p95(values: list[float]) -> float:
    return statistics.quantiles(values, n=20)[-1]


def _record(memory: EywaMemory, text: str, scene: str) -> None:
    memory.record_episode(text, scene_type=scene, skill_used="refactor").wait()


def _query(memory: EywaMemory, text: str, scene: str) -> None:
    found = memory.query_episodes(text, scene_type=scene)
    assert len(found.episodes) == 5 and not found.memory_degraded and not found.dropped, found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--episodes", type=int, default=6000)
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = measure(Path(folder) / "root", given.episodes, given.rounds)
    if given.json:
        print(json.dumps(found))
        return
    for name, figures in found.items():
        print(name, {key: round(value, 2) for key, value in figures.items()})


if __name__ == "__main__":
    main()
