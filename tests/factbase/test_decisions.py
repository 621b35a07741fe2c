"""What people and host agents decide: quoted, written before its effect, the same after rebuild."""

from __future__ import annotations

import asyncio
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from corpus import Eywa, MakeMemory

from eywa_fs.errors import BadRequest, NotFound, ScopeForbidden
from eywa_fs.memory import EywaMemory

DAY = 86_400_000
SAID = 1_767_225_600_000  # 2026-01-01
LEASE = "Guess who signed the lease in Ghent!"
KEYS = "The keys to the flat in Namur are mine at last."
PLAIN = "I live in Turku."


@pytest.fixture
def told(make_memory: MakeMemory) -> Iterator[EywaMemory]:
    """A memory of three messages, and one of somebody else."""
    memory = make_memory()
    for n, line in enumerate((LEASE, KEYS, PLAIN)):
        memory.append(line, timestamp=SAID + n * DAY, event_id=f"e{n}")
    memory.append("My safe opens with 1234.", event_id="o", user_id="other")
    yield memory


def _homes(memory: EywaMemory, **more: Any) -> list[str]:
    return [f.object for f in memory.facts(predicate="lives_in", **more).facts]


def _metas(memory: EywaMemory) -> list[dict[str, Any]]:
    root = memory.layout.root / "tenants/default/users/me/decisions"
    files = sorted(root.iterdir()) if root.exists() else []
    return [json.loads(line)["meta"] for file in files for line in file.read_text().splitlines()]


def test_an_asserted_fact_is_served_with_the_record_it_quotes(told: EywaMemory) -> None:
    found = told.assert_fact(
        "user", "lives_in", "Ghent", quote="signed the lease in Ghent", event_id="e0"
    )
    fact = next(f for f in told.facts(every=True).facts if f.atomic_id == found.atomic_id)
    assert fact.citation.endswith("2026-01-01.jsonl:1") and fact.observed_at == SAID
    [meta] = _metas(told)
    assert (meta["kind"], meta["operator"]) == ("assert", "host")
    assert meta["fact"]["quote"] == LEASE[meta["fact"]["start"] : meta["fact"]["end"]]
    assert told.show(found.citation, tenant_id="default", user_id="me").meta is not None


def test_a_citation_names_the_record_as_well(told: EywaMemory) -> None:
    citation = "tenants/default/users/me/sessions/default/2026-01-02.jsonl:1"
    told.assert_fact("user", "owns", "flat", quote="the flat in Namur", citation=citation)
    [fact] = told.facts(predicate="owns").facts
    assert fact.event_id == "e1"


@pytest.mark.parametrize(
    ("change", "error", "words"),
    [
        ({"quote": "signed the lease in Rome"}, BadRequest, "letter by letter"),
        ({"quote": "SIGNED the lease"}, BadRequest, "letter by letter"),
        ({"quote": " "}, BadRequest, "quote is empty"),
        ({"event_id": "e9"}, NotFound, "e9"),
        ({"event_id": "o", "quote": "My safe"}, NotFound, "'?o"),
        ({"event_id": None}, BadRequest, "one of them"),
        ({"citation": "x:1"}, BadRequest, "one of them"),
        ({"event_id": None, "citation": "nonsense"}, BadRequest, "no citation"),
        (
            {
                "event_id": None,
                "citation": "tenants/default/users/other/sessions/default/2026-01-01.jsonl:1",
            },
            ScopeForbidden,
            "belongs to another",
        ),
        ({"predicate": "adores"}, BadRequest, "no predicate"),
        ({"object": ""}, BadRequest, "object is empty"),
        ({"operator": ""}, BadRequest, "nobody could read it: give an operator"),
        ({"valid_from": "soon"}, BadRequest, "YYYY-MM-DD"),
        ({"valid_from": "2026-02-01", "valid_to": "2026-01-01"}, BadRequest, "lies before"),
    ],
)
def test_what_cannot_be_quoted_is_not_decided(
    told: EywaMemory, change: dict[str, Any], error: type[Exception], words: str
) -> None:
    given: dict[str, Any] = {
        "subject": "user", "predicate": "lives_in", "object": "Ghent",
        "quote": "the lease in Ghent", "event_id": "e0",
    }  # fmt: skip
    with pytest.raises(error, match=words):
        told.assert_fact(**{**given, **change})
    assert _metas(told) == []


def test_a_value_takes_the_place_of_another(told: EywaMemory) -> None:
    first = told.assert_fact("user", "uses", "Ghent", quote="the lease in Ghent", event_id="e0")
    second = told.supersede_fact(
        first.atomic_id, "Namur", quote="the flat in Namur", event_id="e1", valid_from="2026-01-02"
    )
    old = told.fact_state().get(first.atomic_id)
    assert old is not None and (old.status, old.superseded_by) == ("superseded", second.atomic_id)
    with pytest.raises(NotFound):
        told.supersede_fact("af_0", "Namur", quote="the flat in Namur", event_id="e1")


def test_a_rejected_fact_stays_away_also_after_a_rebuild(
    told: EywaMemory, make_memory: MakeMemory
) -> None:
    found = told.assert_fact(
        "user", "owns", "flat", quote="the flat in Namur", event_id="e1"
    ).atomic_id
    told.reject_fact(found, "it is rented")
    assert told.facts(predicate="owns").facts == ()
    told.index()
    state, digest = told.fact_state(), told.rebuild().digest
    told.close()
    shutil.rmtree(told.layout.index)
    again = make_memory(told.layout.root)
    assert again.rebuild().digest == digest and again.fact_state().audit == state.audit
    assert again.facts(predicate="owns").facts == ()
    with pytest.raises(NotFound):
        again.reject_fact("af_0")


def test_what_the_rules_read_can_be_rejected_and_does_not_come_back(told: EywaMemory) -> None:
    assert _homes(told) == ["Turku"]
    [fact] = told.facts(predicate="lives_in").facts
    told.reject_fact(fact.atomic_id, "a joke")
    assert _homes(told) == []
    told.index()
    told.rebuild()
    assert _homes(told) == []
    told.append("I live in Turku.")  # said again, later: a new statement
    assert _homes(told) == ["Turku"]


def test_the_asynchronous_twins_do_the_same(told: EywaMemory) -> None:
    async def decide() -> None:
        one = await told.aassert_fact(
            "user", "lives_in", "Ghent", quote="the lease in Ghent", event_id="e0"
        )
        two = await told.asupersede_fact(
            one.atomic_id, "Namur", quote="the flat in Namur", event_id="e1"
        )
        await told.areject_fact(two.atomic_id, "no")

    asyncio.run(decide())
    assert [meta["kind"] for meta in _metas(told)] == ["assert", "supersede", "reject"]


def test_a_second_memory_sees_a_decision_at_once(told: EywaMemory, make_memory: MakeMemory) -> None:
    [fact] = told.facts(predicate="lives_in").facts
    other = make_memory(Path(told.layout.root), warm=False)
    told.reject_fact(fact.atomic_id)
    assert _homes(other) == []


def test_a_decision_that_cannot_be_written_has_no_effect(
    told: EywaMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    [fact] = told.facts(predicate="lives_in").facts

    def full(*_: Any) -> Any:
        raise OSError(28, "no space left")

    monkeypatch.setattr(told._parts.journal, "append_lines", full)
    with pytest.raises(OSError, match="no space"):
        told.reject_fact(fact.atomic_id)
    assert _homes(told) == ["Turku"]


@pytest.mark.usefixtures("told")
def test_the_command_decides_and_still_asks(eywa: Eywa) -> None:
    def said(*arguments: str) -> Any:
        return eywa("facts", *arguments, "--json").value

    [fact] = said("--predicate", "lives_in")["facts"]
    assert fact["object"] == "Turku"
    assert said("Where do I live?")["facts"][0]["object"] == "Turku"
    quoted = ("--quote", "the flat in Namur", "--event", "e1")
    made = said("supersede", fact["atomic_id"][:12], "Namur", *quoted)
    assert said("reject", made["atomic_id"][:12], "--reason", "no")["citation"]
    said("assert", "user", "owns", "flat", "--not", *quoted)
    assert said("--predicate", "owns")["facts"][0]["negated"] is True
    eywa("facts", "reject", "af_ffff", code=4)
    eywa("facts", "assert", "user", "owns", "x", "--quote", "nowhere", "--event", "e1", code=2)
