"""What a collector gets of requests: spans with stages, measurements; and what it never gets."""

from __future__ import annotations

import gzip
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from httpserver import AnsweringServer
from opentelemetry.proto.collector.metrics.v1.metrics_service_pb2 import (
    ExportMetricsServiceRequest,
)
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from service.conftest import client_of

from eywa_fs.errors import ConfigError
from eywa_fs.memory import EywaMemory
from eywa_fs.service.app import create_app
from eywa_fs.service.service import Service

PARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
SECRET = "marzipan"
Open = Callable[..., EywaMemory]


class Collector(AnsweringServer):
    """Takes OTLP over HTTP; ``bodies`` has what came, by path."""

    def __init__(self) -> None:
        super().__init__(self._take)
        self.bodies: dict[str, list[bytes]] = {"/v1/traces": [], "/v1/metrics": []}

    def _take(self, asked: Any, body: bytes) -> tuple[int, dict[str, str], bytes]:
        zipped = asked.headers.get("Content-Encoding") == "gzip"
        self.bodies[asked.path].append(gzip.decompress(body) if zipped else body)
        return 200, {}, b""

    def spans(self) -> list[Any]:
        """The spans of all exports."""
        found = [ExportTraceServiceRequest.FromString(body) for body in self.bodies["/v1/traces"]]
        return [
            span
            for one in found
            for of in one.resource_spans
            for scope in of.scope_spans
            for span in scope.spans
        ]

    def metrics(self) -> dict[str, Any]:
        """The measurements of the last export, by name."""
        last = ExportMetricsServiceRequest.FromString(self.bodies["/v1/metrics"][-1])
        [of] = last.resource_metrics
        return {metric.name: metric for scope in of.scope_metrics for metric in scope.metrics}


@pytest.fixture
def collector(monkeypatch: pytest.MonkeyPatch) -> Iterator[Collector]:
    for name in ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_SDK_DISABLED"):
        monkeypatch.delenv(name, raising=False)
    with Collector() as server:
        yield server


@contextmanager
def served(open_quick: Open, root: Path, **telemetry: Any) -> Iterator[Any]:
    """A client of a service with such telemetry; all is sent when it ends."""
    memory = open_quick(root, {"service": {"telemetry": telemetry}})
    memory.append(f"The safe opens with {SECRET}.", tenant_id="acme", user_id="bianca")
    with client_of(create_app(memory)) as client:
        yield client


def ask(client: Any, **headers: str) -> Any:
    asked = {"tenantId": "acme", "userId": "bianca", "query": f"{SECRET}?"}
    found = client.post("/v1/retrieve", json=asked, headers=headers)
    assert found.status_code == 200
    return found.json()


def attributes(span: Any) -> dict[str, str]:
    return {one.key: str(one.value) for one in span.attributes}


def test_a_request_is_a_span_with_the_stages_of_its_search(
    open_quick: Open, root: Path, collector: Collector
) -> None:
    with served(open_quick, root, endpoint=collector.url) as client:
        answer = ask(client, traceparent=PARENT)
        client.get("/v1/memories/no-such-one", params={"tenantId": "acme", "userId": "bianca"})
    server, *stages = sorted(
        [span for span in collector.spans() if span.trace_id.hex() in PARENT],
        key=lambda span: span.kind != 2,
    )
    assert server.name == "POST /v1/retrieve" and server.parent_span_id.hex() in PARENT
    assert attributes(server)["http.response.status_code"].strip() == "int_value: 200"
    timed = answer["retrievalTrace"]["stagesMs"]
    assert {span.name for span in stages} == set(timed) - {"total"} and len(timed) > 3
    for span in stages:
        assert span.parent_span_id == server.span_id
        taken = (span.end_time_unix_nano - span.start_time_unix_nano) / 1e6
        assert abs(taken - timed[span.name]) < 0.01
        assert server.start_time_unix_nano <= span.start_time_unix_nano
        assert span.end_time_unix_nano <= server.end_time_unix_nano + 1_000_000
    [other] = [span for span in collector.spans() if span.trace_id != server.trace_id]
    assert other.name == "GET /v1/memories/{eventId}"


def test_measurements_have_the_names_of_the_endpoint(
    open_quick: Open, root: Path, collector: Collector
) -> None:
    with served(open_quick, root, endpoint=collector.url + "/") as client:
        ask(client)
        ask(client)
        text = client.get("/v1/metrics").text
    sent = collector.metrics()
    named = re.findall(r"^# TYPE (\w+) .*\neywa", text, re.M)  # none without a value is sent
    assert set(named) <= set(sent)
    [point] = [
        point
        for point in sent["eywa_requests_total"].sum.data_points
        if "/v1/retrieve" in str(point.attributes)
    ]
    assert point.as_int == 2
    [seconds] = [
        point
        for point in sent["eywa_request_seconds"].histogram.data_points
        if "/v1/retrieve" in str(point.attributes)
    ]
    assert seconds.count == 2 and list(seconds.explicit_bounds)[:2] == [0.005, 0.01]
    assert sent["eywa_index_lag_bytes"].gauge.data_points


def test_content_and_users_are_sent_only_where_that_is_set(
    open_quick: Open, root: Path, tmp_path: Path, collector: Collector
) -> None:
    query = {"tenantId": "acme", "userId": "bianca", "query": SECRET}
    with served(open_quick, root, endpoint=collector.url) as client:
        ask(client)
        client.get("/v1/facts", params=query)
        client.post("/v1/retrieve", json={"query": SECRET, "tenantId": "../bianca"})
        client.post("/v1/retrieve", content=f"{SECRET} bianca")
        client.get(f"/{SECRET}/bianca")
    sent = b"".join(body for bodies in collector.bodies.values() for body in bodies)
    assert len(collector.spans()) > 5
    assert SECRET.encode() not in sent and b"bianca" not in sent and b"acme" not in sent
    with served(open_quick, tmp_path / "other", endpoint=collector.url, content=True) as client:
        ask(client)
        odd = b'{"query": "\\ud800", "userId": "bianca"}'
        client.post("/v1/retrieve", content=odd, headers={"Content-Type": "application/json"})
    [full] = [s for s in collector.spans() if "acme" in attributes(s).get("eywa.tenant_id", "")]
    assert SECRET in attributes(full)["eywa.request"]
    assert "bianca" in attributes(full)["eywa.user_id"]


def test_a_collector_that_fails_costs_no_request_and_no_end(
    open_quick: Open, root: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_TIMEOUT", "0.5")  # it tries again for 10 s by default
    with Collector() as gone:
        url = gone.url.replace("://", "://name:password@")  # nobody answers there any more
    with served(open_quick, root, endpoint=url) as client:
        for _ in range(3):
            ask(client)
        service: Service = client.app.state.service
        assert service.telemetry is not None
        service.telemetry._tracers.force_flush()
    said = [one.getMessage() for one in caplog.records if one.name.startswith("eywa_fs")]
    assert len([line for line in said if "telemetry cannot be sent" in line]) == 1
    assert "password" not in str(said)


def test_it_is_off_unless_a_collector_is_named(
    open_quick: Open, root: Path, collector: Collector, monkeypatch: pytest.MonkeyPatch
) -> None:
    with served(open_quick, root) as client:
        ask(client)
        assert client.app.state.service.telemetry is None
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.url)
    with served(open_quick, root) as client:
        ask(client)
    assert collector.spans() and collector.metrics()


def test_without_the_packages_it_says_which_to_install(
    open_quick: Open,
    root: Path,
    collector: Collector,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setitem(sys.modules, "opentelemetry.exporter.otlp.proto.http.trace_exporter", None)
    with pytest.raises(ConfigError, match=r"eywa-fs\[otel\]"):
        create_app(open_quick(root, {"service": {"telemetry": {"endpoint": collector.url}}}))
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.url)
    with served(open_quick, root) as client:
        ask(client)
    assert "eywa-fs[otel]" in caplog.text
