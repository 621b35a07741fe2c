"""Removing: records of a user are erased for good, or put aside by age, which can be undone."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from fastapi import Path
from pydantic import Field

from eywa_fs.client import answers as ans
from eywa_fs.model.forgetting import ForgetReport
from eywa_fs.model.plain import fields_of
from eywa_fs.service.call import Call
from eywa_fs.service.gate import Routes
from eywa_fs.service.wire import Id, Millis, OfUser, OfUserQuery, Reason, answer, model_of
from eywa_fs.service.work import Later
from eywa_fs.truth.erasures import Certificate

removal = Routes("removal")

Name = Annotated[str, Field(min_length=1, max_length=1000)]


class EraseAsked(OfUser):
    """What is erased: the records that fulfil all of it."""

    text: str | None = Field(
        None, min_length=1, max_length=10_000, description="They say this, in any case and width."
    )
    event_ids: list[Name] = Field(
        default=[], max_length=1000, description="Ids, or citations path:line."
    )
    session_id: Id | None = None
    project_id: Id | None = Field(None, description="Episodes of this project.")
    since: Millis | None = None
    until: Millis | None = None
    everything: bool = Field(False, description="All there is of the user; alone.")
    dry_run: bool = Field(False, description="Only say what would go.")
    reason: Reason = ""


_UNDER_WAY: Final[dict[int | str, dict[str, Any]]] = {
    202: {
        "model": model_of(ans.ErasureGiven),
        "description": "The lines are overwritten; the certificate is not there yet.",
    }
}


@removal.serve("POST", "/v1/erasures", "remove", responses=_UNDER_WAY)
def erase(asked: EraseAsked, call: Call) -> Later[ans.ErasureGiven]:
    """Overwrite records of a user, remove all that was derived from them, and certify it. It cannot
    be taken back. 202: what was derived is still being removed."""
    done = call.memory.erase(**asked.given(), **call.ids, **call.by, wait=False)
    name = done.id

    def given(ok: bool, certificate: Certificate | None) -> ans.ErasureGiven:
        return answer(
            ans.ErasureGiven, ok=ok, applied=done.applied, erasure_id=name, plan=done.plan,
            certificate=_certificate(certificate),
        )  # fmt: skip

    def look() -> ans.ErasureGiven | None:
        if name is None:
            return given(done.ok, None)
        now = call.memory.erasure(name, **call.ids)
        return None if now.certificate is None else given(now.ok, now.certificate)

    return Later(look, given(done.ok, None))


@removal.serve("GET", "/v1/erasures/{erasureId}", "trace")
def erasure(
    erasure_id: Annotated[str, Path(alias="erasureId", min_length=1, max_length=200)],
    asked: OfUserQuery,
    call: Call,
) -> ans.ErasureStateGiven:
    """How far an erasure is: what was derived is made anew (``derived``), it is certified."""
    found = call.memory.erasure(erasure_id, **call.ids)
    certificate = _certificate(found.certificate)
    return answer(ans.ErasureStateGiven, found, erasure_id=found.id, certificate=certificate)


def _certificate(found: Certificate | None) -> dict[str, Any] | None:
    """A certificate, without the paths of this machine."""
    if found is None:
        return None
    return fields_of(found) | {"backups": len(found.backups), "left": len(found.left)}


class ForgetAsked(OfUser):
    """How is forgotten: by the policies of the settings, by one of them, or by compaction."""

    policy: Id | None = None
    compact: Literal["light", "medium"] | None = None
    dry_run: bool = Field(False, description="Only say what would go.")
    reason: Reason = ""


@removal.serve("POST", "/v1/forget", "remove")
def forget(asked: ForgetAsked, call: Call) -> ans.ForgetGiven:
    """Put records of a user aside by age, or what old sessions can do without. None is deleted."""
    found = call.memory.forget(**asked.given(), **call.ids, operator=call.principal.name)
    return _given(found, call)


class UndoForgetAsked(OfUser):
    """Why it is taken back."""

    reason: Reason = ""


@removal.serve("POST", "/v1/forget/{run}/undo", "remove")
def undo_forget(
    run: Annotated[str, Path(min_length=1, max_length=200)], asked: UndoForgetAsked, call: Call
) -> ans.ForgetGiven:
    """Take back what a run of forgetting decided about this user's records."""
    found = call.memory.undo(run, **asked.given(), **call.ids, operator=call.principal.name)
    return _given(found, call)


def _given(found: ForgetReport, call: Call) -> ans.ForgetGiven:
    root = str(call.memory.layout.root)
    problems = [problem.replace(root, "the data root") for problem in found.problems]
    return answer(ans.ForgetGiven, found, problems=problems)
