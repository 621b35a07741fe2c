"""The one error tree: every failure a caller can meet, with a code, a retry hint and an exit code.

A message says what happened, where, and what to do. ``code`` is one of the product's stable error
codes, ``retryable`` tells a program whether trying again can help, ``exit_code`` is what the
command line ends with. Nothing else maps errors to codes.
"""

from __future__ import annotations

from typing import Final

_SHOWN = 500
"""Characters of the beginning and of the end that a long message is cut to."""


def shortened(text: str) -> str:
    """A message without the middle of something long that it repeats: its beginning and its end
    tell what is wrong and what to do. Up to half as much again stays whole."""
    left_out = len(text) - 2 * _SHOWN
    if left_out <= _SHOWN:
        return text
    return f"{text[:_SHOWN]} [{left_out} characters left out] {text[-_SHOWN:]}"


class EywaError(Exception):
    """Base of all errors raised on purpose. Anything else that escapes is a defect. Its message is
    :func:`shortened`."""

    code = "E_INTERNAL"
    retryable = False
    exit_code = 10

    def __str__(self) -> str:
        return shortened(super().__str__())


class BadRequest(EywaError):
    """An argument is malformed, out of range or contradicts another one."""

    code = "E_BAD_REQUEST"
    exit_code = 2


class InvalidId(BadRequest):
    """A tenant, user, session or event id cannot be used."""


class InvalidRecord(BadRequest):
    """A record cannot be written as it is (encoding, size, timestamp, type)."""


class KeyReused(BadRequest):
    """An idempotency key came with another request than the first time: nothing was written."""

    def __init__(self, key: str) -> None:
        super().__init__(
            f"the idempotency key {key!r} was used for another request: a repeated one has to ask "
            "for the same, and a new one needs a new key"
        )


class ConfigError(BadRequest):
    """The configuration holds an unknown key or an impossible value."""


class ImportFormatError(BadRequest):
    """A file to import is in none of the known formats."""


class KeyRefused(BadRequest):
    """A key file cannot be read, is too short, or is not the one that is needed."""


class ScopeForbidden(EywaError):
    """A path or record outside the caller's tenant and user was asked for."""

    code = "E_TENANT_FORBIDDEN"
    exit_code = 3


class MemoryClosed(BadRequest):
    """The memory was closed before this was asked of it, or while it was done."""


class ScopeUnknown(ScopeForbidden):
    """A caller named a tenant or user that its key is not for.

    What it is told is the same whether there is such a tenant or user or not.
    """

    code = "E_NOT_FOUND"


class RoleForbidden(ScopeForbidden):
    """The role of the caller's key does not allow what was asked."""


class Unauthenticated(ScopeForbidden):
    """There is no key in the request, or none that is known and in force."""

    code = "E_UNAUTHENTICATED"


class TooMany(EywaError):
    """More requests than are taken at a time, or of a tenant in a minute: try again later.

    ``retry_after_s`` is a number of seconds after which it makes sense. ``of_caller`` says that the
    caller sent too many; otherwise the service has too much to do.
    """

    code = "E_TOO_MANY"
    retryable = True
    exit_code = 8

    def __init__(self, message: str, retry_after_s: float, *, of_caller: bool) -> None:
        super().__init__(message)
        self.retry_after_s, self.of_caller = retry_after_s, of_caller


class NotFound(BadRequest):
    """Something that was named does not exist."""

    code = "E_NOT_FOUND"
    exit_code = 4


class VersionConflict(BadRequest):
    """A record is at another version than the caller decided by: nothing was decided.

    ``event_id`` names the record, ``current`` its version now.
    """

    code = "E_VERSION_CONFLICT"

    def __init__(self, event_id: str, current: int, expected: int) -> None:
        super().__init__(
            f"{event_id} is at version {current}, not {expected}: read it again, then decide "
            f"('eywa versions {event_id}')"
        )
        self.event_id, self.current = event_id, current


class TruthWriteError(EywaError):
    """The truth file could not be written or synced: nothing was acknowledged."""

    code = "E_DEP_UNAVAILABLE"
    retryable = True
    exit_code = 5


class EpisodeWriteFailed(EywaError):
    """An episode could not be written, also when it was tried again: it is not remembered."""

    code = "MEMORY_EPISODE_WRITE_FAILED"
    retryable = True
    exit_code = 5


class CapacityExceeded(EywaError):
    """There is no room for what was to be remembered, and nothing that may leave."""

    code = "MEMORY_CAPACITY_EXCEEDED"
    exit_code = 2


class PartialAppend(TruthWriteError):
    """A batch over several files failed half-way.

    ``anchors`` holds, in input order, the anchor of each record that *is* durable and ``None`` for
    each that is not.
    """

    def __init__(self, message: str, anchors: list[object]) -> None:
        super().__init__(message)
        self.anchors = anchors


class TruthReadError(EywaError):
    """A truth file exists but its bytes cannot be read."""

    code = "E_DEP_UNAVAILABLE"
    retryable = True
    exit_code = 5


class RootLost(TruthWriteError, TruthReadError):
    """The data root is not the folder any more that was opened: nothing was written, and what is in
    it is not known."""

    retryable = False


class DependencyUnavailable(EywaError):
    """A derived store or an embedder is missing, corrupt or refuses to work."""

    code = "E_DEP_UNAVAILABLE"
    retryable = True
    exit_code = 6


class IssuerUnavailable(DependencyUnavailable):
    """The issuer of tokens cannot be asked now for a key that a token names; its message names no
    address. ``retry_after_s`` is a number of seconds after which it is asked again."""

    def __init__(self, message: str, retry_after_s: float) -> None:
        super().__init__(message)
        self.retry_after_s = retry_after_s


class FolderReadOnly(DependencyUnavailable):
    """A folder of derived state may be read and not written."""


class Hindered(DependencyUnavailable):
    """Something derived cannot be used for what is no fault of it, as a disk without room or a
    package that cannot be imported: nothing is damaged, and no repair helps."""


class StoreFailed(DependencyUnavailable):
    """The vector store refused a call or did not answer it.

    ``damaged`` says that its files are, so that trying again is of no use.
    """

    def __init__(self, message: str, *, damaged: bool = False) -> None:
        super().__init__(message)
        self.damaged = damaged


class DependencyTimeout(DependencyUnavailable):
    """A derived store or an embedder did not answer in time."""

    code = "E_DEP_TIMEOUT"


class ErasureUnfinished(DependencyUnavailable):
    """Nothing more is to be erased, but an earlier erasure, which may have taken it, goes on."""

    retry_after_s: Final = 5.0


class OutputLost(EywaError):
    """Standard output takes no more: its disk is full, or its reader is gone (a broken pipe)."""

    code = "E_DEP_UNAVAILABLE"
    exit_code = 6


class Interrupted(EywaError):
    """Ctrl-C in a command; the message says how to go on. The exit code is 128 + SIGINT, as shells
    count it."""

    code = "E_INTERRUPTED"
    retryable = True
    exit_code = 130


class BackupDamaged(EywaError):
    """A backup is not as it was written: nothing was restored from it."""

    code = "E_DEP_UNAVAILABLE"
    exit_code = 6


class EmbeddingMismatch(EywaError):
    """The index was built with another embedder, model, dimension or version."""

    code = "E_DIM_MISMATCH"
    exit_code = 7


class SchemaMismatch(EywaError):
    """Derived state was written by another version of the program, or under another redaction
    policy."""

    code = "E_DEP_UNAVAILABLE"
    exit_code = 7


class IndexerBusy(EywaError):
    """Another process holds the indexer of this data root."""

    code = "E_DEP_UNAVAILABLE"
    retryable = True
    exit_code = 8


class WaitTimeout(EywaError):
    """Something waited for did not happen in time; nothing is lost, it may still happen."""

    code = "E_DEP_TIMEOUT"
    retryable = True
    exit_code = 9
