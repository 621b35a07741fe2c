"""Where hosts keep which servers they start, on each system, and in which form. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import Any, Final

from eywa_fs.errors import BadRequest

SERVER: Final = "eywa"
"""The name of the memory among a host's servers."""


@dataclass(frozen=True, slots=True)
class Host:
    """A program that starts servers.

    Attributes:
        config: its file of servers, below the folder of each system's settings.
        project: the same below a project, for a server of that project only; empty if there is
            none.
        home: ``config`` is below the home folder on every system.
        section: the key of the servers in the file.
        typed: a server names its kind of transport.
    """

    name: str
    config: str
    project: str = ""
    home: bool = False
    section: str = "mcpServers"
    typed: bool = False


HOSTS: Final[Mapping[str, Host]] = {
    host.name: host
    for host in (
        Host("claude-desktop", "Claude/claude_desktop_config.json"),
        Host("claude-code", ".claude.json", project=".mcp.json", home=True, typed=True),
        Host("cursor", ".cursor/mcp.json", project=".cursor/mcp.json", home=True),
        Host(
            "vscode",
            "Code/User/mcp.json",
            project=".vscode/mcp.json",
            section="servers",
            typed=True,
        ),
    )
}
HOOKS_FILE: Final = ".claude/settings.json"
"""Where Claude Code keeps hooks, below the home folder or a project."""
HOOKS: Final[Mapping[str, str]] = {"UserPromptSubmit": "prompt", "Stop": "stop"}
"""Events of Claude Code, and the hook of ours for each."""
HOOK: Final = " mcp hook "
"""What a hook of ours is known by."""
HOOK_TIMEOUT_S: Final = 30


def named(name: str) -> Host:
    """The host of a name; ``BadRequest`` where there is none."""
    if name not in HOSTS:
        raise BadRequest(f"there is no client {name!r}; there are {', '.join(HOSTS)}")
    return HOSTS[name]


def config_file(
    host: Host, system: str, home: Path, environment: Mapping[str, str], project: Path | None
) -> Path:
    """The file of servers of a host.

    Args:
        system: as ``platform.system()`` names it.
        project: the folder of a project that alone gets the server; ``None`` for all of them.

    Raises:
        BadRequest: the host knows no servers of a project.
    """
    if project is not None:
        if not host.project:
            raise BadRequest(f"{host.name} has no projects: leave --project out")
        return project / host.project
    return (home if host.home else settings_folder(system, home, environment)) / host.config


def settings_folder(system: str, home: Path, environment: Mapping[str, str]) -> Path:
    """Where programs of a system keep their settings."""
    if system == "Windows":
        return Path(environment.get("APPDATA") or home / "AppData" / "Roaming")
    if system == "Darwin":
        return home / "Library" / "Application Support"
    return Path(environment.get("XDG_CONFIG_HOME") or home / ".config")


def with_server(
    settings: Mapping[str, Any], host: Host, command: Sequence[str] | None
) -> dict[str, Any]:
    """A host's settings with the memory among its servers, all else as it was.

    Args:
        command: what starts the server; ``None`` takes the server out, and leaves another
            program's of the same name.

    Raises:
        BadRequest: the servers are no JSON object, or another program's has the name.
    """
    servers = dict(_object(settings, host.section))
    if SERVER in servers and not _is_our_server(servers[SERVER]):
        if command is None:
            return dict(settings)
        raise BadRequest(
            f"the server {SERVER!r} there starts another program, and is left alone: give it "
            "another name, or take it out"
        )
    servers.pop(SERVER, None)
    if command is not None:
        kind = {"type": "stdio"} if host.typed else {}
        servers[SERVER] = {**kind, "command": command[0], "args": [*command[1:]]}
    return _with(settings, host.section, servers)


def _is_our_server(server: Any) -> bool:
    """Whether a server is the memory's: this package, or ``eywa``, with ``mcp``."""
    if not isinstance(server, Mapping) or not isinstance(server.get("args"), list):
        return False
    program = PurePath(str(server.get("command"))).stem
    return "mcp" in server["args"] and (program == "eywa" or "eywa_fs" in server["args"])


def with_hooks(
    settings: Mapping[str, Any], command: Mapping[str, str] | None, *, new: bool = True
) -> dict[str, Any]:
    """Settings of Claude Code with our hooks beside those of others.

    Args:
        command: the command line for each hook of ours; ``None`` takes ours out.
        new: those too that are not there yet.

    Raises:
        BadRequest: the hooks are not in the form that Claude Code has.
    """
    hooks = dict(_object(settings, "hooks"))
    for event, name in HOOKS.items():
        groups = hooks.pop(event, [])
        if not isinstance(groups, list):
            raise BadRequest(f"hooks.{event} is no list: correct it by hand first")
        kept = [group for group in groups if not _is_ours(group, name)]
        if command is not None and (new or len(kept) < len(groups)):
            ours = {"type": "command", "command": command[name], "timeout": HOOK_TIMEOUT_S}
            kept.append({"hooks": [ours]})
        if kept:
            hooks[event] = kept
    return _with(settings, "hooks", hooks)


def _is_ours(group: Any, name: str) -> bool:
    """Whether a group of hooks is one that we wrote: a single command that ends like ours."""
    hooks = group.get("hooks") if isinstance(group, Mapping) else None
    if not isinstance(hooks, list) or len(hooks) != 1 or not isinstance(hooks[0], Mapping):
        return False
    return f"{HOOK}{name}" in str(hooks[0].get("command"))


def _object(settings: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    found = settings.get(name, {})
    if not isinstance(found, Mapping):
        raise BadRequest(f"{name!r} is no JSON object there: correct it by hand first")
    return found


def _with(settings: Mapping[str, Any], name: str, value: Mapping[str, Any]) -> dict[str, Any]:
    """Settings with a section, without it where it is empty and was not there."""
    changed = {**settings, name: dict(value)}
    if not value and name not in settings:
        del changed[name]
    return changed
