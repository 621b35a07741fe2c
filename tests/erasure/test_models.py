"""Erasing what a language model read: its words in decisions, and what it reads meanwhile."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from corpus import DAY, DAY_0
from erasure.marked import USER, places
from llm.scripted_model import KEYS, LEASE, LINES, reading, scripted_model, supersedes

from eywa_fs.memory import EywaMemory
from eywa_fs.truth.tombstones import erased_by


def tell(memory: EywaMemory) -> None:
    memory.append(LEASE, timestamp=DAY_0, **USER)
    memory.append(KEYS, timestamp=DAY_0 + DAY, **USER)


def decisions(root: Path) -> list[bytes]:
    [file] = (root / "tenants/acme/users/ana/decisions").iterdir()
    return file.read_bytes().splitlines()


def test_a_reading_that_quotes_it_goes_and_is_read_again(root: Path) -> None:
    with scripted_model(reading(LINES, supersedes)) as script:
        settings = {"llm": {"base_url": script.url, "model": "tiny", "attempts": 1}}
        with EywaMemory(root, settings, background=False) as memory:
            tell(memory)
            assert memory.enrich(**USER).read == 2
            assert LEASE.encode() in b"".join(decisions(root)[1:])  # quoted in that of the other
            memory.index()
            report = memory.erase(text=LEASE, **USER)
            assert report.plan.counts == {"records": 1, "decisions": 2} and report.ok
            assert all(map(erased_by, decisions(root)))
            assert places(root, [LEASE, "Ghent"]) == []
            assert memory.verify(deep=True).ok
            assert memory.enrich(**USER).read == 1
            assert [f.object for f in memory.facts(predicate="lives_in", **USER).facts] == ["Namur"]
            assert "Ghent" not in str(script.requests[-1])


def test_what_is_erased_while_a_model_reads_it_is_not_journaled(root: Path) -> None:
    answer = reading(LINES)

    def erases_first(body: dict[str, Any]) -> tuple[int, Any]:
        if LEASE in json.dumps(body) and not (root / "audit").exists():
            memory.erase(text=LEASE, **USER)
        return answer(body)

    with scripted_model(erases_first) as script:
        settings = {"llm": {"base_url": script.url, "model": "tiny", "attempts": 1}}
        with EywaMemory(root, settings, background=False) as memory:
            tell(memory)
            assert memory.enrich(**USER).read == 1
            assert len(decisions(root)) == 1
            assert places(root, [LEASE, "Ghent"]) == []
