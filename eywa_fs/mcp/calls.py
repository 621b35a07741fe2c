"""What each tool does: one call of the façade (or two), and its result as an answer.

Errors are those of the façade.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from eywa_fs import __version__
from eywa_fs.errors import EywaError
from eywa_fs.mcp import answers, arguments
from eywa_fs.mcp.bound import Bound
from eywa_fs.memory import EywaMemory
from eywa_fs.memory.surface import Ids
from eywa_fs.model.facts import Facts
from eywa_fs.model.times import moment
from eywa_fs.truth.citations import is_citation


@dataclass(frozen=True, slots=True)
class Call:
    """A call of a tool: on which memory, about whom."""

    memory: EywaMemory
    bound: Bound
    ids: Ids

    def time(self, text: str | None, name: str) -> int | None:
        """Epoch milliseconds of a time that was given as ``name``; ``BadRequest`` for none."""
        return moment(text, self.memory.settings.retrieval.timezone, name)


def remember(call: Call, given: arguments.Remember) -> answers.Remembered:
    anchor = call.memory.append(
        given.content,
        given.role,
        **call.ids,
        session_id=given.session_id or call.bound.session,
        timestamp=call.time(given.timestamp, "timestamp"),
        idempotency_key=given.idempotency_key,
        speaker=given.speaker,
        tags=given.tags,
        expires_at=call.time(given.expires_at, "expiresAt"),
    )
    event_id = None
    with suppress(EywaError):  # it is written, whether it can be read at this moment or not
        event_id = call.memory.show(anchor.citation, **call.ids).event_id
    return answers.Remembered(citation=anchor.citation, event_id=event_id)


def recall(call: Call, given: arguments.Recall) -> answers.Recalled:
    narrowed = {
        "session_ids": given.session_ids,
        "roles": given.roles,
        "tags": given.tags,
        "time_from": call.time(given.since, "since"),
        "time_to": call.time(given.until, "until"),
    }
    found = call.memory.retrieve(
        given.query,
        **call.ids,
        limit=given.limit,
        strategy=given.strategy,
        filters=narrowed,
        as_of=call.time(given.as_of, "asOf"),
        archived=given.archived,
    )
    return answers.Recalled.model_validate(found.as_dict())


def context(call: Call, given: arguments.Context) -> answers.Context:
    found = call.memory.before_llm(
        given.message,
        **call.ids,
        session_id=given.session_id or call.bound.session,
        token_budget=given.token_budget,
        as_of=call.time(given.as_of, "asOf"),
    )
    return answers.Context.model_validate(found.as_dict())


def facts(call: Call, given: arguments.AskFacts) -> answers.Facts:
    found = call.memory.facts(
        given.question,
        **call.ids,
        subject=given.subject,
        predicate=given.predicate,
        every=given.every,
        candidates=given.candidates,
        as_of=call.time(given.as_of, "asOf"),
    )
    if given.truths:
        names = [fact.atomic_id for fact in found.facts]
        as_of = call.time(given.as_of, "asOf")
        truths = call.memory.verdicts("truth", only=names, as_of=as_of, **call.ids)
        found = replace(found, facts=tuple(one.fact for one in truths.facts))
    return _facts(found, given.limit)


def profile(call: Call, given: arguments.Profile) -> answers.Profile:
    as_of = call.time(given.as_of, "asOf")
    found = call.memory.facts(**call.ids, subject="user", as_of=as_of)
    by_predicate: dict[str, list[Mapping[str, Any]]] = {}
    for fact in found.facts:
        by_predicate.setdefault(fact.predicate, []).append(fact.as_dict())
    return answers.Profile.model_validate(
        {"profile": by_predicate, "degraded": [*found.degraded], "dropped": dict(found.dropped)}
    )


def history(call: Call, given: arguments.History) -> answers.Facts:
    as_of = call.time(given.as_of, "asOf")
    found = call.memory.history(given.subject, given.predicate, **call.ids, as_of=as_of)
    return _facts(found, len(found.facts))


def assert_fact(call: Call, given: arguments.AssertFact) -> answers.Decided:
    made = call.memory.assert_fact(
        given.subject,
        given.predicate,
        given.object,
        quote=given.quote,
        event_id=None if is_citation(given.record) else given.record,
        citation=given.record if is_citation(given.record) else None,
        negated=given.negated,
        valid_from=given.valid_from,
        valid_to=given.valid_to,
        **call.ids,
        reason=given.reason,
    )
    return answers.Decided(atomic_id=made.atomic_id, citation=made.citation)


def reject_fact(call: Call, given: arguments.RejectFact) -> answers.Decided:
    made = call.memory.reject_fact(given.atomic_id, given.reason, **call.ids)
    return answers.Decided(atomic_id=made.atomic_id, citation=made.citation)


def feedback(call: Call, given: arguments.Feedback) -> answers.Noted:
    made = call.memory.feedback(given.record, useful=given.useful, reason=given.reason, **call.ids)
    return answers.Noted.model_validate(made.as_dict())


def list_records(call: Call, given: arguments.List) -> answers.Page:
    page = call.memory.list(
        **call.ids,
        limit=given.limit,
        cursor=given.cursor,
        oldest=given.oldest,
        since=call.time(given.since, "since"),
        until=call.time(given.until, "until"),
        session_ids=given.session_ids,
        roles=given.roles,
        tags=given.tags,
        text=given.text,
        hidden=given.hidden,
    )
    return answers.Page.model_validate(page.as_dict())


def forget(call: Call, given: arguments.Forget) -> answers.Forgotten:
    with call.memory.transaction(**call.ids, reason=given.reason) as decisions:
        for name in given.records:
            (decisions.restore if given.undo else decisions.delete)(name)
    made = [{**one.as_dict(), "version": one.number} for one in decisions.versions]
    return answers.Forgotten.model_validate({"records": made})


def explain(call: Call, given: arguments.Explain) -> answers.Explained:
    as_of = call.time(given.as_of, "asOf")
    found = call.memory.explain(given.query, given.record, **call.ids, as_of=as_of)
    return answers.Explained.model_validate(found.as_dict())


def record_episode(call: Call, given: arguments.RecordEpisode) -> answers.EpisodeRecorded:
    handle = call.memory.record_episode(
        given.text,
        scene_type=given.scene_type,
        skill_used=given.skill_used,
        project_id=given.project_id,
        selected_index=given.selected_index,
        edit_distance=given.edit_distance,
        importance=given.importance,
        session_id=call.bound.session,
        **call.ids,
    )
    return answers.EpisodeRecorded(id=handle.id, citation=handle.wait())


def recall_episodes(call: Call, given: arguments.RecallEpisodes) -> answers.Episodes:
    found = call.memory.query_episodes(
        given.query,
        project_id=given.project_id,
        scene_type=given.scene_type,
        limit=given.limit,
        **call.ids,
    )
    return answers.Episodes.model_validate(found.as_dict())


def status(call: Call, given: arguments.Status) -> answers.Status:
    found = call.memory.status()
    sessions = call.memory.sessions(**call.ids)
    return answers.Status(
        ok=found.ok,
        version=__version__,
        **call.ids,
        records=sum(one.records for one in sessions),
        sessions=len(sessions),
        users=found.truth["users"] if call.bound.all_users else None,
        parts=dict(found.parts),
        lag_bytes=int(found.lag["bytes"]),
        indexes_here=call.memory.settings.ingest.background,
        degraded=[f"{part}: {state}" for part, state in found.parts.items() if state != "ok"],
    )


def _facts(found: Facts, limit: int) -> answers.Facts:
    value = found.as_dict()
    left_out = max(0, len(found.facts) - limit)
    return answers.Facts.model_validate(
        {**value, "facts": value["facts"][:limit], "left_out": left_out}
    )
