"""Eight processes write, four read, one erases, and the one that indexes is killed and replaced.

    .venv/bin/python scripts/stress.py --seconds 120 --kills 20

Writers share users: they append, correct, delete, restore, pin, and decide in transactions. Readers
hold every hit against the files and against what was acknowledged before they asked. Afterwards the
last indexer catches up, then another process opens the root and holds it against all that was
acknowledged. Prints a table, also after Ctrl-C; ends with 1 where anything is not zero.
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
from pathlib import Path
from typing import Any

from judging import report, wait_level
from proving import ended, forked
from workload import Load, erase, index, search, write


def run(load: Load, seconds: float, kills: int, writers: int, readers: int) -> dict[str, Any]:
    """Put a root under load; what was counted, and the exit codes of processes that failed."""
    load.begin()
    indexer = load.start(index, 0)
    actors = [(write, writers), (search, readers), (erase, 1)]
    others = [load.start(work, number) for work, count in actors for number in range(count)]
    dice, began = random.Random(kills), time.monotonic()
    killed = 0
    try:
        for number in range(kills):
            at = began + (number + dice.uniform(0.3, 0.9)) * seconds / kills
            time.sleep(max(0.0, at - time.monotonic()))
            os.kill(indexer, signal.SIGKILL)
            killed += ended(indexer) == -signal.SIGKILL
            indexer = load.start(index, number + 1)
        time.sleep(max(0.0, began + seconds - time.monotonic()))
    finally:
        load.end()
        stopped = time.monotonic()
        failed = [code for code in map(ended, others) if code]
    level = forked(lambda: wait_level(load.root))
    took = time.monotonic() - stopped
    (load.folder / "level").touch()
    failed += [code for code in (ended(indexer), level) if code]
    return {"kills": killed, "level after s": round(took, 1), "failed processes": len(failed)}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--writers", type=int, default=8)
    parser.add_argument("--readers", type=int, default=4)
    parser.add_argument("--pause", type=float, default=0.6, help="of a writer, seconds")
    parser.add_argument("--embedder", default="minilm")
    parser.add_argument("--keep", help="a folder for the root, kept afterwards")
    parser.add_argument("--json", help="write the tables there as well")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        load = Load(Path(options.keep or folder), options.embedder, options.pause)
        counted: dict[str, Any] = {"failed processes": 0}
        with suppress(KeyboardInterrupt):
            counted = run(load, options.seconds, options.kills, options.writers, options.readers)
        return report(load.folder, counted, options.json)


if __name__ == "__main__":
    sys.exit(main())
