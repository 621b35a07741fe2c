"""Tables of the documentation list what the program has: reasons, findings, codes, packages."""

from __future__ import annotations

import copy
import json
import pickle
import re
import tomllib
from pathlib import Path
from typing import get_args

import pytest
from docs.documents import PACKAGE, PROJECT, table

from eywa_fs import errors
from eywa_fs.config import Settings
from eywa_fs.errors import EywaError
from eywa_fs.model.degraded import REASONS, Degraded
from eywa_fs.model.reports import ErrorKind, LogKind, NoticeKind

OPERATIONS = PROJECT / "docs" / "operations.md"
FACTS = PROJECT / "docs" / "facts.md"
PARTS = ("catalog", "words", "vectors")

_CODE = re.compile(r"`([^`]+)`")


def first_cells(document: Path, heading: str) -> list[str]:
    """Everything quoted in the first column of a table."""
    return [name for row in table(document, heading) for name in _CODE.findall(row[0])]


def test_reasons_of_a_worse_answer_are_those_of_the_program() -> None:
    written = OPERATIONS.read_text(encoding="utf-8")
    rows = ["| reason | meaning | what to do |", "|---|---|---|"]
    for (part, kind), reason in REASONS.items():
        rows.append(f"| `{part}_{kind}` | {reason.meaning} | {reason.advice} |")
    expected = "\n".join(rows)
    assert expected in written, f"docs/operations.md needs this table:\n{expected}"
    architecture = (PROJECT / "docs" / "architecture.md").read_text(encoding="utf-8")
    names = {f"{part}_{kind}" for part, kind in REASONS}
    assert [name for name in names if f"`{name}`" not in architecture] == []


def test_every_reason_is_given_somewhere() -> None:
    code = "".join(
        file.read_text(encoding="utf-8")
        for part in ("retrieval", "factbase", "episodes", "model")
        for file in PACKAGE.glob(f"{part}/*.py")
    )
    given = set(re.findall(r'Degraded\(\s*"(\w+)", "(\w+)"', code))
    damaged = {(part, "damaged") for part in PARTS}  # these are of a Damage
    passing = {("catalog", "busy"), ("catalog", "unavailable")}
    assert given | damaged | passing == set(REASONS)


def test_a_reason_is_a_text_and_its_parts() -> None:
    reason = Degraded("words", "unavailable", OSError("no such file"))
    assert reason == "words_unavailable: no such file"
    assert (reason.part, reason.kind, reason.detail) == ("words", "unavailable", "no such file")
    for copied in (copy.copy(reason), pickle.loads(pickle.dumps(reason))):
        assert (copied, copied.part, copied.detail) == (reason, reason.part, reason.detail)
    assert json.dumps([reason]) == '["words_unavailable: no such file"]'
    with pytest.raises(KeyError):
        Degraded("truth", "busy")


def test_every_finding_is_explained_and_of_its_severity() -> None:
    rows = table(OPERATIONS, "What to do: findings")
    severity = {name: row[1] for row in rows for name in _CODE.findall(row[0])}
    errors = (*get_args(ErrorKind), *get_args(LogKind))
    notices = get_args(NoticeKind)
    assert severity == dict.fromkeys(errors, "error") | dict.fromkeys(notices, "notice")


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
