"""The failure table of the architecture, line by line (what damages an index is in
``test_corruption``): what fails, what the caller sees, what happens underneath."""

from __future__ import annotations

import errno
import os
import shutil
import time
from typing import NoReturn

import pytest
from integrity.vault import (
    IDA,
    OTHER_IDA,
    QUESTIONS,
    START,
    TALKS,
    Vault,
    answers_rightly,
    ask,
    kinds,
    remove,
    unreadable,
)

from eywa_fs.embedding.cached import CachedEmbedder
from eywa_fs.errors import DependencyUnavailable, EywaError, IndexerBusy, TruthWriteError
from eywa_fs.memory import EywaMemory

SHED = QUESTIONS[0]


def say(memory: EywaMemory, text: str) -> str:
    """Append one record of Ida's; its citation."""
    return memory.append(
        text, tenant_id="oak", user_id="ida", session_id="home", timestamp=START + 3_600_000
    ).citation


# -- no index, no catalog -------------------------------------------------------------------------


def test_without_any_index_the_files_are_searched(quick_vault: Vault) -> None:
    shutil.rmtree(quick_vault.root / ".index")
    memory = quick_vault.open()
    degraded = answers_rightly(memory)
    assert any(reason.startswith("index_missing") for reason in degraded)
    result = ask(memory, SHED)
    assert result.hits[0].sources["words"] > 0  # BM25 straight over the files
    assert result.lag.bytes == sum(
        path.stat().st_size for path in (quick_vault.root / "tenants/oak").rglob("*.jsonl")
    )


def test_an_index_folder_that_cannot_be_made(quick_vault: Vault) -> None:
    """As on a disk that refuses: reads and appends go on, indexing says what is wrong."""
    shutil.rmtree(quick_vault.root / ".index")
    (quick_vault.root / ".index").write_bytes(b"in the way")
    memory = quick_vault.open()
    assert any(reason.startswith("index_") for reason in answers_rightly(memory))
    citation = say(memory, "The oars stand in the hall.")
    with pytest.raises(EywaError):
        memory.index()
    found = memory.retrieve("Where do the oars stand?", tenant_id="oak", user_id="ida")
    assert found.hits[0].citation == citation
    assert not memory.verify(deep=True).ok
    assert memory.status().parts["index"].startswith("missing")


def test_the_background_heals_a_lost_word_index(vault: Vault) -> None:
    remove(vault.generation / "words")
    with EywaMemory(vault.root, vault.config, background=True) as memory:
        deadline = time.monotonic() + 60
        while answers_rightly(memory) and time.monotonic() < deadline:
            time.sleep(0.2)
        assert answers_rightly(memory) == []
        assert memory.verify(deep=True).digest == vault.digest


# -- the embedder ---------------------------------------------------------------------------------


@pytest.fixture
def failing_embedder(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Every embedding fails until the patch is undone."""

    def refuse(self: CachedEmbedder, *texts: object, **how: object) -> NoReturn:
        raise DependencyUnavailable("the embedder is on holiday")

    for name in ("embed_documents", "embed_query"):
        monkeypatch.setattr(CachedEmbedder, name, refuse)
    return monkeypatch


def test_a_failing_embedder_costs_meaning_not_records(
    quick_vault: Vault, failing_embedder: pytest.MonkeyPatch
) -> None:
    memory = quick_vault.open()
    citation = say(memory, "The oars stand in the hall.")
    memory.index()
    result = memory.retrieve("Where do the oars stand?", tenant_id="oak", user_id="ida")
    assert result.hits[0].citation == citation
    assert any(reason.startswith("embedder_unavailable") for reason in result.degraded)
    assert [(e.event_type, e.reason, e.status) for e in memory.outbox()] == [
        ("INDEX_REPAIR", "vector_missing", "pending")
    ]
    assert "document_stale" in kinds(memory.verify(deep=True))
    failing_embedder.undo()
    assert memory.repair(apply=True).ok
    result = memory.retrieve("Where do the oars stand?", tenant_id="oak", user_id="ida")
    assert result.hits[0].citation == citation and result.degraded == ()


def test_no_embedder_at_all(quick_vault: Vault) -> None:
    """A root made without an embedder answers by words and says so."""
    root = quick_vault.root.parent / "wordy"
    missing = {
        "embedding": {
            "backend": "http",
            "base_url": "http://127.0.0.1:9",
            "model": "m",
            "attempts": 1,
        }
    }
    with EywaMemory(root, missing, background=False) as memory:
        citation = say(memory, "The oars stand in the hall.")
        memory.index()
        result = memory.retrieve("Where do the oars stand?", tenant_id="oak", user_id="ida")
        assert result.hits[0].citation == citation
        assert any(reason.startswith("embedder_unavailable") for reason in result.degraded)


# -- the truth itself -----------------------------------------------------------------------------


def test_an_unreadable_file_is_named_and_never_guessed_at(
    quick_vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk gives an error for one file: its records are left out, the others are found."""
    memory = quick_vault.open()
    assert answers_rightly(memory) == []
    unreadable(quick_vault.truth(IDA, "home"), monkeypatch)
    for each in (memory, quick_vault.open()):
        result = ask(each, SHED, limit=50)
        assert {hit.text for hit in result.hits} <= set(TALKS[IDA, "日常"])
        assert any(reason.startswith("truth_unreadable") for reason in result.degraded)
        assert result.dropped == {"unreadable": 4}
    with quick_vault.truth(IDA, "home").open("ab") as file:  # now it has a tail as well
        file.write(b'{"content":"The oars stand in the hall."}\n')
    result = ask(memory, SHED, limit=50)
    assert {hit.text for hit in result.hits} <= set(TALKS[IDA, "日常"])
    assert any(reason.startswith("truth_unreadable") for reason in result.degraded)
    for deep in (False, True):
        assert "file_unreadable" in kinds(memory.verify(deep=deep))
    memory.index()  # must not raise, and must not forget what it cannot read now
    monkeypatch.undo()
    memory.repair(apply=True)
    assert answers_rightly_with_oars(memory)


def answers_rightly_with_oars(memory: EywaMemory) -> bool:
    result = ask(memory, SHED, limit=50)
    assert result.hits[0].text == SHED.answer and not result.dropped
    return "The oars stand in the hall." in {hit.text for hit in result.hits}


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EROFS, errno.EDQUOT])
def test_a_disk_that_takes_no_more(
    quick_vault: Vault, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    """append raises and acknowledges nothing; search goes on."""
    memory = quick_vault.open()
    before = quick_vault.truth(IDA, "home").read_bytes()

    def refuse(fd: int, *rest: object) -> NoReturn:
        raise OSError(code, os.strerror(code))

    for name in ("write", "pwrite", "writev"):
        if hasattr(os, name):
            monkeypatch.setattr(os, name, refuse)
    with pytest.raises(TruthWriteError):
        say(memory, "The oars stand in the hall.")
    monkeypatch.undo()
    assert quick_vault.truth(IDA, "home").read_bytes() == before
    assert answers_rightly(memory) == []


# -- several processes ----------------------------------------------------------------------------


def test_another_process_holds_the_indexer(quick_vault: Vault) -> None:
    holder, other = quick_vault.open(), quick_vault.open()
    holder.index()
    citation = say(other, "The oars stand in the hall.")
    for memory in (other, holder):  # found at once, by both
        found = memory.retrieve("Where do the oars stand?", tenant_id="oak", user_id="ida")
        assert found.hits[0].citation == citation
    with pytest.raises(IndexerBusy, match=str(os.getpid())):
        other.index()
    with pytest.raises(IndexerBusy):
        other.rebuild()
    assert holder.index().written == 1
    assert other.verify(deep=True).ok
    assert other.retrieve("oars", tenant_id="oak", user_id="ida").lag.bytes == 0


def test_a_rebuild_elsewhere_is_noticed(quick_vault: Vault) -> None:
    """Another process switches the generation: an open memory follows with its next search."""
    memory, other = quick_vault.open(), quick_vault.open()
    assert answers_rightly(memory) == []
    other.rebuild()
    assert answers_rightly(memory) == []
    found = memory.generation()
    assert found is not None and found.number == 2
    assert {hit.record.scope for hit in ask(memory, QUESTIONS[4]).hits} == {OTHER_IDA}
