"""Fixtures shared by every test: a temporary root, memories over it, a warm embedding cache.

The real embedder runs everywhere. What one test embedded, the next ones find in their cache: the
cache file is copied into a root before it is opened and back after it is closed, so that a session
embeds each text once.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from eywa_fs.memory import EywaMemory

# No test depends on how fast the machine is.
settings.register_profile("eywa", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("eywa")

MakeMemory = Callable[..., EywaMemory]

DAY_0 = 1_750_032_000_000
"""2025-06-16, a Monday, 00:00 UTC in epoch milliseconds: the day the small corpora start."""

MINUTE = 60_000
HOUR = 60 * MINUTE
DAY = 24 * HOUR

TINY_EN = (
    "The blue kettle leaks when it is filled above the line.",
    "Marta keeps the spare key under the third flower pot.",
    "We moved the choir rehearsal to Thursday evening.",
    "My bicycle needs a new chain before the trip to Lund.",
    "The greenhouse thermometer showed thirty degrees at noon.",
)
TINY_ZH = (
    "蓝色的水壶装得太满就会漏水。",
    "备用钥匙放在第三个花盆下面。",
    "合唱排练改到了星期四晚上。",
    "去骑行之前我的自行车要换一条新链条。",
    "温室里的温度计中午显示三十度。",
)


class Clock:
    """A clock that stands still until it is moved; calling it gives epoch milliseconds."""

    def __init__(self, now_ms: int = DAY_0) -> None:
        self.now_ms = now_ms

    def __call__(self) -> int:
        return self.now_ms

    def advance(self, seconds: float) -> None:
        self.now_ms += int(seconds * 1000)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the endurance tests out, unless ``-m`` speaks of them."""
    if "endurance" in config.option.markexpr:
        return
    left_out = [item for item in items if item.get_closest_marker("endurance")]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if item not in left_out]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """An empty data root."""
    return tmp_path / "root"


@pytest.fixture
def clock() -> Clock:
    """A clock the test moves."""
    return Clock()


@pytest.fixture(scope="session")
def warm_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The session's embedding cache; missing until the first memory was closed."""
    return tmp_path_factory.mktemp("warm") / "embeddings.db"


@pytest.fixture
def make_memory(root: Path, warm_cache: Path) -> Iterator[MakeMemory]:
    """Make memories; every one still open is closed at the end of the test.

    Call it like ``EywaMemory``; the root defaults to the test's, ``background`` to ``False``.
    ``warm=False`` starts without the session's cached vectors.
    """
    made: list[EywaMemory] = []

    def make(where: Path | None = None, /, *args: Any, warm: bool = True, **kw: Any) -> EywaMemory:
        place = root if where is None else Path(where)
        if warm:
            warm_up(place, warm_cache)
        memory = EywaMemory(place, *args, **{"background": False, **kw})
        made.append(memory)
        return memory

    yield make
    for memory in reversed(made):
        memory.close()
    for place in {memory.layout.root for memory in made}:
        keep_vectors(place, warm_cache)


@pytest.fixture
def memory(make_memory: MakeMemory) -> EywaMemory:
    """A memory over ``root`` that indexes only when told to."""
    return make_memory()


@pytest.fixture
def tiny() -> Callable[..., list[dict[str, Any]]]:
    """Make the drafts of a small conversation: ``tiny()``, ``tiny("zh")``, ``tiny(user_id="eva")``.

    One record a minute from ``DAY_0`` on, user and assistant in turn.
    """

    def drafts(language: str = "en", **fields: Any) -> list[dict[str, Any]]:
        texts = TINY_ZH if language == "zh" else TINY_EN
        return [
            {
                "content": text,
                "role": ("user", "assistant")[n % 2],
                "timestamp": DAY_0 + n * MINUTE,
                **fields,
            }
            for n, text in enumerate(texts)
        ]

    return drafts


def warm_up(root: Path, warm_cache: Path) -> None:
    """Give a root that has no embedding cache yet the session's."""
    target = root / ".index" / "embeddings.db"
    if warm_cache.exists() and not target.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(warm_cache, target)


def keep_vectors(root: Path, warm_cache: Path) -> None:
    """Take what a closed root's cache learned into the session's."""
    source = root / ".index" / "embeddings.db"
    if not source.exists():
        return
    try:
        if not warm_cache.exists():
            with (
                closing(sqlite3.connect(source)) as old,
                closing(sqlite3.connect(warm_cache)) as new,
            ):
                old.backup(new)
            return
        with closing(sqlite3.connect(warm_cache)) as connection:
            connection.execute("ATTACH ? AS learned", (str(source),))
            connection.execute("INSERT OR IGNORE INTO main.vectors SELECT * FROM learned.vectors")
            connection.commit()
    except sqlite3.DatabaseError:
        pass  # the test damaged its cache on purpose: there is nothing to learn from it
