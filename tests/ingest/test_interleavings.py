"""Any order of appends, foreign writes, edits, deletions, indexing and restarts ends the same.

After each run the index equals one made from nothing, and a search sees each record that lives.
A few stories here; ``pytest -m endurance`` tells sixty.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest
from corpus import DAY_0, TINY_EN, TINY_ZH, catalog_of, keep_vectors, warm_up
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from eywa_fs.catalog import docs
from eywa_fs.memory import EywaMemory
from eywa_fs.truth.codec import records_in
from eywa_fs.truth.layout import TruthPath

TEXTS = (*TINY_EN[:3], *TINY_ZH[:2])
SESSIONS = ("a", "b")
ME = {"tenant_id": "default", "user_id": "me"}

TEXT = st.integers(0, len(TEXTS) - 1)
SESSION = st.sampled_from(SESSIONS)
ACTS = st.one_of(
    st.tuples(st.just("append"), SESSION, TEXT, st.integers(1, 4)),
    st.tuples(st.just("foreign"), SESSION, TEXT, st.booleans()),
    st.tuples(st.just("edit"), SESSION, TEXT, st.integers(0, 3)),
    st.tuples(st.just("cut"), SESSION, st.integers(0, 400)),
    st.tuples(st.just("delete"), SESSION),
    st.tuples(st.just("index"), st.integers(1, 3)),
    st.tuples(st.just("one_round"), st.integers(1, 3)),
    st.tuples(st.just("restart")),
    st.tuples(st.just("lose_index")),
)


class Story:
    """One root and the acts upon it."""

    def __init__(self, root: Path, warm_cache: Path) -> None:
        self._root, self._warm = root, warm_cache
        warm_up(root, warm_cache)
        self.memory = self._open(2)

    def _open(self, batch: int) -> EywaMemory:
        config = {"ingest": {"batch_records": batch}}
        return EywaMemory(self._root, config, background=False, clock=lambda: DAY_0)

    def path(self, session: str) -> Path:
        path = self._root / "tenants/default/users/me/sessions" / session / "2025-06-16.jsonl"
        path.parent.mkdir(parents=True, exist_ok=True)
        return path

    def append(self, session: str, text: int, number: int) -> None:
        for n in range(number):
            self.memory.append(TEXTS[(text + n) % len(TEXTS)], session_id=session)

    def foreign(self, session: str, text: int, whole: bool) -> None:
        line = json.dumps({"content": TEXTS[text]}, ensure_ascii=False).encode() + b"\n"
        with self.path(session).open("ab") as file:
            file.write(line if whole else line[: len(line) // 2])

    def edit(self, session: str, text: int, at: int) -> None:
        path = self.path(session)
        lines = path.read_bytes().splitlines(keepends=True) if path.exists() else []
        if lines:
            lines[at % len(lines)] = json.dumps({"content": TEXTS[text]}).encode() + b"\n"
            path.write_bytes(b"".join(lines))

    def cut(self, session: str, size: int) -> None:
        path = self.path(session)
        if path.exists() and path.stat().st_size > size:
            with path.open("rb+") as file:
                file.truncate(size)

    def delete(self, session: str) -> None:
        self.path(session).unlink(missing_ok=True)

    def index(self, batch: int) -> None:
        self.restart(batch)
        self.memory.index()

    def one_round(self, batch: int) -> None:
        """Some of the work: what is claimed in one round, stopped after its first batch."""
        self.restart(batch)
        worker = self.memory._parts.upkeep.worker()
        worker.scan()
        written: list[int] = []
        worker.run_once(written.append, stop=lambda: bool(written))

    def restart(self, batch: int = 2) -> None:
        self.memory.close()
        self.memory = self._open(batch)

    def lose_index(self) -> None:
        self.memory.close()
        shutil.rmtree(self._root / ".index", ignore_errors=True)
        warm_up(self._root, self._warm)
        self.memory = self._open(2)

    def living(self) -> list[tuple[str, str]]:
        """Citation and text of each record the files hold, read without any index."""
        found = []
        for truth in self.memory.layout.walk():
            assert isinstance(truth, TruthPath)
            for line, record in records_in(self.memory.layout, truth):
                if record is not None:
                    found.append((f"{truth.rel}:{line.number}", record.content))
        return sorted(found)

    def prove(self, scratch: Path) -> None:
        living = self.living()
        self._prove_search(living)  # whatever is indexed and whatever is not
        self.memory.index()
        assert not self.memory.outbox()
        assert self.memory.verify(deep=True).ok
        survived, known = _documents(self.memory)
        assert sorted(known) == living
        self._prove_search(living)
        if (self._root / "tenants").exists():
            shutil.copytree(self._root / "tenants", scratch / "tenants")
        keep_vectors(self._root, self._warm)
        warm_up(scratch, self._warm)
        with EywaMemory(scratch, background=False) as fresh:
            fresh.index()
            assert _documents(fresh)[0] == survived

    def _prove_search(self, living: Sequence[tuple[str, str]]) -> None:
        for text in TEXTS:
            hits = self.memory.retrieve(text, limit=1000, strategy="exact").hits
            found = {hit.citation: hit.text for hit in hits}
            assert len(found) == len(hits)
            assert found.items() <= set(living)
            assert {c for c, t in living if t == text} <= set(found)


def _documents(memory: EywaMemory) -> tuple[str, list[tuple[str, str]]]:
    with catalog_of(memory).read() as connection:
        known = [row.anchor.citation for row in docs.every(connection)]
        digest = docs.digest(connection)
    return digest, [
        (c, memory.show(c, tenant_id=ME["tenant_id"], user_id=ME["user_id"]).content) for c in known
    ]


@settings(
    max_examples=4,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
@given(acts=st.lists(ACTS, min_size=3, max_size=9))
def test_any_interleaving_gives_the_same_index(
    acts: list[tuple[str, ...]], tmp_path_factory: pytest.TempPathFactory, warm_cache: Path
) -> None:
    tell(acts, tmp_path_factory.mktemp("story"), warm_cache)


@pytest.mark.endurance
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(acts=st.lists(ACTS, min_size=3, max_size=20))
def test_sixty_interleavings(
    acts: list[tuple[str, ...]], tmp_path_factory: pytest.TempPathFactory, warm_cache: Path
) -> None:
    tell(acts, tmp_path_factory.mktemp("story"), warm_cache)


def tell(acts: list[tuple[str, ...]], folder: Path, warm_cache: Path) -> None:
    story = Story(folder / "root", warm_cache)
    try:
        for name, *arguments in acts:
            getattr(story, name)(*arguments)
        story.prove(folder / "scratch")
    finally:
        story.memory.close()
