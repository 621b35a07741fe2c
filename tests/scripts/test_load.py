"""Stress and soak: short runs leave nothing wrong, and what is wrong is found."""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path
from typing import Any

import forked
import pytest

SCRIPTS = Path(__file__).parents[2] / "scripts"
sys.path.insert(0, str(SCRIPTS))

from judging import Checker, wrong_with  # noqa: E402
from proving import Known, bytes_at, code_of, text_of  # noqa: E402
from soak import grown  # noqa: E402
from workload import Load, Writer  # noqa: E402

from eywa_fs.memory import EywaMemory  # noqa: E402
from eywa_fs.model.records import Anchor  # noqa: E402

SCOPE: dict[str, Any] = {"tenant_id": "acme", "user_id": "ana"}


def run(script: str, *options: str, to: Path) -> dict[str, dict[str, float]]:
    """The tables of a run that found nothing wrong."""
    done = forked.Child(str(SCRIPTS / script), *options, "--json", str(to)).ended(timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
    tables: dict[str, dict[str, float]] = json.loads(to.read_text())
    assert not any(tables["wrong"].values())
    return tables


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_short_stress_leaves_nothing_wrong(tmp_path: Path) -> None:
    options = ("--seconds", "4", "--kills", "2", "--writers", "3", "--readers", "1")
    done = run("stress.py", *options, "--pause", "0.2", to=tmp_path / "table.json")["done"]
    assert done["kills"] == 2 and done["add"]


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs /proc")
def test_a_short_soak_leaves_nothing_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its processes are just starting: whether they grow says nothing here."""
    monkeypatch.setattr(forked, "current", None)  # it kills vector stores that are its children
    options = ("--minutes", "0.07", "--writers", "2", "--pause", "0.2", "--growing")
    done = run("soak.py", *options, to=tmp_path / "table.json")["done"]
    assert done["kills"] and done["clock jumps"]


@pytest.fixture
def load(tmp_path: Path) -> Load:
    """A root that a writer has written into, as it told."""
    load = Load(tmp_path)
    load.begin()
    with load.open() as memory:
        writer = Writer(load, memory, 0)
        for _ in range(25):
            writer.turn()
    return load


def checked(load: Load) -> dict[str, int]:
    """What is wrong, by kind; only what is."""
    checker = Checker(Known(load.folder / "told"))
    checker.check(load.root)
    return dict(+checker.wrong)


def test_an_acknowledged_line_that_was_cut_out_is_missed(load: Load) -> None:
    assert checked(load) == {}
    name, (path, start) = next(iter(load.known().places.items()))
    file = load.root / path
    data = file.read_bytes()
    file.write_bytes(data[:start] + data[data.index(b"\n", start) + 1 :])
    found = checked(load)
    assert found["lost"] >= 1, name


def test_a_record_that_came_back_is_found(load: Load) -> None:
    known = load.known()
    gone = next(name for name in known.places if len(known.of[name]) == 1)
    tenant, user = known.scopes[gone]
    told = load.told("eraser")
    told.say("try", by="e1", tenant=tenant, user=user, does=[("erase", gone, None)])
    with load.open() as memory:
        memory.erase(event_ids=[gone], tenant_id=tenant, user_id=user)
    told.say("ack", by="e1")
    assert checked(load) == {}
    (load.root / ".index" / "left.over").write_text(text_of(gone), encoding="utf-16-le")
    assert checked(load) == {"erased, found": 1}
    with load.open() as memory:
        memory.append(text_of(gone), event_id=gone, tenant_id=tenant, user_id=user)
    found = checked(load)
    assert found["erased, found"] > 3


def test_what_may_be_served_follows_from_what_was_acknowledged(tmp_path: Path) -> None:
    load = Load(tmp_path)
    load.begin()
    told = load.told("writer")
    where = {"tenant": "acme", "user": "ana"}
    with load.open() as memory:
        told.say("try", by="w1", does=[("add", "r", 1)], **where)
        anchor = memory.append(text_of("r"), event_id="r", **SCOPE)
        told.say("ack", by="w1", numbers=[1], places=[("r", anchor.file_path, 0)])
        old = [("r", text_of("r"), anchor)]
        before = time.monotonic()
        assert wrong(load, old, before) == []
        assert "did not say then" in wrong(load, [("r", text_of("s"), anchor)], before)[0]
        another = memory.append("The attic is dry.", event_id="s", **SCOPE)
        assert "says something else" in wrong(load, [("r", text_of("r"), another)], before)[0]
        assert "nobody wrote it" in wrong(load, [("s", "The attic is dry.", another)], before)[0]
        told.say("try", by="w2", does=[("update", "r", 2)], **where)
        assert wrong(load, old, time.monotonic()) == []  # it is not acknowledged yet
        number = memory.update("r", text_of("r", 2), request_id="w2", **SCOPE).number
        told.say("ack", by="w2", numbers=[number])
        assert wrong(load, old, before) == []  # that search had begun before
        assert "did not say then" in wrong(load, old, time.monotonic())[0]
        told.say("try", by="w3", does=[("delete", "r", None)], **where)
        told.say("ack", by="w3", numbers=[memory.delete("r", **SCOPE).number])
        hit = _hit(memory)
        assert "deleted before" in wrong(load, hit, time.monotonic())[0]
        told.say("try", by="w4", does=[("restore", "r", None)], **where)
        assert wrong(load, hit, time.monotonic()) == []
        told.say("try", by="e1", does=[("erase", "r", None)], **where)
        memory.erase(event_ids=["r"], **SCOPE)
        assert load.known().overwritten(load.root) == {"r"}
        assert bytes_at(load.root, anchor.file_path, 0, 10) == b'{"erased":'


def wrong(load: Load, served: list[tuple[str, str, Anchor]], began: float) -> list[str]:
    """What is wrong with a search that began then and has just ended."""
    return wrong_with(load.known(), load.root, served, set(), began, time.monotonic())


def _hit(memory: EywaMemory) -> list[tuple[str, str, Anchor]]:
    """The update's line as a hit, also after the record was deleted."""
    memory.restore("r", **SCOPE)
    hits = memory.retrieve(code_of("r", 2), **SCOPE).hits
    [hit] = [one for one in hits if one.event_id == "r"]
    return [(hit.event_id, hit.text, hit.anchor)]


def test_a_series_is_flat_or_it_is_not() -> None:
    assert grown([100.0] * 40, 2)[1] is False
    assert grown([50.0] * 10 + [100.0] * 30, 2)[1] is False  # it is filled in the first quarter
    assert grown([100.0 + at for at in range(40)], 2)[1] is True
