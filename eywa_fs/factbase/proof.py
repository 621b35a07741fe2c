"""No fact leaves without its record: the bytes it was read from are proved first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from eywa_fs.factbase.state import Loaded
from eywa_fs.factbase.wording import fact_line
from eywa_fs.facts.afu import OPEN_PAST_MS, Afu
from eywa_fs.facts.replay import Decided, FactState, Turn
from eywa_fs.facts.timeline import holding
from eywa_fs.model.degraded import Degraded, combined, truth_changed
from eywa_fs.model.facts import AtTime, Fact
from eywa_fs.model.records import Anchor, Scope, Seal
from eywa_fs.truth.codec import record_in
from eywa_fs.truth.layout import Layout
from eywa_fs.truth.reader import Line, OpenFiles

Stale = Callable[[Iterable[str]], None]
"""Told of files whose facts did not fit, so that somebody looks at them."""


class Prover:
    """Proves facts of one scope; counts what it refuses.

    Args:
        stale: told of files whose facts have to be read anew. What a model read in a record is
            journaled elsewhere and is refused for as long as the record is changed: reading its
            file again would change nothing, and so would that of a file that cannot be read now.

    Attributes:
        dropped: facts refused, by reason (``mismatch``, ``missing``, ``foreign``, ``unreadable``).
        unread: why something may be missing that is as it was: a file cannot be read.
    """

    def __init__(self, layout: Layout, scope: Scope, stale: Stale) -> None:
        self._layout = layout
        self._scope = scope
        self._stale = stale
        self._seen: dict[Anchor, str] = {}
        self._seals: dict[Anchor, Seal] = {}
        self.dropped: Counter[str] = Counter()
        self._changed: set[str] = set()
        self.unread: dict[Degraded, None] = {}

    def facts(self, found: Iterable[Afu], loaded: Loaded) -> list[Fact]:
        """Those of ``found`` whose record is what it was when the fact was read, each as it stands
        at the moment of ``loaded``."""
        state = loaded.state
        rivals = {name for link in state.links for name in (link.source, link.target)}
        found = tuple(found)
        standing = at_time(state, found, loaded.at)
        ends = _citations(state, {fact.ended_by for fact in found} - {""})
        kept, refused = [], []
        with OpenFiles(self._layout, self._scope) as files:
            for fact in found:
                status = self._status(files, fact.source_anchor)
                if status == "ok":
                    name, seal = fact.atomic_id, self._seals[fact.source_anchor]
                    ended_by = ends.get(fact.ended_by)
                    kept.append(_served(fact, standing[name], seal, ended_by, name in rivals))
                else:
                    self._refuse(files, fact.source_anchor, status)
                    refused.append(fact)
        self._read_anew(f.source_anchor for f in refused if not is_journaled(f))
        return kept

    def proves(self, anchors: Iterable[Anchor]) -> bool:
        """Whether all of these bytes are what they were; one that is not is counted."""
        with OpenFiles(self._layout, self._scope) as files:
            found = {anchor: self._status(files, anchor) for anchor in anchors}
            wrong = {anchor: status for anchor, status in found.items() if status != "ok"}
            if wrong:
                self._refuse(files, *next(iter(wrong.items())))
        self._read_anew(wrong)
        return not wrong

    def told(self, loaded: Loaded) -> tuple[Degraded, ...]:
        """Why an answer may be worse: by what it was read from, as lines were changed or taken away
        for which something was refused, and as something that is as it was cannot be read."""
        return combined(loaded.degraded, self.unread, truth_changed(len(self._changed)))

    def _refuse(self, files: OpenFiles, anchor: Anchor, status: str) -> None:
        self.dropped[status] += 1
        if files.changed(anchor):
            self._changed.add(anchor.file_path)

    def _read_anew(self, anchors: Iterable[Anchor]) -> None:
        stale = set()
        for anchor in anchors:
            path = anchor.file_path
            if self._seen[anchor] == "unreadable":
                detail = f"{path} cannot be read: what is known from it is not shown"
                self.unread[Degraded("truth", "unreadable", detail)] = None
            else:
                stale.add(path)
        if stale:
            self._stale(sorted(stale))

    def _status(self, files: OpenFiles, anchor: Anchor) -> str:
        if anchor not in self._seen:
            found = files.resolve(anchor)
            self._seen[anchor] = found.status
            if found.data is not None:
                self._seals[anchor] = self._seal(anchor, found.data)
        return self._seen[anchor]

    def _seal(self, anchor: Anchor, data: bytes) -> Seal:
        truth = self._layout.parse(anchor.file_path)
        if truth is None or truth.kind == "longterm":
            return "none"
        line = Line(anchor.line_start, anchor.byte_start, data)
        record = record_in(self._layout, truth, line)
        return "none" if record is None else record.seal


def is_journaled(fact: Afu) -> bool:
    """Whether a decision record holds the fact, and not what rules read in its record."""
    return fact.rule == "host" or fact.rule.startswith("model:")


def _citations(state: FactState, event_ids: set[str]) -> dict[str, str]:
    """Where those records stand that say or decide something, by event id."""
    found: dict[str, str] = {}
    for record in state.records if event_ids else ():
        if record.event_id in event_ids:
            told = (s.fact for s in record.said) if isinstance(record, Turn) else record.facts
            anchors = [fact.source_anchor for fact in told]
            if isinstance(record, Decided) and record.anchor is not None:
                anchors = [record.anchor]
            if anchors:
                found[record.event_id] = anchors[0].citation
    return found


def _served(
    fact: Afu, at_time: AtTime, seal: Seal, ended_by: str | None, in_conflict: bool
) -> Fact:
    """A stored fact as a caller gets it."""
    start = fact.validity_start_at
    return Fact(
        atomic_id=fact.atomic_id,
        type=fact.type,
        subject=fact.subject,
        predicate=fact.predicate,
        object=fact.object,
        negated=fact.negated,
        rule=fact.rule,
        said=fact.said,
        sure=fact.sure,
        status=fact.status,
        superseded_by=fact.superseded_by,
        at_time=at_time,
        observed_at=fact.observed_at,
        valid_from=None if start == OPEN_PAST_MS else start,
        valid_to=fact.validity_end_at,
        citation=fact.source_anchor.citation,
        anchor=fact.source_anchor,
        event_id=fact.source_event_id,
        text=fact_line(fact),
        seal=seal,
        ended_by=ended_by,
        restated_by=fact.evidence.event_ids,
        in_conflict=in_conflict,
    )


def at_time(state: FactState, found: Iterable[Afu], at: int) -> dict[str, AtTime]:
    """How each of ``found`` stands at ``at`` (ms), by atomic id: ``holds`` is what
    :func:`~eywa_fs.facts.timeline.current` gives."""
    facts = tuple(found)
    held = {fact.atomic_id for fact in holding(state, facts, at)}

    def one(fact: Afu) -> AtTime:
        if fact.atomic_id in held:
            return "holds"
        if not fact.sure:
            return "unsure"
        ahead = fact.validity_start_at > at and fact.status != "retracted" and not fact.never_held
        return "ahead" if ahead else "over"

    return {fact.atomic_id: one(fact) for fact in facts}
