"""OpenTelemetry: a span for each request and the measurements of the service, sent to a collector.

The stages of a search are timed by the search; nothing else is timed here. What cannot be sent is
dropped: no request waits for it, and the log says so.
"""

from __future__ import annotations

import json
import logging
import os
import threading
import time
from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from eywa_fs import __version__
from eywa_fs.access.policy import NOBODY
from eywa_fs.errors import ConfigError
from eywa_fs.service.call import Call, Served
from eywa_fs.service.metrics import BOUNDS_S, GAUGES, Gauges, is_done

if TYPE_CHECKING:
    from opentelemetry.metrics import Observation

    from eywa_fs.service.service import Service

_LOG = logging.getLogger(__name__)
_VARIABLE: Final = "OTEL_EXPORTER_OTLP_ENDPOINT"
_COUNTERS: Final = ("eywa_requests_total", "eywa_degraded_total", "eywa_refused_total")
_MOST_CONTENT: Final = 4096
_CLOSE_S: Final = 3.0
"""How long the end of the service may wait for a collector to take the last of it."""


def telemetry_of(service: Service) -> Telemetry | None:
    """The telemetry of a service; ``None`` where no collector is named. ``ConfigError``: the
    settings name one, and the packages are missing."""
    endpoint = service.settings.telemetry.endpoint
    if not endpoint and not os.environ.get(_VARIABLE):
        return None
    try:
        return Telemetry(service, endpoint)
    except ImportError as error:
        problem = f"telemetry needs the package {error.name}: pip install 'eywa-fs[otel]'"
        if endpoint:
            raise ConfigError(problem) from None
        _LOG.warning("%s is set, and %s", _VARIABLE, problem)  # it may be meant for others
        return None


class Telemetry:
    """What sends spans and measurements, from threads of its own.

    Args:
        service: whose.
        endpoint: base URL of the collector; empty: as the variables of OpenTelemetry say.
    """

    def __init__(self, service: Service, endpoint: str) -> None:
        from opentelemetry.exporter.otlp.proto.http.metric_exporter import OTLPMetricExporter
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.metrics import MeterProvider
        from opentelemetry.sdk.metrics.export import PeriodicExportingMetricReader
        from opentelemetry.sdk.resources import OTELResourceDetector, Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor

        self._service = service
        self._content = service.settings.telemetry.content
        base = endpoint.rstrip("/")
        to = {name: f"{base}/v1/{name}" if base else None for name in ("traces", "metrics")}
        about = Resource({"service.name": "eywa-fs", "service.version": __version__})
        about = about.merge(OTELResourceDetector().detect())
        self._tracers = TracerProvider(resource=about, shutdown_on_exit=False)
        self._tracers.add_span_processor(BatchSpanProcessor(OTLPSpanExporter(to["traces"])))
        self._tracer = self._tracers.get_tracer("eywa_fs", __version__)
        reader = PeriodicExportingMetricReader(OTLPMetricExporter(to["metrics"]))
        self._meters = MeterProvider([reader], resource=about, shutdown_on_exit=False)
        self._gauges: Gauges = {}
        self._gauges_at = float("-inf")
        self._measure()
        self._said = _Seldom()
        logging.getLogger("opentelemetry").addHandler(self._said)

    def request(self, call: Call, served: Served) -> None:
        """Note a request that was answered just now. Its stages lie end to end, the last one up to
        its end: how long each took was measured, and not when it began."""
        from opentelemetry.trace import SpanKind, Status, StatusCode, set_span_in_context
        from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

        if is_done(served.status):
            self._seconds.record(served.seconds, {"method": served.method, "route": served.route})
        end = time.time_ns()
        begin = end - int(served.seconds * 1e9)
        above = TraceContextTextMapPropagator().extract(served.headers)
        span = self._tracer.start_span(
            f"{served.method} {served.route}",
            context=above,
            kind=SpanKind.SERVER,
            attributes=self._attributes(call, served),
            start_time=begin,
        )
        if served.status == 0 or served.status >= 500:
            span.set_status(Status(StatusCode.ERROR))
        within = set_span_in_context(span, above)
        stages = {name: int(ms * 1e6) for name, ms in call.stages.items() if name != "total"}
        at = max(begin, end - sum(stages.values()))
        for name, taken in stages.items():
            stage = self._tracer.start_span(name, context=within, start_time=at)
            at += taken
            stage.end(at)
        span.end(end)

    def close(self) -> None:
        """Send what is left, if the collector takes it within some seconds."""
        ending = threading.Thread(target=self._shut_down, daemon=True)
        ending.start()
        ending.join(_CLOSE_S)

    def _shut_down(self) -> None:
        self._tracers.shutdown()
        self._meters.shutdown()
        logging.getLogger("opentelemetry").removeHandler(self._said)

    def _attributes(self, call: Call, served: Served) -> dict[str, Any]:
        found: dict[str, Any] = {
            "http.request.method": served.method,
            "http.route": served.route,
            "http.response.status_code": served.status,
            "eywa.trace_id": call.trace_id,
            "eywa.request_id": call.request_id,
            "eywa.degraded": call.degraded,
        }
        if call.principal is not NOBODY:
            found["eywa.role"] = call.principal.role
        if self._content and call.asked is not None:
            asked = json.dumps(call.asked.model_dump(mode="json", exclude_unset=True))
            found["eywa.request"] = asked[:_MOST_CONTENT]
            found["eywa.tenant_id"] = call.tenant_id or ""
            found["eywa.user_id"] = call.user_id or ""
        return found

    def _measure(self) -> None:
        """Set up the measurements, by the names that ``/v1/metrics`` gives them."""
        meter = self._meters.get_meter("eywa_fs", __version__)
        self._seconds = meter.create_histogram(
            "eywa_request_seconds", explicit_bucket_boundaries_advisory=BOUNDS_S
        )
        for name in _COUNTERS:
            meter.create_observable_counter(name, [partial(self._counted, name)])
        for name in GAUGES:
            meter.create_observable_gauge(f"eywa_{name}", [partial(self._gauged, name)])

    def _counted(self, name: str, _: object) -> Iterable[Observation]:
        from opentelemetry.metrics import Observation

        return [
            Observation(value, labels) for labels, value in self._service.metrics.counts()[name]
        ]

    def _gauged(self, name: str, _: object) -> Iterable[Observation]:
        from opentelemetry.metrics import Observation

        now = time.monotonic()
        if now - self._gauges_at > 1:  # once for all gauges of one collection
            self._gauges, self._gauges_at = self._service.gauges(), now
        return [Observation(value, labels) for labels, value in self._gauges.get(name, ())]


class _Seldom(logging.Handler):
    """Says in our log that something cannot be sent, once in a minute, and not in which words:
    these may hold the collector's address with a password."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self._at = float("-inf")

    def emit(self, record: logging.LogRecord) -> None:
        """Pass a warning of the exporter on."""
        now = time.monotonic()
        if now - self._at >= 60:
            self._at = now
            _LOG.warning("telemetry cannot be sent: %s in %s", record.levelname, record.name)
