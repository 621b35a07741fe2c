"""One record with everything that follows from it: documents, summaries, facts, decisions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from eywa_fs.catalog import docs, summaries
from eywa_fs.errors import EywaError
from eywa_fs.factbase.book import FactBook
from eywa_fs.facts.afu import Afu
from eywa_fs.generations.generation import Generation
from eywa_fs.model.degraded import Degraded, combined
from eywa_fs.model.facts import Fact
from eywa_fs.model.plain import fields_of
from eywa_fs.model.records import Anchor, Record, Scope
from eywa_fs.truth.citations import read_named
from eywa_fs.truth.codec import records_in
from eywa_fs.truth.layout import Layout


@dataclass(frozen=True, slots=True)
class DocumentEntry:
    """A document of a record: characters ``span_start`` to ``span_end`` of its text, its state, and
    whether a vector of it is in the index."""

    doc_id: str
    lane: str
    span: int
    span_start: int
    span_end: int
    state: str
    vector: bool


@dataclass(frozen=True, slots=True)
class DecisionEntry:
    """A decision that names the record or one of its facts; ``kind`` as in docs/format.md."""

    event_id: str
    kind: str
    timestamp: int
    operator: str
    text: str
    citation: str


@dataclass(frozen=True, slots=True)
class About:
    """One record and what follows from it.

    Attributes:
        meta, extra: of the record, as its line has them.
        seal: ``sealed``, ``broken`` (its own hash does not fit its text) or ``none``.
        documents: of the index, in the order of the text; empty while it is not indexed.
        summaries: ids of summary documents that stand for one of them.
        facts: read in it, whatever their standing, candidates too; restated here only, not.
        ended: facts that it ended.
        enders: facts that took the place of one of its own.
        decisions: that name it or one of its facts, oldest first.
        dropped: facts refused because the bytes of their record no longer fit, by reason.
        degraded: parts that could not be asked.
    """

    record: Record
    anchor: Anchor
    seal: str
    documents: tuple[DocumentEntry, ...]
    summaries: tuple[str, ...]
    facts: tuple[Fact, ...]
    ended: tuple[Fact, ...]
    enders: tuple[Fact, ...]
    decisions: tuple[DecisionEntry, ...]
    dropped: Mapping[str, int]
    degraded: tuple[Degraded, ...]

    def as_dict(self) -> dict[str, Any]:
        record = self.record
        said = {
            "speaker": record.speaker,
            "agent_id": record.agent_id,
            "request_id": record.request_id,
            "idempotency_key": record.idempotency_key,
            "meta": dict(record.meta or {}),
            "extra": dict(record.extra),
        }
        own = record.as_dict() | said | {"citation": self.anchor.citation}
        return {"record": own} | fields_of(self, "record") | {"anchor": self.anchor.as_dict()}


def about(
    layout: Layout, scope: Scope, name: str, generation: Generation | None, book: FactBook
) -> About:
    """What follows from the record that ``name`` (a citation or an event id) names; errors as of
    :func:`read_named`."""
    record, anchor = read_named(layout, scope, name)
    documents, cited, degraded = _indexed(generation, anchor)
    loaded = book.loaded(scope)
    every = [*loaded.state.facts, *loaded.state.candidates]
    own = [fact for fact in every if fact.source_event_id == record.event_id]
    heirs = {fact.superseded_by for fact in own if fact.superseded_by}
    prover = book.prover(scope)

    def proved(found: Sequence[Afu]) -> tuple[Fact, ...]:
        return tuple(prover.facts(found, loaded))

    names = {record.event_id, *(fact.atomic_id for fact in own)}
    return About(
        record,
        anchor,
        record.seal,
        documents,
        cited,
        proved(own),
        proved([fact for fact in every if fact.ended_by == record.event_id]),
        proved([fact for fact in every if fact.atomic_id in heirs]),
        tuple(_decisions(layout, scope, names)),
        dict(prover.dropped),
        combined(degraded, prover.told(loaded)),
    )


def _indexed(
    generation: Generation | None, anchor: Anchor
) -> tuple[tuple[DocumentEntry, ...], tuple[str, ...], list[Degraded]]:
    """Documents of a record, and the summaries that stand for them."""
    if generation is None:
        return (), (), [Degraded("index", "missing", "nothing is indexed yet")]
    try:
        with generation.catalog().read() as connection:
            rows = [
                row
                for row in docs.of_path(connection, anchor.file_path)
                if row.anchor.byte_start == anchor.byte_start
            ]
            standing = summaries.stand_ins_of(connection, [row.doc_id for row in rows])
    except EywaError as error:
        return (), (), [Degraded("index", "unavailable", error)]
    return (
        tuple(DocumentEntry(*_shown(row)) for row in sorted(rows, key=lambda row: row.span)),
        tuple(sorted({item.summary_id for item in standing})),
        [],
    )


_shown = attrgetter(*DocumentEntry.__slots__)
"""What is shown of a document's row."""


def _decisions(layout: Layout, scope: Scope, names: AbstractSet[str]) -> Iterator[DecisionEntry]:
    """Decisions of a user that name one of ``names`` anywhere in what they decide."""
    for truth in layout.scope_files(scope):
        if truth.kind == "decisions":
            with suppress(FileNotFoundError):
                for line, record in records_in(layout, truth):
                    meta = record.meta if record is not None else None
                    if record is not None and meta and not names.isdisjoint(_texts(meta)):
                        said = str(meta.get("kind", "")), record.timestamp
                        who, where = str(meta.get("operator", "")), f"{truth.rel}:{line.number}"
                        yield DecisionEntry(record.event_id, *said, who, record.content, where)


def _texts(value: Any) -> Iterator[str]:
    """Every text in a JSON value, however deep."""
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            yield item
        elif isinstance(item, Mapping):
            waiting += item.values()
        elif isinstance(item, list):
            waiting += item
