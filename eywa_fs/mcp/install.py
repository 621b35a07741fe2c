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

from eywa_fs.durable import replace_file
from eywa_fs.errors import BadRequest, DependencyUnavailable
from eywa_fs.mcp.bound import Bound
from eywa_fs.mcp.hosts import HOOK, HOOKS, HOOKS_FILE, config_file, named, with_hooks, with_server
from eywa_fs.model.plain import repeated

Changing = Callable[[Mapping[str, Any]], dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Changed:
    """A file of settings.

    Attributes:
        adds: what is in it for the memory now, or would be, as JSON; ``{}`` for nothing. What
            others have in it is not told: it may be secret.
        changed: whether it was otherwise before.
        backup: where the file as it was before is kept; ``None`` where there was none.
    """

    path: str
    adds: str
    changed: bool
    backup: str | None = None


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be set up.

    Args:
        client: name of the host.
        project: the folder of a project that alone is to have it; ``None`` for all of the user's.
        hooks: hooks of Claude Code too; those that are there are renewed, or taken out, also
            without it.
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
        BadRequest: there is no such host or folder of a project, it has no hooks or projects, or a
            file of its settings is not JSON that can be parsed, or has another program's server
            of our name; nothing was written.
        DependencyUnavailable: a file cannot be read or written.
    """
    host = named(wanted.client)
    if wanted.hooks and host.name != "claude-code":
        raise BadRequest(f"{host.name} has no hooks: leave --hooks out, or install claude-code")
    if wanted.project is not None and not wanted.project.is_dir():
        raise BadRequest(f"there is no folder {wanted.project}: name that of a project, or make it")
    home = Path.home()
    file = config_file(host, platform.system(), home, os.environ, wanted.project)
    serve = None if wanted.remove else server_command(wanted)
    edits: list[tuple[Path, Changing]] = [(file, lambda was: with_server(was, host, serve))]
    settings = (wanted.project or home) / HOOKS_FILE
    if wanted.hooks or (host.name == "claude-code" and _may_have_hooks(settings)):
        hooks = None if wanted.remove else hook_commands(wanted)
        edits.append((settings, lambda was: with_hooks(was, hooks, new=wanted.hooks)))
    planned = [_planned(path, change) for path, change in edits]
    return [_written(plan, dry_run=dry_run) for plan in planned]


def _may_have_hooks(settings: Path) -> bool:
    """Whether hooks of an earlier installation may stand in settings: these go out with the server,
    and are of its user."""
    try:
        return HOOK.encode() in settings.read_bytes()
    except OSError as error:
        return not isinstance(error, FileNotFoundError | NotADirectoryError)


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


@dataclass(frozen=True, slots=True)
class _Plan:
    """A file as it is (``None``: there is none), as it is to be, and what that adds."""

    path: Path
    before: bytes | None
    after: bytes
    adds: str


def _planned(path: Path, change: Changing) -> _Plan:
    adds = _json(change({}))
    try:
        before = path.read_bytes()
    except FileNotFoundError:
        before = None
    except OSError as error:
        raise DependencyUnavailable(f"{path} cannot be read: {error}") from None
    try:
        settings = _read(before) if before and before.strip() else {}
    except (ValueError, RecursionError) as error:
        ours = "take what is ours out by hand" if adds == "{}" else f"add by hand: {adds}"
        raise BadRequest(
            f"{path} is not JSON that can be parsed and written again as it is ({error}): it is "
            f"left alone; correct it, or {ours}"
        ) from None
    if not isinstance(settings, Mapping):
        raise BadRequest(f"{path} holds no JSON object: it is left alone")
    try:
        changed = change(settings)
    except BadRequest as error:
        raise BadRequest(f"{path}: {error}") from None
    if changed == settings:
        return _Plan(path, before, before or b"", adds)
    return _Plan(path, before, f"{_json(changed)}\n".encode(), adds)


def _read(data: bytes) -> Any:
    """The JSON of a file; ``ValueError`` where it would not be the same when it is written."""
    found = json.loads(data.decode("utf-8-sig"), object_pairs_hook=_once)
    _json(found).encode()
    return found


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError(f"{repeated(name for name, _ in pairs)!r} stands there more than once")
    return found


def _written(plan: _Plan, *, dry_run: bool) -> Changed:
    if plan.after == (plan.before or b""):
        return Changed(str(plan.path), plan.adds, False)
    if dry_run:
        return Changed(str(plan.path), plan.adds, True)
    real = plan.path.resolve()  # settings may be kept elsewhere behind a symbolic link
    backup = None
    try:
        real.parent.mkdir(parents=True, exist_ok=True)
        mode = 0o600
        if plan.before is not None:
            backup = str(_backup_of(real))
            shutil.copy2(real, backup)
            mode = real.stat().st_mode & 0o777
            if real.read_bytes() != plan.before:
                raise DependencyUnavailable(f"{real} was changed meanwhile: run the command again")
        replace_file(real, plan.after, mode)
    except OSError as error:
        raise DependencyUnavailable(f"{plan.path} cannot be written: {error}") from None
    return Changed(str(plan.path), plan.adds, True, backup)


def _json(settings: Mapping[str, Any]) -> str:
    return json.dumps(settings, ensure_ascii=False, indent=2, allow_nan=False)


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
        elif dry_run and one.adds == "{}":
            lines.append(f"{one.path}: what an installation put in would be taken out")
        elif dry_run:
            lines.append(f"{one.path} would have of ours, beside what is there:\n{one.adds}")
        else:
            kept = f"; as it was before: {one.backup}" if one.backup else ""
            lines.append(f"{one.path}: written{kept}")
    return "\n".join(lines)
