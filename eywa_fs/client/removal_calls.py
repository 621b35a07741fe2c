"""Calls that erase records for good, or put them aside by age; as :mod:`calls`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Unpack

from eywa_fs.client import answers as ans
from eywa_fs.client.request import Of, Request, request


def erase(
    *, text: str | None = None, event_ids: Sequence[str] = (), session_id: str | None = None,
    project_id: str | None = None, since: int | None = None, until: int | None = None,
    everything: bool = False, dry_run: bool = False, reason: str = "", **of: Unpack[Of],
) -> Request[ans.ErasureGiven]:  # fmt: skip
    """Erase the records of a user that fulfil all of this, for good, and all that was derived from
    them. Sent once: after an error look at what is there."""
    return request("POST", "/v1/erasures", locals(), ans.ErasureGiven)


def forget(
    *, policy: str | None = None, compact: Literal["light", "medium"] | None = None,
    dry_run: bool = False, reason: str = "", **of: Unpack[Of],
) -> Request[ans.ForgetGiven]:  # fmt: skip
    """Put records of a user aside by the policies of the service, or compact old days."""
    return request("POST", "/v1/forget", locals(), ans.ForgetGiven)


def undo(run: str, *, reason: str = "", **of: Unpack[Of]) -> Request[ans.ForgetGiven]:
    """Take back what a run of ``forget`` decided about a user's records."""
    return request("POST", "/v1/forget/{run}/undo", locals(), ans.ForgetGiven)
