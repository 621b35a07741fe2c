"""Which generation is the current one: ``.index/CURRENT`` names a folder ``.index/gen-NNNNNN``, and
is replaced by one atomic rename."""

from __future__ import annotations

import os
import re
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict
from pathlib import Path
from typing import Final, NamedTuple, cast

from eywa_fs.embedding.protocol import MISSING, EmbedderIdentity
from eywa_fs.errors import DependencyUnavailable, EmbeddingMismatch, EywaError, SchemaMismatch
from eywa_fs.generations import ownership
from eywa_fs.index.backends import BACKENDS, BackendName
from eywa_fs.index.chroma_server import Address
from eywa_fs.index.seal import LOCK_FILE, UsageLock
from eywa_fs.truth.index_folder import prepare_index_folder, read_note, write_note
from eywa_fs.truth.layout import Layout

FORMAT = 1
"""Version of a generation folder's layout and of the rules that fill it. Raise it whenever the
same truth would give other documents: an older generation is then rebuilt, never mixed."""

NOTE = "generation.json"
"""The file of a generation's folder that says what it was made by."""

DEFAULT_STORE: Final = "chroma"
"""Of vectors; a note that names none means it."""

ORPHAN_S: Final = 30.0
"""How long the vector store of a killed process may take to end: as long as its imports take on a
busy machine."""

_FOLDER = re.compile(r"gen-(\d{6,})")


def check_bound(bound: EmbedderIdentity, wanted: EmbedderIdentity) -> None:
    """Raise ``EmbeddingMismatch``, which names what differs and the command that migrates, unless
    vectors that were made by one embedder are those of another."""
    if bound == wanted or wanted.embedder == MISSING:
        return  # without any embedder nothing can be mixed: search says that it is degraded
    from eywa_fs.embedding.factory import local_backend

    backend = local_backend(bound)
    back = f"set embedding.backend to {backend}" if backend else "set the embedder back"
    raise EmbeddingMismatch(
        f"the index was built with {bound.embedder}/{bound.model} ({bound.dimension} dimensions, "
        f"version {bound.version}), but {wanted.embedder}/{wanted.model} ({wanted.dimension} "
        f"dimensions, version {wanted.version}) is configured. Vectors of two models are never "
        f"mixed: run 'eywa migrate embedder {wanted.embedder}', which derives a second index while "
        f"this one goes on, or 'eywa rebuild', which derives it here and now; or {back}"
    )


def check_redaction(bound: str, wanted: str, *, since_start: bool = False) -> None:
    """Raise ``SchemaMismatch`` unless what was derived under one redaction policy is what another
    one would give; both are ``Redaction.digest``. ``since_start``: they were the same once."""
    if bound != wanted and since_start:
        raise SchemaMismatch(
            "the index was derived anew under another redaction policy than this process was "
            "started with: start it again, with the settings as they are now"
        )
    if bound != wanted:
        raise SchemaMismatch(
            "the index was derived under another redaction policy than the settings name: run "
            "'eywa rebuild' to derive it anew, or set the policy back"
        )


def current(layout: Layout) -> int | None:
    """The number of the current generation, or ``None`` where there is none that exists."""
    try:
        value = read_note(f"{layout.index}/CURRENT")
        number = int(value["generation"])
    except (OSError, ValueError, KeyError, TypeError, OverflowError):
        return None
    return number if os.path.isdir(_folder(layout, number)) else None


def folder(layout: Layout, number: int) -> Path:
    return Path(_folder(layout, number))


def _folder(layout: Layout, number: int) -> str:
    """As text: each search asks for the current one, and making a path takes longer than that."""
    return f"{layout.index}/gen-{number:06d}"


def made(layout: Layout, number: int) -> tuple[int, int] | None:
    """What tells a generation from an earlier one of the same number; ``None`` if unreadable."""
    try:
        found = os.stat(f"{_folder(layout, number)}/{NOTE}")
    except OSError:
        return None
    return found.st_ino, found.st_mtime_ns


def numbers(layout: Layout) -> list[int]:
    """All generations that have a folder, ascending."""
    try:
        names = os.listdir(layout.index)
    except OSError:
        return []
    return sorted(int(match[1]) for name in names if (match := _FOLDER.fullmatch(name)))


def create(
    layout: Layout,
    embedder: EmbedderIdentity,
    redaction: str = "",
    vectors: BackendName = DEFAULT_STORE,
    server: Address | None = None,
) -> int:
    """Make the folder of the next generation, bound to an embedder, to a redaction policy
    (``Redaction.digest``) and to a store for its vectors, a Chroma ``server`` maybe; it is not
    current yet. Where it cannot be written, ``DependencyUnavailable``, and nothing is left of it.
    """
    with _explaining(layout):
        prepare_index_folder(layout)
        number = max(numbers(layout), default=0) + 1
        folder(layout, number).mkdir()
        try:
            about = asdict(embedder) | {"format": FORMAT}
            if redaction:
                about["redaction"] = redaction
            if vectors != DEFAULT_STORE:
                about["vectors"] = vectors
            if server is not None:
                about["server"] = asdict(ownership.place(layout, folder(layout, number), server))
            write_note(folder(layout, number) / NOTE, about)
        except OSError:
            discard(layout, number)
            raise
    return number


def binding(layout: Layout, number: int) -> EmbedderIdentity:
    """What every vector of a generation was made by; errors as of :func:`bindings`."""
    return bindings(layout, number).embedder


class Bindings(NamedTuple):
    """What every vector of a generation was made by, the redaction policy (its digest) that
    everything in it was derived under, the store that its vectors are in, and where these are if on
    a server."""

    embedder: EmbedderIdentity
    redaction: str
    store: BackendName
    placed: ownership.Placed | None


def bindings(layout: Layout, number: int) -> Bindings:
    """What the note of a generation says.

    Raises:
        DependencyUnavailable: the note is missing or unreadable, or names no store that is known.
        SchemaMismatch: another version of the program wrote the generation.
    """
    path = folder(layout, number) / NOTE
    damaged = DependencyUnavailable(
        f"{path} is missing or damaged; run 'eywa rebuild' to derive the index anew"
    )
    try:
        about = read_note(path)
        written, redaction = about.pop("format"), about.pop("redaction", "")
        store = str(about.pop("vectors", DEFAULT_STORE))
        placed = ownership.told(about.pop("server")) if "server" in about else None
        found = EmbedderIdentity(**about)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        raise damaged from None
    if written != FORMAT:
        raise SchemaMismatch(
            f"the index has format {written}, this program writes {FORMAT}: "
            "run 'eywa rebuild' to derive it anew"
        )
    if store not in BACKENDS:
        raise damaged
    return Bindings(found, str(redaction), cast(BackendName, store), placed)


def placed(layout: Layout) -> list[ownership.Placed]:
    """Where the generations have their vectors that have them on a server."""
    found = []
    for number in numbers(layout):
        with suppress(EywaError):
            found.append(bindings(layout, number).placed)
    return [place for place in found if place is not None]


def switch(layout: Layout, number: int) -> None:
    """Make a verified generation the current one, durably and in one step; where it cannot be
    written, ``DependencyUnavailable``, and the one before stays current."""
    note(layout, "CURRENT", {"generation": number})


def discard(layout: Layout, number: int) -> None:
    """Remove a generation that is not current, as far as the system lets it go; what it has on a
    server waits for :func:`~eywa_fs.generations.ownership.drop_left`."""
    with suppress(EywaError):
        place = bindings(layout, number).placed
        if place is not None and place.is_of(layout, folder(layout, number)):
            ownership.leave(layout, place)
    shutil.rmtree(folder(layout, number), ignore_errors=True)


def discard_left(layout: Layout, number: int) -> None:
    """Remove a generation whose maker was killed.

    The maker's vector store ends a moment after it and opens files by their names until then: it
    is waited for, and one that only starts finds that it may not use the folder.
    """
    lock = UsageLock(folder(layout, number) / LOCK_FILE)
    end = time.monotonic() + ORPHAN_S
    with suppress(OSError):
        while not lock.try_exclusive() and time.monotonic() < end:
            time.sleep(0.05)
        discard(layout, number)
    lock.release()
    discard(layout, number)  # some systems keep a file that is open


def discard_others(layout: Layout, *keep: int) -> list[int]:
    """Remove every generation but some; what the system keeps stays until the next call."""
    removed = [number for number in numbers(layout) if number not in keep]
    for number in removed:
        discard(layout, number)
    return removed


@contextmanager
def _explaining(layout: Layout) -> Iterator[None]:
    """Turn what the system says into an error of ours."""
    try:
        yield
    except OSError as error:
        raise DependencyUnavailable(
            f"{layout.index} cannot be written ({error.strerror}); the index that was in use stays "
            "in use. Free space or give this user write access, then try again"
        ) from error


def note(layout: Layout, name: str, value: object) -> None:
    """:func:`~eywa_fs.truth.index_folder.write_note` in the index folder, with an error of ours:
    ``DependencyUnavailable``."""
    with _explaining(layout):
        write_note(layout.index / name, value)
