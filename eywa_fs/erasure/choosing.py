"""Which lines go: those that fulfil the criteria, and what follows from them."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from eywa_fs.erasure.criteria import Criteria
from eywa_fs.erasure.needles import Needles, forms, pieces
from eywa_fs.erasure.saying import Said, holds, looked_for, said_in, scope_said
from eywa_fs.errors import NotFound
from eywa_fs.facts.afu import Afu
from eywa_fs.facts.decisions import Decided, ModelTurn, Turn
from eywa_fs.facts.readings import read_decision, read_message, timeline_record
from eywa_fs.governance.ledger import Ledger
from eywa_fs.model.records import Anchor, Record, Scope
from eywa_fs.truth.auditlog import log_files
from eywa_fs.truth.chain import chain_value, is_linked, last_value
from eywa_fs.truth.citations import CITATION_BEGINS
from eywa_fs.truth.codec import Malformed, decode_record
from eywa_fs.truth.erasures import Range, read_range
from eywa_fs.truth.layout import LOGS, Layout, TruthPath
from eywa_fs.truth.markdown import section_records, segments
from eywa_fs.truth.reader import Line, read_exactly, read_lines, read_whole, reading
from eywa_fs.truth.tombstones import erased_by

_LARGEST_RANGE = 4 << 20
_NAMES = ("evt_", "af_", "md_", CITATION_BEGINS)
"""How ids and citations begin. Another id is one only under a key that is meant for ids."""

Progress = Callable[[int, int], None]
"""Called with (files looked at, files in all)."""


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
        texts: pieces of all texts that stood in the lines, and their random event ids.
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
        TruthReadError: a file cannot be read.
    """
    scopes = [scope for scope in layout.scopes() if criteria.covers(scope)]
    files = {scope: layout.scope_files(scope) for scope in scopes}
    total, done = sum(map(len, files.values())), 0
    chosen = Chosen()
    for scope in scopes:
        for truth in files[scope]:
            if criteria.concerns(truth):
                if truth.kind == "longterm":
                    _sections(layout, criteria, truth, chosen)
                else:
                    _lines(layout, criteria, truth, timezone, chosen)
            done += 1
            progress(done, total)
        if criteria.text is not None:
            _updated(layout, criteria, criteria.text, scope, timezone, chosen)
    _follow(layout, criteria, chosen)
    return chosen


def choose_behind(layout: Layout, criteria: Criteria, known: Chosen) -> Chosen:
    """What was written meanwhile, after a choice was made, and follows from the lines that went;
    errors as of :func:`choose`."""
    chosen = Chosen(names=set(known.names), contents=known.contents)
    chosen.before = known.before | known.ends.keys()
    _follow(layout, criteria, chosen)
    return chosen


def _follow(layout: Layout, criteria: Criteria, chosen: Chosen) -> None:
    """Choose the decisions and lines about episodes that name what goes, those that name these, and
    entries of the audit trail."""
    for scope in layout.scopes():
        if criteria.covers(scope):
            files = [file for file in layout.scope_files(scope) if file.kind in LOGS]
            while _follow_once(layout, files, chosen):
                pass
    _audit(layout, criteria, chosen)


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


def _lines(
    layout: Layout, criteria: Criteria, truth: TruthPath, timezone: str, chosen: Chosen
) -> None:
    """Choose lines of a session or decisions file."""
    for line in lines_of(layout, truth.rel):
        keys = truth.kind == "session"
        if criteria.text is not None and not holds(line.data, criteria.text, keys=keys):
            continue
        record = _record(layout, truth, line)
        if not criteria.takes(truth, record):
            continue
        if truth.kind in LOGS:
            _take_decision(layout, truth, line, record, chosen)
        else:
            _take_message(truth, line, record, timezone, chosen)


def _record(layout: Layout, truth: TruthPath, line: Line) -> Record | None:
    with suppress(Malformed):
        return decode_record(line.data, truth, line.byte_start, max_bytes=layout.max_record_bytes)
    return None


def _take_message(
    truth: TruthPath, line: Line, record: Record | None, timezone: str, chosen: Chosen
) -> None:
    kind = "records" if record is not None else "malformed"
    anchor = line.anchor(truth.rel)
    chosen.take(kind, truth.rel, (line.byte_start, line.byte_end), anchor.citation)
    for text in looked_for(line.data, decision=False):
        chosen.texts.update(pieces(text))
    if record is None:
        return
    chosen.contents.update(pieces(record.content))
    _name(chosen, record.event_id)
    reading = read_message(record, anchor, timezone)
    turn = None if reading is None else timeline_record(reading)
    if isinstance(turn, Turn):
        _take_facts(chosen, [said.fact for said in turn.said])


def _updated(
    layout: Layout, criteria: Criteria, text: str, scope: Scope, timezone: str, chosen: Chosen
) -> None:
    """Choose the records that say the text in an update: where that is their text now all of the
    record, so that no older text takes its place, else that version alone."""
    ledger = Ledger(layout, scope)
    said: dict[str, list[Anchor]] = {}
    for change in ledger.changes:
        if change.op == "update" and holds(_read(layout, change.anchor), text):
            said.setdefault(change.target, []).append(change.anchor)
    for name, anchors in said.items():
        with suppress(NotFound):
            target = ledger.target(name)
            own = layout.parse(target.anchor.file_path)
            if own is None or not (criteria.concerns(own) and criteria.takes(own, target.record)):
                continue
            if ledger.standing(target).text in anchors:
                anchors = [target.anchor]  # what is decided about it follows
            for at in anchors:
                _take(layout, at, timezone, chosen)


def _take(layout: Layout, at: Anchor, timezone: str, chosen: Chosen) -> None:
    """Choose a line of a session or decisions file by its anchor."""
    truth = layout.parse(at.file_path)
    if truth is None or chosen.goes(at.file_path, at.byte_start):
        return
    line = Line(at.line_start, at.byte_start, _read(layout, at))
    record = _record(layout, truth, line)
    if truth.kind in LOGS:
        _take_decision(layout, truth, line, record, chosen)
    else:
        _take_message(truth, line, record, timezone, chosen)


def _read(layout: Layout, at: Anchor) -> bytes:
    return read_range(layout, Range(at.file_path, at.byte_start, at.byte_end)) or b""


def _take_decision(
    layout: Layout, truth: TruthPath, line: Line, record: Record | None, chosen: Chosen
) -> None:
    anchor = line.anchor(truth.rel)
    chosen.take(truth.kind, truth.rel, (line.byte_start, line.byte_end), anchor.citation)
    chosen.chain_at[truth.rel, line.byte_start] = _chain_value(layout, truth.rel, line)
    for text in looked_for(line.data, decision=True):
        chosen.texts.update(pieces(text))
    if record is None:
        return
    _name(chosen, record.event_id)
    reading = read_decision(record, anchor)
    found = None if reading is None else timeline_record(reading)
    if isinstance(found, ModelTurn):
        _take_facts(chosen, found.facts)
    elif isinstance(found, Decided) and found.fact is not None:
        _take_facts(chosen, [found.fact])


def _name(chosen: Chosen, event_id: str) -> None:
    chosen.names.add(event_id)
    if len(event_id) == 36 and event_id.startswith("evt_"):  # random: it stands nowhere else
        chosen.texts.add(event_id)


def _take_facts(chosen: Chosen, facts: Iterable[Afu]) -> None:
    for fact in facts:
        chosen.names.add(fact.atomic_id)
        chosen.facts[fact.atomic_id] = f"{fact.subject} {fact.predicate} {fact.object}"


def _chain_value(layout: Layout, path: str, line: Line) -> str:
    """The chain value of a line, also of one that does not state it."""
    if stated := chain_value(line.data):
        return stated
    with reading(layout, path) as fd:
        return last_value(fd, line.byte_end, layout.root / path)


def _sections(layout: Layout, criteria: Criteria, truth: TruthPath, chosen: Chosen) -> None:
    """Choose sections of a Markdown file, a heading with nothing below it too."""
    try:
        data = read_whole(layout, truth.rel)
    except FileNotFoundError:
        return
    ids = {one.byte_start: record for one, record in section_records(data, truth.rel, truth.scope)}
    places = _places(data, criteria.text)
    for start, end in segments(data):
        if places is not None and not any(at < end and stop > start for at, stop in places):
            continue
        if not data[start:end].strip() or not criteria.takes(truth, ids.get(start)):
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


def _places(data: bytes, text: str | None) -> list[tuple[int, int]] | None:
    """Where a text stands; ``None`` where none is asked for."""
    if text is None:
        return None
    found = []
    for wanted in forms(text):
        at = data.find(wanted)
        while at >= 0:
            found.append((at, at + len(wanted)))
            at = data.find(wanted, at + 1)
    return found


def _follow_once(layout: Layout, decisions: list[TruthPath], chosen: Chosen) -> bool:
    """Choose the decisions that name what goes; says whether there were any."""
    before = len(chosen.ends)
    for truth in decisions:
        for line in lines_of(layout, truth.rel):
            if not chosen.goes(truth.rel, line.byte_start) and _depends(line.data, chosen):
                _take_decision(layout, truth, line, _record(layout, truth, line), chosen)
    return len(chosen.ends) > before


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


def _audit(layout: Layout, criteria: Criteria, chosen: Chosen) -> None:
    """Choose entries of the audit trail that hold a text that goes, or name what goes, whatever was
    done to it: their reason is its text."""
    needles = Needles(chosen.contents)
    for path in log_files(layout, "audit"):
        if not path.endswith(".log.jsonl"):
            continue
        for line in lines_of(layout, path):
            if chosen.goes(path, line.byte_start):
                continue
            said = said_in(line.data, audit=True) or []
            texts = "\n".join(text for text, _ in said)
            held = criteria.text is not None and holds(line.data, criteria.text, audit=True)
            about = _is_about(line.data, said, criteria, chosen)
            if held or about or needles.found_in(texts.encode("utf-8", "replace")):
                citation = f"{path}:{line.number}"
                chosen.take("audit", path, (line.byte_start, line.byte_end), citation)
                chosen.chain_at[path, line.byte_start] = _chain_value(layout, path, line)


def _is_about(entry: bytes, said: Sequence[Said], criteria: Criteria, chosen: Chosen) -> bool:
    """Whether an entry of the audit trail names what goes: by a citation, or, where it is of a user
    that is looked at, by an id."""
    named = [one[0] for one in said if _is_name(one, chosen.names)]
    if not named or any(text.startswith(CITATION_BEGINS) for text in named):
        return bool(named)
    scope = scope_said(entry)
    return scope is not None and criteria.covers(scope)
