"""A folder of the truth that cannot be listed is unreadable, never empty: nothing in it is taken
for gone, and what needs the whole refuses."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from factbase.lives import DAY_0, MakeQuick, QuickMemory
from integrity.vault import kinds, unreadable

from eywa_fs.errors import TruthReadError
from eywa_fs.truth.layout import Layout
from eywa_fs.truth.looking import Looker
from eywa_fs.truth.reader import UNSEEN, file_state

ANA = "tenants/default/users/ana"
UNREADABLE = {"file_unreadable"}
WAITING = {"document_stale"}
"""These memories have no embedder: their documents wait for vectors."""


@contextmanager
def unlistable(folder: Path) -> Iterator[None]:
    """Meanwhile the disk gives an error when a folder is listed, as for root no mode does."""
    whole = os.scandir

    def scandir(path: Any = ".") -> Any:
        if not isinstance(path, int) and os.path.realpath(path) == str(folder):
            raise OSError(errno.EIO, "Input/output error", str(path))
        return whole(path)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "scandir", scandir)
        yield


@pytest.fixture
def talked(quick: QuickMemory) -> QuickMemory:
    """Two records of Ana, one of them deleted, and one of Bo, all indexed."""
    for name in ("key", "kettle"):
        quick.append(f"The {name} is in the cellar.", user_id="ana", event_id=name, timestamp=DAY_0)
    quick.append("The kettle leaks.", user_id="bo", timestamp=DAY_0)
    quick.delete("kettle", user_id="ana")
    quick.index()
    return quick


@pytest.mark.parametrize("rel", [f"{ANA}/sessions/default", f"{ANA}/sessions", ANA, "tenants"])
def test_the_index_keeps_what_it_has(root: Path, talked: QuickMemory, rel: str) -> None:
    before = talked.status().index
    with unlistable(root / rel):
        assert any("cannot be listed" in problem for problem in talked.index().problems)
        for deep in (False, True):
            assert kinds(talked.verify(deep=deep)) - WAITING == UNREADABLE
        repaired = talked.repair(apply=True)
        assert not repaired.ok and {finding.kind for finding in repaired.left} == UNREADABLE
        assert not any("file_unreadable" in action.reason for action in repaired.actions)
        found = talked.status()
        assert not found.ok and "truth" in found.parts and found.index == before
        with pytest.raises(TruthReadError, match="cannot be listed"):
            talked.rebuild()
        if rel != "tenants":
            result = talked.retrieve("key", user_id="ana")
            assert any(one.startswith("truth_unreadable") for one in map(str, result.degraded))
            assert talked.facts(user_id="ana").degraded
    assert talked.index().removed == 0 and talked.status().index == before
    assert kinds(talked.verify(deep=True)) <= WAITING  # no lost records
    assert [hit.event_id for hit in talked.retrieve("key", user_id="ana").hits] == ["key"]


@pytest.mark.parametrize("rel", [f"{ANA}/sessions", f"{ANA}/decisions", "tenants"])
def test_what_needs_the_whole_refuses(
    root: Path, talked: QuickMemory, tmp_path: Path, rel: str
) -> None:
    """Also with the decisions alone: without them what was deleted would come back."""
    place = tmp_path / "safe"
    made = talked.backup(place)
    asked: list[Callable[[], object]] = [
        lambda: list(talked.export(every=True)),
        lambda: list(talked.users()),
        lambda: talked.erase(user_id=None, text="kettle"),
        lambda: talked.erase(user_id="ana", everything=True),
        lambda: talked.backup(place, keep=1),
        lambda: talked.rebuild(),
    ]
    if rel != "tenants":  # a user's own folders are reached without listing it
        asked.append(lambda: talked.list(user_id="ana"))
    with unlistable(root / rel):
        for ask in asked:
            with pytest.raises(TruthReadError, match="cannot be listed"):
                ask()
    assert [one.id for one in talked.backups(place)] == [made.id]
    assert [one.record.event_id for one in talked.list(user_id="ana").items] == ["key"]


def test_a_file_that_cannot_be_looked_at_is_not_gone(
    root: Path, talked: QuickMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in a folder that may be listed and not entered."""
    path = next((root / ANA / "sessions/default").iterdir())
    rel, whole = str(path.relative_to(root)), os.stat

    def stat(at: Any, *args: Any, **kw: Any) -> os.stat_result:
        if not isinstance(at, int) and os.fspath(at) == str(path):
            raise PermissionError(errno.EACCES, "Permission denied", str(at))
        return whole(at, *args, **kw)

    before = talked.status().index
    with monkeypatch.context() as patch:
        patch.setattr(os, "stat", stat)
        assert file_state(talked.layout, rel) == UNSEEN
        assert talked.index().removed == 0
        assert not talked.status().ok
    assert talked.index().removed == 0 and talked.status().index == before


def test_a_look_names_the_folder_until_it_can_be_listed(root: Path, talked: QuickMemory) -> None:
    scope = talked.layout.scopes()[0]
    looker = Looker(talked.layout)
    whole = looker.look(scope)
    with unlistable(root / f"{ANA}/sessions"):
        fresh = Looker(talked.layout)
        for _ in range(2):
            found = fresh.look(scope)
            assert found.files[-1].rel == f"{ANA}/sessions" and found.states[-1] == UNSEEN
    assert fresh.look(scope).files == whole.files


def test_walking_says_it_and_scopes_refuse(root: Path, talked: QuickMemory) -> None:
    layout = Layout(root)
    with unlistable(root / "tenants/default/users"):
        assert [one.rel for one in layout.walk()] == ["tenants/default/users"]
        for ask in (layout.scopes, layout.refuse_unlisted):
            with pytest.raises(TruthReadError):
                ask()


def test_an_audit_trail_that_is_a_file_is_found(root: Path, open_quick: MakeQuick) -> None:
    memory = open_quick()
    memory.append("The kettle leaks.")
    memory.index()
    if (root / "audit").exists():
        (root / "audit").rename(root / "put away")
    (root / "audit").write_bytes(b"")
    assert "file_unreadable" in kinds(memory.verify())
    with pytest.raises(TruthReadError, match="audit cannot be listed"):
        list(memory.audit())


def test_sums_without_an_unreadable_file_are_not_given(
    root: Path, talked: QuickMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    unreadable(next((root / ANA / "sessions/default").iterdir()), monkeypatch)
    for ask in (talked.users, talked.tenants, lambda: talked.sessions(user_id="ana")):
        with pytest.raises(TruthReadError):
            ask()
    planned = talked.repair()
    assert not planned.ok and {finding.kind for finding in planned.left} == UNREADABLE
    with pytest.raises(TruthReadError, match="was not taken into use"):
        talked.rebuild()


def test_facts_of_an_unreadable_file_are_missed_and_not_derived_anew(
    root: Path, quick: QuickMemory
) -> None:
    """What gives facts says that some are missing, or refuses; what was indexed stays as it is."""
    of_ana: Any = {"user_id": "ana"}
    said = ["My birthday is 3 May.", "My birthday is 9 June.", "My sister Eva lives in Turku."]
    for day, text in enumerate(said):
        quick.append(text, session_id=f"s{day}", timestamp=DAY_0 + day, **of_ana)
    quick.index()
    assert quick.conflicts(**of_ana) and quick.graph(**of_ana).relations
    before = quick.status()
    for session in ("s0", "s2"):
        with pytest.MonkeyPatch.context() as patch:
            unreadable(next((root / ANA / "sessions" / session).iterdir()), patch)
            gives: tuple[Callable[..., Any], ...] = (quick.facts, quick.graph, quick.verdicts)
            for found in (give(**of_ana) for give in gives[: 3 if session == "s2" else 1]):
                assert found.dropped and "cannot be read" in str(found.degraded)
            asked: tuple[Callable[..., Any], ...] = (
                (quick.profile, quick.conflicts) if session == "s0" else ()
            )
            for ask in asked:
                with pytest.raises(TruthReadError, match=f"/{session}/"):
                    ask(**of_ana)
            assert quick.retrieve("birthday", **of_ana).degraded
    after = quick.status()
    assert (after.index, after.outbox) == (before.index, before.outbox)
    assert kinds(quick.verify(deep=True)) <= WAITING
