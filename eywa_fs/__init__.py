"""eywa-fs: long-term memory for AI agents that can be proved.

Plain JSONL files are the only truth; every index is derived, disposable and checked against
them on each read. Importing this package loads no model, no database and no native index.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

# onnxruntime reads it when it is loaded, and would else send telemetry and write into the home
# folder from then on; ``disable_telemetry_events()`` comes too late for both. Processes that are
# started from here inherit it.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"

if TYPE_CHECKING:
    from eywa_fs.backup.restoring import restore
    from eywa_fs.config import Settings
    from eywa_fs.errors import EywaError
    from eywa_fs.memory import EywaMemory
    from eywa_fs.model.records import Anchor, Draft, Record, Scope
    from eywa_fs.model.results import Filters, Hit, RetrievalResult

_EXPORTS = {
    "EywaMemory": "eywa_fs.memory",
    "restore": "eywa_fs.backup.restoring",
    "EywaError": "eywa_fs.errors",
    "Settings": "eywa_fs.config",
    "Anchor": "eywa_fs.model.records",
    "Draft": "eywa_fs.model.records",
    "Record": "eywa_fs.model.records",
    "Scope": "eywa_fs.model.records",
    "Filters": "eywa_fs.model.results",
    "Hit": "eywa_fs.model.results",
    "RetrievalResult": "eywa_fs.model.results",
}

__all__ = [
    "Anchor",
    "Draft",
    "EywaError",
    "EywaMemory",
    "Filters",
    "Hit",
    "Record",
    "RetrievalResult",
    "Scope",
    "Settings",
    "__version__",
    "restore",
]


def __getattr__(name: str) -> Any:
    module = _EXPORTS.get(name)
    if module is None:
        raise AttributeError(f"module 'eywa_fs' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(module), name)
