"""What of a transcript of Claude Code was said since the turn before: all of it, nothing else."""

from __future__ import annotations

import json
from typing import Any

import pytest
from mcpserver.transcripts import line, text

from eywa_fs.mcp.transcript import own_words, turns_of, untold

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


def said(*lines: str, remembered: str = "", erased_ms: int = -1) -> list[str]:
    """What is told where the turn that ends so is remembered."""
    found, whole = untold(turns_of(lines), {f"a-{remembered}"}, erased_ms)
    assert whole == bool(remembered)
    return [one.text for one in found]


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
    assert said(*BEFORE, *lines, remembered="done") == expected
    names = [one.name for turn in turns_of(lines) for one in turn.said]
    assert len({*names} - {"q"}) == len([one for one in names if one != "q"])
    assert said() == [] and said(ESC) == []


def test_a_turn_whose_own_hook_did_not_run_is_told_with_the_next() -> None:
    def turn(words: str, minute: int) -> tuple[str, str]:
        stamp = {"timestamp": f"2026-03-01T10:{minute:02}:00.000Z"}
        return user(words, **stamp), assistant(f"to {words}", **stamp)

    lines = [*turn("one", 1), *turn("我搬到了奥斯陆。", 2), *turn("three", 3), *turn("four", 4)]
    late = ["我搬到了奥斯陆。", "to 我搬到了奥斯陆。", "three", "to three", "four", "to four"]
    assert said(*lines, remembered="to one") == late
    assert said(*lines, remembered="to three") == said(*lines) == late[-2:]
    begun = said(*lines[:4], user("没有回答"), *lines[4:6], remembered="to one")
    assert begun == [*late[:2], "没有回答", *late[2:4]]


def test_what_may_have_been_erased_is_not_told_late() -> None:
    lines = [*BEFORE, user("secret"), assistant("ok"), user("now"), assistant("yes")]
    assert said(*lines, remembered="done") == ["secret", "ok", "now", "yes"]
    assert said(*lines, remembered="done", erased_ms=1) == ["now", "yes"]
    at = 1_772_359_260_000  # 2026-03-01T10:01:00Z
    stamp = {"timestamp": "2026-03-01T10:01:00Z"}
    lines[2:4] = user("secret", **stamp), assistant("ok", **stamp)
    assert said(*lines, remembered="done", erased_ms=at) == ["now", "yes"]
    assert said(*lines, remembered="done", erased_ms=at - 1)[:2] == ["secret", "ok"]
    later = {"timestamp": "2026-03-01T10:02:00Z"}
    # It had come to its end, so its hook had run, and went on.
    lines[4:4] = [line("user", text("[Request interrupted by user]"), "esc", **later)]
    for remembered in ("done", ""):
        assert said(*lines, remembered=remembered, erased_ms=at) == ["now", "yes"]
        assert said(*lines, remembered=remembered, erased_ms=at - 1)[:2] == ["secret", "ok"]


def test_a_queued_message_has_the_name_it_was_given() -> None:
    (one,) = turns_of([queued("one", source_uuid="u1", origin={"kind": "human"})])[0].said
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
