"""The project's documents, for the tests of this folder."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

PROJECT = Path(__file__).parents[2]
PACKAGE = PROJECT / "eywa_fs"
DOCUMENTS = sorted(
    [*PROJECT.glob("*.md"), *PROJECT.glob("docs/**/*.md"), PROJECT / "memory_fs" / "README.md"]
)

_FENCE = re.compile(r"^```(\w*)[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Block:
    """A fenced block: its info string, its text, the number of its first line."""

    kind: str
    text: str
    line: int


def name(document: Path) -> str:
    """How a test names a document."""
    return document.relative_to(PROJECT).as_posix()


def blocks(document: Path) -> Iterator[Block]:
    """The fenced blocks of a document."""
    text = document.read_text(encoding="utf-8")
    for match in _FENCE.finditer(text):
        yield Block(match[1], match[2], text.count("\n", 0, match.start(2)) + 1)


def prose(document: Path) -> str:
    """A document without its fenced blocks."""
    return _FENCE.sub("", document.read_text(encoding="utf-8"))


def table(document: Path, heading: str) -> list[list[str]]:
    """The cells of the first table below a heading, without its head."""
    section = re.split(rf"^#+ {re.escape(heading)}$", prose(document), flags=re.MULTILINE)[1]
    rows: list[list[str]] = []
    for line in section.splitlines():
        if line.startswith("|"):
            rows.append([cell.strip() for cell in line.strip("|").split("|")])
        elif rows:
            break
    return rows[2:]
