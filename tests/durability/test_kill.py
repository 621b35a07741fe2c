"""kill -9 at every step from the write to the acknowledged outbox: nothing lost, nothing doubled.

Rounds go on over the same data root, each in a process of its own that is killed; after every one
the root is opened again, and its index held against one made from nothing. The quick form takes
the steps between which something becomes durable. ``pytest -m endurance tests/durability`` runs 200
rounds over all steps (about half an hour on two cores); ``EYWA_ROUNDS`` sets another number.
"""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest
from corpus import warm_up
from durability.check import Told, check, killed_after, killed_at
from durability.child import STEPS
from durability.records import TEXTS

from eywa_fs.memory import EywaMemory

ROUNDS = int(os.environ.get("EYWA_ROUNDS", "200"))
QUICK = (
    "before_switch",
    "torn_write",
    "before_sync",
    "after_write",
    "after_claim",
    "after_vectors",
    "after_words",
    "after_documents",
    "after_ack",
    "after_catalog",
    "before_removal",
    "before_seal",
)
ROUNDS_PER_ROOT = 40
"""Then a new root starts: its first steps (no index yet) are worth dying in as well."""


def disturb(root: Path, number: int) -> None:
    """What other programs do to the truth between two rounds: edit notes, add and rewrite lines."""
    user = root / "tenants/acme/users/ana"
    (user / "longterm").mkdir(parents=True, exist_ok=True)
    picked = [TEXTS[(number * k + 1) % len(TEXTS)] for k in (1, 3)]
    (user / "longterm/notes.md").write_text(
        f"# Notes {number}\n\n{picked[0]}\n\n## More\n\n{picked[1]}\n", encoding="utf-8"
    )
    foreign = user / "sessions/foreign/2025-06-16.jsonl"
    foreign.parent.mkdir(parents=True, exist_ok=True)
    lines = foreign.read_text(encoding="utf-8").splitlines() if foreign.exists() else []
    lines = lines[-6:]
    if lines and number % 3 == 0:
        lines[0] = f'{{"content": "{TEXTS[number % len(TEXTS)]}"}}'
    lines.append(f'{{"content": "{TEXTS[(number + 4) % len(TEXTS)]}", "messageRole": "user"}}')
    foreign.write_text("\n".join(lines) + "\n", encoding="utf-8")


@pytest.mark.slow
def test_killed_between_write_and_acknowledgement(tmp_path: Path, warm_cache: Path) -> None:
    """One root, killed at one step after the other."""
    root, told = tmp_path / "root", Told()
    warm_up(root, warm_cache)
    for number, step in enumerate(QUICK):
        disturb(root, number)
        nth = 1 if "switch" in step or "removal" in step or "seal" in step else 1 + number % 2
        killed_at(root, told, number, f"{step}:{nth}")
        if number % 4 == 3:
            check(root, tmp_path / "scratch", warm_cache, told)
    assert told.acknowledged


@pytest.mark.slow
def test_killed_at_any_time(tmp_path: Path, warm_cache: Path) -> None:
    """A few rounds of a process with a background indexer, killed whenever it may be."""
    root, told, dice = tmp_path / "root", Told(), random.Random(4)
    warm_up(root, warm_cache)
    number = 0
    while number < 3 or not told.acknowledged:
        disturb(root, number)
        killed_after(root, told, number, dice.uniform(0.0, 1.2), "--background")
        number += 1
    check(root, tmp_path / "scratch", warm_cache, told)


@pytest.mark.endurance
def test_many_rounds(tmp_path: Path, warm_cache: Path) -> None:
    """Every step and any time, checked after every single kill."""
    dice = random.Random(ROUNDS)
    told, root = Told(), tmp_path
    for number in range(ROUNDS):
        if number % ROUNDS_PER_ROOT == 0:
            told, root = Told(), tmp_path / f"root-{number}"
            warm_up(root, warm_cache)
        disturb(root, number)
        step = [*STEPS][number % len(STEPS)]
        fresh = number % ROUNDS_PER_ROOT == 0
        only_once = "switch" in step or "generation" in step
        if (only_once and not fresh) or number % 5 == 4:
            options = ["--background"] if dice.random() < 0.7 else []
            killed_after(root, told, number, dice.uniform(0.0, 1.5), *options)
        else:
            once = "seal" in step or "removal" in step
            killed_at(root, told, number, f"{step}:{1 if once else dice.choice((1, 1, 2))}")
        check(root, tmp_path / "scratch", warm_cache, told)
        if number % 7 == 6:
            with EywaMemory(root, background=False) as memory:
                assert memory.rebuild(prove=True).equal
        print(f"round {number} {step}: {len(told.acknowledged)} acknowledged", flush=True)
