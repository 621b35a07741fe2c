"""The cache file: exact, shared, disposable, erasable."""

from __future__ import annotations

import multiprocessing
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from eywa_fs.cachefile import CHUNK
from eywa_fs.embedding.cached import EmbeddingCache
from eywa_fs.errors import DependencyUnavailable
from eywa_fs.hashing import text_fingerprint
from eywa_fs.sqlitefile import is_damaged

KEY = "model-4-key"


def vectors(count: int, dimension: int = 4, seed: int = 0) -> dict[str, NDArray[np.float32]]:
    rows = np.random.default_rng(seed).standard_normal((count, dimension)).astype(np.float32)
    return {text_fingerprint(f"text {seed} {number}"): row for number, row in enumerate(rows)}


def test_what_was_put_comes_back_bit_by_bit(tmp_path: Path) -> None:
    stored = vectors(3 * CHUNK // 2)
    cache = EmbeddingCache(tmp_path / "deep" / "cache.sqlite3")
    cache.put_many(KEY, stored)
    cache.close()
    found = EmbeddingCache(cache.path).get_many(KEY, [*stored, text_fingerprint("unknown")])
    assert found.keys() == stored.keys()
    assert all(found[digest].tobytes() == stored[digest].tobytes() for digest in stored)
    assert cache.get_many(KEY, []) == {}


def test_models_do_not_mix(tmp_path: Path) -> None:
    cache = EmbeddingCache(tmp_path / "cache.sqlite3")
    stored = vectors(2)
    cache.put_many("one", stored)
    assert cache.get_many("two", stored) == {}
    assert (cache.count(), cache.count("one"), cache.count("two")) == (2, 2, 0)


def test_rows_come_in_the_order_asked_for(tmp_path: Path) -> None:
    cache = EmbeddingCache(tmp_path / "cache.sqlite3")
    stored = vectors(3 * CHUNK // 2)
    cache.put_many(KEY, stored)
    cache.put_many(KEY, other := vectors(1, dimension=5, seed=1))
    [longer], unknown = other, text_fingerprint("unknown")
    asked = [*reversed(stored), unknown, longer, *list(stored)[:3], unknown]
    found = cache.rows(KEY, asked, 4)
    absent = np.full(4, np.nan, np.float32)
    expected = np.stack([stored.get(digest, absent) for digest in asked])
    assert found.dtype == np.float32
    assert np.array_equal(found, expected, equal_nan=True)
    assert np.isnan(cache.rows("another model", asked[:2], 4)).all()
    assert cache.rows(KEY, [], 4).shape == (0, 4)


def test_a_damaged_row_counts_as_absent(tmp_path: Path) -> None:
    cache = EmbeddingCache(tmp_path / "cache.sqlite3")
    stored = vectors(3)
    cache.put_many(KEY, stored)
    first, second, third = stored
    with sqlite3.connect(cache.path) as raw:
        raw.execute(
            "UPDATE vectors SET vector = ? WHERE text_hash = ?",
            (np.zeros(4, np.float32).tobytes(), bytes.fromhex(first)),
        )
        # A row that wandered to another text is as wrong as a flipped bit.
        raw.execute("DELETE FROM vectors WHERE text_hash = ?", (bytes.fromhex(third),))
        raw.execute(
            "UPDATE vectors SET text_hash = ? WHERE text_hash = ?",
            (bytes.fromhex(third), bytes.fromhex(second)),
        )
    raw.close()
    assert cache.get_many(KEY, stored) == {}
    assert np.isnan(cache.rows(KEY, list(stored), 4)).all()
    cache.put_many(KEY, stored)
    assert cache.get_many(KEY, stored).keys() == stored.keys()


@pytest.mark.parametrize("damage", ["garbage", "truncated", "folder", "newer"])
def test_an_unusable_file_is_a_typed_error_and_can_be_reset(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "cache.sqlite3"
    cache = EmbeddingCache(path)
    stored = vectors(500, dimension=64)
    cache.put_many(KEY, stored)
    cache.close()
    if damage == "garbage":
        path.write_bytes(b"no database at all, only some words. " * 100)
    elif damage == "truncated":
        path.write_bytes(path.read_bytes()[: path.stat().st_size // 2 + 7])
    elif damage == "folder":
        path.unlink()
        path.mkdir()
    else:
        with sqlite3.connect(path) as raw:
            raw.execute("PRAGMA user_version = 999")
        raw.close()
    with pytest.raises(DependencyUnavailable):
        cache.get_many(KEY, stored)
    if damage == "folder":
        with pytest.raises(DependencyUnavailable):
            cache.reset()
        return
    cache.reset()
    assert cache.count() == 0
    cache.put_many(KEY, stored)
    assert cache.get_many(KEY, stored).keys() == stored.keys()


def test_threads_share_one_cache(tmp_path: Path) -> None:
    cache = EmbeddingCache(tmp_path / "cache.sqlite3")

    def work(seed: int) -> int:
        stored = vectors(50, seed=seed)
        cache.put_many(KEY, stored)
        return len(cache.get_many(KEY, stored))

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(work, range(16))) == [50] * 16
    assert cache.count() == 800


def _write(path: Path, seed: int) -> None:
    cache = EmbeddingCache(path)
    for digest, row in vectors(40, seed=seed).items():
        cache.put_many(KEY, {digest: row})
    cache.close()


def test_processes_share_one_file(tmp_path: Path) -> None:
    path = tmp_path / "cache.sqlite3"
    context = multiprocessing.get_context("spawn")
    workers = [context.Process(target=_write, args=(path, seed)) for seed in range(3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert [worker.exitcode for worker in workers] == [0, 0, 0]
    assert EmbeddingCache(path).count() == 120


def test_a_schema_that_is_no_text_is_damage(tmp_path: Path) -> None:
    """SQLite quotes it in its message, which Python cannot decode then."""
    cache = EmbeddingCache(tmp_path / "cache.sqlite3")
    cache.put_many(KEY, vectors(1))
    cache.close()
    data = bytearray(cache.path.read_bytes())
    schema = data.index(b"CREATE TABLE")
    data[schema + 2] = 0xFF
    data[data.rindex(b"table", 0, schema) + 6] = 0xB3
    cache.path.write_bytes(data)
    with pytest.raises(DependencyUnavailable) as caught:
        cache.get_many(KEY, [*vectors(1)])
    assert is_damaged(caught.value)
    cache.reset()
    assert cache.get_many(KEY, [*vectors(1)]) == {}
