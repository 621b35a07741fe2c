"""A process beside a migration, or one that migrates until it is killed. Run by test_migrating.py.

``load`` appends and searches until a file appears; it prints each generation it finds in use, and
at last what failed. ``die STEP`` migrates to e5 and kills itself at a step.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
sys.path.insert(1, str(Path(__file__).resolve().parents[2] / "scripts"))

from durability import child
from proving import arm

from eywa_fs.memory import EywaMemory

STEPS = child.STEPS | {
    "before_note": "before eywa_fs.generations.migration:note",
    "before_check": "before eywa_fs.maintenance.migrate:refuse_wrong",
    "after_settings": "after eywa_fs.maintenance.migrate:written",
}


def load(root: str, stop: Path) -> None:
    """Append and search; a search fails where it raises, degrades or misses what was appended."""
    failed: list[str] = []
    generations: set[int] = set()
    acknowledged = 0
    with EywaMemory(root, background=True) as memory:
        child.say("ready", [])
        while not stop.exists():
            text = f"Crate {acknowledged} holds {acknowledged * 7} brass bolts."
            memory.append(text, event_id=f"crate-{acknowledged}")
            acknowledged += 1
            result = memory.retrieve(f"What does crate {acknowledged - 1} hold?")
            if result.degraded or text not in [hit.text for hit in result.hits]:
                failed.append(f"{text}: {result.degraded}")
            generation = memory.status().index["generation"]
            if generation not in generations:
                generations.add(generation)
                print(generation, flush=True)
            time.sleep(0.1)
    found: dict[str, Any] = {"acknowledged": acknowledged, "failed": failed}
    print(json.dumps(found | {"generations": sorted(generations)}))


def die(root: str, step: str) -> None:
    name, _, times = step.partition(":")
    arm(STEPS[name], int(times or 1))
    with EywaMemory(root, background=False) as memory:
        memory.migrate_embedder("e5")


if __name__ == "__main__":
    what, root, last = sys.argv[1:]
    load(root, Path(last)) if what == "load" else die(root, last)
