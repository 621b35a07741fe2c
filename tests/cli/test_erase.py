"""Erasing on the command line: what goes, asking, refusing, and what is said afterwards."""

from __future__ import annotations

from pathlib import Path

import pytest
from corpus import Eywa

from eywa_fs.memory import EywaMemory


@pytest.fixture
def heron(root: Path) -> Path:
    """Two records of Ana, one of Bob; nothing is indexed yet."""
    with EywaMemory(root, background=False) as memory:
        memory.append("I live in Heronville.", user_id="ana", event_id="evt_heron")
        memory.append("I like tea.", user_id="ana")
        memory.append("I like Heronville.", user_id="bob")
    return root


def test_what_is_to_be_erased_has_to_be_said_first(eywa: Eywa) -> None:
    told = eywa("erase", "--user", "ana", code=2).err
    assert "--text" in told and "--yes" not in told


def test_it_says_what_would_go_and_asks(heron: Path, eywa: Eywa) -> None:
    told = eywa("erase", "--text", "Heronville", "--user", "ana", "--dry-run").out
    assert "1 record " in told and ".jsonl:1" in told and "user lives_in Heronville" in told
    assert "--yes" in eywa("erase", "--text", "Heronville", "--user", "ana", code=2).err
    assert "say what" in eywa("erase", "--user", "ana", "--yes", code=2).err
    empty = eywa("erase", "--text", "", "--user", "ana", "--yes", code=2).err
    assert "every record would say it" in empty
    nothing = eywa("erase", "--text", "owl", "--user", "ana", "--yes", code=4).err
    assert "no record" in nothing and "eywa rebuild" in nothing
    assert "did you mean" in eywa("erase", "--text", "x", "--user", "anna", "--yes", code=4).err
    assert not (heron / "audit").exists()


def test_it_erases_and_certifies(heron: Path, eywa: Eywa) -> None:
    eywa("index")
    done = eywa("erase", "--event", "evt_heron", "--user", "ana", "--yes", "--json").value
    assert done["ok"] and done["certificate"]["scan"]["found"] == 0
    assert done["plan"]["counts"] == {"records": 1}
    [session] = (heron / "tenants/default/users/ana/sessions/default").iterdir()
    citation = f"{session.relative_to(heron)}:1"
    assert done["plan"]["citations"] == [citation]
    assert done["id"] in eywa("show", citation, "--user", "ana", code=4).err
    assert eywa("status", "--json").value["erasures"] == {"finished": 1, "unfinished": 0}
    text = eywa("erase", "--text", "Heronville", "--all-users", "--reason", "asked to", "--yes")
    assert "erased 1 record;" in text.out and "0 found" in text.out
    actions = eywa("audit", "--json").value["entries"]
    done_by = ["erasure_decided", "generation_switched", "erasure_certified"]
    assert [entry["action"] for entry in actions] == done_by * 2


def test_a_copy_elsewhere_in_the_root_is_named(heron: Path, eywa: Eywa) -> None:
    (heron / "copy.txt").write_text("I live in Heronville.", encoding="utf-8")
    said = eywa("erase", "--text", "Heronville", "--user", "ana", "--yes", code=1)
    assert "copy.txt" in said.err
    assert "erasure_undone" in eywa("verify", code=1).out


def test_it_says_what_was_done_at_the_places_of_backups(
    heron: Path, tmp_path: Path, eywa: Eywa
) -> None:
    """A folder gets the log of erasures; one that is gone, and a URL, are not the same."""
    (tmp_path / "there").mkdir()
    places = {
        str(tmp_path / "there"): "was put beside it",
        str(tmp_path / "gone"): "could not be reached: until the next backup there",
        "s3://far/away": "nothing was tried there",
    }
    with EywaMemory(heron, background=False) as memory:
        for place in places:
            memory._parts.journal.audit("backup_made", place, reason="test", after={"id": "b"})
    told = eywa("erase", "--event", "evt_heron", "--user", "ana", "--yes").err
    lines = [line for line in told.splitlines() if "still holds it" in line]
    for place, said in places.items():
        [line] = [line for line in lines if f"{place};" in line]
        assert said in line and ("--erasures" in line) == ("was put" not in line)
