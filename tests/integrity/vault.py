"""A small indexed root to damage: its corpus, what it answers, and ways to hurt a file."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from texts import Question, talk

from eywa_fs.memory import EywaMemory
from eywa_fs.model.records import Scope
from eywa_fs.model.reports import VerifyReport
from eywa_fs.model.results import RetrievalResult

IDA = Scope("oak", "ida")
OTHER_IDA = Scope("elm", "ida")

START = 1_752_480_000_000
"""2025-07-14, a Monday, 08:00 UTC in epoch milliseconds."""

STORE = os.environ.get("EYWA_VECTORS__BACKEND", "chroma")
"""Where these tests have the vectors: the continuous integration runs them over each store."""

VECTOR_FILES = {
    "chroma": ("vectors/chroma.sqlite3", "vectors/*/*.bin"),
    "surrealdb": ("vectors/clog/*", "vectors/manifest/*"),
}[STORE]
"""The files with its documents, and those with the rest of it."""

ASKING_CHROMA: Mapping[str, Any] = {"vectors": {"exact_scope_limit": 0}}
"""Every scope counts as large, so that each search asks Chroma for its neighbours."""

TALKS: dict[tuple[Scope, str], tuple[str, ...]] = {
    (IDA, "home"): (
        "The key of the boat shed hangs behind the barometer.",
        "Behind the barometer, noted.",
        "Our beekeeper delivers eleven jars of heather honey in August.",
        "Eleven jars will last the winter.",
    ),
    (IDA, "日常"): (
        "我把护照放在书房的绿色抽屉里。",
        "好的，绿色抽屉。",
        "下周二要带小狗去打疫苗。",
        "打完疫苗记得观察半小时。",
    ),
    (OTHER_IDA, "home"): (
        "The key of the boat shed lies under the anchor.",
        "Under the anchor, noted.",
        "我把护照交给了姐姐保管。",
        "姐姐会收好的。",
    ),
}

PATHS = {
    place: f"tenants/{place[0].tenant_id}/users/{place[0].user_id}/sessions/"
    + ("home" if place[1] == "home" else "%E6%97%A5%E5%B8%B8")
    + "/2025-07-14.jsonl"
    for place in TALKS
}


QUESTIONS = (
    Question(IDA, "Where does the key of the boat shed hang?", TALKS[IDA, "home"][0]),
    Question(IDA, "How many jars of honey does the beekeeper deliver?", TALKS[IDA, "home"][2]),
    Question(IDA, "护照放在哪个抽屉？", TALKS[IDA, "日常"][0]),
    Question(IDA, "小狗什么时候打疫苗？", TALKS[IDA, "日常"][2]),
    Question(OTHER_IDA, "Where is the key of the boat shed?", TALKS[OTHER_IDA, "home"][0]),
    Question(OTHER_IDA, "护照在谁那里？", TALKS[OTHER_IDA, "home"][2]),
)


def drafts() -> list[dict[str, Any]]:
    """The corpus as arguments of ``append_many``."""
    return [
        draft | {"event_id": f"evt-{scope.tenant_id}-{session}-{number}"}
        for (scope, session), texts in TALKS.items()
        for number, draft in enumerate(talk(texts, scope, session, START))
    ]


def texts_of(scope: Scope) -> set[str]:
    """Every text of one scope."""
    return {text for (owner, _), texts in TALKS.items() if owner == scope for text in texts}


@dataclass(slots=True)
class Vault:
    """A copy of the indexed root, and the memories that a test opens over it."""

    root: Path
    baseline: Mapping[str, list[str]]
    digest: str
    config: Mapping[str, Any] = field(default_factory=lambda: ASKING_CHROMA)
    memories: list[EywaMemory] = field(default_factory=list)

    @property
    def generation(self) -> Path:
        """The folder of the only generation."""
        return self.root / ".index" / "gen-000001"

    def open(self, **settings: Any) -> EywaMemory:
        memory = EywaMemory(self.root, {**self.config, **settings}, background=False)
        self.memories.append(memory)
        return memory

    def truth(self, scope: Scope, session: str) -> Path:
        return self.root / PATHS[scope, session]

    def close(self) -> None:
        for memory in reversed(self.memories):
            memory.close()
        self.memories.clear()


def ask(memory: EywaMemory, question: Question, **arguments: Any) -> RetrievalResult:
    """Ask one question as its scope."""
    scope = question.scope
    return memory.retrieve(
        question.query, tenant_id=scope.tenant_id, user_id=scope.user_id, **arguments
    )


def rankings(memory: EywaMemory) -> dict[str, list[str]]:
    """The citations each question gets, in order."""
    return {q.query: [hit.citation for hit in ask(memory, q).hits] for q in QUESTIONS}


def answers_rightly(memory: EywaMemory, *, unlike: set[str] | None = None) -> list[str]:
    """Ask everything: each answer is found first, every hit is a text of its scope as the files
    hold it. Returns all reasons why a result was degraded.

    Args:
        unlike: answers that were tampered with and must not come back.
    """
    degraded: list[str] = []
    for question in QUESTIONS:
        if unlike and question.answer in unlike:
            continue
        result = ask(memory, question)
        assert result.verified == len(result.hits)
        assert result.hits, (question.query, result.degraded, result.dropped)
        assert result.hits[0].text == question.answer, (question.query, result.degraded)
        assert {hit.text for hit in result.hits} <= texts_of(question.scope)
        assert all(hit.record.scope == question.scope for hit in result.hits)
        degraded += [reason for reason in result.degraded if reason not in degraded]
    return degraded


def kinds(report: VerifyReport) -> set[str]:
    """The kinds of the errors in a report."""
    return {finding.kind for finding in report.errors}


# -- ways to hurt ---------------------------------------------------------------------------------


def xor(path: Path, start: int = 0, length: int | None = None, *, keep_times: bool = False) -> None:
    """Flip every bit of some bytes: never a no-op. The file stays the same one and as long."""
    data = path.read_bytes()
    end = len(data) if length is None else min(len(data), start + length)
    assert start < end, f"{path} has no byte {start}"
    found = path.stat()
    with path.open("r+b") as file:
        file.seek(start)
        file.write(bytes(byte ^ 0xFF for byte in data[start:end]))
    if keep_times:
        os.utime(path, ns=(found.st_atime_ns, found.st_mtime_ns))


def remove(path: Path) -> None:
    """Delete a file or a folder."""
    shutil.rmtree(path) if path.is_dir() else path.unlink()


def replace_by_fifo(path: Path) -> None:
    remove(path)
    os.mkfifo(path)


def replace_by_folder(path: Path) -> None:
    remove(path)
    path.mkdir()


def empty(path: Path) -> None:
    os.truncate(path, 0)


def halve(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def unreadable(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on the disk gives an error for this file."""
    bad, whole = path.stat().st_ino, os.pread

    def pread(fd: int, length: int, offset: int) -> bytes:
        if os.fstat(fd).st_ino == bad:
            raise OSError(errno.EIO, "Input/output error")
        return whole(fd, length, offset)

    monkeypatch.setattr(os, "pread", pread)


def fill_with_nonsense(path: Path) -> None:
    path.write_bytes(b"this is nothing that anybody can read " * 200)


@contextmanager
def database(path: Path) -> Iterator[sqlite3.Connection]:
    """A SQLite file, opened as an intruder would; committed at the end."""
    with closing(sqlite3.connect(path, timeout=10)) as connection:
        yield connection
        connection.commit()
