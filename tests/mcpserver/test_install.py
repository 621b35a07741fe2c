"""Setting the server up in hosts: on each system, beside what is there, and out again."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from mcpserver.hosts import environment

from eywa_fs.errors import BadRequest, DependencyUnavailable
from eywa_fs.mcp.bound import Bound
from eywa_fs.mcp.hosts import HOSTS, config_file, named
from eywa_fs.mcp.install import Wanted, install, server_command

THEIRS = {"theme": "dark", "mcpServers": {"git": {"command": "git-mcp"}}, "用户": "安娜"}
Set = Callable[..., list[Any]]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home folder on Linux."""
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    monkeypatch.setattr("platform.system", lambda: "Linux")
    return tmp_path / "home"


@pytest.fixture
def set_up(root: Path, home: Path) -> Set:
    """Install for Ana."""

    def done(client: str, *, dry_run: bool = False, **more: Any) -> list[Any]:
        return install(Wanted(client, root, None, Bound(user="ana"), **more), dry_run=dry_run)

    return done


@pytest.mark.parametrize(
    ("client", "system", "expected"),
    [
        ("claude-desktop", "Linux", ".config/Claude/claude_desktop_config.json"),
        (
            "claude-desktop",
            "Darwin",
            "Library/Application Support/Claude/claude_desktop_config.json",
        ),
        ("claude-desktop", "Windows", "AppData/Roaming/Claude/claude_desktop_config.json"),
        ("claude-code", "Linux", ".claude.json"),
        ("claude-code", "Windows", ".claude.json"),
        ("cursor", "Darwin", ".cursor/mcp.json"),
        ("vscode", "Linux", ".config/Code/User/mcp.json"),
        ("vscode", "Darwin", "Library/Application Support/Code/User/mcp.json"),
        ("vscode", "Windows", "AppData/Roaming/Code/User/mcp.json"),
    ],
)
def test_each_system_has_its_place(client: str, system: str, expected: str) -> None:
    home = Path("/home/ana")
    assert config_file(named(client), system, home, {}, None) == home / expected


def test_variables_name_other_places() -> None:
    home, elsewhere = Path("/home/ana"), {"XDG_CONFIG_HOME": "/x", "APPDATA": "/y"}
    vscode = named("vscode")
    assert str(config_file(vscode, "Linux", home, elsewhere, None)) == "/x/Code/User/mcp.json"
    assert str(config_file(vscode, "Windows", home, elsewhere, None)) == "/y/Code/User/mcp.json"
    project = config_file(vscode, "Linux", home, elsewhere, Path("/p"))
    assert str(project) == "/p/.vscode/mcp.json"
    with pytest.raises(BadRequest, match="no projects"):
        config_file(named("claude-desktop"), "Linux", home, {}, Path("/p"))


@pytest.mark.parametrize("client", HOSTS)
def test_what_is_there_stays(client: str, set_up: Set, home: Path) -> None:
    path = config_file(named(client), "Linux", home, {}, None)
    path.parent.mkdir(parents=True, exist_ok=True)
    before = json.dumps(THEIRS, ensure_ascii=False)
    path.write_text(before, encoding="utf-8")
    path.chmod(0o640)
    [shown] = set_up(client, dry_run=True)
    assert shown.changed and path.read_text(encoding="utf-8") == before
    [done] = set_up(client)
    assert done.adds == shown.adds and "git" not in done.adds
    assert path.stat().st_mode & 0o777 == 0o640
    assert Path(done.backup).read_text(encoding="utf-8") == before
    settings = json.loads(path.read_text(encoding="utf-8"))
    section = named(client).section
    server = settings[section].pop("eywa")
    if section not in THEIRS:
        assert settings.pop(section) == {}
    assert settings == THEIRS
    assert [server["command"], *server["args"]][0] == sys.executable
    [again] = set_up(client)
    assert not again.changed
    [out] = set_up(client, remove=True)
    left = json.loads(path.read_text(encoding="utf-8"))
    assert left == (THEIRS if section in THEIRS else {**THEIRS, section: {}})
    assert {one.name for one in path.parent.iterdir() if one.name.startswith(path.name)} == {
        path.name, f"{path.name}.before-eywa-1", f"{path.name}.before-eywa-2",
    }  # fmt: skip
    assert out.backup.endswith("-2")


@pytest.mark.parametrize("project", [None, "shed"])
def test_hooks_go_with_the_server(set_up: Set, home: Path, root: Path, project: str | None) -> None:
    place = home / project if project else home
    of = {"project": place} if project else {}
    path = place / ".claude/settings.json"
    path.parent.mkdir(parents=True)
    theirs = {"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "钟"}]}]}}
    path.write_text(json.dumps(theirs))
    assert len(set_up("claude-code", **of)) == 1 and json.loads(path.read_text()) == theirs
    set_up("claude-code", hooks=True, **of)
    bob = Wanted("claude-code", root, None, Bound(user="bob"), **of)  # type: ignore[arg-type]
    assert [one.changed for one in install(bob, dry_run=False)] == [True, True]
    assert path.read_text().count("--user bob") == 2 and "--user ana" not in path.read_text()
    assert [one.changed for one in set_up("claude-code", remove=True, **of)] == [True, True]
    assert json.loads(path.read_text()) == theirs
    assert len(set_up("claude-code", remove=True, **of)) == 1


def test_a_new_file_is_the_owners_alone(set_up: Set, home: Path) -> None:
    [done] = set_up("cursor")
    assert Path(done.path).stat().st_mode & 0o777 == 0o600 and done.backup is None
    [nothing] = set_up("vscode", remove=True)
    assert not nothing.changed and not Path(nothing.path).exists()


@pytest.mark.parametrize(
    "text",
    [
        '{"a": 1,} // a comment', "[]", '{"mcpServers": []}', '"x"', "\udcff", "{", "[" * 100_000,
        '{"mcpServers": {"mine": {}}, "mcpServers": {"钟": {}}}', '{"a": [{"b": 1, "b": 1}]}',
        '{"n": 1e999}', '{"n": -Infinity}', '{"n": NaN}', '{"half": "\\ud83d"}',
    ],
)  # fmt: skip
def test_what_cannot_be_understood_is_left_alone(text: str, set_up: Set, home: Path) -> None:
    path = home / ".cursor/mcp.json"
    path.parent.mkdir(parents=True)
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(Exception, match=r"mcp\.json") as refused:
        set_up("cursor")
    assert type(refused.value).__module__ == "eywa_fs.errors"
    with pytest.raises(BadRequest, match=r"mcp\.json") as left:
        set_up("cursor", remove=True)
    assert "{}" not in str(left.value) and ("add by hand" in str(refused.value)) == (
        "out by hand" in str(left.value)
    )
    assert path.read_bytes() == text.encode("utf-8", "surrogateescape")
    assert [one.name for one in path.parent.iterdir()] == ["mcp.json"]


@pytest.mark.parametrize(
    "theirs", [{"command": "node", "args": ["server.js"]}, {"url": "https://eywa.test/mcp"}, None]
)
def test_another_programs_server_of_our_name_stays(theirs: Any, set_up: Set, home: Path) -> None:
    path = home / ".cursor/mcp.json"
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps({"mcpServers": {"eywa": theirs}}))
    with pytest.raises(BadRequest, match=r"mcp\.json: .*'eywa' there starts another"):
        set_up("cursor")
    assert [one.changed for one in set_up("cursor", remove=True)] == [False]
    assert json.loads(path.read_text()) == {"mcpServers": {"eywa": theirs}}
    path.write_text('{"mcpServers": {"eywa": {"command": "/bin/eywa", "args": ["mcp"]}}}')
    assert [one.changed for one in set_up("cursor")] == [True]


def test_a_project_that_is_not_there_is_not_made(set_up: Set, home: Path) -> None:
    with pytest.raises(BadRequest, match=r"there is no folder .*typo"):
        set_up("vscode", project=home / "typo")
    assert not home.exists()


def test_what_the_host_wrote_meanwhile_is_not_lost(
    set_up: Set, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = home / ".cursor/mcp.json"
    path.parent.mkdir(parents=True)
    path.write_text("{}")
    monkeypatch.setattr("shutil.copy2", lambda old, new: path.write_text('{"theirs": 1}'))
    with pytest.raises(DependencyUnavailable, match="changed meanwhile"):
        set_up("cursor")
    assert path.read_text() == '{"theirs": 1}'


def test_a_link_to_settings_kept_elsewhere_stays_one(set_up: Set, home: Path) -> None:
    kept = home / "dotfiles/cursor.json"
    kept.parent.mkdir(parents=True)
    kept.write_text("{}")
    (home / ".cursor").mkdir()
    (home / ".cursor/mcp.json").symlink_to(kept)
    set_up("cursor")
    assert (home / ".cursor/mcp.json").is_symlink() and "eywa" in kept.read_text()


def test_hooks_that_are_not_there_come_only_when_asked_for(set_up: Set, home: Path) -> None:
    """The one that remembers talks may have been taken out; another program's is none of ours."""
    settings = home / ".claude" / "settings.json"
    settings.parent.mkdir(parents=True)
    theirs = {
        "hooks": {"Stop": [{"hooks": [{"type": "command", "command": "钟 mcp hook stop; x"}] * 2}]}
    }
    settings.write_text(json.dumps(theirs))
    set_up("claude-code")
    assert json.loads(settings.read_text()) == theirs
    set_up("claude-code", hooks=True)
    kept = json.loads(settings.read_text())["hooks"]
    del kept["Stop"]
    settings.write_text(json.dumps({"hooks": kept}))
    set_up("claude-code")
    assert json.loads(settings.read_text())["hooks"] == kept


def test_hooks_stand_beside_those_of_others(set_up: Set, root: Path, home: Path) -> None:
    root.mkdir()
    settings = home / ".claude/settings.json"
    settings.parent.mkdir(parents=True)
    theirs = {"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "say done"}]}]}}
    settings.write_text(json.dumps(theirs))
    for _ in range(2):
        set_up("claude-code", hooks=True)
    hooks = json.loads(settings.read_text())["hooks"]
    assert [len(hooks[event]) for event in ("UserPromptSubmit", "Stop")] == [1, 2]
    command = hooks["UserPromptSubmit"][0]["hooks"][0]["command"]
    assert command.endswith("mcp hook prompt --user ana")
    done = subprocess.run(
        ["/bin/sh", "-c", command],
        input='{"prompt": "hello", "session_id": "s"}',
        env=environment(),
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    set_up("claude-code", hooks=True, remove=True)
    assert json.loads(settings.read_text()) == theirs
    with pytest.raises(BadRequest, match="no hooks"):
        set_up("cursor", hooks=True)


def test_a_file_that_cannot_be_understood_stops_all_of_it(set_up: Set, home: Path) -> None:
    settings = home / ".claude/settings.json"
    settings.parent.mkdir(parents=True)
    settings.write_text("{")
    with pytest.raises(BadRequest):
        set_up("claude-code", hooks=True)
    assert not (home / ".claude.json").exists()


def test_the_server_that_is_written_starts_from_any_folder(root: Path, tmp_path: Path) -> None:
    """Also where a folder named like what it imports is in the way."""
    (tmp_path / "here/mcp").mkdir(parents=True)
    (tmp_path / "here/mcp/__init__.py").write_text("raise SystemExit('the wrong one')")
    (tmp_path / "here/json.py").write_text("raise SystemExit('the wrong one')")
    command = server_command(Wanted("cursor", root, None, Bound(user="ana", all_users=True)))
    assert command[-3:] == ["--user", "ana", "--all-users"]
    done = subprocess.run(
        command, cwd=tmp_path / "here", env=environment(), input=b"", capture_output=True
    )
    assert done.returncode == 0, done.stderr
    assert root.is_dir()
