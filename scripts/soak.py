"""A long life: one process reads and one indexes all the time, while others write, decide and erase
and are killed, the vector store's processes are killed, and the clock jumps.

    .venv/bin/python scripts/soak.py --minutes 10

Memory and file handles of the two long-lived processes are sampled, and apart from these how many
vector stores (processes of their own, begun when first needed) each has and what these take. They
are flat if the median of the last quarter is no more above that of the second than :func:`grown`
allows; the first quarter is for caches to fill. What is served and what is left at
the end is judged as in ``stress.py``. Prints a table and the series in short, also after Ctrl-C;
ends with 1 where anything is wrong or not flat. Needs ``/proc``.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any, Final

from judging import report, wait_level
from proving import ended, forked
from workload import Load, erase, index, search, write

MIB: Final = 1 << 20
HOUR_MS: Final = 3_600_000
JUMPS: Final = (0, HOUR_MS, -HOUR_MS, 26 * HOUR_MS, -26 * HOUR_MS, 0, 40 * 24 * HOUR_MS, -5000)
"""How far the clock is ahead of the system's, one after the other, milliseconds."""
SAMPLE_S: Final = 1.0
REST_S: Final = 15.0
"""Seconds between two erasures: each derives everything anew."""
SHOWN: Final = 12
SLACK: Final = {
    "MiB": 8.0, "handles": 8.0, "stores": 1.0, "MiB of a store": 8.0, "handles of a store": 8.0,
}  # fmt: skip
"""What is sampled of a process, and by how much it may grow beside a tenth."""


@dataclass(slots=True)
class Series:
    """What a process took over time, and its vector stores: resident bytes, open file handles."""

    pid: int
    of: dict[str, list[float]] = field(default_factory=lambda: {name: [] for name in SLACK})

    def sample(self) -> None:
        with suppress(OSError, ValueError):  # one of them ended at this moment
            memory, handles = _taken(self.pid)
            stores = [_taken(pid) for pid in children(self.pid)]
            largest = [max((one[i] for one in stores), default=0) for i in (0, 1)]
            values = (memory / MIB, handles, len(stores), largest[0] / MIB, largest[1])
            for series, value in zip(self.of.values(), values, strict=True):
                series.append(value)


def children(pid: int) -> list[int]:
    """The processes that a process started and that live."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
            if int(fields[1]) == pid and fields[0] != "Z":
                found.append(int(entry.name))
    return found


def _taken(pid: int) -> tuple[int, int]:
    """Resident bytes and open file handles of a process."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE"), len(os.listdir(f"/proc/{pid}/fd"))


def grown(series: list[float], slack: float) -> tuple[float, bool]:
    """How much the median of the last quarter is above that of the second, and whether that is
    more than a tenth and ``slack``: one generation more or less while another is derived is no
    growth, what stays of each is."""
    quarter = len(series) // 4
    if not quarter:
        return 0.0, False
    second, last = median(series[quarter : 2 * quarter]), median(series[-quarter:])
    return last - second, last > second * 1.1 + slack


def run(load: Load, seconds: float, writers: int, lives: dict[str, Series]) -> dict[str, Any]:
    """Put a root under load, killing every few seconds; what was counted."""
    load.begin()
    lives["indexer"] = Series(load.start(index, 0))
    lives["reader"] = Series(load.start(search, 0))
    short = {load.start(work, number): (work, number)
             for work, number in [*((write, n) for n in range(writers)), (erase, 0)]}  # fmt: skip
    dice, began = random.Random(writers), time.monotonic()
    counted: dict[str, Any] = {"kills": 0, "kills of vector stores": 0, "clock jumps": 0}
    next_kill = next_jump = next_store = began + 2
    failed = []
    try:
        while (now := time.monotonic()) < began + seconds or not counted["kills"]:
            for series in lives.values():
                series.sample()
            if now >= next_kill:
                pid = dice.choice(list(short))
                work, number = short.pop(pid)
                os.kill(pid, signal.SIGKILL)
                code = ended(pid)
                failed += [code] if code != -signal.SIGKILL else []
                short[load.start(work, number)] = work, number
                counted["kills"] += 1
                next_kill = now + dice.uniform(3, 9)
            if now >= next_jump:
                counted["clock jumps"] += 1
                load.set_clock(JUMPS[counted["clock jumps"] % len(JUMPS)])
                next_jump = now + dice.uniform(5, 15)
            stores = [pid for series in lives.values() for pid in children(series.pid)]
            if now >= next_store and stores:
                with suppress(ProcessLookupError):
                    os.kill(dice.choice(stores), signal.SIGKILL)
                    counted["kills of vector stores"] += 1
                    next_store = now + dice.uniform(10, 30)
            time.sleep(SAMPLE_S)
    finally:
        load.end()
        stopped = time.monotonic()
        failed += [code for code in map(ended, [*short, lives["reader"].pid]) if code]
    level = forked(lambda: wait_level(load.root))
    counted["level after s"] = round(time.monotonic() - stopped, 1)
    (load.folder / "level").touch()
    failed += [code for code in (ended(lives["indexer"].pid), level) if code]
    return counted | {"failed processes": len(failed)}


def flat(lives: dict[str, Series]) -> tuple[dict[str, Any], dict[str, int]]:
    """The series in short, and which of them are not flat."""
    shown, wrong = {}, {}
    for name, life in lives.items():
        for what, taken in life.of.items():
            series = taken if what == "stores" else [size for size in taken if size]
            more, is_wrong = grown(series, SLACK[what])
            step = max(1, len(series) // SHOWN)
            points = " ".join(f"{median(series[at : at + step]):.0f}"
                              for at in range(0, len(series), step))  # fmt: skip
            shown[f"{name}, {what}"] = f"{points} ({more:+.1f})"
            wrong[f"{name}, {what} grew"] = int(is_wrong)
    return shown, wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--writers", type=int, default=3)
    parser.add_argument("--pause", type=float, default=0.6, help="of a writer, seconds")
    parser.add_argument("--growing", action="store_true", help="let them grow: it is a short run")
    parser.add_argument("--embedder", default="minilm")
    parser.add_argument("--keep", help="a folder for the root, kept afterwards")
    parser.add_argument("--json", help="write the tables there as well")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        load = Load(Path(options.keep or folder), options.embedder, options.pause, REST_S)
        lives: dict[str, Series] = {}
        counted: dict[str, Any] = {"failed processes": 0}
        with suppress(KeyboardInterrupt):
            counted = run(load, options.minutes * 60, options.writers, lives)
        shown, wrong = flat(lives)
        wrong = {} if options.growing else wrong
        return report(load.folder, counted | shown, options.json, wrong)


if __name__ == "__main__":
    sys.exit(main())
