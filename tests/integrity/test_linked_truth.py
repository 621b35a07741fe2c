"""What stands behind a symbolic link is not taken for gone: who needs the whole names the link."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from corpus import DAY_0, MakeMemory

from eywa_fs.errors import TruthReadError
from eywa_fs.memory import EywaMemory
from eywa_fs.truth.layout import Layout

LEO: dict[str, Any] = {"tenant_id": "zoo", "user_id": "leo"}
MIA: dict[str, Any] = {"tenant_id": "zoo", "user_id": "mia"}
OLD: dict[str, Any] = {"tenant_id": "old", "user_id": "leo"}
PLACES = {
    "a tenant": "tenants/zoo",
    "all users": "tenants/zoo/users",
    "a user": "tenants/zoo/users/leo",
    "all sessions": "tenants/zoo/users/leo/sessions",
    "a session": "tenants/zoo/users/leo/sessions/tide",
    "a day": "tenants/zoo/users/leo/sessions/tide/2025-06-15.jsonl",
    "decisions": "tenants/zoo/users/leo/decisions",
    "notes": "tenants/zoo/users/leo/longterm",
    "a note": "tenants/zoo/users/leo/longterm/boats.md",
}


def told(memory: EywaMemory) -> None:
    for whose in (LEO, MIA, OLD):
        memory.append("The ferry leaves at six.", session_id="tide", **whose)
        memory.append("The lock keeper waves.", session_id="lock", event_id="keeper", **whose)
        memory.pin("keeper", **whose)
        notes = memory.layout.root / f"tenants/{whose['tenant_id']}/users/{whose['user_id']}"
        (notes / "longterm").mkdir()
        (notes / "longterm/boats.md").write_text("# Boats\n\nThe tar is old.\n")


@pytest.fixture
def memory(root: Path, make_memory: MakeMemory) -> EywaMemory:
    memory = make_memory(root, clock=lambda: DAY_0)
    told(memory)
    return memory


def put_aside(root: Path, rel: str) -> Path:
    """Move a file or folder out of the root, and leave a link."""
    place, aside = root / rel, root.parent / "aside"
    if not place.exists():  # the day goes by the clock
        [place] = place.parent.iterdir()
    place.rename(aside)
    place.symlink_to(aside)
    return place


@pytest.mark.parametrize("kind", PLACES)
def test_who_needs_the_whole_names_the_link(root: Path, memory: EywaMemory, kind: str) -> None:
    memory.index()
    place = put_aside(root, PLACES[kind])
    named = f"{place.relative_to(root)}.* a symbolic link"
    asks: list[Callable[[], object]] = [
        lambda: memory.erase(everything=True, **LEO),
        lambda: memory.erase(text="ferry", dry_run=True, **LEO),
        lambda: memory.erase(text="ferry", tenant_id="zoo", user_id=None),
        lambda: list(memory.export(every=True)),
        lambda: list(memory.export(**LEO)),
        lambda: memory.users(),
        lambda: memory.users(tenant_id="zoo"),
        lambda: memory.tenants(),
        lambda: memory.sessions(**LEO),
        lambda: memory.list(**LEO),
        lambda: memory.drill(index=False),
    ]
    for ask in asks:
        with pytest.raises(TruthReadError, match=named):
            ask()
    status = memory.status()
    assert not status.ok and str(place.relative_to(root)) in status.parts["truth"]
    found = [one.target for one in memory.verify().errors if one.kind == "file_unreadable"]
    assert found == [str(place.relative_to(root))]
    assert {one.name: one.state for one in memory.doctor().checks}["files"] == "error"
    assert memory.list(**OLD).items and list(memory.export(**OLD))
    assert memory.erase(text="ferry", **OLD).ok
    if PLACES[kind].startswith("tenants/zoo/users/leo"):
        assert memory.list(**MIA).items and memory.erase(text="ferry", **MIA).ok
    place.unlink()
    (root.parent / "aside").rename(place)
    assert memory.erase(everything=True, **LEO).ok and memory.status().ok


def test_a_link_in_the_place_of_no_truth_is_in_nobodys_way(
    root: Path, memory: EywaMemory, tmp_path: Path
) -> None:
    user = root / "tenants/zoo/users/leo"
    for rel in ("readme.txt", "sessions/tide/notes.txt", "longterm/.trash", "pictures"):
        os.symlink(tmp_path, user / rel)
    assert memory.list(**LEO).items and list(memory.export(every=True))
    assert memory.erase(everything=True, **LEO).ok
    counts = memory.verify().counts
    assert "file_unreadable" not in counts and counts["stray_path"] == 4


def test_a_link_by_another_spelling_of_the_name_is_seen(root: Path) -> None:
    """A folder that another program named by the plain id."""
    (root / "tenants/Zoo/users").mkdir(parents=True)
    os.symlink("/nowhere", root / "tenants/Zoo/users/Leo")
    layout = Layout(root)
    with pytest.raises(TruthReadError, match="tenants/Zoo/users/Leo is a symbolic link"):
        layout.refuse_linked("Zoo", "Leo")
    layout.refuse_linked("Zoo", "Mia")
    layout.refuse_linked("zoo")
