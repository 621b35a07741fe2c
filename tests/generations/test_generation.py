"""A generation's parts: damaged for good, or only left alone for a moment."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from eywa_fs.catalog.store import VERSION
from eywa_fs.config import VectorSettings
from eywa_fs.embedding.protocol import EmbedderIdentity
from eywa_fs.errors import DependencyTimeout, DependencyUnavailable, SchemaMismatch
from eywa_fs.generations import pointer
from eywa_fs.generations.generation import Generation
from eywa_fs.truth.layout import Layout


@pytest.fixture
def layout(tmp_path: Path) -> Layout:
    return Layout(tmp_path)


@pytest.fixture
def generation(layout: Layout) -> Iterator[Generation]:
    number = pointer.create(layout, EmbedderIdentity("test", "test", 8, "1"))
    made = Generation(layout, number, VectorSettings(), create=True)
    yield made
    made.close()


def test_a_part_that_was_only_slow_is_no_damage(generation: Generation) -> None:
    generation.rest_s = 0.05
    generation.condemn("catalog", DependencyTimeout("locked by somebody"))
    assert generation.unusable["catalog"].kind == "busy"
    assert not generation.damage  # nothing that would be rebuilt
    while "catalog" in generation.unusable:
        pass
    generation.catalog()


def test_a_part_that_failed_is_not_used_any_more(generation: Generation) -> None:
    generation.condemn("words", DependencyUnavailable("torn"))
    assert generation.damage["words"].reason == "torn"
    assert generation.damage["words"].kind == "damaged"
    with pytest.raises(DependencyUnavailable, match="torn"):
        generation.words("t")


def test_rotten_bytes_are_found_although_the_file_looks_untouched(layout: Layout) -> None:
    number = pointer.create(layout, EmbedderIdentity("test", "test", 8, "1"))
    Generation(layout, number, VectorSettings(), create=True).close()
    path = layout.index / f"gen-{number:06d}" / "generation.json"
    found, data = path.stat(), path.read_bytes()
    with path.open("r+b") as file:
        file.write(data.replace(b"test", b"TEST"))

    os.utime(path, ns=(found.st_atime_ns, found.st_mtime_ns))
    again = Generation(layout, number, VectorSettings())
    try:
        assert not again.damage
        assert [damage.part for damage in again.rotten()] == ["catalog"]
    finally:
        again.close()


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff",
        b"[]",
        b'{"generation": -5}',
        b'{"generation"',
        b'{"generation": 1e999}',
        b"[" * 5000,
    ],
)
def test_a_pointer_that_cannot_be_read_points_nowhere(layout: Layout, content: bytes) -> None:
    layout.index.mkdir()
    (layout.index / "CURRENT").write_bytes(content)
    assert pointer.current(layout) is None


@pytest.mark.parametrize("version", [VERSION - 1, VERSION + 1])
def test_a_catalog_of_another_version_is_not_written(
    layout: Layout, generation: Generation, version: int
) -> None:
    generation.catalog().set_meta("schema_version", str(version))
    opened = Generation(layout, generation.number, VectorSettings())
    assert opened.catalog().meta("schema_version") == str(version)
    with pytest.raises(SchemaMismatch, match="eywa rebuild"):
        opened.allow_writing()
    opened.close()
