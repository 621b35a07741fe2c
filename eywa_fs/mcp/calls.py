"""What each tool does: one call of the façade (or two), and its result as an answer.

Errors are those of the façade.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Final

from pydantic.alias_generators import to_camel

from eywa_fs import __version__
from eywa_fs.errors import EywaError, TruthReadError
from eywa_fs.governance.changes import revision
from eywa_fs.mcp import answers, arguments
from eywa_fs.mcp.bound import Bound
from eywa_fs.mcp.told import Told
from eywa_fs.memory import EywaMemory
from eywa_fs.memory.surface import Ids
from eywa_fs.model.facts import Facts
from eywa_fs.model.plain import plain
from eywa_fs.model.records import is_citation
from eywa_fs.model.times import moment

_TIMES: Final = ("as_of", "since", "until", "timestamp", "expires_at")


@dataclass(frozen=True, slots=True)
class Call:
    """A call of a tool: on which memory, about whom."""

    memory: EywaMemory
    bound: Bound
    ids: Ids

    @property
    def told(self) -> Told:
        """What says an answer in words."""
        return Told(self.memory.settings.retrieval.timezone)

    def fields(self, asked: arguments.Arguments, *but: str) -> dict[str, Any]:
        """The arguments that were given, but for some, and the ids, by the names of the façade.
        ``BadRequest``: a time is none."""
        zone = self.memory.settings.retrieval.timezone
        given = {
            name: moment(value, zone, to_camel(name)) if name in _TIMES else value
            for name, value in asked
            if name not in but
        }
        return {**given, **self.ids}


def remember(call: Call, given: arguments.Remember) -> answers.Remembered:
    session = given.session_id or call.bound.session
    anchor = call.memory.append(**call.fields(given, "session_id"), session_id=session)
    told = answers.Remembered(citation=anchor.citation)
    with suppress(EywaError):  # it is written, whether it can be read at this moment or not
        record = call.memory.show(anchor.citation, **call.ids)
        told.event_id = record.event_id
        if record.expires_at is not None:  # to ask that reads all that the user decided
            told.expired = call.memory.get(anchor.citation, **call.ids).expired or None
    return told


def recall(call: Call, given: arguments.Recall) -> answers.Recalled:
    fields = call.fields(given)
    narrowed = {name: fields.pop(name) for name in ("session_ids", "roles", "tags")}
    narrowed |= {"time_from": fields.pop("since"), "time_to": fields.pop("until")}
    found = call.memory.retrieve(**fields, filters=narrowed)
    return answers.Recalled.model_validate(found.as_dict())


def context(call: Call, given: arguments.Context) -> answers.Context:
    session = given.session_id or call.bound.session
    found = call.memory.before_llm(**call.fields(given, "session_id"), session_id=session)
    return answers.Context.model_validate(found.as_dict())


def facts(call: Call, given: arguments.AskFacts) -> answers.Facts:
    fields = call.fields(given, "truths", "limit")
    found = call.memory.facts(**fields)
    if given.truths:
        names = [fact.atomic_id for fact in found.facts]
        truths = call.memory.verdicts("truth", only=names, as_of=fields["as_of"], **call.ids)
        found = replace(found, facts=tuple(one.fact for one in truths.facts))
    return _facts(found, given.limit)


def profile(call: Call, given: arguments.Profile) -> answers.Profile:
    found = call.memory.facts(**call.fields(given), subject="user")
    profile = plain(found.by_predicate())
    return answers.Profile.model_validate(
        {"profile": profile, "degraded": [*found.degraded], "dropped": dict(found.dropped)}
    )


def history(call: Call, given: arguments.History) -> answers.Facts:
    found = call.memory.history(**call.fields(given))
    return _facts(found, len(found.facts))


def assert_fact(call: Call, given: arguments.AssertFact) -> answers.Decided:
    made = call.memory.assert_fact(
        **call.fields(given, "record"),
        event_id=None if is_citation(given.record) else given.record,
        citation=given.record if is_citation(given.record) else None,
    )
    return answers.Decided(atomic_id=made.atomic_id, citation=made.citation)


def reject_fact(call: Call, given: arguments.RejectFact) -> answers.Decided:
    made = call.memory.reject_fact(**call.fields(given))
    return answers.Decided(atomic_id=made.atomic_id, citation=made.citation)


def feedback(call: Call, given: arguments.Feedback) -> answers.Noted:
    made = call.memory.feedback(given.record, **call.fields(given, "record"))
    return answers.Noted.model_validate(made.as_dict())


def list_records(call: Call, given: arguments.List) -> answers.Page:
    page = call.memory.list(**call.fields(given))
    return answers.Page.model_validate(page.as_dict())


def forget(call: Call, given: arguments.Forget) -> answers.Forgotten:
    names = dict.fromkeys(_event_id(call, name) for name in given.records)
    with call.memory.transaction(**call.ids, reason=given.reason) as decisions:
        for name in names:
            (decisions.restore if given.undo else decisions.delete)(name)
    made = [{**one.as_dict(), "version": one.number} for one in decisions.versions]
    return answers.Forgotten.model_validate({"records": made})


def explain(call: Call, given: arguments.Explain) -> answers.Explained:
    found = call.memory.explain(**call.fields(given, "record"), event_id=given.record)
    return answers.Explained.model_validate(found.as_dict())


def record_episode(call: Call, given: arguments.RecordEpisode) -> answers.EpisodeRecorded:
    handle = call.memory.record_episode(**call.fields(given), session_id=call.bound.session)
    return answers.EpisodeRecorded(id=handle.id, citation=handle.wait())


def recall_episodes(call: Call, given: arguments.RecallEpisodes) -> answers.Episodes:
    found = call.memory.query_episodes(given.query, **call.fields(given, "query"))
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


def _event_id(call: Call, name: str) -> str:
    """The id of a record: a call may name one by it and by its citation."""
    if not is_citation(name):
        return name
    with suppress(TruthReadError):  # a text that is not what was decided can still be forgotten
        record = call.memory.show(name, **call.ids, full=True)
        return (revision(record) or record).event_id
    return name


def _facts(found: Facts, limit: int) -> answers.Facts:
    value = found.as_dict()
    left_out = max(0, len(found.facts) - limit)
    return answers.Facts.model_validate(
        {**value, "facts": value["facts"][:limit], "left_out": left_out}
    )
