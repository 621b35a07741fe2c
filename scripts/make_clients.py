#!/usr/bin/env python3
"""Write what the TypeScript client has of the service: its OpenAPI document and the types in it.

``scripts/make_clients.py`` writes ``clients/openapi.json``, and with npm on the PATH the types. Run
it after a change of a route, then commit what changed; a test says when it was forgotten.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from fastapi import FastAPI

from eywa_fs.access.policy import CHANGES
from eywa_fs.service.gate import GatedRoute

HERE: Final = Path(__file__).parents[1]
DOCUMENT: Final = HERE / "clients/openapi.json"
TYPESCRIPT: Final = HERE / "clients/typescript"


def application() -> FastAPI:
    """The service as it is in this tree, to be looked at: its memory is closed."""
    from eywa_fs.memory import EywaMemory
    from eywa_fs.service.app import create_app

    with tempfile.TemporaryDirectory() as root, EywaMemory(root, background=False) as memory:
        return create_app(memory)


def document_text(made: Mapping[str, Any]) -> str:
    """The document as it is committed."""
    return json.dumps(made, indent=1, sort_keys=True) + "\n"


def kinds(app: FastAPI) -> dict[str, list[str]]:
    """Operations, as ``POST /v1/retrieve``, that may be sent twice: those that only ``read``, and
    those that are ``keyed`` by an idempotency key; those whose answer is ``text``, no JSON; and
    those that take a ``file``."""
    found: dict[str, list[str]] = {"read": [], "keyed": [], "text": [], "file": []}
    paths = app.openapi()["paths"]
    for route in app.routes:
        assert isinstance(route, GatedRoute)
        for method in route.methods or () if route.include_in_schema else ():
            operation = paths[route.path][method.lower()]
            taken = operation.get("parameters", ())
            if "text/plain" in operation["responses"].get("200", {}).get("content", ()):
                found["text"].append(f"{method} {route.path}")
            if "application/octet-stream" in operation.get("requestBody", {}).get("content", ()):
                found["file"].append(f"{method} {route.path}")
            if route.rule.action not in CHANGES:
                found["read"].append(f"{method} {route.path}")
            elif any(one["name"] == "Idempotency-Key" for one in taken):
                found["keyed"].append(f"{method} {route.path}")
    return {kind: sorted(names) for kind, names in found.items()}


def routes_text(app: FastAPI) -> str:
    """The module that tells the TypeScript client which operations may be sent twice, which answer
    in text, and which take a file."""
    about = (
        "/** Operations that may be sent twice (READ, KEYED), that answer in TEXT, and that take a "
        "FILE. Made by scripts/make_clients.py: do not edit. */\n"
    )
    return about + "".join(
        f"export const {kind.upper()}: ReadonlySet<string> = new Set("
        f"{json.dumps(names, indent=2)});\n"
        for kind, names in kinds(app).items()
    )


def main() -> int:
    app = application()
    made = app.openapi()
    DOCUMENT.write_text(document_text(made), encoding="utf-8")
    (TYPESCRIPT / "src/routes.ts").write_text(routes_text(app), encoding="utf-8")
    if (npm := shutil.which("npm")) is None:
        print(
            "there is no npm on the PATH: the types of the TypeScript client were left as they are"
        )
        return 1
    subprocess.run([npm, "ci", "--no-audit", "--no-fund"], cwd=TYPESCRIPT, check=True)
    return subprocess.run([npm, "run", "types"], cwd=TYPESCRIPT).returncode


if __name__ == "__main__":
    sys.exit(main())
