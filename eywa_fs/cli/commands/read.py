"""Commands that read: search, context, explain."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from eywa_fs.cli.advice import remarks
from eywa_fs.cli.groups import app, command
from eywa_fs.cli.known import options_for, require_sessions
from eywa_fs.cli.opening import OfUser, when
from eywa_fs.cli.options import AsOf, RecordName, Roles, Sessions, Since, Tags, Until, among
from eywa_fs.cli.output import emit, said
from eywa_fs.model.records import ROLES, SOURCE_TYPES
from eywa_fs.model.results import Hit
from eywa_fs.model.safetext import indented, safe_line

Several = list[str] | None

NEAREST = 3
"""Hits that are shown where none is better than chance."""
SHOWN_LINES, SHOWN_CHARS = 15, 1200
"""Of a longer record, what a search shows."""
BROKEN = (
    "CHANGED: its text does not fit the hash in its own line; 'eywa verify --deep' names such lines"
)


@command(app, "search", 'eywa search "Where is the spare key?" --limit 3 --user ana')
def search(
    query: Annotated[str, typer.Argument(help="What you want to know.")],
    of: OfUser,
    limit: Annotated[int | None, typer.Option(help="Hits wanted (retrieval.limit).")] = None,
    offset: Annotated[int, typer.Option(help="Hits to skip.")] = 0,
    strategy: Annotated[
        str | None, typer.Option(help="auto, exact, semantic, temporal or hybrid.")
    ] = None,
    session: Sessions = None,
    role: Roles = None,
    tag: Tags = None,
    source: Annotated[
        Several, typer.Option(help="Only conversation or longterm; repeatable.")
    ] = None,
    since: Since = None,
    until: Until = None,
    as_of: AsOf = None,
    archived: Annotated[
        bool, typer.Option("--archived", help="Also records that were put aside.")
    ] = False,
) -> None:
    """Find records, each proved against its file."""
    with of.opened() as memory:
        result = memory.retrieve(
            query,
            **of.ids,
            limit=limit,
            offset=offset,
            strategy=strategy,
            filters={
                "session_ids": require_sessions(memory.layout, of.tenant, of.user, session),
                "roles": among("--role", role, sorted(ROLES)),
                "tags": tag or (),
                "source_types": among("--source", source, SOURCE_TYPES),
                "time_from": when(since, "--since"),
                "time_to": when(until, "--until"),
            },
            as_of=when(as_of, "--as-of"),
            archived=archived,
        )
        told = remarks(result.degraded, result.dropped, result.lag.bytes)
        text = _listed(result.hits, offset, options_for(of.tenant, of.user))
        if result.dropped and text:
            text = f"what may fit better was refused, as said below; besides there is:\n{text}"
        nothing = "nothing that can be proved" if result.dropped else "nothing found"
        emit(result.as_dict(), text or nothing, told)


def _listed(hits: Sequence[Hit], offset: int, whose: str) -> str:
    """The hits that fit better than chance; where none does, the nearest few. ``whose`` are the
    options that name the user."""
    numbered = [*enumerate(hits, start=1 + offset)]
    shown = [(number, hit) for number, hit in numbered if hit.certain] or numbered[:NEAREST]
    lines = [
        f"{number}. {_beginning(hit, whose)}\n   {said(hit.record, hit.citation)}\n"
        f"   score {hit.score:.3f}  "
        f"({'' if hit.certain else 'nothing certain: '}{safe_line(hit.why)})"
        + (f"\n   {BROKEN}" if hit.record.seal == "broken" else "")
        + (f"\n   {safe_line(hit.outdated)}" if hit.outdated else "")
        + (f"\n   no longer so: {safe_line(', '.join(hit.partly))}" if hit.partly else "")
        + (f"\n   {_elsewhere(hit)}; see {safe_line(hit.newer)}" if hit.is_older else "")
        for number, hit in shown
    ]
    if shown and not shown[0][1].certain:
        lines.insert(0, "nothing certain was found; the nearest records:")
    if left := len(hits) - len(shown):
        between = shown[-1][0] > offset + len(shown)
        others = f"{left} left out, also between these," if between else f"{left} more"
        lines.append(f"{others} fit no better than chance; --json lists them")
    return "\n".join(lines)


def _beginning(hit: Hit, whose: str) -> str:
    """The text of a hit, of a long one its beginning and the command that shows the whole."""
    text = "\n".join(hit.text.split("\n")[:SHOWN_LINES])[:SHOWN_CHARS]
    if len(text) == len(hit.text):
        return indented(text, "   ")
    left = f"… {len(hit.text)} characters in all: 'eywa show {safe_line(hit.event_id)}{whose}'"
    return f"{indented(text.rstrip(), '   ')}\n   {left}"


def _elsewhere(hit: Hit) -> str:
    """What another record is to one that is marked: newer, or the user's own word."""
    return "older" if hit.record.role == "user" else "the user's own word is elsewhere"


@command(app, "context", 'eywa context "Where did I leave the key?" --user ana')
def context(
    message: Annotated[str, typer.Argument(help="What the user just said.")],
    of: OfUser,
    budget: Annotated[int | None, typer.Option(help="Tokens at most.")] = None,
    as_of: AsOf = None,
) -> None:
    """What to tell a model about the user, with citations."""
    with of.opened() as memory:
        found = memory.before_llm(
            message, **of.ids, token_budget=budget, as_of=when(as_of, "--as-of")
        )
        sources = "\n".join(f"[{c.number}] {safe_line(c.citation)}" for c in found.citations)
        none = "nothing known" if budget is None else f"nothing known that fits {budget} tokens"
        text = f"{found.context}\n\n{sources}" if found.citations else none
        told = remarks(found.degraded, found.dropped, found.lag.bytes)
        emit(found.as_dict(), text, told)


@command(app, "explain", 'eywa explain "Where is the spare key?" EVENT_ID --user ana')
def explain(
    query: Annotated[str, typer.Argument(help="The query.")],
    event_id: RecordName,
    of: OfUser,
    as_of: AsOf = None,
) -> None:
    """Where a record is ranked for a query, and why not higher."""
    with of.opened() as memory:
        found = memory.explain(query, event_id, **of.ids, as_of=when(as_of, "--as-of"))
        sources = "\n".join(f"  {name}: {value:.4f}" for name, value in found.sources.items())
        text = f"{found.reason}\n{sources}".rstrip()
        emit(found.as_dict(), text, remarks(found.degraded))
