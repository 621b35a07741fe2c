"""What of a transcript of Claude Code was said since the turn before: all of it, nothing else."""

from __future__ import annotations

import json
from typing import Any

import pytest
from mcpserver.transcripts import line, text

from eywa_fs.mcp.transcript import last_said, own_words

ESC = line("user", text("[Request interrupted by user for tool use]"), "esc")
IMAGE = {"type": "image", "source": {"type": "base64", "data": "eA=="}}
CALL = line("assistant", [{"type": "tool_use", "id": "t", "name": "x", "input": {}}], "call")
RESULT = line("user", [{"type": "tool_result", "tool_use_id": "t", "content": "secret"}], "res")


def user(words: str, **more: Any) -> str:
    return line("user", words, f"u-{words}", **more)


def assistant(words: str, **more: Any) -> str:
    return line("assistant", text(words), f"a-{words}", **more)


def queued(words: Any, **more: Any) -> str:
    attachment = {"type": "queued_command", "prompt": words, "commandMode": "prompt", **more}
    return json.dumps({"type": "attachment", "attachment": attachment, "uuid": "q"})


def said(*lines: str) -> list[str]:
    return [one.text for one in last_said(lines)[0]]


BEFORE = (user("before"), assistant("done"))
TURNS = {
    "answered": ([user("one"), assistant("Let me look."), CALL, RESULT, assistant("two")],
                 ["one", "Let me look.", "two"]),
    "interrupted": ([user("one"), assistant("part"), ESC, user("two"), assistant("three")],
                    ["one", "part", "two", "three"]),
    "interrupted in a call": ([user("one"), assistant("part"), CALL, RESULT, ESC, user("two")],
                              ["one", "part", "two"]),
    "ended by a crash": ([user("one"), assistant("part"), CALL, user("two")],
                         ["one", "part", "two"]),
    "two in a row": ([user("one"), user("two"), assistant("three")], ["one", "two", "three"]),
    "queued": ([user("one"), assistant("part"), queued("two"), queued(text("3")), assistant("4")],
               ["one", "part", "two", "3", "4"]),
    "an image alone": ([line("user", [IMAGE], "u"), assistant("a cat")], ["a cat"]),
    "no answer of the model": ([user("one"), assistant("API Error", isApiErrorMessage=True),
                                user("two"), assistant("three")], ["one", "two", "three"]),
    "a command between": ([user("<command-name>/cost</command-name>"),
                           user("<local-command-stdout>I live in Ghent.</local-command-stdout>"),
                           user("one"), assistant("two")], ["one", "two"]),
    "a command behind": ([user("one"), assistant("two"), user("<bash-stdout>3</bash-stdout>")],
                         ["one", "two"]),
    "notes": ([user("one"), user("a", isMeta=True), user("b", isSidechain=True),
               user("c", isCompactSummary=True), user("d", origin={"kind": "task-notification"}),
               queued("e", origin={"kind": "peer"}), queued("f", commandMode="task-notification"),
               queued("g", isMeta=True), line("user", "h", "h", toolUseResult={"a": 1}),
               line("user", json.loads(RESULT)["message"]["content"] + text("i"), "i"),
               assistant("two")], ["one", "two"]),
    "rows of no form": ([user("one"), "null", "[1]", '{"type": "user"}', '{"uuid": "x", "type"',
                         line("user", [7], "x"), line("assistant", None, "y"), assistant("two")],
                        ["one", "two"]),
}  # fmt: skip


@pytest.mark.parametrize("name", TURNS)
def test_what_was_said_since_the_turn_before(name: str) -> None:
    lines, expected = TURNS[name]
    assert said(*BEFORE, *lines) == expected
    assert last_said([*BEFORE, *lines])[1] and not last_said(lines)[1]
    names = [one.name for one in last_said([*BEFORE, *lines])[0]]
    assert len({*names} - {"q"}) == len([one for one in names if one != "q"])
    assert said() == [] and said(ESC) == []


def test_a_queued_message_has_the_name_it_was_given() -> None:
    (one,), _ = last_said([queued("one", source_uuid="u1", origin={"kind": "human"})])
    assert (one.role, one.text, one.name) == ("user", "one", "u1")


@pytest.mark.parametrize(
    ("text", "own"),
    [
        ("<local-command-stdout>cost\nI live in Ghent.\n</local-command-stdout>", ""),
        ("<bash-stdout>a</bash-stdout><bash-stderr></bash-stderr>", ""),
        ("<bash-stdout>a</bash-stdout>\nI live in Ghent.\n</bash-stdout>", ""),
        ('<note kind="x">a</note>\n<status>b</status>', ""),
        ("<task-notification>\n<status>done</status>\n</task-notification>\nGo on.", "Go on."),
        ("Go on.\n\n<system-reminder>\nI live in Ghent.\n</system-reminder>\n", "Go on."),
        ("<ide_opened_file>a.py</ide_opened_file>\n修一下。", "修一下。"),
        ("Mend this: <b>x</b>", "Mend this: <b>x</b>"),
        ("<div>x</div>\nMend this.", "<div>x</div>\nMend this."),
        ("<my-list is a < b", "<my-list is a < b"),
        ("<my-list> has no end", "<my-list> has no end"),
        ("I <3 you", "I <3 you"),
        ("<a>" * 5000, "<a>" * 5000),
        ("<a-b>\n" * 100_000 + "x", "<a-b>\n" * 100_000 + "x"),
    ],
)
def test_what_a_person_wrote(text: str, own: str) -> None:
    assert own_words(text) == own
