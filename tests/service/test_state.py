"""What a client sees of how the memory does, of the newest of the audit trail, and of a proof."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from factbase.lives import QuickMemory
from fastapi import FastAPI
from integrity.test_unlistable import unlistable
from service.conftest import Ask, client_of
from service.samples import TEXT, request_of, routes_of
from starlette.testclient import TestClient

from eywa_fs.episodes.writer import EpisodeWriter
from eywa_fs.errors import BadRequest, EywaError, RootLost, TruthWriteError
from eywa_fs.memory.parts import Parts
from eywa_fs.service.app import create_app
from eywa_fs.service.rates import Rates
from eywa_fs.truth.appendfile import AppendFile


def test_the_state_names_no_place_of_the_machine(
    ask: Ask, quick: QuickMemory, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert ask("get", "/v1/status")["parts"] == {"index": "ok"}
    quick.append(TEXT)
    behind = ask("get", "/v1/status")
    assert behind["parts"] == {"index": "missing"}
    assert behind["lag"]["bytes"] > 0 and behind["truth"]["users"] == 1
    quick.index()
    found = ask("get", "/v1/status")
    assert found["lag"]["bytes"] == 0 and found["parts"]["catalog"] == "ok"
    assert found["documents"]["total"] == 1 and found["generation"] == 1
    assert str(root) not in str(behind) + str(found)


@pytest.mark.parametrize("keyed", [False, True])
def test_nothing_is_told_of_a_root_that_is_gone(
    app: FastAPI, make_key: Callable[..., str], root: Path, keyed: bool
) -> None:
    """Neither an empty answer, nor one without the key that was needed before."""
    root.mkdir(exist_ok=True)
    token = make_key("admin", None) if keyed else ""
    with client_of(app) as stranger, client_of(app, token) as client:
        assert stranger.get("/v1/profile").status_code == (401 if keyed else 200)
        root.rename(root.parent / "moved")
        for name, route in routes_of(app).items():
            for one in (stranger, client) if route.rule.action != "probe" else ():
                found = one.request(**request_of(name))
                assert found.status_code == 503, (name, found.text)
                told = found.json()["detail"]
                assert "folder of the memory is gone" in told and "is lost" not in told, name
                assert str(root.parent) not in told
        ready = stranger.get("/v1/ready")
        assert ready.status_code == 503
        assert ready.json()["parts"] == {"service": "ok", "truth": "gone", "keys": "gone"}
        assert ready.json()["writes"] == "fail"
        (root.parent / "moved").rename(root)
        assert client.get("/v1/ready").json()["writes"] == "ok"


def test_errors_from_inside_name_no_place(
    ask: Ask, quick: QuickMemory, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where they stand in an answer, and none is called a defect that is none."""

    def gone(*_: object) -> None:
        raise RootLost(f"the data root {root} is gone")

    quick.append(TEXT)
    monkeypatch.setattr(Parts, "facts", property(gone))
    [problem] = ask("post", "/v1/forget", {"compact": "light"})["problems"]
    assert problem == "default/me: the data root the data root is gone"
    monkeypatch.setattr(EpisodeWriter, "_append_records", gone)
    asked = {"text": TEXT, "sceneType": "s", "skillUsed": "k", "wait": True}
    told = ask("post", "/v1/episodes", asked, status=503)
    assert told["code"] == "MEMORY_EPISODE_WRITE_FAILED" and "not remembered" in told["detail"]
    parts = ask("get", "/v1/status")["parts"]
    assert str(root) not in str(parts) and parts["episodes"]
    with unlistable(root / "tenants/default"):
        assert ask("get", "/v1/status")["parts"]["truth"] == "unreadable"


def test_tenants_that_cannot_be_listed_are_said(ask: Ask, quick: QuickMemory, root: Path) -> None:
    quick.append(TEXT)
    with unlistable(root / "tenants"):
        assert ask("get", "/v1/ready", status=503)["parts"]["truth"] == "unreadable"
    with unlistable(root / "tenants/default/users/me/sessions"):
        for path in ("profile", "conflicts", "memories", "users"):
            told = ask("get", f"/v1/{path}", status=503)["detail"]
            assert "cannot be read" in told and "is lost" not in told
        assert any("eywa verify" in one for one in ask("get", "/v1/status")["next"])


def test_a_disk_that_refuses_is_said_until_it_takes_something_again(
    ask: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(file: AppendFile, lines: object) -> None:
        raise TruthWriteError("the disk is full")

    record = {"content": TEXT}
    with monkeypatch.context() as broken:
        broken.setattr(AppendFile, "append", refuse)
        ask("post", "/v1/memories", record, status=503)
        ready = ask("get", "/v1/ready")  # for searches
        assert ready["ready"] and ready["writes"] == "fail"
        status = ask("get", "/v1/status")
        assert not status["ok"] and status["parts"]["truth"] == "unwritable"
        [advice] = [one for one in status["next"] if "make room" in one]
        assert "acknowledged" in advice
    ask("post", "/v1/memories", record, status=201)
    assert ask("get", "/v1/ready")["writes"] == "ok"
    assert "truth" not in ask("get", "/v1/status")["parts"]


def test_jobs_give_figures_and_codes_and_no_messages(ask: Ask, quick: QuickMemory) -> None:
    assert ask("get", "/v1/jobs")["jobs"]["verify"] is None
    quick.append(TEXT)
    quick.index()
    quick.run_job("verify")
    with pytest.raises(Exception, match="backup"):
        quick.run_job("backup")
    found = ask("get", "/v1/jobs")["jobs"]
    assert found["verify"]["ok"] and found["verify"]["figures"]["checked.files"] == 1
    assert not found["backup"]["ok"] and found["backup"]["code"].startswith("E_")
    assert "message" not in str(found)


def test_jobs_and_what_they_found_are_measured(
    client: TestClient, quick: QuickMemory, root: Path
) -> None:
    """So that an alert tells of a backup that fails, and of records that went."""

    def shown(name: str) -> dict[str, float]:
        text = client.get("/v1/metrics").text
        return {k: float(v) for k, v in re.findall(rf"^(eywa_{name}\S*) (\S+)$", text, re.M)}

    assert shown("job_failed") == {} and shown("backup") == {"eywa_backup_stale": 0}
    assert shown("job_success")['eywa_job_success_seconds{job="verify"}'] == 0
    quick.append(TEXT)
    quick.index()
    quick.run_job("verify")
    well = shown("job_success")
    assert shown("job_failed") == {'eywa_job_failed{job="verify"}': 0}
    assert well['eywa_job_success_seconds{job="verify"}'] > 10**9
    for file in root.glob("tenants/*/users/*/sessions/*/*.jsonl"):
        file.unlink()
    with pytest.raises(EywaError, match="backup"):
        quick.run_job("backup")
    quick.run_job("verify")
    assert set(shown("job_failed").values()) == {1} and shown("job_success") == well
    assert shown("findings")['eywa_findings{job="verify",kind="file_vanished"}'] == 1
    note = root / ".index" / "jobs" / "verify.json"
    changed = json.loads(note.read_text())
    changed["found"]["findings"] |= {"file_vanished": None, "file_changed": 2, 'x"} 1\n\\': 3}
    note.write_text(json.dumps(changed))
    assert shown("findings") == {'eywa_findings{job="verify",kind="file_changed"}': 2}
    assert 'kind="x\\"} 1\\n\\\\"} 3\n' in client.get("/v1/metrics").text, "no line of its own"


def test_evaluations_that_were_kept(ask: Ask, quick: QuickMemory) -> None:
    assert ask("get", "/v1/evaluations")["evaluations"] == []
    quick.keep_evaluation("retrieval", "own", {"fused": {"recall@10": 0.5, "mrr": None}})
    [kept] = ask("get", "/v1/evaluations")["evaluations"]
    for kind, figure in (("../x", 0.5), ("retrieval", float("nan")), ("retrieval", 10**400)):
        with pytest.raises(BadRequest):
            quick.keep_evaluation(kind, "own", {"fused": {"mrr": figure}})
    assert kept["kind"] == "retrieval" and kept["runs"]["fused"] == {"recall@10": 0.5, "mrr": None}


def test_the_newest_of_the_trail_and_of_one_tenant_only(ask: Ask, quick: QuickMemory) -> None:
    for number in range(3):
        quick.upsert("evt-1", f"I like tea number {number}.", tenant_id="acme")
    quick.upsert("evt-1", "I like coffee.", tenant_id="globex")
    quick.upsert("evt-1", "I like cocoa.", tenant_id="globex")
    found = ask("get", "/v1/audit", {"tenantId": "acme", "limit": 1})["entries"]
    assert len(found) == 1 and found[0]["after"]["version"] == 3
    every = ask("get", "/v1/audit", {"tenantId": "acme"})["entries"]
    assert [entry["after"]["version"] for entry in every] == [2, 3]
    assert ask("get", "/v1/audit", {"tenantId": "acme", "action": "no_such"})["entries"] == []


def test_a_hit_is_proved_again_until_its_bytes_are_others(
    ask: Ask, quick: QuickMemory, root: Path
) -> None:
    quick.append(TEXT)
    [hit] = ask("post", "/v1/retrieve", {"query": "Turku"})["hits"]
    asked = {"citation": hit["citation"], "contentHash": hit["anchor"]["contentHash"]}
    assert ask("post", "/v1/prove", asked)["status"] == "ok"
    file = root / hit["anchor"]["filePath"]
    line = file.read_text()
    file.write_text(line.replace("Turku", "Tampa"))
    assert ask("post", "/v1/prove", asked)["status"] == "mismatch"
    file.write_text("")
    assert ask("post", "/v1/prove", asked)["status"] == "missing"
    file.unlink()
    assert ask("post", "/v1/prove", asked)["status"] == "missing"
    ask("post", "/v1/prove", {**asked, "citation": "evt-1"}, status=400)


def test_a_version_and_a_section_of_markdown_are_proved(
    ask: Ask, quick: QuickMemory, root: Path
) -> None:
    quick.upsert("evt-1", "I like tea from Uji.")
    quick.upsert("evt-1", "I like coffee from Jimma.")
    note = root / "tenants/default/users/me/longterm/notes.md"
    note.parent.mkdir(parents=True, exist_ok=True)
    note.write_text("# Plants\n\nThe fern in the hall wants shade.\n")
    for query in ("coffee Jimma", "fern hall shade"):
        [hit] = ask("post", "/v1/retrieve", {"query": query, "limit": 1})["hits"]
        asked = {"citation": hit["citation"], "contentHash": hit["anchor"]["contentHash"]}
        assert ask("post", "/v1/prove", asked)["status"] == "ok", hit


def test_a_record_of_somebody_else_is_not_proved(
    quick: QuickMemory, make_key: Callable[..., str]
) -> None:
    anchor = quick.append(TEXT, user_id="bob")
    asked = {"citation": anchor.citation, "contentHash": anchor.content_hash}
    with client_of(create_app(quick), make_key("reader", "default", "ana")) as client:
        found = client.post("/v1/prove", json=asked)
        assert (found.status_code, found.json()["code"]) == (404, "E_NOT_FOUND")
    assert len(quick.audit(action="foreign_scope_refused")) == 1


def test_every_reason_is_counted_before_it_comes(
    app: FastAPI, make_key: Callable[..., str]
) -> None:
    """An alert on an increase sees none in a series that is born with its first event."""

    def series() -> dict[str, str]:
        text = client_of(app, watcher).get("/v1/metrics").text
        return dict(re.findall(r"^(eywa_(?:refused|degraded)_total\S+) (\d+)$", text, re.M))

    watcher, user = make_key("admin", None), make_key("user", "acme", "ana")
    before = series()
    assert before['eywa_refused_total{reason="foreign"}'] == "0"
    client = client_of(app, user)
    client.get("/v1/memories", params={"tenantId": "globex"})
    client.get("/v1/users")
    client.get("/v1/memories", headers={"Authorization": "Bearer x"})
    client_of(app, watcher).post("/v1/retrieve", json={"query": "kettle"})
    client_of(app, make_key("admin", "acme")).get("/v1/metrics")
    app.state.service.rates = Rates(1)
    for _ in range(2):
        client.get("/v1/memories")
    app.state.service.rates = Rates(0)
    found = series()
    assert found.keys() == before.keys()
    assert sorted(n for name, n in found.items() if "refused" in name) == ["1"] * 5
    assert any(n != "0" for name, n in found.items() if "degraded" in name)
