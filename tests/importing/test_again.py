"""Importing again, in parts and under other names: what differs is kept, what is the same is not
doubled."""

from __future__ import annotations

from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from factbase.lives import QuickMemory
from importing.conftest import Run, lines, stored, texts

from eywa_fs.errors import ImportFormatError, InvalidRecord
from eywa_fs.importing import importer
from eywa_fs.memory import EywaMemory
from eywa_fs.truth import adopting

LATER = 1_710_000_060_000


# -- records with ids -----------------------------------------------------------------------------

FIRST: dict[str, Any] = {
    "content": "The kiln is booked for Friday.",
    "eventId": "1",
    "sessionId": "studio",
    "timestamp": LATER - 60_000,
}


@pytest.mark.parametrize(
    "other",
    [
        {"sessionId": "garden"},
        {"timestamp": LATER},
        {"messageRole": "assistant"},
        {"content": "周五要用窑。"},
        {"eventId": "2"},
    ],
)
def test_an_id_that_is_used_twice_hides_no_record(
    bring: Run, memory: EywaMemory, other: dict[str, Any]
) -> None:
    both = lines(FIRST, FIRST | other)
    assert bring("both.jsonl", both).new == 2
    assert bring("both.jsonl", both).new == 0
    assert bring("other.jsonl", lines(FIRST | other)).new == 0
    assert len(stored(memory.layout.root)) == 2


def test_ids_that_begin_anew_in_each_file_hide_no_record(bring: Run, memory: EywaMemory) -> None:
    said = [
        {"eventId": "7", "content": "Oil the hinge."},
        {"eventId": "7", "content": "铰链上油了。"},
    ]
    assert [bring(f"{n}.jsonl", lines(one)).new for n, one in enumerate(said)] == [1, 1]
    assert bring("all.jsonl", lines(*said), dry_run=True).new == 0
    assert sorted(texts(memory.layout.root)) == sorted(str(one["content"]) for one in said)


def test_a_record_that_is_the_same_comes_once(bring: Run, memory: EywaMemory) -> None:
    undated = {key: FIRST[key] for key in ("content", "eventId")}
    assert bring("twice.jsonl", lines(FIRST, FIRST, undated, undated)).new == 2
    assert bring("twice.jsonl", lines(FIRST | {"tags": ["clay"]}, undated)).new == 0


@pytest.mark.parametrize("named", [{}, {"uuid": "c1"}])
def test_exports_without_ids_hide_nothing(
    bring: Run, memory: EywaMemory, named: dict[str, str]
) -> None:
    def export(*texts: str) -> list[dict[str, Any]]:
        return [named | {"chat_messages": [{"sender": "human", "text": text} for text in texts]}]

    assert bring("a.json", export("Wax the thread.", "再上一次蜡。")).new == 2
    assert bring("b.json", export("Soak the cane.", "再上一次蜡。")).new == 1
    assert bring("a.json", export("Wax the thread.", "再上一次蜡。")).new == 0


@pytest.mark.parametrize("dry_run", [False, True])
def test_another_record_with_the_key_of_one_is_refused(
    bring: Run, memory: EywaMemory, dry_run: bool
) -> None:
    one = {"content": "The glaze is blue.", "idempotencyKey": "k1"}
    text = lines(one, one, one | {"content": "釉是蓝的。"}, {"content": "The kiln is cold."})
    report = bring("keys.jsonl", text, dry_run=dry_run)
    assert (report.records, report.new) == (3, 2)
    (refused,) = report.problems
    assert "keys.jsonl:3: the idempotency key 'k1' was used for another request" in refused
    assert sorted(texts(memory.layout.root)) == (
        [] if dry_run else ["The glaze is blue.", "The kiln is cold."]
    )
    bring("keys.jsonl", text)
    again = bring("again.jsonl", text, dry_run=dry_run)
    assert (again.records, again.new, len(again.problems)) == (3, 0, 1)


@pytest.mark.parametrize(
    ("content", "where"),
    [
        pytest.param(
            lines(FIRST, {"content": "轮子修好了。"}), (importer, "write_once"), id="lines"
        ),
        pytest.param({"wheel.md": "# Wheel\n\nOil it.\n"}, (adopting, "_write_whole"), id="notes"),
    ],
)
def test_two_imports_at_once_count_what_each_of_them_wrote(
    bring: Run,
    memory: EywaMemory,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    content: Any,
    where: tuple[Any, str],
) -> None:
    new = bring("wheel", content, dry_run=True).new
    counts: list[int] = []
    real = getattr(*where)
    with QuickMemory(memory.layout.root, background=False) as other:
        beside = Thread(target=lambda: counts.append(other.import_file(tmp_path / "wheel").new))

        def meanwhile(*args: Any) -> Any:
            monkeypatch.setattr(*where, real)
            beside.start()
            beside.join(0.5)  # as far as it gets
            return real(*args)

        monkeypatch.setattr(*where, meanwhile)
        counts.append(memory.import_file(tmp_path / "wheel").new)
        beside.join()
    assert sorted(counts) == [0, new] and new > 0


# -- conversations whose session is named ---------------------------------------------------------


def said(*texts: str, start: int | None = None) -> list[dict[str, Any]]:
    roles = ("user", "assistant")
    times = [{} if start is None else {"timestamp": start + n * 1000} for n in range(len(texts))]
    return [{"role": roles[n % 2], "content": text, **times[n]} for n, text in enumerate(texts)]


@pytest.mark.parametrize("start", [None, LATER])
def test_a_copy_of_a_file_adds_nothing_to_its_session(
    bring: Run, memory: EywaMemory, start: int | None
) -> None:
    talk = said("Is the tide in?", "At nine.", "好的", "好的", "ok", start=start)
    assert bring("boat.json", talk, session_id="sea").new == 5
    assert bring("boat (1).json", talk, session_id="sea").new == 0
    grown = [*talk, *said("ok", start=start and start + 9000)]
    assert bring("boat (1).json", grown, session_id="sea", dry_run=True).new == 1
    assert bring("boat.json", grown, session_id="sea").new == 1
    assert bring("boat.jsonl", lines({"messages": grown}), session_id="sea").new == 0
    assert bring("boat.json", talk, session_id="lake").new == 5


def test_two_files_of_a_session_may_say_the_same(bring: Run, memory: EywaMemory) -> None:
    parts = said("Which rope?", "The blue one.", "ok"), said("哪条绳子？", "蓝色的。", "ok")
    assert [bring(f"{n}.json", part, session_id="s").new for n, part in enumerate(parts)] == [3, 3]
    assert texts(memory.layout.root).count("ok") == 2


def test_a_file_is_known_whether_its_session_was_named_or_not(
    bring: Run, memory: EywaMemory
) -> None:
    talk = said("Is the jib mended?", "还没有。")
    assert bring("jib.json", talk, session_id="jib").new == 2
    assert bring("jib.json", talk).new == 0
    assert bring("sail.json", talk).new == 2
    assert bring("sail.json", talk, session_id="sail").new == 0


def test_a_prompt_of_the_system_makes_no_other_conversation(bring: Run, memory: EywaMemory) -> None:
    prompt = {"role": "system", "content": "Today is Monday."}
    talk = said("Is the mast up?", "Yes.")
    assert bring("mast.json", [prompt, *talk], session_id="s").new == 2
    other = prompt | {"content": "Today is Tuesday."}
    assert bring("mast.json", [other, *talk], session_id="s").new == 0
    assert bring("mast.json", [prompt, *talk], session_id="s", system=True).new == 1


# -- what else a line holds -----------------------------------------------------------------------


def test_keys_without_a_meaning_are_kept(bring: Run, memory: EywaMemory) -> None:
    more = {"mood": "froh", "心情": ["好", {"deep": [1]}], "created_at": "2024-03-04T10:00:00Z"}
    one = {"content": "The loom is threaded.", "role": "user", "kind": "note"} | more
    report = bring("loom.jsonl", lines(one))
    [record] = stored(memory.layout.root)
    assert (report.new, dict(report.skipped)) == (1, {})
    assert {key: record[key] for key in more} == more and "role" not in record
    [shown] = memory.list().items
    assert memory.about(shown.record.event_id).record.extra == more | {"kind": "note"}


def test_a_part_of_a_request_says_so_where_its_key_does(bring: Run, memory: EywaMemory) -> None:
    part: dict[str, Any] = {"idempotencyKey": "turn-5:1", "partOf": ["turn-5", 2]}
    odd: list[dict[str, Any]] = [
        {"partOf": ["turn-6", 2]},
        {"partOf": ["turn-5", 2], "idempotencyKey": "turn-5:2"},
        {"partOf": "turn-5", "idempotencyKey": "turn-5:0"},
    ]
    values = [{"content": f"Row {n}."} | one for n, one in enumerate([part, *odd])]
    report = bring("rows.jsonl", lines(*values))
    assert report.new == 4
    assert dict(report.skipped) == {"partOf that does not fit the idempotencyKey beside it": 3}
    assert [r["partOf"] for r in stored(memory.layout.root) if "partOf" in r] == [["turn-5", 2]]


def test_what_cannot_be_kept_is_counted_or_refused(bring: Run, memory: EywaMemory) -> None:
    deep = '{"content": "Deep.", "more": ' + "[" * 100 + "]" * 100 + "}\n"
    just = '{"content": "Just.", "more": ' + "[" * 99 + "]" * 99 + "}\n"
    text = lines({"content": "Warp.", "score": float("nan"), "ok": 1}) + deep + just
    huge = '{"content": "Huge.", "more": ' + "7" * 5000 + "}\n"
    why = "an integer has more than 4,300 digits: put it in quotes"
    report = bring("odd.jsonl", text + huge)
    assert dict(report.skipped) == {"unknown key that holds NaN or Infinity": 1}
    assert [p.split("no record: ")[1] for p in report.problems] == [
        "its JSON is nested deeper than 100 levels",
        f"not JSON: {why}",
    ]
    with pytest.raises(ImportFormatError, match=why):
        bring("huge.json", huge)
    with pytest.raises(InvalidRecord, match=why):
        memory.append("Huge.", meta={"more": 10**5000})
    assert sorted(texts(memory.layout.root)) == ["Just.", "Warp."]
    assert next(r for r in stored(memory.layout.root) if r["content"] == "Warp.")["ok"] == 1
