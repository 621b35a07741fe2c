"""The backups of one memory at one place: chunks, manifests, what keeps them right.

``chunks/ab/…`` holds the chunks, ``backups/<id>.json`` (encrypted: ``.sealed``) one head a backup.
A head is written last: what has none is no backup, and its chunks are harmless.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from eywa_fs.backup import manifest
from eywa_fs.backup.manifest import Chunk, FileEntry, Head
from eywa_fs.backup.places import Place
from eywa_fs.backup.sealing import Encrypted, Plain
from eywa_fs.errors import BackupDamaged, BadRequest, EywaError, NotFound
from eywa_fs.model.plain import AsDict
from eywa_fs.model.reports import Progress
from eywa_fs.model.times import shown

ERASURES = "erasures.jsonl"
"""Erasures made after a backup, kept beside the backups."""


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
        backups: how many stand there, damaged ones too.
        chunks, bytes: how many the readable ones need; each was read.
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
    """Backups at a place. See :func:`eywa_fs.backup.opening.open_vault`."""

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
        of newer ones that cannot. ``after``: only of those with greater ids."""
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
        """What a chunk holds, proved by its name. ``BackupDamaged`` where it is gone, or a byte of
        it is not as it was written."""
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
        that is not seen would go. ``BadRequest`` where ``keep`` is below 1. What fails is told, not
        raised."""
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
        needed: dict[Chunk, list[Head]] = {}
        for known in self.ids():
            found.backups += 1
            try:
                head = self.head(known)
            except (BackupDamaged, NotFound) as error:
                found.problems.append(str(error))
                continue
            for chunk in set(head.needs()):
                needed.setdefault(chunk, []).append(head)
        total = sum(chunk.size for chunk in needed)
        for chunk, heads in needed.items():
            found.problems += self._wrong(chunk, heads)
            found.chunks += 1
            found.bytes += chunk.size
            if progress is not None:
                progress(found.bytes, total)
        return found

    def _wrong(self, chunk: Chunk, heads: Sequence[Head]) -> Iterator[str]:
        """What is wrong with a chunk that these backups need, as bytes and as a list of files."""
        try:
            data = self.chunk(chunk)
        except BackupDamaged as error:
            ids = [head.id for head in heads]
            who = f"backup {ids[0]} needs it"
            if len(ids) > 1:
                who = f"{len(ids)} backups from {ids[0]} to {ids[-1]} need it"
            yield (
                f"{error}; {who}. Remove what is left of it: the next backup stores what the root "
                "still has"
            )
            return
        for head in heads:
            if head.listing == chunk:
                try:
                    manifest.decode_files(head, data)
                except BackupDamaged as error:
                    yield str(error)

    def erasures(self) -> bytes:
        """The log of erasures that stands beside the backups; empty where there is none."""
        try:
            return self.place.read(ERASURES)
        except FileNotFoundError:
            return b""

    def _head_name(self, backup_id: str) -> str:
        return f"backups/{backup_id}{self._suffix}"


def _chunk_name(name: str) -> str:
    return f"chunks/{name[:2]}/{name}"
