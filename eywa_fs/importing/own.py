"""Reading an export of eywa: lines of the truth that are taken over as they are."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator

from eywa_fs.errors import ImportFormatError
from eywa_fs.hashing import content_hash
from eywa_fs.importing.found import Found, Job, Line, Note
from eywa_fs.importing.trees import lines_of
from eywa_fs.truth.exportlines import HEADER, NotAnExportLine, is_header, read
from eywa_fs.truth.layout import Layout


def records(job: Job) -> Iterator[Found]:
    """What an export holds, in its order; a line that is none is noted and does not stop others."""
    repeats: Counter[str] = Counter()
    current = ""
    for number, data, done in lines_of(job.path):
        where = f"{job.path}:{number}"
        if data is None:
            job.refuse(where, "it is too long for a line")
        elif data.strip() and not _is_header(data, job):
            try:
                rel, kept = read(data)
            except NotAnExportLine as error:
                job.refuse(where, str(error))
                continue
            truth = Layout.parse(rel)
            if truth is not None and truth.kind == "longterm":
                yield Found(where, Note(rel, kept), done)
                continue
            if rel != current:
                current, repeats = rel, Counter()
            digest = content_hash(kept)
            repeats[digest] += 1
            yield Found(where, Line(rel, kept, repeats[digest]), done)


def _is_header(data: bytes, job: Job) -> bool:
    """Whether a line is the first one of an export, which may stand behind another."""
    if b'"export"' not in data[:200]:
        return False
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        return False
    if not is_header(value):
        return False
    if value.get("version") != HEADER["version"]:
        raise ImportFormatError(
            f"{job.path} is an export of version {value.get('version')!r}, and this program knows "
            f"version {HEADER['version']}: use a newer one"
        )
    return True
