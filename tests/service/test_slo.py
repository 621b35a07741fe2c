"""The objectives of the service: what is counted for them, and what is said of them."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from factbase.lives import QuickMemory
from httpserver import AnsweringServer
from service.conftest import Ask
from service.samples import TEXT
from service.test_process import Serve, post, serve  # noqa: F401

from eywa_fs.cli.main import run_arguments
from eywa_fs.model.measured import INDEX_AIM_MS, Delays, Measured
from eywa_fs.service.metrics import Metrics
from eywa_fs.service.routes.state import SEARCHES, all_met, objectives
from eywa_fs.truth.layout import Layout

WRITE = ("POST", "/v1/turns")


def test_each_objective_is_kept_or_missed_by_what_was_counted() -> None:
    metrics = Metrics()
    for seconds in [0.4] * 19 + [0.401]:
        metrics.request(*SEARCHES[0], 200, seconds)
    for status in [200] * 998 + [503, 500]:
        metrics.request(*WRITE, status, 0.1)
    metrics.request("POST", "/v1/import", 500, 9.0)
    measured = Measured(indexed=100, indexed_soon=94, audit_written=9, audit_lost=1)
    found = {one.name: one for one in objectives(metrics, measured, {WRITE})}
    assert {name: (one.good, one.of, one.met) for name, one in found.items()} == {
        "search_time": (19, 20, True),
        "write_time": (998, 1000, True),
        "writes_done": (998, 1000, False),
        "index_delay": (94, 100, False),
        "audit": (9, 10, False),
    }
    metrics.request(*SEARCHES[1], 200, 11.0)
    assert objectives(metrics, measured, {WRITE})[0].met is False


@pytest.mark.parametrize("status", [400, 401, 403, 409, 413, 422, 429])
def test_refused_requests_hide_no_miss(status: int) -> None:
    metrics = Metrics()
    for route in (SEARCHES[0], WRITE):
        metrics.request(*route, 200, 9.0)
    metrics.request(*WRITE, 500, 0.1)
    measured = Measured(0, 0, 0, 0)
    before = objectives(metrics, measured, {WRITE})
    for _ in range(2000):
        metrics.request(*SEARCHES[0], status, 0.001)
        metrics.request(*WRITE, status, 0.001)
    assert objectives(metrics, measured, {WRITE}) == before
    assert [(one.good, one.of) for one in before[:3]] == [(0, 1), (0, 2), (1, 2)]
    assert f'status="{status}"}} 2000' in metrics.text({})
    assert 'eywa_request_seconds_count{method="POST",route="/v1/retrieve"} 1' in metrics.text({})


def test_what_was_not_asked_for_has_no_answer() -> None:
    found = objectives(Metrics(), Measured(0, 0, 0, 0), {WRITE})
    assert [(one.measured, one.met) for one in found] == [(None, None)] * 5


def test_all_are_met_only_where_something_was_measured() -> None:
    metrics = Metrics()
    assert all_met(objectives(metrics, Measured(0, 0, 0, 0), {WRITE})) is None
    assert all_met(objectives(metrics, Measured(0, 0, 1, 0), {WRITE})) is True
    metrics.request(*WRITE, 200, 9.0)
    assert all_met(objectives(metrics, Measured(0, 0, 1, 0), {WRITE})) is False


def test_a_change_that_waited_longer_than_the_aim_is_not_soon() -> None:
    delays = Delays()
    delays.add([0, INDEX_AIM_MS, INDEX_AIM_MS + 1, -5])
    assert delays.counts() == (4, 3)


def test_the_service_says_what_it_measured(ask: Ask, quick: QuickMemory) -> None:
    ask("post", "/v1/turns", {"userMessage": TEXT})
    ask("post", "/v1/retrieve", {"query": "Turku"})
    quick.index()
    quick.audit_note("key_made", "k1", reason="a test")
    found = ask("get", "/v1/slo")
    counted = {one["name"]: one["of"] for one in found["objectives"]}
    assert counted["search_time"] == counted["write_time"] == counted["writes_done"] == 1
    assert counted["index_delay"] >= 1 and counted["audit"] >= 1
    assert next(one for one in found["objectives"] if one["name"] == "audit")["met"] is True


def test_an_entry_that_could_not_be_written_is_counted(
    quick: QuickMemory, root: Path, caplog: pytest.LogCaptureFixture
) -> None:
    trail = root / Layout.audit_file(quick._parts.clock())
    trail.parent.mkdir(parents=True, exist_ok=True)
    before = quick.measured()
    if trail.exists():
        os.replace(trail, trail.with_suffix(".aside"))
    trail.mkdir()
    quick.audit_note("key_made", "k1", reason="a test")
    after = quick.measured()
    assert (after.audit_lost, after.audit_written) == (before.audit_lost + 1, before.audit_written)
    assert "audit trail" in caplog.text


def test_the_command_asks_a_service_that_runs(
    serve: Serve,  # noqa: F811
    root: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def slo(url: str) -> tuple[int, str]:
        code = run_arguments(["--root", str(root), "--json", "slo", "--url", url])
        told = capsys.readouterr()
        return code, told.out + told.err

    _, url = serve()
    code, out = slo(url)
    assert (code, json.loads(out)["met"]) == (1, None), "a gate must not pass on nothing"
    post(url, "/v1/turns", {"userMessage": TEXT})
    code, out = slo(url)
    said: dict[str, Any] = json.loads(out)
    assert code == (0 if said["met"] else 1)
    assert {one["name"]: one["of"] for one in said["objectives"]}["writes_done"] == 1
    code, err = slo("http://127.0.0.1:1")
    assert code == 6 and "eywa serve" in err
    code, err = slo(f"{url}/v1")
    assert code == 2 and "before /v1" in err
    with AnsweringServer(lambda asked, body: (200, {}, b'{"objectives": {}}')) as other:
        code, err = slo(other.url)
    assert code == 6 and "no service answers" in err
    code, err = slo("nonsense")
    assert code == 2 and "--url" in err
    run_arguments(["--root", str(root), "keys", "create", "watch", "--role", "auditor",
                   "--every-tenant"])  # fmt: skip
    token = capsys.readouterr().out.strip()
    code, err = slo(url)
    assert code == 2 and "EYWA_API_KEY" in err
    monkeypatch.setenv("EYWA_API_KEY", token)
    assert json.loads(slo(url)[1])["objectives"]
