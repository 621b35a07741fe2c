"""The command line itself: where options may stand, exit codes, what newcomers are told."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml
from corpus import Eywa

from eywa_fs.cli.advice import remarks
from eywa_fs.cli.groups import globals_first
from eywa_fs.cli.main import run_arguments
from eywa_fs.cli.progress import amount
from eywa_fs.config import Settings, load_settings
from eywa_fs.errors import BadRequest, ConfigError
from eywa_fs.memory import EywaMemory
from eywa_fs.model.degraded import Degraded
from eywa_fs.model.times import moment


def test_global_options_are_found_wherever_they_stand() -> None:
    asked = ["search", "x", "--root", "r", "--config=c", "--limit", "3"]
    assert globals_first(asked) == ["--root", "r", "--config=c", "search", "x", "--limit", "3"]
    assert globals_first(["add", "--", "--root", "r"]) == ["add", "--", "--root", "r"]
    assert globals_first(["status", "--root"]) == ["--root", "status"]


def test_json_and_root_stand_before_or_behind(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for line in (
        ["--json", "--root", str(tmp_path), "outbox", "list"],
        ["outbox", "list", "--json", "--root", str(tmp_path)],
        ["--root", str(tmp_path), "outbox", "list", "--json"],
    ):
        assert run_arguments(line) == 0
        assert capsys.readouterr().out == '{"events": []}\n'
    assert run_arguments(["--root", str(tmp_path), "outbox", "list"]) == 0
    assert capsys.readouterr().out == "nothing waits\n", "one command's --json is not the next's"


def test_wrong_command_lines_end_with_2(eywa: Eywa) -> None:
    assert "No such option" in eywa("search", "x", "--nonsense", code=2).err
    assert eywa("search", "--json", code=2).value["error"]["code"] == "E_BAD_REQUEST"
    assert "Usage" in eywa("nonsense", code=2).err
    eywa("add", "x", "--create", "--no-index")
    assert eywa("search", "x", "--role", "king", "--json", code=2).value["error"]["message"]


@pytest.mark.parametrize("make", [Path.mkdir, lambda path: path.symlink_to("nowhere")])
def test_settings_that_are_no_file_are_not_passed_over(
    eywa: Eywa, root: Path, make: Callable[[Path], None]
) -> None:
    eywa("init")
    make(root / "config.yaml")
    told = eywa("status", code=2).err
    assert "config.yaml cannot be read" in told or "config.yaml is no regular file" in told


def test_schedules_are_checked_by_every_command(
    eywa: Eywa, monkeypatch: pytest.MonkeyPatch
) -> None:
    eywa("init")
    monkeypatch.setenv("EYWA_MAINTENANCE__VERIFY", "99 * * * *")
    assert "maintenance.verify" in eywa("status", code=2).err


def test_text_in_another_encoding_is_told_in_plain_words(eywa: Eywa, tmp_path: Path) -> None:
    eywa("add", "The heron sleeps.", "--create")
    place = os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9")
    said = "is not UTF-8: the byte 0xE9 at character"
    for line in (("add", "caf\udce9"), ("search", "caf\udce9"), ("list", "--tag", "caf\udce9")):
        assert f"{said} 3 is of another encoding" in eywa(*line, code=2).err
    assert said in eywa("backup", place, code=2).err and not os.path.exists(place)


def test_a_record_that_is_expired_when_it_is_written_is_told(eywa: Eywa) -> None:
    past = eywa("add", "The heron sleeps.", "--create", "--expires", "2001-01-01")
    assert past.err == "warning: it expired on 2001-01-01 00:00Z, so no search will find it\n"
    assert eywa("add", "The stork sleeps.", "--expires", "2999-01-01").err == ""


def test_an_empty_root_is_well(eywa: Eywa) -> None:
    eywa("init")
    assert eywa("status", "--json").value["parts"] == {"index": "ok"}
    eywa("add", "The heron sleeps.")
    assert eywa("status", "--json", code=1).value["parts"]["index"].startswith("missing")


def test_init_makes_a_root_once(eywa: Eywa, root: Path) -> None:
    assert eywa("init", "--with-config", "--json").value["made"] == [
        "the folder",
        "tenants",
        "README.md",
        "config.yaml",
    ]
    (root / "README.md").write_text("mine", encoding="utf-8")
    again = eywa("init", "--with-config")
    assert "all is there already" in again.out and "next:" in again.out
    assert (root / "README.md").read_text(encoding="utf-8") == "mine"


def test_the_written_config_holds_every_setting_and_changes_none(eywa: Eywa, root: Path) -> None:
    eywa("init", "--with-config")
    text = (root / "config.yaml").read_text(encoding="utf-8")
    assert load_settings(root, root / "config.yaml") == load_settings(root, {})
    bare = "\n".join(line.removeprefix("# ") for line in text.splitlines()[2:])
    assert set(yaml.safe_load(bare)) == set(Settings.model_fields)


@pytest.mark.parametrize(
    ("text", "zone", "expected"),
    [
        ("1750032000000", "UTC", 1_750_032_000_000),
        ("2025-06-16", "UTC", 1_750_032_000_000),
        ("2025-06-16", "Asia/Shanghai", 1_750_003_200_000),
        ("2025-06-16T00:00:00Z", "Asia/Shanghai", 1_750_032_000_000),
        ("2025-06-16 08:00+08:00", "UTC", 1_750_032_000_000),
        ("0", "UTC", 0),
    ],
)
def test_times_as_people_type_them(text: str, zone: str, expected: int) -> None:
    assert moment(text, zone, "--from") == expected


@pytest.mark.parametrize("text", ["20250616", "1750032000", "soon", "2025-13-01", ""])
def test_times_that_could_mean_something_else_are_refused(text: str) -> None:
    with pytest.raises(BadRequest, match="--from"):
        moment(text, "UTC", "--from")


def test_an_unknown_zone_is_an_error_of_the_settings() -> None:
    with pytest.raises(ConfigError):
        moment("2025-06-16", "Nowhere/Atall", "--from")


def test_progress_says_total_and_rate() -> None:
    assert amount(1200, 9000, 28.4, "documents") == "1,200 of 9,000 documents, 28/s"
    assert amount(3, None, 0.5, "messages") == "3 messages, 0.5/s"
    assert amount(5, 4, None, "documents") == "5 of 5 documents", "the total is an estimate"
    assert (amount(1, 4, 1.0, ""), amount(0, None, None, "")) == ("25%", "")


@pytest.mark.usefixtures("small")
def test_a_watched_index_shows_a_bar(
    eywa: Eywa, make_memory: Callable[..., EywaMemory], monkeypatch: pytest.MonkeyPatch
) -> None:
    with make_memory() as memory:
        memory.append("鹳站着。")
        assert memory.unindexed() == 1
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    assert eywa("index").out.startswith("1 document written")
    with make_memory() as memory:
        assert memory.unindexed() == 0


def test_what_was_left_out_of_an_answer_comes_with_the_next_command() -> None:
    told = "\n".join(remarks([Degraded("vectors", "damaged", "no file")], {"mismatch": 2}, 0))
    assert "2 records were not shown" in told and "'eywa verify'" in told
    assert "vectors_damaged: no file" in told and "'eywa repair --apply'" in told
    assert "17 bytes" in remarks([], {}, 17)[0]
    assert remarks([]) == []
    (refused, _) = remarks([], {"profile_mismatch": 2, "mismatch": 1})
    assert refused.startswith("refused: 2 facts of the profile, 1 record were not shown, because")
    (_, unseen) = remarks([], {"unreadable": 1, "fact_unreadable": 1})
    assert "'eywa verify'" in unseen and "repair" not in unseen  # it cannot help
    assert "'eywa repair --apply'" in remarks([], {"unreadable": 1, "fact_mismatch": 1})[-1]


def test_enrich_ends_with_6_where_it_could_do_nothing(
    eywa: Eywa, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> int:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    eywa("add", "I moved to Lyon.", "--create")
    monkeypatch.setenv("EYWA_LLM__BASE_URL", "http://127.0.0.1:9/v1")
    monkeypatch.setenv("EYWA_LLM__MODEL", "tiny")
    assert "cannot be reached" in eywa("enrich", code=1).err
    monkeypatch.setattr("eywa_fs.truth.index_folder.index_lock", refuse)
    ended = eywa("enrich", "--json", code=6)
    assert ended.value["error"]["code"] == "E_DEP_UNAVAILABLE"
    assert ended.err.count("not indexed now") <= 1
