"""Pages of a user's records, read from the files, without an index.

The order is that of places: the day of the file, the time of the record, the file, the line. Files
only grow, so a place stays what it is, and a cursor, which is the last place that was given, goes
on behind it whatever was appended meanwhile.
"""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from heapq import nlargest, nsmallest
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from eywa_fs.errors import BadRequest
from eywa_fs.hashing import short_key
from eywa_fs.model.listing import Listed, Page, Wanted
from eywa_fs.model.records import Record
from eywa_fs.truth.codec import records_in
from eywa_fs.truth.layout import Layout, TruthPath, day_within
from eywa_fs.truth.reader import Line

Sight = Callable[[Record, Line, str], Listed | None]
"""What the record in a line of a path is now; ``None``: it is not to be seen."""


class _Place(NamedTuple):
    """Where a record stands: day of the file, its time (ms), a hash of the path, the line."""

    day: str
    timestamp: int
    file: str
    line: int


def page_of(
    layout: Layout, wanted: Wanted, sight: Sight, limit: int, cursor: str | None = None
) -> Page:
    """Up to ``limit`` records behind ``cursor``. Reads the days it needs and holds one page.
    ``BadRequest`` where the cursor is none, or of another listing, ``TruthReadError`` where a file
    cannot be read."""
    after = None if cursor is None else _read(cursor, wanted)
    layout.refuse_linked(wanted.scope.tenant_id, wanted.scope.user_id)
    best = nsmallest if wanted.oldest else nlargest
    found: list[tuple[_Place, Listed]] = []
    for _, files in groupby(_files(layout, wanted, after), key=lambda file: file.day):
        of_a_day = (
            one
            for one in _records(layout, files, wanted, sight)
            if after is None or (one[0] > after if wanted.oldest else one[0] < after)
        )
        found += best(limit + 1 - len(found), of_a_day, key=itemgetter(0))
        if len(found) > limit:  # one more than asked for: there is a next page
            break
    following = _written(found[limit - 1][0], wanted) if len(found) > limit else None
    return Page(tuple(listed for _, listed in found[:limit]), following)


def _files(layout: Layout, wanted: Wanted, after: _Place | None) -> list[TruthPath]:
    """The files that may hold what comes next, day by day in the order of the listing."""
    first = "" if wanted.since is None else day_within(wanted.since).isoformat()
    last = "~" if wanted.until is None else day_within(wanted.until - 1).isoformat()
    if after is not None:
        first, last = (max(first, after.day), last) if wanted.oldest else (
            first, min(last, after.day)
        )  # fmt: skip
    files = [
        file
        for file in layout.scope_files(wanted.scope)
        if file.kind == "session"
        and first <= str(file.day) <= last
        and (not wanted.session_ids or file.session_id in wanted.session_ids)
    ]
    return sorted(files, key=lambda file: str(file.day), reverse=not wanted.oldest)


def _records(
    layout: Layout, files: Iterable[TruthPath], wanted: Wanted, sight: Sight
) -> Iterator[tuple[_Place, Listed]]:
    for truth in files:
        name, day = short_key(truth.rel), str(truth.day)
        with suppress(FileNotFoundError):
            for line, record in records_in(layout, truth):
                seen = None if record is None else sight(record, line, truth.rel)
                if record is not None and seen is not None and wanted.takes(seen.record):
                    place = _Place(day, record.timestamp, name, line.number)
                    yield place, seen


def _written(place: _Place, wanted: Wanted) -> str:
    said = f"{place.day} {place.timestamp} {place.file} {place.line} {wanted.key}"
    return urlsafe_b64encode(f"{said} {short_key(said)}".encode()).decode().rstrip("=")


def _read(cursor: str, wanted: Wanted) -> _Place:
    """The place a cursor names; ``BadRequest`` where it names none, or is of another listing."""
    try:
        padded = cursor.encode("ascii") + b"=" * (-len(cursor) % 4)
        said, _, check = urlsafe_b64decode(padded).decode("ascii").rpartition(" ")
        day, timestamp, file, line, key = said.split(" ")
        place = _Place(day, int(timestamp), file, int(line))
    except ValueError:
        said, check, key, place = "", "", "", None
    if place is None or check != short_key(said):
        raise BadRequest(
            f"{cursor[:40]!r} is no cursor: give the one that came with the page before, unchanged"
        )
    if key != wanted.key:
        raise BadRequest(
            "the cursor is of another listing: go on with the same tenant, user, order and filters "
            "as on the page before, or begin without a cursor"
        )
    return place
