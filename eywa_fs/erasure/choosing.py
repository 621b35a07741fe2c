"""Which lines go: those that fulfil the criteria, and what follows from them."""

from __future__ import annotations

import json
import os
import unicodedata
from bisect import bisect
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import accumulate
from typing import AnyStr

from eywa_fs.erasure.criteria import Criteria
from eywa_fs.erasure.needles import HALVES, Needles, forms, pieces
from eywa_fs.erasure.saying import Said, as_text, holds, looked_for, said_in, scope_said
from eywa_fs.errors import NotFound
from eywa_fs.facts.afu import Afu
from eywa_fs.facts.decisions import Decided, ModelTurn, Turn
from eywa_fs.facts.readings import read_decision, read_message, timeline_record
from eywa_fs.governance.ledger import Ledger
from eywa_fs.model.listing import folded
from eywa_fs.model.records import CITATION_BEGINS, Anchor, Record, Scope
from eywa_fs.model.reports import Progress
from eywa_fs.truth.auditlog import log_files
from eywa_fs.truth.chain import chain_value, is_linked, last_value
from eywa_fs.truth.codec import record_in
from eywa_fs.truth.erasures import Range, read_range
from eywa_fs.truth.layout import LOGS, Layout, TruthPath
from eywa_fs.truth.markdown import section_records, segments
from eywa_fs.truth.reader import Line, read_exactly, read_lines, read_whole, reading
from eywa_fs.truth.tombstones import erased_by

_LARGEST_RANGE = 4 << 20
_NAMES = ("evt_", "af_", "md_", CITATION_BEGINS)
"""How ids and citations begin. Another id is one only under a key that is meant for ids."""

_Places = tuple[int, list[int]]
"""The length of something, and where it begins, each time."""


@dataclass(slots=True)
class Chosen:
    """The lines that go.

    Attributes:
        ends: where each line ends, by file and where it begins.
        counts: lines by kind: ``records``, ``malformed``, ``sections``, ``audit``, ``decisions``,
            ``episodes``.
        citations: where they stand.
        chain_at: chain value of each line of a linked log, by file and where the line begins.
        markdown: of each Markdown file its bytes as they are.
        contents: pieces of what the records and sections say.
        texts: pieces of all texts that stood in the lines and of the one that was asked for, and
            their random event ids.
        facts: facts that go, by atomic id.
        names: ids and citations by which a decision may name a record that goes.
        before: lines that went already, by file and where they begin.
    """

    ends: dict[tuple[str, int], int] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)
    citations: list[str] = field(default_factory=list)
    chain_at: dict[tuple[str, int], str] = field(default_factory=dict)
    markdown: dict[str, bytes] = field(default_factory=dict)
    contents: set[str] = field(default_factory=set)
    texts: set[str] = field(default_factory=set)
    facts: dict[str, str] = field(default_factory=dict)
    names: set[str] = field(default_factory=set)
    before: set[tuple[str, int]] = field(default_factory=set)

    def merged(self) -> tuple[Range, ...]:
        """The ranges by path and place; lines that adjoin are one, but in a chained log."""
        found: list[Range] = []
        for (path, start), end in sorted(self.ends.items()):
            last = found[-1] if found and found[-1].path == path else None
            alone = is_linked(path) or path in self.markdown
            if (
                last is not None
                and not alone
                and last.end + 1 == start
                and end - last.start <= _LARGEST_RANGE
            ):
                found[-1] = Range(path, last.start, end)
            else:
                found.append(Range(path, start, end))
        return tuple(found)

    def links(self) -> dict[str, tuple[str, ...]]:
        """Of each linked log the chain values of its lines, in their order."""
        found: dict[str, list[str]] = {}
        for (path, _), value in sorted(self.chain_at.items()):
            found.setdefault(path, []).append(value)
        return {path: tuple(values) for path, values in found.items()}

    def take(self, kind: str, path: str, place: tuple[int, int], citation: str) -> None:
        """Add a line, from where to where."""
        self.ends[path, place[0]] = place[1]
        self.counts[kind] = self.counts.get(kind, 0) + 1
        self.citations.append(citation)
        self.names.add(citation)

    def add(self, others: Chosen) -> None:
        """Add what was chosen behind this one; of its lines only what names and finds them."""
        self.before |= others.before | others.ends.keys()
        self.names |= others.names
        self.texts |= others.texts

    def goes(self, path: str, start: int) -> bool:
        """Whether a line goes, or has gone."""
        return (path, start) in self.ends or (path, start) in self.before


def choose(
    layout: Layout,
    criteria: Criteria,
    timezone: str,
    progress: Progress = lambda done, total: None,
) -> Chosen:
    """Look at every line that may be meant, and at what follows from those that are.

    Args:
        timezone: in which messages are read for facts (IANA).

    Raises:
        TruthReadError: a file cannot be read, or a symbolic link stands where one of these users'
            would.
    """
    layout.refuse_linked(criteria.tenant_id, criteria.user_id)
    scopes = [scope for scope in layout.scopes() if criteria.covers(scope)]
    files = {scope: layout.scope_files(scope) for scope in scopes}
    total, done = sum(map(len, files.values())), 0
    choice = _Choice(layout, criteria, Chosen(), timezone)
    for scope in scopes:
        for truth in files[scope]:
            if criteria.concerns(truth):
                if truth.kind == "longterm":
                    choice.look_at_sections(truth)
                else:
                    choice.look_at_lines(truth)
            done += 1
            progress(done, total)
        if criteria.text is not None:
            choice.look_at_updates(scope, criteria.text)
    if criteria.text is not None:
        for form in (None, "NFC", "NFD"):
            text = unicodedata.normalize(form, criteria.text) if form else criteria.text
            choice.chosen.texts.update(pieces(text))
    choice.follow()
    return choice.chosen


def choose_behind(layout: Layout, criteria: Criteria, known: Chosen) -> Chosen:
    """What was written meanwhile, after a choice was made, and follows from the lines that went;
    errors as of :func:`choose`."""
    chosen = Chosen(names=set(known.names), contents=known.contents)
    chosen.before = known.before | known.ends.keys()
    _Choice(layout, criteria, chosen).follow()
    return chosen


def lines_of(layout: Layout, rel: str) -> Iterator[Line]:
    """The lines of a file, its torn tail too; those that are blank or erased left out. A file that
    is gone has none."""
    with suppress(FileNotFoundError), reading(layout, rel) as fd:
        number, offset = 1, 0
        for line in read_lines(fd, 0, 1):
            number, offset = line.number + 1, line.byte_end + 1
            if line.data.strip() and erased_by(line.data) is None:
                yield line
        torn = read_exactly(fd, offset, max(0, os.fstat(fd).st_size - offset)).split(b"\n")[0]
        if torn.strip() and erased_by(torn) is None:
            yield Line(number, offset, torn)


@dataclass(frozen=True, slots=True)
class _Choice:
    """A choice while it is made."""

    layout: Layout
    criteria: Criteria
    chosen: Chosen
    timezone: str = "UTC"

    def look_at_lines(self, truth: TruthPath) -> None:
        """Choose lines of a session or decisions file."""
        text, kind = self.criteria.text, truth.kind
        keys, cased = kind == "session", kind == "decisions"
        for line in lines_of(self.layout, truth.rel):
            if text is None or holds(line.data, text, keys=keys, cased=cased):
                record = record_in(self.layout, truth, line)
                if self.criteria.takes(truth, record):
                    self._take(truth, line, record)

    def look_at_sections(self, truth: TruthPath) -> None:
        """Choose sections of a Markdown file, a heading with nothing below it too."""
        try:
            data = read_whole(self.layout, truth.rel)
        except FileNotFoundError:
            return
        chosen, records = self.chosen, section_records(data, truth.rel, truth.scope)
        ids = {one.byte_start: record for one, record in records}
        for start, end in _saying(data, self.criteria.text):
            if not data[start:end].strip() or not self.criteria.takes(truth, ids.get(start)):
                continue
            first = 1 + data.count(b"\n", 0, start)
            last = first + data.count(b"\n", start, end)
            citation = f"{truth.rel}:{first}" + (f"-{last}" if last > first else "")
            chosen.take("sections", truth.rel, (start, end), citation)
            chosen.markdown[truth.rel] = data
            text = data[start:end].decode("utf-8", "replace")
            chosen.texts.update(pieces(text))
            chosen.contents.update(pieces(text))
            if start in ids:
                chosen.names.add(ids[start].event_id)

    def look_at_updates(self, scope: Scope, text: str) -> None:
        """Choose the records that say the text in an update: where that is their text now all of
        the record, so that no older text takes its place, else that version alone."""
        ledger = Ledger(self.layout, scope)
        said: dict[str, list[Anchor]] = {}
        for change in ledger.changes:
            if change.op == "update" and holds(self._read(change.anchor), text):
                said.setdefault(change.target, []).append(change.anchor)
        for name, anchors in said.items():
            with suppress(NotFound):
                target = ledger.target(name)
                own = self.layout.parse(target.anchor.file_path)
                if own is None or not self.criteria.concerns(own):
                    continue
                if not self.criteria.takes(own, target.record):
                    continue
                if ledger.standing(target).text in anchors:
                    anchors = [target.anchor]  # what is decided about it follows
                for at in anchors:
                    truth = self.layout.parse(at.file_path)
                    if truth is not None and not self.chosen.goes(at.file_path, at.byte_start):
                        line = Line(at.line_start, at.byte_start, self._read(at))
                        self._take(truth, line, record_in(self.layout, truth, line))

    def follow(self) -> None:
        """Choose the decisions and lines about episodes that name what goes, those that name these,
        and entries of the audit trail."""
        for scope in self.layout.scopes():
            if self.criteria.covers(scope):
                files = [file for file in self.layout.scope_files(scope) if file.kind in LOGS]
                while self._follow_once(files):
                    pass
        self._follow_into_audit()

    def _read(self, at: Anchor) -> bytes:
        return read_range(self.layout, Range(at.file_path, at.byte_start, at.byte_end)) or b""

    def _take(self, truth: TruthPath, line: Line, record: Record | None) -> None:
        """Choose a line of a session or decisions file, and note what it says."""
        chosen, anchor = self.chosen, line.anchor(truth.rel)
        decision = truth.kind in LOGS
        kind = truth.kind if decision else "malformed" if record is None else "records"
        chosen.take(kind, truth.rel, (line.byte_start, line.byte_end), anchor.citation)
        for text in looked_for(line.data, decision=decision):
            chosen.texts.update(pieces(text))
        if decision:
            self._chain(truth.rel, line)
        if record is None:
            return
        chosen.names.add(record.event_id)
        if len(record.event_id) == 36 and record.event_id.startswith("evt_"):
            chosen.texts.add(record.event_id)  # random: it stands nowhere else
        if decision:
            reading = read_decision(record, anchor)
        else:
            chosen.contents.update(pieces(record.content))
            reading = read_message(record, anchor, self.timezone)
        for fact in () if reading is None else _facts(timeline_record(reading)):
            chosen.names.add(fact.atomic_id)
            chosen.facts[fact.atomic_id] = f"{fact.subject} {fact.predicate} {fact.object}"

    def _chain(self, path: str, line: Line) -> None:
        """Note the chain value of a line, also of one that does not state it."""
        value = chain_value(line.data)
        if not value:
            with reading(self.layout, path) as fd:
                value = last_value(fd, line.byte_end, self.layout.root / path)
        self.chosen.chain_at[path, line.byte_start] = value

    def _follow_once(self, decisions: Sequence[TruthPath]) -> bool:
        """Choose the decisions that name what goes; says whether there were any."""
        before = len(self.chosen.ends)
        for truth in decisions:
            for line in lines_of(self.layout, truth.rel):
                gone = self.chosen.goes(truth.rel, line.byte_start)
                if not gone and _depends(line.data, self.chosen):
                    self._take(truth, line, record_in(self.layout, truth, line))
        return len(self.chosen.ends) > before

    def _follow_into_audit(self) -> None:
        """Choose entries of the audit trail that hold a text that goes, or name what goes, whatever
        was done to it: their reason is its text."""
        needles, wanted = Needles(self.chosen.contents), self.criteria.text
        for path in log_files(self.layout, "audit"):
            if not path.endswith(".log.jsonl"):
                continue
            for line in lines_of(self.layout, path):
                if self.chosen.goes(path, line.byte_start):
                    continue
                said = said_in(line.data, audit=True) or []
                texts = "\n".join(text for text, _ in said)
                held = wanted is not None and holds(line.data, wanted, audit=True)
                about = self._is_about(line.data, said)
                if held or about or needles.found_in(texts.encode("utf-8", HALVES)):
                    citation = f"{path}:{line.number}"
                    place = line.byte_start, line.byte_end
                    self.chosen.take("audit", path, place, citation)
                    self._chain(path, line)

    def _is_about(self, entry: bytes, said: Sequence[Said]) -> bool:
        """Whether an entry of the audit trail names what goes: by a citation, or, where it is of a
        user that is looked at, by an id."""
        named = [one[0] for one in said if _is_name(one, self.chosen.names)]
        if not named or any(text.startswith(CITATION_BEGINS) for text in named):
            return bool(named)
        scope = scope_said(entry)
        return scope is not None and self.criteria.covers(scope)


def _facts(found: object) -> Iterable[Afu]:
    """The facts that a message or a decision tells."""
    match found:
        case Turn():
            return [said.fact for said in found.said]
        case ModelTurn():
            return found.facts
        case Decided() if found.fact is not None:
            return [found.fact]
    return ()


def _saying(data: bytes, text: str | None) -> list[tuple[int, int]]:
    """The sections of a Markdown file in which a text stands, or a part of it; ``None``: all."""
    spans = segments(data)
    if text is None:
        return spans
    plain = {text.encode("utf-8", HALVES)}  # looked for below, as other lines are compared
    places = [_found(data, wanted) for wanted in forms(text) - plain]
    begins = [*(start for start, _ in spans[1:]), len(data)]
    whole = [folded(as_text(data[s:e])) for (s, _), e in zip(spans, begins, strict=True)]
    like = _found("".join(whole), folded(text))
    chosen = []
    for (start, end), first in zip(spans, accumulate(map(len, whole), initial=0), strict=False):
        last = first + len(folded(as_text(data[start:end])))
        if _any_in(like, first, last) or any(_any_in(one, start, end) for one in places):
            chosen.append((start, end))
    return chosen


def _any_in(places: _Places, start: int, end: int) -> bool:
    """Whether one of the places begins or ends between two, or is around them."""
    length, starts = places
    next_one = bisect(starts, start - length)
    return next_one < len(starts) and starts[next_one] < end


def _found(data: AnyStr, wanted: AnyStr) -> _Places:
    """Where something stands, each time: its length, and where it begins."""
    found = []
    at = data.find(wanted)
    while at >= 0:
        found.append(at)
        at = data.find(wanted, at + 1)
    return len(wanted), found


def _depends(data: bytes, chosen: Chosen) -> bool:
    """Whether a decision names what goes, or is about a line that goes."""
    if any(_is_name(one, chosen.names) for one in said_in(data) or ()):
        return True
    for key in ("source", "of"):
        with suppress(ValueError, KeyError, TypeError, RecursionError):
            place = json.loads(data)["meta"][key]
            if chosen.goes(place["file_path"], place["byte_start"]):
                return True
    return False


def _is_name(said: Said, names: set[str]) -> bool:
    text, key = said
    if text not in names:
        return False
    meant = key.lower().endswith("id") or key in ("target", "targets", "kept", "dropped", "ids")
    return meant or text.startswith(_NAMES)
