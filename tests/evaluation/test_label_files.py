"""The keys of label files are what docs/operations.md says of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from eywa_fs.evaluation.gold_files import SHAPES, Shape

DOCS = Path(__file__).parents[2] / "docs" / "operations.md"


def keys(shape: Shape) -> Iterator[str]:
    if isinstance(shape, Mapping):
        yield from shape
        for part in shape.values():
            yield from keys(part)
    elif isinstance(shape, list):
        yield from keys(shape[0])


@pytest.mark.parametrize("kind", SHAPES)
def test_every_key_is_described(kind: str) -> None:
    rows = DOCS.read_text(encoding="utf-8").splitlines()
    [row] = [row for row in rows if row.startswith(f"| `{kind}.jsonl` | `")]
    assert not [key for key in keys(SHAPES[kind]) if f"`{key}`" not in row]
