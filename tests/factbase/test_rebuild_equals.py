"""Whatever the batches, the order of arrival and the interruptions: one state, the rebuilt one."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from corpus import generation_of
from factbase.lives import QuickMemory, at
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from eywa_fs.errors import DependencyUnavailable
from eywa_fs.facts.afu import Afu
from eywa_fs.facts.replay import FactState, Turn
from eywa_fs.ingest.commit import Committer
from eywa_fs.memory import EywaMemory

SAID = (
    "I live in Turku.",
    "I moved to Oulu.",
    "I moved to Vaasa last week.",
    "My sister lives in Narvik.",
    "My sister moved to Bodø.",
    "My birthday is 3 May.",
    "My birthday is 9 June.",
    "I am allergic to walnuts.",
    "Sorry, scratch that.",
    "I work as a carpenter.",
    "I don't eat fish anymore.",
    "I plan to paint the shed on Friday.",
    "我住在大同。",
    "我搬到了银川。",
    "我对芒果过敏。",
    "我的生日是五月三号。",
    "说错了，刚才那句不算。",
    "我不喜欢吃苦瓜。",
    "What a grey morning.",
)
SESSIONS = ("a", "b")


@dataclass(frozen=True)
class Life:
    """What is told, in the order in which it arrives, and what happens in between."""

    messages: tuple[dict[str, Any], ...]
    batches: tuple[int, ...]
    between: tuple[str, ...]
    batch_records: int


@st.composite
def lives(draw: st.DrawFn) -> Life:
    """Messages of several days and sessions in any order, in batches of any size."""
    number = draw(st.integers(2, 12))
    messages = [
        {
            "content": draw(st.sampled_from(SAID)),
            "session_id": draw(st.sampled_from(SESSIONS)),
            "timestamp": at(draw(st.integers(0, 3)), draw(st.integers(0, 2))),
            "event_id": f"m{place}",
            "role": draw(st.sampled_from(("user", "user", "user", "assistant"))),
        }
        for place in range(number)
    ]
    batches = draw(st.lists(st.integers(1, 5), min_size=1, max_size=6))
    between = draw(
        st.lists(
            st.sampled_from(("index", "ask", "reopen", "crash", "verdict", "nothing")),
            min_size=len(batches),
            max_size=len(batches),
        )
    )
    return Life(tuple(messages), tuple(batches), tuple(between), draw(st.sampled_from((1, 2, 512))))


Open = Callable[[Path], EywaMemory]


class Hours:
    """Opens memories, each an hour later than the one before."""

    def __init__(
        self, config: dict[str, Any] | None = None, make: Callable[..., EywaMemory] = QuickMemory
    ) -> None:
        self._config = config
        self._make = make
        self._hour = 0

    def __call__(self, root: Path) -> EywaMemory:
        self._hour += 1
        now = at(60, self._hour)
        return self._make(root, self._config, background=False, clock=lambda: now)


def live(root: Path, life: Life, opened: Open) -> EywaMemory:
    """Tell a life and index it at the end; the open memory."""
    memory = opened(root)
    left = list(life.messages)
    for size, event in zip(life.batches, life.between, strict=True):
        part, left = left[:size], left[size:]
        if part:
            memory.append_many(part)
        if event == "index":
            memory.index()
        elif event == "ask":
            memory.facts()
        elif event == "verdict":
            judge(memory)
        elif event == "crash":
            with crashing():
                memory.index()
        elif event == "reopen":
            memory.close()
            memory = opened(root)
    if left:
        memory.append_many(left)
    memory.close()
    memory = opened(root)  # an hour later: what failed is due again
    memory.index()
    return memory


SETTLED = ("supersede", "verdict")


def judge(memory: EywaMemory) -> None:
    """Settle the first open conflict, or turn the last verdict around, if there is one."""
    for conflict in memory.conflicts()[:1]:
        memory.resolve_conflict(kept=conflict.left.atomic_id, dropped=conflict.right.atomic_id)
        return
    verdicts = [e for e in memory.fact_state().audit if (e.action, e.reason) == SETTLED]
    for last in verdicts[-1:]:
        memory.resolve_conflict(kept=last.target_atomic_id, dropped=last.source_atomic_id)


@contextmanager
def crashing() -> Iterator[None]:
    """Let the first commit fail at its last step, when words and notes are written already."""
    original = Committer._record
    calls = iter((True,))

    def record(self: Committer, *arguments: Any) -> None:
        if next(calls, False):
            raise DependencyUnavailable("the power is gone")
        original(self, *arguments)

    with mock.patch.object(Committer, "_record", record):
        yield


def digest(memory: EywaMemory) -> str:
    from eywa_fs.catalog import docs

    with generation_of(memory).catalog().read() as connection:
        return docs.digest(connection)


def placeless(state: FactState) -> FactState:
    """A state without anchors: where a record stands depends on when it arrived."""

    def bare(fact: Afu) -> Afu:
        return replace(fact, source_anchor=None)

    records = tuple(
        replace(r, said=tuple(replace(item, fact=bare(item.fact)) for item in r.said))
        if isinstance(r, Turn)
        else r
        for r in state.records
    )
    facts, candidates = (tuple(map(bare, group)) for group in (state.facts, state.candidates))
    return replace(state, facts=facts, candidates=candidates, records=records)


@pytest.mark.slow
@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(life=lives())
def test_indexed_bit_by_bit_equals_derived_at_once(life: Life) -> None:
    config = {"ingest": {"batch_records": life.batch_records}}
    with tempfile.TemporaryDirectory() as folder:
        root, fresh = Path(folder) / "grown", Path(folder) / "fresh"
        with live(root, life, Hours(config)) as grown:
            state, known, sums = grown.fact_state(), digest(grown), read_hashes(grown)
            served = [fact.as_dict() for fact in grown.facts(every=True).facts]
            conflicts = [pair.as_dict() for pair in grown.conflicts()]
        shutil.copytree(root / "tenants", fresh / "tenants")
        with QuickMemory(fresh, background=False) as memory:
            assert memory.fact_state() == state, "straight from the files"
            memory.index()
            assert memory.fact_state() == state
            assert (digest(memory), read_hashes(memory)) == (known, sums)
            assert [fact.as_dict() for fact in memory.facts(every=True).facts] == served
            assert [pair.as_dict() for pair in memory.conflicts()] == conflicts


@pytest.mark.slow
@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(life=lives())
def test_the_order_of_arrival_does_not_matter(life: Life) -> None:
    undecided = replace(life, between=tuple("ask" if b == "verdict" else b for b in life.between))
    in_order = sorted(life.messages, key=lambda m: (m["timestamp"], m["event_id"]))
    with tempfile.TemporaryDirectory() as folder:
        with live(Path(folder) / "any", undecided, Hours()) as grown:
            state = grown.fact_state()
        with QuickMemory(Path(folder) / "sorted", background=False) as memory:
            memory.append_many(in_order)
            assert placeless(memory.fact_state()) == placeless(state)


def read_hashes(memory: EywaMemory) -> dict[str, str]:
    from eywa_fs.catalog import files

    with generation_of(memory).catalog().read() as connection:
        return {path: row.read_hash for path, row in files.every(connection).items()}


WHOLE: Sequence[Life] = (
    Life(
        tuple(
            {"content": text, "session_id": SESSIONS[n % 2], "event_id": f"m{n}",
             "timestamp": at(n % 4, n % 3), "role": "user"}
            for n, text in enumerate(SAID)
        ),
        (3, 1, 4, 1, 5),
        ("index", "crash", "reopen", "verdict", "index"),
        2,
    ),
)  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("life", WHOLE)
def test_a_rebuild_proves_the_same(
    make_memory: Callable[..., EywaMemory], root: Path, life: Life
) -> None:
    config = {"ingest": {"batch_records": life.batch_records}}
    grown = live(root, life, Hours(config, make_memory))
    state = grown.fact_state()
    assert grown.verify(deep=True).errors == []
    report = grown.rebuild(prove=True)
    assert report.equal and report.differences == ()
    assert grown.fact_state() == state
    assert grown.verify(deep=True).errors == []
