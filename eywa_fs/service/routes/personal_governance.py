"""The personal API: decisions about facts and events, and why things are as they are."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Annotated, Final

from fastapi import Path
from pydantic import Field

from eywa_fs.access.policy import may_ever
from eywa_fs.arbiter.ledger import TRACE
from eywa_fs.errors import NotFound
from eywa_fs.factbase.decisions import Decided
from eywa_fs.model.judged import Explained
from eywa_fs.service.call import Call
from eywa_fs.service.gate import Routes
from eywa_fs.service.routes.personal import (
    SNAKE,
    AnswerOfMe,
    EventAsked,
    FactsOfMeAsked,
    OfMe,
    taken_from,
    written,
)
from eywa_fs.service.wire import Given, Id, Reason, Text

personal_governance = Routes("personal")

FactId = Annotated[str, Path(alias="id", min_length=1, max_length=200)]
_TRACE_NAME: Final = len("vt_") + 16
"""Characters of a trace of the arbiter that name the decision, its checksum left out."""


class OverrideAsked(OfMe):
    """What has taken the place of a fact's value, and the event whose words say so: by default a
    new one."""

    value: str = Field(min_length=1, max_length=1000)
    statement: Text | None = Field(None, description="The words; by default the value.")
    event_id: Id | None = Field(None, description="The event that has them.")
    reason: Reason = ""


class GovernedGiven(AnswerOfMe):
    """A decision, which is a line of the truth."""

    id: str
    citation: str
    accepted: bool = True


@personal_governance.serve("POST", "/api/v1/memory.facts/{id}/override", "write")
def override_fact(fact_id: FactId, asked: OverrideAsked, call: Call) -> GovernedGiven:
    """Say that another value has taken the place of a fact's."""
    statement = asked.statement or asked.value
    event_id = asked.event_id
    if event_id is None:
        said = EventAsked.model_validate({"content": statement, "event_type": "feedback"})
        [(event_id, _)] = written([said], call, None)
    made = call.memory.supersede_fact(
        fact_id,
        asked.value,
        quote=statement,
        event_id=event_id,
        reason=asked.reason,
        **call.ids,
        **call.by,
    )
    return _governed(made)


class RevokeAsked(OfMe):
    """Why a fact is so, or is not."""

    reason: Reason = ""


NO_REASON: Final = RevokeAsked.model_validate({})
"""What an empty body says."""


@personal_governance.serve("POST", "/api/v1/memory.facts/{id}/revoke", "write")
def revoke_fact(fact_id: FactId, call: Call, asked: RevokeAsked = NO_REASON) -> GovernedGiven:
    """Say that a fact is not so and never was."""
    return _governed(call.memory.reject_fact(fact_id, asked.reason, **call.ids, **call.by))


@personal_governance.serve("POST", "/api/v1/memory.facts/{id}/confirm", "write")
def confirm_fact(fact_id: FactId, call: Call, asked: RevokeAsked = NO_REASON) -> GovernedGiven:
    """Say that a fact is so: the strongest confirmation there is."""
    return _governed(call.memory.confirm_fact(fact_id, asked.reason, **call.ids, **call.by))


class RecallDeleteAsked(FactsOfMeAsked):
    """Why an event is taken back."""

    scope: None = Field(None, exclude=True)
    reason: Reason = ""


@personal_governance.serve("DELETE", "/api/v1/memory.recalls/{id}", "write")
def delete_recall(
    event_id: Annotated[str, Path(alias="id", min_length=1, max_length=200)],
    asked: RecallDeleteAsked,
    call: Call,
) -> GovernedGiven:
    """Take an event back: it is not found any more, and can be restored."""
    made = call.memory.delete(event_id, reason=asked.reason, **call.ids, **call.by)
    return GovernedGiven(id=event_id, citation=made.citation)


class ActionGiven(Given):
    """What was done to what, by whom and why."""

    model_config = SNAKE
    action: str
    target_id: str = taken_from("target")
    reason: str
    operator: str
    ts: int = taken_from("timestamp")
    citation: str


class ProposalGiven(Given):
    """What was proposed, and by which rule, model or program."""

    model_config = SNAKE
    target_id: str
    fact_key: str
    fact_value: str
    scope: str
    proposer: str


class JudgementGiven(Given):
    """The rule that hit, the points by part, and the state before."""

    model_config = SNAKE
    trace_id: str
    target_id: str
    rule: str
    layer: str
    score: dict[str, int]
    previous: str


class AuditOfMeGiven(AnswerOfMe):
    """The events that went in, what was proposed, which rules hit, and what was done.

    ``same``: of a trace of the arbiter, that it came out as it did then. ``proposals``, which have
    what facts say, is empty for a role that may not read the user's records."""

    events: list[str]
    proposals: list[ProposalGiven]
    verdicts: list[JudgementGiven]
    actions: list[ActionGiven]
    same: bool | None = None


@personal_governance.serve("GET", "/api/v1/memory.audit/{trace_id}", "trace")
def audit_of_me(
    traced: Annotated[str, Path(alias="trace_id", min_length=1, max_length=200)],
    asked: FactsOfMeAsked,
    call: Call,
) -> AuditOfMeGiven:
    """What was decided under a trace of the arbiter, replayed from the files, or what was done
    under the trace id of a request. A role that may not read is told no value of a fact."""
    told = _traced(traced, call)
    if not may_ever(call.principal, "read"):
        told.proposals = []
    return told


def _traced(traced: str, call: Call) -> AuditOfMeGiven:
    if TRACE.fullmatch(traced):
        again = call.memory.replay(traced, **call.ids)
        found = [] if again.explained is None else [again.explained]
        return _audited([], [], found, traced, again.same)
    ids = call.ids
    done = call.memory.audit(trace_id=traced, tenant_id=ids["tenant_id"], user_id=ids["user_id"])
    actions = [ActionGiven.model_validate(one) for one in done]
    came = call.memory.traced(traced, **ids)
    explained = list(came.explained)
    known = {one.judged.fact.atomic_id for one in explained}
    for name in dict.fromkeys(one.target for one in done if one.target not in known):
        with suppress(NotFound):  # what is no fact, or is none any more, has no verdict
            explained.append(call.memory.explain_verdict(name, **ids))
    return _audited(list(came.events), actions, explained, "", None)


def _audited(
    came: list[str],
    actions: list[ActionGiven],
    explained: Sequence[Explained],
    traced: str,
    same: bool | None,
) -> AuditOfMeGiven:
    """The parts of an explanation: of the decision ``traced``, or of the last one of each fact that
    the events ``came`` caused, or else of its last one."""
    proposals, verdicts = [], []
    events = dict.fromkeys(came)
    prefix = traced[:_TRACE_NAME]
    for one in explained:
        named = [d for d in one.decisions if traced and d.trace_id.startswith(prefix)]
        named = named or [d for d in one.decisions if d.event_id in came]
        decision = (named or one.decisions)[-1]
        target, verdict = one.judged.fact.atomic_id, decision.verdict
        events |= dict.fromkeys(event for _, event in decision.signals)
        proposals.append(ProposalGiven.model_validate({**one.proposal, "target_id": target}))
        named_by = {"trace_id": decision.trace_id, "target_id": target}
        verdicts.append(JudgementGiven.model_validate({**verdict, **named_by}))
        if traced or came:
            actions.append(ActionGiven(
                action=str(verdict["action"]), target_id=target, reason=str(verdict["rule"]),
                operator="system", ts=decision.at, citation=one.judged.fact.citation,
            ))  # fmt: skip
    return AuditOfMeGiven(
        events=list(events), proposals=proposals, verdicts=verdicts, actions=actions, same=same
    )


def _governed(made: Decided) -> GovernedGiven:
    return GovernedGiven(id=made.atomic_id, citation=made.citation)
