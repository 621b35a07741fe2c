"""Keys of an HTTP service: a log of keys that were made and revoked, ``access/keys.jsonl``.

It is neither memory nor derived: nothing restores it, no export or backup has it. The file has mode
0600, is appended to and synced, and each line is linked to the one before it. It holds SHA-256
hashes of the secrets (256 random bits each), never a secret.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import logging
import os
import secrets
import stat
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from eywa_fs.access.policy import ROLES, Principal, Role
from eywa_fs.clock import Clock, system_clock
from eywa_fs.errors import BadRequest, NotFound, TruthReadError
from eywa_fs.model.plain import fields_of
from eywa_fs.truth.appendfile import AppendFile
from eywa_fs.truth.chain import breaks
from eywa_fs.truth.folder_names import check_id, encode_id
from eywa_fs.truth.layout import Layout

_LOG = logging.getLogger(__name__)
KEYS_FILE: Final = "access/keys.jsonl"
_BEGIN: Final = "eywa_"
_TORN: Final = b"~"
"""How the next append ends a line that was not written wholly."""


@dataclass(frozen=True, slots=True)
class Key:
    """One key, without its secret.

    Attributes:
        key_id: how it is named.
        name: what its maker called it.
        role, tenant_id, users: what it is for, as of :class:`Principal`.
        hash: SHA-256 of the secret, hex.
        made_at, expires_at, revoked_at: epoch milliseconds; ``None``: never.
    """

    key_id: str
    name: str
    role: Role
    tenant_id: str | None
    users: tuple[str, ...]
    hash: str
    made_at: int
    expires_at: int | None = None
    revoked_at: int | None = None

    def is_in_force(self, now: int) -> bool:
        """Whether it opens anything at a time, in epoch milliseconds."""
        return self.revoked_at is None and (self.expires_at is None or now < self.expires_at)

    @property
    def principal(self) -> Principal:
        """Who asks with it."""
        return Principal(f"key:{self.key_id}", self.role, self.tenant_id, self.users)

    def as_dict(self) -> dict[str, Any]:
        """What may be shown of it."""
        return fields_of(self, "hash")


@dataclass(frozen=True, slots=True)
class KeyRing:
    """The keys there are, by id, the oldest first."""

    keys: Mapping[str, Key]

    def __bool__(self) -> bool:
        """Whether a key was ever made: from then on nobody is let in without one."""
        return bool(self.keys)

    def find(self, token: str, now: int) -> Key | None:
        """The key in force whose secret a token holds, at a time in epoch milliseconds."""
        begin, _, secret = token.removeprefix(_BEGIN).partition("_")
        key = self.keys.get(begin) if is_key(token) else None
        stored = "" if key is None else key.hash
        fits = hmac.compare_digest(_hash(secret), stored)
        return key if key is not None and fits and key.is_in_force(now) else None


def is_key(token: str) -> bool:
    """Whether what a client sent has the form of a key; a token of an issuer never has."""
    return token.startswith(_BEGIN)


class KeyFile:
    """The keys of a data root. Threads may share it; other processes see a change at once."""

    def __init__(self, layout: Layout, *, clock: Clock = system_clock) -> None:
        self._layout = layout
        self._path = layout.absolute(KEYS_FILE)
        self._clock = clock
        self._file = AppendFile(self._path, layout.claim, linked=True)
        self._mutex = threading.Lock()
        self._seen: tuple[int, ...] | None = None
        self._ring = KeyRing({})
        self._problem = ""

    def now(self) -> int:
        """The time by which keys expire, in epoch milliseconds."""
        return self._clock()

    def ring(self) -> KeyRing:
        """The keys as the file has them now; read anew where it changed.

        Raises:
            TruthReadError: the file cannot be read, others may write into it, a line is not as it
                was written, or what was read in it before is not there any more. Nobody is to be
                let in then; logged once.
        """
        with self._mutex:
            try:
                self._look()
            except TruthReadError as error:
                if str(error) != self._problem:
                    _LOG.error("%s", error)
                self._problem = str(error)
                raise
            self._problem = ""
            return self._ring

    def create(
        self,
        name: str,
        role: Role,
        *,
        tenant_id: str | None,
        users: tuple[str, ...] = (),
        expires_at: int | None = None,
    ) -> tuple[Key, str]:
        """Make a key; it is on disk when this returns.

        Args:
            name: what to call it; for people.
            tenant_id: the one tenant it is for; ``None``: every tenant.
            users: users of that tenant; empty: all of them.
            expires_at: epoch milliseconds, ``None``: never.

        Returns:
            The key, and the token a client sends. The token is in no file: it cannot be had again.

        Raises:
            BadRequest: an argument is none, or a role that needs a tenant or user lacks it.
            TruthReadError: the keys there are cannot be read. TruthWriteError: nothing was made.
        """
        self.ring()
        _check(name, role, tenant_id, users)
        now = self._clock()
        if expires_at is not None and expires_at <= now:
            raise BadRequest(f"expires_at is {expires_at}: that is not in the future")
        secret = secrets.token_urlsafe(32)
        key = Key(
            secrets.token_hex(6), name, role, tenant_id, users, _hash(secret), now, expires_at
        )
        self._append({"kind": "key", "hash": key.hash, **key.as_dict()})
        return key, f"{_BEGIN}{key.key_id}_{secret}"

    def revoke(self, key_id: str, reason: str = "") -> Key:
        """Take a key out of force for good; at once, also in services that run. ``NotFound`` where
        there is no such key; after ``TruthWriteError`` it is in force as before."""
        key = self.ring().keys.get(key_id)
        if key is None:
            raise NotFound(f"there is no key {key_id!r}; 'eywa keys list' names them")
        if key.revoked_at is not None:
            return key
        now = self._clock()
        self._append({"kind": "revoked", "key_id": key_id, "at": now, "reason": reason})
        return replace(key, revoked_at=now)

    def close(self) -> None:
        """Close the file. Idempotent."""
        self._file.close()

    def _look(self) -> None:
        """Read the file anew where it changed."""
        state = self._state()
        if state == self._seen:
            return
        keys = {} if state is None else _read(self._data())
        if _went(self._ring.keys, keys):
            raise TruthReadError(
                f"{KEYS_FILE} has lost what was read in it before: nobody is let in; put the file "
                "back from a copy, or start again with the keys that are there now"
            )
        self._ring, self._seen = KeyRing(keys), state

    def _append(self, value: Mapping[str, Any]) -> None:
        line = json.dumps(value, ensure_ascii=True, separators=(",", ":")).encode() + b"\n"
        self._file.append([line])

    def _state(self) -> tuple[int, ...] | None:
        try:
            found = os.lstat(self._path)
        except OSError as error:
            if isinstance(error, FileNotFoundError) and self._layout.is_absence(error):
                return None
            self._layout.refuse_lost()
            why = error.strerror
            raise TruthReadError(f"the keys cannot be read, so nobody is let in: {why}") from None
        if not stat.S_ISREG(found.st_mode) or found.st_mode & 0o022:
            raise TruthReadError(
                f"{KEYS_FILE} is no plain file, or others may write into it: nobody is let in; run "
                f"'chmod 600' on it"
            )
        return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns

    def _data(self) -> bytes:
        try:
            return self._path.read_bytes()
        except OSError as error:
            raise TruthReadError(
                f"the keys cannot be read, so nobody is let in: {error.strerror}"
            ) from None


def _went(before: Mapping[str, Key], now: Mapping[str, Key]) -> bool:
    """Whether a log that is only appended to lacks a key that was in it, or its revocation."""
    for name, key in before.items():
        found = now.get(name)
        if found is None or (found.revoked_at is None and key.revoked_at is not None):
            return True
    return False


def _read(data: bytes) -> dict[str, Key]:
    """The keys a file holds. A line that was not written wholly was not acknowledged and does not
    count; any other line that is not as it was written condemns the file."""
    torn = {number for number, line in _lines(data) if line.endswith(_TORN)}
    if not data.endswith(b"\n"):
        torn.add(data.count(b"\n") + 1)
    kept = [(number, line) for number, line in _lines(data) if number not in torn]
    broken = [b.line for b in breaks([(KEYS_FILE, iter(_lines(data)))]) if b.line not in torn]
    keys: dict[str, Key] = {}
    for number, line in kept:
        try:
            if number in broken:
                raise ValueError("it was changed")
            _apply(keys, json.loads(line))
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise TruthReadError(
                f"{KEYS_FILE}:{number} is not as it was written ({error}): nobody is let in; put "
                "the file back from a copy, or delete it, make new keys and start again"
            ) from None
    return keys


def _lines(data: bytes) -> Iterator[tuple[int, bytes]]:
    yield from ((n, line) for n, line in enumerate(data.split(b"\n"), start=1) if line.strip())


def _apply(keys: dict[str, Key], value: Any) -> None:
    """Note what a line says; ``KeyError``, ``TypeError``, ``ValueError`` where it says nothing."""
    if value["kind"] == "revoked":
        keys[value["key_id"]] = replace(keys[value["key_id"]], revoked_at=int(value["at"]))
        return
    expires = value["expires_at"]
    if value["kind"] != "key" or value["role"] not in ROLES:
        raise ValueError("it is of another version")
    key = Key(
        key_id=str(value["key_id"]),
        name=str(value["name"]),
        role=value["role"],
        tenant_id=None if value["tenant_id"] is None else str(value["tenant_id"]),
        users=tuple(str(user) for user in value["users"]),
        hash=str(value["hash"]),
        made_at=int(value["made_at"]),
        expires_at=None if expires is None else int(expires),
    )
    keys[key.key_id] = key


def _check(name: str, role: Role, tenant_id: str | None, users: tuple[str, ...]) -> None:
    """Refuse a key that would mean something else than its maker thinks."""
    check_id(name, "name")
    if role not in ROLES:
        raise BadRequest(f"role is {role!r}: use one of {', '.join(ROLES)}")
    if tenant_id is not None:
        encode_id(tenant_id, "tenant_id")
    for user in users:
        encode_id(user, "user_id")
    if users and tenant_id is None:
        raise BadRequest("a key for some users needs the tenant they are of")
    if role == "user" and not users:
        raise BadRequest("a key of the role 'user' needs the user it is for")


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
