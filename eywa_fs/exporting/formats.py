"""The formats of an export, each a stream of lines read from the files; one record is held."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby
from typing import Final, NamedTuple

from eywa_fs.errors import BadRequest
from eywa_fs.governance.present import Sight
from eywa_fs.model.listing import Wanted
from eywa_fs.model.records import Record, Scope
from eywa_fs.model.reports import Progress
from eywa_fs.truth import exportlines
from eywa_fs.truth.codec import records_in
from eywa_fs.truth.folder_names import encode_id
from eywa_fs.truth.layout import Layout, TruthPath, day_within
from eywa_fs.truth.reader import file_state, read_whole


class Part(NamedTuple):
    """A file of an export: its name, with ``/``, and its lines without their ends."""

    name: str
    lines: Iterator[str]


@dataclass(frozen=True, slots=True)
class Taken:
    """What is exported: all of some users, or (with a time or a session) some of their messages.

    Args:
        since, until: epoch milliseconds, half-open.
        session_ids: only these; empty means all.
        now_ms: records that have expired by then are left out of what people read.
        shown: gives a record as people may read it.
    """

    scopes: tuple[Scope, ...]
    since: int | None = None
    until: int | None = None
    session_ids: tuple[str, ...] = ()
    progress: Progress = lambda done, total: None
    now_ms: int = 0
    shown: Callable[[Record], Record] = lambda record: record

    @property
    def whole(self) -> bool:
        """Whether nothing of these users is left out."""
        return self.since is None and self.until is None and not self.session_ids

    def wanted(self, scope: Scope) -> Wanted:
        """Which of a user's records."""
        return Wanted(scope, True, self.since, self.until, self.session_ids)


def parts(layout: Layout, taken: Taken, file_format: str) -> Iterator[Part]:
    """The files of an export, one after the other; each must be read before the next.

    Raises:
        BadRequest: no such format.
        TruthReadError: a file cannot be read.
    """
    make = FORMATS.get(file_format)
    if make is None:
        raise BadRequest(f"format {file_format!r} is none of {', '.join(FORMATS)}")
    return make(layout, taken)


_ORDER = ("session", "decisions", "episodes", "longterm")


def _files(layout: Layout, taken: Taken) -> Iterator[TruthPath]:
    """The files of an export: of each user sessions first, then decisions and Markdown; says after
    each how far it is. One user's list is held at a time."""
    total = sum(
        _size(layout, truth) for scope in taken.scopes for truth in _of(layout, scope, taken)
    )
    done = 0
    for scope in taken.scopes:
        for truth in _of(layout, scope, taken):
            yield truth
            done += _size(layout, truth)
            taken.progress(done, max(total, done))


def _of(layout: Layout, scope: Scope, taken: Taken) -> list[TruthPath]:
    found = [truth for truth in layout.scope_files(scope) if _may_hold(truth, taken)]
    return sorted(found, key=lambda truth: _ORDER.index(truth.kind))


def _size(layout: Layout, truth: TruthPath) -> int:
    state = file_state(layout, truth.rel)
    return 0 if state is None else state.size


def _may_hold(truth: TruthPath, taken: Taken) -> bool:
    if taken.whole:
        return True
    if truth.kind != "session" or truth.day is None:
        return False
    if taken.session_ids and truth.session_id not in taken.session_ids:
        return False
    if taken.since is not None and truth.day < day_within(taken.since):
        return False
    return taken.until is None or truth.day <= day_within(taken.until - 1)


def _records(layout: Layout, files: Iterable[TruthPath], taken: Taken) -> Iterator[Record]:
    """The records of one user's session files as they are now, in the order of their lines."""
    sight = None
    for truth in files:
        wanted = taken.wanted(truth.scope)
        sight = sight or Sight(layout, truth.scope, taken.now_ms, taken.shown)
        with suppress(FileNotFoundError):
            for line, record in records_in(layout, truth):
                seen = None if record is None else sight(record, line, truth.rel)
                if seen is not None and wanted.takes(seen.record):
                    yield seen.record


def _sessions(layout: Layout, taken: Taken) -> Iterator[tuple[Scope, str, Iterator[Record]]]:
    """Sessions with their records, by user and name."""
    files = (truth for truth in _files(layout, taken) if truth.kind == "session")
    for (scope, name), group in groupby(files, key=lambda t: (t.scope, t.session_id or "")):
        yield scope, name, _records(layout, group, taken)


# -- JSON lines -----------------------------------------------------------------------------------


def _own_lines(layout: Layout, taken: Taken) -> Iterator[str]:
    yield exportlines.header()
    for truth in _files(layout, taken):
        wanted = taken.wanted(truth.scope)
        with suppress(FileNotFoundError):
            for data, record in _contents(layout, truth):
                if taken.whole or (record is not None and wanted.takes(record)):
                    line = exportlines.written(truth, data, record)
                    if line is not None:
                        yield line


def _contents(layout: Layout, truth: TruthPath) -> Iterator[tuple[bytes, Record | None]]:
    """The lines of a file with their records; of Markdown the whole."""
    if truth.kind != "longterm":
        yield from ((line.data, record) for line, record in records_in(layout, truth))
        return
    yield read_whole(layout, truth.rel), None


# -- OpenAI messages ------------------------------------------------------------------------------


def _messages(layout: Layout, taken: Taken) -> Iterator[str]:
    """A JSON list of ``{id, messages}``, a message a line."""
    yield "["
    comma = ""
    for scope, session, records in _sessions(layout, taken):
        head = {"id": session}
        if len(taken.scopes) > 1:
            head |= {"tenant": scope.tenant_id, "user": scope.user_id}
        begun = ""
        for record in records:
            if not begun:
                yield f'{comma}{_json(head)[:-1]}, "messages": ['
            yield begun + _json({"role": record.role, "content": record.content})
            begun = comma = ","
        if begun:
            yield "]}"
    yield "]"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


# -- Markdown -------------------------------------------------------------------------------------

_LINE_END = re.compile(r"\r\n|\r|\n")
_MARKUP = re.compile(r"([\\`*_\[\]<>#|~&])")


def _markdown(layout: Layout, taken: Taken) -> Iterator[Part]:
    for scope, session, records in _sessions(layout, taken):
        names = (scope.tenant_id, scope.user_id, session)
        path = "/".join(encode_id(name)[:200] for name in names)
        first = next(records, None)
        if first is not None:
            yield Part(f"{path}.md", _page(scope, session, first, records))


def _page(scope: Scope, session: str, first: Record, others: Iterator[Record]) -> Iterator[str]:
    """A session with its days as headings, each message a quotation: whatever a message holds, no
    line of it begins a heading, a fence or a quotation of ours."""
    yield f"# {_plain(session)}"
    yield ""
    yield f"User {_plain(scope.user_id)} of tenant {_plain(scope.tenant_id)}; times are UTC."
    day = ""
    for records in ((first,), others):
        for record in records:
            said = datetime.fromtimestamp(record.timestamp / 1000, UTC)
            if day != (day := f"{said:%Y-%m-%d}"):
                yield from ("", f"## {day}")
            who = " as ".join(dict.fromkeys((record.speaker or record.role, record.role)))
            yield from ("", f"**{_plain(who)}**, {said:%H:%M}", "")
            yield from (f"> {line}".rstrip(" ") for line in _LINE_END.split(record.content))


def _plain(name: str) -> str:
    """A name in one line, without the meaning its characters have in Markdown."""
    return _MARKUP.sub(r"\\\1", " ".join(name.split()))


FORMATS: Final[dict[str, Callable[[Layout, Taken], Iterator[Part]]]] = {
    "jsonl": lambda *of: iter([Part("export.jsonl", _own_lines(*of))]),
    "openai": lambda *of: iter([Part("messages.json", _messages(*of))]),
    "markdown": _markdown,
}
