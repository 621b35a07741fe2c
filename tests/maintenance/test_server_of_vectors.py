"""Vectors on a Chroma server: no seal covers them, so it is asked whether it has them."""

from __future__ import annotations

import json
import shutil
import socket
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest
from corpus import TINY_EN, MakeMemory
from httpserver import AnsweringServer
from index.chroma_serving import chroma_server

from eywa_fs.errors import DependencyUnavailable
from eywa_fs.index.chroma_server import refuse_silent
from eywa_fs.memory import EywaMemory
from eywa_fs.truth.auditlog import audit_entries


def asked(port: int, method: str, path: str = "") -> Any:
    """What the server says of its collections."""
    place = f"http://127.0.0.1:{port}/api/v2/tenants/default_tenant/databases/default_database"
    with urlopen(Request(f"{place}/collections{path}", method=method), timeout=30) as answer:
        return json.load(answer)


def on_server(port: int) -> dict[str, Any]:
    return {
        "vectors": {"server_host": "127.0.0.1", "server_port": port},
        "embedding": {"backend": "minilm"},
    }


def collections(port: int) -> set[str]:
    return {one["name"] for one in asked(port, "GET")}


def test_no_index_takes_the_collections_of_another(make_memory: MakeMemory, tmp_path: Path) -> None:
    """Neither those of an index that was deleted, nor of a root that was in the same folder, nor
    those of the root that it is a copy of."""
    with chroma_server(tmp_path / "served") as (port, _):
        place, moved, copy = (tmp_path / name for name in ("root", "moved", "copy"))
        memory = make_memory(place, on_server(port))
        memory.append_many([{"content": text, "event_id": text[:9]} for text in TINY_EN[:5]])
        memory.index()
        first = collections(port)
        memory.close()
        shutil.rmtree(place / ".index")
        memory = make_memory(place, on_server(port))
        report = memory.erase(event_ids=[TINY_EN[0][:9]])
        [told] = report.on_servers
        assert first.pop() in told and "curl -X DELETE http://127.0.0.1" in told
        memory.index()
        assert memory.verify(deep=True).ok
        memory.close()
        shutil.copytree(place, copy)
        place.rename(moved)
        other = make_memory(place, on_server(port))
        other.append_many([{"content": text} for text in TINY_EN[:3]])
        other.index()
        copied = make_memory(copy, on_server(port))
        assert "copy" in copied.status().parts["vectors"]
        copied.index()
        memory = make_memory(moved, on_server(port))
        for one, number in ((memory, 4), (other, 3), (copied, 4)):
            assert one.status().ok and one.status().index["vectors"] == number
            assert one.verify(deep=True).ok
        memory.rebuild()
        assert copied.verify(deep=True).ok and memory.verify(deep=True).ok
        assert len(collections(port)) == 4  # the one of the index that was deleted is left


def test_what_was_erased_goes_when_the_server_is_back(
    make_memory: MakeMemory, tmp_path: Path, root: Path
) -> None:
    with chroma_server(tmp_path / "served") as (port, process):
        memory = make_memory(root, on_server(port))
        memory.append("Zora put the harpoon into the sauna.", event_id="z1")
        memory.append("The key hangs behind the door.")
        memory.index()
        before = collections(port)
        process.kill()
        process.wait()
        report = memory.erase(event_ids=["z1"])
        told, unasked = report.on_servers
        assert "has not dropped" in told and f"127.0.0.1:{port}" in told
        assert "deleted by hand" in unasked and "start it" in unasked
        [entry] = audit_entries(memory.layout, action="erasure_certified")
        assert "servers still have to drop" in str(entry)
        memory.close()
    with chroma_server(tmp_path / "served", port):
        assert collections(port) == before
        memory = make_memory(root, on_server(port))
        memory.index()
        assert memory.verify(deep=True).ok
        assert not before & collections(port)
        assert "collections_dropped" in str(list(audit_entries(memory.layout)))


def test_a_server_that_lost_its_volume_is_told_and_mended(
    make_memory: MakeMemory, tmp_path: Path
) -> None:
    with chroma_server(tmp_path / "served") as (port, process):
        memory = make_memory(None, on_server(port))
        memory.append_many([{"content": text} for text in TINY_EN[:5]])
        memory.index()
        assert memory.status().ok and memory.verify().ok
        for name in asked(port, "GET"):
            asked(port, "DELETE", f"/{name['name']}")
        [finding] = memory.verify().errors
        assert finding.kind == "part_damaged" and "0 of the 5 vectors" in finding.detail
        assert "0 of the 5 vectors" in memory.status().parts["vectors"]
        assert doctor_says(memory)["vectors"].startswith("error the server has 0 of the 5")
        assert memory.run_job("repair").ok
        assert memory.verify(deep=True).ok
        process.kill()
        process.wait()
        told = memory.status()
        assert told.parts["vectors"].startswith("unavailable: the Chroma server") and not told.ok
        [finding] = memory.verify(deep=True).errors
        assert finding.kind == "part_unreachable" and f"127.0.0.1:{port}" in finding.detail
        assert not memory.repair().actions and "start that server" in finding.action
        with pytest.raises(DependencyUnavailable, match=rf"127\.0\.0\.1:{port}.*start it"):
            memory.rebuild()
        said = doctor_says(memory)
        assert said["chroma"] != said["vectors"] and f"127.0.0.1:{port}" in said["vectors"]


def doctor_says(memory: EywaMemory) -> dict[str, str]:
    return {check.name: f"{check.state} {check.detail}" for check in memory.doctor().checks}


def test_an_index_stays_where_it_is_until_a_rebuild(
    make_memory: MakeMemory, tmp_path: Path, root: Path
) -> None:
    """Whatever the settings name."""
    surreal = {"vectors": {"backend": "surrealdb"}, "embedding": {"backend": "minilm"}}
    with chroma_server(tmp_path / "served") as (port, _):
        for before, after in ((on_server(port), surreal), (surreal, on_server(port))):
            memory = make_memory(root, before)
            memory.append("The key hangs behind the door.")
            memory.index()
            memory.rebuild()
            digest = memory.verify(deep=True).digest
            memory.close()
            memory = make_memory(root, after)
            assert memory.status().ok and memory.verify(deep=True).digest == digest
            assert memory.index().written == 0
            memory.close()
        said = doctor_says(make_memory(root, on_server(port)))
        assert said["vectors"].startswith("warning") and "no server's" in said["vectors"]


def test_what_is_no_chroma_server_is_named(make_memory: MakeMemory, root: Path) -> None:
    with AnsweringServer(lambda asked, body: (200, {}, b"<html>a shop</html>")) as other:
        memory = make_memory(root, on_server(other.server_port))
        memory.append("The key hangs behind the door.")
        said = memory.index().problems[0]
    assert "is no Chroma server" in str(said) and "html" not in str(said)


def test_a_server_may_have_an_address_of_version_6() -> None:
    class Server(AnsweringServer):
        address_family = socket.AF_INET6

    heart = b'{"nanosecond heartbeat": 1}'
    try:
        server = Server(lambda asked, body: (200, {}, heart), "::1")
    except OSError:
        pytest.skip("this machine has no IPv6")
    with server:
        refuse_silent(("[::1]", server.server_port))
