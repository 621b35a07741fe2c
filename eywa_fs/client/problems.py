"""Refusals and failures as exceptions: one class for a code, named as in ``eywa_fs.errors``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from eywa_fs import errors

if TYPE_CHECKING:
    import httpx


class ServiceError(errors.EywaError):
    """The service refused, failed, or could not be reached.

    Attributes:
        code: the service's, as ``E_NOT_FOUND``.
        retryable: the same request may succeed later. For a write see :class:`Writing` on keys.
        status: of the answer; 0 where there was none.
        detail: what was wrong, in words.
        trace_id, request_id: of the request; empty where there was no answer of the service.
        fields: for a request that is not as the API wants it, what is wrong by field.
        retry_after_s: seconds after which the service said to try again, if it did.
        sent: the request may have arrived; ``False`` only where it cannot have.
    """

    def __init__(
        self, detail: str, *, code: str = "", retryable: bool | None = None, status: int = 0,
        trace_id: str = "", request_id: str = "", fields: Mapping[str, str] | None = None,
        retry_after_s: float = 0.0, sent: bool = True,
    ) -> None:  # fmt: skip
        Exception.__init__(self, f"{detail} [{trace_id}]" if trace_id else detail)
        self.detail, self.status, self.sent = detail, status, sent
        self.code = code or type(self).code
        self.retryable = type(self).retryable if retryable is None else retryable
        self.trace_id, self.request_id, self.fields = trace_id, request_id, dict(fields or {})
        self.retry_after_s = retry_after_s


class BadRequest(ServiceError, errors.BadRequest):
    """The request is not as the service wants it."""


class InvalidId(BadRequest, errors.InvalidId):
    """An id that cannot stand in a path: nothing was sent."""


class Unauthenticated(ServiceError, errors.Unauthenticated):
    """No key or token, or one that is unknown, expired or revoked."""


class RoleForbidden(ServiceError, errors.RoleForbidden):
    """The role of the key does not allow it."""


class NotFound(ServiceError, errors.NotFound):
    """There is none, or not for this key."""


class VersionConflict(ServiceError, errors.BadRequest):
    """The record is at another version than was expected: read it again, then decide.

    Which one it is at is not told, unlike by the library's error of this name.
    """

    code = errors.VersionConflict.code


class EpisodeWriteFailed(ServiceError, errors.EpisodeWriteFailed):
    """An episode could not be written, also when it was tried again: it is not remembered."""


class CapacityExceeded(ServiceError, errors.CapacityExceeded):
    """There is no room for what was to be remembered, and nothing that may leave."""


class TooMany(ServiceError, errors.TooMany):
    """More requests than are taken at a time, or of a tenant in a minute."""

    @property
    def of_caller(self) -> bool:  # type: ignore[override]  # follows from the status
        """The tenant sent too many; otherwise the service has too much to do."""
        return self.status == 429


class DependencyUnavailable(ServiceError, errors.DependencyUnavailable):
    """A part of the memory cannot be used now, or the service cannot be reached."""


class DependencyTimeout(ServiceError, errors.DependencyTimeout):
    """It took too long; what was asked may still happen."""


class EmbeddingMismatch(ServiceError, errors.EmbeddingMismatch):
    """The index was built by another embedder than the one configured."""


KINDS: Final[Mapping[str, type[ServiceError]]] = {
    kind.code: kind
    for kind in (
        *(BadRequest, Unauthenticated, RoleForbidden, NotFound, VersionConflict, TooMany),
        *(EpisodeWriteFailed, CapacityExceeded),
        *(DependencyUnavailable, DependencyTimeout, EmbeddingMismatch, ServiceError),
    )
}
"""The class of each code."""
_OF_STATUS: Final = {
    401: Unauthenticated,
    403: RoleForbidden,
    404: NotFound,
    429: TooMany,
    502: DependencyUnavailable,
    503: DependencyUnavailable,
    504: DependencyTimeout,
}
"""The class of an answer without a problem in it, as a proxy gives one."""


def error_of(response: httpx.Response) -> ServiceError:
    """The error that an answer is, whose body was read."""
    said, status = _problem(response), response.status_code
    plain = _OF_STATUS.get(status, BadRequest if 400 <= status < 500 else ServiceError)
    kind = KINDS.get(str(said.get("code")), ServiceError) if "code" in said else plain
    wrong = said.get("errors")
    return kind(
        str(said.get("detail") or f"the service answered with the status {status}"),
        code=str(said.get("code") or kind.code),
        retryable=bool(said.get("retryable", kind.retryable)),
        status=status,
        trace_id=str(said.get("traceId", "")),
        request_id=str(said.get("requestId", "")),
        fields={str(one["field"]): str(one["message"]) for one in wrong or ()},
        retry_after_s=_seconds(response.headers.get("retry-after", "")),
    )


def error_of_transport(error: httpx.RequestError) -> ServiceError:
    """The error that a failed connection is. What is said of it names no address and no header."""
    import httpx

    unsent = isinstance(error, httpx.ConnectError | httpx.ConnectTimeout | httpx.PoolTimeout)
    late = isinstance(error, httpx.TimeoutException)
    kind = DependencyTimeout if late else DependencyUnavailable
    what = "did not answer in time" if late else "cannot be reached, or broke off"
    return kind(f"the service {what} ({type(error).__name__})", sent=not unsent)


def _problem(response: httpx.Response) -> dict[str, Any]:
    if not response.headers.get("content-type", "").startswith("application/problem+json"):
        return {}
    try:
        found = response.json()
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _seconds(text: str) -> float:
    return float(text) if text.isascii() and text.isdigit() else 0.0
