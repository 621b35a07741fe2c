"""What reading facts costs: alone, and as a share of indexing.

    python scripts/bench_facts.py
    python scripts/bench_facts.py --records 20000 --json

Three figures. How many records a second the rules read, against a plain loop of read + json over
the same lines; by language, on sentences people might say. Which share of a rebuild with a warm
embedding cache is theirs. And which share of indexing for the first time, when each text has to be
embedded. Shares are of the processor time of all threads and of the vector store's process, and of
the time that passes. Read docs/performance.md for results.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import shutil
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

from bench_core import BEGIN_MS, TENANT, Sizes, fill, memory_at, warm_cache

SAID = {
    "en": (
        "I live in {place} and work as a {job} for a small company.",
        "We moved to {place} last spring, so the old address is wrong now.",
        "My sister {name} is a {job}, and she visits us every other weekend.",
        "No, not {place}, I meant the village next to it.",
        "I'm allergic to walnuts and I don't drink coffee after noon any more.",
        "Could you remind me on Friday to call {name} about the tickets?",
        "The train was late again and it rained all day, but dinner was good.",
        "I started learning the cello in March; {name} gives me lessons on Tuesdays.",
        "Thanks, that helped a lot. What would you cook with leeks and rice?",
        "Yesterday I cancelled the trip to {place}, we will go in autumn instead.",
    ),
    "zh": (
        "我住在{place}，在一家小公司当{job}。",
        "去年春天我们搬到了{place}，以前的地址不用了。",
        "我姐姐叫{name}，是{job}，每隔一个周末来看我们。",
        "不对，不是{place}，我说的是旁边那个镇子。",
        "我对核桃过敏，中午以后也不再喝咖啡了。",
        "星期五提醒我给{name}打电话问票的事，好吗？",
        "火车又晚点了，雨下了一整天，不过晚饭很好吃。",
        "我三月开始学大提琴，每周二{name}给我上课。",
        "谢谢，帮了大忙。韭葱和米饭能做什么菜？",
        "昨天我把去{place}的行程取消了，改到秋天再去。",
    ),
}
"""What users say, of both kinds: with facts in it and without."""
FILLING = {
    "en": {
        "place": ("Norwick", "Harlow Bay", "Tilden", "Marsh End"),
        "job": ("baker", "surveyor", "nurse", "locksmith"),
        "name": ("Ida", "Tomas", "Wren", "Odile"),
    },
    "zh": {
        "place": ("临溪", "望海镇", "南桥", "石岭"),
        "job": ("面包师", "测量员", "护士", "锁匠"),
        "name": ("小禾", "阿岚", "陈渡", "林晚"),
    },
}


@dataclass(slots=True)
class Spent:
    """Time in the rules, in seconds of the clock and of the processor, and calls."""

    wall: float = 0.0
    cpu: float = 0.0
    calls: int = 0


def main() -> None:
    """Run what the arguments ask for and print the results."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--records", type=int, default=10_000, help="how many (default: 10000)")
    parser.add_argument("--cold", type=int, default=400, help="embedded ones (default: 400)")
    parser.add_argument("--rounds", type=int, default=3, help="of the loops (default: 3)")
    parser.add_argument("--quick", action="store_true", help="100 records, once: does it work?")
    parser.add_argument("--dir", help="where to work (default: the system's temporary folder)")
    parser.add_argument("--json", action="store_true", help="print the results as JSON")
    asked = parser.parse_args()
    records, cold, rounds = (
        (100, 20, 1) if asked.quick else (asked.records, asked.cold, asked.rounds)
    )
    with tempfile.TemporaryDirectory(prefix="eywa-bench-", dir=asked.dir) as folder:
        results = run(Path(folder), records, cold, rounds)
    if asked.json:
        print(json.dumps(results, indent=2))
        return
    for name, values in results.items():
        print(name, " ".join(f"{key} {value:.3g}" for key, value in values.items()))


def run(folder: Path, records: int, cold: int, rounds: int) -> dict[str, dict[str, float]]:
    """All measurements; ``folder`` must be empty."""
    found = {
        f"extraction_{language}": bench_extraction(folder / language, language, records, rounds)
        for language in SAID
    }
    sizes = Sizes(records, 100, 0, 0, 0, 0, 1, 1, 1)
    for language in (None, "en", "zh"):
        root = folder / f"root_{language}"
        with spoken(language):
            fill(root, sizes)
            warm_cache(root)
        found[f"rebuild_{language or 'vocabulary'}"] = share_of(root, lambda m: m.rebuild())
        shutil.rmtree(root)
    for language in SAID:
        root = folder / f"cold_{language}"
        with spoken(language):
            fill(root, Sizes(cold, 10, 0, 0, 0, 0, 1, 1, 1))
        found[f"cold_{language}"] = share_of(root, lambda m: m.index())
    return found


def bench_extraction(folder: Path, language: str, records: int, rounds: int) -> dict[str, float]:
    """The rules over each line of a file, beside a loop that only reads and parses it."""
    from eywa_fs.facts.readings import read_message
    from eywa_fs.model.records import Anchor, Record

    folder.mkdir(parents=True)
    path = folder / "lines.jsonl"
    texts = _sayings(language)
    with path.open("w", encoding="utf-8") as file:
        for number in range(records):
            line = {"eventId": f"e{number}", "content": next(texts), "messageRole": "user"}
            file.write(json.dumps(line, ensure_ascii=False) + "\n")
    anchor = Anchor("lines.jsonl", "0" * 32, 1, 1, 0, 100, "sha256:" + "0" * 64)

    def plain() -> None:
        with path.open("rb") as lines:
            for line in lines:
                json.loads(line)

    def ours() -> None:
        with path.open("rb") as lines:
            for line in lines:
                value = json.loads(line)
                record = Record(
                    event_id=value["eventId"],
                    tenant_id=TENANT,
                    user_id="user",
                    session_id="s",
                    role="user",
                    content=value["content"],
                    timestamp=BEGIN_MS,
                )
                read_message(record, anchor)

    ours()  # compiles the rules
    took: dict[str, list[float]] = {"plain": [], "ours": []}
    for _ in range(rounds):
        took["plain"].append(_cpu_of(plain))
        took["ours"].append(_cpu_of(ours))
    middle = {name: statistics.median(values) for name, values in took.items()}
    return {
        "records_per_s": records / middle["ours"],
        "plain_records_per_s": records / middle["plain"],
        "ratio": middle["ours"] / middle["plain"],
        "ms_per_record": middle["ours"] / records * 1000,
    }


def share_of(root: Path, work: Callable[[Any], object]) -> dict[str, float]:
    """Which part of some work is spent in the rules."""
    from eywa_fs.ingest import derive

    spent, original = Spent(), derive.record_readings

    def timed(lines: Sequence[Any], *arguments: Any) -> Any:
        wall, cpu = time.perf_counter(), time.thread_time()
        try:
            return original(lines, *arguments)
        finally:
            spent.wall += time.perf_counter() - wall
            spent.cpu += time.thread_time() - cpu
            spent.calls += len(lines)

    before = _all_cpu()
    with mock.patch("eywa_fs.ingest.filepass.record_readings", timed), memory_at(root) as memory:
        wall = time.perf_counter()
        work(memory)
        wall = time.perf_counter() - wall
    cpu = _all_cpu() - before  # the vector store's process counts once it has ended
    return {
        "records": float(spent.calls),
        "total_s": wall,
        "total_cpu_s": cpu,
        "extraction_s": spent.wall,
        "extraction_cpu_s": spent.cpu,
        "share": spent.wall / wall,
        "share_of_cpu": spent.cpu / cpu,
    }


@contextmanager
def spoken(language: str | None) -> Iterator[None]:
    """Records are filled with sentences of a language, not with a vocabulary."""
    if language is None:
        yield
        return
    texts = _sayings(language)
    with mock.patch("bench_core._text", lambda chosen, characters: next(texts)):
        yield


def _sayings(language: str) -> Iterator[str]:
    """Texts of two sentences, about as long as a message; no two neighbours alike."""
    chosen = random.Random(5)
    while True:
        parts = (chosen.choice(SAID[language]) for _ in range(2))
        filling = {name: chosen.choice(some) for name, some in FILLING[language].items()}
        joined = (" " if language == "en" else "").join(parts).format(**filling)
        yield joined


def _all_cpu() -> float:
    usages = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def _cpu_of(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started


if __name__ == "__main__":
    main()
