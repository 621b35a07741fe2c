"""The backups of one memory at one place: chunks, manifests, what keeps them right.

``eywa-backup.json`` says that the folder is one of backups, and whether they are encrypted;
``chunks/ab/…`` holds the chunks, ``backups/<id>.json`` (encrypted: ``.sealed``) one head a backup.
A head is written last: what has none is no backup, and its chunks are harmless.
"""

from __future__ import annotations

import hmac
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from eywa_fs.backup import manifest
from eywa_fs.backup.manifest import Chunk, FileEntry, Head
from eywa_fs.backup.places import Place, open_place
from eywa_fs.backup.sealing import Encrypted, Plain, derived, read_key
from eywa_fs.config import BackupSettings
from eywa_fs.errors import BackupDamaged, BadRequest, EywaError, KeyRefused, NotFound
from eywa_fs.model.plain import AsDict
from eywa_fs.model.times import shown

Progress = Callable[[int, int], None]
"""Called with (bytes done, bytes in all)."""

HEADER = "eywa-backup.json"
ERASURES = "erasures.jsonl"
"""Erasures made after a backup, kept beside the backups."""
_CHECK = b"eywa-fs backup key check"


@dataclass(frozen=True, slots=True)
class Listed(AsDict):
    """One backup in a list; ``problem`` says why it cannot be used, and the rest is unknown then.

    ``at`` is in epoch milliseconds.
    """

    id: str
    at: int | None = None
    files: int | None = None
    bytes: int | None = None
    root: str | None = None
    problem: str | None = None


@dataclass(slots=True)
class Verified(AsDict):
    """What re-reading every chunk found.

    Attributes:
        backups, chunks, bytes: how many were read.
        problems: what is wrong, each with the name of the chunk or backup.
    """

    backups: int = 0
    chunks: int = 0
    bytes: int = 0
    problems: list[str] = field(default_factory=list)
    _properties = ("ok",)

    @property
    def ok(self) -> bool:
        return not self.problems


@dataclass(frozen=True, slots=True)
class Pruned(AsDict):
    """What was taken away. ``waits`` says why not all that was to be."""

    backups: tuple[str, ...] = ()
    chunks: int = 0
    waits: str | None = None


class Vault:
    """Backups at a place. See :func:`open_vault`."""

    def __init__(self, place: Place, sealing: Plain) -> None:
        self.place = place
        self.sealing = sealing
        self._suffix = ".sealed" if isinstance(sealing, Encrypted) else ".json"
        self._known: set[str] = set()  # backups that were listed or made; pruned ones left out
        self._stood: frozenset[str] | None = None  # the chunks of the first list

    def ids(self) -> list[str]:
        """The ids of all backups that the place lists, oldest first."""
        names = (Path(name) for name in self.place.names("backups"))
        ids = sorted(n.stem for n in names if n.suffix == self._suffix and manifest.is_id(n.stem))
        self._known.update(ids)
        return ids

    def head(self, backup_id: str) -> Head:
        """One backup's head.

        Raises:
            NotFound: there is no such backup.
            BackupDamaged: it is not as it was written.
        """
        name = self._head_name(backup_id)
        try:
            stored = self.place.read(name)
        except FileNotFoundError:
            raise NotFound(f"there is no backup {backup_id} at {self.place.shown}") from None
        return manifest.decode_head(backup_id, self.sealing.unseal(name, stored))

    def files(self, head: Head) -> list[FileEntry]:
        """The files of a backup; errors as of :meth:`chunk` and
        :func:`~eywa_fs.backup.manifest.decode_files`."""
        return manifest.decode_files(head, self.chunk(head.listing))

    def choose(self, backup_id: str | None = None, at: int | None = None) -> Head:
        """The backup of an id; else the newest that had begun ``at`` a time; else the newest.

        Raises:
            NotFound: there is none.
            BackupDamaged: it is damaged; an older one is not taken unasked.
        """
        if backup_id is not None:
            if not manifest.is_id(backup_id):
                raise NotFound(f"{backup_id!r} is no id of a backup: --list names them")
            return self.head(backup_id)
        ids = self.ids()
        if at is not None:
            ids = [known for known in ids if known.partition("-")[0] <= manifest.stamp(at)]
        if ids:
            return self.head(ids[-1])
        when = "" if at is None else f" that had begun by {shown(at, 'UTC')}"
        raise NotFound(f"there is no backup{when} at {self.place.shown}")

    def newest_whole(
        self, after: str = ""
    ) -> tuple[tuple[Head, list[FileEntry]] | None, list[str]]:
        """The newest backup that can be read, with its files (``None`` where none can), and the ids
        of newer ones that cannot.

        Args:
            after: only of those with greater ids.
        """
        unread: list[str] = []
        for known in reversed(self.ids()):
            if known <= after:
                break
            try:
                head = self.head(known)
                return (head, self.files(head)), unread
            except BackupDamaged:
                unread.append(known)
        return None, unread

    def listing(self) -> list[Listed]:
        """All backups, newest first; damaged ones with their problem."""
        found = []
        for known in reversed(self.ids()):
            try:
                head = self.head(known)
            except BackupDamaged as error:
                found.append(Listed(known, problem=str(error)))
            else:
                root = head.root.path
                found.append(Listed(known, head.at, head.files, head.bytes, root))
        return found

    def stored(self) -> dict[str, int]:
        """Every chunk there is by its name, with the length of what it holds."""
        found = {
            Path(name).name: size - self.sealing.added
            for name, size in self.place.names("chunks").items()
        }
        if self._stood is None:
            self._stood = frozenset(found)
        return found

    def chunk(self, chunk: Chunk) -> bytes:
        """What a chunk holds, proved by its name.

        Raises:
            BackupDamaged: it is gone, or a byte of it is not as it was written.
        """
        where = _chunk_name(chunk.name)
        try:
            data = self.sealing.unseal(where, self.place.read(where))
        except FileNotFoundError:
            raise BackupDamaged(f"{where} is missing at {self.place.shown}") from None
        if self.sealing.name(data) != chunk.name or len(data) != chunk.size:
            raise BackupDamaged(f"{where} at {self.place.shown} is damaged: its bytes were changed")
        return data

    def content(self, head: Head, file: FileEntry) -> bytes:
        """The bytes of one small file of a backup, proved; errors as of :meth:`chunk`."""
        data = b"".join(
            self.chunk(head.chunks[piece.chunk])[piece.start : piece.start + piece.size]
            for piece in file.pieces
        )
        if sha256(data).hexdigest() != file.sha256:
            raise manifest.damaged(head.id, f"{file.path} does not have its SHA-256")
        return data

    def put(self, data: bytes, stored: dict[str, int]) -> tuple[Chunk, bool]:
        """Store a chunk unless ``stored`` has it; gives it, and whether it was written."""
        chunk = Chunk(self.sealing.name(data), len(data))
        if stored.get(chunk.name) == chunk.size:
            return chunk, False
        where = _chunk_name(chunk.name)
        self.place.write(where, self.sealing.seal(where, data))
        stored[chunk.name] = chunk.size
        return chunk, True

    def add(self, head: Head) -> None:
        """Write a backup's head: from now on there is such a backup."""
        name = self._head_name(head.id)
        self.place.write(name, self.sealing.seal(name, manifest.encode_head(head)))
        self._known.add(head.id)

    def prune(self, keep: int, made: str) -> Pruned:
        """Take all but the ``keep`` newest backups and the one just ``made`` away, and every chunk
        that none of these needs; none that came after this vault first listed them: another backup
        may need it that is not listed yet.

        Heads go first, so that a crash leaves no backup without its chunks. Nothing is taken while
        another process uses the place, and nothing where its list lacks a backup that this vault
        has listed or made: a store may list late, or answer with nothing, and what a backup needs
        that is not seen would go.

        Raises:
            BadRequest: ``keep`` is below 1. What fails is told, not raised.
        """
        if keep < 1:
            raise BadRequest(f"keep is {keep}: at least 1 backup has to stay")
        gone: list[str] = []
        chunks = 0
        try:
            with self.place.using(alone=True) as busy:
                ids = [] if busy else self.ids()
                if waits := busy or self._unlisted(ids, made):
                    return Pruned(waits=waits)
                kept = {*ids[-keep:], made}
                needed = {chunk.name for known in kept for chunk in self._needs(known)}
                for known in filter(lambda known: known not in kept, ids):
                    self.place.remove(self._head_name(known))
                    self._known.discard(known)
                    gone.append(known)
                for name in sorted((self.stored().keys() & (self._stood or ())) - needed):
                    self.place.remove(_chunk_name(name))
                    chunks += 1
                for name in self.place.names("unfinished"):
                    self.place.remove(name)
        except (EywaError, OSError) as error:
            return Pruned(tuple(gone), chunks, str(error))
        return Pruned(tuple(gone), chunks)

    def _unlisted(self, ids: Sequence[str], made: str) -> str:
        """Why a list of all backups cannot be complete; empty where nothing tells."""
        lacking = sorted((self._known | {made}).difference(ids))
        if not lacking:
            return ""
        return (
            f"the place lists {len(ids)} backups without {', '.join(lacking)}: its list is not "
            "complete yet, or another process took them away"
        )

    def _needs(self, kept: str) -> Sequence[Chunk]:
        """The chunks of a backup that stays."""
        try:
            return self.head(kept).needs()
        except BackupDamaged as error:
            raise BackupDamaged(
                f"{error}. What it needs cannot be told: remove {self._head_name(kept)} there, and "
                "the next backup takes the others away"
            ) from None

    def verify(self, progress: Progress | None = None) -> Verified:
        """Read every manifest and every chunk that a backup needs, and prove each file of each
        list. Writes nothing and never raises for what it finds."""
        found = Verified()
        needed: dict[Chunk, str] = {}
        for known in self.ids():
            try:
                head = self.head(known)
                self.files(head)
            except BackupDamaged as error:
                found.problems.append(str(error))
                continue
            found.backups += 1
            for chunk in head.needs():
                needed.setdefault(chunk, known)
        total = sum(chunk.size for chunk in needed)
        for chunk, known in needed.items():
            try:
                self.chunk(chunk)
            except BackupDamaged as error:
                found.problems.append(
                    f"{error}; backup {known} needs it. Remove what is left of it: the next backup "
                    "stores what the root still has"
                )
            found.chunks += 1
            found.bytes += chunk.size
            if progress is not None:
                progress(found.bytes, total)
        return found

    def erasures(self) -> bytes:
        """The log of erasures that stands beside the backups; empty where there is none."""
        try:
            return self.place.read(ERASURES)
        except FileNotFoundError:
            return b""

    def _head_name(self, backup_id: str) -> str:
        return f"backups/{backup_id}{self._suffix}"


def open_vault(
    to: str | Path,
    key_file: str | Path | None = None,
    *,
    make: bool = False,
    begin: bool = False,
) -> Vault:
    """The backups at a place.

    Args:
        to: a folder, or a URL that fsspec knows.
        key_file: a file of 32 or more random bytes, where the backups are encrypted.
        make: begin there where there are none yet.
        begin: the same, and make also what the place would lie in (a bucket).

    Raises:
        BadRequest: ``to`` is no place, or (with ``make``) holds other things.
        NotFound: there are no backups; with ``make``, nothing that the place would lie in.
        KeyRefused: the key is missing, wrong, or there where nothing is encrypted.
        DependencyUnavailable: the place or the package cryptography cannot be used.
    """
    place = open_place(to)
    key = None if key_file is None else read_key(key_file)
    try:
        said = place.read(HEADER)
    except FileNotFoundError:
        if not make and not begin:
            raise NotFound(f"there are no backups at {place.shown}") from None
        if not begin and (missing := place.missing()):
            raise NotFound(
                f"there is no {missing} for {place.shown}: is the name right? With --begin it is "
                "made"
            ) from None
        said = _begin(place, key)
    return Vault(place, _sealing(place, said, key))


def named(
    settings: BackupSettings, to: str | Path | None, key_file: str | Path | None
) -> tuple[str | Path, str | Path | None]:
    """The place that was named, or the one of the settings; and the key file that was given, or the
    one of the settings where the place is theirs.

    Raises:
        BadRequest: none was named, and the settings have none.
    """
    place = settings.to if to is None else to
    if to is None and not place:
        raise BadRequest("name a place for backups, or set backup.to")
    if key_file is None and os.fspath(place) == settings.to:
        key_file = settings.key_file or None
    return place, key_file


def _begin(place: Place, key: bytes | None) -> bytes:
    names = place.names()
    if HEADER in names:  # another backup has begun meanwhile
        return place.read(HEADER)
    others = [name for name in names if name != ERASURES and not name.startswith("locks/")]
    if others:
        raise BadRequest(
            f"{place.shown} holds other things and no backups, e.g. {others[0]}: "
            "choose a new or an empty folder"
        )
    salt = os.urandom(16)
    check = "" if key is None else hmac.new(derived(key, salt, _CHECK), _CHECK, sha256).hexdigest()
    header = {
        "format": manifest.FORMAT,
        "encrypted": key is not None,
        "salt": salt.hex(),
        "check": check,
    }
    return place.write_new(HEADER, manifest.with_hash(header))


def _sealing(place: Place, header: bytes, key: bytes | None) -> Plain:
    where = f"{HEADER} at {place.shown}"
    try:
        value = manifest.proved(header)
        found, encrypted = value["format"], value["encrypted"]
        salt, check = bytes.fromhex(value["salt"]), str(value["check"])
    except (ValueError, KeyError, TypeError) as error:
        raise BackupDamaged(f"{where} is damaged ({error})") from None
    if found != manifest.FORMAT:
        raise BackupDamaged(f"{where} has the format {found!r}: use a newer eywa-fs")
    if not encrypted:
        if key is not None:
            raise KeyRefused(f"the backups at {place.shown} are not encrypted: leave the key out")
        return Plain()
    if key is None:
        raise KeyRefused(f"the backups at {place.shown} are encrypted: give --key-file")
    mine = hmac.new(derived(key, salt, _CHECK), _CHECK, sha256).hexdigest()
    if not hmac.compare_digest(mine, check):
        raise KeyRefused(f"the key file is not the one of the backups at {place.shown}")
    return Encrypted(key, salt)


def _chunk_name(name: str) -> str:
    return f"chunks/{name[:2]}/{name}"
