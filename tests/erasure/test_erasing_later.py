"""An erasure that is not waited for: its lines are overwritten at once, a thread does the rest."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest
from corpus import MakeMemory, until
from erasure.marked import CONFIG, MARK, USER

from eywa_fs.errors import ErasureUnfinished, MemoryClosed, NotFound
from eywa_fs.ingest import indexer
from eywa_fs.maintenance import rebuild
from eywa_fs.memory import EywaMemory
from eywa_fs.memory.upkeep import Upkeep


def told(memory: EywaMemory, *names: str) -> None:
    for name in names:
        memory.append(f"I saw {name} near the harbour.", **USER)
    memory.append("The kettle leaks a little.", **USER)
    memory.index()


def standing(root: Path, name: str) -> list[Path]:
    return [path for path in (root / "tenants").rglob("*.jsonl") if name in path.read_text()]


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Nothing is derived anew before this is set."""
    go, finish = threading.Event(), Upkeep.finish_erasures

    def late(upkeep: Upkeep, *given: Any) -> None:
        assert go.wait(60)
        finish(upkeep, *given)

    monkeypatch.setattr(Upkeep, "finish_erasures", late)
    return go


def test_lines_go_at_once_and_the_certificate_follows(
    root: Path, make_memory: MakeMemory, held: threading.Event
) -> None:
    held.set()
    memory = make_memory(root, CONFIG, warm=False)
    names = (f"{MARK}-one-heron", f"{MARK}-two-heron")
    told(memory, *names)
    held.clear()
    made = [memory.erase(text=name, wait=False, **USER) for name in names]
    assert not any(standing(root, name) for name in names)
    assert [(one.applied, one.ok, one.certificate) for one in made] == [(True, False, None)] * 2
    ids = [str(one.id) for one in made]
    now = memory.erasure(ids[0], **USER)
    assert (now.ok, now.derived, now.certificate) == (False, False, None)
    assert now.counts == {"records": 1}
    with pytest.raises(ErasureUnfinished, match=f"{ids[0]}, {ids[1]} is not finished"):
        memory.erase(text=names[0], wait=False, **USER)
    held.set()
    until(lambda: all(memory.erasure(one, **USER).ok for one in ids))
    for one in ids:
        certificate = memory.erasure(one, **USER).certificate
        assert certificate is not None and certificate.scan is not None, "the texts were looked for"
        assert certificate.scan["found"] == 0
    with pytest.raises(NotFound, match="nothing is erased"):
        memory.erase(text=names[0], wait=False, **USER)
    for other in ({"user_id": "bob"}, {"user_id": None}, {"tenant_id": "other"}):
        with pytest.raises(NotFound, match="no erasure"):
            memory.erasure(ids[0], **{**USER, **other})


def test_it_goes_on_while_one_is_waited_for(root: Path, make_memory: MakeMemory) -> None:
    memory = make_memory(root, CONFIG, warm=False)
    told(memory, f"{MARK}-one-heron", f"{MARK}-two-heron")
    later = memory.erase(text="one-heron", wait=False, **USER)
    assert memory.erase(text="two-heron", **USER).ok
    until(lambda: memory.erasure(str(later.id), **USER).ok)
    assert memory.status().erasures == {"finished": 2, "unfinished": 0}


@pytest.mark.parametrize("background", [False, True])
def test_closing_gives_up_what_is_derived_anew(
    root: Path, make_memory: MakeMemory, monkeypatch: pytest.MonkeyPatch, background: bool
) -> None:
    memory = make_memory(root, CONFIG, warm=False)
    told(memory, MARK)
    memory.close()
    begun, work = threading.Event(), indexer.work_through

    def endless(*given: Any, stop: Any) -> Any:
        begun.set()
        until(stop)
        return work(*given, stop=stop)

    with monkeypatch.context() as patch:
        patch.setattr(rebuild, "work_through", endless)
        with EywaMemory(root, CONFIG, background=background) as closing:
            name = str(closing.erase(text=MARK, wait=False, **USER).id)
            assert begun.wait(60)
    assert not standing(root, MARK)
    with pytest.raises(MemoryClosed):
        closing.erase(text="kettle", wait=False, **USER)
    with EywaMemory(root, CONFIG, background=False) as again:
        assert again.status().erasures == {"finished": 0, "unfinished": 1}
        again.index()
        assert again.erasure(name, **USER).ok
        assert not again.verify().findings
