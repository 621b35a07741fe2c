"""Setting the server up in a host: its settings are read, merged, backed up beside, and replaced.

A crash leaves the old file or the new one, and never less than the backup.
"""

from __future__ import annotations

import json
import os
import platform
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from eywa_fs.errors import BadRequest, DependencyUnavailable
from eywa_fs.maintenance.settings_file import replace_file
from eywa_fs.mcp.bound import Bound
from eywa_fs.mcp.hosts import HOOKS, HOOKS_FILE, config_file, named, with_hooks, with_server

Changing = Callable[[Mapping[str, Any]], dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Changed:
    """A file of settings: what is in it now, or would be.

    Attributes:
        text: all of it.
        changed: whether it was another before.
        backup: where the file as it was before is kept; ``None`` where there was none.
    """

    path: str
    text: str
    changed: bool
    backup: str | None = None


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be set up.

    Args:
        client: name of the host.
        project: the folder of a project that alone is to have it; ``None`` for all of the user's.
        hooks: hooks of Claude Code too.
        remove: take out what was set up before.
    """

    client: str
    root: Path
    config: str | None
    bound: Bound
    project: Path | None = None
    hooks: bool = False
    remove: bool = False


def install(wanted: Wanted, *, dry_run: bool) -> list[Changed]:
    """Set the server up in a host, or take it out again; what was, or would be, written.

    Raises:
        BadRequest: there is no such host, it has no hooks or projects, or a file of its settings is
            not JSON that can be parsed; nothing was written.
        DependencyUnavailable: a file cannot be read or written.
    """
    host = named(wanted.client)
    if wanted.hooks and host.name != "claude-code":
        raise BadRequest(f"{host.name} has no hooks: leave --hooks out, or install claude-code")
    home = Path.home()
    file = config_file(host, platform.system(), home, os.environ, wanted.project)
    serve = None if wanted.remove else server_command(wanted)
    edits: list[tuple[Path, Changing]] = [(file, lambda was: with_server(was, host, serve))]
    if wanted.hooks:
        hooks = None if wanted.remove else hook_commands(wanted)
        settings = (wanted.project or home) / HOOKS_FILE
        edits.append((settings, lambda was: with_hooks(was, hooks)))
    planned = [(path, _planned(path, change)) for path, change in edits]
    return [_written(path, *texts, dry_run=dry_run) for path, texts in planned]


def server_command(wanted: Wanted) -> list[str]:
    """What starts the server, from any folder: the interpreter by its path, without the current
    folder among those it imports from."""
    every = ["--all-users"] if wanted.bound.all_users else []
    return [*_program(wanted), "mcp", "serve", *_whose(wanted.bound), *every]


def hook_commands(wanted: Wanted) -> dict[str, str]:
    """The command line of each hook, as a shell takes it."""
    join = subprocess.list2cmdline if platform.system() == "Windows" else shlex.join
    program, whose = _program(wanted), _whose(wanted.bound)
    return {name: join([*program, "mcp", "hook", name, *whose]) for name in HOOKS.values()}


def _program(wanted: Wanted) -> list[str]:
    config = [] if wanted.config is None else ["--config", str(Path(wanted.config).absolute())]
    root = str(wanted.root.absolute())
    return [sys.executable, "-P", "-m", "eywa_fs", "--root", root, *config]


def _whose(bound: Bound) -> list[str]:
    """Options for what is not as usual."""
    usual = Bound()
    given = {
        "--tenant": (bound.tenant, usual.tenant),
        "--user": (bound.user, usual.user),
        "--session": (bound.session, usual.session),
    }
    return [word for name, (one, other) in given.items() if one != other for word in (name, one)]


def _planned(path: Path, change: Changing) -> tuple[str | None, str]:
    """The text of a file, ``None`` where there is none, and what is to be there."""
    try:
        before = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        before = None
    except (OSError, UnicodeDecodeError) as error:
        raise DependencyUnavailable(f"{path} cannot be read: {error}") from None
    try:
        settings = json.loads(before) if before and before.strip() else {}
    except ValueError as error:
        raise BadRequest(
            f"{path} is not JSON that can be parsed ({error}): it is left alone; correct it, or "
            "add the server by hand as --dry-run shows it for an empty file"
        ) from None
    if not isinstance(settings, Mapping):
        raise BadRequest(f"{path} holds no JSON object: it is left alone")
    changed = change(settings)
    if changed == settings and before is not None:
        return before, before
    return before, json.dumps(changed, ensure_ascii=False, indent=2) + "\n"


def _written(path: Path, before: str | None, text: str, *, dry_run: bool) -> Changed:
    if before == text or (before is None and text == "{}\n"):
        return Changed(str(path), text, False)
    if dry_run:
        return Changed(str(path), text, True)
    try:
        real = path.resolve()  # settings may be kept elsewhere behind a symbolic link
        real.parent.mkdir(parents=True, exist_ok=True)
        backup = None
        if before is not None:
            backup = _backup_of(real)
            shutil.copy2(real, backup)
        mode = 0o600 if before is None else real.stat().st_mode & 0o777
        replace_file(real, text, mode)
    except OSError as error:
        raise DependencyUnavailable(f"{path} cannot be written: {error}") from None
    return Changed(str(path), text, True, None if backup is None else str(backup))


def _backup_of(path: Path) -> Path:
    """A name beside the file that none has yet."""
    numbers = range(1, 10_000)
    names = (path.with_name(f"{path.name}.before-eywa-{number}") for number in numbers)
    return next(name for name in names if not name.exists())


def described(done: Sequence[Changed], dry_run: bool) -> str:
    """What was done, for people."""
    lines = []
    for one in done:
        if not one.changed:
            lines.append(f"{one.path}: nothing to change")
        elif dry_run:
            lines.append(f"{one.path} would be:\n{one.text}")
        else:
            kept = f"; as it was before: {one.backup}" if one.backup else ""
            lines.append(f"{one.path}: written{kept}")
    return "\n".join(lines)
