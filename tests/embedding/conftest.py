"""For tests of the embedders themselves."""

from __future__ import annotations

from weakref import WeakValueDictionary

import pytest

from eywa_fs.embedding import onnx_session


@pytest.fixture(autouse=True)
def unshared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here nothing that other tests have loaded is used."""
    monkeypatch.setattr(onnx_session, "loaded", WeakValueDictionary())
