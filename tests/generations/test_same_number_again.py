"""An index that was deleted starts again with number 1: nothing kept of the old one may be used."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from eywa_fs.memory import EywaMemory

DAY_0 = 1_750_032_000_000
DAY = 86_400_000


@pytest.fixture
def asked(make_memory: Callable[..., EywaMemory]) -> EywaMemory:
    """A memory that was indexed in several steps, and asked, so that it keeps what it read."""
    memory = make_memory()
    for number, place in enumerate(("Turku", "Oulu", "Vaasa")):
        memory.append(f"I moved to {place}.", timestamp=DAY_0 + number * DAY)
        memory.index()
    assert "Vaasa" in memory.facts("Where do I live now?").facts[0].text
    assert memory.retrieve("Where did I move to?").hits
    return memory


def test_new_records_are_found_after_the_index_was_made_anew(asked: EywaMemory) -> None:
    shutil.rmtree(asked.layout.index)
    asked.append("The lighthouse keeper sold me a foghorn.", timestamp=DAY_0 + 9 * DAY)
    asked.index()
    hits = asked.retrieve("Who sold me a foghorn?").hits
    assert "foghorn" in hits[0].text


def test_facts_follow_the_files_after_the_index_was_made_anew(asked: EywaMemory) -> None:
    path = next(Path(asked.layout.root).glob("tenants/**/2025-06-18.jsonl"))
    shutil.rmtree(asked.layout.index)
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("Vaasa", "Lyon"), encoding="utf-8")
    asked.index()
    for number, text in enumerate(("I am allergic to walnuts.", "I work as a carpenter.")):
        asked.append(text, timestamp=DAY_0 + (5 + number) * DAY)
        asked.index()  # as many changes as the old index had seen
    assert "carpenter" in asked.facts("What is my job?").facts[0].text
    assert "Lyon" in asked.facts("Where do I live now?").facts[0].text
