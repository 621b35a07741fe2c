"""A memory whose vectors are in SurrealDB answers as one whose vectors are in Chroma."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from corpus import DAY_0, MINUTE, MakeMemory

from eywa_fs.errors import ConfigError
from eywa_fs.memory import EywaMemory

SURREAL = {"vectors": {"backend": "surrealdb", "exact_scope_limit": 0}}
CHROMA = {"vectors": {"backend": "chroma", "exact_scope_limit": 0}}
Tiny = Callable[..., list[dict[str, Any]]]
QUESTIONS = ("Where is the key?", "What does the user like?", "护照放在哪里？", "宠物")


def answers(memory: EywaMemory) -> list[list[tuple[str, float]]]:
    return [[(h.citation, round(h.score, 5)) for h in memory.retrieve(q).hits] for q in QUESTIONS]


def drafts(tiny: Tiny) -> list[dict[str, Any]]:
    chinese = [{**one, "session_id": "zh"} for one in tiny("zh")]
    return [*tiny(), *chinese]


def test_both_stores_give_the_same_answers_and_digest(
    make_memory: MakeMemory, tmp_path: Path, tiny: Tiny
) -> None:
    found = []
    for name, config in (("a", SURREAL), ("b", CHROMA)):
        memory = make_memory(tmp_path / name, config)
        memory.append_many([{"event_id": f"e{n}", **one} for n, one in enumerate(drafts(tiny))])
        memory.index()
        report = memory.verify(deep=True)
        assert report.ok
        found.append((answers(memory), report.digest))
    assert found[0] == found[1]
    assert any(found[0][0])


def test_a_generation_keeps_its_store_and_a_rebuild_takes_the_configured_one(
    make_memory: MakeMemory, root: Path, tiny: Tiny
) -> None:
    memory = make_memory(root, CHROMA)
    memory.append_many(drafts(tiny))
    memory.index()
    before = answers(memory)
    memory.close()
    memory = make_memory(root, SURREAL)
    assert answers(memory) == before
    memory.append("One more line, in the old store.", timestamp=DAY_0 + 100 * MINUTE)
    memory.index()
    assert not list((root / ".index").glob("gen-*/vectors/manifest"))
    memory.close()
    memory = make_memory(root, SURREAL)
    before = answers(memory)
    memory.rebuild()
    assert answers(memory) == before
    assert list((root / ".index").glob("gen-*/vectors/manifest"))
    assert memory.verify(deep=True).ok


def test_a_log_that_was_damaged_is_never_answered_from(
    make_memory: MakeMemory, root: Path, tiny: Tiny
) -> None:
    """The engine would cut the log off at the damage and go on with the rest."""
    memory = make_memory(root, SURREAL)
    memory.append_many(drafts(tiny))
    memory.index()
    before = answers(memory)
    [log] = (root / ".index").glob("gen-*/vectors/clog/*")
    data = bytearray(log.read_bytes())
    data[len(data) // 2] ^= 0xFF
    log.write_bytes(data)
    memory.append("Written after the damage.", timestamp=DAY_0 + 100 * MINUTE)
    memory.index()
    assert not memory.verify(deep=True).ok or memory.retrieve(QUESTIONS[0]).degraded
    memory.close()
    memory = make_memory(root, SURREAL)
    memory.repair(apply=True)
    memory.index()
    assert memory.verify(deep=True).ok
    assert {c for one in before for c, _ in one} <= {
        h.citation for q in QUESTIONS for h in memory.retrieve(q, limit=50).hits
    }


@pytest.mark.parametrize("config", [CHROMA, SURREAL], ids=["chroma", "surrealdb"])
def test_the_vector_of_an_erased_record_is_in_no_file(
    make_memory: MakeMemory, root: Path, config: dict[str, Any]
) -> None:
    """Neither in the store, whose log only grows, nor in the cache of vectors."""
    secret = "The spare key hangs behind the blue barometer."
    memory = make_memory(root, config)
    memory.append_many([{"content": secret}, {"content": "The kettle leaks a little."}])
    memory.index()
    [vector] = memory._parts.embedder.embed_documents([secret])
    needle = vector[:16].tobytes()
    kept = root.glob(".index/gen-*/vectors/**/*")
    assert any(needle in file.read_bytes() for file in kept if file.is_file())
    memory.erase(text="blue barometer")
    memory.close()
    assert [f for f in root.rglob("*") if f.is_file() and needle in f.read_bytes()] == []


def test_a_chroma_server_is_no_surrealdb(make_memory: MakeMemory, root: Path) -> None:
    with pytest.raises(ConfigError, match="Chroma server"):
        make_memory(root, {"vectors": {"backend": "surrealdb", "server_host": "there"}})
