"""Verify: compare the truth with everything derived from it. Reads only.

Quick: fingerprints of files, the parts' health, numbers of documents. Deep: every line is hashed,
each document's anchor checked against it, and each index against the documents, both ways.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import closing, suppress
from functools import cache, partial

from eywa_fs.catalog import docs, document_row, files, outbox, readings, summaries
from eywa_fs.catalog.document_row import StoredDocument, anchor_json
from eywa_fs.catalog.files import FileRow
from eywa_fs.catalog.sql import Connection
from eywa_fs.durable import left_unfinished
from eywa_fs.episodes.table import EpisodeTable
from eywa_fs.errors import DependencyUnavailable, EywaError, TruthReadError
from eywa_fs.generations.generation import Damage, Generation
from eywa_fs.ingest.derive import LANE
from eywa_fs.ingest.filepass import PassLimits
from eywa_fs.maintenance import crosscheck, filecheck, rowcheck
from eywa_fs.maintenance.episodecheck import check_episodes
from eywa_fs.maintenance.erasurecheck import check_erasures
from eywa_fs.maintenance.proofcheck import Proven
from eywa_fs.model.documents import scope_key
from eywa_fs.model.reports import REBUILD, UNREADABLE, Progress, VerifyReport
from eywa_fs.pool import Pool
from eywa_fs.truth.auditlog import accepted_breaks, broken_links, losses
from eywa_fs.truth.chain import FOREIGN
from eywa_fs.truth.checkpoints import checkpoint_breaks
from eywa_fs.truth.layout import LINKED, UNLINK, Layout, StrayPath, TruthPath, printable
from eywa_fs.truth.reader import file_state, hash_of, is_gone, other_names, reading

FIRST_FILES, GROUP_FILES, GROUP_BYTES = 40, 400, 1 << 20
"""Files, and bytes of them, whose documents one query fetches (about 2 KB a document). The first
are waited for."""

_STRAY = {
    "bad_name": ("its name is not the one of a truth file", "rename it as docs/format.md says"),
    "not_utf8": ("its name is not UTF-8", "rename it; its files are not read"),
    "not_plain": ("it is no regular file, and nothing is read from it", "remove it"),
    "not_truth": ("it is no truth file", "move it elsewhere"),
}
_ONE_NAME = "copy it and put the copy in its place, or remove the other"


def verify(
    layout: Layout,
    generation: Generation | None,
    *,
    limits: PassLimits,
    deep: bool,
    signer: str = "",
    episodes: tuple[EpisodeTable, EpisodeTable] | None = None,
    progress: Progress | None = None,
) -> VerifyReport:
    """See :meth:`EywaMemory.verify`. Never raises for what it finds; ``signer`` as for
    :func:`~eywa_fs.truth.checkpoints.checkpoint_breaks`, ``episodes`` the table in use and an empty
    one, for :func:`~eywa_fs.maintenance.episodecheck.check_episodes`."""
    report = VerifyReport(deep)
    walked = _walk(layout, report)
    truth = [item for item in walked if item.indexed]
    if deep and episodes is not None:
        rest = [item for item in walked if not item.indexed]
        check_episodes(layout, rest, *episodes, report)
    _check_chains(layout, report, signer)
    check_erasures(layout, report, (t.rel for t in truth if deep and t.kind == "session"))
    if generation is None:
        if truth:
            report.add("index_missing", ".index", "there is no usable index", REBUILD)
        return report
    generation.look()
    damaged = dict(generation.damage)
    if "catalog" in damaged:
        _report_damage(damaged, generation.rotten() if deep else (), report)
        return report
    # SQLite reads its own pages, the next rows and the vectors' anchors, and all files are hashed
    # and checked, while the truth is read: none of that holds Python's lock.
    with Pool(4) as pool, Pool(1) as asking:
        rotting = None
        try:
            if deep:
                generation.catalog().reread()  # which may write: SQLite empties its log
                rotting = pool.submit(generation.rotten)
            with generation.catalog().read() as connection:
                pages = pool.submit(generation.catalog().check) if deep else None
                whole = deep and not damaged
                vectors = crosscheck.VectorCheck(generation, asking, report) if whole else None
                words = crosscheck.WordCheck(generation, connection, pool) if whole else None
                digests, ids = _compare(
                    layout, connection, truth, limits, report, progress, pool, vectors
                )
                if words is not None:
                    complete = sum(map(len, ids.values())) == report.checked["documents"]
                    words.finish(connection, ids if complete else None, report)
                report.digest = docs.digest(connection, digests) if deep else None
                if vectors is not None:
                    vectors.finish(connection)
                if pages is not None and (problem := pages.result()):
                    report.damaged("catalog", problem)
            if not deep and "vectors" not in damaged:
                _check_server(generation, report)
            if whole:
                crosscheck.take_out_unfinished(generation, report)
        except EywaError as error:
            report.damaged("catalog", error)
        rotten = rotting.result() if rotting is not None else ()
        _report_damage(damaged, rotten, report)
    return report


def _check_server(generation: Generation, report: VerifyReport) -> None:
    """Report what a server lacks. One that does not answer may be back in a moment: that is left to
    ``status``."""
    with suppress(DependencyUnavailable):
        if why := generation.server_lacks():
            report.damaged("vectors", why)


def _check_chains(layout: Layout, report: VerifyReport, signer: str) -> None:
    """Report every line of a log that is not what, or where, it was written, and every entry that
    tells of lost records."""
    try:
        found = [*broken_links(layout), *checkpoint_breaks(layout, signer)]
        gone = list(losses(layout))
        accepted = accepted_breaks(layout) if found or gone else set()
    except TruthReadError as error:
        report.unreadable("audit", error)
        return
    advice = "compare the file with a backup; 'eywa audit accept' once it is understood"
    for entry in gone:
        where = f"{entry.path}:{entry.line}"
        if (where, entry.found) not in accepted:
            report.add("records_lost", where, entry.why, advice)
    for broken in found:
        where = f"{broken.path}:{broken.line}"
        if broken.why == FOREIGN:
            report.add("unlinked_line", where, broken.why, "look who wrote it")
        elif (where, broken.found) in accepted:
            report.add("break_accepted", where, broken.why, "nothing to do: it is known")
        else:
            report.add("chain_broken", where, broken.why, advice)


def _report_damage(
    known: Mapping[str, Damage], rotten: Sequence[Damage], report: VerifyReport
) -> None:
    by_part = {damage.part: damage for damage in reversed(rotten)} | dict(known)
    for damage in by_part.values():
        report.damaged(damage.part, damage.reason)


def _walk(layout: Layout, report: VerifyReport) -> list[TruthPath]:
    found = []
    if problem := layout.lost():
        report.add("file_unreadable", str(layout.root), problem, "open the memory where it is now")
    for item in layout.walk():
        if isinstance(item, StrayPath) and item.reason == "unreadable":
            detail = "it cannot be listed: what is in it is not known"
            report.in_file("file_unreadable", item.rel, detail, UNREADABLE)
        elif isinstance(item, StrayPath) and item.reason == "symlink":
            report.in_file("file_unreadable", item.rel, LINKED, UNLINK)
        elif isinstance(item, StrayPath):
            detail, action = _STRAY[item.reason]
            report.add("stray_path", item.rel, detail, action)
        else:
            found.append(item)
            if others := other_names(layout, item.rel):
                detail = (
                    f"the file has {others + 1} names: who writes under another one writes into it"
                )
                report.in_file("hard_link", item.rel, detail, _ONE_NAME)
    for path in left_unfinished(layout.root):
        rel = printable(str(path.relative_to(layout.root)))
        detail = "a process was killed while it wrote this file"
        report.add("stray_path", rel, detail, "'eywa index' removes it")
    report.checked["files"] = len(found)
    return found


def _compare(
    layout: Layout,
    connection: Connection,
    truth: list[TruthPath],
    limits: PassLimits,
    report: VerifyReport,
    progress: Progress | None,
    pool: Executor,
    vectors: crosscheck.VectorCheck | None,
) -> tuple[dict[str, str], dict[str, set[str]]]:
    """Look at every file; of those that are as they were written, the digests of their documents,
    and the documents' ids by tenant."""
    digests: dict[str, str] = {}
    ids: dict[str, set[str]] = defaultdict(set)
    known = files.every(connection)
    read = set(readings.paths(connection)) if report.deep else set()
    rowcheck.stray_readings(read, known.keys(), report)
    summarised = summaries.summarised(connection) if report.deep else {}
    if report.deep:
        rowcheck.check_versions(connection, report)
        rowcheck.check_summaries(connection, summarised, report)
    sizes = _sizes(layout, truth, known)
    total, done = sum(sizes.values()), 0
    groups = list(_groups(truth, sizes))
    paths = [[item.rel for item in group] for group in groups]
    ahead = document_row.sealed_files(connection, LANE, paths if report.deep else [], pool)
    with closing(ahead) as documents:
        for group in groups:
            found = next(documents, {})
            rows = {item.rel: known[item.rel] for item in group if item.rel in known}
            whole = cache(partial(document_row.of_path, connection))
            proofs: dict[str, Proven] = {}
            for item in group:
                row = known.pop(item.rel, None)
                proven = None
                place = (scope_key(item.scope), item.kind)
                if row is not None and (row.scope_key, row.kind) != place:
                    detail = "it is noted as another tenant's, user's or kind's"
                    report.in_file("document_stale", item.rel, detail)
                try:
                    if report.deep:
                        before = len(report.findings)
                        lane = summarised.get(item.rel)
                        aged = lane is not None and lane.mode == "on"
                        check = filecheck.FileCheck(layout, item, row, limits, report, aged)
                        proven = check.run(found.get(item.rel), whole)
                        if any(f.severity == "error" for f in report.findings[before:]):
                            docs.of_path(connection, item.rel)  # can repair read these rows at all?
                    else:
                        _check_fingerprint(layout, item, row, report)
                except FileNotFoundError:
                    pass  # it vanished while we looked; the next verify sees that
                except TruthReadError as error:
                    report.in_file("file_unreadable", item.rel, str(error), UNREADABLE)
                if proven is not None:
                    proofs[item.rel] = proven
                    digests[item.rel] = proven.digest
                    ids[item.scope.tenant_id].update(proven.anchors)
                if vectors is not None:
                    if proven is not None:
                        vectors.expect(item.scope.tenant_id, proven.vectors)
                    else:
                        _expect_vectors(vectors, whole(item.rel))
                done += sizes.get(item.rel, 0)
                if progress is not None:
                    progress(done, total)
            if report.deep:
                rowcheck.check_readings(connection, rows, read, proofs, whole, report)
                rowcheck.check_stand_ins(connection, rows, summarised, whole, limits, report)
    for path in sorted(path for path in known if is_gone(layout, path)):
        detail = "the index knows this file, but it is gone"
        report.in_file("file_vanished", path, detail, "reindex: remove its documents")
    rowcheck.stray_documents(connection, {item.rel for item in truth} | set(known), report)
    for event in outbox.listing(connection):
        if event.status == "dead_letter":
            tried = f"{event.event_type} failed {event.attempts} times, and is tried once a minute"
            there = event.target if event.event_type != "INDEX_DELETE" else None
            detail = f"{tried}: {event.error}"
            report.add("dead_letter", event.target, detail, "retry it", path=there)
    report.checked["documents"] = docs.number(connection)
    return digests, ids


def _expect_vectors(vectors: crosscheck.VectorCheck, rows: Sequence[StoredDocument]) -> None:
    """Those of rows that need not be sound."""
    tenants: dict[str, dict[str, str]] = defaultdict(dict)
    for row in rows:
        if row.vector and type(row.doc_id) is type(row.tenant_id) is str:
            with suppress(TypeError):  # bytes stand where a text belongs: its file says so
                tenants[row.tenant_id][row.doc_id] = anchor_json(row)
    for tenant_id, found in tenants.items():
        vectors.expect(tenant_id, found)


def _sizes(
    layout: Layout, truth: Sequence[TruthPath], known: Mapping[str, FileRow]
) -> dict[str, int]:
    """How large the files are, about: for those that are indexed the manifest says it."""
    sizes = {}
    for item in truth:
        if row := known.get(item.rel):
            sizes[item.rel] = row.size
        elif state := file_state(layout, item.rel):
            sizes[item.rel] = state.size
    return sizes


def _groups(truth: list[TruthPath], sizes: Mapping[str, int]) -> Iterator[list[TruthPath]]:
    """Files whose documents are read from the catalog at once: few queries, bounded memory."""
    group: list[TruthPath] = []
    size, limit = 0, FIRST_FILES
    for item in truth:
        group.append(item)
        size += sizes.get(item.rel, 0)
        if len(group) >= limit or size >= GROUP_BYTES:
            yield group
            group, size, limit = [], 0, GROUP_FILES
    if group:
        yield group


def _check_fingerprint(
    layout: Layout, item: TruthPath, row: FileRow | None, report: VerifyReport
) -> None:
    state = file_state(layout, item.rel)
    size = state.size if state else 0
    if row is None:
        if size and item.kind != "decisions":
            filecheck.pending(report, item.rel, size)
        return
    with reading(layout, item.rel) as fd:
        found = hash_of(fd, row.committed_offset).hexdigest()
    if found != row.fingerprint:
        filecheck.changed(report, item.rel)
    elif size > row.committed_offset and state and state.mtime_ns != row.mtime_ns:
        filecheck.pending(report, item.rel, size - row.committed_offset)
    if row.malformed:
        detail = "1 line is no record" if row.malformed == 1 else f"{row.malformed} lines are none"
        advice = "run 'eywa verify --deep' for their numbers"
        report.in_file("malformed_line", item.rel, detail, advice)
