"""Which lines an erasure takes: those that say it, and what follows from them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from corpus import DAY, DAY_0, MakeMemory
from erasure.marked import CHINESE, CONFIG, FOLDER, MARK, USER, foreign_lines, put

from eywa_fs.erasure.choosing import Chosen, choose, choose_behind
from eywa_fs.erasure.criteria import Criteria
from eywa_fs.errors import BadRequest
from eywa_fs.memory import EywaMemory
from eywa_fs.truth.layout import Layout

SESSION = f"{FOLDER}/sessions/foreign/2025-06-16.jsonl"


def chosen(root: Path, user: str | None = "ana", **criteria: Any) -> Chosen:
    return choose(Layout(root), Criteria("acme", user, **criteria), "UTC")


def lines(found: Chosen, path: str = SESSION) -> list[int]:
    cited = (citation.rpartition(":") for citation in found.citations)
    return sorted(int(line.partition("-")[0]) for rel, _, line in cited if rel == path)


def test_a_text_is_found_however_it_is_written(root: Path) -> None:
    put(root, foreign_lines())
    by_mark = chosen(root, text=MARK)
    assert lines(by_mark) == [1, 2, 3, 6, 8]
    assert lines(by_mark, f"{FOLDER}/longterm/notes.md") == [1, 7]
    assert by_mark.counts == {"records": 3, "malformed": 2, "sections": 2}
    assert lines(chosen(root, text=CHINESE)) == [1, 6]
    assert lines(chosen(root, text="\U0001f99c")) == [1]
    assert lines(chosen(root, text="the last one counts")) == [3]


def test_names_of_keys_and_of_the_place_are_no_text(root: Path) -> None:
    line = {"content": "stays", "userId": "ana", "tenantId": "acme", "messageRole": "user"}
    put(root, {SESSION: json.dumps(line) + "\n"})
    for text in ("content", "ana", "acme", "user", "sessionId"):
        assert not chosen(root, text=text).ends, text


def test_names_that_a_writer_gave_are_text(root: Path) -> None:
    metas = [{"contacts": {"Zyx": "friend"}}, {"Zyx": 1}, {"contacts": "none"}]
    written = [json.dumps({"content": "x", "meta": meta}) for meta in metas]
    put(root, {SESSION: "\n".join([*written, json.dumps({"content": "x", "Zyx": 1})]) + "\n"})
    assert lines(chosen(root, text="Zyx")) == [1, 2, 4]


RANDOM = {
    "requestId": "rq_0c40dad7b2e19115",
    "idempotencyKey": "2bf7a8dad0c4411e9be91172b2ade64f",
    "meta": {
        "trace_id": "tr_911dad00b2c4ef17",
        "parent": "4BF92F35-77B3-4DAD-A6CE-911929D0E0E4",
        "more": ["evt_0193b2dad07c9117c5f0ade757f92ea6"],
    },
}
"""Ids as clients and the service make them for a record."""


@pytest.mark.parametrize("text", ["911", "dad", "b2", "evt_", "DAD"])
def test_a_short_text_is_not_found_in_what_programs_made_at_random(root: Path, text: str) -> None:
    said = [{"content": "Tea at four.", **RANDOM}, {"content": f"The gate: {text}.", **RANDOM}]
    chosen_by_the_writer = [
        {"content": "x", "idempotencyKey": f"gate-{text}"},
        {"content": "x", "meta": {"note": text, **RANDOM["meta"]}},  # type: ignore[dict-item]
        {"content": "x", "tags": ["4bf92f3577b34dada6ce911929d0b2e4", text]},
        {"content": f"0193b2dad07c9117{text}"},
    ]
    every = [json.dumps(one) for one in said + chosen_by_the_writer]
    put(root, {SESSION: "\n".join(every) + "\n"})
    assert lines(chosen(root, text=text)) == [2, 3, 4, 5, 6]


def test_a_text_that_stands_nowhere_by_chance_is_found_in_them(root: Path) -> None:
    put(root, {SESSION: json.dumps({"content": "x", **RANDOM}) + "\n"})
    for text in ("2bf7a8dad0c4411e9be91172b2ade64f", "rq_0c40dad7", "b2ade64f", "77B3-4DAD"):
        assert lines(chosen(root, text=text)) == [1], text


def test_decisions_and_audit_entries_are_not_taken_by_their_ids(
    root: Path, make_memory: MakeMemory
) -> None:
    memory = make_memory(root, CONFIG)
    memory.append("I live in Porto.", event_id="home-7", **USER)
    [porto] = memory.facts(predicate="lives_in", **USER).facts
    memory.confirm_fact(porto.atomic_id, **USER)
    memory.pin("home-7", trace_id="tr_911dad00b2c4ef17", idempotency_key="9" * 15 + "a", **USER)
    digits = porto.atomic_id[3:]
    pieces = [digits[at : at + 4] for at in range(0, len(digits), 4)]
    mixed = [one for one in pieces if not one.isdigit()]  # a date may be in a path
    for text in (*mixed, "911", "99a"):
        assert not chosen(root, text=text).ends, text
    assert chosen(root, text=porto.atomic_id).counts == {"decisions": 1, "audit": 1}
    assert chosen(root, text="home-7").counts == {"decisions": 1, "audit": 1}


def test_a_text_is_found_in_what_another_program_wrote_as_utf_16(root: Path) -> None:
    put(root, {SESSION: "", f"{FOLDER}/longterm/wide.md": ""})
    line = json.dumps({"content": "Zyx 港 office"}, ensure_ascii=False) + "\n"
    (root / SESSION).write_bytes(b'{"content":"stays"}\n' + line.encode("utf-16"))
    (root / f"{FOLDER}/longterm/wide.md").write_bytes(b"\xfe\xff" + line.encode("utf-16-be"))
    found = chosen(root, text="Zyx 港 office")
    assert lines(found) == [2] and found.counts == {"malformed": 1, "sections": 1}


def test_by_id_session_time_and_everything(root: Path, make_memory: MakeMemory) -> None:
    memory = make_memory(root, CONFIG)
    for day in range(3):
        memory.append("one", timestamp=DAY_0 + day * DAY, session_id="a", **USER)
        memory.append("two", timestamp=DAY_0 + day * DAY, session_id="b", **USER)
    [last] = memory.list(limit=1, **USER).items
    put(root, foreign_lines())
    put(root, {f"{FOLDER}/sessions/a/2025-06-17.jsonl": "not a record\n"})
    assert lines(chosen(root, event_ids=["md_no", last.record.event_id]), SESSION) == []
    assert chosen(root, event_ids=[last.record.event_id]).citations == [last.citation]
    assert chosen(root, session_id="b").counts == {"records": 3}
    in_time = chosen(root, since=DAY_0 + DAY, until=DAY_0 + 2 * DAY, session_id="a")
    assert in_time.counts == {"malformed": 1}
    assert chosen(root, since=DAY_0 + DAY // 2, until=DAY_0 + DAY, session_id="a").counts == {}
    assert chosen(root, since=DAY_0 + 2 * DAY).counts == {"records": 2}
    every = chosen(root, everything=True).counts
    assert (every["sections"], every["malformed"]) == (4, 3)
    assert chosen(root, text="one", session_id="a").counts == {"records": 2}


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"text": " "},
        {"everything": True, "text": "x"},
        {"since": 5, "until": 5},
    ],
)
def test_criteria_that_say_nothing_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(BadRequest):
        Criteria("t", "u", **wrong)


def test_other_users_only_with_the_whole_tenant(root: Path, make_memory: MakeMemory) -> None:
    memory = make_memory(root, CONFIG)
    for tenant, user in (("acme", "ana"), ("acme", "bob"), ("other", "ana")):
        memory.append("the blue heron", tenant_id=tenant, user_id=user)
    assert len(chosen(root, text="heron").ends) == 1
    whole = chosen(root, None, text="heron")
    assert len(whole.ends) == 2 and not any("other" in path for path, _ in whole.ends)
    assert chosen(root, None, everything=True).counts == {"records": 2}


def told(memory: EywaMemory) -> tuple[str, str, str]:
    """Three facts: ids of the messages."""
    names = ("first", "second", "third")
    for name, text in zip(
        names, ("I live in Porto.", "I was born in Faro.", "I was born in Braga."), strict=True
    ):
        memory.append(text, event_id=f"evt_{name}", **USER)
    return "evt_first", "evt_second", "evt_third"


def test_decisions_that_follow_go_as_well(root: Path, make_memory: MakeMemory) -> None:
    memory = make_memory(root, CONFIG)
    first, second, _ = told(memory)
    [porto] = memory.facts(predicate="lives_in", **USER).facts
    born = {fact.object: fact.atomic_id for fact in memory.facts(predicate="born_in", **USER).facts}
    memory.supersede_fact(porto.atomic_id, "Porto", quote="Porto", event_id=first, **USER)
    memory.reject_fact(porto.atomic_id, "a joke", **USER)
    memory.resolve_conflict(kept=born["Faro"], dropped=born["Braga"], **USER)
    decisions = next((root / FOLDER / "decisions").iterdir())
    rel = str(decisions.relative_to(root))
    gone = chosen(root, event_ids=[first])
    assert gone.counts == {"records": 1, "decisions": 2, "audit": 2}
    assert lines(gone, rel) == [1, 2]
    assert lines(gone, next(path for path, _ in gone.ends if path.startswith("audit"))) == [1, 2]
    assert gone.facts[porto.atomic_id] == "user lives_in Porto"
    assert len(gone.links()[rel]) == 2
    assert lines(chosen(root, event_ids=[second]), rel) == [3]
    assert lines(chosen(root, text="a joke"), rel) == [2]
    # A decision that is written after the choice is found by what it names.
    memory.reject_fact(porto.atomic_id, "again", **USER)
    behind = choose_behind(Layout(root), Criteria("acme", "ana", event_ids=[first]), gone)
    assert lines(behind, rel) == [4]


def test_a_reading_of_a_model_goes_with_its_message_or_one_it_quotes(
    root: Path, make_memory: MakeMemory
) -> None:
    memory = make_memory(root, CONFIG)
    _, second, third = told(memory)
    born = {fact.object: fact.atomic_id for fact in memory.facts(predicate="born_in", **USER).facts}
    source = {"file_path": SESSION, "byte_start": 0}
    rulings = [
        {"fact": None, "target": born["Faro"], "target_quote": "born in Faro", "action": "none"}
    ]
    readings = [
        {"kind": "facts", "event_id": second, "source": source, "facts": [], "decisions": []},
        {"kind": "facts", "event_id": third, "source": source, "facts": [], "decisions": rulings},
    ]
    rel = f"{FOLDER}/decisions/2025-06-16.jsonl"
    put(root, {rel: "".join(json.dumps({"content": "x", "meta": m}) + "\n" for m in readings)})
    put(root, {SESSION: '{"content":"the source"}\n'})
    assert lines(chosen(root, event_ids=[second]), rel) == [1, 2]
    assert lines(chosen(root, event_ids=[third]), rel) == [2]
    assert lines(chosen(root, session_id="foreign"), rel) == [1, 2]


def test_entries_of_the_audit_trail_that_hold_a_text_go(
    root: Path, make_memory: MakeMemory
) -> None:
    memory = make_memory(root, CONFIG)
    memory.append("The password of the safe is heron-42.", event_id="evt_safe", **USER)
    memory.append("unrelated words of some length", **USER)
    journal = memory._parts.journal
    journal.audit("tested", "x", reason="it says: The password of the safe is heron-42.")
    journal.audit("tested", "x", reason="nothing")
    assert chosen(root, text="heron-42").counts == {"records": 1, "audit": 1}
    by_id = chosen(root, event_ids=["evt_safe"])
    assert by_id.counts == {"records": 1, "audit": 1}
    assert chosen(root, text="tested").counts == {}
