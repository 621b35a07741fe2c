"""What is not there is said: roots, tenants and users, with near names and exit code 4."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest
import typer.main
from corpus import Eywa

import eywa_fs
from eywa_fs.cli.groups import PANELS
from eywa_fs.cli.main import run_arguments, whole_app
from eywa_fs.memory import EywaMemory


def asked(*scope: str) -> list[tuple[str, ...]]:
    """Every command that asks about a user."""
    return [
        ("search", "heron", *scope),
        ("context", "heron", *scope),
        ("facts", *scope),
        ("facts", "Where do I live?", *scope),
        ("profile", *scope),
        ("history", "user", "lives_in", *scope),
        ("list", *scope),
        ("export", *scope),
        ("sessions", *scope),
        ("show", "x", *scope),
    ]


@pytest.fixture
def two(make_memory: Callable[..., EywaMemory]) -> None:
    with make_memory() as memory:
        memory.append("I live in Turku.", user_id="marja")
        memory.append("我住在大同。", user_id="李明", tenant_id="工厂")


def test_the_version_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_arguments(["--version"]) == 0
    assert capsys.readouterr().out == f"eywa-fs {eywa_fs.__version__}\n"


@pytest.mark.usefixtures("two")
def test_a_user_who_is_not_there_is_said_with_near_names(eywa: Eywa) -> None:
    for line in asked("--user", "Maria"):
        told = eywa(*line, code=4).err
        assert "no user 'Maria' in tenant 'default'; did you mean --user marja?" in told, line
        error = eywa(*line, "--json", code=4).value["error"]
        assert "--user marja" in error["message"] and not error["retryable"]
    assert "there are marja" in eywa("search", "x", code=4).err, "without near names, the first"
    assert "tenants with such a user: 工厂" in eywa("facts", "--user", "李明", code=4).err


@pytest.mark.usefixtures("two")
def test_the_first_record_of_a_nearly_known_user_is_remarked_on(eywa: Eywa) -> None:
    assert "did you mean --user marja?" in eywa("add", "x", "--user", "marjas").err
    assert eywa("add", "x", "--user", "marjas").err == ""
    assert eywa("add", "x", "--user", "otto").err == ""


@pytest.mark.usefixtures("two")
def test_a_tenant_who_is_not_there_is_said_with_near_names(eywa: Eywa) -> None:
    for line in asked("--user", "marja", "--tenant", "Defualt"):
        assert "no tenant 'Defualt'; did you mean --tenant default?" in eywa(*line, code=4).err
    assert "工厂" in eywa("profile", "--tenant", "nowhere", code=4).err
    assert "did you mean --tenant default" in eywa("users", "--tenant", "Defualt", code=4).err


@pytest.mark.usefixtures("small")
def test_a_session_that_is_not_there_is_said_with_near_names(eywa: Eywa) -> None:
    for line in (("search", "heron"), ("list",), ("export",)):
        told = eywa(*line, "--session", "defualt", code=4).err
        assert "no session 'defualt'; did you mean --session default?" in told
        assert "there are" in eywa(*line, "--session", "zh", "--session", "x", code=4).err
        eywa(*line, "--session", "zh", "--session", "default")


@pytest.mark.usefixtures("two")
def test_a_setting_that_is_not_there_is_said_with_near_names(eywa: Eywa, tmp_path: Path) -> None:
    config = tmp_path / "near.yaml"
    config.write_text("retrieval: {limt: 3}")
    assert "did you mean limit?" in eywa("--config", str(config), "status", code=2).err
    config.write_text("retrieval: {frobnicate: 3}")
    assert "known are" in eywa("--config", str(config), "status", code=2).err


@pytest.mark.usefixtures("two")
def test_a_record_is_shown_by_its_path_as_a_shell_completes_it(eywa: Eywa, root: Path) -> None:
    [file] = root.glob("tenants/default/users/marja/sessions/*/*.jsonl")
    shown = eywa("show", f"{file}:1", "--user", "marja")
    assert shown.out == eywa("show", f"{file.relative_to(root)}:1", "--user", "marja").out
    assert "Turku" in eywa("versions", f"{file}:1", "--user", "marja").out


@pytest.mark.usefixtures("two")
def test_a_long_error_is_broken_between_words_on_a_terminal(
    eywa: Eywa, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = eywa("search", "x", "--user", "marja", "--tenant", "nowhere", code=4).err
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    monkeypatch.setenv("COLUMNS", "40")
    told = eywa("search", "x", "--user", "marja", "--tenant", "nowhere", code=4).err
    assert max(map(len, told.splitlines())) <= 40 and told.split() == plain.split()


def test_a_root_that_is_not_there_is_said_and_not_made(
    eywa: Eywa, root: Path, make_memory: Callable[..., EywaMemory]
) -> None:
    with make_memory(root.with_name("rooot")) as memory:
        memory.append("The heron sleeps.")
    for line in (*asked(), ("add", "x"), ("status",), ("index",), ("verify",), ("outbox", "list")):
        told = eywa(*line, code=4).err
        assert "there is no memory at" in told and "did you mean --root rooot?" in told, line
        assert not root.exists()
    assert "--create" in eywa("add", "x", code=4).err
    assert eywa("add", "x", "--json", code=4).value["error"]["code"] == "E_NOT_FOUND"


def test_a_memory_is_made_on_purpose(eywa: Eywa, root: Path) -> None:
    eywa("add", "The heron sleeps.", "--create", "--no-index")
    assert list(root.glob("tenants/**/*.jsonl"))


def test_a_folder_of_other_things_is_no_memory(eywa: Eywa, root: Path) -> None:
    root.mkdir()
    (root / "holiday.txt").write_text("beach", "utf-8")
    assert "holds other things" in eywa("add", "x", "--no-index", code=4).err
    assert not (root / "tenants").exists()
    eywa("init")
    eywa("add", "x", "--no-index")


def test_a_new_memory_says_what_comes_first(eywa: Eywa) -> None:
    eywa("init")
    assert "no records yet: 'eywa add'" in eywa("search", "heron", code=4).err


def test_the_first_words_of_a_help_are_one_line() -> None:
    for made in whole_app().registered_commands:
        assert made.callback is not None
        first = (made.callback.__doc__ or "").partition("\n\n")[0]
        assert first and "\n" not in first, made.name


def test_every_command_stands_under_one_heading_of_the_help() -> None:
    known = [name for names in PANELS.values() for name in names]
    assert sorted(known) == sorted(cast(Any, typer.main.get_command(whole_app())).commands)


def test_a_new_text_is_said_once(eywa: Eywa) -> None:
    made = eywa("add", "The kettle is red.", "--user", "ana", "--create", "--json").value
    assert made["citation"] == f"{made['filePath']}:1"
    for line in ((), ("The kettle is blue.", "--text", "The kettle is green.")):
        told = eywa("update", made["citation"], *line, "--user", "ana", code=2).err
        assert "say the new text once, as TEXT or with --text" in told
    eywa("update", made["citation"], "The kettle is blue.", "--user", "ana")
    eywa("update", made["citation"], "--text", "The kettle is black.", "--user", "ana")
    assert "black" in eywa("search", "kettle", "--user", "ana").out


def test_what_is_over_is_not_called_superseded(eywa: Eywa) -> None:
    eywa("add", "I study law.", "--user", "ana", "--create")
    assert eywa("facts", "--user", "ana").out.startswith("user")
    eywa("add", "Goodbye law, hello bakery.", "--user", "ana")
    assert eywa("facts", "--user", "ana").out == "no fact is known of this user\n"
    assert "  over  " in eywa("history", "user", "studies", "--user", "ana").out


def test_the_module_of_each_command_makes_it() -> None:
    """What is imported for a command is what makes it; of a group, every command of it."""
    modules = {name: module for names in PANELS.values() for name, module in names.items()}
    made: dict[str, set[str]] = {name: set() for name in modules}
    for one in whole_app().registered_commands:
        made[cast(str, one.name)].add(cast(Any, one.callback).__module__)
    for group in whole_app().registered_groups:
        commands = cast(typer.Typer, group.typer_instance).registered_commands
        made[cast(str, group.name)] |= {cast(Any, one.callback).__module__ for one in commands}
    package = "eywa_fs.cli.commands"
    assert made.pop("facts") == {f"{package}.facts", f"{package}.{modules.pop('facts')}"}
    assert made == {name: {f"{package}.{module}"} for name, module in modules.items()}
