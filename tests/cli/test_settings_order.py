"""Which of several settings counts: an argument, a variable of the environment, a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from eywa_fs.config import Settings, load_settings
from eywa_fs.errors import ConfigError

pytestmark = pytest.mark.usefixtures("no_environment")
FILE = """
retrieval: {limit: 11, token_budget: 99, timezone: Asia/Shanghai}
redaction: {default: {kinds: [phone]}}
"""


@pytest.fixture
def filed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A root with a file of settings, in an environment that says other ones."""
    (tmp_path / "config.yaml").write_text(FILE, encoding="ascii")
    monkeypatch.setenv("EYWA_RETRIEVAL__LIMIT", "3")
    monkeypatch.setenv("EYWA_REDACTION", '{"default": {"kinds": []}}')
    return tmp_path


def test_an_argument_wins_over_the_environment_and_that_over_the_file(filed: Path) -> None:
    by_file = load_settings(filed)
    assert (by_file.retrieval.limit, by_file.retrieval.token_budget) == (3, 99)
    assert list(by_file.redaction.default.kinds) == []
    given: dict[str, Any] = {
        "retrieval": {"limit": 7},
        "redaction": {"default": {"kinds": ["email"]}},
    }
    found = load_settings(filed, given)
    assert (found.retrieval.limit, found.retrieval.token_budget) == (7, 99)
    assert found.retrieval.timezone == "Asia/Shanghai"
    assert list(found.redaction.default.kinds) == ["email"]
    assert load_settings(filed, {"facts": {"enabled": False}}).retrieval == by_file.retrieval
    assert load_settings(filed, {}) == by_file


def test_settings_made_by_hand_are_what_they_say_and_read_no_file(filed: Path) -> None:
    made = Settings(retrieval={"limit": 6})  # type: ignore[arg-type]
    assert load_settings(filed, made).retrieval.limit == made.retrieval.limit == 6
    assert made.retrieval.token_budget == Settings().retrieval.token_budget != 99
    assert Settings().retrieval.limit == 3


def test_a_file_that_is_named_is_read_instead_of_the_roots(
    filed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = filed / "other.yaml"
    other.write_text("retrieval: {limit: 5, candidates: 50}", encoding="ascii")
    found = load_settings(filed, other)
    assert (found.retrieval.limit, found.retrieval.candidates) == (3, 50)
    assert found.retrieval.token_budget != 99
    monkeypatch.setenv("EYWA_CONFIG", str(other))
    over = load_settings(filed, {"retrieval": {"token_budget": 77}})
    assert (over.retrieval.candidates, over.retrieval.token_budget) == (50, 77)


@pytest.mark.parametrize(
    "given, said",
    [
        ({"retrieval": {"limit": 0}}, "^the config argument: retrieval.limit"),
        ({"retrieval": {"limti": 1}}, "^the config argument: retrieval.limti.*limit"),
        ({"retrieval": None}, "^the config argument: retrieval"),
        ({"retreival": {}}, "^the config argument: unknown section"),
        ({"facts": {"enabled": "perhaps"}}, "^the config argument: facts.enabled"),
    ],
)
def test_a_wrong_argument_is_named_and_not_what_it_wins_over(
    filed: Path, given: dict[str, Any], said: str
) -> None:
    with pytest.raises(ConfigError, match=said):
        load_settings(filed, given)


def test_a_wrong_file_is_named_beside_an_argument(filed: Path) -> None:
    (filed / "config.yaml").write_text("facts: {enabled: perhaps}", encoding="ascii")
    with pytest.raises(ConfigError, match=r"config\.yaml: facts\.enabled"):
        load_settings(filed, {"retrieval": {"limit": 7}})
    (filed / "config.yaml").write_text("facts: 3", encoding="ascii")
    with pytest.raises(ConfigError, match=r"config\.yaml: facts: settings by name"):
        load_settings(filed, {"facts": {"enabled": False}})


def test_a_section_is_called_by_a_name(root: Path) -> None:
    with pytest.raises(ConfigError, match=r"argument: unknown section \['1', 'retrieving'\]"):
        load_settings(root, {1: {}, "retrieving": {}})  # type: ignore[dict-item]
