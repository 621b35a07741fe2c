"""What a deep verify found because somebody indexed meanwhile is no fault."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from eywa_fs.catalog import docs, outbox, summaries
from eywa_fs.errors import DependencyUnavailable
from eywa_fs.generations.generation import Generation
from eywa_fs.model.reports import Finding, VerifyReport

_TOO_MANY: Final = ("word_orphan", "vector_orphan")
_TOO_FEW: Final = ("word_missing", "vector_missing")


def take_out_unfinished(generation: Generation, report: VerifyReport) -> None:
    """Look again at the documents that a store has too many or too few, and take out of the report
    those that are as they should be by now, or are about to be.

    The catalog was read as it was at one moment, the stores later. What is written meanwhile is in
    a store before the catalog knows it, and noted as work; what goes leaves the catalog first.
    """
    suspect: dict[str, list[Finding]] = defaultdict(list)
    for finding in report.findings:
        if finding.kind in _TOO_MANY + _TOO_FEW:
            suspect[finding.tenant_id or ""].append(finding)
    fine: set[Finding] = set()
    for tenant_id, found in suspect.items():
        with suppress(DependencyUnavailable):  # of a store: its own check says it
            fine |= _fine(generation, tenant_id, found)
    report.findings = [finding for finding in report.findings if finding not in fine]


def _fine(generation: Generation, tenant_id: str, found: Sequence[Finding]) -> set[Finding]:
    with generation.catalog().read() as connection:
        known = docs.ids_of_tenant(connection, tenant_id)
        known |= summaries.ids_of_tenant(connection, tenant_id).keys()
        due = outbox.due_to_leave(connection, tenant_id)
    stored: dict[str, set[str]] = {"word": set(), "vector": set()}
    if any(one.kind.startswith("word") for one in found):
        stored["word"] = generation.words(tenant_id).opened().ids()
    if ids := [one.doc_id or "" for one in found if one.kind.startswith("vector")]:
        name = generation.collection(tenant_id)
        stored["vector"] = set(generation.vectors().get(name, ids))
    fine = set()
    for one in found:
        is_known, is_there = one.doc_id in known, one.doc_id in stored[one.kind.split("_")[0]]
        if one.kind in _TOO_MANY:
            passing = is_known or one.doc_id in due or not is_there
        else:
            passing = is_there or not is_known
        if passing:
            fine.add(one)
    return fine
