"""The command as a process: talked to over a socket, stopped by a signal, killed."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest
from factbase.lives import QuickMemory
from forked import Piped, serving, start_eywa

from eywa_fs.cli.main import run_arguments
from eywa_fs.memory import EywaMemory
from eywa_fs.service.server import run

Serve = Callable[..., tuple[Piped | subprocess.Popen[str], str]]


@pytest.fixture
def serve(root: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Serve]:
    """Start ``eywa serve`` on the test's root; gives the process and its URL. Killed at the end."""
    monkeypatch.setenv("EYWA_EMBEDDING__BACKEND", "minilm")  # the one that loads fastest
    started: list[Piped | subprocess.Popen[str]] = []

    def start(*options: str) -> tuple[Piped | subprocess.Popen[str], str]:
        process, said = serving("--root", str(root), "serve", "--create", "--port", "0", *options)
        started.append(process)
        return process, said["url"]

    yield start
    for process in started:
        process.kill()
        process.communicate()


def post(url: str, path: str, body: dict[str, Any], token: str = "") -> Any:
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    with urlopen(Request(url + path, json.dumps(body).encode(), headers), timeout=60) as answer:
        return json.load(answer)


def test_it_is_talked_to_and_ends_when_told(serve: Serve, root: Path) -> None:
    process, url = serve()
    post(url, "/v1/turns", {"userMessage": "I live in Turku.", "assistantMessage": "Nice."})
    with urlopen(f"{url}/v1/ready", timeout=60) as answer:
        assert json.load(answer)["ready"] is True
    process.send_signal(signal.SIGTERM)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 0, err
    assert [json.loads(line)["event"] for line in out.splitlines()] == ["stopping", "stopped"]
    assert "Turku" not in out + err
    with EywaMemory(root, background=False) as memory:
        assert len(memory.list().items) == 2


def test_it_says_that_it_stops_while_it_finishes_what_is_at_hand(
    quick: QuickMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: dict[str, threading.Event] = {}
    for name in ("serving", "working", "go", "ending", "stopping"):
        said[name] = threading.Event()
    url: list[str] = []
    write = quick.append_many

    def slow(records: Any) -> Any:
        said["working"].set()
        assert said["go"].wait(60)
        return write(records)

    def started(at: str, keyed: bool) -> None:
        url.append(at)
        said["serving"].set()

    monkeypatch.setattr(quick, "append_many", slow)
    asked = (quick, "127.0.0.1", 0, started, said["stopping"], (), said["ending"].set)
    server = threading.Thread(target=run, args=asked)
    server.start()
    assert said["serving"].wait(60)
    sent = threading.Thread(target=post, args=(url[0], "/v1/memories", {"content": "Tea."}))
    sent.start()
    assert said["working"].wait(60)
    said["stopping"].set()
    assert said["ending"].wait(60) and sent.is_alive()
    said["go"].set()
    for thread in (sent, server):
        thread.join(60)
    assert len(quick.list().items) == 1


def test_it_answers_where_the_index_cannot_be_written(serve: Serve, root: Path) -> None:
    with EywaMemory(root, background=False) as memory:
        memory.append("The kettle leaks.")
    (root / ".index").write_text("no folder")  # as a root on a file system that may only be read
    process, url = serve()
    found = post(url, "/v1/retrieve", {"query": "kettle"})
    assert [hit["text"] for hit in found["hits"]] == ["The kettle leaks."]
    process.send_signal(signal.SIGTERM)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 0, err
    assert "stopping" in out


def test_it_answers_while_it_indexes_what_came_before(serve: Serve, root: Path) -> None:
    """Nobody waits for a backlog: it listens, finds in the files, and ends when told."""
    with EywaMemory(root, background=False) as memory:
        for first in range(0, 1000, 100):
            lines = range(first, first + 100)
            memory.append_many([{"content": f"Line {line} of many."} for line in lines])
        memory.append("The kettle leaks.")
    process, url = serve()
    with urlopen(f"{url}/v1/ready", timeout=60) as answer:
        found = json.load(answer)
    assert found["ready"] and found["index"] == "behind"
    assert post(url, "/v1/retrieve", {"query": "kettle"})["hits"][0]["text"] == "The kettle leaks."
    process.send_signal(signal.SIGTERM)
    assert process.communicate(timeout=60)[0] and process.returncode == 0


@pytest.mark.skipif(sys.platform != "linux", reason="asks /proc")
def test_a_signal_before_it_listens_ends_it_as_later(root: Path) -> None:
    process = start_eywa("--root", str(root), "serve", "--create", "--port", "0", "--json")
    while not _catches(process.pid, signal.SIGTERM):
        time.sleep(0.001)
    process.send_signal(signal.SIGTERM)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 0, err
    assert json.loads(out.splitlines()[-1])["event"] == "stopped"


def _catches(pid: int, number: int) -> bool:
    status = Path(f"/proc/{pid}/status").read_text()
    caught = next(line for line in status.splitlines() if line.startswith("SigCgt:"))
    return bool(int(caught.split()[1], 16) >> (number - 1) & 1)


def test_requests_are_logged_where_that_is_asked_for(serve: Serve) -> None:
    process, url = serve("--log", "json")
    assert process.stdout is not None
    for _ in range(2):
        post(url, "/v1/turns", {"userMessage": "I live in Turku."})
        line = json.loads(process.stdout.readline())
        seen = (line["event"], line["route"], line["status"], line["role"], line["tenant"])
        assert seen == ("request", "/v1/turns", 200, "admin", "default")
        assert "Turku" not in str(line)
    process.stdout.close()  # nobody reads it any more
    for _ in range(3):
        assert post(url, "/v1/turns", {"userMessage": "I live in Oulu."})["accepted"]
    process.send_signal(signal.SIGTERM)
    assert process.wait(timeout=60) == 0


def test_what_runs_is_finished_before_it_ends(serve: Serve, root: Path) -> None:
    process, url = serve()
    answers: list[Any] = []
    host, port = url.removeprefix("http://").rsplit(":", 1)
    body = json.dumps({"userMessage": "I moved to Oulu."}).encode()
    head = (
        f"POST /v1/turns HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    )
    with socket.create_connection((host, int(port)), timeout=60) as half:
        half.sendall(head.encode() + body[:5])  # the request has begun
        post(url, "/v1/turns", {"userMessage": "I live in Turku."})  # and was seen by now
        process.send_signal(signal.SIGTERM)
        reader = threading.Thread(target=lambda: answers.append(half.makefile("rb").read()))
        reader.start()
        half.sendall(body[5:])
        reader.join(60)
    process.communicate(timeout=60)
    assert process.returncode == 0
    assert answers[0].startswith(b"HTTP/1.1 200") and b'"accepted":true' in answers[0]
    with EywaMemory(root, background=False) as memory:
        assert len(memory.list().items) == 2


def test_what_the_drain_cuts_off_is_told_to_come_again(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EYWA_SERVICE__DRAIN_S", "1")
    process, url = serve()
    port = int(url.rpartition(":")[2])
    with socket.create_connection(("127.0.0.1", port), 30) as half:
        half.sendall(
            b"POST /v1/import?userId=ana HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n"
            b'Content-Type: application/octet-stream\r\n\r\n{"content": "Turku."}\n'
        )
        post(url, "/v1/memories", {"content": "It is taken by now."})
        process.send_signal(signal.SIGTERM)
        told = half.recv(1 << 16)
    assert told.startswith(b"HTTP/1.1 503 ") and b"application/problem+json" in told, told
    assert process.communicate(timeout=60)[0] and process.returncode == 0


def test_a_key_made_meanwhile_counts_at_once(
    serve: Serve, root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, url = serve()
    post(url, "/v1/turns", {"userMessage": "I live in Turku."})
    base = ["--root", str(root), "--json", "keys"]
    assert run_arguments([*base, "create", "laptop", "--tenant", "default"]) == 0
    key = json.loads(capsys.readouterr().out)
    with pytest.raises(OSError, match="401"):
        post(url, "/v1/retrieve", {"query": "Turku"})
    assert post(url, "/v1/retrieve", {"query": "Turku"}, key["token"])["hits"]
    assert run_arguments([*base, "revoke", key["key_id"], "--reason", "lost"]) == 0
    with pytest.raises(OSError, match="401"):
        post(url, "/v1/retrieve", {"query": "Turku"}, key["token"])
    capsys.readouterr()
    assert run_arguments([*base, "list"]) == 0
    [listed] = json.loads(capsys.readouterr().out)["keys"]
    assert listed["in_force"] is False and "token" not in listed and "hash" not in listed
    with EywaMemory(root, background=False) as memory:
        made = [e.action for e in memory.audit() if e.target == key["key_id"]]
    assert made == ["key_made", "key_revoked"]


def test_other_machines_are_not_served_without_a_key(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["--root", str(root), "serve", "--create", "--host", "0.0.0.0", "--port", "0"]
    assert run_arguments(arguments) == 2
    assert "eywa keys create" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (["--every-tenant", "--tenant", "acme"], "--tenant and --every-tenant exclude each other"),
        ([], "say for whom the key is"),
    ],
)
def test_a_key_is_for_one_tenant_or_for_every_one(
    root: Path, capsys: pytest.CaptureFixture[str], given: list[str], words: str
) -> None:
    arguments = ["--root", str(root), "keys", "create", "n", "--role", "service", *given]
    assert run_arguments(arguments) == 2
    assert words in capsys.readouterr().err


def test_without_the_packages_it_says_which_to_install(root: Path) -> None:
    code = (
        "import sys; sys.modules['uvicorn'] = None\n"
        "from eywa_fs.cli.main import run_arguments\n"
        f"sys.exit(run_arguments(['--root', {str(root)!r}, 'serve', '--create']))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 2 and "eywa-fs[server]" in done.stderr
