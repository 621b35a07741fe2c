"""The data files of this package, wherever it is installed: rules, lexicons, words of questions."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files


def text(path: str) -> str:
    """The text of a file, named from here on (``"languages/en/questions.txt"``)."""
    return files("eywa_fs.facts").joinpath(path).read_text(encoding="utf-8")


def lines(path: str) -> list[str]:
    """The lines of a file that say something: empty ones and comments (``#``) left out."""
    return [line for line in text(path).splitlines() if line.strip() and line[0] != "#"]


def names(folder: str) -> list[str]:
    """The names of the files in a folder, sorted."""
    return sorted(found.name for found in files("eywa_fs.facts").joinpath(folder).iterdir())


@cache
def patterns(path: str) -> dict[str, re.Pattern[str]]:
    """The patterns of a file: a name, then its pattern, with ``<name>`` for one above it."""
    written: dict[str, str] = {}
    for line in lines(path):
        if line[0] != " ":
            name, _, line = line.partition(" ")
        written[name] = written.get(name, "") + line.strip()
    for name, said in written.items():  # those above it are whole by then
        written[name] = re.sub(r"<([a-z-]+)>", lambda m: written[m[1]], said)
    return {name: re.compile(said) for name, said in written.items()}
