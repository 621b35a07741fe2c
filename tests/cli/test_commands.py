"""The commands on a real root, from an import to a proof."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from corpus import Eywa

from eywa_fs.memory import EywaMemory


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


def test_index_takes_up_what_another_program_appended(eywa: Eywa, root: Path) -> None:
    folder = root / "tenants/default/users/me/sessions/notes"
    folder.mkdir(parents=True)
    path = folder / "2026-01-30.jsonl"
    path.write_text('{"content": "The locksmith comes on Friday."}\n', "utf-8")
    done = eywa("index", "--json").value
    assert (done["written"], done["failed"], done["lag"]["bytes"]) == (1, 0, 0)
    assert eywa("search", "When does the locksmith come?").err == ""
    told = eywa("index").out
    assert told.startswith("everything was indexed already\n"), "there is nothing left to do"
    assert "users: me (tenant default)\nnext:\n" in told
    path.write_text("", "utf-8")
    assert eywa("index", "--json").value["removed"] == 1


def test_import_search_tamper_repair_rebuild(eywa: Eywa, root: Path, tmp_path: Path) -> None:
    path = corpus(tmp_path)

    def answer(*arguments: str, code: int = 0) -> Any:
        return eywa(*arguments, "--json", code=code).value

    eywa("init")
    missing = answer("eval", "retrieval", str(tmp_path), code=4)
    assert f"eywa import '{path}'" in missing["error"]["message"]
    assert answer("import", str(path))["new"] == 3
    told = eywa("import", str(path)).out
    assert "users: u (tenant t)\nnext:\n" in told
    assert f'eywa --root {root} search "..." --tenant t --user u\n' in told
    again = answer("import", str(path))
    assert again["users"] == [{"tenant_id": "t", "user_id": "u"}]
    assert (again["records"], again["new"]) == (3, 0)
    found = answer("search", "Who keeps bees?", "--tenant", "t", "--user", "u")
    assert len(found["hits"]) == 3, "importing twice must not double a record"
    assert found["hits"][0]["event_id"] == "a1" and not found["degraded"]

    figures = answer("eval", "retrieval", str(tmp_path))
    assert figures["metrics"]["recall@5"] == figures["metrics"]["any@20"] == 1.0
    assert figures["counts"]["foreign"] == 0
    assert figures["counts"]["hits"] == figures["counts"]["verified"]
    table = eywa("eval", "retrieval", str(tmp_path), "--ablate", "--limit-queries", "1").out
    assert table.splitlines()[1].split() == ["figure", "fused", "words", "vectors"]

    truth = next(root.glob("tenants/**/*.jsonl"))
    truth.write_bytes(truth.read_bytes().replace(b"bees", b"cats"))
    after = answer("search", "Who keeps bees?", "--tenant", "t", "--user", "u")
    assert all("bees" not in hit["text"] for hit in after["hits"])
    assert not answer("verify", "--deep", code=1)["ok"]
    found = eywa("verify", code=1)
    assert "file_changed" in found.out and "'eywa repair'" in found.err
    assert not answer("repair", code=1)["applied"]
    assert "would reindex" in eywa("repair", code=1).out
    assert "did reindex" in eywa("repair", "--apply").out
    assert answer("verify", "--deep")["ok"]
    assert answer("rebuild", "--prove")["equal"] is True
    assert answer("status")["ok"]
    assert "parts.vectors" in eywa("status").out


def test_errors_are_one_object_with_a_code(eywa: Eywa) -> None:
    eywa("add", "something", "--no-index", "--create")
    answer = eywa("search", "x", "--limit", "0", "--json", code=2).value
    assert answer["error"]["code"] == "E_BAD_REQUEST"
    citation = "tenants/a/users/b/sessions/c/2024-01-01.jsonl:1"
    answer = eywa("show", citation, "--json", code=3).value
    assert answer["error"]["code"] == "E_TENANT_FORBIDDEN"
    assert eywa("show", "nowhere:1", "--json", code=4).value["error"]["code"] == "E_NOT_FOUND"


def test_many_notices_of_one_kind_are_one_line(
    eywa: Eywa, make_memory: Callable[..., EywaMemory]
) -> None:
    with make_memory() as memory:
        memory.append("The kiln cools overnight.", session_id="s0")
        memory.index()
        for number in range(1, 6):
            memory.append("The kiln cools overnight.", session_id=f"s{number}")
    told = eywa("verify").out
    [line] = [line for line in told.splitlines() if "not_indexed_yet" in line and "notice" in line]
    assert line.count("/sessions/") == 3 and "5 of these" in line and "'eywa index'" in line
    assert eywa("verify", "-v").out.count("/sessions/") == 5
    assert len(eywa("verify", "--json").value["findings"]) == 5


def test_refused_lines_of_an_import_are_findings(eywa: Eywa, tmp_path: Path) -> None:
    path = tmp_path / "some.jsonl"
    path.write_text('{"content": "The kiln cools overnight."}\n{"text": 1}\n', encoding="utf-8")
    ran = eywa("import", str(path), "--no-index", "--create", code=1)
    assert "1 record imported, 1 of them new; 1 refused" in ran.out and f"{path}:2" in ran.err
    path.write_text("a;b\n", encoding="utf-8")
    assert "error:" in eywa("import", str(path), code=2).err
