"""A look at a user's files sees every change at once, and lists no more than it has to."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from eywa_fs.model.records import Scope
from eywa_fs.truth.layout import Layout
from eywa_fs.truth.looking import Looker

SCOPE = Scope("t", "u")
SESSIONS = "tenants/t/users/u/sessions"


@pytest.fixture
def layout(root: Path) -> Layout:
    for session in ("a", "b"):
        _write(root, f"{SESSIONS}/{session}/2024-01-01.jsonl", "one\n")
    _write(root, "tenants/t/users/u/longterm/deep/note.md", "two\n")
    _age(root)
    return Layout(root)


def _write(root: Path, rel: str, text: str) -> None:
    (root / rel).parent.mkdir(parents=True, exist_ok=True)
    (root / rel).write_text(text)


def _age(root: Path) -> None:
    """Set the modification times back; the change times are those of now."""
    for folder, _, names in os.walk(root):
        for path in (folder, *(os.path.join(folder, name) for name in names)):
            os.utime(path, (1_600_000_000, 1_600_000_000))


@pytest.fixture
def settled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every folder counts as left alone for long, so that listings are relied on."""
    monkeypatch.setattr("eywa_fs.truth.looking._SETTLED_NS", -1)


def _rename(root: Path) -> None:
    (root / SESSIONS / "a/2024-01-01.jsonl").rename(root / SESSIONS / "a/2024-01-02.jsonl")


def _replace(root: Path) -> None:
    _write(root, "other", "one\n")
    os.utime(root / "other", (1_600_000_000, 1_600_000_000))
    (root / "other").replace(root / SESSIONS / "a/2024-01-01.jsonl")


CHANGES: dict[str, Callable[[Path], object]] = {
    "a file grows": lambda root: _write(root, f"{SESSIONS}/a/2024-01-01.jsonl", "one\nmore\n"),
    "a file is gone": lambda root: (root / SESSIONS / "a/2024-01-01.jsonl").unlink(),
    "a file is renamed": _rename,
    "a file is replaced": _replace,
    "a file comes": lambda root: _write(root, f"{SESSIONS}/b/2024-01-02.jsonl", "x"),
    "a session comes": lambda root: _write(root, f"{SESSIONS}/c/2024-01-01.jsonl", "x"),
    "a session is gone": lambda root: (root / SESSIONS / "b").rename(root / "elsewhere"),
    "decisions come": lambda root: _write(root, "tenants/t/users/u/decisions/2024-01-01.jsonl", ""),
    "a note comes deep below": lambda root: _write(
        root, "tenants/t/users/u/longterm/deep/down/more.md", "x"
    ),
}


@pytest.mark.usefixtures("settled")
@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_the_next_look_sees(layout: Layout, change: Callable[[Path], object]) -> None:
    looker = Looker(layout)
    before = looker.look(SCOPE)
    assert looker.look(SCOPE) is before
    change(layout.root)
    after = looker.look(SCOPE)
    assert after is not before
    fresh = Looker(layout).look(SCOPE)
    assert (after.files, after.states) == (fresh.files, fresh.states)
    assert (after.files, after.states) != (before.files, before.states)
    assert looker.look(SCOPE) is after


def test_a_folder_of_a_moment_ago_is_listed_again(
    layout: Layout, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two files made within one tick of the clock leave a folder with the same stamp."""
    listed: list[str] = []
    list_folder = Layout.list_folder

    def watched(self: Layout, rel: str) -> object:
        listed.append(rel)
        return list_folder(self, rel)

    monkeypatch.setattr(Layout, "list_folder", watched)
    looker = Looker(layout)
    looker.look(SCOPE)
    first = len(listed)
    looker.look(SCOPE)
    assert len(listed) == 2 * first  # they were made just now
    monkeypatch.setattr("eywa_fs.truth.looking._SETTLED_NS", -1)
    looker.look(SCOPE)
    looker.look(SCOPE)
    assert len(listed) == 3 * first


def test_a_link_in_place_of_a_file_is_no_file(layout: Layout) -> None:
    looker = Looker(layout)
    path = layout.root / SESSIONS / "a/2024-01-01.jsonl"
    assert len(looker.look(SCOPE).files) == 3
    path.rename(layout.root / "aside")
    path.symlink_to(layout.root / "aside")
    assert [file.session_id for file in looker.look(SCOPE).files] == [None, "b"]
