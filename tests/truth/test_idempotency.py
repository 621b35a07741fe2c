"""Idempotency keys: a repeated message is written once, another one is never taken for it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from corpus import MakeMemory
from factbase.lives import QuickMemory

from eywa_fs.errors import BadRequest, KeyReused, PartialAppend
from eywa_fs.model.records import Anchor

PLAIN = {"embedding": {"backend": "minilm"}}


def test_a_message_that_is_repeated_is_written_once(root: Path, make_memory: MakeMemory) -> None:
    first = make_memory(root, PLAIN).append("I live in Porto. 🌊\r\n", idempotency_key="k").citation
    again = make_memory(root, PLAIN)  # another process would know no more
    repeated = again.append("I live in Porto. 🌊\r\n", idempotency_key="k")
    assert repeated.citation == first
    assert len(again.list().items) == 1


def test_another_message_with_the_key_is_refused_and_nothing_of_its_call_is_written(
    root: Path, make_memory: MakeMemory
) -> None:
    memory = make_memory(root, PLAIN)
    memory.append("I live in Porto.", idempotency_key="k")
    for text, role in (("I live in Braga.", "user"), ("I live in Porto.", "assistant")):
        with pytest.raises(KeyReused, match="'k'"):
            memory.append(text, role, idempotency_key="k")
    with pytest.raises(KeyReused):
        memory.append_many([{"content": "new"}, {"content": "other", "idempotency_key": "k"}])
    with pytest.raises(KeyReused):
        memory.append_many([{"content": text, "idempotency_key": "n"} for text in ("a", "b")])
    assert memory.append("I live in Braga.", idempotency_key="k", user_id="ben")
    assert [one.record.content for one in memory.list().items] == ["I live in Porto."]


def cited(anchors: Sequence[Anchor]) -> list[str]:
    return [anchor.citation for anchor in anchors]


WHOLE: dict[str, Any] = {
    "content": "Tea at four.", "role": "user", "session_id": "s", "speaker": "Ana",
    "tags": ["a"], "meta": {"n": [1, {"b": None, "a": 1.0}]}, "expires_at": 4_000_000_000_000,
    "timestamp": 1_700_000_000_000, "event_id": "e1",
}  # fmt: skip
OTHER: dict[str, Any] = {
    "content": "Tea at five.", "role": "tool", "session_id": "t", "speaker": None, "tags": [],
    "meta": {"n": 2}, "expires_at": None, "timestamp": 1_700_000_000_001, "event_id": "e2",
}  # fmt: skip


@pytest.mark.parametrize("field", WHOLE)
def test_whatever_else_would_be_written_is_refused(quick: QuickMemory, field: str) -> None:
    first = quick.append(**WHOLE, idempotency_key="k").citation
    with pytest.raises(KeyReused):
        quick.append(**{**WHOLE, field: OTHER[field]}, idempotency_key="k")
    given_by_the_program = {"timestamp", "event_id"}
    again = {name: value for name, value in WHOLE.items() if name not in given_by_the_program}
    assert quick.append(**again, idempotency_key="k").citation == first
    again["meta"] = {"n": (1, {"a": 1.0, "b": None}), "trace_id": "tr_2"}
    assert quick.append(**again, idempotency_key="k").citation == first
    assert len(quick.list(hidden=True).items) == 1


def test_a_key_of_several_records_is_of_these(quick: QuickMemory) -> None:
    two: list[dict[str, Any]] = [{"content": "One."}, {"content": "Two.", "session_id": "s"}]
    first = cited(quick.append_many(two, idempotency_key="k"))
    assert cited(quick.append_many(two, idempotency_key="k")) == first
    for others in (
        [*two, {"content": "Three."}], two[:1], two[::-1], [two[0], {"content": "Two."}],
    ):  # fmt: skip
        with pytest.raises(KeyReused, match="'k"):
            quick.append_many(others, idempotency_key="k")
    with pytest.raises(KeyReused):
        quick.append("One.", idempotency_key="k")
    quick.append("One.", idempotency_key="single")
    with pytest.raises(KeyReused):
        quick.append_many(two[:1], idempotency_key="single")
    assert len(quick.list().items) == 3


def test_records_of_a_request_with_a_key_have_none_of_their_own(quick: QuickMemory) -> None:
    with pytest.raises(BadRequest, match="not to both"):
        quick.append_many([{"content": "x", "idempotency_key": "own"}], idempotency_key="k")
    assert not quick.sessions()


def test_what_a_crash_left_out_of_several_is_written(root: Path, quick: QuickMemory) -> None:
    three = [{"content": f"Note {number}."} for number in range(3)]
    anchors = quick.append_many(three, idempotency_key="k")
    file = root / anchors[0].file_path
    os.truncate(file, anchors[0].byte_end + 1)
    for others in (three[:2], [*three, {"content": "More."}]):
        with pytest.raises(KeyReused):
            quick.append_many(others, idempotency_key="k")
    again = quick.append_many(three, idempotency_key="k")
    assert cited(again) == cited(anchors)


@pytest.mark.parametrize("place", ["session_id", "user_id"])
def test_several_with_keys_that_fail_half_way_say_which_are_durable(
    root: Path, quick: QuickMemory, place: str
) -> None:
    three: list[dict[str, Any]] = [
        {"content": f"Note {n}.", place: name} for n, name in enumerate("aab")
    ]
    known = quick.append(**three[0], idempotency_key="k0")
    there = quick.append_many([{"content": "There.", place: "b"}])[0]
    file = root / there.file_path
    file.rename(root / "aside")
    file.mkdir()
    keyed = [{**one, "idempotency_key": f"k{n}"} for n, one in enumerate(three)]
    with pytest.raises(PartialAppend) as caught:
        quick.append_many([*keyed, {"content": "Without."}])
    anchors: list[Any] = caught.value.anchors
    assert [at is not None for at in anchors] == [True, True, False, False]
    assert anchors[0].citation == known.citation
    file.rmdir()
    (root / "aside").rename(file)
    again = quick.append_many(keyed)
    assert cited(again)[:2] == cited(anchors[:2])


def test_a_turn_is_one_request(quick: QuickMemory) -> None:
    first = quick.after_llm("Hello.", "", idempotency_key="k").anchors
    assert cited(quick.after_llm("Hello.", "", idempotency_key="k").anchors) == cited(first)
    for said, answered in (("Hello.", "Hi."), ("", "Hi.")):
        with pytest.raises(KeyReused):
            quick.after_llm(said, answered, idempotency_key="k")
    turn = ("Hello.", "Hi.")
    whole = quick.after_llm(*turn, idempotency_key="n", cited=["e1"]).anchors
    again = quick.after_llm(*turn, idempotency_key="n", cited=["e1"]).anchors
    assert cited(again) == cited(whole)
    with pytest.raises(KeyReused):
        quick.after_llm("Hello.", "Hi.", idempotency_key="n", cited=["e2"])
    assert len(quick.list().items) == 3


def test_a_key_of_a_record_is_of_no_decision_and_the_other_way_round(quick: QuickMemory) -> None:
    quick.append("One.", event_id="e1", idempotency_key="record")
    quick.append_many([{"content": "Two."}], idempotency_key="several")
    quick.pin("e1", idempotency_key="decision")
    for key in ("record", "several"):
        with pytest.raises(KeyReused):
            quick.archive("e1", idempotency_key=key)
        with pytest.raises(KeyReused):
            quick.upsert("new", "New.", idempotency_key=key)
    with pytest.raises(KeyReused):
        quick.append("One.", idempotency_key="decision")
    with pytest.raises(KeyReused):
        quick.append_many([{"content": "One."}], idempotency_key="decision")
    assert quick.get("e1").version == 2 and len(quick.list().items) == 2


def test_a_key_that_was_erased_is_free(quick: QuickMemory) -> None:
    quick.append("One.", event_id="e1", idempotency_key="k")
    quick.pin("e1", idempotency_key="d")
    quick.erase(event_ids=["e1"])
    assert quick.append("Two.", idempotency_key="k")
    assert quick.append("Three.", idempotency_key="d")
