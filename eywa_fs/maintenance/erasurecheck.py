"""Whether what was erased is still erased, nothing else is, and every erasure was finished."""

from __future__ import annotations

import hashlib
import os
from bisect import bisect
from collections import defaultdict
from collections.abc import Iterable
from contextlib import suppress

from eywa_fs.errors import TruthReadError
from eywa_fs.model.reports import VerifyReport
from eywa_fs.truth import erasures
from eywa_fs.truth.auditlog import log_lines, logs
from eywa_fs.truth.chain import is_linked
from eywa_fs.truth.erasures import Certificate, Erasure, Log, Range
from eywa_fs.truth.layout import Layout
from eywa_fs.truth.reader import read_blocks, read_lines, reading
from eywa_fs.truth.tombstones import BEGIN, erased_by

_Known = dict[str, list[tuple[int, int]]]
"""What erasures took of a file, by id: first byte and end, none in another one of the same id."""

_Taken = dict[str, list[tuple[int, Range]]]
"""What erasures took of a file, with the place of each in the log, by path."""


def check_erasures(layout: Layout, report: VerifyReport, sessions: Iterable[str] = ()) -> None:
    """Report each place where something else stands than the tombstones that were certified, each
    erasure without a certificate, and each tombstone that no erasure left. ``sessions``: session
    files in which such tombstones are looked for, beside all linked logs."""
    try:
        log = erasures.read(layout)
        _check_tombstones(layout, log, sessions, report)
    except TruthReadError as error:
        report.unreadable(erasures.LOG, error)
        return
    taken: _Taken = defaultdict(list)
    for order, erasure in enumerate(log.erasures.values()):
        for at in erasure.ranges:
            taken[at.path].append((order, at))
    for order, erasure in enumerate(log.erasures.values()):
        certificate = log.certificates.get(erasure.id)
        if certificate is not None:
            _check(layout, order, erasure, certificate, taken, report)
        else:
            detail = "it was decided; what was derived before may still be there"
            advice = "finish it: 'eywa index', or any process that indexes"
            report.add("erasure_unfinished", erasure.id, detail, advice)


def _check_tombstones(
    layout: Layout, log: Log, sessions: Iterable[str], report: VerifyReport
) -> None:
    taken: dict[str, _Known] = defaultdict(lambda: defaultdict(list))
    for erasure in log.erasures.values():
        for at in erasure.ranges:
            taken[at.path][erasure.id].append((at.start, at.end))
    looked_at = [(rel, False) for files in logs(layout) for rel in files]
    for rel, walked in [*looked_at, *((rel, True) for rel in sessions)]:
        unread = suppress(FileNotFoundError, TruthReadError)  # whoever reads the file says it
        with unread, reading(layout, rel, walked=walked) as fd:
            if _may_hold_tombstones(fd):
                _check_file(fd, rel, taken[rel], report)


def _check_file(fd: int, rel: str, known: _Known, report: VerifyReport) -> None:
    """Report the tombstones in a file but those of ``known``."""
    ranges = {name: sorted(places) for name, places in known.items()}
    for line in read_lines(fd, 0, 1):
        name = erased_by(line.data)
        if name is None:
            continue
        own = ranges.get(name, [])
        place = bisect(own, (line.byte_start + 1,))
        if not any(line.byte_end <= end for _, end in own[max(0, place - 1) : place]):
            detail = f"it says that {name} erased it, and that did not: a line is lost"
            advice = "find out who did it; a backup has the old line"
            report.add("erasure_unknown", f"{rel}:{line.number}", detail, advice)


def _may_hold_tombstones(fd: int) -> bool:
    """Whether what they begin with stands anywhere in a file: most have none, and looking at bytes
    is faster than at lines."""
    before = b""
    for block in read_blocks(fd, 0, os.fstat(fd).st_size):
        if BEGIN in before + block:
            return True
        before = block[1 - len(BEGIN) :]
    return False


def _check(
    layout: Layout, order: int, erasure: Erasure, certificate: Certificate, taken: _Taken,
    report: VerifyReport,
) -> None:  # fmt: skip
    lines = 0
    for at, certified in zip(erasure.ranges, certificate.hashes, strict=False):
        data = erasures.read_range(layout, at)
        if certified is not None and hashlib.sha256(data or b"").hexdigest() == certified:
            lines += 1 + (data or b"").count(b"\n")
            continue
        if at.path in erasure.markdown or data is None:
            continue  # people edit it: what stands there now is theirs; or it is gone or unreadable
        later = [other for number, other in taken[at.path] if number > order]
        if _erased_again(at, data, erasure.id, later):
            continue
        detail = f"what {erasure.id} left here was changed: what was erased may be back"
        if certified is None:
            detail = f"{erasure.id} could not overwrite this: the file was changed meanwhile"
        report.add("erasure_undone", _place(layout, at, data or b""), detail, "erase it again")
    if lines:
        report.count("erased lines", lines)
    for place in certificate.left:
        if _is_there(layout, place):
            detail = f"{erasure.id} found a text in it, and does not touch it"
            hint = "look into it, and remove it; an entry of the audit trail: erase its words"
            report.add("erasure_undone", place, detail, hint)


def _erased_again(at: Range, data: bytes, name: str, later: Iterable[Range]) -> bool:
    """Whether the lines in a range went in later erasures, which answer for them, or say nothing
    but that this one took them."""
    over = [one for one in later if one.start < at.end and at.start < one.end]
    start = at.start
    for line in data.split(b"\n") if over else ():
        end = start + len(line)
        covered = any(one.start <= start and end <= one.end for one in over)
        if line.strip() and not covered and erased_by(line) != name:
            return False
        start = end + 1
    return bool(over)


def _is_there(layout: Layout, place: str) -> bool:
    """Whether a file stands, or of a log's line (``path:line``) what is no tombstone."""
    rel, _, line = place.rpartition(":")
    if not is_linked(rel):
        return os.path.exists(layout.root / place)
    found = (data for number, data in log_lines(layout, rel) if str(number) == line)
    return any(erased_by(data) is None for data in found)


def _place(layout: Layout, at: Range, data: bytes) -> str:
    """``path:line`` of the first line of a range that is no tombstone."""
    lines = data.split(b"\n")
    changed = [n for n, line in enumerate(lines) if line.strip() and erased_by(line) is None]
    try:
        with reading(layout, at.path) as fd:
            before = sum(block.count(b"\n") for block in read_blocks(fd, 0, at.start))
    except (FileNotFoundError, TruthReadError):
        return at.path
    return f"{at.path}:{1 + before + (changed[0] if changed else 0)}"
