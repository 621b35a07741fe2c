"""Commands that decide about facts, or have a model do it: facts assert, facts supersede, facts
reject, enrich. Each writes decision records."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from eywa_fs.cli.commands.facts import facts_group, whole_id
from eywa_fs.cli.groups import app, command
from eywa_fs.cli.opening import OfUser, index_now
from eywa_fs.cli.options import Predicate, Reason, Subject
from eywa_fs.cli.output import emit
from eywa_fs.cli.progress import bar
from eywa_fs.model.safetext import safe_line

if TYPE_CHECKING:
    from eywa_fs.factbase.decisions import Decided
    from eywa_fs.memory import EywaMemory

_OPERATOR = "human"
_IDS = "'eywa facts' shows what stands"

Id = Annotated[str, typer.Argument(help="Id of the fact, or how it begins.")]
Value = Annotated[str, typer.Argument(metavar="OBJECT", help="The value, as the record says it.")]


@dataclass(frozen=True)
class Words:
    """Options that name the words of a record and what they say: arguments of the memory."""

    quote: Annotated[str, typer.Option(help="Words of the record that say it, letter by letter.")]
    citation: Annotated[str | None, typer.Option(help="The record, as path:line.")] = None
    event_id: Annotated[
        str | None, typer.Option("--event", help="The record, by its event id.")
    ] = None
    negated: Annotated[bool, typer.Option("--not", help="The record denies the value.")] = False
    valid_from: Annotated[
        str | None, typer.Option("--since", "--from", help="First day it holds, YYYY-MM-DD.")
    ] = None
    valid_to: Annotated[
        str | None, typer.Option("--until", "--to", help="Last day it holds, YYYY-MM-DD.")
    ] = None
    reason: Reason = ""


@command(
    facts_group,
    "assert",
    'eywa facts assert user lives_in Porto --quote "Porto" --event EVENT_ID --user ana',
    _IDS,
)
def assert_fact(
    subject: Subject, predicate: Predicate, value: Value, words: Words, of: OfUser
) -> None:
    """Say that something is so, with the words of a record that say it."""
    with of.opened() as memory:
        found = memory.assert_fact(
            subject, predicate, value, operator=_OPERATOR, **asdict(words), **of.ids
        )
        _say(memory, of, found)


@command(
    facts_group,
    "supersede",
    'eywa facts supersede FACT_ID Porto --quote "Porto" --event EVENT_ID --user ana',
    _IDS,
)
def supersede_fact(
    name: Id,
    value: Value,
    words: Words,
    of: OfUser,
    predicate: Annotated[str | None, typer.Option(help="Another one than the fact's.")] = None,
) -> None:
    """Put another value in the place of a fact's, with the words of a record that say it."""
    with of.opened() as memory:
        whole = whole_id(memory, name, of)
        found = memory.supersede_fact(
            whole, value, predicate=predicate, operator=_OPERATOR, **asdict(words), **of.ids
        )
        _say(memory, of, found)


@command(facts_group, "reject", 'eywa facts reject FACT_ID --reason "a joke" --user ana', _IDS)
def reject_fact(name: Id, of: OfUser, reason: Reason = "") -> None:
    """Say that a fact is not so and never was; it does not come back from the same record."""
    with of.opened() as memory:
        whole = whole_id(memory, name, of)
        _say(memory, of, memory.reject_fact(whole, reason, operator=_OPERATOR, **of.ids))


@command(facts_group, "confirm", "eywa facts confirm FACT_ID --user ana", _IDS)
def confirm_fact(name: Id, of: OfUser, reason: Reason = "") -> None:
    """Say that a fact is so: the strongest confirmation there is."""
    with of.opened() as memory:
        whole = whole_id(memory, name, of)
        _say(memory, of, memory.confirm_fact(whole, reason, operator=_OPERATOR, **of.ids))


@command(
    app,
    "enrich",
    "eywa enrich --limit 20 --user ana",
    again="what was read is journaled; the next run goes on",
)
def enrich(
    of: OfUser,
    limit: Annotated[int | None, typer.Option(help="Messages at most, oldest first.")] = None,
) -> int:
    """Have the configured language model (llm.*) read messages that none has read yet."""
    with of.opened() as memory:
        index_now(memory)
        with bar("reading", "messages") as progress:
            report = memory.enrich(**of.ids, limit=limit, progress=progress)
        index_now(memory)
        text = (
            f"{report.read} messages read, {report.facts} facts and {report.decisions} decisions "
            f"taken, {report.refused} refused"
        )
        emit(asdict(report), text, [f"not read: {problem}" for problem in report.problems])
        return 1 if report.problems else 0


def _say(memory: EywaMemory, of: OfUser, found: Decided) -> None:
    index_now(memory)
    value = {"atomic_id": found.atomic_id, "citation": found.citation}
    emit(value, f"decided in {safe_line(found.citation)}: {found.atomic_id}")
