"""Commands on facts: facts, profile, history, conflicts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING, Annotated

import typer

from eywa_fs.cli.advice import fact_remarks
from eywa_fs.cli.commands.read import BROKEN
from eywa_fs.cli.groups import FirstByDefault, app, command, group
from eywa_fs.cli.known import options_for
from eywa_fs.cli.opening import OfUser, index_now, when
from eywa_fs.cli.options import AsOf, Predicate, Reason, Subject, chosen, refuse_user
from eywa_fs.cli.output import emit, shown
from eywa_fs.errors import BadRequest
from eywa_fs.model.degraded import refuse_unread
from eywa_fs.model.plain import plain
from eywa_fs.model.safetext import safe_line
from eywa_fs.model.times import shown_bound, shown_last

if TYPE_CHECKING:
    from eywa_fs.factbase.settling import Settled
    from eywa_fs.memory import EywaMemory
    from eywa_fs.model.facts import Conflict, Fact

facts_group = group(
    "facts",
    "What is so ('eywa facts', 'eywa facts QUESTION'), and deciding what is. Options of "
    "asking, such as --why, --user and --candidates: 'eywa facts ask --help'.",
    FirstByDefault,
)
conflicts_group = group("conflicts", "Facts that contradict each other.")

_SHORT_ID = 15
"""Characters of an id that are shown: ``af_`` and 48 bits, enough to name one fact of a user."""


@command(facts_group, "ask", 'eywa facts "Where do I live?" --user ana')
def facts(
    of: OfUser,
    question: Annotated[
        str | None, typer.Argument(help="A question; without one, all current facts.")
    ] = None,
    subject: Annotated[
        str | None, typer.Option(help="Only facts about this subject (user, a name, a role).")
    ] = None,
    predicate: Annotated[
        str | None, typer.Option(help="Only this predicate, as lives_in or 'lives in'.")
    ] = None,
    every: Annotated[
        bool, typer.Option("--all", help="Superseded and retracted facts as well.")
    ] = False,
    candidates: Annotated[
        bool,
        typer.Option(help="Instead: what was not said outright, and is never given as an answer."),
    ] = False,
    why: Annotated[
        bool, typer.Option("--why", help="The words that say it, and the rule that read them.")
    ] = False,
    as_of: AsOf = None,
) -> None:
    """What is so, each fact with the record that proves it."""
    with of.opened() as memory:
        if question is not None and (subject or predicate or every or candidates):
            raise BadRequest(
                "a question chooses its facts by itself: leave out --subject, --predicate, --all "
                "and --candidates"
            )
        found = memory.facts(
            question,
            **of.ids,
            subject=subject,
            predicate=predicate,
            every=every,
            candidates=candidates,
            as_of=when(as_of, "--as-of"),
        )
        text = _grouped(found.facts, why) if question is None else _listed(found.facts, why)
        narrowed = question is not None or subject or predicate or candidates
        none = "no fact is known " + ("about that" if narrowed else "of this user")
        emit(found.as_dict(), text or none, fact_remarks(found))


@command(app, "profile", "eywa profile ana")
def profile(
    typed: typer.Context,
    of: OfUser,
    name: Annotated[
        str | None, typer.Argument(metavar="USER", help="User id; the same as --user.")
    ] = None,
    as_of: AsOf = None,
) -> None:
    """What holds of the user, by predicate, newest first."""
    if name is not None:
        refuse_user(typed, "USER", name)
        of = replace(of, user=name)
    with of.opened() as memory:
        found = memory.facts(**of.ids, subject="user", as_of=when(as_of, "--as-of"))
        refuse_unread(found.degraded)
        value = {
            "profile": plain(found.by_predicate()),
            "dropped": dict(found.dropped),
            "degraded": list(found.degraded),
        }
        text = _grouped(found.facts) or "nothing is known of this user"
        emit(value, text, fact_remarks(found))


@command(app, "history", "eywa history user lives_in --user ana")
def history(subject: Subject, predicate: Predicate, of: OfUser, as_of: AsOf = None) -> None:
    """How one thing went: every value that once held, oldest first."""
    with of.opened() as memory:
        found = memory.history(subject, predicate, **of.ids, as_of=when(as_of, "--as-of"))
        text = _listed(found.facts) or "no such fact is known"
        emit(found.as_dict(), text, fact_remarks(found))


@command(conflicts_group, "list", "eywa conflicts list --user ana")
def list_conflicts(of: OfUser) -> None:
    """Pairs of facts that cannot both stand and that no rule could settle."""
    with of.opened() as memory:
        found = memory.conflicts(**of.ids)
        links = memory.fact_state(**of.ids).links
        hidden = len(links) - len(found)
        told = (
            f"refused: {hidden} more not shown, because the records of their facts are not "
            "what they were when the facts were read\n  next: 'eywa verify'"
        )
        value = {"conflicts": [pair.as_dict() for pair in found], "hidden": hidden}
        text = f"{_pairs(found)}\n{_settling(found[0], of)}" if found else "no open conflicts"
        emit(value, text, [told] if hidden else ())


@command(
    conflicts_group,
    "resolve",
    'eywa conflicts resolve --keep FACT_ID --drop OTHER_ID --reason "a typing error" --user ana',
    again="'eywa conflicts list' shows what is still open",
)
def resolve_conflict(
    of: OfUser,
    keep: Annotated[
        str | None, typer.Option(help="Id of the fact that stands, or how it begins.")
    ] = None,
    drop: Annotated[
        str | None, typer.Option(help="Id of the fact that gives way; without --keep it was wrong.")
    ] = None,
    reason: Reason = "",
) -> None:
    """Settle a conflict by a verdict, which is a record of the truth like any other.

    With --keep and --drop the one stands and the other gives way. With --keep alone, that fact and
    those it conflicts with all stand. The last verdict counts: the opposite one corrects a mistake.
    """
    with of.opened() as memory:
        kept, dropped = (whole_id(memory, n, of) if n else None for n in (keep, drop))
        done = memory.resolve_conflict(kept=kept, dropped=dropped, **of.ids, reason=reason)
        if done.citation is not None:
            index_now(memory)
        value = {"kept": kept, "dropped": dropped, "reason": reason}
        emit(done.as_dict() | value, _settled(done))


def _settled(done: Settled) -> str:
    if done.citation is not None:
        return f"settled by {safe_line(done.citation)}"
    if done.settled_by is None or done.settled_at is None:
        return "no conflict of these facts is open; nothing was written"
    who = safe_line(done.settled_by)
    return f"settled already, by {who} on {shown(done.settled_at)}; nothing was written"


def whole_id(memory: EywaMemory, name: str, of: OfUser) -> str:
    """The id that begins like this; what names no fact is left for the library to refuse.
    ``BadRequest`` where several do."""
    state = memory.fact_state(**of.ids)
    known = {fact.atomic_id for fact in (*state.facts, *state.candidates)}
    known |= {entry.target_atomic_id for entry in state.audit}  # a rejected one is only there
    found = [one for one in known if one.startswith(name)]
    if len(found) > 1 and name not in found:
        raise BadRequest(f"{len(found)} facts begin with {name!r}: give more of the id")
    return found[0] if len(found) == 1 else name


def _grouped(found: Iterable[Fact], why: bool = False) -> str:
    """Facts under a heading for each subject and predicate."""
    lines = []
    for heading, same in groupby(found, key=lambda f: (f.subject, f.predicate)):
        lines.append(safe_line(f"{heading[0]} · {heading[1].replace('_', ' ')}"))
        for fact in same:
            value = f"not {fact.object}" if fact.negated else fact.object
            lines += [f"  {safe_line(value)}", f"     {_details(fact, '     ', why)}"]
    return "\n".join(lines)


def _listed(found: Iterable[Fact], why: bool = False) -> str:
    """Facts in the order given, numbered."""
    return "\n".join(
        f"{number}. {safe_line(fact.text)}\n   {_details(fact, why=why)}"
        for number, fact in enumerate(found, start=1)
    )


def _pairs(found: Iterable[Conflict]) -> str:
    return "\n".join(
        f"{number}. {safe_line(pair.left.text)}\n   {_details(pair.left)}\n"
        f"   against {safe_line(pair.right.text)}\n   {_details(pair.right)}"
        for number, pair in enumerate(found, start=1)
    )


def _settling(pair: Conflict, of: OfUser) -> str:
    """The command that settles a conflict."""
    keep, drop = (one.atomic_id[:_SHORT_ID] for one in (pair.left, pair.right))
    whose = options_for(of.tenant, of.user)
    return f"next: 'eywa conflicts resolve --keep {keep} --drop {drop}{whose}', or the other way"


def _details(fact: Fact, by: str = "   ", why: bool = False) -> str:
    """When it was said, when it holds, how it stands; where, in a second line, so that the dates do
    not break on a narrow terminal; and ``why``: the words that say it, and what read them."""
    parts = [f"said {shown(fact.observed_at)}"]
    if fact.valid_from is None or fact.valid_from != fact.observed_at or fact.valid_to is not None:
        parts.append(_period(fact))
    if fact.status != "active":
        ended = fact.status == "superseded" and fact.superseded_by is None
        parts.append("over" if ended else fact.status)  # nothing took its place
    if fact.in_conflict:
        parts.append("in conflict")
    if fact.restated_by:
        parts.append(f"said again {len(fact.restated_by)}x")
    if not fact.sure:
        parts.append("candidate")
    parts.append(fact.atomic_id[:_SHORT_ID])
    lines = ["  ".join(parts), safe_line(fact.citation)]
    if fact.ended_by is not None and fact.ended_by != fact.citation:
        lines.append(f"ended by {safe_line(fact.ended_by)}")
    if fact.seal == "broken":
        lines.append(BROKEN)
    if why:
        words = safe_line(" ".join(fact.said.split()))
        lines.append(f'said as "{words}", read by {safe_line(fact.rule)}')
    return f"\n{by}".join(lines)


def _period(fact: Fact) -> str:
    """When it holds; the last day is one on which it still does."""
    start, end = fact.valid_from, fact.valid_to
    first = None if start is None else shown_bound(start, chosen.zone)
    last = None if end is None else shown_last(end, chosen.zone)
    if first is None or last is None:
        return f"until {last}" if last else f"since {first}" if first else "always"
    if start == end:
        return f"never, from {first} on"
    return f"on {first}" if first == last else f"from {first} to {last}"
