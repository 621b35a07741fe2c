"""Whatever a user's memory does leaves an entry of the audit trail, and with what it was done to
that goes as well."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any, get_args

import pytest
from corpus import MakeMemory
from erasure.marked import USER

from eywa_fs.facts.journal import KINDS, MODEL_FACTS
from eywa_fs.memory import EywaMemory
from eywa_fs.model.versions import Op
from eywa_fs.truth.auditlog import audit_entries

SAID = "I was born in Porto. My therapist is Dr Vexholm."
OTHER = "The kettle leaks a little."


class Reasons:
    """A reason for each decision, each with words of its own."""

    def __init__(self) -> None:
        self.given: list[str] = []

    def __call__(self) -> dict[str, Any]:
        self.given.append(f"quokka {len(self.given):03d} sings at dawn")
        return {"reason": self.given[-1], **USER}


def decide(memory: EywaMemory, name: str, why: Reasons) -> None:
    """Every decision there is about a record and a fact it says."""
    [fact] = memory.facts(predicate="born_in", **USER).facts
    of: dict[str, Any] = {"quote": "born in Porto", "event_id": name}
    memory.assert_fact("user", "born_in", "Porto", **of, **why())
    memory.supersede_fact(fact.atomic_id, "Faro", **of, **why())
    [faro] = memory.facts(predicate="born_in", **USER).facts
    memory.resolve_conflict(kept=fact.atomic_id, dropped=faro.atomic_id, **why())
    memory.confirm_fact(fact.atomic_id, **why())
    memory.reject_fact(fact.atomic_id, **why())
    memory.feedback(name, useful=False, **why())
    memory.update(name, SAID + " Or was.", **why())
    memory.restore(name, 1, **why())
    memory.confirm(name, **why())
    memory.pin(name, **why())
    memory.unpin(name, **why())
    memory.archive(name, **why())
    memory.unarchive(name, **why())
    memory.expire(name, 4_000_000_000_000, **why())
    with memory.transaction(**why()) as together:
        together.delete(name)


@pytest.mark.parametrize("criteria", [{"everything": True}, {"event_ids": ["h1"]}], ids=str)
def test_with_a_record_go_all_entries_about_it(
    root: Path, make_memory: MakeMemory, criteria: dict[str, Any]
) -> None:
    memory, why = make_memory(root), Reasons()
    memory.append(SAID, event_id="h1", **USER)
    memory.append(OTHER, event_id="h1", tenant_id="acme", user_id="bob")
    memory.pin("h1", tenant_id="acme", user_id="bob", reason="bob pins his own record")
    memory.index()
    decide(memory, "h1", why)
    done = {entry.action for entry in audit_entries(memory.layout)}
    known = {f"memory_{op}" for op in set(get_args(Op)) - {"add", "commit", "erased"}}
    assert known | {f"fact_{kind}" for kind in KINDS if kind != MODEL_FACTS} <= done
    report = memory.erase(**criteria, **USER)
    assert report.ok and report.certificate is not None and report.certificate.scan is not None
    assert report.certificate.scan["found"] == 0
    # The id of the transaction stands in the line that ends it, which says nothing of a record.
    assert report.certificate.scan["repeated"] == len(criteria.keys() & {"event_ids"})
    texts = ["quokka", "Vexholm"]
    for file, text in itertools.product((f for f in root.rglob("*") if f.is_file()), texts):
        assert text.encode() not in file.read_bytes(), file
    kept = [entry.reason for entry in audit_entries(memory.layout) if entry.user_id == "bob"]
    assert kept == ["bob pins his own record"]
    assert not memory.verify(deep=True).findings


def test_an_entry_that_stays_and_says_it_is_named(root: Path, make_memory: MakeMemory) -> None:
    """One of a kind that names nothing, as a program may write it."""
    memory = make_memory(root)
    memory.append(SAID, event_id="h1", **USER)
    memory.pin("h1", reason="she sees Dr Vexholm daily", **USER)
    memory.append(OTHER, event_id="h2", **USER)
    memory.audit_note("noted", "nothing", reason="she sees Dr Vexholm daily", **USER)
    memory.index()
    [at] = [entry.citation for entry in audit_entries(memory.layout, action="noted")]
    report = memory.erase(event_ids=["h1"], **USER)
    assert not report.ok and report.certificate is not None
    assert report.certificate.left == (at,)
    assert [(f.kind, f.target) for f in memory.verify().errors] == [("erasure_undone", at)]
    assert memory.erase(text="Dr Vexholm", **USER).ok
    assert memory.verify().ok


def test_words_of_operators_prove_nothing(root: Path, make_memory: MakeMemory) -> None:
    """What an entry says that is of no user's memory, or the reason of the erasure itself."""
    memory = make_memory(root)
    for number, reason in enumerate(["it was asked for", "because of the audit"]):
        memory.append(SAID, event_id=f"h{number}", **USER)
        memory.pin(f"h{number}", reason=reason, **USER)
    memory.audit_note("key_made", "k1", reason="because of the audit")
    report = memory.erase(everything=True, reason="it was asked for", **USER)
    assert report.ok and report.certificate is not None and report.certificate.scan is not None
    assert report.certificate.scan["repeated"] == 2
