"""How chunks are named and kept: as they are, or encrypted under names that tell nothing.

Without a key a chunk's name is its SHA-256. With one it is an HMAC-SHA256 of the chunk, and what is
stored is a nonce and AES-256-GCM over the chunk, bound to its name.
"""

from __future__ import annotations

import hashlib
import hmac
import os
from pathlib import Path

from eywa_fs.errors import BackupDamaged, KeyRefused
from eywa_fs.packages import importing

KEY_BYTES = 32
"""Fewest bytes of a key file: what can be guessed is no key."""
_NONCE = 12
_TAG = 16


class Plain:
    """Names chunks, and keeps them as they are."""

    added = 0
    """Bytes that sealing adds to a chunk."""

    def name(self, data: bytes) -> str:
        """64 hex digits that only these bytes have."""
        return hashlib.sha256(data).hexdigest()

    def seal(self, name: str, data: bytes) -> bytes:
        """What is stored under a name."""
        return data

    def unseal(self, name: str, stored: bytes) -> bytes:
        """What was sealed under a name; ``BackupDamaged`` where these are not those bytes."""
        return stored


class Encrypted(Plain):
    """Chunks encrypted with keys that are derived from the key file and the place's salt.
    ``DependencyUnavailable`` where the package cryptography is not installed."""

    added = _NONCE + _TAG

    def __init__(self, key: bytes, salt: bytes) -> None:
        self._naming = derived(key, salt, b"eywa-fs backup names")  # refuses without cryptography
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM

        self._cipher = AESGCM(derived(key, salt, b"eywa-fs backup chunks"))

    def name(self, data: bytes) -> str:
        return hmac.new(self._naming, data, hashlib.sha256).hexdigest()

    def seal(self, name: str, data: bytes) -> bytes:
        nonce = os.urandom(_NONCE)
        return nonce + self._cipher.encrypt(nonce, data, name.encode())

    def unseal(self, name: str, stored: bytes) -> bytes:
        from cryptography.exceptions import InvalidTag

        try:
            return self._cipher.decrypt(stored[:_NONCE], stored[_NONCE:], name.encode())
        except (InvalidTag, ValueError):
            raise BackupDamaged(f"{name} cannot be decrypted: its bytes were changed") from None


def derived(key: bytes, salt: bytes, purpose: bytes) -> bytes:
    """A key of 32 bytes for one purpose, by HKDF-SHA256 (RFC 5869); ``DependencyUnavailable``
    without the package cryptography."""
    with importing("cryptography", "'eywa-fs[crypto]'"):
        from cryptography.hazmat.primitives.hashes import SHA256
        from cryptography.hazmat.primitives.kdf.hkdf import HKDF
    return HKDF(SHA256(), KEY_BYTES, salt, purpose).derive(key)


def read_key(path: str | Path) -> bytes:
    """The bytes of a key file. ``KeyRefused`` where it cannot be read, or is too short to be a
    key."""
    try:
        key = Path(path).expanduser().read_bytes()
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise KeyRefused(f"the key file {path} cannot be read: {why}") from None
    if len(key) < KEY_BYTES:
        raise KeyRefused(
            f"the key file {path} has {len(key)} bytes: give at least {KEY_BYTES} random ones, "
            f"as 'head -c {KEY_BYTES} /dev/urandom > backup.key' makes them"
        )
    return key
