"""Import: formats are told apart, nothing is skipped silently, and again adds nothing."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from importing.conftest import Run, lines, stored, texts

from eywa_fs.errors import BadRequest, ImportFormatError, NotFound
from eywa_fs.importing.chatgpt import current_branch
from eywa_fs.importing.conversations import OTHER_BRANCH
from eywa_fs.importing.found import bounded_key, milliseconds
from eywa_fs.memory import EywaMemory

# -- own lines ------------------------------------------------------------------------------------


def test_own_lines_keep_their_fields_and_come_once(bring: Run, root: Path) -> None:
    text = "\ufeff" + lines(
        {
            "content": "The oven is preheated.",
            "eventId": "e1",
            "timestamp": "1970-01-01T00:00:00.005Z",
            "tags": ["t"],
        },
        {"content": "我们晚上吃饺子。", "messageRole": "assistant", "speaker": "May"},
        {"content": "Say it twice."},
        {"content": "Say it twice."},
    )
    first, again = bring("a.jsonl", text), bring("a.jsonl", text)
    assert (first.format, first.records, first.new) == ("jsonl", 4, 4)
    assert (again.records, again.new) == (4, 0)
    assert sorted(texts(root)) == sorted(
        ["The oven is preheated.", "我们晚上吃饺子。", "Say it twice.", "Say it twice."]
    )
    record = next(r for r in stored(root) if r.get("eventId") == "e1")
    assert record["timestamp"] == 5 and record["tags"] == ["t"]


def test_bad_lines_are_named_and_stop_nothing(bring: Run, root: Path) -> None:
    text = lines({"content": "one"}, {"text": "no content"}, ["x"], {"content": 7})
    text += "{broken\n" + lines({"content": "two", "tenantId": "x" * 201}, {"content": "three"})
    report = bring("a.jsonl", text)
    assert sorted(texts(root)) == ["one", "three"]
    assert [int(p.split(":")[1]) for p in sorted(report.problems)] == [2, 3, 4, 5, 6]


def test_a_bad_first_line_hides_nothing(bring: Run, root: Path) -> None:
    report = bring("a.jsonl", "{broken\n" + lines({"content": "one"}, {"content": "two"}))
    assert texts(root) == ["one", "two"] and len(report.problems) == 1


def test_an_empty_file_holds_no_records(bring: Run) -> None:
    assert bring("a.jsonl", "").records == 0


def test_long_ids_do_not_share_a_key(bring: Run, root: Path) -> None:
    ids = ["x" * 199 + end for end in "ab"]
    bring("a.jsonl", lines(*({"content": i[-1], "eventId": i} for i in ids)))
    assert texts(root) == ["a", "b"]
    assert len(bounded_key("k" * 300)) <= 200


# -- messages -------------------------------------------------------------------------------------

TALK = [
    {"role": "system", "content": "You are a gardener."},
    {"role": "user", "name": "Ola", "content": "When do I prune the quince?"},
    {"role": "assistant", "content": None, "tool_calls": [{"id": "c"}]},
    {"role": "tool", "content": "late winter", "tool_call_id": "c"},
    {
        "role": "assistant",
        "content": [
            {"type": "text", "text": "In late winter,"},
            {"type": "image_url", "image_url": {"url": "data:"}},
            {"type": "output_text", "text": {"value": "before it buds."}},
        ],
    },
]


def test_message_lists_with_parts_and_tools(bring: Run, root: Path) -> None:
    report = bring("garden.json", TALK)
    assert (report.format, report.records, report.new) == ("messages", 3, 3)
    assert texts(root) == [
        "When do I prune the quince?",
        "late winter",
        "In late winter,\nbefore it buds.",
    ]
    assert dict(report.skipped) == {
        "system prompt (system: true, or --system, takes them)": 1,
        "call of a tool, without text": 1,
        "part of type image_url": 1,
    }
    assert {record["sessionId"] for record in stored(root)} == {"garden"}
    assert stored(root)[0]["speaker"] == "Ola"
    longer = [*TALK, {"role": "user", "content": "Thanks."}]
    assert bring("garden.json", longer).new == 1, "a list that grew adds what is new"
    assert bring("garden.json", TALK, system=True).new == 1


def test_conversations_get_sessions_of_their_own(bring: Run, root: Path) -> None:
    hello = {"role": "user", "content": "Hello."}
    value = [
        {"id": "c1", "created_at": 1_700_000_000, "messages": [hello]},
        {"messages": [hello, {"role": "user", "content": "x", "timestamp": "2024-02-03T00:00Z"}]},
    ]
    assert bring("talks.json", value).new == 3
    times = {(r["sessionId"], r["content"]): r["timestamp"] for r in stored(root)}
    assert times["c1", "Hello."] == 1_700_000_000_000
    assert times["talks-2", "x"] == 1_706_918_400_000
    assert ("talks-2", "Hello.") in times
    assert bring("one.json", {"messages": [hello]}).format == "messages"
    assert bring("lines.jsonl", lines(*value)).new == 2, "c1 is the same conversation as before"


def test_odd_messages_are_refused_by_name(bring: Run) -> None:
    odd = [{"role": "king", "content": "x"}, {"role": "user", "content": 5}, "x"]
    report = bring("odd.json", [*odd, {"role": "user", "content": "fine"}, {"role": "user"}])
    assert report.records == 1 and len(report.problems) == 3
    assert "'king'" in report.problems[0] and dict(report.skipped) == {"empty message": 1}


# -- exports --------------------------------------------------------------------------------------


def node(name: str, parent: str | None, role: str, *parts: Any, **more: Any) -> dict[str, Any]:
    message = {
        "id": name,
        "author": {"role": role},
        "create_time": 1_700_000_000.25,
        "content": {"content_type": "text", "parts": list(parts)},
    }
    return {"id": name, "parent": parent, "children": [], "message": message | more}


def export() -> list[dict[str, Any]]:
    picture = {"content_type": "image_asset_pointer", "asset_pointer": "file"}
    nodes = [
        {"id": "root", "parent": None, "children": ["s"], "message": None},
        node("s", "root", "system", ""),
        node("q", "s", "user", "Which knot for the tent?"),
        node("old", "q", "assistant", "A granny knot."),
        node("a", "q", "assistant", "A taut-line hitch.", picture),
        node("t", "a", "assistant", content={"content_type": "thoughts", "thoughts": []}),
        node("h", "t", "user", "hidden", metadata={"is_visually_hidden_from_conversation": True}),
        node("end", "h", "tool", content={"content_type": "code", "text": "tie()"}),
    ]
    conversation = {
        "title": "帐篷",
        "conversation_id": "conv-1",
        "create_time": 1_700_000_000,
        "current_node": "end",
        "mapping": {n["id"]: n for n in nodes},
    }
    return [conversation]


def test_an_export_gives_the_branch_that_was_seen_last(bring: Run, root: Path) -> None:
    report = bring("conversations.json", export())
    assert (report.format, report.new) == ("chatgpt", 3)
    assert texts(root) == ["Which knot for the tent?", "A taut-line hitch.", "tie()"]
    assert dict(report.skipped) == {
        OTHER_BRANCH: 1,
        "node without a message": 1,
        "system prompt (system: true, or --system, takes them)": 1,
        "part of type image_asset_pointer": 1,
        "content of type thoughts": 1,
        "message without text": 1,
        "hidden message": 1,
    }
    first = stored(root)[0]
    assert (first["sessionId"], first["eventId"]) == ("conv-1", "q")
    assert first["timestamp"] == 1_700_000_000_250 and first["meta"] == {"conversation": "帐篷"}


def test_broken_trees_end(bring: Run) -> None:
    loop = {"mapping": {"a": node("a", "b", "user", "x"), "b": node("b", "a", "user", "y")}}
    assert len(current_branch(loop | {"current_node": "a"})) == 2
    leafless = {"mapping": {"a": {"children": ["b"]}, "c": 5}}
    assert current_branch(leafless) == []
    strange = export()[0] | {"mapping": {"x": {"message": {"author": 5}}, "y": {"message": "z"}}}
    report = bring("strange.json", [strange, {"no": "mapping"}])
    assert report.records == 0 and len(report.problems) == 2


# -- unknown --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "seen"),
    [
        ("name;age\nx;5\n", "'name;age"),
        ('{"foo": 1, "bar": 2}', "'foo', 'bar'"),
        ('{"foo": 1}\n{"foo": 2}\n', "'foo'"),
        ("[1, 2]", "a list of a int"),
        ('"text"', "a str"),
        (b"\xff\xfe{\x00", "no UTF-8"),
        ("[" * 100_000, "nested too deeply"),
    ],
)
def test_what_is_in_no_known_format_is_named(bring: Run, content: Any, seen: str) -> None:
    with pytest.raises(ImportFormatError) as caught:
        bring("unknown.txt", content)
    assert seen in str(caught.value) and "conversations.json" in str(caught.value)


def test_the_wrong_format_or_no_file_is_refused(bring: Run, tmp_path: Path) -> None:
    with pytest.raises(ImportFormatError, match="chatgpt"):
        bring("talk.json", TALK, format="chatgpt")
    with pytest.raises(NotFound, match="there is no file"):
        bring("none.jsonl", None)
    with pytest.raises(ImportFormatError, match="cannot be read"):
        (tmp_path / "folder").mkdir()
        bring("folder", None)
    with pytest.raises(BadRequest, match="the format"):
        bring("talk.json", TALK, format="csv")
    with pytest.raises(ImportFormatError, match=r"does not end in \.md"):
        bring("note.txt", "# A note\n\nIn a file of another name.\n", format="markdown")
    with zipfile.ZipFile(tmp_path / "other.zip", "w") as archive:
        archive.writestr("notes.txt", "x")
    with pytest.raises(ImportFormatError, match=r"notes\.txt"):
        bring("other.zip", None)


_NO_TIMES: tuple[object, ...] = (None, True, "soon", -5, 1e99, [])


def test_times_of_foreign_formats() -> None:
    assert milliseconds(1_700_000_000) == milliseconds(1_700_000_000_000) == 1_700_000_000_000
    assert milliseconds("2024-02-03") == 1_706_918_400_000
    assert [milliseconds(v) for v in _NO_TIMES] == [None] * 6


def test_times_without_an_offset_are_of_the_zone_of_the_settings(
    make_memory: Callable[..., EywaMemory], tmp_path: Path
) -> None:
    said = {"role": "user", "created_at": "2024-07-01T10:00:00"}
    files: dict[str, object] = {
        "own.jsonl": said | {"content": "a"},
        "messages.json": [said | {"content": "b"}, {"role": "user", "content": "c"}],
        "claude.json": [{"chat_messages": [{"sender": "human", "text": "d", **said}]}],
        "offset.jsonl": said | {"content": "e", "timestamp": "2024-07-01T10:00:00+02:00"},
    }
    for zone in ("Asia/Shanghai", "Europe/Berlin"):  # another one doubles nothing
        with make_memory(config={"retrieval": {"timezone": zone}}) as memory:
            for name, content in files.items():
                (tmp_path / name).write_text(json.dumps(content), encoding="utf-8")
                memory.import_file(tmp_path / name)
            found = sorted(
                (one.record.content, one.record.timestamp) for one in memory.list().items
            )
    at_two, at_eight = 1_719_799_200_000, 1_719_820_800_000
    assert found == [*((text, at_two) for text in "abcd"), ("e", at_eight)]


def test_times_of_other_names_are_read_and_missing_ones_are_told(bring: Run, root: Path) -> None:
    lines = (
        {"content": "The kettle leaks.", "ts": "2024-03-04T10:00:00Z"},
        {"content": "The kettle is mended.", "created_at": 1709640000},
        {"content": "The kettle hums."},
        {"content": "The kettle is old.", "timestamp": 1709546400},
    )
    report = bring("own.jsonl", "".join(json.dumps(line) + "\n" for line in lines))
    assert (report.records, report.undated) == (3, 1)
    (problem,) = report.problems
    assert "counts seconds: give milliseconds" in problem
    said = {record["content"]: record["timestamp"] for record in stored(root)}
    assert said["The kettle leaks."] == 1_709_546_400_000
    assert said["The kettle is mended."] == 1_709_640_000_000


@pytest.mark.parametrize(
    "value",
    [
        pytest.param(lines({"role": "user", "content": "one"}) * 3, id="jsonl"),
        pytest.param([{"role": "user", "content": "one"}] * 3, id="messages"),
    ],
)
def test_progress_says_how_much_there_is_and_reaches_it(
    make_memory: Callable[..., EywaMemory], tmp_path: Path, value: Any
) -> None:
    path = tmp_path / "talk.json"
    path.write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")
    said: list[tuple[int, int]] = []
    with make_memory() as memory:
        memory.import_file(path, progress=lambda *numbers: said.append(numbers))
    done, total = said[-1]
    assert done == total > 0
