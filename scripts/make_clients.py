#!/usr/bin/env python3
"""Write what the clients have from the service: the OpenAPI document and the types made of it.

``scripts/make_clients.py`` writes ``clients/openapi.json``, ``answers.py`` and ``parts.py`` of
``eywa_fs/client``, and with npm on the PATH the types of the TypeScript client. Run it after a
change of a route, then commit what changed; a test says when it was forgotten.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from fastapi import FastAPI
from pydantic.alias_generators import to_snake

from eywa_fs.access.policy import CHANGES
from eywa_fs.service.gate import GatedRoute

HERE: Final = Path(__file__).parents[1]
DOCUMENT: Final = HERE / "clients/openapi.json"
PACKAGE: Final = HERE / "eywa_fs/client"
TYPESCRIPT: Final = HERE / "clients/typescript"
BASES: Final = ("DegradableAnswer", "Answer")
"""Answers that others extend, the most particular first."""
_HEAD: Final = '''\
"""{about} Made by scripts/make_clients.py: do not edit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import {typing}

{imports}


'''
_PLAIN: Final = {"string": "str", "integer": "int", "number": "float", "boolean": "bool"}
_DEGRADABLE: Final = ("degradeMode", "degraded")

Schemas = dict[str, dict[str, Any]]


def application() -> FastAPI:
    """The service as it is in this tree, to be looked at: its memory is closed."""
    from eywa_fs.memory import EywaMemory
    from eywa_fs.service.app import create_app

    with tempfile.TemporaryDirectory() as root, EywaMemory(root, background=False) as memory:
        return create_app(memory)


def document_text(made: Mapping[str, Any]) -> str:
    """The document as it is committed."""
    return json.dumps(made, indent=1, sort_keys=True) + "\n"


def repeatable(app: FastAPI) -> dict[str, list[str]]:
    """Operations that may be sent twice, as ``POST /v1/retrieve``: those that only ``read``, and
    those that are ``keyed`` by an idempotency key."""
    found: dict[str, list[str]] = {"read": [], "keyed": []}
    paths = app.openapi()["paths"]
    for route in app.routes:
        assert isinstance(route, GatedRoute)
        for method in route.methods or () if route.include_in_schema else ():
            taken = paths[route.path][method.lower()].get("parameters", ())
            if route.rule.action not in CHANGES:
                found["read"].append(f"{method} {route.path}")
            elif any(one["name"] == "Idempotency-Key" for one in taken):
                found["keyed"].append(f"{method} {route.path}")
    return {kind: sorted(names) for kind, names in found.items()}


def routes_text(app: FastAPI) -> str:
    """The module that tells the TypeScript client which operations may be sent twice."""
    about = (
        "/** Operations that may be sent twice. Made by scripts/make_clients.py: do not edit. */\n"
    )
    return about + "".join(
        f"export const {kind.upper()}: ReadonlySet<string> = new Set("
        f"{json.dumps(names, indent=2)});\n"
        for kind, names in repeatable(app).items()
    )


def modules(made: Mapping[str, Any]) -> dict[str, str]:
    """The modules of frozen classes that the answers of ``/v1`` become, by file name."""
    schemas: Schemas = dict(made["components"]["schemas"])
    schemas["DegradableAnswer"] = _degradable(schemas)
    names = sorted(_answered(made, schemas) - {*BASES})
    answers = [*reversed(BASES), *(name for name in names if _base(name, schemas))]
    parts = [name for name in names if name not in answers]
    return {
        "answers.py": _module("What the service answers.", answers, schemas, parts),
        "parts.py": _module("Parts of what the service answers.", parts, schemas),
    }


def _module(about: str, names: list[str], schemas: Schemas, parts: Sequence[str] = ()) -> str:
    """The module of some schemas; ``parts`` stand in another."""
    body = "\n\n".join(_class(name, schemas, parts) for name in names)
    imports = "from eywa_fs.client.decoding import Given"
    if parts:
        imports = f"from eywa_fs.client import parts as part\n{imports}"
    typing = ", ".join(name for name in ("Any", "Literal") if re.search(rf"\b{name}\b", body))
    return _HEAD.format(about=about, typing=typing, imports=imports) + body


def _degradable(schemas: Schemas) -> dict[str, Any]:
    """The schema that the framework folds into those that extend it."""
    fields = schemas["RetrieveGiven"]["properties"]
    own = schemas["Answer"]["properties"] | {name: fields[name] for name in _DEGRADABLE}
    return {
        "properties": own,
        "description": "An answer that says which parts of the index failed.",
    }


def _answered(made: Mapping[str, Any], schemas: Schemas) -> set[str]:
    """Names of the schemas that answers of ``/v1`` consist of."""
    found: set[str] = set()
    waiting = [
        one["responses"]
        for path, verbs in made["paths"].items()
        if path.startswith("/v1/")
        for one in verbs.values()
    ]
    while waiting:
        for name in _references(waiting.pop()):
            if name not in found and name != "Problem":
                found.add(name)
                waiting.append(schemas[name])
    return found


def _references(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if "$ref" in value:
            yield value["$ref"].rpartition("/")[2]
        for inner in value.values():
            yield from _references(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _references(inner)


def _class(name: str, schemas: Schemas, parts: Sequence[str]) -> str:
    schema = schemas[name]
    fields = dict(schema.get("properties", {}))
    base = _base(name, schemas)
    inherited = schemas[base]["properties"] if base else {}
    about = schema["description"].partition("\n\n")[0].replace("\n", " ").replace("``", "")
    lines = [
        f"class {name}({base or 'Given'}):",
        *_docstring(about),
    ]
    own = [one for one in fields if one not in inherited]
    typed = [f"    {to_snake(one)}: {_type(fields[one], parts)}" for one in own]
    lines += ["", *typed] if typed else []
    return "\n".join(lines) + "\n"


def _base(name: str, schemas: Schemas) -> str:
    """The base of the class of a schema; empty for none."""
    has = schemas[name].get("properties", {}).keys()
    fitting = (one for one in BASES if one != name and has >= schemas[one]["properties"].keys())
    return next(fitting, "")


def _docstring(text: str) -> list[str]:
    whole = f'    """{text}"""'
    if len(whole) <= 100:
        return [whole]
    cut = whole.rfind(" ", 0, 98)
    return [whole[:cut], f"    {whole[cut + 1 : -3]}", '    """']


def _type(schema: Mapping[str, Any], parts: Sequence[str]) -> str:
    """A schema as an annotation; those of ``parts`` by their module."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"part.{name}" if name in parts else str(name)
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(_type(one, parts) for one in schema["anyOf"]))
    if "const" in schema or "enum" in schema:
        members = schema.get("enum", [schema.get("const")])
        return f"Literal[{', '.join(json.dumps(one) for one in members)}]"
    kind = schema.get("type")
    if kind == "array":
        return f"tuple[{_type(schema['items'], parts)}, ...]"
    if kind == "object":
        values = schema.get("additionalProperties")
        return f"Mapping[str, {_type(values, parts) if isinstance(values, Mapping) else 'Any'}]"
    return "None" if kind == "null" else _PLAIN.get(str(kind), "Any")


def main() -> int:
    app = application()
    made = app.openapi()
    DOCUMENT.write_text(document_text(made), encoding="utf-8")
    for name, text in modules(made).items():
        (PACKAGE / name).write_text(text, encoding="utf-8")
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
