"""The erasure tests embed by hash: what is erased does not depend on the model."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from erasure.hashed import hashed

from eywa_fs.embedding import factory


@pytest.fixture(autouse=True, scope="module")
def quick_embedder() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(factory, "create_embedder", hashed)
        yield
