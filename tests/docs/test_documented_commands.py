"""What the documentation shows can be typed: commands and examples are run, names are checked."""

from __future__ import annotations

import os
import re
import shlex
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import click
import pytest
import typer.main
from docs.documents import DOCUMENTS, PROJECT, blocks, name, prose
from forked import Child, Forge

from eywa_fs.cli.groups import FirstByDefault
from eywa_fs.cli.main import whole_app

REFERENCE = tuple(
    PROJECT / name
    for name in (
        "README.md",
        "README.zh-CN.md",
        *(
            f"docs/{name}.md"
            for name in (
                "operations",
                "facts",
                "arbiter",
                "episodes",
                "governance",
                "mcp",
                "service",
            )
        ),
    )
)

_EXIT = re.compile(r"#\s*exits with (\d+)\s*$")
_INLINE = re.compile(r"`(eywa(?: [^`\n]+)?)`")
_IN_TEXT = re.compile(r"(?:^|[\s/'\"`])(eywa (?:--\w+ \S+ )*[a-z].*)$")


def commands(document: Path) -> list[tuple[int, str]]:
    """The lines of a document's ``sh`` blocks, those ending in a backslash joined."""
    found = []
    for block in blocks(document):
        if block.kind != "sh":
            continue
        pending = ""
        for number, line in enumerate(block.text.splitlines(), start=block.line):
            pending += line
            if line.endswith("\\"):
                pending += "\n"
                continue
            if pending.strip() and not pending.lstrip().startswith("#"):
                found.append((number, pending))
            pending = ""
    return found


def script(document: Path) -> str:
    """All commands in order; each must end with 0, or with what its comment says. The port they
    name is another one, that is free: two runs of the tests leave each other alone."""
    parts = []
    for number, line in commands(document):
        said = _EXIT.search(line)
        expected = said[1] if said else "0"
        parts += [line, f"check $? {expected} {number} {shlex.quote(line)}"]
    check = (
        'check() { if [ "$1" != "$2" ]; then '
        'echo "line $3: $4: ended with $1, not $2" >&2; exit 99; fi; }'
    )
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return "\n".join([check, *parts]).replace("8765", str(free.getsockname()[1]))


def mentions(document: Path) -> Iterator[str]:
    """Every ``eywa …`` a document shows, in a block or in the text."""
    for block in blocks(document):
        if block.kind not in ("python", "json", "yaml"):
            for line in block.text.replace("\\\n", " ").splitlines():
                if found := _IN_TEXT.search(line):
                    yield found[1]
    yield from (match[1] for match in _INLINE.finditer(prose(document)))


def leaves(command: click.Command, path: tuple[str, ...] = ()) -> dict[tuple[str, ...], set[str]]:
    """Every command that does something, with its options."""
    children = getattr(command, "commands", None)
    if children:
        found: dict[tuple[str, ...], set[str]] = {}
        for name, child in children.items():
            default = isinstance(command, FirstByDefault) and name == next(iter(command.commands))
            found |= leaves(child, path if default else (*path, name))
        return found
    return {path: {name for p in command.params for name in (*p.opts, *p.secondary_opts)}}


ROOT_COMMAND = typer.main.get_command(whole_app())
COMMANDS = leaves(cast(Any, ROOT_COMMAND))  # typer brings its own click
GLOBAL_OPTIONS = {"--json", "--help"} | {name for p in ROOT_COMMAND.params for name in p.opts}


def problem(mention: str) -> str | None:
    """What is wrong with a command line of the documentation, or ``None``."""
    try:
        words = shlex.split(mention, comments=True)[1:]
    except ValueError:
        return f"cannot be split: {mention}"
    while words and words[0].startswith("-"):
        words = words[1:] if words[0] in ("--json", "--help", "--version") else words[2:]
    if not words:
        return None
    longest_first = sorted(COMMANDS, key=len, reverse=True)
    path = next((p for p in longest_first if tuple(words[: len(p)]) == p), None)
    if path is None:
        groups = {p[:1] for p in COMMANDS if len(p) > 1}
        if len(words) == 1 and tuple(words) in groups:
            return None
        return f"no such command: {mention}"
    for word in words[len(path) :]:
        if word in ("|", ">", ">>", "||", "&&"):
            break
        option = word.split("=", 1)[0]
        if option.startswith("--") and option not in COMMANDS[path] | GLOBAL_OPTIONS:
            return f"no such option {option}: {mention}"
    return None


@pytest.mark.parametrize("document", DOCUMENTS, ids=name)
def test_documents_name_only_commands_and_options_that_exist(document: Path) -> None:
    assert [found for mention in mentions(document) if (found := problem(mention))] == []


def test_messages_of_the_program_name_only_commands_that_exist() -> None:
    wrong = []
    for file in sorted((PROJECT / "eywa_fs").rglob("*.py")):
        for match in re.finditer(r"'(eywa [a-z][^'\n]*)'", file.read_text(encoding="utf-8")):
            if found := problem(match[1]):
                wrong.append(f"{file.name}: {found}")
    assert wrong == []


@pytest.mark.parametrize("path", sorted(COMMANDS), ids=" ".join)
def test_every_command_is_documented(path: tuple[str, ...]) -> None:
    text = "\n".join(document.read_text(encoding="utf-8") for document in REFERENCE)
    name = r"\s+".join(path)
    assert re.search(rf"\beywa\s+(?:--\w+\s+\S+\s+)*{name}\b", text), f"eywa {' '.join(path)}"


@pytest.fixture
def eywa_on_path(tmp_path_factory: pytest.TempPathFactory, forge: Forge | None) -> dict[str, str]:
    """An environment in which ``eywa`` is this checkout's command, and nobody's home is touched."""
    folder = tmp_path_factory.mktemp("bin")
    shim = folder / "eywa"
    if forge is not None:
        forge.command(shim)
    else:
        shim.write_text(
            f"#!/bin/sh\nexec {shlex.quote(sys.executable)} -c "
            '"from eywa_fs.cli.main import run; run()" "$@"\n'
        )
        shim.chmod(0o755)
    environment = {k: v for k, v in os.environ.items() if not k.startswith("EYWA_")}
    return environment | {
        "PATH": f"{folder}{os.pathsep}{environment.get('PATH', '')}",
        "PYTHONPATH": str(PROJECT),
        "HOME": str(folder),
    }


def _documents_with(kind: str) -> list[Path]:
    return [d for d in DOCUMENTS if any(block.kind == kind for block in blocks(d))]


@pytest.mark.slow
@pytest.mark.parametrize("document", _documents_with("sh"), ids=name)
def test_shown_commands_run(document: Path, tmp_path: Path, eywa_on_path: dict[str, str]) -> None:
    done = subprocess.run(
        ["bash", "-c", script(document)],
        cwd=tmp_path,
        env=eywa_on_path,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr + done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("document", _documents_with("python"), ids=name)
def test_shown_python_runs(
    document: Path,
    tmp_path: Path,
    eywa_on_path: dict[str, str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    code = "\n".join(block.text for block in blocks(document) if block.kind == "python")
    monkeypatch.chdir(tmp_path)
    with pytest.MonkeyPatch.context() as patched:
        for name in os.environ.keys() - eywa_on_path.keys():
            patched.delenv(name)
        for name, value in eywa_on_path.items():
            patched.setenv(name, value)
        child = Child("-c", code)
    done = child.ended(timeout=300)
    assert done.returncode == 0, done.stderr
