"""Removing: records of a user are erased for good, or put aside by age, which can be undone."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import Path
from pydantic import Field

from eywa_fs.model.forgetting import ForgetReport, Forgotten
from eywa_fs.model.plain import fields_of
from eywa_fs.service.call import Call
from eywa_fs.service.routing import Routes
from eywa_fs.service.wire import Answer, Given, Id, Millis, OfUser, Reason, has_fields_of
from eywa_fs.truth.erasures import Certificate

removal = Routes("removal")

Name = Annotated[str, Field(min_length=1, max_length=1000)]


class EraseAsked(OfUser):
    """What is erased: the records that fulfil all of it."""

    text: str | None = Field(
        None, min_length=1, max_length=10_000, description="They say this, letter by letter."
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


class ErasurePlanGiven(Given):
    """What goes: lines by kind, in how many files, the first citations, how many facts."""

    counts: dict[str, int]
    files: int
    citations: list[str]
    facts: int


class ErasureCertificateGiven(Given):
    """How an erasure ended.

    Attributes:
        hashes: SHA-256 of what stands in each place now; null where the file was gone.
        scan: figures of the search for the texts in all files; null where it was not made.
        backups: how many backups were made before: they hold what was erased.
        left: how many files of others still say it.
    """

    at: int
    hashes: list[str | None]
    generation: int | None
    digest: str | None
    scan: dict[str, int] | None
    backups: int
    left: int

    @classmethod
    def of(cls, found: Certificate) -> ErasureCertificateGiven:
        """A certificate, without the paths of this machine."""
        shown = fields_of(found) | {"backups": len(found.backups), "left": len(found.left)}
        return cls.model_validate(shown)


class ErasureGiven(Answer):
    """What an erasure did, or would do; ``ok``: nothing was found of it afterwards."""

    ok: bool
    applied: bool
    erasure_id: str | None
    plan: ErasurePlanGiven
    certificate: ErasureCertificateGiven | None


@removal.serve("POST", "/v1/erasures", "remove")
def erase(asked: EraseAsked, call: Call) -> ErasureGiven:
    """Overwrite records of a user, remove all that was derived from them, and certify it. It cannot
    be taken back."""
    # Another process may hold the indexer: its answer is not waited for longer than the caller's.
    timeout = call.service.settings.timeout_s
    done = call.memory.erase(**asked.given(), **call.ids, **call.by, timeout=timeout)
    found = done.certificate
    return ErasureGiven(
        ok=done.ok,
        applied=done.applied,
        erasure_id=done.id,
        plan=ErasurePlanGiven.model_validate(done.plan),
        certificate=None if found is None else ErasureCertificateGiven.of(found),
    )


class ForgetAsked(OfUser):
    """How is forgotten: by the policies of the settings, by one of them, or by compaction."""

    policy: Id | None = None
    compact: Literal["light", "medium"] | None = None
    dry_run: bool = Field(False, description="Only say what would go.")
    reason: Reason = ""


@has_fields_of(Forgotten, "tenant_id", "user_id", "score")
class ForgottenGiven(Given):
    """A record that was put aside, or taken back; ``answered`` of a dry run: whether a search still
    finds what it says in another record."""


@has_fields_of(ForgetReport, "dry_run", "days", "searched")
class ForgetGiven(Answer):
    """What a run of forgetting did, would do, or what its undoing did.

    Attributes:
        run: its name, for its undoing; empty where nothing was decided.
        left: of an undoing: records that somebody decided about since; they stay as they are.
        problems: why the user was left out; without the place of the memory on the machine.
    """

    records: list[ForgottenGiven]
    problems: list[str]


@removal.serve("POST", "/v1/forget", "remove")
def forget(asked: ForgetAsked, call: Call) -> ForgetGiven:
    """Put records of a user aside by age, or what old sessions can do without. None is deleted."""
    found = call.memory.forget(**asked.given(), **call.ids, operator=call.principal.name)
    return _given(found, call)


class UndoForgetAsked(OfUser):
    """Why it is taken back."""

    reason: Reason = ""


@removal.serve("POST", "/v1/forget/{run}/undo", "remove")
def undo_forget(
    run: Annotated[str, Path(min_length=1, max_length=200)], asked: UndoForgetAsked, call: Call
) -> ForgetGiven:
    """Take back what a run of forgetting decided about this user's records."""
    found = call.memory.undo(run, **asked.given(), **call.ids, operator=call.principal.name)
    return _given(found, call)


def _given(found: ForgetReport, call: Call) -> ForgetGiven:
    given = ForgetGiven.model_validate(found)
    root = str(call.memory.layout.root)
    given.problems = [problem.replace(root, "the data root") for problem in given.problems]
    return given
