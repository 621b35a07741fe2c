"""What the documentation refers to is there: links, files, settings, tests, decisions."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from docs.documents import DOCUMENTS, PACKAGE, PROJECT, name, prose, table
from pydantic import BaseModel

from eywa_fs.config import Settings

README = PROJECT / "README.md"
DECISIONS = sorted((PROJECT / "docs" / "decisions").glob("*.md"))
MODULES = {path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*.py")}

_LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
_HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
_QUOTED = re.compile(r"`([^`\n]+)`")
_SECTIONS = "|".join(Settings.model_fields)


def anchors(document: Path) -> set[str]:
    """The anchors of a document's headings, as the usual renderers make them."""
    found = set()
    for heading in _HEADING.findall(prose(document)):
        plain = re.sub(r"[^\w\s-]", "", heading.replace("`", "").lower())
        found.add(re.sub(r"\s", "-", plain.strip()))
    return found


def broken(document: Path, link: str) -> bool:
    target, _, anchor = link.partition("#")
    path = (document.parent / target).resolve() if target else document
    if not path.exists() or not path.is_relative_to(PROJECT):
        return True
    return bool(anchor) and anchor not in anchors(path)


def settings(model: type[BaseModel] = Settings, prefix: str = "") -> Iterator[str]:
    for key, field in model.model_fields.items():
        yield f"{prefix}{key}"
        if isinstance(field.annotation, type) and issubclass(field.annotation, BaseModel):
            yield from settings(field.annotation, f"{prefix}{key}.")


@pytest.mark.parametrize("document", DOCUMENTS, ids=name)
def test_links_lead_somewhere(document: Path) -> None:
    links = [link for link in _LINK.findall(prose(document)) if "://" not in link]
    assert [link for link in links if broken(document, link)] == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=name)
def test_files_that_are_named_exist(document: Path) -> None:
    """``truth/layout.py`` is the package's, ``tests/truth`` and ``scripts/test`` the project's."""
    wrong = []
    for text in _QUOTED.findall(prose(document)):
        path = text.split("::")[0]
        if re.fullmatch(r"[\w./-]+\.py", path) and "/" in path:
            known = path in MODULES or (PROJECT / path).is_file()
        elif re.fullmatch(r"(\./)?(tests|scripts|docs|eywa_fs)/[\w./-]*", path):
            known = (PROJECT / path).exists()
        else:
            continue
        wrong += [] if known else [path]
    assert wrong == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=name)
def test_settings_that_are_named_exist(document: Path) -> None:
    known = set(settings())
    named = re.findall(rf"`((?:{_SECTIONS})\.\w+)(?::[^`]*)?`", prose(document))
    assert [key for key in named if key not in known and not key.endswith((".py", ".md"))] == []


def test_every_promise_names_tests_that_exist() -> None:
    rows = table(README, "What it promises")
    assert len(rows) >= 8
    for promise, proof in rows:
        files = [PROJECT / link for link in _LINK.findall(proof)]
        assert files, promise
        for file in files:
            tree = ast.parse(file.read_text(encoding="utf-8"))
            names = [n.name for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)]
            assert any(n.startswith("test_") for n in names), file


def test_every_failure_names_a_test() -> None:
    rows = table(PROJECT / "docs" / "architecture.md", "Failures")
    assert rows and [row[0] for row in rows if not _LINK.search(row[-1])] == []


def test_decisions_are_numbered_and_cited_by_number() -> None:
    numbers = [path.name[:4] for path in DECISIONS]
    assert numbers == [f"{n:04d}" for n in range(1, len(DECISIONS) + 1)]
    for path in DECISIONS:
        assert path.read_text(encoding="utf-8").startswith(f"# {path.name[:4]}: "), path.name
    for document in DOCUMENTS:
        for number, target in re.findall(r"\[(\d{4})\]\(([^)]+)\)", prose(document)):
            assert Path(target).name.startswith(number), f"{name(document)}: {number}"


def test_the_program_points_at_documents_that_exist() -> None:
    wrong = []
    for file in sorted(PACKAGE.rglob("*.py")):
        for path in re.findall(r"docs/[\w/-]+\.md", file.read_text(encoding="utf-8")):
            wrong += [] if (PROJECT / path).is_file() else [f"{file.name}: {path}"]
    assert wrong == []
