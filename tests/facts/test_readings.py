"""What the catalog keeps of a message and of a decision record, and what it makes of it."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from typing import Any

import pytest
from facts.stories import U, at, say

from eywa_fs.facts import readings
from eywa_fs.facts.decisions import Ruling
from eywa_fs.facts.journal import fact_value
from eywa_fs.facts.replay import Decided, ModelTurn, Turn
from eywa_fs.model.records import Anchor, Record

ANCHOR = Anchor("tenants/t/users/u/sessions/s.jsonl", "", 1, 1, 0, 80, "sha256:" + "0" * 64)
SAID_AT = at("2025-01-02")
QUOTED = "I guess this secret wording is only in the message."
CLAUSE = "I live in Turku"
OLD_FACT: list[Any] = ["user", "lives_in", "Turku", False, "fact", 0.8, "2025-01-02", None, 0, 5]


def record(meta: dict[str, Any] | None = None, content: str = "x", role: str = "user") -> Record:
    return Record("evt_1", "t", "u", "s", role, content, SAID_AT, meta=meta)


def fact(**changed: Any) -> dict[str, Any]:
    item = say(U, "lives_in", "图尔库", since="2025-01-02", start=3, end=9)
    return fact_value(item, CLAUSE) | changed


def ruling(**changed: Any) -> dict[str, Any]:
    made = asdict(Ruling(0, "supersede", "af_1", "moved"))
    return made | {"target_quote": QUOTED, "quote": QUOTED} | changed


def facts_meta(**changed: Any) -> dict[str, Any]:
    return {
        "kind": "facts", "version": 2, "reader": "m/1", "event_id": "evt_9", "said_at": SAID_AT,
        "session_id": "s9", "source": asdict(ANCHOR), "facts": [fact()], "decisions": [ruling()],
    } | changed  # fmt: skip


def old_meta(*facts: Any) -> dict[str, Any]:
    old = {"reader": "m/1", "text": QUOTED, "event_id": "evt_9", "said_at": SAID_AT}
    return {"kind": "facts", "source": asdict(ANCHOR), "facts": list(facts)} | old


def assertion(**changed: Any) -> dict[str, Any]:
    return {
        "kind": "assert", "fact": fact(), "source": asdict(ANCHOR), "event_id": "evt_9",
        "said_at": SAID_AT, "operator": "host", "reason": "asked back",
    } | changed  # fmt: skip


REJECT = {"kind": "reject", "target": "af_1", "reason": "", "operator": "human"}
VERDICT = {"kind": "verdict", "kept": "af_1", "dropped": None, "operator": "human"}
IN_FORM: tuple[dict[str, Any], ...] = (
    VERDICT,
    VERDICT | {"kept": None, "dropped": "af_2"},
    REJECT,
    old_meta(OLD_FACT),
    facts_meta(),
    facts_meta(facts=[], decisions=[]),
    facts_meta(decisions=[ruling(fact=None, action="retract")]),
    assertion(),
    assertion(kind="supersede", target="af_3"),
)


def kept(meta: dict[str, Any]) -> Any:
    reading = readings.read_decision(record(meta), ANCHOR)
    return reading and readings.timeline_record(reading)


@pytest.mark.parametrize("meta", IN_FORM)
def test_a_decision_in_form_is_read_and_keeps_no_message(meta: dict[str, Any]) -> None:
    through_disk = json.loads(json.dumps(meta))
    reading = readings.read_decision(record(through_disk), ANCHOR)
    assert reading is not None and not readings.is_misshapen(record(through_disk), ANCHOR)
    assert reading.kind == meta["kind"] and QUOTED not in reading.payload
    assert readings.timeline_record(reading) is not None


def test_a_models_facts_count_from_the_message() -> None:
    turn = kept(facts_meta())
    assert isinstance(turn, ModelTurn)
    assert (turn.event_id, turn.timestamp, turn.session_id) == ("evt_9", SAID_AT, "s9")
    assert (turn.decision_id, turn.content_hash) == ("evt_1", ANCHOR.content_hash)
    [turku] = turn.facts
    assert (turku.object, turku.stated_start, turku.span) == ("图尔库", True, (3, 9))
    assert (turku.rule, turku.sure, turku.source_anchor) == ("model:m/1", True, ANCHOR)
    assert turn.rulings == (Ruling(0, "supersede", "af_1", "moved"),)


def test_what_was_journaled_before_is_read_without_rulings_and_by_its_certainty() -> None:
    weak = [*OLD_FACT[:5], 0.5, *OLD_FACT[6:]]
    turn = kept(old_meta(OLD_FACT, weak))
    assert isinstance(turn, ModelTurn) and turn.rulings == ()
    assert [f.sure for f in turn.facts] == [True, False]
    assert turn.facts[0].source_event_id == "evt_9"


def test_a_decision_of_a_person_or_a_host() -> None:
    said = kept(assertion())
    assert isinstance(said, Decided) and said.fact is not None
    assert (said.kind, said.operator, said.fact.rule) == ("assert", "host", "host")
    assert said.timestamp == said.fact.observed_at == SAID_AT
    assert kept(assertion(kind="supersede", target="af_3")).target == "af_3"
    assert (kept(REJECT).kind, kept(REJECT).target) == ("reject", "af_1")
    assert (kept(VERDICT).kept, kept(VERDICT).target) == ("af_1", None)


MISSHAPEN: dict[str, dict[str, Any]] = {
    "verdict on numbers": {"kind": "verdict", "kept": 5, "dropped": [1]},
    "verdict without names": {"kind": "verdict"},
    "rejection of nothing": REJECT | {"target": ""},
    "rejection by nobody": {"kind": "reject", "target": "af_1"},
    "unknown version": facts_meta(version=3),
    "version true": facts_meta(version=True),
    "no list of facts": facts_meta(facts=None),
    "old fact in the new form": facts_meta(facts=[OLD_FACT]),
    "subject empty": facts_meta(facts=[fact(subject="")]),
    "predicate unknown": facts_meta(facts=[fact(predicate="resides")]),
    "predicate a list": facts_meta(facts=[fact(predicate=["lives_in"])]),
    "object a list": facts_meta(facts=[fact(object=["Turku"])]),
    "negated a word": facts_meta(facts=[fact(negated="no")]),
    "sure a number": facts_meta(facts=[fact(sure=1)]),
    "day impossible": facts_meta(facts=[fact(**{"from": "2025-02-30"})]),
    "span backwards": facts_meta(facts=[fact(start=9, end=3)]),
    "a key too many": facts_meta(facts=[fact(certainty=0.5)]),
    "half a character": facts_meta(facts=[fact(object="\ud83d")]),
    "ruling on no fact": facts_meta(decisions=[ruling(fact=1)]),
    "ruling on a true fact": facts_meta(decisions=[ruling(fact=True)]),
    "ruling unknown": facts_meta(decisions=[ruling(action="delete")]),
    "ruling a list": facts_meta(decisions=[ruling(action=["merge"])]),
    "ruling a text": facts_meta(decisions=["merge"]),
    "target a number": facts_meta(decisions=[ruling(target=7)]),
    "source a list": facts_meta(source=[1]),
    "source short": facts_meta(source={"file_path": "a"}),
    "source with a text for a number": facts_meta(source=asdict(ANCHOR) | {"byte_start": "0"}),
    "time negative": facts_meta(said_at=-1),
    "time beyond the calendar": facts_meta(said_at=10**20),
    "event id a number": facts_meta(event_id=7),
    "no session": {k: v for k, v in facts_meta().items() if k != "session_id"},
    "assertion of nothing": assertion(fact=None),
    "assertion without a source": assertion(source=None),
    "supersession of nothing": assertion(kind="supersede"),
    "old certainty a word": old_meta([*OLD_FACT[:5], "high", *OLD_FACT[6:]]),
    "old certainty above one": old_meta([*OLD_FACT[:5], 1.5, *OLD_FACT[6:]]),
    "old type unknown": old_meta([*OLD_FACT[:4], "rumour", *OLD_FACT[5:]]),
    "old text missing": old_meta(OLD_FACT) | {"text": None},
    "old fact short": old_meta(OLD_FACT[:-1]),
}


@pytest.mark.parametrize("meta", MISSHAPEN.values(), ids=MISSHAPEN)
def test_a_bad_line_is_skipped_and_told(meta: dict[str, Any]) -> None:
    assert readings.read_decision(record(meta), ANCHOR) is None
    assert readings.is_misshapen(record(meta), ANCHOR)


@pytest.mark.parametrize("meta", [None, {}, {"kind": "note"}, {"kind": ["facts"]}])
def test_a_decision_of_another_kind_is_not_ours(meta: dict[str, Any] | None) -> None:
    assert readings.read_decision(record(meta), ANCHOR) is None
    assert not readings.is_misshapen(record(meta), ANCHOR)


def test_a_message_goes_through_the_catalog_unchanged(monkeypatch: pytest.MonkeyPatch) -> None:
    said = (
        say(U, "lives_in", "Turku", since="2025-01-02", kind="place", start=1, end=4),
        say(U, "prefers", "茶", no=True, maybe=True, old="咖啡"),
        say(U, "", "4th", act="correct", kind="date"),
        say(U, "", "", act="retract"),
        say(U, "works_at", "", act="end"),
    )
    monkeypatch.setattr(readings, "extract", lambda *_: said)
    reading = readings.read_message(record(content=QUOTED), ANCHOR)
    assert reading is not None and QUOTED not in reading.payload
    turn = readings.timeline_record(reading)
    assert isinstance(turn, Turn)
    assert [(s.act, s.old, s.fact.object, s.fact.kind) for s in turn.said] == [
        (c.act, c.old, c.object, c.kind) for c in said
    ]
    assert [s.fact.sure for s in turn.said] == [c.sure for c in said]
    assert turn.facts[0].validity_start_at == at("2025-01-02", 0)
    assert turn.content_hash == ANCHOR.content_hash
    assert readings.read_message(record(content="x", role="assistant"), ANCHOR) is None


def test_what_the_rules_before_read_counts_until_its_file_is_read_again() -> None:
    """Rules 13 kept 14 values of a candidate."""
    lived = ["user", "lives_in", "Turku", False, "2025-01-02", None, 1, 4, "en.home.live", True,
             "state", "place", "", "I live in Turku"]  # fmt: skip
    reading = readings.turn(record(), ANCHOR, json.dumps([lived]))
    assert reading is not None
    turn = readings.timeline_record(reading)
    assert isinstance(turn, Turn)
    assert [(s.fact.object, s.fact.said, s.begun_by, s.by_name) for s in turn.said] == [
        ("Turku", "I live in Turku", None, False)
    ]
    assert turn.facts[0].validity_start_at == at("2025-01-02", 0)


def test_a_message_without_facts_has_no_reading_and_a_long_one_is_cut(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(readings, "extract", lambda *_: ())
    assert readings.read_content("x", 0) == ""
    assert readings.read_message(record(), ANCHOR) is None
    many = tuple(say(U, "prefers", f"thing {n}") for n in range(readings.MOST_FACTS + 5))
    monkeypatch.setattr(readings, "extract", lambda *_: many)
    assert len(json.loads(readings.read_content("x", 0))) == readings.MOST_FACTS


@pytest.mark.parametrize("payload", ["", "[", "{}", "[[1]]", "7", '[["user"]]', "null"])
def test_a_payload_that_was_edited_gives_nothing(payload: str) -> None:
    reading = readings.read_decision(record(facts_meta()), ANCHOR)
    assert reading is not None
    for kind in ("turn", "facts", "verdict", "reject"):
        edited = replace(reading, kind=kind, payload=payload)
        assert readings.timeline_record(edited) is None
