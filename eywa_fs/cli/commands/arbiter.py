"""Commands that ask the arbiter: verdicts, replay, graph."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from eywa_fs.cli.advice import fact_remarks
from eywa_fs.cli.commands.facts import whole_id
from eywa_fs.cli.groups import app, command
from eywa_fs.cli.opening import OfUser, when
from eywa_fs.cli.options import AsOf
from eywa_fs.cli.output import emit, shown
from eywa_fs.model.safetext import safe_line

if TYPE_CHECKING:
    from eywa_fs.model.judged import Decision, FactGraph, JudgedFact


@command(app, "verdicts", "eywa verdicts --layer candidate --user ana")
def verdicts(
    of: OfUser,
    name: Annotated[
        str | None, typer.Argument(metavar="FACT_ID", help="Why one fact is where it is.")
    ] = None,
    layer: Annotated[str, typer.Option(help="truth, candidate or clue.")] = "truth",
    every: Annotated[
        bool, typer.Option("--all", help="Also what is over, revoked, expired or rejected.")
    ] = False,
    as_of: AsOf = None,
) -> None:
    """Which facts the arbiter takes for truths, which for candidates or clues, and why."""
    with of.opened() as memory:
        if name is not None:
            explained = memory.explain_verdict(whole_id(memory, name, of), **of.ids)
            lines = [_line(explained.judged), *map(_decision, explained.decisions)]
            emit(explained.as_dict(), "\n".join(lines))
            return
        found = memory.verdicts(layer, every=every, as_of=when(as_of, "--as-of"), **of.ids)
        text = "\n".join(map(_line, found.facts)) or f"no fact is a {layer}"
        emit(found.as_dict(), text, fact_remarks(found))


@command(app, "replay", "eywa replay TRACE --user ana")
def replay(
    trace: Annotated[str, typer.Argument(help="A trace of the arbiter, as 'verdicts' names it.")],
    of: OfUser,
) -> int:
    """Make a decision of the arbiter again from the files, and say whether it is the same."""
    with of.opened() as memory:
        found = memory.replay(trace, **of.ids)
        lines = ["the same" if found.same else f"not the same: {found.problem}"]
        if found.decision is not None:
            lines.append(_decision(found.decision))
        emit(found.as_dict(), "\n".join(lines))
        return 0 if found.same else 1


@command(app, "graph", "eywa graph Porto --hops 2 --user ana")
def graph(
    of: OfUser,
    name: Annotated[
        str | None, typer.Argument(help="Around whom or what; without it, all there is.")
    ] = None,
    hops: Annotated[int, typer.Option(help="How many relations away, 1 or 2.")] = 1,
    as_of: AsOf = None,
) -> None:
    """People, places, organisations and things, and the facts that relate them."""
    with of.opened() as memory:
        found = memory.graph(name, hops=hops, as_of=when(as_of, "--as-of"), **of.ids)
        emit(found.as_dict(), _drawn(found) or "no fact relates anything", fact_remarks(found))


def _line(one: JudgedFact) -> str:
    fact = one.fact
    version = f" v{one.version}" if one.version else ""
    return safe_line(
        f"{one.score:3} {one.status}{version}  {fact.text}  {one.rule}  {one.source_trace}"
    )


def _decision(one: Decision) -> str:
    verdict = one.verdict
    score = verdict["score"]
    parts = score if isinstance(score, dict) else {}
    points = ", ".join(f"{part} {number}" for part, number in parts.items())
    head = f"{shown(one.at)} {verdict['action']}: {verdict['layer']}, {verdict['rule']}"
    told = ", ".join(f"{kind} {event}" for kind, event in one.signals)
    return safe_line(f"{head} ({verdict['total']} = {points}) from {told}  {one.trace_id}")


def _drawn(found: FactGraph) -> str:
    """One line for each relation."""
    names = {node.key: node.names[0] for node in found.nodes}
    return "\n".join(
        safe_line(
            f"{names[one.source]} -- {one.role or one.fact.predicate} -> {names[one.target]}"
            f"  {one.fact.citation}"
        )
        for one in found.relations
    )
