"""What tests share: times, a tiny bilingual corpus, a clock to move, the warm embedding cache."""

from __future__ import annotations

import json
import shutil
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from eywa_fs.catalog.store import Catalog
from eywa_fs.embedding.onnx_session import OnnxEmbedder
from eywa_fs.generations.generation import Generation
from eywa_fs.memory import EywaMemory

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


def remember_queries() -> None:
    """Have no model of this process run on the same query twice: not even another start of it would
    change a bit of the vector (``tests/embedding``), and every question is compared with dozens of
    generic ones."""
    embed, known = OnnxEmbedder._embed, dict[tuple[type, str], NDArray[np.float32]]()

    @wraps(embed)
    def remembered(self: OnnxEmbedder, inputs: list[str], *, query: bool) -> NDArray[np.float32]:
        if not query:
            return embed(self, inputs, query=query)
        [text] = inputs
        if (type(self), text) not in known:
            known[type(self), text] = embed(self, inputs, query=query)
        return known[type(self), text].copy()

    OnnxEmbedder._embed = remembered  # type: ignore[method-assign]


class Hands:
    """The same in seconds, for what is timed by a clock that no one sets."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@dataclass(frozen=True)
class Ran:
    """What a command wrote, and its exit code; ``value``: the JSON that it wrote."""

    code: int
    out: str
    err: str

    @property
    def value(self) -> Any:
        return json.loads(self.out)


Eywa = Callable[..., Ran]


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


def generation_of(memory: EywaMemory) -> Generation:
    """The generation in use."""
    generation = memory.generation()
    assert generation is not None
    return generation


def catalog_of(memory: EywaMemory) -> Catalog:
    """Its catalog."""
    return generation_of(memory).catalog()


def until(done: Callable[[], bool], seconds: float = 120) -> None:
    """Wait until something is so; fails where it is not in time."""
    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.02)
