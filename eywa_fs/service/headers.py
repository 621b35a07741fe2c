"""Headers of requests that mean the same for every route."""

from __future__ import annotations

import re
from typing import Annotated, Final

from fastapi import Depends, Header

from eywa_fs.errors import BadRequest
from eywa_fs.memory.decisions import Deciding

IdempotencyKey = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        min_length=1,
        max_length=150,
        description="The same key for the same user writes once and answers as the first time.",
    ),
]
IfMatch = Annotated[
    str | None,
    Header(
        alias="If-Match",
        max_length=100,
        description='The ETag of the version that is decided about, as "3"; 412 where the record '
        "is at another one. * is any version.",
    ),
]
_ETAG: Final = re.compile(r'"([1-9][0-9]{0,9})"')


def etag(version: int) -> str:
    """How a version is named in ``ETag`` and ``If-Match``."""
    return f'"{version}"'


async def conditions(idempotency_key: IdempotencyKey = None, if_match: IfMatch = None) -> Deciding:
    """Under which conditions is decided about a record; without ``If-Match``, at any version."""
    found: Deciding = {"idempotency_key": idempotency_key}
    return found if if_match is None else {**found, "expected_version": expected(if_match)}


When = Annotated[Deciding, Depends(conditions)]


def expected(if_match: str) -> int | None:
    """The version that ``If-Match`` names; ``None`` for any. ``BadRequest``: it names none that can
    be."""
    if if_match.strip() == "*":
        return None
    found = _ETAG.fullmatch(if_match.strip())
    if found is None:
        raise BadRequest('If-Match takes one ETag as the service gives it, such as "3", or *')
    return int(found[1])
