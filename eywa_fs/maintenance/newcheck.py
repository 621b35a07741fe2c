"""Is a generation that is about to become the current one complete and right?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, get_args

from eywa_fs.catalog import docs
from eywa_fs.errors import DependencyUnavailable
from eywa_fs.generations.generation import Generation
from eywa_fs.ingest.filepass import PassLimits
from eywa_fs.language.tokens import query_terms
from eywa_fs.maintenance.graphcheck import PROBES, TENANTS
from eywa_fs.maintenance.verify import verify
from eywa_fs.model.documents import DocRow
from eywa_fs.model.reports import ErrorKind, Finding
from eywa_fs.model.results import Filters
from eywa_fs.truth.codec import record_at
from eywa_fs.truth.layout import Layout

_WRONG: Final = frozenset(get_args(ErrorKind)) - {"vector_graph_weak"}
"""What must not be. A fresh graph that is weak is as good as the next one would be: records that
repeat one another make it so."""

_TRIES: Final = 3
"""Looks at it: a file that is rewritten meanwhile is derived anew before the next one."""

_TERMS, _HITS = 16, 100
"""Of its own terms so many are asked for, and among so many hits a document must be, unless these
are full of others that say the same."""


def refuse_wrong(
    layout: Layout, generation: Generation, limits: PassLimits, catch_up: Callable[[], None]
) -> tuple[int, int]:
    """Look at all of it as a deep verify does, then ask for documents by their own words.

    Args:
        catch_up: derives what was appended or rewritten since.

    Returns:
        How many documents were asked for by their own words, and by their own vectors.

    Raises:
        DependencyUnavailable: something is missing or wrong.
    """
    wrong: Sequence[Finding] = ()
    for _ in range(_TRIES):
        report = verify(layout, generation, limits=limits, deep=True)
        wrong = [finding for finding in report.errors if finding.kind in _WRONG]
        if not wrong:
            return _ask_for_words(layout, generation), report.checked.get("probes", 0)
        catch_up()
    raise DependencyUnavailable(
        f"generation {generation.number} failed its check with {len(wrong)} findings, the old one "
        f"stays in use; the first: {wrong[0].kind} {wrong[0].target}: {wrong[0].detail}"
    )


def _ask_for_words(layout: Layout, generation: Generation) -> int:
    """How many documents were asked for; ``DependencyUnavailable`` where one is not found."""
    with generation.catalog().read() as connection:
        ids = [
            doc_id
            for tenant_id in docs.largest_tenants(connection, TENANTS)
            for doc_id in docs.sample_of_tenant(connection, tenant_id, PROBES)
        ]
        rows = docs.fetch(connection, ids)
    for row in rows.values():
        if not _is_found(generation, row, query_terms(_text(layout, row))[:_TERMS]):
            raise DependencyUnavailable(
                f"generation {generation.number} failed its check, the old one stays in use: "
                f"{row.anchor.citation} is not found by its own words"
            )
    return len(rows)


def _is_found(generation: Generation, row: DocRow, terms: Sequence[str]) -> bool:
    if not terms:
        return True
    key = row.doc_id.partition("-")[0]
    words = generation.words(row.scope.tenant_id).opened()
    hits = [doc_id for doc_id, _ in words.search(key, terms, Filters(), _HITS)]
    return row.doc_id in hits or len(hits) == _HITS


def _text(layout: Layout, row: DocRow) -> str:
    """What a document says, read from its file; empty where it was changed this moment."""
    if row.source_type == "longterm":
        return ""
    record = record_at(layout, row.scope, row.anchor)
    return "" if record is None else record.content[row.span_start : row.span_end]
