"""Erasing records that were decided on: versions, transactions, deletions."""

from __future__ import annotations

from corpus import MakeMemory

from eywa_fs.memory import EywaMemory
from eywa_fs.model.reports import VerifyReport


def checked(memory: EywaMemory) -> VerifyReport:
    """A deep verify that found nothing."""
    report = memory.verify(deep=True)
    assert not report.findings, [finding.as_dict() for finding in report.findings]
    return report


def test_a_transaction_of_which_a_line_was_erased_is_whole(make_memory: MakeMemory) -> None:
    memory = make_memory()
    for name in ("home", "kettle", "dog"):
        memory.append(f"What is said of the {name} here.", event_id=name)
    with memory.transaction() as together:
        together.update("home", "Another text of the home.")
        together.delete("kettle")
        together.pin("dog")
    memory.index()
    memory.checkpoint()
    memory.erase(event_ids=["home"])
    checked(memory)
    assert memory.get("kettle").state == "soft_deleted" and memory.get("dog").pinned
