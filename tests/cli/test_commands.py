"""The commands as a user runs them: real processes on a real root."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any


def eywa(root: Path, *arguments: str, code: int = 0) -> Any:
    done = subprocess.run(
        [sys.executable, "-m", "eywa_fs.cli.main", "--root", str(root), *arguments, "--json"],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == code, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return json.loads(done.stdout)


def corpus(folder: Path) -> Path:
    turns = [
        ("a1", "user", "My grandmother keeps bees behind the old mill."),
        ("a2", "assistant", "How many hives does she have?"),
        ("a3", "user", "我下个月要去青岛看海。"),
    ]
    path = folder / "corpus.jsonl"
    with path.open("w", encoding="utf-8") as file:
        for number, (name, role, content) in enumerate(turns):
            value = {"eventId": name, "tenantId": "t", "userId": "u", "sessionId": "s"}
            value |= {"messageRole": role, "content": content}
            file.write(json.dumps(value | {"timestamp": 1_700_000_000_000 + number}) + "\n")
    queries = [
        {"queryId": "q1", "query": "Who keeps bees?", "evidence": [["a1"]]},
        {"queryId": "q2", "query": "我要去哪里看海？", "evidence": [["a3"]]},
    ]
    with (folder / "queries.jsonl").open("w", encoding="utf-8") as file:
        for query in queries:
            place = {"tenantId": "t", "userId": "u", "askedAt": None, "category": "c"}
            file.write(json.dumps(query | place) + "\n")
    return path


def test_import_search_tamper_repair_rebuild(tmp_path: Path) -> None:
    path, root = corpus(tmp_path), tmp_path / "root"
    assert eywa(root, "import", str(path))["records"] == 3
    assert eywa(root, "import", str(path))["records"] == 3
    found = eywa(root, "search", "Who keeps bees?", "--tenant", "t", "--user", "u")
    assert len(found["hits"]) == 3, "importing twice must not double a record"
    assert found["hits"][0]["event_id"] == "a1" and not found["degraded"]

    figures = eywa(root, "eval", "retrieval", str(tmp_path))
    assert figures["metrics"]["recall@5"] == 1.0
    assert figures["counts"]["foreign"] == 0
    assert figures["counts"]["hits"] == figures["counts"]["verified"]

    truth = next(root.glob("tenants/**/*.jsonl"))
    truth.write_bytes(truth.read_bytes().replace(b"bees", b"cats"))
    after = eywa(root, "search", "Who keeps bees?", "--tenant", "t", "--user", "u")
    assert all("bees" not in hit["text"] for hit in after["hits"])
    assert not eywa(root, "verify", "--deep", code=1)["ok"]
    assert not eywa(root, "repair", code=1)["applied"]
    assert eywa(root, "repair", "--apply")["applied"]
    assert eywa(root, "verify", "--deep")["ok"]
    assert eywa(root, "rebuild", "--prove")["equal"] is True
    assert eywa(root, "status")["ok"]


def test_errors_are_one_object_with_a_code(tmp_path: Path) -> None:
    eywa(tmp_path, "add", "something", "--no-index")
    answer = eywa(tmp_path, "search", "x", "--limit", "0", code=2)
    assert answer["error"]["code"] == "E_BAD_REQUEST"
    answer = eywa(tmp_path, "show", "tenants/a/users/b/sessions/c/2024-01-01.jsonl:1", code=3)
    assert answer["error"]["code"] == "E_TENANT_FORBIDDEN"
