"""For tests of the embedders themselves."""

from __future__ import annotations

from weakref import WeakValueDictionary

import pytest

from eywa_fs.embedding import onnx_session


@pytest.fixture(autouse=True)
def unshared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here nothing that other tests have loaded or embedded is used."""
    monkeypatch.setattr(onnx_session, "loaded", WeakValueDictionary())
    embed = onnx_session.OnnxEmbedder._embed
    monkeypatch.setattr(onnx_session.OnnxEmbedder, "_embed", embed.__wrapped__)  # type: ignore[attr-defined]
