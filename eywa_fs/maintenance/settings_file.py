"""Changing a section of a root's ``config.yaml`` and nothing else in it: comments stay."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from eywa_fs.durable import FILE_MODE, replace_file

_VALUE = r"""(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^#\n]*?)"""
_KEY = re.compile(rf"^(?P<begin>(?P<indent> +)(?P<key>\w+):[ ]*){_VALUE}(?P<rest>[ ]*(?:[ ]#.*)?)$")
_BARE = re.compile(r"[a-z][a-z0-9-]*")


def written(path: Path, section: str, values: Mapping[str, Any]) -> bool:
    """Set some keys of a section in a file of settings, which is made where it is missing.

    The new file takes the place of the old one in one step and has its mode. A crash leaves either.

    Returns:
        Whether it was done. Not where the file cannot be written, is a symbolic link (others may
        read it too), or is written in a way that cannot be changed line by line.
    """
    try:
        if path.is_symlink():
            return False
        old = path.read_text(encoding="utf-8") if path.exists() else ""
        mode = path.stat().st_mode & 0o777 if path.exists() else FILE_MODE
        new = edited(old, section, values)
        if new is None:
            return False
        replace_file(path, new.encode(), mode)
    except (OSError, UnicodeDecodeError):
        return False
    return True


def edited(text: str, section: str, values: Mapping[str, Any]) -> str | None:
    """The YAML ``text`` with some keys of one section set, ``None`` where it cannot be changed so
    that it says that and otherwise the same. Pure."""
    import yaml

    try:
        before = yaml.safe_load(text) or {}
        wanted = {**before, section: {**(before.get(section) or {}), **values}}
        new = _with_section(text.splitlines(), section, values, wanted[section])
        return new if yaml.safe_load(new) == wanted else None
    except (yaml.YAMLError, TypeError, AttributeError):
        return None


def shown(section: str, values: Mapping[str, Any]) -> str:
    """The lines a person would write into the file."""
    return "\n".join([f"{section}:", *(f"  {key}: {_plain(v)}" for key, v in values.items())])


def _with_section(
    lines: list[str], section: str, values: Mapping[str, Any], whole: Mapping[str, Any]
) -> str:
    head = re.compile(rf"^{section}:(?P<inline>[^#]*?)(?P<rest>(?: *#.*)?)$")
    found = [(n, match) for n, line in enumerate(lines) if (match := head.match(line))]
    if not found:
        return "\n".join([*lines, shown(section, values), ""])
    at, match = found[0]
    if match["inline"].strip():  # in one line: {backend: minilm}
        lines[at] = f"{section}: {json.dumps(whole, ensure_ascii=False)}{match['rest']}"
        return "\n".join([*lines, ""])
    left, indent, end = dict(values), "  ", at + 1
    while end < len(lines) and (not lines[end].strip() or lines[end][0] in " #"):
        if (key := _KEY.match(lines[end])) is not None:
            indent = key["indent"]
            if key["key"] in left:
                lines[end] = f"{key['begin']}{_plain(left.pop(key['key']))}{key['rest']}"
        end += 1
    lines[at + 1 : at + 1] = [f"{indent}{key}: {_plain(value)}" for key, value in left.items()]
    return "\n".join([*lines, ""])


def _plain(value: Any) -> str:
    """A scalar as YAML has it; words without quotes."""
    if isinstance(value, str) and _BARE.fullmatch(value) and value not in _TRUTHS:
        return value
    return json.dumps(value, ensure_ascii=False)


_TRUTHS = ("y", "n", "yes", "no", "on", "off", "true", "false", "null")
