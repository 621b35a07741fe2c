"""Vectors on a Chroma server: no seal covers them, so it is asked whether it has them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from corpus import TINY_EN, MakeMemory
from index.chroma_serving import chroma_server


def asked(port: int, method: str, path: str = "") -> Any:
    """What the server says of its collections."""
    place = f"http://127.0.0.1:{port}/api/v2/tenants/default_tenant/databases/default_database"
    with urlopen(Request(f"{place}/collections{path}", method=method), timeout=30) as answer:
        return json.load(answer)


def test_a_server_that_lost_its_volume_is_told_and_mended(
    make_memory: MakeMemory, tmp_path: Path
) -> None:
    with chroma_server(tmp_path / "served") as (port, process):
        memory = make_memory(
            None,
            {
                "vectors": {"server_host": "127.0.0.1", "server_port": port},
                "embedding": {"backend": "minilm"},
            },
        )
        memory.append_many([{"content": text} for text in TINY_EN[:5]])
        memory.index()
        assert memory.status().ok and memory.verify().ok
        for name in asked(port, "GET"):
            asked(port, "DELETE", f"/{name['name']}")
        [finding] = memory.verify().errors
        assert finding.kind == "part_damaged" and "0 of the 5 vectors" in finding.detail
        assert memory.run_job("repair").ok
        assert memory.verify(deep=True).ok
        process.kill()
        process.wait()
        told = memory.status()
        assert told.parts["vectors"].startswith("unavailable: the server") and not told.ok
