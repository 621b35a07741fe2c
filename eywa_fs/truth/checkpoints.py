"""Checkpoints: lines of ``audit/checkpoints.jsonl`` that say where each linked log ended.

What is cut off the end of a log afterwards shows. A checkpoint may be signed (Ed25519): who edits
the logs and computes their chains anew cannot make one that fits. Truth side: appended, synced,
linked.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from eywa_fs.errors import BadRequest, ConfigError
from eywa_fs.truth.auditlog import log_lines, logs
from eywa_fs.truth.chain import Break, chain_value
from eywa_fs.truth.journal import Journal
from eywa_fs.truth.layout import Layout

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

CHECKPOINTS = "audit/checkpoints.jsonl"


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A checkpoint as it was written: how many logs it names the end of, and the public key it was
    signed with, 64 hex digits, or ``None``."""

    timestamp: int
    logs: int
    signer: str | None
    citation: str


def write_checkpoint(
    layout: Layout, journal: Journal, now: int, key_file: Path | None = None
) -> Checkpoint:
    """Note where every log ends.

    Args:
        now: epoch milliseconds.
        key_file: a private key, see :func:`make_key`; ``None`` signs nothing.

    Raises:
        ConfigError: the key cannot be read, or ``cryptography`` is not installed.
        TruthReadError, TruthWriteError: nothing was written.
    """
    key = None if key_file is None else _private_key(key_file)
    ends = [end for files in logs(layout) if (end := _end(layout, files)) is not None]
    value: dict[str, Any] = {"timestamp": now, "kind": "checkpoint", "ends": ends}
    signer = None
    if key is not None:
        signer = key.public_key().public_bytes_raw().hex()
        value |= {"signer": signer, "signature": key.sign(_signed(value)).hex()}
    line = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
    [anchor] = journal.append_lines(CHECKPOINTS, [line])
    return Checkpoint(now, len(ends), signer, anchor.citation)


def checkpoint_breaks(layout: Layout, signer: str = "") -> Iterator[Break]:
    """Where the logs are not what the newest checkpoint saw; ``TruthReadError`` where a file cannot
    be read.

    Args:
        signer: the public key (64 hex digits) that must have signed it; ``""`` takes any, and none.
    """
    newest: tuple[int, Mapping[str, Any]] | None = None
    for number, data in log_lines(layout, CHECKPOINTS):
        if (value := _checkpoint(data)) is not None and signer in ("", value.get("signer")):
            newest = number, value
    if newest is None:
        if signer:
            yield Break(CHECKPOINTS, 1, f"there is no checkpoint signed by {signer}", "")
        return
    number, value = newest
    here = f"{CHECKPOINTS}:{number}"
    if value.get("signer") and (problem := _problem(value)):
        yield Break(CHECKPOINTS, number, problem, here)
        return
    for path, line, seen in value["ends"]:
        stands = next((data for at, data in log_lines(layout, path) if at == line), b"")
        if chain_value(stands) != seen:
            yield Break(path, line, f"{here} saw another line here", here)


def make_key(path: Path) -> str:
    """Make a private key in a new file of mode 0600; its public key, 64 hex digits. ``BadRequest``
    where the file exists or cannot be made, ``ConfigError`` without ``cryptography``."""
    kind = _ed25519()
    from cryptography.hazmat.primitives import serialization

    key = kind.generate()
    text = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    try:
        fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except OSError as error:
        raise BadRequest(f"{path} cannot be made: {error.strerror}") from None
    with os.fdopen(fd, "wb") as file:
        file.write(text)
    return str(key.public_key().public_bytes_raw().hex())


def _end(layout: Layout, files: list[str]) -> tuple[str, int, str] | None:
    """Path, line and chain value of the last line of a log that has one."""
    for path in reversed(files):
        last = None
        for number, data in log_lines(layout, path):
            if value := chain_value(data):
                last = path, number, value
        if last is not None:
            return last
    return None


def _checkpoint(data: bytes) -> Mapping[str, Any] | None:
    with suppress(ValueError, TypeError, KeyError, RecursionError):
        value = json.loads(data)
        if value["kind"] == "checkpoint":
            value["ends"] = [
                (str(path), int(line), str(seen)) for path, line, seen in value["ends"]
            ]
            return dict(value)
    return None


def _signed(value: Mapping[str, Any]) -> bytes:
    """The bytes that a checkpoint's signature covers."""
    plain = [value["timestamp"], [list(end) for end in value["ends"]]]
    return json.dumps(plain, ensure_ascii=True, separators=(",", ":")).encode()


def _problem(value: Mapping[str, Any]) -> str | None:
    """Why a checkpoint's signature does not count; ``None`` where it does."""
    try:
        _ed25519()
    except ConfigError as error:
        return f"its signature cannot be checked: {error}"
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    with suppress(InvalidSignature, ValueError, TypeError, KeyError):
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(value["signer"]))
        key.verify(bytes.fromhex(value["signature"]), _signed(value))
        return None
    return "its signature does not fit"


def _private_key(path: Path) -> Ed25519PrivateKey:
    kind = _ed25519()
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    try:
        key = load_pem_private_key(path.read_bytes(), None)
    except (OSError, ValueError, TypeError) as error:
        raise ConfigError(f"{path} is no key made by 'eywa audit keygen': {error}") from None
    if not isinstance(key, kind):
        raise ConfigError(f"{path} holds another kind of key; 'eywa audit keygen' makes one")
    return key


def _ed25519() -> type[Ed25519PrivateKey]:
    try:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    except ImportError:
        raise ConfigError(
            "signatures need the package 'cryptography': pip install 'eywa-fs[crypto]'"
        ) from None
    return Ed25519PrivateKey
