"""Errors as answers: one table from the error tree to HTTP statuses; problem+json (RFC 9457)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from http import HTTPStatus
from math import ceil
from typing import Any, Final

from fastapi.exceptions import RequestValidationError
from pydantic import Field
from starlette.exceptions import HTTPException
from starlette.responses import Response

from eywa_fs import errors
from eywa_fs.errors import EywaError, shortened
from eywa_fs.service.call import Call
from eywa_fs.service.wire import Given

MEDIA_TYPE: Final = "application/problem+json"
_RETRY_AFTER_S: Final = 2

STATUS: Final[Mapping[type[EywaError], int]] = {
    errors.BadRequest: 400,
    errors.Unauthenticated: 401,
    errors.ScopeForbidden: 404,
    errors.RoleForbidden: 403,
    errors.NotFound: 404,
    errors.VersionConflict: 412,
    errors.TooMany: 503,
    errors.TruthWriteError: 503,
    errors.EpisodeWriteFailed: 503,
    errors.CapacityExceeded: 409,
    errors.TruthReadError: 503,
    errors.DependencyUnavailable: 503,
    errors.DependencyTimeout: 504,
    errors.BackupDamaged: 503,
    errors.EmbeddingMismatch: 503,
    errors.SchemaMismatch: 503,
    errors.IndexerBusy: 503,
    errors.WaitTimeout: 504,
    errors.MemoryClosed: 503,
    errors.ConfigError: 503,
    EywaError: 500,
}
"""Status of an error: that of the nearest of its classes."""


class FieldProblem(Given):
    """One field of a request that cannot be used. Its value is not repeated."""

    field: str
    message: str


class Problem(Given):
    """What went wrong, as of RFC 9457."""

    type: str = Field(description="urn:eywa: and the code.")
    title: str
    status: int
    detail: str
    code: str = Field(description="E_BAD_REQUEST, E_NOT_FOUND, E_DEP_UNAVAILABLE, ...")
    retryable: bool = Field(description="Whether the same request may succeed later.")
    trace_id: str
    request_id: str
    errors: list[FieldProblem] = Field(default=[])


def status_of(error: EywaError) -> int:
    """The HTTP status of an error."""
    if isinstance(error, errors.TooMany) and error.of_caller:
        return 429
    return next(STATUS[kind] for kind in type(error).__mro__ if kind in STATUS)


def problem_of(error: EywaError, call: Call) -> Response:
    """An error as an answer. What went wrong inside is told by its code alone: the words of such an
    error may name paths of this machine, and stand in the log."""
    status = status_of(error)
    code, detail = error.code, str(error)
    if isinstance(error, errors.ScopeForbidden) and status == 404:
        code, detail = errors.NotFound.code, "there is nothing of that name for this key"
    elif status == 500 or (status > 500 and not isinstance(error, _TOLD)):
        kind = next((kind for kind in type(error).__mro__ if kind in _OF_TRUTH), None)
        detail = _OF_TRUTH[kind] if kind else _INSIDE.get(code, _INSIDE["E_INTERNAL"])
    headers = {}
    if status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    if status in (429, 503, 504) and error.retryable:
        wait = error.retry_after_s if isinstance(error, _TOLD) else _RETRY_AFTER_S
        headers["Retry-After"] = str(max(1, ceil(wait)))
    return _answer(call, status, code, detail, error.retryable, headers)


def problem_of_input(error: RequestValidationError, call: Call) -> Response:
    """A request that does not have the form it must have."""
    wrong = []
    for one in error.errors()[:20]:
        where = ".".join(str(part) for part in one["loc"])
        wrong.append(FieldProblem(field=where[:200], message=str(one["msg"])[:300]))
    first = f"{wrong[0].field}: {wrong[0].message}" if wrong else ""
    detail = f"the request is not as the API describes it: {first}"
    return _answer(call, 400, errors.BadRequest.code, detail, False, {}, wrong)


def problem_of_http(error: HTTPException, call: Call) -> Response:
    """What the framework refused: no such route, another method, a body that is too large."""
    code = errors.NotFound.code if error.status_code == 404 else errors.BadRequest.code
    if error.status_code >= 500:
        code = EywaError.code
    headers, detail = dict(error.headers or {}), str(error.detail)
    if error.status_code == 404:
        detail = f"there is no such route; {_LISTED}"
    elif error.status_code == 405:
        detail = f"this route takes {headers.get('Allow', 'other methods')} only; {_LISTED}"
    return _answer(call, error.status_code, code, detail, False, headers)


_LISTED: Final = "GET /docs shows all routes, GET /openapi.json describes them"
_TOLD: Final = (errors.TooMany, errors.IssuerUnavailable, errors.ErasureUnfinished)
"""Errors whose words are for callers, and which say when to try again."""
_OF_TRUTH: Final[Mapping[type, str]] = {
    errors.RootLost: "the folder of the memory is gone: it was moved, deleted, unmounted or "
    "replaced; nothing is read or written until it is put back, and its log has more",
    errors.TruthWriteError: "the memory cannot be written now, as on a disk that is full or may "
    "only be read; nothing that was acknowledged is lost",
    errors.TruthReadError: "files of the memory cannot be read now, so that an answer would not be "
    "whole; 'eywa verify' names them",
}
_INSIDE: Final = {
    "E_DEP_UNAVAILABLE": "a part of the memory cannot be used now; nothing that was acknowledged "
    "is lost",
    "MEMORY_EPISODE_WRITE_FAILED": "the episode could not be written: it is not remembered",
    "E_DEP_TIMEOUT": "it took too long; what was asked may still happen: repeat a write with the "
    "same Idempotency-Key",
    "E_DIM_MISMATCH": "the index was built by another embedder than the one configured",
    "E_BAD_REQUEST": "the memory is closed, or wrongly configured",
    "E_INTERNAL": "a defect of the service; its log has more under this trace id",
}


def _answer(
    call: Call,
    status: int,
    code: str,
    detail: str,
    retryable: bool,
    headers: Mapping[str, str],
    wrong: list[FieldProblem] | None = None,
) -> Response:
    value: dict[str, Any] = Problem(
        type=f"urn:eywa:{code}",
        title=HTTPStatus(status).phrase,
        status=status,
        detail="",
        code=code,
        retryable=retryable,
        trace_id=call.trace_id,
        request_id=call.request_id,
    ).model_dump(mode="json")
    value["detail"] = shortened(detail)
    value["errors"] = [{"field": one.field, "message": one.message} for one in wrong or ()]
    # ASCII: what a message repeats of a request may be text that has no UTF-8.
    return Response(json.dumps(value), status, {**headers}, MEDIA_TYPE)
