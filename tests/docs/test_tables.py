"""Tables of the documentation list what the program has: reasons, findings, codes, packages."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import get_args

from docs.documents import PACKAGE, PROJECT, table

from eywa_fs import errors
from eywa_fs.cli import advice
from eywa_fs.config import Settings
from eywa_fs.errors import EywaError
from eywa_fs.model.reports import NOTICES, FindingKind

OPERATIONS = PROJECT / "docs" / "operations.md"
FACTS = PROJECT / "docs" / "facts.md"
PARTS = ("catalog", "words", "vectors")

_CODE = re.compile(r"`([^`]+)`")


def first_cells(document: Path, heading: str) -> list[str]:
    """Everything quoted in the first column of a table."""
    return [name for row in table(document, heading) for name in _CODE.findall(row[0])]


def reasons() -> set[str]:
    """Every name that the program puts into ``degraded``."""
    found = {f"{part}_damaged" for part in PARTS} | {"catalog_busy"}
    for file in (*PACKAGE.glob("retrieval/*.py"), *PACKAGE.glob("factbase/*.py")):
        text = file.read_text(encoding="utf-8")
        found |= set(re.findall(r'(?:degraded|problems)(?:\.append|=)\(\s*f?"([a-z_]+): ', text))
    return found


def test_every_reason_of_a_worse_answer_is_explained() -> None:
    documented = first_cells(OPERATIONS, "What to do: degraded reasons")
    assert set(documented) == reasons() == set(advice._DEGRADED)
    architecture = (PROJECT / "docs" / "architecture.md").read_text(encoding="utf-8")
    assert [name for name in reasons() if f"`{name}`" not in architecture] == []


def test_every_finding_is_explained_and_of_its_severity() -> None:
    rows = table(OPERATIONS, "What to do: findings")
    severity = {name: row[1] for row in rows for name in _CODE.findall(row[0])}
    assert severity == {
        kind: "notice" if kind in NOTICES else "error" for kind in get_args(FindingKind)
    }


def test_every_exit_code_and_error_code_is_listed() -> None:
    listed = {row[0]: set(_CODE.findall(row[2])) for row in table(OPERATIONS, "Exit codes")}
    made: dict[str, set[str]] = {}
    for kind in vars(errors).values():
        if isinstance(kind, type) and issubclass(kind, EywaError):
            made.setdefault(str(kind.exit_code), set()).add(kind.code)
    assert {code: names for code, names in listed.items() if names} == {
        code: names - {"EYWA_DEBUG=1"} for code, names in made.items()
    }
    assert {"0", "1", "130"} <= set(listed)


def test_settings_of_facts_are_listed_with_their_defaults() -> None:
    listed = {row[0].strip("`"): row[1].strip("`") for row in table(FACTS, "Settings")}
    defaults = {f"facts.{key}": value for key, value in Settings().facts.model_dump().items()}
    shown = {key: str(value).lower() for key, value in defaults.items()}
    assert {key: value for key, value in listed.items() if key.startswith("facts.")} == shown


def test_every_dependency_has_its_reason() -> None:
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    needed = {re.split(r"[<>=;\s]", line, maxsplit=1)[0] for line in project["dependencies"]}
    decided = table(PROJECT / "docs" / "decisions" / "0002-dependencies.md", "Decision")
    assert {row[0] for row in decided} == needed
