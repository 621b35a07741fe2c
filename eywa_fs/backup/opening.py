"""Opening the backups at a place, or beginning there.

``eywa-backup.json`` says that the place is one of backups, and whether they are encrypted.
"""

from __future__ import annotations

import hmac
import os
from hashlib import sha256
from pathlib import Path

from eywa_fs.backup import manifest
from eywa_fs.backup.places import FolderPlace, Place, open_place
from eywa_fs.backup.sealing import Encrypted, Plain, derived, read_key
from eywa_fs.backup.vault import ERASURES, Vault
from eywa_fs.config import BackupSettings
from eywa_fs.errors import BackupDamaged, BadRequest, KeyRefused, NotFound

HEADER = "eywa-backup.json"
_CHECK = b"eywa-fs backup key check"


def open_vault(
    to: str | Path,
    key_file: str | Path | None = None,
    *,
    make: bool = False,
    begin: bool = False,
    known: bool = False,
) -> Vault:
    """The backups at a place.

    Args:
        to: a folder, or a URL that fsspec knows.
        key_file: a file of 32 or more random bytes, where the backups are encrypted.
        make: begin there where there are none yet.
        begin: the same, and make also what the place would lie in (a bucket).
        known: there were backups; where none are now, only ``begin`` begins anew.

    Raises:
        BadRequest: ``to`` is no place, or (with ``make``) holds other things.
        NotFound: there are no backups; with ``make``, nothing that the place would lie in.
        BackupDamaged: the note that says whether they are encrypted is damaged, or is gone and
            they are.
        KeyRefused: the key is missing, wrong, or there where nothing is encrypted.
        DependencyUnavailable: the place or the package cryptography cannot be used.
    """
    place = open_place(to)
    key = None if key_file is None else read_key(key_file)
    try:
        said = place.read(HEADER)
    except FileNotFoundError:
        missing = place.missing()
        lost = None if missing else _lost(place)
        if lost is not None:
            said = place.write_new(HEADER, lost) if make or begin else lost
        elif begin or (make and not missing and not known):
            said = _begin(place, key)
        else:
            raise NotFound(_nothing(place, missing if make else "", known=known)) from None
    vault = Vault(place, _sealing(place, said, key))
    folder = isinstance(place, FolderPlace)  # the list of an object store may be behind
    if folder and known and not begin and not vault.ids():
        raise NotFound(_nothing(place, "", known=True))
    return vault


def named(
    settings: BackupSettings, to: str | Path | None, key_file: str | Path | None
) -> tuple[str | Path, str | Path | None]:
    """The place that was named, or the one of the settings; and the key file that was given, or the
    one of the settings where the place is theirs. ``BadRequest`` where none was named, and the
    settings have none."""
    place = settings.to if to is None else to
    if to is None and not place:
        raise BadRequest("name a place for backups, or set backup.to")
    if key_file is None and settings.to and _real(os.fspath(place)) == _real(settings.to):
        key_file = settings.key_file or None
    return place, key_file


def _real(place: str) -> str:
    """The one name of a place: of a folder its real path, however it was typed."""
    if "://" in place or "\0" in place:  # a URL, or what is refused when it is opened
        return place
    return os.path.realpath(os.path.expanduser(place))


def _nothing(place: Place, missing: str, *, known: bool) -> str:
    """What is said where there are no backups."""
    if known:
        return (
            f"there are no backups at {place.shown} any more: is its disk mounted, did "
            "somebody clean up there? With --begin they begin anew"
        )
    if missing:
        return (
            f"there is no {missing} for {place.shown}: is the name right? With --begin it is made"
        )
    return f"there are no backups at {place.shown}"


def _lost(place: Place) -> bytes | None:
    """What the note of a place said where it is gone and backups stand there; ``None`` where none
    do. ``BackupDamaged`` where they are encrypted: what their keys are derived from is gone with
    it."""
    heads = [name for name in place.names("backups") if manifest.is_id(Path(name).stem)]
    if sealed := [name for name in heads if name.endswith(".sealed")]:
        raise BackupDamaged(
            f"{HEADER} is gone at {place.shown}, and without its salt the {len(sealed)} encrypted "
            "backups there cannot be read: put a copy of it back"
        )
    return _header(None) if heads else None


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
    return place.write_new(HEADER, _header(key))


def _header(key: bytes | None) -> bytes:
    """The note of a place that begins."""
    salt = os.urandom(16)
    check = "" if key is None else hmac.new(derived(key, salt, _CHECK), _CHECK, sha256).hexdigest()
    header = {
        "format": manifest.FORMAT,
        "encrypted": key is not None,
        "salt": salt.hex(),
        "check": check,
    }
    return manifest.with_hash(header)


def _sealing(place: Place, header: bytes, key: bytes | None) -> Plain:
    where = f"{HEADER} at {place.shown}"
    try:
        value = manifest.proved(header)
        found, encrypted = value["format"], value["encrypted"]
        salt, check = bytes.fromhex(value["salt"]), str(value["check"])
    except (ValueError, KeyError, TypeError) as error:
        raise BackupDamaged(
            f"{where} is damaged ({error}): put a copy of it back; backups that are not encrypted "
            "(backups/*.json) need none: remove it"
        ) from None
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
