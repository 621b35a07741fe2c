"""The server as a host starts it: a process that speaks over its standard input and output."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import anyio
import pytest
from corpus import MakeMemory, warm_up
from mcp import Client
from mcpserver.hosts import beside, call, environment, process

from eywa_fs.mcp import working
from eywa_fs.memory import EywaMemory

pytestmark = pytest.mark.anyio


def start(root: Path, *arguments: str) -> subprocess.Popen[bytes]:
    """The server, to be spoken to by hand."""
    how = process(root, *arguments)
    return piped(how.command, *how.args)


def piped(*line: str) -> subprocess.Popen[bytes]:
    pipe = subprocess.PIPE
    return subprocess.Popen(line, stdin=pipe, stdout=pipe, stderr=pipe, env=environment())


def say(server: subprocess.Popen[bytes], **message: Any) -> None:
    assert server.stdin is not None
    server.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
    server.stdin.flush()


def ended(server: subprocess.Popen[bytes]) -> tuple[bytes, bytes]:
    """What a server still wrote when its host went away, or after it was killed. (``communicate``
    would leave out what :meth:`readline` read ahead.)"""
    assert server.stdin is not None and server.stdout is not None and server.stderr is not None
    with suppress(BrokenPipeError):
        server.stdin.close()
    with server.stdout as out, server.stderr as log:
        told = out.read(), log.read()
    server.wait()
    return told


def greet(server: subprocess.Popen[bytes]) -> None:
    """The handshake of the protocol before 2026."""
    client = {"name": "test", "version": "1"}
    hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client}
    say(server, id=0, method="initialize", params=hello)
    assert server.stdout is not None
    assert json.loads(server.stdout.readline())["result"]["serverInfo"]["name"] == "eywa"
    say(server, method="notifications/initialized")


def remember(server: subprocess.Popen[bytes], number: int) -> None:
    given = {"name": "remember", "arguments": {"content": f"Note {number} of the heron."}}
    say(server, id=number, method="tools/call", params=given)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("told", "asked", "answer"),
    [
        ("My sister is allergic to walnuts.", "What must not be in her cake?", "walnuts"),
        ("我妹妹对核桃过敏。", "妹妹的蛋糕里不能放什么？", "核桃"),
    ],
    ids=["en", "zh"],
)
async def test_an_agent_that_is_restarted_remembers(
    root: Path, warm_cache: Path, told: str, asked: str, answer: str
) -> None:
    """Told in one life of the server, asked in the next, by each version of the protocol."""
    warm_up(root, warm_cache)
    async with Client(process(root)) as client:
        said = await call(client, "remember", content=told)
    async with Client(process(root), mode="legacy") as client:
        found = await call(client, "context", message=asked)
        assert answer in found["context"]
        assert said["eventId"] in [one["eventId"] for one in found["citations"]]
        hits = (await call(client, "recall", query=asked))["hits"]
        assert hits[0]["text"] == told
        while (await call(client, "status"))["lagBytes"]:  # it is indexed in the background
            await anyio.sleep(0.1)
        assert (await call(client, "recall", query=asked))["degraded"] == []


async def test_nothing_but_the_protocol_is_on_standard_output(root: Path) -> None:
    """Whatever the host sends; content stands neither there nor in the log."""
    server = start(root)
    greet(server)
    secret = "the-heron-stands"
    assert server.stdin is not None
    server.stdin.write(b"not json\n\xff\xfe\n[]\n{}\n" + b'{"jsonrpc": "2.0", "id": {}}\n')
    say(server, id=1, method="tools/call", params={"name": "remember", "arguments": [secret]})
    say(server, id=2, method="tools/call", params={"name": ["x"], "arguments": {}})
    say(server, id=3, method="no/such/method", params={"text": secret})
    say(server, id=4, method="resources/read", params={"uri": f"eywa://{secret}"})
    say(server, id=5, method="prompts/get", params={"name": secret})
    wrong = {"name": "recall", "arguments": {"query": 1, secret: secret}}
    say(server, id=6, method="tools/call", params=wrong)
    remember(server, 7)
    answers: dict[object, Any] = {}
    assert server.stdout is not None
    while not set(range(1, 8)) <= set(answers):
        answer = json.loads(server.stdout.readline())
        answers[answer.get("id")] = answer
    out, log = ended(server)
    assert (out, server.returncode) == (b"", 0)
    assert all("error" in answers[number] for number in (1, 2, 3, 4, 5))
    assert answers[6]["result"]["isError"] and not answers[7]["result"].get("isError")
    assert secret not in log.decode() and "Traceback" not in log.decode()


@pytest.mark.parametrize(
    ("line", "code", "name"),
    [
        (b'{"jsonrpc":"2.0","id":7,"method":"x","params":{"a":"heron \\ud83d"}}', -32700, 7),
        ('{"jsonrpc":"2.0","id":"七","method":"x","params":["\\udc00鹭"]}'.encode(), -32700, "七"),
        (b'{"jsonrpc":"2.0","id":8,"method":', -32700, None),
        (b"heron", -32700, None),
        (b"[" * 5000, -32700, None),
        (b'{"id":9,"method":"tools/list"}', -32600, 9),
        (b'{"id":9,"result":"heron"}', -32600, None),
        (b'{"jsonrpc":"2.0","id":9,"method":"tools/call","params":"heron"}', -32600, 9),
        (b'{"jsonrpc":"2.0","id":9,"method":7}', -32600, 9),
        (b'{"jsonrpc":"2.0","id":9,"error":{"method":"x","id":1}}', -32600, None),
        (b'{"jsonrpc":"2.0","id":"\\ud83d","method":"x"}', -32700, None),
        (b"[1]", -32600, None),
    ],
)
async def test_a_line_that_is_no_request_is_answered(
    root: Path, line: bytes, code: int, name: object
) -> None:
    server = start(root)
    assert server.stdin is not None and server.stdout is not None
    server.stdin.write(b"\n" + line + b"\n")
    server.stdin.flush()
    answer = json.loads(server.stdout.readline())
    assert (answer["error"]["code"], answer["id"]) == (code, name)
    assert "heron" not in str(answer)
    greet(server)
    assert ended(server)[0] == b"" and server.returncode == 0


async def test_what_else_is_printed_goes_to_standard_error(root: Path) -> None:
    """By Python, by a library that writes to the descriptor, by a child process."""
    noisy = (
        "import os, subprocess, sys\n"
        "from eywa_fs.memory import EywaMemory\n"
        "from eywa_fs.cli.main import run_arguments\n"
        "def noise(*given, **more):\n"
        "    print('noise', flush=True), os.write(1, b'noise\\n')\n"
        "    subprocess.run([sys.executable, '-c', \"print('noise')\"])\n"
        "    return []\n"
        "EywaMemory.sessions = noise\n"
        f"run_arguments(['--root', {str(root)!r}, 'mcp'])\n"
    )
    server = piped(sys.executable, "-c", noisy)
    greet(server)
    say(server, id=1, method="tools/call", params={"name": "status", "arguments": {}})
    assert server.stdout is not None
    assert json.loads(server.stdout.readline())["result"]["structuredContent"]["sessions"] == 0
    out, log = ended(server)
    assert out == b"" and log.count(b"noise") == 3


async def test_killed_while_remembering_it_loses_nothing_acknowledged(root: Path) -> None:
    """kill -9 in the middle of a stream of calls, several times over one root."""
    acknowledged: list[str] = []
    for round_ in range(3):
        server = start(root)
        greet(server)
        assert server.stdout is not None
        for number in range(1, 200):
            remember(server, number)
        for _ in range(5 + 10 * round_):
            answer = json.loads(server.stdout.readline())
            acknowledged.append(answer["result"]["structuredContent"]["eventId"])
        server.kill()
        rest, _ = ended(server)
        for line in rest.splitlines(keepends=True):
            if line.endswith(b"\n"):
                answer = json.loads(line)
                acknowledged.append(answer["result"]["structuredContent"]["eventId"])
    with EywaMemory(root, background=False) as memory:
        memory.append("The last note.", user_id="ana")  # behind whatever the kill left
        page = memory.list(user_id="ana", limit=1000)
        ids = [one.record.event_id for one in page.items]
        assert len(set(ids)) == len(ids) and set(acknowledged) <= set(ids)
        assert page.items[0].record.content == "The last note."


async def test_two_servers_share_a_root(root: Path) -> None:
    """Both write and find what the other wrote, whichever of them indexes."""
    async with Client(process(root)) as first, Client(process(root)) as second:
        for number in range(3):
            await call(first, "remember", content=f"Heron {number} stands on one leg.")
            await call(second, "remember", content=f"Kettle {number} leaks.")
        for client, word in ((first, "kettle"), (second, "heron")):
            found = await call(client, "recall", query=word, strategy="exact")
            assert [word in hit["text"].lower() for hit in found["hits"]][:3] == [True] * 3
            assert len((await call(client, "list"))["records"]) == 6


async def test_a_call_that_takes_long_shows_life_and_can_be_given_up(
    make_memory: MakeMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A cancelled call is answered no more; the server goes on, and what was being written is."""
    monkeypatch.setattr(working, "BEAT_S", 0.01)
    memory = make_memory()
    append, going, writing = memory.append, [True], anyio.Event()

    def slow(*given: Any, **more: Any) -> Any:
        anyio.from_thread.run_sync(writing.set)
        while going:
            time.sleep(0.01)
        return append(*given, **more)

    monkeypatch.setattr(memory, "append", slow)
    beats: list[float] = []

    async def beat(progress: float, total: float | None = None, message: str | None = None) -> None:
        beats.append(progress)
        assert total is None and message == "remember is at work"

    async with beside(memory, mode="legacy") as client, anyio.create_task_group() as group:

        async def give_up() -> None:
            await writing.wait()
            while len(beats) < 3:
                await anyio.sleep(0.01)
            group.cancel_scope.cancel()

        group.start_soon(give_up)
        await client.call_tool("remember", {"content": "The lamp is on."}, progress_callback=beat)
    assert beats == sorted(set(beats)) and len(beats) >= 3
    going.clear()
    async with beside(memory) as client:
        while not (await call(client, "list"))["records"]:
            await anyio.sleep(0.01)


async def test_a_memory_that_cannot_be_opened_ends_the_server_with_its_code(root: Path) -> None:
    root.mkdir()
    (root / "config.yaml").write_text("no_such_setting: 1\n")
    server = start(root)
    out, log = ended(server)
    assert (server.returncode, out) == (2, b"")
    assert b"no_such_setting" in log and b"Traceback" not in log


async def test_without_the_sdk_it_says_what_to_install(
    root: Path, tmp_path: Path, eywa_without_sdk: Callable[..., subprocess.CompletedProcess[str]]
) -> None:
    done = eywa_without_sdk("mcp")
    assert done.returncode == 6 and "pip install 'eywa-fs[mcp]'" in done.stderr
    assert eywa_without_sdk("mcp", "hook", "prompt").returncode == 0
    assert eywa_without_sdk("mcp", "install", "cursor", "--dry-run").returncode == 0


@pytest.fixture
def eywa_without_sdk(root: Path, tmp_path: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Run a command in an environment that has no SDK."""
    hidden = "import sys; sys.modules['mcp'] = None; from eywa_fs.cli.main import run; run()"

    def ran(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-c", hidden, "--root", str(root), *arguments],
            env=environment() | {"HOME": str(tmp_path / "home")},
            input="{}",
            capture_output=True,
            text=True,
        )

    return ran
