"""The vault: one small indexed root, made once and copied for each test that damages it."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from integrity.vault import ASKING_CHROMA, Vault, answers_rightly, drafts, rankings

from eywa_fs.config import EmbeddingSettings
from eywa_fs.embedding import factory
from eywa_fs.embedding.protocol import Embedder
from eywa_fs.memory import EywaMemory

MakeVault = Callable[..., Vault]


@pytest.fixture(scope="session", autouse=True)
def one_embedder() -> Iterator[None]:
    """The real embedder, loaded once: opening a memory would load it again each time."""
    made: dict[str, Embedder] = {}

    def create(config: EmbeddingSettings) -> Embedder:
        if config.backend != "auto":
            return real(config)
        if "auto" not in made:
            made["auto"] = real(config)
            made["auto"].close = lambda: None  # type: ignore[method-assign]
        return made["auto"]

    real = factory.create_embedder
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(factory, "create_embedder", create)
        yield


@pytest.fixture(scope="session")
def model_vault(one_embedder: None, tmp_path_factory: pytest.TempPathFactory) -> Vault:
    """The root that is copied; sealed, and never opened again."""
    root = tmp_path_factory.mktemp("vault") / "root"
    with EywaMemory(root, ASKING_CHROMA, background=False) as memory:
        memory.append_many(drafts())
        memory.index()
        assert answers_rightly(memory) == []
        baseline = rankings(memory)
        report = memory.verify(deep=True)
        assert report.ok and report.digest is not None
    return Vault(root, baseline, report.digest)


@pytest.fixture
def make_vault(model_vault: Vault, tmp_path: Path) -> Iterator[MakeVault]:
    """Copies of the root, everything opened over them closed at the end."""
    made: list[Vault] = []

    def make(**config: Any) -> Vault:
        root = tmp_path / f"root{len(made)}"
        shutil.copytree(model_vault.root, root)  # copies the times too, which the seal looks at
        vault = Vault(root, model_vault.baseline, model_vault.digest)
        if config:
            vault.config = {**vault.config, **config}
        made.append(vault)
        return vault

    yield make
    for vault in made:
        vault.close()


@pytest.fixture
def vault(make_vault: MakeVault) -> Vault:
    """A copy that asks Chroma in every search."""
    return make_vault()


@pytest.fixture
def quick_vault(make_vault: MakeVault) -> Vault:
    """A copy with the usual settings: small scopes are compared with every vector."""
    return make_vault(vectors={})
